//! What was recognised, for a terminal.

use std::fmt::Write;

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table};
use model::{Micros, Series, ZoneBasis};
use monitor::Reading;
use report::{Lang, Options};

use super::Outcome;

/// So many rejects and notes of a file are shown; with `-v` all that are kept.
const SHOWN: usize = 5;
/// A table gets no wider than this: the eye loses the row.
const WIDEST: usize = 120;

/// Renders the files.
pub(super) fn render(files: &[Outcome], options: &Options) -> String {
    let mut page = String::new();
    for file in files.iter() {
        let Ok(reading) = &file.reading else { continue };
        if !page.is_empty() {
            page.push('\n');
        }
        one(&mut page, file, reading, options);
    }
    page
}

fn one(page: &mut String, file: &Outcome, reading: &Reading, options: &Options) {
    para(page, "", "  ", &format!("{}: {}", file.input.path, reading.format), options);
    para(page, "  ", "  ", &rows(reading), options);
    para(page, "  ", "  ", &zone(file, reading), options);
    if let Some(start) = young(reading) {
        para(page, "  ", "  ", &start, options);
    }
    if reading.series.is_empty() {
        para(page, "  ", "  ", "no column has a value that is used", options);
    } else {
        page.push('\n');
        for line in table(reading, options).to_string().lines() {
            let _ = writeln!(page, "{}", line.trim_end());
        }
    }
    let ignored: Vec<String> = reading
        .columns
        .iter()
        .filter_map(|column| Some(format!("{} ({})", column.name, column.ignored.as_ref()?)))
        .filter(|text| !text.contains("(the time of the row)"))
        .collect();
    if !ignored.is_empty() {
        page.push('\n');
        para(page, "  Not used: ", "    ", &some(&ignored, 3 * SHOWN, options), options);
    }
    let problems = &file.input.problems;
    let lines = |text: &mut String, label: &str, of: &[String], more: u64| {
        if of.is_empty() {
            return;
        }
        let _ = writeln!(text, "\n  {label}:");
        let limit = if options.verbose > 0 { of.len() } else { SHOWN };
        for line in of.iter().take(limit) {
            para(text, "    ", "      ", line, options);
        }
        let hidden = more.saturating_sub(of.len().min(limit) as u64);
        if hidden > 0 {
            let how = if options.verbose > 0 { "" } else { " (-v shows more)" };
            let _ = writeln!(text, "    and {hidden} more{how}");
        }
    };
    let said: Vec<String> = problems
        .iter()
        .map(|problem| {
            problem.line.map_or_else(|| problem.what.clone(), |line| format!("line {line}: {}", problem.what))
        })
        .collect();
    // The rejects stand in front of the notes; what a mapping gave rise to stands in front of both.
    let notes = reading.notes.len();
    let (rejects, notes) = said.split_at(said.len().saturating_sub(notes));
    let (of_maps, rejects) = rejects.split_at(rejects.len().saturating_sub(reading.rejects.len()));
    lines(page, "Rejected", rejects, reading.rejected);
    let notes: Vec<String> = of_maps.iter().chain(notes).cloned().collect();
    lines(page, "Notes", &notes, notes.len() as u64);
}

/// `40 rows, 1 rejected, one every 30 s, 2026-07-21 09:23:07 to 09:42:37 UTC`.
fn rows(reading: &Reading) -> String {
    let plural = |count: u64| if count == 1 { "row" } else { "rows" };
    let mut text = format!("{} {}", timeline::thousands(reading.rows as f64), plural(reading.rows));
    let rejected = match reading.rejected {
        0 => ", none rejected".to_owned(),
        count => format!(", {} rejected", timeline::thousands(count as f64)),
    };
    text.push_str(&rejected);
    if let Some(cadence) = reading.rhythm().cadence {
        let shown = if cadence.0 % 1_000_000 != 0 && cadence.0 < 10_000_000 {
            format!("{:.1} s", cadence.as_secs_f64())
        } else {
            Lang::En.span(cadence)
        };
        let _ = write!(text, "; one every {shown}");
    }
    if let Some((first, last)) = reading.span() {
        let (from, to) = (date_time(first), date_time(last));
        let to = if from[..10] == to[..10] { &to[11..] } else { &to };
        let _ = write!(text, "; {from} to {to} UTC");
    }
    text
}

