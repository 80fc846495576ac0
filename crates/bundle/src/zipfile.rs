//! Reads a zip. Its directory is looked at first: the crate reads all of it into memory.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::rc::Rc;

use chrono::NaiveDate;
use model::Micros;
use zip::ZipArchive;

use crate::archive::{joined, link};
use crate::collect::{Collector, Content, Item};
use crate::limits::{Bounded, Budget, Counted, Exceeded};
use crate::name::shown;
use crate::packing::read_head;
use crate::{BundleError, LOOK_BYTES, ziplocal};

/// Largest directory that is read. An entry takes 46 bytes and its name.
const DIRECTORY: u64 = 64 << 20;
/// Longest path that a link may lead to, as the kernel has it.
const TARGET: u64 = 4096;

/// Said of a zip that was cut short.
const LOST: &str = "has lost its end, where a zip's directory stands";

/// Whether bytes begin a zip, an empty one too.
pub(crate) fn is_zip(head: &[u8]) -> bool {
    matches!(head, [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..])
}

/// Reads all members; `within` is put before their names.
pub(crate) fn read(collector: &mut Collector<'_>, mut file: File, within: &str) -> Result<(), BundleError> {
    let subject = if within.is_empty() { "the archive".to_owned() } else { shown(within) };
    match directory(&mut file) {
        Ok(Some((entries, bytes))) => {
            let limit = collector.budget.limits.members;
            if entries > limit || bytes > DIRECTORY {
                return Err(collector.exceeded(Exceeded::Members(limit)));
            }
        }
        Ok(None) => return without_directory(collector, file, within, &format!("{subject} {LOST}")),
        Err(error) => {
            collector.problem(format!("{subject} can't be read: {error}"));
            return Ok(());
        }
    }
    let budget = Rc::clone(&collector.budget);
    let opened = file.try_clone().and_then(|file| archive(file, budget).map_err(io::Error::other));
    let mut archive = match opened {
        Ok(archive) => archive,
        Err(why) => {
            if let Err(error) = file.rewind() {
                collector.problem(format!("{subject} can't be read: {error}"));
                return Ok(());
            }
            return without_directory(collector, file, within, &format!("{subject} {why}"));
        }
    };
    let mut encrypted = 0_u64;
    for index in 0..archive.len() {
        collector.count()?;
        let name = archive.name_for_index(index).unwrap_or_default().to_owned();
        let locked = archive.by_index_raw(index).is_ok_and(|member| member.encrypted());
        if locked {
            encrypted = encrypted.saturating_add(1);
            continue;
        }
        let member = match archive.by_index(index) {
            Ok(member) => member,
            Err(error) => {
                collector.unread("members that can't be unpacked");
                collector.problem(format!("{} can't be unpacked: {error}", shown(&joined(within, &name))));
                continue;
            }
        };
        take(collector, member, within)?;
    }
    if encrypted > 0 {
        collector.unread_many("encrypted members", encrypted);
        collector.problem(format!(
            "{subject} holds {encrypted} encrypted members; unpack them and give their folder"
        ));
    }
    Ok(())
}

/// Opens a zip by its directory.
fn archive(mut file: File, budget: Rc<Budget>) -> Result<ZipArchive<BufReader<Counting>>, String> {
    let head = read_head(&mut file, 4).0;
    let opened = ZipArchive::new(BufReader::new(Counting { file, budget }));
    let archive = opened.map_err(|error| format!("has a damaged directory ({error})"))?;
    // It begins with a member, and the directory does not count from there: that is the directory of a zip that is
    // packed in it, and its own is lost.
    if is_zip(&head) && archive.offset() > 0 { Err(LOST.to_owned()) } else { Ok(archive) }
}

/// Reads the members by their own headers, and tells so.
fn without_directory(
    collector: &mut Collector<'_>,
    file: File,
    within: &str,
    what: &str,
) -> Result<(), BundleError> {
    let members = ziplocal::read(collector, file, within)?;
    collector.problem(match members {
        0 => format!("{what}; nothing is read"),
        _ => {
            format!("{what}; its members are read one behind the other as far as they go, {members} of them")
        }
    });
    Ok(())
}

