//! The JSON contract: every key at every level, always present.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{Report, sample};

/// A path of the contract and the keys of the objects there.
const CONTRACT: &[(&str, &str)] = &[
    ("", "schema tool inputs machines patterns boots redaction messages"),
    ("tool", "name version"),
    ("inputs.*", "id path kind machine_id records rejected first last zone zone_basis problems"),
    ("inputs.*.problems.*", "line what"),
    ("machines.*", "machine_id hostname os kernel driver product firmware memory_mib swap_mib memory_model"),
    ("patterns.*", "text boots"),
    (
        "boots.*",
        "machine_id boot_id id_recorded times_assumed offset first last next_first died_between clock_steps entries ending ending_detail \
         running_basis requested_by cause confidence finding summary runner_up totals_db flips_without evidence \
         blind_windows unsampled base_rates coverage controls context protection running events sampled series \
         last_minutes advice",
    ),
    ("boots.*.clock_steps.*", "at by_s"),
    ("boots.*.runner_up", "cause total_db"),
    ("boots.*.totals_db", "memory_exhaustion thermal other"),
    ("boots.*.evidence.*", "id rule for weight_db group direct text at cites"),
    ("boots.*.evidence.*.cites.*", "kind input cursor line line_last from to raw because"),
    (
        "boots.*.blind_windows.*",
        "series cadence_s last_sample last_value unit unseen_until_last_entry_s unseen_until_next_boot_s \
         could_have_seen text",
    ),
    ("boots.*.unsampled.*", "sampler first_sample text"),
    (
        "boots.*.base_rates.*",
        "signal text clean_boots_with clean_boots unexpected_boots_with unexpected_boots",
    ),
    ("boots.*.coverage.*", "source from to shows input"),
    ("boots.*.controls.*", "boot_id from to text"),
    ("boots.*.context.*", "kind at text cite"),
    ("boots.*.context.*.cite", "kind input cursor line line_last from to raw because"),
    ("boots.*.protection", "earlyoom oom_killer"),
    ("boots.*.running.*", "what kind since"),
    ("boots.*.events.*", "at kind text input line key"),
    (
        "boots.*.sampled.*",
        "metric device unit sampler input derived samples first last last_value min min_at max max_at",
    ),
    ("boots.*.series.*", "metric device unit sampler points"),
    ("boots.*.last_minutes", "step_s columns rows"),
    ("boots.*.last_minutes.columns.*", "metric device unit sampler"),
    ("boots.*.last_minutes.rows.*", "at values"),
    ("boots.*.advice.*", "id text why command source"),
];

fn full() -> Report {
    let mut report = sample::batch();
    report.boots[1]
        .clock_steps
        .push(crate::schema::ClockStepInfo { at: sample::at("2026-05-14T01:00:00Z"), by_s: -0.1 });
    report
}

/// The values at a path; `*` stands for every element of an array.
fn at<'a>(value: &'a Value, path: &str) -> Vec<&'a Value> {
    path.split('.').filter(|step| !step.is_empty()).fold(vec![value], |values, step| {
        let inside = |value: &'a Value| -> Vec<&'a Value> {
            match step {
                "*" => value.as_array().map(|all| all.iter().collect()).unwrap_or_default(),
                key => value.get(key).filter(|value| !value.is_null()).into_iter().collect(),
            }
        };
        values.into_iter().flat_map(inside).collect()
    })
}

#[test]
fn has_every_key_at_every_level() {
    let json = serde_json::to_value(full()).unwrap();
    for (path, keys) in CONTRACT {
        let keys: BTreeSet<&str> = keys.split_whitespace().collect();
        let objects = at(&json, path);
        assert!(!objects.is_empty(), "the sample has nothing at {path}");
        for object in objects {
            let found: BTreeSet<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(found, keys, "{path}");
        }
    }
}

#[test]
fn every_value_is_in_the_form_that_was_promised() {
    let json = serde_json::to_value(full()).unwrap();
    let boot = &json["boots"][1];
    for (pointer, value) in [
        ("/first", "\"2026-05-13T16:59:43.312311Z\""),
        ("/boot_id", "\"c6a2026b516845e7a5b6f2fa823f08e5\""),
        ("/ending", "\"unexpected\""),
        ("/cause", "\"memory_exhaustion\""),
        ("/confidence", "\"high\""),
        ("/finding", "null"),
        ("/runner_up/cause", "\"other\""),
        ("/evidence/0/for", "\"memory_exhaustion\""),
        ("/evidence/0/cites/0/kind", "\"samples\""),
        ("/evidence/3/cites/0/kind", "\"absence\""),
        ("/died_between/1", "\"2026-05-14T05:31:08.796582Z\""),
        ("/series/0/points/20", "[\"2026-05-14T05:21:50.000000Z\",0.0]"),
        ("/clock_steps/0/by_s", "-0.1"),
    ] {
        assert_eq!(boot.pointer(pointer).unwrap().to_string(), value, "{pointer}");
    }
    assert_eq!(json["schema"], "spark-autopsy/1");
}

#[test]
fn a_report_of_an_older_version_is_read() {
    let mut json = serde_json::to_value(full()).unwrap();
    // The keys that the contract gained after its first form.
    json.as_object_mut().unwrap().remove("redaction");
    for boot in json["boots"].as_array_mut().unwrap() {
        boot.as_object_mut().unwrap().remove("entries");
        boot.as_object_mut().unwrap().remove("sampled");
        boot.as_object_mut().unwrap().remove("last_minutes");
        boot["from_a_newer_version"] = Value::Bool(true);
        for cover in boot["coverage"].as_array_mut().unwrap() {
            cover.as_object_mut().unwrap().remove("input");
        }
        for piece in boot["evidence"].as_array_mut().unwrap() {
            piece.as_object_mut().unwrap().remove("direct");
        }
    }
    assert!(serde_json::from_value::<Report>(json).is_ok());
}

#[test]
fn is_read_back_as_it_was_written() {
    for report in [full(), sample::incident(), sample::others()] {
        let text = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    }
}
