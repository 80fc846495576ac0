//! A text log's lines added to a boot that is known from elsewhere.

use model::{Lines, Micros, Record, Span};
use textlog::Wall;

use super::Told;
use super::doubles::without_doubles;
use crate::drafts::{Draft, Edge};

impl Draft {
    /// Adds what a text log holds of this boot: only the lines that are not there yet, on this boot's clock.
    pub(crate) fn merge_text(&mut self, told: Told) {
        let Told { mut draft, lines, started, wall, crash, begun, .. } = told;
        let own = self.base();
        if lines == Lines::Boots && own.is_some() {
            // A list tells wall times only, of when its rows were written.
            draft.records.iter_mut().for_each(|record| record.monotonic = None);
        }
        if let Some(base) = own.or_else(|| draft.base()).or(started) {
            // Without wall times of its own the text has those of this boot.
            let follows = own.is_some() && (wall == Wall::Anchored || crash.is_some());
            if own.is_some() && !follows {
                draft.set_clock_by(&self.clock());
            }
            draft.set_clock(base, follows);
            self.set_clock(base, false);
        }
        let (first_at, last_at) = (draft.first_at(), draft.last_at());
        self.times_assumed &= draft.times_assumed;
        if self.header_only && !draft.header_only {
            self.header_only = false;
            self.entries = 0;
        }
        // Local times of an assumed zone do not tell how far a boot goes whose journal has the true ones.
        let is_sure = wall != Wall::LocalAssumed || self.ranges.is_empty();
        if !is_sure {
            let (from, to) = (self.first_at(), self.last_at());
            draft.records.retain(|record| record.at >= from && record.at <= to);
        }
        if lines != Lines::Boots && is_sure {
            self.reach([draft.first, draft.last].into_iter().flatten());
        }
        self.text.merged.extend(draft.coverage.iter().map(|cover| cover.input));
        self.entries = self.entries.max(draft.entries);
        self.has_system_entries |= draft.has_system_entries;
        self.hostname = self.hostname.take().or(draft.hostname);
        if lines == Lines::All {
            self.tail_from = self.tail_from.or(draft.tail_from);
        }
        self.text.logs.append(&mut draft.text.logs);
        self.text.is_newest |= draft.text.is_newest;
        self.text.of_daemon &= draft.text.of_daemon;
        self.text.start_unseen &= !begun;
        // Parts of one log that only touch, as rotated files do, have no line in common.
        let overlaps = self.coverage.iter().any(|cover| first_at < cover.to && last_at > cover.from);
        self.coverage.extend(draft.coverage);
        let mut fresh = if overlaps { without_doubles(&self.records, draft.records) } else { draft.records };
        fresh.iter_mut().for_each(|record| record.boot = self.id);
        self.records.extend(fresh);
        if self.records.iter().any(|record| record.monotonic.is_none()) {
            self.records.sort_by_key(|record| record.at);
        }
    }

    /// Takes note of how far a text goes, by wall time: its other times may be made up.
    fn reach(&mut self, edges: impl Iterator<Item = Edge>) {
        for edge in edges {
            if self.first.is_none_or(|first| edge.at < first.at) {
                self.first = Some(edge);
            }
            if self.last.is_none_or(|last| edge.at > last.at) {
                self.last = Some(edge);
            }
        }
    }

    /// The wall time at which its monotonic clock began, as its first entry has it.
    fn base(&self) -> Option<Micros> {
        let told = |edge: &Edge| Some(edge.at - Span(edge.monotonic?));
        self.first.as_ref().and_then(told).or_else(|| self.last.as_ref().and_then(told))
    }

    /// Wall times with the monotonic time at each, by wall time.
    fn clock(&self) -> Vec<(Micros, i64)> {
        let edges = [self.first, self.last].into_iter().flatten();
        let of_edges = edges.filter_map(|edge| Some((edge.at, edge.monotonic?)));
        let of_records = self.records.iter().filter_map(|record| Some((record.at, record.monotonic?)));
        let mut clock: Vec<(Micros, i64)> = of_records.chain(of_edges).collect();
        clock.sort_unstable();
        clock
    }

    /// Gives each record without one the monotonic time that another source's clock shows at its wall time: after a
    /// suspend or a step it is not the time since the start.
    fn set_clock_by(&mut self, clock: &[(Micros, i64)]) {
        let longest = clock.iter().map(|(_, since)| *since).max().unwrap_or_default();
        let latest = clock.last().map_or(Micros(0), |(at, _)| *at);
        let set = |at: Micros, monotonic: &mut Option<i64>| {
            let before = clock.partition_point(|(known, _)| *known <= at).checked_sub(1);
            if let (None, Some(&(known, since))) = (*monotonic, before.and_then(|index| clock.get(index))) {
                let found = since.saturating_add(at.since(known).0);
                *monotonic = Some(if at > latest { found } else { found.min(longest) });
            }
        };
        for record in &mut self.records {
            set(record.at, &mut record.monotonic);
        }
        for edge in [&mut self.first, &mut self.last].into_iter().flatten() {
            set(edge.at, &mut edge.monotonic);
        }
    }

    /// Gives every record both times. `follows` says that the wall times are to be those of the monotonic clock.
    fn set_clock(&mut self, base: Micros, follows: bool) {
        let set = |at: &mut Micros, monotonic: &mut Option<i64>| match *monotonic {
            Some(since) if follows => *at = base + Span(since),
            Some(_) => {}
            None => *monotonic = Some(at.since(base).0.max(0)),
        };
        for Record { at, monotonic, .. } in &mut self.records {
            set(at, monotonic);
        }
        for edge in [&mut self.first, &mut self.last].into_iter().flatten() {
            set(&mut edge.at, &mut edge.monotonic);
        }
        if follows && let (Some(first), Some(last)) = (self.first, self.last) {
            for cover in &mut self.coverage {
                (cover.from, cover.to) = (first.at, last.at);
            }
        }
    }
}
