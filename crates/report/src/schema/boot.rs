//! What a report says of one boot.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CauseName, CiteKind, ConfidenceName, EndingName, HypothesisName, closed};
use crate::Stamp;

/// One boot and how it ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BootReport {
    /// Its machine.
    #[schemars(schema_with = "closed::machine_id")]
    pub machine_id: Option<String>,
    /// Its id.
    #[schemars(regex(pattern = "^[0-9a-f]{32}$"))]
    pub boot_id: String,
    /// Whether a source names this id; else it is made up of the host's name and the boot's start.
    #[serde(default = "yes")]
    pub id_recorded: bool,
    /// Whether its wall times are guesses: only times since its start are on record.
    #[serde(default)]
    pub times_assumed: bool,
    /// 0 for the newest boot of its machine, -1 for the one before.
    pub offset: i64,
    /// Its first entry.
    pub first: Option<Stamp>,
    /// Its last entry.
    pub last: Option<Stamp>,
    /// When the next boot started.
    pub next_first: Option<Stamp>,
    /// Between which instants it ended, if it ended unexpectedly.
    pub died_between: Option<(Stamp, Stamp)>,
    /// Steps of the wall clock.
    pub clock_steps: Vec<ClockStepInfo>,
    /// Entries of its journal.
    #[serde(default)]
    pub entries: Option<u64>,
    /// How it ended.
    pub ending: EndingName,
    /// How, more closely: the closed list of the contract (`reboot`, `abrupt`, `header_only` ...).
    #[schemars(schema_with = "closed::ending_details")]
    pub ending_detail: String,
    /// Why it is taken for running: `live` or `copied`.
    #[schemars(schema_with = "closed::running_basis")]
    pub running_basis: Option<String>,
    /// Who or what asked for the end.
    pub requested_by: Option<String>,
    /// The cause, of an unexpected end only.
    pub cause: Option<CauseName>,
    /// How sure that is.
    pub confidence: Option<ConfidenceName>,
    /// What is known where the cause is not: the closed list of the contract.
    #[schemars(schema_with = "closed::findings")]
    pub finding: Option<String>,
    /// Why, in one sentence. Holds no times of day, as these depend on the reader's zone.
    pub summary: String,
    /// The hypothesis that came second.
    pub runner_up: Option<RunnerUp>,
    /// The totals.
    pub totals_db: Totals,
    /// The piece of evidence without which the verdict would be another.
    pub flips_without: Option<String>,
    /// The evidence.
    pub evidence: Vec<EvidenceInfo>,
    /// What samplers did not see before the end.
    pub blind_windows: Vec<BlindWindowInfo>,
    /// Monitors' files that begin after the boot.
    #[serde(default)]
    pub unsampled: Vec<Unsampled>,
    /// How usual its signals are on this host.
    pub base_rates: Vec<BaseRateInfo>,
    /// Which source covers what.
    pub coverage: Vec<Coverage>,
    /// Runs that survived under like conditions.
    pub controls: Vec<Control>,
    /// What surrounds the end without deciding it: who held the memory, which programs ran out of GPU memory.
    #[serde(default)]
    pub context: Vec<ContextInfo>,
    /// Why what guards against memory exhaustion did not help.
    pub protection: Protection,
    /// What was running at the end.
    pub running: Vec<Running>,
    /// What the timeline and the charts show.
    pub events: Vec<EventInfo>,
    /// Every series of the whole boot in figures.
    #[serde(default)]
    pub sampled: Vec<Sampled>,
    /// The samples of the window shown, thinned.
    pub series: Vec<SeriesInfo>,
    /// Memory, swap, temperatures and power of the last minutes side by side; none where nothing was sampled.
    #[serde(default)]
    pub last_minutes: Option<LastMinutes>,
    /// What to do.
    pub advice: Vec<Advice>,
}

const fn yes() -> bool {
    true
}

/// A step of the wall clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClockStepInfo {
    /// The first entry after it, in its own wall time.
    pub at: Stamp,
    /// How far the clock moved in seconds; positive is forward.
    pub by_s: f64,
}

/// The hypothesis that came second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunnerUp {
    /// Which.
    pub cause: HypothesisName,
    /// Its total in decibans.
    pub total_db: i32,
}

/// Totals in decibans; unknown where a boot was not judged.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Totals {
    /// Of memory exhaustion.
    pub memory_exhaustion: Option<i32>,
    /// Of heat.
    pub thermal: Option<i32>,
    /// Of anything else that is recorded.
    pub other: Option<i32>,
}

