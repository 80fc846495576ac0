//! Problems of one input, the first few of each kind.

use std::collections::BTreeMap;

use model::Problem;

/// Problems of one kind that are told in full.
const PER_KIND: u64 = 5;

/// Collects problems without letting a damaged input flood the report.
#[derive(Default)]
pub(crate) struct Notes {
    problems: Vec<Problem>,
    counts: BTreeMap<&'static str, u64>,
}

impl Notes {
    /// Adds a problem; after the first few of its kind it is only counted.
    pub(crate) fn add(&mut self, kind: &'static str, line: Option<u64>, what: String) {
        let count = self.counts.entry(kind).or_default();
        *count += 1;
        if *count <= PER_KIND {
            self.problems.push(Problem { line, what });
        }
    }

    /// The problems, with one line that counts those not told.
    pub(crate) fn into_problems(mut self) -> Vec<Problem> {
        let more: u64 = self.counts.values().map(|count| count.saturating_sub(PER_KIND)).sum();
        if more > 0 {
            self.problems
                .push(Problem { line: None, what: format!("{more} more problems of the same kinds") });
        }
        self.problems
    }
}
