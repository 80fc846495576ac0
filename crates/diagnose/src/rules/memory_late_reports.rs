//! `memory.late_reports`
//!
//! Sees a sampler that falls behind its own cadence in the last quarter of an hour: its process was not
//! scheduled, or waited for memory. A healthy earlyoom is at most about a second late. A disk that
//! stalls or a host that slept delays reports as well, so this is a circumstance, never proof.

use model::event::{Kernel, Lifecycle};
use model::evidence::{Evidence, Hypothesis};
use model::series::Sampler;
use model::{EventKind, Metric, Series, Span, Text};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::weights::LATE_REPORTS;

pub(super) const NAME: &str = "memory.late_reports";
pub(super) const MANUAL: &str = include_str!("memory_late_reports.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let mut found: Vec<Evidence> = case
        .last_samples(Metric::MemAvailable)
        .filter_map(|(series, last)| late(case, series, last))
        .collect();
    found.sort_by_key(|piece| -piece.weight_db);
    found.truncate(1);
    found
}

fn late(case: &Case<'_>, series: &Series, last: usize) -> Option<Evidence> {
    let cadence = series.cadence()?;
    // A slow sampler's jitter says nothing.
    if cadence > Span::minutes(2) {
        return None;
    }
    let allowed = Span(cadence.0.saturating_add(Span::secs(5).0.max(cadence.0 / 100)));
    let from = series.at.partition_point(|&at| at < case.end() - Span::minutes(15));
    let gap = |i: usize| series.at[i].since(series.at[i - 1]);
    // Late is only what a regular stretch leads up to: a sampler that was slower before, or not there, is not
    // late with its first quick sample.
    let mut gaps: Vec<(usize, Span)> = Vec::new();
    for i in from.max(3)..=last {
        let regular = |i: usize| gap(i).0 <= cadence.0.saturating_mul(3);
        let follows =
            gaps.last().is_some_and(|(late, _)| late + 1 == i) || (regular(i - 1) && regular(i - 2));
        if gap(i) > allowed && follows && !asleep(case, series, i) {
            gaps.push((i, gap(i)));
        }
    }
    let (latest, _) = *gaps.last()?;
    let newest = gaps.iter().rev().take(4).rev();
    let shown = Text::list(newest.map(|(_, gap)| Text::new("memory-late-gap").with("gap", *gap)));
    let earlyoom = series.sampler == Sampler::Earlyoom;
    let text = Text::new(if earlyoom { "memory-late-earlyoom" } else { "memory-late-monitor" })
        .with("gaps", shown)
        .with("cadence", cadence);
    let piece = piece(NAME, Hypothesis::Memory, LATE_REPORTS, text)
        .group("starvation")
        .at(series.at[latest])
        .cites(gaps.iter().rev().take(2).rev().map(|(i, _)| Case::cite_samples(series, i - 1..i + 1)))
        .scaled(if gaps.len() == 1 { 60 } else { 100 });
    Some(piece)
}

/// Whether the host slept between this sample and the one before.
fn asleep(case: &Case<'_>, series: &Series, index: usize) -> bool {
    case.boot.events.iter().any(|event| {
        matches!(
            event.kind,
            EventKind::Lifecycle(Lifecycle::SleepStopped) | EventKind::Kernel(Kernel::SuspendExit)
        ) && event.at >= series.at[index - 1]
            && event.at <= series.at[index] + Span::secs(5)
    })
}
