//! `memory.killer`
//!
//! Sees earlyoom or another userspace killer at work in the last minutes. A killer that signals the
//! same victim again and again and reports that it does not die was losing; a single kill usually saves
//! the host. Its limits, its dry runs and its start-up lines are not acts.

use model::event::{Earlyoom, Userspace};
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, Span};

use crate::Case;
use crate::case::{PieceExt, before_end, piece};
use crate::weights::{KILLER_AT_WORK, KILLER_FAILED};

pub(super) const NAME: &str = "memory.killer";
pub(super) const MANUAL: &str = include_str!("memory_killer.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let acts = |wanted: &dyn Fn(&EventKind) -> bool| -> Vec<&Event> {
        case.boot.last_events(Span::minutes(10)).filter(|event| wanted(&event.kind)).collect()
    };
    let failed =
        acts(&|kind| matches!(kind, EventKind::Earlyoom(Earlyoom::KillFailed { .. } | Earlyoom::DidNotExit)));
    if let Some(newest) = failed.last()
        && failed.len() >= 2
        && case.boot.age_at_end(newest) <= Span::minutes(3)
    {
        let text = format!(
            "earlyoom tried to kill and failed {} times, the last time {}",
            failed.len(),
            before_end(case.boot.age_at_end(newest))
        );
        return vec![
            piece(NAME, Hypothesis::Memory, KILLER_FAILED, text)
                .group("userspace killer")
                .direct()
                .at(newest.at)
                .cites(Case::cite_all(&failed)),
        ];
    }
    let kills = acts(&|kind| {
        matches!(
            kind,
            EventKind::Earlyoom(Earlyoom::Kill { .. }) | EventKind::Userspace(Userspace::KillerActed { .. })
        )
    });
    let Some(newest) = kills.last() else { return Vec::new() };
    let exited = case.boot.events.iter().any(|event| {
        event.at >= newest.at && matches!(event.kind, EventKind::Earlyoom(Earlyoom::Exited { .. }))
    });
    let age = case.boot.age_at_end(newest);
    let outcome = if exited { "its victim exited" } else { "its victim's exit is not recorded" };
    let text = format!("a userspace killer acted {}; {outcome}", before_end(age));
    vec![
        piece(NAME, Hypothesis::Memory, KILLER_AT_WORK, text)
            .group("userspace killer")
            .at(newest.at)
            .cites(Case::cite_all(&kills))
            .scaled(if exited { 30 } else { 100 }),
    ]
}
