//! Options, inputs and outputs as a user meets them.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use tempfile::TempDir;

use crate::support::{bytes, expected, finish, fixture, list, outline, program, run, text};

const THERMAL: &str = "incidents/30-critical-temp-orderly/journal.export.xz";
const ARTICLE: &str = "incidents/00-article-day/journal.export.xz";

fn json(arguments: &[&str]) -> serde_json::Value {
    run(&[&["-o", "json"], arguments].concat()).json()
}

fn path(name: &str) -> String {
    fixture(name).to_str().expect("UTF-8").to_owned()
}

#[test]
fn streams_are_read_however_they_are_packed() {
    let wanted = outline(&json(&["--all", &path(THERMAL)]));
    assert_eq!(wanted.len(), 2);
    let export = bytes(&fixture(THERMAL));
    let temp = TempDir::new().expect("a temporary folder");
    // names say nothing: content decides
    let plain = temp.path().join("incident.log");
    fs::write(&plain, &export).expect("room");
    let gz = temp.path().join("incident");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(&export).expect("memory");
    fs::write(&gz, encoder.finish().expect("memory")).expect("room");
    let zst = fixture("streams/30-critical-temp-orderly.export.zst");
    for file in [plain, gz, zst] {
        let file = file.to_str().expect("UTF-8");
        assert_eq!(outline(&json(&["--all", file])), wanted, "{file}");
        assert_eq!(outline(&json(&["--all", "--file", file])), wanted, "--file {file}");
    }
    for packed in [export, fs::read(fixture(THERMAL)).expect("the fixture")] {
        let mut command = program();
        command.args(["--all", "-o", "json", "-"]);
        assert_eq!(outline(&finish(command, packed).json()), wanted, "standard input");
    }
}

#[test]
fn boots_are_chosen_as_with_journalctl() {
    let truth = expected("incidents/00-article-day/expected.json");
    let ids: Vec<&str> =
        list(&truth, "boots").iter().map(|boot| text(boot, "boot_id").expect("an id")).collect();
    let article = path(ARTICLE);
    let chosen = |which: &str| -> Vec<String> {
        outline(&json(&[which, &article])).into_iter().map(|boot| boot.1).collect()
    };
    let last = ids.len() - 1;
    for (which, index) in [
        ("0", last),
        ("-0", last),
        ("-1", last - 1),
        ("-3", last - 3),
        ("+1", 0),
        ("1", 0),
        ("2", 1),
        (ids[1], 1),
        (&ids[2][..8], 2),
        (&ids[2][..20], 2),
    ] {
        assert_eq!(chosen(&format!("--boot={which}")), [ids[index]], "--boot={which}");
        assert_eq!(chosen(&format!("-b{which}")), [ids[index]], "-b{which}");
    }
    assert_eq!(chosen("--boot=all"), ids);
    let two: Vec<String> =
        outline(&json(&["-b", "-1", "-b", "-3", &article])).into_iter().map(|boot| boot.1).collect();
    assert_eq!(two, [ids[0], ids[2]], "in the order of the boots");
    // without a choice: the newest that has ended
    let default: Vec<String> = outline(&json(&[&article])).into_iter().map(|boot| boot.1).collect();
    assert_eq!(default, [ids[last - 1]]);
}

#[test]
fn a_monitor_is_recognised_among_the_inputs() {
    let (article, monitor) = (path(ARTICLE), path("incidents/00-article-day/monitor.csv"));
    let by_option = json(&["--all", &article, "--csv", &monitor]);
    let as_input = json(&["--all", &monitor, &article]);
    assert_eq!(outline(&as_input), outline(&by_option));
    let series = |output: &serde_json::Value| -> usize {
        list(output, "boots").iter().map(|boot| list(boot, "series").len()).sum()
    };
    assert!(series(&as_input) > 0);
    assert_eq!(series(&as_input), series(&by_option));
}

#[test]
fn the_table_has_a_row_a_boot() {
    let outcome = run(&["--all", "--utc", &path(ARTICLE)]);
    outcome.expect_code(0);
    for words in ["-3", "-2", "-1", "memory exhaustion"] {
        assert!(outcome.stdout.contains(words), "{words}:\n{}", outcome.stdout);
    }
}

