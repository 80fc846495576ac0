//! Boots under construction: what each source saw of a boot, merged and turned into rows.

use std::collections::BTreeMap;

use model::boot::ClockStep;
use model::words::LINUX_VERSION;
use model::{Boot, BootId, Coverage, Id128, Identity, Lines, MachineId, Micros, Record, Seq, Span};

use crate::BootRecords;
use crate::flips::{self, Mended};
use crate::text::excerpt;

/// A change of wall time minus monotonic time above this is a step of the clock and no drift.
const CLOCK_STEP: Span = Span::secs(5);
/// A first entry of the kernel before this uptime is the boot's head (journald reads the kernel's buffer
/// 1-35 s after the start).
const HEAD_MONOTONIC: i64 = 60_000_000;
/// Counts of sequence numbers in one boot: journald begins a new one with a new machine id or after damage.
const RANGES_MAX: usize = 1024;
/// Of fewer numbers nothing can be said.
const MANY: u64 = 50;
/// Records at one monotonic instant that are compared when looking for doubles.
const DOUBLES_MAX: usize = 64;

/// Which boot: containers share their host's boot id, so the machine belongs to it.
pub(crate) type BootKey = (Option<MachineId>, BootId);

/// The first or last entry of a boot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) at: Micros,
    pub(crate) monotonic: Option<i64>,
    pub(crate) seq: Option<Seq>,
}

impl Edge {
    pub(crate) fn of(record: &Record) -> Self {
        Self { at: record.at, monotonic: record.monotonic, seq: record.seq }
    }

    /// Whether this entry certainly comes before the other one of the same boot.
    fn before(&self, other: &Self) -> bool {
        match (self.monotonic, other.monotonic, self.seq, other.seq) {
            (Some(mine), Some(theirs), ..) if mine != theirs => mine < theirs,
            (_, _, Some(mine), Some(theirs)) if mine.source == theirs.source => mine.number < theirs.number,
            _ => false,
        }
    }
}

/// The sequence numbers of a boot in one count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SeqRange {
    pub(crate) source: Id128,
    pub(crate) first: u64,
    pub(crate) last: u64,
}

/// What is known of a boot so far.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) machine: Option<MachineId>,
    pub(crate) id: BootId,
    pub(crate) hostname: Option<String>,
    pub(crate) first: Option<Edge>,
    pub(crate) last: Option<Edge>,
    pub(crate) ranges: Vec<SeqRange>,
    pub(crate) entries: u64,
    pub(crate) header_only: bool,
    pub(crate) has_system_entries: bool,
    /// Of streams only.
    pub(crate) has_kernel_entries: bool,
    pub(crate) records: Vec<Record>,
    pub(crate) tail_from: Option<Micros>,
    /// Entries whose times were damaged.
    pub(crate) mended: Mended,
    /// Input and place of first appearance in it.
    pub(crate) appearance: (u32, u64),
    pub(crate) id_made_up: bool,
    pub(crate) times_assumed: bool,
    pub(crate) coverage: Vec<Coverage>,
    pub(crate) text: OfText,
}

/// What only text logs tell of a boot.
#[derive(Clone, Debug, Default)]
pub(crate) struct OfText {
    /// Of several logs of one bundle, each of one boot, which one it is.
    pub(crate) one_boot: Option<i32>,
    /// The boot in which a bundle was made.
    pub(crate) is_newest: bool,
    /// It is known from files of a syslog daemon only, which rotates them.
    pub(crate) of_daemon: bool,
    /// Its first lines are missing, so that it may be the boot before.
    pub(crate) start_unseen: bool,
    /// The logs merged into it, whose monotonic times are made up.
    pub(crate) merged: Vec<model::InputId>,
}

impl Draft {
    /// Takes note of an entry's place.
    pub(crate) fn see(&mut self, edge: Edge) {
        if self.first.is_none_or(|first| edge.before(&first)) {
            self.first = Some(edge);
        }
        if self.last.is_none_or(|last| !edge.before(&last)) {
            self.last = Some(edge);
        }
        if let Some(seq) = edge.seq {
            self.add_range(SeqRange { source: seq.source, first: seq.number, last: seq.number });
        }
    }

    fn add_range(&mut self, range: SeqRange) {
        let has_room = self.ranges.len() < RANGES_MAX;
        match self.ranges.iter_mut().find(|known| known.source == range.source) {
            Some(known) => {
                known.first = known.first.min(range.first);
                known.last = known.last.max(range.last);
            }
            None if has_room => self.ranges.push(range),
            None => {}
        }
    }

    /// Gives the numbers of one count to another one.
    pub(crate) fn rename_count(&mut self, from: Id128, to: Id128) {
        let rename = |source: &mut Id128| {
            if *source == from {
                *source = to;
            }
        };
        self.ranges.iter_mut().for_each(|range| rename(&mut range.source));
        let edges = self.first.iter_mut().chain(&mut self.last);
        edges.filter_map(|edge| edge.seq.as_mut()).for_each(|seq| rename(&mut seq.source));
        let (was, is) = (format!("s={from};"), format!("s={to};"));
        for record in &mut self.records {
            let Some(seq) = record.seq.as_mut().filter(|seq| seq.source == from) else { continue };
            seq.source = to;
            let cursor = record.origin.cursor.take();
            record.origin.cursor = cursor.map(|cursor| cursor.replacen(&was, &is, 1).into());
        }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.ranges.iter().any(|mine| {
            other.ranges.iter().any(|theirs| {
                mine.source == theirs.source && mine.first <= theirs.last && theirs.first <= mine.last
            })
        })
    }

