//! `memory.pressure`
//!
//! Sees memory pressure near the end: services that flush their caches again and again, or pressure-
//! stall figures of 30 % and more in the last samples. A few such lines a week are normal; many within
//! minutes are thrashing.

use model::event::Userspace;
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, Metric, Span, Text};

use crate::Case;
use crate::case::{PieceExt, number, piece};
use crate::weights::PRESSURE;

pub(super) const NAME: &str = "memory.pressure";
pub(super) const MANUAL: &str = include_str!("memory_pressure.rs");

/// From this full average on, tasks mostly wait for memory.
const FULL_PCT: f64 = 30.0;
/// Fewer flushes than this within ten minutes are normal.
const FLUSHES: usize = 3;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let mut found = Vec::new();
    let flushes: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(10))
        .filter(|event| matches!(event.kind, EventKind::Userspace(Userspace::MemoryPressure)))
        .collect();
    if let Some(newest) = flushes.last()
        && flushes.len() >= FLUSHES
    {
        let text = Text::new("memory-pressure-flushes").with("count", flushes.len());
        found.push(
            piece(NAME, Hypothesis::Memory, PRESSURE, text)
                .group("starvation")
                .at(newest.at)
                .cites(Case::cite_all(&flushes)),
        );
    }
    let stalled = case.last_samples(Metric::PsiFull).find(|(series, last)| {
        series.values[*last] >= FULL_PCT && case.before_end(series.at[*last]) <= Span::minutes(3)
    });
    if let Some((series, last)) = stalled {
        let text = Text::new("memory-pressure-stalled").with("share", number(series.values[last]));
        found.push(
            piece(NAME, Hypothesis::Memory, PRESSURE, text)
                .group("starvation")
                .at(series.at[last])
                .cites([Case::cite_samples(series, last.saturating_sub(3)..last + 1)]),
        );
    }
    found
}
