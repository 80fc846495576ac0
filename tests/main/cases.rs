//! Every incident of `fixtures/incidents` and `fixtures/constructed` against its known answer.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::Value;

use crate::support::{expected, fixture, folders, list, outline, run, text};

/// Incidents, and how many of their target boots get an acceptable ending and cause.
const TARGETS: (usize, usize) = (96, 96);
/// Boots, targets or not.
const BOOTS: (usize, usize) = (289, 289);
/// Unexpected ends of unknown cause whose finding must be an acceptable one.
const FINDINGS: (usize, usize) = (52, 52);

/// What a label of `expected.json` means in the output: the ending and the cause.
fn meaning(label: &str) -> (&str, Option<&str>) {
    match label {
        "memory-exhaustion" => ("unexpected", Some("memory_exhaustion")),
        "thermal" => ("unexpected", Some("thermal")),
        "unknown" => ("unexpected", Some("unknown")),
        ending => (ending, None),
    }
}

/// The label and what else is acceptable.
fn acceptable(boot: &Value) -> Vec<(&str, Option<&str>)> {
    let label = text(boot, "label").expect("a label");
    let others = list(boot, "also_acceptable").iter().map(|other| other.as_str().expect("a label"));
    std::iter::once(label).chain(others).map(meaning).collect()
}

#[derive(Default)]
struct Score {
    targets: usize,
    targets_right: usize,
    boots: usize,
    boots_right: usize,
    findings: usize,
    findings_right: usize,
    wrong_causes: usize,
    misplaced: usize,
    rules: BTreeSet<String>,
    high_and_wrong: usize,
    table: String,
}

impl Score {
    fn note(&mut self, case: &str, boot: &Value, what: &str, wanted: &str, got: &str) {
        let (index, id) = (&boot["index"], &text(boot, "boot_id").expect("an id")[..8]);
        writeln!(self.table, "{case:32} {index:>4} {id}  {what:12} want {wanted:44} got {got}")
            .expect("a string takes text");
    }

    /// A run without an answer: the other cases are still worth knowing.
    fn failed(&mut self, case: &str, boots: usize, stderr: &str) {
        self.targets += 1;
        self.boots += boots;
        self.misplaced += boots;
        writeln!(self.table, "{case:32} failed: {}", stderr.trim_end()).expect("a string takes text");
    }

    /// Compares one boot with the row of the output that has its id.
    fn boot(&mut self, case: &str, wanted: &Value, is_target: bool, output: &Value) {
        self.boots += 1;
        self.targets += usize::from(is_target);
        let id = text(wanted, "boot_id");
        let Some(got) = list(output, "boots").iter().find(|boot| text(boot, "boot_id") == id) else {
            self.misplaced += 1;
            self.note(case, wanted, "missing", "a row", "none");
            return;
        };
        if got["offset"] != wanted["index"] {
            self.misplaced += 1;
            self.note(case, wanted, "offset", &wanted["index"].to_string(), &got["offset"].to_string());
        }
        let answer = (text(got, "ending").unwrap_or("null"), text(got, "cause"));
        let accepted = acceptable(wanted);
        let detail = format!("{answer:?} {} {}", got["ending_detail"], got["finding"]);
        if accepted.contains(&answer) {
            self.boots_right += 1;
            self.targets_right += usize::from(is_target);
        } else {
            let what = if is_target { "TARGET" } else { "boot" };
            self.note(case, wanted, what, &format!("{accepted:?}"), &detail);
        }
        let evidence = list(got, "evidence").iter();
        self.rules.extend(evidence.filter_map(|piece| text(piece, "rule").map(str::to_owned)));
        if text(got, "confidence") == Some("high") && !accepted.contains(&answer) {
            self.high_and_wrong += 1;
            self.note(case, wanted, "HIGH AND WRONG", &format!("{accepted:?}"), &detail);
        }
        let names_a_cause = matches!(answer.1, Some("memory_exhaustion" | "thermal"));
        if names_a_cause && !accepted.iter().any(|(_, cause)| *cause == answer.1) {
            self.wrong_causes += 1;
            self.note(case, wanted, "WRONG CAUSE", &format!("{accepted:?}"), &detail);
        }
        let findings = list(wanted, "findings");
        if !findings.is_empty() && answer.1 == Some("unknown") {
            self.findings += 1;
            if findings.contains(&got["finding"]) {
                self.findings_right += 1;
            } else {
                let wanted_findings = serde_json::to_string(findings).expect("JSON");
                self.note(case, wanted, "finding", &wanted_findings, &detail);
            }
        }
    }
}

