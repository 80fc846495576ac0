//! A sentence of ours apart from its language: which message it is, and what goes into it.

use std::borrow::Cow;

use crate::Span;

/// A sentence, or a part of one. The words stand in the catalogue of messages, one file a language.
///
/// Numbers with a unit of their own, names, quoted lines and instants (RFC 3339 in UTC) go in as they are; what is
/// said differently in another language (durations, plurals, other sentences) goes in as itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text {
    /// The message's name in the catalogue, such as `memory-zero`.
    pub id: Cow<'static, str>,
    /// What goes into it, by name.
    pub args: Vec<(Cow<'static, str>, Arg)>,
}

/// What goes into a message.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arg {
    /// As it is: a name, a quoted line, a number as it is to be shown, an instant.
    Words(String),
    /// A whole number, shown with thousands marks; the message may choose a plural by it.
    Count(u64),
    /// A duration.
    Span(Span),
    /// Other messages one behind the other, separated as the language separates clauses; none leaves nothing.
    Texts(Vec<Text>),
}

impl Text {
    /// The message of that name.
    #[must_use]
    pub fn new(id: &'static str) -> Self {
        Self { id: Cow::Borrowed(id), args: Vec::new() }
    }

    /// Words as they are, in every language: a name, a quoted line.
    #[must_use]
    pub fn plain(words: impl Into<String>) -> Self {
        Self::new("plain").with("words", words.into())
    }

    /// With something that goes into it.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.args.push((Cow::Borrowed(name), arg.into()));
        self
    }
}

impl From<String> for Arg {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<&str> for Arg {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

impl From<u64> for Arg {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<u32> for Arg {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<usize> for Arg {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl From<Span> for Arg {
    fn from(span: Span) -> Self {
        Self::Span(span)
    }
}

impl From<Text> for Arg {
    fn from(text: Text) -> Self {
        Self::Texts(vec![text])
    }
}

impl From<Option<Text>> for Arg {
    fn from(text: Option<Text>) -> Self {
        Self::Texts(text.into_iter().collect())
    }
}

impl From<Vec<Text>> for Arg {
    fn from(texts: Vec<Text>) -> Self {
        Self::Texts(texts)
    }
}

impl Text {
    /// The text with another one behind it, as the messages say.
    #[must_use]
    pub fn and(self, more: Self) -> Self {
        Self::new("together").with("first", self).with("second", more)
    }
}

impl Text {
    /// Several texts as the items of a list (`a, b, c`); none of none.
    #[must_use]
    pub fn list(texts: impl IntoIterator<Item = Self>) -> Option<Self> {
        texts.into_iter().reduce(|all, one| Self::new("listed").with("first", all).with("second", one))
    }
}
