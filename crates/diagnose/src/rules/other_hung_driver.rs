//! `other.hung_driver`
//!
//! Sees tasks blocked for minutes inside the GPU driver in the last half hour: the driver no longer
//! answers. Tasks that wait for memory, or that a hanging shutdown leaves behind, look alike in the
//! first line.

use model::event::Kernel;
use model::event::kernel::StuckIn;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::HUNG_IN_DRIVER;

pub(super) const NAME: &str = "other.hung_driver";
pub(super) const MANUAL: &str = include_str!("other_hung_driver.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let found: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(30))
        .filter(|event| {
            matches!(event.kind, EventKind::Kernel(Kernel::HungTask { stuck_in: StuckIn::GpuDriver, .. }))
        })
        .collect();
    let Some(newest) = found.last() else { return Vec::new() };
    let text = Text::new("other-hung-driver").with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Other, HUNG_IN_DRIVER, text)
            .group("gpu driver")
            .finding(Finding::GpuDriverFault)
            .at(newest.at)
            .cites(Case::cite_all(&found)),
    ]
}
