//! Rows out of order, and stretches that were taken with a wrong clock.

use crate::log::Log;
use crate::place::{NOWHERE, Order, show};

/// A row may lie this far behind the one before: two samplers on one file, a late pipe, the repeated
/// hour in autumn. More is a wrong clock.
const BACK: i64 = 65 * 60_000_000;

/// A clock that was wrong at the start of a host is set within this time.
const FALL: i64 = 2 * 3_600_000_000;
/// And in not more steps than this.
const FALL_STRETCHES: usize = 20;

/// Whether nearly all steps between rows go back in time (Netdata writes the newest row first).
pub(crate) fn is_newest_first(times: impl Iterator<Item = i64>) -> bool {
    let (mut down, mut up, mut last) = (0_u64, 0_u64, None);
    for time in times {
        match last.replace(time) {
            Some(before) if time < before => down += 1,
            Some(before) if time > before => up += 1,
            _ => {}
        }
    }
    down >= 2 && down > up * 9
}

/// Takes the place from rows whose clock was wrong, and notes what is out of order.
///
/// After a reset the clock may show any time until it is set, so a stretch of rows may lie before
/// those above it. The stretches that fit together in order and hold the most rows are believed; the
/// others stay unplaced, because sorting would put them into an older boot.
pub(crate) fn unplace(lines: &[u64], at: &mut [i64], order: Order, log: &mut Log) {
    let placed = |at: &[i64], row: &usize| at[*row] != NOWHERE;
    let mut last = None;
    let goes_back = order.rows().filter(|row| placed(at, row)).any(|row| {
        let before = last.replace(at[row]);
        before.is_some_and(|before| at[row] < before - BACK)
    });
    if goes_back {
        let rows: Vec<usize> = order.rows().filter(|row| placed(at, row)).collect();
        let stretches = stretches(&rows, |row| at[row]);
        let (mut doubted, others) = short_falls(&stretches);
        let believed = longest_chain(&others);
        doubted.extend(others.iter().zip(&believed).filter(|(_, believed)| !**believed).map(|(s, _)| *s));
        for stretch in doubted {
            let rows_of = &rows[stretch.from..stretch.to];
            log.note(lines[rows_of[0]], || {
                format!(
                    "{} rows from {} to {} do not follow on the rows around them: the clock was wrong, \
                     they are not placed",
                    rows_of.len(),
                    show(stretch.first),
                    show(stretch.last)
                )
            });
            for &row in rows_of {
                at[row] = NOWHERE;
            }
        }
    }
    note_inversions(lines, at, order, log);
}

fn note_inversions(lines: &[u64], at: &[i64], order: Order, log: &mut Log) {
    let (mut count, mut first, mut latest) = (0_u64, 0, i64::MIN);
    for row in order.rows().filter(|&row| at[row] != NOWHERE) {
        let time = at[row];
        if time < latest {
            if count == 0 {
                first = lines[row];
            }
            count += 1;
        }
        latest = latest.max(time);
    }
    if count > 0 {
        log.note(first, || {
            format!("{count} {} out of order, sorted by time", if count == 1 { "row is" } else { "rows are" })
        });
    }
}

/// Rows one after the other without a step of more than `BACK` in either direction.
#[derive(Clone, Copy)]
struct Stretch {
    from: usize,
    to: usize,
    first: i64,
    last: i64,
}

fn stretches(placed: &[usize], time: impl Fn(usize) -> i64) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    for (index, &row) in placed.iter().enumerate() {
        let now = time(row);
        match found.last_mut() {
            Some(stretch) if (now - stretch.last).abs() <= BACK => {
                stretch.to = index + 1;
                stretch.last = now;
            }
            _ => found.push(Stretch { from: index, to: index + 1, first: now, last: now }),
        }
    }
    found
}

