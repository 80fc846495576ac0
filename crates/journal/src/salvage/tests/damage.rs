//! Damaged files: what the walk gets back, with libsystemd's own count beside it.
//!
//! The damages are those that crashes and bad disks make. The bounds follow from the damage and not from the
//! file: only what lies in the damaged bytes may be lost. `tools/salvage_damage.py` does the same with the built
//! program on a file of 84,000 entries.

use std::collections::BTreeSet;

use super::super::object::{DATA, ENTRY, Head, Layout, u64_at};
use super::*;

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        // Knuth's MMIX constants.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 20) % end as u64) as usize
    }
}

/// A whole file and where its entries are.
struct Whole {
    bytes: Vec<u8>,
    entries: Vec<std::ops::Range<usize>>,
    boots: BTreeSet<model::BootId>,
}

impl Whole {
    fn read(dir: &TempDir) -> Self {
        let path = unpacked(dir, &fixtures().join("00-article-day/system.journal.xz"));
        let boots = salvaged(&path, false).drafts.iter().map(|draft| draft.id).collect();
        let bytes = fs::read(&path).unwrap();
        let (mut at, mut entries) = (u64_at(&bytes, 88), Vec::new());
        let end = u64_at(&bytes, 136);
        while at <= end {
            let bytes = &bytes[at as usize..];
            let head = Head::parse(bytes, at, u64::MAX, Layout { compact: true }).unwrap();
            if head.kind == ENTRY {
                entries.push(at as usize..(at + head.size) as usize);
            }
            at = head.next(at);
        }
        assert_eq!(entries.len() as u64, u64_at(&bytes, 152));
        Self { bytes, entries, boots }
    }

    /// Entries that a damaged stretch leaves alone; one more may be lost at its end, where the way is searched.
    fn beside(&self, damaged: &std::ops::Range<usize>) -> usize {
        let is_beside =
            |entry: &&std::ops::Range<usize>| entry.end <= damaged.start || entry.start >= damaged.end;
        self.entries.iter().filter(is_beside).count()
    }

    /// Where 70 % of the stretch in which the entries are ends.
    fn seventy(&self) -> usize {
        let (start, end) = (self.entries[0].start, self.entries[self.entries.len() - 1].end);
        start + (end - start) / 10 * 7
    }

    /// The middle of what is in use.
    fn middle(&self) -> usize {
        self.entries[self.entries.len() / 2].start & !4095
    }
}

/// Entries that libsystemd gives of a file, going from one to the next.
#[cfg(all(feature = "sd-journal", target_os = "linux"))]
fn by_libsystemd(path: &Path) -> usize {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::CString::new(path.as_os_str().as_bytes()).unwrap();
    let Ok(mut journal) = systemd::journal::OpenFilesOptions::default().open_files([name]) else { return 0 };
    journal.seek_head().unwrap();
    std::iter::from_fn(|| journal.next().ok().filter(|moved| *moved > 0)).take(1 << 20).count()
}

#[cfg(not(all(feature = "sd-journal", target_os = "linux")))]
fn by_libsystemd(_: &Path) -> usize {
    0
}

/// What a damage does to a file; the entries that must be found in it.
type Damage = fn(&Whole, &mut Vec<u8>) -> usize;

fn flip(bytes: &mut [u8], at: usize, bit: u8) {
    bytes[at] ^= 1 << bit;
}

/// The first list of entries, to which the header points.
fn entry_array(bytes: &[u8]) -> usize {
    u64_at(bytes, 176) as usize
}

