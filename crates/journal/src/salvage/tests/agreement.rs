//! On whole files the walk gives what libsystemd gives, entry for entry.

use super::*;
use crate::files::{Known, examine};

/// What libsystemd gives of a file; nothing where that is less than the file promises.
fn by_libsystemd(path: &Path, everything: bool) -> Option<Vec<BootRecords>> {
    let (found, _) = examine(vec![path.to_owned()], 0, &mut Known::default());
    let mut outcome = crate::sd::read(&[(0, &found[0])], InputId(0), &selection(everything), true);
    if !outcome.walked.is_empty() {
        return None;
    }
    let mut boots: Vec<BootRecords> = outcome.boots().into_iter().map(crate::drafts::Draft::finish).collect();
    boots.sort_by_key(|boot| boot.boot.id);
    Some(boots)
}

/// Compares both readers on one file; the number of entries, none where libsystemd does not give all of them.
fn compare(path: &Path, everything: bool) -> Option<usize> {
    let wanted = by_libsystemd(path, everything)?;
    let mut found = boots(salvaged(path, everything));
    for record in found.iter_mut().flat_map(|boot| &mut boot.records) {
        assert!(record.salvaged);
        record.salvaged = false;
    }
    let shown = path.display();
    assert_eq!(found.len(), wanted.len(), "{shown}");
    for (found, wanted) in found.iter().zip(&wanted) {
        for (found, wanted) in found.records.iter().zip(&wanted.records) {
            assert_eq!(found, wanted, "{shown}");
        }
        assert_eq!(found.records.len(), wanted.records.len(), "{shown}");
        assert_eq!(found.boot, wanted.boot, "{shown}");
        assert_eq!((&found.hostname, found.tail_from), (&wanted.hostname, wanted.tail_from), "{shown}");
    }
    Some(found.iter().map(|boot| boot.records.len()).sum())
}

#[test]
fn both_readers_agree_on_whole_files() {
    let dir = TempDir::new().unwrap();
    let (mut entries, mut short) = (0, Vec::new());
    for packed in packed_files() {
        let path = unpacked(&dir, &packed);
        match (compare(&path, false), compare(&path, true)) {
            (Some(_), Some(all)) => entries += all,
            _ => short.push(path.file_name().unwrap().to_owned()),
        }
        fs::remove_file(path).unwrap();
    }
    // The two that lost their end with the power.
    assert_eq!(short.len(), 2, "{short:?}");
    assert!(entries > 14_000, "{entries}");
    // And on any others: `JOURNALS=DIR:FILE cargo test --workspace --locked agree_on_whole_files`.
    for given in std::env::var("JOURNALS").unwrap_or_default().split(':').filter(|given| !given.is_empty()) {
        let given = PathBuf::from(given);
        let files = if given.is_dir() { crate::files::in_directory(&given).unwrap().0 } else { vec![given] };
        for path in files {
            compare(&path, false);
            compare(&path, true);
        }
    }
}

/// What is asked for afterwards, boot by boot.
#[test]
fn both_readers_agree_on_further_questions() {
    let dir = TempDir::new().unwrap();
    let path = unpacked(&dir, &fixtures().join("lab-252-run/system.journal.xz"));
    let salvaged = salvaged(&path, true);
    let terms = [("SYSLOG_IDENTIFIER", "systemd-logind".to_owned()), ("_TRANSPORT", "driver".to_owned())];
    let wanted = |message: &[u8]| message.contains(&b's');
    let mark = |mut records: Vec<model::Record>| {
        records.iter_mut().for_each(|record| record.salvaged = true);
        crate::drafts::in_true_order(&mut records);
        records
    };
    let (mut chosen, mut ends) = (0, 0);
    for draft in &salvaged.drafts {
        let boot = draft.id;
        let theirs = crate::sd::of_terms(&path, InputId(0), boot, &terms, &wanted).unwrap();
        let ours = salvaged.walked.of_terms(boot, &terms, &wanted).unwrap();
        assert_eq!(mark(ours), mark(theirs));
        let mut units: Vec<String> =
            draft.records.iter().filter_map(|record| record.field("UNIT")).map(str::to_owned).collect();
        units.sort();
        units.dedup();
        let theirs = crate::sd::last_of_unit(&path, InputId(0), boot, &units).unwrap();
        let ours = salvaged.walked.last_of_units(boot, &units).unwrap();
        chosen += theirs.len();
        ends += units.len();
        assert_eq!(mark(ours), mark(theirs));
    }
    assert!(chosen > 100 && ends > 100, "{chosen} {ends}");
}
