//! `thermal.climb`
//!
//! Sees a temperature that climbs by five degrees and more within the last ten minutes and ends at 85 C
//! or more: cooling is losing. With the power flat it is the signature of throttling on a DGX Spark. A
//! load that has just begun climbs as well, so it is a circumstance.

use model::evidence::{Evidence, Hypothesis};
use model::{Metric, Span};

use super::thermal_zone::is_fresh;
use crate::Case;
use crate::case::{PieceExt, number, piece, span};
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
    let text = format!(
        "{} climbed by {} °C within {} and was still at {} °C",
        series.device.as_deref().unwrap_or(series.metric.name()),
        number(rise),
        span(series.at[last].since(series.at[from])),
        number(series.values[last])
    );
    vec![
        piece(NAME, Hypothesis::Thermal, CLIMB, text)
            .group("temperature")
            .at(series.at[last])
            .cites([Case::cite_samples(series, from..last + 1)]),
    ]
}
