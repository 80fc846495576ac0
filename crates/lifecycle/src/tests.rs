//! The table as a whole: its examples, whole endings line by line, and lines that are nobody's.

use model::event::lifecycle::Lifecycle;
use model::{EventKind, Id128, Record, Transport};
use proptest::prelude::*;

use crate::SIGNALS;

/// A record as `who` would leave it. `how` is a transport, or `pid1` for PID 1's socket.
pub(crate) fn record(who: &str, how: &str, message: &str, fields: &[(&str, &str)]) -> Record {
    let mut record = Record {
        message: message.to_owned(),
        identifier: Some(who.into()),
        transport: Transport::parse(if how == "pid1" { "journal" } else { how }),
        pid: match how {
            "pid1" => Some(1),
            "kernel" => None,
            _ => Some(1411),
        },
        ..Record::default()
    };
    for &(key, value) in fields {
        match key {
            "MESSAGE_ID" => record.message_id = Id128::parse(value),
            "_COMM" => record.comm = Some(value.into()),
            "_SYSTEMD_UNIT" => record.unit = Some(value.into()),
            _ => record.fields.push((key.into(), value.into())),
        }
    }
    record
}

/// What the table makes of such a record, as `{:?}` shows it.
pub(crate) fn read(who: &str, how: &str, message: &str, fields: &[(&str, &str)]) -> Option<String> {
    let record = record(who, how, message, fields);
    model::signal::read_with(SIGNALS, &record).map(|(_, event)| format!("{event:?}"))
}

#[test]
fn every_example_is_read_by_its_row() {
    model::signal::check_table(SIGNALS).unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = SIGNALS.iter().map(|signal| signal.name).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
}

/// Shapes of endings: who, how, message, `MESSAGE_ID` (first eight digits) and `UNIT` or `SHUTDOWN`, event.
type Line = (&'static str, &'static str, &'static str, &'static str, &'static str, Option<&'static str>);

const IDS: [&str; 8] = [
    "39f53479d3a045ac8e11786248231fbf",
    "7ad2d189f7e94e70a38c781354912448",
    "98268866d1d54a499c4e98921d93bc40",
    "9d1aaa27d60140bd96365438aad20286",
    "de5b426a63be47a7b6ac3eaac82e2f6f",
    "d93fb3c9c24d451a97cea615ce59c00b",
    "9e7066279dc8403da79ce4b1a69064b2",
    "6bbd95ee977941e497c48be27c254128",
];

fn check(ending: &[Line]) {
    for &(who, how, message, id, value, event) in ending {
        let id = IDS.iter().find(|full| !id.is_empty() && full.starts_with(id)).copied().unwrap_or_default();
        let key = match who {
            "systemd-logind" if id.starts_with("9826") => "SHUTDOWN",
            "systemd-logind" => "ACTION",
            "systemd-sleep" => "SLEEP",
            _ => "UNIT",
        };
        let fields = [("MESSAGE_ID", id), (key, value)];
        let fields = if value.is_empty() { &fields[..1] } else { &fields[..] };
        let found = read(who, how, message, fields);
        let expected = event.map(|event| format!("Lifecycle({event})"));
        assert_eq!(found, expected, "{who}: {message}");
    }
}

