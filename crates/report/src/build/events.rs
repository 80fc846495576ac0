//! The events that the time line and the charts show: what alarms or explains in the last minutes, with
//! bursts folded.

use std::collections::HashSet;

use diagnose::Diagnosis;
use model::event::{Earlyoom, Kernel, Lifecycle, Nvrm, Userspace};
use model::evidence::Cite;
use model::{Event, EventKind, Metric, Series, Span, Text};
use timeline::{BootTimeline, Timeline};

use super::said::Said;
use super::{sampler, stamp};
use crate::schema::EventInfo;

/// How far back events are shown.
const SHOWN: Span = Span::minutes(60);
/// How many events are shown at most, the newest.
const MOST: usize = 200;
/// Lines of one kind that are no further apart than this are one burst.
const BURST: Span = Span::minutes(1);
/// How many rows back a burst may have begun.
const NEIGHBOURS: usize = 8;
/// Bytes of a message that have to agree.
const LIKE: usize = 48;

/// The events of the last hour, those that evidence cites, and after an unexpected end the last sample of
/// each sampler: where nothing was logged, that is what happened last.
pub(super) fn events(
    timeline: &Timeline,
    boot: &BootTimeline,
    diagnosis: &Diagnosis,
    said: &Said,
) -> Vec<EventInfo> {
    let cited: HashSet<(i64, &str)> = diagnosis
        .evidence
        .iter()
        .flat_map(|piece| &piece.cites)
        .filter_map(|cite| match cite {
            Cite::Event { at, raw, .. } => Some((at.0, &**raw)),
            _ => None,
        })
        .collect();
    let shown: Vec<(&Event, bool)> = boot
        .events
        .iter()
        .map(|event| (event, cited.contains(&(event.at.0, &*event.message))))
        .filter(|(event, cited)| {
            let recent = boot.age_at_end(event) <= SHOWN && is_telling(&event.kind);
            // Whatever happened after it is not on record, however long ago it was.
            *cited
                || recent
                || matches!(event.kind, EventKind::Lifecycle(Lifecycle::JournalWriteFailed { .. }))
        })
        .collect();
    let mut infos = fold(&shown, said);
    if diagnosis.end.ending.is_unexpected() {
        for last in last_samples(timeline, boot, said) {
            let place = infos.iter().rposition(|info| info.at <= last.at).map_or(0, |place| place + 1);
            infos.insert(place, last);
        }
    }
    let surplus = infos.len().saturating_sub(MOST);
    infos.drain(..surplus);
    infos
}

/// Lines of one kind that follow each other within a minute, also with others between them: one row.
struct Fold<'e> {
    first: &'e Event,
    last: &'e Event,
    like: String,
    count: usize,
    key: bool,
}

/// Bursts become one row with a count.
fn fold(shown: &[(&Event, bool)], said: &Said) -> Vec<EventInfo> {
    let mut folds: Vec<Fold<'_>> = Vec::new();
    for &(event, cited) in shown {
        let like = likeness(&event.message);
        let key = cited || is_key(&event.kind);
        let open = folds.iter_mut().rev().take(NEIGHBOURS).find(|fold| {
            fold.first.signal == event.signal
                && fold.like == like
                && fold.first.speaker == event.speaker
                && event.at.since(fold.last.at).abs() <= BURST
        });
        if let Some(fold) = open {
            fold.last = event;
            fold.count += 1;
            fold.key |= key;
        } else {
            folds.push(Fold { first: event, last: event, like, count: 1, key });
        }
    }
    folds.into_iter().map(|fold| fold.into_info(said)).collect()
}

impl Fold<'_> {
    fn into_info(self, said: &Said) -> EventInfo {
        let lasted = self.last.at.since(self.first.at).0.max(1_000_000);
        let line = format!("{}{}", speaker(self.first), first_line(&self.first.message));
        let text = match self.count {
            1 => line,
            count => said.say(
                &Text::new("event-times")
                    .with("count", count)
                    .with("lasted", Span(lasted))
                    .with("line", line),
            ),
        };
        EventInfo {
            at: stamp(self.first.at),
            kind: self.first.signal.to_owned(),
            text,
            input: Some(self.first.origin.input.0),
            line: self.first.origin.line,
            key: self.key,
        }
    }
}

/// A message of several lines is told by its first; the citations have all of it.
fn first_line(message: &str) -> String {
    match message.trim_end().split_once('\n') {
        Some((first, _)) => format!("{first} ..."),
        None => message.to_owned(),
    }
}

/// The beginning of a message without its numbers: lines that agree in it say the same thing.
fn likeness(message: &str) -> String {
    let mut like = String::new();
    for c in message.chars() {
        let c = if c.is_ascii_digit() { '#' } else { c };
        if !(c == '#' && like.ends_with('#')) {
            like.push(c);
        }
        if like.len() >= LIKE {
            break;
        }
    }
    like
}

