//! `memory.panic`
//!
//! Sees a kernel panic whose stated reason is memory: panic_on_oom, or a system deadlocked on memory
//! with nothing left to kill. The kernel says so itself. The line rarely reaches the journal; it is
//! mostly found in a crash record.

use model::event::Kernel;
use model::evidence::{Evidence, Hypothesis};
use model::{EventKind, Span};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::weights::MEMORY_PANIC;

pub(super) const NAME: &str = "memory.panic";
pub(super) const MANUAL: &str = include_str!("memory_panic.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let panic = case.boot.last_events(Span::minutes(2)).find(|event| {
        matches!(event.kind, EventKind::Kernel(Kernel::Panic { memory: true, .. } | Kernel::OomNoVictim))
    });
    let Some(event) = panic else { return Vec::new() };
    let text = "the kernel found no memory and nothing to kill, and gave up".to_owned();
    vec![
        piece(NAME, Hypothesis::Memory, MEMORY_PANIC, text)
            .group("oom killer")
            .direct()
            .at(event.at)
            .cites([Case::cite(event)]),
    ]
}
