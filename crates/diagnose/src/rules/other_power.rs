//! `other.power`
//!
//! Sees signs that power went: a drive that counts one more unsafe shutdown after this boot than before
//! it. The count rises only when a drive loses power, not on a reset by a panic or a watchdog, so it
//! tells the two apart. It does not tell a failing supply from a pulled plug or a long press of the
//! power key.

use model::event::Userspace;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::ending::first_events;
use crate::weights::POWER_SIGNS;

pub(super) const NAME: &str = "other.power";
pub(super) const MANUAL: &str = include_str!("other_power.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let Some(next) = case.next else { return Vec::new() };
    let count = |event: &Event| match event.kind {
        EventKind::Userspace(Userspace::UnsafeShutdowns { count }) => Some(count),
        _ => None,
    };
    let Some((event, after)) = first_events(next).find_map(|event| count(event).map(|count| (event, count)))
    else {
        return Vec::new();
    };
    let before = case.boot.events.iter().rev().find_map(count);
    if before.is_some_and(|before| before >= after) {
        return Vec::new();
    }
    let text = format!("a drive counts one more unsafe shutdown after this boot ({after}): it lost power");
    vec![
        piece(NAME, Hypothesis::Other, POWER_SIGNS, text)
            .group("power")
            .finding(Finding::PowerLoss)
            .at(event.at)
            .cites([Case::cite(event)]),
    ]
}
