//! What is private, planted in log lines, in a monitor's columns and rows and in paths, is in no file that is written.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use polars_io::prelude::{ParquetReader, SerReader};
use tempfile::TempDir;

use crate::support::{Journal, Outcome, bytes, finish, fixture, program};

/// The boot in which lines are planted.
const BOOT: &str = "c6a2026b516845e7a5b6f2fa823f08e5";
/// Lines that the report shows: a program's text is kept behind these words.
const LINES: &[&str] = &[
    "for mallory7@mail.acme.example with password=hunter2secret",
    "at https://svc:wonderland9@db-17.int.acme.example:5432/x from 203.0.113.77",
    "on 2001:db8::77:1234 and 02:00:5e:10:00:a1 (SSID='Smith Family 5G')",
    "serial: S7KHNJ0W123456A GPU-aa11bb22-cc33-dd44-ee55-ff6677889900",
    "token ghp_abcdefghijklmnopqrstuvwxyz0123456789 in /home/wendy7/run.py",
    "Authorization: Bearer mF_9.B5f-4.1JqM on SPARK-01 and spark-01.lab.acme.example",
];
/// None of these may be found.
const PRIVATE: &[&str] = &[
    "mallory7",
    "acme",
    "hunter2",
    "wonderland9",
    "db-17",
    "203.0.113.77",
    "77:1234",
    "5e:10:00:a1",
    "Smith Family",
    "S7KHNJ0W",
    "aa11bb22",
    "ghp_abc",
    "wendy7",
    "mF_9",
    "spark-01",
    "SPARK-01",
    "peggy7",
    "198.51.100.9",
    "c462f8da6867ce34e967cbde76810561",
];

/// The article's day with the lines before the last entry of the boot, and its monitor with a private column and name,
/// both in a user's home.
fn planted() -> (TempDir, PathBuf, PathBuf) {
    let temp = TempDir::new().expect("a temporary folder");
    let home = temp.path().join("home/peggy7/box-198.51.100.9");
    fs::create_dir_all(&home).expect("room");
    let stream =
        String::from_utf8_lossy(&bytes(&fixture("incidents/00-article-day/journal.export.xz"))).into_owned();
    let mut entries: Vec<String> = stream.split("\n\n").map(str::to_owned).collect();
    let is_last = |entry: &String| entry.contains(&format!("_BOOT_ID={BOOT}"));
    let place = entries.iter().rposition(is_last).expect("the boot is there");
    let kept = |line: &&str| {
        ["__REALTIME", "__MONOTONIC", "_BOOT_ID", "_MACHINE_ID", "_HOSTNAME"]
            .iter()
            .any(|key| line.starts_with(key))
    };
    let head: Vec<&str> = entries[place].lines().filter(kept).collect();
    let head = head.join("\n");
    let planted: Vec<String> = LINES
        .iter()
        .map(|line| {
            format!(
                "{head}\n_TRANSPORT=stdout\nPRIORITY=6\nSYSLOG_IDENTIFIER=python3\nMESSAGE=RuntimeError: CUDA out of \
                 memory. Tried to allocate 2.00 GiB {line}"
            )
        })
        .collect();
    entries.splice(place..place, planted);
    let journal = home.join("journal.export");
    fs::write(&journal, entries.join("\n\n")).expect("room");
    let csv =
        fs::read_to_string(fixture("incidents/00-article-day/monitor.csv")).expect("the fixture is there");
    let csv: Vec<String> = csv
        .lines()
        .enumerate()
        .map(|(row, line)| match row {
            0 => format!("{line},temp_02:00:5e:10:00:a1_c"),
            1 => format!("{line},\"password=hunter2secret,wendy7\""),
            _ => format!("{line},40"),
        })
        .collect();
    let monitor = home.join("mon-203.0.113.77.csv");
    fs::write(&monitor, csv.join("\n") + "\nSerial: S7KHNJ0W123456A\n").expect("room");
    (temp, journal, monitor)
}

