//! The file `/var/log/wtmp`: records of fixed size (utmp(5)).

use std::io::{BufRead, Read};

use model::Micros;

use crate::civil::SECOND;
use crate::notes::Notes;
use crate::sessions::{self, Session, What};
use crate::{Form, Options, Reading, Wall};

/// Where the fields of a record are. glibc keeps 32-bit times where 32-bit programs of the same machine write the
/// file too (x86-64), and 64-bit ones elsewhere (aarch64).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    size: usize,
    time: usize,
    is_wide: bool,
}

const LAYOUTS: [Layout; 2] =
    [Layout { size: 384, time: 340, is_wide: false }, Layout { size: 400, time: 344, is_wide: true }];

const RUN_LEVEL: i16 = 1;
const BOOT_TIME: i16 = 2;
/// Types 0 (empty) to 9 (accounting).
const TYPES: std::ops::RangeInclusive<i16> = 0..=9;
/// Records that are looked at to tell the layout.
const LOOK: usize = 64;

struct Entry<'a> {
    kind: i16,
    user: &'a [u8],
    host: &'a [u8],
    at: i64,
}

/// Whether the bytes are records of wtmp.
pub(crate) fn is_wtmp(head: &[u8]) -> bool {
    layout(head).is_some()
}

/// The layout in which all records are plausible.
fn layout(head: &[u8]) -> Option<Layout> {
    LAYOUTS.into_iter().find(|layout| {
        let mut records = head.chunks_exact(layout.size).take(LOOK).peekable();
        let mut told = 0_usize;
        let is_plausible = records.peek().is_some()
            && records.all(|bytes| {
                let Some(entry) = entry(bytes, *layout) else { return false };
                told += usize::from(entry.kind != 0);
                is_plausible(&entry, bytes)
            });
        is_plausible && told > 0
    })
}

fn is_plausible(entry: &Entry, bytes: &[u8]) -> bool {
    // 1990 to 2100; an empty record may have no time at all.
    let is_time = (631_152_000..4_102_444_800).contains(&entry.at.div_euclid(SECOND));
    let is_text = |field: &[u8]| field.iter().all(|byte| *byte >= 0x20);
    let padding = bytes.get(2..4) == Some(&[0, 0]);
    TYPES.contains(&entry.kind)
        && padding
        && (is_time || entry.kind == 0 && bytes.iter().all(|byte| *byte == 0))
        && is_text(entry.user)
        && is_text(entry.host)
}

fn entry(bytes: &[u8], layout: Layout) -> Option<Entry<'_>> {
    let kind = i16::from_le_bytes(bytes.get(..2)?.try_into().ok()?);
    let number = |at: usize| -> Option<i64> {
        Some(if layout.is_wide {
            i64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?)
        } else {
            // Unsigned: it lasts until 2106, and no record is older than 1970.
            i64::from(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
        })
    };
    let width = if layout.is_wide { 8 } else { 4 };
    let (secs, micros) = (number(layout.time)?, number(layout.time + width)?);
    let at = secs.saturating_mul(SECOND).saturating_add(micros.clamp(0, SECOND - 1));
    Some(Entry { kind, user: text(bytes.get(44..76)?), host: text(bytes.get(76..332)?), at })
}

/// A field up to its end or its first NUL.
fn text(field: &[u8]) -> &[u8] {
    field.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// Reads the records. Lines are counted as records.
pub(crate) fn read(stream: &mut dyn BufRead, options: &Options) -> Reading {
    let mut notes = Notes::default();
    let mut head = vec![0; 400 * 384];
    let filled = fill(stream, &mut head, &mut notes);
    head.truncate(filled);
    let layout = layout(&head).unwrap_or(LAYOUTS[0]);
    let mut whole = head.as_slice().chain(stream);
    let mut sessions = Vec::new();
    let mut bytes = vec![0; layout.size];
    let mut number = options.first_line;
    loop {
        let filled = fill(&mut whole, &mut bytes, &mut notes);
        if filled < layout.size {
            if filled > 0 {
                notes.rejected += 1;
                notes.tell(Some(number), "the last record of wtmp is cut off");
            }
            break;
        }
        let entry = entry(&bytes, layout);
        match entry.filter(|entry| is_plausible(entry, &bytes)) {
            Some(entry) => sessions.extend(session(&entry, number)),
            None => {
                notes.rejected += 1;
                notes.tell(None, "some records of wtmp are damaged and passed over");
            }
        }
        number = number.saturating_add(1);
    }
    // Records of one file are in the order in which they were written.
    let records = sessions.len() as u64;
    let boots = sessions::boots(sessions, Wall::Sure, options);
    Reading {
        form: Some(Form::Wtmp),
        boots,
        records,
        rejected: notes.rejected,
        problems: notes.into_problems(),
        ..Reading::default()
    }
}

fn session(entry: &Entry, line: u64) -> Option<Session> {
    let what = match entry.kind {
        BOOT_TIME => What::Boot { crashed: false },
        RUN_LEVEL if entry.user == b"shutdown" => What::Shutdown,
        _ => return None,
    };
    let kernel = String::from_utf8_lossy(entry.host).into_owned();
    Some(Session { at: Micros(entry.at), what, kernel, line })
}

/// Fills a buffer as far as the stream goes.
fn fill(stream: &mut dyn Read, buffer: &mut [u8], notes: &mut Notes) -> usize {
    let mut filled = 0;
    while let Some(room) = buffer.get_mut(filled..).filter(|room| !room.is_empty()) {
        match stream.read(room) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => {
                notes.tell(None, format!("reading stopped: {error}; what came before it is kept"));
                break;
            }
        }
    }
    filled
}
