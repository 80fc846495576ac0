//! Lines of a stream, in bounded memory.

use std::io::{BufRead, Read};

/// What is kept of a line. journald itself cuts lines at 48 KiB, rsyslog at 8 KiB.
pub(crate) const LINE_MAX: usize = 64 * 1024;
/// How much of a stream's start is looked at.
const HEAD: u64 = 64 * 1024;

/// The start of a stream, as far as it can be read.
pub(crate) fn head(stream: &mut dyn BufRead) -> Vec<u8> {
    let mut head = Vec::new();
    // What was read before an error is still in the buffer, and reading on will meet the error again.
    let _ = stream.take(HEAD).read_to_end(&mut head);
    head
}

/// Lines that say something.
pub(crate) fn count(stream: &mut dyn BufRead) -> u64 {
    let mut lines = LineReader::new(stream, 0);
    let (mut line, mut count, mut last) = (Line::default(), 0, None);
    while lines.read(&mut line) {
        // NUL bytes end lines too, but under the same number.
        let is_said = line.bytes.iter().any(|byte| !byte.is_ascii_whitespace());
        if is_said && last != Some(line.number) {
            (count, last) = (count + 1, Some(line.number));
        }
    }
    count
}

/// A line without its end.
#[derive(Default)]
pub(crate) struct Line {
    /// The text, at most [`LINE_MAX`] bytes.
    pub(crate) bytes: Vec<u8>,
    /// Its number.
    pub(crate) number: u64,
    /// NUL bytes in front of it.
    pub(crate) nuls: u64,
    /// It was longer than what is kept.
    pub(crate) is_cut: bool,
}

/// Reads lines.
pub(crate) struct LineReader<'a> {
    stream: &'a mut dyn BufRead,
    next: u64,
    /// Why reading ended early.
    pub(crate) error: Option<String>,
}

impl<'a> LineReader<'a> {
    pub(crate) fn new(stream: &'a mut dyn BufRead, first_line: u64) -> Self {
        Self { stream, next: first_line, error: None }
    }

    /// The next line, into a buffer that is used again. False at the end.
    ///
    /// NUL bytes end a line as well: what stands behind lost blocks is another line, under the same number.
    pub(crate) fn read(&mut self, line: &mut Line) -> bool {
        line.bytes.clear();
        (line.nuls, line.is_cut, line.number) = (0, false, self.next);
        let mut any = false;
        loop {
            let buffer = match self.stream.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.error.get_or_insert_with(|| error.to_string());
                    break;
                }
            };
            if buffer.is_empty() {
                break;
            }
            any = true;
            let end = memchr::memchr2(b'\n', 0, buffer);
            let part = buffer.get(..end.unwrap_or(buffer.len())).unwrap_or_default();
            line.add(part);
            let mut used = part.len();
            let is_newline = end.and_then(|end| buffer.get(end)) == Some(&b'\n');
            let is_nul = end.is_some() && !is_newline;
            if is_newline {
                used += 1;
            } else if is_nul && line.bytes.is_empty() {
                let rest = buffer.get(used..).unwrap_or_default();
                let nuls = rest.iter().take_while(|byte| **byte == 0).count();
                line.nuls = line.nuls.saturating_add(nuls as u64);
                used += nuls;
            }
            self.stream.consume(used);
            if is_newline {
                self.next = self.next.saturating_add(1);
            }
            if is_newline || is_nul && !line.bytes.is_empty() {
                break;
            }
        }
        if line.bytes.last() == Some(&b'\r') {
            line.bytes.pop();
        }
        any
    }
}

impl Line {
    fn add(&mut self, part: &[u8]) {
        let room = LINE_MAX.saturating_sub(self.bytes.len());
        self.is_cut |= part.len() > room;
        self.bytes.extend_from_slice(part.get(..room).unwrap_or(part));
    }
}

/// Takes terminal colours and other control sequences out of a text.
pub(crate) fn strip_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\u{1b}' {
            plain.push(c);
            continue;
        }
        match chars.next() {
            // CSI: parameters, then a letter or one of @ ~ and their like.
            Some('[') => while chars.next().is_some_and(|c| !('\u{40}'..='\u{7e}').contains(&c)) {},
            // OSC (a link, a title): up to BEL or ESC \.
            Some(']') => {
                while let Some(c) = chars.next() {
                    if c == '\u{7}' {
                        break;
                    }
                    if c == '\u{1b}' {
                        chars.next();
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    plain
}