#[test]
fn colour_is_for_terminals_and_for_those_who_ask() {
    let escape = '\u{1b}';
    let article = path(ARTICLE);
    let piped = run(&["--boot", "-2", &article]);
    piped.expect_code(0);
    assert!(!piped.stdout.contains(escape));
    let asked = run(&["--boot", "-2", "--color", "always", &article]);
    asked.expect_code(0);
    assert!(asked.stdout.contains(escape));
    let mut command = program();
    command.env("NO_COLOR", "1").args(["--boot", "-2", &article]);
    let refused = finish(command, Vec::new());
    refused.expect_code(0);
    assert!(!refused.stdout.contains(escape));
}

#[test]
fn the_report_file_keeps_private_things_back() {
    let temp = TempDir::new().expect("a temporary folder");
    let article = path(ARTICLE);
    let report = |options: &[&str]| -> String {
        let file = temp.path().join("incident.md");
        let file = file.to_str().expect("UTF-8");
        run(&[&["--boot", "-2", "--report", file, &article], options].concat()).expect_code(0);
        fs::read_to_string(file).expect("the report was written")
    };
    let host = "spark-01";
    let redacted = report(&[]);
    assert!(redacted.to_lowercase().contains("memory exhaustion"), "{redacted}");
    assert!(!redacted.contains(host), "the host's name is in the report:\n{redacted}");
    assert!(!redacted.contains("/home/ops"), "the user's name is in the report:\n{redacted}");
    let open = report(&["--no-redact"]);
    assert!(open.contains(host), "with --no-redact the host has its name:\n{open}");
}

#[test]
fn times_are_local_unless_utc_is_asked_for() {
    let article = path(ARTICLE);
    let at = |zone: &str, options: &[&str]| {
        let mut command = program();
        command.env("TZ", zone).args(["--boot", "-2", &article]).args(options);
        let outcome = finish(command, Vec::new());
        outcome.expect_code(0);
        outcome.stdout
    };
    // the end of the boot, 05:21:54 UTC
    assert!(at("Asia/Tokyo", &[]).contains("14:21:54"));
    assert!(at("Asia/Tokyo", &["--utc"]).contains("05:21:54"));
    assert!(at("America/St_Johns", &[]).contains("02:51:54"));
    assert_eq!(at("Asia/Tokyo", &["-o", "json"]), at("America/St_Johns", &["-o", "json"]), "JSON is in UTC");
}

#[test]
fn the_exit_code_tells_the_cause_when_asked() {
    let article = path(ARTICLE);
    for (input, options, code) in [
        (THERMAL, vec!["--boot", "-1"], 11),
        (ARTICLE, vec!["--boot", "-2"], 10),
        (ARTICLE, vec!["--all"], 10),
        ("incidents/60-psu-collapse/journal.export.xz", vec!["--boot", "-1"], 12),
        ("incidents/66-unattended-upgrades-reboot/journal.export.xz", vec!["--boot", "-1"], 0),
    ] {
        run(&[&options[..], &["--exit-code", &path(input)]].concat()).expect_code(code);
    }
    run(&["--boot", "-2", &article]).expect_code(0);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = program()
        .args(["--all", "-o", "json", &path(ARTICLE)])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // closed before anything is written
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    let notes = String::from_utf8_lossy(&output.stderr).to_lowercase();
    assert!(!notes.contains("panicked") && !notes.contains("pipe"), "{notes}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_journal_of_this_machine_is_read_or_missed_in_words() {
    for arguments in [&["--list-boots"][..], &["--all"], &["--boot", "0"], &["--all", "-o", "json"]] {
        let outcome = run(arguments);
        assert!(!outcome.stderr.contains("panicked at"), "{}", outcome.stderr);
        match outcome.code {
            Some(0) => assert!(!outcome.stdout.is_empty(), "{arguments:?}"),
            Some(1) => outcome.expect_note(&["journal"]),
            code => panic!("{arguments:?}: {code:?}\n{}", outcome.stderr),
        }
    }
}
