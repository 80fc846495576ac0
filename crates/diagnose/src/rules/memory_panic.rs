//! `memory.panic`
//!
//! Sees a kernel panic whose stated reason is memory: panic_on_oom, or a system deadlocked on memory
//! with nothing left to kill. The kernel says so itself. The line rarely reaches the journal; it is
//! mostly found in a crash record. "No killable processes" without the panic is said for a cgroup's limit
//! as well, so it counts only as the last line of a boot in which no cgroup was at its limit just then.

use model::event::Kernel;
use model::event::kernel::OomScope;
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::weights::{MEMORY_PANIC, OOM_KILL_LAST};

pub(super) const NAME: &str = "memory.panic";
pub(super) const MANUAL: &str = include_str!("memory_panic.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let panic = case
        .boot
        .last_events(Span::minutes(2))
        .find(|event| matches!(event.kind, EventKind::Kernel(Kernel::Panic { memory: true, .. })))
        // With panic_on_oom=2 the kernel panics for a cgroup's limit as well.
        .filter(|_| !by_cgroup(case) || by_host(case));
    let (event, weight, id) = match (panic, no_victim(case)) {
        (Some(panic), _) => (panic, MEMORY_PANIC, "memory-panic"),
        (None, Some(event)) => (event, OOM_KILL_LAST, "memory-panic-no-victim"),
        (None, None) => return Vec::new(),
    };
    vec![
        piece(NAME, Hypothesis::Memory, weight, Text::new(id))
            .group("oom killer")
            .direct()
            .at(event.at)
            .cites([Case::cite(event)]),
    ]
}

/// Nothing could be killed, as the last thing heard, and neither for a cgroup's limit nor at somebody's request.
fn no_victim<'t>(case: &Case<'t>) -> Option<&'t Event> {
    let event = case
        .boot
        .last_events(Span::secs(10))
        .find(|event| matches!(event.kind, EventKind::Kernel(Kernel::OomNoVictim)))?;
    let requested = case
        .boot
        .last_events(Span::minutes(2))
        .any(|event| matches!(event.kind, EventKind::Kernel(Kernel::OomRequested)));
    (!by_cgroup(case) && !requested).then_some(event)
}

fn by_cgroup(case: &Case<'_>) -> bool {
    has_scope(case, OomScope::Cgroup)
}

fn by_host(case: &Case<'_>) -> bool {
    has_scope(case, OomScope::Host)
}

fn has_scope(case: &Case<'_>, wanted: OomScope) -> bool {
    case.boot.last_events(Span::minutes(2)).any(|event| {
        matches!(
            event.kind,
            EventKind::Kernel(Kernel::OomKill { scope, .. } | Kernel::OomSummary { scope, .. }) if scope == wanted
        )
    })
}
