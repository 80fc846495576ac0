//! `memory.oom_kill`
//!
//! Sees the kernel's OOM killer act for the whole host near the end, and what happened after: whether
//! the victim's memory was taken back, whether work went on. A kill with which the record ends, or
//! kills that no longer bring memory back, show exhaustion; a kill that was reaped and followed by
//! ordinary work did its job. Kills inside a memory cgroup (a container's limit) are no evidence about
//! the host.

use model::event::Kernel;
use model::event::kernel::OomScope;
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::{OOM_KILL_LAST, OOM_KILL_RECOVERED, OOM_KILL_UNREAPED, OOM_KILLS_TO_THE_END};

pub(super) const NAME: &str = "memory.oom_kill";
pub(super) const MANUAL: &str = include_str!("memory_oom_kill.rs");

/// So many kills in a row are no rescue.
const STORM: usize = 4;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let kills: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(30))
        .filter(|event| {
            matches!(event.kind, EventKind::Kernel(Kernel::OomKill { scope: OomScope::Host, .. }))
        })
        .collect();
    let Some(newest) = kills.last() else { return Vec::new() };
    let age = case.boot.age_at_end(newest);
    let unreaped = case
        .boot
        .last_events(Span::minutes(30))
        .filter(|event| matches!(event.kind, EventKind::Kernel(Kernel::OomReaped { success: false, .. })))
        .count();
    let reaped = case.boot.events.iter().any(|event| {
        event.at >= newest.at
            && matches!(event.kind, EventKind::Kernel(Kernel::OomReaped { success: true, .. }))
    });
    let after = case.boot.tail.iter().filter(|&&at| at > newest.at + Span::secs(3)).count();
    let (weight, direct, text) = if kills.len() >= 2 && unreaped > 0 && age <= Span::minutes(5) {
        let text = Text::new("memory-oom-unreaped").with("count", kills.len()).with("unreaped", unreaped);
        (OOM_KILL_UNREAPED, true, text)
    } else if kills.len() >= STORM && age <= Span::secs(30) && is_storm(&kills) {
        (OOM_KILLS_TO_THE_END, true, Text::new("memory-oom-to-the-end").with("count", kills.len()))
    } else if age <= Span::minutes(5) && !reaped && after <= 3 {
        (OOM_KILL_LAST, true, Text::new("memory-oom-last"))
    } else {
        (OOM_KILL_RECOVERED, false, Text::new("memory-oom-recovered"))
    };
    let victim = match &newest.kind {
        EventKind::Kernel(Kernel::OomKill { name, pid, .. }) if !name.is_empty() => {
            let id = if reaped { "memory-oom-victim-reaped" } else { "memory-oom-victim" };
            Some(Text::new(id).with("name", name.as_str()).with("pid", pid.to_string()))
        }
        _ => None,
    };
    let text = text.with("victim", victim).with("ago", ago(age));
    let found = piece(NAME, Hypothesis::Memory, weight, text)
        .group("oom killer")
        .at(newest.at)
        .cites(Case::cite_all(&kills));
    vec![if direct { found.direct() } else { found }]
}

/// Whether the last kills follow each other within minutes.
fn is_storm(kills: &[&Event]) -> bool {
    let recent = &kills[kills.len().saturating_sub(STORM)..];
    recent.first().zip(recent.last()).is_some_and(|(first, last)| last.at.since(first.at) <= Span::minutes(5))
}
