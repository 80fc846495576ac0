//! `thermal.cool`
//!
//! Sees every sampled sensor cool up to the end. Heat builds up over minutes: from well below its
//! limits no chip reaches a trip within ten minutes at the climbs reported. Where only the GPU's own
//! sensor is sampled, which lags the chip's hottest zone, it has to be cooler to count. A last sample
//! that is older than that speaks weakly, one older than an hour not at all.

use model::evidence::{Evidence, Hypothesis};
use model::{Metric, Series, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, number, piece};
use crate::weights::{COOL, COOL_OLD};

pub(super) const NAME: &str = "thermal.cool";
pub(super) const MANUAL: &str = include_str!("thermal_cool.rs");

/// Sensors of processor and board below this are cool, in degrees Celsius.
const COOL_SOC_C: f64 = 85.0;
/// The GPU's sensor below this is cool, where the chip's zones are sampled as well.
const COOL_GPU_C: f64 = 82.0;
/// Where it is the only sensor.
const COOL_GPU_ALONE_C: f64 = 76.0;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let sampled: Vec<(&Series, usize)> = [Metric::SocTemp, Metric::GpuTemp]
        .into_iter()
        .flat_map(|metric| case.last_samples(metric))
        .filter(|(series, last)| case.before_end(series.at[*last]) <= Span::minutes(60))
        .collect();
    let has_zones = sampled.iter().any(|(series, _)| series.metric == Metric::SocTemp);
    let mut hottest: Option<(&Series, f64, usize, usize)> = None;
    for &(series, last) in &sampled {
        let from = series.at.partition_point(|&at| at < series.at[last] - Span::minutes(10));
        let peak = series.values[from..=last].iter().copied().fold(f64::MIN, f64::max);
        let limit = match series.metric {
            Metric::SocTemp => COOL_SOC_C,
            _ if has_zones => COOL_GPU_C,
            _ => COOL_GPU_ALONE_C,
        };
        if peak >= limit {
            return Vec::new();
        }
        if hottest.is_none_or(|(_, other, ..)| peak > other) {
            hottest = Some((series, peak, from, last));
        }
    }
    let Some((series, peak, from, last)) = hottest else { return Vec::new() };
    let age = case.before_end(series.at[last]);
    let weight = if age <= Span::minutes(10) { COOL } else { COOL_OLD };
    let text = match (series.device_words(), series.metric) {
        (Some(sensor), _) => Text::new("thermal-cool").with("sensor", sensor),
        (None, Metric::GpuTemp) => Text::new("thermal-cool-gpu"),
        (None, _) => Text::new("thermal-cool-hottest"),
    };
    let text = text.with("peak", number(peak)).with("ago", ago(age));
    vec![
        piece(NAME, Hypothesis::Thermal, weight, text)
            .group("cool")
            .at(series.at[last])
            .cites([Case::cite_samples(series, from..last + 1)]),
    ]
}
