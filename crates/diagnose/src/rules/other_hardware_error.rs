//! `other.hardware_error`
//!
//! Sees uncorrected errors that the hardware reports of itself: machine checks and memory controllers,
//! in the last hour of the boot, or left over in the first seconds of the next one. Corrected errors
//! are background noise.

use model::event::Kernel;
use model::event::kernel::Severity;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::ending::first_events;
use crate::weights::HARDWARE_ERROR;

pub(super) const NAME: &str = "other.hardware_error";
pub(super) const MANUAL: &str = include_str!("other_hardware_error.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let own = case.boot.last_events(Span::minutes(60));
    let left_over = case.next.into_iter().flat_map(first_events);
    own.chain(left_over)
        .filter_map(|event| finding(&event.kind).map(|finding| (event, finding)))
        .take(2)
        .map(|(event, finding)| {
            let text = Text::new(match finding {
                Finding::MemoryError => "other-hardware-error-memory",
                _ => "other-hardware-error",
            });
            piece(NAME, Hypothesis::Other, HARDWARE_ERROR, text)
                .group("hardware")
                .finding(finding)
                .at(event.at)
                .cites([Case::cite(event)])
                .direct_near(if event.boot == case.boot.boot.id {
                    case.boot.age_at_end(event)
                } else {
                    Span(0)
                })
        })
        .collect()
}

fn finding(kind: &EventKind) -> Option<Finding> {
    match kind {
        EventKind::Kernel(Kernel::MemoryError { severity: Severity::Uncorrected | Severity::Fatal }) => {
            Some(Finding::MemoryError)
        }
        EventKind::Kernel(Kernel::MachineCheck { severity: Severity::Uncorrected | Severity::Fatal }) => {
            Some(Finding::MachineCheck)
        }
        _ => None,
    }
}
