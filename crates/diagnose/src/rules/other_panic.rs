//! `other.panic`
//!
//! Sees a kernel panic: its line, or a crash record that the next boot found and filed and whose own
//! time lies between this boot's last entry and the next boot's start. A panic hardly ever reaches the
//! journal, so an empty crash store proves nothing. A record of another time belongs to another boot.

use model::event::Kernel;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{EventKind, Text};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::ending::{later_boots, panic_of};
use crate::weights::PANIC;

pub(super) const NAME: &str = "other.panic";
pub(super) const MANUAL: &str = include_str!("other_panic.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let Some(event) = panic_of(case.boot, later_boots(case.timeline, case.index)) else { return Vec::new() };
    // A panic for want of memory is the memory rules' affair.
    if matches!(event.kind, EventKind::Kernel(Kernel::Panic { memory: true, .. })) {
        return Vec::new();
    }
    let own = event.boot == case.boot.boot.id;
    let text = if own {
        Text::new("other-panic")
    } else {
        let first =
            new_kernel(case).map(|kernel| Text::new("other-panic-first-on-kernel").with("kernel", kernel));
        Text::new("other-panic-filed").with("first", first)
    };
    vec![
        piece(NAME, Hypothesis::Other, PANIC, text)
            .group("kernel")
            .direct()
            .finding(Finding::KernelPanic)
            .at(event.at)
            .cites([Case::cite(event)]),
    ]
}

/// The boot's kernel, if the boot before ran another one.
fn new_kernel<'t>(case: &Case<'t>) -> Option<&'t str> {
    let before = case.index.checked_sub(1).map(|before| &case.timeline.boots[before])?;
    let (old, new) = (before.facts.kernel.as_deref()?, case.boot.facts.kernel.as_deref()?);
    (before.machine() == case.boot.machine() && old != new).then_some(new)
}
