//! The sentence that says why, without times of day: these depend on the reader's zone.

use diagnose::Diagnosis;
use model::Text;
use model::evidence::{Cause, Evidence, Finding, Hypothesis, Verdict};
use timeline::BootTimeline;

/// From this total on, in decibans, the sentence says what was not enough: half of what names a cause.
const NEAR_MISS_DB: i32 = 10;

pub(super) fn summary(boot: &BootTimeline, diagnosis: &Diagnosis) -> Text {
    match &diagnosis.verdict {
        Some(verdict) => of_verdict(boot, diagnosis, verdict),
        None => {
            let id = if boot.recording_stopped { "summary-stopped-before-end" } else { "summary-pieces" };
            Text::new(id).with("pieces", diagnosis.end.text.clone())
        }
    }
}

fn of_verdict(boot: &BootTimeline, diagnosis: &Diagnosis, verdict: &Verdict) -> Text {
    let hypothesis = match verdict.cause {
        Cause::MemoryExhaustion => Hypothesis::Memory,
        Cause::Thermal => Hypothesis::Thermal,
        Cause::Unknown => return unknown(boot, diagnosis, verdict),
    };
    let text = Text::new("summary-pieces").with("pieces", strongest(&diagnosis.evidence, hypothesis, 3));
    followed(text, excluded(diagnosis, hypothesis))
}

/// The text and, where there is one, the next sentence.
fn followed(text: Text, next: Option<Text>) -> Text {
    match next {
        Some(next) => Text::new("sentences").with("first", text).with("second", next),
        None => text,
    }
}

/// The strongest pieces for a hypothesis, one a group.
fn strongest(evidence: &[Evidence], hypothesis: Hypothesis, count: usize) -> Vec<Text> {
    let mut pieces: Vec<&Evidence> =
        evidence.iter().filter(|e| e.hypothesis == hypothesis && e.weight_db > 0).collect();
    pieces.sort_by_key(|e| (std::cmp::Reverse(e.weight_db), e.rule));
    let mut groups: Vec<&str> = Vec::new();
    let mut texts = Vec::new();
    for piece in pieces {
        if !groups.contains(&piece.group) && texts.len() < count {
            groups.push(piece.group);
            texts.push(piece.text.clone());
        }
    }
    texts
}

/// What the evidence rules out beside the cause.
fn excluded(diagnosis: &Diagnosis, cause: Hypothesis) -> Option<Text> {
    let (other, id) = match cause {
        Hypothesis::Memory => (Hypothesis::Thermal, "summary-not-heat"),
        _ => (Hypothesis::Memory, "summary-not-memory"),
    };
    let against = diagnosis
        .evidence
        .iter()
        .filter(|e| e.hypothesis == other && e.weight_db <= -20)
        .min_by_key(|e| e.weight_db)?;
    Some(Text::new(id).with("why", against.text.clone()))
}

fn unknown(boot: &BootTimeline, diagnosis: &Diagnosis, verdict: &Verdict) -> Text {
    let finding = verdict.finding.unwrap_or(Finding::NoTrace);
    let best = |hypothesis| strongest(&diagnosis.evidence, hypothesis, 1);
    let others = strongest(&diagnosis.evidence, Hypothesis::Other, 2);
    let mut text = if finding == Finding::Mixed {
        Text::new("summary-mixed")
            .with("memory", best(Hypothesis::Memory))
            .with("heat", best(Hypothesis::Thermal))
    } else if !others.is_empty() {
        Text::new(open_question(finding)).with("pieces", others)
    } else if boot.recording_stopped {
        Text::new("summary-stopped").with("pieces", diagnosis.end.text.clone())
    } else {
        Text::new("summary-pieces").with("pieces", diagnosis.end.text.clone())
    };
    let short =
        [(Hypothesis::Memory, "summary-memory-not-enough"), (Hypothesis::Thermal, "summary-heat-not-enough")];
    for (hypothesis, id) in short {
        if finding == Finding::NoTrace && verdict.totals[hypothesis as usize] >= NEAR_MISS_DB {
            text = followed(text, Some(Text::new(id).with("why", best(hypothesis))));
        }
    }
    if finding != Finding::Mixed {
        for hypothesis in [Hypothesis::Thermal, Hypothesis::Memory] {
            text = followed(text, excluded(diagnosis, hypothesis));
        }
    }
    text
}

/// The sentence that also says what a finding leaves open or points to.
fn open_question(finding: Finding) -> &'static str {
    match finding {
        Finding::KernelPanic => "summary-panic",
        Finding::GpuOffBus | Finding::GpuDriverFault => "summary-gpu",
        Finding::MemoryCorruption => "summary-corruption",
        Finding::WatchdogReset => "summary-watchdog",
        _ => "summary-pieces",
    }
}
