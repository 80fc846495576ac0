//! `other.lockup`
//!
//! Sees CPUs or tasks stuck in the kernel in the last ten minutes: soft and hard lockups, RCU stalls,
//! stuck workqueues, tasks blocked for minutes. They are often the last lines of a hang, whatever
//! caused it. Tasks that wait for memory are counted as starvation, not here; a paused virtual machine
//! stalls in the same words.

use model::event::Kernel;
use model::event::kernel::StuckIn;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::LOCKUP;

pub(super) const NAME: &str = "other.lockup";
pub(super) const MANUAL: &str = include_str!("other_lockup.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let stuck: Vec<&Event> =
        case.boot.last_events(Span::minutes(10)).filter(|event| is_stuck(&event.kind)).collect();
    let Some(newest) = stuck.last() else { return Vec::new() };
    let certain = stuck.iter().any(|event| !matches!(event.kind, EventKind::Kernel(Kernel::HungTask { .. })));
    let text =
        Text::new("other-lockup").with("count", stuck.len()).with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Other, LOCKUP, text)
            .group("stuck")
            .finding(Finding::Lockup)
            .at(newest.at)
            .cites(Case::cite_all(&stuck))
            .scaled(if certain { 100 } else { 60 }),
    ]
}

fn is_stuck(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Kernel(
            Kernel::SoftLockup { .. }
                | Kernel::HardLockup
                | Kernel::RcuStall
                | Kernel::WorkqueueLockup
                | Kernel::HungTask { stuck_in: StuckIn::Unknown | StuckIn::Storage, .. }
        )
    )
}
