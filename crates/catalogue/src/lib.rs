//! The words of the reports: a catalogue of messages, one file a language (`messages/en.ftl`, `messages/ja.ftl`, in
//! the syntax of Project Fluent), and what turns a [`Text`] into a sentence.
//!
//! JSON keys, rule names, log lines and the words of the command line are the same in every language.

mod span;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use model::Span;
use model::text::{Arg, Text};
use unic_langid::{LanguageIdentifier, langid};

/// A language that reports can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Lang {
    /// English, in which every text of the JSON is written.
    #[default]
    En,
    /// Japanese.
    Ja,
}

type Bundle = FluentBundle<FluentResource>;

static EN: LazyLock<Bundle> = LazyLock::new(|| bundle(langid!("en"), include_str!("../messages/en.ftl")));
static JA: LazyLock<Bundle> = LazyLock::new(|| bundle(langid!("ja"), include_str!("../messages/ja.ftl")));

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::En, Self::Ja];

    /// The tag, such as `ja` (BCP 47).
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ja => "ja",
        }
    }

    /// The language of a locale's name (`ja_JP.UTF-8`); English for whatever is not known.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        let tag = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|lang| lang.tag().eq_ignore_ascii_case(tag)).unwrap_or_default()
    }

    fn bundle(self) -> &'static Bundle {
        match self {
            Self::En => &EN,
            Self::Ja => &JA,
        }
    }

    /// The text in this language. A message that the catalogue does not have (one of a later version, in a saved
    /// report) is shown by its name.
    #[must_use]
    pub fn say(self, text: &Text) -> String {
        let mut args = FluentArgs::with_capacity(text.args.len());
        for (name, arg) in &text.args {
            args.set(name.as_ref(), self.value(arg));
        }
        self.format(&text.id, Some(&args))
    }

    /// A message into which nothing goes.
    #[must_use]
    pub fn word(self, id: &str) -> String {
        self.format(id, None)
    }

    /// A duration in at most two units, below two minutes in seconds: `4 s`, `76 s`, `4 min 52 s`, `26 days 10 h`.
    #[must_use]
    pub fn span(self, span: Span) -> String {
        span::show(self, span)
    }

    /// Whether the catalogue has this message.
    #[must_use]
    pub fn has(self, id: &str) -> bool {
        self.bundle().has_message(id)
    }

    fn value(self, arg: &Arg) -> FluentValue<'static> {
        match arg {
            Arg::Words(words) => FluentValue::from(words.clone()),
            Arg::Count(count) => FluentValue::from(*count),
            Arg::Span(span) => FluentValue::from(self.span(*span)),
            Arg::Texts(texts) => {
                let said: Vec<String> = texts.iter().map(|text| self.say(text)).collect();
                FluentValue::from(said.join(&self.word("between-clauses")))
            }
        }
    }

    fn format(self, id: &str, args: Option<&FluentArgs<'_>>) -> String {
        let bundle = self.bundle();
        let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
            return id.to_owned();
        };
        // What an old report lacks is shown as the name of what is missing; nothing more could be done about it.
        let mut errors = Vec::new();
        bundle.format_pattern(pattern, args, &mut errors).into_owned()
    }
}

fn bundle(lang: LanguageIdentifier, source: &str) -> Bundle {
    // What is wrong in a line loses that message only; a test reads both files strictly.
    let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(partial, _)| partial);
    let mut bundle = Bundle::new_concurrent(vec![lang]);
    // The marks around what is put in would stand in every file and terminal.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(|value, _| match value {
        FluentValue::Number(number) => Some(grouped(number.value as u64)),
        _ => None,
    }));
    let _ = bundle.add_function("CAPITAL", |positional, _| match positional {
        [FluentValue::String(text), ..] => FluentValue::from(capital(text)),
        [other, ..] => other.clone().into_owned(),
        [] => FluentValue::None,
    });
    let _ = bundle.add_resource(resource);
    bundle
}

/// A whole number with thousands marks: `5,440`.
#[must_use]
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut shown = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// The text as the start of a sentence; a name in front (`thermal_zone0`, `systemd-logind.service`) stays as it is.
fn capital(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default().trim_end_matches([',', ':', ';']);
    if !first.bytes().all(|b| b.is_ascii_lowercase()) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
