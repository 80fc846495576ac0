//! Members whose place does not tell what they are: their content decides. And how members get to where they can
//! be read.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use model::Micros;

use crate::collect::{Collector, Content, Item};
use crate::limits::{Bounded, Counted};
use crate::name::{parts, shown};
use crate::packing::{Packing, is_checksum, read_head, unpacked, unpacked_head};
use crate::{BundleError, LOOK_BYTES, Member, Role, archive, bugreport, copy, crash, varlog};

impl Collector<'_> {
    /// Decides by the content: an nvidia-bug-report, an archive, what the caller knows, or nothing.
    pub(crate) fn look_at(&mut self, item: Item<'_>) -> Result<(), BundleError> {
        let Item { name, modified, mut content, .. } = item;
        let (head, error) = match content {
            Content::Stream(ref mut reader) => read_head(*reader, LOOK_BYTES),
            Content::File(path) => head_of(Content::File(path)),
        };
        // A wrong checksum is told when it is kept.
        if let Some(error) = error.filter(|error| !is_checksum(error)) {
            self.damaged(&name, &error)?;
        }
        let packing = Packing::of(&head);
        if packing == Packing::Bzip2 {
            self.unread("files compressed with bzip2");
            self.problem(format!(
                "{} is compressed with bzip2 and is not read; unpack it first",
                shown(&name)
            ));
            return Ok(());
        }
        let inside = unpacked_head(&head);
        // What was read of a stream is put before the rest again.
        let mut chained;
        let content = match content {
            Content::Stream(reader) => {
                chained = Cursor::new(head).chain(reader);
                Content::Stream(&mut chained)
            }
            Content::File(path) => Content::File(path),
        };
        if bugreport::is_report(&inside) {
            return self.bug_report(content, packing, &name, modified);
        }
        if archive::is_archive(&inside) {
            return self.nested(content, &name, modified);
        }
        if crash::is_record(&inside) {
            if let Some(path) = self.store(content, &name, modified)? {
                self.take_crash(name, path, modified);
            }
            return Ok(());
        }
        let role = (self.look)(Path::new(&name), &inside);
        let Some(role) = role.map(|role| by_family(role, &name)) else {
            self.unread("files that are no logs");
            return Ok(());
        };
        // Compressed logs stay so; a journal file is read in place and can't.
        let path = match (role, packing) {
            (Role::Journal, Packing::Gzip | Packing::Xz | Packing::Zstd) => {
                self.unpack(content, packing, unpacked_name(&name), modified)?
            }
            _ => self.store(content, &name, modified)?,
        };
        if let Some(path) = path {
            self.keep(&name, path, role, false, modified);
        }
        Ok(())
    }

    /// An nvidia-bug-report: unpacked once, and its sections are members.
    pub(crate) fn bug_report(
        &mut self,
        content: Content<'_>,
        packing: Packing,
        name: &str,
        modified: Option<Micros>,
    ) -> Result<(), BundleError> {
        let path = match packing {
            Packing::None => self.store(content, name, modified)?,
            packing => self.unpack(content, packing, name, modified)?,
        };
        let Some(path) = path else { return Ok(()) };
        let sections = match File::open(&path) {
            Ok(file) => bugreport::sections(BufReader::new(file), &mut self.host),
            Err(error) => {
                self.problem(format!("cannot read {}: {error}", shown(name)));
                return Ok(());
            }
        };
        for section in sections.found {
            self.members.push(Member {
                name: format!("{}: {}", shown(name), shown(&section.title)),
                path: path.clone(),
                part: Some(section.part),
                role: section.role,
                tail: false,
                modified,
            });
        }
        if sections.other > 0 {
            self.unread_many("other sections of the nvidia-bug-report", sections.other);
        }
        if let Some(error) = sections.error {
            self.problem(format!("{} could be read in part only: {error}", shown(name)));
        }
        Ok(())
    }

    /// Writes a member out without its compression.
    fn unpack(
        &mut self,
        content: Content<'_>,
        packing: Packing,
        name: &str,
        modified: Option<Micros>,
    ) -> Result<Option<PathBuf>, BundleError> {
        let mut opened;
        let packed: &mut dyn Read = match content {
            Content::Stream(reader) => reader,
            Content::File(path) => match File::open(path) {
                Ok(file) => {
                    opened = file;
                    &mut opened
                }
                Err(error) => {
                    self.damaged(name, &error)?;
                    return Ok(None);
                }
            },
        };
        let counted = Counted { inner: packed, budget: Rc::clone(&self.budget) };
        match unpacked(BufReader::new(counted), packing) {
            Ok(reader) => {
                let mut bounded = Bounded { inner: reader, budget: Rc::clone(&self.budget) };
                self.store(Content::Stream(&mut bounded), name, modified)
            }
            Err(error) => {
                self.problem(format!("{} can't be unpacked: {error}", shown(name)));
                Ok(None)
            }
        }
    }

    /// An archive inside: written out, because a zip is read from its end, and walked.
    fn nested(
        &mut self,
        content: Content<'_>,
        name: &str,
        modified: Option<Micros>,
    ) -> Result<(), BundleError> {
        if self.nesting >= self.budget.limits.nested {
            self.unread("archives inside archives");
            self.problem(format!("{} is an archive inside an archive and is not read", shown(name)));
            return Ok(());
        }
        let is_ours = matches!(content, Content::Stream(_));
        let Some(path) = self.store(content, name, modified)? else { return Ok(()) };
        let outer = (self.nesting, self.within);
        (self.nesting, self.within) = (self.nesting.saturating_add(1), parts(name).parts.len());
        let read = archive::read_archive(self, &path, name);
        (self.nesting, self.within) = outer;
        if is_ours {
            // Only its room is wanted back; the folder goes as a whole later.
            let _ = std::fs::remove_file(&path);
        }
        read
    }

    /// Writes a member out, or leaves it where it lies. None if it is too long.
    pub(crate) fn store(
        &mut self,
        content: Content<'_>,
        name: &str,
        modified: Option<Micros>,
    ) -> Result<Option<PathBuf>, BundleError> {
        let reader = match content {
            Content::File(path) => return Ok(Some(path.to_owned())),
            Content::Stream(reader) => reader,
        };
        let file = name.rsplit('/').next().unwrap_or_default();
        let path = self.temp.path(file)?;
        let copied = self.temp.copy(reader, &path, &self.budget, self.bundle)?;
        if copied.too_long {
            self.unread("members that are too long");
            let limit = self.budget.limits.one;
            self.problem(format!("{} is longer than {limit} bytes and is not read", shown(name)));
            let _ = std::fs::remove_file(&path);
            return Ok(None);
        }
        if let Some(error) = &copied.cut
            && is_checksum(error)
        {
            let bytes = copied.bytes;
            self.problem(format!(
                "the checksum of {} is wrong: it was read to its end, {bytes} bytes, some of which may be damaged",
                shown(name)
            ));
        } else if let Some(error) = copied.cut {
            self.cut.push(path.clone());
            self.problem(format!(
                "{} is damaged behind its first {} bytes: {error}",
                shown(name),
                copied.bytes
            ));
        }
        copy::set_modified(&path, modified);
        Ok(Some(path))
    }
}

/// A compressed file's name without the mark of compression.
fn unpacked_name(name: &str) -> &str {
    [".gz", ".xz", ".zst"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

/// The first bytes of a member, and the error that ended them.
pub(crate) fn head_of(content: Content<'_>) -> (Vec<u8>, Option<io::Error>) {
    match content {
        Content::Stream(reader) => read_head(reader, LOOK_BYTES),
        Content::File(path) => match File::open(path) {
            Ok(mut file) => read_head(&mut file, LOOK_BYTES),
            Err(error) => (Vec::new(), Some(error)),
        },
    }
}

/// A text whose content does not tell which lines it holds: its name may.
fn by_family(role: Role, name: &str) -> Role {
    match role {
        Role::Text { lines: None, current_boot_only } => {
            let file = name.rsplit('/').next().unwrap_or_default();
            Role::Text { lines: varlog::lines_of(file), current_boot_only }
        }
        role => role,
    }
}
