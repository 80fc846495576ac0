//! Crash records: pstore's parts put together, and kdump's logs.
//!
//! The kernel writes its last lines in parts, the newest first, each under a head line (`Panic#1 Part1`). They lie in
//! pstore as a file a part (`dmesg-efi-<seconds><part><count>`, `dmesg-erst-<id>`, `dmesg-ramoops-<n>`), and
//! systemd-pstore puts them together into `dmesg.txt`, oldest lines first. Every text is taken apart at its head
//! lines here and each dump put together once, wherever its parts lie and however often.

use std::collections::btree_map::{BTreeMap, Entry};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use chrono::{NaiveDate, NaiveDateTime};
use model::Micros;
use model::words::dumped_at;

use crate::copy::Temp;
use crate::name::shown;
use crate::packing::read_head;
use crate::place::{is_number, record_id};
use crate::{BundleError, CrashReason, Member, Part, Role};

/// Most of a pstore text that is read. A kernel's whole buffer is seldom above 4 MiB.
const LONGEST: usize = 16 << 20;

/// Most dumps that are told of. Storage for pstore holds a few.
const DUMPS: usize = 1000;
/// Most parts of one text: the kernel writes some 10 KiB of log in all, in parts of 1 KiB or more.
const PARTS: usize = 10_000;

/// A file that may be a crash record or a part of one.
#[derive(Clone, Debug)]
pub(crate) struct CrashFile {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) modified: Option<Micros>,
    /// The folders above the one that was given, which may be named by the dump's time.
    pub(crate) above: Rc<str>,
}

/// What came of them.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) members: Vec<Member>,
    /// Parts that were there more than once.
    pub(crate) copies: u64,
    pub(crate) problems: Vec<String>,
}

/// Which dump a part belongs to: its second, its head's reason and number. Texts without a head stand alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    secs: i64,
    reason: String,
    count: u64,
    alone: Option<String>,
}

/// A part: where it lies.
#[derive(Clone, Debug)]
struct Chunk {
    file: usize,
    place: Part,
    /// It is all that its file holds.
    is_whole: bool,
}

/// Puts the records together; what has to be joined is written to the private folder.
pub(crate) fn assemble(mut files: Vec<CrashFile>, temp: &mut Temp) -> Result<Found, BundleError> {
    // What systemd-pstore has put together goes first: its parts then are the copies.
    files.sort_by_cached_key(|file| (!file.name.ends_with("dmesg.txt"), file.name.clone()));
    let mut found = Found::default();
    let mut dumps: BTreeMap<Key, BTreeMap<u64, Chunk>> = BTreeMap::new();
    let mut too_many = 0_u64;
    let mut index = 0;
    while index < files.len() {
        let Some(file) = files.get_mut(index) else { break };
        if let Some(role) = whole(file) {
            let (name, path, modified) = (shown(&file.name), file.path.clone(), file.modified);
            found.members.push(Member { name, path, part: None, role, tail: false, modified });
        } else {
            match text_of(file, temp)? {
                Ok(text) => {
                    for (key, part, chunk) in chunks(index, file, &text) {
                        if dumps.len() >= DUMPS && !dumps.contains_key(&key) {
                            too_many = too_many.saturating_add(1);
                            continue;
                        }
                        let parts = dumps.entry(key).or_default();
                        if let Entry::Vacant(place) = parts.entry(part) {
                            place.insert(chunk);
                        } else {
                            found.copies = found.copies.saturating_add(1);
                        }
                    }
                }
                Err(what) => found.problems.push(what),
            }
        }
        index = index.saturating_add(1);
    }
    if too_many > 0 {
        found
            .problems
            .push(format!("more than {DUMPS} crash records; {too_many} parts of others are not read"));
    }
    for (key, parts) in dumps {
        let numbers: Vec<u64> = parts.keys().copied().collect();
        let member = put_together(&key, parts, &files, temp)?;
        let Some(member) = member else { continue };
        if numbers.last() != Some(&(numbers.len() as u64)) {
            let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
            found.problems.push(format!("{}: of its parts only {} are there", member.name, list.join(", ")));
        }
        found.members.push(member);
    }
    Ok(found)
}

