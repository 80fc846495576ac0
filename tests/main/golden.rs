//! Golden outputs: what a user sees of shipped incidents, word for word.
//!
//! A change of wording is looked at as a diff. After a wanted one, write the snapshots anew (no further tool is
//! needed) and read the diff before it is committed:
//!
//! ```text
//! INSTA_UPDATE=always cargo test --locked --test main golden
//! ```

use serde_json::Value;

use crate::support::{Outcome, expected, finish, fixture, program};

/// Every kind of answer: memory, heat, both, and ends that other things caused.
const INCIDENTS: &[&str] = &[
    "00-article-day",
    "01-gb10-nvrm-wedge",
    "04-gb10-heldout-host-loss",
    "13-desktop-zram-no-oom",
    "30-critical-temp-orderly",
    "42-gsp-heartbeat-freeze",
    "50-gb10-pstore-panic",
    "60-psu-collapse",
    "K02a-mixed-heat-and-memory",
    "K06a-reboot-hangs-on-gpu",
    "K07a-journal-full-then-memory",
    "K13a-zone-through-trip",
    "K14a-slow-monitor-fast-death",
];
/// Ends that need no verdict: a clean one, and one that can't be told.
const SHORT: &[&str] = &["64-ups-orderly-poweroff", "K08a-only-user-entries"];
/// The JSON of one boot stays readable and quick to send.
const JSON_MAX: usize = 400 * 1024;
/// Pages that are kept word for word: with and without samples, several causes.
const PAGES: &[&str] = &[
    "00-article-day",
    "01-gb10-nvrm-wedge",
    "04-gb10-heldout-host-loss",
    "13-desktop-zram-no-oom",
    "30-critical-temp-orderly",
    "42-gsp-heartbeat-freeze",
    "50-gb10-pstore-panic",
    "K06a-reboot-hangs-on-gpu",
    "K14a-slow-monitor-fast-death",
];
/// A page of one boot goes into any ticket.
const PAGE_MAX: usize = 1024 * 1024;

/// Runs the program on an incident, in the project's folder and with relative paths, as the README does it.
fn incident(name: &str, options: &[&str], columns: u16) -> Outcome {
    let folder = format!("fixtures/incidents/{name}");
    let mut command = program();
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("COLUMNS", columns.to_string());
    command.args(["--utc", "-q"]).args(options).arg(format!("{folder}/journal.export.xz"));
    if fixture(&format!("incidents/{name}/monitor.csv")).is_file() {
        command.args(["--csv", &format!("{folder}/monitor.csv")]);
    }
    let outcome = finish(command, Vec::new());
    outcome.expect_code(0);
    outcome
}

/// The boot that the incident is about.
fn target(name: &str) -> String {
    let expected = expected(&format!("incidents/{name}/expected.json"));
    expected["target_boot"].as_i64().expect("an offset").to_string()
}

/// Compares with the snapshot, in which the program's version is of no importance.
#[track_caller]
fn assert_golden(name: &str, output: &str) {
    let version = concat!("spark-autopsy ", env!("CARGO_PKG_VERSION"));
    let output = output.replace(version, "spark-autopsy VERSION");
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, output));
}

/// The short name of an incident: `00`, `K02a`.
fn short(name: &str) -> &str {
    name.split('-').next().unwrap_or(name)
}

#[test]
fn text() {
    for name in INCIDENTS.iter().chain(SHORT) {
        let outcome = incident(name, &["--boot", &target(name)], 80);
        let wide = outcome.stdout.lines().find(|line| line.chars().count() > 80 && !line.starts_with("  "));
        assert_eq!(wide, None, "{name}: wider than the terminal");
        assert_golden(&format!("{}_text", short(name)), &outcome.stdout);
    }
}

#[test]
fn markdown_redacted() {
    for name in INCIDENTS {
        let outcome = incident(name, &["--boot", &target(name), "-o", "markdown", "--redact"], 80);
        assert_golden(&format!("{}_markdown", short(name)), &outcome.stdout);
    }
}

/// A page without its style, its script and their hashes, which have files of their own.
fn told(page: &str) -> String {
    [("<style>", "</style>"), ("<script>", "</script>"), ("content=\"default-src", "\">")].into_iter().fold(
        page.to_owned(),
        |page, (open, close)| {
            let (before, rest) = page.split_once(open).expect("it has one");
            let (_, after) = rest.split_once(close).expect("it ends");
            format!("{before}{open} ... {close}{after}")
        },
    )
}

