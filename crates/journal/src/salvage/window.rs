//! Bounded reads of a file. A memory map would kill the process where the file shrinks while it is read; a
//! read only comes back short.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::os::unix::fs::FileExt;
use std::path::Path;

/// Bytes that are given up at once where the disk can't read them.
const SECTOR: u64 = 4096;

/// A stretch of a file in memory, moved along as it is looked at.
pub(super) struct Window {
    file: File,
    size: u64,
    /// Bytes read at a time.
    chunk: usize,
    at: u64,
    bytes: Vec<u8>,
    unreadable: u64,
}

impl Window {
    /// Opens a file; at most `chunk` bytes, or as much as is asked for at once, are held.
    pub(super) fn open(path: &Path, chunk: usize) -> io::Result<Self> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        Ok(Self { file, size, chunk, at: 0, bytes: Vec::new(), unreadable: 0 })
    }

    /// The file's size in bytes when it was opened.
    pub(super) const fn size(&self) -> u64 {
        self.size
    }

    /// Bytes that the disk could not read; they are taken for zeros.
    pub(super) const fn unreadable(&self) -> u64 {
        self.unreadable
    }

    /// `len` bytes from an offset, fewer at the file's end.
    pub(super) fn peek(&mut self, at: u64, len: usize) -> &[u8] {
        let end = at.saturating_add(len as u64).min(self.size);
        if at < self.at || end > self.at + self.bytes.len() as u64 {
            self.fill(at, len);
        }
        self.held(at, len)
    }

    /// 16 bytes from an offset without moving the window; zeros behind the file's end.
    pub(super) fn glance(&self, at: u64) -> [u8; 16] {
        let mut bytes = [0; 16];
        self.copy(at, &mut bytes);
        bytes
    }

    /// Copies bytes from an offset without moving the window; how many there are. What the disk can't read has
    /// nothing to show.
    pub(super) fn copy(&self, at: u64, bytes: &mut [u8]) -> usize {
        let held = self.held(at, bytes.len());
        if held.len() == bytes.len() {
            bytes.copy_from_slice(held);
            return bytes.len();
        }
        read_at(&self.file, bytes, at).unwrap_or(0)
    }

    fn held(&self, at: u64, len: usize) -> &[u8] {
        let Some(from) = at.checked_sub(self.at).and_then(|from| usize::try_from(from).ok()) else {
            return &[];
        };
        let to = from.saturating_add(len).min(self.bytes.len());
        self.bytes.get(from..to).unwrap_or_default()
    }

    fn fill(&mut self, at: u64, len: usize) {
        let left = usize::try_from(self.size.saturating_sub(at)).unwrap_or(usize::MAX);
        self.at = at;
        self.bytes.clear();
        self.bytes.resize(len.max(self.chunk).min(left), 0);
        let mut done = 0;
        while done < self.bytes.len() {
            let from = at + done as u64;
            match read_at(&self.file, &mut self.bytes[done..], from) {
                Ok(0) => break,
                Ok(read) => done += read,
                Err(_) => {
                    // A bad sector: what lies around it is still wanted.
                    let bad = (SECTOR - from % SECTOR).min((self.bytes.len() - done) as u64);
                    self.unreadable += bad;
                    done += bad as usize;
                }
            }
        }
        self.bytes.truncate(done);
    }
}

/// Reads until the buffer is full, the file ends or the disk fails with nothing read.
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    let mut done = 0;
    while done < buffer.len() {
        match file.read_at(&mut buffer[done..], at + done as u64) {
            Ok(0) => break,
            Ok(read) => done += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if done == 0 => return Err(error),
            Err(_) => break,
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_shows_what_is_there() {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("file");
        let bytes: Vec<u8> = (0..10_000_u32).map(|n| (n % 251) as u8).collect();
        std::fs::write(&path, &bytes).unwrap();
        let mut window = Window::open(&path, 1000).unwrap();
        for (at, len) in
            [(0, 10), (5, 990), (990, 20), (3, 5), (9_995, 100), (10_000, 4), (20_000, 4), (0, 5000)]
        {
            let end = (at + len).min(bytes.len());
            assert_eq!(window.peek(at as u64, len), bytes.get(at..end).unwrap_or_default(), "{at} {len}");
        }
        assert_eq!(window.glance(7000), bytes[7000..7016]);
        assert_eq!(window.glance(9992)[8..], [0; 8]);
        // The file shrinks while it is read.
        std::fs::write(&path, &bytes[..100]).unwrap();
        assert_eq!(window.peek(50_u64, 100).len(), 100, "the window still holds it");
        assert_eq!(window.peek(6000, 10), b"");
        assert_eq!(window.peek(90, 100), &bytes[90..100]);
    }
}
