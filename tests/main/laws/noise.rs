//! Law: harmless lines with alarming words change no verdict.
//!
//! A claim may get one step less sure for them, never surer.

use std::collections::BTreeMap;

use super::incident::{BootId, Incident, Variant, Verdict, check, differences, seeds};
use super::noise_lines::{KINDS, Kind, Needs, Place};
use super::noise_passed::PASSED;
use super::rng::Rng;
use super::stream::{Insertion, Stream};
use super::tail::cut;

const SECOND: i64 = 1_000_000;
const MINUTE: i64 = 60 * SECOND;

/// What is in the middle of a boot begins this long after its start and ends this long before its end: what
/// the host lived through for a quarter of an hour did not end it.
const MIDDLE_FROM: i64 = 5 * MINUTE;
const MIDDLE_UNTIL: i64 = 15 * MINUTE;

/// One of so many kinds is left out of a boot.
const LEFT_OUT: u64 = 3;

#[test]
fn harmless_noise_changes_no_verdict() {
    check_noise(KINDS);
}

#[test]
fn trouble_that_passed_changes_no_verdict() {
    check_noise(PASSED);
}

/// What noise is added to: a journal, a monitor's table, and what is said of them without it.
struct Base {
    stream: Stream,
    table: Option<String>,
    verdicts: BTreeMap<BootId, Verdict>,
}

impl Base {
    /// By seed in turn the incident as it is, with its newest boot judged as dead; or with every boot cut
    /// short at a moment at which nothing need have happened: there the noise comes last.
    fn new(incident: &Incident, seed: u64) -> Self {
        let (stream, table) = if seed.is_multiple_of(2) {
            (incident.stream.clone(), incident.monitor.clone())
        } else {
            cut(incident, |(_, boot), (first, last)| {
                let mut rng = Rng::new(seed, &[&incident.name, boot, "cut"]);
                first + (last - first) / 100 * rng.between(20, 100)
            })
        };
        let verdicts = judge(&stream, table.as_deref());
        Self { stream, table, verdicts }
    }
}

fn judge(stream: &Stream, table: Option<&str>) -> BTreeMap<BootId, Verdict> {
    Variant::of(stream, table).with(["--ended"]).run().verdicts()
}

fn check_noise(kinds: &[Kind]) {
    check(|incident| {
        let mut broken = Vec::new();
        for seed in seeds(2) {
            let base = Base::new(incident, seed);
            let broken_by = |kinds: &[Kind]| {
                let stream = noisy(&base.stream, &incident.name, seed, kinds);
                differences(&base.verdicts, &judge(&stream, base.table.as_deref()), is_as_before)
            };
            let found = broken_by(kinds);
            if !found.is_empty() {
                let alone = kinds.iter().filter(|kind| !broken_by(std::slice::from_ref(*kind)).is_empty());
                let culprits: Vec<&str> = alone.map(|kind| kind.name).collect();
                let line = |found: String| format!("seed {seed}, alone broken by {culprits:?}: {found}");
                broken.extend(found.into_iter().map(line));
            }
        }
        broken
    });
}

/// The same answer, at most one step less sure.
fn is_as_before(was: &Verdict, is: &Verdict) -> bool {
    let less_sure = match (was.confidence, is.confidence) {
        (Some(was), Some(is)) => is <= was && was - is <= 1,
        (was, is) => was == is,
    };
    less_sure && Verdict { confidence: was.confidence, ..is.clone() } == *was
}

/// The stream with noise of these kinds in every boot. The choices of each kind are its own, so that a kind
/// alone says the same as among others.
fn noisy(stream: &Stream, name: &str, seed: u64, kinds: &[Kind]) -> Stream {
    let has_driver = stream.entries.iter().any(|entry| entry.message().starts_with("NVRM: "));
    let mut insertions = Vec::new();
    for ((_, boot_id), places) in stream.boots() {
        let boot = Boot::new(stream, &places);
        for kind in kinds {
            let mut rng = Rng::new(seed, &[name, &boot_id, kind.name]);
            let is_possible = (kind.needs != Needs::NvidiaDriver || has_driver)
                && (kind.of_user || !boot.is_only_of_user)
                && !rng.one_in(LEFT_OUT);
            if is_possible {
                insertions.extend(boot.noise(kind, &mut rng));
            }
        }
    }
    stream.with(insertions, &mut Rng::new(seed, &[name]))
}

