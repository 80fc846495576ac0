//! Runs that survived under like conditions: memory low and flat for long, and then given back.

use model::{BootId, Metric, Micros, Series, Span, Text};
use timeline::BootTimeline;

use crate::Case;
use crate::case::mib;

/// A stretch this long at low memory is a run that was survived.
const LONG: Span = Span::minutes(20);
/// Low means below this share of all memory.
const LOW_SHARE: f64 = 0.05;
/// Memory came back above this share.
const BACK_SHARE: f64 = 0.15;

/// A run that survived.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// Its boot.
    pub boot: BootId,
    /// Start of the stretch.
    pub from: Micros,
    /// End of the stretch.
    pub to: Micros,
    /// What it shows.
    pub text: Text,
}

/// A run with its lowest value.
pub(crate) type Run = (f64, Control);

/// The survived stretches around a boot, its own included, the lowest first; at most three. `runs` are those
/// of each boot of the time line.
pub(crate) fn find(case: &Case<'_>, runs: &[Vec<Run>]) -> Vec<Control> {
    let machine = case.boot.machine();
    let around = case.around();
    let near = case.timeline.boots[around.clone()].iter().zip(&runs[around]);
    let mut found: Vec<&Run> = Vec::new();
    for run in near.filter(|(boot, _)| boot.machine() == machine).flat_map(|(_, runs)| runs) {
        if !found.iter().any(|(_, other)| other.from <= run.1.to && run.1.from <= other.to) {
            found.push(run);
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().take(3).map(|(_, control)| control.clone()).collect()
}

/// The survived stretches of one boot.
pub(crate) fn of_boot(boot: &BootTimeline) -> Vec<Run> {
    let mut found: Vec<Run> = Vec::new();
    let Some(total) = boot.memory_mib() else { return found };
    for series in boot.series_of(Metric::MemAvailable).filter(|series| !series.derived) {
        for (lowest, from, to) in survived(series, total) {
            let lowest_at = series.range(from, to);
            let lowest = series.values[lowest_at].iter().copied().min_by(f64::total_cmp).unwrap_or(lowest);
            let text = Text::new("control-low").with("lowest", mib(lowest)).with("lasted", to.since(from));
            found.push((lowest, Control { boot: boot.boot.id, from, to, text }));
        }
    }
    found
}

/// Stretches of low memory after which memory came back: median, start, end.
fn survived(series: &Series, total: f64) -> Vec<(f64, Micros, Micros)> {
    let mut stretches = Vec::new();
    let mut start: Option<usize> = None;
    for i in 0..series.len() {
        if series.values[i] < total * LOW_SHARE {
            start.get_or_insert(i);
            continue;
        }
        let Some(from) = start else { continue };
        if series.values[i] > total * BACK_SHARE {
            let long = series.at[i - 1].since(series.at[from]) >= LONG;
            if long {
                let mut values = series.values[from..i].to_vec();
                values.sort_by(f64::total_cmp);
                let median = values[values.len() / 2];
                if let Some(flat) = flat_part(series, from, i, median) {
                    stretches.push((median, flat.0, flat.1));
                }
            }
            start = None;
        }
    }
    stretches
}

/// The part of a stretch around its median: where the run sat.
fn flat_part(series: &Series, from: usize, to: usize, median: f64) -> Option<(Micros, Micros)> {
    let near = |i: &usize| (series.values[*i] - median).abs() <= median * 0.03;
    let first = (from..to).find(near)?;
    let last = (from..to).rfind(near)?;
    let long = series.at[last].since(series.at[first]) >= LONG;
    long.then(|| (series.at[first], series.at[last]))
}
