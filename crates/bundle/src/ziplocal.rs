//! Reads a zip that has lost its directory, which stands at its end: member by member, each by its own header.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use model::Micros;

use crate::BundleError;
use crate::archive::joined;
use crate::collect::{Collector, Content, Item};
use crate::limits::{Bounded, Counted, Exceeded};
use crate::name::shown;
use crate::zipfile::{micros, number};

/// What each member begins with.
const MARK: [u8; 4] = *b"PK\x03\x04";
/// Bytes of the header behind the mark, without name and extra fields.
const HEADER: usize = 26;
/// No path is longer; what tells of a longer one is no header.
const NAME_MAX: usize = 4096;
/// How a member is packed.
const STORED: u64 = 0;
const DEFLATED: u64 = 8;
/// Flags of a header: the member is encrypted; its size stands behind it.
const ENCRYPTED: u64 = 1;
const SIZE_BEHIND: u64 = 8;

/// A member's own header.
struct Header {
    name: String,
    flags: u64,
    method: u64,
    modified: Option<Micros>,
    crc: u64,
    packed: u64,
    size: u64,
}

/// Reads the members as far as they go, and counts them.
pub(crate) fn read(collector: &mut Collector<'_>, file: File, within: &str) -> Result<u64, BundleError> {
    let counted = Counted { inner: file, budget: Rc::clone(&collector.budget) };
    let mut reader = BufReader::with_capacity(1 << 16, counted);
    let mut members = 0_u64;
    // An error of the disk is the end of what can be read.
    while next_mark(&mut reader).unwrap_or(false) {
        let Some(header) = header(&mut reader) else { continue };
        collector.count()?;
        members = members.saturating_add(1);
        member(collector, &mut reader, &header, within)?;
    }
    Ok(members)
}

/// Goes on to behind the next mark. What lies before it is a descriptor, padding or damage.
fn next_mark(reader: &mut impl BufRead) -> io::Result<bool> {
    let mut got = 0;
    loop {
        let some = reader.fill_buf()?;
        if some.is_empty() {
            return Ok(false);
        }
        let mut used = 0;
        for &byte in some {
            used += 1;
            let goes_on = MARK.get(got) == Some(&byte);
            got = if goes_on { got + 1 } else { usize::from(byte == b'P') };
            if got == MARK.len() {
                break;
            }
        }
        reader.consume(used);
        if got == MARK.len() {
            return Ok(true);
        }
    }
}

/// The header behind a mark; none if these bytes are none, or end.
fn header(reader: &mut impl BufRead) -> Option<Header> {
    let mut bytes = [0_u8; HEADER];
    reader.read_exact(&mut bytes).ok()?;
    let field = |at, length| number(&bytes, at, length);
    let (name_length, extra_length) = (usize::try_from(field(22, 2)).ok()?, field(24, 2));
    // Versions of the format end at 6.3.
    if name_length == 0 || name_length > NAME_MAX || field(0, 1) > 63 {
        return None;
    }
    let mut name = vec![0; name_length];
    reader.read_exact(&mut name).ok()?;
    let mut extra = Vec::new();
    reader.by_ref().take(extra_length).read_to_end(&mut extra).ok()?;
    let at = |from| u16::try_from(field(from, 2)).ok();
    let modified = zip::DateTime::try_from_msdos(at(8)?, at(6)?).ok();
    let (mut size, mut packed) = (field(18, 4), field(14, 4));
    if let Some(big) = zip64(&extra).filter(|_| size == 0xffff_ffff || packed == 0xffff_ffff) {
        (size, packed) = big;
    }
    Some(Header {
        name: String::from_utf8_lossy(&name).replace('\\', "/"),
        flags: field(2, 2),
        method: field(4, 2),
        modified: modified.and_then(micros),
        crc: field(10, 4),
        packed,
        size,
    })
}

/// Unpacked and packed size from the extra field of 64-bit zips.
fn zip64(extra: &[u8]) -> Option<(u64, u64)> {
    let mut rest = extra;
    while rest.len() >= 4 {
        let length = usize::try_from(number(rest, 2, 2)).ok()?;
        if number(rest, 0, 2) == 1 && length >= 16 {
            return Some((number(rest, 4, 8), number(rest, 12, 8)));
        }
        rest = rest.get(length.saturating_add(4)..)?;
    }
    None
}

fn member(
    collector: &mut Collector<'_>,
    reader: &mut impl BufRead,
    header: &Header,
    within: &str,
) -> Result<(), BundleError> {
    let name = joined(within, &header.name);
    // Where the size stands behind the member, what is packed ends by itself.
    let is_open = header.flags & SIZE_BEHIND != 0 && header.packed == 0;
    let mut whole = reader.take(if is_open { u64::MAX } else { header.packed });
    if header.flags & ENCRYPTED != 0 {
        collector.unread("encrypted members");
        collector.problem(format!("{} is encrypted and is not read", shown(&name)));
    } else if header.name.ends_with('/') {
        // A folder.
    } else if header.method == DEFLATED {
        take(collector, header, name, &mut DeflateDecoder::new(&mut whole), is_open)?;
    } else if header.method == STORED && !is_open {
        take(collector, header, name, &mut whole, is_open)?;
    } else {
        collector.unread("members that can't be unpacked");
        let why = "its compression is not known here, or it does not tell its size";
        collector.problem(format!("{} can't be unpacked: {why}", shown(&name)));
    }
    if is_open { Ok(()) } else { pass(collector, &mut whole) }
}

fn take(
    collector: &mut Collector<'_>,
    header: &Header,
    name: String,
    inner: &mut dyn Read,
    is_open: bool,
) -> Result<(), BundleError> {
    let told = |number| Some(number).filter(|_| !is_open);
    let wanted = told(header.crc).and_then(|crc| u32::try_from(crc).ok());
    let checked = Checked { inner, crc: Crc::new(), wanted, size: told(header.size), read: 0 };
    let mut bounded = Bounded { inner: checked, budget: Rc::clone(&collector.budget) };
    // Nothing is known to be empty before it is read.
    let size = header.size.max(u64::from(is_open));
    let modified = header.modified;
    collector.take(Item { name, size, modified, content: Content::Stream(&mut bounded) })?;
    if is_open { pass(collector, &mut bounded) } else { Ok(()) }
}

/// Reads over what is left of a member. Damage ends it, and the next mark is looked for from there.
fn pass(collector: &Collector<'_>, rest: &mut dyn Read) -> Result<(), BundleError> {
    let passed = io::copy(rest, &mut io::sink());
    let exceeded = passed.err().as_ref().and_then(Exceeded::of);
    exceeded.map_or(Ok(()), |exceeded| Err(collector.exceeded(exceeded)))
}

/// Says at its end whether a member was all there.
struct Checked<R> {
    inner: R,
    crc: Crc,
    /// Its checksum and size, where the header tells them.
    wanted: Option<u32>,
    size: Option<u64>,
    read: u64,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.read = self.read.saturating_add(read as u64);
        self.crc.update(buffer.get(..read).unwrap_or_default());
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        if self.size.is_some_and(|size| self.read < size) {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the archive ends there"));
        }
        match self.wanted.filter(|wanted| *wanted != self.crc.sum()) {
            // As the crate says it of whole zips.
            Some(_) => Err(io::Error::new(io::ErrorKind::InvalidData, "Invalid checksum")),
            None => Ok(0),
        }
    }
}
