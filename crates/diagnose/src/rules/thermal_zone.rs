//! `thermal.zone`
//!
//! Sees the hottest zone of the processor or board at or near its trip point in the last samples.
//! Firmware cuts power without a line, so on a silent end this may be the only trace. The trip point of
//! a GB10's zones is 104.8 C; elsewhere 105 C stands in for it. A single reading far above its
//! neighbours is a glitch, and a reading that stays at the trip point for long is survived or wrong.

use model::evidence::{Evidence, Hypothesis};
use model::{MemoryModel, Metric, Series, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, number, piece};
use crate::weights::{ZONE_AT_TRIP, ZONE_AT_TRIP_LONG, ZONE_NEAR_TRIP};

pub(super) const NAME: &str = "thermal.zone";
pub(super) const MANUAL: &str = include_str!("thermal_zone.rs");

/// Critical trip of a GB10's ACPI zones in degrees Celsius (ThinkOffApp ide-agent-kit, issue 105).
const TRIP_GB10_C: f64 = 104.8;
/// What stands in for an unknown trip point, in degrees Celsius: the usual ACPI critical trip.
const TRIP_OTHER_C: f64 = 105.0;
/// A chip does not work on at its trip point for this long.
const HELD_LONG: Span = Span::minutes(10);
/// A sensor moves at most this much between two samples near each other, in degrees Celsius.
const GLITCH_C: f64 = 20.0;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let known = case.boot.facts.memory_model == MemoryModel::Unified;
    let trip = if known { TRIP_GB10_C } else { TRIP_OTHER_C };
    let hottest = case
        .last_samples(Metric::SocTemp)
        .filter(|(series, last)| is_fresh(case, series, *last) && !is_glitch(series, *last))
        .filter(|(series, _)| series.device.as_deref().is_none_or(has_this_trip))
        .max_by(|(a, i), (b, j)| a.values[*i].total_cmp(&b.values[*j]));
    let Some((series, last)) = hottest else { return Vec::new() };
    let value = series.values[last];
    let (weight, text, direct) = if value >= trip - 1.0 && held_long(series, last, trip - 1.0) {
        (ZONE_AT_TRIP_LONG, "thermal-zone-long", false)
    } else if value >= trip - 1.0 {
        (ZONE_AT_TRIP, if value >= trip { "thermal-zone-at-trip" } else { "thermal-zone-within" }, true)
    } else if value >= trip - 7.0 {
        (ZONE_NEAR_TRIP, "thermal-zone-near", false)
    } else {
        return Vec::new();
    };
    let reading = match series.device_words() {
        Some(sensor) => Text::new("thermal-zone-reading").with("sensor", sensor),
        None => Text::new("thermal-zone-hottest"),
    };
    let point = Text::new(if known { "thermal-zone-trip" } else { "thermal-zone-trip-usual" });
    let text = Text::new(text)
        .with("reading", reading.with("value", number(value)))
        .with("trip", point.with("celsius", number(trip)))
        .with("ago", ago(case.before_end(series.at[last])));
    let found = piece(NAME, Hypothesis::Thermal, weight, text)
        .group("temperature")
        .at(series.at[last])
        .cites([Case::cite_samples(series, last.saturating_sub(10)..last + 1)]);
    vec![if direct { found.direct() } else { found }]
}

/// Voltage regulators, memory chips, drives and network chips have limits of their own, some well above 105 C.
fn has_this_trip(sensor: &str) -> bool {
    const OTHERS: [&str; 16] = [
        "vrm", "vr_", "mem", "vram", "hbm", "dimm", "nvme", "ssd", "disk", "drive", "junction", "hotspot",
        "pmic", "mlx", "mt79", "psu",
    ];
    let sensor = sensor.to_ascii_lowercase();
    !OTHERS.iter().any(|other| sensor.contains(other))
}

/// Whether the sample is of the last moments: two cadences, at least a minute.
pub(super) fn is_fresh(case: &Case<'_>, series: &Series, last: usize) -> bool {
    let due = series.cadence().map_or(0, |cadence| cadence.0.saturating_mul(2));
    case.before_end(series.at[last]).0 <= due.max(Span::minutes(1).0)
}

/// Whether the reading had been at its trip point for so long that the host evidently lives with it.
fn held_long(series: &Series, last: usize, trip: f64) -> bool {
    let from = series.values[..=last].iter().rposition(|&value| value < trip).map_or(0, |below| below + 1);
    series.at[last].since(series.at[from]) >= HELD_LONG
}

fn is_glitch(series: &Series, last: usize) -> bool {
    last > 0 && (series.values[last] - series.values[last - 1]).abs() > GLITCH_C
}
