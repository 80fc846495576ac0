//! The root of a disk that is not running, and what lies on a live host's disk besides its journal.
//!
//! Links are resolved inside the root as if it were `/`; one that climbs above it is not followed.

use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::collect::{Collector, Content, Item};
use crate::host::Fact;
use crate::{Bundle, BundleError, Kind, LOOK_BYTES, Limits, copy, folder, packing, varlog};

/// Links that are followed on the way to one file, as the kernel does.
const LINKS: u32 = 40;
/// Loose files of monitors that are named.
const LOOSE: usize = 20;

const JOURNALS: [&str; 2] = ["var/log/journal", "run/log/journal"];
/// Where a host keeps crash records, below its root.
pub const CRASH_FOLDERS: [&str; 3] = ["sys/fs/pstore", "var/lib/systemd/pstore", "var/crash"];

/// Looks through the root of a disk: journal, text logs, wtmp, crash records, and whose it is. Everything is read in
/// place; parts of crash records are put together in `temp`, an empty folder of the caller's own.
///
/// # Errors
/// If the root can't be read or holds more than the limits allow.
pub fn open_root(path: &Path, temp: &Path, limits: &Limits) -> Result<Bundle, BundleError> {
    std::fs::read_dir(path).map_err(|error| BundleError::Open { path: path.to_owned(), error })?;
    let mut collector = Collector::new(path, temp, limits, &|_, _| None);
    for (file, fact) in [
        ("etc/hostname", Fact::Hostname),
        ("etc/machine-id", Fact::MachineId),
        ("etc/os-release", Fact::OsRelease),
        ("etc/timezone", Fact::Timezone),
    ] {
        if let Some(text) = small_text(path, file) {
            collector.host.learn(fact, &text);
        }
    }
    if let Ok(target) = std::fs::read_link(path.join("etc/localtime")) {
        collector.host.localtime(&target.to_string_lossy());
    }
    for journal in JOURNALS {
        below(&mut collector, path, journal)?;
    }
    logs(&mut collector, path)?;
    for crash in CRASH_FOLDERS {
        below(&mut collector, path, crash)?;
    }
    for (what, _) in monitors_lying(path) {
        collector.unread(&what);
    }
    collector.finish(Kind::Root)
}

/// Looks through a host's crash folders only: pstore, what systemd-pstore kept, `/var/crash`. `root` is `/` on a
/// live host. A folder that is not there or empty is no problem, one that may not be read is.
///
/// # Errors
/// If they hold more than the limits allow, or `temp` can't be written.
pub fn crash_folders(root: &Path, temp: &Path, limits: &Limits) -> Result<Bundle, BundleError> {
    let mut collector = Collector::new(root, temp, limits, &|_, _| None);
    for crash in CRASH_FOLDERS {
        below(&mut collector, root, crash)?;
    }
    collector.finish(Kind::CrashFolder)
}

/// Recordings of monitors in known places below a root (`/` on a live host), which are named and not read: what it
/// is, and where. Folders of sysstat and atop count once.
#[must_use]
pub fn monitors_lying(root: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for (folder, start, what) in [
        ("var/log/sysstat", "sa", "sysstat recordings"),
        ("var/log/sa", "sa", "sysstat recordings"),
        ("var/log/atop", "atop_", "atop recordings"),
        ("var/log/pcp/pmlogger", "", "pcp recordings"),
    ] {
        let holds = |path: &PathBuf| names(path).iter().any(|name| name.to_string_lossy().starts_with(start));
        if let Some(path) = resolve(root, Path::new(folder)).filter(holds) {
            found.push((what.to_owned(), path));
        }
    }
    let Some(logs) = resolve(root, Path::new("var/log")) else { return found };
    let is_table = |name: &OsString| {
        let name = name.to_string_lossy();
        name == "thermal.log" || name.ends_with(".csv")
    };
    for name in names(&logs).into_iter().filter(is_table).take(LOOSE) {
        let path = logs.join(name);
        if std::fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file()) {
            found.push(("tables of a monitor".to_owned(), path));
        }
    }
    found
}

