//! Text logs: the answers are those of the journal, or the report says what is missing.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{bytes, fixture, folders, list, run, text};

/// All that a verdict needs is in them.
const WHOLE: &[&str] = &[
    "json",
    "json-pretty",
    "json-seq",
    "json-sse",
    "short",
    "short-full",
    "short-iso",
    "short-iso-precise",
    "short-monotonic",
    "short-precise",
    "short-unix",
    "syslog-iso",
    "syslog-trad",
    "verbose",
    "with-unit",
];

/// A form of an incident's journal, written to disk a minute after its last line.
struct Form {
    temp: TempDir,
    name: String,
}

impl Form {
    fn unpack(incident: &str, form: &str) -> Self {
        let unpacked = Self { temp: TempDir::new().expect("a temporary folder"), name: form.to_owned() };
        fs::write(unpacked.path(), bytes(&fixture(&format!("forms/{incident}/{form}.xz")))).expect("room");
        let export = run(&arguments(&[export(incident)])).json();
        let newest = list(&export, "boots").last().cloned().expect("boots");
        let last = text(&newest, "last").and_then(|at| at.parse::<chrono::DateTime<chrono::Utc>>().ok());
        let written = UNIX_EPOCH + Duration::from_secs(last.expect("a time").timestamp() as u64 + 60);
        fs::File::options()
            .write(true)
            .open(unpacked.path())
            .and_then(|file| file.set_modified(written))
            .expect("a file's time can be set");
        unpacked
    }

    fn path(&self) -> PathBuf {
        self.temp.path().join(&self.name)
    }
}

fn export(incident: &str) -> PathBuf {
    fixture(&format!("incidents/{incident}/journal.export.xz"))
}

fn arguments(inputs: &[PathBuf]) -> Vec<PathBuf> {
    let options = ["--all", "-q", "-o", "json"].map(PathBuf::from);
    options.into_iter().chain(inputs.iter().cloned()).collect()
}

fn judged(inputs: &[PathBuf]) -> Vec<Value> {
    list(&run(&arguments(inputs)).json(), "boots").to_vec()
}

/// What must be the same whatever the form.
fn verdicts(boots: &[Value]) -> Vec<[Value; 4]> {
    boots
        .iter()
        .map(|boot| ["ending", "ending_detail", "cause", "finding"].map(|key| boot[key].clone()))
        .collect()
}

