//! Which stretch of time a chart shows, in seconds from the boot's end (negative before it).

use crate::Stamp;
use crate::schema::{BootReport, CiteKind, SeriesInfo};

/// The windows before the end that are tried until one holds enough, minutes.
const WINDOWS: [f64; 4] = [20.0, 60.0, 180.0, 720.0];
/// Samples that make a curve.
const ENOUGH: usize = 3;
/// Shorter windows, for a fall of seconds that was sampled often enough.
const SHORT: [f64; 3] = [2.0, 5.0, 10.0];
/// Samples that make a curve so good that no longer window is needed.
const PLENTY: usize = 12;
/// What the evidence rests on fills no more than this part of a short window.
const PART: f64 = 0.25;
/// How far back evidence may widen the window, seconds: what is older is told, not drawn.
const REACH: f64 = 3600.0;
/// How much of the chart may lie behind the end, as a part of what lies before it.
const AFTER: f64 = 0.6;

/// A stretch of time in seconds from the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    pub(super) from: f64,
    pub(super) to: f64,
}

impl Window {
    pub(super) fn holds(self, seconds: f64) -> bool {
        (self.from..=self.to).contains(&seconds)
    }

    pub(super) fn length(self) -> f64 {
        (self.to - self.from).max(1.0)
    }
}

/// What is drawn at first, and how far the reader can zoom out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub(super) shown: Window,
    pub(super) whole: Window,
    /// When the next boot started.
    pub(super) next: Option<f64>,
}

/// Seconds from the end.
pub(super) fn seconds(at: Stamp, end: Stamp) -> f64 {
    at.since(end).as_secs_f64()
}

/// The frame of a boot's chart. In a batch nothing but what is shown at first is kept, as the page would grow large.
pub(super) fn frame(boot: &BootReport, series: &[&SeriesInfo], end: Stamp, batch: bool) -> Frame {
    let next = boot.next_first.or(boot.died_between.map(|(_, to)| to));
    let next = next.map(|next| seconds(next, end)).filter(|&next| next >= 0.0);
    let times: Vec<f64> = series
        .iter()
        .flat_map(|series| series.points.iter().map(|&(at, _)| seconds(at, end)))
        .chain(boot.events.iter().map(|event| seconds(event.at, end)).filter(|&at| at > -REACH))
        .collect();
    let before = length(boot, series, end);
    let after = times.iter().copied().fold(0.0, f64::max).min(before * AFTER);
    let margin = before * 0.04;
    let to = match next {
        Some(next) if next <= before * AFTER => next + margin,
        Some(_) => after.max(before * 0.2),
        None => after + margin,
    };
    let shown = Window { from: -before, to };
    let first = times.iter().copied().fold(shown.from, f64::min).max(-12.0 * REACH);
    let last = next.filter(|&next| next < 4.0 * REACH).map_or(to, |next| (next * 1.03).max(to));
    let whole = if batch { shown } else { Window { from: first * 1.02, to: last } };
    Frame { shown, whole, next }
}

/// How much before the end is shown, seconds: the shortest window in which some series has enough samples, but
/// at least what the evidence for the verdict rests on.
fn length(boot: &BootReport, series: &[&SeriesInfo], end: Stamp) -> f64 {
    let count = |series: &SeriesInfo, from: f64| {
        series.points.iter().filter(|(at, _)| (from..=60.0).contains(&seconds(*at, end))).count()
    };
    if series.is_empty() {
        let ages = boot.events.iter().filter(|event| event.key).map(|event| -seconds(event.at, end));
        let oldest = ages.filter(|&age| age < REACH).fold(0.0, f64::max);
        return SHORT
            .into_iter()
            .chain(WINDOWS)
            .map(|minutes| minutes * 60.0)
            .find(|&length| oldest < length)
            .unwrap_or(REACH);
    }
    let enough = WINDOWS
        .into_iter()
        .find(|&minutes| series.iter().any(|series| count(series, -minutes * 60.0) >= ENOUGH))
        .unwrap_or(WINDOWS[1])
        * 60.0;
    let cited = boot
        .evidence
        .iter()
        .filter(|piece| piece.weight_db > 0)
        .flat_map(|piece| &piece.cites)
        .filter(|cite| cite.kind == CiteKind::Samples)
        .filter_map(|cite| Some(-seconds(cite.from?, end)))
        .filter(|&age| age < REACH)
        .fold(0.0, f64::max);
    let plenty = |minutes: f64| series.iter().any(|series| count(series, -minutes * 60.0) >= PLENTY);
    let short = SHORT.into_iter().find(|&minutes| cited <= minutes * 60.0 * PART && plenty(minutes));
    if let Some(minutes) = short.filter(|_| cited > 0.0) {
        return minutes * 60.0;
    }
    // Nothing is gained by an axis that begins long before the first sample.
    let oldest =
        series.iter().flat_map(|series| &series.points).map(|&(at, _)| -seconds(at, end)).fold(0.0, f64::max);
    let sampled = if oldest > 0.0 { (oldest * 1.05).max(60.0) } else { f64::MAX };
    enough.min(sampled).max(cited * 1.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn the_fall_and_the_next_start_are_inside() {
        let boot = sample::afternoon();
        let series: Vec<_> = boot.series.iter().collect();
        let frame = frame(&boot, &series, boot.end().unwrap(), false);
        assert_eq!(frame.shown.from, -1200.0);
        assert!(frame.next.is_some_and(|next| frame.shown.holds(next)));
        assert!(frame.whole.from <= frame.shown.from && frame.whole.to >= frame.shown.to);
    }

    #[test]
    fn a_next_start_hours_later_does_not_squeeze_what_was_before() {
        let mut boot = sample::afternoon();
        boot.next_first = boot.next_first.map(|next| Stamp::new(next.micros() + 9 * 3_600_000_000));
        let series: Vec<_> = boot.series.iter().collect();
        let frame = frame(&boot, &series, boot.end().unwrap(), false);
        assert_eq!(frame.shown, Window { from: -1200.0, to: 240.0 });
        assert!(frame.next.is_some_and(|next| !frame.shown.holds(next)));
    }
}
