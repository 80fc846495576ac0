//! The Journal Export Format as a stream of entries.
//!
//! Source: systemd's "Journal Export Formats" document. A field is a line `NAME=value`, or the line `NAME`,
//! the value's length as 64-bit little-endian number, the value and a newline. A blank line ends an entry.

use std::io::{self, BufRead, Read};

use crate::fields::VALUE_MAX;

/// Longest field name of journald's native protocol.
const NAME_MAX: usize = 64;
/// Longest value that systemd accepts (DATA_SIZE_MAX, 768 MiB). A length above it is damage, not data.
const LENGTH_MAX: u64 = 768 * 1024 * 1024;

/// What the stream held next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// An entry; its fields can be asked for until the next step. `closed` is false for one that the
    /// stream's end cut off between two lines.
    Entry { line: u64, closed: bool },
    /// Something that is no entry, from this line on.
    Rejected { line: u64, what: String },
    /// The end.
    End,
}

/// Reads entries one by one. Holds one entry's wanted fields and never more than [`VALUE_MAX`] of a value.
pub(crate) struct ExportReader<R> {
    stream: R,
    wanted: Vec<&'static str>,
    /// Lines read so far.
    lines: u64,
    buffer: Vec<u8>,
    /// A line that was read but belongs to the next entry.
    pending: bool,
    fields: Vec<(&'static str, Vec<u8>)>,
    /// Wanted or not.
    field_count: usize,
    seen_cursor: bool,
    seen_time: bool,
    /// Whether lines ended in CR LF.
    crlf: bool,
}

/// How a line ended.
#[derive(PartialEq, Eq)]
enum LineEnd {
    Newline,
    /// The stream ended inside the line.
    Torn,
    /// There was no further line.
    Nothing,
}

impl<R: BufRead> ExportReader<R> {
    /// A reader that keeps only the wanted fields.
    pub(crate) fn new(stream: R, wanted: Vec<&'static str>) -> Self {
        Self {
            stream,
            wanted,
            lines: 0,
            buffer: Vec::new(),
            pending: false,
            fields: Vec::new(),
            field_count: 0,
            seen_cursor: false,
            seen_time: false,
            crlf: false,
        }
    }

    /// Whether lines ended in CR LF: somebody converted the stream on the way, which damages binary values.
    pub(crate) fn is_converted(&self) -> bool {
        self.crlf
    }

    /// Lines read so far; bytes of binary values count their newlines.
    pub(crate) fn lines(&self) -> u64 {
        self.lines
    }

    /// The wanted fields of the entry just read, in its order.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&'static str, &[u8])> {
        self.fields.iter().map(|(name, value)| (*name, value.as_slice()))
    }

    /// The first value of a field.
    pub(crate) fn field(&self, name: &str) -> Option<&[u8]> {
        self.fields().find(|(field, _)| *field == name).map(|(_, value)| value)
    }

