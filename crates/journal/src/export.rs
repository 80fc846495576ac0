//! The Journal Export Format as a stream of entries.
//!
//! Source: systemd's "Journal Export Formats" document. A field is a line `NAME=value`, or the line `NAME`,
//! the value's length as 64-bit little-endian number, the value and a newline. A blank line ends an entry.

use std::io::{self, BufRead, Read};

use crate::entries::{self, Entries, Fields, Step};
use crate::fields::VALUE_MAX;
use crate::lines::{LineEnd, Lines};

/// Longest field name of journald's native protocol.
pub(crate) const NAME_MAX: usize = 64;
/// Longest value that systemd accepts (DATA_SIZE_MAX, 768 MiB). A length above it is damage, not data.
const LENGTH_MAX: u64 = 768 * 1024 * 1024;

/// Reads entries one by one. Holds one entry's wanted fields and never more than [`VALUE_MAX`] of a value.
pub(crate) struct ExportReader<R> {
    lines: Lines<R>,
    wanted: Vec<&'static str>,
    fields: Fields,
    /// Wanted or not.
    field_count: usize,
    seen_cursor: bool,
    seen_time: bool,
}

impl<R: BufRead> Entries for ExportReader<R> {
    fn step(&mut self) -> io::Result<Step> {
        self.fields.clear();
        self.field_count = 0;
        (self.seen_cursor, self.seen_time) = (false, false);
        let mut start = self.lines.count + 1;
        loop {
            let end = self.lines.next()?;
            let blank = self.lines.buffer.is_empty();
            match end {
                LineEnd::Nothing if self.field_count == 0 => return Ok(Step::End),
                LineEnd::Nothing => return Ok(Step::Entry { line: start, closed: false }),
                LineEnd::Torn => return Ok(Step::Rejected { line: start, what: self.torn() }),
                LineEnd::Newline if blank && self.field_count == 0 => {
                    start = self.lines.count + 1;
                    continue;
                }
                LineEnd::Newline if blank => return Ok(Step::Entry { line: start, closed: true }),
                LineEnd::Newline => {}
            }
            if self.field_count == 0 {
                start = self.lines.count;
            }
            if self.starts_another() {
                self.lines.put_back();
                let what = "the entry has no closing blank line before the next one begins".to_owned();
                return Ok(Step::Rejected { line: start, what });
            }
            if let Err(what) = self.take_field()? {
                let nothing_before = self.field_count == 0;
                self.resync(nothing_before)?;
                return Ok(Step::Rejected { line: start, what });
            }
        }
    }

    fn fields(&self) -> &Fields {
        &self.fields
    }

    /// Bytes of binary values count their newlines.
    fn lines(&self) -> u64 {
        self.lines.count
    }

    fn losses(&self) -> Vec<(&'static str, String)> {
        let what = "its lines end in CR LF: it was converted on the way, which damages binary fields; copy it \
                    unchanged";
        self.lines.crlf.then(|| ("converted", what.to_owned())).into_iter().collect()
    }
}

impl<R: BufRead> ExportReader<R> {
    /// A reader that keeps only the wanted fields.
    pub(crate) fn new(stream: R, wanted: Vec<&'static str>) -> Self {
        Self {
            lines: Lines::new(stream),
            wanted,
            fields: Vec::new(),
            field_count: 0,
            seen_cursor: false,
            seen_time: false,
        }
    }

    fn torn(&self) -> String {
        "the stream ends in the middle of an entry".to_owned()
    }

    /// Whether the line in the buffer begins an entry although the one before was not closed.
    fn starts_another(&self) -> bool {
        (self.seen_cursor && self.lines.buffer.starts_with(b"__CURSOR="))
            || (self.seen_time && self.lines.buffer.starts_with(b"__REALTIME_TIMESTAMP="))
    }

