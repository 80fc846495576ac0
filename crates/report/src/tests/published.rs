//! What `schema/` in the repository says of the contracts is what the types say. After a wanted change
//! `INSTA_UPDATE=always cargo test --workspace --locked` writes it anew, with the golden outputs.

use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use crate::schema::{BOOT, BootLine, Report, SCHEMA, json_schema};
use crate::{BOOTS, TIMELINE, build, rows};

#[track_caller]
fn assert_published(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schema").join(name);
    if std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always") {
        std::fs::write(&path, text).unwrap();
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        published, text,
        "schema/{name} is not what the types give; INSTA_UPDATE=always writes it anew"
    );
}

#[test]
fn the_schemas_are_what_the_types_give() {
    assert_published("spark-autopsy-1.schema.json", &json_schema::<Report>(SCHEMA));
    assert_published("spark-autopsy-boot-1.schema.json", &json_schema::<BootLine<'static>>(BOOT));
}

#[test]
fn the_columns_are_described() {
    let mut text = String::from(
        "# Columns of the tables\n\nColumns are only added. An empty cell, or null, is what is not known. Instants are in \
         UTC, in CSV and JSON Lines as RFC 3339 with microseconds. In CSV a text that a spreadsheet could take for a \
         formula has an apostrophe in front.\n",
    );
    for (name, what, columns) in [
        (
            BOOTS,
            "a row a boot: `-o csv`, `-o parquet`, `--report FILE.csv`, `--report FILE.parquet`",
            rows::described(),
        ),
        (
            TIMELINE,
            "the aligned time line, every sample and every event that was understood, in full: `--timeline FILE.parquet`, \
             `.csv`, `.jsonl`",
            build::described(),
        ),
    ] {
        write!(text, "\n## `{name}`\n\n{what}\n\n| column | type | what |\n| --- | --- | --- |\n").unwrap();
        for (column, kind, about) in columns {
            writeln!(text, "| `{column}` | {kind} | {about} |").unwrap();
        }
    }
    assert_published("columns.md", &text);
}

/// Every object's keys, wherever it stands in the schema.
fn walk(schema: &Value, each: &mut dyn FnMut(&serde_json::Map<String, Value>)) {
    match schema {
        Value::Object(object) => {
            each(object);
            object.values().for_each(|value| walk(value, each));
        }
        Value::Array(values) => values.iter().for_each(|value| walk(value, each)),
        _ => {}
    }
}

#[test]
fn every_key_is_required_and_described_and_more_are_allowed() {
    for text in [json_schema::<Report>(SCHEMA), json_schema::<BootLine<'static>>(BOOT)] {
        let schema: Value = serde_json::from_str(&text).unwrap();
        let mut objects = 0;
        walk(&schema, &mut |object| {
            let Some(properties) = object.get("properties").and_then(Value::as_object) else { return };
            objects += 1;
            let required = object["required"].as_array().unwrap();
            let mut keys: Vec<&str> = properties.keys().map(String::as_str).collect();
            let mut required: Vec<&str> = required.iter().filter_map(Value::as_str).collect();
            keys.sort_unstable();
            required.sort_unstable();
            assert_eq!(keys, required);
            assert!(!object.contains_key("additionalProperties"), "{keys:?}");
            for (key, property) in properties {
                let described = property.get("description").and_then(Value::as_str);
                assert!(described.is_some_and(|words| !words.contains("[`")), "{key}: {property}");
            }
        });
        assert!(objects > 20, "{objects}");
    }
}
