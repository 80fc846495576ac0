//! Suspend and hibernation as systemd-sleep tells them.
//!
//! The kernel's own `PM:` lines are often lost with the tail; systemd-sleep's start line is kept more often.

use model::event::lifecycle::Lifecycle;
use model::{EventKind, Example, Listen, Record, Signal};

use crate::{ids, life};

const SLEEP: Listen = Listen::Program("systemd-sleep");

pub(crate) const STARTED: Signal = Signal {
    name: "life.sleep_started",
    listen: SLEEP,
    message_ids: &[ids::SLEEP_START],
    needles: &["Entering sleep state", "Performing sleep operation", "Suspending", "Hibernating"],
    parse: started,
    examples: &[
        Example {
            message: "Entering sleep state 'suspend'...",
            fields: &[("SLEEP", "suspend")],
            event: "Lifecycle(SleepStarted)",
        },
        Example {
            message: "Performing sleep operation 'suspend'...",
            fields: &[("SLEEP", "suspend")],
            event: "Lifecycle(SleepStarted)",
        },
        Example {
            message: "Suspending system...",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(SleepStarted)",
        },
    ],
};

fn started(record: &Record) -> Option<EventKind> {
    // An attempt that failed bears one of the two ids, by version.
    (!record.message.starts_with("Failed to ")).then_some(())?;
    life(Lifecycle::SleepStarted)
}

pub(crate) const STOPPED: Signal = Signal {
    name: "life.sleep_stopped",
    listen: SLEEP,
    message_ids: &[ids::SLEEP_STOP, ids::SLEEP_START],
    needles: &["System resumed", "System returned from sleep", "Failed to put system to sleep"],
    parse: |_| life(Lifecycle::SleepStopped),
    examples: &[
        Example {
            message: "System returned from sleep state.",
            fields: &[("SLEEP", "suspend")],
            event: "Lifecycle(SleepStopped)",
        },
        Example {
            message: "System returned from sleep operation 'suspend'.",
            fields: &[("SLEEP", "suspend")],
            event: "Lifecycle(SleepStopped)",
        },
        Example {
            message: "System resumed.",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(SleepStopped)",
        },
        Example {
            message: "Failed to put system to sleep. System resumed again: Device or resource busy",
            fields: &[("MESSAGE_ID", "6bbd95ee977941e497c48be27c254128")],
            event: "Lifecycle(SleepStopped)",
        },
        Example {
            message: "Failed to put system to sleep. System resumed again: Device or resource busy",
            fields: &[],
            event: "Lifecycle(SleepStopped)",
        },
    ],
};
