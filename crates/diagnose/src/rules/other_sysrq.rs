//! `other.sysrq`
//!
//! Sees somebody reset, crash or switch off the host with the magic SysRq key in the last minutes. The
//! kernel logs what was done through it. An emergency sync or remount right before the end is the start of
//! the well-known sequence that ends in a reset.

use model::event::Kernel;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span};

use crate::Case;
use crate::case::{PieceExt, before_end, piece};
use crate::weights::SYSRQ;

pub(super) const NAME: &str = "other.sysrq";
pub(super) const MANUAL: &str = include_str!("other_sysrq.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let used: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(1))
        .filter(|event| action(event).is_some_and(ends_the_host))
        .collect();
    let Some(newest) = used.last() else { return Vec::new() };
    let crashed = used.iter().any(|event| action(event).is_some_and(|action| action.contains("crash")));
    let text = format!(
        "somebody used the magic SysRq key ({}) {}",
        action(newest).unwrap_or_default(),
        before_end(case.boot.age_at_end(newest))
    );
    vec![
        piece(NAME, Hypothesis::Other, SYSRQ, text)
            .finding(if crashed { Finding::KernelPanic } else { Finding::NoTrace })
            .at(newest.at)
            .cites(Case::cite_all(&used)),
    ]
}

fn action(event: &Event) -> Option<&str> {
    match &event.kind {
        EventKind::Kernel(Kernel::Sysrq { action }) => Some(action),
        _ => None,
    }
}

fn ends_the_host(action: &str) -> bool {
    ["crash", "Resetting", "Power Off", "Emergency Sync", "Emergency Remount"]
        .iter()
        .any(|what| action.contains(what))
}
