//! What PID 1 says of its own start and end, and what systemd-shutdown says after it.
//!
//! PID 1's texts are never translated. Before journald runs, and in a soft reboot, they arrive through the
//! kernel's buffer, without `MESSAGE_ID` and `UNIT`.

use std::sync::LazyLock;

use model::event::Kernel;
use model::event::lifecycle::{Lifecycle, Requester, Verb};
use model::{EventKind, Example, Listen, Record, Signal};
use regex::Regex;

use crate::{ids, life, units};

pub(crate) const STARTED: Signal = Signal {
    name: "life.systemd_started",
    listen: Listen::Pid1,
    message_ids: &[],
    needles: &["running in system mode"],
    parse: |record| {
        record.message.starts_with("systemd ").then_some(())?;
        life(Lifecycle::SystemdStarted)
    },
    examples: &[
        Example {
            message: "systemd 255.4-1ubuntu8 running in system mode (+PAM +AUDIT +SELINUX)",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(SystemdStarted)",
        },
        Example {
            message: "systemd 237 running in system mode. (+PAM +AUDIT +SELINUX)",
            fields: &[],
            event: "Lifecycle(SystemdStarted)",
        },
    ],
};

/// Also said of the new userspace after a soft reboot.
pub(crate) const STARTUP_FINISHED: Signal = Signal {
    name: "life.startup_finished",
    listen: Listen::Pid1,
    message_ids: &[ids::STARTUP_FINISHED],
    needles: &["Startup finished in ", "Soft-reboot finished in "],
    parse: |_| life(Lifecycle::StartupFinished),
    examples: &[
        Example {
            message: "Startup finished in 11.350s (kernel) + 20.925s (userspace) = 32.276s.",
            fields: &[],
            event: "Lifecycle(StartupFinished)",
        },
        Example {
            message: "Soft-reboot finished in 31.979s, counter is now at 1.",
            fields: &[],
            event: "Lifecycle(StartupFinished)",
        },
    ],
};

pub(crate) const SHUTTING_DOWN: Signal = Signal {
    name: "life.shutting_down",
    listen: Listen::Pid1,
    message_ids: &[],
    needles: &["Shutting down."],
    parse: |record| {
        (record.message == "Shutting down.").then_some(())?;
        life(Lifecycle::ShuttingDown)
    },
    examples: &[Example { message: "Shutting down.", fields: &[], event: "Lifecycle(ShuttingDown)" }],
};

pub(crate) const SOFT_REBOOTED: Signal = Signal {
    name: "life.soft_rebooted",
    listen: Listen::Pid1,
    message_ids: &[],
    needles: &["Soft-rebooting."],
    parse: |_| life(Lifecycle::SoftRebooted),
    examples: &[Example {
        message: "Soft-rebooting.",
        fields: &[("_TRANSPORT", "kernel")],
        event: "Lifecycle(SoftRebooted)",
    }],
};

/// Signals that PID 1 takes as orders. SIGINT from the kernel is Ctrl-Alt-Del: such a reboot has no line of
/// logind. The numbered signals are systemd(1)'s; those of 13 and up act at once.
pub(crate) const SIGNALLED: Signal = Signal {
    name: "life.pid1_signalled",
    listen: Listen::Pid1,
    message_ids: &[],
    needles: &["Received SIGINT", "Received SIGRTMIN+"],
    parse: signalled,
    examples: &[
        Example {
            message: "Received SIGINT.",
            fields: &[],
            event: "Lifecycle(Asked { by: CtrlAltDel, verb: Reboot, forced: false })",
        },
        Example {
            message: "Received SIGINT from PID 2817 (kill).",
            fields: &[],
            event: "Lifecycle(Asked { by: Program { name: \"kill\" }, verb: Reboot, forced: false })",
        },
        Example {
            message: "Received SIGRTMIN+4 from PID 2817 (powerd).",
            fields: &[],
            event: "Lifecycle(Asked { by: Program { name: \"powerd\" }, verb: Poweroff, forced: false })",
        },
        Example {
            message: "Received SIGRTMIN+15 from PID 2817 (n/a).",
            fields: &[],
            event: "Lifecycle(ForcedReboot { text: \"Received SIGRTMIN+15 from PID 2817 (n/a).\" })",
        },
    ],
};

