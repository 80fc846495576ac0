//! `other.storage`
//!
//! Sees the storage lost in the last quarter of an hour: a controller that is down, writes that fail, a
//! file system made read-only. When the root disk goes, its own lines can hardly be written, so the few
//! that survive weigh much. A full disk is not a lost one, and a stick that was pulled out is not the host's.

use model::event::Kernel;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::{STORAGE_ERRORS, STORAGE_LOST, Weight};

pub(super) const NAME: &str = "other.storage";
pub(super) const MANUAL: &str = include_str!("other_storage.rs");

/// Fewer failed reads and writes than this may be one bad sector.
const ERRORS: usize = 3;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let lost = last(case, 15, |kind| matches!(kind, Kernel::StorageLost { .. }));
    if let Some(newest) = lost.last() {
        let text = Text::new("other-storage-lost").with("ago", ago(case.boot.age_at_end(newest)));
        return vec![found(STORAGE_LOST, text, &lost).direct_near(case.boot.age_at_end(newest))];
    }
    let errors = last(case, 5, |kind| matches!(kind, Kernel::StorageError { system: true, .. }));
    let Some(newest) = errors.last().filter(|_| errors.len() >= ERRORS) else { return Vec::new() };
    let text = Text::new("other-storage-errors")
        .with("count", errors.len())
        .with("ago", ago(case.boot.age_at_end(newest)));
    vec![found(STORAGE_ERRORS, text, &errors)]
}

fn last<'t>(case: &Case<'t>, minutes: i64, wanted: fn(&Kernel) -> bool) -> Vec<&'t Event> {
    let kind = |event: &&Event| matches!(&event.kind, EventKind::Kernel(kind) if wanted(kind));
    case.boot.last_events(Span::minutes(minutes)).filter(kind).collect()
}

fn found(weight: Weight, text: Text, events: &[&Event]) -> Evidence {
    let newest = events.last().map_or(model::Micros(0), |event| event.at);
    piece(NAME, Hypothesis::Other, weight, text)
        .finding(Finding::StorageLost)
        .at(newest)
        .cites(Case::cite_all(events))
}
