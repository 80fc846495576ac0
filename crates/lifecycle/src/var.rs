//! A separate /var: where the record itself begins and ends within a boot.

use model::event::lifecycle::Lifecycle;
use model::{EventKind, Example, Listen, Record, Signal};

use crate::units::split;
use crate::{ids, life};

pub(crate) const MOUNTED: Signal = Signal {
    name: "life.var_mounted",
    listen: Listen::Pid1,
    message_ids: &[ids::UNIT_STARTED],
    needles: &["Mounted "],
    parse: mounted,
    examples: &[
        Example {
            message: "Mounted var.mount - /var.",
            fields: &[("UNIT", "var.mount"), ("JOB_TYPE", "start")],
            event: "Lifecycle(VarMounted)",
        },
        Example { message: "Mounted /var.", fields: &[("MESSAGE_ID", "")], event: "Lifecycle(VarMounted)" },
    ],
};

/// The mounts under which the persistent journal lies, as unit and as path (their usual description).
const JOURNAL_MOUNTS: [(&str, &str); 3] =
    [("var.mount", "/var"), ("var-log.mount", "/var/log"), ("var-log-journal.mount", "/var/log/journal")];

fn is_journal_mount(unit: Option<&str>, description: Option<&str>) -> bool {
    JOURNAL_MOUNTS.iter().any(|(mount, path)| unit.map_or(description == Some(path), |unit| unit == *mount))
}

fn mounted(record: &Record) -> Option<EventKind> {
    let (unit, description) = split(record.message.strip_prefix("Mounted ")?);
    is_journal_mount(record.field("UNIT").or(unit), description).then_some(())?;
    life(Lifecycle::VarMounted)
}

/// From here on a clean end, too, leaves nothing: /var goes, or the journal moves to /run. With /var on the
/// root file system the stop of the flush service changes nothing (v246 and later), and entries go on.
pub(crate) const JOURNAL_RELINQUISHED: Signal = Signal {
    name: "life.journal_relinquished",
    listen: Listen::Pid1,
    message_ids: &[ids::UNIT_STOPPING],
    needles: &["Unmounting ", "Stopping systemd-journal-flush", "Stopping Flush Journal"],
    parse: relinquished,
    examples: &[
        Example {
            message: "Stopping systemd-journal-flush.service - Flush Journal to Persistent Storage...",
            fields: &[("UNIT", "systemd-journal-flush.service"), ("JOB_TYPE", "stop")],
            event: "Lifecycle(JournalRelinquished)",
        },
        Example {
            message: "Unmounting /var...",
            fields: &[("UNIT", "var.mount"), ("JOB_TYPE", "stop")],
            event: "Lifecycle(JournalRelinquished)",
        },
        Example {
            message: "Unmounting var.mount - /var...",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(JournalRelinquished)",
        },
        Example {
            message: "Stopping Flush Journal to Persistent Storage...",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(JournalRelinquished)",
        },
    ],
};

fn relinquished(record: &Record) -> Option<EventKind> {
    let text = record.message.as_str();
    let (unit, description) =
        split(text.strip_prefix("Unmounting ").or_else(|| text.strip_prefix("Stopping "))?);
    let unit = record.field("UNIT").or(unit);
    let flush = unit.map_or(description == Some("Flush Journal to Persistent Storage"), |unit| {
        unit == "systemd-journal-flush.service"
    });
    (flush || is_journal_mount(unit, description)).then_some(())?;
    life(Lifecycle::JournalRelinquished)
}
