//! What the template is filled with: strings only, in the reader's zone.

use std::collections::BTreeMap;

use model::Text;
use serde::Serialize;

use super::Board;
use super::escape::fenced;
use super::limits::Limits;
use crate::schema::{BootReport, CauseName, CiteKind, EndingName, Report};
use crate::{Options, chart, words};

/// Rows of the list of last events.
const EVENTS: usize = 12;
/// Problems of an input that are told; the others are counted.
const PROBLEMS: usize = 3;
/// Columns of the charts.
const CHART: usize = 78;

type Row = Vec<String>;

#[derive(Serialize)]
pub(super) struct View {
    overview: Option<Overview>,
    boots: Vec<BootView>,
    machine: Vec<Row>,
    inputs: Vec<words::Read>,
    zone: String,
    tool: String,
    labels: BTreeMap<&'static str, String>,
    redaction: Option<String>,
    left_out: Option<String>,
    /// Whether raw lines are folded where they belong, which needs HTML, or stand at the end.
    folds: bool,
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
    evidence: Vec<Section>,
    open: Vec<String>,
    next: Option<String>,
    sections: Vec<Section>,
    rates: Vec<Row>,
    advice_heading: String,
    advice: Vec<AdviceView>,
    raw: Option<String>,
}

/// The head of a table.
fn header<const N: usize>(ids: [&str; N], options: &Options) -> Row {
    ids.map(|id| options.word(id)).to_vec()
}

/// The template's own words.
fn labels(options: &Options) -> BTreeMap<&'static str, String> {
    [
        ("why", "title-why"),
        ("pattern", "pattern-name"),
        ("recorded", "heading-recorded"),
        ("happened", "heading-happened-last"),
        ("none", "none-found"),
        ("rates", "heading-rates"),
        ("raw", "heading-raw"),
        ("open", "html-not-excluded"),
        ("next", "html-next-check"),
        ("read", "heading-read"),
    ]
    .into_iter()
    .map(|(name, id)| (name, options.word(id)))
    .collect()
}

impl View {
    pub(super) fn new(report: &Report, limits: &Limits, options: &Options, board: Board) -> Self {
        let several = report.boots.len() > 1;
        let zone = report.boots.iter().rev().find_map(BootReport::end);
        let zone = zone.map_or_else(|| "UTC".to_owned(), |at| options.zone_at(at));
        Self {
            overview: several.then(|| overview(report, limits, options)),
            boots: limits
                .detailed(report)
                .into_iter()
                .map(|boot| boot_view(report, boot, limits, options))
                .collect(),
            machine: machine(report, options),
            inputs: inputs(report, limits, options),
            zone: options.say(&Text::new("all-times").with("zone", zone)),
            tool: options.say(
                &Text::new("made-by")
                    .with("name", report.tool.name.as_str())
                    .with("version", report.tool.version.as_str()),
            ),
            labels: labels(options),
            redaction: report.redaction.is_some().then(|| words::redaction(report, options)),
            left_out: limits.left_out(report, options),
            folds: board == Board::Ticket,
        }
    }
}

fn overview(report: &Report, limits: &Limits, options: &Options) -> Overview {
    let mut head = header(["column-boot"], options);
    head.extend(header(words::overview::COLUMNS, options));
    let skipped = report.boots.len().saturating_sub(limits.rows);
    let rows = report.boots.iter().skip(skipped).map(|boot| {
        let row = words::overview::Row::new(boot, |at| options.date_time(at), options);
        std::iter::once(boot.offset.to_string()).chain(row.cells()).collect()
    });
    Overview {
        caption: words::overview::caption(report, options),
        rows: std::iter::once(head).chain(rows).collect(),
        patterns: report.patterns.iter().map(|pattern| words::pattern(report, pattern, options)).collect(),
    }
}

/// What a vendor's form asks for, in its order.
fn machine(report: &Report, options: &Options) -> Vec<Row> {
    const ORDER: [&str; 7] = [
        "machine-os",
        "machine-kernel",
        "machine-driver",
        "machine-product",
        "machine-firmware",
        "machine-memory",
        "machine-swap",
    ];
    let order = ORDER.map(|id| options.word(id));
    let mut rows = Vec::new();
    for machine in &report.machines {
        let mut known = words::machine(machine, options);
        known.sort_by_key(|(what, _)| order.iter().position(|label| label == what).unwrap_or(ORDER.len()));
        rows.extend(known.into_iter().map(|(what, value)| vec![what, value]));
    }
    if rows.is_empty() {
        rows
    } else {
        std::iter::once(vec![options.word("machine"), String::new()]).chain(rows).collect()
    }
}

/// As many inputs and groups of them as there is room for.
fn inputs(report: &Report, limits: &Limits, options: &Options) -> Vec<words::Read> {
    let mut read = words::read(report, PROBLEMS.min(limits.list), options);
    let shared = read.split_off(report.inputs.len());
    read.truncate(limits.list);
    read.extend(shared.into_iter().take(limits.list));
    read.iter_mut().for_each(|read| read.notes.truncate(limits.list));
    read
}

