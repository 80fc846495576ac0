//! The JSON Schema of a contract, made from its Rust types: `schema/` in the repository.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};

/// The JSON Schema (draft 2020-12) of what is written of a type, as pretty JSON with a newline at its end.
///
/// Every key is required, as every key is always written. Further ones are allowed, as keys may be added.
#[must_use]
pub fn json_schema<T: JsonSchema>(contract: &str) -> String {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(tidy));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), contract.into());
    format!("{:#}\n", schema.to_value())
}

/// Descriptions are the types' documentation, in which names are links to Rust's. A default is for what reads old
/// files; all that is written has a value.
fn tidy(schema: &mut Schema) {
    schema.remove("default");
    if let Some(text) = schema.get_mut("description")
        && let Some(words) = text.as_str()
    {
        *text = words.replace("[`", "`").replace("`]", "`").replace('\n', " ").into();
    }
}
