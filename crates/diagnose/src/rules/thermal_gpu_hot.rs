//! `thermal.gpu_hot`
//!
//! Sees the GPU's own sensor at 90 C or more in the last samples. GPUs throttle there and mostly live;
//! of three identical units only the one at 91-92 C failed. The sensor lags the hottest zone of the
//! chip. A circumstance, never proof.

use model::evidence::{Evidence, Hypothesis};
use model::{Metric, Text};

use super::thermal_zone::is_fresh;
use crate::Case;
use crate::case::{PieceExt, ago, number, piece};
use crate::weights::GPU_HOT;

pub(super) const NAME: &str = "thermal.gpu_hot";
pub(super) const MANUAL: &str = include_str!("thermal_gpu_hot.rs");

const HOT_C: f64 = 90.0;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let hottest = case
        .last_samples(Metric::GpuTemp)
        .filter(|(series, last)| is_fresh(case, series, *last) && series.values[*last] >= HOT_C)
        .max_by(|(a, i), (b, j)| a.values[*i].total_cmp(&b.values[*j]));
    let Some((series, last)) = hottest else { return Vec::new() };
    let text = Text::new("thermal-gpu-hot")
        .with("value", number(series.values[last]))
        .with("ago", ago(case.before_end(series.at[last])));
    vec![
        piece(NAME, Hypothesis::Thermal, GPU_HOT, text)
            .group("gpu temperature")
            .at(series.at[last])
            .cites([Case::cite_samples(series, last.saturating_sub(4)..last + 1)]),
    ]
}
