//! Which boot a text log tells of.
//!
//! A boot's id decides, where the text has it. Else its start does, and for lines without the boot's beginning the
//! boot in whose time they lie. Nothing is placed by force: what fits no boot is one of its own, and what
//! contradicts the boots on record is left out and told.

use std::collections::{BTreeMap, HashSet};

use model::{Id128, Input, InputId, Lines, MachineId, Micros, Problem, Record, Span, ZoneBasis};
use textlog::Wall;

use super::{Told, agree, made_up_id};
use crate::drafts::{Draft, Edge};

/// Starts that are told by two sources of one boot lie within this: a clock is set in the first seconds.
const START_APART: Span = Span::secs(10);
/// The first line of a boot is logged within this of its start, and wtmp's record is written.
const FIRST_LINE: Span = Span::minutes(3);
/// A line may be later than the last one that another source has of the boot, or earlier than its first.
const EDGE: Span = Span::secs(5);
/// A log that goes on where its predecessor ended does so within this.
const ROTATED: Span = Span::minutes(30);
/// A bundle's newest lines are this much older than the bundle at most: a host at rest says something every hour.
const UNTIL_MADE: Span = Span::minutes(65);
/// A crash record is saved this near to the end of its boot.
const SAVED: Span = Span::minutes(2);

/// Adds what text logs tell to the boots that are known from elsewhere.
pub(crate) fn place(drafts: Vec<Draft>, mut told: Vec<Told>, inputs: &mut [Input]) -> Vec<Draft> {
    let machine = only_machine(&drafts);
    set_clocks(&drafts, &mut told, inputs);
    let hosts = Hosts::of(&drafts, &told, machine);
    told.sort_by_key(|told| (rank(told), told.first(), told.draft.appearance));
    let mut boots = Boots { drafts, hosts, notes: BTreeMap::new() };
    for told in told {
        for piece in boots.split(told) {
            boots.add(piece);
        }
    }
    for (input, notes) in boots.notes {
        if let Some(input) = inputs.iter_mut().find(|known| known.id == input) {
            input.problems.extend(notes.into_iter().map(|what| Problem { line: None, what }));
        }
    }
    boots.drafts
}

/// What tells more is placed first, so that the others find it.
fn rank(told: &Told) -> u8 {
    match (told.id, told.lines, told.wall) {
        (None, _, Wall::Anchored) if told.newest => 9,
        (Some(_), Lines::Boots, _) => 0,
        (Some(_), ..) => 1,
        (None, Lines::All, Wall::Sure) => 2,
        (None, Lines::All, _) => 3,
        (None, Lines::Programs | Lines::Kernel, Wall::Sure) => 4,
        (None, Lines::Programs | Lines::Kernel, _) => 5,
        (None, Lines::Driver, _) => 6,
        (None, Lines::Crash, _) => 7,
        (None, Lines::Boots, _) => 8,
    }
}

fn only_machine(drafts: &[Draft]) -> Option<MachineId> {
    let mut machines: Vec<MachineId> = drafts.iter().filter_map(|draft| draft.machine).collect();
    machines.sort_unstable();
    machines.dedup();
    if let [one] = machines[..] { Some(one) } else { None }
}

/// Puts local times whose zone is only assumed on the clock of the sources that know theirs.
fn set_clocks(drafts: &[Draft], told: &mut [Told], inputs: &mut [Input]) {
    let mut of_input: BTreeMap<InputId, Vec<usize>> = BTreeMap::new();
    for (index, told) in told.iter().enumerate() {
        if told.wall == Wall::LocalAssumed {
            of_input.entry(told.input).or_default().push(index);
        }
    }
    for (id, indices) in of_input {
        let these: Vec<&Told> = indices.iter().map(|&index| &told[index]).collect();
        let offset = agree::offset(drafts, &these);
        // The zone of another log of the same host is this one's too.
        let Some(offset) = offset else { continue };
        for &index in &indices {
            told[index].shift(offset);
        }
        if let Some(input) = inputs.iter_mut().find(|input| input.id == id) {
            input.first = input.first.map(|at| at + offset);
            input.last = input.last.map(|at| at + offset);
            input.zone = Some(offset_name(Span(-offset.0)));
            input.zone_basis = Some(ZoneBasis::Agreement);
            input.problems.retain(|problem| !problem.what.starts_with(textlog::ZONE_ASSUMED));
        }
    }
}

/// An offset from UTC as `+09:00`.
fn offset_name(offset: Span) -> String {
    let minutes = offset.0 / 60_000_000;
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}

