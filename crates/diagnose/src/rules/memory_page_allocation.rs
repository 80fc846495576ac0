//! `memory.page_allocation`
//!
//! Sees the kernel fail to allocate a single page for somebody who could wait (order 0, not atomic) in
//! the last minutes: not one page was left. Failures of larger blocks or of atomic requests are
//! fragmentation or a burst, and often harmless.

use model::event::Kernel;
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::PAGE_ALLOCATION;

pub(super) const NAME: &str = "memory.page_allocation";
pub(super) const MANUAL: &str = include_str!("memory_page_allocation.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let failed: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(10))
        .filter(|event| {
            matches!(
                event.kind,
                EventKind::Kernel(Kernel::PageAllocationFailure { order: 0, atomic: false, .. })
            )
        })
        .collect();
    let Some(newest) = failed.last() else { return Vec::new() };
    let text = Text::new("memory-page-allocation").with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Memory, PAGE_ALLOCATION, text)
            .group("oom killer")
            .at(newest.at)
            .cites(Case::cite_all(&failed)),
    ]
}
