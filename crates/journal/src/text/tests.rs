//! Which boot a text log tells of.

use model::{BootId, Id128, Input, InputId, InputKind, Lines, Micros, Record, Span, Transport, ZoneBasis};
use textlog::Wall;

use super::{Told, place};
use crate::drafts::{Draft, Edge};

const MACHINE: u128 = 7;
/// A whole hour, so that offsets are easy to read.
const DAY: Micros = Micros::from_secs(1_780_000_000 / 3600 * 3600);

fn at(secs: i64) -> Micros {
    DAY + Span::secs(secs)
}

fn line(at: Micros, monotonic: Option<i64>, said: &str) -> Record {
    Record {
        at,
        monotonic,
        transport: Transport::Kernel,
        identifier: Some("kernel".into()),
        message: said.to_owned(),
        ..Record::default()
    }
}

/// A boot of a journal: its start, and its lines in seconds after that.
fn boot(id: u128, start: i64, lines: &[(i64, &str)]) -> Draft {
    let mut draft = Draft {
        machine: Some(Id128::of(MACHINE)),
        id: Id128::of(id),
        hostname: Some("box".to_owned()),
        entries: lines.len() as u64,
        ..Draft::default()
    };
    for (since, said) in lines {
        let record = line(at(start + since), Some(since * 1_000_000), said);
        draft.see(Edge::of(&record));
        draft.records.push(record);
    }
    draft.cover(InputId(0), Lines::All);
    draft
}

/// What a text tells of a boot: times in whole seconds, no monotonic ones.
fn told(begun: bool, lines: &[(i64, &str)]) -> Told {
    let mut draft = Draft {
        hostname: Some("box".to_owned()),
        entries: lines.len() as u64,
        appearance: (1, 0),
        ..Draft::default()
    };
    for (when, said) in lines {
        let record = line(at(*when), None, said);
        draft.see(Edge::of(&record));
        draft.records.push(record);
    }
    draft.cover(InputId(1), Lines::Kernel);
    draft.text.logs = vec![InputId(1)];
    Told {
        input: InputId(1),
        draft,
        id: None,
        begun,
        started: None,
        wall: Wall::Sure,
        lines: Lines::Kernel,
        crash: None,
        crash_named: None,
    }
}

/// The boots with the words of their lines, and what is said of the text.
fn placed(drafts: Vec<Draft>, texts: Vec<Told>) -> (Vec<(BootId, Vec<String>)>, Vec<String>) {
    let mut inputs = [
        Input::new(InputId(0), "journal", InputKind::Journal),
        Input::new(InputId(1), "log", InputKind::TextLog),
    ];
    let boots = place(drafts, texts, &mut inputs);
    let words = |draft: &Draft| draft.records.iter().map(|record| record.message.clone()).collect();
    let boots = boots.iter().map(|draft| (draft.id, words(draft))).collect();
    (boots, inputs[1].problems.iter().map(|problem| problem.what.clone()).collect())
}

fn words(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|&line| line.to_owned()).collect()
}

#[test]
fn common_lines_count_once_and_new_ones_are_added() {
    let journal = boot(1, 0, &[(3, "Linux version 6.17"), (100, "a"), (100, "a"), (200, "b")]);
    let text = told(
        true,
        &[(3, "Linux version 6.17"), (100, "a"), (100, "a"), (100, "a"), (201, "b"), (260, "the end")],
    );
    let (boots, problems) = placed(vec![journal], vec![text]);
    assert_eq!(boots.len(), 1);
    let (id, mut lines) = boots.into_iter().next().expect("a boot");
    lines.sort();
    assert_eq!((id, lines), (Id128::of(1), words(&["Linux version 6.17", "a", "a", "a", "b", "the end"])));
    assert_eq!(problems, [""; 0]);
}

