//! The walk against libsystemd, and on damaged files.

#[cfg(all(feature = "sd-journal", target_os = "linux"))]
mod agreement;
mod damage;
mod hostile;
mod made;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use model::InputId;
use tempfile::TempDir;

use super::{Salvaged, read};
use crate::{BootRecords, Selection};

/// A journal file of the fixtures, unpacked.
fn unpacked(dir: &TempDir, packed: &Path) -> PathBuf {
    let mut bytes = Vec::new();
    liblzma::read::XzDecoder::new(fs::File::open(packed).unwrap()).read_to_end(&mut bytes).unwrap();
    let path = dir.path().join(packed.file_stem().unwrap());
    fs::write(&path, bytes).unwrap();
    path
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/journals")
}

/// Every journal file of the fixtures, packed.
fn packed_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(fixtures())
        .unwrap()
        .flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "xz"))
        .collect();
    files.sort();
    assert!(files.len() > 20);
    files
}

/// Everything, or the kernel's lines that speak of memory, PID 1's reboots and short ends.
fn selection(everything: bool) -> Selection {
    let kernel = ("_TRANSPORT", "kernel".to_owned());
    let earlyoom = ("SYSLOG_IDENTIFIER", "earlyoom".to_owned());
    let systemd = ("SYSLOG_IDENTIFIER", "systemd".to_owned());
    let memory = |message: &[u8]| message.windows(3).any(|part| part.eq_ignore_ascii_case(b"mem"));
    Selection {
        filtered: if everything { vec![kernel] } else { vec![kernel, earlyoom] },
        chatty: vec![systemd],
        wanted: if everything { Box::new(|_| true) } else { Box::new(memory) },
        always: vec![model::Id128::parse("98268866d1d54a499c4e98921d93bc40").unwrap()],
        stream_always: Vec::new(),
        head_entries: if everything { 1 << 20 } else { 3 },
        tail_entries: if everything { 1 << 20 } else { 7 },
    }
}

fn salvaged(path: &Path, everything: bool) -> Salvaged {
    read(path, 0, InputId(0), &selection(everything)).unwrap()
}

/// The boots with their records, in the order of their ids.
fn boots(salvaged: Salvaged) -> Vec<BootRecords> {
    salvaged.drafts.into_iter().map(crate::drafts::Draft::finish).collect()
}
