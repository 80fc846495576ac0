//! Both languages have the same messages, with the same things in them, and the code asks for none that is missing.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use model::{Span, Text};

use super::*;

const SOURCES: [(&str, &str); 2] =
    [("en", include_str!("../messages/en.ftl")), ("ja", include_str!("../messages/ja.ftl"))];

/// Every message of a file with the names of what goes into it.
fn messages(source: &str) -> BTreeMap<String, BTreeSet<String>> {
    let resource = fluent_syntax::parser::parse(source).unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
    let mut found = BTreeMap::new();
    for entry in &resource.body {
        if let Entry::Message(message) = entry {
            let mut names = BTreeSet::new();
            if let Some(pattern) = &message.value {
                of_pattern(pattern, &mut names);
            }
            let known = found.insert(message.id.name.to_owned(), names);
            assert!(known.is_none(), "{} stands twice", message.id.name);
        }
    }
    found
}

fn of_pattern(pattern: &Pattern<&str>, names: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            of_expression(expression, names);
        }
    }
}

fn of_expression(expression: &Expression<&str>, names: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => of_inline(inline, names),
        Expression::Select { selector, variants } => {
            of_inline(selector, names);
            for variant in variants {
                of_pattern(&variant.value, names);
            }
        }
    }
}

fn of_inline(inline: &InlineExpression<&str>, names: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            names.insert(id.name.to_owned());
        }
        InlineExpression::FunctionReference { arguments, .. } => {
            arguments.positional.iter().for_each(|argument| of_inline(argument, names));
        }
        InlineExpression::Placeable { expression } => of_expression(expression, names),
        _ => {}
    }
}

#[test]
fn both_languages_have_the_same_messages() {
    let [en, ja] = SOURCES.map(|(_, source)| messages(source));
    let names = |of: &BTreeMap<String, BTreeSet<String>>| of.keys().cloned().collect::<BTreeSet<_>>();
    let missing: Vec<String> = names(&en).symmetric_difference(&names(&ja)).cloned().collect();
    assert!(missing.is_empty(), "in one language only: {missing:?}");
    for (id, wanted) in &en {
        // A plural that the other language does not make may leave its number out; nothing else may be lost.
        assert_eq!(wanted, &ja[id], "{id} does not tell the same things");
    }
}

#[test]
fn durations_in_both_languages() {
    for (secs, en, ja) in [
        (0.0, "0 s", "0 秒"),
        (0.2, "under 1 s", "1 秒未満"),
        (-4.0, "4 s", "4 秒"),
        (59.6, "1 min", "1 分"),
        (76.0, "76 s", "76 秒"),
        (292.0, "4 min 52 s", "4 分 52 秒"),
        (8400.0, "2 h 20 min", "2 時間 20 分"),
        (86_400.0, "1 day", "1 日"),
        (2_282_400.0, "26 days 10 h", "26 日 10 時間"),
    ] {
        let text = Text::new("before-end").with("age", Span((secs * 1e6) as i64));
        assert_eq!(Lang::En.say(&text), format!("{en} before the end"));
        assert_eq!(Lang::Ja.say(&text), format!("終端の {ja}前"));
    }
    assert!(!Lang::En.say(&Text::new("before-end").with("age", Span(i64::MIN))).is_empty());
}

#[test]
fn what_goes_in_stays_as_it_is() {
    for words in ["{ $age }", "{plain}", "\u{2068}\u{1b}[31m", "", "a\nb"] {
        for lang in Lang::ALL {
            assert_eq!(lang.say(&Text::new("plain").with("words", words)), words);
        }
    }
    assert_eq!(Lang::En.say(&Text::new("no-such-message")), "no-such-message");
}

#[test]
fn locales_name_a_language() {
    for (locale, lang) in
        [("ja_JP.UTF-8", Lang::Ja), ("ja", Lang::Ja), ("C", Lang::En), ("", Lang::En), ("de_DE", Lang::En)]
    {
        assert_eq!(Lang::of_locale(locale), lang);
    }
}

#[test]
fn numbers_are_grouped() {
    for (value, shown) in [(0, "0"), (999, "999"), (5440, "5,440"), (1_234_567, "1,234,567")] {
        assert_eq!(grouped(value), shown);
    }
}

/// Names that the code puts together, from the closed lists of the contract, the metrics and the signals.
const LISTS: &[&str] = &[
    "cause",
    "confidence",
    "detail",
    "done",
    "ending",
    "finding",
    "hypothesis",
    "in-brackets-confidence",
    "kind",
    "metric",
    "redacted",
    "sampler",
    "short",
    "signal",
    "with-confidence",
    "zone",
];

/// The source of every crate but this one, without its tests.
fn sources() -> String {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder of crates");
    let mut folders = vec![crates.to_owned()];
    let mut text = String::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the project").flatten() {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("catalogue/src") {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| ["rs", "jinja"].iter().any(|known| extension == *known))
            {
                text.push_str(&std::fs::read_to_string(&path).expect("a source file"));
            }
        }
    }
    text
}

#[test]
fn the_code_and_the_catalogue_know_the_same_messages() {
    let (known, source) = (messages(SOURCES[0].1), sources());
    for call in ["Text::new(\"", ".word(\""] {
        for asked in source.split(call).skip(1) {
            let id = asked.split('"').next().unwrap_or_default();
            assert!(known.contains_key(id), "{call}{id}: no such message");
        }
    }
    let own = include_str!("lib.rs").to_owned() + include_str!("span.rs");
    for id in known.keys() {
        let listed = LISTS.iter().any(|list| id.strip_prefix(list).is_some_and(|rest| rest.starts_with('-')));
        let quoted = format!("\"{id}\"");
        assert!(listed || source.contains(&quoted) || own.contains(&quoted), "{id} is asked for nowhere");
    }
}
