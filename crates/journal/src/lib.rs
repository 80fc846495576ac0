//! journald boots to records.
//!
//! A [`Reader`] opens this host's journal, folders, files or streams of entries, and reads from them what a
//! [`Selection`] asks for: boots in their true order, each with its records in their true order. Whatever
//! can't be read becomes a [`model::Problem`] of its input, never silence.
//!
//! Healthy journal files are read through libsystemd (feature `sd-journal`). Files that it refuses, or of which
//! it gives less than they hold, are salvaged: read by a walk over their objects, and so are all of them in a
//! build without libsystemd. Which reader it was, and what was lost, is told of every file ([`FileOutcome`]).

mod counts;
#[cfg(test)]
mod damage_tests;
mod drafts;
mod entries;
mod error;
mod export;
mod fields;
mod files;
mod flips;
mod form;
#[doc(hidden)]
pub mod fuzzing;
mod growing;
pub mod header;
#[cfg(all(feature = "sd-journal", target_os = "linux"))]
mod index;
mod json;
mod lines;
mod notes;
mod order;
mod outcome;
mod reader;
mod salvage;
#[cfg(all(feature = "sd-journal", target_os = "linux"))]
mod sd;
#[cfg(not(all(feature = "sd-journal", target_os = "linux")))]
#[path = "sd_absent.rs"]
mod sd;
mod sniff;
mod stream;
mod text;
mod unpack;
mod verbose;

use std::path::PathBuf;

use model::boot::HeaderState;
use model::{Boot, BootId, Id128, Input, InputId, JournalFile, MachineId, Micros, Record};

pub use error::JournalError;
pub use reader::Reader;
pub use salvage::Salvage;
pub use sniff::{Kind, sniff, sniff_head};
pub use text::{Part, TextSource};
pub use unpack::{is_device, open as open_stream, open_file, unpacked};

/// Where journal entries come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// This host's own journal.
    Live,
    /// A folder of journal files, such as a copy of `/var/log/journal`.
    Directory(PathBuf),
    /// One journal file.
    File(PathBuf),
    /// A stream of entries in the Journal Export Format, as JSON or in the verbose form, `-` for standard input;
    /// gzip, xz and Zstandard are undone.
    Export(PathBuf),
    /// A text log: lines without ids, whose boots are told by banners and marks and placed by their times.
    Text(Box<TextSource>),
}

/// A test over the bytes of a message.
pub type Prefilter = Box<dyn Fn(&[u8]) -> bool>;

/// Entries of a file that one of [`Selection::chatty`] may select.
const CHATTY_MAX: u64 = 5_000;

/// Which entries are kept.
pub struct Selection {
    /// Index terms, field and value, any of which selects an entry; of those only the ones whose message is
    /// `wanted` are kept.
    pub filtered: Vec<(&'static str, String)>,
    /// Index terms like those of `filtered` that may select entries by the hundred thousand. They are read from
    /// streams, and from files in which they select few; where they select many, [`Reader::of_terms`] reads
    /// them boot by boot.
    pub chatty: Vec<(&'static str, String)>,
    /// The literal prefilter over the bytes of `MESSAGE`.
    pub wanted: Prefilter,
    /// `MESSAGE_ID`s whose entries are always kept.
    pub always: Vec<Id128>,
    /// Further `MESSAGE_ID`s kept from export streams, which are read as a whole anyway.
    pub stream_always: Vec<Id128>,
    /// First entries of each boot that are kept whatever they say; at least one is.
    pub head_entries: usize,
    /// Last entries of each boot that are kept whatever they say.
    pub tail_entries: usize,
}

impl Selection {
    /// Only each boot's first entry.
    fn nothing() -> Self {
        let (filtered, chatty) = (Vec::new(), Vec::new());
        let (always, stream_always) = (Vec::new(), Vec::new());
        let wanted: Prefilter = Box::new(|_| false);
        Self { filtered, chatty, wanted, always, stream_always, head_entries: 1, tail_entries: 0 }
    }
}

/// A boot and its kept records.
#[derive(Clone, Debug, PartialEq)]
pub struct BootRecords {
    /// The boot.
    pub boot: Boot,
    /// The host's name, as the newest entry read has it.
    pub hostname: Option<String>,
    /// Records in true order: by monotonic time, by sequence number where that is equal.
    pub records: Vec<Record>,
    /// Wall time of the tail's first entry: from there to the boot's end every entry was kept. `None` if no
    /// tail was asked for.
    pub tail_from: Option<Micros>,
}

/// What was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// One input a source, in the order given.
    pub inputs: Vec<Input>,
    /// Boots in true order, oldest first, grouped by machine.
    pub boots: Vec<BootRecords>,
    /// Headers of all journal files that have a valid one.
    pub files: Vec<JournalFile>,
    /// What came of every journal file, also of those without a valid header.
    pub outcomes: Vec<FileOutcome>,
    /// The boot that is running now, if the live journal is among the sources.
    pub running: Option<BootId>,
    /// Whether the boots' order rests on wall clocks that overlap or on counts that contradict each other.
    pub order_uncertain: bool,
}

/// What came of one journal file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileOutcome {
    /// The input it belongs to.
    pub input: InputId,
    /// Where it is.
    pub path: PathBuf,
    /// Its size in bytes.
    pub size: u64,
    /// The machine in its header.
    pub machine: Option<MachineId>,
    /// Whether it was closed in order.
    pub state: Option<HeaderState>,
    /// The boot that its header names as the last.
    pub tail_boot: Option<BootId>,
    /// Entries that its header counts.
    pub promised: Option<u64>,
    /// Why libsystemd was not asked.
    pub fault: Option<String>,
    /// Entries that were read, salvaged ones among them.
    pub read: u64,
    /// What the walk over its objects gave, if one was made.
    pub salvage: Option<Salvage>,
    /// Wall time of the first entry.
    pub first: Option<Micros>,
    /// Wall time of the last entry.
    pub last: Option<Micros>,
    /// Boots of which it holds entries.
    pub boots: Vec<BootId>,
}
