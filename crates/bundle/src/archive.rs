//! Opens a file that is a bundle: a tar or a zip, or an nvidia-bug-report, under any compression.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;
use std::rc::Rc;

use model::Micros;

use crate::collect::{Collector, Content, Item};
use crate::limits::{Bounded, Counted, Exceeded};
use crate::name::shown;
use crate::packing::{Packing, read_head, refusal, unpacked, unpacked_head};
use crate::tarball::{self, Entry, TarMember};
use crate::{BundleError, LOOK_BYTES, bugreport, copy, zipfile};

/// Whether bytes begin an archive.
pub(crate) fn is_archive(head: &[u8]) -> bool {
    zipfile::is_zip(head) || tarball::is_header(head)
}

/// Reads the file that the user gave.
pub(crate) fn read_bundle(collector: &mut Collector<'_>, path: &Path) -> Result<(), BundleError> {
    let failed = |error: io::Error| BundleError::Open { path: path.to_owned(), error };
    let mut file = File::open(path).map_err(failed)?;
    let head = read_head(&mut file, LOOK_BYTES).0;
    let packing = Packing::of(&head);
    if packing == Packing::Bzip2 {
        return Err(BundleError::Bzip2 { path: path.to_owned() });
    }
    let inside = unpacked_head(&head);
    if let Some(error) = refusal(&head) {
        return Err(BundleError::Open { path: path.to_owned(), error });
    }
    if bugreport::is_report(&inside) {
        let modified = file.metadata().ok().and_then(|metadata| copy::modified(&metadata));
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return collector.bug_report(Content::File(path), packing, &name, modified);
    }
    if !is_archive(&inside) && !zipfile::ends_as_zip(&mut file).map_err(failed)? {
        return Err(BundleError::NotABundle { path: path.to_owned() });
    }
    read_archive(collector, path, "")
}

/// Reads a tar or a zip; `within` is put before its members' names.
pub(crate) fn read_archive(
    collector: &mut Collector<'_>,
    path: &Path,
    within: &str,
) -> Result<(), BundleError> {
    let failed = |error: io::Error| BundleError::Open { path: path.to_owned(), error };
    let mut file = File::open(path).map_err(failed)?;
    let head = read_head(&mut file, LOOK_BYTES).0;
    let is_tar = tarball::is_header(&unpacked_head(&head));
    let is_zip = zipfile::is_zip(&head) || (!is_tar && zipfile::ends_as_zip(&mut file).map_err(failed)?);
    file.rewind().map_err(failed)?;
    if is_zip {
        return zipfile::read(collector, file, within);
    }
    let counted = Counted { inner: file, budget: Rc::clone(&collector.budget) };
    let reader = unpacked(BufReader::with_capacity(1 << 16, counted), Packing::of(&head)).map_err(failed)?;
    let bounded = Bounded { inner: reader, budget: Rc::clone(&collector.budget) };
    read_tar(collector, &mut BufReader::with_capacity(1 << 16, bounded), within)
}

fn read_tar(collector: &mut Collector<'_>, reader: &mut dyn Read, within: &str) -> Result<(), BundleError> {
    let mut seen = 0_u64;
    let outcome = tarball::walk(reader, &mut |member: &TarMember, content: &mut dyn Read| {
        collector.count()?;
        seen = seen.saturating_add(1);
        let name = joined(within, &member.name);
        match &member.entry {
            Entry::Folder => Ok(()),
            Entry::Link(target) => {
                link(collector, &name, &member.name, target);
                Ok(())
            }
            Entry::Device => {
                collector.unread("devices and pipes");
                Ok(())
            }
            Entry::Other => {
                collector.unread("members of unknown kinds");
                Ok(())
            }
            Entry::File => {
                let modified =
                    member.modified.and_then(|secs| i64::try_from(secs).ok()).map(Micros::from_secs);
                collector.take(Item { name, size: member.size, modified, content: Content::Stream(content) })
            }
        }
    })?;
    let subject = if within.is_empty() { "the archive".to_owned() } else { shown(within) };
    if let Some(error) = outcome.error {
        if let Some(exceeded) = Exceeded::of(&error) {
            return Err(collector.exceeded(exceeded));
        }
        collector.problem(format!("{subject} is damaged behind its first {seen} members: {error}"));
    } else if let Some(damage) = outcome.damage {
        collector.problem(format!("{subject} {damage}; {seen} members were looked at"));
    }
    Ok(())
}

/// Notes a link, which is never followed; one that leads outside is somebody's attempt or mistake. The zone stands in
/// a link's target. `inner` is its name in the archive that it lies in.
pub(crate) fn link(collector: &mut Collector<'_>, name: &str, inner: &str, target: &str) {
    collector.unread("links");
    let link = crate::name::parts(inner);
    if let [.., "etc", "localtime"] = link.parts.as_slice() {
        collector.host.localtime(target);
    } else if target.starts_with('/') || climbs_out(link.parts.len().saturating_sub(1), target) {
        collector.link_out(name, target);
    }
}

/// Whether a relative link in a folder `depth` below the top leads above the top.
fn climbs_out(depth: usize, target: &str) -> bool {
    let mut depth = depth;
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." if depth == 0 => return true,
            ".." => depth = depth.saturating_sub(1),
            _ => depth = depth.saturating_add(1),
        }
    }
    false
}

/// A member's name behind the archive's that it lies in.
pub(crate) fn joined(within: &str, name: &str) -> String {
    if within.is_empty() { name.to_owned() } else { format!("{within}/{name}") }
}
