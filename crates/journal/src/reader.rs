//! The reader over all sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use model::{
    BootId, Id128, Input, InputId, InputKind, JournalFile, Lines, MachineId, Micros, Problem, Record, Seq,
    Span,
};

use crate::drafts::{self, BootKey, Draft, Edge};
use crate::files::{self, Found, Known};
use crate::outcome::{FileRead, Outcome};
use crate::salvage::{self, Walked};
use crate::{JournalError, Reading, Selection, Source, TextSource, counts, order, sd, stream, text};

/// Opened sources.
pub struct Reader {
    sources: Vec<Opened>,
    first_input: u32,
    files: Vec<Found>,
    /// Which files hold entries of a boot, once read.
    boot_files: BTreeMap<BootId, Vec<usize>>,
    /// The files that had to be walked over, once read.
    walked: BTreeMap<usize, Walked>,
    thorough: bool,
}

/// A source as it was opened.
struct Opened {
    kind: InputKind,
    path: PathBuf,
    problems: Vec<Problem>,
    text: Option<TextSource>,
}

impl Reader {
    /// Opens the sources and looks at every file's header. Inputs are numbered from `first_input`.
    ///
    /// # Errors
    /// A source that isn't there, may not be read at all or holds no journal. A file in a folder that can't
    /// be read is a problem of its input instead.
    pub fn open(sources: &[Source], first_input: u32) -> Result<Self, JournalError> {
        Self::open_below(Path::new("/"), sources, first_input)
    }

    /// The same with another root for the live journal.
    pub(crate) fn open_below(
        root: &Path,
        sources: &[Source],
        first_input: u32,
    ) -> Result<Self, JournalError> {
        let mut reader = Self {
            sources: Vec::new(),
            first_input,
            files: Vec::new(),
            boot_files: BTreeMap::new(),
            walked: BTreeMap::new(),
            thorough: false,
        };
        let mut known = Known::default();
        for (index, source) in sources.iter().enumerate() {
            let opened = match source {
                Source::Live => {
                    let (paths, looked) = files::of_this_host(root)?;
                    let shown = looked.iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
                    let mut opened = reader.add_files(
                        index,
                        paths,
                        PathBuf::from(shown.join(", ")),
                        Vec::new(),
                        &mut known,
                    )?;
                    opened.kind = InputKind::LiveJournal;
                    opened
                }
                Source::Directory(path) => {
                    let (paths, problems) = files::in_directory(path)?;
                    if paths.is_empty() {
                        return Err(JournalError::NoFiles { path: path.clone() });
                    }
                    reader.add_files(index, paths, path.clone(), problems, &mut known)?
                }
                Source::File(path) => {
                    may_be_file(path)?;
                    reader.add_files(index, vec![path.clone()], path.clone(), Vec::new(), &mut known)?
                }
                Source::Export(path) => {
                    may_be_read(path)?;
                    Opened { kind: InputKind::Export, path: path.clone(), problems: Vec::new(), text: None }
                }
                Source::Text(source) => {
                    may_be_read(&source.path)?;
                    Opened {
                        kind: InputKind::TextLog,
                        path: source.path.clone(),
                        problems: Vec::new(),
                        text: Some((**source).clone()),
                    }
                }
            };
            reader.sources.push(opened);
        }
        Ok(reader)
    }

    /// Counts the entries of every file and not only of those that were never closed, to find damage also where
    /// nothing is asked for. It takes about as long again as reading.
    pub fn be_thorough(&mut self) {
        self.thorough = true;
    }

    fn add_files(
        &mut self,
        source: usize,
        paths: Vec<PathBuf>,
        path: PathBuf,
        mut problems: Vec<Problem>,
        known: &mut Known,
    ) -> Result<Opened, JournalError> {
        let (found, more) = files::examine(paths, source, known);
        problems.extend(more);
        let denied = found.iter().filter(|file| file.denied).count();
        if denied > 0 && denied == found.len() {
            let inner = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
            return Err(JournalError::Permission { path: found[0].path.clone(), inner });
        }
        let system_readable = found
            .iter()
            .any(|file| (file.fault.is_none() || file.salvageable) && !file.name().starts_with("user-"));
        if denied > 0 && !system_readable {
            let what = "only user journals can be read: the system's entries (kernel, services) are missing, so \
                        no boot's end can be judged; run as root or join the group systemd-journal or adm";
            problems.push(Problem { line: None, what: what.to_owned() });
        }
        self.files.extend(found);
        Ok(Opened { kind: InputKind::Journal, path, problems, text: None })
    }

