//! The decision: evidence to verdict. The only place that judges.

use std::collections::BTreeMap;

use model::evidence::{Cause, Confidence, Ending, Evidence, Finding, Hypothesis, UnexpectedEnd, Verdict};

use crate::weights::{GROUP_DIVISOR, HIGH, LEAD, MEDIUM, PRIOR_MEMORY, PRIOR_THERMAL, THRESHOLD};

/// Evidence of at least this weight names its finding.
const FINDING_FROM_DB: i32 = 10;

/// Judges an unexpected end. The order of the evidence does not matter.
#[must_use]
pub fn decide(evidence: &[Evidence], ending: Ending) -> Verdict {
    let judged = judge(&evidence.iter().collect::<Vec<_>>(), ending);
    Verdict { flips_without: flips_without(evidence, ending, &judged), ..judged }
}

fn judge(evidence: &[&Evidence], ending: Ending) -> Verdict {
    let [memory, thermal, other] = totals(evidence);
    let has_direct =
        |hypothesis| evidence.iter().any(|e| e.hypothesis == hypothesis && e.direct && e.weight_db > 0);
    let strong_memory = memory >= THRESHOLD.db && has_direct(Hypothesis::Memory);
    let strong_thermal = thermal >= THRESHOLD.db && has_direct(Hypothesis::Thermal);
    let (cause, finding) = match (strong_memory, strong_thermal) {
        (_, true) if decisive_trip(evidence) => (Cause::Thermal, None),
        // A fault that ends a host by itself: a shortage beside it may have been survived without it.
        (true, _) | (_, true) if names_another_end(evidence) => {
            (Cause::Unknown, Some(finding_of(evidence, ending)))
        }
        (true, true) => (Cause::Unknown, Some(Finding::Mixed)),
        (true, false) if memory >= other + lead(ending).min(other) => (Cause::MemoryExhaustion, None),
        (false, true) if thermal >= other + lead(ending).min(other) => (Cause::Thermal, None),
        _ => (Cause::Unknown, Some(finding_of(evidence, ending))),
    };
    let mut ranked =
        [(Hypothesis::Memory, memory), (Hypothesis::Thermal, thermal), (Hypothesis::Other, other)];
    ranked.sort_by_key(|&(hypothesis, total)| (-total, hypothesis));
    let first = match cause {
        Cause::MemoryExhaustion => Hypothesis::Memory,
        Cause::Thermal => Hypothesis::Thermal,
        Cause::Unknown => ranked[0].0,
    };
    let runner_up = ranked.into_iter().find(|&(hypothesis, total)| hypothesis != first && total > 0);
    Verdict {
        confidence: confidence(cause, finding, [memory, thermal, other], runner_up.map_or(0, |(_, db)| db)),
        cause,
        finding,
        runner_up,
        totals: [memory, thermal, other],
        flips_without: None,
    }
}

/// From this weight on a direct piece of another fault stands above memory and heat.
const NAMES_FROM_DB: i32 = 15;

/// Whether something else that ends hosts is on record at the end: a panic, an oops, a GPU off the bus, hardware
/// errors, power that failed, somebody's hand (facts of boot ends, decision table; facts of the driver, decision
/// list 12).
fn names_another_end(evidence: &[&Evidence]) -> bool {
    evidence.iter().any(|e| e.hypothesis == Hypothesis::Other && e.direct && e.weight_db >= NAMES_FROM_DB)
}

/// By how much a cause must lead. A shutdown or a sleep that somebody asked for needs no cause of its own, so
/// only an overwhelming one takes its place.
fn lead(ending: Ending) -> i32 {
    match ending {
        Ending::Unexpected(UnexpectedEnd::ShutdownUnfinished | UnexpectedEnd::Suspended) => THRESHOLD.db,
        _ => LEAD.db,
    }
}

/// The kernel's own thermal trip: it acted, whatever else was short at that moment.
fn decisive_trip(evidence: &[&Evidence]) -> bool {
    evidence
        .iter()
        .any(|e| e.hypothesis == Hypothesis::Thermal && e.direct && e.weight_db >= crate::weights::TRIP.db)
}

