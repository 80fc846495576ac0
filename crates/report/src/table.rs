//! `--all`: one row a boot, and what several boots have in common. `--list-boots`: the boots there are.

use std::io::{self, Write};

use anstyle::Style;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width};
use model::Text;
use unicode_width::UnicodeWidthStr;

use crate::inert::inert;
use crate::page::{BOLD, DIM, GREEN, PLAIN, Page, RED, YELLOW, cut, free_units, keep_units, wrap};
use crate::schema::{BootReport, EndingName, Report};
use crate::words::overview::{COLUMNS, Row};
use crate::{Options, Stamp, words};

/// From this width on there is room for whole dates and seconds.
const WIDE: usize = 120;
/// The table does not shrink below this.
const NARROWEST: usize = 72;
/// Key evidence is cut after this many columns of text.
const EVIDENCE: usize = 200;

/// Writes one row a boot.
///
/// # Errors
/// Those of the writer.
pub fn render(report: &Report, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page::new(out, options);
    if report.boots.is_empty() {
        return page.para(&options.word("no-boot"), PLAIN);
    }
    page.para(&caption(report, options), BOLD)?;
    page.blank()?;
    let (columns, names) = layout(report, options);
    let mut table = empty(&columns, &names);
    for boot in &report.boots {
        let cells = row(report, boot, options);
        table.add_row(cells.iter().zip(&columns).map(|(cell, &width)| wrap("", "", cell, width).join("\n")));
    }
    align(&mut table, &[0]);
    let endings: Vec<_> = report.boots.iter().map(|boot| ending(boot, options)).collect();
    print(&mut page, &table, options, columns[0], &endings)?;
    let first = options.word("pattern-label");
    for (place, pattern) in report.patterns.iter().enumerate() {
        let label = if place == 0 { first.clone() } else { " ".repeat(first.width()) };
        if place == 0 {
            page.blank()?;
        }
        page.hanging(&label, &words::pattern(report, pattern, options), PLAIN)?;
    }
    page.blank()?;
    page.para(&options.word("more-on-one-boot"), DIM)
}

/// Writes the boots with their ids.
///
/// # Errors
/// Those of the writer.
pub fn list_boots(report: &Report, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page::new(out, options);
    let first = first_column(report, options);
    let entries = options.word("column-entries").width().max(7);
    // Each column has one more of padding.
    let room = |id: usize, time: usize| first + id + 2 * time + entries + 5 <= options.width;
    let (id, time) = [(32, 19), (32, 16)].into_iter().find(|&(id, time)| room(id, time)).unwrap_or((8, 16));
    let mut table = empty(
        &[first, id, time, time, entries],
        &["column-boot", "column-boot-id", "column-first-entry", "column-last-entry", "column-entries"]
            .map(|id| options.word(id)),
    );
    for boot in &report.boots {
        let show = |at: Option<crate::Stamp>| match at {
            None => options.word("unknown"),
            Some(at) if time == 16 => options.date_minute(at),
            Some(at) => options.date_time(at),
        };
        let shown_id = if id == 8 { boot.short_id() } else { boot.boot_id.as_str() };
        let row = [
            offset(report, boot),
            shown_id.to_owned(),
            show(boot.first),
            show(boot.last),
            boot.entries.map_or_else(|| options.word("unknown"), words::count),
        ];
        table.add_row(row.iter().map(|cell| keep_units(&inert(cell)).into_owned()));
    }
    align(&mut table, &[0, 4]);
    print(&mut page, &table, options, 0, &[])
}

/// Which host, how many boots, which days, which zone.
fn caption(report: &Report, options: &Options) -> String {
    let hosts: Vec<&str> = report.machines.iter().filter_map(|machine| machine.hostname.as_deref()).collect();
    let of = (!hosts.is_empty()).then(|| Text::new("caption-of").with("hosts", hosts.join(", ")));
    let first = report.boots.iter().filter_map(|boot| boot.first).min();
    let last = report.boots.iter().filter_map(|boot| boot.last).max();
    let when = match (first, last) {
        (Some(first), Some(last)) => Some(
            Text::new("caption-when")
                .with("from", options.date(first))
                .with("to", options.date(last))
                .with("zone", options.zone_at(last)),
        ),
        _ => None,
    };
    options.say(&Text::new("caption").with("count", report.boots.len()).with("of", of).with("when", when))
}

