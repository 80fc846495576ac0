//! Text logs among the boots that are known: merged into one of them, a boot of their own, or left out and told.
//!
//! Nothing is placed by force: what contradicts the boots on record is left out, with the reason.

use std::collections::BTreeMap;

use model::{Id128, Input, InputId, Lines, MachineId, Micros, Problem, Record, Span};
use textlog::Wall;

use super::find::{Place, ROTATED};
use super::{Told, agree, clocks, made_up_id};
use crate::drafts::{Draft, Edge};

/// A line may be later than the last one that another source has of the boot, or earlier than its first.
pub(super) const EDGE: Span = Span::secs(5);
/// A boot whose lines begin within this of its start shows how it began.
const BEGINNING: Span = Span::minutes(10);
/// The start that a syslog daemon's lines give is off by what the daemon took to come up.
const CLOCKS_APART: Span = Span::secs(20);
/// Notes on one input.
const NOTES_MAX: usize = 5;

/// Adds what text logs tell to the boots that are known from elsewhere.
pub(crate) fn place(drafts: Vec<Draft>, mut told: Vec<Told>, inputs: &mut [Input]) -> Vec<Draft> {
    clocks::set(&drafts, &mut told, inputs);
    let hosts = Hosts::of(&drafts, &told);
    for told in &mut told {
        let named = hosts.machine(told.draft.hostname.as_deref());
        told.draft.machine = told.draft.machine.or(named);
    }
    told.sort_by_key(|told| (rank(told), !told.begun, told.first(), told.draft.appearance));
    let ends = told.iter().map(|told| (told.draft.machine, told.last()));
    let ends = ends.chain(drafts.iter().map(|draft| (draft.machine, draft.last_at()))).collect();
    let mut boots = Boots { drafts, ends, notes: BTreeMap::new(), timed: Vec::new() };
    for told in told {
        for piece in boots.split(told) {
            boots.add(piece);
        }
    }
    mark_gaps(&mut boots.drafts);
    for input in inputs.iter_mut().filter(|input| boots.timed.contains(&input.id)) {
        input.problems.retain(|problem| !problem.what.starts_with(textlog::TIMES_GUESSED));
    }
    for (input, notes) in boots.notes {
        if let Some(input) = inputs.iter_mut().find(|known| known.id == input) {
            input.problems.extend(notes.into_iter().map(|what| Problem { line: None, what }));
        }
    }
    boots.drafts
}

/// What tells more, and more surely, is placed first, so that the others find it.
fn rank(told: &Told) -> u8 {
    match (told.id, told.lines, told.wall) {
        (Some(_), Lines::Boots, _) => 0,
        (Some(_), ..) => 1,
        (None, Lines::Crash, _) => 9,
        (None, _, Wall::Anchored) => 8,
        (None, Lines::Boots, _) => 7,
        _ if told.draft.text.one_boot.is_some() => 2,
        (None, Lines::All | Lines::Programs | Lines::Excerpt, Wall::Sure) => 3,
        (None, Lines::All | Lines::Programs | Lines::Excerpt, _) => 4,
        (None, Lines::Kernel, _) => 5,
        (None, Lines::Driver, _) => 6,
    }
}

/// Between two files of a syslog daemon a member may be missing: where one ends long before the next begins, nobody
/// knows what lies between.
fn mark_gaps(drafts: &mut [Draft]) {
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    order.sort_by_key(|&index| (drafts[index].machine, drafts[index].first_at()));
    for pair in order.windows(2) {
        let (before, after) = (&drafts[pair[0]], &drafts[pair[1]]);
        let is_one_file =
            before.coverage.iter().any(|cover| after.coverage.iter().any(|other| other.input == cover.input));
        let is_gap = before.machine == after.machine
            && before.text.of_daemon
            && after.text.of_daemon
            && !is_one_file
            && after.first_at().since(before.last_at()) > ROTATED;
        drafts[pair[1]].text.start_unseen |= is_gap;
    }
}

