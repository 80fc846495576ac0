//! Objects in a stream of JSON, found by their braces.
//!
//! journalctl writes no newline inside of a string, and nothing in an entry makes a printer begin a line with a
//! brace but the entry itself. So an object that was torn ends where a line begins the next one.

use std::io::{self, BufRead};

/// Longest object that is read; a longer one is passed over. Values of more than 4096 bytes are written only if
/// asked for.
const OBJECT_MAX: usize = 8 << 20;
/// The mark before each text of a sequence (RFC 7464).
const RECORD: u8 = 0x1e;
/// The name before each of a server's events.
const EVENT: &[u8] = b"data:";
/// The bytes of a byte order mark.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// What the stream held next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A whole object, which begins on this line.
    Object { line: u64 },
    /// Something that is none, from this line on.
    Broken { line: u64, what: &'static str },
    /// The end.
    End,
}

/// Cuts a stream into objects.
pub(super) struct Splitter<R> {
    stream: R,
    scan: Scan,
}

impl<R: BufRead> Splitter<R> {
    pub(super) fn new(stream: R) -> Self {
        Self { stream, scan: Scan::default() }
    }

    /// The object just read.
    pub(super) fn object(&self) -> &[u8] {
        &self.scan.object
    }

    /// Newlines read so far.
    pub(super) fn lines(&self) -> u64 {
        self.scan.lines
    }

    /// Goes to the end of the next object.
    pub(super) fn next(&mut self) -> io::Result<Piece> {
        self.scan.clear();
        loop {
            let chunk = match self.stream.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok(self.scan.at_end());
            }
            let (used, piece) = self.scan.feed(chunk);
            self.stream.consume(used);
            if let Some(piece) = piece {
                return Ok(piece);
            }
        }
    }
}

/// What was read of a stream so far.
#[derive(Default)]
struct Scan {
    place: Place,
    /// Newlines so far.
    lines: u64,
    /// The byte before was a newline.
    at_start: bool,
    /// What is broken was told, and no object was read since.
    told: bool,
    /// Line on which the object begins.
    line: u64,
    object: Vec<u8>,
    /// Bytes of the object, kept or not.
    length: usize,
}

/// Where in the stream it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Between objects; so many bytes of [`EVENT`] were read.
    Between { mark: usize },
    /// In a line that belongs to no object.
    Rubbish,
    /// In an object, so many braces and brackets deep.
    Inside { depth: u64 },
    /// In a string of an object.
    Text { depth: u64, escaped: bool },
}

impl Default for Place {
    fn default() -> Self {
        Self::Between { mark: 0 }
    }
}

/// What a byte is to what is being read.
enum Found {
    /// A part of it.
    Part,
    /// The first of an object.
    First,
    /// The last of an object.
    Last,
    /// No part of it; it is to be looked at again.
    Foreign(&'static str),
}

impl Scan {
    fn clear(&mut self) {
        self.object.clear();
        self.length = 0;
    }

    /// Reads a chunk up to the next piece; tells how much of it was read.
    fn feed(&mut self, chunk: &[u8]) -> (usize, Option<Piece>) {
        let mut from = self.is_inside().then_some(0);
        for (at, &byte) in chunk.iter().enumerate() {
            match self.take(byte) {
                Found::Part => {}
                Found::First => from = Some(at),
                Found::Last => {
                    self.gather(chunk.get(from.unwrap_or(at)..=at));
                    self.at_start = false;
                    return (at + 1, Some(self.whole()));
                }
                Found::Foreign(what) => {
                    let piece = Piece::Broken { line: self.line, what };
                    if !std::mem::replace(&mut self.told, true) || from.is_some() {
                        return (at, Some(piece));
                    }
                }
            }
            self.lines += u64::from(byte == b'\n');
            self.at_start = byte == b'\n';
        }
        self.gather(from.and_then(|from| chunk.get(from..)));
        (chunk.len(), None)
    }

    /// Goes on by a byte.
    fn take(&mut self, byte: u8) -> Found {
        match self.place {
            Place::Between { mark } => self.take_between(byte, mark),
            Place::Rubbish => {
                if byte == b'\n' || byte == RECORD {
                    self.place = Place::default();
                }
                Found::Part
            }
            Place::Inside { depth } => self.take_inside(byte, depth),
            Place::Text { depth, escaped } => {
                self.place = match byte {
                    b'\n' | RECORD => return self.torn("a string does not end on its line"),
                    b'"' if !escaped => Place::Inside { depth },
                    _ => Place::Text { depth, escaped: byte == b'\\' && !escaped },
                };
                Found::Part
            }
        }
    }

    fn take_between(&mut self, byte: u8, mark: usize) -> Found {
        match byte {
            b'{' => {
                self.place = Place::Inside { depth: 1 };
                self.line = self.lines + 1;
                return Found::First;
            }
            // Commas and brackets are those of an array of entries.
            b' ' | b'\t' | b'\r' | b'\n' | b',' | b'[' | b']' | RECORD => self.place = Place::default(),
            _ if BOM.contains(&byte) => {}
            _ if EVENT.get(mark) == Some(&byte) => self.place = Place::Between { mark: mark + 1 },
            _ => {
                self.place = Place::Rubbish;
                self.line = self.lines + 1;
                return Found::Foreign("a line is no JSON object");
            }
        }
        Found::Part
    }

    fn take_inside(&mut self, byte: u8, depth: u64) -> Found {
        let depth = match byte {
            b'"' => {
                self.place = Place::Text { depth, escaped: false };
                return Found::Part;
            }
            b'{' if self.at_start => return self.torn("an entry ends before its closing brace"),
            // The mark of the next text or event, which is no part of JSON.
            RECORD | b'd' => return self.torn("an entry ends before its closing brace"),
            b'{' | b'[' => depth + 1,
            b'}' | b']' => depth - 1,
            _ => depth,
        };
        self.place = if depth == 0 { Place::default() } else { Place::Inside { depth } };
        if depth == 0 { Found::Last } else { Found::Part }
    }

    fn torn(&mut self, what: &'static str) -> Found {
        self.place = Place::default();
        Found::Foreign(what)
    }

    fn is_inside(&self) -> bool {
        matches!(self.place, Place::Inside { .. } | Place::Text { .. })
    }

    /// Keeps a part of an object, as long as it is not too long.
    fn gather(&mut self, part: Option<&[u8]>) {
        let part = part.unwrap_or_default();
        self.length = self.length.saturating_add(part.len());
        if self.length <= OBJECT_MAX {
            self.object.extend_from_slice(part);
        } else {
            self.object = Vec::new();
        }
    }

    fn whole(&mut self) -> Piece {
        self.told = false;
        match self.length > OBJECT_MAX {
            true => Piece::Broken { line: self.line, what: "an entry is larger than 8 MiB" },
            false => Piece::Object { line: self.line },
        }
    }

    fn at_end(&mut self) -> Piece {
        if !self.is_inside() {
            return Piece::End;
        }
        self.place = Place::default();
        Piece::Broken { line: self.line, what: "the stream ends in the middle of an entry" }
    }
}
