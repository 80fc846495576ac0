//! Wall times, settled once the whole log was read: the year, the zone, and what a boot's own time is worth.

use model::{Lines, Micros, Problem, Record, ZoneBasis};

use crate::boots::{Building, Told};
use crate::civil::{self, DAY, SECOND};
use crate::clock::Clock;
use crate::crashes;
use crate::draft::Moment;
use crate::notes::Notes;
use crate::reader::Reader;
use crate::stamp::{Local, Stamp};
use crate::starts::{Start, starts};
use crate::zone::{given_zone, local_offset, name, offset_at, shown};
use crate::{Begun, Form, Options, Reading, TextBoot, Wall, YEAR_ASSUMED, Zone};

/// How local times become instants.
struct Times<'a> {
    clock: &'a Clock,
    /// What is to be added to the guessed years.
    years: i32,
    zone: Option<Zone>,
    /// Seconds east of Greenwich, as the kernel's clock tells them from a line on.
    told: Vec<(u64, i64)>,
}

/// Settles all times and makes the result.
pub(crate) fn fit(reader: Reader) -> Reading {
    let Reader { form, options, clock, mut notes, boots, hosts, records, ends, .. } = reader;
    let (backward, forward) = reader.shape.steps();
    tell_order(&mut notes, backward, forward);
    tell_hosts(&mut notes, hosts.len(), reader.host_changes, records);
    let told: Vec<&Told> = boots
        .iter()
        .flat_map(|boot| boot.told.iter().filter(|told| !(told.epoch.of_rtc && boot.has_local_rtc)))
        .collect();
    let mut times =
        Times { clock: &clock, years: 0, zone: options.zone.map(|(zone, _)| zone), told: Vec::new() };
    if clock.is_yearless {
        times.years = years(&clock, &boots, &told, options, ends, &mut notes);
    }
    let mut offsets = offsets(&times, &told);
    if offsets.is_empty() && hosts.len() <= 1 {
        offsets.extend(crashes::offset(&boots, |moment| times.local(moment)));
    }
    let (zone, zone_basis) = zone(&mut times, offsets, options, &mut notes);
    let starts = starts(&boots, options, &mut notes);

    // Lines of the kernel are in it only where the system's were read.
    let no_rights = reader.no_rights && boots.iter().all(|boot| boot.kernel == 0);
    tell_rights(&mut notes, no_rights, reader.unopened);
    let lines = lines(&boots, options, no_rights || reader.unopened);
    let log = Log { form, lines, hosts: &hosts, basis: zone_basis, has_tail: options.tail_entries > 0 };
    let mut settled = Vec::with_capacity(boots.len());
    for (boot, start) in boots.into_iter().zip(starts) {
        settled.extend(settle(boot, &start, &times, &log));
    }
    tell_late(&mut notes, &settled, options.not_after);
    let (rejected, is_cut_off) = (notes.rejected, notes.is_cut_off);
    let problems: Vec<Problem> = notes.into_problems();
    Reading { form: Some(form), boots: settled, records, rejected, problems, zone, zone_basis, is_cut_off }
}

/// What all boots of a log have in common.
struct Log<'a> {
    form: Form,
    lines: Lines,
    hosts: &'a [Box<str>],
    basis: Option<ZoneBasis>,
    has_tail: bool,
}

/// What the log can show, by content: a line of the kernel or of a program anywhere in it means that others would be
/// in it too, unless they were kept from whoever printed it.
fn lines(boots: &[Building], options: &Options, is_partial: bool) -> Lines {
    let has_kernel = boots.iter().any(|boot| boot.kernel > 0);
    let has_programs = boots.iter().any(|boot| boot.programs > 0);
    match (options.lines, has_kernel, has_programs) {
        (Some(lines), _, _) => lines,
        (None, ..) if is_partial => Lines::Excerpt,
        (None, true, true) => Lines::All,
        (None, true, false) => Lines::Kernel,
        (None, false, _) => Lines::Programs,
    }
}

