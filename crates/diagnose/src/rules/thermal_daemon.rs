//! `thermal.daemon`
//!
//! Sees a thermal daemon say that a critical temperature was reached, with a power-off right behind it:
//! the daemon does by itself what the kernel's trip does. Without the power-off its word is a warning.
//! Throttling that it reports is no shutdown.

use model::event::Userspace;
use model::evidence::{Ending, Evidence, Hypothesis, UnexpectedEnd};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::THERMAL_DAEMON;

pub(super) const NAME: &str = "thermal.daemon";
pub(super) const MANUAL: &str = include_str!("thermal_daemon.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    if case.ends[case.index].ending != Ending::Unexpected(UnexpectedEnd::ThermalTrip) {
        return Vec::new();
    }
    let said: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(45))
        .filter(|event| {
            matches!(event.kind, EventKind::Userspace(Userspace::ThermalDaemon { critical: true }))
        })
        .collect();
    let Some(newest) = said.last() else { return Vec::new() };
    let text = Text::new("thermal-daemon").with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Thermal, THERMAL_DAEMON, text)
            .group("trip")
            .direct()
            .at(newest.at)
            .cites(Case::cite_all(&said)),
    ]
}
