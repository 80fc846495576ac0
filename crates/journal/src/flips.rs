//! Times of entries in which a bit was flipped, put right by the entries beside them.
//!
//! journald appends: in one boot and one count, monotonic times rise with the numbers, and the wall clock keeps
//! its distance from them. Where one entry alone breaks both, and one bit turned over makes both good again, the
//! bit is the damage. Else that entry would be the boot's last one, hours after its true end. A clock that was
//! set changes no monotonic time, and what it says does not return to the old distance by one bit.

use std::collections::BTreeMap;

use model::{Micros, Record, Seq};

/// Disorder of monotonic times between neighbours that is taken as it is, in microseconds.
const DISORDER: i64 = 10_000_000;
/// The same of the wall clock's distance from the monotonic one.
const DRIFT: i64 = 10_000_000;
/// Least step that a boot's first or last entry is mended of: what lies beyond it can't contradict.
const END_STEP: i64 = 60_000_000;
/// Difference of times that may be left when a bit is turned over, beside a slewed clock's 1 in 1,000.
const REST: i64 = 100_000;
/// Bits that are turned over: below, times differ by less than what is taken as it is; above, by more than a time
/// has (2^55 microseconds).
const BITS: std::ops::Range<u32> = 22..56;

/// Entries whose times were put right: wall time and monotonic time.
pub(crate) type Mended = BTreeMap<Seq, (Micros, i64)>;

/// When an entry was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Times {
    at: i64,
    monotonic: i64,
}

impl Times {
    /// Wall time of the boot's start, as this entry has it.
    const fn offset(self) -> i64 {
        self.at.saturating_sub(self.monotonic)
    }

    /// These times with one bit of the monotonic time turned over.
    fn other_monotonic(self) -> impl Iterator<Item = Self> {
        BITS.map(move |bit| Self { monotonic: self.monotonic ^ 1 << bit, ..self })
    }

    /// These times with one bit of the wall time turned over.
    fn other_wall(self) -> impl Iterator<Item = Self> {
        BITS.map(move |bit| Self { at: self.at ^ 1 << bit, ..self })
    }
}

/// Puts the times of a boot's records right and takes note of it. Records that `mended` knows get their times
/// from there.
pub(crate) fn mend(records: &mut [Record], mended: &mut Mended) {
    let mut entries: Vec<(Seq, Times)> = records
        .iter()
        .filter_map(|record| {
            let seq = record.seq?;
            let known = mended.get(&seq).map(|(at, monotonic)| Times { at: at.0, monotonic: *monotonic });
            Some((seq, known.unwrap_or(Times { at: record.at.0, monotonic: record.monotonic? })))
        })
        .collect();
    entries.sort_by_key(|(seq, _)| *seq);
    entries.dedup_by_key(|(seq, _)| *seq);
    let mut from = 0;
    while from < entries.len() {
        let source = entries[from].0.source;
        let len = entries[from..].iter().take_while(|(seq, _)| seq.source == source).count();
        one_count(&mut entries[from..from + len], mended);
        from += len;
    }
    if mended.is_empty() {
        return;
    }
    for record in records {
        if let Some((at, monotonic)) = record.seq.and_then(|seq| mended.get(&seq)) {
            record.at = *at;
            record.monotonic = Some(*monotonic);
        }
    }
}

/// The same of entries of one count, by their numbers.
fn one_count(entries: &mut [(Seq, Times)], mended: &mut Mended) {
    let times = |entries: &[(Seq, Times)], place: Option<usize>| {
        place.and_then(|place| entries.get(place)).map(|(_, times)| *times)
    };
    for place in 0..entries.len() {
        let this = entries[place].1;
        let before = times(entries, place.checked_sub(1));
        let after = times(entries, Some(place + 1));
        let right = match (before, after) {
            (Some(before), Some(after)) => between(before, this, after),
            (Some(before), None) => {
                times(entries, place.checked_sub(2)).and_then(|further| at_end(further, before, this))
            }
            (None, Some(after)) => {
                times(entries, Some(place + 2)).and_then(|further| at_end(further, after, this))
            }
            (None, None) => None,
        };
        if let Some(right) = right {
            entries[place].1 = right;
            mended.insert(entries[place].0, (Micros(right.at), right.monotonic));
        }
    }
}

/// What the times between two entries must have been; `None` if they can be true or nothing can be told.
fn between(before: Times, this: Times, after: Times) -> Option<Times> {
    if before.monotonic > after.monotonic {
        return None;
    }
    let range = before.monotonic.saturating_sub(DISORDER)..=after.monotonic.saturating_add(DISORDER);
    let is_steady = before.offset().abs_diff(after.offset()) <= DRIFT as u64;
    let step =
        |times: &Times| times.offset().abs_diff(before.offset()).min(times.offset().abs_diff(after.offset()));
    let fits = |times: &Times| step(times) <= 2 * DRIFT as u64;
    if range.contains(&this.monotonic) {
        // With both clocks between their neighbours nobody knows which is wrong, and it does little harm.
        if !is_steady || fits(&this) || (before.at..=after.at).contains(&this.at) {
            return None;
        }
        let rest = rest(before, this, after);
        return this.other_wall().filter(|times| step(times) <= rest).min_by_key(step);
    }
    // Where wall and monotonic time agree, it is the number that is out of place.
    if is_steady && fits(&this) {
        return None;
    }
    let possible = this.other_monotonic().filter(|times| range.contains(&times.monotonic));
    let best = possible.filter(|times| !is_steady || fits(times)).min_by_key(step);
    let by_wall = Times { monotonic: this.at.saturating_sub(before.offset()), ..this };
    best.or_else(|| Some(by_wall).filter(|times| is_steady && range.contains(&times.monotonic)))
}

