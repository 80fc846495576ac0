//! The sentences of a report: in English where they stand, and as messages for every other language.

use std::cell::RefCell;
use std::collections::BTreeMap;

use catalogue::Lang;
use model::Text;

use crate::schema::Message;

/// What was said so far.
#[derive(Default)]
pub(super) struct Said(RefCell<BTreeMap<String, Message>>);

impl Said {
    /// The text in English; its message is kept.
    pub(super) fn say(&self, text: &Text) -> String {
        let english = Lang::En.say(text);
        if text.id != "plain" {
            self.0.borrow_mut().entry(english.clone()).or_insert_with(|| text.into());
        }
        english
    }

    /// The messages by their English text.
    pub(super) fn into_messages(self) -> BTreeMap<String, Message> {
        self.0.into_inner()
    }
}
