//! How regularly a sampler wrote: its cadence, silences, intervals that stretch, values that stand still.

use model::{Metric, Micros, Series, Span};

use crate::Reading;

/// A longer pause than so many cadences is a silence.
const SILENCE: i64 = 3;
/// So many growing intervals in a row are no accident.
const STRETCH: usize = 3;
/// So many identical samples in a row are one sample repeated.
const STALE: usize = 12;

/// How regularly samples came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rhythm {
    /// The usual interval: the median; none with fewer than two instants.
    pub cadence: Option<Span>,
    /// Pauses of more than three cadences: the last instant before and the first behind. Those inside a
    /// stretch are not among them.
    pub silences: Vec<(Micros, Micros)>,
    /// Where intervals grew from one to the next: a writer that got less and less to run.
    pub stretches: Vec<Stretch>,
}

/// Growing intervals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The instant in front of the first one.
    pub from: Micros,
    /// The instant behind the last one.
    pub to: Micros,
    /// The intervals, each longer than the one before and than the cadence.
    pub intervals: Vec<Span>,
}

/// Values that stand still to the last digit: the sampler lived, and what it asked may not have answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    /// The GPU, where there are several.
    pub device: Option<String>,
    /// The first of the identical samples.
    pub from: Micros,
    /// The last of them.
    pub to: Micros,
    /// Line of the first.
    pub line: u64,
    /// How many they are.
    pub samples: usize,
}

impl Rhythm {
    /// The rhythm of instants in time order; equal ones count once.
    #[must_use]
    pub fn of(at: impl Iterator<Item = Micros>) -> Self {
        let mut at: Vec<Micros> = at.collect();
        at.dedup();
        let mut sorted: Vec<i64> = at.windows(2).map(|pair| pair[1].since(pair[0]).0).collect();
        if sorted.is_empty() {
            return Self::default();
        }
        let middle = sorted.len() / 2;
        let cadence = *sorted.select_nth_unstable(middle).1;
        let stretches = stretches(&at, cadence);
        let stretched = |from: Micros| stretches.iter().any(|one| one.from <= from && from < one.to);
        let silences = at
            .windows(2)
            .filter(|pair| pair[1].since(pair[0]).0 > cadence.saturating_mul(SILENCE) && !stretched(pair[0]))
            .map(|pair| (pair[0], pair[1]))
            .collect();
        Self { cadence: Some(Span(cadence)), silences, stretches }
    }
}

/// Runs of intervals of which each exceeds the one before and the cadence, and the last one twice that.
fn stretches(at: &[Micros], cadence: i64) -> Vec<Stretch> {
    let step = |index: usize| at[index + 1].since(at[index]).0;
    let mut found = Vec::new();
    let mut index = 0;
    while index + 1 < at.len() {
        let start = index;
        while index + 1 < at.len()
            && step(index) > cadence
            && (index == start || step(index) > step(index - 1))
        {
            index += 1;
        }
        if index - start >= STRETCH && step(index - 1) > cadence.saturating_mul(2) {
            let intervals = (start..index).map(|index| Span(step(index))).collect();
            found.push(Stretch { from: at[start], to: at[index], intervals });
        }
        index = index.max(start + 1);
    }
    found
}

impl Reading {
    /// First and last instant of the placed rows.
    #[must_use]
    pub fn span(&self) -> Option<(Micros, Micros)> {
        let at = &self.row_times.at;
        Some((at.iter().copied().min()?, at.iter().copied().max()?))
    }

    /// The rhythm of all rows; a series has its own where its cells are not all filled.
    #[must_use]
    pub fn rhythm(&self) -> Rhythm {
        let mut at: Vec<Micros> = self.row_times.at.to_vec();
        at.sort_unstable();
        Rhythm::of(at.into_iter())
    }
}

/// Where temperature and power of a GPU at work, and its clock if it is recorded, stand still. Power in
/// whole or tenths of watts may well do so, and so may all of an idle GPU.
pub(crate) fn stale(series: &[Series]) -> Vec<Stale> {
    let of = |metric: Metric, device: &Option<String>| {
        series.iter().find(|one| one.metric == metric && one.device == *device)
    };
    let mut found = Vec::new();
    for power in series.iter().filter(|one| one.metric == Metric::Power) {
        let Some(temp) = of(Metric::GpuTemp, &power.device) else { continue };
        let beside: Vec<&Series> =
            [Some(temp), of(Metric::Clock, &power.device)].into_iter().flatten().collect();
        let util = of(Metric::GpuUtil, &power.device);
        let idle = |at: usize| {
            let load = util.and_then(|util| util.last_before(power.at[at]).map(|row| util.values[row]));
            load == Some(0.0)
        };
        let fine = |watts: f64| (watts * 10.0 - (watts * 10.0).round()).abs() > 1e-6;
        let same = |a: usize, b: usize| {
            let still = |one: &&Series| match (one.last_before(power.at[a]), one.last_before(power.at[b])) {
                (Some(a), Some(b)) => one.values[a] == one.values[b],
                _ => false,
            };
            power.values[a] == power.values[b]
                && fine(power.values[a])
                && !idle(b)
                && beside.iter().all(still)
        };
        let mut start = 0;
        for index in 1..=power.len() {
            if index < power.len() && same(index - 1, index) {
                continue;
            }
            if index - start >= STALE {
                found.push(Stale {
                    device: power.device.clone(),
                    from: power.at[start],
                    to: power.at[index - 1],
                    line: power.lines[start],
                    samples: index - start,
                });
            }
            start = index;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use model::InputId;
    use model::series::Sampler;

    use super::*;

    fn of(secs: &[i64]) -> Rhythm {
        Rhythm::of(secs.iter().map(|&secs| Micros::from_secs(secs)))
    }

    #[test]
    fn cadence_silence_and_stretches() {
        let rhythm = of(&[0, 5, 10, 10, 15, 20, 100, 105, 110]);
        assert_eq!(rhythm.cadence, Some(Span::secs(5)));
        assert_eq!(rhythm.silences, [(Micros::from_secs(20), Micros::from_secs(100))]);
        assert_eq!(rhythm.stretches, []);
        let rhythm = of(&[0, 5, 10, 15, 20, 25, 30, 36, 45, 59, 82, 123]);
        assert_eq!(rhythm.silences, []);
        assert_eq!(rhythm.stretches.len(), 1);
        assert_eq!(rhythm.stretches[0].intervals, [6, 9, 14, 23, 41].map(Span::secs));
        assert_eq!(of(&[7]), Rhythm::default());
    }

    #[test]
    fn values_that_stand_still() {
        let made = |metric, value: &dyn Fn(i64) -> f64| {
            let mut series = Series::new(InputId(0), Sampler::Monitor, metric, None);
            (0..30).for_each(|row| series.push(Micros::from_secs(row), value(row), row as u64 + 2));
            series
        };
        let temp = made(Metric::GpuTemp, &|_| 70.0);
        for (power, expected) in [
            (&(|row: i64| if row < 15 { 50.11 + row as f64 } else { 70.25 }) as &dyn Fn(i64) -> f64, 1),
            (&|row: i64| 50.11 + row as f64, 0),
            (&|_| 70.0, 0),
        ] {
            assert_eq!(stale(&[temp.clone(), made(Metric::Power, power)]).len(), expected);
        }
        let found = stale(&[temp, made(Metric::Power, &|row| if row < 15 { row as f64 } else { 70.25 })]);
        assert_eq!((found[0].samples, found[0].line, found[0].to), (15, 17, Micros::from_secs(29)));
    }
}
