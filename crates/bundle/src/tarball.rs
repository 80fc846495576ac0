//! Walks a tar: old, ustar, GNU (long names, sparse files) and PAX. The `tar` crate reads the headers; the walk is
//! our own, because the crate's reads a long name of any length into memory.

use std::io::{self, Read};

use tar::{EntryType, Header};

use crate::sparse::{self, Sparse};

const BLOCK: u64 = 512;
/// Longest PAX header or long name that is read. Paths end at 4 KiB, sparse maps of large files reach some hundred KiB.
const EXTENSION: u64 = 1 << 20;

/// What a member of a tar is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    File,
    Folder,
    /// A link of either kind, with its target.
    Link(String),
    /// A device or a pipe.
    Device,
    /// Something that tar does not define.
    Other,
}

/// One member.
#[derive(Clone, Debug)]
pub(crate) struct TarMember {
    pub(crate) name: String,
    pub(crate) entry: Entry,
    /// Its size when unpacked.
    pub(crate) size: u64,
    /// Seconds since 1970.
    pub(crate) modified: Option<u64>,
}

/// Keeps the first error of a reader and ends there, so that what was read before it is not lost.
struct Latch<'r> {
    inner: &'r mut dyn Read,
    error: Option<io::Error>,
    offset: u64,
}

impl Read for Latch<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.error.is_some() {
            return Ok(0);
        }
        loop {
            match self.inner.read(buffer) {
                Ok(read) => {
                    self.offset = self.offset.saturating_add(read as u64);
                    return Ok(read);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.error = Some(error);
                    return Ok(0);
                }
            }
        }
    }
}

/// What the walk came to.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// What was damaged, in words.
    pub(crate) damage: Option<String>,
    /// The error that ended the stream.
    pub(crate) error: Option<io::Error>,
}

/// What extension headers said of the next member.
#[derive(Default)]
struct Next {
    name: Option<String>,
    link: Option<String>,
    size: Option<u64>,
    modified: Option<u64>,
    sparse: sparse::Pax,
}

/// Calls `visit` with every member and its content. The reader that it gets never fails: after damage it ends.
///
/// # Errors
/// Only what `visit` returns.
pub(crate) fn walk<E>(
    reader: &mut dyn Read,
    visit: &mut dyn FnMut(&TarMember, &mut dyn Read) -> Result<(), E>,
) -> Result<Outcome, E> {
    let mut latch = Latch { inner: reader, error: None, offset: 0 };
    let mut damage = None;
    let mut next = Next::default();
    let mut zeros = 0;
    loop {
        let at = latch.offset;
        let mut block = [0_u8; BLOCK as usize];
        let got = read_block(&mut latch, &mut block);
        if got < block.len() {
            if got > 0 || zeros == 0 {
                damage.get_or_insert_with(|| format!("ends at byte {at} without an end mark"));
            }
            break;
        }
        if block.iter().all(|&byte| byte == 0) {
            zeros += 1;
            if zeros == 2 {
                break;
            }
            continue;
        }
        zeros = 0;
        if !is_header(&block) {
            damage.get_or_insert_with(|| format!("the header at byte {at} is damaged; read on behind it"));
            next = Next::default();
            continue;
        }
        let header = Header::from_byte_slice(&block);
        let size = header.entry_size().unwrap_or(0);
        match header.entry_type() {
            EntryType::GNULongName => next.name = Some(text_of(&extension(&mut latch, size))),
            EntryType::GNULongLink => next.link = Some(text_of(&extension(&mut latch, size))),
            EntryType::XHeader => read_pax(&extension(&mut latch, size), &mut next),
            EntryType::XGlobalHeader => skip(&mut latch, padded(size)),
            _ => {
                let told = std::mem::take(&mut next);
                if let Some(hurt) = member(&mut latch, header, told, visit)? {
                    damage.get_or_insert(hurt);
                }
            }
        }
    }
    Ok(Outcome { damage, error: latch.error })
}

