//! `other.protection`
//!
//! Sees the kernel's hardware protection act for a reason other than heat: a supply voltage under its
//! limit, a battery at its critical capacity. The kernel says why; the power ended the host, or was about
//! to.

use model::event::Kernel;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::PROTECTION_POWER;

pub(super) const NAME: &str = "other.protection";
pub(super) const MANUAL: &str = include_str!("other_protection.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let acted: Vec<&Event> =
        case.boot.last_events(Span::minutes(5)).filter(|event| reason(event).is_some()).collect();
    let Some(newest) = acted.last() else { return Vec::new() };
    let text = Text::new("other-protection")
        .with("reason", reason(newest).unwrap_or_default())
        .with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Other, PROTECTION_POWER, text)
            .group("power")
            .finding(Finding::PowerLoss)
            .direct()
            .at(newest.at)
            .cites(Case::cite_all(&acted)),
    ]
}

fn reason(event: &Event) -> Option<&str> {
    match &event.kind {
        EventKind::Kernel(Kernel::HardwareProtection { reason, thermal: false }) => Some(reason),
        _ => None,
    }
}