#[test]
fn two_boots_of_one_log_stay_two() {
    let first = told(true, &[(0, "Linux version 6.17"), (20, "a")]);
    let mut second = told(true, &[(60, "Linux version 6.17"), (90, "b")]);
    second.draft.appearance = (1, 1);
    let (boots, _) = placed(Vec::new(), vec![first, second]);
    assert_eq!(boots.len(), 2);
    assert_ne!(boots[0].0, boots[1].0);
    assert!(boots.iter().all(|(id, _)| *id != Id128::ZERO));
}

/// The end of a log that was rotated, and the beginning of the next.
#[test]
fn a_log_goes_on_in_the_next_file() {
    let old = told(true, &[(0, "Linux version 6.17"), (20, "a")]);
    let mut new = told(false, &[(25, "b")]);
    new.input = InputId(0);
    new.draft.coverage[0].input = InputId(0);
    new.draft.text.logs = vec![InputId(0)];
    let (boots, _) = placed(Vec::new(), vec![new, old]);
    assert_eq!(boots.iter().map(|(_, lines)| lines.len()).collect::<Vec<_>>(), [3]);
}

/// Without times since the start only the wall time tells what is first and last.
#[test]
fn a_log_of_programs_does_not_move_an_end_back() {
    let kernel = told(true, &[(0, "Linux version 6.17"), (900, "the end")]);
    let mut programs = told(false, &[(10, "a"), (600, "b")]);
    programs.input = InputId(0);
    programs.lines = Lines::Programs;
    programs.draft.coverage[0].input = InputId(0);
    programs.draft.text.logs = vec![InputId(0)];
    let mut inputs = [
        Input::new(InputId(0), "secure", InputKind::TextLog),
        Input::new(InputId(1), "kern", InputKind::TextLog),
    ];
    let boots = place(Vec::new(), vec![kernel, programs], &mut inputs);
    assert_eq!(boots.len(), 1);
    assert_eq!((boots[0].first_at(), boots[0].last_at()), (at(0), at(900)));
}

#[test]
fn an_assumed_zone_is_corrected_by_common_lines() {
    let said = [
        (3, "Linux version 6.17.0"),
        (100, "a line of some length"),
        (200, "another line of some length"),
        (300, "and a third line"),
    ];
    let journal = boot(1, 0, &said);
    let mut text = told(true, &said.map(|(when, said)| (when + 9 * 3600, said)));
    text.wall = Wall::LocalAssumed;
    let mut inputs = [
        Input::new(InputId(0), "journal", InputKind::Journal),
        Input::new(InputId(1), "log", InputKind::TextLog),
    ];
    inputs[1].zone_basis = Some(ZoneBasis::Assumed);
    let boots = place(vec![journal], vec![text], &mut inputs);
    assert_eq!(boots.len(), 1);
    assert_eq!(boots[0].records.len(), 4);
    assert_eq!(inputs[1].zone.as_deref(), Some("+09:00"));
}

#[test]
fn what_contradicts_the_boots_on_record_is_left_out_and_told() {
    let journal = boot(1, 0, &[(3, "Linux version 6.17"), (10_000, "b")]);
    let text = told(true, &[(5_000, "Linux version 6.17"), (20_000, "c")]);
    let (boots, problems) = placed(vec![journal], vec![text]);
    assert_eq!(boots.len(), 1);
    assert!(problems[0].contains("does not fit") && problems[0].contains("--tz"), "{problems:?}");
}

#[test]
fn a_log_of_programs_is_cut_at_known_boots() {
    let boots = vec![
        boot(1, 0, &[(3, "Linux version 6.17"), (1_000, "a")]),
        boot(2, 2_000, &[(3, "Linux version 6.17"), (900, "b")]),
    ];
    let mut text = told(false, &[(500, "x"), (900, "y"), (2_500, "z")]);
    text.lines = Lines::Programs;
    let (boots, _) = placed(boots, vec![text]);
    assert_eq!(boots.len(), 2);
    assert!(boots[0].1.contains(&"y".to_owned()) && boots[1].1.contains(&"z".to_owned()), "{boots:?}");
}

