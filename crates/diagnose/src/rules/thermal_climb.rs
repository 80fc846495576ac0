//! `thermal.climb`
//!
//! Sees a temperature that climbs by five degrees and more within the last ten minutes and ends at 85 C
//! or more: cooling is losing. With the power flat it is the signature of throttling on a DGX Spark. A
//! load that has just begun climbs as well, so it is a circumstance.

use model::evidence::{Evidence, Hypothesis};
use model::{Metric, Span, Text};

use super::thermal_zone::is_fresh;
use crate::Case;
use crate::case::{PieceExt, number, piece};
use crate::weights::CLIMB;

pub(super) const NAME: &str = "thermal.climb";
pub(super) const MANUAL: &str = include_str!("thermal_climb.rs");

const HOT_C: f64 = 85.0;
const CLIMB_C: f64 = 5.0;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let climbing = [Metric::SocTemp, Metric::GpuTemp]
        .into_iter()
        .flat_map(|metric| case.last_samples(metric))
        .filter(|(series, last)| is_fresh(case, series, *last) && series.values[*last] >= HOT_C)
        .filter_map(|(series, last)| {
            let from = series.at.partition_point(|&at| at < series.at[last] - Span::minutes(10));
            let rise = series.values[last] - series.values[from];
            (rise >= CLIMB_C).then_some((series, from, last, rise))
        })
        .max_by(|a, b| a.3.total_cmp(&b.3));
    let Some((series, from, last, rise)) = climbing else { return Vec::new() };
    let power = flat_power(case, series.at[from])
        .map(|watts| Text::new("thermal-climb-power").with("watts", number(watts)));
    let text = Text::new("thermal-climb")
        .with("sensor", series.device_words().unwrap_or_else(|| series.metric.name().to_owned()))
        .with("rise", number(rise))
        .with("lasted", series.at[last].since(series.at[from]))
        .with("value", number(series.values[last]))
        .with("power", power);
    vec![
        piece(NAME, Hypothesis::Thermal, CLIMB, text)
            .group("temperature")
            .at(series.at[last])
            .cites([Case::cite_samples(series, from..last + 1)]),
    ]
}

/// The power since an instant in watts, if it hardly changed: then the heat comes of the cooling, not the load.
fn flat_power(case: &Case<'_>, since: model::Micros) -> Option<f64> {
    let (series, last) = case.last_samples(Metric::Power).next()?;
    let values = &series.values[series.at.partition_point(|&at| at < since)..=last];
    let highest = values.iter().copied().max_by(f64::total_cmp)?;
    let lowest = values.iter().copied().min_by(f64::total_cmp)?;
    (values.len() >= 5 && highest - lowest <= highest * 0.1).then_some((highest + lowest) / 2.0)
}
