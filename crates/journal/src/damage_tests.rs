//! Damage that no reader complains of, and what a file's header lost: read all the same as the whole files.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::header::incompatible;
use crate::{Reader, Reading, Selection, Source};

/// The journal files of a folder of the fixtures, unpacked.
fn unpacked(dir: &TempDir, folder: &str) -> Vec<PathBuf> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/journals").join(folder);
    let mut paths = Vec::new();
    for entry in fs::read_dir(fixtures).unwrap() {
        let packed = entry.unwrap().path();
        if packed.extension().is_some_and(|extension| extension == "xz") {
            let mut unpacked = liblzma::read::XzDecoder::new(fs::File::open(&packed).unwrap());
            let path = dir.path().join(packed.file_stem().unwrap());
            std::io::copy(&mut unpacked, &mut fs::File::create(&path).unwrap()).unwrap();
            paths.push(path);
        }
    }
    paths.sort();
    paths
}

fn read(dir: &TempDir) -> Reading {
    let selection = Selection {
        filtered: vec![("_TRANSPORT", "kernel".to_owned()), ("SYSLOG_IDENTIFIER", "systemd".to_owned())],
        wanted: Box::new(|_| true),
        tail_entries: 20,
        ..Selection::nothing()
    };
    Reader::open(&[Source::Directory(dir.path().to_owned())], 0).unwrap().read(&selection)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}

/// Offsets of the objects of a kind.
fn objects(bytes: &[u8], kind: u8) -> Vec<usize> {
    let (mut at, end) = (u64_at(bytes, 88) as usize, u64_at(bytes, 136) as usize);
    let mut found = Vec::new();
    while at <= end {
        if bytes[at] == kind {
            found.push(at);
        }
        at = (at + u64_at(bytes, at + 8) as usize).next_multiple_of(8);
    }
    found
}

/// Boots with their machines, starts and ends.
fn boots(reading: &Reading) -> Vec<impl PartialEq + std::fmt::Debug + use<>> {
    let row = |boot: &crate::BootRecords| (boot.boot.id, boot.boot.machine, boot.boot.first, boot.boot.last);
    reading.boots.iter().map(row).collect()
}

fn tells(reading: &Reading, what: &str) -> bool {
    reading.inputs[0].problems.iter().any(|problem| problem.what.contains(what))
}

#[test]
fn a_flipped_bit_of_a_time_moves_no_end() {
    let dir = TempDir::new().unwrap();
    let path = unpacked(&dir, "00-article-day").remove(0);
    let whole = read(&dir);
    let good = fs::read(&path).unwrap();
    let entries = objects(&good, 3);
    // In the middle of the first boot, at its start and at its end; of the monotonic time and of the wall time.
    let boot = |entry: usize| &good[entry + 40..entry + 56];
    let end = entries.iter().position(|&entry| boot(entry) != boot(entries[0])).unwrap() - 1;
    for place in [0, 1, end - 1, end] {
        for (byte, bit) in [(36, 4), (37, 3), (28, 5), (29, 1)] {
            let mut bytes = good.clone();
            bytes[entries[place] + byte] ^= 1 << bit;
            fs::write(&path, bytes).unwrap();
            let reading = read(&dir);
            assert_eq!(boots(&reading), boots(&whole), "{place} {byte} {bit}");
            assert_eq!(reading.boots[0].boot.clock_steps, whole.boots[0].boot.clock_steps);
            let told = tells(&reading, "1 entries with a damaged time");
            assert!(told, "{place} {byte} {bit}: {:?}", reading.inputs[0].problems);
        }
    }
}

#[test]
fn a_file_without_its_first_page_keeps_its_place() {
    let dir = TempDir::new().unwrap();
    let paths = unpacked(&dir, "lab-252-run");
    let whole = read(&dir);
    assert!(paths.len() > 4 && !whole.order_uncertain);
    for path in &paths {
        let good = fs::read(path).unwrap();
        let mut bytes = good.clone();
        bytes[..4096].fill(0);
        fs::write(path, bytes).unwrap();
        let reading = read(&dir);
        assert_eq!((boots(&reading), reading.order_uncertain), (boots(&whole), false), "{}", path.display());
        assert!(tells(&reading, "that of the files beside it"), "{:?}", reading.inputs[0].problems);
        fs::write(path, good).unwrap();
    }
}

