//! `other.shutdown`
//!
//! Sees a shutdown that was asked for and never finished: what hung is named by the stop jobs that
//! timed out and the tasks that blocked meanwhile. The end itself was wanted; only its form was not. A
//! driver's task that hangs here is the shutdown's trouble, not a cause of its own.

use std::collections::BTreeSet;

use model::event::Lifecycle;
use model::evidence::{Ending, Evidence, Finding, Hypothesis, UnexpectedEnd};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::weights::SHUTDOWN_HUNG;

pub(super) const NAME: &str = "other.shutdown";
pub(super) const MANUAL: &str = include_str!("other_shutdown.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let end = &case.ends[case.index];
    if end.ending != Ending::Unexpected(UnexpectedEnd::ShutdownUnfinished) {
        return Vec::new();
    }
    let stuck: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(45))
        .filter(|event| matches!(event.kind, EventKind::Lifecycle(Lifecycle::StopTimedOut { .. })))
        .collect();
    let units: BTreeSet<&str> = stuck
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Lifecycle(Lifecycle::StopTimedOut { unit, .. }) => Some(unit.as_str()),
            _ => None,
        })
        .collect();
    let text = if units.is_empty() {
        Text::new("other-shutdown")
    } else {
        let names: Vec<&str> = units.into_iter().take(4).collect();
        let survived = stuck.iter().any(|event| {
            matches!(event.kind, EventKind::Lifecycle(Lifecycle::StopTimedOut { survived_kill: true, .. }))
        });
        let id = if survived { "other-shutdown-unkillable" } else { "other-shutdown-stuck" };
        Text::new(id).with("units", names.join(", "))
    };
    let mut cites = end.cites.clone();
    cites.extend(Case::cite_all(&stuck));
    if cites.is_empty() {
        return Vec::new();
    }
    vec![
        piece(NAME, Hypothesis::Other, SHUTDOWN_HUNG, text)
            .direct()
            .finding(Finding::ShutdownHung)
            .at(end.intent.unwrap_or(case.boot.boot.last))
            .cites(cites),
    ]
}
