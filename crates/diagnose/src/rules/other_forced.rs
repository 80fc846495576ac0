//! `other.forced`
//!
//! Sees PID 1 reboot or power off the host at once, without an orderly shutdown, because a unit failed
//! or a key was pressed seven times. Nobody asked for it in the usual way; the unit that is named is
//! where to look.

use model::event::Lifecycle;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span};

use crate::Case;
use crate::case::{PieceExt, piece, span};
use crate::weights::FORCED;

pub(super) const NAME: &str = "other.forced";
pub(super) const MANUAL: &str = include_str!("other_forced.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let found: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(2))
        .filter(|event| {
            matches!(event.kind, EventKind::Lifecycle(Lifecycle::ForcedReboot { .. } | Lifecycle::InitFrozen))
        })
        .collect();
    let Some(newest) = found.last() else { return Vec::new() };
    let text =
        format!("PID 1 itself ended the boot {} before the last entry", span(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Other, FORCED, text)
            .finding(Finding::NoTrace)
            .at(newest.at)
            .cites(Case::cite_all(&found)),
    ]
}
