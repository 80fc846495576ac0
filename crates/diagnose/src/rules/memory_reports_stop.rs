//! `memory.reports_stop`
//!
//! Sees earlyoom's reports stop although the boot lived on for longer than their cadence: the next
//! report was due and never came. With a cadence of a minute this is a good clock of starvation; with
//! the packaged hour it says nothing. While warnings are printed reports are skipped, so any other line
//! of earlyoom counts as life.

use model::evidence::{Evidence, Hypothesis};
use model::series::Sampler;
use model::{EventKind, Metric, Span, Text};

use crate::Case;
use crate::case::{PieceExt, mib, piece};
use crate::weights::REPORTS_STOP;

pub(super) const NAME: &str = "memory.reports_stop";
pub(super) const MANUAL: &str = include_str!("memory_reports_stop.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let series =
        case.last_samples(Metric::MemAvailable).find(|(series, _)| series.sampler == Sampler::Earlyoom);
    let Some((series, last)) = series else { return Vec::new() };
    let Some(cadence) = series.cadence().filter(|cadence| *cadence <= Span::minutes(2)) else {
        return Vec::new();
    };
    let spoken = case
        .boot
        .events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Earlyoom(_)))
        .map(|event| event.at)
        .max();
    let silent = case.boot.boot.last.since(spoken.unwrap_or(series.at[last]));
    if silent < Span(cadence.0.saturating_mul(3) / 2) {
        return Vec::new();
    }
    let total = case.boot.memory_mib().unwrap_or(f64::MAX);
    let plenty = series.values[last] > total * 0.15;
    let text = Text::new("memory-reports-stop")
        .with("cadence", cadence)
        .with("silent", silent)
        .with("value", mib(series.values[last]));
    vec![
        piece(NAME, Hypothesis::Memory, REPORTS_STOP, text)
            .group("starvation")
            .at(series.at[last])
            .cites([Case::cite_samples(series, last..last + 1)])
            .scaled(if plenty { 40 } else { 100 }),
    ]
}
