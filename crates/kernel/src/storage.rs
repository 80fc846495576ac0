//! Storage devices and file systems.

use std::sync::LazyLock;

use model::event::Kernel;
use model::{EventKind, Record, Signal};
use regex::Regex;

use crate::{example, first_line, group, regex, row};

/// A device stopped answering or went away. Such lines seldom persist when it is the root disk.
pub(crate) const LOST: Signal = row(
    "kernel.storage_lost",
    &[
        "controller is down; will reset",
        "Device not ready; aborting",
        " QID ",
        "detected capacity change from ",
        "after probe failure",
        "Disabling device after reset failure",
        "rejecting I/O to offline device",
        "rejecting I/O to dead device",
        ".00: disabled",
    ],
    lost,
    &[
        example(
            "nvme nvme0: controller is down; will reset: CSTS=0xffffffff, PCI_STATUS=0xffff",
            r#"Kernel(StorageLost { text: "nvme nvme0: controller is down; will reset: CSTS=0xffffffff, PCI_STATUS=0xffff" })"#,
        ),
        example(
            "nvme nvme0: Device not ready; aborting reset, CSTS=0x1",
            r#"Kernel(StorageLost { text: "nvme nvme0: Device not ready; aborting reset, CSTS=0x1" })"#,
        ),
        example(
            "nvme nvme0: I/O 12 QID 3 timeout, reset controller",
            r#"Kernel(StorageLost { text: "nvme nvme0: I/O 12 QID 3 timeout, reset controller" })"#,
        ),
        example(
            "nvme0n1: detected capacity change from 7814037168 to 0",
            r#"Kernel(StorageLost { text: "nvme0n1: detected capacity change from 7814037168 to 0" })"#,
        ),
        example(
            "nvme nvme0: Disabling device after reset failure: -19",
            r#"Kernel(StorageLost { text: "nvme nvme0: Disabling device after reset failure: -19" })"#,
        ),
        example(
            "sd 2:0:0:0: rejecting I/O to offline device",
            r#"Kernel(StorageLost { text: "sd 2:0:0:0: rejecting I/O to offline device" })"#,
        ),
        example("ata3.00: disabled", r#"Kernel(StorageLost { text: "ata3.00: disabled" })"#),
    ],
);

/// A read or a write failed, or a file system was made read-only for it.
pub(crate) const ERROR: Signal = row(
    "kernel.storage_error",
    &[
        "I/O error, dev ",
        "critical medium error, dev ",
        "Buffer I/O error on dev",
        " QID ",
        "-fs error (device ",
        "Aborting journal on device",
        "Remounting filesystem read-only",
        "Filesystem has been shut down",
        "forced readonly",
        "log I/O error",
        "metadata I/O error",
    ],
    error,
    &[
        example(
            "I/O error, dev nvme0n1, sector 2048 op 0x1:(WRITE) flags 0x800 phys_seg 1 prio class 2",
            r#"Kernel(StorageError { text: "I/O error, dev nvme0n1, sector 2048 op 0x1:(WRITE) flags 0x800 phys_seg 1 prio class 2", system: true })"#,
        ),
        example(
            "I/O error, dev sdc, sector 8 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2",
            r#"Kernel(StorageError { text: "I/O error, dev sdc, sector 8 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2", system: false })"#,
        ),
        example(
            "blk_update_request: I/O error, dev sda, sector 2048",
            r#"Kernel(StorageError { text: "blk_update_request: I/O error, dev sda, sector 2048", system: true })"#,
        ),
        example(
            "Buffer I/O error on dev nvme0n1p2, logical block 12, lost async page write",
            r#"Kernel(StorageError { text: "Buffer I/O error on dev nvme0n1p2, logical block 12, lost async page write", system: true })"#,
        ),
        // One aborted request; the controller may well go on.
        example(
            "nvme nvme0: I/O tag 12 (100c) opcode 0x1 (I/O Cmd) QID 3 timeout, aborting",
            r#"Kernel(StorageError { text: "nvme nvme0: I/O tag 12 (100c) opcode 0x1 (I/O Cmd) QID 3 timeout, aborting", system: true })"#,
        ),
        example(
            "EXT4-fs error (device nvme0n1p2): ext4_journal_check_start:83: Detected aborted journal",
            r#"Kernel(StorageError { text: "EXT4-fs error (device nvme0n1p2): ext4_journal_check_start:83: Detected aborted journal", system: true })"#,
        ),
        example(
            "Aborting journal on device nvme0n1p2-8.",
            r#"Kernel(StorageError { text: "Aborting journal on device nvme0n1p2-8.", system: true })"#,
        ),
        example(
            "EXT4-fs (nvme0n1p2): Remounting filesystem read-only",
            r#"Kernel(StorageError { text: "EXT4-fs (nvme0n1p2): Remounting filesystem read-only", system: true })"#,
        ),
        example(
            "XFS (dm-0): log I/O error -5",
            r#"Kernel(StorageError { text: "XFS (dm-0): log I/O error -5", system: true })"#,
        ),
        example(
            "BTRFS info (device dm-0: state E): forced readonly",
            r#"Kernel(StorageError { text: "BTRFS info (device dm-0: state E): forced readonly", system: true })"#,
        ),
    ],
);

/// A file system had not been unmounted.
pub(crate) const RECOVERY: Signal = row(
    "kernel.fs_recovery",
    &[
        "recovery required on readonly filesystem",
        "): recovery complete",
        "): orphan cleanup on readonly fs",
        " orphan inode",
        "): Starting recovery",
        "): Ending recovery",
        "start tree-log replay",
        "Volume was not properly unmounted",
    ],
    recovery,
    &[
        example(
            "EXT4-fs (nvme0n1p2): INFO: recovery required on readonly filesystem",
            r#"Kernel(FsRecovery { device: "nvme0n1p2", strong: true })"#,
        ),
        example("EXT4-fs (vda): recovery complete", r#"Kernel(FsRecovery { device: "vda", strong: true })"#),
        // A busy root that was made read-only leaves orphans, too.
        example(
            "EXT4-fs (nvme0n1p2): orphan cleanup on readonly fs",
            r#"Kernel(FsRecovery { device: "nvme0n1p2", strong: false })"#,
        ),
        example(
            "EXT4-fs (nvme0n1p2): 4 orphan inodes deleted",
            r#"Kernel(FsRecovery { device: "nvme0n1p2", strong: false })"#,
        ),
        example(
            "EXT4-fs (sda2): 1 orphan inode deleted",
            r#"Kernel(FsRecovery { device: "sda2", strong: false })"#,
        ),
        example(
            "XFS (dm-0): Starting recovery (logdev: internal)",
            r#"Kernel(FsRecovery { device: "dm-0", strong: true })"#,
        ),
        example(
            "XFS (dm-0): Ending recovery (logdev: internal)",
            r#"Kernel(FsRecovery { device: "dm-0", strong: true })"#,
        ),
        example(
            "BTRFS info (device nvme0n1p2): start tree-log replay",
            r#"Kernel(FsRecovery { device: "nvme0n1p2", strong: false })"#,
        ),
        // The dirty bit stays until somebody repairs it.
        example(
            "FAT-fs (nvme0n1p1): Volume was not properly unmounted. Some data may be corrupt. Please run fsck.",
            r#"Kernel(FsRecovery { device: "nvme0n1p1", strong: false })"#,
        ),
    ],
);

/// A file system was mounted, whether or not it had to be recovered first.
pub(crate) const MOUNTED: Signal = row(
    "kernel.fs_mounted",
    &["): mounted filesystem", "): Mounting V", "): Ending clean mount", "): first mount of filesystem"],
    mounted,
    &[
        example(
            "EXT4-fs (nvme0n1p2): mounted filesystem 3f1c0a52-7d11-4a0e-9b7e-5d1f2c3a4b5e ro with ordered data mode. \
             Quota mode: none.",
            r#"Kernel(FsMounted { device: "nvme0n1p2" })"#,
        ),
        example(
            "XFS (dm-0): Mounting V5 Filesystem 5b1d4a10-02aa-4d3e-8a55-0f1e2d3c4b5a",
            r#"Kernel(FsMounted { device: "dm-0" })"#,
        ),
        example("XFS (dm-0): Ending clean mount", r#"Kernel(FsMounted { device: "dm-0" })"#),
        example(
            "BTRFS info (device sda3): first mount of filesystem 5b1d4a10-02aa-4d3e-8a55-0f1e2d3c4b5a",
            r#"Kernel(FsMounted { device: "sda3" })"#,
        ),
    ],
);

// Loop, zram and network devices lose their size when they are taken down, card readers and optical drives
// when the medium goes: only fixed devices are meant.
static LOST_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:nvme nvme[0-9]+: (?:controller is down; will reset|Device not ready; aborting|Removing after probe failure|Disabling device after reset failure|I/O .*QID [0-9]+ timeout, (?:reset|disable) controller)|(?:nvme[0-9]+n[0-9]+|mmcblk[0-9]+|vd[a-z]+): detected capacity change from [0-9]+ to 0\s*$|sd [0-9:]+: (?:\[sd[a-z]+\] )?rejecting I/O to (?:offline|dead) device|ata[0-9.]+: disabled\s*$)",
    )
});

