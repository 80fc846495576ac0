//! Crash records found at start: the kernel's dumps that systemd-pstore files, and kdump's.

use model::event::lifecycle::Lifecycle;
use model::words::dumped_at;
use model::{EventKind, Example, Listen, Record, Signal};

use crate::life;

/// One line a part of the dump; a record may have been archived late or by a later boot, so its own time
/// counts. An oops leaves a record too: it does not prove that the boot died.
pub(crate) const FILED: Signal = Signal {
    name: "life.pstore_filed",
    listen: Listen::Program("systemd-pstore"),
    message_ids: &[],
    needles: &["PStore dmesg-"],
    parse: filed,
    examples: &[
        Example {
            message: "PStore dmesg-erst-7646365594584875011 moved to /var/lib/systemd/pstore/7646365594584875011/dmesg-erst-7646365594584875011",
            fields: &[],
            event: "Lifecycle(PstoreFiled { name: \"dmesg-erst-7646365594584875011\", epoch_s: Some(1780308223) })",
        },
        Example {
            message: "PStore dmesg-efi-177207697401001 moved to /var/lib/systemd/pstore/1772076974/001/dmesg-efi-177207697401001",
            fields: &[],
            event: "Lifecycle(PstoreFiled { name: \"dmesg-efi-177207697401001\", epoch_s: Some(1772076974) })",
        },
        // Storage=journal.
        Example {
            message: "PStore dmesg-efi_pstore-177207697402001.",
            fields: &[],
            event: "Lifecycle(PstoreFiled { name: \"dmesg-efi_pstore-177207697402001\", epoch_s: Some(1772076974) })",
        },
        Example {
            message: "PStore dmesg-ramoops-0 moved to /var/lib/systemd/pstore/dmesg-ramoops-0",
            fields: &[],
            event: "Lifecycle(PstoreFiled { name: \"dmesg-ramoops-0\", epoch_s: None })",
        },
    ],
};

// Only dmesg- records are dumps: console-, pmsg- and ftrace- records of ramoops are there after any reboot.
fn filed(record: &Record) -> Option<EventKind> {
    let name = record.message.strip_prefix("PStore ")?.split(' ').next()?.trim_end_matches('.');
    name.starts_with("dmesg-").then_some(())?;
    life(Lifecycle::PstoreFiled { name: name.to_owned(), epoch_s: dumped_at(name) })
}

/// Said in the crash kernel, which is a boot of its own and is often not recorded.
pub(crate) const KDUMP: Signal = Signal {
    name: "life.kdump_saved",
    listen: Listen::Programs(&["kdump-tools", "kdump", "kdump-config", "kdump-capture"]),
    message_ids: &[],
    needles: &["saved vmcore in ", "saving vmcore complete"],
    parse: |_| life(Lifecycle::KdumpSaved),
    examples: &[
        Example {
            message: " * kdump-tools: saved vmcore in /var/crash/202606011157",
            fields: &[],
            event: "Lifecycle(KdumpSaved)",
        },
        Example {
            message: "saving vmcore complete",
            fields: &[("SYSLOG_IDENTIFIER", "kdump"), ("_COMM", "kdump.sh"), ("_UID", "0")],
            event: "Lifecycle(KdumpSaved)",
        },
    ],
};

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_no_dump() {
        for message in [
            "PStore console-ramoops-0 moved to /var/lib/systemd/pstore/console-ramoops-0",
            "PStore pmsg-ramoops-0 moved to /var/lib/systemd/pstore/pmsg-ramoops-0",
            "PStore .",
        ] {
            assert_eq!(crate::tests::read("systemd-pstore", "journal", message, &[]), None, "{message}");
        }
    }
}
