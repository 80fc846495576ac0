//! The page as the template shows it.

use serde::Serialize;

use super::boot::{self, BootView};
use super::labels;
use crate::schema::{BootReport, CauseName, EndingName, Report};
use crate::{Options, Stamp, words};

/// Problems of an input that are told one by one.
const PROBLEMS: usize = 5;

#[derive(Serialize)]
pub(super) struct View {
    lang: &'static str,
    title: String,
    overview: Option<Overview>,
    boots: Vec<BootView>,
    inputs: Vec<String>,
    foot: String,
    redaction: Option<String>,
}

#[derive(Serialize)]
struct Overview {
    caption: String,
    rows: Vec<Row>,
    patterns: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    anchor: String,
    tone: &'static str,
    boot: String,
    start: String,
    end: String,
    gap: String,
    ending: &'static str,
    cause: &'static str,
    confidence: &'static str,
    key: String,
}

impl View {
    pub(super) fn new(report: &Report, options: &Options) -> Self {
        let zone = report.boots.iter().rev().find_map(BootReport::end);
        let zone = zone.map_or_else(|| "UTC".to_owned(), |at| options.zone_at(at));
        let overview = (report.boots.len() != 1).then(|| overview(report, options));
        let title = match (&overview, report.boots.first()) {
            (None, Some(boot)) => words::verdict(boot, options),
            (overview, _) => overview.as_ref().map(|all| all.caption.clone()).unwrap_or_default(),
        };
        let view = |(place, boot)| boot::view(report, boot, place, options);
        Self {
            lang: labels::LANG,
            title,
            overview,
            boots: report.boots.iter().enumerate().map(view).collect(),
            inputs: inputs(report),
            foot: labels::foot(&zone, &report.tool.name, &report.tool.version),
            redaction: report.redaction.is_some().then(|| words::redaction(report)),
        }
    }
}

fn overview(report: &Report, options: &Options) -> Overview {
    let unexpected = report.boots.iter().filter(|boot| boot.ending == EndingName::Unexpected).count();
    Overview {
        caption: labels::batch(report.boots.len(), unexpected),
        rows: report.boots.iter().enumerate().map(|(place, boot)| row(boot, place, options)).collect(),
        patterns: report.patterns.iter().map(|pattern| words::pattern(report, pattern, options)).collect(),
    }
}

fn row(boot: &BootReport, place: usize, options: &Options) -> Row {
    let time = |at: Option<Stamp>| {
        at.map_or_else(|| labels::label("unknown").to_owned(), |at| options.date_time(at))
    };
    Row {
        anchor: boot::anchor(place),
        tone: boot::tone(boot),
        boot: words::boot_name(boot),
        start: time(boot.first),
        end: if boot.ending == EndingName::Running { String::new() } else { time(boot.last) },
        gap: words::gap(boot.last, boot.next_first),
        ending: boot.ending.name(),
        cause: boot.cause.map_or("", CauseName::words),
        confidence: boot.confidence.map_or("", |level| level.name()),
        key: options.localise(words::key_evidence(boot), boot.end()),
    }
}

fn inputs(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    for input in &report.inputs {
        lines.push(words::input_line(input));
        let told = input.problems.iter().take(PROBLEMS);
        lines.extend(told.map(|problem| labels::problem(&input.path, problem.line, &problem.what)));
        if input.problems.len() > PROBLEMS {
            lines.push(labels::more_problems(input.problems.len() - PROBLEMS));
        }
    }
    lines
}
