//! `other.pcie`
//!
//! Sees a fatal PCI Express error in the last quarter of an hour. The link is dead, and with it
//! whatever hangs on it. Corrected errors are background noise on many boards and are not counted.

use model::event::Kernel;
use model::event::kernel::Severity;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::PCIE_FATAL;

pub(super) const NAME: &str = "other.pcie";
pub(super) const MANUAL: &str = include_str!("other_pcie.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let found: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(15))
        .filter(|event| {
            matches!(event.kind, EventKind::Kernel(Kernel::PcieError { severity: Severity::Fatal, .. }))
        })
        .collect();
    let Some(newest) = found.last() else { return Vec::new() };
    let text = Text::new("other-pcie").with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Other, PCIE_FATAL, text)
            .finding(Finding::PcieFatal)
            .at(newest.at)
            .cites(Case::cite_all(&found))
            .direct_near(case.boot.age_at_end(newest)),
    ]
}