/// Says that journalctl had no right to read all of the journal.
fn tell_rights(notes: &mut Notes, no_rights: bool, unopened: bool) {
    let missing = match (no_rights, unopened) {
        (true, _) => "made without rights: lines of the kernel, of services and of other users are missing",
        (false, true) => "made without rights: journalctl could not open some files of the journal",
        (false, false) => return,
    };
    let what = format!(
        "{missing}, so that a line is not in it says nothing; print it again as root or as a member of the group \
         systemd-journal or adm"
    );
    notes.tell(None, what);
}

/// A boot with its times.
fn settle(boot: Building, start: &Start, times: &Times, log: &Log) -> Option<TextBoot> {
    let (first, last) = (boot.first?, boot.last?);
    let from = first.line;
    let at = |moment: &Moment| Micros(times.instant(moment, start, from));
    let monotonic = |moment: &Moment| match moment.stamp {
        Stamp::Monotonic(at) => Some(at),
        _ => boot.start.map(|(start, _)| moment.rough.saturating_sub(start).max(0)),
    };
    let is_guess = matches!(last.stamp, Stamp::Monotonic(_)) && start.is_guess;
    let is_assumed = log.basis == Some(ZoneBasis::Assumed) && matches!(last.stamp, Stamp::Local(_));
    let wall = match (is_guess, is_assumed) {
        (true, _) => Wall::Anchored,
        (_, true) => Wall::LocalAssumed,
        _ => Wall::Sure,
    };
    // `dmesg -T` adds the kernel's own time to the boot's start.
    let is_dmesg = log.form == Form::DmesgWall && boot.begun == Begun::Banner;
    let started = match (boot.start, start.anchors.first()) {
        (_, Some(&(_, start))) if matches!(first.stamp, Stamp::Monotonic(_)) => Some(Micros(start)),
        (Some((start, moment)), _) => {
            Some(Micros(at(&moment).0.saturating_sub(moment.rough.saturating_sub(start))))
        }
        _ => is_dmesg.then(|| at(&first)),
    };
    let mut reading = TextBoot {
        id: boot.id,
        hostname: boot.host.and_then(|host| log.hosts.get(usize::from(host))).map(|host| host.to_string()),
        begun: boot.begun,
        has_banner: boot.has_banner,
        is_behind_hole: boot.is_behind_hole,
        wall,
        started,
        first: at(&first),
        first_monotonic: monotonic(&first),
        last: at(&last),
        last_monotonic: boot.last_monotonic.or_else(|| monotonic(&last)),
        entries: boot.entries,
        lines: log.lines,
        records: Vec::new(),
        tail_from: None,
    };
    if is_dmesg {
        reading.first_monotonic = Some(0);
        reading.last_monotonic = Some(reading.last.since(reading.first).0);
    }
    let (start_rough, dmesg_start) = (boot.start, is_dmesg.then_some(reading.first));
    let (drafts, tail) = boot.into_drafts();
    reading.records.reserve_exact(drafts.len());
    for (index, mut draft) in drafts.into_iter().enumerate() {
        let at = Micros(times.instant(&draft.moment, start, from));
        if draft.record.monotonic.is_none() {
            draft.record.monotonic = match (dmesg_start, start_rough) {
                (Some(start), _) => Some(at.since(start).0),
                (None, Some((start, _))) => Some(draft.moment.rough.saturating_sub(start).max(0)),
                (None, None) => None,
            };
        }
        if index == tail && log.has_tail {
            reading.tail_from = Some(at);
        }
        reading.records.push(draft.settle(at));
    }
    if !matches!(last.stamp, Stamp::Monotonic(_) | Stamp::Since(_)) {
        keep_order(&mut reading.records);
    }
    Some(reading)
}

