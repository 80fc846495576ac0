//! The host's clock: set to a built-in time because it was behind, or set and stepped later.
//!
//! After a bump, every boot seems to start at the same instant and a gap to its neighbours is unknown.

use model::event::lifecycle::Lifecycle;
use model::{Example, Listen, Signal};

use crate::{ids, life};

/// PID 1's texts up to systemd 253 and since 254; before journald runs they come without the id.
pub(crate) const BUMPED: Signal = Signal {
    name: "life.clock_bumped",
    listen: Listen::Pid1,
    message_ids: &[ids::TIME_BUMP],
    needles: &["System time before build time", "System time advanced to "],
    parse: |_| life(Lifecycle::ClockBumped),
    examples: &[
        Example {
            message: "System time before build time, advancing clock.",
            fields: &[("_TRANSPORT", "kernel"), ("MESSAGE_ID", "")],
            event: "Lifecycle(ClockBumped)",
        },
        Example {
            message: "System time advanced to built-in epoch: Mon 2026-04-13 19:38:00 UTC",
            fields: &[("_TRANSPORT", "kernel"), ("MESSAGE_ID", "")],
            event: "Lifecycle(ClockBumped)",
        },
        Example {
            message: "System time advanced to timestamp on /var/lib/systemd/timesync/clock: Mon 2026-04-13 19:38:00 UTC",
            fields: &[],
            event: "Lifecycle(ClockBumped)",
        },
    ],
};

pub(crate) const RESTORED: Signal = Signal {
    name: "life.clock_restored",
    listen: Listen::Program("systemd-timesyncd"),
    message_ids: &[],
    needles: &["System clock time unset or jumped backwards"],
    parse: |_| life(Lifecycle::ClockBumped),
    examples: &[Example {
        message: "System clock time unset or jumped backwards, restored from recorded timestamp: Mon 2026-04-13 19:38:00 UTC",
        fields: &[],
        event: "Lifecycle(ClockBumped)",
    }],
};

pub(crate) const CHANGED: Signal = Signal {
    name: "life.clock_changed",
    listen: Listen::Pid1,
    message_ids: &[ids::TIME_CHANGE],
    needles: &["Time has been changed"],
    parse: |_| life(Lifecycle::ClockChanged),
    examples: &[Example {
        message: "Time has been changed",
        fields: &[("REALTIME", "1780300855182178")],
        event: "Lifecycle(ClockChanged)",
    }],
};

/// The daemons that set the clock. timesyncd's first synchronization is told with an id since v246; chronyd's
/// step is logged only if it is larger than its `logchange`.
pub(crate) const STEPPED: Signal = Signal {
    name: "life.clock_stepped",
    listen: Listen::Programs(&["systemd-timesyncd", "systemd-timedated", "chronyd"]),
    message_ids: &[ids::TIME_SYNC, ids::TIME_CHANGE],
    needles: &["Initial clock synchronization to ", "Changed local time to ", "System clock was stepped by "],
    parse: |_| life(Lifecycle::ClockChanged),
    examples: &[
        Example {
            message: "Initial clock synchronization to Mon 2026-06-01 08:00:31.402917 UTC.",
            fields: &[],
            event: "Lifecycle(ClockChanged)",
        },
        Example {
            message: "Changed local time to Mon 2026-06-01 08:00:31 UTC",
            fields: &[
                ("SYSLOG_IDENTIFIER", "systemd-timedated"),
                ("MESSAGE_ID", "c7a787079b354eaaa9e77b371893cd27"),
            ],
            event: "Lifecycle(ClockChanged)",
        },
        Example {
            message: "System clock was stepped by 3.718203 seconds",
            fields: &[("SYSLOG_IDENTIFIER", "chronyd"), ("MESSAGE_ID", "")],
            event: "Lifecycle(ClockChanged)",
        },
    ],
};
