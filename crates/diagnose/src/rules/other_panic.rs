//! `other.panic`
//!
//! Sees a kernel panic: its line, or a crash record that the next boot found and filed and whose own
//! time lies between this boot's last entry and the next boot's start. A panic hardly ever reaches the
//! journal, so an empty crash store proves nothing. A record of another time belongs to another boot.

use model::EventKind;
use model::event::Kernel;
use model::evidence::{Evidence, Finding, Hypothesis};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::ending::panic_of;
use crate::weights::PANIC;

pub(super) const NAME: &str = "other.panic";
pub(super) const MANUAL: &str = include_str!("other_panic.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let Some(event) = panic_of(case.boot, case.next) else { return Vec::new() };
    // A panic for want of memory is the memory rules' affair.
    if matches!(event.kind, EventKind::Kernel(Kernel::Panic { memory: true, .. })) {
        return Vec::new();
    }
    let own = event.boot == case.boot.boot.id;
    let text = if own {
        "the kernel panicked".to_owned()
    } else {
        "the next boot found a crash record of the kernel and filed it".to_owned()
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
