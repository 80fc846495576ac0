//! Closed lists whose words stand in the report as text, for the JSON Schema.

use model::evidence::{Ending, Finding};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::Value;

/// `ending_detail`.
pub(super) fn ending_details(_: &mut SchemaGenerator) -> Schema {
    words(Ending::ALL.iter().map(|ending| ending.detail()))
}

/// `finding`.
pub(super) fn findings(_: &mut SchemaGenerator) -> Schema {
    words_or_null(Finding::ALL.iter().map(|finding| finding.name()))
}

/// `running_basis`.
pub(super) fn running_basis(_: &mut SchemaGenerator) -> Schema {
    words_or_null(["live", "copied"].into_iter())
}

/// `memory_model`.
pub(super) fn memory_models(_: &mut SchemaGenerator) -> Schema {
    words(["unified", "discrete", "unknown"].into_iter())
}

/// A machine's id, or its placeholder in a redacted report.
pub(super) fn machine_id(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["string", "null"], "pattern": "^([0-9a-f]{32}|machine-[0-9]+)$" })
}

fn words(words: impl Iterator<Item = &'static str>) -> Schema {
    json_schema!({ "type": "string", "enum": words.map(Value::from).collect::<Vec<_>>() })
}

fn words_or_null(words: impl Iterator<Item = &'static str>) -> Schema {
    let words: Vec<Value> = words.map(Value::from).chain([Value::Null]).collect();
    json_schema!({ "type": ["string", "null"], "enum": words })
}
