//! Real journal files: boots in the true order, ends as they were.

use std::fs;

use serde_json::Value;

use crate::support::{Journal, Outcome, expected, fixture, list, outline, run, text};

/// Made from an incident's export by systemd-journal-remote.
const CONVERTED: &[&str] = &[
    "00-article-day",
    "01-gb10-nvrm-wedge",
    "30-critical-temp-orderly",
    "K09a-rtc-reset-memory",
    "K12a-newest-boot-powered-off",
];
/// Written by a real journald; no boot of them ended by memory or heat.
const LAB: &[&str] = &["lab-252-run", "lab-252-badrtc", "lab-257-run", "lab-257-badrtc"];

fn all(journal: &Journal, options: &[&str]) -> Outcome {
    let mut arguments =
        vec!["--all".into(), "-o".into(), "json".into(), "-D".into(), journal.root().to_owned()];
    arguments.extend(options.iter().map(Into::into));
    run(&arguments)
}

fn short(id: &str) -> &str {
    &id[..8]
}

#[test]
fn files_give_the_same_boots_as_their_exports() {
    let mut differences = Vec::new();
    for case in CONVERTED {
        let journal = Journal::unpack(case);
        let from_files = outline(&all(&journal, &[]).json());
        let export = fixture(&format!("incidents/{case}/journal.export.xz"));
        let from_export = outline(&run(&["--all".into(), "-o".into(), "json".into(), export]).json());
        if from_files != from_export {
            differences.push(format!("{case}\n  files  {from_files:?}\n  export {from_export:?}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Says in what a boot of the output differs from the known truth.
fn difference(truth: &Value, got: &Value) -> Option<String> {
    let differs = |key: &str, wanted: &[Value]| (!wanted.contains(&got[key])).then(|| key.to_owned());
    let cause = if truth["ending"] == "unexpected" { Value::from("unknown") } else { Value::Null };
    let keys: Vec<_> = [
        differs("ending", &[truth["ending"].clone()]),
        differs("ending_detail", list(truth, "ending_detail")),
        differs("cause", &[cause]),
        differs("finding", list(truth, "finding")),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!keys.is_empty()).then(|| {
        format!(
            "{}: {keys:?}: got {} {} {} {}, want {truth}",
            short(text(truth, "boot_id").expect("an id")),
            got["ending"],
            got["ending_detail"],
            got["cause"],
            got["finding"]
        )
    })
}

#[test]
fn lab_boots_come_in_true_order_with_their_true_ends() {
    let mut differences = Vec::new();
    for set in LAB {
        let journal = Journal::unpack(set);
        let output = all(&journal, &[]).json();
        let truth = expected(&format!("journals/{set}/expected.json"));
        let ids = |boots: &[Value]| -> Vec<String> {
            boots.iter().map(|boot| text(boot, "boot_id").expect("an id").to_owned()).collect()
        };
        let (wanted, got) = (list(&truth, "boots"), list(&output, "boots"));
        assert_eq!(ids(wanted), ids(got), "{set}: boots in true order");
        for (offset, boot) in (1 - got.len() as i64..).zip(got) {
            assert_eq!(boot["offset"], offset, "{set}: offsets count back from the newest");
        }
        let found = wanted.iter().zip(got).filter_map(|(truth, got)| difference(truth, got));
        differences.extend(found.map(|text| format!("{set} {text}")));
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn ended_judges_the_newest_boot_as_dead() {
    let journal = Journal::unpack("lab-252-run");
    let truth = expected("journals/lab-252-run/expected.json");
    let truth = list(&truth, "boots").last().expect("boots");
    let running = all(&journal, &[]).json();
    let newest = list(&running, "boots").last().expect("boots");
    assert_eq!(text(newest, "running_basis"), Some("copied"));
    let dead = all(&journal, &["--ended"]).json();
    let newest = list(&dead, "boots").last().expect("boots");
    let wanted = &truth["with_ended"];
    assert_eq!(newest["ending"], wanted["ending"]);
    assert!(list(wanted, "ending_detail").contains(&newest["ending_detail"]), "{newest:#}");
    assert!(newest["running_basis"].is_null());
}

/// A copied `/var/log/journal`, a folder with the files directly in it, the files one by one, by option
/// or as inputs.
#[test]
fn a_journal_can_be_named_in_every_way() {
    let journal = Journal::unpack("lab-257-badrtc");
    let wanted = outline(&all(&journal, &[]).json());
    assert_eq!(wanted.len(), 4);
    let by_option = journal.paths().into_iter().flat_map(|path| ["--file".into(), path]).collect();
    let ways = [
        vec!["-D".into(), journal.files()],
        vec![journal.root().to_owned()],
        vec![journal.files()],
        journal.paths(),
        by_option,
    ];
    for way in ways {
        let arguments = [vec!["--all".into(), "-o".into(), "json".into()], way].concat();
        assert_eq!(outline(&run(&arguments).json()), wanted, "{arguments:?}");
    }
}

#[test]
fn a_boot_known_only_from_a_header_keeps_its_row() {
    let journal = Journal::unpack("lab-252-run");
    let truth = expected("journals/lab-252-run/expected.json");
    let first = text(&list(&truth, "boots")[0], "boot_id").expect("an id").to_owned();
    // the oldest file: boot 1 alone is in it
    let path =
        journal.paths().into_iter().find(|path| path.to_string_lossy().contains("@0006532e48")).expect("it");
    let bytes = fs::read(&path).expect("the file");
    fs::write(&path, &bytes[..4096]).expect("room");
    let outcome = all(&journal, &[]);
    let output = outcome.json();
    let boots = list(&output, "boots");
    assert_eq!(boots.len(), 8, "{:?}", outline(&output));
    assert_eq!(text(&boots[0], "boot_id"), Some(first.as_str()));
    assert_eq!(boots[0]["offset"], -7);
    assert_eq!(text(&boots[0], "ending"), Some("undetermined"));
    assert_eq!(text(&boots[0], "ending_detail"), Some("header_only"));
    outcome.expect_note(&["@0006532e48"]);
}

#[test]
fn boots_are_listed_in_true_order() {
    for set in ["lab-252-badrtc", "lab-257-badrtc", "K09a-rtc-reset-memory"] {
        let journal = Journal::unpack(set);
        let wanted: Vec<String> =
            outline(&all(&journal, &[]).json()).into_iter().map(|boot| boot.1).collect();
        let outcome = run(&["--list-boots".into(), "-D".into(), journal.root().to_owned()]);
        outcome.expect_code(0);
        let places: Vec<Option<usize>> = wanted.iter().map(|id| outcome.stdout.find(short(id))).collect();
        assert!(places.iter().all(Option::is_some), "{set}: {wanted:?}\n{}", outcome.stdout);
        assert!(places.is_sorted(), "{set}: {wanted:?}\n{}", outcome.stdout);
    }
}

/// The newest file cut short, which libsystemd refuses as a whole: its boot is judged all the same.
#[test]
fn the_boot_of_a_truncated_file_is_judged() {
    let journal = Journal::unpack("lab-252-run");
    let whole = all(&journal, &[]).json();
    let path =
        journal.paths().into_iter().find(|path| path.to_string_lossy().contains("@0006532feb")).expect("it");
    let bytes = fs::read(&path).expect("the file");
    // Behind the last entry is room for more, of which the last page is gone.
    fs::write(&path, &bytes[..bytes.len() - 4096]).expect("room");
    let outcome = all(&journal, &[]);
    let cut = outcome.json();
    assert_eq!(outline(&cut), outline(&whole));
    outcome.expect_note(&["@0006532feb", "566 entries salvaged of 566 promised"]);
    let said = |problem: &Value| text(problem, "what").is_some_and(|what| what.contains("entries salvaged"));
    assert!(list(&list(&cut, "inputs")[0], "problems").iter().any(said), "{:#}", cut["inputs"]);
    // Cut in the midst of its entries, it still is a boot with records and not a header's row.
    let used =
        usize::try_from(u64::from_le_bytes(bytes[136..144].try_into().expect("8 bytes"))).expect("small");
    fs::write(&path, &bytes[..used - 4096]).expect("room");
    let cut = all(&journal, &[]).json();
    let (before, after) = (list(&whole, "boots"), list(&cut, "boots"));
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(after) {
        assert_eq!(before["boot_id"], after["boot_id"]);
        assert_eq!(before["ending"], after["ending"], "{after:#}");
        assert_eq!(before["cause"], after["cause"], "{after:#}");
    }
}

#[test]
fn inputs_are_listed_file_by_file() {
    let journal = Journal::unpack("lab-257-badrtc");
    let listed = |arguments: &[&str]| {
        let mut arguments: Vec<std::path::PathBuf> = arguments.iter().map(Into::into).collect();
        arguments.insert(0, "inputs".into());
        arguments.push(journal.root().to_owned());
        run(&arguments)
    };
    let output = listed(&["-o", "json"]).json();
    let input = &list(&output, "inputs")[0];
    assert_eq!((&input["kind"], &input["boots"]), (&"journal".into(), &4.into()));
    let rows: Vec<(String, String, u64, u64, u64)> = list(input, "files")
        .iter()
        .map(|file| {
            let number = |key: &str| file[key].as_u64().expect("a number");
            let word = |key: &str| text(file, key).expect("a word").to_owned();
            (word("state"), word("reader"), number("promised"), number("read"), number("salvaged"))
        })
        .collect();
    let row = |state: &str, reader: &str, promised, read, salvaged| {
        (state.to_owned(), reader.to_owned(), promised, read, salvaged)
    };
    // 87 entries never reached the disk.
    let wanted = [
        row("online", "libsystemd", 482, 482, 0),
        row("online", "salvage", 568, 481, 481),
        row("archived", "libsystemd", 665, 665, 0),
        row("archived", "libsystemd", 647, 647, 0),
    ];
    assert_eq!(rows, wanted);
    let salvaged = &list(input, "files")[1];
    assert_eq!(salvaged["salvage"]["lost"], 87);
    assert_eq!(list(salvaged, "boots").len(), 1);
    assert!(list(salvaged, "problems")[0]["what"].as_str().is_some_and(|what| what.contains("87 of 568")));
    let shown = listed(&[]).stdout;
    for words in ["568 entries promised, 481 salvaged", "647 read by libsystemd", "never reached the disk"] {
        assert!(shown.contains(words), "{words}:\n{shown}");
    }
    // A file of which nothing is left still has its row.
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("system.journal"), [0; 5000]).expect("room");
    let output = run(&["inputs".as_ref(), "-o".as_ref(), "json".as_ref(), folder.path()]).json();
    let file = &list(&list(&output, "inputs")[0], "files")[0];
    assert_eq!((text(file, "reader"), &file["read"]), (Some("none"), &0.into()));
    assert!(list(file, "problems")[0]["what"].as_str().is_some_and(|what| what.contains("all zeros")));
}
