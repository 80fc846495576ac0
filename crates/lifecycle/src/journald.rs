//! What journald says of itself: starts and stops, files found open, lost and unwritten messages.
//!
//! Its lines come by transport `driver`, or through the kernel's buffer; the texts are those of systemd 252
//! and 257 and, where named, of older releases.

use model::event::lifecycle::Lifecycle;
use model::{EventKind, Example, Listen, Record, Signal};

use crate::{ids, life};

pub(crate) const STARTED: Signal = Signal {
    name: "life.journal_started",
    listen: Listen::Journald,
    message_ids: &[ids::JOURNAL_START],
    needles: &["Journal started"],
    parse: |_| life(Lifecycle::JournalStarted),
    examples: &[Example { message: "Journal started", fields: &[], event: "Lifecycle(JournalStarted)" }],
};

pub(crate) const STOPPED: Signal = Signal {
    name: "life.journal_stopped",
    listen: Listen::Journald,
    message_ids: &[ids::JOURNAL_STOP],
    needles: &["Journal stopped"],
    parse: |_| life(Lifecycle::JournalStopped),
    examples: &[Example { message: "Journal stopped", fields: &[], event: "Lifecycle(JournalStopped)" }],
};

pub(crate) const TERMINATED: Signal = Signal {
    name: "life.journald_terminated",
    listen: Listen::Journald,
    message_ids: &[],
    needles: &["Received SIGTERM"],
    parse: terminated,
    examples: &[
        Example {
            message: "Received SIGTERM from PID 1 (systemd-shutdow).",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournaldTerminated)",
        },
        Example {
            message: "Received SIGTERM from PID 1 (systemd).",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournaldTerminated)",
        },
        // Up to about v220 the sender was not named.
        Example {
            message: "Received SIGTERM",
            fields: &[("_TRANSPORT", "kernel"), ("SYSLOG_IDENTIFIER", "systemd-journal")],
            event: "Lifecycle(JournaldTerminated)",
        },
    ],
};

fn terminated(record: &Record) -> Option<EventKind> {
    let rest = record.message.strip_prefix("Received SIGTERM")?;
    (rest.is_empty() || rest == "." || rest.starts_with(" from PID 1 ")).then_some(())?;
    life(Lifecycle::JournaldTerminated)
}

