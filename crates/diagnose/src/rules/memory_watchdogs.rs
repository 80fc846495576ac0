//! `memory.watchdogs`
//!
//! Sees services miss their watchdogs in the last quarter of an hour: PID 1 found that they had not had
//! a turn for minutes. Spreading over several services it shows a starving host. Looks alike: a resume
//! from sleep, a stalled disk, a step of the clock.

use std::collections::BTreeSet;

use model::event::Lifecycle;
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::SERVICE_WATCHDOGS;

pub(super) const NAME: &str = "memory.watchdogs";
pub(super) const MANUAL: &str = include_str!("memory_watchdogs.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let missed: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(15))
        .filter(|event| matches!(event.kind, EventKind::Lifecycle(Lifecycle::WatchdogTimeout { .. })))
        .collect();
    let Some(newest) = missed.last() else { return Vec::new() };
    let units: BTreeSet<&str> = missed
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Lifecycle(Lifecycle::WatchdogTimeout { unit }) => Some(unit.as_str()),
            _ => None,
        })
        .collect();
    let names: Vec<&str> = units.iter().copied().take(4).collect();
    let text = Text::new("memory-watchdogs")
        .with("units", names.join(", "))
        .with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Memory, SERVICE_WATCHDOGS, text)
            .group("starvation")
            .at(newest.at)
            .cites(Case::cite_all(&missed))
            .scaled(if units.len() > 1 { 100 } else { 70 }),
    ]
}
