//! The time line itself as a table in long form: every sample and every event that was understood, in full.
//!
//! It is made from the time line and not from the report, which has thinned samples of the end only: a saved report
//! can't give it.

use model::{Event, Input, Micros, Series};
use timeline::{BootTimeline, Timeline};

use super::{id, sampler, stamp};
use crate::Stamp;
use crate::redact::redact_beside;
use crate::schema::Report;
use crate::sheet::{Column, Sheet, Values};

/// The name and version of the table; columns are only added.
pub const TIMELINE: &str = "spark-autopsy-timeline/1";

/// A row: a sample, or an event.
struct Row<'t> {
    timeline: &'t Timeline,
    boot: &'t BootTimeline,
    at: Micros,
    /// Time to the last sign of life, microseconds; by the monotonic clock where there is one.
    before_end: i64,
    what: What<'t>,
}

enum What<'t> {
    /// A series and a place in it.
    Sample(&'t Series, usize),
    Event(&'t Event),
}

/// How a column is read, by the type of its values.
enum Read {
    Text(fn(&Row<'_>) -> Option<String>),
    /// Text that may hold something private.
    Private(fn(&Row<'_>) -> Option<String>),
    Whole(fn(&Row<'_>) -> Option<i64>),
    Number(fn(&Row<'_>) -> Option<f64>),
    Instant(fn(&Row<'_>) -> Option<Stamp>),
}
use Read::{Instant, Number, Private, Text, Whole};

/// Every column: its name, what it holds, how it is read.
const COLUMNS: &[(&str, &str, Read)] = &[
    ("time", "when, by the wall clock", Instant(|row| Some(stamp(row.at)))),
    ("machine_id", "the machine", Private(|row| row.boot.boot.machine.and_then(id))),
    ("boot_id", "the boot", Text(|row| Some(row.boot.boot.id.to_string()))),
    (
        "boot_offset",
        "0 for the machine's newest boot, -1 for the one before",
        Whole(|row| Some(row.boot.offset.into())),
    ),
    (
        "before_end_s",
        "how long before the boot's last sign of life; negative after it. No step of the wall clock moves an event here",
        Number(|row| Some(row.before_end as f64 / 1e6)),
    ),
    ("kind", "sample or event", Text(kind)),
    (
        "name",
        "what was measured, such as mem_available_mib, or the event's signal, such as nvrm.no_memory",
        Text(name),
    ),
    ("device", "the sensor of a sample, where there are several", Private(device)),
    ("unit", "the unit of a sample", Text(unit)),
    ("value", "the value of a sample", Number(value)),
    ("text", "the message of an event; of a sample, that it is only a bound", Private(text)),
    ("source", "who sampled (earlyoom, or the monitor's file) or who spoke", Private(source)),
    ("input", "the path it was read from", Private(|row| row.input().map(|input| input.path.clone()))),
    ("line", "the line there, counted from 1 in the decompressed stream", Whole(line)),
    ("cursor", "journald's cursor of an event, where there is one", Text(cursor)),
];

/// The boots that `selected` names by their index, one after the other, each from its start to its end. With a report
/// what is private is replaced, by the placeholders that a redaction of that report gives.
#[must_use]
pub fn aligned(timeline: &Timeline, selected: &[usize], redact_like: Option<&Report>) -> Sheet {
    let mut rows = Vec::new();
    for boot in selected.iter().filter_map(|&index| timeline.boots.get(index)) {
        let samples = boot.series.iter().flat_map(|series| {
            (0..series.len()).map(move |i| {
                let at = series.at[i];
                Row {
                    timeline,
                    boot,
                    at,
                    before_end: boot.alive_until.since(at).0,
                    what: What::Sample(series, i),
                }
            })
        });
        let events = boot.events.iter().map(|event| Row {
            timeline,
            boot,
            at: event.at,
            before_end: boot.age_at_end(event).0,
            what: What::Event(event),
        });
        let first = rows.len();
        rows.extend(samples.chain(events));
        rows[first..].sort_by_key(|row: &Row<'_>| std::cmp::Reverse(row.before_end));
    }
    let columns = COLUMNS.iter().map(|(name, _, read)| Column { name, values: read.column(&rows) }).collect();
    let mut sheet = Sheet { name: TIMELINE, columns };
    if let Some(report) = redact_like {
        redact(&mut sheet, report);
    }
    sheet
}

fn redact(sheet: &mut Sheet, report: &Report) {
    let private = |place: usize| matches!(COLUMNS.get(place), Some((_, _, Private(_))));
    let texts =
        sheet.columns.iter().enumerate().filter(|&(place, _)| private(place)).flat_map(|(_, column)| {
            let Values::Text(texts) = &column.values else { return [].iter() };
            texts.iter()
        });
    let (_, redacted) = redact_beside(report, texts.flatten().map(String::as_str));
    let columns = sheet.columns.iter().enumerate().map(|(place, column)| match &column.values {
        Values::Text(texts) if private(place) => {
            let shown = |text: &Option<String>| text.as_deref().and_then(|text| redacted.get(text)).cloned();
            Column { name: column.name, values: Values::Text(texts.iter().map(shown).collect()) }
        }
        _ => column.clone(),
    });
    sheet.columns = columns.collect();
}

impl Read {
    fn column(&self, rows: &[Row<'_>]) -> Values {
        match self {
            Text(read) | Private(read) => Values::Text(rows.iter().map(read).collect()),
            Whole(read) => Values::Whole(rows.iter().map(read).collect()),
            Number(read) => Values::Number(rows.iter().map(read).collect()),
            Instant(read) => Values::Instant(rows.iter().map(read).collect()),
        }
    }
}

impl Row<'_> {
    fn input(&self) -> Option<&Input> {
        let input = match self.what {
            What::Sample(series, _) => series.input,
            What::Event(event) => event.origin.input,
        };
        self.timeline.inputs.iter().find(|known| known.id == input)
    }
}

fn kind(row: &Row<'_>) -> Option<String> {
    let kind = match row.what {
        What::Sample(..) => "sample",
        What::Event(_) => "event",
    };
    Some(kind.to_owned())
}

fn name(row: &Row<'_>) -> Option<String> {
    let name = match row.what {
        What::Sample(series, _) => series.metric.name(),
        What::Event(event) => event.signal,
    };
    Some(name.to_owned())
}

fn device(row: &Row<'_>) -> Option<String> {
    match row.what {
        What::Sample(series, _) => series.device.clone(),
        What::Event(_) => None,
    }
}

fn unit(row: &Row<'_>) -> Option<String> {
    match row.what {
        What::Sample(series, _) => Some(series.metric.unit().to_owned()),
        What::Event(_) => None,
    }
}

fn value(row: &Row<'_>) -> Option<f64> {
    match row.what {
        What::Sample(series, place) => series.values.get(place).copied(),
        What::Event(_) => None,
    }
}

fn text(row: &Row<'_>) -> Option<String> {
    match row.what {
        What::Sample(series, _) => series.derived.then(|| "a bound, computed from parts".to_owned()),
        What::Event(event) => Some(event.message.to_string()),
    }
}

fn source(row: &Row<'_>) -> Option<String> {
    match row.what {
        What::Sample(series, _) => Some(sampler(row.timeline, series)),
        What::Event(event) => (!event.speaker.is_empty()).then(|| event.speaker.to_string()),
    }
}

fn line(row: &Row<'_>) -> Option<i64> {
    let line = match row.what {
        // earlyoom's samples are made of a journal's entries, which have no line in journald's own files.
        What::Sample(series, place) => series.lines.get(place).copied().filter(|&line| line > 0),
        What::Event(event) => event.origin.line,
    };
    line.and_then(|line| i64::try_from(line).ok())
}

fn cursor(row: &Row<'_>) -> Option<String> {
    match row.what {
        What::Sample(..) => None,
        What::Event(event) => event.origin.cursor.as_deref().map(str::to_owned),
    }
}

#[cfg(test)]
pub(crate) fn described() -> Vec<(&'static str, &'static str, &'static str)> {
    let kind = |read: &Read| read.column(&[]).kind();
    COLUMNS.iter().map(|(name, about, read)| (*name, kind(read), *about)).collect()
}
