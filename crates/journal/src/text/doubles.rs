//! Lines that two sources of one boot both hold are one line.
//!
//! A text log has the same words, with a time to the second at best, and no sequence number. The pairing is one to
//! one: a line that both sources hold three times stays three lines.

use std::collections::HashMap;

use model::{Identity, Record, Span};

/// How far the times of one line may lie apart: a text log cuts the fraction off, and another daemon wrote it.
const APART: Span = Span::secs(2);
/// The kernel's first lines bear the time at which a daemon read the buffer, and daemons start at different times.
const EARLY: i64 = 180_000_000;
/// A daemon holds back what repeats for at most this long.
const REPEATED: Span = Span::minutes(24 * 60);
/// Lines of one text that are compared.
const ALIKE_MAX: usize = 4_096;

/// What of `more` is not in `known`.
pub(super) fn without_doubles(known: &[Record], more: Vec<Record>) -> Vec<Record> {
    let mut alike: HashMap<(bool, &str), Vec<(&Record, bool)>> = HashMap::new();
    for record in known {
        let same = alike.entry(key(record)).or_default();
        if same.len() < ALIKE_MAX {
            same.push((record, false));
        }
    }
    let mut doubles = Vec::with_capacity(more.len());
    for (index, record) in more.iter().enumerate() {
        // `message repeated N times` bears the time of the last.
        let is_line =
            |other: Option<&Record>| other.is_some_and(|other| other.origin.line == record.origin.line);
        let before = index.checked_sub(1).and_then(|before| more.get(before));
        let is_repeated = is_line(before) || is_line(more.get(index + 1));
        let same = alike.get_mut(&key(record)).into_iter().flatten();
        let fits = |other: &Record| {
            is_one(other, record)
                || is_repeated && other.at <= record.at + APART && record.at.since(other.at) <= REPEATED
        };
        let fitting = same.filter(|(other, taken)| !taken && fits(other));
        let twin = fitting.min_by_key(|(other, _)| other.at.since(record.at).abs());
        doubles.push(twin.map(|(_, taken)| *taken = true).is_some());
    }
    more.into_iter().zip(doubles).filter(|(_, double)| !double).map(|(record, _)| record).collect()
}

/// The speaker as far as every form has it, and the first line of the words: a daemon may drop the others.
fn key(record: &Record) -> (bool, &str) {
    let words = record.message.lines().next().unwrap_or_default().trim();
    (record.identity() == Identity::Kernel, words)
}

fn is_one(one: &Record, other: &Record) -> bool {
    if let (Some(mine), Some(theirs)) = (one.kernel_time, other.kernel_time) {
        return mine == theirs;
    }
    let early = |record: &Record| record.monotonic.is_some_and(|at| at < EARLY);
    let apart = one.at.since(other.at).abs();
    apart <= APART || early(one) && early(other) && apart <= Span(EARLY)
}
