//! Healthy journal files through libsystemd.
//!
//! Every file is read alone: libsystemd's way of interleaving several files follows the wall clock where
//! their counts differ and can pass entries over after a clock jump (systemd issue 37272); and damage in one
//! file is seen as that file's. Order and doubles are settled afterwards, boot by boot.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use model::{BootId, Id128, InputId, Micros, Origin, Record};
use systemd::journal::{Journal, OpenFilesOptions};

use crate::Selection;
use crate::drafts::{BootKey, Draft, Edge, in_true_order};
use crate::fields::{self, KEPT, PLACED};
use crate::files::Found;
use crate::header::signed;
use crate::index;

/// Journals kept open while the ends of boots are read.
const OPEN_MAX: usize = 16;

/// What one input's files hold.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) drafts: Vec<Draft>,
    /// Files (by place in the list given) that hold entries of a boot.
    pub(crate) boot_files: BTreeMap<BootId, Vec<usize>>,
    /// Last sequence number that could be read of each file.
    pub(crate) last_read: BTreeMap<usize, u64>,
    /// Entries that the index counts but that could not be read.
    pub(crate) rejected: u64,
    pub(crate) problems: Vec<String>,
}

/// Whether libsystemd opens the file; the error says plainly why not.
pub(crate) fn probe(path: &Path) -> Result<(), String> {
    open(path).map(|_| ()).map_err(|error| match error.as_io_error().raw_os_error() {
        Some(ENODATA) => "it is truncated or empty, libsystemd refuses it".to_owned(),
        Some(EBADMSG) => "it is corrupted, libsystemd refuses it".to_owned(),
        Some(EPROTONOSUPPORT) => "it uses features that this libsystemd does not support".to_owned(),
        _ => error.to_string(),
    })
}

const ENODATA: i32 = 61;
const EBADMSG: i32 = 74;
const EPROTONOSUPPORT: i32 = 93;

fn open(path: &Path) -> systemd::Result<Journal> {
    let path = CString::new(path.as_os_str().as_bytes()).map_err(std::io::Error::from)?;
    OpenFilesOptions::default().open_files([path])
}

/// First and last entry of a boot in one file.
struct Bounds {
    file: usize,
    first: Edge,
    last: Edge,
}

/// Reads the files that have no fault.
pub(crate) fn read(files: &[(usize, &Found)], input: InputId, selection: &Selection) -> Outcome {
    let mut outcome = Outcome::default();
    let mut boots: BTreeMap<BootKey, (Draft, Vec<Bounds>)> = BTreeMap::new();
    for (place, (index, found)) in files.iter().enumerate() {
        let mut visit = Visit { file: place, found, input, boots: &mut boots, outcome: &mut outcome };
        if let Err(error) = visit.run(*index, selection) {
            let what = format!("{}: reading broke off: {error}", found.path.display());
            outcome.problems.push(what);
        }
    }
    let mut windows = Windows { files, input, journals: BTreeMap::new() };
    for (_, (mut draft, bounds)) in boots {
        if let Err(error) = windows.add(&mut draft, &bounds, selection) {
            outcome
                .problems
                .push(format!("boot {}: its first and last entries can't be read: {error}", draft.id));
        }
        outcome.drafts.push(draft);
    }
    outcome
}

/// One file being read.
struct Visit<'a> {
    file: usize,
    found: &'a Found,
    input: InputId,
    boots: &'a mut BTreeMap<BootKey, (Draft, Vec<Bounds>)>,
    outcome: &'a mut Outcome,
}

