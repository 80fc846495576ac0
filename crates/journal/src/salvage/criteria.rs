//! What a survey looks for, as the values of a file are met.

use std::collections::HashMap;

use model::{BootId, Id128};

use super::bits::Class;
use super::hash::Checks;
use super::payload;
use crate::{Selection, fields};

/// Values that are kept a mark of; more is no journal that anybody wrote.
const MARKS_MAX: usize = 500_000;

/// What is asked for. The parts mean the same as those of a [`Selection`].
pub(super) struct Criteria<'a> {
    pub(super) filtered: &'a [(&'static str, String)],
    pub(super) chatty: &'a [(&'static str, String)],
    pub(super) wanted: &'a dyn Fn(&[u8]) -> bool,
    pub(super) always: &'a [Id128],
    pub(super) heads: usize,
    pub(super) tails: usize,
    /// Fields that a mark can stand at: of most values the name says enough.
    names: Vec<&'static str>,
}

impl<'a> Criteria<'a> {
    pub(super) fn of(selection: &'a Selection) -> Self {
        Self {
            chatty: &selection.chatty,
            always: &selection.always,
            heads: selection.head_entries.max(1),
            tails: selection.tail_entries,
            ..Self::of_terms(&selection.filtered, &selection.wanted)
        }
        .with_names()
    }

    /// Nothing but what the terms select.
    pub(super) fn of_terms(
        filtered: &'a [(&'static str, String)],
        wanted: &'a dyn Fn(&[u8]) -> bool,
    ) -> Self {
        Self { filtered, chatty: &[], wanted, always: &[], heads: 0, tails: 0, names: Vec::new() }
            .with_names()
    }

    fn with_names(mut self) -> Self {
        self.names = vec!["MESSAGE_ID", "_TRANSPORT", "_PID", "UNIT", "_BOOT_ID"];
        self.names.extend(self.filtered.iter().chain(self.chatty).map(|(name, _)| *name));
        self.names.sort_unstable();
        self.names.dedup();
        self
    }
}

/// What a value means to the survey.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    /// One of the filtered terms.
    pub(super) is_term: bool,
    /// Which of the chatty terms.
    pub(super) chatty: Option<usize>,
    /// A `MESSAGE_ID` that is always kept.
    pub(super) is_always: bool,
    /// The kernel, PID 1 or journald speaks.
    pub(super) is_system: bool,
    /// A `UNIT`.
    pub(super) is_unit: bool,
    /// A `_BOOT_ID`.
    pub(super) boot: Option<BootId>,
}

/// The marked values of a file by their offsets.
#[derive(Default)]
pub(super) struct Marks {
    marks: HashMap<u64, Mark>,
    room: Vec<u8>,
}

impl Marks {
    pub(super) fn get(&self, at: u64) -> Mark {
        self.marks.get(&at).copied().unwrap_or_default()
    }

    /// Boots that a value names.
    pub(super) fn boots(&self) -> impl Iterator<Item = BootId> {
        self.marks.values().filter_map(|mark| mark.boot)
    }

    /// Looks at a value; its class, none if it is damaged.
    pub(super) fn see(
        &mut self,
        (at, flags, hash): (u64, u8, u64),
        payload: &[u8],
        criteria: &Criteria,
        checks: &mut Checks,
    ) -> Class {
        let undone =
            payload::undo(flags, payload, &mut self.room).and_then(|field| checks.judge(hash, field));
        let Some((name, value)) = undone.as_deref().and_then(payload::name_and_value) else {
            return Class::None;
        };
        if name == b"MESSAGE" {
            return if (criteria.wanted)(value) { Class::Wanted } else { Class::Value };
        }
        match mark(name, value, criteria) {
            Some(mark) if self.marks.len() < MARKS_MAX => {
                self.marks.insert(at, mark);
                Class::Marked
            }
            _ => Class::Value,
        }
    }
}

fn mark(name: &[u8], value: &[u8], criteria: &Criteria) -> Option<Mark> {
    if !criteria.names.iter().any(|known| known.as_bytes() == name) {
        return None;
    }
    let is = |term: &(&'static str, String)| term.0.as_bytes() == name && term.1.as_bytes() == value;
    let mut mark = Mark {
        is_term: criteria.filtered.iter().any(is),
        chatty: criteria.chatty.iter().position(is),
        ..Mark::default()
    };
    match name {
        b"MESSAGE_ID" => mark.is_always = fields::id(value).is_some_and(|id| criteria.always.contains(&id)),
        b"_TRANSPORT" => mark.is_system = matches!(value, b"kernel" | b"driver"),
        b"_PID" => mark.is_system = value == b"1",
        b"UNIT" => mark.is_unit = true,
        b"_BOOT_ID" => mark.boot = fields::id(value).filter(|id| *id != Id128::ZERO),
        _ => {}
    }
    let means = mark.is_term
        || mark.chatty.is_some()
        || mark.is_always
        || mark.is_system
        || mark.is_unit
        || mark.boot.is_some();
    means.then_some(mark)
}
