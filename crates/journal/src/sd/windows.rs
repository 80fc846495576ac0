//! The first and last entries of boots.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use model::{BootId, InputId, Record};
use systemd::journal::Journal;

use super::{Part, entry, open, shrunk};
use crate::drafts::{Draft, in_true_order};
use crate::files::Found;
use crate::{Selection, flips};

/// Journals kept open while the ends of boots are read.
const OPEN_MAX: usize = 16;

/// Reads the first and last entries of boots.
pub(super) struct Windows<'a> {
    files: &'a [(usize, &'a Found)],
    input: InputId,
    journals: BTreeMap<usize, Journal>,
    shrunk: BTreeSet<usize>,
}

impl<'a> Windows<'a> {
    pub(super) fn new(files: &'a [(usize, &'a Found)], input: InputId) -> Self {
        Self { files, input, journals: BTreeMap::new(), shrunk: BTreeSet::new() }
    }

    /// The places of the files that were found to be cut meanwhile. Closes all of them.
    pub(super) fn shrunk(self) -> BTreeSet<usize> {
        let Self { journals, shrunk, .. } = self;
        shrunk::watch(|| drop(journals));
        shrunk
    }

    pub(super) fn add(
        &mut self,
        draft: &mut Draft,
        parts: &[Part],
        selection: &Selection,
    ) -> systemd::Result<()> {
        let head = self.window(draft, parts, selection.head_entries.max(1), false)?;
        let tail = self.window(draft, parts, selection.tail_entries, true)?;
        let place = |record: &Record| (record.monotonic, record.seq);
        let meets_head = tail.len() < selection.tail_entries
            || matches!((head.last(), tail.first()), (Some(head), Some(tail)) if place(tail) <= place(head));
        draft.tail_from = match tail.first() {
            Some(_) if meets_head => draft.first.map(|first| first.at),
            first => first.map(|record| record.at),
        };
        draft.records.extend(head);
        draft.records.extend(tail);
        Ok(())
    }

    /// The first or last `count` entries of a boot over all its files, in true order.
    fn window(
        &mut self,
        draft: &mut Draft,
        parts: &[Part],
        count: usize,
        from_end: bool,
    ) -> systemd::Result<Vec<Record>> {
        let mut files: Vec<&Part> = parts.iter().collect();
        files.sort_by_key(|part| if from_end { part.last.monotonic } else { part.first.monotonic });
        if from_end {
            files.reverse();
        }
        let mut window: Vec<Record> = Vec::new();
        for part in files {
            let full = window.len() >= count;
            let beyond = match from_end {
                true => window.first().is_some_and(|first| part.last.monotonic < first.monotonic),
                false => window.last().is_some_and(|last| part.first.monotonic > last.monotonic),
            };
            if full && beyond {
                break;
            }
            let (collected, is_shrunk) =
                shrunk::watch(|| self.collect(draft.id, part.file, count, from_end, &mut window));
            if is_shrunk {
                self.shrunk.insert(part.file);
                continue;
            }
            collected?;
            flips::mend(&mut window, &mut draft.mended);
            in_true_order(&mut window);
            if from_end {
                window.drain(..window.len().saturating_sub(count));
            } else {
                window.truncate(count);
            }
        }
        Ok(window)
    }

    fn collect(
        &mut self,
        boot: BootId,
        file: usize,
        count: usize,
        from_end: bool,
        window: &mut Vec<Record>,
    ) -> systemd::Result<()> {
        if self.journals.len() >= OPEN_MAX && !self.journals.contains_key(&file) {
            self.journals.clear();
        }
        let journal = match self.journals.entry(file) {
            Entry::Occupied(open) => open.into_mut(),
            Entry::Vacant(place) => place.insert(open(&self.files[file].1.path)?),
        };
        journal.match_flush()?;
        journal.match_add("_BOOT_ID", boot.to_string())?;
        if from_end {
            journal.seek_tail()?;
        } else {
            journal.seek_head()?;
        }
        for _ in 0..count {
            let moved = if from_end { journal.previous()? } else { journal.next()? };
            if moved == 0 {
                break;
            }
            window.push(entry(journal, self.input)?);
        }
        Ok(())
    }
}