fn lost(record: &Record) -> Option<EventKind> {
    let text = first_line(record);
    LOST_LINE.is_match(&text).then_some(EventKind::Kernel(Kernel::StorageLost { text }))
}

// Optical drives and the floppy that virtual machines do not have fail all the time.
static ERROR_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:I/O error|critical medium error), dev (?:[a-eg-z]|f[^d])|^Buffer I/O error on dev(?:ice)? (?:[a-eg-z]|f[^d])|^nvme nvme[0-9]+: I/O .*QID [0-9]+ timeout, aborting|^(?:EXT[234]|FAT|F2FS|exFAT)-fs error \(device |^Aborting journal on device|\): Remounting filesystem read-only|^XFS \([^)]*\): (?:.*Filesystem has been shut down|(?:log|metadata) I/O error)|^BTRFS.*forced readonly",
    )
});
// Disks that hosts run from; `sdb` and on may be sticks and external drives.
static SYSTEM: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:nvme[0-9]|mmcblk[0-9]|x?vd[a-z]|sda|dm-[0-9]|md[0-9])|Aborting journal|Remounting filesystem read-only|shut down|forced readonly",
    )
});
static REMOVABLE: LazyLock<Regex> = LazyLock::new(|| regex(r"error(?:,| on) dev(?:ice)? sr[0-9]"));