/// The role of a text that is a crash's log as it stands: kdump's, or a console kept in memory.
fn whole(file: &CrashFile) -> Option<Role> {
    let mut parts = file.name.rsplit('/');
    let name = parts.next().unwrap_or_default();
    let folder = parts.next().or_else(|| file.above.rsplit('/').next()).unwrap_or_default();
    if matches!(name, "console-ramoops" | "console-ramoops-0") {
        return Some(Role::Crash { at: None, named: None, local: None, reason: None });
    }
    let stamp = name.strip_prefix("dmesg.").filter(|stamp| is_number(stamp));
    let is_kdump =
        name == "vmcore-dmesg.txt" || stamp.is_some() || (name == "dmesg.txt" && dated(folder).is_some());
    is_kdump.then(|| Role::Crash {
        // The crash kernel writes it within a minute of the crash.
        at: file.modified,
        named: None,
        local: stamp.and_then(dated).or_else(|| dated(folder)),
        reason: Some(CrashReason::Panic),
    })
}

/// The local time in a name: `202611261000` (kdump-tools), `127.0.0.1-2026-11-26-10:00:00` (kdump of RHEL).
fn dated(name: &str) -> Option<NaiveDateTime> {
    if name.len() == 12 && is_number(name) {
        return at(
            name.get(..4)?,
            name.get(4..6)?,
            name.get(6..8)?,
            name.get(8..10)?,
            name.get(10..12)?,
            "0",
        );
    }
    let mut fields = name.rsplit(['-', ':', '_']);
    let (second, minute, hour) = (fields.next()?, fields.next()?, fields.next()?);
    let (day, month, year) = (fields.next()?, fields.next()?, fields.next()?);
    if year.len() == 4 { at(year, month, day, hour, minute, second) } else { None }
}

fn at(year: &str, month: &str, day: &str, hour: &str, minute: &str, second: &str) -> Option<NaiveDateTime> {
    let number = |text: &str| text.parse::<u32>().ok();
    NaiveDate::from_ymd_opt(year.parse().ok()?, number(month)?, number(day)?)?.and_hms_opt(
        number(hour)?,
        number(minute)?,
        number(second)?,
    )
}

/// The text of a record; one that the kernel could not decompress (`.enc.z`) is unpacked and its path replaced.
fn text_of(file: &mut CrashFile, temp: &mut Temp) -> Result<Result<Vec<u8>, String>, BundleError> {
    let mut opened = match File::open(&file.path) {
        Ok(opened) => opened,
        Err(error) => return Ok(Err(format!("cannot read {}: {error}", shown(&file.name)))),
    };
    let (bytes, error) = read_head(&mut opened, LONGEST);
    if let Some(error) = error {
        return Ok(Err(format!("cannot read {}: {error}", shown(&file.name))));
    }
    if !file.name.ends_with(".enc.z") {
        return Ok(Ok(bytes));
    }
    let Some(text) = inflated(&bytes) else {
        return Ok(Err(format!("{} is compressed in a way that is not known here", shown(&file.name))));
    };
    file.path = write(temp, &[&text])?;
    Ok(Ok(text))
}

/// Undoes deflate, bare or with zlib's head: the kernel has used both.
fn inflated(bytes: &[u8]) -> Option<Vec<u8>> {
    let fits = |text: Vec<u8>| (!text.is_empty() && std::str::from_utf8(&text).is_ok()).then_some(text);
    let bare = read_head(&mut flate2::read::DeflateDecoder::new(bytes), LONGEST).0;
    fits(bare).or_else(|| fits(read_head(&mut flate2::read::ZlibDecoder::new(bytes), LONGEST).0))
}

fn write(temp: &mut Temp, texts: &[&[u8]]) -> Result<PathBuf, BundleError> {
    let path = temp.path("")?;
    let written =
        File::create_new(&path).and_then(|mut file| texts.iter().try_for_each(|text| file.write_all(text)));
    written.map_err(|error| temp.failed(error))?;
    Ok(path)
}

/// Takes a text apart at its head lines.
fn chunks(index: usize, file: &CrashFile, text: &[u8]) -> Vec<(Key, u64, Chunk)> {
    let name = file.name.rsplit('/').next().unwrap_or_default();
    let record = record_id(name);
    let secs = stamp(file).unwrap_or_else(|| file.modified.map_or(0, |at| at.0.div_euclid(1_000_000)));
    let mut heads: Vec<(Option<Head>, Part)> = Vec::new();
    let (mut number, mut offset) = (0_u64, 0_u64);
    // Where the name of the part's file stands, if the line before was one.
    let mut named: Option<Part> = None;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        number = number.saturating_add(1);
        let here = Part { first_line: number, from: offset, to: offset };
        offset = offset.saturating_add(line.len() as u64);
        let head = head_of(line);
        if head.is_none() && is_name(line) {
            named = Some(here);
            continue;
        }
        let start = named.take().unwrap_or(here);
        if heads.len() < PARTS && head.is_some() || heads.is_empty() {
            if let Some((_, before)) = heads.last_mut() {
                before.to = start.from;
            }
            heads.push((head, start));
        }
    }
    if let Some((_, place)) = heads.last_mut() {
        place.to = offset;
    }
    let is_whole = heads.len() == 1;
    let chunk = |place| Chunk { file: index, place, is_whole };
    let keyed = |(head, place): (Option<Head>, Part)| match head {
        Some(head) => {
            let key = Key { secs, reason: head.reason.to_owned(), count: head.count, alone: None };
            (key, head.part, chunk(place))
        }
        None => {
            let part = record.and_then(|(backend, id)| efi_part(backend, id)).unwrap_or(1);
            let alone = record.is_none_or(|(backend, _)| !is_efi(backend)).then(|| file.name.clone());
            (Key { secs, reason: String::new(), count: 0, alone }, part, chunk(place))
        }
    };
    heads.into_iter().map(keyed).collect()
}

