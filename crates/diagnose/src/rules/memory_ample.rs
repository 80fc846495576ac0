//! `memory.ample`
//!
//! Sees plenty of memory in the last sample of a sampler that could have seen a collapse: its blind
//! window is shorter than the fastest known fall from that value to nothing. Only such a sampler can
//! exonerate; a slower one proves nothing, however much it last read. Where the kernel's own table shows that
//! the free memory lies in small blocks only, plenty of it proves nothing either.

use model::evidence::{Evidence, Hypothesis};
use model::{Metric, Span, Text};

use super::memory_fragmented;
use crate::Case;
use crate::case::{PieceExt, ago, mib, piece};
use crate::weights::AMPLE;

pub(super) const NAME: &str = "memory.ample";
pub(super) const MANUAL: &str = include_str!("memory_ample.rs");

/// Plenty, as a share of all memory.
const AMPLE_SHARE: f64 = 0.10;

/// Samples that are no further apart tell of the same moment.
const AT_THE_SAME_TIME: Span = Span::minutes(1);

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let Some(total) = case.boot.memory_mib() else { return Vec::new() };
    if memory_fragmented::is_fragmented(case) {
        return Vec::new();
    }
    let clear = case
        .windows
        .iter()
        .filter(|window| window.metric == Metric::MemAvailable && window.could_have_seen)
        .filter(|window| window.last_value > total * AMPLE_SHARE)
        .max_by_key(|window| window.last_sample);
    let Some(window) = clear else { return Vec::new() };
    // Something fresher that reads empty takes its word away.
    let emptied = case.last_samples(Metric::MemAvailable).any(|(series, last)| {
        series.at[last] + AT_THE_SAME_TIME > window.last_sample && series.values[last] < total * 0.03
    });
    let series = case.last_samples(Metric::MemAvailable).find(|(series, last)| {
        series.at[*last] == window.last_sample && series.values[*last] == window.last_value
    });
    let (Some((series, last)), false) = (series, emptied) else { return Vec::new() };
    let text = Text::new("memory-ample")
        .with("value", mib(window.last_value))
        .with("total", mib(total))
        .with("ago", ago(case.before_end(window.last_sample)));
    vec![
        piece(NAME, Hypothesis::Memory, AMPLE, text)
            .at(window.last_sample)
            .cites([Case::cite_samples(series, last.saturating_sub(4)..last + 1)]),
    ]
}
