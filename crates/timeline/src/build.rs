//! Puts the readers' results together, machine by machine.

use std::collections::HashMap;
use std::ops::Range;

use chrono::{TimeZone, Utc};
use journal::BootRecords;
use model::event::{Earlyoom, Kernel, Lifecycle, Userspace};
use model::series::Sampler;
use model::{
    BootId, Event, EventKind, Input, JournalFile, Metric, Micros, Origin, Problem, Record, Series, Shared,
    Span, ZoneBasis,
};
use monitor::Clock;

use crate::blind::WRITE_BACK_LOSS;
use crate::facts::Facts;
use crate::zone::{self, BootSpan, Found};
use crate::{BootTimeline, CutRow, GpuSilence, LateSampler, Timeline, foreign, running, signals};

/// A monitor's file as it was read.
#[derive(Debug)]
pub struct MonitorInput {
    /// The input.
    pub input: Input,
    /// What `monitor` made of it.
    pub reading: monitor::Reading,
}

/// What [`build`] puts together.
#[derive(Debug)]
pub struct Inputs {
    /// The journals.
    pub journal: journal::Reading,
    /// The monitors.
    pub monitors: Vec<MonitorInput>,
    /// This host's own zone, if its live journal is read.
    pub host_zone: Option<chrono_tz::Tz>,
}

/// Builds the time line. `last_of_units` asks the journal for the newest entry of each unit in a boot.
pub fn build(inputs: Inputs, last_of_units: &mut dyn FnMut(BootId, &[String]) -> Vec<Record>) -> Timeline {
    let Inputs { journal, monitors, host_zone } = inputs;
    let live = journal.running;
    let mut boots: Vec<BootTimeline> =
        journal.boots.into_iter().map(|records| boot_timeline(records, &journal.files, live)).collect();
    let machines = machine_ranges(&boots);
    for range in &machines {
        link(&mut boots[range.clone()]);
        crate::unread::mark(&mut boots[range.clone()], &journal.files, &journal.inputs);
    }
    let mut timeline = Timeline { inputs: journal.inputs, boots };
    for mut monitor in monitors {
        place_monitor(&mut timeline.boots, &machines, &mut monitor, host_zone);
        timeline.inputs.push(monitor.input);
    }
    for boot in &mut timeline.boots {
        boot.alive_until = alive_until(boot, &timeline.inputs);
        boot.running = still_running(boot, last_of_units);
    }
    timeline
}

fn boot_timeline(records: BootRecords, files: &[JournalFile], live: Option<BootId>) -> BootTimeline {
    let BootRecords { boot, hostname, records, tail_from } = records;
    let tail_entries = tail_from.map_or(0, |from| records.iter().filter(|r| r.at >= from).count());
    let tail = tail_marks(&records);
    let events = signals::read_events(records);
    let id = boot.id;
    BootTimeline {
        facts: Facts::of(&events),
        series: earlyoom_series(&events),
        alive_until: boot.last,
        tail_entries,
        tail,
        tail_from,
        files: files.iter().filter(|file| file.tail_boot == id).cloned().collect(),
        is_live: live == Some(id),
        recording_stopped: recording_stopped(&events),
        hostname,
        signals: events.iter().map(|event| event.signal).collect(),
        events,
        boot,
        ..BootTimeline::default()
    }
}

/// Times of the last entries, whoever said them: a rule can tell silence from work.
fn tail_marks(records: &[Record]) -> Vec<Micros> {
    records.iter().rev().take(60).map(|record| record.at).rev().collect()
}

/// Whether the last thing heard of journald is that it can't write.
fn recording_stopped(events: &[Event]) -> bool {
    let Some(last) = events.last() else { return false };
    events.iter().rev().take_while(|event| last.at.since(event.at) <= Span::minutes(15)).any(|event| {
        matches!(
            event.kind,
            EventKind::Lifecycle(Lifecycle::JournalWriteFailed { .. })
                | EventKind::Userspace(Userspace::DiskFull)
        )
    })
}

