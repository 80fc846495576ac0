//! What the report says of one boot.

use diagnose::Diagnosis;
use model::evidence::{BlindWindow, Cause, Cite, Confidence, Ending, Evidence, Hypothesis, Verdict};
use model::{Metric, Micros, Series, Span, Text};
use timeline::{BootTimeline, LateSampler, Timeline};

use super::said::Said;
use super::{coverage, events, id, last_minutes, sampler, signal_words, stamp, summary};
use crate::Stamp;
use crate::schema::{
    Advice, BaseRateInfo, BlindWindowInfo, BootReport, CauseName, Citation, CiteKind, ClockStepInfo,
    ConfidenceName, ContextInfo, Control, EndingName, EvidenceInfo, HypothesisName, Protection, RunnerUp,
    Running, Sampled, SeriesInfo, Totals, Unsampled,
};

/// How much of the samples before the end is shown.
const SHOWN: Span = Span::minutes(60);
/// At most so many points of a series are kept; the last ones in full.
const POINTS: usize = 120;

pub(super) fn boot(timeline: &Timeline, index: usize, diagnosis: &Diagnosis, said: &Said) -> BootReport {
    let boot = &timeline.boots[index];
    let verdict = diagnosis.verdict.as_ref();
    let seen = !boot.boot.header_only || boot.boot.last != Micros(0);
    BootReport {
        machine_id: boot.boot.machine.and_then(id),
        boot_id: boot.boot.id.to_string(),
        id_recorded: !boot.boot.id_made_up,
        times_assumed: boot.boot.times_assumed,
        offset: i64::from(boot.offset),
        first: seen.then(|| stamp(boot.boot.first)),
        last: seen.then(|| stamp(boot.boot.last)),
        next_first: boot.next_start.map(stamp),
        died_between: died_between(boot, diagnosis.end.ending),
        clock_steps: boot
            .boot
            .clock_steps
            .iter()
            .map(|step| ClockStepInfo { at: stamp(step.at), by_s: step.by.as_secs_f64() })
            .collect(),
        entries: Some(boot.boot.entries),
        ending: ending_name(diagnosis.end.ending),
        ending_detail: diagnosis.end.ending.detail().to_owned(),
        running_basis: diagnosis.end.running_basis.map(str::to_owned),
        requested_by: diagnosis.requested_by.as_ref().map(|who| said.say(who)),
        cause: verdict.map(|verdict| cause_name(verdict.cause)),
        confidence: verdict.map(|verdict| confidence_name(verdict.confidence)),
        finding: verdict.and_then(|verdict| verdict.finding).map(|finding| finding.name().to_owned()),
        summary: said.say(&summary::summary(boot, diagnosis)),
        runner_up: verdict
            .and_then(|verdict| verdict.runner_up)
            .map(|(hypothesis, total_db)| RunnerUp { cause: hypothesis_name(hypothesis), total_db }),
        totals_db: totals(verdict),
        flips_without: verdict.and_then(|verdict| verdict.flips_without.clone()),
        evidence: diagnosis.evidence.iter().map(|piece| evidence(piece, said)).collect(),
        blind_windows: diagnosis
            .blind_windows
            .iter()
            .map(|window| blind_window(window, said))
            .chain(diagnosis.end.ending.is_unexpected().then(|| unwritten(timeline, boot, said)))
            .collect(),
        unsampled: if verdict.is_some() { unsampled(timeline, boot, said) } else { Vec::new() },
        base_rates: base_rates(diagnosis, said),
        coverage: coverage::coverage(timeline, boot, said),
        controls: controls(diagnosis, said),
        context: context(diagnosis, said),
        protection: Protection {
            earlyoom: diagnosis.protection.earlyoom.as_ref().map(|text| said.say(text)),
            oom_killer: diagnosis.protection.oom_killer.as_ref().map(|text| said.say(text)),
        },
        running: running(boot),
        events: events::events(timeline, boot, diagnosis, said),
        last_minutes: last_minutes::last_minutes(timeline, boot),
        sampled: sampled(timeline, boot),
        series: series(timeline, boot),
        advice: advice(diagnosis, said),
    }
}

/// Between the last sign of life and the next boot's start.
fn died_between(boot: &BootTimeline, ending: Ending) -> Option<(Stamp, Stamp)> {
    let next = boot.next_start.filter(|_| ending.is_unexpected())?;
    Some((stamp(boot.alive_until), stamp(next.max(boot.alive_until))))
}

fn totals(verdict: Option<&Verdict>) -> Totals {
    let total = |i: usize| verdict.map(|verdict| verdict.totals[i]);
    Totals { memory_exhaustion: total(0), thermal: total(1), other: total(2) }
}