fn spark(arguments: &[&str], paths: &[&Path]) -> Outcome {
    let mut command = program();
    command.args(arguments).args(paths);
    finish(command, Vec::new())
}

fn text_of(path: &Path) -> String {
    if path.extension().is_some_and(|extension| extension == "parquet") {
        let frame =
            ParquetReader::new(File::open(path).expect("it was written")).finish().expect("it is Parquet");
        let columns = frame.columns().iter();
        columns
            .flat_map(|column| {
                (0..column.len())
                    .map(|row| column.get(row).expect("a row").get_str().unwrap_or_default().to_owned())
            })
            .collect()
    } else {
        fs::read_to_string(path).expect("it was written")
    }
}

#[track_caller]
fn assert_private(what: &str, text: &str) {
    assert!(!text.is_empty(), "{what} is empty");
    let plain = text.replace("<!-- -->", "").replace('\\', "");
    let found: Vec<&&str> = PRIVATE.iter().filter(|private| plain.contains(**private)).collect();
    let lines: Vec<&str> =
        plain.lines().filter(|line| found.iter().any(|found| line.contains(**found))).take(5).collect();
    assert!(found.is_empty(), "{found:?} in {what}:\n{}", lines.join("\n"));
}

#[test]
fn nothing_private_is_written() {
    let (temp, journal, monitor) = planted();
    for lang in ["en", "ja"] {
        for extension in ["md", "forum.md", "html", "json", "jsonl", "csv", "parquet", "txt"] {
            let report = temp.path().join(format!("report.{extension}"));
            let option = report.to_str().expect("UTF-8");
            spark(&["-q", "-b", "-2", "--lang", lang, "--report", option], &[&journal, &monitor])
                .expect_code(0);
            assert_private(extension, &text_of(&report));
        }
    }
    for extension in ["csv", "jsonl", "parquet"] {
        let sheet = temp.path().join(format!("timeline.{extension}"));
        let option = sheet.to_str().expect("UTF-8");
        spark(&["-q", "-b", "-2", "--timeline", option], &[&journal, &monitor]).expect_code(0);
        let text = text_of(&sheet);
        assert!(text.contains("CUDA out of memory"), "the lines are not in {extension}");
        assert_private(extension, &text);
    }
}

#[test]
fn listings_are_redacted_when_asked() {
    let (_temp, journal, monitor) = planted();
    let unix = Journal::unpack("30-critical-temp-orderly");
    for output in ["text", "json"] {
        for command in ["inputs", "monitors"] {
            let paths: &[&Path] =
                if command == "inputs" { &[&journal, &monitor, unix.root()] } else { &[&monitor] };
            let outcome = spark(&[command, "--redact", "-q", "-v", "-o", output], paths);
            outcome.expect_code(0);
            assert_private(command, &outcome.stdout);
            assert!(outcome.stdout.contains("user-1"), "{}", outcome.stdout);
            let plain = spark(&[command, "-q", "-o", output], paths);
            assert!(plain.stdout.contains("peggy7"), "{}", plain.stdout);
        }
    }
}

#[test]
fn a_hostile_file_name_steers_no_terminal() {
    let temp = TempDir::new().expect("a temporary folder");
    let path = temp.path().join("a\u{1b}[2J\u{202e}\nb.csv");
    fs::copy(fixture("incidents/00-article-day/monitor.csv"), &path).expect("room");
    let (_temp, journal, _) = planted();
    for arguments in [
        &["inputs"][..],
        &["monitors"],
        &["inputs", "/none\u{1b}[2J"],
        &["-b", "-2"],
        &["--all"],
        &["--list-boots"],
    ] {
        let paths: &[&Path] = if arguments[0].starts_with('-') { &[&journal, &path] } else { &[&path] };
        let outcome = spark(arguments, paths);
        for text in [&outcome.stdout, &outcome.stderr] {
            assert!(!text.contains(['\u{1b}', '\u{202e}']), "{arguments:?}: {text:?}");
        }
    }
}
