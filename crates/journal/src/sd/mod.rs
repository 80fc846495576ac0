//! Healthy journal files through libsystemd.
//!
//! Every file is read alone: libsystemd's way of interleaving several files follows the wall clock where
//! their counts differ and can pass entries over after a clock jump (systemd issue 37272); and damage in one
//! file is seen as that file's, which is then salvaged. Order and doubles are settled afterwards, boot by boot.

mod entry;
mod shrunk;
#[cfg(test)]
mod tests;
mod visit;
mod windows;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use model::{BootId, InputId, Record};
use systemd::journal::{Journal, OpenFilesOptions};

use crate::drafts::{BootKey, Draft, Edge};
use crate::files::Found;
use crate::outcome::Outcome;
use crate::{Selection, salvage};
use entry::{Looked, entry, wanted_entry};
use visit::Visit;
use windows::Windows;

/// Why a file is read again without libsystemd.
const SHRUNK: &str = "it was cut while it was read";

/// Whether libsystemd opens the file; the error says plainly why not.
pub(crate) fn probe(path: &Path) -> Result<(), String> {
    let (opened, is_shrunk) = shrunk::watch(|| open(path).map(|_| ()));
    if is_shrunk {
        return Err(SHRUNK.to_owned());
    }
    opened.map_err(|error| match error.as_io_error().raw_os_error() {
        Some(ENODATA) => "it is truncated or empty, libsystemd refuses it".to_owned(),
        Some(EBADMSG) => "it is corrupted, libsystemd refuses it".to_owned(),
        Some(EPROTONOSUPPORT) => "it uses features that this libsystemd does not support".to_owned(),
        _ => error.to_string(),
    })
}

const ENODATA: i32 = 61;
const EBADMSG: i32 = 74;
const EPROTONOSUPPORT: i32 = 93;

fn open(path: &Path) -> systemd::Result<Journal> {
    let path = CString::new(path.as_os_str().as_bytes()).map_err(std::io::Error::from)?;
    OpenFilesOptions::default().open_files([path])
}

/// A boot in one file.
struct Part {
    /// The file's place in the list given.
    file: usize,
    first: Edge,
    last: Edge,
}

/// Boots with their parts.
type Boots = BTreeMap<BootKey, (Draft, Vec<Part>)>;

/// Reads the files that have no fault. A file that gives less than it should is walked over instead. Whether it
/// does shows where entries are asked for; of a file that was never closed, and of every file if `thorough`, all
/// entries are counted. A file that is cut meanwhile is walked over, too.
pub(crate) fn read(
    files: &[(usize, &Found)],
    input: InputId,
    selection: &Selection,
    thorough: bool,
) -> Outcome {
    let mut cut = BTreeSet::new();
    loop {
        let (outcome, shrunk) = read_but(&cut, files, input, selection, thorough);
        if shrunk.is_empty() {
            return outcome;
        }
        // The ends of boots are read last, and what such a file gave lies among what the others did.
        cut.extend(shrunk);
    }
}

/// The same with those files, by their places, that are walked over anyway; the places of files that were found
/// to be cut while the ends of boots were read, whereupon nothing else counts.
fn read_but(
    cut: &BTreeSet<usize>,
    files: &[(usize, &Found)],
    input: InputId,
    selection: &Selection,
    thorough: bool,
) -> (Outcome, BTreeSet<usize>) {
    let mut outcome = Outcome::default();
    let mut boots = Boots::new();
    for (place, (index, found)) in files.iter().enumerate() {
        let mut visit = Visit::new(place, found, input, selection);
        let (ran, is_shrunk) = match cut.contains(&place) {
            true => (Ok(()), true),
            false => shrunk::watch(|| visit.run()),
        };
        let is_good = ran.is_ok() && !visit.is_short();
        let (why, is_doubtful) = match ran {
            _ if is_shrunk => (SHRUNK.to_owned(), false),
            Err(error) => (format!("libsystemd breaks off ({error})"), false),
            Ok(()) if is_good && !(thorough || found.is_open()) => {
                visit.give(*index, &mut boots, &mut outcome);
                continue;
            }
            Ok(()) if is_good && salvage::holds_its_entries(found) => {
                visit.give(*index, &mut boots, &mut outcome);
                continue;
            }
            Ok(()) => (visit.shortage(), visit.is_doubtful()),
        };
        match salvage::read(&found.path, *index, input, selection) {
            Ok(salvaged) if is_doubtful && !visit.is_outdone_by(&salvaged) => {
                visit.give(*index, &mut boots, &mut outcome);
            }
            Ok(salvaged) if is_shrunk || salvaged.salvage.found >= visit.chosen() => {
                outcome.take_salvaged(*index, found, &why, salvaged);
            }
            Err(error) if is_shrunk => {
                outcome.problems.push(format!("{}: not read, {why}; {error}", found.path.display()));
            }
            _ => {
                outcome.problems.push(format!("{}: {why}; what it gives was kept", found.path.display()));
                visit.give(*index, &mut boots, &mut outcome);
            }
        }
    }
    let mut windows = Windows::new(files, input);
    for (_, (mut draft, parts)) in boots {
        if let Err(error) = windows.add(&mut draft, &parts, selection) {
            outcome
                .problems
                .push(format!("boot {}: its first and last entries can't be read: {error}", draft.id));
        }
        outcome.drafts.push(draft);
    }
    (outcome, windows.shrunk())
}

/// The newest entry of a boot whose `UNIT=` is this unit, in one file.
pub(crate) fn last_of_unit(
    path: &Path,
    input: InputId,
    boot: BootId,
    units: &[String],
) -> systemd::Result<Vec<Record>> {
    whole(|| of_units(path, input, boot, units))
}

fn of_units(path: &Path, input: InputId, boot: BootId, units: &[String]) -> systemd::Result<Vec<Record>> {
    let mut journal = open(path)?;
    let mut found = Vec::new();
    for unit in units {
        journal.match_flush()?;
        journal.match_add("_BOOT_ID", boot.to_string())?;
        journal.match_add("UNIT", unit.as_str())?;
        journal.seek_tail()?;
        if journal.previous()? > 0 {
            found.push(entry(&mut journal, input)?);
        }
    }
    Ok(found)
}

/// The entries of a boot that one of the terms selects and whose message is wanted, in one file.
pub(crate) fn of_terms(
    path: &Path,
    input: InputId,
    boot: BootId,
    terms: &[(&'static str, String)],
    wanted: &dyn Fn(&[u8]) -> bool,
) -> systemd::Result<Vec<Record>> {
    whole(|| {
        let mut journal = open(path)?;
        let mut found = Vec::new();
        for (name, value) in terms {
            journal.match_flush()?;
            journal.match_add("_BOOT_ID", boot.to_string())?;
            journal.match_add(name, value.as_str())?;
            journal.seek_head()?;
            while journal.next()? > 0 {
                match wanted_entry(&mut journal, input, wanted, false)? {
                    Looked::Wanted(record) => found.push(record),
                    Looked::Damaged(_, rest) => found.extend(rest),
                    Looked::Other => {}
                }
            }
        }
        Ok(found)
    })
}

/// What was read of one file, if the file was not cut meanwhile.
fn whole<T>(read: impl FnOnce() -> systemd::Result<T>) -> systemd::Result<T> {
    match shrunk::watch(read) {
        (_, true) => Err(std::io::Error::other(SHRUNK).into()),
        (given, false) => given,
    }
}
