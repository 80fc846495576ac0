//! The page as the template shows it.

use model::Text;
use serde::Serialize;

use super::boot::{self, BootView};
use crate::schema::{BootReport, EndingName, Report};
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
    ending: String,
    cause: String,
    confidence: String,
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
            lang: options.lang.tag(),
            title,
            overview,
            boots: report.boots.iter().enumerate().map(view).collect(),
            inputs: inputs(report, options),
            foot: foot(report, &zone, options),
            redaction: report.redaction.is_some().then(|| words::redaction(report, options)),
        }
    }
}

fn overview(report: &Report, options: &Options) -> Overview {
    let unexpected = report.boots.iter().filter(|boot| boot.ending == EndingName::Unexpected).count();
    Overview {
        caption: options.say(
            &Text::new("overview-caption").with("count", report.boots.len()).with("unexpected", unexpected),
        ),
        rows: report.boots.iter().enumerate().map(|(place, boot)| row(boot, place, options)).collect(),
        patterns: report.patterns.iter().map(|pattern| words::pattern(report, pattern, options)).collect(),
    }
}

fn row(boot: &BootReport, place: usize, options: &Options) -> Row {
    let time = |at: Option<Stamp>| at.map_or_else(|| options.word("unknown"), |at| options.date_time(at));
    Row {
        anchor: boot::anchor(place),
        tone: boot::tone(boot),
        boot: words::boot_name(boot, options),
        start: time(boot.first),
        end: if boot.ending == EndingName::Running { String::new() } else { time(boot.last) },
        gap: words::gap(boot.last, boot.next_first, options),
        ending: words::name_of("ending", boot.ending.name(), options),
        cause: boot.cause.map_or_else(String::new, |cause| words::cause_name(cause, options)),
        confidence: boot
            .confidence
            .map_or_else(String::new, |level| words::name_of("confidence", level.name(), options)),
        key: options.localise(words::key_evidence(boot), boot.end()),
    }
}

/// Times and program, at the foot.
fn foot(report: &Report, zone: &str, options: &Options) -> String {
    let made = Text::new("made-by")
        .with("name", report.tool.name.as_str())
        .with("version", report.tool.version.as_str());
    let zone = Text::new("all-times").with("zone", zone);
    options.say(&Text::new("html-foot").with("zone", zone).with("made", made))
}

fn inputs(report: &Report, options: &Options) -> Vec<String> {
    let mut lines = Vec::new();
    for input in &report.inputs {
        lines.push(words::input_line(input, options));
        let told = input.problems.iter().take(PROBLEMS);
        lines.extend(told.map(|problem| words::problem_in(input, problem, options)));
        if input.problems.len() > PROBLEMS {
            lines.push(
                options.say(&Text::new("html-more-problems").with("count", input.problems.len() - PROBLEMS)),
            );
        }
    }
    lines
}