    /// Wall time of its first entry, 0 if nothing is known.
    pub(crate) fn first_at(&self) -> Micros {
        self.first.map_or(Micros(0), |edge| edge.at)
    }

    /// Wall time of its last entry, 0 if nothing is known.
    pub(crate) fn last_at(&self) -> Micros {
        self.last.map_or(Micros(0), |edge| edge.at)
    }

    /// When it started, if an entry tells its time since then; else its first entry.
    pub(crate) fn started(&self) -> Option<Micros> {
        let first = self.first?;
        Some(first.at - Span(first.monotonic.unwrap_or(0)))
    }

    /// Puts times right that a flipped bit made wrong; the number of their entries.
    pub(crate) fn mend(&mut self) -> u64 {
        flips::mend(&mut self.records, &mut self.mended);
        if !self.mended.is_empty() {
            let is_good = |edge: &Edge| edge.seq.is_none_or(|seq| !self.mended.contains_key(&seq));
            (self.first, self.last) = (self.first.filter(is_good), self.last.filter(is_good));
            let edges: Vec<Edge> = self.records.iter().map(Edge::of).collect();
            edges.into_iter().for_each(|edge| self.see(edge));
        }
        self.mended.len() as u64
    }

    /// Takes note of the stretch that a source covers.
    pub(crate) fn cover(&mut self, input: model::InputId, lines: Lines) {
        if let (Some(first), Some(last)) = (self.first, self.last) {
            self.coverage.push(Coverage { input, lines, from: first.at, to: last.at });
        }
    }

    /// Adds what another input saw of the same boot.
    pub(crate) fn merge(&mut self, other: Self) {
        if self.header_only != other.header_only {
            // Entries say more than a header.
            if other.header_only {
                self.coverage.extend(other.coverage);
                return;
            }
            let coverage = std::mem::take(&mut self.coverage);
            *self = other;
            self.coverage.extend(coverage);
            return;
        }
        // Two inputs with the same stretch of one count hold the same entries; else they are parts.
        let are_same = self.overlaps(&other) || self.ranges.is_empty() || other.ranges.is_empty();
        let entries = self.entries.max(other.entries);
        self.add_part(other);
        if are_same {
            self.entries = entries;
        }
    }

    /// Adds what another file of the same input holds of the boot: other entries.
    pub(crate) fn add_part(&mut self, other: Self) {
        self.tail_from = self.common_tail(&other);
        self.entries = self.entries.saturating_add(other.entries);
        for edge in [other.first, other.last].into_iter().flatten() {
            self.see(edge);
        }
        for range in other.ranges {
            self.add_range(range);
        }
        self.hostname = self.hostname.take().or(other.hostname);
        self.has_system_entries |= other.has_system_entries;
        self.records.extend(other.records);
        self.mended.extend(other.mended);
        self.coverage.extend(other.coverage);
        self.appearance = self.appearance.min(other.appearance);
    }

    /// From when on every entry of either was kept.
    fn common_tail(&self, other: &Self) -> Option<Micros> {
        let is_whole =
            |draft: &Self| draft.tail_from.is_some() && draft.tail_from == draft.first.map(|first| first.at);
        match (is_whole(self), is_whole(other)) {
            (true, true) => self.tail_from.min(other.tail_from),
            (true, false) if other.tail_from.is_some() => other.tail_from,
            (false, true) if self.tail_from.is_some() => self.tail_from,
            _ => self.tail_from.max(other.tail_from),
        }
    }

    /// The finished row.
    pub(crate) fn finish(mut self) -> BootRecords {
        in_true_order(&mut self.records);
        drop_doubles(&mut self.records);
        // Damage can hide a boot's ends from the index that its records were found without.
        let edges: Vec<Edge> = self.records.iter().map(Edge::of).collect();
        edges.into_iter().for_each(|edge| self.see(edge));
        self.entries = self.entries.max(self.records.len() as u64);
        let zero = Edge { at: Micros(0), monotonic: None, seq: None };
        let (first, last) = (self.first.unwrap_or(zero), self.last.unwrap_or(zero));
        let boot = Boot {
            id: self.id,
            machine: self.machine,
            first: first.at,
            last: last.at,
            first_monotonic: first.monotonic,
            last_monotonic: last.monotonic,
            first_seq: first.seq,
            last_seq: last.seq,
            entries: self.count(),
            header_only: self.header_only,
            has_system_entries: self.has_system_entries || self.records.iter().any(is_of_system),
            has_head: has_head(&self.records, &first),
            clock_steps: clock_steps(&self.records, &self.text.merged),
            id_made_up: self.id_made_up,
            times_assumed: self.times_assumed,
            start_unseen: self.text.start_unseen,
            coverage: self.coverage,
        };
        BootRecords { boot, hostname: self.hostname, records: self.records, tail_from: self.tail_from }
    }

