//! The sentence that says why, without times of day: these depend on the reader's zone.

use diagnose::Diagnosis;
use model::evidence::{Cause, Evidence, Finding, Hypothesis, Verdict};
use timeline::BootTimeline;

pub(super) fn summary(boot: &BootTimeline, diagnosis: &Diagnosis) -> String {
    match &diagnosis.verdict {
        Some(verdict) => of_verdict(boot, diagnosis, verdict),
        None => without_verdict(boot, diagnosis),
    }
}

fn without_verdict(boot: &BootTimeline, diagnosis: &Diagnosis) -> String {
    let mut text = capital(&diagnosis.end.text);
    if boot.recording_stopped {
        text.push_str("; journald could not write any more before the end");
    }
    text.push('.');
    text
}

fn of_verdict(boot: &BootTimeline, diagnosis: &Diagnosis, verdict: &Verdict) -> String {
    let hypothesis = match verdict.cause {
        Cause::MemoryExhaustion => Hypothesis::Memory,
        Cause::Thermal => Hypothesis::Thermal,
        Cause::Unknown => return unknown(boot, diagnosis, verdict),
    };
    let mut text = capital(&strongest(&diagnosis.evidence, hypothesis, 3).join("; "));
    text.push('.');
    if let Some(against) = excluded(diagnosis, hypothesis) {
        text.push_str(&format!(" {against}"));
    }
    text
}

/// The strongest pieces for a hypothesis, one a group.
fn strongest(evidence: &[Evidence], hypothesis: Hypothesis, count: usize) -> Vec<String> {
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
fn excluded(diagnosis: &Diagnosis, cause: Hypothesis) -> Option<String> {
    let (other, word) = match cause {
        Hypothesis::Memory => (Hypothesis::Thermal, "Heat"),
        _ => (Hypothesis::Memory, "Memory"),
    };
    let against = diagnosis
        .evidence
        .iter()
        .filter(|e| e.hypothesis == other && e.weight_db <= -20)
        .min_by_key(|e| e.weight_db)?;
    Some(format!("{word} is ruled out: {}.", against.text))
}

fn unknown(boot: &BootTimeline, diagnosis: &Diagnosis, verdict: &Verdict) -> String {
    let finding = verdict.finding.unwrap_or(Finding::NoTrace);
    let best = |hypothesis| strongest(&diagnosis.evidence, hypothesis, 1).pop().unwrap_or_default();
    let others = strongest(&diagnosis.evidence, Hypothesis::Other, 2);
    let mut text = match (finding, others.as_slice()) {
        (Finding::Mixed, _) => format!(
            "{}; and {}. The record does not say which stopped the host.",
            capital(&best(Hypothesis::Memory)),
            best(Hypothesis::Thermal)
        ),
        (_, []) if boot.recording_stopped => {
            format!("{}; journald could not write any more before that.", capital(&diagnosis.end.text))
        }
        (_, []) => format!("{}.", capital(&diagnosis.end.text)),
        (_, pieces) => format!("{}{}.", capital(&pieces.join("; ")), open_question(finding)),
    };
    for hypothesis in [Hypothesis::Thermal, Hypothesis::Memory] {
        if finding != Finding::Mixed
            && let Some(against) = excluded(diagnosis, hypothesis)
        {
            text.push_str(&format!(" {against}"));
        }
    }
    text
}

/// What a finding leaves open or points to, as the end of a sentence.
fn open_question(finding: Finding) -> &'static str {
    match finding {
        Finding::KernelPanic => "; why it panicked is not in the journal",
        Finding::GpuOffBus | Finding::GpuDriverFault => "; what ended the host is not recorded",
        Finding::MemoryCorruption => ", which points to defective hardware",
        Finding::WatchdogReset => "; whether and why the host had hung is not recorded",
        _ => "",
    }
}

/// The text as a sentence; a name in front (`thermal_zone0`, `systemd-logind.service`) stays as it is.
fn capital(text: &str) -> String {
    if !text.split(' ').next().unwrap_or_default().bytes().all(|b| b.is_ascii_lowercase()) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
