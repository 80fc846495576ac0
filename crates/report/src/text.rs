//! `-o text`: one boot after another, the answer on the first screen.

mod circumstances;
mod evidence;
mod last_minutes;

use std::io::{self, Write};

use model::Text;

use crate::page::{BOLD, DIM, GREEN, PLAIN, Page, RED, YELLOW, cut};
use crate::schema::{BootReport, EndingName, EventInfo, Report};
use crate::{Options, chart, words};

/// Events on the first screen.
const KEY_EVENTS: usize = 5;
/// Problems of an input that are told; the others are counted.
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
        page.para(&options.word("no-boot"), PLAIN)?;
    }
    patterns(&mut page, report, options)?;
    read(&mut page, report, options)?;
    if report.redaction.is_some() {
        page.blank()?;
        page.para(&words::redaction(report, options), DIM)?;
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
        totals(page, boot, options)?;
    }
    happened_last(page, boot, options)?;
    if options.verbose > 0 {
        last_minutes::table(page, boot, options)?;
    }
    evidence::pieces(page, report, boot, options)?;
    if let Some(text) = words::stands_on(boot, options) {
        page.blank()?;
        page.para(&text, PLAIN)?;
    }
    evidence::unseen(page, boot, options)?;
    circumstances::coverage(page, report, boot, options)?;
    circumstances::running(page, boot, options)?;
    circumstances::context(page, report, boot, options)?;
    circumstances::protection(page, boot, options)?;
    circumstances::controls(page, boot, options)?;
    evidence::base_rates(page, boot, options)?;
    circumstances::advice(page, boot, options)?;
    evidence::citations(page, report, boot, options)
}

/// What there is to say of a boot that needs no verdict.
fn short(page: &mut Page<'_>, report: &Report, boot: &BootReport, options: &Options) -> io::Result<()> {
    let entries = boot.entries.map(|entries| Text::new("short-entries").with("count", entries));
    let bounds = match (boot.first, boot.last) {
        (Some(first), Some(last)) => Some(
            Text::new("short-bounds")
                .with("from", options.date_time(first))
                .with("to", options.near(last, Some(first)))
                .with("zone", options.zone_at(first)),
        ),
        _ => None,
    };
    if let Some(known) = Text::list([bounds, entries].into_iter().flatten()) {
        page.para(&options.say(&Text::new("on-record").with("what", known)), DIM)?;
    }
    if let (Some(last), Some(next)) = (boot.last, boot.next_first) {
        page.para(&options.say(&Text::new("next-boot-later").with("later", next.since(last))), DIM)?;
    }
    if boot.running_basis.as_deref() == Some("copied") {
        page.para(&options.word("add-ended"), PLAIN)?;
    }
    clock_steps(page, boot, options)?;
    if !boot.events.is_empty() {
        page.heading(&options.word("heading-last-events"))?;
        events(page, boot, options)?;
    }
    evidence::pieces(page, report, boot, options)?;
    circumstances::advice(page, boot, options)?;
    evidence::citations(page, report, boot, options)
}

/// How it ended, and between which instants.
fn how(boot: &BootReport, options: &Options) -> String {
    let bounds = words::end_bounds(boot, options).unwrap_or_default();
    format!("{} {bounds}", words::how(boot, options)).trim().to_owned()
}

fn clock_steps(page: &mut Page<'_>, boot: &BootReport, options: &Options) -> io::Result<()> {
    for step in &boot.clock_steps {
        page.para(&words::clock_step(step, boot, options), YELLOW)?;
    }
    Ok(())
}

fn totals(page: &mut Page<'_>, boot: &BootReport, options: &Options) -> io::Result<()> {
    let total =
        |value: Option<i32>| value.map_or_else(|| options.word("unknown"), |value| format!("{value:+} dB"));
    let text = Text::new("totals")
        .with("memory", total(boot.totals_db.memory_exhaustion))
        .with("heat", total(boot.totals_db.thermal))
        .with("other", total(boot.totals_db.other));
    page.para(&options.say(&text), PLAIN)
}

/// The first screen's list and charts.
fn happened_last(page: &mut Page<'_>, boot: &BootReport, options: &Options) -> io::Result<()> {
    if !boot.events.is_empty() {
        page.heading(&options.word("heading-happened-last"))?;
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
            times => options.say(
                &Text::new("times-until")
                    .with("text", text)
                    .with("count", times)
                    .with("until", options.clock(last.at)),
            ),
        };
        let text =
            words::age(first.at, boot, options).map_or_else(|| text.clone(), |age| format!("{age}: {text}"));
        page.hanging(&format!("  {}  ", options.near(first.at, boot.end())), &text, PLAIN)?;
    }
    Ok(())
}

fn patterns(page: &mut Page<'_>, report: &Report, options: &Options) -> io::Result<()> {
    if report.patterns.is_empty() {
        return Ok(());
    }
    page.heading(&options.word("heading-patterns"))?;
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
    page.heading(&options.word("heading-read"))?;
    for machine in &report.machines {
        page.hanging("  ", &words::machine_line(machine, options), PLAIN)?;
    }
    for read in words::read(report, PROBLEMS, options) {
        page.hanging("  ", &read.line, PLAIN)?;
        for note in &read.notes {
            page.hanging("    ", note, YELLOW)?;
        }
    }
    let at = report.boots.iter().rev().find_map(BootReport::end);
    let zone = at.map_or_else(|| "UTC".to_owned(), |at| options.zone_at(at));
    page.para(&options.say(&Text::new("all-times").with("zone", zone)), BOLD)
}
