//! Text that stays text in HTML, whatever it holds.

use std::sync::LazyLock;

use minijinja::value::ValueKind;
use minijinja::{Error, Output, State, Value};
use regex::Regex;

use crate::inert::inert;

/// A text without active characters, for the inside of an element or of a quoted attribute.
pub(super) fn text(text: &str) -> String {
    let text = inert(text);
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\'' => shown.push_str("&#39;"),
            c => shown.push(c),
        }
    }
    shown
}

/// A sentence whose dates are not broken at the end of a line.
pub(super) fn dates(sentence: &str) -> Value {
    static DATE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\b\d{4}-\d\d-\d\d\b").expect("a valid pattern"));
    let shown = text(sentence);
    Value::from_safe_string(DATE.replace_all(&shown, "<span class=\"date\">$0</span>").into_owned())
}

/// The template engine's writer: everything that is not marked safe is escaped.
pub(super) fn formatter(
    out: &mut Output<'_>,
    _state: &mut State<'_, '_>,
    value: &Value,
) -> Result<(), Error> {
    let failed = |_| Error::new(minijinja::ErrorKind::WriteFailure, "the template's output can't be written");
    if value.is_undefined() || value.is_none() {
        return Ok(());
    }
    if value.is_safe() || value.kind() == ValueKind::Number {
        return write!(out, "{value}").map_err(failed);
    }
    out.write_str(&text(&value.to_string())).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn text_stays_text() {
        for (given, shown) in [
            ("plain 5,440 MiB (4.4 %)", "plain 5,440 MiB (4.4 %)"),
            ("<script>alert('x')</script>", "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"),
            ("\" onload=\"x", "&quot; onload=&quot;x"),
            ("a&lt;b", "a&amp;lt;b"),
            ("two\nlines\u{202e}\0", "two\\nlines\\u{202e}\\u{0}"),
            ("温度が高い 日本語", "温度が高い 日本語"),
        ] {
            assert_eq!(text(given), shown);
        }
    }
}
