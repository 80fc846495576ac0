//! The samples of the last minutes side by side, on one grid of instants up to the end.

use model::series::Sampler;
use model::{Metric, Micros, Series, Span};
use timeline::{BootTimeline, Timeline};

use super::{sampler, stamp};
use crate::schema::{LastMinutes, LastMinutesColumn, LastMinutesRow};

/// Rows of the table.
const ROWS: i64 = 12;
/// Columns of the table: what fits a page.
const COLUMNS: usize = 6;
/// Distances between rows, in seconds, of which the smallest that shows enough is taken.
const STEPS: [i64; 10] = [5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

/// Memory, swap, temperatures and power of the last minutes; none where nothing was sampled then.
pub(super) fn last_minutes(timeline: &Timeline, boot: &BootTimeline) -> Option<LastMinutes> {
    let chosen = chosen(boot);
    let end = boot.alive_until;
    let step = step(&chosen, end)?;
    let from = end - Span(step.0 * (ROWS - 1));
    // A sample shows once, in the row that ends its step: carried further it would pass for the state there.
    let fresh = Span(step.0 - 1);
    let shown: Vec<(&Series, Series)> = chosen
        .into_iter()
        .map(|series| (series, series.slice(from - fresh, end)))
        .filter(|(_, slice)| !slice.is_empty())
        .take(COLUMNS)
        .collect();
    let slices: Vec<&Series> = shown.iter().map(|(_, slice)| slice).collect();
    let grid = timeline::grid(&slices, from, end, step, fresh);
    let columns = shown.iter().map(|(series, _)| column(timeline, series)).collect();
    let rows: Vec<LastMinutesRow> = grid
        .at
        .iter()
        .enumerate()
        .map(|(i, &at)| LastMinutesRow {
            at: stamp(at),
            values: grid.columns.iter().map(|column| column.get(i).copied().flatten()).collect(),
        })
        // Rows before the first sample say nothing; those after the last one say that it was the last.
        .skip_while(|row| row.values.iter().all(Option::is_none))
        .collect();
    (!rows.is_empty()).then(|| LastMinutes { step_s: step.as_secs_f64(), columns, rows })
}

fn column(timeline: &Timeline, series: &Series) -> LastMinutesColumn {
    LastMinutesColumn {
        metric: series.metric.name().to_owned(),
        device: series.device.clone(),
        unit: series.metric.unit().to_owned(),
        sampler: sampler(timeline, series),
    }
}

/// What the table is about, in its order: of several temperatures of one kind the hottest, and of every
/// other metric the first device of each sampler.
fn chosen(boot: &BootTimeline) -> Vec<&Series> {
    let mut chosen: Vec<&Series> = Vec::new();
    for metric in [Metric::MemAvailable, Metric::SwapFree, Metric::SwapUsed, Metric::SwapUsedPct] {
        let swap_is_there = chosen.iter().any(|series| series.metric == Metric::SwapFree);
        if metric == Metric::SwapUsedPct && swap_is_there {
            continue;
        }
        for who in [Sampler::Monitor, Sampler::Earlyoom] {
            let of = boot.series_of(metric).filter(|series| series.sampler == who && !series.is_empty());
            chosen.extend(of.max_by_key(|series| series.at.last().copied()));
        }
    }
    for metric in [Metric::SocTemp, Metric::GpuTemp, Metric::Power] {
        let last = |series: &&Series| series.values.last().copied().unwrap_or(f64::MIN);
        chosen.extend(boot.series_of(metric).max_by(|a, b| last(a).total_cmp(&last(b))));
    }
    chosen
}

/// The finest step at which the table shows enough; a coarser one where the last samples are old.
fn step(chosen: &[&Series], end: Micros) -> Option<Span> {
    let seen = |seconds: i64| -> usize {
        let from = end - Span::secs(seconds * ROWS);
        let counts = chosen.iter().map(|series| {
            let in_steps = |at: Micros| end.since(at).0 / Span::secs(seconds).0;
            let range =
                series.at.partition_point(|&at| at <= from)..series.at.partition_point(|&at| at <= end);
            let mut steps: Vec<i64> = series.at[range].iter().map(|&at| in_steps(at)).collect();
            steps.dedup();
            steps.len()
        });
        counts.max().unwrap_or(0)
    };
    let best = STEPS.iter().map(|&seconds| seen(seconds)).max().filter(|&most| most > 0)?;
    STEPS.iter().find(|&&seconds| seen(seconds) * 4 >= best * 3).map(|&seconds| Span::secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::InputId;

    fn boot(end: i64, samples: &[(Metric, i64, f64)]) -> BootTimeline {
        let mut boot = BootTimeline { alive_until: Micros::from_secs(end), ..BootTimeline::default() };
        for &(metric, at, value) in samples {
            let place = boot.series.iter().position(|series| series.metric == metric).unwrap_or_else(|| {
                boot.series.push(Series::new(InputId(0), Sampler::Monitor, metric, None));
                boot.series.len() - 1
            });
            boot.series[place].push(Micros::from_secs(at), value, 1);
        }
        boot
    }

    #[test]
    fn samples_stand_in_the_row_of_their_step() {
        let memory: Vec<_> = (0..30).map(|i| (Metric::MemAvailable, i * 10, 3000.0 - i as f64)).collect();
        let mut samples = memory;
        samples.push((Metric::GpuTemp, 232, 66.0));
        let table = last_minutes(&Timeline::default(), &boot(295, &samples)).unwrap();
        assert_eq!(table.step_s, 10.0);
        assert_eq!(table.rows.len(), 12);
        let last = table.rows.last().unwrap();
        assert_eq!((last.at, last.values.clone()), (stamp(Micros::from_secs(295)), vec![Some(2971.0), None]));
        // The temperature shows once and is not carried to the end.
        let hot: Vec<_> = table.rows.iter().filter(|row| row.values[1].is_some()).collect();
        assert_eq!(hot.len(), 1);
        assert_eq!(hot[0].at, stamp(Micros::from_secs(235)));
    }

    #[test]
    fn old_samples_need_a_coarser_grid() {
        let samples: Vec<_> = (0..4).map(|i| (Metric::MemAvailable, i * 600, 900.0)).collect();
        let table = last_minutes(&Timeline::default(), &boot(4000, &samples)).unwrap();
        assert!(table.step_s >= 300.0, "{}", table.step_s);
        assert!(table.rows.iter().filter(|row| row.values[0].is_some()).count() >= 3);
    }

    #[test]
    fn nothing_sampled_is_no_table() {
        assert_eq!(last_minutes(&Timeline::default(), &boot(100, &[])), None);
        assert_eq!(last_minutes(&Timeline::default(), &boot(1_000_000, &[(Metric::Power, 0, 5.0)])), None);
    }
}
