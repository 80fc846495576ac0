//! The formats: one file and one row each.
//!
//! A format frames its own lines into sheets (header and rows); times, names, units and values are
//! read the same way for all of them.

use std::borrow::Cow;

use crate::frame::{Dialect, Header, SEPARATORS, header};
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::split::cells;
use crate::stamp::Stamp;
use crate::text::Line;
use crate::{MonitorError, Options};

mod atop;
mod below;
mod collectl;
mod delimited;
mod dmon;
mod dool;
mod free_loop;
mod glances;
mod grafana;
mod ipmitool;
mod key_value;
mod netdata;
mod nv_monitor;
mod nvidia_smi;
mod pidstat;
mod psrecord;
mod s_tui;
mod sadf;
mod sadf_p;
mod sar;
mod sysstat;
mod tegrastats;
mod turbostat;
mod vmstat;

/// How many lines at the beginning decide the format.
const HEAD: usize = 200;

/// One format.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    /// Its name, as a report shows it.
    pub(crate) name: &'static str,
    /// Whether a file with this beginning is of this format.
    pub(crate) sniff: fn(&Head<'_>) -> bool,
    /// How its lines are framed.
    pub(crate) read: Read,
    /// A file of this format, shortened, with the number of its rows; 0 where such a file is of no use.
    pub(crate) sample: (&'static str, u64),
}

/// All formats; the first whose `sniff` says so reads the file. The general one stands last.
pub(crate) const FORMATS: &[Format] = &[
    dmon::DMON,
    dmon::PMON,
    sadf::FORMAT,
    sadf_p::FORMAT,
    pidstat::FORMAT,
    sar::FORMAT,
    vmstat::FORMAT,
    free_loop::FORMAT,
    dool::FORMAT,
    tegrastats::FORMAT,
    atop::FORMAT,
    collectl::FORMAT,
    turbostat::FORMAT,
    below::FORMAT,
    nv_monitor::FORMAT,
    glances::FORMAT,
    s_tui::FORMAT,
    netdata::FORMAT,
    grafana::FORMAT,
    nvidia_smi::FORMAT,
    psrecord::FORMAT,
    ipmitool::FORMAT,
    key_value::FORMAT,
    delimited::FORMAT,
];

/// The name of the general format: any table with a header or a mapping.
pub(crate) const GENERAL: &str = "delimited text";

/// How lines are framed; the beginning is what the format was recognised by.
#[derive(Clone, Copy)]
pub(crate) enum Read {
    /// A table, line by line: memory does not grow with the file.
    Table(fn(&Head<'_>) -> Dialect<'static>),
    /// All lines together.
    Whole(ReadWhole),
}

/// Frames all lines of a file.
pub(crate) type ReadWhole =
    for<'a> fn(&'a [Line<'a>], &Head<'_>, &Options, &mut Log) -> Result<Framed, MonitorError>;

/// A row of a format that names the columns itself: name and cell.
#[derive(Debug, Default)]
struct Pairs(Vec<(String, String)>);

impl Pairs {
    fn add(&mut self, name: &str, cell: impl Into<String>) {
        self.0.push((name.to_owned(), cell.into()));
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| known == name)
    }
}

/// The beginning of a file and where its header seems to be.
pub(crate) struct Head<'a> {
    /// The first lines that are not blank.
    pub(crate) lines: &'a [Line<'a>],
    /// These, and what else was read of the file.
    pub(crate) all: &'a [Line<'a>],
    /// The first strong header, else the first weak one.
    pub(crate) header: Option<HeadLine>,
}

/// A header in the beginning of a file.
pub(crate) struct HeadLine {
    /// The separator that shows it.
    pub(crate) separator: char,
    /// Its cells.
    pub(crate) names: Vec<String>,
    /// Whether it names both a time and a metric.
    pub(crate) strong: bool,
}