#[test]
fn html() {
    for name in INCIDENTS.iter().chain(SHORT) {
        let outcome = incident(name, &["--boot", &target(name), "-o", "html"], 80);
        assert!(outcome.stdout.len() < PAGE_MAX, "{name}: {} bytes", outcome.stdout.len());
        if PAGES.contains(name) {
            assert_golden(&format!("{}_html", short(name)), &told(&outcome.stdout));
        }
    }
}

/// What a reader of Japanese sees of the same incidents.
#[test]
fn japanese() {
    for name in PAGES {
        let run = |options: &[&str]| {
            let boot = target(name);
            incident(name, &[&["--boot", &boot, "--lang", "ja"], options].concat(), 80).stdout
        };
        assert_golden(&format!("{}_text_ja", short(name)), &run(&[]));
        assert_golden(&format!("{}_markdown_ja", short(name)), &run(&["-o", "markdown", "--redact"]));
        assert_golden(&format!("{}_forum_ja", short(name)), &run(&["-o", "forum", "--redact"]));
        assert_golden(&format!("{}_html_ja", short(name)), &told(&run(&["-o", "html"])));
        assert_golden(
            &format!("{}_table_ja", short(name)),
            &incident(name, &["--all", "--lang", "ja"], 80).stdout,
        );
    }
}

#[test]
fn for_boards_without_html_redacted() {
    for name in PAGES {
        let outcome = incident(name, &["--boot", &target(name), "-o", "forum", "--redact"], 80);
        assert_golden(&format!("{}_forum", short(name)), &outcome.stdout);
    }
}

#[test]
fn the_locale_chooses_the_language() {
    let shown = |set: &[(&str, &str)], options: &[&str]| {
        let mut command = program();
        command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("LANG").envs(set.iter().copied());
        command.args(["-q", "--utc"]).args(options);
        command.arg("fixtures/incidents/64-ups-orderly-poweroff/journal.export.xz");
        finish(command, Vec::new()).stdout
    };
    let (english, japanese) = (shown(&[], &[]), shown(&[], &["--lang", "ja"]));
    assert_ne!(english, japanese);
    for (set, options, wanted) in [
        (&[("LANG", "ja_JP.UTF-8")][..], &[][..], &japanese),
        (&[("LANG", "en_US.UTF-8"), ("LC_ALL", "ja_JP.UTF-8")], &[], &japanese),
        (&[("LANG", "ja_JP.UTF-8"), ("LC_MESSAGES", "C")], &[], &english),
        (&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "")], &["--lang", "en"], &english),
        (&[("LANG", "de_DE.UTF-8")], &[], &english),
    ] {
        assert_eq!(&shown(set, options), wanted, "{set:?} {options:?}");
    }
    // Data is the same for every reader.
    for format in ["json", "jsonl", "csv"] {
        assert_eq!(shown(&[("LANG", "ja_JP.UTF-8")], &["-o", format]), shown(&[], &["-o", format]));
    }
}