impl Visit<'_> {
    fn run(&mut self, index: usize, selection: &Selection) -> systemd::Result<()> {
        let mut journal = open(&self.found.path)?;
        let mut keys: BTreeMap<BootId, BootKey> = BTreeMap::new();
        // Counts are taken before reading: a journal that is being written may only have more by then.
        let counts = self.counts("_BOOT_ID");
        let mut lost = 0;
        for boot in boot_ids(&mut journal)? {
            let Some((first, last, hostname)) = bounds(&mut journal, boot, self.input)? else { continue };
            let machine = fields::machine(&first).or(self.found.header.as_ref().map(|header| header.machine));
            let key = (machine, boot);
            keys.insert(boot, key);
            self.outcome.boot_files.entry(boot).or_default().push(index);
            if let Some(seq) = last.seq {
                let known = self.outcome.last_read.entry(index).or_default();
                *known = (*known).max(seq.number);
            }
            let appearance = (self.input.0, self.boots.len() as u64);
            let (draft, files) = self
                .boots
                .entry(key)
                .or_insert_with(|| (Draft { machine, id: boot, appearance, ..Draft::default() }, Vec::new()));
            let (first, last) = (Edge::of(&first), Edge::of(&last));
            draft.see(first);
            draft.see(last);
            draft.hostname = hostname.or(draft.hostname.take());
            let room = span(&first, &last);
            let counted = counts.get(boot.to_string().as_bytes()).copied().unwrap_or(if room == u64::MAX {
                1
            } else {
                room
            });
            if counted > room {
                lost += counted - room;
                self.outcome.problems.push(format!(
                    "{}: {} of {counted} entries of boot {boot} can't be read: they were written but never \
                     reached the disk",
                    self.found.path.display(),
                    counted - room
                ));
            }
            draft.entries += counted.min(room);
            draft.has_system_entries |= has_system_entries(&mut journal, boot)?;
            files.push(Bounds { file: self.file, first, last });
        }
        let mut lost_by_term = 0;
        for (name, value) in &selection.filtered {
            lost_by_term += self.term(&mut journal, &keys, (name, value), &selection.wanted)?;
        }
        // The same entry may be missing from both views.
        self.outcome.rejected += lost.max(lost_by_term);
        if !selection.always.is_empty() {
            journal.match_flush()?;
            for id in &selection.always {
                journal.match_add("MESSAGE_ID", id.to_string())?;
            }
            journal.seek_head()?;
            while journal.next()? > 0 {
                let record = entry(&mut journal, self.input)?;
                self.keep(&keys, record);
            }
        }
        Ok(())
    }

    /// Values of a field and their entries, by the file's index. Only a bound: damage may make it wrong.
    fn counts(&self, field: &str) -> BTreeMap<Vec<u8>, u64> {
        let header = self.found.header.as_ref();
        header
            .and_then(|header| index::values(&self.found.path, header, field).ok())
            .map(|values| values.into_iter().collect())
            .unwrap_or_default()
    }

    fn keep(&mut self, keys: &BTreeMap<BootId, BootKey>, record: Record) {
        let key = keys.get(&record.boot).copied().unwrap_or((fields::machine(&record), record.boot));
        if let Some((draft, _)) = self.boots.get_mut(&key) {
            draft.records.push(record);
        }
    }

    /// Reads the entries that one index term selects; the number of those that can't be read.
    fn term(
        &mut self,
        journal: &mut Journal,
        keys: &BTreeMap<BootId, BootKey>,
        (name, value): (&str, &str),
        wanted: &dyn Fn(&[u8]) -> bool,
    ) -> systemd::Result<u64> {
        let expected = self.counts(name).get(value.as_bytes()).copied().unwrap_or(0);
        journal.match_flush()?;
        journal.match_add(name, value)?;
        journal.seek_head()?;
        let mut seen = 0_u64;
        while journal.next()? > 0 {
            seen += 1;
            if let Some(record) = wanted_entry(journal, self.input, wanted)? {
                self.keep(keys, record);
            }
        }
        let mut lost = expected.saturating_sub(seen);
        if lost > 0 {
            let recovered = self.backwards(keys, (name, value), lost, wanted)?;
            lost = lost.saturating_sub(recovered);
            if lost > 0 {
                self.outcome.problems.push(format!(
                    "{}: {lost} of {expected} entries with {name}={value} can't be read: the file is damaged, \
                     or its end never reached the disk",
                    self.found.path.display()
                ));
            }
        }
        Ok(lost)
    }

    /// Reads a term's entries from the end: libsystemd drops the rest of a file at the first bad entry, so
    /// what lies behind the damage is reached only from there. At most `missing` entries.
    fn backwards(
        &mut self,
        keys: &BTreeMap<BootId, BootKey>,
        (name, value): (&str, &str),
        missing: u64,
        wanted: &dyn Fn(&[u8]) -> bool,
    ) -> systemd::Result<u64> {
        let mut journal = open(&self.found.path)?;
        journal.match_add(name, value)?;
        // Where the way forward ended.
        journal.seek_head()?;
        let mut reached = None;
        while journal.next()? > 0 {
            reached = Some((journal.timestamp_usec()?, journal.monotonic_timestamp()?));
        }
        let mut journal = open(&self.found.path)?;
        journal.match_add(name, value)?;
        journal.seek_tail()?;
        let mut read = 0;
        while read < missing && journal.previous()? > 0 {
            if reached == Some((journal.timestamp_usec()?, journal.monotonic_timestamp()?)) {
                break;
            }
            read += 1;
            if let Some(record) = wanted_entry(&mut journal, self.input, wanted)? {
                self.keep(keys, record);
            }
        }
        Ok(read)
    }
}

