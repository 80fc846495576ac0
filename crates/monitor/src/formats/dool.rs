//! `dool --output` and `dstat --output`: a preamble with the only year, a row of groups over a row of
//! names (`used` stands under `memory usage` and under `swap`), bytes; times without a year.

use std::borrow::Cow;

use chrono::{Datelike, NaiveDate};

use super::{Format, Pairs, Read};
use crate::frame::whole;
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::split::cells;
use crate::stamp::{Date, Stamp};
use crate::text::Line;

pub(super) const FORMAT: Format = Format {
    name: "dool CSV",
    sniff: |head| {
        head.lines.iter().any(|line| is_title(&line.text))
            || head
                .lines
                .windows(2)
                .any(|pair| pair[0].text.contains("\"memory usage\"") && pair[1].text.contains("\"used\""))
    },
    read: Read::Whole(|lines, _, _, log| Ok(read(lines, log))),
    sample: (
        "\"dool 1.3.8 CSV output\"\n\
         \"Host:\",\"host\",,,,\"User:\",\"operator\"\n\
         \"Cmdline:\",\"dool --time --mem --swap --load\",,,,\"Date:\",\"18 Jul 2026 14:10:58 JST\"\n\
         \"system\",\"memory usage\",,,,\"swap\",,\"load avg\",,\n\
         \"time\",\"used\",\"free\",\"cach\",\"avai\",\"used\",\"free\",\"1m\",\"5m\",\"15m\"\n\
         Jul-18 14:10:58,66392686592,32099008512,21399339008,64199065600,0,17179869184,4.000,4.100,3.900\n\
         Jul-18 14:11:03,66402123776,32094814208,21396193280,64189628416,0,17179869184,4.600,4.100,3.900\n",
        2,
    ),
};

fn is_title(text: &str) -> bool {
    let text = text.trim_start_matches('"').to_ascii_lowercase();
    (text.starts_with("dool ") || text.starts_with("dstat ") || text.starts_with("pcp-dstat"))
        && text.contains("csv output")
}

/// What the preamble says about time.
#[derive(Default)]
struct Preamble {
    date: Option<NaiveDate>,
    zone: String,
}

fn read(lines: &[Line<'_>], log: &mut Log) -> Framed {
    let mut framed = Framed::default();
    let mut preamble = Preamble::default();
    let mut groups: Vec<String> = Vec::new();
    let mut columns: Vec<String> = Vec::new();
    let mut row: Vec<Cow<'_, str>> = Vec::new();
    for line in whole(lines, log) {
        cells(&line.text, ',', &mut row);
        if is_title(&line.text) || row.first().is_some_and(|cell| cell.ends_with(':')) {
            preamble.take(&row);
            columns.clear();
        } else if is_groups(&row) {
            groups = spread(&row);
            columns.clear();
        } else if columns.is_empty()
            && row.iter().any(|cell| matches!(cell.as_ref(), "time" | "epoch" | "used"))
        {
            columns = row.iter().enumerate().map(|(at, name)| known(groups.get(at), name)).collect();
        } else if row.len() != columns.len() {
            log.reject(line.number, || {
                format!("{} fields, the header has {}: `{}`", row.len(), columns.len(), quote(&line.text))
            });
        } else {
            let mut pairs = Pairs::default();
            for (name, cell) in columns.iter().zip(&row) {
                if name == "time" {
                    pairs.add(name, preamble.whole(cell));
                } else {
                    pairs.add(name, cell.as_ref());
                }
            }
            framed.row(line.number, &pairs.0, false);
        }
    }
    framed
}

/// Group names are words, and each stands over one or more columns.
fn is_groups(row: &[Cow<'_, str>]) -> bool {
    row.iter().any(|cell| {
        matches!(cell.as_ref(), "memory usage" | "system" | "swap" | "load avg" | "total cpu usage")
    }) && row.iter().all(|cell| cell.is_empty() || cell.starts_with(char::is_alphabetic))
}

fn spread(row: &[Cow<'_, str>]) -> Vec<String> {
    let mut groups: Vec<String> = Vec::new();
    for cell in row {
        let last = groups.last().cloned().unwrap_or_default();
        groups.push(if cell.is_empty() { last } else { cell.clone().into_owned() });
    }
    groups
}

fn known(group: Option<&String>, name: &str) -> String {
    let group = group.map_or("", String::as_str);
    match (group, name) {
        (_, "time" | "epoch") => name,
        ("memory usage", "used") => "mem_used_bytes",
        ("memory usage", "free") => "mem_free_bytes",
        ("memory usage", "cach") => "cached_bytes",
        ("memory usage", "buff") => "buffers_bytes",
        ("memory usage", "avai") => "mem_available_bytes",
        ("swap", "used") => "swap_used_bytes",
        ("swap", "free") => "swap_free_bytes",
        ("load avg", "1m") => "load1",
        ("total cpu usage" | "total usage", "idl") => "cpu_idle_pct",
        _ => return format!("{group}: {name}"),
    }
    .to_owned()
}

impl Preamble {
    fn take(&mut self, row: &[Cow<'_, str>]) {
        let after = row.iter().skip_while(|cell| cell.as_ref() != "Date:").nth(1);
        if let Some(text) = after
            && let Some(Stamp::Civil { date: Date::Full(date), .. }) = Stamp::parse(text)
        {
            self.date = Some(date);
            self.zone = text
                .split_whitespace()
                .last()
                .filter(|word| word.starts_with(char::is_alphabetic))
                .unwrap_or_default()
                .to_owned();
        }
    }

    /// `Jul-18 14:10:58`, or `18-07 14:10:58` of dstat, with the year and zone of the preamble.
    fn whole(&self, cell: &str) -> String {
        let short = |cell: &str| match Stamp::parse(cell) {
            Some(Stamp::Civil { date: Date::NoYear(month, day), .. }) => Some((month, day)),
            _ => {
                let (day, month) = cell.split_whitespace().next()?.split_once('-')?;
                Some((month.parse().ok()?, day.parse().ok()?))
            }
        };
        let (Some(start), Some((month, day)), Some(time)) =
            (self.date, short(cell), cell.split_whitespace().nth(1))
        else {
            return cell.to_owned();
        };
        // A month that lies half a year before the start is one of the next year.
        let year = start.year() + i32::from(month + 6 < start.month());
        format!("{year}-{month:02}-{day:02} {time} {}", self.zone)
    }
}
