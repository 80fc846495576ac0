//! The first and last entries of a boot by their true order, in whatever order they are met.

use std::collections::VecDeque;

/// A place in a boot: monotonic time, sequence number, order in the file.
pub(super) type Place = (u64, u64, u64);

/// The first and the last so many entries, each with its offset in the file.
#[derive(Default)]
pub(super) struct Ends {
    heads: VecDeque<(Place, u64)>,
    tails: VecDeque<(Place, u64)>,
}

impl Ends {
    /// Takes an entry; `heads` and `tails` are the most that are kept.
    pub(super) fn take(&mut self, place: Place, at: u64, heads: usize, tails: usize) {
        if self.heads.len() < heads || self.heads.back().is_some_and(|last| place < last.0) {
            insert(&mut self.heads, place, at);
            self.heads.truncate(heads);
        }
        if self.tails.len() < tails || self.tails.front().is_some_and(|first| place > first.0) {
            insert(&mut self.tails, place, at);
            if self.tails.len() > tails {
                self.tails.pop_front();
            }
        }
    }

    /// Offsets of all of them.
    pub(super) fn offsets(&self) -> impl Iterator<Item = u64> {
        self.heads.iter().chain(&self.tails).map(|(_, at)| *at)
    }

    /// Offset of the first entry.
    pub(super) fn first(&self) -> Option<u64> {
        self.heads.front().map(|(_, at)| *at)
    }

    /// Offset of the last entry.
    pub(super) fn last(&self) -> Option<u64> {
        self.tails.back().or(self.heads.back()).map(|(_, at)| *at)
    }

    /// Offset of the first entry of the tail.
    pub(super) fn tail_start(&self) -> Option<u64> {
        self.tails.front().map(|(_, at)| *at)
    }

    /// Whether a boot of so many entries has none between its head and its tail.
    pub(super) fn meet(&self, entries: u64, tails: usize) -> bool {
        self.tails.len() < tails || entries < (self.heads.len() + self.tails.len()) as u64
    }
}

fn insert(list: &mut VecDeque<(Place, u64)>, place: Place, at: u64) {
    match list.back() {
        Some(last) if place < last.0 => {
            let index = list.partition_point(|known| known.0 < place);
            list.insert(index, (place, at));
        }
        _ => list.push_back((place, at)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_found_in_any_order() {
        for order in [vec![1, 2, 3, 4, 5, 6, 7], vec![7, 6, 5, 4, 3, 2, 1], vec![4, 1, 7, 2, 6, 3, 5]] {
            let mut ends = Ends::default();
            for n in &order {
                ends.take((*n, 0, 0), *n * 10, 2, 3);
            }
            assert_eq!(ends.offsets().collect::<Vec<_>>(), [10, 20, 50, 60, 70], "{order:?}");
            assert_eq!((ends.first(), ends.tail_start(), ends.last()), (Some(10), Some(50), Some(70)));
            assert!(!ends.meet(7, 3) && !ends.meet(5, 3) && ends.meet(4, 3));
        }
        let mut none = Ends::default();
        none.take((1, 0, 0), 10, 0, 0);
        assert_eq!((none.offsets().count(), none.last()), (0, None));
        none.take((1, 0, 0), 10, 1, 0);
        assert_eq!(none.last(), Some(10));
    }
}