fn signalled(record: &Record) -> Option<EventKind> {
    static LINE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^Received SIG(INT|RTMIN\+(\d+))(?: from PID \d+ \((.*)\))?\.$")
            .expect("a constant pattern")
    });
    let line = LINE.captures(&record.message)?;
    let verb = match line.get(2).map(|number| number.as_str()) {
        None | Some("5") => Verb::Reboot,
        Some("3") => Verb::Halt,
        Some("4") => Verb::Poweroff,
        Some("6") => Verb::Kexec,
        Some("7") => Verb::SoftReboot,
        Some("13" | "14" | "15" | "16") => {
            return life(Lifecycle::ForcedReboot { text: record.message.clone() });
        }
        Some(_) => return None,
    };
    let by = match (line.get(3), line.get(2)) {
        (Some(sender), _) => Requester::Program { name: sender.as_str().to_owned() },
        (None, None) => Requester::CtrlAltDel,
        (None, Some(_)) => Requester::Program { name: "signal".to_owned() },
    };
    life(Lifecycle::Asked { by, verb, forced: false })
}

/// Without an orderly shutdown: emergency actions that end in `-force` or `-immediate` (systemd
/// `emergency-action.c`), seven presses of Ctrl-Alt-Del, and what follows a crash of PID 1.
pub(crate) const FORCED: Signal = Signal {
    name: "life.forced_reboot",
    listen: Listen::Pid1,
    message_ids: &[],
    needles: &["Forcibly ", " immediately", "Rebooting now...", "Rebooting in 10s..."],
    parse: forced,
    examples: &[
        Example {
            message: "Rebooting immediately: Ctrl-Alt-Del was pressed more than 7 times within 2s",
            fields: &[],
            event: "Lifecycle(ForcedReboot { text: \"Rebooting immediately: Ctrl-Alt-Del was pressed more than 7 times within 2s\" })",
        },
        Example {
            message: "Forcibly rebooting: unit gpu-guard.service failed",
            fields: &[],
            event: "Lifecycle(ForcedReboot { text: \"Forcibly rebooting: unit gpu-guard.service failed\" })",
        },
        Example {
            message: "Forcibly powering off: job timed out",
            fields: &[],
            event: "Lifecycle(ForcedReboot { text: \"Forcibly powering off: job timed out\" })",
        },
        Example {
            message: "Rebooting now...",
            fields: &[],
            event: "Lifecycle(ForcedReboot { text: \"Rebooting now...\" })",
        },
    ],
};

fn forced(record: &Record) -> Option<EventKind> {
    const STARTS: [&str; 10] = [
        "Rebooting immediately",
        "Powering off immediately",
        "Halting immediately",
        "Executing kexec immediately",
        "Forcibly rebooting",
        "Forcibly powering off",
        "Forcibly halting",
        "Forcibly executing kexec",
        "Rebooting now...",
        "Rebooting in 10s...",
    ];
    STARTS.iter().any(|start| record.message.starts_with(start)).then_some(())?;
    life(Lifecycle::ForcedReboot { text: record.message.clone() })
}

/// Emergency actions that shut down in order: `FailureAction=reboot` and its like.
pub(crate) const ACTION: Signal = Signal {
    name: "life.emergency_action",
    listen: Listen::Pid1,
    message_ids: &[],
    needles: &["ebooting: ", "Powering off: ", "Halting: ", "Executing kexec: ", " as result of failure"],
    parse: action,
    examples: &[
        Example {
            message: "Rebooting: unit gpu-guard.service failed",
            fields: &[],
            event: "Lifecycle(Asked { by: Program { name: \"gpu-guard.service\" }, verb: Reboot, forced: false })",
        },
        Example {
            message: "Powering off: job timed out",
            fields: &[],
            event: "Lifecycle(Asked { by: Program { name: \"job timed out\" }, verb: Poweroff, forced: false })",
        },
    ],
};

fn action(record: &Record) -> Option<EventKind> {
    static LINE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^(Rebooting|Powering off|Halting|Executing kexec|Soft-rebooting)(?::| as result of failure)\s*(?:unit (\S+)|(.*))",
        )
        .expect("a constant pattern")
    });
    let line = LINE.captures(&record.message)?;
    let verb = match &line[1] {
        "Rebooting" => Verb::Reboot,
        "Powering off" => Verb::Poweroff,
        "Halting" => Verb::Halt,
        "Executing kexec" => Verb::Kexec,
        _ => Verb::SoftReboot,
    };
    let why = line.get(2).or(line.get(3)).map_or("", |why| why.as_str());
    let name = if why.len() < 2 { "systemd" } else { why };
    life(Lifecycle::Asked { by: Requester::Program { name: name.to_owned() }, verb, forced: false })
}

