//! The objects of a journal file: what their headers must look like to be believed.
//!
//! Source: systemd's "Journal File Format" document; the sizes of compact files were checked on files of
//! systemd 252 and 257.

use model::Id128;

/// A value of a field.
pub(super) const DATA: u8 = 1;
/// A field's name.
const FIELD: u8 = 2;
/// A log entry.
pub(super) const ENTRY: u8 = 3;
/// The two hash tables.
const HASH_TABLES: std::ops::RangeInclusive<u8> = 4..=5;
/// A list of entries.
const ENTRY_ARRAY: u8 = 6;
/// A seal.
const TAG: u8 = 7;

/// Where in a data object the hash of its value is.
pub(super) const HASH_AT: usize = 16;

/// Bytes of an entry before its items.
pub(super) const ENTRY_HEAD: usize = 64;
/// Most items of an entry that are believed; journald stops at 1,024 fields.
const ITEMS_MAX: u64 = 1 << 16;
/// Largest object that is believed; journald's bound on one value is 768 MiB.
const SIZE_MAX: u64 = 1 << 30;
/// journald's own bound on a valid time (2^55 microseconds).
const TIME_MAX: u64 = 1 << 55;

/// How a file's objects are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// 32-bit offsets (systemd 252 and later).
    pub(super) compact: bool,
}

impl Layout {
    /// Bytes of an item of an entry.
    pub(super) const fn item_size(self) -> usize {
        if self.compact { 4 } else { 16 }
    }

    /// Bytes of a data object before its payload.
    pub(super) const fn payload_at(self) -> usize {
        if self.compact { 72 } else { 64 }
    }
}

/// An object's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Its type.
    pub(super) kind: u8,
    /// How its payload is compressed.
    pub(super) flags: u8,
    /// Its size in bytes, with this header.
    pub(super) size: u64,
}

impl Head {
    /// The header at an offset, if it can be one in a file that ends at `end`.
    pub(super) fn parse(bytes: &[u8], at: u64, end: u64, layout: Layout) -> Option<Self> {
        let (&kind, &flags) = (bytes.first()?, bytes.get(1)?);
        if flags > 7 || bytes.get(2..8)? != [0; 6] {
            return None;
        }
        let size = u64_at(bytes, 8);
        let ends = at.checked_add(size).is_some_and(|last| last <= end);
        if !(17..=SIZE_MAX).contains(&size) || !ends {
            return None;
        }
        let fits = match kind {
            DATA => size > layout.payload_at() as u64,
            FIELD => size > 40,
            ENTRY => {
                let (items, item) = (size.checked_sub(ENTRY_HEAD as u64)?, layout.item_size() as u64);
                flags == 0 && items > 0 && items.is_multiple_of(item) && items / item <= ITEMS_MAX
            }
            kind if HASH_TABLES.contains(&kind) => size.is_multiple_of(16),
            ENTRY_ARRAY => size >= 24 && size.is_multiple_of(4),
            TAG => size == 64,
            _ => false,
        };
        fits.then_some(Self { kind, flags, size })
    }

    /// The offset of the object behind it.
    pub(super) const fn next(&self, at: u64) -> u64 {
        at.saturating_add(self.size).saturating_add(7) & !7
    }
}

/// The fixed part of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EntryHead {
    /// Sequence number.
    pub(super) seq: u64,
    /// Wall time in microseconds.
    pub(super) at: u64,
    /// Monotonic time in microseconds.
    pub(super) monotonic: u64,
    /// Boot.
    pub(super) boot: Id128,
    /// The hashes of its items, combined; part of a cursor.
    pub(super) xor: u64,
}

impl EntryHead {
    pub(super) fn parse(bytes: &[u8]) -> Self {
        let boot = bytes.get(40..56).and_then(|bytes| bytes.try_into().ok()).map_or(Id128::ZERO, Id128);
        Self {
            seq: u64_at(bytes, 16),
            at: u64_at(bytes, 24),
            monotonic: u64_at(bytes, 32),
            boot,
            xor: u64_at(bytes, 56),
        }
    }

    /// Whether its times and ids are such as journald writes.
    pub(super) fn is_plausible(&self) -> bool {
        self.seq > 0
            && (1..TIME_MAX).contains(&self.at)
            && self.monotonic < TIME_MAX
            && self.boot != Id128::ZERO
    }

    /// Wall time of the boot's start, as this entry has it.
    pub(super) const fn offset(&self) -> i64 {
        (self.at as i64).wrapping_sub(self.monotonic as i64)
    }
}

/// Offsets of the data objects that an entry is made of; `bytes` is the whole entry.
pub(super) fn items(bytes: &[u8], layout: Layout) -> impl Iterator<Item = u64> {
    let compact = layout.compact;
    bytes.get(ENTRY_HEAD..).unwrap_or_default().chunks_exact(layout.item_size()).map(move |item| {
        if compact {
            u32::from_le_bytes([item[0], item[1], item[2], item[3]]).into()
        } else {
            u64_at(item, 0)
        }
    })
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(kind: u8, flags: u8, size: u64) -> Vec<u8> {
        let mut bytes = vec![kind, flags, 0, 0, 0, 0, 0, 0];
        bytes.extend(size.to_le_bytes());
        bytes
    }

    #[test]
    fn what_can_be_an_object() {
        const OLD: Layout = Layout { compact: false };
        const COMPACT: Layout = Layout { compact: true };
        for (kind, flags, size, layout, fits) in [
            (1, 4, 73, COMPACT, true),
            (1, 0, 72, COMPACT, false),
            (1, 2, 65, OLD, true),
            (1, 8, 100, OLD, false),
            (2, 0, 41, COMPACT, true),
            (2, 0, 40, COMPACT, false),
            (3, 0, 68, COMPACT, true),
            (3, 0, 68, OLD, false),
            (3, 0, 80, OLD, true),
            (3, 1, 80, OLD, false),
            (3, 0, 64, COMPACT, false),
            (3, 0, u64::MAX, COMPACT, false),
            (4, 0, 16 + 160, OLD, true),
            (5, 0, 16 + 8, OLD, false),
            (6, 0, 24 + 4, COMPACT, true),
            (7, 0, 64, COMPACT, true),
            (7, 0, 65, COMPACT, false),
            (8, 0, 64, COMPACT, false),
            (0, 0, 64, COMPACT, false),
            // It ends behind the file's end.
            (1, 0, 5000, COMPACT, false),
        ] {
            let found = Head::parse(&head(kind, flags, size), 1000, 5000, layout);
            assert_eq!(found.is_some(), fits, "{kind} {flags} {size} {layout:?}");
        }
        assert_eq!(Head::parse(&head(1, 0, 100)[..15], 0, 5000, OLD).map(|head| head.size), None);
        let mut reserved = head(1, 0, 100);
        reserved[5] = 1;
        assert_eq!(Head::parse(&reserved, 0, 5000, OLD), None);
    }
}