/// A head line taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    reason: &'static str,
    count: u64,
    part: u64,
}

/// Reasons as the kernel names them (`kmsg_dump_reason_str`; the last three are older).
const REASONS: [(&str, CrashReason); 8] = [
    ("Panic", CrashReason::Panic),
    ("Oops", CrashReason::Oops),
    ("Emergency", CrashReason::Emergency),
    ("Shutdown", CrashReason::Shutdown),
    ("Unknown", CrashReason::Unknown),
    ("Restart", CrashReason::Shutdown),
    ("Halt", CrashReason::Shutdown),
    ("Poweroff", CrashReason::Shutdown),
];

/// `Panic#1 Part1`.
fn head_of(line: &[u8]) -> Option<Head> {
    if line.len() > 64 {
        return None;
    }
    let line = std::str::from_utf8(line).ok()?.trim_end();
    let (reason, rest) = line.split_once('#')?;
    let (count, part) = rest.split_once(" Part")?;
    let (reason, _) = REASONS.iter().find(|(name, _)| *name == reason)?;
    Some(Head { reason, count: count.parse().ok()?, part: part.parse().ok().filter(|part| *part > 0)? })
}

/// `dmesg-erst-7646394989341048834:`, which systemd-pstore of 252 puts before each part.
fn is_name(line: &[u8]) -> bool {
    let name = std::str::from_utf8(line.trim_ascii_end()).ok().and_then(|line| line.strip_suffix(':'));
    name.is_some_and(|name| record_id(name).is_some())
}

/// Whether a text is a record, by its first lines.
pub(crate) fn is_record(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').skip_while(|line| is_name(line)).take(1);
    lines.next().and_then(head_of).is_some()
}

/// When a dump was begun, in seconds since 1970, by the id of its file or its folder.
fn stamp(file: &CrashFile) -> Option<i64> {
    let mut parts = file.name.rsplit('/');
    let name = parts.next()?;
    if record_id(name).is_some() {
        return dumped_at(name);
    }
    let mut folders = parts.chain(file.above.rsplit('/'));
    folders.find_map(|folder| id_secs(folder).filter(|_| folder.len() >= 10 && is_number(folder)))
}

/// Seconds in a folder's number: 10 digits are seconds; more are an ERST record's id, whose upper half is seconds, or
/// the first 13 digits of one.
fn id_secs(id: &str) -> Option<i64> {
    let number: u64 = id.parse().ok()?;
    match id.len() {
        10 => sane(number),
        // The rest of the digits is lost; the lower half is a small count.
        13 => sane(number.checked_mul(1_000_000)?.checked_add(999_999)? >> 32),
        17..=20 => sane(number >> 32),
        _ => None,
    }
}

/// Seconds between 2001 and 2100.
fn sane(secs: u64) -> Option<i64> {
    (1_000_000_000..4_102_444_800).contains(&secs).then(|| i64::try_from(secs).ok())?
}

/// Kernels since about 5.13 name the backend by its module.
fn is_efi(backend: &str) -> bool {
    matches!(backend, "efi" | "efi_pstore")
}

fn efi_part(backend: &str, id: &str) -> Option<u64> {
    is_efi(backend).then(|| id.get(10..12)?.parse().ok())?
}

