//! What stops a bundle from being read at all.

use std::io;
use std::path::PathBuf;

/// Why a bundle gave nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// It can't be opened or read.
    #[error("cannot read {}: {error}", path.display())]
    Open {
        /// The bundle.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// It is nothing that this crate knows.
    #[error("{} is no bundle: neither a tar nor a zip nor an nvidia-bug-report; give a log or a journal file by itself", path.display())]
    NotABundle {
        /// The file.
        path: PathBuf,
    },
    /// It is compressed with bzip2, which is not undone here.
    #[error("{} is compressed with bzip2; unpack it with bunzip2 and give the result", path.display())]
    Bzip2 {
        /// The file.
        path: PathBuf,
    },
    /// It has more members than are looked at.
    #[error("{} holds more than {limit} members; unpack the logs that matter and give their folder", path.display())]
    TooManyMembers {
        /// The bundle.
        path: PathBuf,
        /// The limit.
        limit: u64,
    },
    /// Unpacking it would fill the disk, or is meant to.
    #[error("{} unpacks to more than {limit} bytes; unpack the logs that matter and give their folder", path.display())]
    TooLarge {
        /// The bundle.
        path: PathBuf,
        /// The limit in bytes.
        limit: u64,
    },
    /// It unpacks to many times its size, as logs do not.
    #[error(
        "{} unpacks to more than {ratio} times its size, as an archive made to fill a disk does; \
         if you trust it, unpack it and give the folder", path.display()
    )]
    Bomb {
        /// The bundle.
        path: PathBuf,
        /// The limit.
        ratio: u64,
    },
    /// The private folder can't be written.
    #[error("cannot unpack into {}: {error}; set TMPDIR to a folder with room", path.display())]
    Temp {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}
