//! `monitors`: what was recognised in monitors' files, as a page and as JSON; mappings, rotated sets, messages.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Outcome, finish, fixture, list, program, run, text};

const READ_NOTHING: i32 = 1;
const USAGE: i32 = 2;

fn sample(name: &str) -> String {
    fixture(&format!("monitors/{name}")).to_str().expect("UTF-8").to_owned()
}

fn monitors(arguments: &[&str]) -> Outcome {
    run(&[&["monitors"], arguments].concat())
}

/// The one file of a run's JSON.
#[track_caller]
fn one(arguments: &[&str]) -> Value {
    let output = monitors(&[&["-o", "json"], arguments].concat()).json();
    assert_eq!(text(&output, "schema"), Some("spark-autopsy-monitors/1"));
    let files = list(&output, "files");
    assert_eq!(files.len(), 1, "{output:#}");
    files[0].clone()
}

fn written(folder: &TempDir, name: &str, content: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, content).expect("room");
    path.into_os_string().into_string().expect("UTF-8")
}

fn temp() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

/// The largest, or with `min` the smallest, value of a metric.
fn extreme(file: &Value, metric: &str, key: &str) -> Option<f64> {
    let own = list(file, "series").iter().filter(|series| text(series, "metric") == Some(metric));
    let values = own.filter_map(|series| series[key].as_f64());
    if key == "min" { values.min_by(f64::total_cmp) } else { values.max_by(f64::total_cmp) }
}

#[test]
fn samples_read_as_they_must() {
    let set = [sample("28-mem.csv"), sample("28-mem.csv.1"), sample("28-mem.csv.2")];
    let tokyo = ["--tz", "Asia/Tokyo"];
    for (files, options, basis, rows, rejected, first, last, metric, value) in [
        (
            &["01-thermal-sample.log"][..],
            &tokyo[..],
            "given",
            40,
            1,
            "2026-07-21T09:23:07.141000Z",
            "2026-07-21T09:42:37.124000Z",
            "gpu_temp_c",
            88.0,
        ),
        (
            &["05-dmon-o-DT.txt"],
            &tokyo,
            "given",
            36,
            0,
            "2026-07-21T09:42:02.000000Z",
            "2026-07-21T09:42:37.000000Z",
            "gpu_temp_c",
            88.0,
        ),
        (
            &["06-sadf-d-10min-restart.csv"],
            &[],
            "cells",
            26,
            0,
            "2026-07-18T02:00:01.000000Z",
            "2026-07-18T06:20:01.000000Z",
            "swap_used_mib",
            0.0,
        ),
        (
            &["08-sar-r-12h.txt"],
            &["--tz", "America/New_York"],
            "given",
            24,
            0,
            "2026-07-18T15:51:01.000000Z",
            "2026-07-18T16:14:01.000000Z",
            "mem_available_mib",
            69_300.0,
        ),
        (
            &["11-date-ja-free-m-loop.txt"],
            &[],
            "cells",
            14,
            0,
            "2026-07-18T05:09:38.000000Z",
            "2026-07-18T05:13:58.000000Z",
            "swap_used_mib",
            15_900.0,
        ),
        (
            &["17-blackbox-epoch-drift-nul.csv"],
            &[],
            "cells",
            50,
            1,
            "2026-07-18T05:11:31.000000Z",
            "2026-07-18T05:13:58.000000Z",
            "soc_temp_c",
            74.0,
        ),
        (
            &["18-timeofday-only-zones.csv"],
            &["--tz", "UTC", "--date", "2026-07-22"],
            "cells",
            45,
            0,
            "2026-07-22T23:59:30.000000Z",
            "2026-07-23T00:00:58.000000Z",
            "soc_temp_c",
            97.0,
        ),
        (
            &["23-netdata-newest-first.csv"],
            &["--tz", "+09:00"],
            "given",
            30,
            0,
            "2026-07-18T05:12:02.000000Z",
            "2026-07-18T05:13:58.000000Z",
            "mem_available_mib",
            211.0,
        ),
        (
            &["30-s-tui.csv"],
            &tokyo,
            "given",
            25,
            0,
            "2026-07-21T09:41:49.000000Z",
            "2026-07-21T09:42:37.000000Z",
            "soc_temp_c",
            97.8,
        ),
    ] {
        let paths: Vec<String> = files.iter().map(|file| sample(file)).collect();
        let arguments: Vec<&str> = paths.iter().map(String::as_str).chain(options.iter().copied()).collect();
        let file = one(&arguments);
        let found = (
            text(&file, "zone_basis"),
            &file["rows"],
            &file["rejected"],
            text(&file, "first"),
            text(&file, "last"),
        );
        assert_eq!(
            found,
            (Some(basis), &rows.into(), &rejected.into(), Some(first), Some(last)),
            "{files:?}"
        );
        let key = if metric == "mem_available_mib" { "min" } else { "max" };
        let read = extreme(&file, metric, key).expect("the metric");
        let read = if metric.ends_with("mib") { read.floor() } else { read };
        assert_eq!(read, value, "{files:?} {metric}");
    }
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    assert_eq!(one(&set)["rows"], 68);
}