/// PID 1 crashed; it then freezes or reboots.
pub(crate) const FROZEN: Signal = Signal {
    name: "life.init_frozen",
    listen: Listen::Pid1,
    message_ids: &[
        ids::CRASH_FREEZE,
        ids::CRASH_SYSTEMD_SIGNAL,
        ids::CRASH_PROCESS_SIGNAL,
        ids::CRASH_COREDUMP_PID,
    ],
    needles: &["Freezing execution", "Caught <"],
    parse: |_| life(Lifecycle::InitFrozen),
    examples: &[
        Example { message: "Freezing execution.", fields: &[], event: "Lifecycle(InitFrozen)" },
        Example {
            message: "Caught <SEGV>, dumped core as pid 4711.",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(InitFrozen)",
        },
        Example {
            message: "Caught <ABRT> from our own process.",
            fields: &[("MESSAGE_ID", "83f84b35ee264f74a3896a9717af34cb")],
            event: "Lifecycle(InitFrozen)",
        },
    ],
};

/// Also said while shutting down, for the reboot watchdog: then it means nothing.
pub(crate) const WATCHDOG_ARMED: Signal = Signal {
    name: "life.watchdog_armed",
    listen: Listen::Pid1,
    message_ids: &[],
    needles: &["Watchdog running with a ", "Set hardware watchdog to "],
    parse: |_| Some(EventKind::Kernel(Kernel::WatchdogArmed)),
    examples: &[
        Example {
            message: "Watchdog running with a hardware timeout of 30s.",
            fields: &[],
            event: "Kernel(WatchdogArmed)",
        },
        // Before v249.
        Example { message: "Set hardware watchdog to 30s.", fields: &[], event: "Kernel(WatchdogArmed)" },
    ],
};

/// systemd-shutdown replaces PID 1 and writes to the kernel's buffer. Of its lines only the first few can be
/// kept: it soon kills journald.
pub(crate) const SYSTEMD_SHUTDOWN: Signal = Signal {
    name: "life.systemd_shutdown",
    listen: Listen::Program("systemd-shutdown"),
    message_ids: &[],
    needles: &[
        "Syncing filesystems and block devices",
        "remaining processes",
        "hardware watchdog",
        "hardware timeout",
        "Unmounting file systems",
        "ll filesystems unmounted",
        "Remounting ",
        "Rebooting",
        "Powering off",
        "Halting system",
    ],
    parse: |_| life(Lifecycle::SystemdShutdown),
    examples: &[
        Example {
            message: "Syncing filesystems and block devices.",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(SystemdShutdown)",
        },
        Example {
            message: "Sending SIGTERM to remaining processes...",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(SystemdShutdown)",
        },
        Example {
            message: "Watchdog running with a hardware timeout of 10min.",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(SystemdShutdown)",
        },
    ],
};

