//! The end of a syslog daemon, which in an orderly shutdown is the last line of its files: PID 1 stops it before the last
//! targets are reached, so the lines that show a shutdown's end in a journal are never in them.

use model::event::lifecycle::Lifecycle;
use model::{Example, Listen, Signal};

use crate::life;

/// rsyslog, the old sysklogd and busybox on a signal; syslog-ng.
pub(crate) const STOPPED: Signal = Signal {
    name: "life.syslog_stopped",
    listen: Listen::Programs(&["rsyslogd", "syslogd", "syslog-ng", "sysklogd"]),
    message_ids: &[],
    needles: &["exiting on signal 15", "syslog-ng shutting down", "syslogd exiting"],
    parse: |_| life(Lifecycle::SyslogStopped),
    examples: &[
        Example {
            message: "[origin software=\"rsyslogd\" swVersion=\"8.2302.0\" x-pid=\"640\" x-info=\"https://www.rsyslog.com\"] exiting on signal 15.",
            fields: &[],
            event: "Lifecycle(SyslogStopped)",
        },
        Example {
            message: "syslog-ng shutting down; version='3.35.1'",
            fields: &[("SYSLOG_IDENTIFIER", "syslog-ng")],
            event: "Lifecycle(SyslogStopped)",
        },
        Example {
            message: "syslogd exiting",
            fields: &[("SYSLOG_IDENTIFIER", "syslogd")],
            event: "Lifecycle(SyslogStopped)",
        },
    ],
};