fn earlyoom_series(events: &[Event]) -> Vec<Series> {
    let Some(first) = events.first() else { return Vec::new() };
    let input = first.origin.input;
    let new = |metric| Series::new(input, Sampler::Earlyoom, metric, None);
    let (mut available, mut swap) = (new(Metric::MemAvailable), new(Metric::SwapFree));
    let mut reports: Vec<&Event> = events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Earlyoom(Earlyoom::Report { .. })))
        .collect();
    reports.sort_by_key(|event| event.at);
    for event in reports {
        if let EventKind::Earlyoom(Earlyoom::Report { mem_avail_mib, swap_free_mib, .. }) = event.kind {
            let line = event.origin.line.unwrap_or(0);
            available.input = event.origin.input;
            swap.input = event.origin.input;
            available.push(event.at, mem_avail_mib as f64, line);
            if let Some(free) = swap_free_mib {
                swap.push(event.at, free as f64, line);
            }
        }
    }
    [available, swap].into_iter().filter(|series| !series.is_empty()).collect()
}

/// The boots of each machine, which the journal keeps together.
fn machine_ranges(boots: &[BootTimeline]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (i, boot) in boots.iter().enumerate() {
        match ranges.last_mut() {
            Some(range) if boots[range.start].boot.machine == boot.boot.machine => range.end = i + 1,
            _ => ranges.push(i..i + 1),
        }
    }
    ranges
}

/// Gives each boot of one machine its offset, its successor's start and what its neighbours know.
fn link(boots: &mut [BootTimeline]) {
    let count = boots.len();
    for i in 0..count {
        boots[i].offset = i32::try_from(count - 1 - i).map_or(i32::MIN, |back| -back);
        boots[i].is_newest = i + 1 == count;
        boots[i].has_next = i + 1 < count;
        if i + 1 < count {
            let (before, after) = boots.split_at_mut(i + 1);
            let (this, next) = (&mut before[i], &after[0]);
            this.next_start = next_start(this, next);
            this.lost_entries = lost_entries(this, next);
        }
    }
    share_facts(boots);
}

/// What a boot does not tell about the machine is taken from the nearest boot that does, of two as near from
/// the earlier one.
fn share_facts(boots: &mut [BootTimeline]) {
    let own: Vec<Facts> = boots.iter().map(|boot| boot.facts.clone()).collect();
    let tellers =
        Facts::PARTS.map(|tells| -> Vec<usize> { (0..own.len()).filter(|&i| tells(&own[i])).collect() });
    for (i, boot) in boots.iter_mut().enumerate() {
        let mut nearest: Vec<usize> = Vec::new();
        for tellers in &tellers {
            let after = tellers.partition_point(|&teller| teller < i);
            nearest.extend(after.checked_sub(1).map(|before| tellers[before]));
            nearest.extend(tellers.get(after));
        }
        nearest.sort_by_key(|&other| (other.abs_diff(i), other));
        nearest.iter().for_each(|&other| boot.facts.fill_from(&own[other]));
    }
}

/// The next boot's start, unless a clock that went back makes it meaningless.
fn next_start(this: &BootTimeline, next: &BootTimeline) -> Option<Micros> {
    if this.boot.times_assumed || next.boot.times_assumed {
        return None;
    }
    let start = next.boot.started();
    let bumped = next.events.iter().any(|event| match event.kind {
        EventKind::Lifecycle(Lifecycle::ClockBumped) => true,
        EventKind::Kernel(Kernel::ClockFromRtc { epoch_s }) => {
            Micros::from_secs(epoch_s) + Span::minutes(1) < this.boot.last
        }
        _ => false,
    });
    (!bumped && start + Span::secs(5) >= this.boot.last).then_some(start)
}

fn lost_entries(this: &BootTimeline, next: &BootTimeline) -> Option<u64> {
    let (last, first) = (this.boot.last_seq?, next.boot.first_seq?);
    (last.source == first.source).then(|| first.number.saturating_sub(last.number).saturating_sub(1))
}

