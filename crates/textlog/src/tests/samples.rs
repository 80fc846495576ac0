//! The samples in `fixtures/texts`.

use std::path::Path;

use model::{Id128, Identity, Lines};

use super::{keep_all, records, shown};
use crate::{Form, Options, Reading, Wall, read, sniff};

fn sample(name: &str) -> (Option<Form>, Reading) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/texts").join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (sniff(&bytes), read(&mut bytes.as_slice(), &keep_all()))
}

const ALL: [u64; 3] = [22, 16, 2];
/// Columns: file, form, entries of each boot, first instant of the second one, how sure.
type Row<'a> = (&'a str, Form, &'a [u64], &'a str, Wall);

const ROWS: &[Row<'static>] = &[
    ("journalctl-short.txt", Form::Short, &ALL, "2026-06-01T10:01:55", Wall::Sure),
    ("journalctl-short-full.txt", Form::ShortFull, &ALL, "2026-06-01T10:01:55", Wall::Sure),
    ("journalctl-short-iso.txt", Form::ShortIso, &ALL, "2026-06-01T10:01:55", Wall::Sure),
    ("journalctl-short-iso-precise.txt", Form::ShortIsoPrecise, &ALL, "2026-06-01T10:01:55", Wall::Sure),
    ("journalctl-short-precise.txt", Form::ShortPrecise, &ALL, "2026-06-01T10:01:55", Wall::Sure),
    // The kernel's lines are at their own times there, not at journald's.
    ("journalctl-short-monotonic.txt", Form::ShortMonotonic, &ALL, "2026-06-01T10:01:35", Wall::Sure),
    ("journalctl-short-delta.txt", Form::ShortMonotonic, &ALL, "2026-06-01T10:01:35", Wall::Sure),
    ("journalctl-short-unix.txt", Form::ShortUnix, &ALL, "2026-06-01T10:01:55", Wall::Sure),
    ("journalctl-with-unit.txt", Form::WithUnit, &ALL, "2026-06-01T10:01:55", Wall::Sure),
    ("syslog-traditional.txt", Form::Syslog, &ALL, "2026-06-01T10:01:55", Wall::Sure),
    ("syslog-rfc3339.txt", Form::Syslog, &ALL, "2026-06-01T10:01:55", Wall::Sure),
    ("dmesg.txt", Form::Dmesg, &[21], "", Wall::Sure),
    ("dmesg-x.txt", Form::Dmesg, &[21], "", Wall::Sure),
    ("dmesg-T.txt", Form::DmesgWall, &[21], "", Wall::Sure),
    ("last-x.txt", Form::Last, &[2, 1, 1], "2026-11-25T10:47:00", Wall::LocalAssumed),
    ("last-x-F.txt", Form::Last, &[2, 1, 1], "2026-11-25T10:47:40", Wall::LocalAssumed),
    ("last-x-iso.txt", Form::Last, &[2, 1, 1], "2026-11-25T10:47:40", Wall::Sure),
    ("last.txt", Form::Last, &[1, 1, 1], "2026-11-25T10:47:00", Wall::LocalAssumed),
    ("wtmp-x86_64", Form::Wtmp, &[2, 1, 1], "2026-11-25T10:47:40", Wall::Sure),
    ("wtmp-aarch64", Form::Wtmp, &[2, 1, 1], "2026-11-25T10:47:40", Wall::Sure),
    ("list-boots.txt", Form::BootList, &[0; 8], "2026-06-01T10:01:55", Wall::Sure),
    ("list-boots-old.txt", Form::BootList, &[0; 8], "2026-06-01T10:01:55", Wall::Sure),
];

#[test]
fn forms_boots_and_counts() {
    for &(name, form, entries, second, wall) in ROWS {
        let (sniffed, reading) = sample(name);
        assert_eq!((sniffed, reading.form), (Some(form), Some(form)), "{name}");
        let counts: Vec<u64> = reading.boots.iter().map(|boot| boot.entries).collect();
        assert_eq!(counts, entries, "{name}");
        assert_eq!(reading.rejected, 0, "{name}: {:?}", reading.problems);
        let list = if form == Form::BootList { entries.len() as u64 } else { 0 };
        assert_eq!(reading.records, entries.iter().sum::<u64>() + list, "{name}");
        if let Some(boot) = reading.boots.get(1) {
            assert_eq!((shown(boot.first).as_str(), boot.wall), (second, wall), "{name}");
        }
        let kept: usize = reading.boots.iter().map(|boot| boot.records.len()).sum();
        assert_eq!(kept as u64, entries.iter().sum::<u64>(), "{name}");
    }
}

#[test]
fn ids_of_marks() {
    for name in ["journalctl-short.txt", "journalctl-short-monotonic.txt"] {
        let (_, reading) = sample(name);
        let ids: Vec<_> = reading.boots.iter().map(|boot| boot.id).collect();
        let second = Id128::parse("fa23458207dc46bc9893b8dac5f4edb3");
        let third = Id128::parse("f0ee97d8547641fab2682fa6555d6d52");
        assert_eq!(ids, [None, second, third], "{name}");
        assert!(reading.boots.iter().all(|boot| boot.has_banner), "{name}");
    }
}

