//! What logind says of shutdowns that were asked of it, and of the keys that it watches.
//!
//! Texts of systemd 225 to 257. Order in a request over D-Bus: the announcement (v252 and later), then the
//! statement `System is rebooting.`. `shutdown -r now "text"` has only the statement, the power key has
//! `Powering off...` instead of the announcement.

use model::event::lifecycle::{Lifecycle, Requester, Verb};
use model::{EventKind, Example, Listen, Record, Signal};

use crate::verb::{self, When};
use crate::{ids, life};

const LOGIND: Listen = Listen::Program("systemd-logind");

pub(crate) const REQUESTED: Signal = Signal {
    name: "life.shutdown_requested",
    listen: LOGIND,
    message_ids: &[ids::SHUTDOWN, ids::FACTORY_RESET],
    needles: &["System is ", "System userspace is rebooting"],
    parse: requested,
    examples: &[
        Example {
            message: "System is rebooting.",
            fields: &[("SHUTDOWN", "reboot")],
            event: "Lifecycle(ShutdownRequested { verb: Reboot, operator: None })",
        },
        Example {
            message: "System is rebooting (kernel upgrade).",
            fields: &[("SHUTDOWN", "reboot")],
            event: "Lifecycle(ShutdownRequested { verb: Reboot, operator: None })",
        },
        Example {
            message: "System is powering down.",
            fields: &[("SHUTDOWN", "power-off")],
            event: "Lifecycle(ShutdownRequested { verb: Poweroff, operator: None })",
        },
        Example {
            message: "System is rebooting with kexec.",
            fields: &[("SHUTDOWN", "kexec")],
            event: "Lifecycle(ShutdownRequested { verb: Kexec, operator: None })",
        },
        Example {
            message: "System is halting.",
            fields: &[("SHUTDOWN", "halt")],
            event: "Lifecycle(ShutdownRequested { verb: Halt, operator: None })",
        },
        Example {
            message: "System userspace is rebooting.",
            fields: &[("SHUTDOWN", "soft-reboot")],
            event: "Lifecycle(ShutdownRequested { verb: SoftReboot, operator: None })",
        },
        Example {
            message: "System is performing factory reset.",
            fields: &[("MESSAGE_ID", "c14aaf76ec284a5fa1f105f88dfb061c")],
            event: "Lifecycle(ShutdownRequested { verb: Reboot, operator: None })",
        },
        Example {
            message: "System is rebooting. (kernel upgrade)",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(ShutdownRequested { verb: Reboot, operator: None })",
        },
        Example {
            message: "System is going down.",
            fields: &[],
            event: "Lifecycle(ShutdownRequested { verb: Unknown, operator: None })",
        },
    ],
};

fn requested(record: &Record) -> Option<EventKind> {
    let marked = record.message_id.is_some_and(|id| id == ids::SHUTDOWN || id == ids::FACTORY_RESET);
    let verb = record
        .field("SHUTDOWN")
        .and_then(verb::from_word)
        .or_else(|| verb::from_statement(&record.message))
        .or(marked.then_some(Verb::Unknown))?;
    life(Lifecycle::ShutdownRequested { verb, operator: operator(record) })
}

fn operator(record: &Record) -> Option<String> {
    record.field("OPERATOR").filter(|name| !name.is_empty()).map(str::to_owned)
}

/// An announcement for now is a request, one for a later time a schedule. Before a soft reboot, systemd 257
/// announces a reboot; only the statement after it tells, so of two requests the later one counts.
pub(crate) const ANNOUNCED: Signal = Signal {
    name: "life.shutdown_announced",
    listen: LOGIND,
    message_ids: &[ids::SHUTDOWN_SCHEDULED],
    needles: &["The system will "],
    parse: announced,
    examples: &[
        Example {
            message: "The system will reboot now!",
            fields: &[("ACTION", "reboot"), ("OPERATOR", "root")],
            event: "Lifecycle(ShutdownRequested { verb: Reboot, operator: Some(\"root\") })",
        },
        Example {
            message: "The system will power off now!",
            fields: &[("ACTION", "poweroff")],
            event: "Lifecycle(ShutdownRequested { verb: Poweroff, operator: None })",
        },
        Example {
            message: "The system will reboot at Thu 2026-04-02 04:00:00 UTC!",
            fields: &[("ACTION", "reboot"), ("OPERATOR", "root")],
            event: "Lifecycle(ShutdownScheduled { verb: Reboot, operator: Some(\"root\") })",
        },
        Example {
            message: "new memory\nThe system will power off at Sun 2026-08-02 06:30:00 UTC!",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(ShutdownScheduled { verb: Poweroff, operator: None })",
        },
    ],
};

fn announced(record: &Record) -> Option<EventKind> {
    let said = verb::from_announcement(&record.message);
    let verb = match record.field("ACTION") {
        // A sleep verb is no shutdown.
        Some(action) => verb::from_word(action)?,
        None => said.and_then(|(verb, _)| verb)?,
    };
    let operator = operator(record);
    life(match said {
        Some((_, When::Later)) => Lifecycle::ShutdownScheduled { verb, operator },
        _ => Lifecycle::ShutdownRequested { verb, operator },
    })
}