#[test]
fn the_json_has_these_keys() {
    fn keys(value: &Value) -> Vec<&str> {
        value.as_object().expect("an object").keys().map(String::as_str).collect()
    }
    let file = one(&[&sample("10-vmstat-tn.txt")]);
    let mut own = keys(&file);
    own.sort_unstable();
    let mut expected = "path format rows rejected rejects first last zone zone_basis cadence_s series"
        .split(' ')
        .collect::<Vec<_>>();
    expected.sort_unstable();
    assert_eq!(own, expected);
    let available =
        list(&file, "series").iter().find(|series| text(series, "metric") == Some("mem_available_mib"));
    let available = available.expect("the metric");
    let mut own = keys(available);
    own.sort_unstable();
    assert_eq!(own, ["count", "derived", "device", "last", "max", "metric", "min", "unit"]);
    assert_eq!((&available["derived"], &available["count"]), (&true.into(), &40.into()));
    let torn = one(&[&sample("01-thermal-sample.log")]);
    let mut own = keys(&torn["rejects"][0]);
    own.sort_unstable();
    assert_eq!((own, &torn["rejects"][0]["line"]), (vec!["line", "reason"], &42.into()));
    assert_eq!((text(&torn, "zone"), text(&torn, "zone_basis")), (Some("+00:00"), Some("assumed")));
    assert_eq!(torn["cadence_s"], 30.008);
}

#[test]
fn what_cannot_be_read_has_an_entry_too() {
    let folder = temp();
    let odd = written(&folder, "odd.txt", "once upon a time\nthere was a host\n");
    let good = sample("13-atop-P.txt");
    let outcome = monitors(&["-o", "json", &odd, &good]);
    let output = outcome.json();
    let entry = &output["files"][0];
    assert_eq!((&entry["format"], &entry["rows"]), (&Value::Null, &0.into()));
    assert!(text(&entry["rejects"][0], "reason").is_some_and(|why| why.contains("--print-map")), "{entry:#}");
    assert_eq!(text(&output["files"][1], "format"), Some("atop -P"));
    let none = monitors(&["-o", "json", &odd, "/nonexistent/x.csv"]);
    none.expect_code(READ_NOTHING);
    none.expect_note(&["odd.txt", "/nonexistent/x.csv", "--print-map", "none of the files"]);
    assert_eq!(list(&serde_json::from_str(&none.stdout).expect("JSON"), "files").len(), 2);
}

#[test]
fn a_page_fits_its_width() {
    for (width, file) in [
        (80, "15-glances.csv"),
        (160, "15-glances.csv"),
        (80, "02-nvidia-smi-units-restart.csv"),
        (80, "18-timeofday-only-zones.csv"),
    ] {
        let mut command = program();
        command.args(["monitors", "--date", "2026-07-22", &sample(file)]).env("COLUMNS", width.to_string());
        let outcome = finish(command, Vec::new());
        outcome.expect_code(0);
        for line in outcome.stdout.lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
        }
    }
    let list = monitors(&["--list"]);
    list.expect_code(0);
    for name in ["nvidia-smi query", "dool CSV", "tegrastats", "delimited text"] {
        assert!(list.stdout.contains(&format!("  {name}: ")), "{name} in\n{}", list.stdout);
    }
}

