//! What the template is filled with: strings only, in the reader's zone.

use serde::Serialize;

use super::escape::fenced;
use crate::schema::{BootReport, CauseName, CiteKind, EndingName, Report};
use crate::{Options, chart, words};

/// Rows of the list of last events.
const EVENTS: usize = 12;
/// Citations of each piece of evidence: a ticket's body has a limit.
const CITATIONS: usize = 5;
/// Columns of the charts.
const CHART: usize = 78;

type Row = Vec<String>;

#[derive(Serialize)]
pub(super) struct View {
    overview: Option<Overview>,
    boots: Vec<BootView>,
    machine: Vec<Row>,
    inputs: Vec<String>,
    zone: String,
    tool: String,
    redaction: Option<String>,
}

#[derive(Serialize)]
struct Overview {
    caption: String,
    rows: Vec<Row>,
    patterns: Vec<String>,
}

#[derive(Serialize)]
struct Section {
    heading: String,
    rows: Vec<Row>,
    lines: Vec<String>,
}

#[derive(Serialize)]
struct AdviceView {
    text: String,
    why: String,
    command: Option<String>,
}

#[derive(Serialize)]
struct Minutes {
    heading: String,
    rows: Vec<Row>,
    legend: String,
}

#[derive(Serialize)]
struct BootView {
    title: String,
    verdict: String,
    summary: String,
    how: String,
    covered: Vec<String>,
    events: Vec<Row>,
    chart: Option<String>,
    minutes: Option<Minutes>,
    stands_on: Option<String>,
    evidence: Vec<Section>,
    sections: Vec<Section>,
    rates: Vec<Row>,
    advice_heading: &'static str,
    advice: Vec<AdviceView>,
    raw: Option<String>,
}

fn row<const N: usize>(cells: [&str; N]) -> Row {
    cells.map(str::to_owned).to_vec()
}

impl View {
    pub(super) fn new(report: &Report, options: &Options) -> Self {
        let several = report.boots.len() > 1;
        // In a batch the ends that nobody asked for get a section, the others a row.
        let detailed = |boot: &&BootReport| !several || boot.ending == EndingName::Unexpected;
        let zone = report.boots.iter().rev().find_map(BootReport::end);
        let zone = zone.map_or_else(|| "UTC".to_owned(), |at| options.zone_at(at));
        Self {
            overview: several.then(|| overview(report, options)),
            boots: report
                .boots
                .iter()
                .filter(detailed)
                .map(|boot| boot_view(report, boot, options))
                .collect(),
            machine: machine(report),
            inputs: inputs(report),
            zone: format!("All times are {zone}."),
            tool: format!("{} {}", report.tool.name, report.tool.version),
            redaction: report.redaction.is_some().then(|| words::redaction(report)),
        }
    }
}

fn overview(report: &Report, options: &Options) -> Overview {
    let mut rows =
        vec![row(["Boot", "Start", "End", "Gap", "Ending", "Cause", "Confidence", "Key evidence"])];
    let time = |at: Option<crate::Stamp>| at.map_or_else(|| "unknown".to_owned(), |at| options.date_time(at));
    rows.extend(report.boots.iter().map(|boot| {
        vec![
            boot.offset.to_string(),
            time(boot.first),
            if boot.ending == EndingName::Running { String::new() } else { time(boot.last) },
            words::gap(boot.last, boot.next_first),
            boot.ending.name().to_owned(),
            boot.cause.map_or("", CauseName::words).to_owned(),
            boot.confidence.map_or("", |level| level.name()).to_owned(),
            options.localise(words::key_evidence(boot), boot.end()),
        ]
    }));
    let unexpected = report.boots.iter().filter(|boot| boot.ending == EndingName::Unexpected).count();
    Overview {
        caption: format!("{} boots, {unexpected} ended unexpectedly", report.boots.len()),
        rows,
        patterns: report.patterns.iter().map(|pattern| words::pattern(report, pattern, options)).collect(),
    }
}

fn machine(report: &Report) -> Vec<Row> {
    let known: Vec<Row> = report
        .machines
        .iter()
        .flat_map(words::machine)
        .map(|(what, value)| vec![what.to_owned(), value])
        .collect();
    if known.is_empty() { known } else { std::iter::once(row(["Machine", ""])).chain(known).collect() }
}

fn inputs(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    for input in &report.inputs {
        lines.push(words::input_line(input));
        lines.extend(input.problems.iter().take(3).map(|problem| {
            let line = problem.line.map(|line| format!(" line {}", words::count(line))).unwrap_or_default();
            format!("problem in {}{line}: {}", input.path, problem.what)
        }));
    }
    lines
}

