//! `memory.killer`
//!
//! Sees earlyoom or another userspace killer at work in the last minutes. A killer whose victims do not die was
//! losing, and so was one that killed again and again up to the end, each kill buying only seconds; a single kill
//! usually saves the host. A failure that is followed by the victim's exit, or by a report of memory that came
//! back, was a late success. Its limits, its dry runs and its start-up lines are not acts.

use model::event::{Earlyoom, Userspace};
use model::evidence::{Evidence, Hypothesis};
use model::series::Sampler;
use model::{Event, EventKind, Metric, Micros, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::{KILLER_AT_WORK, KILLER_FAILED, KILLS_TO_THE_END};

pub(super) const NAME: &str = "memory.killer";
pub(super) const MANUAL: &str = include_str!("memory_killer.rs");

/// Lines that are no further apart than this are of one attempt.
const ONE_ATTEMPT: Span = Span::secs(2);
/// So many kills in a row are no rescue.
const STORM: usize = 4;
/// The share of memory that is available again after a rescue: above the limit at which earlyoom acts.
const RECOVERED_SHARE: f64 = 0.12;
/// A report that is no older than this tells of the memory at the time of an act.
const AT_THAT_TIME: Span = Span::secs(60);

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let failed = attempts(case, &|kind| {
        matches!(kind, EventKind::Earlyoom(Earlyoom::KillFailed { .. } | Earlyoom::DidNotExit))
    });
    let kills = attempts(case, &|kind| {
        matches!(
            kind,
            EventKind::Earlyoom(Earlyoom::Kill { .. }) | EventKind::Userspace(Userspace::KillerActed { .. })
        )
    });
    if let Some(newest) = failed.last().filter(|newest| !is_over(case, newest.at))
        && failed.len() >= 2
        && case.boot.age_at_end(newest) <= Span::minutes(3)
    {
        let text = Text::new("memory-killer-failed")
            .with("count", failed.len())
            .with("ago", ago(case.boot.age_at_end(newest)));
        return vec![found(KILLER_FAILED, text, &failed).direct()];
    }
    let Some(newest) = kills.last() else { return Vec::new() };
    let age = case.boot.age_at_end(newest);
    let recent = &kills[kills.len().saturating_sub(STORM)..];
    if recent.len() == STORM
        && newest.at.since(recent[0].at) <= Span::minutes(5)
        && age <= Span::secs(30)
        && !reports_recovery(case, newest.at)
    {
        let text = Text::new("memory-killer-to-the-end").with("count", kills.len());
        return vec![found(KILLS_TO_THE_END, text, &kills).direct()];
    }
    let exited = is_over(case, newest.at);
    let id = if exited { "memory-killer-exited" } else { "memory-killer-unrecorded" };
    let text = Text::new(id).with("ago", ago(age));
    vec![found(KILLER_AT_WORK, text, &kills).scaled(if exited { 30 } else { 100 })]
}

fn found(weight: crate::weights::Weight, text: Text, acts: &[&Event]) -> Evidence {
    let newest = acts.last().map_or(Micros(0), |event| event.at);
    piece(NAME, Hypothesis::Memory, weight, text)
        .group("userspace killer")
        .at(newest)
        .cites(Case::cite_all(acts))
}

/// The first line of each attempt in the last ten minutes.
fn attempts<'t>(case: &Case<'t>, wanted: &dyn Fn(&EventKind) -> bool) -> Vec<&'t Event> {
    let mut last: Option<Micros> = None;
    case.boot
        .last_events(Span::minutes(10))
        .filter(|event| wanted(&event.kind))
        .filter(|event| {
            let again = last.is_some_and(|last| event.at.since(last) <= ONE_ATTEMPT);
            last = Some(event.at);
            !again
        })
        .collect()
}

/// Whether the victim went after all.
fn is_over(case: &Case<'_>, since: Micros) -> bool {
    let exited = case.boot.events.iter().any(|event| {
        event.at >= since
            && matches!(event.kind, EventKind::Earlyoom(Earlyoom::Exited { .. } | Earlyoom::Recovered))
    });
    exited || reports_recovery(case, since)
}

/// Whether earlyoom's own reports show memory at that time or later. A killer may be told to kill at plenty of
/// memory, and its victim may be stuck for other reasons.
fn reports_recovery(case: &Case<'_>, since: Micros) -> bool {
    let Some(total) = case.boot.memory_mib() else { return false };
    case.last_samples(Metric::MemAvailable).any(|(series, last)| {
        series.sampler == Sampler::Earlyoom
            && series.at[last] + AT_THAT_TIME > since
            && series.values[last] >= total * RECOVERED_SHARE
    })
}