/// In a boot the file's order is the order: times since the start that were worked out from a wall clock that was set
/// are at most those of the line behind.
fn keep_order(records: &mut [Record]) {
    let mut next = i64::MAX;
    for monotonic in records.iter_mut().rev().filter_map(|record| record.monotonic.as_mut()) {
        *monotonic = next.min(*monotonic);
        next = *monotonic;
    }
}

impl Times<'_> {
    /// The instant of a line of the boot that begins at line `from`.
    fn instant(&self, moment: &Moment, start: &Start, from: u64) -> i64 {
        match moment.stamp {
            Stamp::Utc(at) => at,
            Stamp::Monotonic(at) | Stamp::Since(at) => start.of(moment.line).saturating_add(at),
            Stamp::Local(local) => {
                let naive = self.naive(&local, moment.segment);
                let offset = match self.zone {
                    Some(zone) => {
                        let is_later = self.clock.segment(moment.segment).is_after_fold;
                        local_offset(zone, naive, is_later)
                    }
                    None => self.told_offset(moment.line, from),
                };
                naive.saturating_sub(offset.saturating_mul(SECOND))
            }
        }
    }

    /// The local time of a line that tells one.
    fn local(&self, moment: &Moment) -> Option<i64> {
        let Stamp::Local(local) = moment.stamp else { return None };
        Some(self.naive(&local, moment.segment))
    }

    fn naive(&self, local: &Local, segment: u32) -> i64 {
        local.naive(self.clock.year(segment).saturating_add(self.years))
    }

    /// The offset told nearest to a line: before it in its boot, else behind it, else by the boots around.
    fn told_offset(&self, line: u64, from: u64) -> i64 {
        let behind = self.told.partition_point(|(told, _)| *told <= line);
        let before = behind.checked_sub(1).and_then(|index| self.told.get(index));
        let after = self.told.get(behind);
        before.filter(|(told, _)| *told >= from).or(after).or(before).map_or(0, |(_, offset)| *offset)
    }
}

/// How far the guessed years are off.
fn years(
    clock: &Clock,
    boots: &[Building],
    told: &[&Told],
    options: &Options,
    ends: Option<i64>,
    notes: &mut Notes,
) -> i32 {
    let is_yearless = |moment: &Moment| matches!(moment.stamp, Stamp::Local(Local { year: None, .. }));
    let last = boots.iter().rev().filter_map(|boot| boot.last).find(is_yearless);
    let Some((last, Stamp::Local(local))) = last.map(|last| (last, last.stamp)) else { return 0 };
    let guess = clock.year(last.segment);
    if let Some(year) = options.year {
        return year.saturating_sub(guess);
    }
    let of_kernel = told.iter().rev().find_map(|told| {
        let Stamp::Local(local) = told.moment.stamp else { return None };
        let guess = clock.year(told.moment.segment);
        let year = civil::year(told.epoch.at);
        (year - 1..=year + 1)
            .find(|&year| is_near(local.naive(year), told.epoch.at))
            .map(|year| year.saturating_sub(guess))
    });
    if let Some(years) = of_kernel {
        let year = guess.saturating_add(years);
        notes.tell(
            None,
            format!("the lines have no year; the kernel's clock tells that the last is of {year}"),
        );
        return years;
    }
    let not_after = [options.not_after.map(|at| at.0), ends].into_iter().flatten().min();
    let Some(not_after) = not_after else {
        let what = format!(
            "the lines have no year and nothing tells it: the last one is put into {guess}; --year names another"
        );
        notes.tell(None, what);
        return 0;
    };
    let mut year = civil::year(not_after).saturating_add(1);
    while local.naive(year) > not_after.saturating_add(DAY) {
        year -= 1;
    }
    let mut years = year.saturating_sub(guess);
    // A 29th of February settles which of the years it can be.
    let leaps = || clock.segments.iter().filter(|segment| segment.has_leap_day);
    let is_possible = |years: i32| {
        leaps().all(|segment| civil::is_leap(clock.base.saturating_add(segment.year).saturating_add(years)))
    };
    if let Some(back) = (0..=8).find(|back| is_possible(years.saturating_sub(*back))) {
        years = years.saturating_sub(back);
    }
    let year = guess.saturating_add(years);
    notes.tell(
        None,
        format!("{YEAR_ASSUMED} {year}, as it can't be later than the log itself; --year names another"),
    );
    years
}