/// The stretches that fall back and soon return to where the rows were before, and the others. This is
/// how a clock looks that is set some minutes after the start.
fn short_falls(stretches: &[Stretch]) -> (Vec<Stretch>, Vec<Stretch>) {
    let (mut falls, mut others): (Vec<Stretch>, Vec<Stretch>) = (Vec::new(), Vec::new());
    let mut index = 0;
    while index < stretches.len() {
        let before = others.last().map_or(i64::MIN, |stretch| stretch.last.saturating_sub(BACK));
        let (mut end, mut lasting) = (index, 0_i64);
        while end < stretches.len() && end - index <= FALL_STRETCHES && stretches[end].first < before {
            lasting = lasting.saturating_add((stretches[end].last - stretches[end].first).abs());
            end += 1;
        }
        if end > index && lasting <= FALL && stretches.get(end).is_some_and(|next| next.first >= before) {
            falls.extend(&stretches[index..end]);
            index = end;
        } else {
            others.push(stretches[index]);
            index += 1;
        }
    }
    (falls, others)
}

/// Which stretches belong to the chain in time order that holds the most rows; of equal ones the
/// later, because a clock that was set is set.
fn longest_chain(stretches: &[Stretch]) -> Vec<bool> {
    let mut ends: Vec<i64> = stretches.iter().map(|stretch| stretch.last).collect();
    ends.sort_unstable();
    ends.dedup();
    // A Fenwick tree over end times: the best chain that ends at or before a time.
    let mut best: Vec<Option<(u64, usize)>> = vec![None; ends.len() + 1];
    let mut before: Vec<Option<usize>> = vec![None; stretches.len()];
    let mut top: Option<(u64, usize)> = None;
    for (index, stretch) in stretches.iter().enumerate() {
        let mut slot = ends.partition_point(|&end| end <= stretch.first.saturating_add(BACK));
        let mut chain: Option<(u64, usize)> = None;
        while slot > 0 {
            chain = chain.max(best[slot]);
            slot &= slot - 1;
        }
        before[index] = chain.map(|(_, index)| index);
        let weight = (stretch.to - stretch.from) as u64 + chain.map_or(0, |(weight, _)| weight);
        top = top.max(Some((weight, index)));
        let mut slot = ends.partition_point(|&end| end < stretch.last) + 1;
        while slot < best.len() {
            best[slot] = best[slot].max(Some((weight, index)));
            slot += slot & slot.wrapping_neg();
        }
    }
    let mut believed = vec![false; stretches.len()];
    let mut next = top.map(|(_, index)| index);
    while let Some(index) = next {
        believed[index] = true;
        next = before[index];
    }
    believed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(minutes: &[i64]) -> (Vec<i64>, usize) {
        let lines: Vec<u64> = (0..minutes.len() as u64).collect();
        let mut at: Vec<i64> = minutes.iter().map(|minute| minute * 60_000_000).collect();
        let order = Order { len: lines.len(), reversed: false };
        let mut log = Log::default();
        unplace(&lines, &mut at, order, &mut log);
        let placed = at.into_iter().filter(|at| *at != NOWHERE);
        (placed.map(|at| at / 60_000_000).collect(), log.finish().2.len())
    }

    #[test]
    fn wrong_clocks_lose_their_place() {
        for (minutes, placed, notes) in [
            (&[10_000, 10_001, 10_002][..], &[10_000, 10_001, 10_002][..], 0),
            (&[10_000, 10_002, 10_001], &[10_000, 10_002, 10_001], 1),
            (&[10_000, 10_001, 50, 51, 10_020, 10_021], &[10_000, 10_001, 10_020, 10_021], 1),
            (&[10_000, 50, 51, 52, 10_020, 10_021], &[10_000, 10_020, 10_021], 1),
            (&[10_000, 10_001, 90_000, 10_002, 10_003], &[10_000, 10_001, 10_002, 10_003], 1),
            (&[10_000, 10_001, 10_002, 15_000, 20_000], &[10_000, 10_001, 10_002, 15_000, 20_000], 0),
            (&[], &[], 0),
        ] {
            assert_eq!(kept(minutes), (placed.to_vec(), notes), "{minutes:?}");
        }
    }
}
