//! One entry, boot or term of a journal file that libsystemd reads.

use model::{BootId, Id128, InputId, Micros, Origin, Record};
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
                break;
            }
        }
    }
    Ok(record)
}

/// The entry the journal stands on, if its message is wanted. The message comes first, because of most entries
/// nothing else is needed; where the one before was wanted, the whole entry does, because a program that says
/// wanted things goes on to, and to find one field costs as much as to go through all.
pub(super) fn wanted_entry(
    journal: &mut Journal,
    input: InputId,
    wanted: &dyn Fn(&[u8]) -> bool,
    likely: bool,
) -> systemd::Result<Option<Record>> {
    if likely {
        let record = entry(journal, input)?;
        return Ok(wanted(record.message.as_bytes()).then_some(record));
    }
    match journal.get_data(c"MESSAGE") {
        Ok(Some(field)) if field.value().is_some_and(wanted) => {}
        _ => return Ok(None),
    }
    entry(journal, input).map(Some)
}
