//! Which journal files a source has, and what their headers say.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use model::{Id128, JournalFile, Problem};

use crate::header::{Header, HeaderError, MIN_SIZE};
use crate::outcome::FileRead;
use crate::{FileOutcome, JournalError, unpack};

/// A journal file of a source.
#[derive(Debug)]
pub(crate) struct Found {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Its input's place in the list of sources.
    pub(crate) source: usize,
    /// Its header, if it has a valid one.
    pub(crate) header: Option<Header>,
    /// Its size in bytes.
    pub(crate) size: u64,
    /// Why it can't be read.
    pub(crate) fault: Option<String>,
    /// Whether the fault is a lack of permission.
    pub(crate) denied: bool,
    /// Whether entries may be found in it all the same.
    pub(crate) salvageable: bool,
}

impl Found {
    pub(crate) fn name(&self) -> String {
        self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    pub(crate) fn facts(&self, input: model::InputId) -> Option<JournalFile> {
        Some(self.header.as_ref()?.journal_file(input, &self.name(), self.size, self.fault.is_none()))
    }

    /// Whether it was never closed: such files are what a hard stop damages.
    #[cfg(all(feature = "sd-journal", target_os = "linux"))]
    pub(crate) fn is_open(&self) -> bool {
        self.header.as_ref().is_some_and(|header| header.state == model::boot::HeaderState::Online)
    }

    /// What came of it, with what was read.
    pub(crate) fn outcome(&self, input: model::InputId, read: FileRead) -> FileOutcome {
        let header = self.header.as_ref();
        FileOutcome {
            input,
            path: self.path.clone(),
            size: self.size,
            machine: header.map(|header| header.machine),
            state: header.map(|header| header.state),
            tail_boot: header.map(|header| header.tail_boot).filter(|boot| *boot != Id128::ZERO),
            promised: header.map(|header| header.entries),
            fault: self.fault.clone(),
            read: read.entries,
            salvage: read.salvage,
            first: read.first,
            last: read.last,
            boots: read.boots,
        }
    }
}

/// Journal files below a folder, sorted, and notes on what was passed over: files in the folder itself, in
/// its machine-id folders, and the same one folder deeper (copies of several hosts side by side).
pub(crate) fn in_directory(path: &Path) -> Result<(Vec<PathBuf>, Vec<Problem>), JournalError> {
    let mut files = Vec::new();
    let mut problems = Vec::new();
    let folders = list(path, &mut files).map_err(|error| JournalError::of(path, error))?;
    let mut denied = None;
    descend(folders, true, &mut files, &mut problems, &mut denied);
    if let (true, Some(error)) = (files.is_empty(), denied) {
        return Err(error);
    }
    files.sort();
    Ok((files, problems))
}

/// Collects the journal files of sub-folders. A folder that may not be listed is a problem, and the error to
/// give if nothing else is found.
fn descend(
    folders: Vec<PathBuf>,
    others: bool,
    files: &mut Vec<PathBuf>,
    problems: &mut Vec<Problem>,
    denied: &mut Option<JournalError>,
) {
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_machine = Id128::parse(&name).is_some() && name.len() == 32;
        let namespace = name.split_once('.').filter(|(id, _)| id.len() == 32 && Id128::parse(id).is_some());
        if let Some((_, namespace)) = namespace {
            let what = format!(
                "{}: skipped, it holds the journal namespace {namespace} and not the system's journal; \
                 give the folder itself to read it",
                folder.display()
            );
            problems.push(Problem { line: None, what });
            continue;
        }
        if !is_machine && !others {
            continue;
        }
        match list(&folder, files) {
            Ok(inner) if !is_machine => descend(inner, false, files, problems, denied),
            Ok(_) => {}
            Err(error) => {
                let what = format!("{}: cannot be listed: {error}", folder.display());
                problems.push(Problem { line: None, what });
                denied.get_or_insert_with(|| JournalError::of(&folder, error));
            }
        }
    }
}

/// Adds the folder's journal files; returns its sub-folders, sorted.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_journal = name.ends_with(".journal") || name.ends_with(".journal~");
        if path.is_dir() {
            folders.push(path);
        } else if is_journal && (path.is_file() || !path.exists()) {
            // A link to nowhere is named as a file that can't be read; to open a pipe would be to wait.
            files.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

/// This host's journal files, and the folders looked into. `root` is `/` but in tests.
pub(crate) fn of_this_host(root: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), JournalError> {
    let machine = fs::read_to_string(root.join("etc/machine-id")).ok().and_then(|id| Id128::parse(id.trim()));
    let mut files = Vec::new();
    let mut looked = Vec::new();
    for base in ["var/log/journal", "run/log/journal"] {
        let base = root.join(base);
        let folder = match machine {
            Some(machine) => base.join(machine.to_string()),
            None => base,
        };
        let listed = match machine {
            Some(_) => list(&folder, &mut files).map(|_| ()),
            None => {
                in_directory(&folder).map(|(found, _)| files.extend(found)).or_else(|error| match error {
                    JournalError::Permission { inner, .. } => Err(inner),
                    _ => Ok(()),
                })
            }
        };
        match listed {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                return Err(JournalError::Permission { path: folder, inner: error });
            }
            _ => looked.push(folder),
        }
    }
    if files.is_empty() {
        return Err(JournalError::NoJournal { looked });
    }
    files.sort();
    Ok((files, looked))
}