impl<'a> Head<'a> {
    /// Looks at the beginning.
    pub(crate) fn new(lines: &'a [Line<'a>]) -> Self {
        let all = lines;
        let lines = &lines[..lines.len().min(HEAD)];
        let found: Vec<(Header, HeadLine)> = lines.iter().filter_map(best_header).collect();
        let strong = found.iter().position(|(header, _)| matches!(header, Header::Strong(_)));
        let header = found.into_iter().nth(strong.unwrap_or(0)).map(|(_, line)| line);
        Self { lines, all, header }
    }

    /// The header's cells, empty where there is no header.
    pub(crate) fn names(&self) -> &[String] {
        self.header.as_ref().map_or(&[], |header| &header.names)
    }

    /// Whether the first line is a row: a time and at least one more cell.
    pub(crate) fn is_headless(&self) -> bool {
        let Some(line) = self.lines.iter().find(|line| !line.text.starts_with('#')) else { return false };
        SEPARATORS.iter().any(|&separator| {
            let mut row = Vec::new();
            cells(&line.text, separator, &mut row);
            row.len() > 1
                && Stamp::parse(&row[0]).is_some()
                && row[1..]
                    .iter()
                    .all(|cell| !matches!(crate::cell::read(cell, true), crate::cell::Cell::Unreadable))
        })
    }

    /// Why no format takes the file.
    pub(crate) fn refusal(&self) -> MonitorError {
        let first = self.lines.first().map_or_else(String::new, |line| quote(&line.text));
        if self.is_headless() { MonitorError::NoHeader { first } } else { MonitorError::NoTable { first } }
    }
}

fn best_header(line: &Line<'_>) -> Option<(Header, HeadLine)> {
    let mut best: Option<(usize, Header, char)> = None;
    let mut row: Vec<Cow<'_, str>> = Vec::new();
    for separator in SEPARATORS {
        if separator == ' ' && !is_header_of_words(&line.text) {
            continue;
        }
        cells(line.text.trim_start_matches('#').trim_start(), separator, &mut row);
        let found = header(&row);
        let score = match found {
            Header::Strong(known) => known * 1000 + row.len().min(999),
            Header::Weak if separator != ' ' => row.len().min(999),
            Header::Weak | Header::No => continue,
        };
        if best.is_none_or(|(top, ..)| score > top) {
            best = Some((score, found, separator));
        }
    }
    let (_, found, separator) = best?;
    cells(line.text.trim_start_matches('#').trim_start(), separator, &mut row);
    let names = row.into_iter().map(Cow::into_owned).collect();
    Some((found, HeadLine { separator, names, strong: matches!(found, Header::Strong(_)) }))
}

/// Whether blanks may part the names of a header: nothing else does, and one of the names at least is no
/// word of a language. `out of memory at that time` names a time and memory, too.
fn is_header_of_words(text: &str) -> bool {
    let made_up =
        |word: &str| word.contains(['_', '%', '[', '(']) || word.contains(|c: char| c.is_ascii_digit());
    let of_language = |word: &str| word.ends_with(['.', ':', '?', '!']);
    !text.contains([',', ';', '\t', '|', '"'])
        && text.split_whitespace().any(made_up)
        && !text.split_whitespace().any(of_language)
}

#[cfg(test)]
mod tests {
    use model::InputId;

    use super::*;
    use crate::{Options, read, sniff};

    #[test]
    fn samples_are_read_by_their_format() {
        for format in FORMATS {
            let (sample, rows) = format.sample;
            assert!(sniff(sample.as_bytes()), "{}", format.name);
            let reading = read(sample.as_bytes(), InputId(0), &Options::default());
            if rows == 0 {
                assert!(matches!(reading, Err(MonitorError::OneProcess { .. })), "{}", format.name);
                continue;
            }
            let reading = reading.unwrap();
            assert_eq!((reading.format, reading.rows, reading.rejected), (format.name, rows, 0));
            // Of processes nothing is used, and the columns say so.
            let used = !reading.series.is_empty();
            assert!(used || reading.columns.iter().all(|column| column.ignored.is_some()), "{}", format.name);
        }
    }
}