fn crash(saved: Option<i64>) -> Told {
    let mut text = told(false, &[(0, "Kernel panic - not syncing")]);
    text.lines = Lines::Crash;
    text.wall = Wall::Anchored;
    text.crash = Some(saved.map(at));
    for record in &mut text.draft.records {
        record.monotonic = Some(1_010_000_000);
    }
    let edge = Edge { at: at(0), monotonic: Some(1_010_000_000), seq: None };
    (text.draft.first, text.draft.last) = (Some(edge), Some(edge));
    text
}

#[test]
fn a_crash_record_is_of_the_boot_of_its_time() {
    let boots = || {
        vec![
            boot(1, 0, &[(3, "Linux version 6.17"), (1_000, "a")]),
            boot(2, 2_000, &[(3, "Linux version 6.17"), (900, "b")]),
        ]
    };
    for (saved, of, said) in [
        (Some(1_010), Some(0), ""),
        // By its time it is another boot's, and by its own clock none of these.
        (Some(-50_000), None, "no boot is credited"),
        (Some(2_100), None, "no boot is credited"),
        (None, None, "no boot is credited"),
    ] {
        let (boots, problems) = placed(boots(), vec![crash(saved)]);
        let holder =
            boots.iter().position(|(_, lines)| lines.iter().any(|line| line.starts_with("Kernel panic")));
        assert_eq!((boots.len(), holder), (2, of), "{saved:?}");
        assert!(problems.concat().contains(said), "{saved:?} {problems:?}");
    }
}

/// Copying changes a file's time and not its name.
#[test]
fn a_crash_record_is_of_no_boot_outside_of_its_name_s_time() {
    let boots = || vec![boot(1, 0, &[(3, "Linux version 6.17"), (1_000, "a")]), boot(2, 2_000, &[(3, "b")])];
    let days = |days: i64| days * 86_400;
    for (saved, named, off, of) in [
        (days(30), None, 0, Some(0)),
        (days(30), Some(1_010), 0, Some(0)),
        (days(-40), Some(days(-40)), 0, None),
        (days(30), Some(days(-40)), 0, None),
        (days(30), Some(-3_600), 0, None),
        (days(30), Some(-3_600), 7_200, Some(0)),
        (1_010, Some(days(-40)), 0, None),
    ] {
        let mut record = crash(Some(saved));
        record.crash_named = named.map(|named| (at(named), Span::secs(off)));
        let (boots, problems) = placed(boots(), vec![record]);
        let holder =
            boots.iter().position(|(_, lines)| lines.iter().any(|line| line.starts_with("Kernel panic")));
        assert_eq!((boots.len(), holder), (2, of), "{saved} {named:?}: {problems:?}");
        assert_eq!(problems.concat().contains("by its name"), of.is_none(), "{problems:?}");
    }
}

/// A host whose clock begins at one instant in every boot.
#[test]
fn a_list_of_boots_is_not_credited_to_one_of_several_that_fit() {
    let two =
        || vec![boot(1, 0, &[(3, "Linux version 6.17"), (100, "a")]), boot(2, 1, &[(3, "b"), (90, "c")])];
    let listed = |when| {
        let mut listed = told(true, &[(when, "shutdown")]);
        listed.lines = Lines::Boots;
        listed
    };
    let (boots, problems) = placed(two(), vec![listed(2)]);
    let lines: Vec<usize> = boots.iter().map(|(_, lines)| lines.len()).collect();
    assert_eq!((lines, problems.len()), (vec![2, 2], 1), "{problems:?}");

    let mut apart = two();
    apart.truncate(1);
    apart.push(boot(2, 60, &[(3, "b"), (90, "c")]));
    let (boots, problems) = placed(apart, vec![listed(62)]);
    let lines: Vec<usize> = boots.iter().map(|(_, lines)| lines.len()).collect();
    assert_eq!((lines, problems.len()), (vec![2, 3], 0), "{problems:?}");
}