pub(crate) const CANCELLED: Signal = Signal {
    name: "life.shutdown_cancelled",
    listen: LOGIND,
    message_ids: &[ids::SHUTDOWN_CANCELED],
    needles: &["System shutdown has been cancelled"],
    parse: |_| life(Lifecycle::ShutdownCancelled),
    examples: &[Example {
        message: "System shutdown has been cancelled",
        fields: &[],
        event: "Lifecycle(ShutdownCancelled)",
    }],
};

/// Also the button of a hypervisor: an ACPI shutdown of a guest looks the same.
pub(crate) const KEY: Signal = Signal {
    name: "life.power_key",
    listen: LOGIND,
    message_ids: &[ids::POWER_KEY, ids::POWER_KEY_LONG_PRESS, ids::REBOOT_KEY, ids::REBOOT_KEY_LONG_PRESS],
    needles: &["Power key pressed", "Reboot key pressed"],
    parse: key,
    examples: &[
        Example {
            message: "Power key pressed short.",
            fields: &[],
            event: "Lifecycle(Asked { by: PowerKey, verb: Unknown, forced: false })",
        },
        Example {
            message: "Power key pressed.",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(Asked { by: PowerKey, verb: Unknown, forced: false })",
        },
        // Ignored by logind's default, but somebody held the button.
        Example {
            message: "Power key pressed long.",
            fields: &[("MESSAGE_ID", "3e0117101eb243c1b9a50db3494ab10b")],
            event: "Lifecycle(Asked { by: PowerKey, verb: Unknown, forced: false })",
        },
        Example {
            message: "Reboot key pressed short.",
            fields: &[("MESSAGE_ID", "9fa9d2c012134ec385451ffe316f97d0")],
            event: "Lifecycle(Asked { by: PowerKey, verb: Reboot, forced: false })",
        },
    ],
};

fn key(record: &Record) -> Option<EventKind> {
    let is_reboot = match record.message_id {
        Some(id) => id == ids::REBOOT_KEY || id == ids::REBOOT_KEY_LONG_PRESS,
        None => record.message.starts_with("Reboot key"),
    };
    let verb = if is_reboot { Verb::Reboot } else { Verb::Unknown };
    life(Lifecycle::Asked { by: Requester::PowerKey, verb, forced: false })
}

/// What logind does after a key or an idle timeout; it says it before the statement.
pub(crate) const KEY_ACTION: Signal = Signal {
    name: "life.key_action",
    listen: LOGIND,
    message_ids: &[],
    needles: &["Powering ", "Rebooting", "Halting..."],
    parse: key_action,
    examples: &[
        Example {
            message: "Powering off...",
            fields: &[],
            event: "Lifecycle(ShutdownRequested { verb: Poweroff, operator: None })",
        },
        Example {
            message: "Rebooting...",
            fields: &[],
            event: "Lifecycle(ShutdownRequested { verb: Reboot, operator: None })",
        },
    ],
};

fn key_action(record: &Record) -> Option<EventKind> {
    let verb = match record.message.as_str() {
        "Powering off..." | "Powering Off..." => Verb::Poweroff,
        "Rebooting..." => Verb::Reboot,
        "Halting..." => Verb::Halt,
        "Rebooting via kexec..." => Verb::Kexec,
        _ => return None,
    };
    life(Lifecycle::ShutdownRequested { verb, operator: None })
}

#[cfg(test)]
mod tests {
    use crate::tests::read;

    #[test]
    fn what_is_no_request() {
        for (message, fields) in [
            ("The system will suspend now!", &[("ACTION", "suspend")][..]),
            ("The system will suspend now!", &[]),
            ("The system will hibernate now!", &[("ACTION", "hibernate")]),
            ("Lid closed.", &[("MESSAGE_ID", "b72ea4a2881545a0b50e200e55b9b070")]),
            ("Lid opened.", &[]),
            ("Suspend key pressed short.", &[("MESSAGE_ID", "b72ea4a2881545a0b50e200e55b9b072")]),
            ("Suspending...", &[]),
            ("Operation 'sleep' finished.", &[]),
            ("New session 15 of user ops.", &[("MESSAGE_ID", "8d45620c1a4348dbb17410da57c60c66")]),
            ("Watching system buttons on /dev/input/event0 (Power Button)", &[]),
        ] {
            assert_eq!(read("systemd-logind", "journal", message, fields), None, "{message}");
        }
    }

    #[test]
    fn the_id_needs_no_known_text() {
        let id = ("MESSAGE_ID", "98268866d1d54a499c4e98921d93bc40");
        assert_eq!(
            read("systemd-logind", "journal", "Das System startet neu.", &[id, ("SHUTDOWN", "reboot")]),
            Some("Lifecycle(ShutdownRequested { verb: Reboot, operator: None })".to_owned())
        );
    }
}
