//! What is not excluded.

use model::Text;

use crate::Options;
use crate::schema::{BootReport, EndingName, HypothesisName};

/// What an unexpected end could still be due to, as far as the record says.
pub(crate) fn open(boot: &BootReport, options: &Options) -> Vec<String> {
    if boot.ending != EndingName::Unexpected {
        return Vec::new();
    }
    let mut lines: Vec<String> = super::stands_on(boot, options).into_iter().collect();
    // What is on record instead of a cause stands in the verdict already.
    let found = boot.finding.as_deref().is_some_and(|finding| !matches!(finding, "mixed" | "no_trace"));
    let told = |hypothesis: &HypothesisName| {
        hypothesis.is(boot.cause) || (found && *hypothesis == HypothesisName::Other)
    };
    for hypothesis in boot.hypotheses().into_iter().filter(|hypothesis| !told(hypothesis)) {
        let speaks_for = boot.evidence_on(hypothesis, false);
        if !speaks_for.is_empty() {
            let ids: Vec<&str> = speaks_for.iter().map(|piece| piece.id.as_str()).collect();
            let text = Text::new("html-something-for").with("what", super::hypothesis(hypothesis));
            lines.push(options.say(&text.with("ids", ids.join(", "))));
        } else if hypothesis != HypothesisName::Other && boot.evidence_on(hypothesis, true).is_empty() {
            let text = Text::new("html-nothing-against").with("what", super::hypothesis(hypothesis));
            lines.push(options.say(&text));
        }
    }
    lines.extend(blind(boot, options));
    lines
}

/// Samplers that could not have seen; sensors of one kind are one line.
fn blind(boot: &BootReport, options: &Options) -> Vec<String> {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for window in
        boot.blind_windows.iter().filter(|window| !window.could_have_seen && window.unit != "entries")
    {
        let (metric, rest) = window.series.split_once(' ').unwrap_or((&window.series, ""));
        let sampler = rest.rsplit("of ").next().unwrap_or_default();
        let name = super::series_of(metric, sampler, options);
        match kinds.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => kinds.push((name, 1)),
        }
    }
    kinds
        .into_iter()
        .map(|(name, count)| {
            let series = sensors(name, count, options);
            options.say(&Text::new("html-could-not-see").with("series", series))
        })
        .collect()
}

/// A group of sensors that are told as one.
fn sensors(series: String, count: usize, options: &Options) -> String {
    if count > 1 {
        options.say(&Text::new("html-sensors").with("series", series).with("count", count))
    } else {
        series
    }
}
