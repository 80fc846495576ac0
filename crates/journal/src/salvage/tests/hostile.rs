//! No bytes make the walk panic, hang or find what is not there.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::made::{Made, written};
use super::*;
use crate::header::{SIGNATURE, incompatible};

/// A change of a file.
#[derive(Clone, Debug)]
enum Change {
    Flip(prop::sample::Index, u8),
    Zero(prop::sample::Index, usize),
    Set(prop::sample::Index, u64),
    Cut(prop::sample::Index),
    /// A stretch is written over another place.
    Copy(prop::sample::Index, prop::sample::Index, usize),
    Remove(prop::sample::Index, usize),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let len = bytes.len();
        match self {
            Self::Flip(at, bit) => bytes[at.index(len)] ^= 1 << bit,
            Self::Zero(at, size) => {
                let at = at.index(len);
                bytes[at..len.min(at + size)].fill(0);
            }
            Self::Set(at, value) => {
                let at = at.index(len) & !7;
                let end = len.min(at + 8);
                bytes[at..end].copy_from_slice(&value.to_le_bytes()[..end - at]);
            }
            Self::Cut(at) => bytes.truncate(at.index(len)),
            Self::Copy(from, to, size) => {
                let (from, to) = (from.index(len) & !7, to.index(len) & !7);
                let size = (*size).min(len - from).min(len - to);
                bytes.copy_within(from..from + size, to);
            }
            Self::Remove(at, size) => {
                let at = at.index(len);
                bytes.drain(at..len.min(at + size));
            }
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        (index(), 0_u8..8).prop_map(|(at, bit)| Change::Flip(at, bit)),
        (index(), 1_usize..5000).prop_map(|(at, size)| Change::Zero(at, size)),
        (index(), prop_oneof![any::<u64>(), 0..2000_u64, Just(u64::MAX)])
            .prop_map(|(at, value)| Change::Set(at, value)),
        index().prop_map(Change::Cut),
        (index(), index(), 1_usize..2000).prop_map(|(from, to, size)| Change::Copy(from, to, size)),
        (index(), 1_usize..200).prop_map(|(at, size)| Change::Remove(at, size)),
    ]
}

fn small(compact: bool) -> Vec<u8> {
    let mut made = Made::new(if compact { incompatible::COMPACT } else { 0 });
    for second in 1..=30 {
        let message = format!("line {second} {}", "word ".repeat(second as usize * 5));
        let flags = [0, 0, 1, 2, 4][second as usize % 5];
        made.add(
            u128::from(second / 12 + 1),
            second,
            &[("MESSAGE", &message, flags), ("_TRANSPORT", "kernel", 0)],
        );
    }
    made.finish()
}

fn read_quickly(bytes: &[u8]) -> u64 {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, bytes);
    let start = Instant::now();
    let found = salvaged(&path, true).salvage.found;
    assert!(start.elapsed() < Duration::from_secs(30));
    // The smallest entry has one item.
    assert!(found <= bytes.len() as u64 / 68 + 1);
    found
}

proptest! {
    #[test]
    fn any_bytes_are_read(is_signed in any::<bool>(), bytes in proptest::collection::vec(any::<u8>(), 0..3000)) {
        let start: &[u8] = if is_signed { SIGNATURE } else { &[] };
        read_quickly(&[start, &bytes].concat());
    }

    #[test]
    fn changed_files_are_read(compact in any::<bool>(), changes in proptest::collection::vec(change(), 1..12)) {
        let mut bytes = small(compact);
        changes.iter().for_each(|change| change.apply(&mut bytes));
        read_quickly(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn changed_real_files_are_read(file in any::<prop::sample::Index>(), changes in proptest::collection::vec(change(), 1..20)) {
        let packed = packed_files();
        let dir = TempDir::new().unwrap();
        let mut bytes = fs::read(unpacked(&dir, &packed[file.index(packed.len())])).unwrap();
        // Most of a file is tables and free space.
        bytes.truncate(bytes.len() / 2);
        changes.iter().for_each(|change| change.apply(&mut bytes));
        read_quickly(&bytes);
    }
}

/// Objects that overlap and lead nowhere, each with as much to look at as there can be.
#[test]
fn made_up_objects_cost_no_more_than_their_bytes() {
    for (kind, flags, payload) in
        [(1, 0, &b"MESSAGE="[..]), (1, 2, b""), (1, 4, b""), (3, 0, b""), (6, 0, b"")]
    {
        let mut bytes = small(true);
        let mut n = 0_u64;
        while bytes.len() < 2 << 20 {
            n += 1;
            bytes.extend([kind, flags, 0, 0, 0, 0, 0, 0]);
            bytes.extend((60_000 + n % 7 * 4).to_le_bytes());
            if !payload.is_empty() {
                bytes.extend([1; 56]);
                bytes.extend(payload);
            }
            bytes.resize(bytes.len().next_multiple_of(8), 0);
        }
        assert!(read_quickly(&bytes) >= 30, "{kind} {flags}");
    }
}

/// A file that shrinks while it is read costs its missing part and not the process.
#[test]
fn a_file_that_shrinks_is_read_as_far_as_it_goes() {
    use super::super::{Criteria, Survey, WALK_CHUNK, Window, form};
    let dir = TempDir::new().unwrap();
    let path = unpacked(&dir, &packed_files()[0]);
    let selection = selection(false);
    let mut window = Window::open(&path, WALK_CHUNK).unwrap();
    let form = form(&mut window, 0);
    let whole = fs::metadata(&path).unwrap().len();
    fs::File::options().write(true).open(&path).unwrap().set_len(whole / 3).unwrap();
    let criteria = Criteria::of(&selection);
    let survey = Survey::of(&mut window, &form, &criteria);
    assert!(survey.found < form.promised.unwrap());
}
