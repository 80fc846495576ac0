//! Which boot a text log tells of.
//!
//! A boot's id decides, where the text has it; then lines of the kernel with its own time, which no two boots share;
//! then the start. Lines without the boot's beginning are of the boot in whose time they lie.

use std::collections::HashSet;

use model::words::KERNEL_PANIC;
use model::{Lines, Micros, Record, Span};
use textlog::Wall;

use super::Told;
use super::place::{Boots, EDGE, show};
use crate::drafts::Draft;

/// Starts that are told by two sources of one boot lie within this: a clock is set in the first seconds.
const START_APART: Span = Span::secs(10);
/// The first line of a boot is logged within this of its start, and wtmp's record is written.
const FIRST_LINE: Span = Span::minutes(3);
/// `last` tells whole minutes.
const MINUTE: Span = Span::secs(75);
/// A log that goes on where another one ended does so within this.
pub(super) const ROTATED: Span = Span::minutes(30);
/// Two logs of one boot that follow each other agree in its start to this.
const SAME_START: Span = Span::minutes(1);
/// A bundle's newest lines are this much older than the bundle at most: a host at rest says something every hour.
const UNTIL_MADE: Span = Span::minutes(65);
/// A crash record is saved this near to the end of its boot, as its clock tells it.
const SAVED: Span = Span::minutes(10);
/// A boot that went on for this long after a panic did not panic.
const WENT_ON: Span = Span::minutes(5);

/// What becomes of what a text tells of a boot.
pub(super) enum Place {
    /// It is of this boot.
    Of(usize),
    /// It is of a boot that nothing else tells of.
    Own,
    /// It can't be placed, for this reason.
    Out(String),
}

impl Boots {
    pub(super) fn find(&self, told: &Told) -> Place {
        let fits = |draft: &Draft| draft.machine == told.draft.machine && !is_another(draft, told);
        let candidates = || self.drafts.iter().enumerate().filter(|(_, draft)| fits(draft));
        if let Some(id) = told.id {
            let known = candidates().find(|(_, draft)| draft.id == id);
            return known.map_or(Place::Own, |(index, _)| Place::Of(index));
        }
        if let Some(saved) = told.crash {
            return self.crashed(saved, told);
        }
        let by_time = by_kernel_time(candidates(), told);
        let newest =
            || self.newest(told).filter(|&index| told.draft.text.is_newest && fits(&self.drafts[index]));
        if let Some(index) = by_time.or_else(newest) {
            return Place::Of(index);
        }
        if told.wall == Wall::Anchored {
            return self.without_times(told);
        }
        let by_start = starting_alike(candidates(), told);
        if by_start.len() > 1 && told.lines != Lines::Boots {
            // Clocks that are reset at each start: only the lines tell one boot from the other.
            let alike = by_start.iter().map(|&(_, index)| (index, &self.drafts[index]));
            return by_lines(alike, told).map_or(Place::Own, Place::Of);
        }
        if told.lines == Lines::Boots && self.are_one_start(&by_start) {
            return Place::Out(
                "several boots on record started at one time by the host's clock (it is reset at each start): which of \
                 them it lists is not known, and what it tells of them is left out"
                    .to_owned(),
            );
        }
        let nearest = by_start.into_iter().min().map(|(_, index)| index);
        let around = || self.around(told).filter(|&index| fits(&self.drafts[index]));
        nearest.or_else(around).map_or(Place::Own, Place::Of)
    }

    /// Whether the two boots nearest to a listed start began at one time: the list does not tell them apart.
    fn are_one_start(&self, by_start: &[(Span, usize)]) -> bool {
        let mut nearest: Vec<&(Span, usize)> = by_start.iter().collect();
        nearest.sort_unstable();
        let start = |index: usize| self.drafts.get(index).and_then(Draft::started);
        match nearest[..] {
            [(_, one), (_, other), ..] => match (start(*one), start(*other)) {
                (Some(one), Some(other)) => one.since(other).abs() <= START_APART,
                _ => false,
            },
            _ => false,
        }
    }