#[test]
fn every_form_gives_the_journal_s_verdicts() {
    let mut differences = Vec::new();
    for incident in folders("forms") {
        let wanted = verdicts(&judged(&[export(&incident)]));
        for form in WHOLE {
            let got = verdicts(&judged(&[Form::unpack(&incident, form).path()]));
            if got != wanted {
                differences.push(format!("{incident}, {form}:\n  got  {got:?}\n  want {wanted:?}"));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Every line of the text is in the journal too: nothing may come twice, no boot may be added.
#[test]
fn beside_its_journal_a_text_counts_nothing_twice() {
    for incident in ["01-gb10-nvrm-wedge", "30-critical-temp-orderly"] {
        let alone = judged(&[export(incident)]);
        for form in ["short", "short-monotonic", "syslog-trad", "kern-trad", "dmesg", "verbose"] {
            let both = judged(&[export(incident), Form::unpack(incident, form).path()]);
            let outline = |boots: &[Value]| -> Vec<(Value, usize)> {
                boots.iter().map(|boot| (boot["boot_id"].clone(), list(boot, "events").len())).collect()
            };
            assert_eq!(outline(&both), outline(&alone), "{incident}, {form}");
            assert_eq!(verdicts(&both), verdicts(&alone), "{incident}, {form}");
        }
    }
}

/// The kernel's lines alone do not show an orderly end, and say nothing of programs.
#[test]
fn what_a_log_cannot_show_is_said() {
    let kernel = Form::unpack("31-hardware-protection", "kern-trad");
    let boots = judged(&[kernel.path()]);
    let boot = &boots[boots.len() - 2];
    assert_eq!((&boot["ending"], &boot["cause"]), (&"unexpected".into(), &"thermal".into()), "{boot:#}");
    let covers = list(boot, "coverage")[0].to_string();
    assert!(covers.contains("only the kernel's lines"), "{covers}");
    let kernel = Form::unpack("01-gb10-nvrm-wedge", "kern-trad");
    let boots = judged(&[kernel.path()]);
    assert_eq!(boots[boots.len() - 2]["ending"], "undetermined", "{:#}", boots[boots.len() - 2]["summary"]);
}

/// Local times of another zone are put right by the lines that the journal has too.
#[test]
fn a_zone_is_found_by_agreement_with_the_journal() {
    let incident = "01-gb10-nvrm-wedge";
    let local = Form::unpack(incident, "kern-jst");
    let alone = judged(&[export(incident)]);
    let report = run(&arguments(&[export(incident), local.path()])).json();
    assert_eq!(verdicts(list(&report, "boots")), verdicts(&alone));
    let input = &list(&report, "inputs")[1];
    assert_eq!(text(input, "zone"), Some("+09:00"), "{input:#}");
}

#[test]
fn bare_messages_are_refused_with_the_reason() {
    let temp = TempDir::new().expect("a temporary folder");
    let path = temp.path().join("cat.txt");
    let lines: String = bytes(&fixture("forms/01-gb10-nvrm-wedge/short.xz"))
        .split(|&byte| byte == b'\n')
        .filter_map(|line| {
            String::from_utf8_lossy(line).split_once(": ").map(|(_, said)| format!("{said}\n"))
        })
        .collect();
    fs::write(&path, lines).expect("room");
    let refused = run(&[PathBuf::from("--all"), path]);
    refused.expect_code(1);
    refused.expect_note(&["without times", "journalctl -o export"]);
}

/// The lines of a form, cut into rotated files after the given lines.
fn rotated(incident: &str, form: &str, cuts: &[usize]) -> (TempDir, Vec<PathBuf>) {
    let whole = Form::unpack(incident, form);
    let text = fs::read_to_string(whole.path()).expect("a text");
    let written = fs::metadata(whole.path()).and_then(|meta| meta.modified()).expect("a time");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let temp = TempDir::new().expect("a temporary folder");
    let mut files = Vec::new();
    let bounds: Vec<usize> = [0].into_iter().chain(cuts.iter().copied()).chain([lines.len()]).collect();
    for (number, pair) in bounds.windows(2).rev().enumerate() {
        let name = if number == 0 { "syslog".to_owned() } else { format!("syslog.{number}") };
        let path = temp.path().join(name);
        fs::write(&path, lines[pair[0]..pair[1]].concat()).expect("room");
        fs::File::options()
            .write(true)
            .open(&path)
            .and_then(|file| file.set_modified(written))
            .expect("a time");
        files.push(path);
    }
    (temp, files)
}

/// Wherever logrotate cut, also behind the first lines of a boot, and in whatever order the members are named.
#[test]
fn a_rotated_set_is_one_log() {
    let incident = "01-gb10-nvrm-wedge";
    let wanted = verdicts(&judged(&[export(incident)]));
    for cuts in [&[200, 430][..], &[432], &[435, 600], &[100, 101, 102]] {
        let (_temp, mut files) = rotated(incident, "syslog-iso", cuts);
        assert_eq!(verdicts(&judged(&files)), wanted, "{cuts:?}");
        files.reverse();
        assert_eq!(verdicts(&judged(&files)), wanted, "{cuts:?} reversed");
    }
}

/// What lies between two files may hold an orderly end, or whole boots.
#[test]
fn a_missing_member_makes_no_unexpected_end() {
    let (_temp, files) = rotated("01-gb10-nvrm-wedge", "syslog-iso", &[200, 500]);
    let boots = judged(&[files[2].clone(), files[0].clone()]);
    assert_eq!(boots[0]["ending"], "undetermined", "{:#}", boots[0]["summary"]);
}

/// A selection shows what it holds and nothing by what it lacks.
#[test]
fn an_excerpt_names_no_cause() {
    let incident = "11-x86-vllm-host-ram";
    let temp = TempDir::new().expect("a temporary folder");
    let path = temp.path().join("oom.txt");
    let whole =
        String::from_utf8(bytes(&fixture(&format!("forms/{incident}/short-iso.xz")))).expect("a text");
    let some: String = whole
        .lines()
        .filter(|line| line.to_lowercase().contains("oom"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(some.lines().count() > 3);
    fs::write(&path, some).expect("room");
    for boot in judged(&[path]) {
        assert!(boot["cause"].is_null(), "{:#}", boot["summary"]);
    }
}

/// A log in local time beside one that tells its offset.
#[test]
fn two_texts_settle_each_other_s_zone() {
    let incident = "01-gb10-nvrm-wedge";
    let (sure, local) = (Form::unpack(incident, "syslog-iso"), Form::unpack(incident, "kern-jst"));
    assert_eq!(verdicts(&judged(&[sure.path(), local.path()])), verdicts(&judged(&[export(incident)])));
}

/// As `journalctl` prints an export in local time without year or zone.
fn short_in(offset: chrono::FixedOffset, export: &[u8]) -> String {
    let export = std::str::from_utf8(export).expect("an export without binary fields");
    let mut text = String::new();
    for entry in export.split("\n\n") {
        let field = |name: &str| entry.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        let Some(at) = field("__REALTIME_TIMESTAMP").and_then(|at| at.parse::<i64>().ok()) else { continue };
        let at = chrono::DateTime::from_timestamp_micros(at).expect("a time").with_timezone(&offset);
        let [host, name, said] =
            ["_HOSTNAME", "SYSLOG_IDENTIFIER", "MESSAGE"].map(|name| field(name).unwrap_or("x"));
        let pid = field("_PID").map(|pid| format!("[{pid}]")).unwrap_or_default();
        text.push_str(&format!("{} {host} {name}{pid}: {said}\n", at.format("%b %e %H:%M:%S")));
    }
    text
}

/// The kernel tells no time in UTC, but a record of a panic does, which lies between two boots in one zone only.
#[test]
fn a_zone_is_told_by_a_crash_record() {
    let incident = "50-gb10-pstore-panic";
    let east = chrono::FixedOffset::east_opt(9 * 3600).expect("an offset");
    let log = short_in(east, &bytes(&export(incident)));
    assert!(!log.contains("setting system clock"), "the kernel tells the zone");
    let temp = TempDir::new().expect("a temporary folder");
    let path = temp.path().join("short.txt");
    fs::write(&path, log).expect("room");
    // A day after the last line, whatever the zone.
    let written = UNIX_EPOCH + Duration::from_secs(1_771_070_000);
    let file = fs::File::options().write(true).open(&path).expect("the log");
    file.set_modified(written).expect("a file's time can be set");
    let report = run(&arguments(&[path])).json();
    let input = &list(&report, "inputs")[0];
    assert_eq!(text(input, "zone"), Some("+09:00"), "{input:#}");
    let (got, wanted) = (list(&report, "boots"), judged(&[export(incident)]));
    assert_eq!(verdicts(got), verdicts(&wanted));
    let seconds = |boots: &[Value]| -> Vec<Option<String>> {
        boots.iter().map(|boot| text(boot, "last").map(|at| at[..19].to_owned())).collect()
    };
    assert_eq!(seconds(got), seconds(&wanted));
}

/// Of the fixture's form, what `change` makes of its lines.
fn changed(
    incident: &str,
    form: &str,
    change: impl FnOnce(Vec<String>) -> Vec<String>,
) -> (TempDir, PathBuf) {
    let whole = fs::read_to_string(Form::unpack(incident, form).path()).expect("a text");
    let lines = change(whole.lines().map(str::to_owned).collect());
    let temp = TempDir::new().expect("a temporary folder");
    let path = temp.path().join("log.txt");
    fs::write(&path, lines.join("\n") + "\n").expect("room");
    (temp, path)
}

/// A host whose hardware clock is kept in local time for another system: nine hours ahead until the network is up.
#[test]
fn a_clock_that_is_set_back_after_each_start_changes_no_verdict() {
    let incident = "01-gb10-nvrm-wedge";
    let (_temp, path) = changed(incident, "syslog-iso", |lines| {
        let at = |line: &str| line.get(..32).and_then(|at| at.parse::<chrono::DateTime<chrono::Utc>>().ok());
        let mut start = None;
        let late = |line: &String| {
            let now = at(line).expect("a time");
            if line.contains("Booting Linux on physical CPU") {
                start = Some(now);
            }
            let is_early = start.is_some_and(|start| (0..30).contains(&(now - start).num_seconds()));
            let shown = if is_early { now + chrono::TimeDelta::hours(9) } else { now };
            format!("{}{}", shown.format("%Y-%m-%dT%H:%M:%S%.6f+00:00"), line.get(32..).unwrap_or_default())
        };
        lines.iter().map(late).collect()
    });
    assert_eq!(verdicts(&judged(&[path])), verdicts(&judged(&[export(incident)])));
}

/// As they stand in a mail: quoted, and broken at 76 columns.
#[test]
fn a_quoted_and_wrapped_log_gives_the_journal_s_verdicts() {
    for incident in ["01-gb10-nvrm-wedge", "31-hardware-protection"] {
        let (_temp, path) = changed(incident, "short-iso", |lines| {
            let mut wrapped = vec!["On Fri, op wrote:".to_owned()];
            for line in lines {
                let mut last = String::new();
                for word in line.split(' ') {
                    if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > 76 {
                        wrapped.push(format!(">> {}", std::mem::take(&mut last)));
                    }
                    last = if last.is_empty() { word.to_owned() } else { format!("{last} {word}") };
                }
                wrapped.push(format!(">> {last}"));
            }
            wrapped
        });
        assert_eq!(verdicts(&judged(&[path])), verdicts(&judged(&[export(incident)])), "{incident}");
    }
}

/// What would give boots wrong ends, or twice.
#[test]
fn logs_joined_in_the_wrong_way_are_refused_with_the_reason() {
    let incident = "01-gb10-nvrm-wedge";
    let join = |order: fn(&[String], &[String]) -> Vec<String>| {
        changed(incident, "syslog-iso", |lines| order(&lines[..lines.len() / 2], &lines[lines.len() / 2..]))
    };
    for ((_temp, path), why) in [
        (join(|older, newer| [newer, older].concat()), "newest first"),
        (join(|older, newer| [older, newer, older, newer].concat()), "come again"),
    ] {
        let refused = run(&[PathBuf::from("--all"), path]);
        refused.expect_code(1);
        refused.expect_note(&[why]);
    }
}
