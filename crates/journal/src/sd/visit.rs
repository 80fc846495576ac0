//! Reading one journal file: its boots, and the entries that index terms select.

use std::collections::{BTreeMap, BTreeSet};

use model::{BootId, InputId, Record, Seq};
use systemd::journal::Journal;

use super::entry::{Looked, boot_ids, bounds, entry_with_state, has_system_entries, wanted_entry};
use super::{Boots, Part, open};
use crate::drafts::{BootKey, Draft, Edge};
use crate::files::Found;
use crate::outcome::Outcome;
use crate::salvage::Salvaged;
use crate::{CHATTY_MAX, Selection, fields, index};

/// A boot in this file.
struct Stretch {
    key: BootKey,
    hostname: Option<String>,
    edges: Vec<Edge>,
    entries: u64,
    has_system_entries: bool,
}

/// One file being read.
pub(super) struct Visit<'a> {
    place: usize,
    found: &'a Found,
    input: InputId,
    selection: &'a Selection,
    stretches: BTreeMap<BootId, Stretch>,
    records: Vec<Record>,
    problems: Vec<String>,
    /// Entries that the file's index counts but that could not be read.
    lost: u64,
    /// Numbers of entries of which libsystemd gives no message, or fails at a value.
    damaged: BTreeSet<Option<Seq>>,
}

impl<'a> Visit<'a> {
    pub(super) fn new(place: usize, found: &'a Found, input: InputId, selection: &'a Selection) -> Self {
        let (stretches, records, problems) = (BTreeMap::new(), Vec::new(), Vec::new());
        let damaged = BTreeSet::new();
        Self { place, found, input, selection, stretches, records, problems, lost: 0, damaged }
    }

    pub(super) fn run(&mut self) -> systemd::Result<()> {
        let mut journal = open(&self.found.path)?;
        let lost_of_boots = self.boots(&mut journal)?;
        let mut lost_of_terms = 0;
        // Counted once a field: a host of many containers has many thousand identifiers.
        let mut counts: BTreeMap<&str, BTreeMap<Vec<u8>, u64>> = BTreeMap::new();
        for (name, value) in &self.selection.filtered {
            let counts = counts.entry(name).or_insert_with(|| self.counts(name));
            let expected = counts.get(value.as_bytes()).copied().unwrap_or(0);
            lost_of_terms += self.term(&mut journal, name, value, expected)?;
        }
        for (name, value) in &self.selection.chatty {
            let counts = counts.entry(name).or_insert_with(|| self.counts(name));
            let expected = counts.get(value.as_bytes()).copied().unwrap_or(0);
            if expected <= CHATTY_MAX {
                lost_of_terms += self.term(&mut journal, name, value, expected)?;
            }
        }
        self.always(&mut journal)?;
        // The same entry may be missing from both views.
        self.lost = lost_of_boots.max(lost_of_terms);
        Ok(())
    }

    /// Hands over what was found.
    pub(super) fn give(self, index: usize, boots: &mut Boots, outcome: &mut Outcome) {
        outcome.rejected += self.lost;
        outcome.problems.extend(self.problems);
        let mut keys = BTreeMap::new();
        for (boot, stretch) in self.stretches {
            keys.insert(boot, stretch.key);
            outcome.boot_files.entry(boot).or_default().push(index);
            let appearance = (self.input.0, boots.len() as u64);
            let (draft, parts) = boots.entry(stretch.key).or_insert_with(|| {
                (Draft { machine: stretch.key.0, id: boot, appearance, ..Draft::default() }, Vec::new())
            });
            let mut part = Draft::default();
            for edge in stretch.edges {
                draft.see(edge);
                part.see(edge);
                if let Some(seq) = edge.seq {
                    let known = outcome.last_read.entry(index).or_default();
                    *known = (*known).max(seq.number);
                }
            }
            draft.hostname = stretch.hostname.or(draft.hostname.take());
            draft.entries = draft.entries.saturating_add(stretch.entries);
            draft.has_system_entries |= stretch.has_system_entries;
            if let (Some(first), Some(last)) = (part.first, part.last) {
                parts.push(Part { file: self.place, first, last });
            }
            (part.id, part.machine) = (boot, stretch.key.0);
            part.entries = stretch.entries;
            outcome.files.entry(index).or_default().add(&part);
        }
        for record in self.records {
            let key = keys.get(&record.boot).copied().unwrap_or((fields::machine(&record), record.boot));
            if let Some((draft, _)) = boots.get_mut(&key) {
                draft.records.push(record);
            }
        }
    }

    fn key(&self, record: &Record) -> BootKey {
        let of_file = || self.found.header.as_ref().map(|header| header.machine);
        (fields::machine(record).or_else(of_file), record.boot)
    }