    /// A log of which only times since the start are known, and none of whose lines another source has. Beside boots
    /// that have their times it would be one too many.
    fn without_times(&self, told: &Told) -> Place {
        let others = || {
            let of_host =
                self.drafts.iter().enumerate().filter(|(_, draft)| draft.machine == told.draft.machine);
            of_host.filter(|(_, draft)| !draft.text.logs.contains(&told.input))
        };
        let is_listed = |draft: &Draft| draft.coverage.iter().all(|cover| cover.lines == Lines::Boots);
        if others().any(|(_, draft)| !is_listed(draft)) {
            return Place::Out(
                "its lines have no wall time and none of them is in another source: which boot they are of is not \
                 known, and they are left out; give the log with wall times (dmesg -T, journalctl -o short-iso)"
                    .to_owned(),
            );
        }
        let newest = others().max_by_key(|(_, draft)| draft.first_at()).filter(|_| told.begun);
        newest.map_or(Place::Own, |(index, _)| Place::Of(index))
    }

    /// The boot in which the bundle was made, if another of its sources tells of it too: one that says so, or one that
    /// goes on until then.
    fn newest(&self, told: &Told) -> Option<usize> {
        let of_host =
            || self.drafts.iter().enumerate().filter(|(_, draft)| draft.machine == told.draft.machine);
        let (index, draft) = of_host().max_by_key(|(_, draft)| (draft.text.is_newest, draft.last_at()))?;
        let goes_on = told.wall == Wall::Anchored && told.last().since(draft.last_at()).abs() <= UNTIL_MADE;
        (draft.text.is_newest || goes_on).then_some(index)
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
            self.goes_on(told, draft)
        };
        (in_time && fits).then_some(index)
    }

    /// Whether lines without a beginning continue a boot: another source ends shortly before, and the kernel's own
    /// time, where both tell it, goes on.
    fn goes_on(&self, told: &Told, draft: &Draft) -> bool {
        let ended = self.ends.iter().filter(|(machine, end)| {
            *machine == told.draft.machine && *end <= told.first() + EDGE && *end < told.last()
        });
        let gap = ended.map(|(_, end)| told.first().since(*end)).min();
        let covered = told.first() <= draft.last_at() + EDGE;
        let base = draft.last.and_then(|edge| Some(edge.at - Span(edge.monotonic?)));
        let agrees = match (told.started, base) {
            (Some(started), Some(base)) => started.since(base).abs() <= SAME_START,
            _ => true,
        };
        agrees && (covered || gap.is_some_and(|gap| gap <= ROTATED))
    }

    /// The boot at whose end a crash record was saved, or in which an oops was: by the time at which it was saved, and
    /// where that is unknown or foreign (a copied file), by the kernel's own clock.
    fn crashed(&self, saved: Option<Micros>, told: &Told) -> Place {
        let is_host = |draft: &Draft| draft.machine == told.draft.machine || told.draft.hostname.is_none();
        let of_host: Vec<(usize, &Draft)> =
            self.drafts.iter().enumerate().filter(|(_, draft)| is_host(draft)).collect();
        if of_host.iter().all(|(_, draft)| draft.coverage.iter().any(|cover| cover.lines == Lines::Crash)) {
            return Place::Own;
        }
        let Some(since) = told.draft.last.and_then(|edge| edge.monotonic).map(Span) else {
            return Place::Out("the crash record has no times, so no boot is credited with it".to_owned());
        };
        let next_of = |draft: &Draft| {
            of_host.iter().map(|(_, next)| next.first_at()).filter(|&at| at > draft.first_at()).min()
        };
        // When its last line was written, if it is of this boot.
        let written = |draft: &Draft| draft.started().map(|start| start + since);
        let is_named =
            |draft: &Draft| told.crash_named.is_none_or(|named| is_in_time(draft, named, written(draft)));
        let of_saved = saved.and_then(|saved| {
            let by_time =
                of_host.iter().filter(|(_, draft)| draft.started().is_some_and(|at| at <= saved + EDGE));
            let (index, draft) = by_time.max_by_key(|(_, draft)| draft.first_at())?;
            let at = written(draft)?;
            let agrees = at <= saved + SAME_START && saved.since(at) <= SAVED;
            let before_next = next_of(draft).is_none_or(|next| saved <= next + FIRST_LINE);
            (agrees && before_next && is_named(draft)).then_some(*index)
        });
        let at_end = |draft: &Draft| {
            written(draft).is_some_and(|at| {
                at + EDGE >= draft.last_at()
                    && at.since(draft.last_at()) <= SAVED
                    && next_of(draft).is_none_or(|next| at <= next)
            })
        };
        let by_clock = || {
            let mut fitting = of_host.iter().filter(|(_, draft)| at_end(draft) && is_named(draft));
            fitting.next().filter(|_| fitting.next().is_none()).map(|(index, _)| *index)
        };
        let Some(index) = of_saved.or_else(by_clock) else {
            let alike = of_host.iter().find(|(_, draft)| at_end(draft) && !is_named(draft));
            if let (Some((_, draft)), Some((named, _))) = (alike, told.crash_named) {
                return Place::Out(format!(
                    "the crash record was saved at {} by its name, and the boot that was up for as long ended at {}: it is \
                     another boot's and is left out",
                    show(named),
                    show(draft.last_at())
                ));
            }
            return Place::Out(
                "the crash record is of no boot on record, by its time and by its own clock: no boot is credited with it"
                    .to_owned(),
            );
        };
        let draft = &self.drafts[index];
        match written(draft).filter(|&at| is_panic(told) && draft.last_at().since(at) > WENT_ON) {
            Some(at) => Place::Out(format!(
                "it tells of a panic at {}, but the boot of that time went on until {}: its clock or its host is another \
                 one, and it is left out",
                show(at),
                show(draft.last_at())
            )),
            None => Place::Of(index),
        }
    }
}

