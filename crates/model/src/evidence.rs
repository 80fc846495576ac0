//! Evidence, endings and verdicts.

use crate::{Metric, Micros, Origin, Span, Text};

/// What could have ended a boot that nobody asked to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hypothesis {
    /// The host ran out of memory.
    Memory,
    /// It became too hot.
    Thermal,
    /// Anything else that is recorded.
    Other,
}

impl Hypothesis {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory_exhaustion",
            Self::Thermal => "thermal",
            Self::Other => "other",
        }
    }
}

/// The cause of an unexpected end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Memory exhaustion.
    MemoryExhaustion,
    /// Heat.
    Thermal,
    /// Not known.
    Unknown,
}

impl Cause {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MemoryExhaustion => "memory_exhaustion",
            Self::Thermal => "thermal",
            Self::Unknown => "unknown",
        }
    }
}

/// What is known of an end whose cause is unknown: a closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Finding {
    /// A kernel panic.
    KernelPanic,
    /// A kernel oops.
    KernelOops,
    /// A lockup.
    Lockup,
    /// A storage device was lost.
    StorageLost,
    /// The GPU left the bus.
    GpuOffBus,
    /// The GPU's driver or firmware failed.
    GpuDriverFault,
    /// A fatal PCI Express error.
    PcieFatal,
    /// An uncorrected memory error.
    MemoryError,
    /// A machine check.
    MachineCheck,
    /// Corrupted kernel memory.
    MemoryCorruption,
    /// Power was lost.
    PowerLoss,
    /// A watchdog reset the host.
    WatchdogReset,
    /// The firmware reset the host.
    FirmwareReset,
    /// The shutdown hung.
    ShutdownHung,
    /// The host slept and did not come back.
    ResumeFailed,
    /// Memory and heat are both strong.
    Mixed,
    /// Nothing recorded names a cause.
    NoTrace,
}

impl Finding {
    /// Every finding, in the order of declaration.
    pub const ALL: [Self; 17] = [
        Self::KernelPanic,
        Self::KernelOops,
        Self::Lockup,
        Self::StorageLost,
        Self::GpuOffBus,
        Self::GpuDriverFault,
        Self::PcieFatal,
        Self::MemoryError,
        Self::MachineCheck,
        Self::MemoryCorruption,
        Self::PowerLoss,
        Self::WatchdogReset,
        Self::FirmwareReset,
        Self::ShutdownHung,
        Self::ResumeFailed,
        Self::Mixed,
        Self::NoTrace,
    ];

    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::KernelPanic => "kernel_panic",
            Self::KernelOops => "kernel_oops",
            Self::Lockup => "lockup",
            Self::StorageLost => "storage_lost",
            Self::GpuOffBus => "gpu_off_bus",
            Self::GpuDriverFault => "gpu_driver_fault",
            Self::PcieFatal => "pcie_fatal",
            Self::MemoryError => "memory_error",
            Self::MachineCheck => "machine_check",
            Self::MemoryCorruption => "memory_corruption",
            Self::PowerLoss => "power_loss",
            Self::WatchdogReset => "watchdog_reset",
            Self::FirmwareReset => "firmware_reset",
            Self::ShutdownHung => "shutdown_hung",
            Self::ResumeFailed => "resume_failed",
            Self::Mixed => "mixed",
            Self::NoTrace => "no_trace",
        }
    }
}

/// How a boot ended, in kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// In order, as asked.
    Clean(CleanEnd),
    /// Without being asked.
    Unexpected(UnexpectedEnd),
    /// It has not ended.
    Running,
    /// The record can't tell.
    Undetermined(Blank),
}

/// How a clean end was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CleanEnd {
    /// Reboot.
    Reboot,
    /// Power-off.
    Poweroff,
    /// Halt.
    Halt,
    /// Another kernel was started.
    Kexec,
}

/// How an unexpected end looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnexpectedEnd {
    /// The record just stops.
    Abrupt,
    /// A shutdown began and never finished.
    ShutdownUnfinished,
    /// It was suspended and never resumed.
    Suspended,
    /// A panic.
    Panic,
    /// A watchdog's reset.
    Watchdog,
    /// The kernel's thermal trip, also when an orderly power-off followed.
    ThermalTrip,
    /// The firmware or hardware reset it.
    FirmwareReset,
}

/// Why the record can't tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blank {
    /// Its end was rotated or vacuumed away.
    Rotated,
    /// The journal was volatile.
    Volatile,
    /// Only a file header names it.
    HeaderOnly,
    /// No entry of the system is left.
    NoSystemEntries,
}

impl Ending {
    /// Every ending, in the order of declaration.
    pub const ALL: [Self; 16] = [
        Self::Clean(CleanEnd::Reboot),
        Self::Clean(CleanEnd::Poweroff),
        Self::Clean(CleanEnd::Halt),
        Self::Clean(CleanEnd::Kexec),
        Self::Unexpected(UnexpectedEnd::Abrupt),
        Self::Unexpected(UnexpectedEnd::ShutdownUnfinished),
        Self::Unexpected(UnexpectedEnd::Suspended),
        Self::Unexpected(UnexpectedEnd::Panic),
        Self::Unexpected(UnexpectedEnd::Watchdog),
        Self::Unexpected(UnexpectedEnd::ThermalTrip),
        Self::Unexpected(UnexpectedEnd::FirmwareReset),
        Self::Running,
        Self::Undetermined(Blank::Rotated),
        Self::Undetermined(Blank::Volatile),
        Self::Undetermined(Blank::HeaderOnly),
        Self::Undetermined(Blank::NoSystemEntries),
    ];

