//! Files that the program writes: whole or not at all, and for their owner only.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::private;

/// Writes a file that only its owner may read (mode 0600). Where there is one of that name it stays as it is until the
/// new one is complete. A pipe or a device is written to and not replaced.
pub(crate) fn replace(
    path: &Path,
    what: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let done = match fs::metadata(path) {
        Ok(there) if !there.is_file() && !there.is_dir() => to_device(path, write),
        _ => to_file(path, write),
    };
    done.with_context(|| format!("cannot write {what} to {}", path.display()))
}

fn to_device(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    private::yield_to_signal();
    let mut out = BufWriter::new(OpenOptions::new().write(true).open(path)?);
    write(&mut out)?;
    out.flush()
}

fn to_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // What a link points to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.map_or_else(|| PathBuf::from("."), Path::to_owned);
    // Such a file has mode 0600, and is removed where it is not kept.
    let file = tempfile::Builder::new().prefix(".spark-autopsy-").tempfile_in(folder)?;
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    private::yield_to_signal();
    file.persist(&target)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn is_whole_and_private_or_as_before() {
        let temp = tempfile::TempDir::new().unwrap();
        let path = temp.path().join("report.csv");
        for text in ["first", "second"] {
            replace(&path, "the report", |out| out.write_all(text.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        let broken = |out: &mut dyn Write| {
            out.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        };
        let error = replace(&path, "the report", broken).unwrap_err();
        assert!(format!("{error:#}").contains("cannot write the report"), "{error:#}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        assert_eq!(names(temp.path()), ["report.csv"]);
        assert!(replace(&temp.path().join("no/such"), "the report", |_| Ok(())).is_err());
        assert!(replace(temp.path(), "the report", |_| Ok(())).is_err());
    }

    #[test]
    fn links_and_devices_stay_what_they_are() {
        let temp = tempfile::TempDir::new().unwrap();
        let (file, link) = (temp.path().join("file"), temp.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        replace(&link, "it", |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        replace(Path::new("/dev/null"), "it", |out| out.write_all(b"gone")).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
