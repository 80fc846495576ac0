//! Walks a folder in place: no link is followed, nothing but plain files is opened.

use std::io;
use std::path::{Path, PathBuf};

use crate::archive::joined;
use crate::collect::{Collector, Content, Item};
use crate::name::shown;
use crate::{BundleError, copy};

/// Takes every file below `top`, in the order of names; `within` is put before their names. What may not be
/// entered is a problem, except at the top: then nothing was read at all.
pub(crate) fn walk(collector: &mut Collector<'_>, top: &Path, within: &str) -> Result<(), BundleError> {
    let mut folders: Vec<(PathBuf, String, u32)> = vec![(top.to_owned(), within.to_owned(), 0)];
    while let Some((folder, name, depth)) = folders.pop() {
        let entries = match sorted(&folder, collector) {
            Ok(entries) => entries?,
            Err(error) if depth == 0 && within.is_empty() => {
                return Err(BundleError::Open { path: folder, error });
            }
            Err(error) => {
                denied(collector, &name, &error);
                continue;
            }
        };
        let mut below = Vec::new();
        for path in entries {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let inner = joined(&name, &file);
            let metadata = match std::fs::symlink_metadata(&path) {
                Ok(metadata) => metadata,
                Err(error) => {
                    denied(collector, &inner, &error);
                    continue;
                }
            };
            if metadata.is_dir() {
                if depth >= collector.budget.limits.depth {
                    collector.unread("folders too deep");
                } else {
                    below.push((path, inner, depth.saturating_add(1)));
                }
            } else if metadata.is_file() {
                let (size, modified) = (metadata.len(), copy::modified(&metadata));
                collector.take(Item { name: inner, size, modified, content: Content::File(&path) })?;
            } else if metadata.is_symlink() {
                collector.unread("links");
                if inner.ends_with("etc/localtime")
                    && let Ok(target) = std::fs::read_link(&path)
                {
                    collector.host.localtime(&target.to_string_lossy());
                }
            } else {
                collector.unread("devices and pipes");
            }
        }
        folders.extend(below.into_iter().rev());
    }
    Ok(())
}

/// Takes one crash record that lies by itself. Its folder's name may tell its time.
pub(crate) fn alone(collector: &mut Collector<'_>, path: &Path) -> io::Result<()> {
    let metadata = std::fs::metadata(path)?;
    let mut names = path.components().rev().take(2).map(|part| part.as_os_str().to_string_lossy());
    let file = names.next().unwrap_or_default().into_owned();
    let name = names.next().map_or_else(|| file.clone(), |folder| joined(&folder, &file));
    collector.take_crash(name, path.to_owned(), copy::modified(&metadata));
    Ok(())
}

/// A folder's entries by name; each counts as a member before any is kept.
fn sorted(folder: &Path, collector: &Collector<'_>) -> io::Result<Result<Vec<PathBuf>, BundleError>> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        if let Err(error) = collector.count() {
            return Ok(Err(error));
        }
        entries.push(entry?.path());
    }
    entries.sort();
    Ok(Ok(entries))
}

pub(crate) fn denied(collector: &mut Collector<'_>, name: &str, error: &io::Error) {
    let hint = if error.kind() == io::ErrorKind::PermissionDenied { "; run as root to read it" } else { "" };
    collector.problem(format!("cannot read {}: {error}{hint}", shown(name)));
}
