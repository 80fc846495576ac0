//! The last minutes as charts: panels over one axis of time.

mod draw;
mod panels;
mod scale;
mod window;

use model::{Span, Text};
use serde::Serialize;

use super::labels;
use crate::inert::inert;
use crate::schema::{BootReport, SeriesInfo};
use crate::{Options, Stamp, words};
use panels::Panel;
use window::{Frame, seconds};

/// What the template needs of a chart.
#[derive(Serialize)]
pub(super) struct ChartView {
    caption: String,
    strip: String,
    panels: Vec<PanelView>,
    axis: String,
    /// Seconds from the end: what is shown, and what can be.
    from: f64,
    to: f64,
    first: f64,
    last: f64,
    /// The clock at the end, in seconds of its day.
    clock: f64,
    units: [String; 3],
    left: Option<String>,
}

#[derive(Serialize)]
struct PanelView {
    title: String,
    unit: String,
    legend: Vec<(String, String)>,
    svg: String,
}

/// An event on the chart, with the number of its row in the table.
pub(super) struct Mark {
    pub(super) number: usize,
    pub(super) seconds: f64,
    pub(super) words: String,
}

/// The words of a boot's chart: instants as seen from its end, in the reader's zone.
pub(super) struct Age<'a> {
    boot: &'a BootReport,
    options: &'a Options,
    end: Stamp,
}

impl Age<'_> {
    fn time(&self, at: Stamp) -> String {
        self.options.near(at, Some(self.end))
    }

    fn sample(&self, name: &str, series: &SeriesInfo, at: Stamp, value: f64) -> String {
        let before = words::before_end(at, self.end, self.options);
        labels::sample(name, &labels::measure(value, &series.unit), &self.time(at), &before, self.options)
    }

    /// A curve's name in the legend: what it measures where the panel holds several things, and who measured.
    fn curve(&self, series: &SeriesInfo, one_metric: bool) -> String {
        let named =
            series.device.as_ref().is_none_or(|device| device.starts_with(|c: char| c.is_alphabetic()));
        let metric = (!one_metric || !named).then(|| words::series(&series.metric, self.options));
        labels::curve(metric.as_deref(), series.device.as_deref(), &series.sampler, self.options)
    }

    fn unseen(&self, last: Stamp) -> String {
        labels::unseen(&self.time(last), &self.time(self.end), self.end.since(last), self.options)
    }

    fn gone(&self) -> String {
        let next = self.boot.next_first.or(self.boot.died_between.map(|(_, to)| to));
        let next = next.map(|next| (self.time(next), next.since(self.end)));
        labels::gone(&self.time(self.end), next, self.options)
    }

    fn next_later(&self, next: f64) -> String {
        self.options.say(&Text::new("html-next-later").with("after", Span((next * 1e6) as i64)))
    }

    fn at(&self, seconds: f64) -> Stamp {
        Stamp::new(self.end.micros().saturating_add((seconds * 1e6) as i64))
    }

    fn tick(&self, seconds: f64) -> String {
        labels::tick(seconds, self.options)
    }

    fn clock(&self, seconds: f64) -> String {
        self.options.clock(self.at(seconds))
    }

    /// What a panel shows, for those who can't see it.
    fn alternative(&self, panel: &Panel<'_>, title: &str) -> String {
        let one = panel.is_of_one_metric();
        let curves: Vec<String> = panel
            .curves
            .iter()
            .filter_map(|curve| {
                let (first, last) = (curve.points.first()?, curve.points.last()?);
                let values = || curve.points.iter().map(|point| point.2);
                let measure = |value: f64| labels::measure(value, &curve.series.unit);
                Some(labels::curve_told(
                    &self.curve(curve.series, one),
                    [&measure(first.2), &self.time(first.1), &measure(last.2), &self.time(last.1)],
                    [
                        &measure(values().fold(f64::MAX, f64::min)),
                        &measure(values().fold(f64::MIN, f64::max)),
                    ],
                    self.options,
                ))
            })
            .collect();
        labels::panel_told(title, &curves, self.options)
    }
}

/// The chart of a boot; none where nothing was sampled and hardly anything happened before its end.
pub(super) fn chart(
    boot: &BootReport,
    events: &[(Stamp, String)],
    options: &Options,
    batch: bool,
) -> Option<ChartView> {
    let end = boot.end()?;
    let series = panels::drawable(boot);
    let frame = window::frame(boot, &series, end, batch);
    let (drawn, left) = panels::panels(boot, end, &frame);
    let marks = marks(events, end, &frame);
    if drawn.is_empty() && !are_spread(&marks, &frame) {
        return None;
    }
    let age = Age { boot, options, end };
    let panels = drawn.iter().map(|panel| view(panel, &frame, &age)).collect();
    let told: Vec<String> = marks.iter().map(|mark| mark.words.clone()).collect();
    let names: Vec<String> = left.iter().map(|series| age.curve(series, false)).collect();
    Some(ChartView {
        caption: caption(&age, &frame, drawn.is_empty()),
        strip: draw::strip(&marks, &frame, &age, &labels::strip_told(&told, options)),
        panels,
        axis: draw::axis(&frame, &age),
        from: frame.shown.from,
        to: frame.shown.to,
        first: frame.whole.from,
        last: frame.whole.to,
        clock: options.seconds_of_day(end),
        units: labels::units(options),
        left: (!names.is_empty())
            .then(|| options.say(&Text::new("html-not-drawn").with("names", names.join(", ")))),
    })
}

fn view(panel: &Panel<'_>, frame: &Frame, age: &Age<'_>) -> PanelView {
    let title = age.options.word(panel.kind.title);
    let one = panel.is_of_one_metric();
    let legend = panel.curves.iter().enumerate().map(|(place, curve)| {
        let name = age.curve(curve.series, one);
        let last = curve.points.last().map_or_else(String::new, |&(_, at, value)| {
            let shown = labels::measure(value, &curve.series.unit);
            labels::last_sample(&name, &shown, &age.time(at), age.options)
        });
        (draw::swatch(place), last)
    });
    PanelView {
        unit: inert(panel.unit()).into_owned(),
        legend: legend.collect(),
        svg: draw::panel(panel, frame, age, &age.alternative(panel, &title)),
        title,
    }
}

fn marks(events: &[(Stamp, String)], end: Stamp, frame: &Frame) -> Vec<Mark> {
    let marks = events.iter().enumerate().map(|(place, (at, words))| Mark {
        number: place + 1,
        seconds: seconds(*at, end),
        words: words.clone(),
    });
    let mut marks: Vec<Mark> = marks.filter(|mark| frame.whole.holds(mark.seconds)).collect();
    marks.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    marks
}

/// Whether marks alone make a picture: all at one place they tell no more than their list.
fn are_spread(marks: &[Mark], frame: &Frame) -> bool {
    const PART: f64 = 0.08;
    let mut shown = marks.iter().map(|mark| mark.seconds).filter(|&at| frame.shown.holds(at));
    let (first, last) = (shown.next(), shown.next_back());
    first.zip(last).is_some_and(|(first, last)| last - first > frame.shown.length() * PART)
}

fn caption(age: &Age<'_>, frame: &Frame, empty: bool) -> String {
    let before = Span((-frame.shown.from * 1e6) as i64);
    labels::chart_caption(before, &age.time(age.end), &age.options.zone_at(age.end), empty, age.options)
}
