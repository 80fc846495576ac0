//! The clocks of text logs: local times whose zone, and dates whose year, had to be assumed are put right by what
//! another source of the same host has in common with them.

use std::collections::BTreeMap;

use model::{Input, InputId, Micros, Record, Span, ZoneBasis};
use textlog::Wall;

use super::Told;
use super::agree::{self, Shift};
use crate::drafts::Draft;

/// Sets the clocks. What was put right helps with the next, so it goes on as long as something is.
pub(super) fn set(drafts: &[Draft], told: &mut [Told], inputs: &mut [Input]) {
    let mut open: BTreeMap<InputId, Vec<usize>> = BTreeMap::new();
    for (index, told) in told.iter().enumerate() {
        let has_year = !inputs.iter().any(|input| input.id == told.input && is_year_assumed(input));
        if told.wall == Wall::LocalAssumed || told.wall == Wall::Sure && !has_year {
            open.entry(told.input).or_default().push(index);
        }
    }
    // What was found for each host: its other logs were written in the same zone.
    let mut of_hosts: BTreeMap<Option<String>, Vec<Shift>> = BTreeMap::new();
    loop {
        let found = open.iter().find_map(|(&id, indices)| Some((id, shift(drafts, told, indices, &open)?)));
        let of_host = || {
            open.iter().find_map(|(&id, indices)| {
                let shifts = of_hosts.get(&told.get(*indices.first()?)?.draft.hostname)?;
                let first = shifts.first().filter(|first| first.years == 0)?;
                shifts.iter().all(|shift| shift == first).then_some((id, *first))
            })
        };
        let Some((id, shift)) = found.or_else(of_host) else { return };
        if let Some(first) = open.get(&id).and_then(|indices| told.get(*indices.first()?)) {
            of_hosts.entry(first.draft.hostname.clone()).or_default().push(shift);
        }
        for index in open.remove(&id).unwrap_or_default() {
            told[index].shift(shift);
        }
        if let Some(input) = inputs.iter_mut().find(|input| input.id == id) {
            note(input, shift);
        }
    }
}

/// What is to be added to the times of one input.
fn shift(
    drafts: &[Draft],
    told: &[Told],
    indices: &[usize],
    open: &BTreeMap<InputId, Vec<usize>>,
) -> Option<Shift> {
    let own = told.get(*indices.first()?)?;
    let is_host = |draft: &Draft| match (&draft.hostname, &own.draft.hostname) {
        (Some(theirs), Some(mine)) => theirs.eq_ignore_ascii_case(mine),
        _ => true,
    };
    let settled = told.iter().filter(|told| told.wall == Wall::Sure && !open.contains_key(&told.input));
    let settled: Vec<&Draft> =
        drafts.iter().chain(settled.map(|told| &told.draft)).filter(|draft| is_host(draft)).collect();
    let known: Vec<&Record> = settled.iter().flat_map(|draft| &draft.records).collect();
    let mine: Vec<&Record> = indices.iter().flat_map(|&index| &told[index].draft.records).collect();
    let of_ids = indices.iter().map(|&index| &told[index]).flat_map(|told| {
        let same = settled.iter().filter(|draft| told.id.is_some_and(|id| id == draft.id));
        same.map(|draft| (told.first(), draft.first_at()))
    });
    let found = agree::by_ids(&of_ids.collect::<Vec<_>>()).or_else(|| agree::by_lines(&known, &mine));
    let found = found.or_else(|| {
        let starts: Vec<Micros> = settled.iter().filter_map(|draft| draft.started()).collect();
        let begun = indices.iter().map(|&index| &told[index]).filter(|told| told.begun);
        let mine: Vec<Micros> = begun.map(|told| told.started.unwrap_or(told.first())).collect();
        agree::by_starts(&starts, &mine)
    });
    // Where the zone is known only the year is open.
    found.filter(|shift| own.wall == Wall::LocalAssumed || shift.by == Span(0))
}

fn is_year_assumed(input: &Input) -> bool {
    input.problems.iter().any(|problem| problem.what.starts_with(textlog::YEAR_ASSUMED))
}

fn note(input: &mut Input, shift: Shift) {
    input.first = input.first.map(|at| shift.apply(at));
    input.last = input.last.map(|at| shift.apply(at));
    if input.zone_basis == Some(ZoneBasis::Assumed) {
        input.zone = Some(offset_name(Span(-shift.by.0)));
        input.zone_basis = Some(ZoneBasis::CommonLines);
    }
    let is_settled = |what: &str| {
        what.starts_with(textlog::ZONE_ASSUMED) || shift.years != 0 && what.starts_with(textlog::YEAR_ASSUMED)
    };
    input.problems.retain(|problem| !is_settled(&problem.what));
}

/// An offset from UTC as `+09:00`.
fn offset_name(offset: Span) -> String {
    let minutes = offset.0 / 60_000_000;
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}

impl Told {
    /// Puts its times on another clock.
    pub(super) fn shift(&mut self, by: Shift) {
        let set = |at: &mut Micros| *at = by.apply(*at);
        let draft = &mut self.draft;
        for edge in [&mut draft.first, &mut draft.last].into_iter().flatten() {
            set(&mut edge.at);
        }
        draft.records.iter_mut().for_each(|record| set(&mut record.at));
        draft.tail_from.iter_mut().for_each(set);
        for cover in &mut draft.coverage {
            set(&mut cover.from);
            set(&mut cover.to);
        }
        self.started.iter_mut().for_each(set);
        self.wall = Wall::Sure;
    }
}
