//! Streams of entries: decompression, form, selection, boots.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use model::{BootId, Id128, Input, InputId, InputKind, Micros, Origin, Problem, Record, Seq};

use crate::Selection;
use crate::drafts::{BootKey, Draft};
use crate::entries::{self, Entries, Step};
use crate::fields::{self, KEPT, PLACED};
use crate::form::{self, Form};
use crate::growing::Growing;
use crate::notes::Notes;
use crate::sniff::LOOK;
use crate::unpack;

/// journald's own bound on a valid wall time (2^55 microseconds, the year 3111).
const TIME_MAX: u64 = 1 << 55;

/// Reads a whole stream.
pub(crate) fn read(path: &Path, id: InputId, selection: &Selection) -> (Input, Vec<Draft>) {
    let mut input = Input::new(id, path.display().to_string(), InputKind::Export);
    match unpack::open(path) {
        Ok(stream) => {
            let drafts = read_from(stream, &mut input, selection);
            (input, drafts)
        }
        Err(error) => {
            let what = format!("cannot open {}: {error}", path.display());
            input.problems.push(Problem { line: None, what });
            (input, Vec::new())
        }
    }
}

/// Reads a whole stream that was opened.
pub(crate) fn read_from(stream: impl BufRead, input: &mut Input, selection: &Selection) -> Vec<Draft> {
    let (start, stream) = look_ahead(stream);
    match form_of(&start) {
        Ok(form) => read_as(form, io::Cursor::new(start).chain(stream), input, selection),
        Err(what) => {
            input.rejected += 1;
            input.problems.push(Problem { line: None, what: what.to_owned() });
            Vec::new()
        }
    }
}

/// Reads a whole stream of a known form.
pub(crate) fn read_as(
    form: Form,
    stream: impl BufRead,
    input: &mut Input,
    selection: &Selection,
) -> Vec<Draft> {
    if form != Form::Export {
        input.kind = InputKind::JournalText;
    }
    let mut notes = Notes::default();
    let mut reader = entries::of(form, stream, wanted_fields(selection));
    let drafts = read_entries(&mut *reader, input, &mut notes, selection);
    input.problems = notes.into_problems();
    drafts
}

/// Reads the start of a stream, and gives with it what follows: first the error that the start ended in, if any.
fn look_ahead<R: BufRead>(mut stream: R) -> (Vec<u8>, impl BufRead) {
    let mut start = Vec::new();
    let error = (&mut stream).take(LOOK).read_to_end(&mut start).err();
    (start, BufReader::new(Failing(error)).chain(stream))
}

/// Fails once.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// The form of a stream by its start, or why it has certainly none.
fn form_of(start: &[u8]) -> Result<Form, &'static str> {
    if let Some(form) = form::recognise(start) {
        return Ok(form);
    }
    if start.starts_with(crate::header::SIGNATURE) {
        return Err("it is a journal file, which can't be read from a pipe; give its path");
    }
    if form::looks_like_json(start) {
        return Ok(Form::Json);
    }
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if line.contains(&b',') && !line.contains(&b'=') && line.is_ascii() {
        return Err("it is no stream of entries but looks like a table; give a monitor's table with --csv");
    }
    Ok(Form::Export)
}

fn wanted_fields(selection: &Selection) -> Vec<&'static str> {
    let framing = [
        "__CURSOR",
        "__REALTIME_TIMESTAMP",
        "__MONOTONIC_TIMESTAMP",
        "__SEQNUM",
        "__SEQNUM_ID",
        "_BOOT_ID",
        "_HOSTNAME",
    ];
    let mut wanted: Vec<&'static str> = framing.into_iter().chain(PLACED.iter().copied()).collect();
    wanted.extend(KEPT);
    for (name, _) in selection.filtered.iter().chain(&selection.chatty) {
        if !wanted.contains(name) {
            wanted.push(name);
        }
    }
    wanted
}

