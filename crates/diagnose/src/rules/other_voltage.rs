//! `other.voltage`
//!
//! Sees a supply voltage dip by 4 % and more in the last sample, after steady ones. The dip comes with
//! the end, so a sampler of a second or less is needed to catch it. A single wild reading in mid-boot
//! is a glitch and is not looked at.

use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Metric, Span, Text};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::weights::VOLTAGE_DIP;

pub(super) const NAME: &str = "other.voltage";
pub(super) const MANUAL: &str = include_str!("other_voltage.rs");

/// ATX allows 5 % on the 12 V rail; a steady rail moves by far less than 4 %.
const DIP_SHARE: f64 = 0.04;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let dipped = case.last_samples(Metric::Voltage).find(|(series, last)| {
        if *last < 10 || case.before_end(series.at[*last]) > Span::secs(40) {
            return false;
        }
        let mut before: Vec<f64> = series.values[last.saturating_sub(60)..*last].to_vec();
        before.sort_by(f64::total_cmp);
        let median = before[before.len() / 2];
        let steady = before[before.len() / 20] > median * (1.0 - DIP_SHARE / 2.0);
        steady && series.values[*last] < median * (1.0 - DIP_SHARE)
    });
    let Some((series, last)) = dipped else { return Vec::new() };
    let text = match series.device.as_deref() {
        Some(rail) => Text::new("other-voltage").with("rail", rail),
        None => Text::new("other-voltage-unnamed"),
    };
    let volts = |place: usize| format!("{:.2}", series.values[place]);
    let text = text.with("before", volts(last - 1)).with("after", volts(last));
    vec![
        piece(NAME, Hypothesis::Other, VOLTAGE_DIP, text)
            .group("power")
            .finding(Finding::PowerLoss)
            .at(series.at[last])
            .cites([Case::cite_samples(series, last.saturating_sub(3)..last + 1)]),
    ]
}
