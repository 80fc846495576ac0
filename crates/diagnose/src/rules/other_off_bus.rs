//! `other.off_bus`
//!
//! Sees the GPU fall off the bus (Xid 79) in the last quarter of an hour. The host often follows within
//! minutes, but what took the GPU (power, heat, the slot) is another question; that is why this gives a
//! finding and no cause.

use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::ending::is_off_bus;
use crate::weights::OFF_BUS;

pub(super) const NAME: &str = "other.off_bus";
pub(super) const MANUAL: &str = include_str!("other_off_bus.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let found: Vec<&Event> =
        case.boot.last_events(Span::minutes(15)).filter(|event| is_off_bus(&event.kind)).collect();
    let Some(newest) = found.last() else { return Vec::new() };
    let text = Text::new("other-off-bus").with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Other, OFF_BUS, text)
            .finding(Finding::GpuOffBus)
            .at(newest.at)
            .cites(Case::cite_all(&found))
            .direct_near(case.boot.age_at_end(newest)),
    ]
}