/// Each sentence of our own has its message, without which a saved report could not be shown in another language.
#[test]
fn every_sentence_has_its_message() {
    const SENTENCES: &[&str] =
        &["/evidence", "/advice", "/blind_windows", "/unsampled", "/controls", "/context", "/coverage"];
    for name in INCIDENTS.iter().chain(SHORT) {
        let report: Value = incident(name, &["--all", "-o", "json"], 80).json();
        let known = report["messages"].as_object().expect("messages");
        let check = |what: &str, text: &Value| {
            let text = text.as_str().unwrap_or_default();
            // A metric is named by its id.
            let is_name = text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
            assert!(is_name || known.contains_key(text), "{name}: {what}: no message for {text:?}");
        };
        for pattern in report["patterns"].as_array().expect("patterns") {
            check("pattern", &pattern["text"]);
        }
        for boot in report["boots"].as_array().expect("boots") {
            check("summary", &boot["summary"]);
            check("requested_by", &boot["requested_by"]);
            check("earlyoom", &boot["protection"]["earlyoom"]);
            check("oom_killer", &boot["protection"]["oom_killer"]);
            for list in SENTENCES {
                for row in boot.pointer(list).and_then(Value::as_array).into_iter().flatten() {
                    check(list, &row["text"]);
                    check(list, &row["why"]);
                    for shown in row["shows"].as_array().into_iter().flatten() {
                        check(list, shown);
                    }
                    for cite in row["cites"].as_array().into_iter().flatten() {
                        check("because", &cite["because"]);
                        if cite["kind"] == "absence" {
                            check("absence", &cite["raw"]);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn table() {
    for name in PAGES {
        for columns in [80, 160] {
            assert_golden(
                &format!("{}_table_{columns}", short(name)),
                &incident(name, &["--all"], columns).stdout,
            );
        }
    }
}

#[test]
fn json() {
    for name in PAGES.iter().chain(SHORT) {
        let outcome = incident(name, &["--boot", &target(name), "-o", "json"], 80);
        let mut output: Value = outcome.json();
        output["tool"]["version"] = "VERSION".into();
        // Whole in one of them; a hundred instants a series tell nothing more in the others.
        if *name != "13-desktop-zram-no-oom" {
            for series in output["boots"][0]["series"].as_array_mut().into_iter().flatten() {
                series["points"] = series["points"].as_array().map_or(0, Vec::len).into();
            }
        }
        assert_golden(
            &format!("{}_json", short(name)),
            &serde_json::to_string_pretty(&output).expect("it is JSON"),
        );
    }
}

/// Incidents whose tables and lines are looked at word for word.
fn tabular() -> impl Iterator<Item = &'static str> {
    INCIDENTS.iter().step_by(2).chain(SHORT).copied()
}

#[test]
fn csv_redacted() {
    for name in tabular() {
        let outcome = incident(name, &["--all", "-o", "csv", "--redact"], 80);
        assert_golden(&format!("{}_csv", short(name)), &outcome.stdout);
    }
}

/// A line is shown with line breaks, and without the samples' points.
#[test]
fn json_lines_redacted() {
    for name in tabular() {
        let outcome = incident(name, &["--boot", &target(name), "-o", "jsonl", "--redact"], 80);
        assert_eq!(outcome.stdout.lines().count(), 1, "{name}: a line a boot");
        let mut line: Value = outcome.json();
        line["tool"]["version"] = "VERSION".into();
        for series in line["series"].as_array_mut().into_iter().flatten() {
            series["points"] = series["points"].as_array().map_or(0, Vec::len).into();
        }
        assert_golden(
            &format!("{}_jsonl", short(name)),
            &serde_json::to_string_pretty(&line).expect("it is JSON"),
        );
    }
}

#[test]
fn the_time_line() {
    let temp = tempfile::TempDir::new().expect("a temporary folder");
    let path = temp.path().join("timeline.csv");
    incident("30-critical-temp-orderly", &["--all", "--timeline", path.to_str().expect("UTF-8")], 80);
    assert_golden("30_timeline", &std::fs::read_to_string(path).expect("it was written"));
}

#[test]
fn a_saved_report_shows_what_the_run_showed() {
    let temp = tempfile::TempDir::new().expect("a temporary folder");
    for name in ["00-article-day", "K13a-zone-through-trip", "K08a-only-user-entries"] {
        let boot = ["--boot", &target(name)];
        let saved = incident(name, &[boot[0], boot[1], "-o", "json"], 80).stdout;
        assert!(saved.len() < JSON_MAX, "{name}: {} bytes of JSON for one boot", saved.len());
        let path = temp.path().join(format!("{name}.json"));
        std::fs::write(&path, saved).expect("room for it");
        for manner in [
            &[][..],
            &["-v"],
            &["--ascii"],
            &["-o", "markdown"],
            &["-o", "html"],
            &["--lang", "ja"],
            &["--lang", "ja", "-o", "html"],
        ] {
            let mut command = program();
            command.env("COLUMNS", "80").arg("render").args(["--utc"]).args(manner).arg(&path);
            let again = finish(command, Vec::new());
            again.expect_code(0);
            let direct = incident(name, &[&boot[..], manner].concat(), 80).stdout;
            assert_eq!(again.stdout, direct, "{name} {manner:?}");
        }
    }
}