fn date_time(at: Micros) -> String {
    chrono::DateTime::from_timestamp_micros(at.0)
        .map_or_else(|| " ".repeat(19), |at| at.format("%Y-%m-%d %H:%M:%S").to_string())
}

fn zone(file: &Outcome, reading: &Reading) -> String {
    match super::zone(file, reading) {
        (Some(zone), Some(ZoneBasis::Given)) => format!("local times, read in {zone} as given"),
        (_, Some(ZoneBasis::Assumed)) => {
            "local times without a zone, shown as if they were UTC: give the host's zone with --tz, such as --tz \
             Asia/Tokyo or --tz +09:00 (beside a journal the zone can often be worked out)"
                .to_owned()
        }
        _ => "the cells say which instant they mean (epoch, offset or zone)".to_owned(),
    }
}

/// Where the host had just started when the file begins: whatever was sampled before is not in it.
fn young(reading: &Reading) -> Option<String> {
    let uptime = reading.series.iter().find(|series| series.metric == model::Metric::Uptime)?;
    let (first, _) = reading.span()?;
    let (at, seconds) = (*uptime.at.first()?, *uptime.values.first()?);
    (at == first && seconds <= 900.0).then(|| {
        format!(
            "the file begins {} after a start of the host: a sampler that writes with `>` loses what it had before; \
             this file says nothing about the boot before",
            Lang::En.span(model::Span((seconds * 1e6) as i64))
        )
    })
}