impl Told {
    fn shift(&mut self, by: Span) {
        let draft = &mut self.draft;
        for edge in [&mut draft.first, &mut draft.last].into_iter().flatten() {
            edge.at = edge.at + by;
        }
        draft.records.iter_mut().for_each(|record| record.at = record.at + by);
        draft.tail_from = draft.tail_from.map(|at| at + by);
        for cover in &mut draft.coverage {
            (cover.from, cover.to) = (cover.from + by, cover.to + by);
        }
        self.started = self.started.map(|at| at + by);
        self.wall = Wall::Sure;
    }
}

impl Told {
    /// Cuts it in two: what is before an instant, if anything that was kept is, and the rest.
    fn cut(mut self, at: Micros) -> (Option<Self>, Self) {
        let (before, after): (Vec<Record>, Vec<Record>) =
            std::mem::take(&mut self.draft.records).into_iter().partition(|record| record.at < at);
        let piece = |told: &Self, records: Vec<Record>| {
            let mut draft = Draft {
                machine: told.draft.machine,
                hostname: told.draft.hostname.clone(),
                entries: records.len() as u64,
                has_system_entries: told.draft.has_system_entries,
                appearance: told.draft.appearance,
                tail_from: told
                    .draft
                    .tail_from
                    .filter(|&from| records.first().is_some_and(|first| first.at <= from)),
                ..Draft::default()
            };
            records.iter().for_each(|record| draft.see(Edge::of(record)));
            draft.records = records;
            draft.cover(told.input, told.lines);
            Self { draft, started: None, ..*told }
        };
        let first = (!before.is_empty()).then(|| piece(&self, before));
        (first, piece(&self, after))
    }
}

/// Which machine a host's name stands for.
struct Hosts {
    names: BTreeMap<String, Option<MachineId>>,
    only: Option<MachineId>,
}

impl Hosts {
    fn of(drafts: &[Draft], told: &[Told], only: Option<MachineId>) -> Self {
        let mut names: BTreeMap<String, Option<MachineId>> = BTreeMap::new();
        for draft in drafts {
            if let Some(name) = &draft.hostname {
                names.insert(short(name), draft.machine);
            }
        }
        // Hosts of which there are only texts: one has no id, several are told apart by one that is made up.
        let mut unknown: Vec<String> =
            told.iter().filter_map(|told| told.draft.hostname.as_deref()).map(short).collect();
        unknown.retain(|name| !names.contains_key(name));
        unknown.sort_unstable();
        unknown.dedup();
        let several = names.len() + unknown.len() > 1;
        for name in unknown {
            let id = several.then(|| made_up_id(Some(&name), Micros(0)));
            names.insert(name, id);
        }
        Self { names, only }
    }

    fn machine(&self, hostname: Option<&str>) -> Option<MachineId> {
        match hostname {
            Some(name) => self.names.get(&short(name)).copied().flatten(),
            // A text without a name is of the host whose journal it was given with.
            None => self.only,
        }
    }
}

/// A host's name without its domain, as some daemons write it.
fn short(name: &str) -> String {
    name.split('.').next().unwrap_or(name).to_ascii_lowercase()
}

struct Boots {
    drafts: Vec<Draft>,
    hosts: Hosts,
    notes: BTreeMap<InputId, Vec<String>>,
}

impl Boots {
    /// A log of some programs has no marks of boots: it is cut where boots are known to begin.
    fn split(&self, mut told: Told) -> Vec<Told> {
        let machine = told.draft.machine.or_else(|| self.hosts.machine(told.draft.hostname.as_deref()));
        told.draft.machine = machine;
        if told.begun || told.id.is_some() || told.lines != Lines::Programs || told.wall == Wall::Anchored {
            return vec![told];
        }
        let mut starts: Vec<Micros> = self.of(machine).filter_map(Draft::started).collect();
        starts.retain(|&start| start > told.first() && start <= told.last());
        starts.sort_unstable();
        let mut pieces = Vec::new();
        for start in starts {
            let (before, rest) = told.cut(start);
            pieces.extend(before);
            told = rest;
        }
        pieces.push(told);
        pieces
    }

    fn add(&mut self, told: Told) {
        if told.draft.first.is_none() {
            return;
        }
        match self.find(&told) {
            Some(index) => self.merge(index, told),
            None if told.lines == Lines::Crash => self.note(
                told.input,
                "the crash record is of no boot on record by its time: no boot is credited with it"
                    .to_owned(),
            ),
            None => self.begin(told),
        }
    }

    fn note(&mut self, input: InputId, what: String) {
        let notes = self.notes.entry(input).or_default();
        if notes.len() < 5 && !notes.contains(&what) {
            notes.push(what);
        }
    }

