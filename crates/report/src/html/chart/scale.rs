//! Scales: what a value or a time is on paper, and where lines of the grid stand. `script.js` has the same rules,
//! as it draws again what the reader zooms into.

use super::window::Window;

/// Steps between the lines of a panel's grid: their number stays the same, only the values change.
pub(super) const STEPS: usize = 4;
/// Distances between ticks of the time axis, seconds.
const TICKS: [f64; 16] = [
    1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0, 21_600.0,
    43_200.0,
];
/// Pixels that the labels of a tick need.
const LABEL: f64 = 76.0;

/// A panel's value axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    low: f64,
    step: f64,
}

impl Scale {
    /// The narrowest scale of round steps that holds the values; `zero` makes it begin there, `least` is the
    /// smallest step.
    pub(super) fn new(low: f64, high: f64, zero: bool, least: f64) -> Self {
        let low = if zero { low.min(0.0) } else { low };
        let mut step = round_up(((high - low) / STEPS as f64).max(least));
        loop {
            // A scale may begin at half a step where that is round too: at 55 for a step of 10.
            for align in [step, if halves(step) { step / 2.0 } else { step }] {
                let bottom = (low / align).floor() * align;
                if bottom + step * STEPS as f64 >= high || !step.is_finite() {
                    return Self { low: bottom, step };
                }
            }
            step = round_up(step * 1.01);
        }
    }

    /// The value at a line of the grid, counted from below.
    pub(super) fn line(self, place: usize) -> f64 {
        self.low + self.step * place as f64
    }

    /// Where a value stands in a panel of that height, from above.
    pub(super) fn y(self, value: f64, height: f64) -> f64 {
        height - (value - self.low) / (self.step * STEPS as f64) * height
    }

    /// Decimals that tell the lines apart.
    pub(super) fn decimals(self) -> usize {
        let whole = |decimals: &usize| {
            let step = self.step * 10f64.powi(*decimals as i32);
            (step - step.round()).abs() < 1e-6
        };
        (0..3).find(whole).unwrap_or(3)
    }
}

/// The next larger of 1, 2, 2.5 and 5 times a power of ten.
fn round_up(value: f64) -> f64 {
    let power = 10f64.powf(value.log10().floor());
    [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|&step| step >= value * 0.999_999)
        .unwrap_or(value)
}

/// Whether half of a step is as round as the step: of 1 and 2 times a power of ten.
fn halves(step: f64) -> bool {
    let first = step / 10f64.powf((step * 1.000_001).log10().floor());
    first < 2.2
}

/// Where the ticks of the time axis stand, in seconds from the end; the end itself has one.
pub(super) fn ticks(window: Window, width: f64) -> Vec<f64> {
    let most = (width / LABEL).floor().max(2.0);
    let step = TICKS.into_iter().find(|&step| window.length() / step <= most).unwrap_or(86_400.0);
    let first = (window.from / step).ceil() as i64;
    let last = (window.to / step).floor() as i64;
    (first..=last.min(first.saturating_add(200))).map(|n| n as f64 * step).collect()
}

/// Which points begin a new stretch of the line: where the usual distance of the samples around is exceeded by far,
/// the line is broken, as nobody knows what was between. Older samples may have been thinned, so the distance is
/// that of the neighbours.
pub(super) fn breaks(times: &[f64]) -> Vec<bool> {
    const NEIGHBOURS: usize = 4;
    const FAR: f64 = 2.5;
    let gaps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let usual = |part: &[f64]| {
        let mut sorted = part.to_vec();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied()
    };
    let mut found = vec![true; times.len().min(1)];
    found.extend(gaps.iter().enumerate().map(|(i, &gap)| {
        let before = usual(&gaps[i.saturating_sub(NEIGHBOURS)..i]);
        let next = &gaps[i + 1..gaps.len().min(i + 1 + NEIGHBOURS)];
        let after = if i == 0 { next.iter().copied().max_by(f64::total_cmp) } else { usual(next) };
        let usual = before.into_iter().chain(after).max_by(f64::total_cmp);
        usual.is_some_and(|usual| gap > usual * FAR + 1.0)
    }));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_round_and_hold_the_values() {
        for (low, high, zero, least, first, last) in [
            (0.0, 7350.0, true, 1.0, 0.0, 8000.0),
            (5.0, 5.0, true, 1.0, 0.0, 8.0),
            (0.0, 0.0, true, 1.0, 0.0, 4.0),
            (66.0, 66.0, false, 5.0, 65.0, 85.0),
            (58.0, 92.0, false, 5.0, 50.0, 90.0),
            (11.02, 12.1, false, 0.1, 11.0, 13.0),
        ] {
            let scale = Scale::new(low, high, zero, least);
            assert!(scale.line(0) <= low && scale.line(STEPS) >= high, "{low}..{high}: {scale:?}");
            assert!(scale.y(low, 100.0) <= 100.0 && scale.y(high, 100.0) >= -1e-9, "{scale:?}");
            assert!((scale.line(0) - first).abs() < 10.0 && scale.line(STEPS) - last < 20.0, "{scale:?}");
        }
    }

    #[test]
    fn ticks_count_from_the_end() {
        let window = Window { from: -1200.0, to: 600.0 };
        assert_eq!(ticks(window, 960.0), [-1200.0, -900.0, -600.0, -300.0, 0.0, 300.0, 600.0]);
        assert_eq!(ticks(window, 300.0), [-1200.0, -600.0, 0.0, 600.0]);
        assert!(ticks(Window { from: -1e12, to: 0.0 }, 960.0).len() <= 201);
    }

    #[test]
    fn a_line_breaks_where_the_samples_fail() {
        for (times, broken) in [
            (vec![], vec![]),
            (vec![1.0], vec![0]),
            (vec![0.0, 60.0, 120.0, 180.0], vec![0]),
            (vec![0.0, 60.0, 120.0, 600.0, 660.0], vec![0, 3]),
            // Thinned at first, then in full.
            (vec![0.0, 80.0, 160.0, 170.0, 180.0, 190.0, 200.0, 210.0], vec![0]),
            // Two samples tell no usual distance.
            (vec![0.0, 600.0], vec![0]),
        ] {
            let places: Vec<usize> =
                breaks(&times).iter().enumerate().filter(|(_, broken)| **broken).map(|(i, _)| i).collect();
            assert_eq!(places, broken, "{times:?}");
        }
    }
}