/// A stage of the shutdown: by `UNIT=`, else by the text in each of its formats and names.
pub(crate) const TARGET: Signal = Signal {
    name: "life.shutdown_target",
    listen: Listen::Pid1,
    message_ids: &[ids::UNIT_STARTED],
    needles: &[
        "Reached target ",
        "Starting Reboot",
        "Starting Power",
        "Starting Halt",
        "Started ",
        "Finished ",
    ],
    parse: target,
    examples: &[
        Example {
            message: "Reached target umount.target - Unmount All Filesystems.",
            fields: &[("UNIT", "umount.target"), ("JOB_TYPE", "start")],
            event: "Lifecycle(ShutdownTarget { target: \"umount\" })",
        },
        Example {
            message: "Finished systemd-reboot.service - System Reboot.",
            fields: &[("UNIT", "systemd-reboot.service"), ("JOB_TYPE", "start")],
            event: "Lifecycle(ShutdownTarget { target: \"reboot\" })",
        },
        Example {
            message: "Reached target soft-reboot.target - Reboot System Userspace.",
            fields: &[("_TRANSPORT", "kernel"), ("MESSAGE_ID", "")],
            event: "Lifecycle(ShutdownTarget { target: \"soft-reboot\" })",
        },
        Example {
            message: "Reached target Shutdown.",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(ShutdownTarget { target: \"shutdown\" })",
        },
    ],
};

const TARGETS: [&str; 8] =
    ["umount", "shutdown", "final", "reboot", "poweroff", "halt", "kexec", "soft-reboot"];

fn target(record: &Record) -> Option<EventKind> {
    let target = match record.field("UNIT") {
        // A job's end bears the id also where the unit was skipped.
        Some(unit) if !record.message.contains("skipped") => of_unit(unit)?,
        Some(_) => return None,
        None => of_text(&record.message)?,
    };
    life(Lifecycle::ShutdownTarget { target: target.to_owned() })
}

/// The stage that a unit stands for. `systemd-reboot.service` and its like run last of all, after
/// `final.target`.
fn of_unit(unit: &str) -> Option<&'static str> {
    let stem = match unit.strip_suffix(".target") {
        Some(stem) => stem,
        None => unit
            .strip_prefix("systemd-")?
            .strip_suffix(".service")
            .filter(|stem| matches!(*stem, "reboot" | "poweroff" | "halt" | "kexec" | "soft-reboot"))?,
    };
    TARGETS.iter().find(|target| **target == stem).copied()
}

fn of_text(text: &str) -> Option<&'static str> {
    let (is_target, rest) = match text.strip_prefix("Reached target ") {
        Some(rest) => (true, rest),
        None => (false, ["Starting ", "Started ", "Finished "].iter().find_map(|v| text.strip_prefix(v))?),
    };
    let (unit, description) = units::split(rest);
    if let Some(unit) = unit {
        return of_unit(unit);
    }
    Some(match description? {
        "Unmount All Filesystems" if is_target => "umount",
        "Shutdown" | "System Shutdown" if is_target => "shutdown",
        "Final Step" | "Late Shutdown Services" if is_target => "final",
        "Reboot" | "System Reboot" => "reboot",
        "Power-Off" | "Power Off" | "System Power Off" | "System Power-Off" => "poweroff",
        "Halt" | "System Halt" => "halt",
        "Reboot via kexec" => "kexec",
        "Reboot System Userspace" => "soft-reboot",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::read;

    #[test]
    fn names_of_all_ages() {
        for (text, target) in [
            ("Reached target Shutdown.", Some("shutdown")),
            ("Reached target System Shutdown.", Some("shutdown")),
            ("Reached target shutdown.target - System Shutdown.", Some("shutdown")),
            ("Reached target shutdown.target.", Some("shutdown")),
            ("Reached target Final Step.", Some("final")),
            ("Reached target Late Shutdown Services.", Some("final")),
            ("Reached target Unmount All Filesystems.", Some("umount")),
            ("Starting Reboot...", Some("reboot")),
            ("Started Reboot.", Some("reboot")),
            ("Finished System Reboot.", Some("reboot")),
            ("Finished Power-Off.", Some("poweroff")),
            ("Finished System Power Off.", Some("poweroff")),
            ("Finished systemd-soft-reboot.service - Reboot System Userspace.", Some("soft-reboot")),
            ("Reached target System Power Off.", Some("poweroff")),
            ("Reached target kexec.target - Reboot via kexec.", Some("kexec")),
            ("Reached target Multi-User System.", None),
            ("Reached target sleep.target - Sleep.", None),
            ("Started Shutdown.", None),
            ("Started reboot-notifier.service - Reboot.", None),
            ("Stopped target Shutdown.", None),
        ] {
            assert_eq!(of_text(text), target, "{text}");
        }
    }

    #[test]
    fn what_is_no_mark() {
        for (message, fields) in [
            ("Started Reboot.", &[("UNIT", "my-reboot-notice.service")][..]),
            ("Received SIGRTMIN+20 from PID 231 (plymouthd).", &[]),
            ("Received SIGTERM from PID 1889 (watchdog).", &[]),
            ("Shutting down...", &[]),
            ("System is tainted: unmerged-bin", &[]),
            ("Using hardware watchdog 'iTCO_wdt', version 6, device /dev/watchdog0", &[]),
        ] {
            let event = read("systemd", "pid1", message, fields);
            assert!(
                event.is_none() || event.as_deref().is_some_and(|event| event.contains("UnitStarted")),
                "{message}: {event:?}"
            );
        }
        // Anybody can write these words.
        for message in
            ["Shutting down.", "Reached target shutdown.target - System Shutdown.", "Received SIGINT."]
        {
            assert_eq!(read("systemd", "journal", message, &[("_UID", "1000")]), None, "{message}");
        }
    }
}
