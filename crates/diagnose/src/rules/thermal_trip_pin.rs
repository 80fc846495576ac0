//! `thermal.trip_pin`
//!
//! Sees, in the next boot, that the processor's thermal trip pin was the reason of the last reset (bit
//! 0 of AMD's reset register). The pin switches power off at once and leaves no line in the boot that
//! it ends. The bit of the processor's own thermal limit (9) counts where it is the only reason; it is often
//! set beside another one. Before Linux 6.18 the register's bits are not cleared, so a bit that this boot found set at its own start is an older trip.

use model::Text;
use model::evidence::{Evidence, Hypothesis};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::ending::{AMD_THERMTRIP, internal_limit, reset_reason};
use crate::weights::{INTERNAL_LIMIT, RESET_REASON};

pub(super) const NAME: &str = "thermal.trip_pin";
pub(super) const MANUAL: &str = include_str!("thermal_trip_pin.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let by_pin = reset_reason(case.boot, case.next, AMD_THERMTRIP)
        .map(|event| (RESET_REASON, "thermal-trip-pin", event));
    let by_limit = || {
        internal_limit(case.boot, case.next).map(|event| (INTERNAL_LIMIT, "thermal-trip-pin-limit", event))
    };
    let Some((weight, text, event)) = by_pin.or_else(by_limit) else { return Vec::new() };
    vec![
        piece(NAME, Hypothesis::Thermal, weight, Text::new(text))
            .group("trip")
            .direct()
            .at(event.at)
            .cites([Case::cite(event)]),
    ]
}