/// Looks at each file: header, size, and whether it can be read. A file that was seen already, by path or
/// as a copy, is left out with a note.
pub(crate) fn examine(paths: Vec<PathBuf>, source: usize, known: &mut Known) -> (Vec<Found>, Vec<Problem>) {
    let mut found = Vec::new();
    let mut problems = Vec::new();
    for path in paths {
        let file = look(path, source);
        if known.has(&file) {
            let what = format!("{}: the same file was given already and is read once", file.path.display());
            problems.push(Problem { line: None, what });
            continue;
        }
        if let Some(fault) = file.fault.as_ref().filter(|_| !file.salvageable) {
            let what = format!("{}: not read, {fault}", file.path.display());
            problems.push(Problem { line: None, what });
        } else if let Some(what) = lost_tail(&file) {
            problems.push(Problem { line: None, what });
        }
        found.push(file);
    }
    (found, problems)
}

/// A file that libsystemd reads without complaint although much of it never reached the disk.
fn lost_tail(file: &Found) -> Option<String> {
    let header = file.header.as_ref()?;
    let lost = header.lost_bytes(file.size);
    if file.fault.is_some() || lost == 0 && header.entries > 0 {
        return None;
    }
    let boot = header.tail_boot;
    let whose = if boot == Id128::ZERO { String::new() } else { format!(" (boot {boot})") };
    let holds = if header.entries == 0 { "it holds no entry" } else { "its end is missing" };
    Some(format!("{}{whose}: {holds}; {lost} bytes of it are not accounted for", file.path.display()))
}

/// Files that were seen already.
#[derive(Default)]
pub(crate) struct Known {
    inodes: BTreeSet<(u64, u64)>,
    /// File id, entries, last sequence number, size.
    copies: BTreeSet<(Id128, u64, u64, u64)>,
}

impl Known {
    fn has(&mut self, file: &Found) -> bool {
        let same_inode =
            fs::metadata(&file.path).is_ok_and(|meta| !self.inodes.insert((meta.dev(), meta.ino())));
        let copy = file.header.as_ref().is_some_and(|header| {
            // A file in fault is not taken for the copy of a good one.
            file.fault.is_none()
                && !self.copies.insert((header.file_id, header.entries, header.tail_seq, file.size))
        });
        same_inode || copy
    }
}

fn look(path: PathBuf, source: usize) -> Found {
    let mut found =
        Found { path, source, header: None, size: 0, fault: None, denied: false, salvageable: false };
    match read_header(&found.path) {
        Err(error) => {
            found.denied = error.kind() == io::ErrorKind::PermissionDenied;
            found.fault = Some(if found.denied {
                "permission denied; read it as root or as a member of the group systemd-journal or adm"
                    .to_owned()
            } else {
                error.to_string()
            });
        }
        Ok((size, parsed)) => {
            found.size = size;
            let mut is_packed = false;
            match parsed {
                _ if size == 0 => found.fault = Some("it is empty (0 bytes)".to_owned()),
                Ok(header) => {
                    found.fault = header_fault(&header, size);
                    found.header = Some(header);
                }
                Err(error) => match compressed_header(&found.path) {
                    Some(header) => {
                        is_packed = true;
                        found.fault = Some("it is compressed; unpack it first".to_owned());
                        // The size of what is inside is not known without unpacking all of it.
                        found.size = header.claimed_size();
                        found.header = Some(header);
                    }
                    None => found.fault = Some(error.to_string()),
                },
            }
            if found.fault.is_none() {
                found.fault = crate::sd::probe(&found.path).err();
            }
            found.salvageable = size > 0 && !is_packed && found.fault.is_some();
        }
    }
    found
}

/// Reads the header and the size of a journal file.
///
/// # Errors
/// The outer error is the system's, the inner one says why the bytes are no header.
fn read_header(path: &Path) -> io::Result<(u64, Result<Header, HeaderError>)> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() {
        return Err(io::Error::other("it is a folder; give it with -D or as INPUT"));
    }
    if !kind.is_file() {
        return Err(io::Error::other(
            "it is no regular file; a journal file can't be read from a pipe or device",
        ));
    }
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut bytes = vec![0; usize::try_from(size).unwrap_or(MIN_SIZE).min(MIN_SIZE)];
    file.read_exact_at(&mut bytes, 0)?;
    Ok((size, Header::parse(&bytes)))
}

fn header_fault(header: &Header, size: u64) -> Option<String> {
    if header.unknown_flags() != 0 {
        return Some(format!(
            "it uses features that are not supported (incompatible flags {:#x})",
            header.incompatible
        ));
    }
    header.is_truncated(size).then(|| {
        format!(
            "it is truncated: {size} bytes are there, its header says {}, and libsystemd refuses such a file",
            header.claimed_size()
        )
    })
}

fn compressed_header(path: &Path) -> Option<Header> {
    let mut bytes = Vec::new();
    unpack::open(path).ok()?.take(MIN_SIZE as u64).read_to_end(&mut bytes).ok()?;
    Header::parse(&bytes).ok()
}
