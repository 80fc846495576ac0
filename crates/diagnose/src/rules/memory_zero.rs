//! `memory.zero`
//!
//! Sees available memory at (nearly) nothing in a sampler's last sample before the end: at or below 1.5
//! % of all memory. It is the trajectory that counts, not the level: a sampler that later shows memory
//! again cancels it, and a level that was survived for half an hour weighs little. A witness that another
//! one contradicts at the same time (earlyoom, or the free memory of the same row) says nothing. Looks
//! alike: a report of 0 % in a run that lived on (earlyoom issue 269); low but flat memory, which is
//! another rule's.

use model::evidence::{Evidence, Hypothesis};
use model::{Metric, Series, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, mib, number, piece};
use crate::weights::{ZERO_AT_END, ZERO_BEFORE_END, ZERO_SURVIVED_LONG};

pub(super) const NAME: &str = "memory.zero";
pub(super) const MANUAL: &str = include_str!("memory_zero.rs");

/// At or below this share of all memory nothing is left to hand out.
const EXHAUSTED_SHARE: f64 = 0.015;
/// Above this share memory was plentiful.
const PLENTY_SHARE: f64 = 0.25;
/// Memory is not exhausted where less than this share of it is in use, by the same row.
const HALF_SHARE: f64 = 0.50;
/// Another witness that reads this share at the same time contradicts.
const CONTRADICTS_SHARE: f64 = 0.20;
/// A later sample above this share is a recovery.
const RECOVERED_SHARE: f64 = 0.05;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let Some(total) = case.boot.memory_mib() else { return Vec::new() };
    let freshest = case.last_samples(Metric::MemAvailable).max_by_key(|(series, last)| series.at[*last]);
    if freshest.is_none_or(|(series, last)| series.values[last] > total * RECOVERED_SHARE) {
        return Vec::new();
    }
    case.last_samples(Metric::MemAvailable)
        .filter(|(series, last)| {
            series.values[*last] <= total * EXHAUSTED_SHARE
                && !is_glitch(series, *last, total)
                && !is_contradicted(case, series, *last, total)
        })
        .map(|(series, last)| judge(case, series, last, total))
        .collect()
}

/// A single reading of nothing right after plenty, faster than memory can go: the sampler failed to read. Twice
/// the fastest fall reported is allowed.
fn is_glitch(series: &Series, last: usize, total: f64) -> bool {
    let Some(before) = last.checked_sub(1) else { return false };
    let took = series.at[last].since(series.at[before]).as_secs_f64();
    let fall = series.values[before] - series.values[last];
    series.values[before] > total * PLENTY_SHARE && fall > 2.0 * timeline::FASTEST_FALL_MIB_S * took.max(0.1)
}

/// Another witness saw memory while this one read nothing: one of them is not this host's, or can't read.
fn is_contradicted(case: &Case<'_>, series: &Series, last: usize, total: f64) -> bool {
    let since = exhausted_since(series, last, total);
    let (from, to) = (series.at[since], series.at[last] + Span::secs(30));
    let within = |metric| {
        case.boot
            .series_of(metric)
            .filter(|other| other.input == series.input)
            .flat_map(|other| other.range(from, series.at[last]).map(|i| other.values[i]))
            .max_by(f64::total_cmp)
    };
    // The same rows: a total of nothing is a failed read, and what half the memory is in use of is not gone.
    if within(Metric::MemTotal).is_some_and(|largest| largest <= 0.0)
        || within(Metric::MemUsed).is_some_and(|used| used <= total * HALF_SHARE)
    {
        return true;
    }
    [Metric::MemAvailable, Metric::MemFree]
        .into_iter()
        .flat_map(|metric| case.boot.series_of(metric))
        .filter(|other| {
            other.sampler != series.sampler || other.input != series.input || other.metric != series.metric
        })
        .any(|other| other.range(from, to).any(|i| other.values[i] >= total * CONTRADICTS_SHARE))
}

/// The first sample of the last run of exhausted ones.
fn exhausted_since(series: &Series, last: usize, total: f64) -> usize {
    let mut since = last;
    while since > 0 && series.values[since - 1] <= total * EXHAUSTED_SHARE {
        since -= 1;
    }
    since
}

fn judge(case: &Case<'_>, series: &Series, last: usize, total: f64) -> Evidence {
    let since = exhausted_since(series, last, total);
    let age = case.before_end(series.at[last]);
    let lasted = series.at[last].since(series.at[since]);
    let due = series.cadence().map_or(Span(0), |cadence| Span(cadence.0.saturating_mul(3) / 2));
    let weight = if lasted >= Span::minutes(30) {
        ZERO_SURVIVED_LONG
    } else if age <= Span(Span::minutes(3).0.max(due.0)) {
        ZERO_AT_END
    } else {
        ZERO_BEFORE_END
    };
    let percent = if age > Span::minutes(20) { 40 } else { 100 };
    let text = Text::new("memory-zero")
        .with("value", mib(series.values[last]))
        .with("total", mib(total))
        .with("share", number(series.values[last] / total * 100.0))
        .with("ago", ago(age))
        .with("held", (lasted > Span(0)).then(|| Text::new("memory-zero-held").with("lasted", lasted)));
    piece(NAME, Hypothesis::Memory, weight, text)
        .group("available memory")
        .direct()
        .at(series.at[last])
        .cites([Case::cite_samples(series, since..last + 1)])
        .scaled(percent)
}
