//! Rules that turn a time line into evidence, and the decision that turns evidence into a verdict.
//!
//! [`diagnose`] judges every boot of a time line. The rules know nothing of each other; only
//! [`decide`] judges.

mod advice;
mod base_rate;
mod case;
mod context;
mod controls;
mod decide;
mod ending;
mod habit;
mod protection;
mod requester;
mod rules;
mod survived;
#[cfg(test)]
mod testing;
pub mod weights;

pub use advice::Advice;
pub use base_rate::base_rates;
pub use case::Case;
pub use context::Context;
pub use controls::Control;
use controls::Run;
pub use decide::decide;
pub use ending::{End, end_of};
pub use protection::Protection;
pub use rules::{RULES, Rule};

use model::evidence::{BaseRate, BlindWindow, Cause, Cite, Confidence, Ending, Evidence, Verdict};
use model::{InputKind, Series, Text};
use timeline::Timeline;

/// What the user asked for that bears on the judgement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Judge the newest boot of a copied journal as dead.
    pub ended: bool,
}

/// The judgement of one boot.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// How it ended.
    pub end: End,
    /// Who asked for a clean end.
    pub requested_by: Option<Text>,
    /// The verdict, of an unexpected end.
    pub verdict: Option<Verdict>,
    /// The evidence, the strongest first inside each hypothesis.
    pub evidence: Vec<Evidence>,
    /// What the samplers could not have seen.
    pub blind_windows: Vec<BlindWindow>,
    /// The signals of this boot in the host's other boots.
    pub base_rates: Vec<BaseRate>,
    /// Runs that survived under like conditions.
    pub controls: Vec<Control>,
    /// What surrounds the end without deciding it.
    pub context: Vec<Context>,
    /// Why nothing protected the host.
    pub protection: Protection,
    /// What to do.
    pub advice: Vec<Advice>,
}

/// Judges every boot, in the time line's order.
#[must_use]
pub fn diagnose(timeline: &Timeline, options: Options) -> Vec<Diagnosis> {
    let ends: Vec<End> = (0..timeline.boots.len()).map(|i| end_of(timeline, i, options)).collect();
    let runs: Vec<Vec<Run>> = timeline.boots.iter().map(controls::of_boot).collect();
    (0..timeline.boots.len()).map(|i| judge(timeline, i, &ends, &runs)).collect()
}

fn judge(timeline: &Timeline, index: usize, ends: &[End], runs: &[Vec<Run>]) -> Diagnosis {
    let case = Case::new(timeline, index, ends);
    let end = ends[index].clone();
    let name_of = |series: &Series| case.input_name(series);
    let mut diagnosis = Diagnosis {
        requested_by: requester::requested_by(case.boot, &end),
        verdict: None,
        evidence: Vec::new(),
        blind_windows: Vec::new(),
        base_rates: Vec::new(),
        controls: Vec::new(),
        context: Vec::new(),
        protection: Protection::default(),
        advice: Vec::new(),
        end,
    };
    if !matches!(diagnosis.end.ending, Ending::Unexpected(_)) {
        if matches!(diagnosis.end.ending, Ending::Clean(_)) {
            diagnosis.controls = survived::find(&case);
            let end = diagnosis.end.text.clone().and(survived::frame(&case));
            diagnosis.end.text = match survived::clause(&diagnosis.controls) {
                Some(clause) => end.and(clause),
                None => end,
            };
        }
        if let Ending::Undetermined(blank) = diagnosis.end.ending {
            diagnosis.advice = advice::undetermined(&case, blank);
        }
        return diagnosis;
    }
    diagnosis.blind_windows = timeline::blind_windows(case.boot, &name_of);
    diagnosis.evidence = rules::find(&Case { windows: &diagnosis.blind_windows, ..case });
    let verdict = capped(decide(&diagnosis.evidence, diagnosis.end.ending), &diagnosis, &case);
    diagnosis.base_rates = base_rates(&case);
    diagnosis.controls = controls::find(&case, runs);
    diagnosis.context = context::find(&case);
    diagnosis.protection = protection::explain(&case);
    diagnosis.advice = advice::advise(
        &Case { windows: &diagnosis.blind_windows, ..case },
        &verdict,
        &diagnosis.evidence,
        &diagnosis.protection,
    );
    diagnosis.verdict = Some(verdict);
    diagnosis
}

/// A verdict that rests on a monitor whose zone nothing settles is of medium confidence at most: an hour
/// more or less, and the samples belong to another time.
fn capped(verdict: Verdict, diagnosis: &Diagnosis, case: &Case<'_>) -> Verdict {
    let timeline = case.timeline;
    // A monitor that could not be put beside a boot of guessed times may hold the evidence against the cause.
    let is_apart =
        case.boot.boot.times_assumed && timeline.inputs.iter().any(|input| input.kind == InputKind::Monitor);
    // Nor is it known how far from its end the last line is that could be read.
    let is_cut = case.boot.unread.end && case.boot.alive_until == case.boot.boot.last;
    if (is_apart || is_cut) && verdict.cause != Cause::Unknown {
        return Verdict { confidence: Confidence::Low, ..verdict };
    }
    if verdict.confidence != Confidence::High {
        return verdict;
    }
    let unsettled = |cite: &Cite| {
        let Cite::Samples { origin, .. } = cite else { return false };
        let input = timeline.inputs.iter().find(|input| input.id == origin.input);
        input.and_then(|input| input.zone_basis).is_some_and(|basis| !basis.is_certain())
    };
    let sure: Vec<Evidence> =
        diagnosis.evidence.iter().filter(|piece| !piece.cites.iter().any(unsettled)).cloned().collect();
    let without = decide(&sure, diagnosis.end.ending);
    let same = without.cause == verdict.cause && without.confidence == Confidence::High;
    Verdict { confidence: if same { Confidence::High } else { Confidence::Medium }, ..verdict }
}