    /// Merges, or tells why not.
    fn merge(&mut self, index: usize, told: Told) {
        let draft = &mut self.drafts[index];
        let apart = match (told.started, draft.started()) {
            (Some(mine), Some(theirs)) if told.lines != Lines::Boots && told.wall == Wall::Sure => {
                mine.since(theirs)
            }
            _ => Span(0),
        };
        let input = told.input;
        draft.merge_text(told);
        if apart.abs() > Span::secs(3) {
            let what = format!(
                "its clock and that of the other sources differ by {:.0} s at a boot's start; the times of the journal \
                 stand",
                apart.as_secs_f64()
            );
            self.note(input, what);
        }
    }

    /// A boot that only the text tells of, unless the boots on record contradict it.
    fn begin(&mut self, mut told: Told) {
        if told.lines == Lines::Boots && told.id.is_none() {
            let oldest = self.of(told.draft.machine).map(|draft| draft.first_at()).min();
            if oldest.is_some_and(|oldest| told.first() < oldest) {
                let what = "it lists older boots of which there are no lines; they are not shown";
                return self.note(told.input, what.to_owned());
            }
        }
        let inside = self.of(told.draft.machine).find(|draft| {
            told.id.is_none()
                && !draft.times_assumed
                && draft.coverage.iter().all(|cover| cover.input != told.input)
                && told.wall != Wall::Anchored
                && draft.first_at() + EDGE < told.last()
                && told.first() + EDGE < draft.last_at()
        });
        if let Some(inside) = inside {
            let what = format!(
                "its boot from {} to {} lies in the time of another one, {}, and does not fit it: one of the clocks or \
                 zones is wrong, and it is left out; give --tz if its times are local",
                show(told.first()),
                show(told.last()),
                inside.id.short()
            );
            return self.note(told.input, what);
        }
        if told.draft.id == Id128::ZERO {
            let started = told.started.unwrap_or(told.first());
            told.draft.id = made_up_id(told.draft.hostname.as_deref(), started);
            told.draft.id_made_up = true;
        }
        let id = told.draft.id;
        told.draft.records.iter_mut().for_each(|record| record.boot = id);
        told.draft.one_boot = told.one_boot;
        told.draft.is_newest = told.newest;
        self.drafts.push(told.draft);
    }

    fn of(&self, machine: Option<MachineId>) -> impl Iterator<Item = &Draft> {
        self.drafts.iter().filter(move |draft| draft.machine == machine)
    }

    fn find(&self, told: &Told) -> Option<usize> {
        // Two boots of one log are two boots.
        let is_other = |draft: &Draft| {
            draft.coverage.iter().any(|cover| cover.input == told.input)
                || told.one_boot.is_some_and(|own| draft.one_boot.is_some_and(|other| other != own))
        };
        let fits = |draft: &Draft| draft.machine == told.draft.machine && !is_other(draft);
        let candidates = || self.drafts.iter().enumerate().filter(|(_, draft)| fits(draft));
        if let Some(id) = told.id {
            return candidates().find(|(_, draft)| draft.id == id).map(|(index, _)| index);
        }
        if let Some(saved) = told.crash {
            return self.crashed(saved?, told);
        }
        if told.newest
            && let Some(newest) = self.newest(told)
        {
            return Some(newest).filter(|&index| fits(&self.drafts[index]));
        }
        if let Some(index) = by_kernel_time(candidates(), told) {
            return Some(index);
        }
        if told.wall == Wall::Anchored {
            return None;
        }
        let near = |span: Span| span.abs() <= START_APART;
        let by_start: Vec<(Span, usize)> = candidates()
            .filter_map(|(index, draft)| {
                let start = draft.started()?;
                let apart = match told.started {
                    Some(own) if told.lines != Lines::Boots => {
                        Some(own.since(start)).filter(|&apart| near(apart))
                    }
                    _ if told.begun => {
                        let apart = told.first().since(start);
                        (apart >= Span(-START_APART.0) && apart <= FIRST_LINE).then_some(apart)
                    }
                    _ => None,
                };
                Some((apart?.abs(), index))
            })
            .collect();
        if by_start.len() > 1 && told.lines != Lines::Boots {
            // Clocks that are reset at each start: only the lines tell one boot from the other.
            let alike = by_start.iter().map(|&(_, index)| (index, &self.drafts[index]));
            return by_lines(alike, told);
        }
        if let Some((_, index)) = by_start.into_iter().min() {
            return Some(index);
        }
        self.around(told).filter(|&index| fits(&self.drafts[index]))
    }

    /// The boot in which the bundle was made, if another of its sources tells of it too: one that says so, or one that
    /// goes on until then.
    fn newest(&self, told: &Told) -> Option<usize> {
        let of_host =
            || self.drafts.iter().enumerate().filter(|(_, draft)| draft.machine == told.draft.machine);
        let (index, draft) = of_host().max_by_key(|(_, draft)| (draft.is_newest, draft.last_at()))?;
        let goes_on = told.wall == Wall::Anchored && told.last().since(draft.last_at()).abs() <= UNTIL_MADE;
        (draft.is_newest || goes_on).then_some(index)
    }