/// The entry the journal stands on, if its message is wanted. The message comes first: of most entries
/// nothing else is needed.
fn wanted_entry(
    journal: &mut Journal,
    input: InputId,
    wanted: &dyn Fn(&[u8]) -> bool,
) -> systemd::Result<Option<Record>> {
    match journal.get_data(c"MESSAGE") {
        Ok(Some(field)) if field.value().is_some_and(wanted) => {}
        _ => return Ok(None),
    }
    entry(journal, input).map(Some)
}

/// Entries that a stretch of sequence numbers has room for; used where the index can't be followed.
fn span(first: &Edge, last: &Edge) -> u64 {
    match (first.seq, last.seq) {
        (Some(first), Some(last)) if first.source == last.source => {
            last.number.saturating_sub(first.number).saturating_add(1)
        }
        _ => u64::MAX,
    }
}

fn boot_ids(journal: &mut Journal) -> systemd::Result<Vec<BootId>> {
    journal.query_unique(c"_BOOT_ID")?;
    let mut boots = Vec::new();
    while let Some(field) = journal.enumerate_unique()? {
        if let Some(boot) = field.value().and_then(fields::id).filter(|boot| *boot != Id128::ZERO) {
            boots.push(boot);
        }
    }
    boots.sort_unstable();
    boots.dedup();
    Ok(boots)
}

/// First and last entry of a boot, and the host's name.
fn bounds(
    journal: &mut Journal,
    boot: BootId,
    input: InputId,
) -> systemd::Result<Option<(Record, Record, Option<String>)>> {
    journal.match_flush()?;
    journal.match_add("_BOOT_ID", boot.to_string())?;
    journal.seek_head()?;
    if journal.next()? == 0 {
        return Ok(None);
    }
    let first = entry(journal, input)?;
    journal.seek_tail()?;
    if journal.previous()? == 0 {
        // The chain is damaged at its end: the last entry is the last that the way forward reaches.
        journal.seek_head()?;
        while journal.next()? > 0 {}
        journal.previous()?;
    }
    let last = entry(journal, input).unwrap_or_else(|_| first.clone());
    let hostname = match journal.get_data(c"_HOSTNAME") {
        Ok(Some(field)) => field.value().map(|name| String::from_utf8_lossy(name).into_owned()),
        _ => None,
    };
    Ok(Some((first, last, hostname)))
}

