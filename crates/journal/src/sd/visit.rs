//! Reading one journal file: its boots, and the entries that index terms select.

use std::collections::BTreeMap;

use model::{BootId, Id128, InputId, Record};
use systemd::journal::Journal;

use super::entry::{boot_ids, bounds, entry, has_system_entries, hostname, wanted_entry};
use super::{Boots, Outcome, Part, open};
use crate::drafts::{BootKey, Draft, Edge};
use crate::files::Found;
use crate::growing::Growing;
use crate::{CHATTY_MAX, Selection, fields, index};

/// A boot in this file.
struct Stretch {
    key: BootKey,
    hostname: Option<String>,
    edges: Vec<Edge>,
    entries: u64,
    has_system_entries: bool,
    swept: Option<(Vec<Record>, Vec<Record>)>,
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
}

impl<'a> Visit<'a> {
    pub(super) fn new(place: usize, found: &'a Found, input: InputId, selection: &'a Selection) -> Self {
        let (stretches, records, problems) = (BTreeMap::new(), Vec::new(), Vec::new());
        Self { place, found, input, selection, stretches, records, problems, lost: 0 }
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
        if self.lost > 0 {
            self.explain_loss()?;
        }
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
                parts.push(Part { file: self.place, first, last, swept: stretch.swept });
            }
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
            let stretch = Stretch { key, hostname, edges, entries, has_system_entries, swept: None };
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
            let read = wanted_entry(journal, self.input, &self.selection.wanted, wanted)?;
            wanted = read.is_some();
            self.records.extend(read);
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
                let record = entry(journal, self.input)?;
                self.records.push(record);
            }
        }
        Ok(())
    }

    /// Says what was lost. A lost tail is a known consequence of a hard stop; anything else is damage, where
    /// the index can't be trusted and every entry is looked at.
    fn explain_loss(&mut self) -> systemd::Result<()> {
        let Some(header) = &self.found.header else { return Ok(()) };
        let (entries, tail_seq) = (header.entries, header.tail_seq);
        let path = self.found.path.display();
        let last_read = self
            .stretches
            .values()
            .flat_map(|part| &part.edges)
            .filter_map(|edge| edge.seq)
            .map(|seq| seq.number);
        let lost_tail = last_read.max().map_or(0, |last| tail_seq.saturating_sub(last));
        if self.lost <= lost_tail {
            self.problems.push(format!(
                "{path}: its last {lost_tail} of {entries} entries were written but never reached the disk"
            ));
            return Ok(());
        }
        let problem = format!("{path}: the file is damaged; ");
        let read = self.sweep()?;
        self.lost = entries.saturating_sub(read);
        self.problems.push(match self.lost {
            0 => problem + "it was read entry by entry, and all entries were there",
            lost => problem + &format!("{lost} of {entries} entries can't be read, the others were kept"),
        });
        Ok(())
    }

    /// Reads every entry that can be reached, from the head and, where that way breaks off, from the tail:
    /// libsystemd drops the rest of a file without a word. The number of entries found.
    fn sweep(&mut self) -> systemd::Result<u64> {
        let mut growing: BTreeMap<BootId, Growing> = BTreeMap::new();
        let mut journal = open(&self.found.path)?;
        journal.seek_head()?;
        let mut reached = None;
        let mut read = 0;
        while journal.next()? > 0 {
            let Ok(record) = entry(&mut journal, self.input) else { continue };
            reached = reached.max(record.seq);
            read += self.swept(&mut journal, record, &mut growing);
        }
        let mut journal = open(&self.found.path)?;
        journal.seek_tail()?;
        while journal.previous()? > 0 {
            let Ok(record) = entry(&mut journal, self.input) else { continue };
            if record.seq <= reached {
                break;
            }
            read += self.swept(&mut journal, record, &mut growing);
        }
        // What the index counts is not what was read; boots that were not reached have their kept records only.
        self.stretches.values_mut().for_each(|stretch| stretch.entries = 0);
        for (boot, growing) in growing {
            let (draft, head, tail) = growing.into_windows();
            let key = head.first().map_or((None, boot), |record| self.key(record));
            let stretch = self.stretches.entry(boot).or_insert_with(|| Stretch {
                key,
                hostname: None,
                edges: Vec::new(),
                entries: 0,
                has_system_entries: false,
                swept: None,
            });
            stretch.hostname = stretch.hostname.take().or(draft.hostname);
            stretch.edges.extend([draft.first, draft.last].into_iter().flatten());
            stretch.entries = draft.entries;
            stretch.has_system_entries |= draft.has_system_entries;
            stretch.swept = Some((head, tail));
        }
        Ok(read)
    }

    /// Takes an entry of the sweep; returns how many that makes, 0 for one that is damaged itself.
    fn swept(
        &mut self,
        journal: &mut Journal,
        record: Record,
        growing: &mut BTreeMap<BootId, Growing>,
    ) -> u64 {
        if record.boot == Id128::ZERO {
            // The entry's own header is among what was damaged.
            return 0;
        }
        let selection = self.selection;
        let by_id = record.message_id.is_some_and(|id| selection.always.contains(&id));
        let mut by_term = || {
            selection.filtered.iter().chain(&selection.chatty).any(|(name, value)| {
                match journal.get_data(*name) {
                    Ok(Some(field)) => field.value() == Some(value.as_bytes()),
                    _ => false,
                }
            })
        };
        if by_id || ((selection.wanted)(record.message.as_bytes()) && by_term()) {
            self.records.push(record.clone());
        }
        let growing = growing.entry(record.boot).or_default();
        if growing.draft.hostname.is_none() {
            growing.draft.hostname = hostname(journal);
        }
        growing.take(record, false, selection);
        1
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
