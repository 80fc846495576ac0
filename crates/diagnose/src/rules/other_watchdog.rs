//! `other.watchdog`
//!
//! Sees, in the next boot, that a hardware watchdog reset the host; or that its daemon let it go in the
//! last minutes without stopping it; or, weakly, that one was armed in the boot that ended without a trace. A watchdog says that the host hung, not why. Its silence says
//! nothing: on a GB10 the status read zero after a hang with an armed watchdog.

use model::event::Kernel;
use model::evidence::{Ending, Evidence, Finding, Hypothesis, UnexpectedEnd};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::ending::{AMD_WATCHDOG, first_events, reset_reason};
use crate::weights::{WATCHDOG, WATCHDOG_ARMED, WATCHDOG_LEFT};

pub(super) const NAME: &str = "other.watchdog";
pub(super) const MANUAL: &str = include_str!("other_watchdog.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let mut told = case.next.into_iter().flat_map(first_events);
    let reset = told
        .find(|event| matches!(event.kind, EventKind::Kernel(Kernel::WatchdogReset)))
        .or_else(|| reset_reason(case.boot, case.next, AMD_WATCHDOG));
    if let Some(event) = reset {
        let text = Text::new("other-watchdog");
        return vec![
            piece(NAME, Hypothesis::Other, WATCHDOG, text)
                .group("reset")
                .finding(Finding::WatchdogReset)
                .at(event.at)
                .cites([Case::cite(event)]),
        ];
    }
    if let Some(event) = left_running(case) {
        let text = Text::new("other-watchdog-left").with("ago", ago(case.boot.age_at_end(event)));
        return vec![
            piece(NAME, Hypothesis::Other, WATCHDOG_LEFT, text)
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
    let text = Text::new("other-watchdog-armed");
    vec![
        piece(NAME, Hypothesis::Other, WATCHDOG_ARMED, text)
            .group("reset")
            .finding(Finding::WatchdogReset)
            .at(event.at)
            .cites([Case::cite(event)]),
    ]
}

/// A watchdog whose daemon went away without stopping it. In a shutdown the line is normal.
fn left_running<'t>(case: &Case<'t>) -> Option<&'t Event> {
    if case.ends[case.index].ending != Ending::Unexpected(UnexpectedEnd::Abrupt) {
        return None;
    }
    // Hardware watchdogs run for at most ten minutes, most for one.
    case.boot
        .last_events(Span::minutes(3))
        .filter(|event| matches!(event.kind, EventKind::Kernel(Kernel::WatchdogNotStopped)))
        .last()
}
