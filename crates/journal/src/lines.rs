//! The lines of a stream, of which only so much is held as can be kept.

use std::io::{self, BufRead, Read};

use crate::export::NAME_MAX;
use crate::fields::VALUE_MAX;

/// Bytes of one line that are kept: a field's name, the sign between and its value.
const LINE_MAX: usize = NAME_MAX + 1 + VALUE_MAX;

/// How a line ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineEnd {
    Newline,
    /// The stream ended inside the line.
    Torn,
    /// There was no further line.
    Nothing,
}

/// Reads lines one by one.
pub(crate) struct Lines<R> {
    pub(crate) stream: R,
    /// Lines read so far.
    pub(crate) count: u64,
    /// The line just read, without its end.
    pub(crate) buffer: Vec<u8>,
    /// Whether lines end in CR LF.
    pub(crate) crlf: bool,
    pending: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(stream: R) -> Self {
        Self { stream, count: 0, buffer: Vec::new(), crlf: false, pending: false }
    }

    /// Reads a line into the buffer; of a longer line than is kept the rest is passed over.
    pub(crate) fn next(&mut self) -> io::Result<LineEnd> {
        if std::mem::take(&mut self.pending) {
            return Ok(LineEnd::Newline);
        }
        self.buffer.clear();
        let read = (&mut self.stream).take(LINE_MAX as u64).read_until(b'\n', &mut self.buffer)?;
        if read == 0 {
            return Ok(LineEnd::Nothing);
        }
        if self.buffer.last() == Some(&b'\n') {
            self.buffer.pop();
            // The first line has no value that could end so by itself.
            self.crlf |= self.count == 0 && self.buffer.ends_with(b"\r");
            if self.crlf && self.buffer.ends_with(b"\r") {
                self.buffer.pop();
            }
        } else if read < LINE_MAX || !self.skip_rest()? {
            return Ok(LineEnd::Torn);
        }
        self.count += 1;
        Ok(LineEnd::Newline)
    }

    /// Gives the line just read again.
    pub(crate) fn put_back(&mut self) {
        self.pending = true;
    }

    /// Passes over the rest of a line; false if the stream ends before the newline.
    fn skip_rest(&mut self) -> io::Result<bool> {
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
}
