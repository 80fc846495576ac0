//! Small charts of memory and temperature before the end, drawn off-screen with ratatui.

use anstyle::Style;
use model::Text;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::symbols::Marker;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Widget};
use unicode_width::UnicodeWidthStr;

use crate::inert::inert;
use crate::page::{PLAIN, RED, cut, pad};
use crate::schema::{BootReport, SeriesInfo};
use crate::{Options, Stamp, words};

/// Rows of a panel's plot, without title and labels.
const ROWS: u16 = 6;
/// Two panels stand side by side from this width on.
const SIDE_BY_SIDE: usize = 76;
/// The windows before the end that are tried until one holds enough samples, minutes.
const WINDOWS: [i64; 4] = [20, 60, 180, 720];
/// Samples that make a curve.
const ENOUGH: usize = 3;

/// The colours by which a cell of the off-screen buffer tells what drew it.
const FIRST: Color = Color::Cyan;
const SECOND: Color = Color::Yellow;
const END: Color = Color::Red;

/// A chart's lines, ready to print, and the sentence that explains it.
pub(crate) struct Drawing {
    /// The lines, coloured if colour was asked for.
    pub lines: Vec<String>,
    /// What it shows, from when to when.
    pub caption: String,
}

struct Curve<'a> {
    name: String,
    series: &'a SeriesInfo,
    points: Vec<(f64, f64)>,
}

struct Panel<'a> {
    title: &'static str,
    unit: &'a str,
    bounds: [f64; 2],
    curves: Vec<Curve<'a>>,
}

/// The charts of a boot; none where there are no samples before its end.
pub(crate) fn draw(boot: &BootReport, options: &Options, width: usize) -> Option<Drawing> {
    let end = boot.end()?;
    let (from, to, minutes) = window(boot, end)?;
    let panels: Vec<Panel<'_>> =
        [memory(boot, from, to), temperature(boot, from, to)].into_iter().flatten().collect();
    let side_by_side = panels.len() == 2 && width >= SIDE_BY_SIDE;
    let columns = if side_by_side { (width - 3) / 2 } else { width.min(SIDE_BY_SIDE) };
    let mut drawn = panels.iter().map(|panel| render(panel, [from, to], end, options, columns));
    let lines = if side_by_side {
        let (left, right) = (drawn.next()?, drawn.next()?);
        left.iter().zip(&right).map(|(l, r)| format!("{}   {}", l.padded(columns), r.text)).collect()
    } else {
        drawn.flatten().map(|line| line.text).collect()
    };
    let mut caption = Text::new("chart-caption").with("minutes", minutes.unsigned_abs());
    for panel in panels.iter().filter(|panel| panel.curves.len() > 1) {
        let legend = Text::new("chart-legend")
            .with("title", options.word(panel.title))
            .with("curves", legend(panel, options));
        caption = Text::new("sentences").with("first", caption).with("second", legend);
    }
    let caption = options.say(&caption);
    Some(Drawing { lines, caption })
}

/// The shortest window before the end in which some series has enough samples.
fn window(boot: &BootReport, end: Stamp) -> Option<(Stamp, Stamp, i64)> {
    let shown = || boot.series.iter().filter(|series| is_memory(series) || is_temperature(series));
    let to = shown()
        .flat_map(|series| &series.points)
        .map(|&(at, _)| at)
        .filter(|at| at.since(end).0 < 60_000_000)
        .fold(end, Stamp::max);
    WINDOWS.into_iter().find_map(|minutes| {
        let from = Stamp::new(end.micros().saturating_sub(minutes * 60_000_000));
        let count =
            |series: &SeriesInfo| series.points.iter().filter(|(at, _)| (from..=to).contains(at)).count();
        shown().any(|series| count(series) >= ENOUGH).then_some((from, to, minutes))
    })
}

fn is_memory(series: &SeriesInfo) -> bool {
    series.metric == "mem_available_mib"
}

fn is_temperature(series: &SeriesInfo) -> bool {
    matches!(series.metric.as_str(), "gpu_temp_c" | "soc_temp_c")
}