    /// The boot in whose time the lines lie. So do those of a boot whose clock was set between the two sources'
    /// first looks at it.
    fn around(&self, told: &Told) -> Option<usize> {
        let of_host =
            || self.drafts.iter().enumerate().filter(|(_, draft)| draft.machine == told.draft.machine);
        let (index, draft) = of_host()
            .filter(|(_, draft)| draft.first_at() <= told.first() + EDGE)
            .max_by_key(|(_, draft)| draft.first_at())?;
        let starts = of_host().map(|(_, draft)| draft.first_at());
        let next = starts.filter(|&at| at > draft.first_at() + EDGE).min();
        let in_time = next.is_none_or(|next| told.last() <= next + EDGE);
        let common = told.last().min(draft.last_at()).since(told.first());
        let fits = if told.begun {
            common.0.saturating_mul(2) > told.last().since(told.first()).0
        } else {
            told.first().since(draft.last_at()) <= ROTATED
        };
        (in_time && fits).then_some(index)
    }

    /// The boot at whose end a crash record was saved, or in which an oops was.
    fn crashed(&self, saved: Micros, told: &Told) -> Option<usize> {
        let of_host = || {
            let is_host =
                |draft: &Draft| draft.machine == told.draft.machine || told.draft.hostname.is_none();
            self.drafts.iter().enumerate().filter(move |(_, draft)| is_host(draft))
        };
        let (index, draft) = of_host()
            .filter(|(_, draft)| draft.started().unwrap_or(draft.first_at()) <= saved + EDGE)
            .max_by_key(|(_, draft)| draft.first_at())?;
        let next = of_host().map(|(_, next)| next.first_at()).filter(|&at| at > draft.first_at()).min();
        let before_next = next.is_none_or(|next| saved <= next + SAVED);
        // Of a boot that is still written to there may be a record only until its last line.
        let known = next.is_some() || saved <= draft.last_at() + Span::minutes(60);
        // The record's own clock must say so too.
        let agrees = match (draft.started(), told.draft.last.and_then(|edge| edge.monotonic)) {
            (Some(start), Some(at)) => (start + Span(at)).since(saved).abs() <= Span::minutes(10),
            _ => true,
        };
        (before_next && known && agrees).then_some(index)
    }
}

/// The boot whose kernel said the same at the same microsecond: no two boots agree in that for more than their first
/// lines, which bear no time yet.
fn by_kernel_time<'d>(candidates: impl Iterator<Item = (usize, &'d Draft)>, told: &Told) -> Option<usize> {
    let stamped = |record: &Record| record.kernel_time.filter(|&at| at > 0);
    let own: HashSet<(i64, &str)> = told
        .draft
        .records
        .iter()
        .filter_map(|record| Some((stamped(record)?, record.message.trim())))
        .collect();
    let common = |draft: &Draft| {
        let theirs =
            draft.records.iter().filter_map(|record| Some((stamped(record)?, record.message.trim())));
        theirs.filter(|line| own.contains(line)).count()
    };
    clearly_most(candidates.map(|(index, draft)| (common(draft), index)))
}

/// The boot that has lines of the text which no other candidate has at that time.
fn by_lines<'d>(candidates: impl Iterator<Item = (usize, &'d Draft)>, told: &Told) -> Option<usize> {
    let second = |at: Micros| at.0.div_euclid(1_000_000);
    let own: HashSet<(i64, &str)> =
        told.draft.records.iter().map(|record| (second(record.at), record.message.trim())).collect();
    let common = |draft: &Draft| {
        let theirs = draft.records.iter().map(|record| (second(record.at), record.message.trim()));
        theirs.filter(|line| own.contains(line)).collect::<HashSet<_>>().len()
    };
    clearly_most(candidates.map(|(index, draft)| (common(draft), index)))
}

/// The candidate with at least three and half as many again as any other.
fn clearly_most(scores: impl Iterator<Item = (usize, usize)>) -> Option<usize> {
    let mut scores: Vec<(usize, usize)> = scores.collect();
    scores.sort_unstable();
    let (best, index) = scores.pop()?;
    let second = scores.pop().map_or(0, |(count, _)| count);
    (best >= 3 && best * 2 > second * 3).then_some(index)
}

fn show(at: Micros) -> String {
    chrono::DateTime::from_timestamp_micros(at.0)
        .map_or_else(String::new, |at| at.format("%Y-%m-%d %H:%M:%S UTC").to_string())
}