#[test]
fn a_header_of_another_host_makes_no_second_machine() {
    let dir = TempDir::new().unwrap();
    let path = unpacked(&dir, "00-article-day").remove(0);
    let whole = read(&dir);
    let mut bytes = fs::read(&path).unwrap();
    bytes[40..56].fill(0xaa);
    // Of the newest boot nothing is left but what the header says.
    let entries = objects(&bytes, 3);
    let newest = bytes[entries[entries.len() - 1] + 40..][..16].to_vec();
    let first = entries.iter().find(|&&entry| bytes[entry + 40..][..16] == newest[..]).unwrap();
    bytes.truncate(*first);
    fs::write(&path, bytes).unwrap();
    let reading = read(&dir);
    let machine = |reading: &Reading| reading.boots.iter().map(|boot| boot.boot.machine).collect::<Vec<_>>();
    assert_eq!(machine(&reading), machine(&whole));
    assert!(reading.boots.last().unwrap().boot.header_only);
}

/// The values of a file, of which some have one flipped bit and some have two.
#[test]
fn salvaged_values_are_what_was_written() {
    for (folder, is_keyed) in [("00-article-day", true), ("30-old-layout", false)] {
        let dir = TempDir::new().unwrap();
        let path = unpacked(&dir, folder).remove(0);
        let mut bytes = fs::read(&path).unwrap();
        assert_eq!(bytes[12] & incompatible::KEYED_HASH as u8 != 0, is_keyed);
        // libsystemd refuses it.
        bytes[13] ^= 0x40;
        fs::write(&path, &bytes).unwrap();
        let messages = |reading: &Reading| -> Vec<String> {
            let records = reading.boots.iter().flat_map(|boot| &boot.records);
            records.map(|record| record.message.clone()).collect()
        };
        let whole = messages(&read(&dir));
        let payload = if bytes[12] & incompatible::COMPACT as u8 != 0 { 72 } else { 64 };
        let values = objects(&bytes, 1).into_iter().filter(|&at| bytes[at + 1] == 0);
        let values: Vec<usize> = values.step_by(50).collect();
        for &at in &values {
            bytes[at + payload + 3] ^= 4;
        }
        fs::write(&path, &bytes).unwrap();
        let reading = read(&dir);
        assert_eq!(messages(&reading), whole);
        let what = format!("{} values with a flipped bit put right", values.len());
        assert!(tells(&reading, &what), "{:?}", reading.inputs[0].problems);
        for &at in &values {
            bytes[at + payload + 1] ^= 2;
        }
        fs::write(&path, &bytes).unwrap();
        let reading = read(&dir);
        assert!(messages(&reading).iter().all(|message| message.is_empty() || whole.contains(message)));
        let what = format!("{} values left out", values.len());
        assert!(tells(&reading, &what), "{:?}", reading.inputs[0].problems);
    }
}

#[cfg(all(feature = "sd-journal", target_os = "linux"))]
#[test]
fn a_value_that_libsystemd_can_not_read_is_told() {
    let dir = TempDir::new().unwrap();
    let path = unpacked(&dir, "00-article-day").remove(0);
    let whole = read(&dir);
    let mut bytes = fs::read(&path).unwrap();
    let message = |at: &usize| bytes[*at + 1] == 0 && bytes[*at + 72..].starts_with(b"MESSAGE=Linux version");
    let at = objects(&bytes, 1).into_iter().find(message).unwrap();
    // As if it were compressed; four boots share it.
    bytes[at + 1] = 4;
    fs::write(&path, bytes).unwrap();
    let reading = read(&dir);
    assert!(tells(&reading, "can't read values of 4 entries"), "{:?}", reading.inputs[0].problems);
    assert_eq!(boots(&reading), boots(&whole));
}