#[test]
fn rotated_sets_are_one_file() {
    let folder = temp();
    let bytes = |name| fs::read(sample(name)).expect("the fixture");
    for name in ["28-mem.csv", "28-mem.csv.1"] {
        fs::write(folder.path().join(name), bytes(name)).expect("room");
    }
    let packed = fs::File::create(folder.path().join("28-mem.csv.2.gz")).expect("room");
    let mut packed = flate2::write::GzEncoder::new(packed, flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, &bytes("28-mem.csv.2")).expect("room");
    packed.finish().expect("room");
    let whole = one(&[folder.path().to_str().expect("UTF-8")]);
    assert_eq!((&whole["rows"], &whole["rejected"]), (&68.into(), &0.into()));
    assert_eq!(text(&whole, "first"), Some("2026-07-18T04:40:00.000000Z"));
    assert_eq!(text(&whole, "last"), Some("2026-07-18T05:13:30.000000Z"));
    assert_eq!(extreme(&whole, "mem_available_mib", "min").map(f64::floor), Some(14_474.0));
    assert!(
        text(&whole, "path").is_some_and(|path| path.find(".2.gz") < path.find(".1,")),
        "{}",
        whole["path"]
    );
    let alone = folder.path().join("28-mem.csv.1");
    let alone = monitors(&[alone.to_str().expect("UTF-8")]);
    alone.expect_code(READ_NOTHING);
    alone.expect_note(&["no header", "28-mem.csv.2.gz", "--map"]);
}

#[test]
fn a_map_reads_what_is_not_known() {
    let folder = temp();
    let csv = written(
        &folder,
        "box.csv",
        "wann;frei;warm;strom\n21.07.2026 18:00;62,5;44,5;901\n21.07.2026 18:05;31,25;-1;902\n21.07.2026 18:10;1;45;x;y\n",
    );
    monitors(&[&csv]).expect_note(&["no table with a header", "--print-map"]);
    let start = monitors(&["--print-map", &csv]);
    start.expect_code(0);
    assert!(start.stdout.contains("column = \"wann\""), "{}", start.stdout);
    let filled = start
        .stdout
        .replace("# form = \"%d.%m.%Y %H:%M:%S\"", "form = \"%d.%m.%Y %H:%M\"")
        .replace("# zone = \"Asia/Tokyo\"", "zone = \"Europe/Berlin\"")
        .replace("# missing", "missing");
    let column = |name: &str, metric: &str, more: &str| {
        format!("[[column]]\ncolumn = \"{name}\"\nmetric = \"{metric}\"\n{more}\n")
    };
    let filled = filled
        + &column("frei", "mem_available_mib", "unit = \"GiB\"")
        + &column("warm", "soc_temp_c", "device = \"board\"")
        + &column("strom", "power_w", "scale = 0.1");
    let map = written(&folder, "box.toml", &filled);
    let file = one(&["--map", &map, &csv]);
    assert_eq!((&file["rows"], &file["rejected"]), (&2.into(), &1.into()), "{file:#}");
    assert_eq!(text(&file, "first"), Some("2026-07-21T16:00:00.000000Z"));
    assert_eq!((text(&file, "zone"), text(&file, "zone_basis")), (Some("Europe/Berlin"), Some("given")));
    assert_eq!(extreme(&file, "mem_available_mib", "min"), Some(32_000.0));
    assert_eq!(extreme(&file, "soc_temp_c", "min"), Some(44.5));
    assert_eq!(extreme(&file, "power_w", "max").map(f64::round), Some(90.0));
    // The command line knows better.
    assert_eq!(
        text(&one(&["--map", &map, "--tz", "UTC", &csv]), "first"),
        Some("2026-07-21T18:00:00.000000Z")
    );
    // A map for another file leaves one that is known alone.
    let known = one(&["--map", &map, &sample("13-atop-P.txt")]);
    assert_eq!(text(&known, "format"), Some("atop -P"));
    let example = fixture("../examples/map.toml");
    let headless =
        one(&["--map", example.to_str().expect("UTF-8"), &sample("04-nvidia-smi-noheader-nounits.csv")]);
    assert_eq!(headless["rows"], 20);
    assert_eq!(extreme(&headless, "gpu_temp_c", "max"), Some(88.0));
    assert_eq!(extreme(&headless, "power_w", "max"), Some(100.35));
}

