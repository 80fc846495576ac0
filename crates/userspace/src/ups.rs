//! Daemons that watch an uninterruptible power supply.

use std::sync::LazyLock;

use model::event::Userspace;
use model::event::userspace::UpsState;
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
            "Userspace(Ups { state: OnBattery })",
        ),
        example("UPS x@host on battery", "Userspace(Ups { state: OnBattery })"),
        example("UPS x@host on line power", "Userspace(Ups { state: OnMains })"),
        example("UPS ups@localhost: Battery is low", "Userspace(Ups { state: OnBattery })"),
        example("UPS ups@localhost: forced shutdown in progress", "Userspace(Ups { state: ShuttingDown })"),
        example(
            "Too few UPS(es) are healthy (0<1), initiating forced shutdown",
            "Userspace(Ups { state: ShuttingDown })",
        ),
        example("Executing automatic power-fail shutdown", "Userspace(Ups { state: ShuttingDown })"),
        example("Auto logout and shutdown proceeding", "Userspace(Ups { state: ShuttingDown })"),
        said("Power failure.", &[("SYSLOG_IDENTIFIER", "apcupsd")], "Userspace(Ups { state: OnBattery })"),
        said(
            "Running on UPS batteries.",
            &[("SYSLOG_IDENTIFIER", "apcupsd")],
            "Userspace(Ups { state: OnBattery })",
        ),
        said(
            "Battery power exhausted.",
            &[("SYSLOG_IDENTIFIER", "apcupsd")],
            "Userspace(Ups { state: ShuttingDown })",
        ),
        said(
            "Reached run time limit on batteries.",
            &[("SYSLOG_IDENTIFIER", "apcupsd")],
            "Userspace(Ups { state: ShuttingDown })",
        ),
        said(
            "Initiating system shutdown!",
            &[("SYSLOG_IDENTIFIER", "apcupsd")],
            "Userspace(Ups { state: ShuttingDown })",
        ),
        said(
            "User logins prohibited",
            &[("SYSLOG_IDENTIFIER", "apcupsd")],
            "Userspace(Ups { state: ShuttingDown })",
        ),
        said(
            "Power is back. UPS running on mains.",
            &[("SYSLOG_IDENTIFIER", "apcupsd")],
            "Userspace(Ups { state: OnMains })",
        ),
    ],
);

static LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?ix)\b(?:
            (?<mains>on\ line\ power|power\ is\ back|mains\ returned)
            | (?<battery>on\ battery|battery\ is\ low|power\ failure|running\ on\ UPS\ batteries)
            | (?:forced\ shutdown|power-fail\ shutdown|auto\ logout\ and\ shutdown|battery\ power\ exhausted
                |limit\ on\ batteries|initiating\ system\ shutdown|user\ logins\ prohibited)
        )\b",
    )
});

fn ups(record: &Record) -> Option<EventKind> {
    let line = LINE.captures(&record.message)?;
    let state = if line.name("mains").is_some() {
        UpsState::OnMains
    } else if line.name("battery").is_some() {
        UpsState::OnBattery
    } else {
        UpsState::ShuttingDown
    };
    Some(EventKind::Userspace(Userspace::Ups { state }))
}