pub(crate) const UNCLEAN: Signal = Signal {
    name: "life.journal_unclean",
    listen: Listen::Journald,
    message_ids: &[],
    needles: &["corrupted or uncleanly shut down", ": Unclean shutdown, rotating"],
    parse: unclean,
    examples: &[
        Example {
            message: "File /var/log/journal/0123456789abcdef0123456789abcdef/system.journal corrupted or uncleanly shut down, renaming and replacing.",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournalUnclean { path: \"/var/log/journal/0123456789abcdef0123456789abcdef/system.journal\", system: true })",
        },
        Example {
            message: "File /var/log/journal/0123456789abcdef0123456789abcdef/user-1000.journal corrupted or uncleanly shut down, renaming and replacing.",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournalUnclean { path: \"/var/log/journal/0123456789abcdef0123456789abcdef/user-1000.journal\", system: false })",
        },
        Example {
            message: "File /run/log/journal/0123456789abcdef0123456789abcdef/system.journal corrupted or uncleanly shut down, renaming and replacing.",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournalUnclean { path: \"/run/log/journal/0123456789abcdef0123456789abcdef/system.journal\", system: false })",
        },
        Example {
            message: "/var/log/journal/0123456789abcdef0123456789abcdef/system.journal: Unclean shutdown, rotating.",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournalUnclean { path: \"/var/log/journal/0123456789abcdef0123456789abcdef/system.journal\", system: true })",
        },
    ],
};

// `Journal file corrupted, rotating.` is left out on purpose: it speaks of the file in use (a failing disk),
// not of how the boot before ended.
fn unclean(record: &Record) -> Option<EventKind> {
    let text = record.message.as_str();
    let path = text
        .strip_prefix("File ")
        .and_then(|rest| rest.split_once(" corrupted or uncleanly shut down"))
        .or_else(|| text.split_once(": Unclean shutdown, rotating"))?
        .0;
    life(Lifecycle::JournalUnclean { path: path.to_owned(), system: is_system_journal(path) })
}

/// Whether the host's own persistent journal: not a user's, not /run's, not a namespace's
/// (`<machine id>.<namespace>`), not one received from elsewhere (`remote/`).
fn is_system_journal(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let file = parts.next().unwrap_or_default();
    let folder = parts.next().unwrap_or_default();
    !path.starts_with("/run/")
        && !folder.contains('.')
        && folder != "remote"
        && (file == "system.journal" || file.starts_with("system@"))
}

pub(crate) const CLOCK_ROTATED: Signal = Signal {
    name: "life.journal_clock_rotated",
    listen: Listen::Journald,
    message_ids: &[],
    needles: &["is from the future, rotating", "jumped backwards"],
    parse: |_| life(Lifecycle::JournalClockRotated),
    examples: &[
        Example {
            message: "/var/log/journal/0123456789abcdef0123456789abcdef/system.journal: Journal file is from the future, rotating.",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournalClockRotated)",
        },
        Example {
            message: "Time jumped backwards, rotating.",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournalClockRotated)",
        },
        Example {
            message: "/var/log/journal/0123456789abcdef0123456789abcdef/system.journal: Realtime clock jumped backwards relative to last journal entry, rotating.",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournalClockRotated)",
        },
    ],
};

pub(crate) const USAGE: Signal = Signal {
    name: "life.journal_usage",
    listen: Listen::Journald,
    message_ids: &[ids::JOURNAL_USAGE],
    needles: &[
        "System Journal (",
        "Runtime Journal (",
        "Permanent journal is using",
        "Runtime journal is using",
    ],
    parse: usage,
    examples: &[
        Example {
            message: "System Journal (/var/log/journal/0123456789abcdef0123456789abcdef) is 8M, max 1.0G, 992M free.",
            fields: &[],
            event: "Lifecycle(JournalUsage { persistent: true })",
        },
        Example {
            message: "Runtime Journal (/run/log/journal/0123456789abcdef0123456789abcdef) is 4.8M, max 38.6M, 33.7M free.",
            fields: &[],
            event: "Lifecycle(JournalUsage { persistent: false })",
        },
        // Before v228, without the id.
        Example {
            message: "Permanent journal is using 8.0M (max allowed 4.0G, trying to leave 4.0G free of 96.2G available).",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(JournalUsage { persistent: true })",
        },
        Example {
            message: "Runtime journal is using 8.0M (max allowed 798.4M).",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(JournalUsage { persistent: false })",
        },
    ],
};

fn usage(record: &Record) -> Option<EventKind> {
    let persistent = match record.field("JOURNAL_PATH") {
        Some(path) => !path.starts_with("/run/"),
        None => {
            let text = record.message.as_str();
            if text.starts_with("System Journal (") || text.starts_with("Permanent journal ") {
                true
            } else if text.starts_with("Runtime Journal (") || text.starts_with("Runtime journal ") {
                false
            } else {
                return None;
            }
        }
    };
    life(Lifecycle::JournalUsage { persistent })
}

pub(crate) const WRITE_FAILED: Signal = Signal {
    name: "life.journal_write_failed",
    listen: Listen::Journald,
    message_ids: &[],
    needles: &["Failed to write entry", "Failed to rotate", "Failed to create new", "Failed to open"],
    parse: write_failed,
    examples: &[
        Example {
            message: "Failed to write entry (9 items, 270 bytes), ignoring: No space left on device",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournalWriteFailed { reason: \"No space left on device\" })",
        },
        Example {
            message: "Failed to write entry (23 items, 705 bytes) despite vacuuming, ignoring: Bad message",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournalWriteFailed { reason: \"Bad message\" })",
        },
        Example {
            message: "Failed to write entry to /var/log/journal/0123456789abcdef0123456789abcdef/system.journal (23 items, 705 bytes) despite vacuuming, ignoring: Input/output error (Dropped 20 similar message(s))",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournalWriteFailed { reason: \"Input/output error\" })",
        },
        Example {
            message: "Failed to rotate /var/log/journal/0123456789abcdef0123456789abcdef/system.journal: Read-only file system (Dropped 41 similar message(s))",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournalWriteFailed { reason: \"Read-only file system\" })",
        },
        Example {
            message: "Failed to create new system journal: No space left on device",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournalWriteFailed { reason: \"No space left on device\" })",
        },
        Example {
            message: "Failed to open system journal: Read-only file system",
            fields: &[("_TRANSPORT", "kernel")],
            event: "Lifecycle(JournalWriteFailed { reason: \"Read-only file system\" })",
        },
    ],
};

/// The errors after which nothing more is written, as glibc words them: ENOSPC, EROFS, EIO, EDQUOT, EUCLEAN,
/// ENOMEM, ENODEV. Others (`Argument list too long`) lose one entry.
const LASTING: [&str; 7] = [
    "No space left on device",
    "Read-only file system",
    "Input/output error",
    "Disk quota exceeded",
    "Structure needs cleaning",
    "Cannot allocate memory",
    "No such device",
];

fn write_failed(record: &Record) -> Option<EventKind> {
    let text = record.message.as_str();
    let text = text.split_once(" (Dropped ").map_or(text, |(before, _)| before);
    text.starts_with("Failed to ").then_some(())?;
    let (before, reason) = text.rsplit_once(": ")?;
    let reason = reason.trim_end_matches('.');
    // Vacuuming and a new file did not help, so neither will the next entry.
    (LASTING.contains(&reason) || before.contains(" despite vacuuming")).then_some(())?;
    life(Lifecycle::JournalWriteFailed { reason: reason.to_owned() })
}

pub(crate) const MISSED: Signal = Signal {
    name: "life.journal_missed",
    listen: Listen::Journald,
    message_ids: &[ids::JOURNAL_MISSED],
    needles: &["kernel messages"],
    parse: missed,
    examples: &[Example {
        message: "Missed 1045 kernel messages",
        fields: &[],
        event: "Lifecycle(MissedKernelMessages { count: 1045 })",
    }],
};

fn missed(record: &Record) -> Option<EventKind> {
    let count = record.message.strip_prefix("Missed ")?.split(' ').next()?.parse().ok()?;
    life(Lifecycle::MissedKernelMessages { count })
}

pub(crate) const SUPPRESSED: Signal = Signal {
    name: "life.journal_suppressed",
    listen: Listen::Journald,
    message_ids: &[ids::JOURNAL_DROPPED],
    needles: &["Suppressed "],
    parse: |_| life(Lifecycle::Suppressed),
    examples: &[Example {
        message: "Suppressed 4821 messages from docker.service",
        fields: &[],
        event: "Lifecycle(Suppressed)",
    }],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_journal_it_is() {
        for (path, system) in [
            ("/var/log/journal/0123456789abcdef0123456789abcdef/system.journal", true),
            ("/var/log/journal/0123456789abcdef0123456789abcdef/system@0005a-0006b.journal", true),
            ("/var/log/journal/0123456789abcdef0123456789abcdef/user-1000.journal", false),
            ("/var/log/journal/0123456789abcdef0123456789abcdef.noisy/system.journal", false),
            ("/var/log/journal/remote/remote-a.journal", false),
            ("/run/log/journal/0123456789abcdef0123456789abcdef/system.journal", false),
            ("", false),
        ] {
            assert_eq!(is_system_journal(path), system, "{path}");
        }
    }

    #[test]
    fn what_is_no_mark() {
        for message in [
            "/var/log/journal/0123456789abcdef0123456789abcdef/system.journal: Journal file corrupted, rotating.",
            "Failed to write entry (9 items, 270 bytes), ignoring: Argument list too long",
            "Failed to read /dev/kmsg, ignoring: Broken pipe",
            "Received SIGTERM from PID 4242 (kill).",
            "Received SIGUSR1",
            "Time spent on flushing to /var/log/journal/0123 is 14.9ms for 565 entries.",
            "Under memory pressure, flushing caches.",
        ] {
            assert_eq!(crate::tests::read("systemd-journald", "kernel", message, &[]), None, "{message}");
        }
    }
}
