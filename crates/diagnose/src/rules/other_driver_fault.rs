//! `other.driver_fault`
//!
//! Sees the GPU's driver or firmware fail: a firmware heartbeat that stops, calls that time out, Xids
//! of the driver class, a recovery action that asks for a reset. Near the end it is strong; hours
//! before the host lived on with it. Faults of an application (Xid 13, 31, 43) are not the driver's.

use model::event::Nvrm;
use model::event::nvrm::XidClass;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::{DRIVER_FAULT, DRIVER_FAULT_EARLIER};

pub(super) const NAME: &str = "other.driver_fault";
pub(super) const MANUAL: &str = include_str!("other_driver_fault.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let faults: Vec<&Event> =
        case.boot.last_events(Span::minutes(360)).filter(|event| is_fault(&event.kind)).collect();
    let Some(newest) = faults.last() else { return Vec::new() };
    let age = case.boot.age_at_end(newest);
    let weight = if age <= Span::minutes(15) { DRIVER_FAULT } else { DRIVER_FAULT_EARLIER };
    let text = Text::new("other-driver-fault").with("ago", ago(age));
    vec![
        piece(NAME, Hypothesis::Other, weight, text)
            .group("gpu driver")
            .finding(Finding::GpuDriverFault)
            .at(newest.at)
            .cites(Case::cite_all(&faults))
            .direct_near(age),
    ]
}

/// Xid 154 announces that a recovery action is needed after another fault.
const RECOVERY_ACTION: u32 = 154;

fn is_fault(kind: &EventKind) -> bool {
    match kind {
        EventKind::Nvrm(Nvrm::FirmwareStopped | Nvrm::GpuLocked) => true,
        EventKind::Nvrm(Nvrm::Xid { number, class, .. }) => {
            *class == XidClass::Driver || *number == RECOVERY_ACTION
        }
        _ => false,
    }
}