/// Which machine a host's name stands for.
struct Hosts {
    names: BTreeMap<String, Option<MachineId>>,
    only: Option<MachineId>,
}

impl Hosts {
    fn of(drafts: &[Draft], told: &[Told]) -> Self {
        let all = || drafts.iter().chain(told.iter().map(|told| &told.draft));
        let mut machines: Vec<MachineId> = all().filter_map(|draft| draft.machine).collect();
        machines.sort_unstable();
        machines.dedup();
        let only = if let [one] = machines[..] { Some(one) } else { None };
        let mut names: BTreeMap<String, Option<MachineId>> = BTreeMap::new();
        for draft in all() {
            if let Some(name) = &draft.hostname {
                let known = names.entry(short(name)).or_default();
                *known = known.or(draft.machine);
            }
        }
        // Hosts of which there are only texts: one has no id, several are told apart by one that is made up.
        if names.len() > 1 {
            for (name, id) in names.iter_mut().filter(|(_, id)| id.is_none()) {
                *id = Some(made_up_id(Some(name), Micros(0)));
            }
        }
        Self { names, only }
    }

    fn machine(&self, hostname: Option<&str>) -> Option<MachineId> {
        match hostname {
            Some(name) => self.names.get(&short(name)).copied().flatten(),
            // A text without a name is of the host whose journal it was given with.
            None => {
                self.only.or_else(|| self.names.values().next().copied().filter(|_| self.names.len() == 1)?)
            }
        }
    }
}

/// A host's name without its domain, as some daemons write it.
fn short(name: &str) -> String {
    name.split('.').next().unwrap_or(name).to_ascii_lowercase()
}

/// The boots so far.
pub(super) struct Boots {
    pub(super) drafts: Vec<Draft>,
    /// The last lines of all sources, placed or not.
    pub(super) ends: Vec<(Option<MachineId>, Micros)>,
    notes: BTreeMap<InputId, Vec<String>>,
    /// Logs without wall times whose boots have them from elsewhere.
    timed: Vec<InputId>,
}

