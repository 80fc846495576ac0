//! Signs that programs get too little memory or time.

use std::sync::LazyLock;

use model::event::Userspace;
use model::{EventKind, Listen, Record, Signal};
use regex::Regex;

use crate::{example, regex, row, said, when};

const FLUSHING: &str = "Under memory pressure, flushing caches.";

/// A service (mostly systemd-resolved) flushed its caches: a few a week are normal, one every 20 s is
/// thrashing. systemd 254 and later.
pub(crate) const PRESSURE: Signal = row(
    "userspace.memory_pressure",
    Listen::Userland,
    &[FLUSHING],
    pressure,
    &[said(
        FLUSHING,
        &[("SYSLOG_IDENTIFIER", "systemd-resolved"), ("_COMM", "systemd-resolve")],
        "Userspace(MemoryPressure)",
    )],
);

/// A program could not write because a disk is full: from here on the record may miss what it should have.
pub(crate) const DISK_FULL: Signal = row(
    "userspace.disk_full",
    Listen::Userland,
    &["No space left on device", "no space left on device"],
    disk_full,
    &[
        example(
            "OSError: [Errno 28] No space left on device: '/var/tmp/stage.parquet'",
            "Userspace(DiskFull)",
        ),
        example("write /var/lib/data.log: no space left on device", "Userspace(DiskFull)"),
    ],
);

fn disk_full(_: &Record) -> Option<EventKind> {
    when(true, Userspace::DiskFull)
}

/// The same of journald, which says it through the kernel's buffer.
pub(crate) const PRESSURE_JOURNALD: Signal = row(
    "userspace.memory_pressure_journald",
    Listen::Journald,
    &[FLUSHING],
    pressure,
    &[
        example(FLUSHING, "Userspace(MemoryPressure)"),
        said(
            FLUSHING,
            &[("_TRANSPORT", "kernel"), ("SYSLOG_IDENTIFIER", "systemd-journald")],
            "Userspace(MemoryPressure)",
        ),
    ],
);

fn pressure(record: &Record) -> Option<EventKind> {
    // The whole line: anything more is somebody's quotation.
    when(record.message.trim() == FLUSHING, Userspace::MemoryPressure)
}

/// ENOMEM. It also comes of limits on tasks and on overcommitted memory, and where programs translate it, it is
/// not seen.
pub(crate) const CANNOT_ALLOCATE: Signal = row(
    "userspace.cannot_allocate",
    Listen::Userland,
    ENOMEM,
    cannot_allocate,
    &[
        example("fork: Cannot allocate memory", "Userspace(CannotAllocate)"),
        example("error: fork: Cannot allocate memory", "Userspace(CannotAllocate)"),
        example("nsenter: Unable to fork: Cannot allocate memory", "Userspace(CannotAllocate)"),
        example("OSError: [Errno 12] Cannot allocate memory", "Userspace(CannotAllocate)"),
        example(
            "OSError: [Errno 12] Nicht gen\u{fc}gend Hauptspeicher verf\u{fc}gbar",
            "Userspace(CannotAllocate)",
        ),
        example(
            "RuntimeError: [enforce fail at alloc_cpu.cpp:117] err == 0. DefaultCPUAllocator: can't allocate memory: \
             you tried to allocate 4294967296 bytes. Error code 12 (Cannot allocate memory)",
            "Userspace(CannotAllocate)",
        ),
    ],
);

/// PID 1 could not start a process.
pub(crate) const CANNOT_ALLOCATE_PID1: Signal = row(
    "userspace.cannot_allocate_pid1",
    Listen::Pid1,
    ENOMEM,
    cannot_allocate,
    &[
        example("Failed to fork: Cannot allocate memory", "Userspace(CannotAllocate)"),
        example("a.service: Failed to fork: Cannot allocate memory", "Userspace(CannotAllocate)"),
    ],
);

const ENOMEM: &[&str] = &["Cannot allocate memory", "can't allocate memory", "[Errno 12]"];

// Pinned memory has limits of its own and fails while memory is free.
static PINNED: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)ibv_|\bmlock|memlock|locked memory|io_uring|\bnccl|\bbpf\b"));

fn cannot_allocate(record: &Record) -> Option<EventKind> {
    when(!PINNED.is_match(&record.message), Userspace::CannotAllocate)
}

/// An ssh login did not get done in time. Scanners on the internet make the same line on healthy hosts.
pub(crate) const TIMED_OUT: Signal = row(
    "userspace.timed_out",
    Listen::Programs(&["sshd", "ssh", "sshd-session", "sshd-auth"]),
    &["Timeout before authentication for "],
    |_| Some(EventKind::Userspace(Userspace::TimedOut)),
    &[
        example("fatal: Timeout before authentication for 192.0.2.7 port 50122", "Userspace(TimedOut)"),
        said(
            "fatal: Timeout before authentication for 192.0.2.7",
            &[("_COMM", "sshd"), ("_SYSTEMD_UNIT", "ssh.service")],
            "Userspace(TimedOut)",
        ),
        // OpenSSH 9.8 and later.
        example(
            "Timeout before authentication for connection from 192.0.2.7 to 192.0.2.1, pid = 78856",
            "Userspace(TimedOut)",
        ),
    ],
);
