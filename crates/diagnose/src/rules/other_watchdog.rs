//! `other.watchdog`
//!
//! Sees, in the next boot, that a hardware watchdog reset the host; or, weakly, that one was armed in
//! the boot that ended without a trace. A watchdog says that the host hung, not why. Its silence says
//! nothing: on a GB10 the status read zero after a hang with an armed watchdog.

use model::event::Kernel;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{EventKind, Span};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::ending::{AMD_WATCHDOG, amd_bits, first_events};
use crate::weights::{WATCHDOG, WATCHDOG_ARMED};

pub(super) const NAME: &str = "other.watchdog";
pub(super) const MANUAL: &str = include_str!("other_watchdog.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let reset = case.next.into_iter().flat_map(first_events).find(|event| {
        matches!(event.kind, EventKind::Kernel(Kernel::WatchdogReset))
            || amd_bits(&event.kind).is_some_and(|bits| bits & AMD_WATCHDOG != 0)
    });
    if let Some(event) = reset {
        let text = "the next boot tells of a reset by the hardware watchdog: the host had hung".to_owned();
        return vec![
            piece(NAME, Hypothesis::Other, WATCHDOG, text)
                .group("reset")
                .finding(Finding::WatchdogReset)
                .at(event.at)
                .cites([Case::cite(event)]),
        ];
    }
    let armed =
        case.boot.events.iter().find(|event| matches!(event.kind, EventKind::Kernel(Kernel::WatchdogArmed)));
    let quick = case.boot.next_start.is_some_and(|next| next.since(case.end()) <= Span::minutes(2));
    let Some(event) = armed.filter(|_| quick) else { return Vec::new() };
    let text = "a hardware watchdog was armed, and the next boot came soon enough to be its work".to_owned();
    vec![
        piece(NAME, Hypothesis::Other, WATCHDOG_ARMED, text)
            .group("reset")
            .finding(Finding::WatchdogReset)
            .at(event.at)
            .cites([Case::cite(event)]),
    ]
}
