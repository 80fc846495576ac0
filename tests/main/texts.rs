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
