//! The header of a journal file, read without libsystemd. It outlives entries that can't be read.
//!
//! Source: systemd's "Journal File Format" document; offsets checked on files of systemd 252 and 257.

use model::{HeaderState, Id128, InputId, JournalFile, Micros};
use nom::bytes::complete::{tag, take};
use nom::number::complete::{le_u8, le_u32, le_u64};
use nom::{IResult, Parser};

/// Bytes of a header that every version has (up to the tail's monotonic time).
pub const MIN_SIZE: usize = 208;

/// The first eight bytes of every journal file.
pub const SIGNATURE: &[u8; 8] = b"LPKSHHRH";

/// Incompatible flags: a reader that does not know one must not read the file.
pub mod incompatible {
    /// XZ-compressed data objects.
    pub const COMPRESSED_XZ: u32 = 1;
    /// LZ4-compressed data objects.
    pub const COMPRESSED_LZ4: u32 = 2;
    /// Hash tables keyed with the file's id.
    pub const KEYED_HASH: u32 = 4;
    /// Zstandard-compressed data objects.
    pub const COMPRESSED_ZSTD: u32 = 8;
    /// 32-bit offsets in entries and arrays (systemd 252 and later).
    pub const COMPACT: u32 = 16;
    /// All of them.
    pub const KNOWN: u32 = COMPRESSED_XZ | COMPRESSED_LZ4 | KEYED_HASH | COMPRESSED_ZSTD | COMPACT;
}

/// Why bytes are not a journal file's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The file ends inside the header; its size in bytes.
    #[error("it ends inside its header ({0} bytes)")]
    Short(usize),
    /// The signature is missing.
    #[error("it is not a journal file (no LPKSHHRH at its start)")]
    NotAJournal,
    /// The header is all zero bytes: space was allocated, nothing reached the disk.
    #[error("its header is all zeros, so nothing of it reached the disk or it was overwritten")]
    Zeroed,
}

/// A journal file's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Compatible flags.
    pub compatible: u32,
    /// Incompatible flags, see [`incompatible`].
    pub incompatible: u32,
    /// Whether it was closed in order.
    pub state: HeaderState,
    /// The file's own id.
    pub file_id: Id128,
    /// The machine that wrote it.
    pub machine: Id128,
    /// Boot of the last entry (before systemd 254: of the last writer).
    pub tail_boot: Id128,
    /// Which count the sequence numbers belong to.
    pub seq_source: Id128,
    /// Size of the header in bytes.
    pub header_size: u64,
    /// Size of everything behind the header in bytes.
    pub arena_size: u64,
    /// Number of entries.
    pub entries: u64,
    /// Last sequence number.
    pub tail_seq: u64,
    /// First sequence number.
    pub head_seq: u64,
    /// Wall time of the first entry in microseconds, 0 without entries.
    pub head_at: u64,
    /// Wall time of the last entry in microseconds, 0 without entries.
    pub tail_at: u64,
    /// Monotonic time of the last entry in microseconds.
    pub tail_monotonic: u64,
}

impl Header {
    /// Reads the header at the start of a file.
    ///
    /// # Errors
    /// Says why the bytes are none.
    pub fn parse(bytes: &[u8]) -> Result<Self, HeaderError> {
        let start = &bytes[..bytes.len().min(MIN_SIZE)];
        if start.len() >= 8 && start.iter().all(|&byte| byte == 0) {
            return Err(HeaderError::Zeroed);
        }
        if start.len() >= 8 && !start.starts_with(SIGNATURE) {
            return Err(HeaderError::NotAJournal);
        }
        header(start).map(|(_, header)| header).map_err(|_| HeaderError::Short(bytes.len()))
    }

    /// Incompatible flags that the format did not define when this was written.
    #[must_use]
    pub const fn unknown_flags(&self) -> u32 {
        self.incompatible & !incompatible::KNOWN
    }

    /// Whether entries and arrays hold 32-bit offsets.
    #[must_use]
    pub const fn is_compact(&self) -> bool {
        self.incompatible & incompatible::COMPACT != 0
    }

    /// The size in bytes that the header claims for the whole file.
    #[must_use]
    pub const fn claimed_size(&self) -> u64 {
        self.header_size.saturating_add(self.arena_size)
    }

    /// Whether a file of this size is cut short: libsystemd up to 257 refuses such a file as a whole.
    #[must_use]
    pub const fn is_truncated(&self, file_size: u64) -> bool {
        file_size < self.claimed_size()
    }

    /// Bytes that belong to the file but are not there: allocated but never accounted for (a lost tail), or
    /// accounted for but cut off.
    #[must_use]
    pub const fn lost_bytes(&self, file_size: u64) -> u64 {
        self.claimed_size().abs_diff(file_size)
    }

    /// The facts that the rest of the program uses.
    #[must_use]
    pub fn journal_file(&self, input: InputId, name: &str, file_size: u64, readable: bool) -> JournalFile {
        JournalFile {
            input,
            name: name.to_owned(),
            set_aside: name.ends_with(".journal~"),
            readable,
            state: self.state,
            machine: self.machine,
            tail_boot: self.tail_boot,
            seq_source: self.seq_source,
            head_seq: self.head_seq,
            tail_seq: self.tail_seq,
            entries: self.entries,
            head_at: Micros(signed(self.head_at)),
            tail_at: Micros(signed(self.tail_at)),
            tail_monotonic: signed(self.tail_monotonic),
            lost_bytes: self.lost_bytes(file_size),
        }
    }
}

/// A count of microseconds as the model holds it; absurd values are capped.
pub(crate) fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn id(input: &[u8]) -> IResult<&[u8], Id128> {
    let (rest, bytes) = take(16_usize)(input)?;
    Ok((rest, <[u8; 16]>::try_from(bytes).map_or(Id128::ZERO, Id128)))
}

fn header(input: &[u8]) -> IResult<&[u8], Header> {
    let (rest, _) = tag(&SIGNATURE[..])(input)?;
    let (rest, (compatible, incompatible, state, _)) = (le_u32, le_u32, le_u8, take(7_usize)).parse(rest)?;
    let (rest, (file_id, machine, tail_boot, seq_source)) = (id, id, id, id).parse(rest)?;
    let (rest, (header_size, arena_size)) = (le_u64, le_u64).parse(rest)?;
    // Two hash tables (offset and size each), tail object, number of objects.
    let (rest, _) = take(48_usize)(rest)?;
    let (rest, (entries, tail_seq, head_seq, _entry_array)) = (le_u64, le_u64, le_u64, le_u64).parse(rest)?;
    let (rest, (head_at, tail_at, tail_monotonic)) = (le_u64, le_u64, le_u64).parse(rest)?;
    let state = match state {
        0 => HeaderState::Offline,
        1 => HeaderState::Online,
        2 => HeaderState::Archived,
        other => HeaderState::Unknown(other),
    };
    Ok((
        rest,
        Header {
            compatible,
            incompatible,
            state,
            file_id,
            machine,
            tail_boot,
            seq_source,
            header_size,
            arena_size,
            entries,
            tail_seq,
            head_seq,
            head_at,
            tail_at,
            tail_monotonic,
        },
    ))
}
