//! For tests: the JSON Schemas in `schema/` of the contracts that are the program's own.

use std::path::Path;

use schemars::JsonSchema;

/// Fails where the published schema of a contract is not what its types give; writes it anew with
/// `INSTA_UPDATE=always`.
#[track_caller]
pub(crate) fn assert_published<T: JsonSchema>(contract: &str) {
    let name = format!("{}.schema.json", contract.replace('/', "-"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema").join(&name);
    let text = report::schema::json_schema::<T>(contract);
    if std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always") {
        std::fs::write(&path, &text).expect("the schema can be written");
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        published, text,
        "schema/{name} is not what the types give; INSTA_UPDATE=always writes it anew"
    );
}
