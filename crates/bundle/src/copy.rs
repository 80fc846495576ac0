//! Writes members into the private folder.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use model::Micros;

use crate::BundleError;
use crate::limits::{Budget, Exceeded};

const CHUNK: usize = 64 * 1024;

/// What became of a copy.
pub(crate) struct Copied {
    pub(crate) bytes: u64,
    /// The error of the source that cut it short.
    pub(crate) cut: Option<io::Error>,
    /// It was longer than one member may be, and was cut there.
    pub(crate) too_long: bool,
}

/// The private folder and the number of the next file in it. Names are numbers, so that no name of a member ever
/// reaches the file system.
pub(crate) struct Temp {
    folder: PathBuf,
    next: u64,
}

impl Temp {
    pub(crate) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), next: 0 }
    }

    /// A path for the next member. A journal file keeps its name, in a numbered folder, if it is one that journald
    /// gives: the name tells a user's file from the system's, and one that was set aside.
    pub(crate) fn path(&mut self, file: &str) -> Result<PathBuf, BundleError> {
        self.next = self.next.saturating_add(1);
        let path = self.folder.join(format!("{:06}", self.next));
        if !is_journal_name(file) {
            return Ok(path);
        }
        std::fs::create_dir(&path).map_err(|error| self.failed(error))?;
        Ok(path.join(file))
    }

    pub(crate) fn failed(&self, error: io::Error) -> BundleError {
        BundleError::Temp { path: self.folder.clone(), error }
    }

    /// Writes what the source gives to a new file, holes (chunks of zeros) as holes.
    pub(crate) fn copy(
        &self,
        source: &mut dyn Read,
        path: &Path,
        budget: &Budget,
        bundle: &Path,
    ) -> Result<Copied, BundleError> {
        let failed = |error| self.failed(error);
        let mut file = File::create_new(path).map_err(failed)?;
        let mut copied = Copied { bytes: 0, cut: None, too_long: false };
        let mut chunk = vec![0_u8; CHUNK];
        loop {
            let read = match source.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    if let Some(exceeded) = Exceeded::of(&error) {
                        return Err(exceeded.error(bundle));
                    }
                    copied.cut = Some(error);
                    break;
                }
            };
            let more = copied.bytes.saturating_add(read as u64);
            if more > budget.limits.one {
                copied.too_long = true;
                break;
            }
            budget.write(read as u64).map_err(|exceeded| exceeded.error(bundle))?;
            let data = chunk.get(..read).unwrap_or_default();
            if read == CHUNK && data.iter().all(|&byte| byte == 0) {
                file.seek(SeekFrom::Current(read as i64)).map_err(failed)?;
            } else {
                file.write_all(data).map_err(failed)?;
            }
            copied.bytes = more;
        }
        file.set_len(copied.bytes).map_err(failed)?;
        Ok(copied)
    }
}

/// Gives a written file its member's time; readers guess the year of a log by it. That it can't be set is no loss.
pub(crate) fn set_modified(path: &Path, modified: Option<Micros>) {
    let micros = modified.and_then(|at| u64::try_from(at.0).ok());
    let at = micros.and_then(|micros| SystemTime::UNIX_EPOCH.checked_add(Duration::from_micros(micros)));
    if let (Some(at), Ok(file)) = (at, File::options().write(true).open(path)) {
        let _ = file.set_modified(at);
    }
}

/// When a file was last written.
pub(crate) fn modified(metadata: &std::fs::Metadata) -> Option<Micros> {
    let since = metadata.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_micros()).ok().map(Micros)
}

/// Whether journald gives such a name: `system`, `user-1000`, with `@` and hexadecimal digits, `.journal` or
/// `.journal~`. Only letters, digits and `@-.~` are in it.
fn is_journal_name(file: &str) -> bool {
    let Some(stem) = file.strip_suffix(".journal").or_else(|| file.strip_suffix(".journal~")) else {
        return false;
    };
    let (owner, ids) = stem.split_once('@').unwrap_or((stem, ""));
    let is_user = |uid: &str| !uid.is_empty() && uid.bytes().all(|byte| byte.is_ascii_digit());
    file.len() <= 120
        && (owner == "system" || owner.strip_prefix("user-").is_some_and(is_user))
        && ids.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::is_journal_name;

    #[test]
    fn only_names_that_journald_gives_are_kept() {
        for (name, kept) in [
            ("system.journal", true),
            ("user-1000.journal", true),
            ("system@0005f2a1b3c4d5e6-0123456789abcdef.journal~", true),
            ("system@0123456789abcdef0123456789abcdef-0000000000000001-0005f2a1b3c4d5e6.journal", true),
            ("user-.journal", false),
            ("../system.journal", false),
            ("system@../x.journal", false),
            ("root.journal", false),
            ("system.journal.gz", false),
        ] {
            assert_eq!(is_journal_name(name), kept, "{name}");
        }
    }
}
