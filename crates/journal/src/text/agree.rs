//! The offset of a text log's local times, from lines that another source of the same host holds too.

use std::collections::{BTreeMap, HashMap};

use model::{Micros, Span};

use super::Told;
use crate::drafts::Draft;

/// Offsets of zones are multiples of this.
const QUARTER: i64 = 15 * 60 * 1_000_000;
/// No zone lies further from UTC.
const FURTHEST: i64 = 14 * 4;
/// A text log's time may differ by this from the journal's.
const APART: i64 = 2_000_000;
/// So many lines must agree, and twice as many as for any other offset.
const ENOUGH: u32 = 3;
/// Shorter texts are said by too many.
const LONG_ENOUGH: usize = 16;

/// What is to be added to the text's times (read as UTC) to get the journal's; none if the lines do not settle it.
pub(super) fn offset(drafts: &[Draft], told: &[&Told]) -> Option<Span> {
    let mut known: HashMap<&str, Vec<Micros>> = HashMap::new();
    for record in drafts.iter().flat_map(|draft| &draft.records) {
        if record.message.len() >= LONG_ENOUGH {
            known.entry(record.message.trim()).or_default().push(record.at);
        }
    }
    let mut votes: BTreeMap<i64, u32> = BTreeMap::new();
    for record in told.iter().flat_map(|told| &told.draft.records) {
        // What is said often agrees with every offset.
        let Some(times) = known.get(record.message.trim()).filter(|times| times.len() <= 8) else { continue };
        let mut quarters: Vec<i64> = times.iter().filter_map(|at| quarters(at.since(record.at))).collect();
        quarters.sort_unstable();
        quarters.dedup();
        quarters.into_iter().for_each(|quarter| *votes.entry(quarter).or_default() += 1);
    }
    let (&best, &count) = votes.iter().max_by_key(|(quarter, count)| (**count, -quarter.abs()))?;
    let second = votes.iter().filter(|(quarter, _)| **quarter != best).map(|(_, count)| *count).max();
    (count >= ENOUGH && count > 2 * second.unwrap_or(0)).then_some(Span(best * QUARTER))
}

fn quarters(apart: Span) -> Option<i64> {
    let nearest = (apart.0 + apart.0.signum() * QUARTER / 2) / QUARTER;
    let is_near = (apart.0 - nearest * QUARTER).abs() <= APART;
    (is_near && nearest.abs() <= FURTHEST).then_some(nearest)
}
