//! The JSON contract `spark-autopsy/1`: keys may be added; none may be missing, in any row.

use serde_json::Value;

use crate::support::{fixture, list, run};

const TOP: &[&str] = &["schema", "tool", "inputs", "machines", "patterns", "boots"];
const INPUT: &[&str] = &[
    "id",
    "path",
    "kind",
    "machine_id",
    "records",
    "rejected",
    "first",
    "last",
    "zone",
    "zone_basis",
    "problems",
];
const MACHINE: &[&str] = &[
    "machine_id",
    "hostname",
    "os",
    "kernel",
    "driver",
    "product",
    "firmware",
    "memory_mib",
    "swap_mib",
    "memory_model",
];
const BOOT: &[&str] = &[
    "machine_id",
    "boot_id",
    "offset",
    "first",
    "last",
    "next_first",
    "died_between",
    "clock_steps",
    "ending",
    "ending_detail",
    "running_basis",
    "requested_by",
    "cause",
    "confidence",
    "finding",
    "summary",
    "runner_up",
    "totals_db",
    "flips_without",
    "evidence",
    "blind_windows",
    "base_rates",
    "coverage",
    "controls",
    "protection",
    "running",
    "events",
    "series",
    "last_minutes",
    "advice",
];
/// Lists of a boot and the keys of their rows.
const BOOT_LISTS: &[(&str, &[&str])] = &[
    ("evidence", &["id", "rule", "for", "weight_db", "group", "text", "at", "cites"]),
    (
        "blind_windows",
        &[
            "series",
            "cadence_s",
            "last_sample",
            "last_value",
            "unseen_until_last_entry_s",
            "unseen_until_next_boot_s",
            "could_have_seen",
            "text",
        ],
    ),
    (
        "base_rates",
        &["signal", "clean_boots_with", "clean_boots", "unexpected_boots_with", "unexpected_boots"],
    ),
    ("coverage", &["source", "from", "to", "shows"]),
    ("controls", &["boot_id", "from", "to", "text"]),
    ("running", &["what", "kind", "since"]),
    ("events", &["at", "kind", "text", "input", "line"]),
    ("series", &["metric", "device", "unit", "points"]),
    ("advice", &["id", "text", "why", "command", "source"]),
];
const CITE: &[&str] = &["kind", "input", "cursor", "line", "line_last", "from", "to", "raw"];
const INSTANTS: &[&str] = &["first", "last", "next_first", "at", "from", "to", "since", "last_sample"];
const FINDINGS: &[&str] = &[
    "kernel_panic",
    "kernel_oops",
    "lockup",
    "storage_lost",
    "gpu_off_bus",
    "gpu_driver_fault",
    "pcie_fatal",
    "memory_error",
    "machine_check",
    "memory_corruption",
    "power_loss",
    "watchdog_reset",
    "firmware_reset",
    "shutdown_hung",
    "resume_failed",
    "mixed",
    "no_trace",
];

#[track_caller]
fn expect_keys(what: &str, value: &Value, keys: &[&str]) {
    let object = value.as_object().unwrap_or_else(|| panic!("{what} is no object: {value}"));
    for key in keys {
        assert!(object.contains_key(*key), "{what} lacks {key:?}: {value:#}");
    }
}

fn expect_boot(boot: &Value) {
    expect_keys("boot", boot, BOOT);
    expect_keys("totals_db", &boot["totals_db"], &["memory_exhaustion", "thermal", "other"]);
    expect_keys("protection", &boot["protection"], &["earlyoom", "oom_killer"]);
    if !boot["runner_up"].is_null() {
        expect_keys("runner_up", &boot["runner_up"], &["cause", "total_db"]);
    }
    for (name, keys) in BOOT_LISTS {
        for row in list(boot, name) {
            expect_keys(name, row, keys);
        }
    }
    for evidence in list(boot, "evidence") {
        let cites = list(evidence, "cites");
        assert!(!cites.is_empty(), "evidence without citation: {evidence:#}");
        cites.iter().for_each(|cite| expect_keys("cite", cite, CITE));
    }
    let unexpected = boot["ending"] == "unexpected";
    assert_eq!(unexpected, boot["cause"].is_string(), "a cause is for unexpected ends only: {boot:#}");
    assert_eq!(
        boot["cause"] == "unknown",
        boot["finding"].is_string(),
        "a finding is for unknown ends: {boot:#}"
    );
    if let Some(finding) = boot["finding"].as_str() {
        assert!(FINDINGS.contains(&finding), "{finding}");
    }
}

/// RFC 3339 in UTC with microseconds, as in `2026-05-13T16:58:22.904361Z`.
fn is_instant(text: &str) -> bool {
    let form = b"dddd-dd-ddTdd:dd:dd.ddddddZ";
    text.len() == form.len()
        && text.bytes().zip(form).all(|(byte, form)| match form {
            b'd' => byte.is_ascii_digit(),
            form => byte == *form,
        })
}

/// Walks everything: ids and instants have one form wherever they stand.
fn expect_forms(value: &Value) {
    match value {
        Value::Array(items) => items.iter().for_each(expect_forms),
        Value::Object(object) => {
            for (key, value) in object {
                if let Some(text) = value.as_str() {
                    if INSTANTS.contains(&key.as_str()) {
                        assert!(is_instant(text), "{key}: {text}");
                    }
                    if matches!(key.as_str(), "boot_id" | "machine_id") {
                        let is_id =
                            text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
                        assert!(is_id, "{key}: {text}");
                    }
                }
                expect_forms(value);
            }
        }
        _ => {}
    }
}

fn expect_contract(output: &Value) {
    expect_keys("the document", output, TOP);
    assert_eq!(output["schema"], "spark-autopsy/1");
    expect_keys("tool", &output["tool"], &["name", "version"]);
    for input in list(output, "inputs") {
        expect_keys("input", input, INPUT);
        list(input, "problems").iter().for_each(|problem| expect_keys("problem", problem, &["line", "what"]));
    }
    list(output, "machines").iter().for_each(|machine| expect_keys("machine", machine, MACHINE));
    list(output, "patterns").iter().for_each(|pattern| expect_keys("pattern", pattern, &["text", "boots"]));
    list(output, "boots").iter().for_each(expect_boot);
    expect_forms(output);
}

/// An incident that has every kind of row, one without a monitor, one that nothing is known of.
#[test]
fn every_key_is_there() {
    for case in ["00-article-day", "30-critical-temp-orderly", "K08a-only-user-entries"] {
        let folder = fixture(&format!("incidents/{case}"));
        let mut arguments =
            vec![folder.join("journal.export.xz"), "--all".into(), "-o".into(), "json".into()];
        let monitor = folder.join("monitor.csv");
        if monitor.exists() {
            arguments.extend(["--csv".into(), monitor]);
        }
        let output = run(&arguments).json();
        assert!(!list(&output, "boots").is_empty(), "{case}");
        expect_contract(&output);
    }
}

/// Rows that only an incident with everything has: the walk above would pass over empty lists.
#[test]
fn the_article_s_day_has_every_kind_of_row() {
    let folder = fixture("incidents/00-article-day");
    let arguments = [
        folder.join("journal.export.xz"),
        "--csv".into(),
        folder.join("monitor.csv"),
        "--all".into(),
        "-o".into(),
        "json".into(),
    ];
    let output = run(&arguments).json();
    for (name, _) in BOOT_LISTS {
        let seen = list(&output, "boots").iter().any(|boot| !list(boot, name).is_empty());
        assert!(seen, "no boot has {name}");
    }
    assert!(!list(&output, "machines").is_empty());
    assert!(!list(&output, "patterns").is_empty());
}