/// One piece of evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceInfo {
    /// Its id in this report, such as `e3`.
    pub id: String,
    /// The rule that gave it.
    pub rule: String,
    /// What it speaks to.
    #[serde(rename = "for")]
    pub hypothesis: HypothesisName,
    /// Its weight in decibans (10 = ten to one); negative speaks against.
    pub weight_db: i32,
    /// Pieces of one group see the same thing.
    pub group: String,
    /// Whether it shows the cause itself at work, in contrast to a circumstance.
    #[serde(default)]
    pub direct: bool,
    /// What it says, in one sentence.
    pub text: String,
    /// When.
    pub at: Option<Stamp>,
    /// What it rests on.
    pub cites: Vec<Citation>,
}

/// What a piece of evidence rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Citation {
    /// What kind of thing it is.
    pub kind: CiteKind,
    /// The input, none for an absence.
    pub input: Option<u32>,
    /// journald's cursor of the entry.
    pub cursor: Option<String>,
    /// The (first) line, counted from 1 in the decompressed stream.
    pub line: Option<u64>,
    /// The last line of a stretch.
    pub line_last: Option<u64>,
    /// The instant, or the first of a stretch.
    pub from: Option<Stamp>,
    /// The last instant of a stretch.
    pub to: Option<Stamp>,
    /// The line as it was logged, the samples in words, or what is missing.
    pub raw: String,
    /// Why what is missing would have been seen.
    #[serde(default)]
    pub because: Option<String>,
}

/// What a sampler did not see before the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BlindWindowInfo {
    /// What was sampled and by whom, such as `mem_available_mib of monitor.csv`.
    pub series: String,
    /// Usual distance between samples in seconds.
    pub cadence_s: Option<f64>,
    /// The last sample before the end.
    pub last_sample: Stamp,
    /// Its value.
    pub last_value: f64,
    /// The value's unit.
    #[serde(default)]
    pub unit: String,
    /// From the last sample to the last journal entry, seconds; negative if the sampler outlived the journal.
    pub unseen_until_last_entry_s: f64,
    /// From the last sample to the next boot's start, seconds.
    pub unseen_until_next_boot_s: Option<f64>,
    /// Whether a collapse as fast as the fastest known would have shown.
    pub could_have_seen: bool,
    /// The arithmetic in one sentence.
    pub text: String,
}

/// A monitor's file that has nothing about the boot, because it begins after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unsampled {
    /// The file's name.
    pub sampler: String,
    /// Its first sample, in the next boot.
    pub first_sample: Stamp,
    /// One sentence.
    pub text: String,
}

/// How often a signal occurs in the host's other boots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BaseRateInfo {
    /// The signal's name, such as `nvrm.no_memory`.
    pub signal: String,
    /// What that is in words, if the name does not say it.
    #[serde(default)]
    pub text: Option<String>,
    /// Boots that ended cleanly and have it.
    pub clean_boots_with: u32,
    /// Boots that ended cleanly.
    pub clean_boots: u32,
    /// Other boots that ended unexpectedly and have it.
    pub unexpected_boots_with: u32,
    /// Other boots that ended unexpectedly.
    pub unexpected_boots: u32,
}

/// What a source covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Coverage {
    /// The source.
    pub source: String,
    /// From when.
    pub from: Option<Stamp>,
    /// To when.
    pub to: Option<Stamp>,
    /// What it would have shown.
    pub shows: Vec<String>,
    /// The input that it is, if it is a single one; the journal may be several.
    #[serde(default)]
    pub input: Option<u32>,
}

/// A run that survived under like conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Control {
    /// Its boot.
    #[schemars(regex(pattern = "^[0-9a-f]{32}$"))]
    pub boot_id: String,
    /// From when.
    pub from: Option<Stamp>,
    /// To when.
    pub to: Option<Stamp>,
    /// What it went through.
    pub text: String,
}

/// Something that surrounds the end without deciding it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ContextInfo {
    /// `memory_holders`, `gpu_out_of_memory` or `killed`.
    pub kind: String,
    /// When.
    pub at: Stamp,
    /// One sentence.
    pub text: String,
    /// The line that says it.
    pub cite: Citation,
}

/// What guards against memory exhaustion, and what it did.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Protection {
    /// earlyoom.
    pub earlyoom: Option<String>,
    /// The kernel's OOM killer.
    pub oom_killer: Option<String>,
}

/// Something that was running at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Running {
    /// Its name.
    pub what: String,
    /// `container`, `unit` or `process`.
    pub kind: String,
    /// Since when.
    pub since: Option<Stamp>,
}

