//! Which count the entry numbers of a file belong to whose header is lost.
//!
//! Numbers order boots, and only inside one count. A file without the count's id would be a history of its own,
//! put before or after everything else as a whole. The files beside it tell: the same boot, numbers that join, or
//! at least a place among their numbers that the clock agrees with.

use std::collections::BTreeMap;

use model::{BootId, Id128, MachineId};

use crate::drafts::{Draft, Edge};
use crate::outcome::Outcome;

/// What a file holds of a boot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    pub(crate) machine: Option<MachineId>,
    boot: BootId,
    source: Id128,
    /// First and last number.
    numbers: (u64, u64),
    first: Edge,
    last: Edge,
}

impl Stretch {
    /// Of what one file gave of a boot; `None` without numbers.
    pub(crate) fn of(part: &Draft) -> Option<Self> {
        let range = part.ranges.first()?;
        Some(Self {
            machine: part.machine,
            boot: part.id,
            source: range.source,
            numbers: (range.first, range.last),
            first: part.first?,
            last: part.last?,
        })
    }

    /// The last number.
    pub(crate) const fn last_number(&self) -> u64 {
        self.numbers.1
    }
}

/// How well a stretch goes with one of a count that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    /// It can't be of the same count.
    Never,
    /// Numbers and clock disagree.
    AgainstClock,
    /// Nothing speaks against it.
    Possible,
    /// It is.
    Sure,
}

fn fit(lost: &Stretch, known: &Stretch) -> Fit {
    if lost.machine.zip(known.machine).is_some_and(|(lost, known)| lost != known) {
        return Fit::Never;
    }
    let is_same = |one: &Edge, other: &Edge| {
        one.at == other.at
            && one.monotonic == other.monotonic
            && one.seq.map(|seq| seq.number) == other.seq.map(|seq| seq.number)
    };
    if lost.boot == known.boot && (is_same(&lost.first, &known.first) || is_same(&lost.last, &known.last)) {
        // A copy, or what is left of one.
        return Fit::Sure;
    }
    let (earlier, later) = if lost.numbers.1 < known.numbers.0 {
        (lost, known)
    } else if known.numbers.1 < lost.numbers.0 {
        (known, lost)
    } else {
        return Fit::Never;
    };
    if lost.boot == known.boot {
        return if earlier.last.monotonic <= later.first.monotonic { Fit::Sure } else { Fit::Never };
    }
    if earlier.last.at > later.first.at {
        return Fit::AgainstClock;
    }
    if earlier.numbers.1.checked_add(1) == Some(later.numbers.0) { Fit::Sure } else { Fit::Possible }
}

/// How well all of a file goes with all that is known of a count.
fn fit_of_all(lost: &[Stretch], known: &[Stretch]) -> Fit {
    let mut whole = Fit::Possible;
    for fit in lost.iter().flat_map(|lost| known.iter().map(move |known| fit(lost, known))) {
        match (fit, whole) {
            (Fit::Never, _) => return Fit::Never,
            (Fit::Sure, _) => whole = Fit::Sure,
            (Fit::AgainstClock, Fit::Possible) => whole = Fit::AgainstClock,
            _ => {}
        }
    }
    whole
}

/// Gives files whose count's id is lost the count that the files beside them have.
pub(crate) fn tell(outcome: &mut Outcome) {
    let lost: BTreeMap<usize, Id128> =
        outcome.walked.iter().filter_map(|(index, walked)| Some((*index, walked.made_up_count()?))).collect();
    let mut known: BTreeMap<Id128, Vec<Stretch>> = BTreeMap::new();
    for (_, read) in outcome.files.iter().filter(|(index, _)| !lost.contains_key(index)) {
        for stretch in &read.stretches {
            known.entry(stretch.source).or_default().push(*stretch);
        }
    }
    for (index, made_up) in lost {
        let Some(read) = outcome.files.get(&index) else { continue };
        let stretches = read.stretches.clone();
        let fits = |wanted: Fit| {
            let fitting = known.iter().filter(|(_, known)| fit_of_all(&stretches, known) == wanted);
            fitting.map(|(source, _)| *source).collect::<Vec<_>>()
        };
        let source = match (&fits(Fit::Sure)[..], &fits(Fit::Possible)[..]) {
            ([one], _) | ([], [one]) => *one,
            _ => continue,
        };
        rename(outcome, index, made_up, source);
        let stretches = stretches.into_iter().map(|stretch| Stretch { source, ..stretch });
        known.entry(source).or_default().extend(stretches);
    }
}

fn rename(outcome: &mut Outcome, index: usize, made_up: Id128, source: Id128) {
    outcome.drafts.iter_mut().for_each(|draft| draft.rename_count(made_up, source));
    if let Some(walked) = outcome.walked.get_mut(&index) {
        walked.name_count(source);
        let what =
            "its header does not say which count its entries were numbered in: that of the files beside it";
        outcome.problems.push(format!("{}: {what}", walked.path().display()));
    }
}

#[cfg(test)]
mod tests {
    use model::{Micros, Seq};

    use super::*;

    /// A stretch of numbers; the wall clock shows so many seconds at its ends, 5 s after the boot's start.
    fn stretch(boot: u128, numbers: (u64, u64), seconds: (i64, i64)) -> Stretch {
        let source = Id128::of(1);
        let edge = |number, second: i64| Edge {
            at: Micros::from_secs(second),
            monotonic: Some((second - seconds.0 + 5) * 1_000_000),
            seq: Some(Seq { source, number }),
        };
        let (first, last) = (edge(numbers.0, seconds.0), edge(numbers.1, seconds.1));
        Stretch { machine: None, boot: Id128::of(boot), source, numbers, first, last }
    }

    #[test]
    fn a_file_finds_its_place_among_numbers() {
        let known = [
            stretch(1, (1, 100), (1000, 2000)),
            stretch(3, (201, 300), (5000, 6000)),
            stretch(4, (301, 400), (7000, 7100)),
        ];
        for (lost, fit) in [
            // The numbers join.
            (stretch(2, (101, 150), (3000, 4000)), Fit::Sure),
            (stretch(2, (401, 500), (8000, 9000)), Fit::Sure),
            // There is room for it.
            (stretch(2, (120, 150), (3000, 4000)), Fit::Possible),
            (stretch(2, (900, 950), (8000, 9000)), Fit::Possible),
            // The clock says otherwise.
            (stretch(2, (120, 150), (8000, 9000)), Fit::AgainstClock),
            // Other entries with the same numbers.
            (stretch(2, (50, 150), (3000, 4000)), Fit::Never),
            // What is left of a copy.
            (stretch(3, (201, 250), (5000, 5500)), Fit::Sure),
            (stretch(3, (201, 250), (5001, 5500)), Fit::Never),
        ] {
            assert_eq!(fit_of_all(&[lost], &known), fit, "{lost:?}");
        }
        let mut other = stretch(2, (101, 150), (3000, 4000));
        other.machine = Some(Id128::of(7));
        let known = known.map(|known| Stretch { machine: Some(Id128::of(8)), ..known });
        assert_eq!(fit_of_all(&[other], &known), Fit::Never);
    }
}