/// How far a wall time may be off after a bit of it was turned over.
fn rest(before: Times, this: Times, after: Times) -> u64 {
    let drift = before.offset().abs_diff(after.offset());
    let gap = this.monotonic.abs_diff(before.monotonic);
    drift.saturating_add(REST as u64).saturating_add(gap / 1000)
}

/// The same at a boot's first or last entry, by the two entries that come next to it.
fn at_end(further: Times, beside: Times, this: Times) -> Option<Times> {
    let is_steady = further.offset().abs_diff(beside.offset()) <= REST as u64;
    if !is_steady || this.offset().abs_diff(beside.offset()) <= END_STEP as u64 {
        return None;
    }
    let (wall_gap, gap) = (this.at.abs_diff(beside.at), this.monotonic.abs_diff(beside.monotonic));
    let step = |times: &Times| times.offset().abs_diff(beside.offset());
    let rest = (REST as u64).saturating_add(wall_gap.min(gap) / 1000);
    // Whichever lies further away is the one that was damaged.
    if wall_gap < gap {
        this.other_monotonic().filter(|times| step(times) <= rest).min_by_key(step)
    } else {
        this.other_wall().filter(|times| step(times) <= rest).min_by_key(step)
    }
}

#[cfg(test)]
mod tests {
    use model::Id128;

    use super::*;

    const START: i64 = 1_700_000_000_000_000;

    /// An entry so many seconds after the start, the clock set forward by so many.
    fn record(number: u64, second: i64, set: i64) -> Record {
        Record {
            at: Micros(START + (second + set) * 1_000_000),
            monotonic: Some(second * 1_000_000),
            seq: Some(Seq { source: Id128::of(1), number }),
            ..Record::default()
        }
    }

    fn boot(seconds: &[i64]) -> Vec<Record> {
        (1..).zip(seconds).map(|(number, second)| record(number, *second, 0)).collect()
    }

    #[test]
    fn a_flipped_bit_is_turned_back_wherever_it_is() {
        let good = boot(&[2, 2, 3, 3, 60, 61, 4000, 4001, 4002, 4002]);
        for place in 0..good.len() {
            for bit in 33..55 {
                for is_wall in [false, true] {
                    let mut records = good.clone();
                    if is_wall {
                        records[place].at.0 ^= 1 << bit;
                    } else {
                        records[place].monotonic = records[place].monotonic.map(|at| at ^ 1 << bit);
                    }
                    // The same entry was read twice, and the order of reading means nothing.
                    records.push(records[place].clone());
                    records.rotate_left(3);
                    let mut mended = Mended::new();
                    mend(&mut records, &mut mended);
                    records.rotate_right(3);
                    records.pop();
                    assert_eq!(records, good, "{place} {bit} {is_wall}");
                    assert_eq!(mended.len(), 1);
                }
            }
        }
    }

    #[test]
    fn what_can_be_true_stays() {
        let set = |records: &mut [Record], by: i64| {
            records.iter_mut().for_each(|record| record.at.0 += by * 1_000_000);
        };
        // The clock is set in the middle, before the last entry, and off and on again.
        let mut cases = Vec::new();
        for (from, to) in [(5, 10), (9, 10), (8, 10), (4, 5), (0, 1), (0, 2)] {
            for by in [3600, -3600, 9 * 3600, 1_700_000, 100_000_000, 100, -100, 65, 5] {
                let mut records = boot(&[2, 2, 3, 3, 60, 61, 4000, 4001, 4002, 4002]);
                set(&mut records[from..to], by);
                cases.push(records);
            }
        }
        // A long silence, a number out of place, two files of one boot numbered one behind the other.
        cases.push(boot(&[1, 2, 3, 40_000, 40_001, 200_000]));
        let mut number = boot(&[10, 20, 30, 40, 50, 6000, 6010]);
        number[1].seq = Some(Seq { source: Id128::of(1), number: 900 });
        cases.push(number);
        cases.push(boot(&[100, 200, 9000, 5, 6, 7, 8000]));
        cases.push(boot(&[1]));
        cases.push(boot(&[1, 90_000]));
        for good in cases {
            let (mut records, mut mended) = (good.clone(), Mended::new());
            mend(&mut records, &mut mended);
            assert_eq!(records, good, "{mended:?}");
        }
    }
}
