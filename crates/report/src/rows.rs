//! One flat row a boot, for spreadsheets, data frames and databases: `spark-autopsy-boots/1`.

use crate::Stamp;
use crate::schema::{BootReport, HypothesisName, MachineInfo, Report, Sampled};
use crate::sheet::{Column, Sheet, Values};

/// The name and version of the table; columns are only added.
pub const BOOTS: &str = "spark-autopsy-boots/1";

/// A boot and the machine it ran on.
struct Of<'r> {
    boot: &'r BootReport,
    machine: Option<&'r MachineInfo>,
}

/// How a column is read, by the type of its values.
enum Read {
    Text(fn(&Of<'_>) -> Option<String>),
    Whole(fn(&Of<'_>) -> Option<i64>),
    Number(fn(&Of<'_>) -> Option<f64>),
    Instant(fn(&Of<'_>) -> Option<Stamp>),
}
use Read::{Instant, Number, Text, Whole};

/// Every column: its name, what it holds, how it is read.
const COLUMNS: &[(&str, &str, Read)] = &[
    ("machine_id", "the machine", Text(|of| of.boot.machine_id.clone())),
    ("hostname", "its host name", Text(|of| of.machine?.hostname.clone())),
    ("product", "its product name", Text(|of| of.machine?.product.clone())),
    ("kernel", "the kernel's release, in the newest boot", Text(|of| of.machine?.kernel.clone())),
    ("driver", "the NVIDIA driver's version, in the newest boot", Text(|of| of.machine?.driver.clone())),
    ("memory_mib", "all memory", Whole(|of| whole(of.machine?.memory_mib?))),
    ("boot_id", "the boot", Text(|of| Some(of.boot.boot_id.clone()))),
    (
        "boot_offset",
        "0 for the machine's newest boot, -1 for the one before",
        Whole(|of| Some(of.boot.offset)),
    ),
    ("first", "its first entry", Instant(|of| of.boot.first)),
    ("last", "its last entry", Instant(|of| of.boot.last)),
    ("next_first", "when the next boot started", Instant(|of| of.boot.next_first)),
    (
        "died_from",
        "the last sign of life, if it ended unexpectedly",
        Instant(|of| of.boot.died_between.map(|(from, _)| from)),
    ),
    (
        "died_to",
        "the next boot's start, if it ended unexpectedly",
        Instant(|of| of.boot.died_between.map(|(_, to)| to)),
    ),
    ("lasted_s", "from the first entry to the last", Number(|of| seconds(of.boot.first?, of.boot.last?))),
    (
        "gap_s",
        "from the last entry to the next boot's start",
        Number(|of| seconds(of.boot.last?, of.boot.next_first?)),
    ),
    ("entries", "entries of its journal", Whole(|of| whole(of.boot.entries?))),
    (
        "ending",
        "how it ended: clean, unexpected, running or undetermined",
        Text(|of| word(of.boot.ending.name())),
    ),
    ("ending_detail", "how, more closely", Text(|of| Some(of.boot.ending_detail.clone()))),
    ("requested_by", "who or what asked for the end", Text(|of| of.boot.requested_by.clone())),
    ("cause", "the cause of an unexpected end", Text(|of| word(of.boot.cause?.name()))),
    ("confidence", "how sure that is: high, medium or low", Text(|of| word(of.boot.confidence?.name()))),
    ("finding", "what is known where the cause is not", Text(|of| of.boot.finding.clone())),
    ("summary", "why, in one sentence", Text(|of| Some(of.boot.summary.clone()))),
    (
        "memory_exhaustion_db",
        "total for memory exhaustion, decibans",
        Whole(|of| total(of.boot.totals_db.memory_exhaustion)),
    ),
    ("thermal_db", "total for heat, decibans", Whole(|of| total(of.boot.totals_db.thermal))),
    ("other_db", "total for another recorded cause, decibans", Whole(|of| total(of.boot.totals_db.other))),
    (
        "runner_up",
        "the hypothesis that came second",
        Text(|of| word(of.boot.runner_up.as_ref()?.cause.name())),
    ),
    (
        "flips_without",
        "the evidence without which the verdict would be another",
        Text(|of| of.boot.flips_without.clone()),
    ),
    (
        "strongest_rule",
        "the rule of the weightiest evidence for what the verdict names",
        Text(strongest_rule),
    ),
    (
        "memory_for",
        "pieces of evidence for memory exhaustion",
        Whole(|of| count(of, HypothesisName::MemoryExhaustion, false)),
    ),
    ("memory_against", "pieces against it", Whole(|of| count(of, HypothesisName::MemoryExhaustion, true))),
    ("thermal_for", "pieces of evidence for heat", Whole(|of| count(of, HypothesisName::Thermal, false))),
    ("thermal_against", "pieces against it", Whole(|of| count(of, HypothesisName::Thermal, true))),
    (
        "other_for",
        "pieces of evidence for another cause",
        Whole(|of| count(of, HypothesisName::Other, false)),
    ),
    ("other_against", "pieces against it", Whole(|of| count(of, HypothesisName::Other, true))),
    (
        "last_mem_available_mib",
        "available memory in the last sample that tells it, whoever sampled",
        Number(|of| Some(last_available(of)?.last_value)),
    ),
    ("last_mem_available_at", "when that was", Instant(|of| Some(last_available(of)?.last))),
    (
        "last_mem_available_before_end_s",
        "how long before the last sign of life",
        Number(|of| seconds(last_available(of)?.last, of.boot.end()?)),
    ),
    (
        "min_mem_available_mib",
        "the least available memory sampled in the boot",
        Number(|of| least(of, AVAILABLE)),
    ),
    ("max_swap_used_mib", "the most swap in use", Number(|of| most(of, "swap_used_mib"))),
    ("max_gpu_temp_c", "the hottest a GPU's sensor was, in the boot", Number(|of| most(of, "gpu_temp_c"))),
    ("max_soc_temp_c", "the hottest another sensor was", Number(|of| most(of, "soc_temp_c"))),
    ("max_power_w", "the most power", Number(|of| most(of, "power_w"))),
];

/// The metric whose last value matters most.
const AVAILABLE: &str = "mem_available_mib";

/// The boots of a report, one row each, in its order.
#[must_use]
pub fn boots(report: &Report) -> Sheet {
    let rows: Vec<Of<'_>> =
        report.boots.iter().map(|boot| Of { boot, machine: report.machine(boot) }).collect();
    let columns = COLUMNS.iter().map(|(name, _, read)| Column { name, values: read.column(&rows) }).collect();
    Sheet { name: BOOTS, columns }
}

impl Read {
    fn column(&self, rows: &[Of<'_>]) -> Values {
        match self {
            Text(read) => Values::Text(rows.iter().map(read).collect()),
            Whole(read) => Values::Whole(rows.iter().map(read).collect()),
            Number(read) => Values::Number(rows.iter().map(read).collect()),
            Instant(read) => Values::Instant(rows.iter().map(read).collect()),
        }
    }
}

fn word(word: &str) -> Option<String> {
    Some(word.to_owned())
}

fn whole(number: u64) -> Option<i64> {
    i64::try_from(number).ok()
}

fn total(decibans: Option<i32>) -> Option<i64> {
    decibans.map(i64::from)
}

fn seconds(from: Stamp, to: Stamp) -> Option<f64> {
    Some(to.since(from).as_secs_f64())
}

/// Pieces of evidence for or against a hypothesis, none where the boot was not judged.
fn count(of: &Of<'_>, hypothesis: HypothesisName, against: bool) -> Option<i64> {
    of.boot.totals_db.memory_exhaustion?;
    i64::try_from(of.boot.evidence_on(hypothesis, against).len()).ok()
}

fn strongest_rule(of: &Of<'_>) -> Option<String> {
    let named = HypothesisName::ALL.into_iter().find(|hypothesis| hypothesis.is(of.boot.cause))?;
    of.boot.evidence_on(named, false).first().map(|piece| piece.rule.clone())
}

/// The series of a metric; those that are only a bound, where there is no other.
fn sampled<'r>(of: &Of<'r>, metric: &str) -> Vec<&'r Sampled> {
    let all: Vec<&Sampled> = of.boot.sampled.iter().filter(|series| series.metric == metric).collect();
    let exact: Vec<&Sampled> = all.iter().copied().filter(|series| !series.derived).collect();
    if exact.is_empty() { all } else { exact }
}

/// The newest sample of available memory; of two at the same instant the lower one.
fn last_available<'r>(of: &Of<'r>) -> Option<&'r Sampled> {
    sampled(of, AVAILABLE)
        .into_iter()
        .max_by(|a, b| a.last.cmp(&b.last).then(b.last_value.total_cmp(&a.last_value)))
}

fn least(of: &Of<'_>, metric: &str) -> Option<f64> {
    sampled(of, metric).iter().map(|series| series.min).min_by(f64::total_cmp)
}

fn most(of: &Of<'_>, metric: &str) -> Option<f64> {
    sampled(of, metric).iter().map(|series| series.max).max_by(f64::total_cmp)
}

#[cfg(test)]
pub(crate) fn described() -> Vec<(&'static str, &'static str, &'static str)> {
    COLUMNS.iter().map(|(name, about, read)| (*name, read.column(&[]).kind(), *about)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::sheet::Cell;

    fn cell<'s>(sheet: &'s Sheet, name: &str, row: usize) -> Cell<'s> {
        sheet.columns.iter().find(|column| column.name == name).expect(name).values.cell(row)
    }

    #[test]
    fn every_boot_has_a_row_and_every_column_a_value_a_boot() {
        for report in [sample::incident(), sample::batch(), sample::others()] {
            let sheet = boots(&report);
            assert!(sheet.columns.iter().all(|column| column.values.len() == report.boots.len()));
            for (row, boot) in report.boots.iter().enumerate() {
                assert_eq!(cell(&sheet, "boot_id", row), Cell::Text(&boot.boot_id));
                assert_eq!(cell(&sheet, "ending", row), Cell::Text(boot.ending.name()));
                // The counts add up to the evidence there is.
                let counted: i64 = ["memory", "thermal", "other"]
                    .iter()
                    .flat_map(|of| [format!("{of}_for"), format!("{of}_against")])
                    .map(|name| match cell(&sheet, &name, row) {
                        Cell::Whole(count) => count,
                        _ => 0,
                    })
                    .sum();
                assert!(counted == 0 || counted == boot.evidence.len() as i64, "{row}");
            }
        }
    }

    #[test]
    fn the_newest_sample_counts_and_a_bound_only_where_there_is_nothing_else() {
        let sampled = |sampler: &str, derived, last, last_value| Sampled {
            metric: AVAILABLE.to_owned(),
            device: None,
            unit: "MiB".to_owned(),
            sampler: sampler.to_owned(),
            input: 0,
            derived,
            samples: 2,
            first: Stamp::new(0),
            last: Stamp::new(last),
            last_value,
            min: last_value,
            min_at: Stamp::new(last),
            max: 9000.0,
            max_at: Stamp::new(0),
        };
        let mut report = sample::incident();
        let boot = &mut report.boots[0];
        boot.last = Some(Stamp::new(60_000_000));
        boot.died_between = None;
        for (series, last, least) in [
            (vec![], Cell::Empty, Cell::Empty),
            (vec![sampled("a", true, 50, 70.0)], Cell::Number(70.0), Cell::Number(70.0)),
            (
                vec![sampled("a", true, 50, 70.0), sampled("b", false, 10, 90.0)],
                Cell::Number(90.0),
                Cell::Number(90.0),
            ),
            (
                vec![sampled("a", false, 50, 70.0), sampled("b", false, 10, 5.0)],
                Cell::Number(70.0),
                Cell::Number(5.0),
            ),
            (
                vec![sampled("a", false, 50, 70.0), sampled("b", false, 50, 5.0)],
                Cell::Number(5.0),
                Cell::Number(5.0),
            ),
        ] {
            report.boots[0].sampled = series;
            let sheet = boots(&report);
            assert_eq!(cell(&sheet, "last_mem_available_mib", 0), last);
            assert_eq!(cell(&sheet, "min_mem_available_mib", 0), least);
        }
    }
}
