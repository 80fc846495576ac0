//! Panels as SVG, put together with the `svg` crate: classes, never colours, so that the page's style decides on light,
//! dark and paper. What depends on time carries its seconds from the end (`data-t`), so that the page's script can draw
//! it again where the reader zooms.

use svg::node::element::{Element, Group, Path, Rectangle, SVG, Text, Title};

use super::panels::{CURVES, Curve, Panel};
use super::scale::{STEPS, Scale, breaks, ticks};
use super::window::{Frame, Window};
use super::{Age, Mark};
use crate::html::labels;
use crate::inert::inert;

/// The width that is drawn for, pixels; the script fits it to the reader's screen.
const WIDTH: f64 = 1040.0;
/// Left of the plots, for the values of the grid.
const LEFT: f64 = 64.0;
/// Right of the plots.
const RIGHT: f64 = 30.0;
/// The plots' own width.
const PLOT: f64 = WIDTH - LEFT - RIGHT;
/// Above and below a plot, for half a line of text.
const MARGIN: f64 = 8.0;
/// More points than this hide their curve: they show when they are pointed at.
const DENSE: usize = 90;
/// Height of a row of marks.
pub(super) const LANE: f64 = 20.0;
/// Rows of marks at most.
const LANES: usize = 5;
/// Height of the two rows that name the end and the next start.
const NAMES: f64 = 34.0;
/// The forms of a curve's points, as colour alone does not tell curves apart.
const SHAPES: [&str; CURVES] = [
    "M0-2.6a2.6 2.6 0 1 0 .01 0z",
    "M-2.4-2.4h4.8v4.8h-4.8z",
    "M0-3.2L3.1,2.4H-3.1z",
    "M0-3.4L3.4,0L0,3.4L-3.4,0z",
];

fn x(seconds: f64, window: Window) -> f64 {
    (seconds - window.from) / window.length() * PLOT
}

