//! One boot as the rules see it: its time line, its end, its neighbours.

use model::evidence::{BlindWindow, Cite, Ending, Evidence, Finding, Hypothesis};
use model::{Event, Metric, Micros, Origin, Series, Span, Text};
use timeline::{BootTimeline, Timeline};

use crate::End;
use crate::weights::Weight;

/// A fault that can end a host names its end within this time.
const NAMES_THE_END: Span = Span::minutes(5);
/// Boots before and after a boot that are asked how usual its signals are. More would say nothing more, and a
/// crash loop leaves boots by the ten thousand.
const NEIGHBOURS: usize = 500;

/// One boot under judgement.
#[derive(Clone, Copy, Debug)]
pub struct Case<'t> {
    /// The whole time line.
    pub timeline: &'t Timeline,
    /// The boot's index in it.
    pub index: usize,
    /// The boot.
    pub boot: &'t BootTimeline,
    /// The next boot of the same machine, as far as it can tell of this one: none where entries of a boot that is
    /// not on record may be missing between the two.
    pub next: Option<&'t BootTimeline>,
    /// How every boot ended, by index.
    pub ends: &'t [End],
    /// What the samplers could not have seen.
    pub windows: &'t [BlindWindow],
}

impl<'t> Case<'t> {
    /// The case of the boot at `index`.
    ///
    /// # Panics
    /// If `index` is not a boot of the time line.
    #[must_use]
    pub fn new(timeline: &'t Timeline, index: usize, ends: &'t [End]) -> Self {
        let boot = &timeline.boots[index];
        let next = next_of(timeline, index).filter(|_| !boot.may_hide_a_boot());
        Self { timeline, index, boot, next, ends, windows: &[] }
    }

    /// The last sign of life.
    #[must_use]
    pub fn end(&self) -> Micros {
        self.boot.alive_until
    }

    /// The boot and those around it, as far as they are asked.
    pub(crate) fn around(&self) -> std::ops::Range<usize> {
        let end = self.timeline.boots.len().min(self.index + NEIGHBOURS + 1);
        self.index.saturating_sub(NEIGHBOURS)..end
    }

    /// Other boots of the machine that have ended, with how they ended; of very many the nearest.
    pub fn others(&self) -> impl Iterator<Item = (&'t BootTimeline, Ending)> {
        let (timeline, index, machine) = (self.timeline, self.index, self.boot.machine());
        let around = self.around();
        timeline
            .boots
            .iter()
            .zip(self.ends)
            .enumerate()
            .skip(around.start)
            .take(around.len())
            .filter(move |(i, (boot, _))| *i != index && boot.machine() == machine)
            .map(|(_, (boot, end))| (boot, end.ending))
    }

    /// The path of the input that a series came from.
    #[must_use]
    pub fn input_name(&self, series: &Series) -> String {
        let input = self.timeline.inputs.iter().find(|input| input.id == series.input);
        input
            .map_or_else(String::new, |input| input.path.rsplit('/').next().unwrap_or(&input.path).to_owned())
    }

    /// Cites an event.
    #[must_use]
    pub fn cite(event: &Event) -> Cite {
        Cite::Event { at: event.at, origin: event.origin.clone(), raw: event.message.clone() }
    }

    /// Cites the first and the last of some events, and how many lie between.
    #[must_use]
    pub fn cite_all(events: &[&Event]) -> Vec<Cite> {
        match events {
            [] => Vec::new(),
            [one] => vec![Self::cite(one)],
            [first, .., last] => vec![Self::cite(first), Self::cite(last)],
        }
    }

    /// Cites a stretch of samples; `range` must not be empty.
    #[must_use]
    pub fn cite_samples(series: &Series, range: std::ops::Range<usize>) -> Cite {
        let last = range.end.saturating_sub(1).max(range.start);
        let raw = if range.start == last {
            format!("{} {}", series.metric.name(), number(series.values[last]))
        } else {
            format!(
                "{} {} -> {}",
                series.metric.name(),
                number(series.values[range.start]),
                number(series.values[last])
            )
        };
        Cite::Samples {
            origin: Origin { input: series.input, cursor: None, line: Some(series.lines[range.start]) },
            line_last: Some(series.lines[last]),
            from: series.at[range.start],
            to: series.at[last],
            raw: raw.into(),
        }
    }

    /// The series of a metric with their last sample, those with samples only.
    pub fn last_samples(&self, metric: Metric) -> impl Iterator<Item = (&'t Series, usize)> {
        self.boot
            .series
            .iter()
            .filter(move |series| series.metric == metric)
            .filter_map(|series| series.len().checked_sub(1).map(|last| (series, last)))
    }

    /// How long before the end an instant lies, never negative.
    #[must_use]
    pub fn before_end(&self, at: Micros) -> Span {
        Span(self.end().since(at).0.max(0))
    }
}

fn next_of(timeline: &Timeline, index: usize) -> Option<&BootTimeline> {
    let boot = &timeline.boots[index];
    timeline.boots.get(index + 1).filter(|next| boot.has_next && next.machine() == boot.machine())
}

/// A piece of evidence in the making.
pub(crate) fn piece(rule: &'static str, hypothesis: Hypothesis, weight: Weight, text: Text) -> Evidence {
    Evidence {
        id: String::new(),
        rule,
        hypothesis,
        weight_db: weight.db,
        group: rule,
        direct: false,
        finding: None,
        text,
        at: None,
        cites: Vec::new(),
    }
}

/// Small additions that read well in a chain.
pub(crate) trait PieceExt: Sized {
    fn group(self, group: &'static str) -> Self;
    fn direct(self) -> Self;
    /// Direct if it lies within the last minutes: what then follows it is the end.
    fn direct_near(self, age: Span) -> Self;
    fn finding(self, finding: Finding) -> Self;
    fn at(self, at: Micros) -> Self;
    fn cites(self, cites: impl IntoIterator<Item = Cite>) -> Self;
    fn scaled(self, percent: u32) -> Self;
}

impl PieceExt for Evidence {
    fn group(mut self, group: &'static str) -> Self {
        self.group = group;
        self
    }
    fn direct(mut self) -> Self {
        self.direct = true;
        self
    }
    fn direct_near(mut self, age: Span) -> Self {
        self.direct = age <= NAMES_THE_END;
        self
    }
    fn finding(mut self, finding: Finding) -> Self {
        self.finding = Some(finding);
        self
    }
    fn at(mut self, at: Micros) -> Self {
        self.at = Some(at);
        self
    }
    fn cites(mut self, cites: impl IntoIterator<Item = Cite>) -> Self {
        self.cites.extend(cites);
        self
    }
    fn scaled(mut self, percent: u32) -> Self {
        self.weight_db = self.weight_db.saturating_mul(i32::try_from(percent).unwrap_or(100)) / 100;
        self
    }
}

/// A number with thousands marks and no decimals, as MiB are shown.
pub(crate) fn mib(value: f64) -> String {
    timeline::thousands(value)
}

/// A number with at most one decimal.
pub(crate) fn number(value: f64) -> String {
    if (value - value.round()).abs() < 0.05 { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// How long before the end something was: `4 s before the end`, or `at the end`.
pub(crate) fn ago(age: Span) -> Text {
    if age.abs() < Span(500_000) { Text::new("at-the-end") } else { Text::new("before-end").with("age", age) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_thousands() {
        for (value, shown) in [(0.0, "0"), (999.4, "999"), (3005.0, "3,005"), (1_234_567.0, "1,234,567")] {
            assert_eq!(mib(value), shown);
        }
    }
}
