//! Compression looked through, recognised by the first bytes.

use std::io::{self, BufRead, Read};

use flate2::bufread::MultiGzDecoder;
use liblzma::bufread::XzDecoder;
use liblzma::stream::{CONCATENATED, Stream};

use crate::LOOK_BYTES;

/// How a stream is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    None,
    Gzip,
    Xz,
    Zstd,
    Bzip2,
}

impl Packing {
    pub(crate) fn of(head: &[u8]) -> Self {
        match head {
            [0x1f, 0x8b, 8, ..] => Self::Gzip,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Zstd,
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..] => Self::Bzip2,
            _ => Self::None,
        }
    }
}

/// Memory for xz: `xz -9` needs 65 MiB.
const XZ_MEMORY: u64 = 100 << 20;
/// Window for zstd, as a power of two: what `zstd` itself accepts without being told (128 MiB).
const ZSTD_WINDOW_LOG: u32 = 27;

/// The stream without its compression; concatenated streams (`gzip >> file`) are read to the end.
pub(crate) fn unpacked<'r>(packed: impl BufRead + 'r, packing: Packing) -> io::Result<Box<dyn Read + 'r>> {
    Ok(match packing {
        Packing::None => Box::new(packed),
        Packing::Gzip => Box::new(MultiGzDecoder::new(packed)),
        Packing::Xz => {
            let stream = Stream::new_stream_decoder(XZ_MEMORY, CONCATENATED).map_err(io::Error::other)?;
            Box::new(XzDecoder::new_stream(packed, stream))
        }
        Packing::Zstd => {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(packed)?;
            decoder.window_log_max(ZSTD_WINDOW_LOG)?;
            Box::new(decoder)
        }
        Packing::Bzip2 => return Err(io::Error::new(io::ErrorKind::Unsupported, "bzip2")),
    })
}

/// The first [`LOOK_BYTES`] of what a (cut) head unpacks to, as far as it goes.
pub(crate) fn unpacked_head(head: &[u8]) -> Vec<u8> {
    let packing = Packing::of(head);
    if packing == Packing::None {
        return head.to_vec();
    }
    match unpacked(head, packing) {
        Ok(mut reader) => read_head(&mut reader, LOOK_BYTES).0,
        Err(_) => Vec::new(),
    }
}

/// Why a compressed head gives nothing, if that is not just its being cut: a dictionary that needs too much memory,
/// damage right at the beginning.
pub(crate) fn refusal(head: &[u8]) -> Option<io::Error> {
    let error = match unpacked(head, Packing::of(head)) {
        Ok(mut reader) => read_head(&mut reader, 1).1?,
        Err(error) => error,
    };
    (error.kind() != io::ErrorKind::UnexpectedEof).then_some(error)
}

/// Whether an error only says that the checksum is another one, after all bytes were given. These are the words of
/// `zip` and `flate2`; other formats check block by block.
pub(crate) fn is_checksum(error: &io::Error) -> bool {
    let text = error.to_string();
    text.contains("Invalid checksum") || text.contains("does not have a matching checksum")
}

/// Up to `limit` bytes, with the error that ended them, if one did.
pub(crate) fn read_head(reader: &mut dyn Read, limit: usize) -> (Vec<u8>, Option<io::Error>) {
    let mut head = Vec::new();
    let error = reader.take(limit as u64).read_to_end(&mut head).err();
    (head, error)
}
