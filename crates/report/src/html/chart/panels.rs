//! What is drawn: which series share a panel, in which order, and what is left out.

use super::window::{Frame, Window, seconds};
use crate::Stamp;
use crate::schema::{BootReport, SeriesInfo};

/// Panels at most: what fits a screen.
const PANELS: usize = 6;
/// Curves of a panel at most: more can't be told apart by colour and dash.
pub(super) const CURVES: usize = 4;

/// What is larger, nobody measured, and it could not be drawn.
const DRAWN: f64 = 1e12;

/// What a panel shows.
pub(super) struct Kind {
    /// The id of its title.
    pub(super) title: &'static str,
    metrics: &'static [&'static str],
    /// Whether its scale begins at zero.
    pub(super) zero: bool,
    /// The smallest step of its scale, in its unit.
    pub(super) least: f64,
    /// Whether each curve has a panel of its own: a rail of 12 V would flatten one of 3 V.
    apart: bool,
    /// Height in pixels.
    pub(super) height: f64,
}

const fn kind(title: &'static str, metrics: &'static [&'static str]) -> Kind {
    Kind { title, metrics, zero: true, least: 1.0, apart: false, height: 84.0 }
}

/// The panels in their order.
const KINDS: [Kind; 12] = [
    Kind { height: 150.0, ..kind("chart-memory", &["mem_available_mib"]) },
    kind("html-panel-swap", &["swap_free_mib", "swap_used_mib"]),
    kind("html-panel-swap-share", &["swap_used_pct"]),
    Kind {
        zero: false,
        least: 5.0,
        height: 110.0,
        ..kind("chart-temperature", &["gpu_temp_c", "soc_temp_c"])
    },
    kind("html-panel-power", &["power_w"]),
    Kind { zero: false, least: 0.1, apart: true, ..kind("html-panel-voltage", &["voltage_v"]) },
    kind("html-panel-load", &["gpu_util_pct", "cpu_util_pct"]),
    kind("html-panel-gpu-memory", &["gpu_mem_used_mib"]),
    kind("html-panel-pressure", &["psi_some_avg10", "psi_full_avg10"]),
    kind("html-panel-load-average", &["load1"]),
    kind("html-panel-clock", &["clock_mhz"]),
    kind("html-panel-fan", &["fan_pct"]),
];
/// Where no sampler gives the memory that is available.
const OTHER_MEMORY: Kind =
    Kind { height: 150.0, ..kind("html-panel-other-memory", &["mem_free_mib", "mem_used_mib"]) };

/// One line of a panel.
pub(super) struct Curve<'a> {
    pub(super) series: &'a SeriesInfo,
    /// Seconds from the end, and values; in the order of time.
    pub(super) points: Vec<(f64, Stamp, f64)>,
}

/// One panel.
pub(super) struct Panel<'a> {
    pub(super) kind: &'static Kind,
    pub(super) curves: Vec<Curve<'a>>,
}

impl Panel<'_> {
    /// The unit of its values.
    pub(super) fn unit(&self) -> &str {
        self.curves.first().map_or("", |curve| curve.series.unit.as_str())
    }

    /// Whether all its curves measure the same.
    pub(super) fn is_of_one_metric(&self) -> bool {
        self.curves.windows(2).all(|pair| pair[0].series.metric == pair[1].series.metric)
    }

    /// The lowest and the highest value of a window, or of all where it has none.
    pub(super) fn bounds(&self, window: Window) -> Option<(f64, f64)> {
        let all = || self.curves.iter().flat_map(|curve| &curve.points);
        let inside = || all().filter(|(at, ..)| window.holds(*at));
        let span = |values: Vec<f64>| {
            let low = values.iter().copied().min_by(f64::total_cmp)?;
            Some((low, values.iter().copied().max_by(f64::total_cmp)?))
        };
        span(inside().map(|point| point.2).collect()).or_else(|| span(all().map(|point| point.2).collect()))
    }
}

/// The series that have a panel.
pub(super) fn drawable(boot: &BootReport) -> Vec<&SeriesInfo> {
    let known = |series: &&SeriesInfo| kinds(boot).any(|kind| kind.metrics.contains(&series.metric.as_str()));
    boot.series
        .iter()
        .filter(|series| series.points.iter().any(|(_, y)| y.is_finite()))
        .filter(known)
        .collect()
}

fn kinds(boot: &BootReport) -> impl Iterator<Item = &'static Kind> {
    let available = boot.series.iter().any(|series| series.metric == "mem_available_mib");
    (!available).then_some(&OTHER_MEMORY).into_iter().chain(&KINDS)
}

/// The panels of a boot, and the series that found no place.
pub(super) fn panels<'a>(
    boot: &'a BootReport,
    end: Stamp,
    frame: &Frame,
) -> (Vec<Panel<'a>>, Vec<&'a SeriesInfo>) {
    let mut panels = Vec::new();
    let mut left: Vec<&SeriesInfo> = Vec::new();
    for kind in kinds(boot) {
        let of_kind = boot.series.iter().filter(|series| kind.metrics.contains(&series.metric.as_str()));
        let (mut curves, older): (Vec<Curve<'a>>, Vec<Curve<'a>>) = of_kind
            .map(|series| curve(series, end, frame.whole))
            .partition(|curve| curve.points.iter().any(|(at, ..)| frame.shown.holds(*at)));
        left.extend(older.into_iter().map(|curve| curve.series));
        if curves.len() > CURVES {
            left.extend(surplus(&mut curves).map(|curve| curve.series));
        }
        let parts: Vec<Vec<Curve<'a>>> =
            if kind.apart { curves.into_iter().map(|curve| vec![curve]).collect() } else { vec![curves] };
        for curves in parts.into_iter().filter(|curves| !curves.is_empty()) {
            if panels.len() == PANELS {
                left.extend(curves.into_iter().map(|curve| curve.series));
            } else {
                panels.push(Panel { kind, curves });
            }
        }
    }
    (panels, left)
}

/// Takes out what is too much for one panel. Of many sensors those with the highest values say the most, but of each
/// metric the highest stays.
fn surplus<'c, 'a>(curves: &'c mut Vec<Curve<'a>>) -> std::vec::Drain<'c, Curve<'a>> {
    curves.sort_by(|a, b| highest(b).total_cmp(&highest(a)));
    let metrics: Vec<&str> = curves.iter().map(|curve| curve.series.metric.as_str()).collect();
    let first: Vec<bool> = (0..metrics.len()).map(|i| !metrics[..i].contains(&metrics[i])).collect();
    let mut place = 0;
    curves.sort_by_cached_key(|_| {
        place += 1;
        !first[place - 1]
    });
    curves.drain(CURVES..)
}

fn curve<'a>(series: &'a SeriesInfo, end: Stamp, whole: Window) -> Curve<'a> {
    let mut points: Vec<(f64, Stamp, f64)> = series
        .points
        .iter()
        .map(|&(at, value)| (seconds(at, end), at, value.clamp(-DRAWN, DRAWN)))
        .filter(|(at, _, value)| whole.holds(*at) && !value.is_nan())
        .collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    Curve { series, points }
}

fn highest(curve: &Curve<'_>) -> f64 {
    curve.points.iter().map(|point| point.2).fold(f64::MIN, f64::max)
}
