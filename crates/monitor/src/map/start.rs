//! A mapping to begin with, for a file that is not known.

use std::borrow::Cow;
use std::fmt::Write;

use model::Metric;

use crate::alias::{Role, role};
use crate::frame::{Header, SEPARATORS, header};
use crate::log::quote;
use crate::name::Name;
use crate::split::cells;
use crate::stamp::Stamp;
use crate::text::Text;
use crate::{MonitorError, map::LOOK};

/// So many cells of a column are shown.
const SHOWN: usize = 3;

/// A mapping in TOML of what can be told about a file, with its first cells as comments, to be corrected and
/// given with `--map`.
///
/// # Errors
/// The file is empty or no text.
pub fn starting(bytes: &[u8]) -> Result<String, MonitorError> {
    let text = Text::new(bytes)?;
    let lines = text.lines();
    let head: Vec<&str> =
        lines.iter().take(LOOK).filter(|line| line.torn.is_none()).map(|line| line.text.as_ref()).collect();
    let separator = separator(&head);
    let rows: Vec<Vec<Cow<'_, str>>> = head.iter().map(|line| split(line, separator)).collect();
    let width = usual_width(&rows);
    let first = rows.iter().position(|row| row.len() == width).unwrap_or(0);
    let named = rows.get(first).is_some_and(|row| is_header(row, rows.get(first + 1)));
    let names: Vec<String> = (0..width)
        .map(|at| match rows.get(first).filter(|_| named).and_then(|row| row.get(at)) {
            Some(name) if !name.is_empty() => toml(name),
            _ => (at + 1).to_string(),
        })
        .collect();
    let body: Vec<&Vec<Cow<'_, str>>> =
        rows.iter().skip(first + usize::from(named)).filter(|row| row.len() == width).collect();
    let samples = |at: usize| {
        let shown: Vec<String> =
            body.iter().filter_map(|row| row.get(at)).take(SHOWN).map(|cell| quote(cell)).collect();
        shown.join(", ")
    };
    let time = (0..width).find(|&at| {
        let is_time = |row: &&Vec<Cow<'_, str>>| row.get(at).and_then(|cell| Stamp::parse(cell)).is_some();
        body.iter().take(SHOWN).filter(|row| is_time(row)).count() > 0
    });
    let mut map = String::from(
        "# What the columns of a monitor's file mean: correct it, then give it with --map FILE.\n\
         # Columns are named as in the header or by their number, counted from 1.\n",
    );
    let word = match separator {
        ' ' => "blank".to_owned(),
        '\t' => "tab".to_owned(),
        other => other.to_string(),
    };
    let _ = write!(
        map,
        "separator = {}\nheader = {named}\n# missing = [\"-1\"]       # what stands for no value, in every column\n\
         # zone = \"Asia/Tokyo\"    # of local times; or an offset such as \"+09:00\"\n\n[time]\n",
        toml(&word)
    );
    match time {
        Some(at) => {
            let _ = writeln!(map, "column = {}   # {}", names[at], samples(at));
        }
        None => map.push_str(
            "# No column looks like a time. Name it, or say when the first row was taken and how often one came:\n\
             # column = 1\n# start = \"2026-07-21T18:00:00\"\n# every_s = 5\n",
        ),
    }
    map.push_str("# form = \"%d.%m.%Y %H:%M:%S\"   # or epoch_s, epoch_ms, epoch_us, epoch_ns; only if it is misread\n");
    for (at, name) in names.iter().enumerate().filter(|(at, _)| Some(*at) != time) {
        column(&mut map, name, named.then(|| rows[first][at].as_ref()), &samples(at));
    }
    let all: Vec<&str> = Metric::ALL.iter().map(|metric| metric.name()).collect();
    let _ = writeln!(map, "\n# Metrics: {}", all.join(", "));
    Ok(map)
}

fn column(map: &mut String, name: &str, header: Option<&str>, samples: &str) {
    let known = header.map(Name::new).and_then(|name| match role(&name) {
        Role::Metric(metric) => Some((metric, name.unit)),
        _ => None,
    });
    let _ = match known {
        Some((metric, unit)) => {
            let unit = unit.map_or_else(String::new, |unit| format!("unit = {}\n", toml(unit.name())));
            write!(
                map,
                "\n[[column]]\ncolumn = {name}   # {samples}\nmetric = {}\n{unit}",
                toml(metric.name())
            )
        }
        None => write!(
            map,
            "\n# [[column]]\n# column = {name}   # {samples}\n# metric = \"\"\n# unit = \"\"\n# scale = 1\n"
        ),
    };
}

fn split<'a>(line: &'a str, separator: char) -> Vec<Cow<'a, str>> {
    let mut row = Vec::new();
    cells(line.trim_start_matches('#').trim_start(), separator, &mut row);
    row
}

/// The separator that gives the most lines one and the same number of cells, two at least.
fn separator(head: &[&str]) -> char {
    let score = |separator: char| {
        let rows: Vec<Vec<Cow<'_, str>>> = head.iter().map(|line| split(line, separator)).collect();
        let width = usual_width(&rows);
        if width < 2 { 0 } else { rows.iter().filter(|row| row.len() == width).count() }
    };
    // The first of equals: blanks part what nothing else does.
    SEPARATORS.into_iter().rev().max_by_key(|&separator| score(separator)).unwrap_or(',')
}

fn usual_width(rows: &[Vec<Cow<'_, str>>]) -> usize {
    let count = |width: usize| rows.iter().filter(|row| row.len() == width).count();
    rows.iter().map(Vec::len).max_by_key(|&width| (count(width), width)).unwrap_or(0)
}

/// A header by its names, or a row of words over one with numbers.
fn is_header(row: &[Cow<'_, str>], next: Option<&Vec<Cow<'_, str>>>) -> bool {
    let has_digits = |cell: &Cow<'_, str>| cell.starts_with(|c: char| c.is_ascii_digit());
    header(row) != Header::No
        || (!row.iter().any(has_digits) && next.is_some_and(|next| next.iter().any(has_digits)))
}

/// A string in TOML.
fn toml(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
