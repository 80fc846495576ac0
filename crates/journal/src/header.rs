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

    /// Reads a header whose signature is damaged, if the rest can be one.
    #[must_use]
    pub fn parse_damaged(bytes: &[u8]) -> Option<Self> {
        let mut start = bytes.get(..MIN_SIZE)?.to_vec();
        start[..SIGNATURE.len()].copy_from_slice(SIGNATURE);
        let (_, header) = header(&start).ok()?;
        let is_sized =
            header.header_size.is_multiple_of(8) && (MIN_SIZE as u64..=1024).contains(&header.header_size);
        let has_ids = header.file_id != Id128::ZERO && header.seq_source != Id128::ZERO;
        (is_sized && has_ids && header.unknown_flags() == 0).then_some(header)
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
            salvaged: None,
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Header of a file that systemd 257 set aside after a power cut.
    const SET_ASIDE: &str = "
        4c504b5348485248020000001c0000000100000000000000cf03200419be4fed8a062ee9a3e90c1e
        0123456789abcdef0123456789abcdefdc143daefc8f4275b1aeea4e24905aed2e6965629ba143f6
        8679e762560606f41001000000000000f0fe7f00000000000016000000000000e064100000000000
        2001000000000000d014000000000000c0a3150000000000510a0000000000003802000000000000
        58070000000000002105000000000000e0821000000000006b05e49f5c4f06007a2490a15c4f0600
        347d710300000000c2060000000000003b0000000000000000000000000000001a01000000000000
        0100000000000000020000000000000080f01200da000000c0a3150000000000";

    fn bytes(hex: &str) -> Vec<u8> {
        let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
        digits
            .chunks(2)
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect()
    }

    #[test]
    fn a_set_aside_file_names_the_boot_that_died() {
        let header = Header::parse(&bytes(SET_ASIDE)).unwrap();
        assert_eq!(header.compatible, 2);
        assert_eq!(
            header.incompatible,
            incompatible::KEYED_HASH | incompatible::COMPRESSED_ZSTD | incompatible::COMPACT
        );
        assert_eq!((header.unknown_flags(), header.is_compact()), (0, true));
        assert_eq!((header.header_size, header.arena_size), (272, 8_388_336));
        let name = "system@00064f5c9fc8e70f-1582307e8de6089b.journal~";
        let file = header.journal_file(InputId(3), name, 8_388_608, true);
        assert_eq!(file.state, HeaderState::Online);
        assert!(file.set_aside && file.is_unclean() && file.is_system());
        assert_eq!(file.machine.to_string(), "0123456789abcdef0123456789abcdef");
        assert_eq!(file.tail_boot.to_string(), "dc143daefc8f4275b1aeea4e24905aed");
        assert_eq!(file.seq_source.to_string(), "2e6965629ba143f68679e762560606f4");
        assert_eq!((file.head_seq, file.tail_seq, file.entries), (1313, 1880, 568));
        assert_eq!((file.head_at.0, file.tail_at.0), (0x6_4f5c_9fe4_056b, 0x6_4f5c_a190_247a));
        assert_eq!(file.tail_monotonic, 57_769_268);
        assert_eq!(file.lost_bytes, 0);
    }

    #[test]
    fn sizes_tell_what_was_lost() {
        let header = Header::parse(&bytes(SET_ASIDE)).unwrap();
        for (size, truncated, lost) in [
            (8_388_608, false, 0),
            (33_554_432, false, 25_165_824),
            (8_384_512, true, 4096),
            (0, true, 8_388_608),
        ] {
            assert_eq!((header.is_truncated(size), header.lost_bytes(size)), (truncated, lost), "{size}");
        }
    }

    #[test]
    fn states_and_flags() {
        let mut header = bytes(SET_ASIDE);
        for (state, expected) in [
            (0, HeaderState::Offline),
            (1, HeaderState::Online),
            (2, HeaderState::Archived),
            (7, HeaderState::Unknown(7)),
        ] {
            header[16] = state;
            assert_eq!(Header::parse(&header).unwrap().state, expected);
        }
        header[12] = 0x80 | 4;
        let header = Header::parse(&header).unwrap();
        assert_eq!((header.unknown_flags(), header.is_compact()), (0x80, false));
    }

    #[test]
    fn what_is_no_header() {
        let good = bytes(SET_ASIDE);
        // The header of systemd 252 is 8 bytes shorter, older ones shorter still.
        for size in [272, 264, 240, MIN_SIZE] {
            assert!(Header::parse(&good[..size]).is_ok(), "{size}");
        }
        for (bytes, error) in [
            (&good[..207], HeaderError::Short(207)),
            (&good[..4], HeaderError::Short(4)),
            (&[][..], HeaderError::Short(0)),
            (&[0; 4096][..], HeaderError::Zeroed),
            (&b"__CURSOR=s=1"[..], HeaderError::NotAJournal),
        ] {
            assert_eq!(Header::parse(bytes), Err(error));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_never_panic(tail in proptest::collection::vec(any::<u8>(), 0..400), signed in any::<bool>(), size in any::<u64>()) {
            let mut bytes = if signed { SIGNATURE.to_vec() } else { Vec::new() };
            bytes.extend(tail);
            if let Ok(header) = Header::parse(&bytes) {
                let file = header.journal_file(InputId(0), "user-1.journal", size, false);
                prop_assert!(file.tail_at.0 >= 0 && file.tail_monotonic >= 0);
            }
        }
    }
}
