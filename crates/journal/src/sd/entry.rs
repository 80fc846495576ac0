//! One entry, boot or term of a journal file that libsystemd reads.

use model::{BootId, Id128, InputId, Micros, Origin, Record, Seq};
use systemd::journal::Journal;

use crate::fields::{self, KEPT, PLACED};
use crate::header::signed;

pub(super) fn boot_ids(journal: &mut Journal) -> systemd::Result<Vec<BootId>> {
    journal.query_unique(c"_BOOT_ID")?;
    let mut boots = Vec::new();
    while let Some(field) = journal.enumerate_unique()? {
        if let Some(boot) = field.value().and_then(fields::id).filter(|boot| *boot != Id128::ZERO) {
            boots.push(boot);
        }
    }
    boots.sort_unstable();
    boots.dedup();
    Ok(boots)
}

/// First and last entry of a boot, and the host's name.
pub(super) fn bounds(
    journal: &mut Journal,
    boot: BootId,
    input: InputId,
) -> systemd::Result<Option<(Record, Record, Option<String>)>> {
    journal.match_flush()?;
    journal.match_add("_BOOT_ID", boot.to_string())?;
    journal.seek_head()?;
    if journal.next()? == 0 {
        return Ok(None);
    }
    let first = entry(journal, input)?;
    journal.seek_tail()?;
    if journal.previous()? == 0 {
        // The chain is damaged at its end: the last entry is the last that the way forward reaches.
        journal.seek_head()?;
        while journal.next()? > 0 {}
        journal.previous()?;
    }
    let last = entry(journal, input).unwrap_or_else(|_| first.clone());
    let hostname = hostname(journal);
    Ok(Some((first, last, hostname)))
}

/// The host's name in the entry that the journal stands on.
fn hostname(journal: &mut Journal) -> Option<String> {
    match journal.get_data(c"_HOSTNAME") {
        Ok(Some(field)) => field.value().map(|name| String::from_utf8_lossy(name).into_owned()),
        _ => None,
    }
}

/// Whether the boot has any entry of the kernel, PID 1 or journald.
pub(super) fn has_system_entries(journal: &mut Journal, boot: BootId) -> systemd::Result<bool> {
    for (name, value) in [("_TRANSPORT", "kernel"), ("_PID", "1"), ("_TRANSPORT", "driver")] {
        journal.match_flush()?;
        journal.match_add("_BOOT_ID", boot.to_string())?;
        journal.match_add(name, value)?;
        journal.seek_head()?;
        if journal.next()? > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reads the entry that the journal stands on.
pub(super) fn entry(journal: &mut Journal, input: InputId) -> systemd::Result<Record> {
    entry_with_state(journal, input).map(|(record, _)| record)
}

/// The same, and whether all its values could be read.
pub(super) fn entry_with_state(journal: &mut Journal, input: InputId) -> systemd::Result<(Record, bool)> {
    let at = Micros(signed(journal.timestamp_usec()?));
    let (monotonic, boot) = journal.monotonic_timestamp()?;
    let cursor = journal.cursor()?;
    let seq = fields::cursor_seq(&cursor);
    let origin = Origin { input, cursor: Some(cursor.into()), line: None };
    let mut record = fields::framed(at, Some(signed(monotonic)), Id128(*boot.as_bytes()), origin);
    record.seq = seq;
    journal.restart_data();
    loop {
        match journal.enumerate_data() {
            Ok(Some(field)) => {
                if let Some(value) = field.value() {
                    fields::put(&mut record, field.name(), value);
                }
            }
            Ok(None) => break,
            Err(_) => {
                // One bad field stops the enumeration for good; ask for the others one by one.
                record.fields.clear();
                for name in PLACED.iter().chain(KEPT) {
                    if let Ok(Some(field)) = journal.get_data(*name) {
                        fields::put(&mut record, name.as_bytes(), field.value().unwrap_or_default());
                    }
                }
                return Ok((record, false));
            }
        }
    }
    Ok((record, true))
}

/// What a look at an entry's message gave.
pub(super) enum Looked {
    /// It is wanted.
    Wanted(Record),
    /// It is not.
    Other,
    /// The entry of this number has no message, or none that can be read, or another such value; the rest of it, if that is wanted.
    Damaged(Option<Seq>, Option<Record>),
}

/// The entry the journal stands on, if its message is wanted. The message comes first, because of most entries
/// nothing else is needed; where the one before was wanted, the whole entry does, because a program that says
/// wanted things goes on to, and to find one field costs as much as to go through all.
pub(super) fn wanted_entry(
    journal: &mut Journal,
    input: InputId,
    wanted: &dyn Fn(&[u8]) -> bool,
    likely: bool,
) -> systemd::Result<Looked> {
    if !likely {
        match journal.get_data(c"MESSAGE") {
            Ok(Some(field)) if field.value().is_some_and(wanted) => {}
            Ok(Some(_)) => return Ok(Looked::Other),
            // libsystemd passes over a value that it can't undo.
            Ok(None) | Err(_) => return Ok(Looked::Damaged(fields::cursor_seq(&journal.cursor()?), None)),
        }
    }
    let (record, mut is_whole) = entry_with_state(journal, input)?;
    is_whole &= !record.message.is_empty() || matches!(journal.get_data(c"MESSAGE"), Ok(Some(_)));
    let is_wanted = !likely || wanted(record.message.as_bytes());
    Ok(match (is_whole, is_wanted) {
        (false, _) => Looked::Damaged(record.seq, is_wanted.then_some(record)),
        (true, true) => Looked::Wanted(record),
        (true, false) => Looked::Other,
    })
}
