//! What a boot that ended in order had lived through: alarming lines and readings without consequence. They
//! are the host's own proof that such things alone do not end it.

use model::event::kernel::OomScope;
use model::event::nvrm::XidClass;
use model::event::{Earlyoom, Kernel, Nvrm};
use model::{Event, EventKind, Metric, Micros, Series, Span};

use crate::case::{mib, number, span};
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
            Some(control(case, first.at, last.at, (line.text)(events.len())))
        })
        .collect();
    found.extend(lowest_memory(case));
    found.extend(hottest(case));
    found.extend(slowdown(case));
    found
}

/// The scares in a clause for the sentence on how the boot ended; empty without any.
pub(crate) fn clause(controls: &[Control]) -> String {
    let texts: Vec<&str> = controls.iter().map(|control| control.text.as_str()).collect();
    if texts.is_empty() { String::new() } else { format!("; survived on the way: {}", texts.join(", ")) }
}

/// How long the boot lasted and how soon the next one came, on another kernel perhaps.
pub(crate) fn frame(case: &Case<'_>) -> String {
    let lasted = case.boot.boot.last_monotonic.map(|up| format!("; it was up for {}", span(Span(up))));
    let next = case.boot.next_start.map(|next| {
        let gap = Span(next.since(case.boot.boot.last).0.max(0));
        format!("; the next boot began {} later", span(gap))
    });
    let kernels =
        case.next.and_then(|next| next.facts.kernel.as_deref()).zip(case.boot.facts.kernel.as_deref());
    let kernel = kernels
        .filter(|(new, old)| new != old)
        .map(|(new, old)| format!(", with kernel {new} instead of {old}"));
    [lasted, next, kernel].into_iter().flatten().collect()
}

struct Line {
    wanted: fn(&EventKind) -> bool,
    text: fn(usize) -> String,
}

const LINES: &[Line] = &[
    Line {
        wanted: crate::rules::is_failed_allocation,
        text: |n| format!("{} of the GPU driver (NV_ERR_NO_MEMORY)", count(n, "failed allocation")),
    },
    Line {
        wanted: |kind| matches!(kind, EventKind::Earlyoom(Earlyoom::Kill { .. })),
        text: |n| format!("{} of earlyoom", count(n, "kill")),
    },
    Line {
        wanted: |kind| matches!(kind, EventKind::Kernel(Kernel::OomKill { scope: OomScope::Host, .. })),
        text: |n| format!("{} of the kernel for the whole host", count(n, "kill")),
    },
    Line {
        wanted: |kind| matches!(kind, EventKind::Kernel(Kernel::OomKill { scope: OomScope::Cgroup, .. })),
        text: |n| format!("{} at a container's own memory limit", count(n, "kill")),
    },
    Line { wanted: is_trip, text: |n| format!("{} of a critical temperature", count(n, "report")) },
    Line {
        wanted: |kind| matches!(kind, EventKind::Nvrm(Nvrm::Xid { class, .. }) if *class != XidClass::Informational),
        text: |n| count(n, "Xid"),
    },
];

fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

fn control(case: &Case<'_>, from: Micros, to: Micros, text: String) -> Control {
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
    let back = if highest_after >= value * 1.5 {
        format!(" and back at {} %", percent(highest_after))
    } else {
        ", and it stayed there".to_owned()
    };
    let text = format!(
        "available memory down to {} of {} MiB ({} %) at {}{back}",
        mib(value),
        mib(total),
        percent(value),
        timeline::instant(series.at[lowest])
    );
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
    let who = series.device_words().unwrap_or_else(|| {
        let name = match series.metric {
            Metric::GpuTemp => "the GPU",
            _ => "the hottest sensor",
        };
        name.to_owned()
    });
    let text = format!("{who} at {} °C", number(series.values[peak]));
    Some(control(case, series.at[peak], series.at[peak], text))
}

/// Thermal slowdown of the GPU, by its counter.
fn slowdown(case: &Case<'_>) -> Option<Control> {
    let (series, last) = case
        .last_samples(Metric::ThermalSlowdown)
        .find(|(series, last)| series.values[*last] > series.values[0] + 0.1)?;
    let text = "thermal slowdown of the GPU".to_owned();
    Some(control(case, series.at[0], series.at[last], text))
}
