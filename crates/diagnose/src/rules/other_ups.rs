//! `other.ups`
//!
//! Sees the UPS on battery when the record stops: mains were gone, and nothing says that they came back.
//! A UPS that reports mains again takes its word back. A shutdown that the UPS asked for is orderly and
//! another matter.

use model::event::Userspace;
use model::event::userspace::UpsState;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::UPS_ON_BATTERY;

pub(super) const NAME: &str = "other.ups";
pub(super) const MANUAL: &str = include_str!("other_ups.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let said: Vec<(&Event, UpsState)> = case
        .boot
        .last_events(Span::minutes(60))
        .filter_map(|event| match event.kind {
            EventKind::Userspace(Userspace::Ups { state }) => Some((event, state)),
            _ => None,
        })
        .collect();
    let Some(&(newest, _)) = said.iter().rfind(|(_, state)| *state == UpsState::OnBattery) else {
        return Vec::new();
    };
    if said.iter().any(|(event, state)| event.at > newest.at && *state == UpsState::OnMains) {
        return Vec::new();
    }
    let text = Text::new("other-ups").with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Other, UPS_ON_BATTERY, text)
            .group("power")
            .finding(Finding::PowerLoss)
            .direct()
            .at(newest.at)
            .cites([Case::cite(newest)]),
    ]
}
