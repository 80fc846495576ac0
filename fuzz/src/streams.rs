//! The journal's text forms.

use journal::Selection;
use model::Id128;

/// A selection by which some records are kept for what they say and some for where they stand.
pub(crate) fn selection() -> Selection {
    Selection {
        filtered: vec![("_TRANSPORT", "kernel".to_owned()), ("SYSLOG_IDENTIFIER", "earlyoom".to_owned())],
        chatty: vec![("SYSLOG_IDENTIFIER", "dockerd".to_owned())],
        wanted: Box::new(|message| message.contains(&b'o')),
        always: vec![Id128::of(1)],
        stream_always: vec![Id128::of(2)],
        head_entries: 3,
        tail_entries: 5,
    }
}

/// `journalctl -o export`.
pub fn export_stream(bytes: &[u8]) {
    stream("export", bytes);
}

/// `journalctl -o json` and its kin.
pub fn json_stream(bytes: &[u8]) {
    stream("json", bytes);
}

/// `journalctl -o verbose`.
pub fn verbose_stream(bytes: &[u8]) {
    stream("verbose", bytes);
}

fn stream(form: &str, bytes: &[u8]) {
    let read = |chunk| journal::fuzzing::stream(form, bytes, chunk, &selection());
    let (input, boots) = read(1 << 16);
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    // A piece is at least a byte.
    assert!(input.records + input.rejected <= bytes.len() as u64, "more pieces than bytes");
    assert!(
        bytes.trim_ascii().is_empty()
            || form != "json"
            || input.records + input.rejected > 0
            || is_marks(bytes)
    );
    let counted: u64 = boots.iter().map(|boot| boot.boot.entries).sum();
    assert!(counted <= input.records, "{counted} entries in boots, {} read", input.records);
    for boot in &boots {
        assert!(!boot.records.is_empty() && boot.records.len() as u64 <= input.records);
        for record in &boot.records {
            assert_eq!(record.boot, boot.boot.id);
            assert!(input.first <= Some(record.at) && Some(record.at) <= input.last);
            assert!(
                record.origin.line.is_some_and(|line| (1..=lines).contains(&line)),
                "a line that is not there"
            );
        }
    }
    for problem in &input.problems {
        assert!(problem.line.is_none_or(|line| (1..=lines + 1).contains(&line)), "{problem:?}");
    }
    assert!(input.rejected == 0 || !input.problems.is_empty(), "rejected in silence");
    // However it arrives.
    assert!(read(7) == (input, boots), "it depends on how much is read at once");
}

/// Whether there is nothing but what stands between objects.
fn is_marks(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| b" \t\r\n,[]\x1edata:\xef\xbb\xbf".contains(byte))
}