fn boot_view(report: &Report, boot: &BootReport, limits: &Limits, options: &Options) -> BootView {
    let open = words::open(boot, options);
    let local = |text: &str| options.localise(text, boot.end());
    let unexpected = boot.ending == EndingName::Unexpected;
    let bounds = words::end_bounds(boot, options).unwrap_or_default();
    let detail = if unexpected { words::how(boot, options) } else { String::new() };
    BootView {
        title: words::boot_name(boot, options),
        verdict: words::verdict(boot, options),
        summary: local(&boot.summary),
        how: format!("{detail} {bounds}").trim().to_owned(),
        covered: covered(report, boot, limits, options),
        events: events(boot, options),
        // Few of the fonts that show a ticket have every dot of a chart in the width of a letter.
        chart: chart::draw(boot, &Options { color: false, ascii: true, ..options.clone() }, CHART).map(
            |drawing| {
                let lines: Vec<String> = drawing.lines.into_iter().chain([drawing.caption]).collect();
                fenced("text", &lines, "")
            },
        ),
        minutes: boot.last_minutes.as_ref().map(|minutes| Minutes {
            heading: words::minutes_heading(minutes, options),
            rows: words::minutes_rows(minutes, boot, options),
            legend: words::minutes_legend(minutes, options),
        }),
        evidence: evidence(report, boot, options),
        // After a cause was named the advice is about it, and no check of what else it could be.
        next: boot
            .advice
            .first()
            .filter(|_| !open.is_empty() && boot.cause == Some(CauseName::Unknown))
            .map(|advice| local(&advice.text)),
        open,
        sections: sections(report, boot, options),
        rates: rates(boot, options),
        advice_heading: words::advice_heading(boot, options),
        advice: words::advice(boot, options)
            .into_iter()
            .map(|advice| AdviceView {
                command: (!advice.command.is_empty()).then(|| fenced("sh", &advice.command, "   ")),
                text: advice.text,
                why: advice.why,
            })
            .collect(),
        raw: raw(report, boot, limits, options),
    }
}

fn covered(report: &Report, boot: &BootReport, limits: &Limits, options: &Options) -> Vec<String> {
    let mut lines = words::coverage(report, boot, options);
    lines.truncate(limits.list);
    lines.extend(words::blind_lines(boot, options));
    lines
}

fn events(boot: &BootReport, options: &Options) -> Vec<Row> {
    let groups = words::last_events(boot, EVENTS);
    if groups.is_empty() {
        return Vec::new();
    }
    let mut rows = vec![header(["column-time", "column-before-end", "column-event"], options)];
    rows.extend(groups.iter().filter_map(|group| {
        let first = group.first()?;
        let before = boot.end().map(|end| options.span(end.since(first.at))).unwrap_or_default();
        let text = match group.len() {
            1 => first.text.clone(),
            times => options.say(&Text::new("times").with("text", first.text.as_str()).with("count", times)),
        };
        Some(vec![options.near(first.at, boot.end()), before, text])
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
                let names = ["column-weight", "column-says", "column-when", "column-where", "column-rule"];
                rows.push(std::iter::once(String::new()).chain(header(names, options)).collect());
            }
            rows.extend(pieces.into_iter().map(|piece| {
                let weight = words::weight(piece.weight_db, options);
                vec![
                    piece.id.clone(),
                    if options.verbose > 0 { format!("{weight} ({:+} dB)", piece.weight_db) } else { weight },
                    options.localise(&piece.text, boot.end()),
                    words::when(piece, boot, options).unwrap_or_default(),
                    words::sources(report, piece, options).unwrap_or_default(),
                    piece.rule.clone(),
                ]
            }));
            let heading = words::evidence_heading(boot, hypothesis, against, options);
            sections.push(Section { heading, rows, lines: Vec::new() });
        }
    }
    sections
}

fn sections(report: &Report, boot: &BootReport, options: &Options) -> Vec<Section> {
    let protection = words::protection(boot, options);
    let running = words::running(boot, options);
    let context = boot.context.iter().map(|context| words::context(report, context, boot, options)).collect();
    let controls = boot.controls.iter().map(|control| words::control(control, boot, options)).collect();
    [
        ("heading-running", running),
        ("heading-context", context),
        ("heading-protection", protection),
        ("heading-controls", controls),
    ]
    .into_iter()
    .filter(|(_, lines): &(_, Vec<String>)| !lines.is_empty())
    .map(|(heading, lines)| Section { heading: options.word(heading), rows: Vec::new(), lines })
    .collect()
}

fn rates(boot: &BootReport, options: &Options) -> Vec<Row> {
    let told: Vec<_> = boot.base_rates.iter().filter(|rate| !words::rate(rate, options).is_empty()).collect();
    if told.is_empty() {
        return Vec::new();
    }
    let mut rows = vec![header(["column-line", "column-clean", "column-unexpected"], options)];
    let part = |with: u32, all: u32| options.say(&Text::new("n-of-m").with("with", with).with("all", all));
    rows.extend(told.into_iter().map(|rate| {
        vec![
            words::signal(rate).to_owned(),
            part(rate.clean_boots_with, rate.clean_boots),
            part(rate.unexpected_boots_with, rate.unexpected_boots),
        ]
    }));
    rows
}

fn raw(report: &Report, boot: &BootReport, limits: &Limits, options: &Options) -> Option<String> {
    if limits.citations == 0 {
        return None;
    }
    let mut lines = Vec::new();
    for piece in &boot.evidence {
        let groups = words::same_lines(&piece.cites);
        for group in groups.iter().take(limits.citations) {
            let Some(cite) = group.first() else { continue };
            lines.push(format!("{}  {}", piece.id, words::place(report, group, boot, options)));
            lines.push(if cite.kind == CiteKind::Absence {
                format!("    {}", options.localise(&words::absence(cite, options), boot.end()))
            } else {
                format!("    {}", cite.raw)
            });
        }
        if groups.len() > limits.citations {
            let more = Text::new("more").with("count", groups.len() - limits.citations);
            lines.push(format!("{}  {}", piece.id, options.say(&more)));
        }
    }
    (!lines.is_empty()).then(|| fenced("text", &lines, ""))
}