#[test]
fn the_analysis_takes_a_map_too() {
    let folder = temp();
    let incident = fixture("incidents/00-article-day");
    let table = fs::read_to_string(incident.join("monitor.csv")).expect("the fixture");
    let (header, rows) = table.split_once('\n').expect("a header");
    let names: Vec<String> =
        (1..=header.split(',').count()).map(|number| format!("spalte {number}")).collect();
    let csv = written(&folder, "box.csv", &format!("{}\n{rows}", names.join(",")));
    let place = header.split(',').position(|name| name.contains("avail")).expect("available memory");
    let unit = if header.contains("kb") { "KiB" } else { "MiB" };
    let map = written(
        &folder,
        "box.toml",
        &format!(
            "[time]\ncolumn = 1\n[[column]]\ncolumn = \"spalte {}\"\nmetric = \"mem_available_mib\"\nunit = \"{unit}\"\n",
            place + 1
        ),
    );
    let journal = incident.join("journal.export.xz");
    let journal = journal.to_str().expect("UTF-8");
    let output = run(&["--all", "-o", "json", journal, &csv, "--map", &map]).json();
    let input = list(&output, "inputs").iter().find(|input| text(input, "kind") == Some("monitor"));
    assert!(input.is_some_and(|input| input["records"].as_u64() > Some(10)), "{:#}", output["inputs"]);
}

#[test]
fn a_wrong_map_says_what_is_allowed() {
    let folder = temp();
    let csv = written(&folder, "box.csv", "a,b\n1784351340,2\n");
    let column = "[[column]]\ncolumn = 2\nmetric = \"gpu_temp_c\"\n";
    for (map, words) in [
        ("[time]\ncolumn = 1\n".to_owned(), &["[[column]]"][..]),
        (column.to_owned(), &["time"]),
        (
            format!("[time]\ncolumn = 1\n{}", column.replace("gpu_temp_c", "gpu_heat")),
            &["gpu_heat", "gpu_temp_c, soc_temp_c"],
        ),
        (format!("[time]\ncolumn = 1\n{column}unit = \"GiB\"\n"), &["GiB", "°C"]),
        (
            format!("[time]\ncolumn = 1\nform = \"dd.mm.yyyy\"\n{column}"),
            &["time.form", "epoch_ms", "%d.%m.%Y"],
        ),
        (format!("separator = \"abc\"\n[time]\ncolumn = 1\n{column}"), &["separator", "tab"]),
        (format!("zone = \"JST\"\n[time]\ncolumn = 1\n{column}"), &["zone JST", "Asia/Tokyo"]),
        (format!("header = false\n[time]\ncolumn = \"a\"\n{column}"), &["header = false", "`a`", "number"]),
        (format!("colour = 1\n[time]\ncolumn = 1\n{column}"), &["colour", "expected one of", "separator"]),
        (format!("[time]\nstart = \"now\"\nevery_s = 5\n{column}"), &["time.start", "2026-07-21T18:00:00"]),
        (format!("[time]\ncolumn = 1\n{column}scale = 0\n"), &["scale"]),
    ] {
        let path = written(&folder, "box.toml", &map);
        let outcome = monitors(&["--map", &path, &csv]);
        outcome.expect_code(USAGE);
        outcome.expect_note(&["box.toml"]);
        outcome.expect_note(words);
    }
    let unfit = written(&folder, "box.toml", &format!("[time]\ncolumn = \"when\"\n{column}"));
    let outcome = monitors(&["--map", &unfit, &csv]);
    outcome.expect_code(READ_NOTHING);
    outcome.expect_note(&["box.csv", "does not fit", "`when`"]);
}

#[test]
fn messages_say_what_to_pass() {
    let folder = temp();
    let order =
        written(&folder, "order.csv", "time,gpu_temp_c\n01/02/2026 00:00:00,50\n01/02/2026 00:00:05,51\n");
    let hours = sample("18-timeofday-only-zones.csv");
    let headless = sample("04-nvidia-smi-noheader-nounits.csv");
    for (arguments, code, words) in [
        (&[order.as_str()][..], READ_NOTHING, &["day", "month", "--date"][..]),
        (&[&hours], READ_NOTHING, &["time of day", "--date"]),
        (&[&headless], READ_NOTHING, &["no header", "--print-map", "--map"]),
        (&["--tz", "CST", &order], USAGE, &["--tz CST", "Asia/Tokyo", "several zones"]),
        (&["--date", "1.2.2026", &order], USAGE, &["--date", "YYYY-MM-DD"]),
    ] {
        let outcome = monitors(arguments);
        outcome.expect_code(code);
        outcome.expect_note(words);
    }
    // February as given, and a file without a zone says how to give one.
    assert_eq!(text(&one(&["--date", "2026-02-01", &order]), "first"), Some("2026-02-01T00:00:00.000000Z"));
    let page = monitors(&["--date", "2026-02-01", &order]);
    assert!(page.stdout.contains("--tz Asia/Tokyo"), "{}", page.stdout);
}

