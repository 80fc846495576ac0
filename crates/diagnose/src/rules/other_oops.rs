//! `other.oops`
//!
//! Sees a kernel oops or BUG. In the last minutes it means that the kernel was broken when the record
//! ends; earlier in the boot the host lived on with it. A warning is not an oops.

use model::event::Kernel;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::{OOPS_AT_END, OOPS_EARLIER};

pub(super) const NAME: &str = "other.oops";
pub(super) const MANUAL: &str = include_str!("other_oops.rs");

/// An oops names the end within this time; a broken kernel seldom lives on longer under load.
const NAMES_WITHIN: Span = Span::minutes(60);

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let oopses: Vec<&Event> = case
        .boot
        .events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Kernel(Kernel::Oops { .. })))
        .collect();
    let Some(newest) = oopses.last() else { return Vec::new() };
    let age = case.boot.age_at_end(newest);
    let at_end = age <= Span::minutes(5);
    let text = Text::new("other-oops").with("ago", ago(age));
    let found = piece(NAME, Hypothesis::Other, if at_end { OOPS_AT_END } else { OOPS_EARLIER }, text)
        .group("kernel")
        .at(newest.at)
        .cites(Case::cite_all(&oopses))
        .direct_near(age)
        .scaled(if age > Span::minutes(24 * 60) { 30 } else { 100 });
    // The host lived on with an older one, so it names nothing.
    vec![if age <= NAMES_WITHIN { found.finding(Finding::KernelOops) } else { found }]
}