fn evidence(evidence: &Evidence, said: &Said) -> EvidenceInfo {
    EvidenceInfo {
        id: evidence.id.clone(),
        rule: evidence.rule.to_owned(),
        hypothesis: hypothesis_name(evidence.hypothesis),
        weight_db: evidence.weight_db,
        group: evidence.group.to_owned(),
        direct: evidence.direct,
        text: said.say(&evidence.text),
        at: evidence.at.map(stamp),
        cites: evidence.cites.iter().map(|cite| citation(cite, said)).collect(),
    }
}

fn citation(cite: &Cite, said: &Said) -> Citation {
    match cite {
        Cite::Event { at, origin, raw } => Citation {
            kind: CiteKind::Event,
            input: Some(origin.input.0),
            cursor: origin.cursor.as_deref().map(str::to_owned),
            line: origin.line,
            line_last: None,
            from: Some(stamp(*at)),
            to: None,
            raw: raw.to_string(),
            because: None,
        },
        Cite::Samples { origin, line_last, from, to, raw } => Citation {
            kind: CiteKind::Samples,
            input: Some(origin.input.0),
            cursor: origin.cursor.as_deref().map(str::to_owned),
            line: origin.line.filter(|&line| line > 0),
            line_last: line_last.filter(|&line| line > 0),
            from: Some(stamp(*from)),
            to: Some(stamp(*to)),
            raw: raw.to_string(),
            because: None,
        },
        Cite::Absence { what, from, to, because } => Citation {
            kind: CiteKind::Absence,
            input: None,
            cursor: None,
            line: None,
            line_last: None,
            from: Some(stamp(*from)),
            to: Some(stamp(*to)),
            raw: said.say(what),
            because: Some(said.say(because)),
        },
    }
}

fn unsampled(timeline: &Timeline, boot: &BootTimeline, said: &Said) -> Vec<Unsampled> {
    let name = |late: &LateSampler| {
        let input = timeline.inputs.iter().find(|input| input.id == late.input);
        input.map_or("", |input| input.path.rsplit('/').next().unwrap_or(&input.path)).to_owned()
    };
    boot.late
        .iter()
        .map(|late| Unsampled {
            sampler: name(late),
            first_sample: stamp(late.first),
            text: said.say(&Text::new("unsampled").with("after", late.after_start)),
        })
        .collect()
}

/// What journald itself, or whoever wrote the text logs, may have seen and never wrote.
fn unwritten(timeline: &Timeline, boot: &BootTimeline, said: &Said) -> BlindWindowInfo {
    let lost = boot.lost_entries.filter(|&lost| lost > 0);
    let (series, text) = if timeline.has_journal(boot) {
        ("entries of journald", Text::new("unwritten"))
    } else {
        ("entries of text_logs", Text::new("unwritten-texts"))
    };
    let text = text
        .with("loss", timeline::WRITE_BACK_LOSS)
        .with("stopped", boot.recording_stopped.then(|| Text::new("unwritten-stopped")))
        .with("lost", lost.map(|lost| Text::new("unwritten-lost").with("count", lost)));
    BlindWindowInfo {
        series: series.to_owned(),
        cadence_s: None,
        last_sample: stamp(boot.boot.last),
        last_value: boot.boot.entries as f64,
        unit: "entries".to_owned(),
        unseen_until_last_entry_s: 0.0,
        unseen_until_next_boot_s: boot.next_start.map(|next| next.since(boot.boot.last).as_secs_f64()),
        could_have_seen: false,
        text: said.say(&text),
    }
}

fn blind_window(window: &BlindWindow, said: &Said) -> BlindWindowInfo {
    let device = window
        .device
        .as_deref()
        .map(|device| format!(" ({})", model::series::device_words(device)))
        .unwrap_or_default();
    BlindWindowInfo {
        series: format!("{}{device} of {}", window.metric.name(), window.sampler),
        cadence_s: window.cadence.map(Span::as_secs_f64),
        last_sample: stamp(window.last_sample),
        last_value: window.last_value,
        unit: window.metric.unit().to_owned(),
        unseen_until_last_entry_s: window.unseen_until_last_entry.as_secs_f64(),
        unseen_until_next_boot_s: window.unseen_until_next_boot.map(Span::as_secs_f64),
        could_have_seen: window.could_have_seen,
        text: said.say(&window.text),
    }
}

fn base_rates(diagnosis: &Diagnosis, said: &Said) -> Vec<BaseRateInfo> {
    diagnosis
        .base_rates
        .iter()
        .map(|rate| BaseRateInfo {
            signal: rate.signal.to_owned(),
            text: signal_words::words(rate.signal).map(|words| said.say(&words)),
            clean_boots_with: rate.clean_with,
            clean_boots: rate.clean,
            unexpected_boots_with: rate.unexpected_with,
            unexpected_boots: rate.unexpected,
        })
        .collect()
}

