//! What could not be used and what had to be assumed, in words.

use model::Problem;

/// Lines of a kind that are told one by one; the rest is only counted.
const TOLD: u64 = 5;
/// Longest part of a line that is quoted.
const QUOTED: usize = 80;

/// The problems of one log.
#[derive(Default)]
pub(crate) struct Notes {
    problems: Vec<Problem>,
    /// Lines that were not understood.
    pub(crate) rejected: u64,
    /// Reading ended before the log did.
    pub(crate) is_cut_off: bool,
    cut: u64,
    nul_bytes: u64,
    nul_places: u64,
    first_nul: Option<u64>,
}

impl Notes {
    /// Tells something once.
    pub(crate) fn tell(&mut self, line: Option<u64>, what: impl Into<String>) {
        let what = what.into();
        if !self.problems.iter().any(|known| known.what == what) {
            self.problems.push(Problem { line, what });
        }
    }

    /// A line that is not of the form.
    pub(crate) fn reject(&mut self, line: u64, text: &str, form: &str) {
        self.rejected += 1;
        if self.rejected <= TOLD {
            let quoted: String = text.chars().take(QUOTED).collect();
            self.problems.push(Problem {
                line: Some(line),
                what: format!("not a line of {form}, passed over: {quoted:?}"),
            });
        }
    }

    /// A line of which only the start is kept.
    pub(crate) fn cut(&mut self, line: u64) {
        self.cut += 1;
        if self.cut == 1 {
            let what = "a line longer than 64 KiB: only its start is read".to_owned();
            self.problems.push(Problem { line: Some(line), what });
        }
    }

    /// NUL bytes in a line.
    pub(crate) fn nuls(&mut self, line: u64, bytes: u64) {
        self.nul_bytes = self.nul_bytes.saturating_add(bytes);
        self.nul_places += 1;
        self.first_nul.get_or_insert(line);
    }

    /// All of them.
    pub(crate) fn into_problems(mut self) -> Vec<Problem> {
        if self.rejected > TOLD {
            let what = format!("{} lines were not understood, the first {TOLD} are told", self.rejected);
            self.problems.push(Problem { line: None, what });
        }
        if self.cut > 1 {
            let what = format!("{} lines are longer than 64 KiB", self.cut);
            self.problems.push(Problem { line: None, what });
        }
        if self.nul_bytes > 0 {
            let what = format!(
                "{} NUL bytes in {} place(s): blocks that never reached the disk before a crash, or a file \
                 emptied under its writer; lines are lost there",
                self.nul_bytes, self.nul_places
            );
            self.problems.push(Problem { line: self.first_nul, what });
        }
        self.problems
    }
}