/// Columns of the boots' offsets.
fn first_column(report: &Report, options: &Options) -> usize {
    report
        .boots
        .iter()
        .map(|boot| offset(report, boot).width())
        .max()
        .unwrap_or(0)
        .clamp(options.word("column-boot").width().max(4), 20)
}

/// Columns of text and their names, for the width.
fn layout(report: &Report, options: &Options) -> (Vec<usize>, Vec<String>) {
    let wide = options.width >= WIDE;
    let confidence = if wide { "column-confidence" } else { "column-conf" };
    let mut names = vec!["column-boot"];
    names.extend(COLUMNS.map(|id| if id == "column-confidence" { confidence } else { id }));
    let boot = first_column(report, options);
    let mut columns = if wide { vec![boot, 19, 19, 12, 12, 17, 10] } else { vec![boot, 5, 5, 6, 12, 10, 6] };
    let used: usize = columns.iter().map(|column| column + 1).sum();
    columns.push(options.width.max(NARROWEST).saturating_sub(used + 1).min(90));
    (columns, names.into_iter().map(|id| options.word(id)).collect())
}

fn row(report: &Report, boot: &BootReport, options: &Options) -> Vec<String> {
    let time = |at: Stamp| match options.width {
        WIDE.. => options.date_time(at),
        _ => options.date_minute(at)[5..].to_owned(),
    };
    let mut cells = vec![offset(report, boot)];
    cells.extend(Row::new(boot, time, options).cells());
    if let Some(evidence) = cells.last_mut() {
        *evidence = cut(evidence, EVIDENCE);
    }
    cells
}

/// The offset; with the host's name in front where there are several hosts.
fn offset(report: &Report, boot: &BootReport) -> String {
    match report.machine(boot).and_then(|machine| machine.hostname.as_deref()) {
        Some(host) if report.machines.len() > 1 => format!("{host} {}", boot.offset),
        _ => boot.offset.to_string(),
    }
}

/// The word for a boot's ending and how it is shown.
fn ending(boot: &BootReport, options: &Options) -> (String, Style) {
    let style = match boot.ending {
        EndingName::Unexpected => RED,
        EndingName::Clean => GREEN,
        EndingName::Running | EndingName::Undetermined => YELLOW,
    };
    (words::name_of("ending", boot.ending.name(), options), style)
}

fn empty(columns: &[usize], names: &[String]) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).force_no_tty().set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(names);
    table.set_constraints(columns.iter().map(|&columns| {
        // One column of padding belongs to the column's width.
        ColumnConstraint::Absolute(Width::Fixed(u16::try_from(columns + 1).unwrap_or(u16::MAX)))
    }));
    for column in table.column_iter_mut() {
        column.set_padding((0, 1));
    }
    table
}

fn align(table: &mut Table, right: &[usize]) {
    for &index in right {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// Prints the table, a rule under its header; the word for each ending in colour.
fn print(
    page: &mut Page<'_>,
    table: &Table,
    options: &Options,
    first_column: usize,
    endings: &[(String, Style)],
) -> io::Result<()> {
    let lines: Vec<String> = table.lines().map(|line| free_units(&line)).collect();
    let widest = lines.iter().map(|line| line.trim_end().width()).max().unwrap_or_default();
    let rule = if options.ascii { "-" } else { "─" };
    let mut endings = endings.iter();
    for (place, line) in lines.iter().enumerate() {
        if place == 0 {
            page.line(line, BOLD)?;
            page.line(&rule.repeat(widest), DIM)?;
            continue;
        }
        // A row's first line is the one that names its boot.
        let is_first = line.chars().take(first_column).any(|c| c != ' ');
        let shown = if is_first { endings.next() } else { None };
        match shown {
            Some((word, style)) if options.color => {
                page.line(&line.replacen(word, &format!("{style}{word}{style:#}"), 1), PLAIN)?;
            }
            _ => page.line(line, PLAIN)?,
        }
    }
    Ok(())
}