    /// Reads the field that the buffer's line is or begins. The inner error says what is wrong with it.
    fn take_field(&mut self) -> io::Result<Result<(), String>> {
        let equals = self.lines.buffer.iter().take(NAME_MAX + 1).position(|&byte| byte == b'=');
        let name = &self.lines.buffer[..equals.unwrap_or(self.lines.buffer.len())];
        if !is_field_name(name) {
            return Ok(
                Err("a line is no field: neither NAME=value nor a NAME before binary data".to_owned()),
            );
        }
        let wanted = self.wanted.iter().copied().find(|wanted| wanted.as_bytes() == name);
        self.seen_cursor |= name == b"__CURSOR";
        self.seen_time |= name == b"__REALTIME_TIMESTAMP";
        let binary = match equals {
            Some(_) => Vec::new(),
            None => match self.binary(wanted.is_some())? {
                Ok(value) => value,
                Err(what) => return Ok(Err(what)),
            },
        };
        self.field_count += 1;
        if let Some(name) = wanted {
            let text = equals.and_then(|at| self.lines.buffer.get(at + 1..));
            entries::keep(&mut self.fields, name, text.unwrap_or(&binary));
        }
        Ok(Ok(()))
    }

    /// Reads a binary value: keeps its start if wanted, skips the rest.
    fn binary(&mut self, wanted: bool) -> io::Result<Result<Vec<u8>, String>> {
        let mut length = Vec::with_capacity(8);
        (&mut self.lines.stream).take(8).read_to_end(&mut length)?;
        let Ok(length) = <[u8; 8]>::try_from(length.as_slice()).map(u64::from_le_bytes) else {
            return Ok(Err(self.torn()));
        };
        // Whoever counts lines with another tool counts these bytes too.
        self.lines.count += length.to_le_bytes().iter().filter(|&&byte| byte == b'\n').count() as u64;
        if length > LENGTH_MAX {
            return Ok(Err(format!("a binary field claims {length} bytes, more than journald can write")));
        }
        let mut value = Vec::new();
        let kept = if wanted { length.min(VALUE_MAX as u64) } else { 0 };
        (&mut self.lines.stream).take(kept).read_to_end(&mut value)?;
        let mut newlines = value.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let mut left = length - value.len() as u64;
        while left > 0 {
            let chunk = match self.lines.stream.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let used = usize::try_from(left).unwrap_or(usize::MAX).min(chunk.len());
            newlines += chunk[..used].iter().filter(|&&byte| byte == b'\n').count() as u64;
            if used == 0 {
                self.lines.count += newlines;
                let claim = format!("the stream ends inside a binary field that claims {length} bytes");
                return Ok(Err(claim));
            }
            self.lines.stream.consume(used);
            left -= used as u64;
        }
        self.lines.count += newlines;
        let mut closing = Vec::new();
        (&mut self.lines.stream).take(1).read_to_end(&mut closing)?;
        if self.lines.crlf && closing == b"\r" {
            closing.clear();
            (&mut self.lines.stream).take(1).read_to_end(&mut closing)?;
        }
        match closing.first() {
            Some(b'\n') => {
                self.lines.count += 1;
                Ok(Ok(value))
            }
            Some(_) => Ok(Err(format!("a binary field of {length} bytes is not followed by a newline"))),
            None => Ok(Err(self.torn())),
        }
    }

    /// Skips to the next place where an entry can begin.
    fn resync(&mut self, nothing_before: bool) -> io::Result<()> {
        let time_begins_entry = nothing_before || self.seen_time;
        loop {
            match self.lines.next()? {
                LineEnd::Nothing | LineEnd::Torn => return Ok(()),
                LineEnd::Newline if self.lines.buffer.is_empty() => return Ok(()),
                LineEnd::Newline => {
                    let begins = self.lines.buffer.starts_with(b"__CURSOR=")
                        || (time_begins_entry && self.lines.buffer.starts_with(b"__REALTIME_TIMESTAMP="));
                    if begins {
                        self.lines.put_back();
                        return Ok(());
                    }
                }
            }
        }
    }
}

/// Whether journald would accept this as a field's name: capitals, digits and underscores.
pub(crate) fn is_field_name(name: &[u8]) -> bool {
    !name.is_empty()
        && name.len() <= NAME_MAX
        && !name[0].is_ascii_digit()
        && name.iter().all(|&byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;
