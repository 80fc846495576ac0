//! Sparse files in a tar: which stretches are stored, and the file as it was, with its holes.

use std::io::{self, Read};

use tar::{GnuExtSparseHeader, Header};

/// Most stretches of a sparse file that are taken; a file of more is not read.
const STRETCHES: usize = 1 << 16;

/// The stored stretches of a file, in order, and its size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Map {
    /// Offset and length in the file.
    pub(crate) stretches: Vec<(u64, u64)>,
    pub(crate) size: u64,
}

/// The map of an old GNU sparse member: it stands in the header and in blocks behind it.
pub(crate) fn gnu_map(reader: &mut dyn Read, header: &Header) -> Option<Map> {
    let gnu = header.as_gnu()?;
    let mut map = Map { stretches: Vec::new(), size: gnu.real_size().ok()? };
    let mut add = |stretch: &tar::GnuSparseHeader| {
        if let (false, Ok(offset), Ok(length)) = (stretch.is_empty(), stretch.offset(), stretch.length())
            && map.stretches.len() < STRETCHES
        {
            map.stretches.push((offset, length));
        }
    };
    gnu.sparse.iter().for_each(&mut add);
    let mut more = gnu.is_extended();
    while more {
        let mut block = GnuExtSparseHeader::new();
        reader.read_exact(block.as_mut_bytes()).ok()?;
        block.sparse().iter().for_each(&mut add);
        more = block.is_extended();
    }
    Some(map)
}

/// What PAX records say of a sparse file (GNU.sparse.*), in formats 0.0, 0.1 and 1.0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pax {
    pub(crate) name: Option<String>,
    size: Option<u64>,
    in_content: bool,
    offset: Option<u64>,
    stretches: Vec<(u64, u64)>,
}

impl Pax {
    pub(crate) fn learn(&mut self, key: &str, value: &str) {
        match key {
            "GNU.sparse.name" => self.name = Some(value.to_owned()),
            "GNU.sparse.realsize" | "GNU.sparse.size" => self.size = value.parse().ok(),
            "GNU.sparse.major" => self.in_content = value == "1",
            "GNU.sparse.offset" => self.offset = value.parse().ok(),
            "GNU.sparse.numbytes" => self.push(self.offset, value.parse().ok()),
            "GNU.sparse.map" => {
                let mut numbers = value.split(',').map(|number| number.parse::<u64>().ok());
                while let (Some(offset), Some(length)) = (numbers.next(), numbers.next()) {
                    self.push(offset, length);
                }
            }
            _ => {}
        }
    }

    fn push(&mut self, offset: Option<u64>, length: Option<u64>) {
        if let (Some(offset), Some(length)) = (offset, length)
            && self.stretches.len() < STRETCHES
        {
            self.stretches.push((offset, length));
        }
    }

    /// The map, if these records speak of a sparse file. In format 1.0 it stands at the beginning of the content.
    pub(crate) fn map(&self, content: &mut dyn Read) -> Option<Map> {
        let size = self.size?;
        if !self.in_content {
            return Some(Map { stretches: self.stretches.clone(), size });
        }
        let mut read = 0_u64;
        let count = number(content, &mut read)?;
        let mut stretches = Vec::new();
        for _ in 0..count {
            let stretch = (number(content, &mut read)?, number(content, &mut read)?);
            if stretches.len() == STRETCHES {
                return None;
            }
            stretches.push(stretch);
        }
        let padding = (512 - read % 512) % 512;
        io::copy(&mut content.take(padding), &mut io::sink()).ok()?;
        Some(Map { stretches, size })
    }
}

/// One decimal number on a line of its own.
fn number(reader: &mut dyn Read, read: &mut u64) -> Option<u64> {
    let mut value = 0_u64;
    loop {
        let mut byte = [0_u8];
        reader.read_exact(&mut byte).ok()?;
        *read = read.saturating_add(1);
        match byte {
            [b'\n'] => return Some(value),
            [digit @ b'0'..=b'9'] => value = value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?,
            _ => return None,
        }
    }
}

/// Reads a sparse file as it was: zeros in its holes.
pub(crate) struct Sparse<'r> {
    content: &'r mut dyn Read,
    map: Map,
    index: usize,
    at: u64,
}

impl<'r> Sparse<'r> {
    pub(crate) fn new(map: Map, content: &'r mut dyn Read) -> Self {
        Self { content, map, index: 0, at: 0 }
    }
}

impl Read for Sparse<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let left = self.map.size.saturating_sub(self.at);
            let room = left.min(buffer.len() as u64);
            if room == 0 {
                return Ok(0);
            }
            let stretch = self.map.stretches.get(self.index).copied();
            let hole = stretch.map_or(left, |(offset, _)| offset.saturating_sub(self.at));
            if hole > 0 {
                let zeros = hole.min(room);
                let Some(out) = buffer.get_mut(..zeros as usize) else { return Ok(0) };
                out.fill(0);
                self.at = self.at.saturating_add(zeros);
                return Ok(zeros as usize);
            }
            let end = stretch.map_or(0, |(offset, length)| offset.saturating_add(length));
            if end <= self.at {
                self.index = self.index.saturating_add(1);
                continue;
            }
            let wanted = end.saturating_sub(self.at).min(room);
            let Some(out) = buffer.get_mut(..wanted as usize) else { return Ok(0) };
            let read = self.content.read(out)?;
            self.at = self.at.saturating_add(read as u64);
            return Ok(read);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_zeros() {
        let map = Map { stretches: vec![(2, 3), (7, 1), (9, 0)], size: 9 };
        let mut content: &[u8] = b"abcd";
        let mut whole = Vec::new();
        Sparse::new(map, &mut content).read_to_end(&mut whole).unwrap();
        assert_eq!(whole, b"\0\0abc\0\0d\0");
    }

    #[test]
    fn maps_that_lie_end() {
        for stretches in [vec![(5, 1), (0, 3)], vec![(u64::MAX, u64::MAX)], vec![(0, u64::MAX)]] {
            let mut content: &[u8] = b"abcd";
            let mut whole = Vec::new();
            Sparse::new(Map { stretches, size: 8 }, &mut content).read_to_end(&mut whole).unwrap();
            assert!(whole.len() <= 8);
        }
    }
}