#[test]
fn poweroff_systemd_257() {
    check(&[
        (
            "systemd-logind",
            "journal",
            "The system will power off now!",
            "9e706627",
            "poweroff",
            Some("ShutdownRequested { verb: Poweroff, operator: None }"),
        ),
        (
            "systemd-logind",
            "journal",
            "System is powering down.",
            "98268866",
            "power-off",
            Some("ShutdownRequested { verb: Poweroff, operator: None }"),
        ),
        (
            "systemd",
            "pid1",
            "Removed slice system-modprobe.slice - Slice /system/modprobe.",
            "9d1aaa27",
            "system-modprobe.slice",
            Some("UnitStopping { unit: \"system-modprobe.slice\" }"),
        ),
        (
            "systemd",
            "pid1",
            "systemd-logind.service: Deactivated successfully.",
            "7ad2d189",
            "systemd-logind.service",
            Some("UnitEnded { unit: \"systemd-logind.service\" }"),
        ),
        (
            "systemd",
            "pid1",
            "Unmounted boot-efi.mount - /boot/efi.",
            "9d1aaa27",
            "boot-efi.mount",
            Some("UnitStopping { unit: \"boot-efi.mount\" }"),
        ),
        (
            "systemd",
            "pid1",
            "Reached target shutdown.target - System Shutdown.",
            "39f53479",
            "shutdown.target",
            Some("ShutdownTarget { target: \"shutdown\" }"),
        ),
        (
            "systemd",
            "pid1",
            "Reached target umount.target - Unmount All Filesystems.",
            "39f53479",
            "umount.target",
            Some("ShutdownTarget { target: \"umount\" }"),
        ),
        (
            "systemd",
            "pid1",
            "Reached target final.target - Late Shutdown Services.",
            "39f53479",
            "final.target",
            Some("ShutdownTarget { target: \"final\" }"),
        ),
        (
            "systemd",
            "pid1",
            "systemd-poweroff.service: Deactivated successfully.",
            "7ad2d189",
            "systemd-poweroff.service",
            Some("UnitEnded { unit: \"systemd-poweroff.service\" }"),
        ),
        (
            "systemd",
            "pid1",
            "Finished systemd-poweroff.service - System Power Off.",
            "39f53479",
            "systemd-poweroff.service",
            Some("ShutdownTarget { target: \"poweroff\" }"),
        ),
        (
            "systemd",
            "pid1",
            "Reached target poweroff.target - System Power Off.",
            "39f53479",
            "poweroff.target",
            Some("ShutdownTarget { target: \"poweroff\" }"),
        ),
        ("systemd", "pid1", "Shutting down.", "", "", Some("ShuttingDown")),
        (
            "systemd",
            "pid1",
            "Using hardware watchdog 'i6300ESB timer', version 0, device /dev/watchdog0",
            "",
            "",
            None,
        ),
        (
            "systemd-shutdown",
            "kernel",
            "Using hardware watchdog 'i6300ESB timer', version 0, device /dev/watchdog0",
            "",
            "",
            Some("SystemdShutdown"),
        ),
        (
            "systemd-shutdown",
            "kernel",
            "Syncing filesystems and block devices.",
            "",
            "",
            Some("SystemdShutdown"),
        ),
        (
            "systemd-shutdown",
            "kernel",
            "Sending SIGTERM to remaining processes...",
            "",
            "",
            Some("SystemdShutdown"),
        ),
        (
            "systemd-journald",
            "kernel",
            "Received SIGTERM from PID 1 (systemd-shutdow).",
            "",
            "",
            Some("JournaldTerminated"),
        ),
        ("systemd-journald", "driver", "Journal stopped", "d93fb3c9", "", Some("JournalStopped")),
    ]);
}

#[test]
fn reboot_systemd_237_without_ids() {
    check(&[
        (
            "systemd-logind",
            "journal",
            "System is rebooting.",
            "",
            "",
            Some("ShutdownRequested { verb: Reboot, operator: None }"),
        ),
        (
            "systemd",
            "pid1",
            "Stopping Session 4 of user ops.",
            "",
            "",
            Some("UnitStopping { unit: \"Session 4 of user ops\" }"),
        ),
        ("systemd", "pid1", "Stopped target Timers.", "", "", Some("UnitStopping { unit: \"Timers\" }")),
        ("systemd", "pid1", "Unmounting /boot/efi...", "", "", Some("UnitStopping { unit: \"/boot/efi\" }")),
        (
            "systemd",
            "pid1",
            "Reached target Unmount All Filesystems.",
            "",
            "",
            Some("ShutdownTarget { target: \"umount\" }"),
        ),
        (
            "systemd",
            "pid1",
            "Reached target Shutdown.",
            "",
            "",
            Some("ShutdownTarget { target: \"shutdown\" }"),
        ),
        (
            "systemd",
            "pid1",
            "Reached target Final Step.",
            "",
            "",
            Some("ShutdownTarget { target: \"final\" }"),
        ),
        ("systemd", "pid1", "Starting Reboot...", "", "", Some("ShutdownTarget { target: \"reboot\" }")),
        ("systemd", "pid1", "Started Reboot.", "", "", Some("ShutdownTarget { target: \"reboot\" }")),
        ("systemd", "pid1", "Reached target Reboot.", "", "", Some("ShutdownTarget { target: \"reboot\" }")),
        ("systemd", "pid1", "Shutting down.", "", "", Some("ShuttingDown")),
    ]);
}