fn controls(diagnosis: &Diagnosis, said: &Said) -> Vec<Control> {
    diagnosis
        .controls
        .iter()
        .map(|control| Control {
            boot_id: control.boot.to_string(),
            from: Some(stamp(control.from)),
            to: Some(stamp(control.to)),
            text: said.say(&control.text),
        })
        .collect()
}

fn context(diagnosis: &Diagnosis, said: &Said) -> Vec<ContextInfo> {
    diagnosis
        .context
        .iter()
        .map(|context| ContextInfo {
            kind: context.kind.to_owned(),
            at: stamp(context.at),
            text: said.say(&context.text),
            cite: citation(&context.cite, said),
        })
        .collect()
}

fn running(boot: &BootTimeline) -> Vec<Running> {
    boot.running
        .iter()
        .map(|unit| Running {
            what: unit.what.clone(),
            kind: unit.kind.to_owned(),
            since: Some(stamp(unit.since)),
        })
        .collect()
}

fn advice(diagnosis: &Diagnosis, said: &Said) -> Vec<Advice> {
    diagnosis
        .advice
        .iter()
        .map(|advice| Advice {
            id: advice.id.to_owned(),
            text: said.say(&advice.text),
            why: said.say(&advice.why),
            command: advice.command.map(str::to_owned),
            source: said.say(&advice.source),
        })
        .collect()
}

/// Every series in figures.
fn sampled(timeline: &Timeline, boot: &BootTimeline) -> Vec<Sampled> {
    boot.series
        .iter()
        .filter(|series| series.metric != Metric::Uptime)
        .filter_map(|series| {
            let place =
                |of: Option<(usize, &f64)>| of.map(|(place, &value)| (stamp(series.at[place]), value));
            // Of equal values min_by gives the first and max_by the last; reversed, the first as well.
            let all = || series.values.iter().enumerate();
            let (min_at, min) = place(all().min_by(|a, b| a.1.total_cmp(b.1)))?;
            let (max_at, max) = place(all().rev().max_by(|a, b| a.1.total_cmp(b.1)))?;
            Some(Sampled {
                metric: series.metric.name().to_owned(),
                device: series.device.clone(),
                unit: series.metric.unit().to_owned(),
                sampler: sampler(timeline, series),
                input: series.input.0,
                derived: series.derived,
                samples: series.len() as u64,
                first: stamp(*series.at.first()?),
                last: stamp(*series.at.last()?),
                last_value: *series.values.last()?,
                min,
                min_at,
                max,
                max_at,
            })
        })
        .collect()
}

/// The samples before the end, thinned: the last ones in full, the older ones evenly.
fn series(timeline: &Timeline, boot: &BootTimeline) -> Vec<SeriesInfo> {
    boot.series
        .iter()
        .filter(|series| series.metric != Metric::Uptime)
        .filter_map(|series| {
            let shown = series.slice(boot.alive_until - SHOWN, boot.alive_until + SHOWN);
            (!shown.is_empty()).then(|| SeriesInfo {
                metric: series.metric.name().to_owned(),
                device: series.device.clone(),
                unit: series.metric.unit().to_owned(),
                sampler: sampler(timeline, series),
                points: thin(&shown),
            })
        })
        .collect()
}

fn thin(series: &Series) -> Vec<(Stamp, f64)> {
    let count = series.len();
    let full_from = count.saturating_sub(POINTS / 2);
    let stride = full_from.div_ceil(POINTS / 2).max(1);
    (0..count)
        .filter(|i| *i >= full_from || i % stride == 0)
        .map(|i| (stamp(series.at[i]), series.values[i]))
        .collect()
}

fn ending_name(ending: Ending) -> EndingName {
    match ending {
        Ending::Clean(_) => EndingName::Clean,
        Ending::Unexpected(_) => EndingName::Unexpected,
        Ending::Running => EndingName::Running,
        Ending::Undetermined(_) => EndingName::Undetermined,
    }
}

fn cause_name(cause: Cause) -> CauseName {
    match cause {
        Cause::MemoryExhaustion => CauseName::MemoryExhaustion,
        Cause::Thermal => CauseName::Thermal,
        Cause::Unknown => CauseName::Unknown,
    }
}

fn confidence_name(confidence: Confidence) -> ConfidenceName {
    match confidence {
        Confidence::High => ConfidenceName::High,
        Confidence::Medium => ConfidenceName::Medium,
        Confidence::Low => ConfidenceName::Low,
    }
}

fn hypothesis_name(hypothesis: Hypothesis) -> HypothesisName {
    match hypothesis {
        Hypothesis::Memory => HypothesisName::MemoryExhaustion,
        Hypothesis::Thermal => HypothesisName::Thermal,
        Hypothesis::Other => HypothesisName::Other,
    }
}