    /// The value of `ending` in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clean(_) => "clean",
            Self::Unexpected(_) => "unexpected",
            Self::Running => "running",
            Self::Undetermined(_) => "undetermined",
        }
    }

    /// The value of `ending_detail` in JSON.
    #[must_use]
    pub const fn detail(self) -> &'static str {
        match self {
            Self::Clean(CleanEnd::Reboot) => "reboot",
            Self::Clean(CleanEnd::Poweroff) => "poweroff",
            Self::Clean(CleanEnd::Halt) => "halt",
            Self::Clean(CleanEnd::Kexec) => "kexec",
            Self::Unexpected(UnexpectedEnd::Abrupt) => "abrupt",
            Self::Unexpected(UnexpectedEnd::ShutdownUnfinished) => "shutdown_unfinished",
            Self::Unexpected(UnexpectedEnd::Suspended) => "suspended",
            Self::Unexpected(UnexpectedEnd::Panic) => "panic",
            Self::Unexpected(UnexpectedEnd::Watchdog) => "watchdog",
            Self::Unexpected(UnexpectedEnd::ThermalTrip) => "thermal_trip",
            Self::Unexpected(UnexpectedEnd::FirmwareReset) => "firmware_reset",
            Self::Running => "running",
            Self::Undetermined(Blank::Rotated) => "rotated",
            Self::Undetermined(Blank::Volatile) => "volatile",
            Self::Undetermined(Blank::HeaderOnly) => "header_only",
            Self::Undetermined(Blank::NoSystemEntries) => "no_system_entries",
        }
    }

    /// Whether nobody asked for this end.
    #[must_use]
    pub const fn is_unexpected(self) -> bool {
        matches!(self, Self::Unexpected(_))
    }
}

/// What a piece of evidence rests on.
#[derive(Clone, Debug, PartialEq)]
pub enum Cite {
    /// One event.
    Event {
        /// When.
        at: Micros,
        /// Where it stands.
        origin: Origin,
        /// The line as it was logged.
        raw: Box<str>,
    },
    /// A stretch of samples.
    Samples {
        /// The first line's place.
        origin: Origin,
        /// The last line, counted from 1.
        line_last: Option<u64>,
        /// First sample.
        from: Micros,
        /// Last sample.
        to: Micros,
        /// The samples in words, such as `mem_available_mib 5440 -> 0`.
        raw: Box<str>,
    },
    /// Something that is not there although it would have been recorded.
    Absence {
        /// What is missing.
        what: Text,
        /// From when.
        from: Micros,
        /// To when.
        to: Micros,
        /// Why it would have been seen.
        because: Text,
    },
}

/// One piece of evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// Its id in the report, such as `e3`.
    pub id: String,
    /// The rule that gave it.
    pub rule: &'static str,
    /// The hypothesis it speaks to.
    pub hypothesis: Hypothesis,
    /// Its weight in decibans (10 = ten to one); negative speaks against.
    pub weight_db: i32,
    /// Pieces of one group see the same thing: the strongest counts in full, the others in part.
    pub group: &'static str,
    /// Whether it shows the cause itself at work, in contrast to a circumstance. A cause is named only with
    /// at least one direct piece, and not beside a direct piece of another fault that ends hosts.
    pub direct: bool,
    /// The finding that it supports where the cause stays unknown.
    pub finding: Option<Finding>,
    /// What it says: a clause without a full stop.
    pub text: Text,
    /// When.
    pub at: Option<Micros>,
    /// What it rests on; never empty.
    pub cites: Vec<Cite>,
}

/// How sure a verdict is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// The evidence would not surprise anyone if it were otherwise.
    Low,
    /// More likely than not by a wide margin.
    Medium,
    /// As sure as a record can make it.
    High,
}

impl Confidence {
    /// The word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// A stretch before the end that a sampler did not see.
#[derive(Clone, Debug, PartialEq)]
pub struct BlindWindow {
    /// What was sampled.
    pub metric: Metric,
    /// Who sampled, as shown: a file's name or `earlyoom`.
    pub sampler: String,
    /// The sensor, where there are several.
    pub device: Option<String>,
    /// Usual distance between samples.
    pub cadence: Option<Span>,
    /// The last sample before the end.
    pub last_sample: Micros,
    /// Its value in the metric's unit.
    pub last_value: f64,
    /// From the last sample to the last journal entry; negative if the sampler outlived the journal.
    pub unseen_until_last_entry: Span,
    /// From the last sample to the next boot's start.
    pub unseen_until_next_boot: Option<Span>,
    /// Whether a collapse as fast as the fastest known would have shown in a sample before the end.
    pub could_have_seen: bool,
    /// The arithmetic in one sentence.
    pub text: Text,
}

/// How often a signal occurs in the host's other boots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseRate {
    /// The signal.
    pub signal: &'static str,
    /// Boots that ended cleanly and have it.
    pub clean_with: u32,
    /// Boots that ended cleanly.
    pub clean: u32,
    /// Other boots that ended unexpectedly and have it.
    pub unexpected_with: u32,
    /// Other boots that ended unexpectedly.
    pub unexpected: u32,
}

/// The judgement of one unexpected end.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The cause.
    pub cause: Cause,
    /// How sure.
    pub confidence: Confidence,
    /// What is known where the cause is not.
    pub finding: Option<Finding>,
    /// The hypothesis that came second and its total.
    pub runner_up: Option<(Hypothesis, i32)>,
    /// Totals in decibans: memory, thermal, other.
    pub totals: [i32; 3],
    /// The id of the piece of evidence without which the verdict would be another.
    pub flips_without: Option<String>,
}