/// Whether a file ends with a zip's record of its directory, wherever the zip in it begins: one that unpacks itself has
/// a program in front.
pub(crate) fn ends_as_zip(file: &mut File) -> io::Result<bool> {
    const RECORD: usize = 22;
    let length = file.seek(SeekFrom::End(0))?;
    let start = length.saturating_sub(RECORD as u64 + 65_535);
    file.seek(SeekFrom::Start(start))?;
    let mut end = Vec::new();
    Read::take(&mut *file, length.saturating_sub(start)).read_to_end(&mut end)?;
    let mut found = false;
    for at in 0..end.len().saturating_sub(RECORD - 1) {
        let rest = end.get(at..).unwrap_or_default();
        // Its comment, and nothing else, is behind it.
        let comment = (rest.len() - RECORD) as u64;
        if rest.starts_with(b"PK\x05\x06") && number(rest, 20, 2) == comment && !found {
            let before = at.checked_sub(20).and_then(|at| end.get(at..at + 4));
            let here = start.saturating_add(at as u64);
            let mut mark = [0; 4];
            found = before == Some(b"PK\x06\x07")
                || here.checked_sub(number(rest, 12, 4)).is_some_and(|at| {
                    let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut mark));
                    read.is_ok() && mark == *b"PK\x01\x02"
                });
        }
    }
    file.rewind()?;
    Ok(found)
}

fn take<R: Read + ?Sized>(
    collector: &mut Collector<'_>,
    member: zip::read::ZipFile<'_, R>,
    within: &str,
) -> Result<(), BundleError> {
    let inner = String::from_utf8_lossy(member.name_raw()).replace('\\', "/");
    let name = joined(within, &inner);
    if member.is_symlink() {
        // A link's content is its target.
        let target = read_head(&mut member.take(TARGET), LOOK_BYTES).0;
        link(collector, &name, &inner, &String::from_utf8_lossy(&target));
        return Ok(());
    }
    if member.is_dir() {
        return Ok(());
    }
    // The kinds of Unix, where the zip was made there: a device or a pipe has no content that could be evidence.
    if member.unix_mode().is_some_and(|mode| !matches!(mode & 0o170_000, 0 | 0o100_000)) {
        collector.unread("devices and pipes");
        return Ok(());
    }
    let modified = member.last_modified().and_then(micros);
    let size = member.size();
    let mut bounded = Bounded { inner: member, budget: Rc::clone(&collector.budget) };
    collector.take(Item { name, size, modified, content: Content::Stream(&mut bounded) })
}

/// A zip's times are local and carry no zone; taken as UTC they are right to a day.
pub(crate) fn micros(at: zip::DateTime) -> Option<Micros> {
    let day = NaiveDate::from_ymd_opt(i32::from(at.year()), u32::from(at.month()), u32::from(at.day()))?;
    let time = day.and_hms_opt(u32::from(at.hour()), u32::from(at.minute()), u32::from(at.second()))?;
    Some(Micros::from_secs(time.and_utc().timestamp()))
}

/// Entries and bytes of the directory, as the record at the zip's end tells; none without one. Of several records
/// (a comment may hold another) the largest counts.
fn directory(file: &mut File) -> io::Result<Option<(u64, u64)>> {
    // The record and the longest comment, with the locator of the 64-bit record before it.
    const END: u64 = 22 + 65_535 + 20;
    let length = file.seek(SeekFrom::End(0))?;
    let start = length.saturating_sub(END);
    file.seek(SeekFrom::Start(start))?;
    let mut end = Vec::new();
    Read::take(&mut *file, END).read_to_end(&mut end)?;
    let mut found: Option<(u64, u64)> = None;
    for at in (0..end.len()).rev() {
        let Some(rest) = end.get(at..) else { continue };
        let told = if rest.starts_with(b"PK\x05\x06") {
            Some((number(rest, 10, 2), number(rest, 12, 4)))
        } else if rest.starts_with(b"PK\x06\x07") {
            big_directory(file, number(rest, 8, 8))?
        } else {
            None
        };
        if let Some((entries, bytes)) = told {
            // 0xffff and 0xffffffff stand for the 64-bit record.
            let real =
                (if entries == 0xffff { 0 } else { entries }, if bytes == 0xffff_ffff { 0 } else { bytes });
            let (most, longest) = found.unwrap_or_default();
            found = Some((most.max(real.0), longest.max(real.1)));
        }
    }
    file.rewind()?;
    Ok(found)
}

/// Entries and bytes of the directory from the 64-bit record.
fn big_directory(file: &mut File, offset: u64) -> io::Result<Option<(u64, u64)>> {
    let mut record = Vec::new();
    file.seek(SeekFrom::Start(offset))?;
    Read::take(&mut *file, 56).read_to_end(&mut record)?;
    Ok(record.starts_with(b"PK\x06\x06").then(|| (number(&record, 32, 8), number(&record, 40, 8))))
}

/// A little-endian number, 0 where the bytes end.
pub(crate) fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    let field = bytes.get(at..at.saturating_add(length)).unwrap_or_default();
    field.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

/// A file that counts what is read of it.
struct Counting {
    file: File,
    budget: Rc<Budget>,
}

impl Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Counted { inner: &self.file, budget: Rc::clone(&self.budget) }.read(buffer)
    }
}

impl Seek for Counting {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