    /// Reads what the selection asks for. Standard input can be read once.
    pub fn read(&mut self, selection: &Selection) -> Reading {
        let mut reading = Reading::default();
        let mut drafts: BTreeMap<BootKey, Draft> = BTreeMap::new();
        let (mut last_read, mut reads) = (BTreeMap::new(), BTreeMap::new());
        self.boot_files.clear();
        self.walked.clear();
        let mut told = Vec::new();
        for source in 0..self.sources.len() {
            let id = InputId(self.first_input + source as u32);
            let opened = &self.sources[source];
            let (mut input, mut found) = match (&opened.text, opened.kind) {
                (Some(text), _) => {
                    let (input, boots) = text::read(text, id, selection);
                    told.extend(boots);
                    (input, Vec::new())
                }
                (None, InputKind::Export) => {
                    let (mut input, mut found) = stream::read(&opened.path, id, selection);
                    mend(&mut found, &mut input);
                    (input, found)
                }
                (None, _) => {
                    let mut outcome = self.read_files(source, id, selection);
                    last_read.append(&mut outcome.last_read);
                    reads.append(&mut outcome.files);
                    self.take(source, id, outcome)
                }
            };
            input.problems.splice(0..0, self.sources[source].problems.iter().cloned());
            reading.inputs.push(input);
            let is_stream = reading
                .inputs
                .last()
                .is_some_and(|input| matches!(input.kind, InputKind::Export | InputKind::JournalText));
            let lines = if is_stream { drafts::lines_of(&found) } else { Lines::All };
            found.iter_mut().for_each(|draft| draft.cover(id, lines));
            for draft in found {
                add(&mut drafts, draft);
            }
        }
        self.take_headers(&mut drafts, reads, &last_read, &mut reading);
        let drafts = text::place(join_unnamed(drafts), told, &mut reading.inputs);
        let (ordered, uncertain) = order::in_true_order(drafts);
        reading.boots = ordered.into_iter().map(Draft::finish).collect();
        reading.order_uncertain = uncertain;
        if self.sources.iter().any(|source| source.kind == InputKind::LiveJournal) {
            reading.running = fs::read_to_string("/proc/sys/kernel/random/boot_id")
                .ok()
                .and_then(|id| Id128::parse(id.trim()));
        }
        reading
    }

    /// What the files' headers tell: how each was closed, and the boots whose entries can't be read.
    fn take_headers(
        &self,
        drafts: &mut BTreeMap<BootKey, Draft>,
        mut reads: BTreeMap<usize, FileRead>,
        last_read: &BTreeMap<usize, u64>,
        reading: &mut Reading,
    ) {
        let mut known: BTreeSet<BootId> = drafts.keys().map(|(_, boot)| *boot).collect();
        for (index, file) in self.files.iter().enumerate() {
            let id = InputId(self.first_input + file.source as u32);
            let read = reads.remove(&index).unwrap_or_default();
            let salvaged = read.salvage.map(|salvage| salvage.found);
            let facts = file.facts(id).map(|facts| (read.machine(facts.machine), facts));
            reading.outcomes.push(file.outcome(id, read));
            let Some((machine, mut facts)) = facts else { continue };
            facts.readable |= salvaged.is_some();
            facts.salvaged = salvaged;
            if let Some(draft) = from_header(&facts, machine, last_read.get(&index).copied())
                && !known.contains(&draft.id)
            {
                known.insert(draft.id);
                drafts.insert((draft.machine, draft.id), draft);
            }
            reading.files.push(facts);
        }
    }

