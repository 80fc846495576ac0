//! File-system checks at start: clean, or replayed and repaired.
//!
//! The checker's own output under systemd-fsck (e2fsck, fsck.fat). A file system that the kernel already
//! replayed is then told `clean`: clean says nothing of how the boot before ended.

use std::sync::LazyLock;

use model::event::lifecycle::Lifecycle;
use model::{EventKind, Example, Listen, Record, Signal};
use regex::Regex;

use crate::life;

// The checker is a child and may be named as the writer: then only the unit tells.
const FSCK: Listen = Listen::Programs(&["systemd-fsck", "systemd-fsck-root"]);

pub(crate) const CLEAN: Signal = Signal {
    name: "life.fsck_clean",
    listen: FSCK,
    message_ids: &[],
    needles: &[": clean"],
    parse: clean,
    examples: &[
        Example {
            message: "/dev/vda: clean, 15466/196608 files, 196654/786432 blocks",
            fields: &[("_SYSTEMD_UNIT", "systemd-fsck-root.service"), ("_UID", "0")],
            event: "Lifecycle(FsckClean { device: \"/dev/vda\" })",
        },
        Example {
            message: "writable: clean, 812659/122101760 files, 21486864/488378368 blocks (check in 4 mounts)",
            fields: &[("_COMM", "systemd-fsck")],
            event: "Lifecycle(FsckClean { device: \"writable\" })",
        },
    ],
};

fn clean(record: &Record) -> Option<EventKind> {
    static LINE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?P<device>\S.*?): clean, \d+/\d+ files").expect("a constant pattern")
    });
    let device = LINE.captures(&record.message)?["device"].to_owned();
    life(Lifecycle::FsckClean { device })
}

pub(crate) const RECOVERED: Signal = Signal {
    name: "life.fsck_recovered",
    listen: FSCK,
    message_ids: &[],
    needles: &["recovering journal", "not cleanly unmounted", "Dirty bit is set", "FILE SYSTEM WAS MODIFIED"],
    parse: recovered,
    examples: &[
        Example {
            message: "/dev/nvme0n1p2: recovering journal",
            fields: &[("_COMM", "fsck.ext4"), ("_SYSTEMD_UNIT", "systemd-fsck-root.service")],
            event: "Lifecycle(FsckRecovered { device: \"/dev/nvme0n1p2\", strong: true })",
        },
        Example {
            message: "/dev/sda2 was not cleanly unmounted, check forced.",
            fields: &[],
            event: "Lifecycle(FsckRecovered { device: \"/dev/sda2\", strong: true })",
        },
        Example {
            message: "/dev/sda2: ***** FILE SYSTEM WAS MODIFIED *****",
            fields: &[],
            event: "Lifecycle(FsckRecovered { device: \"/dev/sda2\", strong: true })",
        },
        // fsck.fat does not name the device: the instance of the unit does.
        Example {
            message: "Dirty bit is set. Fs was not properly unmounted and some data may be corrupt.",
            fields: &[
                ("_SYSTEMD_UNIT", "systemd-fsck@dev-disk-by\\x2duuid-AAAA\\x2dBBBB.service"),
                ("_UID", "0"),
            ],
            event: "Lifecycle(FsckRecovered { device: \"/dev/disk/by-uuid/AAAA-BBBB\", strong: false })",
        },
        Example {
            message: "Dirty bit is set. Fs was not properly unmounted and some data may be corrupt.",
            fields: &[],
            event: "Lifecycle(FsckRecovered { device: \"FAT file system\", strong: false })",
        },
    ],
};

fn recovered(record: &Record) -> Option<EventKind> {
    let text = record.message.as_str();
    // A FAT's dirty bit stays until somebody clears it; the replay of a journal speaks of this end.
    let strong = !text.starts_with("Dirty bit is set");
    let device = if !strong {
        record.unit.as_deref().and_then(instance).unwrap_or_else(|| "FAT file system".to_owned())
    } else {
        let ends = [": recovering journal", " was not cleanly unmounted", ": ***** FILE SYSTEM WAS MODIFIED"];
        ends.iter().find_map(|end| text.split_once(end))?.0.to_owned()
    };
    life(Lifecycle::FsckRecovered { device, strong })
}

/// The path of which the unit is an instance: `systemd-fsck@dev-sda1.service` gives `/dev/sda1`
/// (systemd.unit(5), "String escaping for inclusion in unit names").
fn instance(unit: &str) -> Option<String> {
    let escaped = unit.strip_prefix("systemd-fsck@")?.strip_suffix(".service")?;
    let mut path = vec![b'/'];
    let mut rest = escaped.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'-' => path.push(b'/'),
            b'\\' => {
                let code = [rest.next()?, rest.next()?, rest.next()?];
                let digits = code.strip_prefix(b"x").and_then(|digits| std::str::from_utf8(digits).ok())?;
                path.push(u8::from_str_radix(digits, 16).ok()?);
            }
            other => path.push(other),
        }
    }
    String::from_utf8(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances() {
        for (unit, path) in [
            ("systemd-fsck@dev-sda1.service", Some("/dev/sda1")),
            ("systemd-fsck@dev-disk-by\\x2dlabel-UEFI.service", Some("/dev/disk/by-label/UEFI")),
            ("systemd-fsck@dev-a\\x2.service", None),
            ("systemd-fsck@dev-a\\xff.service", None),
            ("systemd-fsck-root.service", None),
        ] {
            assert_eq!(instance(unit).as_deref(), path, "{unit}");
        }
    }

    #[test]
    fn what_is_no_finding() {
        for message in [
            " Automatically removing dirty bit.",
            "fsck.fat 4.2 (2021-01-31)",
            "/dev/nvme0n1p1: 11 files, 1516/130812 clusters",
            "/dev/sda2 has been mounted 32 times without being checked, check forced.",
            "/dev/sda2: cleaning up",
        ] {
            assert_eq!(crate::tests::read("systemd-fsck", "stdout", message, &[]), None, "{message}");
        }
    }
}