const DAMAGES: &[(&str, Damage)] = &[
    ("intact", |whole, _| whole.entries.len()),
    ("cut to 70 %", |whole, bytes| {
        bytes.truncate(whole.seventy());
        whole.beside(&(bytes.len()..usize::MAX))
    }),
    ("last 4 KiB in use cut", |whole, bytes| {
        bytes.truncate(whole.entries.last().unwrap().end - 4096);
        whole.beside(&(bytes.len()..usize::MAX))
    }),
    ("last 30 % in use zeros", |whole, bytes| {
        let from = whole.seventy();
        bytes[from..].fill(0);
        whole.beside(&(from..usize::MAX))
    }),
    ("one page zeros", |whole, bytes| {
        let page = whole.middle()..whole.middle() + 4096;
        bytes[page.clone()].fill(0);
        whole.beside(&page) - 1
    }),
    ("16 pages zeros", |whole, bytes| {
        let pages = whole.middle()..whole.middle() + 16 * 4096;
        bytes[pages.clone()].fill(0);
        whole.beside(&pages) - 1
    }),
    ("a page of noise", |whole, bytes| {
        let page = whole.middle()..whole.middle() + 4096;
        let mut numbers = Numbers(3);
        bytes[page.clone()].fill_with(|| numbers.below(256) as u8);
        whole.beside(&page) - 1
    }),
    ("signature byte", |whole, bytes| {
        flip(bytes, 3, 2);
        whole.entries.len()
    }),
    ("first page zeros", |whole, bytes| {
        bytes[..4096].fill(0);
        whole.entries.len()
    }),
    ("header: place of the entry list", |whole, bytes| {
        flip(bytes, 178, 5);
        whole.entries.len()
    }),
    ("header: unknown feature", |whole, bytes| {
        flip(bytes, 13, 6);
        whole.entries.len()
    }),
    ("header: not compact", |whole, bytes| {
        flip(bytes, 12, 4);
        whole.entries.len()
    }),
    ("header: its size", |whole, bytes| {
        flip(bytes, 89, 4);
        whole.entries.len()
    }),
    ("header: arena's size", |whole, bytes| {
        flip(bytes, 100, 0);
        whole.entries.len()
    }),
    ("entry list: pointer to the next", |whole, bytes| {
        let at = entry_array(bytes);
        flip(bytes, at + 18, 4);
        whole.entries.len()
    }),
    ("entry list: header zeros", |whole, bytes| {
        let at = entry_array(bytes);
        bytes[at..at + 16].fill(0);
        whole.entries.len()
    }),
    ("entry list: three items", |whole, bytes| {
        let at = entry_array(bytes);
        (0..3).for_each(|item| flip(bytes, at + 24 + item * 4, 3));
        whole.entries.len()
    }),
    ("a size that reaches free space", |whole, bytes| {
        // One bit: the value behind an entry seems to end where nothing has been written yet.
        let ends =
            whole.entries[whole.entries.len() / 10..].iter().map(|entry| entry.end.next_multiple_of(8));
        let at = ends.into_iter().find(|&at| bytes[at] == DATA).unwrap();
        flip(bytes, at + 10, 5);
        let end = at + u64_at(bytes, at + 8) as usize;
        assert!(end > whole.entries.last().unwrap().end && end < bytes.len());
        whole.entries.len() - 1
    }),
    ("64 flipped bits", |whole, bytes| {
        let (start, end) = (u64_at(bytes, 88) as usize, whole.entries.last().unwrap().end);
        let mut numbers = Numbers(1);
        for _ in 0..64 {
            flip(bytes, start + numbers.below(end - start), numbers.below(8) as u8);
        }
        // Which of them hit an entry's own header is chance; the tables of hashes take most.
        whole.entries.len() - 3
    }),
    ("empty", |_, bytes| {
        bytes.clear();
        0
    }),
    ("noise", |_, bytes| {
        let mut numbers = Numbers(2);
        bytes.fill_with(|| numbers.below(256) as u8);
        0
    }),
    ("all zeros", |_, bytes| {
        bytes.fill(0);
        0
    }),
];

#[test]
#[expect(clippy::print_stdout, reason = "the counts are for who reads them, with --nocapture")]
fn what_damage_leaves_is_read() {
    let dir = TempDir::new().unwrap();
    let whole = Whole::read(&dir);
    println!("{:34} {:>10} {:>10} {:>10}", "damage", "libsystemd", "salvaged", "at least");
    for (name, damage) in DAMAGES {
        let mut bytes = whole.bytes.clone();
        let least = damage(&whole, &mut bytes);
        let path = dir.path().join("damaged.journal");
        fs::write(&path, &bytes).unwrap();
        let salvaged = salvaged(&path, false);
        let (found, theirs) = (salvaged.salvage.found as usize, by_libsystemd(&path));
        println!("{name:34} {theirs:10} {found:10} {least:10}  {}", salvaged.salvage);
        assert!(found >= least.max(theirs) && found <= whole.entries.len(), "{name}: {found}");
        let boots: BTreeSet<_> = salvaged.drafts.iter().map(|draft| draft.id).collect();
        assert!(boots.is_subset(&whole.boots), "{name}: boots made up: {boots:?}");
    }
}

/// Which reader reads a file, and what is said of it.
#[test]
fn a_damaged_file_goes_to_the_right_reader() {
    use crate::{Reader, Source};
    let dir = TempDir::new().unwrap();
    let whole = Whole::read(&dir);
    for (name, damage) in DAMAGES {
        let mut bytes = whole.bytes.clone();
        let least = damage(&whole, &mut bytes) as u64;
        let path = dir.path().join("system.journal");
        fs::write(&path, &bytes).unwrap();
        let there = salvaged(&path, false).salvage.found;
        let mut reader = Reader::open(&[Source::File(path)], 0).unwrap();
        reader.be_thorough();
        let reading = reader.read(&selection(false));
        let (outcome, input) = (&reading.outcomes[0], &reading.inputs[0]);
        assert!(outcome.read >= least && outcome.read == there, "{name}: {outcome:?}");
        let said = input.problems.iter().any(|problem| problem.what.contains("entries salvaged"));
        assert_eq!(said, outcome.salvage.is_some(), "{name}: {:?}", input.problems);
        assert!(
            *name == "intact" || outcome.salvage.is_some() || !input.problems.is_empty() || outcome.read > 0
        );
        let entries: u64 = reading.boots.iter().map(|boot| boot.boot.entries).sum();
        assert!(entries >= least, "{name}: {entries}");
    }
}
