//! `-o text`: one boot after another, the answer on the first screen.

mod circumstances;
mod evidence;
mod last_minutes;

use std::io::{self, Write};

use crate::page::{BOLD, DIM, GREEN, PLAIN, Page, RED, YELLOW, cut};
use crate::schema::{BootReport, EndingName, EventInfo, InputInfo, MachineInfo, Report};
use crate::{Options, chart, words};

/// Events on the first screen.
const KEY_EVENTS: usize = 5;
/// Problems shown of each input; the others are counted.
const PROBLEMS: usize = 3;

/// Writes every boot of the report as text for a terminal.
///
/// # Errors
/// Those of the writer.
pub fn render(report: &Report, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page::new(out, options);
    for (place, boot) in report.boots.iter().enumerate() {
        if place > 0 {
            page.blank()?;
            let rule = if options.ascii { "-" } else { "─" };
            page.line(&rule.repeat(page.width()), DIM)?;
            page.blank()?;
        }
        one_boot(&mut page, report, boot, options)?;
    }
    if report.boots.is_empty() {
        page.para("No boot to show.", PLAIN)?;
    }
    patterns(&mut page, report, options)?;
    read(&mut page, report, options)?;
    if report.redaction.is_some() {
        page.blank()?;
        page.para(&words::redaction(report), DIM)?;
    }
    Ok(())
}

fn one_boot(page: &mut Page<'_>, report: &Report, boot: &BootReport, options: &Options) -> io::Result<()> {
    let color = match boot.ending {
        EndingName::Unexpected => RED,
        EndingName::Clean => GREEN,
        EndingName::Running | EndingName::Undetermined => YELLOW,
    };
    page.para(&words::verdict(boot, options), color | anstyle::Effects::BOLD)?;
    if !boot.summary.is_empty() {
        page.para(&options.localise(&boot.summary, boot.end()), PLAIN)?;
    }
    if boot.ending != EndingName::Unexpected {
        return short(page, report, boot, options);
    }
    let how = how(boot, options);
    if !how.is_empty() {
        page.para(&how, DIM)?;
    }
    clock_steps(page, boot, options)?;
    if options.verbose > 0 {
        totals(page, boot)?;
    }
    happened_last(page, boot, options)?;
    if options.verbose > 0 {
        last_minutes::table(page, boot, options)?;
    }
    evidence::pieces(page, report, boot, options)?;
    if let Some(text) = words::stands_on(boot) {
        page.blank()?;
        page.para(&text, PLAIN)?;
    }
    evidence::unseen(page, boot, options)?;
    circumstances::coverage(page, boot, options)?;
    circumstances::running(page, boot, options)?;
    circumstances::context(page, report, boot, options)?;
    circumstances::protection(page, boot, options)?;
    circumstances::controls(page, boot, options)?;
    evidence::base_rates(page, boot)?;
    circumstances::advice(page, boot, options)?;
    evidence::citations(page, report, boot, options)
}

/// What there is to say of a boot that needs no verdict.
fn short(page: &mut Page<'_>, report: &Report, boot: &BootReport, options: &Options) -> io::Result<()> {
    let entries = boot.entries.map(|entries| format!("{} entries", words::count(entries)));
    let bounds = match (boot.first, boot.last) {
        (Some(first), Some(last)) => Some(format!(
            "{} to {} ({})",
            options.date_time(first),
            options.near(last, Some(first)),
            options.zone_at(first)
        )),
        _ => None,
    };
    let known: Vec<String> = [bounds, entries].into_iter().flatten().collect();
    if !known.is_empty() {
        page.para(&format!("On record: {}.", known.join(", ")), DIM)?;
    }
    if let (Some(last), Some(next)) = (boot.last, boot.next_first) {
        page.para(&format!("The next boot started {} later.", words::duration(next.since(last).0)), DIM)?;
    }
    if boot.running_basis.as_deref() == Some("copied") {
        page.para("To have it judged as dead, add --ended.", PLAIN)?;
    }
    clock_steps(page, boot, options)?;
    if !boot.events.is_empty() {
        page.heading("Last events")?;
        events(page, boot, options)?;
    }
    evidence::pieces(page, report, boot, options)?;
    circumstances::advice(page, boot, options)?;
    evidence::citations(page, report, boot, options)
}