/// One event of the timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventInfo {
    /// When.
    pub at: Stamp,
    /// The signal's name, such as `earlyoom.report`.
    pub kind: String,
    /// In words, or the message.
    pub text: String,
    /// The input.
    pub input: Option<u32>,
    /// The line in it, counted from 1.
    pub line: Option<u64>,
    /// Whether it belongs on the first screen.
    #[serde(default)]
    pub key: bool,
}

/// A series of the whole boot in figures; [`SeriesInfo`] has the samples themselves, thinned and of the end only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sampled {
    /// What is measured, such as `mem_available_mib`.
    pub metric: String,
    /// The sensor, where there are several.
    pub device: Option<String>,
    /// The unit.
    pub unit: String,
    /// Who sampled it: `earlyoom`, or the monitor's file.
    pub sampler: String,
    /// The input.
    pub input: u32,
    /// Whether it was computed from parts and so is only a bound.
    pub derived: bool,
    /// How many samples the boot has.
    pub samples: u64,
    /// The first.
    pub first: Stamp,
    /// The last.
    pub last: Stamp,
    /// The last value.
    pub last_value: f64,
    /// The least value.
    pub min: f64,
    /// When it was sampled first.
    pub min_at: Stamp,
    /// The greatest value.
    pub max: f64,
    /// When it was sampled first.
    pub max_at: Stamp,
}

/// Sampled values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeriesInfo {
    /// What is measured, such as `mem_available_mib`.
    pub metric: String,
    /// The sensor, where there are several.
    pub device: Option<String>,
    /// The unit.
    pub unit: String,
    /// Who sampled it: `earlyoom`, or the monitor's file.
    #[serde(default)]
    pub sampler: String,
    /// Instants and finite values.
    pub points: Vec<(Stamp, f64)>,
}

/// Samples side by side, on one grid of instants that ends with the boot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LastMinutes {
    /// Distance between rows in seconds.
    pub step_s: f64,
    /// What the columns hold.
    pub columns: Vec<LastMinutesColumn>,
    /// The rows, oldest first.
    pub rows: Vec<LastMinutesRow>,
}

/// A column of [`LastMinutes`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LastMinutesColumn {
    /// What is measured, such as `mem_available_mib`.
    pub metric: String,
    /// The sensor, where there are several.
    pub device: Option<String>,
    /// The unit.
    pub unit: String,
    /// Who sampled it: `earlyoom`, or the monitor's file.
    pub sampler: String,
}

/// A row of [`LastMinutes`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LastMinutesRow {
    /// The end of the row's step.
    pub at: Stamp,
    /// A value a column: the newest sample of the step; none where the step has no sample. Nothing is
    /// carried forward, as a sample must not pass for a later state.
    pub values: Vec<Option<f64>>,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    /// Its id.
    pub id: String,
    /// What to do.
    pub text: String,
    /// Why.
    pub why: String,
    /// The command, if there is one.
    pub command: Option<String>,
    /// Who says so.
    pub source: String,
}

impl BootReport {
    /// The first eight digits of its id.
    #[must_use]
    pub fn short_id(&self) -> &str {
        self.boot_id.get(..8).unwrap_or(&self.boot_id)
    }

    /// The last sign of life: the last entry, or a sample after it.
    #[must_use]
    pub fn end(&self) -> Option<Stamp> {
        self.last.max(self.died_between.map(|(from, _)| from))
    }

    /// The pieces that speak for a hypothesis, or against it, the weightiest first.
    #[must_use]
    pub fn evidence_on(&self, hypothesis: HypothesisName, against: bool) -> Vec<&EvidenceInfo> {
        let mut pieces: Vec<&EvidenceInfo> = self
            .evidence
            .iter()
            .filter(|piece| piece.hypothesis == hypothesis && (piece.weight_db < 0) == against)
            .collect();
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.weight_db.unsigned_abs()));
        pieces
    }

    /// The hypotheses in the order of their importance here: what the verdict names, then by total.
    #[must_use]
    pub fn hypotheses(&self) -> [HypothesisName; 3] {
        let total = |hypothesis| match hypothesis {
            HypothesisName::MemoryExhaustion => self.totals_db.memory_exhaustion,
            HypothesisName::Thermal => self.totals_db.thermal,
            HypothesisName::Other => self.totals_db.other,
        };
        let mut all = HypothesisName::ALL;
        all.sort_by_key(|&hypothesis| std::cmp::Reverse((hypothesis.is(self.cause), total(hypothesis))));
        all
    }
}
