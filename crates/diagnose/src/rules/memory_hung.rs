//! `memory.hung`
//!
//! Sees tasks blocked for minutes whose call trace stands in memory reclaim or allocation: they wait
//! for memory that does not come. Tasks that hang in storage or in the GPU driver look alike in their
//! first line; only the frames tell them apart.

use model::event::Kernel;
use model::event::kernel::StuckIn;
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, Span};

use crate::Case;
use crate::case::{PieceExt, before_end, piece};
use crate::weights::HUNG_IN_RECLAIM;

pub(super) const NAME: &str = "memory.hung";
pub(super) const MANUAL: &str = include_str!("memory_hung.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let hung: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(15))
        .filter(|event| {
            matches!(event.kind, EventKind::Kernel(Kernel::HungTask { stuck_in: StuckIn::Reclaim, .. }))
        })
        .collect();
    let Some(newest) = hung.last() else { return Vec::new() };
    let text = format!(
        "{} blocked in memory reclaim, the last report {}",
        if hung.len() == 1 { "a task was".to_owned() } else { format!("{} reports of tasks", hung.len()) },
        before_end(case.boot.age_at_end(newest))
    );
    vec![
        piece(NAME, Hypothesis::Memory, HUNG_IN_RECLAIM, text)
            .group("starvation")
            .at(newest.at)
            .cites(Case::cite_all(&hung)),
    ]
}
