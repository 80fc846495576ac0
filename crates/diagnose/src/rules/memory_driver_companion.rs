//! `memory.driver_companion`
//!
//! Sees a companion line in the last minute that names the failed allocation in its own words (IOVA
//! mapping metadata, system memory through the fb heap): a second path of the driver that got no
//! memory. Beside a burst it makes the burst credible; alone it is seen at teardown of healthy runs
//! too. It counts on unified memory only.

use model::event::Nvrm;
use model::event::nvrm::CallSite;
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, MemoryModel, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::DRIVER_COMPANION;

pub(super) const NAME: &str = "memory.driver_companion";
pub(super) const MANUAL: &str = include_str!("memory_driver_companion.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    if case.boot.facts.memory_model == MemoryModel::Discrete {
        return Vec::new();
    }
    let companions: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(1))
        .filter(|event| {
            matches!(event.kind, EventKind::Nvrm(Nvrm::AllocationFailed { site: CallSite::HostMemory, .. }))
        })
        .collect();
    let Some(newest) = companions.last() else { return Vec::new() };
    let text = Text::new("memory-driver-companion").with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Memory, DRIVER_COMPANION, text)
            .group("driver allocations")
            .at(newest.at)
            .cites([Case::cite(newest)]),
    ]
}
