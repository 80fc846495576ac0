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

/// A monitor's file as text.
#[derive(Debug)]
pub(crate) struct Text<'a> {
    bytes: Cow<'a, [u8]>,
    newline: u8,
    /// NUL bytes in it and the line of the first.
    pub(crate) nul: Option<(u64, u64)>,
    /// The encoding, where it is not UTF-8.
    pub(crate) encoding: Option<&'static str>,
}

impl<'a> Text<'a> {
    /// Takes the bytes as text.
    ///
    /// # Errors
    /// `Empty` when there is nothing but white space and NULs, `Binary` when it is no text.
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Self, MonitorError> {
        let (bytes, mut encoding) = decode(bytes);
        if bytes.iter().all(|byte| *byte == 0 || byte.is_ascii_whitespace()) {
            return Err(MonitorError::Empty);
        }
        if is_binary(&bytes) {
            return Err(MonitorError::Binary);
        }
        if encoding.is_none() && std::str::from_utf8(&bytes).is_err() {
            encoding = Some("ISO 8859-1");
        }
        let newline = if !bytes.contains(&b'\n') && bytes.contains(&b'\r') { b'\r' } else { b'\n' };
        let nul = bytes.iter().position(|&byte| byte == 0).map(|at| {
            let line = bytes[..at].iter().filter(|&&byte| byte == newline).count() as u64 + 1;
            (bytes.iter().filter(|&&byte| byte == 0).count() as u64, line)
        });
        Ok(Self { bytes, newline, nul, encoding })
    }

    /// The lines, without blank ones. A line with NUL runs in it falls into pieces: those in front of
    /// a run are torn, the one behind the last run is a line of its own.
    pub(crate) fn lines(&self) -> Vec<Line<'_>> {
        let mut lines = Vec::new();
        let mut rest: &[u8] = &self.bytes;
        let mut number = 0;
        while !rest.is_empty() {
            number += 1;
            let (line, ended) = match rest.iter().position(|&byte| byte == self.newline) {
                Some(at) => {
                    let line = &rest[..at];
                    rest = &rest[at + 1..];
                    (line, true)
                }
                None => (std::mem::take(&mut rest), false),
            };
            pieces(line, number, ended, &mut lines);
        }
        lines
    }
}

impl Text<'_> {
    /// How many lines there are, blank ones and a last one without newline included.
    pub(crate) fn count(&self) -> u64 {
        let newlines = self.bytes.iter().filter(|&&byte| byte == self.newline).count() as u64;
        newlines + u64::from(self.bytes.last().is_some_and(|&byte| byte != self.newline))
    }

    /// Where rows are torn, as lines behind so many others.
    pub(crate) fn torn(&self, before: u64) -> Vec<TornRow> {
        crate::torn::rows(&self.bytes, self.newline, before)
    }
}

fn pieces<'a>(mut line: &'a [u8], number: u64, ended: bool, lines: &mut Vec<Line<'a>>) {
    loop {
        let Some(start) = line.iter().position(|&byte| byte == 0) else {
            push(line, number, (!ended).then_some(Torn::End), lines);
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

/// UTF-16 (as `PowerShell` writes it) becomes UTF-8; a byte order mark goes.
fn decode(bytes: &[u8]) -> (Cow<'_, [u8]>, Option<&'static str>) {
    type Unit = fn([u8; 2]) -> u16;
    let (body, unit): (&[u8], Unit) = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => return (Cow::Borrowed(rest), None),
        [0xFF, 0xFE, rest @ ..] => (rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => (rest, u16::from_be_bytes),
        _ if is_utf16le(bytes) => (bytes, u16::from_le_bytes),
        _ => return (Cow::Borrowed(bytes), None),
    };
    let units = body.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: String =
        char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    (Cow::Owned(text.into_bytes()), Some("UTF-16"))
}

/// Whether the first characters are ASCII, each followed by a zero byte.
fn is_utf16le(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(32)];
    head.len() >= 16 && head.chunks_exact(2).all(|pair| pair[0].is_ascii() && pair[0] != 0 && pair[1] == 0)
}

/// More than one control character in twenty, or much that is neither ASCII nor UTF-8.
fn is_binary(bytes: &[u8]) -> bool {
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