fn confidence(cause: Cause, finding: Option<Finding>, totals: [i32; 3], runner_up: i32) -> Confidence {
    let total = match cause {
        Cause::MemoryExhaustion => totals[0],
        Cause::Thermal => totals[1],
        // How sure it is that the cause can't be named: a finding with a witness of its own is surer than
        // silence, and a near miss of a cause is the least sure.
        Cause::Unknown => {
            let near_miss = totals[0].max(totals[1]);
            return match finding {
                Some(Finding::NoTrace) if near_miss >= THRESHOLD.db / 2 => Confidence::Low,
                Some(Finding::Mixed) => Confidence::Medium,
                Some(Finding::NoTrace) => Confidence::Medium,
                _ if totals[2] >= MEDIUM.db && near_miss < THRESHOLD.db / 2 => Confidence::High,
                _ => Confidence::Medium,
            };
        }
    };
    let margin = total - runner_up.max(0);
    if total >= HIGH.db && margin >= THRESHOLD.db {
        Confidence::High
    } else if total >= MEDIUM.db && margin >= THRESHOLD.db / 2 {
        Confidence::Medium
    } else {
        Confidence::Low
    }
}

/// The totals of memory, heat and other: in each group the strongest piece counts in full, the others in
/// part. Evidence for and against are groups of their own.
fn totals(evidence: &[&Evidence]) -> [i32; 3] {
    let mut groups: BTreeMap<(Hypothesis, bool, &str), Vec<i32>> = BTreeMap::new();
    for piece in evidence {
        let key = (piece.hypothesis, piece.weight_db < 0, piece.group);
        groups.entry(key).or_default().push(piece.weight_db.abs());
    }
    let mut totals = [PRIOR_MEMORY.db, PRIOR_THERMAL.db, 0];
    for ((hypothesis, against, _), mut weights) in groups {
        weights.sort_unstable_by(|a, b| b.cmp(a));
        let rest: i32 = weights.iter().skip(1).sum();
        let sum = weights[0].saturating_add(rest / GROUP_DIVISOR);
        let total = &mut totals[hypothesis as usize];
        *total = if against { total.saturating_sub(sum) } else { total.saturating_add(sum) };
    }
    totals
}

fn finding_of(evidence: &[&Evidence], ending: Ending) -> Finding {
    match ending {
        Ending::Unexpected(UnexpectedEnd::Suspended) => return Finding::ResumeFailed,
        Ending::Unexpected(UnexpectedEnd::Panic) => return Finding::KernelPanic,
        Ending::Unexpected(UnexpectedEnd::ShutdownUnfinished) => return Finding::ShutdownHung,
        _ => {}
    }
    let mut by_finding: BTreeMap<Finding, i32> = BTreeMap::new();
    for piece in evidence.iter().filter(|e| e.hypothesis == Hypothesis::Other && e.weight_db > 0) {
        if let Some(finding) = piece.finding {
            let best = by_finding.entry(finding).or_default();
            *best = (*best).max(piece.weight_db);
        }
    }
    let best = by_finding.into_iter().max_by_key(|&(finding, db)| (db, std::cmp::Reverse(finding)));
    match best {
        Some((finding, db)) if db >= FINDING_FROM_DB => finding,
        _ => match ending {
            Ending::Unexpected(UnexpectedEnd::Watchdog) => Finding::WatchdogReset,
            Ending::Unexpected(UnexpectedEnd::FirmwareReset) => Finding::FirmwareReset,
            _ => Finding::NoTrace,
        },
    }
}

