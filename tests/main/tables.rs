//! Tables: CSV, JSON Lines and Parquet of the boots and of the aligned time line, read back as others read them.
//! What DuckDB, pandas and pyarrow make of them is checked by `tests/outside/run`.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use polars::prelude::{DataFrame, DataType, TimeUnit, TimeZone};
use polars_io::prelude::{ParquetReader, SerReader};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{finish, fixture, list, program, run};

/// The second of the article's three ends.
const BOOT: i64 = -2;

fn article(options: &[&str]) -> crate::support::Outcome {
    let folder = fixture("incidents/00-article-day");
    let mut arguments = vec![folder.join("journal.export.xz"), "--csv".into(), folder.join("monitor.csv")];
    arguments.extend(options.iter().map(Into::into));
    run(&arguments)
}

/// Runs the program on the article's day and writes one of its files.
fn written(temp: &TempDir, option: &str, name: &str, more: &[&str]) -> PathBuf {
    let path = temp.path().join(name);
    let outcome = article(&[&["--all", "-q", option, path.to_str().expect("UTF-8")], more].concat());
    outcome.expect_code(0);
    path
}

fn parquet(path: &Path) -> DataFrame {
    ParquetReader::new(File::open(path).expect("it was written")).finish().expect("it is Parquet")
}

/// The value of a column in a row, as text; none for null.
fn cell(frame: &DataFrame, name: &str, row: usize) -> Option<String> {
    let value = frame.column(name).expect("the column is there").get(row).expect("the row is there");
    (!value.is_null()).then(|| value.get_str().map_or_else(|| value.to_string(), str::to_owned))
}

/// Available memory as earlyoom reported it in the boot, in the order of the rows.
fn available(frame: &DataFrame) -> Vec<f64> {
    let offsets = frame.column("boot_offset").expect("a column").i64().expect("whole numbers");
    let values = frame.column("value").expect("a column").f64().expect("numbers");
    let is = |row: usize, name: &str, wanted: &str| cell(frame, name, row).as_deref() == Some(wanted);
    (0..frame.height())
        .filter(|&row| offsets.get(row) == Some(BOOT) && is(row, "name", "mem_available_mib"))
        .filter(|&row| is(row, "kind", "sample") && is(row, "source", "earlyoom"))
        .filter_map(|row| values.get(row))
        .collect()
}

#[test]
fn polars_finds_the_fall_in_the_time_line() {
    let temp = TempDir::new().expect("a temporary folder");
    let frame = parquet(&written(&temp, "--timeline", "timeline.parquet", &[]));
    let values = available(&frame);
    assert_eq!(values[values.len() - 3..], [5440.0, 2618.0, 0.0], "from 5,440 MiB to none in two minutes");
    let at = frame.column("time").expect("a column").dtype();
    assert_eq!(at, &DataType::Datetime(TimeUnit::Microseconds, Some(TimeZone::UTC)));
    // Nothing is thinned: every sample of the boot is there, of every series.
    let json = article(&["--all", "-o", "json"]).json();
    let samples: u64 = list(&json, "boots")
        .iter()
        .flat_map(|boot| list(boot, "sampled"))
        .map(|series| series["samples"].as_u64().expect("a count"))
        .sum();
    let is_shown = |row: &usize| {
        cell(&frame, "kind", *row).as_deref() == Some("sample")
            && cell(&frame, "name", *row).as_deref() != Some("uptime_s")
    };
    assert_eq!((0..frame.height()).filter(is_shown).count() as u64, samples);
    assert!(samples > 2000, "{samples}");
}

#[test]
fn a_boot_s_rows_run_from_its_start_to_its_end() {
    let temp = TempDir::new().expect("a temporary folder");
    let frame = parquet(&written(&temp, "--timeline", "timeline.parquet", &[]));
    let offsets = frame.column("boot_offset").expect("a column").i64().expect("whole numbers");
    let ages = frame.column("before_end_s").expect("a column").f64().expect("numbers");
    let rows: Vec<(i64, f64)> =
        offsets.iter().zip(ages.iter()).map(|(offset, age)| (offset.unwrap(), age.unwrap())).collect();
    assert!(
        rows.windows(2)
            .all(|pair| pair[0].0 < pair[1].0 || (pair[0].0 == pair[1].0 && pair[0].1 >= pair[1].1))
    );
    let chosen = parquet(&{
        let path = temp.path().join("one.parquet");
        article(&["--boot", "-2", "--timeline", path.to_str().expect("UTF-8")]).expect_code(0);
        path
    });
    assert_eq!(
        chosen.height(),
        rows.iter().filter(|row| row.0 == BOOT).count(),
        "the boots shown, and only they"
    );
}

#[test]
fn the_boots_are_the_same_in_every_form() {
    let temp = TempDir::new().expect("a temporary folder");
    let frame = parquet(&written(&temp, "--report", "boots.parquet", &[]));
    let csv = fs::read_to_string(written(&temp, "--report", "boots.csv", &[])).expect("text");
    let lines = fs::read_to_string(written(&temp, "--report", "boots.jsonl", &[])).expect("text");
    let boots: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((frame.height(), boots.len(), csv.lines().count()), (4, 4, 5));
    let names: Vec<&str> = frame.columns().iter().map(|column| column.name().as_str()).collect();
    assert_eq!(csv.lines().next(), Some(names.join(",").as_str()));
    for (row, boot) in boots.iter().enumerate() {
        for key in
            ["machine_id", "boot_id", "ending", "ending_detail", "cause", "confidence", "finding", "summary"]
        {
            assert_eq!(cell(&frame, key, row).as_deref(), boot[key].as_str(), "{key}");
        }
        assert_eq!(cell(&frame, "boot_offset", row), Some(boot["offset"].to_string()));
        assert_eq!(
            cell(&frame, "memory_exhaustion_db", row),
            boot["totals_db"]["memory_exhaustion"].as_i64().map(|db| db.to_string())
        );
    }
    assert_eq!(cell(&frame, "last_mem_available_mib", 1).as_deref(), Some("0.0"));
    assert_eq!(cell(&frame, "strongest_rule", 1).as_deref(), Some("memory.zero"));
}

