//! A boot as its journal entries and file headers show it.

use crate::{BootId, Coverage, Id128, InputId, MachineId, Micros, Seq, Span};

/// The `state` byte of a journal file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeaderState {
    /// Closed in order.
    Offline,
    /// Being written, or never closed.
    Online,
    /// Rotated away in order.
    Archived,
    /// A value that the format does not define.
    Unknown(u8),
}

/// What a journal file's header says. It can be known of a file whose entries can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalFile {
    /// The input it belongs to.
    pub input: InputId,
    /// The file's name without its folder.
    pub name: String,
    /// Whether journald set it aside at a later start (`.journal~`).
    pub set_aside: bool,
    /// Whether its entries could be read.
    pub readable: bool,
    /// The header's state.
    pub state: HeaderState,
    /// The machine.
    pub machine: MachineId,
    /// The boot of its last entry: of an online file, the boot that died (zero in an empty file).
    pub tail_boot: BootId,
    /// Which count its sequence numbers belong to.
    pub seq_source: Id128,
    /// First sequence number, 0 without entries.
    pub head_seq: u64,
    /// Last sequence number, 0 without entries.
    pub tail_seq: u64,
    /// Entries that the header counts.
    pub entries: u64,
    /// Time of the first entry.
    pub head_at: Micros,
    /// Time of the last entry.
    pub tail_at: Micros,
    /// Monotonic time of the last entry in microseconds.
    pub tail_monotonic: i64,
    /// Bytes that belong to the file but never reached the disk: file size minus header and arena, 0 if whole.
    pub lost_bytes: u64,
    /// Entries that a walk over the file's objects gave, where libsystemd refuses it or reads less.
    pub salvaged: Option<u64>,
}

impl JournalFile {
    /// Whether it is the system's file, in contrast to a user's.
    #[must_use]
    pub fn is_system(&self) -> bool {
        !self.name.starts_with("user-")
    }

    /// Whether it names a boot that ended without closing its journal: set aside and still online.
    #[must_use]
    pub fn is_unclean(&self) -> bool {
        self.set_aside && self.state == HeaderState::Online
    }
}

/// How memory is laid out: it decides what a driver's failed allocation can mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum MemoryModel {
    /// CPU and GPU share one pool (GB10, Jetson).
    Unified,
    /// The GPU has memory of its own.
    Discrete,
    /// Nothing in the record says.
    #[default]
    Unknown,
}

impl MemoryModel {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unified => "unified",
            Self::Discrete => "discrete",
            Self::Unknown => "unknown",
        }
    }
}

/// A change of wall time minus monotonic time inside a boot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockStep {
    /// The first entry after the step, in its own (new) wall time.
    pub at: Micros,
    /// How far the wall clock moved; positive is forward.
    pub by: Span,
}

/// One boot of one machine.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Boot {
    /// The boot's id.
    pub id: BootId,
    /// Its machine.
    pub machine: Option<MachineId>,
    /// Wall time of its first entry.
    pub first: Micros,
    /// Wall time of its last entry (of the entry with the highest monotonic time).
    pub last: Micros,
    /// Monotonic time of the first entry in microseconds.
    pub first_monotonic: Option<i64>,
    /// Monotonic time of the last entry in microseconds.
    pub last_monotonic: Option<i64>,
    /// Lowest sequence number.
    pub first_seq: Option<Seq>,
    /// Highest sequence number.
    pub last_seq: Option<Seq>,
    /// Entries read or, where only an index was used, counted. 0 for a boot known from a header.
    pub entries: u64,
    /// Known only from the header of a file that can't be read.
    pub header_only: bool,
    /// Whether any entry of the system itself (kernel, PID 1, a service) was seen.
    pub has_system_entries: bool,
    /// Whether its first entries were seen (a kernel banner), in contrast to a boot whose head was vacuumed.
    pub has_head: bool,
    /// Steps of the wall clock.
    pub clock_steps: Vec<ClockStep>,
    /// No source tells its id: it was made up of the host's name and the boot's start.
    pub id_made_up: bool,
    /// Its wall times are guesses: only times since the boot's start are told.
    pub times_assumed: bool,
    /// Lines before its first one are missing, maybe whole boots: it may even be the boot before it.
    pub start_unseen: bool,
    /// What each source covers of it.
    pub coverage: Vec<Coverage>,
}

impl Boot {
    /// The boot's start: first entry minus its monotonic time, where that is known.
    #[must_use]
    pub fn started(&self) -> Micros {
        self.first - Span(self.first_monotonic.unwrap_or(0))
    }
}
