//! What a boot that ended in order had lived through: alarming lines and readings without consequence. They
//! are the host's own proof that such things alone do not end it.

use model::event::kernel::OomScope;
use model::event::nvrm::XidClass;
use model::event::{Earlyoom, Kernel, Nvrm};
use model::{Event, EventKind, Metric, Micros, Series, Span, Text};

use crate::case::{mib, number};
use crate::ending::is_trip;
use crate::{Case, Control};

/// Below this share of all memory a reading is worth telling.
const LOW_SHARE: f64 = 0.05;
/// Sensors from this on are worth telling, in degrees Celsius.
const HOT_C: f64 = 85.0;

/// The scares of the boot, with the stretch of time that each covers.
pub(crate) fn find(case: &Case<'_>) -> Vec<Control> {
    let mut found: Vec<Control> = LINES
        .iter()
        .filter_map(|line| {
            let events: Vec<&Event> =
                case.boot.events.iter().filter(|event| (line.wanted)(&event.kind)).collect();
            let (first, last) = (events.first()?, events.last()?);
            Some(control(case, first.at, last.at, Text::new(line.text).with("count", events.len())))
        })
        .collect();
    found.extend(lowest_memory(case));
    found.extend(hottest(case));
    found.extend(slowdown(case));
    found
}

/// The scares in a clause for the sentence on how the boot ended; none without any.
pub(crate) fn clause(controls: &[Control]) -> Option<Text> {
    let texts = Text::list(controls.iter().map(|control| control.text.clone()))?;
    Some(Text::new("survived").with("what", texts))
}

/// How long the boot lasted and how soon the next one came, on another kernel perhaps.
pub(crate) fn frame(case: &Case<'_>) -> Text {
    let lasted = case.boot.boot.last_monotonic.map(|up| Text::new("survived-up").with("up", Span(up)));
    let next = case.boot.next_start.map(|next| {
        let gap = Span(next.since(case.boot.boot.last).0.max(0));
        Text::new("survived-next").with("gap", gap)
    });
    let kernels =
        case.next.and_then(|next| next.facts.kernel.as_deref()).zip(case.boot.facts.kernel.as_deref());
    let kernel = kernels
        .filter(|(new, old)| new != old)
        .map(|(new, old)| Text::new("survived-kernel").with("new", new).with("old", old));
    Text::new("survived-frame").with("lasted", lasted).with("next", next).with("kernel", kernel)
}

struct Line {
    wanted: fn(&EventKind) -> bool,
    text: &'static str,
}

const LINES: &[Line] = &[
    Line { wanted: crate::rules::is_failed_allocation, text: "survived-allocations" },
    Line {
        wanted: |kind| matches!(kind, EventKind::Earlyoom(Earlyoom::Kill { .. })),
        text: "survived-earlyoom",
    },
    Line {
        wanted: |kind| matches!(kind, EventKind::Kernel(Kernel::OomKill { scope: OomScope::Host, .. })),
        text: "survived-oom-kills",
    },
    Line {
        wanted: |kind| matches!(kind, EventKind::Kernel(Kernel::OomKill { scope: OomScope::Cgroup, .. })),
        text: "survived-cgroup-kills",
    },
    Line { wanted: is_trip, text: "survived-trips" },
    Line {
        wanted: |kind| matches!(kind, EventKind::Nvrm(Nvrm::Xid { class, .. }) if *class != XidClass::Informational),
        text: "survived-xids",
    },
];

fn control(case: &Case<'_>, from: Micros, to: Micros, text: Text) -> Control {
    Control { boot: case.boot.boot.id, from, to, text }
}

/// The lowest available memory, and how far it came back.
fn lowest_memory(case: &Case<'_>) -> Option<Control> {
    let total = case.boot.memory_mib()?;
    let (series, lowest) = case
        .last_samples(Metric::MemAvailable)
        .filter_map(|(series, _)| Some((series, lowest(series)?)))
        .min_by(|(a, i), (b, j)| a.values[*i].total_cmp(&b.values[*j]))?;
    let value = series.values[lowest];
    if value > total * LOW_SHARE {
        return None;
    }
    let highest_after = series.values[lowest..].iter().copied().fold(value, f64::max);
    let percent = |value: f64| number(value / total * 100.0);
    let id = if highest_after >= value * 1.5 { "survived-low" } else { "survived-low-stayed" };
    let text = Text::new(id)
        .with("value", mib(value))
        .with("total", mib(total))
        .with("share", percent(value))
        .with("at", timeline::instant(series.at[lowest]))
        .with("back", percent(highest_after));
    Some(control(case, series.at[lowest], series.at[series.len() - 1], text))
}

fn lowest(series: &Series) -> Option<usize> {
    (0..series.len()).min_by(|&i, &j| series.values[i].total_cmp(&series.values[j]))
}

fn hottest(case: &Case<'_>) -> Option<Control> {
    let (series, peak) = [Metric::SocTemp, Metric::GpuTemp]
        .into_iter()
        .flat_map(|metric| case.last_samples(metric))
        .filter_map(|(series, _)| {
            let peak = (0..series.len()).max_by(|&i, &j| series.values[i].total_cmp(&series.values[j]))?;
            Some((series, peak))
        })
        .max_by(|(a, i), (b, j)| a.values[*i].total_cmp(&b.values[*j]))?;
    if series.values[peak] < HOT_C {
        return None;
    }
    let text = match (series.device_words(), series.metric) {
        (Some(sensor), _) => Text::new("survived-sensor").with("sensor", sensor),
        (None, Metric::GpuTemp) => Text::new("survived-gpu"),
        (None, _) => Text::new("survived-hottest"),
    };
    let text = text.with("value", number(series.values[peak]));
    Some(control(case, series.at[peak], series.at[peak], text))
}

/// Thermal slowdown of the GPU, by its counter.
fn slowdown(case: &Case<'_>) -> Option<Control> {
    let (series, last) = case
        .last_samples(Metric::ThermalSlowdown)
        .find(|(series, last)| series.values[*last] > series.values[0] + 0.1)?;
    Some(control(case, series.at[0], series.at[last], Text::new("survived-slowdown")))
}
