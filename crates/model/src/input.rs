//! What was read: one entry an input, with everything that went wrong in it.

use crate::{MachineId, Micros};

/// Index of an input in the run's list of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct InputId(pub u32);

/// What kind of source an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// This host's own journal.
    LiveJournal,
    /// A journal file or a folder of journal files.
    Journal,
    /// A stream in the Journal Export Format.
    Export,
    /// The journal as JSON or in the verbose form.
    JournalText,
    /// A text log: lines of journalctl, syslog, dmesg.
    TextLog,
    /// Starts and shutdowns: wtmp, `last`, a list of boots.
    Sessions,
    /// The kernel's last lines before a crash: pstore, kdump.
    CrashRecord,
    /// A monitor's samples.
    Monitor,
}

impl InputKind {
    /// The name used in reports and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LiveJournal => "live_journal",
            Self::Journal => "journal",
            Self::Export => "journal_export",
            Self::JournalText => "journal_text",
            Self::TextLog => "text_log",
            Self::Sessions => "sessions",
            Self::CrashRecord => "crash_record",
            Self::Monitor => "monitor",
        }
    }
}

/// Something in an input that could not be used, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Line in the decompressed stream, counted from 1, where there is one.
    pub line: Option<u64>,
    /// What was tried, what was found.
    pub what: String,
}

/// How the zone of a monitor's local times was decided (design section 3, first that applies).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ZoneBasis {
    /// An offset, a zone mark or an epoch in the cells.
    Cells,
    /// The user said so (`--tz`, or a mapping).
    Given,
    /// The host's own zone, as its live journal is read.
    Host,
    /// Times that the kernel told in UTC: its line about the hardware clock, audit stamps.
    KernelClock,
    /// Lines or boots' starts that it has in common with another source of the host.
    CommonLines,
    /// An uptime column against the boots' starts.
    Uptime,
    /// The sampler's restart against the boots' starts.
    Restart,
    /// Its memory values agree with earlyoom's reports.
    Agreement,
    /// The only offset that puts the samples into boots.
    OnlyFit,
    /// Nothing settles it: UTC is assumed.
    Assumed,
}

impl ZoneBasis {
    /// The name used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cells => "cells",
            Self::Given => "given",
            Self::Host => "host",
            Self::KernelClock => "kernel_clock",
            Self::CommonLines => "common_lines",
            Self::Uptime => "uptime",
            Self::Restart => "restart",
            Self::Agreement => "agreement",
            Self::OnlyFit => "only_fit",
            Self::Assumed => "assumed",
        }
    }

    /// Whether the instants may be trusted to the second.
    #[must_use]
    pub const fn is_certain(self) -> bool {
        !matches!(self, Self::Assumed)
    }
}

/// One input and what came of reading it.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Its place in the run's list.
    pub id: InputId,
    /// The path as the user gave it, `-` for standard input.
    pub path: String,
    /// What it turned out to be.
    pub kind: InputKind,
    /// The machine it speaks of, if it names one.
    pub machine_id: Option<MachineId>,
    /// Entries or rows that were understood.
    pub records: u64,
    /// Entries or rows that were not.
    pub rejected: u64,
    /// First instant in it.
    pub first: Option<Micros>,
    /// Last instant in it.
    pub last: Option<Micros>,
    /// The zone that its local times were read in, such as `+09:00`; none where times carry their own.
    pub zone: Option<String>,
    /// How the zone was decided.
    pub zone_basis: Option<ZoneBasis>,
    /// Whether its end could not be read: it was cut off, or damaged from some place on.
    pub is_cut_off: bool,
    /// What went wrong, the first few of each kind.
    pub problems: Vec<Problem>,
}

impl Input {
    /// An input of which nothing has been read yet.
    #[must_use]
    pub fn new(id: InputId, path: impl Into<String>, kind: InputKind) -> Self {
        Self {
            id,
            path: path.into(),
            kind,
            machine_id: None,
            records: 0,
            rejected: 0,
            first: None,
            last: None,
            zone: None,
            zone_basis: None,
            is_cut_off: false,
            problems: Vec::new(),
        }
    }
}
