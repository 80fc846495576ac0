//! `thermal.slowdown`
//!
//! Sees thermal slowdown of the GPU to the last sample: the bits 0x20 (software) and 0x40 (hardware) of
//! the clock-event reasons, or a counter of slowdown time that grows. Throttling is a sign of heat and
//! also the cure for it, so it is a circumstance. Bit 0x4, the power cap, is no sign of heat.

use model::evidence::{Evidence, Hypothesis};
use model::{Metric, Span, Text};

use super::thermal_zone::is_fresh;
use crate::Case;
use crate::case::{PieceExt, piece};
use crate::weights::SLOWDOWN;

pub(super) const NAME: &str = "thermal.slowdown";
pub(super) const MANUAL: &str = include_str!("thermal_slowdown.rs");

/// NVML's bits of thermal slowdown: software and hardware.
const THERMAL_BITS: u32 = 0x60;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let bits = case
        .last_samples(Metric::Throttle)
        .find(|(series, last)| is_fresh(case, series, *last) && is_set(series.values[*last]));
    if let Some((series, last)) = bits {
        let mut from = last;
        while from > 0 && is_set(series.values[from - 1]) {
            from -= 1;
        }
        let lasted = series.at[last].since(series.at[from]);
        let text = Text::new("thermal-slowdown").with("lasted", lasted);
        let percent = if lasted < Span::minutes(1) { 50 } else { 100 };
        return vec![
            piece(NAME, Hypothesis::Thermal, SLOWDOWN, text)
                .group("slowdown")
                .at(series.at[last])
                .cites([Case::cite_samples(series, from..last + 1)])
                .scaled(percent),
        ];
    }
    let counter = case.last_samples(Metric::ThermalSlowdown).find(|(series, last)| {
        is_fresh(case, series, *last) && *last > 0 && series.values[*last] > series.values[*last - 1] + 0.1
    });
    let Some((series, last)) = counter else { return Vec::new() };
    let text = Text::new("thermal-slowdown-counter");
    vec![
        piece(NAME, Hypothesis::Thermal, SLOWDOWN, text)
            .group("slowdown")
            .at(series.at[last])
            .cites([Case::cite_samples(series, last - 1..last + 1)]),
    ]
}

fn is_set(value: f64) -> bool {
    value >= 0.0 && value <= f64::from(u32::MAX) && (value as u32) & THERMAL_BITS != 0
}
