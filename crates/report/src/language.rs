//! A report in another language: each sentence that its catalogue of messages knows is said anew.

use catalogue::Lang;
use model::Text;
use serde_json::Value;

use crate::schema::Report;

/// Keys under which our own sentences stand.
const SENTENCES: &[&str] = &[
    "text",
    "why",
    "summary",
    "because",
    "raw",
    "earlyoom",
    "oom_killer",
    "requested_by",
    "shows",
    "what",
    "source",
];

/// The report with its sentences in this language. What it quotes stays as it is, and so does a sentence without a
/// message (of a report that was saved before there were any).
#[must_use]
pub fn in_language(report: &Report, lang: Lang) -> Report {
    if lang == Lang::En {
        return report.clone();
    }
    let Ok(mut value) = serde_json::to_value(report) else { return report.clone() };
    let messages = &report.messages;
    walk(&mut value, "", &mut |text| {
        if let Some(message) = messages.get(text.as_str()) {
            *text = lang.say(&Text::from(message));
        }
    });
    serde_json::from_value(value).unwrap_or_else(|_| report.clone())
}

fn walk(value: &mut Value, key: &str, each: &mut dyn FnMut(&mut String)) {
    match value {
        Value::String(text) if SENTENCES.contains(&key) => each(text),
        Value::Array(values) => values.iter_mut().for_each(|value| walk(value, key, each)),
        Value::Object(members) => {
            // A log line stays as it is, also where it says what one of our sentences says.
            let quotes = members.get("kind").is_some_and(|kind| kind == "event");
            for (key, value) in members.iter_mut() {
                let skip = key == "messages" || (quotes && key == "raw");
                if !skip {
                    walk(value, key, each);
                }
            }
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