fn read_entries(
    reader: &mut dyn Entries,
    input: &mut Input,
    notes: &mut Notes,
    selection: &Selection,
) -> Vec<Draft> {
    let mut boots: BTreeMap<BootKey, Growing> = BTreeMap::new();
    loop {
        let line = match reader.step() {
            Ok(Step::End) => break,
            Ok(Step::Rejected { line, what }) => {
                input.rejected += 1;
                notes.add("entry", Some(line), what);
                continue;
            }
            Ok(Step::Entry { line, closed }) => {
                if !closed {
                    input.is_cut_off = true;
                    let what = "the stream ends before its last entry does, so that entry may be incomplete";
                    notes.add("end", Some(line), what.to_owned());
                }
                line
            }
            Err(error) => {
                input.rejected += 1;
                input.is_cut_off = true;
                let what =
                    format!("the stream cannot be read any further: {error}; what came before was kept");
                notes.add("stream", Some(reader.lines() + 1), what);
                break;
            }
        };
        match record(reader, line, input.id) {
            Ok(record) => {
                input.records += 1;
                input.first = Some(input.first.map_or(record.at, |first| first.min(record.at)));
                input.last = Some(input.last.map_or(record.at, |last| last.max(record.at)));
                let machine = fields::machine(&record);
                input.machine_id = input.machine_id.or(machine);
                let appearance = (input.id.0, boots.len() as u64);
                let growing = boots.entry((machine, record.boot)).or_insert_with(|| {
                    Growing::of(Draft { machine, id: record.boot, appearance, ..Draft::default() })
                });
                if let Some(name) = reader.field("_HOSTNAME")
                    && growing.draft.hostname.as_deref().map(str::as_bytes) != Some(name)
                {
                    growing.draft.hostname = Some(String::from_utf8_lossy(name).into_owned());
                }
                let keep = is_selected(reader, &record, selection);
                growing.take(record, keep, selection);
            }
            Err(what) => {
                input.rejected += 1;
                notes.add("entry", Some(line), what.to_owned());
            }
        }
    }
    for (kind, what) in reader.losses() {
        notes.add(kind, None, what);
    }
    if reader.lines() == 0 && input.records == 0 && input.rejected == 0 {
        notes.add("empty", None, "it is empty: nothing to read".to_owned());
    }
    boots.into_values().map(|growing| growing.finish(selection)).collect()
}

fn is_selected(reader: &dyn Entries, record: &Record, selection: &Selection) -> bool {
    if record
        .message_id
        .is_some_and(|id| selection.always.contains(&id) || selection.stream_always.contains(&id))
    {
        return true;
    }
    let filtered = selection.filtered.iter().chain(&selection.chatty).any(|(name, value)| {
        reader.fields().iter().any(|(field, found)| field == name && found == value.as_bytes())
    });
    filtered && reader.field("MESSAGE").is_some_and(|message| (selection.wanted)(message))
}

/// Frames the entry just read, or says what it lacks.
fn record(reader: &dyn Entries, line: u64, input: InputId) -> Result<Record, &'static str> {
    let at = reader.field("__REALTIME_TIMESTAMP").ok_or("the entry has no __REALTIME_TIMESTAMP")?;
    let at = fields::number(at)
        .filter(|at| (1..TIME_MAX).contains(at))
        .ok_or("the entry's __REALTIME_TIMESTAMP is no time in microseconds")?;
    let monotonic = match reader.field("__MONOTONIC_TIMESTAMP") {
        None => None,
        Some(value) => Some(
            fields::number(value)
                .filter(|&at| at < TIME_MAX)
                .ok_or("the entry's __MONOTONIC_TIMESTAMP is no time in microseconds")?,
        ),
    };
    let boot: BootId = reader
        .field("_BOOT_ID")
        .ok_or("the entry has no _BOOT_ID")
        .map(fields::id)?
        .filter(|boot| *boot != Id128::ZERO)
        .ok_or("the entry's _BOOT_ID is no id of 32 hexadecimal digits")?;
    let cursor = reader.field("__CURSOR").map(fields::text);
    let source = reader.field("__SEQNUM_ID").and_then(fields::id);
    let number = reader.field("__SEQNUM").and_then(fields::number);
    let seq = match (source, number) {
        (Some(source), Some(number)) => Some(Seq { source, number }),
        _ => cursor.as_deref().and_then(fields::cursor_seq),
    };
    let origin = Origin { input, cursor, line: Some(line) };
    let mut record =
        fields::framed(Micros(at as i64), monotonic.map(|monotonic| monotonic as i64), boot, origin);
    record.seq = seq;
    for (name, value) in reader.fields() {
        fields::put(&mut record, name.as_bytes(), value);
    }
    Ok(record)
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