#[test]
fn every_incident_gets_its_answer() {
    let mut score = Score::default();
    for folder in ["incidents", "constructed"] {
        for case in folders(folder) {
            judge(&mut score, &format!("{folder}/{case}"), &case);
        }
    }
    let Score { targets, targets_right, boots, boots_right, findings, findings_right, table, .. } = &score;
    let report = format!(
        "{table}\ntargets {targets_right} of {targets}, boots {boots_right} of {boots}, findings {findings_right} \
         of {findings}, wrong causes {}, misplaced {}",
        score.wrong_causes, score.misplaced
    );
    assert_eq!(score.wrong_causes, 0, "a cause was named that the evidence does not allow\n{report}");
    assert_eq!(score.high_and_wrong, 0, "an answer of high confidence is wrong\n{report}");
    assert_eq!(score.misplaced, 0, "boots are missing or out of order\n{report}");
    assert_eq!((*targets_right, *targets), TARGETS, "targets\n{report}");
    assert_eq!((*boots_right, *boots), BOOTS, "boots\n{report}");
    assert_eq!((*findings_right, *findings), FINDINGS, "findings\n{report}");
    let silent: Vec<String> = rules().into_iter().filter(|rule| !score.rules.contains(rule)).collect();
    assert!(silent.is_empty(), "rules that speak in no incident: {silent:?}");
}

/// Runs one incident and compares every boot.
fn judge(score: &mut Score, folder: &str, case: &str) {
    let folder = fixture(folder);
    let mut arguments = vec!["--all".into(), "-o".into(), "json".into(), folder.join("journal.export.xz")];
    let monitor = folder.join("monitor.csv");
    if monitor.exists() {
        arguments.extend(["--csv".into(), monitor]);
    }
    let outcome = run(&arguments);
    let wanted = expected(&folder.join("expected.json").to_string_lossy());
    let boots = list(&wanted, "boots");
    let output: Value = serde_json::from_str(&outcome.stdout).unwrap_or_default();
    if outcome.code != Some(0) || !output["boots"].is_array() {
        score.failed(case, boots.len(), &outcome.stderr);
        return;
    }
    let extra = outline(&output).len().saturating_sub(boots.len());
    if extra > 0 {
        score.misplaced += extra;
        writeln!(score.table, "{case:32} {extra} rows too many").expect("a string takes text");
    }
    for boot in boots {
        score.boot(case, boot, boot["index"] == wanted["target_boot"], &output);
    }
}

/// The names of all rules, as `explain` lists them.
fn rules() -> Vec<String> {
    let listed = run(&["explain"]).stdout;
    let names: Vec<String> = listed
        .lines()
        .map(str::trim)
        .filter(|line| ["memory.", "thermal.", "other."].iter().any(|start| line.starts_with(start)))
        .map(|line| line.split_whitespace().next().unwrap_or(line).to_owned())
        .collect();
    assert!(names.len() > 40, "{listed}");
    names
}

#[test]
fn crashes_alike_show_what_they_share() {
    let stream = fixture("constructed/crashes-alike/journal.export.xz");
    let output = run(&["--all".into(), "-o".into(), "json".into(), stream]).json();
    let patterns: Vec<&str> =
        list(&output, "patterns").iter().filter_map(|pattern| text(pattern, "text")).collect();
    for shared in [
        "3 of 5 boots that ended did so unexpectedly, all by memory exhaustion",
        "each ended 2 h 1 min to 2 h 9 min after its start",
        "each ended between 02:01 and 02:11 UTC",
        "trainer.service was running at each end; it was started in 0 of 2 boots that ended in order",
    ] {
        assert!(patterns.contains(&shared), "no {shared:?} in {patterns:#?}");
    }
    assert!(patterns.iter().any(|text| text.starts_with("each logged: ")), "{patterns:#?}");
}