    /// Entries, bounded by what the sequence numbers leave room for: the index of a file whose last pages
    /// were lost counts entries that are not there.
    pub(crate) fn count(&self) -> u64 {
        match self.ranges.as_slice() {
            [range] => self.entries.min(range.last.saturating_sub(range.first).saturating_add(1)),
            _ => self.entries,
        }
    }
}

/// What a stream can show of its boots. It holds a selection if the routine of PID 1 is missing, and with it more than half
/// of the numbers between its first entry and its last, or, where there are too few numbers to tell, the boots' starts.
pub(crate) fn lines_of(drafts: &[Draft]) -> Lines {
    let mut counts: BTreeMap<Id128, (u64, u64)> = BTreeMap::new();
    for range in drafts.iter().flat_map(|draft| &draft.ranges) {
        let whole = counts.entry(range.source).or_insert((range.first, range.last));
        *whole = (whole.0.min(range.first), whole.1.max(range.last));
    }
    let room = counts.values().map(|(first, last)| last.saturating_sub(*first).saturating_add(1));
    let room = room.fold(0_u64, u64::saturating_add);
    let entries = drafts.iter().map(|draft| draft.entries).fold(0_u64, u64::saturating_add);
    let has_start = |draft: &Draft| draft.first.is_some_and(|first| has_head(&draft.records, &first));
    let is_thin = if room > MANY { entries < room / 2 } else { !drafts.iter().any(has_start) };
    if is_thin && excerpt::lacks_routine(drafts.iter().flat_map(|draft| &draft.records)) {
        Lines::Excerpt
    } else if drafts.iter().any(|draft| draft.has_kernel_entries) {
        Lines::All
    } else {
        Lines::Programs
    }
}

/// Sorts by monotonic time, by sequence number where that is equal; stable. Where an entry lacks the
/// monotonic time, one common count orders, else the order of reading stays.
pub(crate) fn in_true_order(records: &mut [Record]) {
    if records.iter().all(|record| record.monotonic.is_some()) {
        records.sort_by_key(|record| (record.monotonic, record.seq));
    } else if let Some(source) = records.first().and_then(|record| record.seq).map(|seq| seq.source)
        && records.iter().all(|record| record.seq.is_some_and(|seq| seq.source == source))
    {
        records.sort_by_key(|record| record.seq);
    }
}

/// Drops entries that were read twice. Expects the true order.
fn drop_doubles(records: &mut Vec<Record>) {
    let mut kept: Vec<Record> = Vec::with_capacity(records.len());
    for record in records.drain(..) {
        let double = kept
            .iter()
            .rev()
            .take_while(|other| other.monotonic == record.monotonic)
            .take(DOUBLES_MAX)
            .any(|other| same_entry(other, &record));
        if !double {
            kept.push(record);
        }
    }
    *records = kept;
}

/// Whether two records are one entry: by sequence number where one source counted both, else by time and text.
fn same_entry(one: &Record, other: &Record) -> bool {
    match (one.seq, other.seq) {
        (Some(mine), Some(theirs)) if mine.source == theirs.source => mine.number == theirs.number,
        // Two entries of one un-numbered stream are two entries, however alike.
        (None, None) if one.origin.input == other.origin.input => false,
        _ => {
            one.at == other.at
                && one.monotonic == other.monotonic
                && one.pid == other.pid
                && one.message == other.message
        }
    }
}

/// A list of logins tells of a boot, and no line of it.
fn is_of_system(record: &Record) -> bool {
    record.is_system() && record.identifier.as_deref() != Some(textlog::SESSIONS)
}

fn has_head(records: &[Record], first: &Edge) -> bool {
    let banner =
        |record: &Record| record.identity() == Identity::Kernel && record.message.starts_with(LINUX_VERSION);
    let starts_early = records.first().is_some_and(|record| {
        record.identity() == Identity::Kernel
            && record.monotonic.is_some_and(|at| at < HEAD_MONOTONIC)
            && record.monotonic == first.monotonic
    });
    starts_early || records.iter().any(banner)
}

/// Steps of the wall clock between successive kept records. A suspend shows as a step forward too, because
/// the monotonic clock stops in it: whoever knows of the suspend must take it out.
fn clock_steps(records: &[Record], made_up: &[model::InputId]) -> Vec<ClockStep> {
    let told = records.iter().filter(|record| !made_up.contains(&record.origin.input));
    let offsets = told.filter_map(|record| Some((record.at, record.at - Span(record.monotonic?))));
    let mut steps = Vec::new();
    let mut before: Option<Micros> = None;
    for (at, offset) in offsets {
        if let Some(by) = before.map(|before| offset.since(before)).filter(|by| by.abs() > CLOCK_STEP) {
            steps.push(ClockStep { at, by });
        }
        before = Some(offset);
    }
    steps
}
