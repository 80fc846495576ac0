//! Support bundles, archives, crash folders and offline roots: what is in them, where, and what it can show.
//!
//! [`sniff`] says whether a path is a bundle at all, [`open`] looks through it and names the members that are
//! evidence, [`open_root`] does the same for the root of a disk that is not running. What a member says is read
//! by others: this crate knows where things lie and what such a place can show, and leaves the contents to the
//! caller's [`Look`].
//!
//! Archives are hostile until proven otherwise. Nothing is written outside the caller's private folder, no member
//! is written under its own path, no link is followed, no device or pipe is opened, and members, bytes, depth and
//! ratio are bounded by [`Limits`].

mod archive;
mod bugreport;
mod collect;
mod content;
mod copy;
mod crash;
mod error;
mod folder;
mod host;
mod limits;
mod name;
mod packing;
mod place;
mod root;
mod sniff;
mod sosreport;
mod sparse;
mod tarball;
mod varlog;
mod zipfile;
mod ziplocal;

use std::io;
use std::path::{Path, PathBuf};

use model::{BootId, Lines, MachineId, Micros, Problem};

pub use error::BundleError;
pub use limits::Limits;
pub use root::{CRASH_FOLDERS, crash_folders, monitors_lying, open_root};
pub use sniff::sniff;

/// What a bundle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// What `sos report` collected, packed or unpacked.
    Sosreport,
    /// The one text of `nvidia-bug-report.sh`.
    NvidiaBugReport,
    /// The result folder of NVIDIA's field diagnostic (`dgx/logs-*`): test results, no logs of the host.
    FieldDiagnostic,
    /// Any other tar or zip.
    Archive,
    /// The root of a disk that is not running.
    Root,
    /// A folder of logs, such as a copied `/var/log` or an unpacked archive.
    LogFolder,
    /// A folder of crash records: pstore, `/var/crash`.
    CrashFolder,
}

impl Kind {
    /// What it is called in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sosreport => "sosreport",
            Self::NvidiaBugReport => "nvidia-bug-report",
            Self::FieldDiagnostic => "field diagnostic",
            Self::Archive => "archive",
            Self::Root => "root",
            Self::LogFolder => "log folder",
            Self::CrashFolder => "crash folder",
        }
    }
}

/// Why the kernel kept its last lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CrashReason {
    /// It panicked, or a crash kernel took over.
    Panic,
    /// An oops, which the boot may have survived.
    Oops,
    /// An emergency restart.
    Emergency,
    /// An orderly shutdown of a host that keeps its last lines every time (`printk.always_kmsg_dump`): no crash.
    Shutdown,
    /// The record does not say.
    Unknown,
}

/// What a member is evidence of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A journal file.
    Journal,
    /// The journal as text that loses nothing: export, JSON or verbose.
    Stream,
    /// A text log.
    Text {
        /// Which lines its place holds; none where only its content can tell.
        lines: Option<Lines>,
        /// It holds the boot only in which the bundle was made.
        current_boot_only: bool,
    },
    /// Starts and ends: wtmp, `last`, a list of boots.
    Sessions,
    /// The kernel's last lines before a crash, parts already in order (oldest line first). Records of pstore
    /// keep their head lines (`Panic#1 Part2`).
    Crash {
        /// When, as the record's id or its file's time tells.
        at: Option<Micros>,
        /// When, as the record's id or its folder's tells: its boot's own clock said so, whatever became of the file.
        named: Option<Micros>,
        /// When, as a folder's name tells it in the host's own local time.
        local: Option<chrono::NaiveDateTime>,
        /// Why; none for a console that is kept whether or not the host crashed.
        reason: Option<CrashReason>,
    },
    /// A monitor's table.
    Monitor,
}

/// Where in a file of several sections a member lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its first line in the file, counted from 1.
    pub first_line: u64,
    /// Its first byte in the file at [`Member::path`].
    pub from: u64,
    /// The byte behind its last.
    pub to: u64,
}

/// One piece of evidence in a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its path inside the bundle, fit to be shown.
    pub name: String,
    /// Where it can be read: in the private folder, or in place. Compressed logs are compressed here too.
    pub path: PathBuf,
    /// Of a file of several sections, the member's own.
    pub part: Option<Part>,
    /// What it is.
    pub role: Role,
    /// Whether it is known to lack its beginning: the collecting tool kept the last lines only.
    pub tail: bool,
    /// When it was last written on its host.
    pub modified: Option<Micros>,
}

/// What a bundle holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// What it is.
    pub kind: Kind,
    /// The evidence, in the order of the archive, or of names in a folder; crash records last.
    pub members: Vec<Member>,
    /// The host's name.
    pub hostname: Option<String>,
    /// The host's machine id.
    pub machine_id: Option<MachineId>,
    /// The zone of the host's local times: an IANA name (`Asia/Tokyo`) or an offset (`+09:00`).
    pub zone: Option<String>,
    /// The host's distribution, as `os-release` names it.
    pub os: Option<String>,
    /// The boot in which it was made.
    pub current_boot: Option<BootId>,
    /// When it was made.
    pub collected: Option<Micros>,
    /// Members that were written out as far as they could be read; the rest of each is lost.
    pub cut: Vec<PathBuf>,
    /// What was there and is not read, with counts, by name.
    pub unread: Vec<(String, u64)>,
    /// What went wrong.
    pub problems: Vec<Problem>,
}

/// Says by the first 64 KiB of a member (decompressed) and its path inside the bundle what it is, if anything.
/// It is asked about members whose place does not tell.
pub type Look<'a> = &'a dyn Fn(&Path, &[u8]) -> Option<Role>;

/// How much of a member a [`Look`] sees.
pub const LOOK_BYTES: usize = 64 * 1024;

/// Looks through a bundle. What is evidence in an archive is unpacked into `temp`, an empty folder of the
/// caller's own, one for each bundle; a folder is read in place, except for what is packed in it.
///
/// # Errors
/// If it can't be read, is no bundle, or exceeds a limit; if `temp` can't be written. What is merely damaged gives
/// what could be read and a problem.
pub fn open(path: &Path, temp: &Path, limits: &Limits, look: Look<'_>) -> Result<Bundle, BundleError> {
    let failed = |error: io::Error| BundleError::Open { path: path.to_owned(), error };
    let kind = sniff(path).map_err(failed)?;
    let metadata = std::fs::metadata(path).map_err(failed)?;
    let is_folder = metadata.is_dir();
    if !is_folder && !metadata.is_file() {
        return Err(BundleError::NotABundle { path: path.to_owned() });
    }
    let mut collector = collect::Collector::new(path, temp, limits, look);
    match kind {
        Some(Kind::Root) if is_folder => return root::open_root(path, temp, limits),
        _ if is_folder => folder::walk(&mut collector, path, "")?,
        Some(Kind::CrashFolder) => folder::alone(&mut collector, path).map_err(failed)?,
        _ => archive::read_bundle(&mut collector, path)?,
    }
    collector.finish(kind.unwrap_or(if is_folder { Kind::LogFolder } else { Kind::Archive }))
}