/// Takes the files of a folder of the root, if it is there.
fn below(collector: &mut Collector<'_>, root: &Path, inner: &str) -> Result<(), BundleError> {
    match resolve(root, Path::new(inner)) {
        Some(path) if path.is_dir() => folder::walk(collector, &path, inner),
        Some(_) => Ok(()),
        None => {
            if let Err(error) = std::fs::symlink_metadata(root.join(inner))
                && error.kind() == io::ErrorKind::PermissionDenied
            {
                folder::denied(collector, inner, &error);
            }
            Ok(())
        }
    }
}

/// Takes the logs of known families in `/var/log`, also where they are links inside the root.
fn logs(collector: &mut Collector<'_>, root: &Path) -> Result<(), BundleError> {
    let Some(folder) = resolve(root, Path::new("var/log")) else { return Ok(()) };
    if let Err(error) = std::fs::read_dir(&folder) {
        folder::denied(collector, "var/log", &error);
        return Ok(());
    }
    for name in names(&folder) {
        collector.count()?;
        let name = name.to_string_lossy();
        if varlog::family(&name).is_none() {
            continue;
        }
        let inner = format!("var/log/{name}");
        let Some(path) = resolve(root, Path::new(&inner)) else {
            collector.unread("links");
            collector
                .problem(format!("{inner} is a link that leads nowhere inside the root and is not followed"));
            continue;
        };
        match std::fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_file() => {
                let (size, modified) = (metadata.len(), copy::modified(&metadata));
                collector.take(Item { name: inner, size, modified, content: Content::File(&path) })?;
            }
            Ok(metadata) if metadata.is_dir() => {}
            Ok(_) => collector.unread("devices and pipes"),
            Err(error) => folder::denied(collector, &inner, &error),
        }
    }
    Ok(())
}

/// A folder's names in order; none where it can't be read.
fn names(folder: &Path) -> Vec<OsString> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<OsString> =
        entries.take(100_000).filter_map(Result::ok).map(|entry| entry.file_name()).collect();
    names.sort();
    names
}

/// The beginning of a plain file of the root as text.
fn small_text(root: &Path, inner: &str) -> Option<String> {
    let path = resolve(root, Path::new(inner))?;
    if !std::fs::symlink_metadata(&path).ok()?.is_file() {
        return None;
    }
    let mut file = std::fs::File::open(path).ok()?;
    Some(String::from_utf8_lossy(&packing::read_head(&mut file, LOOK_BYTES).0).into_owned())
}

/// Where a path of the root lies on this disk: links are followed one by one, absolute ones from the root. None if
/// nothing is there, or a link climbs above the root.
pub(crate) fn resolve(root: &Path, inner: &Path) -> Option<PathBuf> {
    let mut left: Vec<OsString> = reversed(inner)?;
    let mut at: Vec<OsString> = Vec::new();
    let mut links = 0_u32;
    while let Some(part) = left.pop() {
        if part == ".." {
            at.pop()?;
            continue;
        }
        at.push(part);
        let path: PathBuf =
            std::iter::once(root.as_os_str()).chain(at.iter().map(OsString::as_os_str)).collect();
        if !std::fs::symlink_metadata(&path).ok()?.is_symlink() {
            continue;
        }
        links = links.saturating_add(1);
        if links > LINKS {
            return None;
        }
        let target = std::fs::read_link(&path).ok()?;
        at.pop();
        if target.is_absolute() {
            at.clear();
        }
        left.extend(reversed(&target)?);
    }
    Some(std::iter::once(root.as_os_str()).chain(at.iter().map(OsString::as_os_str)).collect())
}

/// A path's parts, last first, `..` among them.
fn reversed(path: &Path) -> Option<Vec<OsString>> {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => parts.push(name.to_owned()),
            Component::ParentDir => parts.push(OsString::from("..")),
            Component::RootDir | Component::CurDir => {}
            Component::Prefix(_) => return None,
        }
    }
    parts.reverse();
    Some(parts)
}
