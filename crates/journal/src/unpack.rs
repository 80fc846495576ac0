//! Files and standard input, with gzip, xz and Zstandard undone. What grows without bounds is read no further.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Memory that an xz stream may ask for.
const XZ_MEMORY_MAX: u64 = 256 << 20;
/// Bytes of a stream that are looked at before it is read.
const START: u64 = 4096;
/// No log shrinks to less than this part of itself, once it is of some size.
const RATIO_MAX: u64 = 200;
/// The size from which on the ratio counts.
const RATIO_FROM: u64 = 512 << 20;

/// How long a named pipe may lack its writer, which may have been started in the same moment.
const WRITER_WAIT: Duration = Duration::from_secs(3);

/// Opens a file, or standard input for `-`, and looks through gzip, xz and Zstandard by their magic bytes.
///
/// # Errors
/// What [`open_file`] or reading the first bytes returns.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") { unpacked(io::stdin()) } else { unpacked(open_file(path)?) }
}

/// Opens what somebody named as a file. What could be waited for without end is refused: a device, and a named pipe
/// into which no program writes.
///
/// # Errors
/// That it is one of these, or what opening returns.
pub fn open_file(path: &Path) -> io::Result<File> {
    if is_device(path) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a device and no log"));
    }
    if fs::metadata(path)?.file_type().is_fifo() { open_pipe(path) } else { File::open(path) }
}

/// Whether a path is a device: the terminal that somebody types into as standard input is none.
#[must_use]
pub fn is_device(path: &Path) -> bool {
    let is_own = path == Path::new("/dev/stdin")
        || ["/dev/fd", "/proc/self/fd"].iter().any(|folder| path.starts_with(folder));
    let kind = fs::metadata(path).map(|meta| meta.file_type());
    !is_own && kind.is_ok_and(|kind| kind.is_char_device() || kind.is_block_device())
}

/// Opens a pipe. That waits for a writer, and only the end of the program breaks it off, so a thread is left to wait.
fn open_pipe(path: &Path) -> io::Result<File> {
    let (sender, opened) = mpsc::channel();
    let pipe = path.to_owned();
    thread::Builder::new().spawn(move || sender.send(File::open(pipe)))?;
    opened.recv_timeout(WRITER_WAIT).unwrap_or_else(|_| {
        let what = "no program writes into this pipe; start the one that does first, or give a file";
        Err(io::Error::new(io::ErrorKind::TimedOut, what))
    })
}

/// Looks through gzip, xz and Zstandard by their magic bytes.
///
/// # Errors
/// What reading the first bytes returns.
pub fn unpacked(raw: impl Read + 'static) -> io::Result<Box<dyn BufRead>> {
    let packed = Rc::new(Cell::new(0));
    let mut raw = Counted { inner: raw, count: Rc::clone(&packed) };
    let mut magic = Vec::new();
    raw.by_ref().take(START).read_to_end(&mut magic)?;
    let raw = BufReader::with_capacity(1 << 16, io::Cursor::new(magic.clone()).chain(raw));
    let plain: Box<dyn Read> = if magic.starts_with(&[0x1f, 0x8b]) {
        Box::new(flate2::bufread::MultiGzDecoder::new(raw))
    } else if magic.starts_with(&[0xfd, b'7', b'z', b'X', b'Z', 0]) {
        let decoder =
            liblzma::stream::Stream::new_stream_decoder(XZ_MEMORY_MAX, liblzma::stream::CONCATENATED)
                .map_err(io::Error::other)?;
        Box::new(liblzma::bufread::XzDecoder::new_stream(raw, decoder))
    } else if magic.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Box::new(zstd::Decoder::with_buffer(raw)?)
    } else {
        return Ok(Box::new(raw));
    };
    // Small, because what a decoder has unpacked before it finds damage is lost as far as it lies in the
    // buffer being filled.
    let bounded = Bounded { inner: plain, packed, unpacked: 0 };
    Ok(Box::new(BufReader::with_capacity(1 << 12, bounded)))
}

/// Counts the bytes that come out of the file.
struct Counted<R> {
    inner: R,
    count: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count.set(self.count.get().saturating_add(read as u64));
        Ok(read)
    }
}

/// Ends what unpacks to very much more than it was packed.
struct Bounded<R> {
    inner: R,
    packed: Rc<Cell<u64>>,
    unpacked: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.unpacked = self.unpacked.saturating_add(read as u64);
        let most = RATIO_FROM.max(self.packed.get().saturating_mul(RATIO_MAX));
        if self.unpacked > most {
            return Err(io::Error::other(format!(
                "it unpacks to more than {RATIO_MAX} times its size, as no log does"
            )));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_bomb_ends_and_a_log_does_not() {
        let pack = |piece: &[u8], times: usize| {
            let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("an encoder");
            (0..times).for_each(|_| encoder.write_all(piece).expect("room"));
            encoder.finish().expect("room")
        };
        let zeros = vec![0; 1 << 20];
        let read = |packed: Vec<u8>| {
            io::copy(&mut unpacked(io::Cursor::new(packed)).expect("a stream"), &mut io::sink())
        };
        assert!(read(pack(&zeros, 600)).is_err());
        assert_eq!(read(pack(&zeros, 20)).expect("small"), 20 << 20);
    }
}