/// Finds the machine and the zone of a monitor and gives its samples to the boots.
fn place_monitor(
    boots: &mut [BootTimeline],
    machines: &[Range<usize>],
    monitor: &mut MonitorInput,
    host_zone: Option<chrono_tz::Tz>,
) {
    let rows = monitor.reading.row_times.at.clone();
    let placed = machines
        .iter()
        .map(|range| {
            let spans: Vec<BootSpan> = boots[range.clone()].iter().map(span_of).collect();
            let zone = match (monitor.reading.clock, host_zone) {
                (Clock::Absolute, _) => Zone::Fixed(Found {
                    offset: Span(0),
                    basis: if monitor.input.zone_basis == Some(ZoneBasis::Given) {
                        ZoneBasis::Given
                    } else {
                        ZoneBasis::Cells
                    },
                }),
                (Clock::Local, Some(tz)) => Zone::Named(tz),
                (Clock::Local, None) => {
                    let earlyoom = longest_earlyoom(&boots[range.clone()]);
                    Zone::Fixed(zone::find(&rows, &monitor.reading.series, &spans, earlyoom.as_ref()))
                }
            };
            let inside = rows
                .iter()
                .filter(|&&row| {
                    let at = zone.to_utc(row);
                    spans.iter().any(|span| at >= span.start && at <= span.last + span.unseen)
                })
                .count();
            (inside, range.clone(), zone)
        })
        .max_by_key(|(inside, ..)| *inside);
    let Some((_, range, zone)) = placed else { return };
    zone.note(&mut monitor.input);
    let spans: Vec<BootSpan> = boots[range.clone()].iter().map(span_of).collect();
    if let Some(offset) = zone.is_assumed().then(|| zone::hint(&rows, &spans)).flatten() {
        let what = format!(
            "nothing settles the zone of its local times and UTC is assumed; read as {0} it would end where a boot \
             ends: if that is the host's zone, give --tz {0}",
            zone::show(offset)
        );
        monitor.input.problems.push(Problem { line: None, what });
    }
    zone.apply(&mut monitor.reading.series);
    monitor.input.first = rows.iter().min().map(|&row| zone.to_utc(row));
    monitor.input.last = rows.iter().max().map(|&row| zone.to_utc(row));
    monitor.input.machine_id = boots[range.start].boot.machine;
    if zone.is_refuted(&rows, &boots[range.clone()]) {
        monitor.input.problems.push(Problem {
            line: None,
            what: "its local times run through a time when the host was down, and no offset from UTC is \
                   settled: its samples are left out; give --tz"
                .to_owned(),
        });
        return;
    }
    if !zone.is_assumed() {
        note_late(&mut boots[range.clone()], &monitor.input);
    }
    if let Some(what) = foreign::other_name(monitor.reading.host.as_deref(), &boots[range.clone()]) {
        monitor.input.problems.push(Problem { line: None, what });
        return;
    }
    if boots[range.clone()].iter().any(|boot| boot.boot.times_assumed) {
        let what = "its samples cannot be put beside boots of which only times since their start are on record; give \
                    the log with wall times (journalctl -o short-iso)";
        monitor.input.problems.push(Problem { line: None, what: what.to_owned() });
    }
    let mut foreign = None;
    for boot in boots[range].iter_mut().filter(|boot| !boot.boot.times_assumed) {
        let (from, to) = stretch(boot);
        let slices = monitor.reading.series.iter().map(|series| series.slice(from, to));
        let mut slices: Vec<Series> = slices.filter(|s| !s.is_empty()).collect();
        foreign = foreign::leave_out_memory(&mut slices, &boot.facts)
            .or_else(|| foreign::leave_out_all(&mut slices, boot.boot.started()))
            .or(foreign);
        boot.series.extend(slices);
        boot.cut.extend(monitor.reading.torn.iter().filter_map(|torn| {
            let after = zone.to_utc(torn.after?);
            let nul = torn.nul_bytes > 0;
            (from..=to).contains(&after).then_some(CutRow {
                input: monitor.input.id,
                line: torn.line,
                after,
                nul,
            })
        }));
        boot.gpu_silent.extend(
            monitor
                .reading
                .gpu_silent
                .iter()
                .map(|(at, line, text)| (zone.to_utc(*at), *line, text))
                .filter(|(at, ..)| (from..=to).contains(at))
                .map(|(at, line, text)| GpuSilence {
                    at,
                    origin: Origin { input: monitor.input.id, cursor: None, line: Some(line) },
                    text: text.clone(),
                }),
        );
    }
    if let Some(what) = foreign {
        monitor.input.problems.push(Problem { line: None, what });
    }
}