#[test]
fn soft_reboot_in_mid_boot() {
    check(&[
        (
            "systemd-logind",
            "journal",
            "The system will reboot now!",
            "9e706627",
            "reboot",
            Some("ShutdownRequested { verb: Reboot, operator: None }"),
        ),
        (
            "systemd-logind",
            "journal",
            "System userspace is rebooting.",
            "98268866",
            "soft-reboot",
            Some("ShutdownRequested { verb: SoftReboot, operator: None }"),
        ),
        (
            "systemd-journald",
            "kernel",
            "Received SIGTERM from PID 1 (systemd).",
            "",
            "",
            Some("JournaldTerminated"),
        ),
        ("systemd-journald", "driver", "Journal stopped", "d93fb3c9", "", Some("JournalStopped")),
        (
            "systemd",
            "kernel",
            "Stopping systemd-journald.service - Journal Service...",
            "",
            "",
            Some("UnitStopping { unit: \"systemd-journald.service\" }"),
        ),
        (
            "systemd",
            "kernel",
            "Reached target shutdown.target - System Shutdown.",
            "",
            "",
            Some("ShutdownTarget { target: \"shutdown\" }"),
        ),
        (
            "systemd",
            "kernel",
            "Finished systemd-soft-reboot.service - Reboot System Userspace.",
            "",
            "",
            Some("ShutdownTarget { target: \"soft-reboot\" }"),
        ),
        (
            "systemd",
            "kernel",
            "Reached target soft-reboot.target - Reboot System Userspace.",
            "",
            "",
            Some("ShutdownTarget { target: \"soft-reboot\" }"),
        ),
        ("systemd", "kernel", "Soft-rebooting.", "", "", Some("SoftRebooted")),
        (
            "systemd",
            "kernel",
            "systemd 257.13-1~deb13u1 running in system mode (+PAM +AUDIT)",
            "",
            "",
            Some("SystemdStarted"),
        ),
        (
            "systemd",
            "kernel",
            "Stopped target soft-reboot.target - Reboot System Userspace.",
            "",
            "",
            Some("UnitStopping { unit: \"soft-reboot.target\" }"),
        ),
    ]);
}

#[test]
fn suspended_for_ever() {
    check(&[
        ("systemd-logind", "journal", "The system will suspend now!", "9e706627", "suspend", None),
        ("systemd", "pid1", "Reached target sleep.target - Sleep.", "39f53479", "sleep.target", None),
        (
            "systemd",
            "pid1",
            "Starting systemd-suspend.service - System Suspend...",
            "",
            "systemd-suspend.service",
            None,
        ),
        (
            "systemd-sleep",
            "journal",
            "Entering sleep state 'suspend'...",
            "6bbd95ee",
            "suspend",
            Some("SleepStarted"),
        ),
    ]);
}

#[test]
fn abrupt_ends_have_no_mark() {
    check(&[
        (
            "systemd",
            "pid1",
            "e2scrub_reap.service: Deactivated successfully.",
            "7ad2d189",
            "e2scrub_reap.service",
            Some("UnitEnded { unit: \"e2scrub_reap.service\" }"),
        ),
        (
            "systemd",
            "pid1",
            "Reached target multi-user.target - Multi-User System.",
            "39f53479",
            "multi-user.target",
            None,
        ),
        ("kernel", "kernel", "powernow_k8: Power state transitions not supported", "", "", None),
        (
            "systemd-journald",
            "driver",
            "Time spent on flushing to /var/log/journal/0123456789abcdef0123456789abcdef is 14.9ms for 565 entries.",
            "",
            "",
            None,
        ),
        ("scn", "syslog", "about to do idle", "", "", None),
    ]);
}

