//! The journal's verbose form as a stream of entries.
//!
//! As `journalctl -o verbose` prints it: a line with the time and, in brackets, the cursor, then a line
//! `    NAME=value` for each field; further lines of a value are indented as far as its first one. The cursor tells
//! boot, both times and the number (`s=<count>;i=<number>;b=<boot>;m=<monotonic>;t=<realtime>;x=<hash>`, numbers
//! in hexadecimal); the time before it is in the zone of whoever printed it and may be the sender's, so it is
//! not read.

use std::io::{self, BufRead};

use crate::entries::{self, Entries, Fields, Step};
use crate::export::is_field_name;
use crate::fields::{self, VALUE_MAX};
use crate::lines::{LineEnd, Lines};

/// How far fields are indented.
const INDENT: &[u8] = b"    ";

/// Reads entries one by one. Holds one entry's wanted fields.
pub(crate) struct VerboseReader<R> {
    lines: Lines<R>,
    wanted: Vec<&'static str>,
    fields: Fields,
    /// The value that further lines belong to.
    last: Last,
    /// Messages of which only the size is told.
    blobs: u64,
}

/// The field that was read last.
#[derive(Clone, Copy)]
enum Last {
    /// None of this entry yet.
    None,
    /// One that is not wanted.
    Unwanted,
    /// The last of the kept ones; its value's further lines are indented so far.
    Kept { indent: usize },
}

/// What a line is.
enum Line {
    Header,
    Field,
    /// A further line of a value.
    More,
    /// A line between entries: a new boot, the catalogue's words, nothing.
    Between,
    Other,
}

impl<R: BufRead> Entries for VerboseReader<R> {
    fn step(&mut self) -> io::Result<Step> {
        self.fields.clear();
        self.last = Last::None;
        let mut start = None;
        loop {
            let end = self.lines.next()?;
            let kind = self.kind();
            match (end, start) {
                (LineEnd::Nothing, None) => return Ok(Step::End),
                (LineEnd::Nothing, Some(line)) => return Ok(Step::Entry { line, closed: true }),
                // Whatever the torn line was to become, it is not what it says.
                (LineEnd::Torn, Some(line)) => return Ok(Step::Entry { line, closed: false }),
                (LineEnd::Torn, None) => {
                    let what = "the stream ends in the middle of an entry".to_owned();
                    return Ok(Step::Rejected { line: self.lines.count + 1, what });
                }
                (LineEnd::Newline, _) => {}
            }
            match (kind, start) {
                (Line::Between, _) => {}
                (Line::Header, None) => {
                    start = Some(self.lines.count);
                    self.fields = header(&self.lines.buffer).unwrap_or_default();
                }
                (Line::Field, Some(_)) => self.take_field(),
                (Line::More, Some(_)) => self.take_more(),
                (Line::Header | Line::Other, Some(line)) => {
                    self.lines.put_back();
                    return Ok(Step::Entry { line, closed: true });
                }
                (Line::Field | Line::More | Line::Other, None) => return self.reject(),
            }
        }
    }

    fn fields(&self) -> &Fields {
        &self.fields
    }

    fn lines(&self) -> u64 {
        self.lines.count
    }

    fn losses(&self) -> Vec<(&'static str, String)> {
        let what = format!(
            "of {} messages only the size is told (\"blob data\"): the verbose form leaves out what it takes for \
             unprintable; --all keeps them, and so does journalctl -o export",
            self.blobs
        );
        (self.blobs > 0).then_some(("left out", what)).into_iter().collect()
    }
}

impl<R: BufRead> VerboseReader<R> {
    /// A reader that keeps only the wanted fields.
    pub(crate) fn new(stream: R, wanted: Vec<&'static str>) -> Self {
        Self { lines: Lines::new(stream), wanted, fields: Vec::new(), last: Last::None, blobs: 0 }
    }