/// Tells the boot before the one in which a monitor's file begins that the file has nothing about it.
fn note_late(boots: &mut [BootTimeline], input: &Input) {
    let Some(first) = input.first else { return };
    let next = boots.partition_point(|boot| boot.boot.started() <= first);
    let Some([before, begun]) = next.checked_sub(2).and_then(|from| boots.get_mut(from..next)) else {
        return;
    };
    let after_start = first.since(begun.boot.started());
    // What belongs to the end of the boot before is no late beginning.
    if first > stretch(before).1 && after_start >= Span(0) {
        before.late.push(LateSampler { input: input.id, first, after_start });
    }
}

enum Zone {
    Fixed(Found),
    Named(chrono_tz::Tz),
}

impl Zone {
    fn to_utc(&self, local: Micros) -> Micros {
        match self {
            Self::Fixed(found) => local - found.offset,
            Self::Named(tz) => {
                let naive = chrono::DateTime::<Utc>::from_timestamp_micros(local.0).map(|at| at.naive_utc());
                naive
                    .and_then(|naive| tz.from_local_datetime(&naive).earliest())
                    .map_or(local, |at| Micros(at.timestamp_micros()))
            }
        }
    }

    /// Shifts all series; those of one file have their instants in common and keep it so.
    fn apply(&self, series: &mut [Series]) {
        if matches!(self, Self::Fixed(Found { offset: Span(0), .. })) {
            return;
        }
        let mut shifted: Vec<(Shared<Micros>, Shared<Micros>)> = Vec::new();
        for series in series {
            let known = shifted.iter().find(|(local, _)| local.is_same(&series.at));
            let utc = match known {
                Some((_, utc)) => utc.clone(),
                None => {
                    let utc: Shared<Micros> = series.at.iter().map(|&at| self.to_utc(at)).collect();
                    shifted.push((series.at.clone(), utc.clone()));
                    utc
                }
            };
            series.at = utc;
        }
    }

    /// Whether the zone is a mere assumption that the rows themselves contradict.
    fn is_refuted(&self, rows: &[Micros], boots: &[BootTimeline]) -> bool {
        let Self::Fixed(Found { offset, basis: ZoneBasis::Assumed }) = self else { return false };
        let spans: Vec<BootSpan> = boots.iter().map(span_of).collect();
        zone::is_refuted(rows, *offset, &spans)
    }

    fn is_assumed(&self) -> bool {
        matches!(self, Self::Fixed(Found { basis: ZoneBasis::Assumed, .. }))
    }

    fn note(&self, input: &mut Input) {
        match self {
            Self::Fixed(found) => {
                // Times that carry their own offset have no zone as a whole.
                if found.basis != ZoneBasis::Cells && found.basis != ZoneBasis::Given {
                    input.zone = Some(zone::show(found.offset));
                }
                input.zone_basis.get_or_insert(found.basis);
            }
            Self::Named(tz) => {
                input.zone = Some(tz.name().to_owned());
                input.zone_basis = Some(ZoneBasis::Host);
            }
        }
    }
}

