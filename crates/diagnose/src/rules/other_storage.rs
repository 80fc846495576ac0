//! `other.storage`
//!
//! Sees the storage lost in the last quarter of an hour: a controller that is down, writes that fail, a
//! file system made read-only. When the root disk goes, its own lines can hardly be written, so the few
//! that survive weigh much. A full disk is not a lost one.

use model::event::Kernel;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span};

use crate::Case;
use crate::case::{PieceExt, before_end, piece};
use crate::weights::STORAGE_LOST;

pub(super) const NAME: &str = "other.storage";
pub(super) const MANUAL: &str = include_str!("other_storage.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let found: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(15))
        .filter(|event| matches!(event.kind, EventKind::Kernel(Kernel::StorageLost { .. })))
        .collect();
    let Some(newest) = found.last() else { return Vec::new() };
    let text = format!("a storage device was lost {}", before_end(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Other, STORAGE_LOST, text)
            .finding(Finding::StorageLost)
            .at(newest.at)
            .cites(Case::cite_all(&found)),
    ]
}
