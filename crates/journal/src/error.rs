//! What can keep a source from being opened at all.

use std::io;
use std::path::PathBuf;

/// A source that can't be opened. What is wrong *inside* a source is a [`model::Problem`] instead.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// This host keeps no journal on disk.
    #[error(
        "this host has no journal: looked for journal files in {} and found none. \
         The journal is absent or not persistent; to keep it over reboots set Storage=persistent in \
         /etc/systemd/journald.conf, or `mkdir -p /var/log/journal`, and restart systemd-journald. \
         A copied journal can be read with -D DIRECTORY",
        looked.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" and ")
    )]
    NoJournal {
        /// Where it was looked for.
        looked: Vec<PathBuf>,
    },
    /// The journal is there, but this user may not read any file of it.
    #[error(
        "no permission to read the journal in {path}: {inner}. \
         Run as root, or as a member of the group systemd-journal or adm (`usermod -aG systemd-journal USER`)"
    )]
    Permission {
        /// The folder or file.
        path: PathBuf,
        /// What the system said.
        #[source]
        inner: io::Error,
    },
    /// A file where a folder is expected.
    #[error("{path} is no folder. Give a journal file with --file or as INPUT")]
    NotAFolder {
        /// The file.
        path: PathBuf,
    },
    /// The path can't be opened.
    #[error("cannot open {path}: {inner}. Check the path")]
    Open {
        /// The folder or file.
        path: PathBuf,
        /// What the system said.
        #[source]
        inner: io::Error,
    },
    /// A folder without journal files.
    #[error(
        "no journal files in {path}: looked for *.journal and *.journal~ in it, in its machine-id folders and \
         one folder deeper. Give the folder that holds them, such as a copy of /var/log/journal"
    )]
    NoFiles {
        /// The folder.
        path: PathBuf,
    },
}

impl JournalError {
    /// The variant that fits an error of the system on this path.
    pub(crate) fn of(path: impl Into<PathBuf>, inner: io::Error) -> Self {
        let path = path.into();
        match inner.kind() {
            io::ErrorKind::PermissionDenied => Self::Permission { path, inner },
            io::ErrorKind::NotADirectory => Self::NotAFolder { path },
            _ => Self::Open { path, inner },
        }
    }
}