    /// What the line in the buffer is.
    fn kind(&self) -> Line {
        let line = self.lines.buffer.as_slice();
        if line.is_empty() || line.starts_with(b"-- ") {
            return Line::Between;
        }
        match line.strip_prefix(INDENT) {
            Some(rest) if rest.first().is_none_or(|&byte| byte == b' ') => Line::More,
            Some(rest) if split(rest).is_some() => Line::Field,
            Some(_) => Line::More,
            None if begins_entry(line) => Line::Header,
            None => Line::Other,
        }
    }

    /// Reads the field in the buffer.
    fn take_field(&mut self) {
        let Some((name, value)) = self.lines.buffer.strip_prefix(INDENT).and_then(split) else { return };
        let indent = INDENT.len() + name.len() + 1;
        let Some(name) = self.wanted.iter().copied().find(|wanted| wanted.as_bytes() == name) else {
            self.last = Last::Unwanted;
            return;
        };
        if name == "MESSAGE" && is_blob(value) {
            self.blobs += 1;
        }
        let count = self.fields.len();
        entries::keep(&mut self.fields, name, value);
        self.last = if self.fields.len() > count { Last::Kept { indent } } else { Last::Unwanted };
    }

    /// Adds the line in the buffer to the value before it.
    fn take_more(&mut self) {
        let (Last::Kept { indent }, Some((_, value))) = (self.last, self.fields.last_mut()) else { return };
        let line = self.lines.buffer.as_slice();
        let spaces = line.iter().take(indent).take_while(|&&byte| byte == b' ').count();
        let room = VALUE_MAX.saturating_sub(value.len());
        value.extend(b"\n".iter().chain(line.iter().skip(spaces)).take(room));
    }

    /// Passes over everything up to the next entry.
    fn reject(&mut self) -> io::Result<Step> {
        let line = self.lines.count;
        while self.lines.next()? == LineEnd::Newline {
            if begins_entry(&self.lines.buffer) {
                self.lines.put_back();
                break;
            }
        }
        let what =
            "a line belongs to no entry: an entry begins with its time and its cursor in brackets ([s=...])";
        Ok(Step::Rejected { line, what: what.to_owned() })
    }
}

/// Whether a line, without its end, begins an entry.
pub(crate) fn begins_entry(line: &[u8]) -> bool {
    header(line).is_some()
}

/// The fields that an entry's first line tells.
fn header(line: &[u8]) -> Option<Fields> {
    let starts = line.first().is_some_and(|byte| !byte.is_ascii_whitespace() && !b"{[\"".contains(byte));
    let line = line.strip_suffix(b"]").filter(|_| starts)?;
    let open = line.iter().rposition(|&byte| byte == b'[')?;
    if open.checked_sub(1).and_then(|at| line.get(at)) != Some(&b' ') {
        return None;
    }
    let cursor = line.get(open + 1..)?;
    let part =
        |name: u8| cursor.split(|&byte| byte == b';').find_map(|part| part.strip_prefix(&[name, b'=']));
    let number = |name| u64::from_str_radix(std::str::from_utf8(part(name)?).ok()?, 16).ok();
    let boot = part(b'b').filter(|boot| fields::id(boot).is_some())?;
    let mut fields = vec![
        ("__CURSOR", cursor.to_vec()),
        ("__REALTIME_TIMESTAMP", number(b't')?.to_string().into_bytes()),
        ("_BOOT_ID", boot.to_vec()),
    ];
    fields.extend(number(b'm').map(|at| ("__MONOTONIC_TIMESTAMP", at.to_string().into_bytes())));
    Some(fields)
}

/// Name and value of a field without its indentation.
fn split(field: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = field.iter().position(|&byte| byte == b'=')?;
    let (name, value) = (field.get(..at)?, field.get(at + 1..)?);
    is_field_name(name).then_some((name, value))
}

/// Whether a value stands for one that was left out, such as `[123B blob data]`.
fn is_blob(value: &[u8]) -> bool {
    value.starts_with(b"[") && value.ends_with(b" blob data]") && value.len() < 32
}

#[cfg(test)]
#[path = "verbose_tests.rs"]
mod tests;