#[test]
fn tables_come_from_a_saved_report_too() {
    let temp = TempDir::new().expect("a temporary folder");
    let saved = temp.path().join("saved.json");
    fs::write(&saved, article(&["--all", "-o", "json"]).stdout).expect("room for it");
    let saved = saved.to_str().expect("UTF-8");
    for format in ["jsonl", "csv"] {
        let again = run(&["render", saved, "-o", format]);
        again.expect_code(0);
        assert_eq!(again.stdout, article(&["--all", "-o", format]).stdout, "{format}");
    }
    let mut command = program();
    command.args(["render", saved, "-o", "parquet"]);
    let piped = command.output().expect("the program starts").stdout;
    let direct = written(&temp, "--report", "direct.parquet", &["--no-redact"]);
    assert_eq!(piped, fs::read(direct).expect("it was written"));
}

#[test]
fn the_time_line_keeps_private_things_back() {
    let temp = TempDir::new().expect("a temporary folder");
    for name in ["timeline.csv", "timeline.jsonl", "timeline.parquet"] {
        let path = written(&temp, "--timeline", name, &[]);
        assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o777, 0o600, "{name}");
    }
    let machine = article(&["--all", "-o", "json"]).json()["machines"][0].clone();
    let private = [machine["hostname"].as_str(), machine["machine_id"].as_str(), Some("/home/ops")];
    let redacted = fs::read_to_string(temp.path().join("timeline.csv")).expect("text");
    for text in private.into_iter().flatten() {
        assert!(!redacted.contains(text), "{text}");
    }
    let open = written(&temp, "--timeline", "open.csv", &["--no-redact"]);
    let open = fs::read_to_string(open).expect("text");
    assert!(open.contains(machine["machine_id"].as_str().expect("an id")));
    assert_eq!(open.lines().count(), redacted.lines().count());
    // The same thing has the same placeholder in both files.
    let report = fs::read_to_string(written(&temp, "--report", "report.jsonl", &[])).expect("text");
    let boot: Value = serde_json::from_str(report.lines().next().expect("a boot")).expect("JSON");
    let placeholder = boot["machine_id"].as_str().expect("a placeholder");
    assert!(redacted.contains(&format!(",{placeholder},")), "{placeholder}");
}

#[test]
fn what_cannot_be_written_is_said() {
    let temp = TempDir::new().expect("a temporary folder");
    for (options, code, words) in [
        (&["--timeline", "t.xlsx"][..], 2, &["--timeline t.xlsx", ".parquet"][..]),
        (&["--timeline", "/no/such/folder/t.parquet"], 1, &["cannot write the time line", "/no/such/folder"]),
        (&["--report", "r.xlsx"], 2, &["--report r.xlsx", ".csv", ".parquet"]),
        (&["--report", "/no/such/folder/r.csv"], 1, &["cannot write the report"]),
        (&["--list-boots", "--timeline", "t.csv"], 2, &["--timeline"]),
    ] {
        let folder = fixture("incidents/00-article-day");
        let mut command = program();
        command.current_dir(temp.path()).arg(folder.join("journal.export.xz")).args(options);
        let outcome = finish(command, Vec::new());
        outcome.expect_code(code);
        outcome.expect_note(words);
        // The answer is given all the same.
        assert_eq!(code == 1, outcome.stdout.contains("memory"), "{options:?}");
    }
    assert_eq!(fs::read_dir(temp.path()).expect("a folder").count(), 0);
    let journal = fixture("incidents/00-article-day/journal.export.xz");
    for command in ["inputs", "monitors"] {
        for format in ["jsonl", "csv", "parquet"] {
            let outcome = run(&[command.as_ref(), "-o".as_ref(), format.as_ref(), journal.as_os_str()]);
            outcome.expect_code(2);
            outcome.expect_note(&["json"]);
        }
    }
}

/// A monitor's header and a log line reach the tables; a spreadsheet must not run them.
#[test]
fn no_cell_of_a_hostile_input_is_a_formula() {
    let temp = TempDir::new().expect("a temporary folder");
    let monitor = temp.path().join("=cmd|' ,\"x.csv");
    let day = fs::read_to_string(fixture("incidents/00-article-day/monitor.csv")).expect("the fixture");
    fs::write(&monitor, day.replace("gpu_temp_c", "@SUM(A1) temp_c")).expect("room for it");
    let path = temp.path().join("timeline.csv");
    let journal = fixture("incidents/00-article-day/journal.export.xz");
    run(&[
        journal.as_os_str(),
        "--csv".as_ref(),
        monitor.as_os_str(),
        "--all".as_ref(),
        "--no-redact".as_ref(),
        "--timeline".as_ref(),
        path.as_os_str(),
    ])
    .expect_code(0);
    let table = fs::read_to_string(&path).expect("text");
    assert!(table.contains("\"'=cmd|' ,\"\"x.csv\""), "the file's name is shown as text");
    for row in table.lines() {
        assert!(
            !row.contains(",=") && !row.contains(",\"=") && !row.contains(",@") && !row.contains(",\"@"),
            "{row}"
        );
    }
}