fn boot_view(report: &Report, boot: &BootReport, options: &Options) -> BootView {
    let local = |text: &str| options.localise(text, boot.end());
    let unexpected = boot.ending == EndingName::Unexpected;
    let bounds = words::end_bounds(boot, options).unwrap_or_default();
    let detail = if unexpected { words::how(boot) } else { "" };
    BootView {
        title: words::boot_name(boot),
        verdict: words::verdict(boot, options),
        summary: local(&boot.summary),
        how: format!("{detail} {bounds}").trim().to_owned(),
        covered: covered(boot, options),
        events: events(boot, options),
        chart: chart::draw(boot, &Options { color: false, ..options.clone() }, CHART).map(|drawing| {
            let lines: Vec<String> = drawing.lines.into_iter().chain([drawing.caption]).collect();
            fenced("text", &lines, "")
        }),
        minutes: boot.last_minutes.as_ref().map(|minutes| Minutes {
            heading: words::minutes_heading(minutes),
            rows: words::minutes_rows(minutes, boot, options),
            legend: words::minutes_legend(minutes),
        }),
        stands_on: words::stands_on(boot),
        evidence: evidence(report, boot, options),
        sections: sections(report, boot, options),
        rates: rates(boot),
        advice_heading: if boot.cause == Some(CauseName::Unknown) {
            "What would settle it"
        } else {
            "What to do"
        },
        advice: boot
            .advice
            .iter()
            .map(|advice| AdviceView {
                text: local(&advice.text),
                why: words::why(advice, boot, options),
                command: advice.command.as_ref().map(|command| {
                    fenced("sh", &command.lines().map(str::to_owned).collect::<Vec<_>>(), "   ")
                }),
            })
            .collect(),
        raw: raw(report, boot, options),
    }
}

fn covered(boot: &BootReport, options: &Options) -> Vec<String> {
    let covers = boot.coverage.iter().map(|cover| words::coverage(cover, boot, options));
    covers.chain(words::blind_lines(boot, options)).collect()
}

fn events(boot: &BootReport, options: &Options) -> Vec<Row> {
    let groups = words::last_events(boot, EVENTS);
    if groups.is_empty() {
        return Vec::new();
    }
    let mut rows = vec![row(["Time", "Before the end", "Event"])];
    rows.extend(groups.iter().filter_map(|group| {
        let first = group.first()?;
        let before = boot.end().map(|end| words::duration(end.since(first.at).0)).unwrap_or_default();
        let times = if group.len() > 1 { format!(" ({} times)", group.len()) } else { String::new() };
        Some(vec![options.near(first.at, boot.end()), before, format!("{}{times}", first.text)])
    }));
    rows
}

fn evidence(report: &Report, boot: &BootReport, options: &Options) -> Vec<Section> {
    let mut sections = Vec::new();
    for against in [false, true] {
        for hypothesis in boot.hypotheses() {
            let pieces = boot.evidence_on(hypothesis, against);
            let missed = against && hypothesis.is(boot.cause);
            if pieces.is_empty() && !missed {
                continue;
            }
            let mut rows = Vec::new();
            if !pieces.is_empty() {
                rows.push(row(["", "Weight", "What it says", "When", "Where"]));
            }
            rows.extend(pieces.into_iter().map(|piece| {
                let weight = words::weight(piece.weight_db);
                vec![
                    piece.id.clone(),
                    if options.verbose > 0 {
                        format!("{weight} ({:+} dB)", piece.weight_db)
                    } else {
                        weight.to_owned()
                    },
                    options.localise(&piece.text, boot.end()),
                    words::when(piece, boot, options).unwrap_or_default(),
                    words::sources(report, piece).unwrap_or_default(),
                ]
            }));
            let heading = words::evidence_heading(boot, hypothesis, against);
            sections.push(Section { heading, rows, lines: Vec::new() });
        }
    }
    sections
}

fn sections(report: &Report, boot: &BootReport, options: &Options) -> Vec<Section> {
    let protection = words::protection(boot)
        .into_iter()
        .map(|(name, text)| format!("{name}: {}", options.localise(text, boot.end())))
        .collect();
    let running = words::running(boot, options);
    let context = boot.context.iter().map(|context| words::context(report, context, boot, options)).collect();
    let controls = boot.controls.iter().map(|control| words::control(control, boot, options)).collect();
    [
        ("What was running", running),
        ("Who held memory, and what was killed or refused", context),
        ("What should have protected the host", protection),
        ("What this host survived under like conditions", controls),
    ]
    .into_iter()
    .filter(|(_, lines): &(_, Vec<String>)| !lines.is_empty())
    .map(|(heading, lines)| Section { heading: heading.to_owned(), rows: Vec::new(), lines })
    .collect()
}

fn rates(boot: &BootReport) -> Vec<Row> {
    let told: Vec<_> = boot.base_rates.iter().filter(|rate| !words::rate(rate).is_empty()).collect();
    if told.is_empty() {
        return Vec::new();
    }
    let mut rows = vec![row(["Line", "Boots that ended cleanly", "Other boots that ended unexpectedly"])];
    rows.extend(told.into_iter().map(|rate| {
        vec![
            words::signal(rate).to_owned(),
            format!("{} of {}", rate.clean_boots_with, rate.clean_boots),
            format!("{} of {}", rate.unexpected_boots_with, rate.unexpected_boots),
        ]
    }));
    rows
}

fn raw(report: &Report, boot: &BootReport, options: &Options) -> Option<String> {
    let mut lines = Vec::new();
    for piece in &boot.evidence {
        let groups = words::same_lines(&piece.cites);
        for group in groups.iter().take(CITATIONS) {
            let Some(cite) = group.first() else { continue };
            lines.push(format!("{}  {}", piece.id, words::place(report, group, boot, options)));
            lines.push(if cite.kind == CiteKind::Absence {
                format!("    {}", options.localise(&words::absence(cite), boot.end()))
            } else {
                format!("    {}", cite.raw)
            });
        }
        if groups.len() > CITATIONS {
            lines.push(format!("{}  and {} more", piece.id, groups.len() - CITATIONS));
        }
    }
    (!lines.is_empty()).then(|| fenced("text", &lines, ""))
}
