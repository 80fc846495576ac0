//! The sentence that says why, without times of day: these depend on the reader's zone.

use diagnose::Diagnosis;
use model::evidence::{Cause, Ending, Evidence, Finding, Hypothesis, Verdict};
use timeline::BootTimeline;

pub(super) fn summary(boot: &BootTimeline, diagnosis: &Diagnosis) -> String {
    match &diagnosis.verdict {
        Some(verdict) => of_verdict(diagnosis, verdict),
        None => without_verdict(boot, diagnosis),
    }
}

fn without_verdict(boot: &BootTimeline, diagnosis: &Diagnosis) -> String {
    let mut text = capital(&diagnosis.end.text);
    if let (Ending::Clean(_), Some(by)) = (diagnosis.end.ending, &diagnosis.requested_by) {
        text.push_str(&format!("; asked for by {by}"));
    }
    if boot.recording_stopped {
        text.push_str("; journald could not write any more before the end");
    }
    text.push('.');
    text
}

fn of_verdict(diagnosis: &Diagnosis, verdict: &Verdict) -> String {
    let hypothesis = match verdict.cause {
        Cause::MemoryExhaustion => Hypothesis::Memory,
        Cause::Thermal => Hypothesis::Thermal,
        Cause::Unknown => return unknown(diagnosis, verdict),
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

fn unknown(diagnosis: &Diagnosis, verdict: &Verdict) -> String {
    let finding = verdict.finding.unwrap_or(Finding::NoTrace);
    let words = finding_words(finding);
    let other = strongest(&diagnosis.evidence, Hypothesis::Other, 1).pop();
    let mut text = match (finding, other) {
        (Finding::NoTrace, None) => format!("{words}: {}.", diagnosis.end.text),
        (Finding::Mixed, _) => {
            let memory = strongest(&diagnosis.evidence, Hypothesis::Memory, 1).pop().unwrap_or_default();
            let heat = strongest(&diagnosis.evidence, Hypothesis::Thermal, 1).pop().unwrap_or_default();
            format!("{words}: {memory}; and {heat}. The record does not say which stopped the host.")
        }
        (_, Some(piece)) => format!("{words}: {piece}."),
        (_, None) => format!("{words}: {}.", diagnosis.end.text),
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

/// A finding in words, as the beginning of a sentence.
fn finding_words(finding: Finding) -> &'static str {
    match finding {
        Finding::KernelPanic => "The kernel panicked, and why is not in the journal",
        Finding::KernelOops => "The kernel was broken by an oops",
        Finding::Lockup => "The host locked up",
        Finding::StorageLost => "Storage was lost",
        Finding::GpuOffBus => "The GPU fell off the bus; what ended the host is not recorded",
        Finding::GpuDriverFault => "The GPU's driver failed; what ended the host is not recorded",
        Finding::PcieFatal => "A PCI Express link failed for good",
        Finding::MemoryError => "Memory hardware failed",
        Finding::MachineCheck => "The processor reported a fatal error of its own",
        Finding::MemoryCorruption => "The kernel's memory was corrupted, which points to defective hardware",
        Finding::PowerLoss => "The host seems to have lost power",
        Finding::WatchdogReset => "A watchdog reset the host, so it had hung; why is not recorded",
        Finding::FirmwareReset => "The firmware or hardware reset the host",
        Finding::ShutdownHung => "A shutdown was asked for and hung",
        Finding::ResumeFailed => "The host slept and did not come back",
        Finding::Mixed => "Memory and heat were both at their limits",
        Finding::NoTrace => "Nothing recorded names a cause",
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