    /// Reads a source's files: the good ones through libsystemd, the others object by object.
    fn read_files(&self, source: usize, id: InputId, selection: &Selection) -> Outcome {
        let of_source = || self.files.iter().enumerate().filter(|(_, file)| file.source == source);
        let good: Vec<(usize, &Found)> = of_source().filter(|(_, file)| file.fault.is_none()).collect();
        let mut outcome = sd::read(&good, id, selection, self.thorough);
        for (index, file) in of_source().filter(|(_, file)| file.salvageable) {
            let fault = file.fault.as_deref().unwrap_or_default();
            match salvage::read(&file.path, index, id, selection) {
                Ok(salvaged) => outcome.take_salvaged(index, file, fault, salvaged),
                Err(error) => {
                    outcome.problems.push(format!("{}: not read, {fault}; {error}", file.path.display()));
                }
            }
        }
        counts::tell(&mut outcome);
        outcome
    }

    /// Takes over what was read of a source's files.
    fn take(&mut self, source: usize, id: InputId, mut outcome: Outcome) -> (Input, Vec<Draft>) {
        let mut input = self.input(source, id);
        let mut drafts = outcome.boots();
        mend(&mut drafts, &mut input);
        for (boot, files) in outcome.boot_files {
            self.boot_files.entry(boot).or_default().extend(files);
        }
        self.walked.append(&mut outcome.walked);
        for draft in &drafts {
            input.records += draft.count();
            let (first, last) = (draft.first.map(|edge| edge.at), draft.last.map(|edge| edge.at));
            input.first = [input.first, first, last].into_iter().flatten().min();
            input.last = [input.last, first, last].into_iter().flatten().max();
        }
        input.machine_id = drafts.iter().find_map(|draft| draft.machine).or(input.machine_id);
        input.rejected += outcome.rejected;
        input.problems.extend(outcome.problems.into_iter().map(|what| Problem { line: None, what }));
        (input, drafts)
    }

    fn input(&self, source: usize, id: InputId) -> Input {
        let opened = &self.sources[source];
        let mut input = Input::new(id, opened.path.display().to_string(), opened.kind);
        input.machine_id = self
            .files
            .iter()
            .filter(|file| file.source == source)
            .find_map(|file| file.header.as_ref().map(|header| header.machine));
        input
    }

    /// The newest entry of the boot about each unit (`UNIT=`), from journal files; the ends of streams were
    /// kept as a whole. Units without an entry are left out.
    pub fn last_of_units(&mut self, boot: BootId, units: &[String]) -> Vec<Record> {
        let mut newest: BTreeMap<&str, Record> = BTreeMap::new();
        for index in self.boot_files.get(&boot).cloned().unwrap_or_default() {
            let found = self.ask(
                index,
                |path, input| sd::last_of_unit(path, input, boot, units).ok(),
                |walked| walked.last_of_units(boot, units).unwrap_or_default(),
            );
            for record in found {
                let Some(unit) = units.iter().find(|unit| record.field("UNIT") == Some(unit)) else {
                    continue;
                };
                match newest.get(unit.as_str()) {
                    Some(known) if known.monotonic >= record.monotonic => {}
                    _ => {
                        newest.insert(unit, record);
                    }
                }
            }
        }
        let mut records: Vec<Record> = newest.into_values().collect();
        crate::drafts::in_true_order(&mut records);
        records
    }

