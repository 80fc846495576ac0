//! Bytes to numbered lines: encodings, line ends, NUL runs and torn ends.

use std::borrow::Cow;

use crate::{MonitorError, TornRow};

/// Why a line must not be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Torn {
    /// The file ends inside it: it has no newline.
    End,
    /// This many NUL bytes stand where its end should be.
    Nul(u64),
    /// It is too long to be a line and was cut.
    Long,
}

/// A line, or what is left of one between NUL runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    /// Its number in the decompressed input, counted from 1.
    pub(crate) number: u64,
    /// The text without line end and surrounding white space.
    pub(crate) text: Cow<'a, str>,
    /// Set where its end was lost.
    pub(crate) torn: Option<Torn>,
}

/// A monitor's file as text, or some whole lines of it.
#[derive(Debug)]
pub(crate) struct Text<'a> {
    bytes: Cow<'a, [u8]>,
    newline: u8,
    /// Lines before the first one.
    before: u64,
    utf8: bool,
    /// Whether the last line is cut because it is too long to be one.
    pub(crate) is_too_long: bool,
}

impl<'a> Text<'a> {
    /// Takes the bytes of a whole file as text.
    ///
    /// # Errors
    /// `Empty` when there is nothing but white space and NULs, `Binary` when it is no text.
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Self, MonitorError> {
        let bytes = if is_utf16(bytes) {
            Cow::Owned(from_utf16(bytes))
        } else {
            Cow::Borrowed(bytes.strip_prefix(UTF8_MARK).unwrap_or(bytes))
        };
        if is_blank(&bytes) {
            return Err(MonitorError::Empty);
        }
        if is_binary(&bytes) {
            return Err(MonitorError::Binary);
        }
        let (newline, utf8) = (newline(&bytes), std::str::from_utf8(&bytes).is_ok());
        Ok(Self { bytes, newline, before: 0, utf8, is_too_long: false })
    }

    /// Lines of a file of which the beginning was looked at, with so many before them.
    pub(crate) fn part(bytes: &'a [u8], newline: u8, before: u64) -> Self {
        let utf8 = std::str::from_utf8(bytes).is_ok();
        Self { bytes: Cow::Borrowed(bytes), newline, before, utf8, is_too_long: false }
    }

    /// The lines, without blank ones. A line with NUL runs in it falls into pieces: those in front of
    /// a run are torn, the one behind the last run is a line of its own.
    pub(crate) fn lines(&self) -> Vec<Line<'_>> {
        lines_of(&self.bytes, self.newline, self.before, self.utf8, self.is_too_long)
    }

    /// The same, of bytes that outlive this.
    pub(crate) fn into_lines(self) -> Vec<Line<'a>> {
        match self.bytes {
            Cow::Borrowed(bytes) => lines_of(bytes, self.newline, self.before, self.utf8, self.is_too_long),
            Cow::Owned(_) => Vec::new(),
        }
    }

    /// NUL bytes in it and the line of the first.
    pub(crate) fn nul(&self) -> Option<(u64, u64)> {
        let at = memchr::memchr(0, &self.bytes)?;
        let line = memchr::memchr_iter(self.newline, &self.bytes[..at]).count() as u64 + 1;
        Some((memchr::memchr_iter(0, &self.bytes).count() as u64, self.before + line))
    }

    /// How many lines have an end.
    pub(crate) fn newlines(&self) -> u64 {
        memchr::memchr_iter(self.newline, &self.bytes).count() as u64
    }

    /// Whether the last line has an end.
    pub(crate) fn is_ended(&self) -> bool {
        self.bytes.last().is_none_or(|&byte| byte == self.newline)
    }

    /// Whether it is UTF-8; else it is read as ISO 8859-1, line by line.
    pub(crate) const fn is_utf8(&self) -> bool {
        self.utf8
    }

    /// Whether there is nothing but white space in it.
    pub(crate) fn is_blank(&self) -> bool {
        self.bytes.iter().all(u8::is_ascii_whitespace)
    }

    /// Where rows are torn.
    pub(crate) fn torn(&self) -> Vec<TornRow> {
        crate::torn::rows(&self.bytes, self.newline, self.before)
    }
}

fn lines_of(bytes: &[u8], newline: u8, before: u64, utf8: bool, is_too_long: bool) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let has_nul = memchr::memchr(0, bytes).is_some();
    let whole = if utf8 { std::str::from_utf8(bytes).ok() } else { None };
    let (mut start, mut number) = (0, before);
    let newlines = memchr::memchr_iter(newline, bytes).map(|at| (at, true));
    let end = bytes.last().is_some_and(|&byte| byte != newline).then_some((bytes.len(), false));
    for (at, ended) in newlines.chain(end) {
        number += 1;
        let torn = match ended {
            true => None,
            false if is_too_long => Some(Torn::Long),
            false => Some(Torn::End),
        };
        match whole.and_then(|text| text.get(start..at)) {
            Some(line) if !has_nul => {
                let text = line.trim();
                if !text.is_empty() {
                    lines.push(Line { number, text: Cow::Borrowed(text), torn });
                }
            }
            _ => pieces(&bytes[start..at], number, torn, &mut lines),
        }
        start = at + 1;
    }
    lines
}

