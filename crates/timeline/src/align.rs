//! Series on one grid of instants, for charts and tables.

use model::{Micros, Series, Span};
use polars::prelude::{
    AsOfOptions, AsofStrategy, Column, DataFrame, DataFrameJoinOps, JoinArgs, JoinType, PolarsResult,
};

/// Values of several series at the same instants.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// The instants.
    pub at: Vec<Micros>,
    /// One column a series: the newest value at or before each instant, none where it is older than
    /// the tolerance.
    pub columns: Vec<Vec<Option<f64>>>,
}

/// Puts series on the grid `from, from + step, ..., to`: each instant gets the newest sample at or before
/// it that is at most `tolerance` old.
///
/// A grid of more than 10,000 instants, or one that can't be joined, is empty.
#[must_use]
pub fn grid(series: &[&Series], from: Micros, to: Micros, step: Span, tolerance: Span) -> Grid {
    let count = to.since(from).0 / step.0.max(1);
    if !(0..=10_000).contains(&count) || step.0 <= 0 {
        return Grid::default();
    }
    let at: Vec<i64> = (0..=count).map(|i| from.0 + i * step.0).collect();
    let mut columns = Vec::with_capacity(series.len());
    for one in series {
        columns.push(join(&at, one, tolerance).unwrap_or_else(|_| vec![None; at.len()]));
    }
    Grid { at: at.into_iter().map(Micros).collect(), columns }
}

fn join(at: &[i64], series: &Series, tolerance: Span) -> PolarsResult<Vec<Option<f64>>> {
    let left = DataFrame::new(at.len(), vec![Column::new("at".into(), at)])?;
    let sampled: Vec<i64> = series.at.iter().map(|at| at.0).collect();
    let right = DataFrame::new(
        sampled.len(),
        vec![
            Column::new("at".into(), &sampled),
            Column::new("sampled".into(), &sampled),
            Column::new("value".into(), &*series.values),
        ],
    )?;
    let options = AsOfOptions { strategy: AsofStrategy::Backward, allow_eq: true, ..AsOfOptions::default() };
    let how = JoinArgs::new(JoinType::AsOf(Box::new(options)));
    let joined = left.join(&right, ["at"], ["at"], how, None)?;
    let values = joined.column("value")?.f64()?;
    let sampled = joined.column("sampled")?.i64()?;
    Ok(at
        .iter()
        .zip(values.iter().zip(sampled.iter()))
        .map(|(&at, (value, sampled))| value.filter(|_| sampled.is_some_and(|s| at - s <= tolerance.0)))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{InputId, Metric, series::Sampler};

    #[test]
    fn takes_the_newest_sample_that_is_fresh() {
        let mut series = Series::new(InputId(0), Sampler::Monitor, Metric::MemAvailable, None);
        for (at, value) in [(0, 10.0), (30, 7.0), (35, 6.0)] {
            series.push(Micros::from_secs(at), value, 1);
        }
        let grid = grid(&[&series], Micros(0), Micros::from_secs(120), Span::secs(30), Span::secs(40));
        assert_eq!(grid.at.len(), 5);
        assert_eq!(grid.columns, vec![vec![Some(10.0), Some(7.0), Some(6.0), None, None]]);
    }

    #[test]
    fn refuses_absurd_grids() {
        let far = Micros(i64::MAX / 2);
        assert_eq!(grid(&[], Micros(0), far, Span(1), Span(1)), Grid::default());
        assert_eq!(grid(&[], Micros(0), far, Span(0), Span(1)), Grid::default());
    }
}
