//! `other.forced`
//!
//! Sees PID 1 reboot or power off the host at once, without an orderly shutdown, because a unit failed
//! or a key was pressed seven times. Nobody asked for it in the usual way; the unit that is named is
//! where to look. Or a user's command that asks for an end right before a record that just stops:
//! a forced reboot leaves no shutdown in the record.

use model::event::Lifecycle;
use model::event::lifecycle::Requester;
use model::evidence::{Ending, Evidence, Finding, Hypothesis, UnexpectedEnd};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::{FORCED, FORCED_BY_USER};

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
    let Some(newest) = found.last() else { return by_user(case) };
    let text = match &newest.kind {
        EventKind::Lifecycle(Lifecycle::ForcedReboot { text }) => {
            Text::new("other-forced").with("line", text.trim_end_matches('.'))
        }
        _ => Text::new("other-forced-frozen"),
    };
    let text = text.with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Other, FORCED, text)
            .finding(Finding::NoTrace)
            .at(newest.at)
            .cites(Case::cite_all(&found)),
    ]
}

/// A request in the last half minute, and no shutdown that it led to.
fn by_user(case: &Case<'_>) -> Vec<Evidence> {
    if case.ends[case.index].ending != Ending::Unexpected(UnexpectedEnd::Abrupt) {
        return Vec::new();
    }
    let asked = case.boot.last_events(Span::secs(30)).filter_map(|event| match &event.kind {
        EventKind::Lifecycle(Lifecycle::Asked { by: Requester::User { name }, .. }) => {
            Some((event, name.as_deref()))
        }
        _ => None,
    });
    let Some((event, who)) = asked.last() else { return Vec::new() };
    let text = match who {
        Some(user) => Text::new("other-forced-user").with("user", user),
        None => Text::new("other-forced-somebody"),
    };
    let text = text.with("ago", ago(case.boot.age_at_end(event)));
    vec![
        piece(NAME, Hypothesis::Other, FORCED_BY_USER, text)
            .finding(Finding::NoTrace)
            .at(event.at)
            .cites([Case::cite(event)]),
    ]
}