fn member<E>(
    latch: &mut Latch<'_>,
    header: &Header,
    next: Next,
    visit: &mut dyn FnMut(&TarMember, &mut dyn Read) -> Result<(), E>,
) -> Result<Option<String>, E> {
    let name = next.sparse.name.clone().or(next.name).unwrap_or_else(|| text_of(&header.path_bytes()));
    let kind = header.entry_type();
    let (entry, has_content) = match kind {
        EntryType::Regular | EntryType::Continuous if name.ends_with('/') => (Entry::Folder, true),
        EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => (Entry::File, true),
        EntryType::Directory => (Entry::Folder, false),
        EntryType::Link | EntryType::Symlink => {
            let target = header.link_name_bytes().map(|bytes| text_of(&bytes));
            (Entry::Link(next.link.or(target).unwrap_or_default()), false)
        }
        EntryType::Char | EntryType::Block | EntryType::Fifo => (Entry::Device, false),
        _ => (Entry::Other, true),
    };
    let packed = if has_content { next.size.unwrap_or_else(|| header.entry_size().unwrap_or(0)) } else { 0 };
    let modified = next.modified.or_else(|| header.mtime().ok());
    let mut member = TarMember { name, entry, size: packed, modified };
    let gnu = if kind == EntryType::GNUSparse { sparse::gnu_map(latch, header) } else { None };
    let mut content = latch.take(packed);
    match gnu.or_else(|| next.sparse.map(&mut content)) {
        Some(map) => {
            member.size = map.size;
            visit(&member, &mut Sparse::new(map, &mut content))?;
        }
        None => visit(&member, &mut content)?,
    }
    let left = content.limit();
    let padding = padded(packed).saturating_sub(packed);
    let before = latch.offset;
    skip(latch, left.saturating_add(padding));
    let cut = latch.offset.saturating_sub(before) < left;
    Ok(cut.then(|| format!("ends inside {}", crate::name::shown(&member.name))))
}

/// Whether a block's check sum is that of a header.
pub(crate) fn is_header(block: &[u8]) -> bool {
    let Some(block) = block.get(..BLOCK as usize) else { return false };
    let header = Header::from_byte_slice(block);
    let Ok(told) = header.cksum() else { return false };
    let sum = |byte: fn(u8) -> i64| -> i64 {
        // The field itself counts as eight spaces.
        block.iter().enumerate().map(|(at, &b)| if (148..156).contains(&at) { 32 } else { byte(b) }).sum()
    };
    // Some old tars summed signed bytes.
    told != 0 && [sum(i64::from), sum(|byte| i64::from(byte.cast_signed()))].contains(&i64::from(told))
}

fn read_block(reader: &mut dyn Read, block: &mut [u8]) -> usize {
    let mut got = 0;
    while let Some(rest) = block.get_mut(got..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest) {
            Ok(0) | Err(_) => break,
            Ok(read) => got += read,
        }
    }
    got
}

/// The body of an extension header; one that is too long is passed over.
fn extension(latch: &mut Latch<'_>, size: u64) -> Vec<u8> {
    let mut body = Vec::new();
    let wanted = if size <= EXTENSION { size } else { 0 };
    // A latch does not fail.
    let _ = latch.by_ref().take(wanted).read_to_end(&mut body);
    skip(latch, padded(size).saturating_sub(wanted));
    body
}

fn skip(reader: &mut dyn Read, bytes: u64) {
    // A latch does not fail.
    let _ = io::copy(&mut reader.take(bytes), &mut io::sink());
}

const fn padded(size: u64) -> u64 {
    size.saturating_add(BLOCK - 1) / BLOCK * BLOCK
}

fn text_of(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).into_owned()
}

/// Reads the records `LENGTH KEY=VALUE\n` of a PAX header.
fn read_pax(body: &[u8], next: &mut Next) {
    let mut rest = body;
    while let Some(space) = rest.iter().position(|&byte| byte == b' ') {
        let number = rest.get(..space).and_then(|digits| std::str::from_utf8(digits).ok());
        let Some(length) = number.and_then(|digits| digits.parse::<usize>().ok()) else { return };
        let (Some(record), Some(after)) = (rest.get(space + 1..length), rest.get(length..)) else { return };
        rest = after;
        let record = String::from_utf8_lossy(record);
        let Some((key, value)) = record.trim_end_matches('\n').split_once('=') else { continue };
        match key {
            "path" => next.name = Some(value.to_owned()),
            "linkpath" => next.link = Some(value.to_owned()),
            "size" => next.size = value.parse().ok(),
            "mtime" => next.modified = value.split('.').next().and_then(|secs| secs.parse().ok()),
            _ => next.sparse.learn(key, value),
        }
    }
}