/// How long a boot may have lived after its last entry: what the disk never got, and as long as its journal
/// had been silent before, up to ten minutes. A quiet host dies in the middle of a silence; one that stopped
/// its journal in order is down seconds later.
fn unseen(boot: &BootTimeline) -> Span {
    let stopped = EventKind::Lifecycle(Lifecycle::JournalStopped);
    if boot
        .events
        .iter()
        .rev()
        .take(5)
        .any(|e| e.kind == stopped && boot.boot.last.since(e.at) < Span::secs(1))
    {
        return Span::secs(10);
    }
    let silence = boot.tail.windows(2).map(|w| w[1].since(w[0])).max().unwrap_or_default();
    Span(WRITE_BACK_LOSS.0 + silence.clamp(Span(0), Span::minutes(10)).0)
}

fn span_of(boot: &BootTimeline) -> BootSpan {
    BootSpan {
        start: boot.boot.started(),
        last: boot.boot.last,
        next: boot.next_start,
        unseen: unseen(boot),
        recording_stopped: boot.recording_stopped,
    }
}

/// All reports of earlyoom of the machine in one series.
fn longest_earlyoom(boots: &[BootTimeline]) -> Option<Series> {
    let mut all: Option<Series> = None;
    for series in boots
        .iter()
        .flat_map(|boot| &boot.series)
        .filter(|s| s.sampler == Sampler::Earlyoom && s.metric == Metric::MemAvailable)
    {
        let all = all.get_or_insert_with(|| Series::new(series.input, series.sampler, series.metric, None));
        if all.at.last() <= series.at.first() {
            all.at.extend_from_slice(&series.at);
            all.values.extend_from_slice(&series.values);
            all.lines.extend_from_slice(&series.lines);
        }
    }
    all
}

/// The time that belongs to a boot: to the next boot's start, and without one to the end of time. Where
/// the clocks make the next start meaningless, to the last entry.
fn stretch(boot: &BootTimeline) -> (Micros, Micros) {
    let to = match boot.next_start {
        Some(next) if boot.may_hide_a_boot() => (next - Span(1)).min(boot.boot.last + unseen(boot)),
        Some(next) => next - Span(1),
        None if boot.has_next => boot.boot.last + unseen(boot),
        None => Micros(i64::MAX),
    };
    (boot.boot.started(), to)
}

/// The last sign of life. A sampler whose zone is only assumed may prolong a boot by no more than the
/// journal can have lost.
fn alive_until(boot: &BootTimeline, inputs: &[Input]) -> Micros {
    let basis: HashMap<_, _> = inputs.iter().map(|input| (input.id, input.zone_basis)).collect();
    let mut until = boot.boot.last;
    for file in boot.files.iter().filter(|file| file.is_system()) {
        if boot.next_start.is_none_or(|next| file.tail_at <= next) {
            until = until.max(file.tail_at);
        }
    }
    for series in &boot.series {
        if let Some(&last) = series.at.last() {
            let sure = series.sampler == Sampler::Earlyoom
                || basis.get(&series.input).copied().flatten().is_some_and(ZoneBasis::is_certain);
            let limit = if sure { Micros(i64::MAX) } else { boot.boot.last + unseen(boot) };
            if last <= limit {
                until = until.max(last);
            }
        }
    }
    until
}

fn still_running(
    boot: &BootTimeline,
    last_of_units: &mut dyn FnMut(BootId, &[String]) -> Vec<Record>,
) -> Vec<running::RunningUnit> {
    let started = running::running(&boot.events);
    let units: Vec<String> = started
        .iter()
        .filter(|unit| unit.kind == "unit")
        .map(|unit| unit.what.split(' ').next().unwrap_or_default().to_owned())
        .collect();
    if units.is_empty() {
        return started;
    }
    let newest = last_of_units(boot.boot.id, &units);
    let ended = |what: &str| {
        newest.iter().any(|record| {
            record.field("UNIT").is_some_and(|unit| what == unit || what.starts_with(&format!("{unit} ")))
                && record.message_id.is_some_and(|id| !signals::is_unit_start(id))
                && lifecycle::BULK_IDS.contains(&record.message_id.unwrap_or_default())
        })
    };
    started.into_iter().filter(|unit| unit.kind != "unit" || !ended(&unit.what)).collect()
}
