//! The private folder into which members of bundles are unpacked. It is gone when the program ends, also when a
//! signal ends it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use tempfile::TempDir;

/// A file may be written while the folder is removed, so it is tried again.
const TRIES: usize = 20;

/// A signal has come: the folder is about to go, or gone.
static ENDED: AtomicBool = AtomicBool::new(false);

/// Waits for the end, once a signal has come that ends the program: what fails from then on fails for want of the folder,
/// and nothing may be said of it. Whatever writes or ends the program asks here first.
pub(crate) fn yield_to_signal() {
    while ENDED.load(Ordering::SeqCst) {
        thread::park();
    }
}

/// A folder that only its owner may enter.
#[derive(Debug)]
pub(crate) struct Private {
    folder: TempDir,
    inside: u32,
}

impl Private {
    /// Makes the folder below `$TMPDIR`, else `/tmp`.
    ///
    /// # Errors
    /// It can't be made, or nobody would remove it after a signal.
    pub(crate) fn new() -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("spark-autopsy-").tempdir().with_context(|| {
            let place = std::env::temp_dir();
            format!(
                "cannot make a temporary folder in {} to unpack into; set TMPDIR to another one",
                place.display()
            )
        })?;
        remove_after_signal(folder.path().to_owned())?;
        Ok(Self { folder, inside: 0 })
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A new empty folder inside.
    ///
    /// # Errors
    /// What the file system returns.
    pub(crate) fn empty(&mut self) -> Result<PathBuf> {
        self.inside += 1;
        let path = self.folder.path().join(format!("b{}", self.inside));
        std::fs::create_dir(&path)
            .with_context(|| format!("cannot make the temporary folder {}", path.display()))?;
        Ok(path)
    }
}

/// Waits for the signals that end a program, removes the folder and lets the signal do its work.
fn remove_after_signal(folder: PathBuf) -> Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])
        .context("cannot watch for signals, after which the temporary folder is to be removed")?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            ENDED.store(true, Ordering::SeqCst);
            remove(&folder);
            let _ = emulate_default_handler(signal);
            // Where the signal's own work can't be done.
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

/// Removes the folder while the program may still unpack into it. Under another name nothing more gets into it.
fn remove(folder: &Path) {
    let mut aside = folder.as_os_str().to_owned();
    aside.push("-gone");
    let aside = PathBuf::from(aside);
    let folder = if std::fs::rename(folder, &aside).is_ok() { &aside } else { folder };
    for _ in 0..TRIES {
        if std::fs::remove_dir_all(folder).is_ok() || !folder.exists() {
            break;
        }
    }
}
