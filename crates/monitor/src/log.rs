//! What could not be used, and what a reader of the report should know.

use crate::Reject;

/// How many rejected lines are kept.
const REJECTS: usize = 20;
/// How many notes are kept.
const NOTES: usize = 100;
/// How much of a line is quoted.
const QUOTE: usize = 120;

/// Rejected lines and notes, bounded however broken the file is.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// How many lines were rejected.
    pub(crate) rejected: u64,
    rejects: Vec<Reject>,
    notes: Vec<Reject>,
    more_notes: u64,
}

impl Log {
    /// Counts a rejected line; the first ones by line number are kept, in whatever order they come.
    pub(crate) fn reject(&mut self, line: u64, reason: impl FnOnce() -> String) {
        self.rejected += 1;
        if self.rejects.len() == REJECTS && self.rejects.last().is_some_and(|last| last.line <= line) {
            return;
        }
        let at = self.rejects.partition_point(|reject| reject.line <= line);
        self.rejects.insert(at, Reject { line, reason: reason() });
        self.rejects.truncate(REJECTS);
    }

    /// Takes what another one holds.
    pub(crate) fn merge(&mut self, other: Self) {
        let counted = self.rejected + other.rejected;
        other.rejects.into_iter().for_each(|reject| self.reject(reject.line, || reject.reason));
        self.rejected = counted;
        other.notes.into_iter().for_each(|note| self.note(note.line, || note.reason));
        self.more_notes += other.more_notes;
    }

    /// Adds a note.
    pub(crate) fn note(&mut self, line: u64, note: impl FnOnce() -> String) {
        if self.notes.len() < NOTES {
            self.notes.push(Reject { line, reason: note() });
        } else {
            self.more_notes += 1;
        }
    }

    /// The rejects and the notes, by line.
    pub(crate) fn finish(mut self) -> (u64, Vec<Reject>, Vec<Reject>) {
        self.notes.sort_by_key(|note| note.line);
        if self.more_notes > 0 {
            let line = self.notes.last().map_or(0, |note| note.line);
            self.notes.push(Reject { line, reason: format!("and {} more remarks", self.more_notes) });
        }
        (self.rejected, self.rejects, self.notes)
    }
}

/// The beginning of a text, for a message.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted: String = text.chars().take(QUOTE).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(QUOTE).is_some() {
        quoted.push('…');
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rejects_are_kept() {
        let mut log = Log::default();
        for line in (1..=50).rev() {
            log.reject(line, String::new);
        }
        let (rejected, rejects, _) = log.finish();
        assert_eq!(rejected, 50);
        assert_eq!(
            rejects.iter().map(|reject| reject.line).collect::<Vec<_>>(),
            (1..=20).collect::<Vec<_>>()
        );
    }

    #[test]
    fn notes_are_bounded() {
        let mut log = Log::default();
        for line in 0..1000 {
            log.note(line, || "x".to_owned());
        }
        assert_eq!(log.finish().2.len(), NOTES + 1);
    }
}
