//! What whole logs must give.

mod boots;
mod laws;
mod pastes;
mod pid1;
mod samples;
mod shape;
mod times;

use model::{InputId, Micros, Record};

use crate::{Form, Options, Reading};

/// 2026-11-26T10:00:00Z.
pub(crate) const NOON: i64 = 1_795_687_200_000_000;

/// Options that keep everything.
pub(crate) fn keep_all<'a>() -> Options<'a> {
    Options {
        input: InputId(3),
        form: None,
        zone: None,
        year: None,
        not_after: Some(Micros(NOON)),
        lines: None,
        first_line: 1,
        select: &|_| true,
        head_entries: 1,
        tail_entries: 0,
    }
}

/// Reads a text with everything kept.
pub(crate) fn all(text: &str) -> Reading {
    with(text, &keep_all())
}

pub(crate) fn with(text: &str, options: &Options) -> Reading {
    crate::read(&mut text.as_bytes(), options)
}

/// Reads a text in a form.
pub(crate) fn of(form: Form, text: &str) -> Reading {
    with(text, &Options { form: Some(form), ..keep_all() })
}

pub(crate) fn records(reading: &Reading) -> Vec<&Record> {
    reading.boots.iter().flat_map(|boot| &boot.records).collect()
}

/// An instant as RFC 3339 in whole seconds.
pub(crate) fn shown(at: Micros) -> String {
    let at = chrono::DateTime::from_timestamp_micros(at.0).expect("an instant");
    at.format("%Y-%m-%dT%H:%M:%S").to_string()
}

pub(crate) fn told(reading: &Reading, part: &str) -> bool {
    reading.problems.iter().any(|problem| problem.what.contains(part))
}