fn memory(boot: &BootReport, from: Stamp, to: Stamp) -> Option<Panel<'_>> {
    let curves = curves(boot, from, to, is_memory, |series| series.sampler.clone());
    let highest = highest(&curves)?;
    let top = [1024.0, 2048.0, 4096.0, 6144.0, 8192.0].into_iter().find(|&top| highest <= top);
    let top = top.unwrap_or_else(|| (highest / 10_240.0).ceil() * 10_240.0);
    Some(Panel { title: "chart-memory", unit: "MiB", bounds: [0.0, top], curves })
}

fn temperature(boot: &BootReport, from: Stamp, to: Stamp) -> Option<Panel<'_>> {
    let name = |series: &SeriesInfo| {
        let sensor = if series.metric == "gpu_temp_c" { "GPU" } else { "SoC" };
        series.device.as_ref().map_or_else(|| sensor.to_owned(), |device| format!("{sensor} {device}"))
    };
    let mut curves = curves(boot, from, to, is_temperature, name);
    // Of many sensors the hottest GPU and the hottest other one say enough.
    curves.sort_by(|a, b| hottest(b).total_cmp(&hottest(a)));
    let mut kept: Vec<Curve<'_>> = Vec::new();
    for curve in curves {
        if kept.iter().all(|known| known.series.metric != curve.series.metric) {
            kept.push(curve);
        }
    }
    let highest = highest(&kept)?;
    let lowest = kept.iter().flat_map(|curve| &curve.points).map(|&(_, y)| y).fold(40.0, f64::min);
    let bounds = [(lowest / 10.0).floor() * 10.0, (highest / 10.0).ceil().max(10.0) * 10.0];
    Some(Panel { title: "chart-temperature", unit: "°C", bounds, curves: kept })
}

fn hottest(curve: &Curve<'_>) -> f64 {
    curve.points.iter().map(|&(_, y)| y).fold(f64::MIN, f64::max)
}

fn highest(curves: &[Curve<'_>]) -> Option<f64> {
    curves.iter().flat_map(|curve| &curve.points).map(|&(_, y)| y).max_by(f64::total_cmp)
}

/// The curves of one panel, the one with the most samples first.
fn curves<'a>(
    boot: &'a BootReport,
    from: Stamp,
    to: Stamp,
    wanted: fn(&SeriesInfo) -> bool,
    name: impl Fn(&SeriesInfo) -> String,
) -> Vec<Curve<'a>> {
    let mut curves: Vec<Curve<'a>> = boot
        .series
        .iter()
        .filter(|series| wanted(series))
        .map(|series| {
            let inside = series.points.iter().filter(|(at, y)| (from..=to).contains(at) && y.is_finite());
            let points = inside.map(|&(at, y)| (seconds(at, from), y)).collect();
            Curve { name: name(series), series, points }
        })
        .filter(|curve| !curve.points.is_empty())
        .collect();
    curves.sort_by_key(|curve| std::cmp::Reverse(curve.points.len()));
    curves
}

fn seconds(at: Stamp, from: Stamp) -> f64 {
    at.since(from).as_secs_f64()
}

/// A printable line and how many columns it fills (escape sequences fill none).
struct Line {
    text: String,
    columns: usize,
}

impl Line {
    fn plain(text: String) -> Self {
        let columns = text.width();
        Self { text, columns }
    }

    fn padded(&self, columns: usize) -> String {
        format!("{}{}", self.text, " ".repeat(columns.saturating_sub(self.columns)))
    }
}

