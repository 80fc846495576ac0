//! `memory.fall`
//!
//! Sees the fall of available memory that leads to the end: from the last calm sample to the first
//! exhausted one (how long, how fast), or, where the sampler was too slow, a fall that at its last pace
//! would have reached zero before the end, or before what the disk never got of it. The fall says when it was too late to act. Looks alike: a
//! load phase that peaks and gives memory back; then a later sample shows it.

use model::evidence::{Evidence, Hypothesis};
use model::{Metric, Series, Span, Text};

use crate::Case;
use crate::case::{PieceExt, mib, number, piece};
use crate::weights::{ALMOST_ZERO, FALL, PROJECTED_ZERO};

pub(super) const NAME: &str = "memory.fall";
pub(super) const MANUAL: &str = include_str!("memory_fall.rs");

/// A fall counts from below this share of all memory on: above it hosts fill up and empty all day.
const LOW_SHARE: f64 = 0.10;
/// At or below this share memory counts as gone.
const EXHAUSTED_SHARE: f64 = 0.015;
/// At or below this share a fall that goes on is exhaustion caught in the act.
const ALMOST_SHARE: f64 = 0.03;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let Some(total) = case.boot.memory_mib() else { return Vec::new() };
    case.last_samples(Metric::MemAvailable)
        .filter(|(series, last)| case.before_end(series.at[*last]) <= Span::minutes(20))
        .filter_map(|(series, last)| {
            let value = series.values[last];
            if value <= total * EXHAUSTED_SHARE {
                seen(series, last, total)
            } else if value <= total * LOW_SHARE {
                projected(case, series, last, total)
            } else {
                None
            }
        })
        .collect()
}

/// The recorded fall: the steepest stretch down to the first exhausted sample of the last run of them.
fn seen(series: &Series, last: usize, total: f64) -> Option<Evidence> {
    let mut zero = last;
    while zero > 0 && series.values[zero - 1] <= total * EXHAUSTED_SHARE {
        zero -= 1;
    }
    // The lowest sample soon after it completes the fall.
    let mut bottom = zero;
    while bottom < last && series.values[bottom + 1] < series.values[bottom] {
        bottom += 1;
    }
    let mut from = zero;
    let fastest = rate(series, zero.checked_sub(1)?, zero)?;
    while from > 0 && rate(series, from - 1, from).is_some_and(|r| r >= fastest * 0.2) {
        from -= 1;
    }
    // In whole seconds, so that the reader's own arithmetic agrees.
    let took = Span::secs((series.at[bottom].since(series.at[from]).0 + 500_000) / 1_000_000);
    let fall = series.values[from] - series.values[bottom];
    if fall <= 0.0 || took <= Span(0) {
        return None;
    }
    let text = Text::new("memory-fall")
        .with("high", mib(series.values[from]))
        .with("high-at", timeline::instant(series.at[from]))
        .with("low", mib(series.values[bottom]))
        .with("low-at", timeline::instant(series.at[bottom]))
        .with("took", took)
        .with("pace", number(fall / 1024.0 / (took.as_secs_f64() / 60.0)));
    let piece = piece(NAME, Hypothesis::Memory, FALL, text)
        .group("available memory")
        .at(series.at[bottom])
        .cites([Case::cite_samples(series, from..bottom + 1)]);
    Some(piece)
}

fn rate(series: &Series, from: usize, to: usize) -> Option<f64> {
    let seconds = series.at[to].since(series.at[from]).as_secs_f64();
    let fall = series.values[from] - series.values[to];
    (seconds > 0.0 && fall > 0.0).then(|| fall / seconds)
}

/// A fall still under way in the last sample, which at its pace ends before the end does.
fn projected(case: &Case<'_>, series: &Series, last: usize, total: f64) -> Option<Evidence> {
    let from = last.checked_sub(1)?;
    let pace = rate(series, from, last)?;
    let needed = series.values[last] / pace;
    let unseen = case.before_end(series.at[last]);
    // The boot may have lived past its last sign by what never reached the disk.
    if needed > unseen.as_secs_f64() + timeline::WRITE_BACK_LOSS.as_secs_f64() {
        return None;
    }
    // One step down of a value that goes up and down is no fall.
    let mut top = from;
    while top > 0 && series.values[top - 1] >= series.values[top] {
        top -= 1;
    }
    if series.values[last] * 2.0 > series.values[top] {
        return None;
    }
    let almost = series.values[last] <= total * ALMOST_SHARE;
    let text = Text::new("memory-fall-projected")
        .with("value", mib(series.values[last]))
        .with("pace", mib(pace * 60.0))
        .with("needed", number(needed))
        .with("unseen", unseen);
    let weight = if almost { ALMOST_ZERO } else { PROJECTED_ZERO };
    let piece = piece(NAME, Hypothesis::Memory, weight, text)
        .group("available memory")
        .at(series.at[last])
        .cites([Case::cite_samples(series, from..last + 1)]);
    Some(if almost { piece.direct() } else { piece })
}