/// The one piece without which the verdict would be another; of several, the weightiest.
fn flips_without(evidence: &[Evidence], ending: Ending, verdict: &Verdict) -> Option<String> {
    let mut flipping: Vec<&Evidence> = evidence
        .iter()
        .enumerate()
        .filter(|(i, _)| {
            let rest: Vec<&Evidence> =
                evidence.iter().enumerate().filter(|(j, _)| j != i).map(|(_, e)| e).collect();
            let without = judge(&rest, ending);
            (without.cause, without.finding) != (verdict.cause, verdict.finding)
        })
        .map(|(_, e)| e)
        .collect();
    flipping.sort_by_key(|e| (std::cmp::Reverse(e.weight_db.abs()), e.rule));
    flipping.first().map(|e| e.id.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{PieceExt, piece};
    use crate::weights::Weight;
    use model::Text;
    use proptest::prelude::*;

    const ABRUPT: Ending = Ending::Unexpected(UnexpectedEnd::Abrupt);

    fn weight(db: i32) -> Weight {
        Weight { db, reason: "test", source: "test" }
    }

    fn of(rule: &'static str, hypothesis: Hypothesis, db: i32) -> Evidence {
        let mut piece = piece(rule, hypothesis, weight(db), Text::plain(""));
        piece.id = rule.to_owned();
        piece
    }

    #[test]
    fn needs_the_threshold_and_a_direct_piece() {
        let circumstance = of("a", Hypothesis::Memory, 30);
        assert_eq!(decide(std::slice::from_ref(&circumstance), ABRUPT).cause, Cause::Unknown);
        let verdict = decide(&[circumstance.direct()], ABRUPT);
        assert_eq!(verdict.cause, Cause::MemoryExhaustion);
        assert_eq!(verdict.flips_without.as_deref(), Some("a"));
    }

    #[test]
    fn another_fault_that_ends_hosts_stands_above() {
        let memory = of("a", Hypothesis::Memory, 60).direct();
        let oops = of("b", Hypothesis::Other, 32).direct().finding(Finding::KernelOops);
        let verdict = decide(&[memory.clone(), oops.clone()], ABRUPT);
        assert_eq!((verdict.cause, verdict.finding), (Cause::Unknown, Some(Finding::KernelOops)));
        let trip = of("t", Hypothesis::Thermal, crate::weights::TRIP.db).direct();
        assert_eq!(decide(&[trip, oops.clone()], ABRUPT).cause, Cause::Thermal);
        let earlier = Evidence { direct: false, ..oops };
        assert_eq!(decide(&[memory, earlier], ABRUPT).cause, Cause::MemoryExhaustion);
    }

    #[test]
    fn both_strong_is_mixed() {
        let both = [of("a", Hypothesis::Memory, 32).direct(), of("b", Hypothesis::Thermal, 28).direct()];
        let verdict = decide(&both, ABRUPT);
        assert_eq!((verdict.cause, verdict.finding), (Cause::Unknown, Some(Finding::Mixed)));
    }

    #[test]
    fn one_collapse_is_not_counted_three_times() {
        let pieces: Vec<Evidence> =
            ["a", "b", "c"].iter().map(|rule| of(rule, Hypothesis::Memory, 12).group("g").direct()).collect();
        assert_eq!(decide(&pieces, ABRUPT).totals[0], 12 + 24 / GROUP_DIVISOR);
    }

    #[test]
    fn without_evidence_there_is_no_trace() {
        let verdict = decide(&[], ABRUPT);
        assert_eq!((verdict.cause, verdict.finding), (Cause::Unknown, Some(Finding::NoTrace)));
    }

    proptest! {
        #[test]
        fn order_changes_nothing(
            weights in prop::collection::vec((-40..50_i32, 0..3_u8, 0..4_u8, any::<bool>()), 0..12),
            seed in any::<u64>(),
        ) {
            const RULES: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
            const GROUPS: [&str; 4] = ["g0", "g1", "g2", "g3"];
            let mut pieces: Vec<Evidence> = weights.iter().enumerate().map(|(i, &(db, hypothesis, group, direct))| {
                let hypothesis = [Hypothesis::Memory, Hypothesis::Thermal, Hypothesis::Other][hypothesis as usize];
                let piece = of(RULES[i], hypothesis, db).group(GROUPS[group as usize]);
                if direct { piece.direct() } else { piece }
            }).collect();
            let straight = decide(&pieces, ABRUPT);
            let count = pieces.len().max(1);
            pieces.rotate_left((seed as usize) % count);
            pieces.reverse();
            prop_assert_eq!(decide(&pieces, ABRUPT), straight);
        }
    }
}