/// Whether a local time can be that of an instant, in some zone.
fn is_near(naive: i64, at: i64) -> bool {
    naive.abs_diff(at) <= (15 * 3600 * SECOND) as u64
}

/// Offsets from UTC that instants told by the kernel's lines give, where they change.
fn offsets(times: &Times, told: &[&Told]) -> Vec<(u64, i64)> {
    const QUARTER: i64 = 900 * SECOND;
    let mut offsets: Vec<(u64, i64)> = Vec::new();
    for told in told {
        let Some(naive) = times.local(&told.moment) else { continue };
        if !is_near(naive, told.epoch.at) {
            continue;
        }
        let by = naive.saturating_sub(told.epoch.at);
        let offset = by.saturating_add(QUARTER / 2).div_euclid(QUARTER) * 900;
        if offsets.last().is_none_or(|&(_, last)| last != offset) {
            offsets.push((told.moment.line, offset));
        }
    }
    // The lines in front of a boot's own can be told behind them.
    offsets.sort_unstable();
    offsets
}

/// Settles the zone, and what is said of it.
fn zone(
    times: &mut Times,
    offsets: Vec<(u64, i64)>,
    options: &Options,
    notes: &mut Notes,
) -> (Option<String>, Option<ZoneBasis>) {
    if !times.clock.is_local {
        return (None, None);
    }
    let last = offsets.last().copied();
    if let Some((zone, basis)) = options.zone {
        if let Some((line, offset)) = last
            && !offsets.iter().any(|&(_, offset)| is_offset_of(zone, offset, times))
        {
            let what = format!(
                "by the kernel's clock its local times are {}, but they are read in {}",
                shown(offset),
                name(zone)
            );
            notes.tell(Some(line), what);
        }
        return (Some(name(zone)), Some(basis));
    }
    if let Some((_, offset)) = last {
        times.told = offsets;
        return (Some(shown(offset)), Some(ZoneBasis::KernelClock));
    }
    let (zone, basis) = given_zone(options, notes);
    (Some(zone), Some(basis))
}

/// Whether the zone has this offset at any time of the year.
fn is_offset_of(zone: Zone, offset: i64, times: &Times) -> bool {
    let base = times.clock.base.saturating_add(times.years);
    [1, 4, 7, 10]
        .iter()
        .any(|&month| offset_at(zone, civil::days(base, month, 1).saturating_mul(DAY)) == offset)
}

fn tell_order(notes: &mut Notes, backward: u64, forward: u64) {
    if backward > 50 && backward > forward {
        notes.tell(
            None,
            "the lines run backward in time as often as forward: boots can't be told apart; write them in order",
        );
    }
}

fn tell_hosts(notes: &mut Notes, hosts: usize, changes: u64, records: u64) {
    if hosts > 1 && changes > 20 && changes > records / 1000 {
        let what =
            format!("lines of {hosts} hosts are mixed: boots are those of all of them; split it by host");
        notes.tell(None, what);
    }
}

fn tell_late(notes: &mut Notes, boots: &[TextBoot], not_after: Option<Micros>) {
    let Some(not_after) = not_after else { return };
    let late = boots.iter().filter(|boot| boot.last.0 > not_after.0.saturating_add(DAY)).count();
    if late > 0 {
        let what = format!(
            "{late} boot(s) end later than the log itself was written: the host's clock, the zone or the year \
             that they are read in is wrong"
        );
        notes.tell(None, what);
    }
}