impl Boots {
    /// A log of some programs or of the driver has no marks of boots: it is cut where boots are known to begin.
    fn split(&self, mut told: Told) -> Vec<Told> {
        let is_narrow = matches!(told.lines, Lines::Programs | Lines::Driver | Lines::Excerpt);
        if told.begun || told.id.is_some() || !is_narrow || told.wall == Wall::Anchored {
            return vec![told];
        }
        let begun = self.of(told.draft.machine).filter(|draft| !draft.text.start_unseen);
        let mut starts: Vec<Micros> = begun.filter_map(Draft::started).collect();
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
            Place::Of(index) => self.merge(index, told),
            Place::Own => self.begin(told),
            Place::Out(why) => self.note(told.input, why),
        }
    }

    fn note(&mut self, input: InputId, what: String) {
        let notes = self.notes.entry(input).or_default();
        if notes.len() < NOTES_MAX && !notes.contains(&what) {
            notes.push(what);
        }
    }

    /// Merges, and tells of clocks that differ.
    fn merge(&mut self, index: usize, mut told: Told) {
        let draft = &mut self.drafts[index];
        if told.wall == Wall::LocalAssumed
            && let (Some(mine), Some(theirs)) = (told.started, draft.started())
            && let Some(shift) = agree::by_ids(&[(mine, theirs)])
        {
            told.shift(shift);
        }
        let apart = match (told.started, draft.started()) {
            (Some(mine), Some(theirs)) if told.lines != Lines::Boots && told.wall == Wall::Sure => {
                mine.since(theirs)
            }
            _ => Span(0),
        };
        let input = told.input;
        if told.wall == Wall::Anchored && !draft.times_assumed {
            self.timed.push(input);
        }
        draft.merge_text(told);
        if apart.abs() > CLOCKS_APART {
            let what = format!(
                "its clock and that of the other sources differ by {:.0} s at a boot's start; the times of the one that \
                 tells more stand",
                apart.as_secs_f64()
            );
            self.note(input, what);
        }
    }

    /// A boot that only this text tells of, unless the boots on record contradict it.
    fn begin(&mut self, mut told: Told) {
        if told.lines == Lines::Boots
            && told.wall == Wall::LocalAssumed
            && self.of(told.draft.machine).next().is_some()
        {
            let what =
                "nothing tells the zone of its times, so boots that only it lists are not shown; give --tz";
            return self.note(told.input, what.to_owned());
        }
        if told.lines == Lines::Boots && told.id.is_none() {
            let oldest = self.of(told.draft.machine).map(Draft::first_at).min();
            if oldest.is_some_and(|oldest| told.first() < oldest) {
                let what = "it lists older boots of which there are no lines; they are not shown";
                return self.note(told.input, what.to_owned());
            }
        }
        if let Some(inside) = self.overlapped(&told) {
            let what = format!(
                "its boot from {} to {} lies in the time of another one, {}, and does not fit it: one of the clocks or \
                 zones is wrong, and it is left out; give --tz if its times are local",
                show(told.first()),
                show(told.last()),
                inside.id.short()
            );
            return self.note(told.input, what);
        }
        let draft = &mut told.draft;
        let started = told.started.or(draft.first.map(|edge| edge.at)).unwrap_or_default();
        if draft.id == Id128::ZERO {
            // Where the hardware clock is reset, several boots start at one time.
            let is_known = |id| self.drafts.iter().any(|known| known.id == id);
            let name = draft.hostname.clone().unwrap_or_default();
            let others = (1..1000).map(|nth| made_up_id(Some(&format!("{name} {nth}")), started));
            let first = made_up_id(Some(&name), started);
            draft.id = std::iter::once(first).chain(others).find(|id| !is_known(*id)).unwrap_or(first);
            draft.id_made_up = true;
        }
        let id = draft.id;
        draft.records.iter_mut().for_each(|record| record.boot = id);
        draft.text.start_unseen |= !told.begun
            && draft.text.one_boot.is_none()
            && told.started.is_none_or(|started| draft.first_at().since(started) > BEGINNING);
        if told.crash.is_some_and(|saved| saved.is_some()) {
            draft.times_assumed = false;
        }
        self.drafts.push(told.draft);
    }

    /// A boot of another source in whose time this one lies.
    fn overlapped(&self, told: &Told) -> Option<&Draft> {
        if told.id.is_some() || told.wall == Wall::Anchored {
            return None;
        }
        self.of(told.draft.machine).find(|draft| {
            !draft.times_assumed
                && draft.coverage.iter().all(|cover| cover.input != told.input)
                && draft.first_at() + EDGE < told.last()
                && told.first() + EDGE < draft.last_at()
        })
    }

    pub(super) fn of(&self, machine: Option<MachineId>) -> impl Iterator<Item = &Draft> {
        self.drafts.iter().filter(move |draft| draft.machine == machine)
    }
}

impl Told {
    /// Cuts it in two: what is before an instant, if anything that was kept is, and the rest.
    fn cut(mut self, at: Micros) -> (Option<Self>, Self) {
        let (before, after): (Vec<Record>, Vec<Record>) =
            std::mem::take(&mut self.draft.records).into_iter().partition(|record| record.at < at);
        let piece = |told: &Self, records: Vec<Record>| {
            let tail_from =
                told.draft.tail_from.filter(|&from| records.first().is_some_and(|first| first.at <= from));
            let mut draft = Draft {
                machine: told.draft.machine,
                hostname: told.draft.hostname.clone(),
                entries: records.len() as u64,
                has_system_entries: told.draft.has_system_entries,
                appearance: told.draft.appearance,
                tail_from,
                text: told.draft.text.clone(),
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

/// An instant in words.
pub(super) fn show(at: Micros) -> String {
    chrono::DateTime::from_timestamp_micros(at.0)
        .map_or_else(String::new, |at| at.format("%Y-%m-%d %H:%M:%S UTC").to_string())
}