    /// The entries of a boot that one of the index terms selects and whose message is wanted, from journal
    /// files, in true order.
    pub fn of_terms(
        &mut self,
        boot: BootId,
        terms: &[(&'static str, String)],
        wanted: &dyn Fn(&[u8]) -> bool,
    ) -> Vec<Record> {
        let mut records = Vec::new();
        for index in self.boot_files.get(&boot).cloned().unwrap_or_default() {
            records.extend(self.ask(
                index,
                |path, input| sd::of_terms(path, input, boot, terms, wanted).ok(),
                |walked| walked.of_terms(boot, terms, wanted).unwrap_or_default(),
            ));
        }
        crate::drafts::in_true_order(&mut records);
        records
    }

    /// Asks a file, libsystemd first. A file that it does not read any more, as one that was cut meanwhile, is
    /// walked over from then on.
    fn ask(
        &mut self,
        index: usize,
        libsystemd: impl FnOnce(&Path, InputId) -> Option<Vec<Record>>,
        walk: impl FnOnce(&Walked) -> Vec<Record>,
    ) -> Vec<Record> {
        if !self.walked.contains_key(&index)
            && let Some(file) = self.files.get(index)
        {
            let input = InputId(self.first_input + file.source as u32);
            if let Some(found) = libsystemd(&file.path, input) {
                return found;
            }
            if let Ok(salvaged) = salvage::read(&file.path, index, input, &Selection::nothing()) {
                self.walked.insert(index, salvaged.walked);
            }
        }
        self.walked.get(&index).map(walk).unwrap_or_default()
    }
}

/// Refuses what can't be a journal file, and what could be waited for without end. A folder is told of when it is read.
fn may_be_file(path: &Path) -> Result<(), JournalError> {
    let meta = fs::metadata(path).map_err(|error| JournalError::of(path, error))?;
    if meta.is_file() || meta.is_dir() {
        return Ok(());
    }
    let inner = io::Error::new(io::ErrorKind::InvalidInput, "it is a device or a pipe and no journal file");
    Err(JournalError::of(path, inner))
}

/// Asks for the permission to read. A pipe must not be opened twice.
fn may_be_read(path: &Path) -> Result<(), JournalError> {
    if path == Path::new("-") {
        return Ok(());
    }
    let meta = fs::metadata(path).map_err(|error| JournalError::of(path, error))?;
    if meta.is_file() {
        fs::File::open(path).map_err(|error| JournalError::of(path, error))?;
    }
    Ok(())
}

/// Puts damaged times right and tells of how many entries.
fn mend(drafts: &mut [Draft], input: &mut Input) {
    let mended: u64 = drafts.iter_mut().map(Draft::mend).sum();
    if mended > 0 {
        let what = format!(
            "{mended} entries with a damaged time, which is taken from the entries beside them: a flipped bit, so \
             the disk or the memory is not to be trusted"
        );
        input.problems.push(Problem { line: None, what });
    }
}

/// Adds what an input saw of a boot to what others saw.
fn add(drafts: &mut BTreeMap<BootKey, Draft>, draft: Draft) {
    match drafts.entry((draft.machine, draft.id)) {
        std::collections::btree_map::Entry::Occupied(mut known) => known.get_mut().merge(draft),
        std::collections::btree_map::Entry::Vacant(place) => {
            place.insert(draft);
        }
    }
}

/// Boots of a stream that names no machine are joined to the boot of the same id, if there is one machine's.
fn join_unnamed(mut drafts: BTreeMap<BootKey, Draft>) -> Vec<Draft> {
    let mut named: BTreeMap<BootId, Vec<BootKey>> = BTreeMap::new();
    for key in drafts.keys().filter(|(machine, _)| machine.is_some()) {
        named.entry(key.1).or_default().push(*key);
    }
    for (boot, machines) in named {
        if let [one] = machines[..]
            && let Some(draft) = drafts.remove(&(None, boot))
            && let Some(known) = drafts.get_mut(&one)
        {
            known.merge(draft);
        }
    }
    drafts.into_values().collect()
}

/// The boot that a header names as its last, if its entries can't be or weren't read.
fn from_header(file: &JournalFile, machine: MachineId, last_read: Option<u64>) -> Option<Draft> {
    if file.tail_boot == Id128::ZERO || file.tail_at == Micros(0) || file.tail_seq == 0 {
        return None;
    }
    // Of a file that was read, only entries behind the last readable one can be another boot's.
    if file.readable && last_read.is_none_or(|last| last >= file.tail_seq) {
        return None;
    }
    let seq = |number| Some(Seq { source: file.seq_source, number });
    let tail = Edge { at: file.tail_at, monotonic: Some(file.tail_monotonic), seq: seq(file.tail_seq) };
    // The file's first entry is an earlier boot's if it is older than the boot's start.
    let started = file.tail_at - Span(file.tail_monotonic);
    let first = match file.readable {
        true => tail,
        false if file.head_at < started => Edge { at: started, monotonic: None, seq: None },
        false => Edge { at: file.head_at, monotonic: None, seq: seq(file.head_seq) },
    };
    let mut draft = Draft {
        machine: Some(machine).filter(|machine| *machine != Id128::ZERO),
        id: file.tail_boot,
        header_only: true,
        ..Draft::default()
    };
    draft.see(first);
    draft.see(tail);
    Some(draft)
}

#[cfg(test)]
#[path = "reader_tests.rs"]
mod tests;
