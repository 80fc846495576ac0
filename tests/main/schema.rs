//! What the program writes as JSON is what `schema/` in the repository says.

use serde_json::{Map, Value};

use crate::support::{Journal, Outcome, bytes, fixture, folders, list, run};

fn schema(name: &str) -> Value {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/{name}.schema.json"));
    serde_json::from_slice(&bytes(&path)).expect("it is JSON")
}

/// The schema without room for keys that it does not name, so that none is written that is not published.
fn closed(schema: &Value) -> Value {
    match schema {
        Value::Object(object) => {
            let mut all: Map<String, Value> =
                object.iter().map(|(key, value)| (key.clone(), closed(value))).collect();
            if object.get("properties").is_some_and(Value::is_object) {
                all.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            Value::Object(all)
        }
        Value::Array(values) => Value::Array(values.iter().map(closed).collect()),
        other => other.clone(),
    }
}

struct Contract {
    validator: jsonschema::Validator,
}

impl Contract {
    fn of(name: &str) -> Self {
        let validator = jsonschema::options().should_validate_formats(true).build(&closed(&schema(name)));
        Self { validator: validator.expect("a valid schema") }
    }

    #[track_caller]
    fn check(&self, what: &str, value: &Value) {
        let errors: Vec<String> = self
            .validator
            .iter_errors(value)
            .take(5)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{what}: {errors:#?}");
    }
}

fn incident(name: &str, options: &[&str]) -> Outcome {
    let folder = fixture(&format!("incidents/{name}"));
    let mut arguments = vec![folder.join("journal.export.xz"), "--all".into(), "-q".into()];
    arguments.extend(options.iter().map(Into::into));
    let monitor = folder.join("monitor.csv");
    if monitor.is_file() {
        arguments.extend(["--csv".into(), monitor]);
    }
    run(&arguments)
}

#[test]
fn every_incident_s_json_is_valid() {
    let contract = Contract::of("spark-autopsy-1");
    let names = folders("incidents");
    assert!(names.len() > 30);
    for name in names {
        for options in [&["-o", "json"][..], &["-o", "json", "--redact"]] {
            contract.check(&format!("{name} {options:?}"), &incident(&name, options).json());
        }
    }
}

#[test]
fn every_incident_s_lines_are_valid_and_say_what_the_json_says() {
    let contract = Contract::of("spark-autopsy-boot-1");
    for name in folders("incidents") {
        let whole = incident(&name, &["-o", "json", "--redact"]).json();
        let lines = incident(&name, &["-o", "jsonl", "--redact"]);
        lines.expect_code(0);
        assert_eq!(lines.stdout.lines().count(), list(&whole, "boots").len(), "{name}");
        for (line, boot) in lines.stdout.lines().zip(list(&whole, "boots")) {
            let line: Value = serde_json::from_str(line).expect("a line is JSON");
            contract.check(&name, &line);
            for (key, value) in boot.as_object().expect("a boot is an object") {
                assert_eq!(&line[key], value, "{name}: {key}");
            }
            assert_eq!(line["tool"], whole["tool"]);
            assert_eq!(line["redaction"], whole["redaction"]);
            assert!(list(&whole, "machines").contains(&line["machine"]), "{name}");
        }
    }
}

#[test]
fn the_listings_are_valid() {
    let inputs = Contract::of("spark-autopsy-inputs-1");
    let monitors = Contract::of("spark-autopsy-monitors-1");
    let day = fixture("incidents/00-article-day");
    let journal = Journal::unpack("30-old-layout");
    for path in
        [day.join("journal.export.xz"), day.join("monitor.csv"), journal.root().to_owned(), day.join("none")]
    {
        let output = run(&["inputs".as_ref(), "-o".as_ref(), "json".as_ref(), path.as_os_str()]);
        inputs.check(&path.display().to_string(), &output.json());
    }
    let output =
        run(&["monitors".as_ref(), "-o".as_ref(), "json".as_ref(), day.join("monitor.csv").as_os_str()]);
    monitors.check("monitor.csv", &output.json());
}

/// A schema that everything satisfies would be none.
#[test]
fn what_is_wrong_is_refused() {
    let validator = jsonschema::validator_for(&schema("spark-autopsy-1")).expect("a valid schema");
    let good = incident("00-article-day", &["-o", "json"]).json();
    assert!(validator.is_valid(&good));
    let mut more = good.clone();
    more["boots"][1]["from_a_newer_version"] = Value::Bool(true);
    assert!(validator.is_valid(&more), "keys may be added");
    for (pointer, value) in [
        ("/schema", "spark-autopsy/2".into()),
        ("/boots/1/cause", "gremlins".into()),
        ("/boots/1/ending", Value::Null),
        ("/boots/1/ending_detail", "vanished".into()),
        ("/boots/1/finding", "gremlins".into()),
        ("/boots/1/first", "2026-05-13 16:59:43".into()),
        ("/boots/1/boot_id", "c6a2026b".into()),
        ("/boots/1/evidence/0/weight_db", "heavy".into()),
        ("/boots/1/series/0/points/0", Value::Array(vec![1.into()])),
        ("/machines/0/memory_model", Value::Null),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap_or_else(|| panic!("nothing at {pointer}")) = value;
        assert!(!validator.is_valid(&bad), "{pointer}");
    }
    for key in good["boots"][1].as_object().expect("a boot is an object").keys() {
        let mut bad = good.clone();
        bad["boots"][1].as_object_mut().expect("a boot is an object").remove(key);
        assert!(!validator.is_valid(&bad), "without {key}");
    }
}
