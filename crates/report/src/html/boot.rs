//! One boot as the template shows it: strings only, in the reader's zone.

use model::Text;
use serde::Serialize;

use super::chart::{self, ChartView};
use super::evidence::{self, Side};
use super::labels;
use crate::schema::{BootReport, CauseName, Citation, CiteKind, EndingName, EventInfo, Report};
use crate::{Options, Stamp, words};

/// Rows of the list of last events.
const EVENTS: usize = 16;

/// A boot's section.
#[derive(Serialize)]
pub(super) struct BootView {
    /// For links within the page.
    anchor: String,
    /// Whether it has more than a verdict.
    full: bool,
    tone: &'static str,
    name: String,
    verdict: String,
    summary: String,
    how: String,
    machine: Vec<(String, Option<String>)>,
    covered: Vec<String>,
    chart: Option<ChartView>,
    events: Vec<EventRow>,
    minutes: Option<Minutes>,
    evidence: Vec<Side>,
    sections: Vec<(String, Vec<String>)>,
    rates: Vec<[String; 3]>,
    open: Vec<String>,
    settles: bool,
    advice: Vec<words::AdviceWords>,
}

#[derive(Serialize)]
struct EventRow {
    time: String,
    before: String,
    text: String,
    source: String,
    key: bool,
}

#[derive(Serialize)]
struct Minutes {
    heading: String,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    legend: String,
}

/// The id of a boot's section: nothing but letters and digits, and unlike any other.
pub(super) fn anchor(place: usize) -> String {
    format!("boot-{}", place + 1)
}

/// A word for the colour of a boot's end.
pub(super) fn tone(boot: &BootReport) -> &'static str {
    match (boot.ending, boot.cause) {
        (EndingName::Unexpected, Some(CauseName::MemoryExhaustion)) => "memory",
        (EndingName::Unexpected, Some(CauseName::Thermal)) => "thermal",
        (EndingName::Unexpected, _) => "unknown",
        (EndingName::Clean, _) => "clean",
        (EndingName::Running | EndingName::Undetermined, _) => "open",
    }
}

/// A boot's section; in a batch a boot that did not end unexpectedly has a short one.
pub(super) fn view(report: &Report, boot: &BootReport, place: usize, options: &Options) -> BootView {
    let batch = report.boots.len() > 1;
    let local = |text: &str| options.localise(text, boot.end());
    let bounds = words::end_bounds(boot, options).unwrap_or_default();
    let detail =
        if boot.ending == EndingName::Unexpected { words::how(boot, options) } else { String::new() };
    let groups = words::last_events(boot, EVENTS);
    let marks: Vec<_> = groups.iter().filter_map(|group| mark(group, boot, options)).collect();
    BootView {
        anchor: anchor(place),
        full: !batch || boot.ending == EndingName::Unexpected,
        tone: tone(boot),
        name: words::boot_name(boot, options),
        verdict: words::verdict(boot, options),
        summary: local(&boot.summary),
        how: format!("{detail} {bounds}").trim().to_owned(),
        machine: machine(report, boot, options),
        covered: covered(report, boot, options),
        chart: chart::chart(boot, &marks, options, batch),
        events: groups.iter().filter_map(|group| event(report, group, boot, options)).collect(),
        minutes: minutes(boot, options),
        evidence: evidence::sides(report, boot, options),
        sections: sections(report, boot, options),
        rates: rates(boot, options),
        open: words::open(boot, options),
        settles: boot.cause == Some(CauseName::Unknown),
        advice: words::advice(boot, options),
    }
}

/// What a bug form asks for, in its order; what is not on record is named too, so that it can be added.
fn machine(report: &Report, boot: &BootReport, options: &Options) -> Vec<(String, Option<String>)> {
    let Some(machine) = report.machine(boot) else { return Vec::new() };
    let mib = |id, mib: u64| options.say(&Text::new(id).with("mib", mib));
    let memory = if machine.memory_model == "unified" { "mib-shared" } else { "mib" };
    [
        ("machine-os", machine.os.clone()),
        ("machine-kernel", machine.kernel.clone()),
        ("html-machine-driver", machine.driver.clone()),
        ("html-machine-product", machine.product.clone()),
        ("machine-firmware", machine.firmware.clone()),
        ("machine-memory", machine.memory_mib.map(|size| mib(memory, size))),
        ("machine-swap", machine.swap_mib.map(|size| mib("mib", size))),
        ("machine-host", machine.hostname.clone()),
    ]
    .into_iter()
    .map(|(id, value)| (options.word(id), value))
    .collect()
}

fn covered(report: &Report, boot: &BootReport, options: &Options) -> Vec<String> {
    let mut lines = words::coverage(report, boot, options);
    lines.extend(words::blind_lines(boot, options));
    lines
}

fn mark(group: &[&EventInfo], boot: &BootReport, options: &Options) -> Option<(Stamp, String)> {
    let (first, end) = (group.first()?, boot.end()?);
    let text = labels::times(&first.text, group.len(), options);
    let before = words::before_end(first.at, end, options);
    Some((first.at, labels::event(&options.near(first.at, Some(end)), &before, &text, options)))
}

fn event(report: &Report, group: &[&EventInfo], boot: &BootReport, options: &Options) -> Option<EventRow> {
    let first = group.first()?;
    let place = Citation {
        kind: CiteKind::Event,
        input: first.input,
        cursor: None,
        line: first.line,
        line_last: None,
        from: None,
        to: None,
        raw: String::new(),
        because: None,
    };
    Some(EventRow {
        time: options.near(first.at, boot.end()),
        before: boot.end().map(|end| age(first.at, end, options)).unwrap_or_default(),
        text: labels::times(&first.text, group.len(), options),
        source: words::source(report, &place, false).unwrap_or_default(),
        key: first.key,
    })
}

/// The cell under "before the end".
fn age(at: Stamp, end: Stamp, options: &Options) -> String {
    let before = end.since(at);
    if before.0 >= 500_000 { options.span(before) } else { words::before_end(at, end, options) }
}

fn minutes(boot: &BootReport, options: &Options) -> Option<Minutes> {
    let minutes = boot.last_minutes.as_ref()?;
    let mut rows = words::minutes_rows(minutes, boot, options);
    let header = if rows.is_empty() { Vec::new() } else { rows.remove(0) };
    Some(Minutes {
        heading: words::minutes_heading(minutes, options),
        header,
        rows,
        legend: words::minutes_legend(minutes, options),
    })
}

fn sections(report: &Report, boot: &BootReport, options: &Options) -> Vec<(String, Vec<String>)> {
    let protection = words::protection(boot, options);
    let context = boot.context.iter().map(|context| words::context(report, context, boot, options)).collect();
    let controls = boot.controls.iter().map(|control| words::control(control, boot, options)).collect();
    [
        ("heading-running", words::running(boot, options)),
        ("heading-context", context),
        ("heading-protection", protection),
        ("heading-controls", controls),
    ]
    .into_iter()
    .filter(|(_, lines): &(_, Vec<String>)| !lines.is_empty())
    .map(|(id, lines)| (options.word(id), lines))
    .collect()
}

fn rates(boot: &BootReport, options: &Options) -> Vec<[String; 3]> {
    let part = |with: u32, all: u32| options.say(&Text::new("n-of-m").with("with", with).with("all", all));
    boot.base_rates
        .iter()
        .filter(|rate| !words::rate(rate, options).is_empty())
        .map(|rate| {
            [
                words::signal(rate).to_owned(),
                part(rate.clean_boots_with, rate.clean_boots),
                part(rate.unexpected_boots_with, rate.unexpected_boots),
            ]
        })
        .collect()
}