#[test]
fn a_sampler_that_lost_its_past_is_said_to_have_none() {
    let folder = temp();
    let rows: Vec<String> =
        (0..60).map(|at| format!("2026-05-14T05:{}:{:02}Z,60", 32 + at / 6, at % 6 * 10)).collect();
    let log = written(&folder, "thermal.log", &format!("timestamp,gpu0_temp_c\n{}\n", rows.join("\n")));
    let journal = fixture("incidents/00-article-day/journal.export.xz");
    let journal = journal.to_str().expect("UTF-8");
    let page = run(&["--boot=-2", journal, &log]);
    page.expect_code(0);
    let words = page.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("thermal.log: the file begins after the reboot, 55 s after the next boot's start"),
        "{words}"
    );
    let output = run(&["--all", "-o", "json", journal, &log]).json();
    let unsampled: Vec<usize> =
        list(&output, "boots").iter().map(|boot| list(boot, "unsampled").len()).collect();
    assert_eq!(unsampled.iter().sum::<usize>(), 1, "{unsampled:?}");
    // An uptime tells the same where there is no journal.
    let young = written(
        &folder,
        "young.csv",
        "epoch,mem_available_mib,uptime_s\n1784351340,60000,42\n1784351345,60000,47\n",
    );
    let page = monitors(&[&young]);
    assert!(page.stdout.contains("begins 42 s after a start of the host"), "{}", page.stdout);
}

#[test]
fn a_log_that_was_emptied_under_its_sampler_is_known() {
    let folder = temp();
    let table = "time,mem_available_mib\n2026-07-18T05:00:00Z,100\n2026-07-18T05:00:05Z,90\n";
    let csv = written(&folder, "emptied.csv", &("\0".repeat(700_000) + table));
    assert_eq!(one(&[&csv])["rows"], 2);
    let sniffed = run(&["-o", "json", folder.path().to_str().expect("UTF-8")]);
    assert!(!sniffed.stderr.contains("no journal files in the folder"), "{}", sniffed.stderr);
}

#[test]
fn a_year_that_dates_lack_is_that_of_the_boots() {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let folder = temp();
    for name in ["00-article-day", "K01a-oom-reaped-then-silence", "K13a-zone-through-trip"] {
        let incident = fixture("incidents").join(name);
        let table = fs::read_to_string(incident.join("monitor.csv")).expect("the fixture");
        // `2026-05-13 21:02:02,…` as `May-13 21:02:02,…`.
        let shorter = |line: &str| {
            let month = line.get(5..7).and_then(|month| month.parse::<usize>().ok());
            let month = month.filter(|_| line.starts_with("2026-")).map(|month| MONTHS[month - 1]);
            month.map_or_else(|| line.to_owned(), |month| format!("{month}{}", &line[7..]))
        };
        let lines: Vec<String> = table.lines().map(shorter).collect();
        let csv = written(&folder, "monitor.csv", &(lines.join("\n") + "\n"));
        let journal = incident.join("journal.export.xz");
        let journal = journal.to_str().expect("UTF-8");
        let as_it_is = incident.join("monitor.csv");
        let with = run(&["--all", "-o", "json", journal, "--csv", as_it_is.to_str().expect("UTF-8")]).json();
        let without = run(&["--all", "-o", "json", journal, "--csv", &csv]).json();
        assert_eq!(without["boots"], with["boots"], "{name}");
        let input = list(&without, "inputs").iter().find(|input| text(input, "kind") == Some("monitor"));
        let problems = input.expect("the monitor")["problems"].to_string();
        assert!(problems.contains("2026 is assumed") && problems.contains("--year"), "{name}: {problems}");
        // Where no boot is known, nothing tells.
        let outcome = monitors(&[&csv]);
        outcome.expect_code(READ_NOTHING);
        outcome.expect_note(&["no year", "--year"]);
    }
}