    /// Finds the file's boots; the number of entries that the index counts and the numbers leave no room for.
    fn boots(&mut self, journal: &mut Journal) -> systemd::Result<u64> {
        // Counts are taken before reading: a journal that is being written may only have more by then.
        let counts = self.counts("_BOOT_ID");
        let mut lost = 0;
        for boot in boot_ids(journal)? {
            let Some((first, last, hostname)) = bounds(journal, boot, self.input)? else { continue };
            let key = self.key(&first);
            let edges = vec![Edge::of(&first), Edge::of(&last)];
            let room = room(&edges[0], &edges[1]);
            let counted = counts.get(boot.to_string().as_bytes()).copied().or(room).unwrap_or(1);
            let entries = counted.min(room.unwrap_or(counted));
            lost += counted - entries;
            let has_system_entries = has_system_entries(journal, boot)?;
            let stretch = Stretch { key, hostname, edges, entries, has_system_entries };
            self.stretches.insert(boot, stretch);
        }
        Ok(lost)
    }

    /// Values of a field and their entries, by the file's index. Only a bound: damage may make it wrong.
    fn counts(&self, field: &str) -> BTreeMap<Vec<u8>, u64> {
        let header = self.found.header.as_ref();
        header
            .and_then(|header| index::values(&self.found.path, header, field).ok())
            .map(|values| values.into_iter().collect())
            .unwrap_or_default()
    }

    /// Reads the entries that one index term selects; the number of those that can't be read.
    fn term(
        &mut self,
        journal: &mut Journal,
        name: &str,
        value: &str,
        expected: u64,
    ) -> systemd::Result<u64> {
        journal.match_flush()?;
        journal.match_add(name, value)?;
        journal.seek_head()?;
        let mut seen = 0_u64;
        let mut wanted = false;
        while journal.next()? > 0 {
            seen += 1;
            let looked = wanted_entry(journal, self.input, &self.selection.wanted, wanted)?;
            wanted = matches!(looked, Looked::Wanted(_));
            match looked {
                Looked::Wanted(record) => self.records.push(record),
                Looked::Other => {}
                Looked::Damaged(seq, rest) => {
                    self.damaged.insert(seq);
                    self.records.extend(rest);
                }
            }
        }
        Ok(expected.saturating_sub(seen))
    }

    /// Reads the entries whose MESSAGE_ID is always kept: one id after the other, because an alternative of
    /// many terms makes libsystemd look for each of them at every step.
    fn always(&mut self, journal: &mut Journal) -> systemd::Result<()> {
        for id in &self.selection.always {
            journal.match_flush()?;
            journal.match_add("MESSAGE_ID", id.to_string())?;
            journal.seek_head()?;
            while journal.next()? > 0 {
                let (record, is_whole) = entry_with_state(journal, self.input)?;
                if !is_whole {
                    self.damaged.insert(record.seq);
                }
                self.records.push(record);
            }
        }
        Ok(())
    }

    /// Entries that were counted and are in reach, as far as can be told without going to each.
    fn entries(&self) -> u64 {
        self.stretches.values().map(|stretch| stretch.entries).sum()
    }

    /// Entries that were chosen, and so certainly are there.
    pub(super) fn chosen(&self) -> u64 {
        self.records.len() as u64
    }

    /// Whether the file gives less than its header or its index promises.
    pub(super) fn is_short(&self) -> bool {
        let promised = self.found.header.as_ref().map_or(0, |header| header.entries);
        self.lost > 0 || !self.damaged.is_empty() || self.entries() < promised
    }

    /// Whether nothing is missing but messages, which the entries may never have had: then the walk must show it.
    pub(super) fn is_doubtful(&self) -> bool {
        let promised = self.found.header.as_ref().map_or(0, |header| header.entries);
        !self.damaged.is_empty() && self.lost == 0 && self.entries() >= promised
    }

    /// Whether the walk gives values that libsystemd did not, or damage in their place.
    pub(super) fn is_outdone_by(&self, salvaged: &Salvaged) -> bool {
        let mut records = salvaged.drafts.iter().flat_map(|draft| &draft.records);
        salvaged.salvage.partial > 0
            || salvaged.salvage.lost() > 0
            || records.any(|record| !record.message.is_empty() && self.damaged.contains(&record.seq))
    }

    /// In what the file is short. A lost tail is a known consequence of a hard stop; anything else is damage.
    pub(super) fn shortage(&self) -> String {
        let edges = self.stretches.values().flat_map(|part| &part.edges);
        let last_read = edges.filter_map(|edge| edge.seq).map(|seq| seq.number).max();
        let (tail_seq, entries) =
            self.found.header.as_ref().map_or((0, 0), |header| (header.tail_seq, header.entries));
        let lost_tail = last_read.map_or(0, |last| tail_seq.saturating_sub(last));
        if lost_tail > 0 && self.lost <= lost_tail {
            return format!(
                "its last {lost_tail} of {entries} entries were written but never reached the disk"
            );
        }
        if self.lost == 0 && lost_tail == 0 && !self.damaged.is_empty() {
            return format!("libsystemd can't read values of {} entries or more", self.damaged.len());
        }
        "the file is damaged: libsystemd gives less of it than it promises".to_owned()
    }
}

/// Entries that a stretch of sequence numbers has room for.
fn room(first: &Edge, last: &Edge) -> Option<u64> {
    match (first.seq, last.seq) {
        (Some(first), Some(last)) if first.source == last.source => {
            Some(last.number.saturating_sub(first.number).saturating_add(1))
        }
        _ => None,
    }
}