/// How it ended, and between which instants.
fn how(boot: &BootReport, options: &Options) -> String {
    let bounds = words::end_bounds(boot, options).unwrap_or_default();
    format!("{} {bounds}", words::how(boot)).trim().to_owned()
}

fn clock_steps(page: &mut Page<'_>, boot: &BootReport, options: &Options) -> io::Result<()> {
    for step in &boot.clock_steps {
        let way = if step.by_s < 0.0 { "back" } else { "forward" };
        let by = words::duration((step.by_s * 1e6) as i64);
        page.para(
            &format!("The clock was set {way} by {by} at {}.", options.near(step.at, boot.end())),
            YELLOW,
        )?;
    }
    Ok(())
}

fn totals(page: &mut Page<'_>, boot: &BootReport) -> io::Result<()> {
    let total =
        |value: Option<i32>| value.map_or_else(|| "unknown".to_owned(), |value| format!("{value:+} dB"));
    let text = format!(
        "Totals: memory exhaustion {}, heat {}, another cause {}.",
        total(boot.totals_db.memory_exhaustion),
        total(boot.totals_db.thermal),
        total(boot.totals_db.other)
    );
    page.para(&text, PLAIN)
}

/// The first screen's list and charts.
fn happened_last(page: &mut Page<'_>, boot: &BootReport, options: &Options) -> io::Result<()> {
    if !boot.events.is_empty() {
        page.heading("What happened last")?;
        events(page, boot, options)?;
    }
    let Some(drawing) = chart::draw(boot, options, page.width()) else {
        return Ok(());
    };
    page.blank()?;
    for line in &drawing.lines {
        page.line(line, PLAIN)?;
    }
    page.para(&drawing.caption, DIM)
}

/// The key events, repetitions in a row folded.
fn events(page: &mut Page<'_>, boot: &BootReport, options: &Options) -> io::Result<()> {
    let groups = words::last_events(boot, KEY_EVENTS);
    let room = (page.width().saturating_sub(12)) * 2 - 8;
    for group in groups {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let EventInfo { text, .. } = first;
        let text = cut(&crate::inert::inert(text), room);
        let text = match group.len() {
            1 => text,
            times => format!("{text} ({times} times until {})", options.clock(last.at)),
        };
        let text = words::age(first.at, boot).map_or_else(|| text.clone(), |age| format!("{age}: {text}"));
        page.hanging(&format!("  {}  ", options.near(first.at, boot.end())), &text, PLAIN)?;
    }
    Ok(())
}

fn patterns(page: &mut Page<'_>, report: &Report, options: &Options) -> io::Result<()> {
    if report.patterns.is_empty() {
        return Ok(());
    }
    page.heading("Over several boots")?;
    for pattern in &report.patterns {
        page.hanging("  ", &words::pattern(report, pattern, options), PLAIN)?;
    }
    Ok(())
}

/// The machine and what was read of it.
fn read(page: &mut Page<'_>, report: &Report, options: &Options) -> io::Result<()> {
    if report.inputs.is_empty() && report.machines.is_empty() {
        return Ok(());
    }
    page.heading("What was read")?;
    for machine in &report.machines {
        page.hanging("  ", &machine_line(machine), PLAIN)?;
    }
    for input in &report.inputs {
        page.hanging("  ", &words::input_line(input), PLAIN)?;
        problems(page, input)?;
    }
    let at = report.boots.iter().rev().find_map(BootReport::end);
    let zone = at.map_or_else(|| "UTC".to_owned(), |at| options.zone_at(at));
    page.para(&format!("All times are {zone}."), BOLD)
}

fn machine_line(machine: &MachineInfo) -> String {
    words::machine(machine)
        .into_iter()
        .map(|(what, value)| match what {
            "Host" | "Product" => value,
            _ => format!("{} {value}", what.to_lowercase()),
        })
        .collect::<Vec<_>>()
        .join(", ")
}

fn problems(page: &mut Page<'_>, input: &InputInfo) -> io::Result<()> {
    for problem in input.problems.iter().take(PROBLEMS) {
        let line = problem.line.map(|line| format!("line {}: ", words::count(line))).unwrap_or_default();
        page.hanging("    ", &format!("{line}{}", problem.what), YELLOW)?;
    }
    match input.problems.len().saturating_sub(PROBLEMS) {
        0 => Ok(()),
        more => page.hanging("    ", &format!("and {more} more problems (all are in -o json)"), YELLOW),
    }
}
