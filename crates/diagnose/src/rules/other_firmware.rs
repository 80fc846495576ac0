//! `other.firmware`
//!
//! Sees what firmware and hardware kept of the reset for the next boot: an error record (BERT) or a
//! register with a fault bit. On a DGX Spark the record's severity is no guide: one marked corrected
//! followed a real reset. Elsewhere only fatal and uncorrected ones count.

use model::event::Kernel;
use model::event::kernel::Severity;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{EventKind, MemoryModel, Text};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::ending::{AMD_FAULT, first_events, reset_reason};
use crate::weights::{FIRMWARE_RECORD, RESET_REASON};

pub(super) const NAME: &str = "other.firmware";
pub(super) const MANUAL: &str = include_str!("other_firmware.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let Some(next) = case.next else { return Vec::new() };
    let on_spark = case.boot.facts.memory_model == MemoryModel::Unified;
    let mut found = Vec::new();
    let record = first_events(next).find(|event| match event.kind {
        EventKind::Kernel(Kernel::FirmwareRecord { severity }) => {
            on_spark || matches!(severity, Severity::Fatal | Severity::Uncorrected)
        }
        _ => false,
    });
    if let Some(event) = record {
        let text = Text::new("other-firmware-record");
        let fatal =
            matches!(event.kind, EventKind::Kernel(Kernel::FirmwareRecord { severity: Severity::Fatal }));
        let found_one = piece(NAME, Hypothesis::Other, FIRMWARE_RECORD, text)
            .group("reset")
            .finding(Finding::FirmwareReset)
            .at(event.at)
            .cites([Case::cite(event)]);
        found.push(if fatal { found_one.direct() } else { found_one });
    }
    if let Some(event) = reset_reason(case.boot, case.next, AMD_FAULT) {
        let text = Text::new("other-firmware-register");
        found.push(
            piece(NAME, Hypothesis::Other, RESET_REASON, text)
                .group("reset")
                .finding(Finding::FirmwareReset)
                .direct()
                .at(event.at)
                .cites([Case::cite(event)]),
        );
    }
    found
}