fn pieces<'a>(mut line: &'a [u8], number: u64, torn: Option<Torn>, lines: &mut Vec<Line<'a>>) {
    loop {
        let Some(start) = line.iter().position(|&byte| byte == 0) else {
            push(line, number, torn, lines);
            return;
        };
        let run = line[start..].iter().take_while(|&&byte| byte == 0).count();
        push(&line[..start], number, Some(Torn::Nul(run as u64)), lines);
        line = &line[start + run..];
    }
}

fn push<'a>(bytes: &'a [u8], number: u64, torn: Option<Torn>, lines: &mut Vec<Line<'a>>) {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.trim()),
        Err(_) => {
            Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect::<String>().trim().to_owned())
        }
    };
    if !text.is_empty() {
        lines.push(Line { number, text, torn });
    }
}

/// The byte order mark of UTF-8.
pub(crate) const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Whether a file with this beginning is UTF-16, as `PowerShell` writes it.
pub(crate) fn is_utf16(bytes: &[u8]) -> bool {
    matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) || is_utf16le(bytes)
}

/// UTF-16 to UTF-8, without byte order mark.
pub(crate) fn from_utf16(bytes: &[u8]) -> Vec<u8> {
    type Unit = fn([u8; 2]) -> u16;
    let (body, unit): (&[u8], Unit) = match bytes {
        [0xFF, 0xFE, rest @ ..] => (rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => (rest, u16::from_be_bytes),
        _ => (bytes, u16::from_le_bytes),
    };
    let units = body.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: String =
        char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    text.into_bytes()
}

/// Whether there is nothing but white space and NULs.
pub(crate) fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0 || byte.is_ascii_whitespace())
}

/// What ends a line: a carriage return only where there is nothing else. What comes behind the last byte is not known.
pub(crate) fn newline(bytes: &[u8]) -> u8 {
    let inner = bytes.split_last().map_or(bytes, |(_, inner)| inner);
    if !bytes.contains(&b'\n') && inner.contains(&b'\r') { b'\r' } else { b'\n' }
}

/// Whether the first characters are ASCII, each followed by a zero byte.
fn is_utf16le(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(32)];
    head.len() >= 16 && head.chunks_exact(2).all(|pair| pair[0].is_ascii() && pair[0] != 0 && pair[1] == 0)
}

/// More than one control character in twenty, or much that is neither ASCII nor UTF-8.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    let head = || bytes.iter().copied().filter(|&byte| byte != 0).take(4096);
    let total = head().count();
    let control = head().filter(|byte| matches!(byte, 1..=8 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F)).count();
    if control * 20 > total {
        return true;
    }
    let high = head().filter(|byte| !byte.is_ascii()).count();
    let head: Vec<u8> = head().collect();
    high * 3 > total && std::str::from_utf8(&head).is_err_and(|error| error.error_len().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<(u64, String, Option<Torn>)> {
        let text = Text::new(bytes).unwrap();
        text.lines().into_iter().map(|line| (line.number, line.text.into_owned(), line.torn)).collect()
    }

    #[test]
    fn lines_keep_their_numbers() {
        let line = |number, text: &str, torn| (number, text.to_owned(), torn);
        for (bytes, expected) in [
            (&b"a\r\n\r\nb\n"[..], vec![line(1, "a", None), line(3, "b", None)]),
            (b"\xEF\xBB\xBFa\nb", vec![line(1, "a", None), line(2, "b", Some(Torn::End))]),
            (b"a\n12\0\0\0", vec![line(1, "a", None), line(2, "12", Some(Torn::Nul(3)))]),
            (b"a\n12\0\0b,c\nd\n", {
                vec![
                    line(1, "a", None),
                    line(2, "12", Some(Torn::Nul(2))),
                    line(2, "b,c", None),
                    line(3, "d", None),
                ]
            }),
            (b"a\n\0\0b\n", vec![line(1, "a", None), line(2, "b", None)]),
            (b"a\rb\r", vec![line(1, "a", None), line(2, "b", None)]),
            (b"21 \xB0C\n", vec![line(1, "21 °C", None)]),
            (b"\xFF\xFEa\0\r\0\n\0b\0\n\0", vec![line(1, "a", None), line(2, "b", None)]),
            (b"\xFE\xFF\0a\0\n", vec![line(1, "a", None)]),
        ] {
            assert_eq!(read(bytes), expected, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for (bytes, empty) in [
            (&b""[..], true),
            (b"\n \r\n", true),
            (b"\0\0\0\0", true),
            (b"\x7fELF\x02\x01\x01\x03\x04", false),
            (b"\x1f\x8b\x08\x00\x01\x02\xff\xfe\x80\x81\x82\x01\x02\x03", false),
        ] {
            let error = Text::new(bytes).unwrap_err();
            assert_eq!(matches!(error, MonitorError::Empty), empty, "{}", bytes.escape_ascii());
            assert_eq!(matches!(error, MonitorError::Binary), !empty, "{}", bytes.escape_ascii());
        }
    }
}
