//! `other.oops`
//!
//! Sees a kernel oops or BUG. In the last minutes it means that the kernel was broken when the record
//! ends; earlier in the boot the host lived on with it. A warning is not an oops.

use model::event::Kernel;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span};

use crate::Case;
use crate::case::{PieceExt, before_end, piece};
use crate::weights::{OOPS_AT_END, OOPS_EARLIER};

pub(super) const NAME: &str = "other.oops";
pub(super) const MANUAL: &str = include_str!("other_oops.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let oopses: Vec<&Event> = case
        .boot
        .events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Kernel(Kernel::Oops { .. })))
        .collect();
    let Some(newest) = oopses.last() else { return Vec::new() };
    let age = case.boot.age_at_end(newest);
    let weight = if age <= Span::minutes(5) { OOPS_AT_END } else { OOPS_EARLIER };
    let text = format!("a kernel oops {}", before_end(age));
    vec![
        piece(NAME, Hypothesis::Other, weight, text)
            .group("kernel")
            .finding(Finding::KernelOops)
            .at(newest.at)
            .cites(Case::cite_all(&oopses))
            .scaled(if age > Span::minutes(24 * 60) { 30 } else { 100 }),
    ]
}