/// A length or place in pixels, without decimals that nobody sees.
fn px(value: f64) -> String {
    let text = format!("{:.1}", value.clamp(-1e5, 1e5));
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn shift(x: f64, y: f64) -> String {
    format!("translate({},{})", px(x), px(y))
}

fn named(text: &str) -> Title {
    Title::new(inert(text))
}

/// A drawing as wide as the page allows.
fn drawing(height: f64, class: &str) -> SVG {
    SVG::new()
        .set("class", class)
        .set("viewBox", format!("0 0 {} {}", px(WIDTH), px(height)))
        .set("width", px(WIDTH))
        .set("height", px(height))
}

/// The plot inside a drawing; what stands outside of the time that is shown is cut off.
fn plot(height: f64) -> Element {
    let mut plot = SVG::new()
        .set("class", "plot")
        .set("x", px(LEFT))
        .set("width", px(PLOT))
        .set("height", px(height + 2.0 * MARGIN))
        .set("viewBox", format!("0 {} {} {}", px(-MARGIN), px(PLOT), px(height + 2.0 * MARGIN)));
    // The crate names the namespace on every `svg` element, but only the outer one needs it.
    plot.get_attributes_mut().remove("xmlns");
    plot.into()
}

fn text(class: &str, words: &str) -> Text {
    Text::new(inert(words)).set("class", class)
}

/// A vertical line at an instant, over the whole height.
fn line(class: &str, seconds: f64, height: f64, frame: &Frame) -> Path {
    Path::new()
        .set("class", format!("when {class}"))
        .set("data-t", number(seconds))
        .set("transform", shift(x(seconds, frame.shown), 0.0))
        .set("d", format!("M0,0V{}", px(height)))
}

fn bounds(into: &mut Element, height: f64, frame: &Frame) {
    svg::Node::append(into, line("end", 0.0, height, frame));
    if let Some(next) = frame.next {
        svg::Node::append(into, line("next", next, height, frame));
    }
}

/// A stretch of time without samples.
fn shade(class: &str, from: f64, to: f64, height: f64, frame: &Frame, words: &str) -> Rectangle {
    let (left, right) = (x(from, frame.shown), x(to, frame.shown));
    Rectangle::new()
        .set("class", format!("shade {class}"))
        .set("data-from", number(from))
        .set("data-to", number(to))
        .set("x", px(left))
        .set("width", px((right - left).max(0.0)))
        .set("height", px(height))
        .add(named(words))
}

/// Seconds or a value for the script, in full.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// One panel: its grid, what was not sampled, its curves, the end and the next start.
pub(super) fn panel(panel: &Panel<'_>, frame: &Frame, age: &Age<'_>, alternative: &str) -> String {
    let height = panel.kind.height;
    let (low, high) = panel.bounds(frame.shown).unwrap_or_default();
    let scale = Scale::new(low, high, panel.kind.zero, panel.kind.least);
    let mut outer = drawing(height + 2.0 * MARGIN, "panel")
        .set("role", "img")
        .set("aria-label", inert(alternative).as_ref())
        .set("data-height", px(height))
        .set("data-zero", u8::from(panel.kind.zero))
        .set("data-least", number(panel.kind.least));
    for place in 0..=STEPS {
        let y = MARGIN + height - height * place as f64 / STEPS as f64;
        let value = labels::value(scale.line(place), scale.decimals());
        let words = text("value", &value).set("x", px(LEFT - 8.0)).set("y", px(y + 4.0));
        let grid = format!("M{},{}H{}", px(LEFT), px(y), px(WIDTH - RIGHT));
        outer = outer.add(Path::new().set("class", "grid").set("d", grid)).add(words);
    }
    let mut inner = plot(height);
    svg::Node::append(&mut inner, Path::new().set("class", "grid times").set("d", times(frame, height)));
    shades(&mut inner, panel, frame, age);
    for (place, curve) in panel.curves.iter().enumerate() {
        svg::Node::append(&mut inner, draw(curve, place, panel, frame, scale, age));
    }
    bounds(&mut inner, height, frame);
    outer.add(inner).to_string()
}

fn times(frame: &Frame, height: f64) -> String {
    let lines = ticks(frame.shown, PLOT);
    lines.iter().map(|&tick| format!("M{},0V{}", px(x(tick, frame.shown)), px(height))).collect()
}

/// From the panel's last sample to the end, and from there to the next start.
fn shades(inner: &mut Element, panel: &Panel<'_>, frame: &Frame, age: &Age<'_>) {
    let height = panel.kind.height;
    let points = panel.curves.iter().filter_map(|curve| curve.points.last());
    let Some(&(last, at, _)) = points.max_by(|a, b| a.0.total_cmp(&b.0)) else { return };
    if last < 0.0 {
        svg::Node::append(inner, shade("unseen", last, 0.0, height, frame, &age.unseen(at)));
    }
    let until = frame.next.unwrap_or(frame.whole.to).min(frame.whole.to);
    if until > last.max(0.0) {
        svg::Node::append(inner, shade("gone", last.max(0.0), until, height, frame, &age.gone()));
    }
}

fn draw(
    curve: &Curve<'_>,
    place: usize,
    panel: &Panel<'_>,
    frame: &Frame,
    scale: Scale,
    age: &Age<'_>,
) -> Group {
    let times: Vec<f64> = curve.points.iter().map(|point| point.0).collect();
    let broken = breaks(&times);
    let name = age.curve(curve.series, panel.is_of_one_metric());
    let mut path = String::new();
    let mut dots = Vec::with_capacity(curve.points.len());
    for (&(seconds, at, value), &broken) in curve.points.iter().zip(&broken) {
        let (x, y) = (x(seconds, frame.shown), scale.y(value, panel.kind.height));
        path.push_str(&format!("{}{},{}", if broken { 'M' } else { 'L' }, px(x), px(y)));
        dots.push(
            Path::new()
                .set("class", if broken { "dot first" } else { "dot" })
                .set("data-t", px(seconds))
                .set("data-v", number(value))
                .set("d", SHAPES[place % CURVES])
                .set("transform", shift(x, y))
                .add(named(&age.sample(&name, curve.series, at, value))),
        );
    }
    let shown = times.iter().filter(|&&seconds| frame.shown.holds(seconds)).count();
    let dense = if shown > DENSE { " dense" } else { "" };
    let group = Group::new().set("class", format!("curve c{}{dense}", place % CURVES));
    dots.into_iter().fold(group.add(Path::new().set("class", "line").set("d", path)), Group::add)
}

/// The swatch of a curve in the legend.
pub(super) fn swatch(place: usize) -> String {
    let place = place % CURVES;
    SVG::new()
        .set("class", "swatch")
        .set("width", 30)
        .set("height", 12)
        .set("viewBox", "0 0 30 12")
        .set("aria-hidden", "true")
        .add(
            Group::new()
                .set("class", format!("curve c{place}"))
                .add(Path::new().set("class", "line").set("d", "M1,6H29"))
                .add(
                    Path::new()
                        .set("class", "dot")
                        .set("d", SHAPES[place])
                        .set("transform", shift(15.0, 6.0)),
                ),
        )
        .to_string()
}

/// The marks of the events, in rows so that none hides another, under the names of the end and the next start.
pub(super) fn strip(marks: &[Mark], frame: &Frame, age: &Age<'_>, alternative: &str) -> String {
    let lanes = lanes(marks, frame);
    let rows = lanes.iter().max().map_or(0, |most| most + 1);
    let height = NAMES + rows as f64 * LANE;
    let mut inner = plot(height);
    bounds(&mut inner, height, frame);
    let name = |class: &str, words: &str, seconds: f64, y: f64| {
        text(class, words)
            .set("data-t", number(seconds))
            .set("x", px(x(seconds, frame.shown).min(PLOT) - 5.0))
            .set("y", px(y))
    };
    if let Some(next) = frame.next {
        let (near, far) = (age.options.word("html-chart-next"), age.next_later(next));
        let words = if frame.shown.holds(next) { &near } else { &far };
        let name = name("when next-name", words, next, 12.0)
            .set("data-near", near.as_str())
            .set("data-far", far.as_str());
        svg::Node::append(&mut inner, name);
    }
    svg::Node::append(&mut inner, name("when end-name", &age.options.word("html-chart-end"), 0.0, 28.0));
    for (mark, lane) in marks.iter().zip(lanes) {
        let y = NAMES + lane as f64 * LANE + LANE / 2.0 - 2.0;
        let shape = Path::new().set("d", "M-8,0a8,8 0 1,0 16,0a8,8 0 1,0 -16,0z");
        svg::Node::append(
            &mut inner,
            Group::new()
                .set("class", "mark")
                .set("data-t", number(mark.seconds))
                .set("transform", shift(x(mark.seconds, frame.shown), y))
                .add(named(&mark.words))
                .add(shape)
                .add(text("number", &mark.number.to_string()).set("y", "3.6")),
        );
    }
    drawing(height + 2.0 * MARGIN, "strip")
        .set("role", "img")
        .set("aria-label", inert(alternative).as_ref())
        .add(inner)
        .to_string()
}

/// The row of each mark: the first in which it touches no other.
fn lanes(marks: &[Mark], frame: &Frame) -> Vec<usize> {
    let mut free = [f64::MIN; LANES];
    marks
        .iter()
        .map(|mark| {
            let x = x(mark.seconds, frame.shown);
            let lane = free.iter().position(|&right| x >= right).unwrap_or(LANES - 1);
            free[lane] = x + LANE;
            lane
        })
        .collect()
}

/// The time axis: how long before the end, and the clock.
pub(super) fn axis(frame: &Frame, age: &Age<'_>) -> String {
    let mut inner = plot(36.0);
    for tick in ticks(frame.shown, PLOT) {
        let group = Group::new()
            .set("class", "tick")
            .set("transform", shift(x(tick, frame.shown), 0.0))
            .add(text("age", &age.tick(tick)).set("y", 6))
            .add(text("clock", &age.clock(tick)).set("y", 22));
        svg::Node::append(&mut inner, group);
    }
    // The first and the last label stand half outside of the plot.
    svg::Node::assign(&mut inner, "overflow", "visible");
    drawing(36.0 + 2.0 * MARGIN, "axis").set("aria-hidden", "true").add(inner).to_string()
}
