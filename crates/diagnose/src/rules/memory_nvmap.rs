//! `memory.nvmap`
//!
//! Sees the memory allocator of a Jetson fail with error 12 (no memory) in the last minutes. On those
//! boards CPU and GPU share one pool, so the board's own memory could not be handed out. A single
//! failure at the start of a too large model is an orderly refusal; near a silent end it is a symptom.

use model::event::{Kernel, Userspace};
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::NVMAP;

pub(super) const NAME: &str = "memory.nvmap";
pub(super) const MANUAL: &str = include_str!("memory_nvmap.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let failed: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(5))
        .filter(|event| {
            matches!(
                event.kind,
                EventKind::Kernel(Kernel::NvMapAllocationFailed)
                    | EventKind::Userspace(Userspace::NvMapAllocationFailed)
            )
        })
        .collect();
    let Some(newest) = failed.last() else { return Vec::new() };
    let text = Text::new("memory-nvmap").with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Memory, NVMAP, text)
            .group("driver allocations")
            .at(newest.at)
            .cites(Case::cite_all(&failed)),
    ]
}
