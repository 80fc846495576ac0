//! The fields of an entry that are kept, and how they become a record.

use model::{BootId, Id128, MachineId, Micros, Origin, Record, Seq, Transport};

/// Bytes of one value that are kept; the rest of a longer value is dropped. libsystemd's own default
/// (`sd_journal_set_data_threshold`) is the same.
pub(crate) const VALUE_MAX: usize = 64 * 1024;

/// Fields that go to [`Record::fields`] as they are.
pub(crate) const KEPT: &[&str] = &[
    "_UID",
    "UNIT",
    "JOB_TYPE",
    "JOB_RESULT",
    "SHUTDOWN",
    "SLEEP",
    "ACTION",
    "OPERATOR",
    "FILE",
    // An entry that carries one of these speaks from a container.
    "CONTAINER_ID",
    "CONTAINER_NAME",
];

/// Fields that have a place of their own.
pub(crate) const PLACED: &[&str] = &[
    "MESSAGE",
    "MESSAGE_ID",
    "SYSLOG_IDENTIFIER",
    "_TRANSPORT",
    "_PID",
    "_COMM",
    "_SYSTEMD_UNIT",
    "_MACHINE_ID",
    "_SOURCE_MONOTONIC_TIMESTAMP",
];

/// Puts one field into a record. The first value of a field wins where the record has only one place.
pub(crate) fn put(record: &mut Record, name: &[u8], value: &[u8]) {
    match name {
        b"MESSAGE" if record.message.is_empty() => {
            record.message = String::from_utf8_lossy(value).into_owned();
        }
        b"MESSAGE_ID" if record.message_id.is_none() => record.message_id = id(value),
        b"SYSLOG_IDENTIFIER" if record.identifier.is_none() => record.identifier = Some(text(value)),
        b"_TRANSPORT" if record.transport == Transport::Unknown => {
            record.transport = std::str::from_utf8(value).map_or(Transport::Unknown, Transport::parse);
        }
        b"_PID" if record.pid.is_none() => record.pid = number(value).and_then(|n| u32::try_from(n).ok()),
        b"_COMM" if record.comm.is_none() => record.comm = Some(text(value)),
        b"_SYSTEMD_UNIT" if record.unit.is_none() => record.unit = Some(text(value)),
        b"_SOURCE_MONOTONIC_TIMESTAMP" if record.kernel_time.is_none() => {
            record.kernel_time = number(value).and_then(|at| i64::try_from(at).ok());
        }
        b"_MACHINE_ID" if record.machine.is_none() => record.machine = id(value),
        _ => {
            if let Some(kept) = KEPT.iter().find(|kept| kept.as_bytes() == name) {
                record.fields.push(((*kept).into(), text(value)));
            }
        }
    }
}

/// A value as text, bytes that are no UTF-8 replaced.
pub(crate) fn text(value: &[u8]) -> Box<str> {
    String::from_utf8_lossy(value).into()
}

/// A value as an id.
pub(crate) fn id(value: &[u8]) -> Option<Id128> {
    Id128::parse(std::str::from_utf8(value).ok()?)
}

/// A value as a decimal number.
pub(crate) fn number(value: &[u8]) -> Option<u64> {
    std::str::from_utf8(value).ok()?.parse().ok()
}

/// The sequence number in a cursor (`s=<id>;i=<hex>;b=...`).
pub(crate) fn cursor_seq(cursor: &str) -> Option<Seq> {
    let mut source = None;
    let mut count = None;
    for part in cursor.split(';') {
        match part.split_once('=') {
            Some(("s", value)) => source = Id128::parse(value),
            Some(("i", value)) => count = u64::from_str_radix(value, 16).ok(),
            _ => {}
        }
    }
    Some(Seq { source: source?, number: count? })
}

/// A record of which only time, boot and origin are known.
pub(crate) fn framed(at: Micros, monotonic: Option<i64>, boot: BootId, origin: Origin) -> Record {
    Record { at, monotonic, boot, origin, ..Record::default() }
}

/// The machine of an entry, if its field is valid and not zero.
pub(crate) fn machine(record: &Record) -> Option<MachineId> {
    record.machine.filter(|machine| *machine != Id128::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_hold_the_sequence_number() {
        let source = "92f7af79b533c1fb35e181e941f95aab";
        for (cursor, number) in [
            (
                format!("s={source};i=3febd;b=7f9ba1896cb045b6a23b660f4b1f501e;m=2db160;t=65;x=7b"),
                Some(0x3febd),
            ),
            (format!("i=1;s={source}"), Some(1)),
            (format!("s={source};i=xyz"), None),
            ("s=12;i=1".to_owned(), None),
            ("i=1".to_owned(), None),
            (String::new(), None),
        ] {
            let seq = cursor_seq(&cursor);
            assert_eq!(seq.map(|seq| seq.number), number, "{cursor}");
        }
    }

    #[test]
    fn fields_find_their_places() {
        let mut record = Record::default();
        for (name, value) in [
            ("_TRANSPORT", "journal"),
            ("_PID", "1"),
            ("_PID", "2"),
            ("SHUTDOWN", "reboot"),
            ("CODE_FILE", "dropped"),
            ("MESSAGE_ID", "98268866d1d54a499c4e98921d93bc40"),
            ("UNIT", "a.service"),
        ] {
            put(&mut record, name.as_bytes(), value.as_bytes());
        }
        put(&mut record, b"MESSAGE", b"a \xff b");
        assert_eq!(record.transport, Transport::Journal);
        assert_eq!(record.pid, Some(1));
        assert_eq!(record.message, "a \u{fffd} b");
        assert_eq!(record.field("SHUTDOWN"), Some("reboot"));
        assert_eq!(record.field("UNIT"), Some("a.service"));
        assert_eq!(record.fields.len(), 2);
        assert!(record.message_id.is_some());
    }
}