/// A boot of a stream and where in it something can be put.
struct Boot<'a> {
    stream: &'a Stream,
    /// The places of its entries, by monotonic time.
    places: Vec<usize>,
    is_only_of_user: bool,
}

impl<'a> Boot<'a> {
    fn new(stream: &'a Stream, places: &[usize]) -> Self {
        let mut places = places.to_vec();
        places.sort_by_key(|&place| stream.entries[place].monotonic());
        let is_only_of_user = places.iter().all(|&place| stream.entries[place].is_of_user());
        Self { stream, places, is_only_of_user }
    }

    fn time(&self, at: usize) -> i64 {
        self.stream.entries[self.places[at]].monotonic()
    }

    fn noise(&self, kind: &Kind, rng: &mut Rng) -> Vec<Insertion> {
        let (first, last) = (self.time(0), self.time(self.places.len() - 1));
        let middle = (first + MIDDLE_FROM, last - MIDDLE_UNTIL);
        let mut insertions = Vec::new();
        match kind.place {
            Place::Start => {
                // Only where the kernel's first lines are there.
                let banner = (0..self.places.len().min(5))
                    .find(|&at| self.stream.entries[self.places[at]].message().starts_with("Linux version"));
                insertions.extend(banner.into_iter().flat_map(|at| self.insert(at, kind, rng)));
            }
            Place::Middle => insertions.extend(self.insert_within(middle, kind, rng)),
            Place::Anywhere => {
                insertions.extend(self.insert_within(middle, kind, rng));
                insertions.extend(self.insert_within((last - MINUTE, last), kind, rng));
            }
            Place::Stopping => {
                let wish = (0..self.places.len()).find(|&at| {
                    let entry = &self.stream.entries[self.places[at]];
                    entry.bytes_of("SHUTDOWN").is_some() && entry.text("_TRANSPORT") != "kernel"
                });
                let end = self.stream.entries[self.places[self.places.len() - 1]].message();
                if let Some(wish) = wish.filter(|_| end == "Journal stopped") {
                    insertions.extend(self.insert_within((self.time(wish), last), kind, rng));
                }
            }
        }
        insertions
    }

    /// Puts the lines somewhere in a stretch of time, nothing if it has no room. Never between lines that came
    /// at once: the kernel's reports of several lines are not interrupted by itself.
    fn insert_within(&self, (from, to): (i64, i64), kind: &Kind, rng: &mut Rng) -> Vec<Insertion> {
        const ROOM: i64 = 20_000;
        let roomy: Vec<usize> = (0..self.places.len() - 1)
            .filter(|&at| self.time(at) >= from && self.time(at + 1) <= to)
            .filter(|&at| self.time(at + 1) - self.time(at) >= ROOM)
            .collect();
        if roomy.is_empty() { Vec::new() } else { self.insert(*rng.pick(&roomy), kind, rng) }
    }

    /// Puts the lines behind an entry, spread over the first tenth of the time until the next one.
    fn insert(&self, at: usize, kind: &Kind, rng: &mut Rng) -> Vec<Insertion> {
        let lines = (kind.lines)(rng);
        let next = if at + 1 < self.places.len() { self.time(at + 1) } else { self.time(at) };
        let step = (next - self.time(at)) / 10 / (lines.len() as i64 + 1);
        let after = self.places[at];
        let insertion = |(n, fields): (i64, _)| Insertion { after, later: n * step.min(SECOND / 5), fields };
        (1..).zip(lines).map(insertion).collect()
    }
}
