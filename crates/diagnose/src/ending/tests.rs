//! The decision table of endings, row by row.

use model::event::lifecycle::{Requester, Verb};
use model::event::{Kernel, Lifecycle, Userspace};

use crate::Options;
use crate::end_of;
use crate::testing::{END, Made, timeline};

fn intent(verb: Verb) -> Lifecycle {
    Lifecycle::ShutdownRequested { verb, operator: None }
}

fn target(name: &str) -> Lifecycle {
    Lifecycle::ShutdownTarget { target: name.to_owned() }
}

fn stopping(unit: &str) -> Lifecycle {
    Lifecycle::UnitStopping { unit: unit.to_owned() }
}

/// The host's own units stopping, all in one second.
fn stop_burst(made: Made, at: i64) -> Made {
    ["multi-user.target", "cron.service", "ssh.service", "systemd-logind.service", "a.service", "b.service"]
        .into_iter()
        .fold(made, |made, unit| made.at(at, stopping(unit)))
}

fn trip() -> Kernel {
    Kernel::ThermalCritical { zone: "thermal_zone0".to_owned(), celsius: None }
}

/// The ending and its detail of the last boot but one.
fn ending(boots: Vec<Made>) -> String {
    let timeline = timeline(&boots);
    let end = end_of(&timeline, timeline.boots.len() - 2, Options::default());
    format!("{} {}", end.ending.name(), end.ending.detail())
}

fn with_next(made: Made, unclean: bool) -> String {
    ending(vec![made, if unclean { Made::new().unclean() } else { Made::new() }])
}

#[test]
fn orderly_ends() {
    let new = Made::new;
    let begun = |verb| stop_burst(new().at(END - 5, intent(verb)), END);
    let sigint = Lifecycle::Asked { by: Requester::CtrlAltDel, verb: Verb::Reboot, forced: false };
    let by_force = Lifecycle::Asked {
        by: Requester::User { name: Some("ops".to_owned()) },
        verb: Verb::Reboot,
        forced: true,
    };
    let stop_timed_out = Lifecycle::StopTimedOut { unit: "docker.service".to_owned(), survived_kill: true };
    let rows = [
        ("the whole sequence", new().shut_down(), true, "clean reboot"),
        (
            "to the final target",
            new().at(END - 5, intent(Verb::Poweroff)).at(END, target("poweroff")),
            true,
            "clean poweroff",
        ),
        (
            "systemd-shutdown only (systemctl reboot -f)",
            new().at(END, Lifecycle::SystemdShutdown),
            false,
            "clean reboot",
        ),
        (
            "PID 1 acts because a unit failed",
            new()
                .at(
                    END - 1,
                    Lifecycle::ForcedReboot { text: "Rebooting immediately: unit x failed".to_owned() },
                )
                .at(END, Lifecycle::SystemdShutdown),
            false,
            "unexpected abrupt",
        ),
        ("asked for by force", new().at(END, by_force.clone()), true, "clean reboot"),
        ("asked for by force a minute before", new().at(END - 60, by_force), true, "unexpected abrupt"),
        (
            "/var left",
            stop_burst(new().at(END - 5, sigint.clone()), END).at(END, Lifecycle::JournalRelinquished),
            false,
            "clean reboot",
        ),
        (
            "/var left, unclean next boot",
            stop_burst(new().at(END - 5, sigint), END).at(END, Lifecycle::JournalRelinquished),
            true,
            "unexpected shutdown_unfinished",
        ),
        ("last lines missing, nothing unclean", begun(Verb::Reboot), false, "clean reboot"),
        (
            "last lines missing, back after half an hour",
            begun(Verb::Reboot).gap(1800),
            false,
            "unexpected shutdown_unfinished",
        ),
        ("power-off, on again the next day", begun(Verb::Poweroff).gap(80_000), false, "clean poweroff"),
        (
            "last lines missing, unclean next boot",
            begun(Verb::Reboot),
            true,
            "unexpected shutdown_unfinished",
        ),
        (
            "a stop job hung",
            begun(Verb::Reboot).at(END, stop_timed_out),
            false,
            "unexpected shutdown_unfinished",
        ),
        (
            "only the intent, unclean next boot",
            new().at(END, intent(Verb::Poweroff)),
            true,
            "unexpected shutdown_unfinished",
        ),
        ("journal closed, nothing else", new().at(END, Lifecycle::JournalStopped), false, "clean reboot"),
        (
            "journal closed, unclean next boot",
            new().at(END, Lifecycle::JournalStopped),
            true,
            "unexpected abrupt",
        ),
    ];
    check(rows);
}