fn render(
    panel: &Panel<'_>,
    [from, to]: [Stamp; 2],
    end: Stamp,
    options: &Options,
    columns: usize,
) -> Vec<Line> {
    let area = Rect::new(0, 0, u16::try_from(columns).unwrap_or(u16::MAX), ROWS);
    let mut buffer = Buffer::empty(area);
    let bounds = [0.0, seconds(to, from).max(1.0)];
    let mark = [(seconds(end, from), panel.bounds[0]), (seconds(end, from), panel.bounds[1])];
    let dots = if options.ascii { Marker::Custom('.') } else { Marker::Braille };
    let dataset = |points, marker, kind, color| {
        Dataset::default().data(points).marker(marker).graph_type(kind).style(color)
    };
    let mut datasets =
        vec![dataset(&mark, Marker::Custom(if options.ascii { ':' } else { '┊' }), GraphType::Line, END)];
    if let Some(curve) = panel.curves.first() {
        datasets.push(dataset(&curve.points, dots, GraphType::Line, FIRST));
    }
    if let Some(curve) = panel.curves.get(1) {
        datasets.push(dataset(&curve.points, Marker::Custom('o'), GraphType::Scatter, SECOND));
    }
    let labels = |[low, high]: [f64; 2]| {
        [low, f64::midpoint(low, high), high].map(|y| format!("{:>6}", words::count(y.max(0.0) as u64)))
    };
    Chart::new(datasets)
        .x_axis(Axis::default().bounds(bounds))
        .y_axis(Axis::default().bounds(panel.bounds).labels(labels(panel.bounds)))
        .legend_position(None)
        .render(area, &mut buffer);
    let left = (0..area.width).find(|&x| buffer.cell((x, 0)).is_some_and(|cell| cell.symbol() == "│"));
    let left = left.map_or(0, usize::from);
    let (corner, axis) = if options.ascii { ("+", "-") } else { ("└", "─") };
    let axis = format!("{}{corner}{}", " ".repeat(left), axis.repeat(columns.saturating_sub(left + 1)));
    let mut lines = vec![Line::plain(title(panel, options, columns))];
    lines.extend((0..area.height).map(|y| row(&buffer, y, options)));
    lines.push(Line::plain(axis));
    lines.push(Line::plain(time_labels(left, columns, [from, to], end, options)));
    lines
}

fn title(panel: &Panel<'_>, options: &Options, columns: usize) -> String {
    let unit = if options.ascii { panel.unit.trim_start_matches('°') } else { panel.unit };
    let title = format!("{}, {unit}", options.word(panel.title));
    let full = format!("{title}: {}", legend(panel, options));
    if full.width() <= columns { full } else { cut(&title, columns) }
}

/// Which sign stands for which curve.
fn legend(panel: &Panel<'_>, options: &Options) -> String {
    let line = if options.ascii { '.' } else { '⠒' };
    let names: Vec<String> = panel
        .curves
        .iter()
        .zip([line, 'o'])
        .map(|(curve, sign)| format!("{sign} {}", inert(&curve.name)))
        .collect();
    names.join(", ")
}

/// One row of the buffer as text.
fn row(buffer: &Buffer, y: u16, options: &Options) -> Line {
    let cells: Vec<_> = (0..buffer.area.width).filter_map(|x| buffer.cell((x, y))).collect();
    let used = cells.iter().rposition(|cell| cell.symbol() != " ").map_or(0, |last| last + 1);
    let mut text = String::new();
    for cell in &cells[..used] {
        let symbol = match cell.symbol() {
            "│" if options.ascii => "|",
            "└" if options.ascii => "+",
            "─" if options.ascii => "-",
            symbol => symbol,
        };
        let style = style_of(cell.fg);
        if options.color && style != PLAIN && symbol != " " {
            text.push_str(&format!("{style}{symbol}{style:#}"));
        } else {
            text.push_str(symbol);
        }
    }
    Line { text, columns: used }
}

const fn style_of(color: Color) -> Style {
    match color {
        FIRST => anstyle::AnsiColor::Cyan.on_default(),
        SECOND => anstyle::AnsiColor::Yellow.on_default(),
        END => RED,
        _ => PLAIN,
    }
}

/// The times below the plot: start on the left, middle, end on the right.
fn time_labels(left: usize, columns: usize, [from, to]: [Stamp; 2], end: Stamp, options: &Options) -> String {
    let middle = Stamp::new(i64::midpoint(from.micros(), to.micros()));
    let last = options.say(&Text::new("chart-end").with("at", options.clock(end)));
    let start = pad(&format!("{}{}", " ".repeat(left), options.minute(from)), (left + columns) / 2 - 2);
    let room = columns.saturating_sub(last.width());
    // The end says more than the middle, where there is no room for both.
    let both = format!("{start}{}", options.minute(middle));
    let text = if both.width() < room { &both } else { start.trim_end() };
    if text.width() < room { format!("{}{last}", pad(text, room)) } else { both }
}