fn error(record: &Record) -> Option<EventKind> {
    let text = first_line(record);
    let system = SYSTEM.is_match(&text);
    (ERROR_LINE.is_match(&text) && !REMOVABLE.is_match(&text))
        .then_some(EventKind::Kernel(Kernel::StorageError { text, system }))
}

static RECOVERY_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:EXT[234]-fs|XFS|BTRFS(?: [a-z]+)?|FAT-fs|exFAT-fs) \((?:device )?(?<device>[^): ]+)[^)]*\): (?:(?<strong>INFO: recovery required on readonly filesystem|recovery complete|(?:Starting|Ending) recovery)|orphan cleanup on readonly fs|[0-9]+ orphan inodes? deleted|start tree-log replay|Volume was not properly unmounted)",
    )
});

fn recovery(record: &Record) -> Option<EventKind> {
    let line = RECOVERY_LINE.captures(&record.message)?;
    Some(EventKind::Kernel(Kernel::FsRecovery {
        device: group(&line, "device")?.to_owned(),
        strong: group(&line, "strong").is_some(),
    }))
}

static MOUNTED_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:EXT[234]-fs|XFS|BTRFS(?: [a-z]+)?) \((?:device )?(?<device>[^): ]+)[^)]*\): (?:mounted filesystem|Mounting V[0-9]|Ending clean mount|first mount of filesystem)",
    )
});

fn mounted(record: &Record) -> Option<EventKind> {
    let device = group(&MOUNTED_LINE.captures(&record.message)?, "device")?.to_owned();
    Some(EventKind::Kernel(Kernel::FsMounted { device }))
}