/// A syslog daemon is stopped before the last targets, so its files never hold a shutdown's end.
#[test]
fn a_syslog_daemon_stopped_in_the_shutdown() {
    let new = Made::new;
    let begun = || new().at(END - 1, intent(Verb::Reboot)).gap(600);
    let rows = [
        ("the last line", begun().at(END, Lifecycle::SyslogStopped), false, "clean reboot"),
        (
            "unclean next boot",
            begun().at(END, Lifecycle::SyslogStopped),
            true,
            "unexpected shutdown_unfinished",
        ),
        ("nobody asked", new().at(END, Lifecycle::SyslogStopped), false, "unexpected abrupt"),
        (
            "something goes on behind it",
            new().at(END - 60, intent(Verb::Reboot)).at(END - 50, Lifecycle::SyslogStopped).gap(600),
            false,
            "unexpected shutdown_unfinished",
        ),
    ];
    check(rows);
}

/// How a boot ended may stand in the lines that damage took.
#[test]
fn an_end_that_could_not_be_read() {
    let new = Made::new;
    let rows = [
        ("no line of an end", new().unread(), false, "undetermined rotated"),
        ("unclean next boot", new().unread(), true, "unexpected abrupt"),
        ("the end was read", new().shut_down().unread(), false, "clean reboot"),
        (
            "a shutdown begins",
            new().at(END, intent(Verb::Reboot)).gap(600).unread(),
            false,
            "undetermined rotated",
        ),
    ];
    check(rows);
}

#[test]
fn marks_in_mid_boot_are_no_end() {
    let new = Made::new;
    let soft = new()
        .at(3000, intent(Verb::SoftReboot))
        .at(3001, Lifecycle::JournalStopped)
        .at(3002, Lifecycle::SystemdStarted);
    let stack = (0..9).fold(new(), |made, i| made.at(END - 5, stopping(&format!("docker-app{i}.service"))));
    let rows = [
        ("a soft reboot", soft, true, "unexpected abrupt"),
        (
            "a soft reboot just before",
            new().at(END - 60, stopping("multi-user.target")).at(END - 50, Lifecycle::SoftRebooted),
            true,
            "unexpected abrupt",
        ),
        (
            "journald restarted",
            new().at(END - 60, Lifecycle::JournalStopped).at(END - 59, Lifecycle::JournalStarted),
            true,
            "unexpected abrupt",
        ),
        (
            "a shutdown cancelled",
            new().at(END - 60, intent(Verb::Reboot)).at(END - 50, Lifecycle::ShutdownCancelled),
            true,
            "unexpected abrupt",
        ),
        ("a stack of containers stopped", stack, true, "unexpected abrupt"),
        ("an intent hours ago", new().at(600, intent(Verb::Reboot)), true, "unexpected abrupt"),
    ];
    check(rows);
}

