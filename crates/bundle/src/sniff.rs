//! Says what a path is, by content and layout.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

use crate::packing::{Packing, read_head, unpacked, unpacked_head};
use crate::place::{is_crash_record, is_journal};
use crate::{Kind, LOOK_BYTES, archive, bugreport, crash, name, tarball, zipfile};

/// How many members or files are looked at to tell the kind.
const LOOK_ENTRIES: u32 = 2000;
/// And how many bytes are unpacked for it.
const LOOK_FAR: u64 = 16 << 20;

/// Says what kind of bundle a path is: a file by its content, a folder by its layout; never by its own name. None if
/// it is no bundle: a log or journal by itself, or a folder that holds nothing but journal files.
///
/// # Errors
/// If it can't be read.
pub fn sniff(path: &Path) -> io::Result<Option<Kind>> {
    let metadata = std::fs::metadata(path)?;
    if metadata.is_dir() {
        return folder(path, true);
    }
    if !metadata.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path)?;
    let head = read_head(&mut file, LOOK_BYTES).0;
    if zipfile::is_zip(&head) {
        return Ok(Some(Kind::Archive));
    }
    let inside = unpacked_head(&head);
    if bugreport::is_report(&inside) {
        return Ok(Some(Kind::NvidiaBugReport));
    }
    if crash::is_record(&inside) {
        return Ok(Some(Kind::CrashFolder));
    }
    if !tarball::is_header(&inside) && zipfile::ends_as_zip(&mut file)? {
        return Ok(Some(Kind::Archive));
    }
    if !tarball::is_header(&inside) {
        // Told apart from a plain log: a tar that nobody can unpack here deserves its own message.
        return Ok((Packing::of(&head) == Packing::Bzip2).then_some(Kind::Archive));
    }
    file.rewind()?;
    let Ok(reader) = unpacked(BufReader::new(file), Packing::of(&head)) else {
        return Ok(Some(Kind::Archive));
    };
    let mut seen = Seen::default();
    let mut left = LOOK_ENTRIES;
    // The walk is stopped by the visitor's error, not by damage.
    let _ = tarball::walk(&mut reader.take(LOOK_FAR), &mut |member, _: &mut dyn Read| {
        seen.see(&name::parts(&member.name).parts);
        left = left.saturating_sub(1);
        if left == 0 || seen.sos { Err(()) } else { Ok(()) }
    });
    Ok(Some(seen.kind(Kind::Archive)))
}

/// What the names of members have told.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    sos: bool,
    field: bool,
}

impl Seen {
    pub(crate) fn see(&mut self, parts: &[&str]) {
        self.sos |= parts.iter().any(|part| matches!(*part, "sos_commands" | "sos_reports" | "sos_logs"));
        self.field |= parts.last().is_some_and(|file| is_field_summary(file));
    }

    /// What the bundle is, if its form alone says no more than `form`.
    pub(crate) fn kind(self, form: Kind) -> Kind {
        match form {
            Kind::Archive | Kind::LogFolder if self.sos => Kind::Sosreport,
            Kind::Archive | Kind::LogFolder if self.field => Kind::FieldDiagnostic,
            form => form,
        }
    }
}

/// The summaries of NVIDIA's field diagnostics. Source: public scripts that collect
/// `/opt/nvidia/dgx-spark-fieldiag/dgx/logs-*/unified_summary.json`, and runbooks for GB200 (`fieldiag_summary.log`).
pub(crate) fn is_field_summary(file: &str) -> bool {
    matches!(file, "unified_summary.json" | "fieldiag_summary.log")
}

fn folder(path: &Path, may_descend: bool) -> io::Result<Option<Kind>> {
    let is_folder = |inner: &str| path.join(inner).is_dir();
    if is_folder("sos_commands") {
        return Ok(Some(Kind::Sosreport));
    }
    if is_folder("etc") && is_folder("var/log") {
        return Ok(Some(Kind::Root));
    }
    let seen = contents(path)?;
    if let (Some(only), true) = (&seen.only_folder, may_descend)
        && let Ok(Some(kind @ Kind::Sosreport)) = folder(&path.join(only), false)
    {
        return Ok(Some(kind));
    }
    Ok(if seen.field {
        Some(Kind::FieldDiagnostic)
    } else if seen.crash > 0 && seen.crash + seen.dumps == seen.files {
        Some(Kind::CrashFolder)
    } else if seen.files > seen.journals {
        Some(Kind::LogFolder)
    } else {
        None
    })
}

/// What lies in a folder, as far as it is looked at.
#[derive(Default)]
struct Contents {
    files: u64,
    journals: u64,
    crash: u64,
    /// Cores and reports beside crash records.
    dumps: u64,
    field: bool,
    /// The only thing in the folder, if that is a folder.
    only_folder: Option<std::ffi::OsString>,
}

fn contents(top: &Path) -> io::Result<Contents> {
    let mut seen = Contents::default();
    let mut folders = vec![(top.to_owned(), String::new(), 0_u32)];
    let mut left = LOOK_ENTRIES;
    let (mut at_top, mut first) = (0_u32, None);
    while let Some((folder, name, depth)) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if depth == 0 => return Err(error),
            Err(_) => continue,
        };
        for entry in entries.filter_map(Result::ok) {
            left = left.saturating_sub(1);
            if left == 0 {
                return Ok(seen);
            }
            let Ok(kind) = entry.file_type() else { continue };
            let file = entry.file_name();
            let inner = archive::joined(&name, &file.to_string_lossy());
            if depth == 0 {
                at_top = at_top.saturating_add(1);
                first = kind.is_dir().then(|| file.clone());
            }
            if kind.is_dir() && depth < 4 {
                folders.push((entry.path(), inner, depth.saturating_add(1)));
            } else if kind.is_file() {
                seen.count(&inner);
            }
        }
    }
    seen.only_folder = first.filter(|_| at_top == 1);
    Ok(seen)
}

impl Contents {
    fn count(&mut self, inner: &str) {
        let parts: Vec<&str> = inner.split('/').collect();
        let file = parts.last().copied().unwrap_or_default();
        let one = |is: bool| u64::from(is);
        let crash = is_crash_record(&parts);
        let dump = file.starts_with("vmcore") || file.starts_with("dump.") || file.ends_with(".crash");
        self.files = self.files.saturating_add(1);
        self.journals = self.journals.saturating_add(one(is_journal(file)));
        self.crash = self.crash.saturating_add(one(crash));
        self.dumps = self.dumps.saturating_add(one(dump && !crash));
        self.field |= is_field_summary(file);
    }
}