fn table(reading: &Reading, options: &Options) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).force_no_tty().set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(options.width.min(WIDEST)).unwrap_or(80));
    let devices = reading.series.iter().any(|series| series.device.is_some());
    let device = |text: &str| devices.then(|| text.to_owned());
    let header = ["  Metric", "Unit", "Values", "Least", "Most", "Last", "From column"].map(str::to_owned);
    table.set_header(with_device(header, device("Device")));
    for series in &reading.series {
        let least = series.values.iter().copied().min_by(f64::total_cmp);
        let most = series.values.iter().copied().max_by(f64::total_cmp);
        let row = [
            format!("  {}", series.metric.name()),
            series.metric.unit().to_owned(),
            timeline::thousands(series.len() as f64),
            number(least),
            number(most),
            number(series.values.last().copied()),
            source(reading, series),
        ];
        table.add_row(with_device(row, device(&series.device_words().unwrap_or_default())));
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, if options.width < 100 { 1 } else { 2 }));
        let figures = if devices { 3..7 } else { 2..6 };
        if index < figures.end {
            // Names and figures stay whole; where columns come from may be folded.
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
        if figures.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn with_device(row: [String; 7], device: Option<String>) -> Vec<String> {
    let mut row = Vec::from(row);
    if let Some(device) = device {
        row.insert(1, device);
    }
    row
}

/// With as many decimals as it needs, at most two.
fn number(value: Option<f64>) -> String {
    let Some(value) = value else { return "-".to_owned() };
    let shown = format!("{value:.2}");
    match shown.trim_end_matches('0').trim_end_matches('.') {
        "" | "-" | "-0" => "0".to_owned(),
        shown => shown.to_owned(),
    }
}

/// The column that a series came from, with its own unit.
fn source(reading: &Reading, series: &Series) -> String {
    let of_metric = || reading.columns.iter().filter(|column| column.metric == Some(series.metric));
    let own = || of_metric().filter(|column| column.device == series.device);
    let names: Vec<&monitor::Column> =
        if own().count() > 0 { own().collect() } else { of_metric().collect() };
    if series.derived && names.is_empty() {
        return "computed from parts".to_owned();
    }
    let mut shown: Vec<String> = names
        .iter()
        .map(|column| match &column.unit {
            Some(unit) if unit != series.metric.unit() => format!("{} ({unit})", column.name),
            _ => column.name.clone(),
        })
        .collect();
    shown.dedup();
    shown.join(", ")
}

/// The first few of many.
fn some(texts: &[String], limit: usize, options: &Options) -> String {
    let limit = if options.verbose > 0 { texts.len() } else { limit };
    let mut shown = texts.iter().take(limit).cloned().collect::<Vec<_>>().join(", ");
    if texts.len() > limit {
        let _ = write!(shown, " and {} more (-v shows all)", texts.len() - limit);
    }
    shown
}

/// A paragraph; control characters of a hostile file do not reach the terminal.
fn para(page: &mut String, first: &str, next: &str, text: &str, options: &Options) {
    let inert: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let fold = textwrap::Options::new(options.width).initial_indent(first).subsequent_indent(next);
    for line in textwrap::wrap(&inert, fold) {
        let _ = writeln!(page, "{line}");
    }
}

/// The known formats, each with the beginning of a file.
pub(super) fn formats(options: &Options) -> String {
    let mut page =
        String::from("Formats, in the order in which they are tried; files are known by content:\n");
    for (name, sample) in monitor::formats() {
        let about = ABOUT.iter().find(|(known, _)| *known == name).map_or("", |(_, about)| about);
        let first: String = sample.lines().next().unwrap_or_default().chars().take(200).collect();
        para(&mut page, "  ", "      ", &format!("{name}: {about}"), options);
        if options.verbose > 0 {
            para(&mut page, "      ", "      ", &first, options);
        }
    }
    page
}

/// A word on each format.
const ABOUT: &[(&str, &str)] = &[
    (
        "nvidia-smi query",
        "--query-gpu=... --format=csv with or without units, and the thermal sampler of DGX Spark skills",
    ),
    ("nvidia-smi dmon", "dmon -o DT, blanks or CSV; without -o T rows have no time"),
    ("nvidia-smi pmon", "GPU use by process; recognised, and nothing of it is used"),
    ("sadf -d", "sysstat's records between semicolons; a restart of the host stands in them"),
    ("sadf -p", "sysstat's records, a line for each value"),
    ("sar text", "sysstat's own tables, 12 and 24 hours, in several languages; the date is in the banner"),
    ("pidstat", "memory by process; recognised, and nothing of it is used"),
    ("vmstat", "vmstat -t; the zone may stand in the header, available memory is free + buff + cache"),
    ("free with dates", "free in a loop with date between"),
    ("dool CSV", "dool and dstat --output; without epoch the year is in the preamble or --year"),
    ("tegrastats", "Jetson; available memory is all less used"),
    ("atop -P", "MEM, SWP, PSI, CPU and GPU records with epochs"),
    ("collectl", "collectl -P, with blanks or --sep"),
    ("turbostat", "with Time_Of_Day_Seconds"),
    ("below dump", "below dump system -O csv, readable or --raw"),
    ("nv-monitor", "nv-monitor -l on DGX Spark; a failed read is a 0 there"),
    ("glances CSV", "glances --export csv"),
    ("s-tui CSV", "s-tui -c"),
    ("Netdata CSV", "format=csv of its API, newest row first or last"),
    ("Grafana CSV", "series joined by time, raw or formatted"),
    ("psrecord", "one process, by seconds since its own start; recognised, and nothing of it is used"),
    (
        "ipmitool",
        "sensor and sdr in a loop, with -c or between bars, with date between or a time before each line",
    ),
    ("key=value lines", "a record a line, with a time in it or before it"),
    (
        "delimited text",
        "any table with a header that names a time and metrics, between commas, semicolons, tabs, bars or blanks; \
         others with --map",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_a_word() {
        for (name, _) in monitor::formats() {
            assert!(ABOUT.iter().any(|(known, about)| *known == name && !about.is_empty()), "{name}");
        }
        assert_eq!(ABOUT.len(), monitor::formats().count());
    }

    #[test]
    fn numbers_have_no_empty_decimals() {
        for (value, shown) in
            [(0.0, "0"), (-0.001, "0"), (88.0, "88"), (100.08, "100.08"), (0.5, "0.5"), (1470.0, "1470")]
        {
            assert_eq!(number(Some(value)), shown);
        }
        assert_eq!(number(None), "-");
    }
}
