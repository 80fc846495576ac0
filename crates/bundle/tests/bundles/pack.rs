//! Makes archives and folders, and opens them.

use std::io::Write;
use std::path::{Path, PathBuf};

use bundle::{Bundle, BundleError, Limits, Role};
use tempfile::TempDir;

/// 2026-11-26 10:00:00 UTC.
pub(crate) const AT: u64 = 1_795_687_200;

/// A folder with a bundle and, beside it, the private one.
pub(crate) struct Place {
    pub(crate) dir: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        let dir = TempDir::new().unwrap();
        std::fs::create_dir(dir.path().join("temp")).unwrap();
        std::fs::create_dir(dir.path().join("in")).unwrap();
        Self { dir }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join("in").join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// Makes files below `in/`.
    pub(crate) fn tree(&self, files: &[(&str, &str)]) {
        for (name, text) in files {
            self.write(name, text.as_bytes());
        }
    }

    pub(crate) fn temp(&self) -> PathBuf {
        self.dir.path().join("temp")
    }

    pub(crate) fn open(&self, path: &Path) -> Result<Bundle, BundleError> {
        self.open_with(path, &Limits::default())
    }

    /// Opens it and checks that nothing appeared outside of the private folder, and nothing in it under a name that
    /// the archive chose.
    pub(crate) fn open_with(&self, path: &Path, limits: &Limits) -> Result<Bundle, BundleError> {
        let before = outside(self.dir.path());
        let bundle = bundle::open(path, &self.temp(), limits, &look);
        assert_eq!(outside(self.dir.path()), before);
        for path in files_below(&self.temp()) {
            let inner = path.strip_prefix(self.temp()).unwrap();
            let first = inner.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
            assert!(first.len() == 6 && first.bytes().all(|byte| byte.is_ascii_digit()), "{inner:?}");
            assert!(std::fs::symlink_metadata(&path).unwrap().is_file());
        }
        if let Ok(bundle) = &bundle {
            for member in &bundle.members {
                assert!(member.path.is_file(), "{member:?}");
                let size = std::fs::metadata(&member.path).unwrap().len();
                if let Some(part) = member.part {
                    assert!(part.from < part.to && part.to <= size, "{member:?}");
                }
            }
        }
        bundle
    }
}

fn outside(dir: &Path) -> Vec<PathBuf> {
    files_below(dir).into_iter().filter(|path| !path.starts_with(dir.join("temp"))).collect()
}

pub(crate) fn files_below(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

/// Stands for the readers of other crates.
pub(crate) fn look(_: &Path, head: &[u8]) -> Option<Role> {
    if head.starts_with(b"LPKSHHRH") {
        Some(Role::Journal)
    } else if head.starts_with(b"__CURSOR=") {
        Some(Role::Stream)
    } else if head.starts_with(b"time,temp") {
        Some(Role::Monitor)
    } else if head.starts_with(b"Nov 26") {
        Some(Role::Text { lines: None, current_boot_only: false })
    } else {
        None
    }
}

/// A tar of plain files.
pub(crate) fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = header(bytes.len() as u64, tar::EntryType::Regular);
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

pub(crate) fn header(size: u64, entry: tar::EntryType) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_size(size);
    header.set_entry_type(entry);
    header.set_mode(0o644);
    header.set_mtime(AT);
    header.set_cksum();
    header
}

/// A header with a name that the `tar` crate would not write.
pub(crate) fn raw(name: &[u8], entry: tar::EntryType, link: &str, bytes: &[u8]) -> Vec<u8> {
    let mut header = header(bytes.len() as u64, entry);
    header.as_old_mut().name[..name.len()].copy_from_slice(name);
    header.as_old_mut().linkname[..link.len()].copy_from_slice(link.as_bytes());
    header.set_cksum();
    let mut out = header.as_bytes().to_vec();
    out.extend_from_slice(bytes);
    out.resize(out.len().next_multiple_of(512), 0);
    out
}

pub(crate) fn ended(mut tar: Vec<u8>) -> Vec<u8> {
    tar.resize(tar.len() + 1024, 0);
    tar
}

pub(crate) fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 1);
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn zst(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).unwrap()
}

pub(crate) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (index, (name, bytes)) in files.iter().enumerate() {
        let method = [zip::CompressionMethod::Deflated, zip::CompressionMethod::Stored][index % 2];
        let options = zip::write::SimpleFileOptions::default().compression_method(method);
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Names and roles, and what the member's file (or its part) begins with.
pub(crate) fn told(bundle: &Bundle) -> Vec<(String, String, String)> {
    let line = |member: &bundle::Member| {
        let bytes = std::fs::read(&member.path).unwrap();
        let from = member.part.map_or(0, |part| part.from as usize);
        let text = String::from_utf8_lossy(bytes.get(from..).unwrap()).into_owned();
        text.lines().next().unwrap_or_default().to_owned()
    };
    bundle.members.iter().map(|member| (member.name.clone(), role(member), line(member))).collect()
}

/// A member's role in short: `text kernel current`, `crash panic 1764150000`.
pub(crate) fn role(member: &bundle::Member) -> String {
    let mut out = match member.role {
        Role::Journal => "journal".to_owned(),
        Role::Stream => "stream".to_owned(),
        Role::Sessions => "sessions".to_owned(),
        Role::Monitor => "monitor".to_owned(),
        Role::Text { lines, current_boot_only } => {
            let lines = lines.map_or("?", model::Lines::name);
            format!("text {lines}{}", if current_boot_only { " current" } else { "" })
        }
        Role::Crash { at, local, reason, .. } => {
            let at = at.map_or("?".to_owned(), |at| (at.0 / 1_000_000).to_string());
            let local = local.map_or(String::new(), |local| format!(" {local}"));
            format!(
                "crash {} {at}{local}",
                reason.map_or("?".to_owned(), |why| format!("{why:?}").to_lowercase())
            )
        }
    };
    if member.tail {
        out.push_str(" tail");
    }
    out
}

/// Names and roles only.
pub(crate) fn roles(bundle: &Bundle) -> Vec<(String, String)> {
    bundle.members.iter().map(|member| (member.name.clone(), role(member))).collect()
}

pub(crate) fn problems(bundle: &Bundle) -> String {
    bundle.problems.iter().map(|problem| problem.what.as_str()).collect::<Vec<_>>().join("\n")
}

pub(crate) fn unread(bundle: &Bundle, what: &str) -> u64 {
    bundle.unread.iter().find(|(name, _)| name == what).map_or(0, |(_, count)| *count)
}