#[test]
fn quoted_words_are_no_evidence() {
    let relayed = [
        ("_COMM", "dockerd"),
        ("_SYSTEMD_UNIT", "docker.service"),
        ("CONTAINER_ID", "0a1b2c3d4e5f"),
        ("_UID", "0"),
    ];
    for signal in SIGNALS {
        for example in signal.examples {
            // Whatever the container calls itself.
            for who in ["0a1b2c3d4e5f", "systemd", "systemd-logind", "sudo", "upsmon", "nvsentinel-reboot"] {
                assert_eq!(
                    read(who, "journal", example.message, &relayed),
                    None,
                    "{}: {}",
                    signal.name,
                    example.message
                );
            }
            assert_eq!(read("kernel", "kernel", example.message, &[]), None, "{}", signal.name);
        }
    }
}

#[test]
fn a_container_s_own_systemd_is_not_the_host_s() {
    let scope = [
        ("_COMM", "systemd-logind"),
        ("_SYSTEMD_UNIT", "docker-0a1b2c3d4e5f.scope"),
        ("MESSAGE_ID", "98268866d1d54a499c4e98921d93bc40"),
        ("SHUTDOWN", "power-off"),
    ];
    assert_eq!(read("systemd-logind", "journal", "System is powering down.", &scope), None);
}

fn any_record() -> impl Strategy<Value = Record> {
    let examples: Vec<&'static str> =
        SIGNALS.iter().flat_map(|signal| signal.examples).map(|e| e.message).collect();
    let words = SIGNALS.iter().flat_map(|signal| signal.needles).copied().collect::<Vec<_>>();
    let message = prop_oneof![
        any::<String>(),
        (any::<String>(), proptest::sample::select(words), any::<String>())
            .prop_map(|(a, b, c)| format!("{a}{b}{c}")),
        (proptest::sample::select(examples), any::<prop::sample::Index>()).prop_map(|(text, at)| {
            let cut = at.index(text.len() + 1);
            text.char_indices().take_while(|(i, _)| *i < cut).map(|(_, c)| c).collect()
        }),
    ];
    let ids: Vec<Id128> = crate::INDEXED_IDS.iter().chain(crate::BULK_IDS).copied().collect();
    (message, proptest::option::of(proptest::sample::select(ids)), any::<String>()).prop_map(
        |(message, message_id, value)| Record {
            message,
            message_id,
            fields: vec![("UNIT".into(), value.as_str().into()), ("SHUTDOWN".into(), value.into())],
            ..Record::default()
        },
    )
}

proptest! {
    #[test]
    fn nothing_panics(record in any_record()) {
        for signal in SIGNALS {
            let _ = (signal.parse)(&record);
            let _ = (signal.parse)(&Record { fields: Vec::new(), ..record.clone() });
        }
    }

    #[test]
    fn only_the_listened_to_are_heard(record in any_record()) {
        let mut record = record;
        record.identifier = Some("stranger".into());
        record.transport = Transport::Stdout;
        record.pid = Some(4242);
        prop_assert!(model::signal::read_with(SIGNALS, &record).is_none());
    }
}

#[test]
fn an_event_of_each_kind_is_in_the_examples() {
    let shown: Vec<EventKind> = SIGNALS
        .iter()
        .flat_map(|signal| signal.examples.iter().map(move |e| model::signal::example_record(signal, e)))
        .filter_map(|record| model::signal::read_with(SIGNALS, &record).map(|(_, event)| event))
        .collect();
    assert!(shown.contains(&EventKind::Lifecycle(Lifecycle::SoftRebooted)));
    assert!(shown.len() > 120, "{}", shown.len());
}