/// Two boots of one log, or of one bundle's sections, are two boots.
fn is_another(draft: &Draft, told: &Told) -> bool {
    draft.text.logs.contains(&told.input)
        || told.draft.text.one_boot.is_some_and(|own| draft.text.one_boot.is_some_and(|other| other != own))
}

/// Whether a record of this name can be the boot's: what its clock showed from its start to its end is known, and the
/// name tells what it showed when the record was saved.
fn is_in_time(draft: &Draft, (named, off): (Micros, Span), written: Option<Micros>) -> bool {
    let first = draft.started().map_or(draft.first_at(), |at| at.min(draft.first_at()));
    let last = written.map_or(draft.last_at(), |at| at.max(draft.last_at()));
    named + off + SAVED >= first && named <= last + SAVED + off
}

fn is_panic(told: &Told) -> bool {
    told.draft.records.iter().any(|record| record.message.starts_with(KERNEL_PANIC))
}

/// The boots that start when the text's does, with how far apart the starts are.
fn starting_alike<'d>(
    candidates: impl Iterator<Item = (usize, &'d Draft)>,
    told: &Told,
) -> Vec<(Span, usize)> {
    let early = if told.lines == Lines::Boots { MINUTE } else { START_APART };
    let apart = |draft: &Draft| {
        let start = draft.started()?;
        match told.started {
            Some(own) if told.lines != Lines::Boots => {
                Some(own.since(start)).filter(|apart| apart.abs() <= START_APART)
            }
            _ if told.begun => {
                let apart = told.first().since(start);
                (apart >= Span(-early.0) && apart <= FIRST_LINE).then_some(apart)
            }
            _ => None,
        }
    };
    candidates.filter_map(|(index, draft)| Some((apart(draft)?.abs(), index))).collect()
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

/// The candidate with at least three, and half as many again as any other.
fn clearly_most(scores: impl Iterator<Item = (usize, usize)>) -> Option<usize> {
    let mut scores: Vec<(usize, usize)> = scores.collect();
    scores.sort_unstable();
    let (best, index) = scores.pop()?;
    let second = scores.pop().map_or(0, |(count, _)| count);
    (best >= 3 && best * 2 > second * 3).then_some(index)
}