    /// Goes to the next entry.
    ///
    /// # Errors
    /// What the stream itself returns, such as damage in a compressed stream. The entry it fell into is lost.
    pub(crate) fn step(&mut self) -> io::Result<Step> {
        self.fields.clear();
        self.field_count = 0;
        (self.seen_cursor, self.seen_time) = (false, false);
        let mut start = self.lines + 1;
        loop {
            let end = self.line()?;
            let blank = self.buffer.is_empty();
            match end {
                LineEnd::Nothing if self.field_count == 0 => return Ok(Step::End),
                LineEnd::Nothing => return Ok(Step::Entry { line: start, closed: false }),
                LineEnd::Torn => return Ok(Step::Rejected { line: start, what: self.torn() }),
                LineEnd::Newline if blank && self.field_count == 0 => {
                    start = self.lines + 1;
                    continue;
                }
                LineEnd::Newline if blank => return Ok(Step::Entry { line: start, closed: true }),
                LineEnd::Newline => {}
            }
            if self.field_count == 0 {
                start = self.lines;
            }
            if self.starts_another() {
                self.pending = true;
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

    fn torn(&self) -> String {
        "the stream ends in the middle of an entry".to_owned()
    }

    /// Reads a line into the buffer, without its newline; of a longer line than is kept the rest is skipped.
    fn line(&mut self) -> io::Result<LineEnd> {
        if std::mem::take(&mut self.pending) {
            return Ok(LineEnd::Newline);
        }
        self.buffer.clear();
        let limit = NAME_MAX + 1 + VALUE_MAX;
        let read = (&mut self.stream).take(limit as u64).read_until(b'\n', &mut self.buffer)?;
        if read == 0 {
            return Ok(LineEnd::Nothing);
        }
        if self.buffer.last() == Some(&b'\n') {
            self.buffer.pop();
            // The first line has no value that could end so by itself.
            self.crlf |= self.lines == 0 && self.buffer.ends_with(b"\r");
            if self.crlf && self.buffer.ends_with(b"\r") {
                self.buffer.pop();
            }
        } else if read < limit || !self.skip_line()? {
            return Ok(LineEnd::Torn);
        }
        self.lines += 1;
        Ok(LineEnd::Newline)
    }

    /// Skips the rest of a line; false if the stream ends before the newline.
    fn skip_line(&mut self) -> io::Result<bool> {
        loop {
            let chunk = match self.stream.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok(false);
            }
            let newline = chunk.iter().position(|&byte| byte == b'\n');
            let used = newline.map_or(chunk.len(), |at| at + 1);
            self.stream.consume(used);
            if newline.is_some() {
                return Ok(true);
            }
        }
    }

    /// Whether the line in the buffer begins an entry although the one before was not closed.
    fn starts_another(&self) -> bool {
        (self.seen_cursor && self.buffer.starts_with(b"__CURSOR="))
            || (self.seen_time && self.buffer.starts_with(b"__REALTIME_TIMESTAMP="))
    }

    /// Reads the field that the buffer's line is or begins. The inner error says what is wrong with it.
    fn take_field(&mut self) -> io::Result<Result<(), String>> {
        let equals = self.buffer.iter().take(NAME_MAX + 1).position(|&byte| byte == b'=');
        let name = &self.buffer[..equals.unwrap_or(self.buffer.len())];
        if !is_field_name(name) {
            return Ok(
                Err("a line is no field: neither NAME=value nor a NAME before binary data".to_owned()),
            );
        }
        let wanted = self.wanted.iter().copied().find(|wanted| wanted.as_bytes() == name);
        self.seen_cursor |= name == b"__CURSOR";
        self.seen_time |= name == b"__REALTIME_TIMESTAMP";
        let value = match equals {
            Some(at) => {
                let end = self.buffer.len().min(at + 1 + VALUE_MAX);
                wanted.map(|_| self.buffer[at + 1..end].to_vec())
            }
            None => match self.binary(wanted.is_some())? {
                Ok(value) => Some(value),
                Err(what) => return Ok(Err(what)),
            },
        };
        self.field_count += 1;
        if let (Some(name), Some(value)) = (wanted, value) {
            self.fields.push((name, value));
        }
        Ok(Ok(()))
    }

    /// Reads a binary value: keeps its start if wanted, skips the rest.
    fn binary(&mut self, wanted: bool) -> io::Result<Result<Vec<u8>, String>> {
        let mut length = Vec::with_capacity(8);
        (&mut self.stream).take(8).read_to_end(&mut length)?;
        let Ok(length) = <[u8; 8]>::try_from(length.as_slice()).map(u64::from_le_bytes) else {
            return Ok(Err(self.torn()));
        };
        // Whoever counts lines with another tool counts these bytes too.
        self.lines += length.to_le_bytes().iter().filter(|&&byte| byte == b'\n').count() as u64;
        if length > LENGTH_MAX {
            return Ok(Err(format!("a binary field claims {length} bytes, more than journald can write")));
        }
        let mut value = Vec::new();
        let kept = if wanted { length.min(VALUE_MAX as u64) } else { 0 };
        (&mut self.stream).take(kept).read_to_end(&mut value)?;
        let mut newlines = value.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let mut left = length - value.len() as u64;
        while left > 0 {
            let chunk = match self.stream.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let used = usize::try_from(left).unwrap_or(usize::MAX).min(chunk.len());
            newlines += chunk[..used].iter().filter(|&&byte| byte == b'\n').count() as u64;
            if used == 0 {
                self.lines += newlines;
                let claim = format!("the stream ends inside a binary field that claims {length} bytes");
                return Ok(Err(claim));
            }
            self.stream.consume(used);
            left -= used as u64;
        }
        self.lines += newlines;
        let mut closing = Vec::new();
        (&mut self.stream).take(1).read_to_end(&mut closing)?;
        if self.crlf && closing == b"\r" {
            closing.clear();
            (&mut self.stream).take(1).read_to_end(&mut closing)?;
        }
        match closing.first() {
            Some(b'\n') => {
                self.lines += 1;
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
            match self.line()? {
                LineEnd::Nothing | LineEnd::Torn => return Ok(()),
                LineEnd::Newline if self.buffer.is_empty() => return Ok(()),
                LineEnd::Newline => {
                    let begins = self.buffer.starts_with(b"__CURSOR=")
                        || (time_begins_entry && self.buffer.starts_with(b"__REALTIME_TIMESTAMP="));
                    if begins {
                        self.pending = true;
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
