//! Daemons that watch an uninterruptible power supply.

use std::sync::LazyLock;

use model::event::Userspace;
use model::{EventKind, Listen, Record, Signal};
use regex::Regex;

use crate::{example, regex, row, said};

/// NUT's upsmon and apcupsd on mains that failed or came back, and on shutdowns for it.
pub(crate) const UPS: Signal = row(
    "userspace.ups",
    Listen::Programs(&["upsmon", "nut-monitor", "apcupsd"]),
    &[
        "n battery",
        "on line power",
        "attery is low",
        "forced shutdown",
        "power-fail shutdown",
        "Auto logout and shutdown",
        "Power failure",
        "on UPS batteries",
        "power exhausted",
        "limit on batteries",
        "Initiating system shutdown",
        "logins prohibited",
        "Power is back",
        "Mains returned",
    ],
    ups,
    &[
        said(
            "UPS ups@localhost: On battery",
            &[("SYSLOG_IDENTIFIER", "nut-monitor")],
            r#"Userspace(Ups { text: "UPS ups@localhost: On battery" })"#,
        ),
        example("UPS x@host on battery", r#"Userspace(Ups { text: "UPS x@host on battery" })"#),
        example("UPS x@host on line power", r#"Userspace(Ups { text: "UPS x@host on line power" })"#),
        example(
            "UPS ups@localhost: Battery is low",
            r#"Userspace(Ups { text: "UPS ups@localhost: Battery is low" })"#,
        ),
        example(
            "UPS ups@localhost: forced shutdown in progress",
            r#"Userspace(Ups { text: "UPS ups@localhost: forced shutdown in progress" })"#,
        ),
        example(
            "Too few UPS(es) are healthy (0<1), initiating forced shutdown",
            r#"Userspace(Ups { text: "Too few UPS(es) are healthy (0<1), initiating forced shutdown" })"#,
        ),
        example(
            "Executing automatic power-fail shutdown",
            r#"Userspace(Ups { text: "Executing automatic power-fail shutdown" })"#,
        ),
        example(
            "Auto logout and shutdown proceeding",
            r#"Userspace(Ups { text: "Auto logout and shutdown proceeding" })"#,
        ),
        said(
            "Power failure.",
            &[("SYSLOG_IDENTIFIER", "apcupsd")],
            r#"Userspace(Ups { text: "Power failure." })"#,
        ),
        said(
            "Running on UPS batteries.",
            &[("SYSLOG_IDENTIFIER", "apcupsd")],
            r#"Userspace(Ups { text: "Running on UPS batteries." })"#,
        ),
        said(
            "Battery power exhausted.",
            &[("SYSLOG_IDENTIFIER", "apcupsd")],
            r#"Userspace(Ups { text: "Battery power exhausted." })"#,
        ),
        said(
            "Reached run time limit on batteries.",
            &[("SYSLOG_IDENTIFIER", "apcupsd")],
            r#"Userspace(Ups { text: "Reached run time limit on batteries." })"#,
        ),
        said(
            "Initiating system shutdown!",
            &[("SYSLOG_IDENTIFIER", "apcupsd")],
            r#"Userspace(Ups { text: "Initiating system shutdown!" })"#,
        ),
        said(
            "User logins prohibited",
            &[("SYSLOG_IDENTIFIER", "apcupsd")],
            r#"Userspace(Ups { text: "User logins prohibited" })"#,
        ),
        said(
            "Power is back. UPS running on mains.",
            &[("SYSLOG_IDENTIFIER", "apcupsd")],
            r#"Userspace(Ups { text: "Power is back. UPS running on mains." })"#,
        ),
    ],
);

static LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:on battery|on line power|battery is low|forced shutdown|power-fail shutdown|auto logout and shutdown|power failure|running on UPS batteries|battery power exhausted|limit on batteries|initiating system shutdown|user logins prohibited|power is back|mains returned)\b",
    )
});

fn ups(record: &Record) -> Option<EventKind> {
    let text = record.message.trim();
    LINE.is_match(text).then(|| EventKind::Userspace(Userspace::Ups { text: text.to_owned() }))
}