#[test]
fn thermal_trips() {
    let new = Made::new;
    let rows = [
        ("the last line", new().at(END, trip()), true, "unexpected thermal_trip"),
        ("orderly after it", new().at(END - 12, trip()).shut_down(), false, "unexpected thermal_trip"),
        (
            "a user's reboot four minutes later",
            new().at(END - 240, trip()).shut_down(),
            false,
            "clean reboot",
        ),
        (
            "averted hours ago",
            new().at(600, trip()).at(610, Lifecycle::ShutdownCancelled),
            true,
            "unexpected abrupt",
        ),
        (
            "a thermal daemon powers off",
            new()
                .at(END - 9, Userspace::ThermalDaemon { critical: true })
                .at(END - 8, intent(Verb::Poweroff))
                .at(END, Lifecycle::ShuttingDown),
            false,
            "unexpected thermal_trip",
        ),
        (
            "a thermal daemon warns",
            new().at(END - 12, Userspace::ThermalDaemon { critical: false }).shut_down(),
            false,
            "clean reboot",
        ),
    ];
    check(rows);
}

#[test]
fn silent_ends() {
    let new = Made::new;
    let panic = Kernel::Panic { reason: "Fatal exception".to_owned(), memory: false };
    let asleep = new().at(END - 1, Lifecycle::SleepStarted).at(END, Kernel::SuspendEntry);
    let woken = new().at(600, Lifecycle::SleepStarted).at(700, Lifecycle::SleepStopped);
    let rows = [
        ("nothing", new(), true, "unexpected abrupt"),
        ("nothing, clean next boot", new(), false, "unexpected abrupt"),
        ("asleep", asleep, true, "unexpected suspended"),
        ("woken long before", woken, true, "unexpected abrupt"),
        ("a panic", new().at(END, panic.clone()), true, "unexpected panic"),
        ("a panic on the way down", new().shut_down().at(END, panic), false, "unexpected panic"),
        (
            "a program's lines only, and a list of logins",
            Made::default()
                .at(3, Lifecycle::BootRecorded { crash: false })
                .at(END, Userspace::ThermalDaemon { critical: false }),
            false,
            "undetermined no_system_entries",
        ),
        ("a user's entries only", new().user_only(), true, "undetermined no_system_entries"),
        (
            "the kernel's lines only, clean next boot",
            Made::default().at(3, Kernel::WatchdogArmed),
            false,
            "undetermined no_system_entries",
        ),
        ("the kernel's lines only", Made::default().at(3, Kernel::WatchdogArmed), true, "unexpected abrupt"),
    ];
    check(rows);
}

#[test]
fn resets_told_by_the_next_boot() {
    let told = |bits| Made::new().at(3, Kernel::ResetReason { bits, text: String::new() });
    for (shows, boots, expected) in [
        ("watchdog", vec![Made::new(), told(0x0200_0800)], "unexpected watchdog"),
        ("the same register as before", vec![told(0x0200_0800), told(0x0200_0800)], "unexpected abrupt"),
        (
            "a kernel that clears it",
            vec![told(0x0200_0800), told(0x0200_0800).kernel("6.18.0")],
            "unexpected watchdog",
        ),
        ("trip pin", vec![Made::new(), told(0x801)], "unexpected thermal_trip"),
        ("sync flood", vec![Made::new(), told(0x0800_0800)], "unexpected firmware_reset"),
        ("all ones", vec![Made::new(), told(u32::MAX)], "unexpected abrupt"),
    ] {
        assert_eq!(ending(boots), expected, "{shows}");
    }
}

#[test]
fn the_newest_boot_runs_until_it_is_said_to_have_ended() {
    let timeline = timeline(&[Made::new(), Made::new()]);
    for (ended, expected) in [(false, "running"), (true, "unexpected")] {
        assert_eq!(end_of(&timeline, 1, Options { ended }).ending.name(), expected);
    }
    let live = timeline.boots[1].clone();
    let timeline = timeline::Timeline {
        boots: vec![timeline::BootTimeline { is_live: true, ..live }],
        ..timeline::Timeline::default()
    };
    assert_eq!(end_of(&timeline, 0, Options::default()).running_basis, Some("live"));
}

fn check<const N: usize>(rows: [(&str, Made, bool, &str); N]) {
    for (shows, made, unclean, expected) in rows {
        assert_eq!(with_next(made, unclean), expected, "{shows}");
    }
}
