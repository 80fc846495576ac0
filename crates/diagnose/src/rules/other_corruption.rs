//! `other.corruption`
//!
//! Sees corrupted structures in the kernel's memory: broken lists, bad pages, single flipped bits. They
//! point to a defective memory module or a driver that writes where it should not; they have nothing to
//! do with memory running out, whatever the words.

use model::event::Kernel;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::CORRUPTION;

pub(super) const NAME: &str = "other.corruption";
pub(super) const MANUAL: &str = include_str!("other_corruption.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let found: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(120))
        .filter(|event| matches!(event.kind, EventKind::Kernel(Kernel::Corruption { .. })))
        .collect();
    let Some(newest) = found.last() else { return Vec::new() };
    let text = Text::new("other-corruption").with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Other, CORRUPTION, text)
            .finding(Finding::MemoryCorruption)
            .at(newest.at)
            .cites(Case::cite_all(&found))
            .direct_near(case.boot.age_at_end(newest)),
    ]
}
