//! Files that are cut while libsystemd has them mapped.

use std::cell::Cell;
use std::fs::{self, OpenOptions};
use std::path::PathBuf;
use std::rc::Rc;

use model::Id128;
use tempfile::TempDir;

use super::*;
use crate::{Reader, Source};

/// A journal file of the fixtures.
fn whole_file(dir: &TempDir) -> PathBuf {
    let packed = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures/journals/00-article-day/system.journal.xz");
    let mut unpacked = liblzma::read::XzDecoder::new(fs::File::open(packed).unwrap());
    let path = dir.path().join("system.journal");
    std::io::copy(&mut unpacked, &mut fs::File::create(&path).unwrap()).unwrap();
    path
}

fn cut(path: &Path, size: u64) {
    OpenOptions::new().write(true).open(path).unwrap().set_len(size).unwrap();
}

/// The bytes of a file that hold something, in part.
fn part_in_use(path: &Path, parts: f64) -> u64 {
    let bytes = fs::read(path).unwrap();
    let tail_object = u64::from_le_bytes(bytes[136..144].try_into().unwrap());
    (tail_object as f64 * parts) as u64
}

/// Cuts the file when the first message is looked at.
fn cutting(path: &Path, size: u64) -> Selection {
    let (path, done) = (path.to_owned(), Rc::new(Cell::new(false)));
    Selection {
        filtered: vec![("_TRANSPORT", "kernel".to_owned()), ("SYSLOG_IDENTIFIER", "earlyoom".to_owned())],
        wanted: Box::new(move |_| {
            if !done.replace(true) {
                cut(&path, size);
            }
            true
        }),
        head_entries: 3,
        tail_entries: 30,
        ..Selection::nothing()
    }
}

#[test]
fn a_look_at_what_is_gone_is_survived_and_told() {
    let dir = TempDir::new().unwrap();
    let path = whole_file(&dir);
    let ((), is_shrunk) = shrunk::watch(|| {
        let mut journal = open(&path).unwrap();
        journal.seek_head().unwrap();
        assert!(journal.next().unwrap() > 0);
        cut(&path, 4096);
        journal.seek_tail().unwrap();
        let _ = journal.previous();
        while journal.next().is_ok_and(|moved| moved > 0) {}
    });
    assert!(is_shrunk);
    assert_eq!(shrunk::watch(|| 7), (7, false));
}

#[test]
fn a_file_that_is_cut_while_it_is_read_costs_its_missing_part() {
    let dir = TempDir::new().unwrap();
    for parts in [0.95, 0.8, 0.01] {
        let path = whole_file(&dir);
        let size = part_in_use(&path, parts);
        let mut reader = Reader::open(&[Source::File(path.clone())], 0).unwrap();
        let reading = reader.read(&cutting(&path, size));
        let told = &reading.inputs[0].problems;
        assert!(told.iter().any(|problem| problem.what.contains(SHRUNK)), "{parts}: {told:?}");
        // The same as of a file that was cut before.
        let wanted = crate::salvage::read(&path, 0, InputId(0), &cutting(&path, size)).unwrap();
        assert_eq!(reading.outcomes[0].read, wanted.salvage.found, "{parts}");
        assert!(reading.boots.iter().flat_map(|boot| &boot.records).all(|record| record.salvaged));
    }
}

#[test]
fn a_file_that_is_cut_before_it_is_asked_again_is_walked_over() {
    let dir = TempDir::new().unwrap();
    let path = whole_file(&dir);
    let size = part_in_use(&path, 0.78);
    let mut reader = Reader::open(&[Source::File(path.clone())], 0).unwrap();
    let boot: Id128 = reader.read(&Selection::nothing()).boots[0].boot.id;
    let terms = [("_TRANSPORT", "kernel".to_owned())];
    let before = reader.of_terms(boot, &terms, &|_| true);
    let selection = cutting(&path, size);
    let while_cut = reader.of_terms(boot, &terms, &selection.wanted);
    assert!(!while_cut.is_empty() && while_cut.len() < before.len(), "{} {}", before.len(), while_cut.len());
    assert!(while_cut.iter().all(|record| record.salvaged));
    assert_eq!(reader.of_terms(boot, &terms, &|_| true).len(), while_cut.len());
}

#[test]
fn a_file_that_is_cut_while_the_ends_of_boots_are_read_is_read_again() {
    let dir = TempDir::new().unwrap();
    let path = whole_file(&dir);
    let (found, _) = crate::files::examine(vec![path.clone()], 0, &mut crate::files::Known::default());
    let files = [(0, &found[0])];
    let mut windows = Windows::new(&files, InputId(0));
    let (outcome, _) = read_but(&BTreeSet::new(), &files, InputId(0), &Selection::nothing(), false);
    let mut draft = Draft { id: outcome.drafts[0].id, ..Draft::default() };
    let edge = outcome.drafts[0].first.unwrap();
    let part = Part { file: 0, first: edge, last: edge };
    windows.add(&mut draft, std::slice::from_ref(&part), &Selection::nothing()).unwrap();
    cut(&path, 4096);
    let _ = windows.add(&mut draft, &[part], &Selection { tail_entries: 1000, ..Selection::nothing() });
    assert_eq!(windows.shrunk(), BTreeSet::from([0]));
    let (outcome, shrunk) = read_but(&BTreeSet::from([0]), &files, InputId(0), &Selection::nothing(), false);
    assert!(shrunk.is_empty() && outcome.problems[0].contains(SHRUNK), "{:?}", outcome.problems);
}
