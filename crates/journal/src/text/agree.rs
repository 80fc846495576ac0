//! What is to be added to a text log's times, from what another source of the same host has in common with it.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Datelike, Utc};
use model::{Micros, Record, Span};

/// Offsets of zones are multiples of this.
const QUARTER: i64 = 15 * 60 * 1_000_000;
/// No zone lies further from UTC.
const FURTHEST: i64 = 14 * 4;
/// A text log's time may differ by this from the journal's.
const APART: i64 = 2_000_000;
/// And the times at which two sources first tell of a boot.
const START_APART: i64 = 120_000_000;
/// So many lines must agree, and twice as many as for any other offset.
const ENOUGH: u32 = 3;
/// Shorter texts are said by too many.
const LONG_ENOUGH: usize = 16;
/// What is said more often agrees with every offset.
const OFTEN: usize = 8;

/// Whole years, and the offset of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shift {
    pub(super) years: i32,
    pub(super) by: Span,
}

impl Shift {
    pub(super) fn apply(self, at: Micros) -> Micros {
        in_year(at, self.years) + self.by
    }
}

/// The shift by which the most lines agree; none if they do not settle it.
///
/// Lines that each side has once are asked first: what a timer logs every hour agrees with every hour's offset, and with
/// the wrong one best where the other source lacks the right hour.
pub(super) fn by_lines(known: &[&Record], mine: &[&Record]) -> Option<Shift> {
    let (known, mine) = (times_of(known), times_of(mine));
    let votes_of = |is_asked: fn(usize) -> bool| {
        let mut votes: BTreeMap<Shift, u32> = BTreeMap::new();
        for (said, own) in &mine {
            if let Some(times) = known.get(said).filter(|times| is_asked(times.len()) && is_asked(own.len()))
            {
                own.iter().for_each(|&at| count(&mut votes, times, at, APART));
            }
        }
        votes
    };
    let of_unique = votes_of(|times| times == 1);
    if of_unique.values().sum::<u32>() >= ENOUGH {
        return winner(&of_unique, ENOUGH);
    }
    winner(&votes_of(|times| times <= OFTEN), ENOUGH)
}

fn times_of<'r>(records: &[&'r Record]) -> HashMap<&'r str, Vec<Micros>> {
    let mut times: HashMap<&str, Vec<Micros>> = HashMap::new();
    for record in records.iter().filter(|record| record.message.len() >= LONG_ENOUGH) {
        times.entry(record.message.trim()).or_default().push(record.at);
    }
    times
}

/// The shift by which the most boots begin together: all of one of the two, if there are few.
pub(super) fn by_starts(known: &[Micros], mine: &[Micros]) -> Option<Shift> {
    let mut votes: BTreeMap<Shift, u32> = BTreeMap::new();
    for &at in mine {
        count(&mut votes, known, at, START_APART);
    }
    // If every boot of the shorter list fits, that two boots lie a multiple of a quarter hour apart says nothing.
    let most = known.len().min(mine.len());
    let (&best, &count) = votes.iter().max_by_key(|(shift, count)| (**count, -shift.by.0.abs()))?;
    let others = votes.iter().filter(|(shift, other)| **shift != best && **other == count).count();
    let all_fit = most >= 2 && count as usize == most && others == 0;
    if all_fit { Some(best) } else { winner(&votes, 2) }
}

/// The shift between times of the same boots, by their ids; none if they do not agree.
pub(super) fn by_ids(pairs: &[(Micros, Micros)]) -> Option<Shift> {
    let mut shifts = pairs.iter().map(|(mine, theirs)| between(*mine, *theirs, START_APART));
    let first = shifts.next()??;
    shifts.all(|shift| shift == Some(first)).then_some(first)
}

/// One vote for each shift that brings an instant to one of the known ones.
fn count(votes: &mut BTreeMap<Shift, u32>, known: &[Micros], at: Micros, apart: i64) {
    let mut shifts: Vec<Shift> = known.iter().filter_map(|&there| between(at, there, apart)).collect();
    shifts.sort_unstable();
    shifts.dedup();
    shifts.into_iter().for_each(|shift| *votes.entry(shift).or_default() += 1);
}

fn winner(votes: &BTreeMap<Shift, u32>, enough: u32) -> Option<Shift> {
    let (&best, &count) = votes.iter().max_by_key(|(shift, count)| (**count, -shift.by.0.abs()))?;
    let second = votes.iter().filter(|(shift, _)| **shift != best).map(|(_, count)| *count).max();
    (count >= enough && count > 2 * second.unwrap_or(0)).then_some(best)
}

fn between(at: Micros, there: Micros, tolerance: i64) -> Option<Shift> {
    // Around New Year an offset can reach into another year, so the nearest year is looked for.
    let years = (there.since(at).0 as f64 / (365.2425 * 86_400e6)).round() as i32;
    let apart = there.since(in_year(at, years));
    let nearest = (apart.0 + apart.0.signum() * QUARTER / 2) / QUARTER;
    let is_near = (apart.0 - nearest * QUARTER).abs() <= tolerance && nearest.abs() <= FURTHEST;
    is_near.then_some(Shift { years, by: Span(nearest * QUARTER) })
}

/// The same day and time so many years later; the day before where that year has none.
fn in_year(at: Micros, years: i32) -> Micros {
    if years == 0 {
        return at;
    }
    let moved = DateTime::<Utc>::from_timestamp_micros(at.0).and_then(|at| {
        let year = at.year().checked_add(years)?;
        at.with_year(year).or_else(|| at.checked_sub_days(chrono::Days::new(1))?.with_year(year))
    });
    moved.map_or(at, |at| Micros(at.timestamp_micros()))
}
