//! The walk over a journal file's objects.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;

use super::streams::selection;

/// Bytes as a journal file.
pub fn journal_walk(bytes: &[u8]) {
    let path = write(bytes);
    let (salvage, boots) =
        journal::fuzzing::walk(&path, &selection()).expect("a file of one's own can be opened");
    let size = bytes.len() as u64;
    // The smallest entry has a head and a place.
    assert!(salvage.found.saturating_mul(64) <= size, "{} entries in {size} bytes", salvage.found);
    assert!(salvage.gap_bytes <= size && salvage.unreadable == 0, "{salvage:?}");
    let counted: u64 = boots.iter().map(|boot| boot.boot.entries).sum();
    assert!(counted <= salvage.found, "{counted} entries in boots, {salvage}");
    for boot in &boots {
        assert!(boot.boot.first_monotonic <= boot.boot.last_monotonic || boot.boot.last_monotonic.is_none());
        assert!(boot.records.iter().all(|record| record.boot == boot.boot.id && record.salvaged));
    }
}

thread_local! {
    static FILE: RefCell<Option<tempfile::NamedTempFile>> = const { RefCell::new(None) };
}

/// A file of these bytes; the same one each time.
fn write(bytes: &[u8]) -> PathBuf {
    FILE.with_borrow_mut(|file| {
        let file = file.get_or_insert_with(|| tempfile::NamedTempFile::new().expect("a temporary file"));
        fs::write(file.path(), bytes).expect("room for it");
        file.path().to_owned()
    })
}