/// Whether the boot has any entry of the kernel, PID 1 or journald.
fn has_system_entries(journal: &mut Journal, boot: BootId) -> systemd::Result<bool> {
    for (name, value) in [("_TRANSPORT", "kernel"), ("_PID", "1"), ("_TRANSPORT", "driver")] {
        journal.match_flush()?;
        journal.match_add("_BOOT_ID", boot.to_string())?;
        journal.match_add(name, value)?;
        journal.seek_head()?;
        if journal.next()? > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reads the entry that the journal stands on.
fn entry(journal: &mut Journal, input: InputId) -> systemd::Result<Record> {
    let at = Micros(signed(journal.timestamp_usec()?));
    let (monotonic, boot) = journal.monotonic_timestamp()?;
    let cursor = journal.cursor()?;
    let seq = fields::cursor_seq(&cursor);
    let origin = Origin { input, cursor: Some(cursor.into()), line: None };
    let mut record = fields::framed(at, Some(signed(monotonic)), Id128(*boot.as_bytes()), origin);
    record.seq = seq;
    journal.restart_data();
    loop {
        match journal.enumerate_data() {
            Ok(Some(field)) => {
                if let Some(value) = field.value() {
                    fields::put(&mut record, field.name(), value);
                }
            }
            Ok(None) => break,
            Err(_) => {
                // One bad field stops the enumeration for good; ask for the others one by one.
                record.fields.clear();
                for name in PLACED.iter().chain(KEPT) {
                    if let Ok(Some(field)) = journal.get_data(*name) {
                        fields::put(&mut record, name.as_bytes(), field.value().unwrap_or_default());
                    }
                }
                break;
            }
        }
    }
    Ok(record)
}

/// Reads the first and last entries of boots.
struct Windows<'a> {
    files: &'a [(usize, &'a Found)],
    input: InputId,
    journals: BTreeMap<usize, Journal>,
}

impl Windows<'_> {
    fn add(&mut self, draft: &mut Draft, bounds: &[Bounds], selection: &Selection) -> systemd::Result<()> {
        let head = self.window(draft.id, bounds, selection.head_entries.max(1), false)?;
        let tail = self.window(draft.id, bounds, selection.tail_entries, true)?;
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
        boot: BootId,
        bounds: &[Bounds],
        count: usize,
        from_end: bool,
    ) -> systemd::Result<Vec<Record>> {
        let mut files: Vec<&Bounds> = bounds.iter().collect();
        files.sort_by_key(|bounds| if from_end { bounds.last.monotonic } else { bounds.first.monotonic });
        if from_end {
            files.reverse();
        }
        let mut window: Vec<Record> = Vec::new();
        for bounds in files {
            let full = window.len() >= count;
            let beyond = match from_end {
                true => window.first().is_some_and(|first| bounds.last.monotonic < first.monotonic),
                false => window.last().is_some_and(|last| bounds.first.monotonic > last.monotonic),
            };
            if full && beyond {
                break;
            }
            self.collect(boot, bounds.file, count, from_end, &mut window)?;
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
            std::collections::btree_map::Entry::Occupied(open) => open.into_mut(),
            std::collections::btree_map::Entry::Vacant(place) => {
                place.insert(open(&self.files[file].1.path)?)
            }
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

/// The newest entry of a boot whose `UNIT=` is this unit, in one file.
pub(crate) fn last_of_unit(
    path: &Path,
    input: InputId,
    boot: BootId,
    units: &[String],
) -> systemd::Result<Vec<Record>> {
    let mut journal = open(path)?;
    let mut found = Vec::new();
    for unit in units {
        journal.match_flush()?;
        journal.match_add("_BOOT_ID", boot.to_string())?;
        journal.match_add("UNIT", unit.as_str())?;
        journal.seek_tail()?;
        if journal.previous()? > 0 {
            found.push(entry(&mut journal, input)?);
        }
    }
    Ok(found)
}