/// One dump as a member: in place where its parts lie in one stretch, else written out, highest part first.
fn put_together(
    key: &Key,
    parts: BTreeMap<u64, Chunk>,
    files: &[CrashFile],
    temp: &mut Temp,
) -> Result<Option<Member>, BundleError> {
    let chunks: Vec<Chunk> = parts.into_values().rev().collect();
    let (Some(first), Some(last)) = (chunks.first(), chunks.last()) else { return Ok(None) };
    let file_of = |chunk: &Chunk| files.get(chunk.file);
    // The newest part is the dump's own time, if its file has one.
    let (Some(file), Some(newest)) = (file_of(first), file_of(last)) else { return Ok(None) };
    let is_stretch = chunks.windows(2).all(|pair| match pair {
        [a, b] => a.file == b.file && a.place.to == b.place.from,
        _ => true,
    });
    let more = chunks
        .iter()
        .map(|chunk| chunk.file)
        .collect::<std::collections::BTreeSet<_>>()
        .len()
        .saturating_sub(1);
    let mut name = shown(&file.name);
    let (path, part) = if is_stretch {
        let place = Part { to: last.place.to, ..first.place };
        let size = std::fs::metadata(&file.path).map_or(0, |metadata| metadata.len());
        let is_all = first.is_whole || (place.from == 0 && place.to == size);
        (file.path.clone(), (!is_all).then_some(place))
    } else {
        let mut texts = Vec::new();
        for chunk in &chunks {
            texts.push(file_of(chunk).and_then(|file| slice(&file.path, chunk.place)).unwrap_or_default());
        }
        let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
        (write(temp, &texts)?, None)
    };
    if more > 0 {
        name.push_str(&format!(" and {more} more"));
    }
    let reason =
        REASONS.iter().find(|(name, _)| *name == key.reason).map_or(CrashReason::Unknown, |(_, why)| *why);
    let named = stamp(newest).map(Micros::from_secs);
    let role = Role::Crash { at: when(key, newest), named, local: None, reason: Some(reason) };
    Ok(Some(Member { name, path, part, role, tail: false, modified: newest.modified }))
}

/// When a dump was made. An ERST id tells when the boot wrote its *first* record: of a later one its file's time is
/// nearer.
fn when(key: &Key, newest: &CrashFile) -> Option<Micros> {
    let told = stamp(newest).map(Micros::from_secs);
    let is_later =
        |at: &Micros| key.count > 1 && newest.name.contains("erst") && told.is_none_or(|told| *at > told);
    newest.modified.filter(is_later).or(told).or(newest.modified)
}

fn slice(path: &Path, place: Part) -> Option<Vec<u8>> {
    let mut file = File::open(path).ok()?;
    file.seek(SeekFrom::Start(place.from)).ok()?;
    let mut text = Vec::new();
    file.take(place.to.saturating_sub(place.from)).read_to_end(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_tell_the_time() {
        let stamp_of = |name: &str| {
            let (name, above) = name.rsplit_once(" in ").map_or((name, ""), |(above, name)| (name, above));
            stamp(&CrashFile { name: name.into(), path: PathBuf::new(), modified: None, above: above.into() })
        };
        for (name, secs) in [
            ("dmesg-efi-176415000001001", Some(1_764_150_000)),
            ("dmesg-erst-7646365594584875011", Some(1_780_308_223)),
            ("7646365594584875011/dmesg.txt", Some(1_780_308_223)),
            ("7646365594584/dmesg.txt", Some(1_780_308_223)),
            ("pstore/1764150000/001/dmesg.txt", Some(1_764_150_000)),
            ("1764150000/001 in dmesg.txt", Some(1_764_150_000)),
            ("1764150000/001 in dmesg-efi-176415999901001", Some(1_764_159_999)),
            ("1764150000 in 1764159999/dmesg.txt", Some(1_764_159_999)),
            ("dmesg-ramoops-0", None),
        ] {
            assert_eq!(stamp_of(name), secs, "{name}");
        }
    }

    #[test]
    fn names_of_kdump_tell_local_times() {
        for (name, at) in [
            ("202611261000", Some("2026-11-26 10:00:00")),
            ("127.0.0.1-2026-11-26-10:00:05", Some("2026-11-26 10:00:05")),
            ("host-2026-11-26-10-00-05", Some("2026-11-26 10:00:05")),
            ("202613261000", None),
            ("1764150000", None),
            ("", None),
        ] {
            assert_eq!(dated(name).map(|at| at.to_string()).as_deref(), at, "{name}");
        }
    }

    #[test]
    fn head_lines_are_known() {
        for (line, known) in [
            ("Panic#1 Part1\n", true),
            ("Oops#12 Part3", true),
            ("Restart#1 Part1", true),
            ("Panic#1 Part0", false),
            ("Panic# Part1", false),
            ("<0>Panic#1 Part1", false),
            ("[ 1.0] Panic#1 Part1", false),
        ] {
            assert_eq!(head_of(line.as_bytes()).is_some(), known, "{line}");
        }
    }
}