/// What each sampler saw last of memory, swap, heat and power.
fn last_samples(timeline: &Timeline, boot: &BootTimeline, said: &Said) -> Vec<EventInfo> {
    let mut samplers: Vec<String> = boot.series.iter().map(|series| sampler(timeline, series)).collect();
    samplers.sort();
    samplers.dedup();
    let mut infos: Vec<EventInfo> = samplers
        .iter()
        .filter_map(|name| {
            let of = |metric| {
                let alike = boot.series_of(metric).filter(|series| sampler(timeline, series) == *name);
                let newest = alike.filter_map(|series| Some((series, series.len().checked_sub(1)?)));
                newest.max_by(|(a, i), (b, j)| a.values[*i].total_cmp(&b.values[*j]))
            };
            let found: Vec<(&Series, usize, &'static str)> = SAMPLED
                .iter()
                .filter_map(|&(metric, id)| of(metric).map(|(series, last)| (series, last, id)))
                .collect();
            let at = found.iter().map(|(series, last, _)| series.at[*last]).max()?;
            if boot.alive_until.since(at) > SHOWN {
                return None;
            }
            let newest: Vec<_> =
                found.iter().filter(|(series, last, _)| series.at[*last] == at).take(4).collect();
            let values: Vec<Text> =
                newest.iter().map(|(series, last, id)| value(series, *last, id)).collect();
            let (series, last, _) = newest.first()?;
            Some(EventInfo {
                at: stamp(at),
                kind: "sample.last".to_owned(),
                text: said.say(
                    &Text::new("event-last-sample")
                        .with("sampler", name.as_str())
                        .with("values", Text::list(values)),
                ),
                input: Some(series.input.0),
                line: Some(series.lines[*last]).filter(|&line| line > 0),
                key: true,
            })
        })
        .collect();
    infos.sort_by_key(|info| info.at);
    infos
}

/// What is told of a sampler's last row.
const SAMPLED: [(Metric, &str); 7] = [
    (Metric::MemAvailable, "sample-available"),
    (Metric::SwapFree, "sample-swap-free"),
    (Metric::SwapUsed, "sample-swap-used"),
    (Metric::SwapUsedPct, "sample-of-swap-used"),
    (Metric::SocTemp, "sample-soc"),
    (Metric::GpuTemp, "sample-gpu"),
    (Metric::Power, "sample-power"),
];

/// `71 MiB available`, `cpu_tctl 69 °C`, `GPU 1 92 °C`, `power 412 W`.
fn value(series: &Series, place: usize, id: &'static str) -> Text {
    let value = format!("{} {}", timeline::thousands(series.values[place]), series.metric.unit());
    // Of memory, swap and power the host's is told, whatever the column is called.
    let device =
        series.device.as_deref().filter(|_| matches!(series.metric, Metric::SocTemp | Metric::GpuTemp));
    match device {
        // The name of a sensor says all.
        Some(device) if device.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            Text::new("sample-sensor").with("sensor", device).with("value", value)
        }
        Some(device) => Text::new(id).with("device", format!(" {device}")).with("value", value),
        None => Text::new(id).with("device", "").with("value", value),
    }
}

fn speaker(event: &Event) -> String {
    if event.speaker.is_empty() { String::new() } else { format!("{}: ", event.speaker) }
}

/// What a reader of the last minutes wants to see.
fn is_telling(kind: &EventKind) -> bool {
    match kind {
        EventKind::Earlyoom(kind) => !matches!(kind, Earlyoom::Report { .. } | Earlyoom::Notice),
        EventKind::Nvrm(kind) => !matches!(kind, Nvrm::Loaded { .. } | Nvrm::Other),
        EventKind::Kernel(kind) => !kind.is_description(),
        EventKind::Lifecycle(kind) => {
            !matches!(
                kind,
                Lifecycle::UnitStopping { .. }
                    | Lifecycle::UnitEnded { .. }
                    | Lifecycle::JournalUsage { .. }
                    | Lifecycle::FsckClean { .. }
                    | Lifecycle::VarMounted
                    | Lifecycle::Suppressed
            ) && !is_housekeeping(kind)
        }
        EventKind::Userspace(kind) => {
            !matches!(kind, Userspace::ContainerExited { .. } | Userspace::ContainerStarted { .. })
        }
    }
}

/// Units that start and stop all day long.
fn is_housekeeping(kind: &Lifecycle) -> bool {
    match kind {
        Lifecycle::UnitStarted { unit, .. } => !timeline::is_of_interest(unit),
        _ => false,
    }
}

fn is_key(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Kernel(
            Kernel::OomKill { .. }
                | Kernel::ThermalCritical { .. }
                | Kernel::HardwareProtection { .. }
                | Kernel::Panic { .. }
                | Kernel::Oops { .. }
                | Kernel::SuspendEntry
        ) | EventKind::Lifecycle(
            Lifecycle::ShutdownRequested { .. }
                | Lifecycle::ShuttingDown
                | Lifecycle::JournalStopped
                | Lifecycle::JournalWriteFailed { .. }
        )
    )
}