#[test]
fn every_form_tells_the_same_lines() {
    let (_, expected) = sample("journalctl-short-iso-precise.txt");
    for &(name, form, ..) in ROWS.iter().take(11) {
        let (_, reading) = sample(name);
        for (record, same) in records(&reading).iter().zip(records(&expected)) {
            assert_eq!(record.message, same.message, "{name}");
            assert_eq!(record.identity(), same.identity(), "{name}: {}", record.message);
            if form != Form::WithUnit {
                assert_eq!(record.identifier, same.identifier, "{name}: {}", record.message);
            }
            if form != Form::ShortMonotonic {
                let off = record.at.since(same.at).0.abs();
                assert!(off < 1_000_000, "{name}: {off} {}", record.message);
            }
        }
    }
}

#[test]
fn who_speaks_and_of_which_unit() {
    let (_, reading) = sample("journalctl-with-unit.txt");
    let all = records(&reading);
    let find = |text: &str| all.iter().find(|record| record.message.starts_with(text)).expect("the line");
    let started = find("Startup finished");
    assert_eq!((started.unit.as_deref(), started.identity()), (Some("init.scope"), Identity::Pid1));
    let journald = find("Journal started");
    assert_eq!(
        (journald.unit.as_deref(), journald.identity()),
        (Some("systemd-journald.service"), Identity::Journald)
    );
    let logind = find("The system will suspend now!");
    assert!(logind.is_program("systemd-logind"));
    let ended = find("e2scrub_reap.service: Deactivated");
    assert_eq!(ended.field("UNIT"), Some("e2scrub_reap.service"));
    assert!(reading.boots.iter().take(2).all(|boot| boot.lines == Lines::All));
}

#[test]
fn the_kernel_s_own_time_gives_the_start() {
    // `short-monotonic` and the audit stamp say 08:00:08; the lines were received from 08:00:25 on.
    for name in ["syslog-traditional.txt", "syslog-rfc3339.txt", "dmesg.txt", "dmesg-T.txt"] {
        let (_, reading) = sample(name);
        let started = reading.boots.first().and_then(|boot| boot.started).map(shown);
        let started = started.expect("a start");
        assert!(
            ["2026-06-01T08:00:07", "2026-06-01T08:00:08"].contains(&started.as_str()),
            "{name}: {started}"
        );
    }
    let (_, reading) = sample("dmesg.txt");
    let pid1: Vec<_> = records(&reading).into_iter().filter(|r| r.identity() == Identity::Pid1).collect();
    assert!(pid1.iter().any(|record| record.message.starts_with("systemd 252")));
}

#[test]
fn sessions_are_told_in_plain_words() {
    let (_, reading) = sample("last-x-F.txt");
    let messages: Vec<_> = records(&reading).iter().map(|record| record.message.clone()).collect();
    let boot = "reboot system boot 6.17.0-1008-nvid";
    assert_eq!(messages, [boot, "shutdown system down 6.17.0-1008-nvid", boot, boot]);
    assert!(reading.boots.iter().all(|boot| boot.lines == Lines::Boots));
}

#[test]
fn only_what_was_asked_for_is_kept() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/texts/journalctl-short.txt");
    let bytes = std::fs::read(path).expect("the sample");
    let select = |record: &model::Record| record.message.contains("setting system clock");
    let options = Options { select: &select, head_entries: 2, tail_entries: 3, ..keep_all() };
    let reading = read(&mut bytes.as_slice(), &options);
    let kept: Vec<Vec<u64>> = reading
        .boots
        .iter()
        .map(|boot| boot.records.iter().filter_map(|record| record.origin.line).collect())
        .collect();
    assert_eq!(kept, [vec![1, 2, 8, 20, 21, 22], vec![24, 25, 28, 37, 38, 39], vec![41, 42]]);
    let tail = reading.boots.first().and_then(|boot| boot.tail_from).map(shown);
    assert_eq!(tail.as_deref(), Some("2026-06-01T08:00:41"));
}

#[test]
fn a_wtmp_that_is_cut_off_or_damaged() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/texts/wtmp-x86_64");
    let bytes = std::fs::read(&path).expect("the sample");
    let cut = bytes.get(..bytes.len() - 10).expect("most of it");
    let reading = read(&mut &*cut, &keep_all());
    assert_eq!((reading.records, reading.rejected), (4, 1));
    assert!(super::told(&reading, "cut off"));

    let mut damaged = bytes.clone();
    damaged.splice(384 * 2..384 * 3, [0xff; 384]);
    let options = Options { form: Some(Form::Wtmp), ..keep_all() };
    let reading = read(&mut damaged.as_slice(), &options);
    assert_eq!((reading.records, reading.rejected), (4, 1));
}
