//! Sentences apart from their language, so that a saved report can be shown in another one.

use std::borrow::Cow;
use std::collections::BTreeMap;

use model::Span;
use model::text::{Arg, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A message of the catalogue and what goes into it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Message {
    /// Its name in the catalogue, such as `memory-zero`.
    pub message: String,
    /// What goes into it, by name with a dollar sign in front, as the catalogue writes it (`$from`): no other key of the
    /// contract looks like that.
    pub args: BTreeMap<String, MessageArg>,
}

/// What goes into a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MessageArg {
    /// As it is.
    Words(String),
    /// A whole number.
    Count(u64),
    /// A duration.
    Span {
        /// In microseconds.
        span_us: i64,
    },
    /// Other messages, one behind the other.
    Texts(Vec<Message>),
}

impl From<&Text> for Message {
    fn from(text: &Text) -> Self {
        let args = text.args.iter().map(|(name, arg)| (format!("${name}"), arg.into())).collect();
        Self { message: text.id.to_string(), args }
    }
}

impl From<&Arg> for MessageArg {
    fn from(arg: &Arg) -> Self {
        match arg {
            Arg::Words(words) => Self::Words(words.clone()),
            Arg::Count(count) => Self::Count(*count),
            Arg::Span(Span(span_us)) => Self::Span { span_us: *span_us },
            Arg::Texts(texts) => Self::Texts(texts.iter().map(Message::from).collect()),
        }
    }
}

impl From<&Message> for Text {
    fn from(message: &Message) -> Self {
        let named = |(name, arg): (&String, &MessageArg)| {
            (Cow::Owned(name.trim_start_matches('$').to_owned()), arg.into())
        };
        let args = message.args.iter().map(named).collect();
        Self { id: Cow::Owned(message.message.clone()), args }
    }
}

impl From<&MessageArg> for Arg {
    fn from(arg: &MessageArg) -> Self {
        match arg {
            MessageArg::Words(words) => Self::Words(words.clone()),
            MessageArg::Count(count) => Self::Count(*count),
            MessageArg::Span { span_us } => Self::Span(Span(*span_us)),
            MessageArg::Texts(texts) => Self::Texts(texts.iter().map(Text::from).collect()),
        }
    }
}
