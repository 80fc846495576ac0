//! `memory.low_flat`
//!
//! Sees memory that was low but flat for twenty minutes and more up to the last sample. Low is not
//! exhausted: on a host of this kind 3,005 MiB were survived for 2 h 20 min. It speaks against memory,
//! weakly, since a collapse can follow any plateau.

use model::evidence::{Evidence, Hypothesis};
use model::{Metric, Span, Text};

use crate::Case;
use crate::case::{PieceExt, mib, piece};
use crate::weights::LOW_BUT_FLAT;

pub(super) const NAME: &str = "memory.low_flat";
pub(super) const MANUAL: &str = include_str!("memory_low_flat.rs");

const LOW_SHARE: f64 = 0.10;
const EXHAUSTED_SHARE: f64 = 0.015;
/// Within this share of the last value a sample is on the plateau.
const FLAT_SHARE: f64 = 0.15;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let Some(total) = case.boot.memory_mib() else { return Vec::new() };
    let freshest = case.last_samples(Metric::MemAvailable).max_by_key(|(series, last)| series.at[*last]);
    let Some((series, last)) = freshest else { return Vec::new() };
    let value = series.values[last];
    let due = series.cadence().map_or(0, |cadence| cadence.0.saturating_mul(2));
    let stale = case.before_end(series.at[last]).0 > due;
    if stale || value > total * LOW_SHARE || value <= total * EXHAUSTED_SHARE {
        return Vec::new();
    }
    let mut from = last;
    while from > 0 && (series.values[from - 1] - value).abs() <= value * FLAT_SHARE {
        from -= 1;
    }
    let lasted = series.at[last].since(series.at[from]);
    if lasted < Span::minutes(20) {
        return Vec::new();
    }
    let text = Text::new("memory-low-flat").with("value", mib(value)).with("lasted", lasted);
    vec![
        piece(NAME, Hypothesis::Memory, LOW_BUT_FLAT, text)
            .at(series.at[last])
            .cites([Case::cite_samples(series, from..last + 1)]),
    ]
}
