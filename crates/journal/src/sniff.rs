//! What a path holds, by content.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::header::SIGNATURE;
use crate::{files, form, unpack};

/// How much of a file is looked at, decompressed.
pub(crate) const LOOK: u64 = 64 * 1024;

/// What a path holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A journal file.
    JournalFile,
    /// A folder with journal files.
    Directory,
    /// A stream of entries in one of journalctl's whole forms: export, JSON, verbose.
    Export,
}

/// Recognises a journal source by its content; gzip, xz and Zstandard are looked through. `None` is none
/// of ours. What can be read only once (`-`, a pipe) is not touched and taken for a stream; its
/// form shows as it is read.
///
/// # Errors
/// What opening or reading returns.
pub fn sniff(path: &Path) -> io::Result<Option<Kind>> {
    if path == Path::new("-") {
        return Ok(Some(Kind::Export));
    }
    let meta = fs::metadata(path)?;
    if meta.is_dir() {
        // A folder that can't be listed is an error; one that holds no journal is not ours.
        fs::read_dir(path)?;
        let holds = files::in_directory(path).is_ok_and(|(files, _)| !files.is_empty());
        return Ok(holds.then_some(Kind::Directory));
    }
    if !meta.is_file() {
        return Ok(Some(Kind::Export));
    }
    let mut start = Vec::new();
    if let Err(error) = unpack::open(path)?.take(LOOK).read_to_end(&mut start) {
        // A damaged archive is judged by what could be unpacked.
        if start.is_empty() && error.kind() == io::ErrorKind::PermissionDenied {
            return Err(error);
        }
    }
    Ok(sniff_head(path, &start))
}

/// Recognises a journal file or stream by its first bytes, unpacked.
#[must_use]
pub fn sniff_head(path: &Path, start: &[u8]) -> Option<Kind> {
    if start.starts_with(SIGNATURE) {
        return Some(Kind::JournalFile);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let named = [".journal", ".journal~"].iter().any(|end| name.ends_with(end));
    // An empty journal file has no content to go by, and to say so is worth more than silence; one with a
    // damaged signature is no text at least.
    if named && (start.is_empty() || start.contains(&0)) {
        return Some(Kind::JournalFile);
    }
    form::recognise(start).map(|_| Kind::Export)
}
