//! `thermal.trip_pin`
//!
//! Sees, in the next boot, that the processor's thermal trip pin was the reason of the last reset (bit
//! 0 of AMD's reset register). The pin switches power off at once and leaves no line in the boot that
//! it ends. Before Linux 6.18 the register's bits are not cleared, so a bit that this boot found set at its own start is an older trip.

use model::evidence::{Evidence, Hypothesis};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::ending::{AMD_THERMTRIP, reset_reason};
use crate::weights::RESET_REASON;

pub(super) const NAME: &str = "thermal.trip_pin";
pub(super) const MANUAL: &str = include_str!("thermal_trip_pin.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let Some(event) = reset_reason(case.boot, case.next, AMD_THERMTRIP) else { return Vec::new() };
    let text = "the hardware's own register names the thermal trip pin as the reason of the reset".to_owned();
    vec![
        piece(NAME, Hypothesis::Thermal, RESET_REASON, text)
            .group("trip")
            .direct()
            .at(event.at)
            .cites([Case::cite(event)]),
    ]
}
