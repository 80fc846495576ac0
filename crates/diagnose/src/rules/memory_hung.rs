//! `memory.hung`
//!
//! Sees tasks blocked for minutes whose call trace stands in memory reclaim or allocation: they wait
//! for memory that does not come. Tasks that hang in storage or in the GPU driver look alike in their
//! first line; only the frames tell them apart.

use std::collections::BTreeSet;

use model::event::Kernel;
use model::event::kernel::StuckIn;
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::{HUNG_IN_RECLAIM, MANY_HUNG_IN_RECLAIM};

pub(super) const NAME: &str = "memory.hung";
pub(super) const MANUAL: &str = include_str!("memory_hung.rs");

/// So many tasks that wait for memory are the host, not one of them.
const MANY: usize = 3;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let hung: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(15))
        .filter(|event| {
            matches!(event.kind, EventKind::Kernel(Kernel::HungTask { stuck_in: StuckIn::Reclaim, .. }))
        })
        .collect();
    let Some(newest) = hung.last() else { return Vec::new() };
    let text =
        Text::new("memory-hung").with("count", hung.len()).with("ago", ago(case.boot.age_at_end(newest)));
    let tasks: BTreeSet<&str> = hung
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Kernel(Kernel::HungTask { task, .. }) => Some(task.as_str()),
            _ => None,
        })
        .collect();
    let many = tasks.len() >= MANY;
    let weight = if many { MANY_HUNG_IN_RECLAIM } else { HUNG_IN_RECLAIM };
    let found = piece(NAME, Hypothesis::Memory, weight, text)
        .group("starvation")
        .at(newest.at)
        .cites(Case::cite_all(&hung));
    vec![if many { found.direct() } else { found }]
}
