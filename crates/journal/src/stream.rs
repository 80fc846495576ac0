//! Export streams: decompression, selection, boots.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use model::{BootId, Id128, Input, InputId, InputKind, Micros, Origin, Record, Seq};

use crate::Selection;
use crate::drafts::{BootKey, Draft};
use crate::export::{ExportReader, Step};
use crate::fields::{self, KEPT, PLACED};
use crate::growing::Growing;
use crate::notes::Notes;

/// Memory that an xz stream may ask for.
const XZ_MEMORY_MAX: u64 = 256 << 20;
/// Bytes of a stream that are looked at before it is read.
const START: u64 = 4096;
/// journald's own bound on a valid wall time (2^55 microseconds, the year 3111).
const TIME_MAX: u64 = 1 << 55;

/// Opens a file, or standard input for `-`, and looks through gzip, xz and Zstandard by their magic bytes.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") { unpacked(io::stdin()) } else { unpacked(File::open(path)?) }
}

/// Looks through gzip, xz and Zstandard by their magic bytes.
///
/// # Errors
/// What reading the first bytes returns.
pub fn unpacked(mut raw: impl Read + 'static) -> io::Result<Box<dyn BufRead>> {
    let mut magic = Vec::new();
    raw.by_ref().take(START).read_to_end(&mut magic)?;
    let raw = BufReader::with_capacity(1 << 16, io::Cursor::new(magic.clone()).chain(raw));
    let plain: Box<dyn Read> = if magic.starts_with(&[0x1f, 0x8b]) {
        Box::new(flate2::bufread::MultiGzDecoder::new(raw))
    } else if magic.starts_with(&[0xfd, b'7', b'z', b'X', b'Z', 0]) {
        let decoder =
            liblzma::stream::Stream::new_stream_decoder(XZ_MEMORY_MAX, liblzma::stream::CONCATENATED)
                .map_err(io::Error::other)?;
        Box::new(liblzma::bufread::XzDecoder::new_stream(raw, decoder))
    } else if magic.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Box::new(zstd::Decoder::with_buffer(raw)?)
    } else {
        return Ok(Box::new(raw));
    };
    // Small, because what a decoder has unpacked before it finds damage is lost as far as it lies in the
    // buffer being filled.
    Ok(Box::new(BufReader::with_capacity(1 << 12, plain)))
}

/// Reads a whole stream.
pub(crate) fn read(path: &Path, id: InputId, selection: &Selection) -> (Input, Vec<Draft>) {
    let mut input = Input::new(id, path.display().to_string(), InputKind::Export);
    let mut notes = Notes::default();
    let drafts = match open(path) {
        Ok(stream) => read_entries(stream, &mut input, &mut notes, selection),
        Err(error) => {
            notes.add("open", None, format!("cannot open {}: {error}", path.display()));
            Vec::new()
        }
    };
    input.problems = notes.into_problems();
    (input, drafts)
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
    stream: Box<dyn BufRead>,
    input: &mut Input,
    notes: &mut Notes,
    selection: &Selection,
) -> Vec<Draft> {
    let mut stream = stream;
    if let Some(what) = stream.fill_buf().ok().and_then(no_export) {
        input.rejected += 1;
        notes.add("stream", None, what.to_owned());
        return Vec::new();
    }
    let mut reader = ExportReader::new(stream, wanted_fields(selection));
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
                    let what = "the stream ends without a blank line, so its last entry may be incomplete";
                    notes.add("end", Some(line), what.to_owned());
                }
                line
            }
            Err(error) => {
                input.rejected += 1;
                let what =
                    format!("the stream cannot be read any further: {error}; what came before was kept");
                notes.add("stream", Some(reader.lines() + 1), what);
                break;
            }
        };
        match record(&reader, line, input.id) {
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
                let keep = is_selected(&reader, &record, selection);
                growing.take(record, keep, selection);
            }
            Err(what) => {
                input.rejected += 1;
                notes.add("entry", Some(line), what.to_owned());
            }
        }
    }
    if reader.is_converted() {
        let what = "its lines end in CR LF: it was converted on the way, which damages binary fields; copy it \
                    unchanged";
        notes.add("converted", None, what.to_owned());
    }
    if reader.lines() == 0 && input.rejected == 0 {
        notes.add("empty", None, "it is empty: nothing to read".to_owned());
    }
    boots.into_values().map(|growing| growing.finish(selection)).collect()
}

/// Why a stream that was not looked at before (standard input, a pipe) is certainly no export.
fn no_export(start: &[u8]) -> Option<&'static str> {
    if start.starts_with(crate::header::SIGNATURE) {
        return Some("it is a journal file, which can't be read from a pipe; give its path");
    }
    let line = start.split(|&byte| byte == b'\n').next()?;
    let looks_like_table = line.contains(&b',') && !line.contains(&b'=') && line.is_ascii();
    looks_like_table
        .then_some("it is no export stream but looks like a table; give a monitor's table with --csv")
}

fn is_selected<R: BufRead>(reader: &ExportReader<R>, record: &Record, selection: &Selection) -> bool {
    if record
        .message_id
        .is_some_and(|id| selection.always.contains(&id) || selection.stream_always.contains(&id))
    {
        return true;
    }
    let filtered = selection.filtered.iter().chain(&selection.chatty).any(|(name, value)| {
        reader.fields().any(|(field, found)| field == *name && found == value.as_bytes())
    });
    filtered && reader.field("MESSAGE").is_some_and(|message| (selection.wanted)(message))
}

/// Frames the entry just read, or says what it lacks.
fn record<R: BufRead>(reader: &ExportReader<R>, line: u64, input: InputId) -> Result<Record, &'static str> {
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
