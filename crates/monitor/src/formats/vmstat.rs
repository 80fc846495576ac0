//! `vmstat -t` of procps: a row of groups and a row of names, which ends in the zone's abbreviation;
//! rows end in date and time. KiB, or what `-S` asked for, which is not recorded.

use super::{Format, Pairs, Read};
use crate::frame::whole;
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::text::Line;

pub(super) const FORMAT: Format = Format {
    name: "vmstat",
    sniff: |head| head.lines.iter().any(|line| names(&line.text).is_some()),
    read: Read::Whole(|lines, _, _, log| Ok(read(lines, log))),
    sample: (
        "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----\n\
         \x20r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 JST\n\
         \x206  0      0 37160755   1180 24773836    0    0    24     0 4021 8812 61 22 17  0  0 2026-07-18 14:12:01\n\
         12  3 16281600 130252   1180  86835    0 676000    24 676000 4021 8812 61 22  4 13  0 2026-07-18 14:13:58\n",
        2,
    ),
};

/// Columns that vmstat of procps 2 to 4 can print.
const COLUMNS: [&str; 20] = [
    "r", "b", "swpd", "free", "buff", "cache", "inact", "active", "si", "so", "bi", "bo", "in", "cs", "us",
    "sy", "id", "wa", "st", "gu",
];

/// Zones without summer time, so that the word in the header holds for all rows.
const STEADY: [&str; 5] = ["UTC", "GMT", "JST", "KST", "MSK"];

fn names(text: &str) -> Option<Vec<&str>> {
    let names: Vec<&str> = text.split_whitespace().collect();
    (names.starts_with(&["r", "b"]) && names.contains(&"swpd") && names.contains(&"free")).then_some(names)
}

fn read(lines: &[Line<'_>], log: &mut Log) -> Framed {
    let mut framed = Framed::default();
    let mut columns: Vec<&str> = Vec::new();
    let mut zone = "";
    let mut first = true;
    for line in whole(lines, log) {
        if let Some(mut names) = names(&line.text) {
            zone = "";
            if names.last().is_some_and(|last| !COLUMNS.contains(last)) {
                zone = names.pop().filter(|word| STEADY.contains(word)).unwrap_or("");
            }
            columns = names;
            continue;
        }
        if line.text.contains("---") {
            continue;
        }
        let cells: Vec<&str> = line.text.split_whitespace().collect();
        let timed = cells.len() == columns.len() + 2;
        if columns.is_empty() || !(timed || cells.len() == columns.len()) {
            log.reject(line.number, || {
                format!("{} fields, the header has {}: `{}`", cells.len(), columns.len(), quote(&line.text))
            });
            continue;
        }
        let mut row = Pairs::default();
        if timed {
            row.add("timestamp", cells[columns.len()..].join(" ") + " " + zone);
        }
        for (name, cell) in columns.iter().zip(&cells) {
            match *name {
                // The first row's shares are averages since the host's start.
                "id" => row.add("cpu_idle_pct", if first { "" } else { cell }),
                "swpd" | "free" | "buff" | "cache" => row.add(name, *cell),
                _ => {}
            }
        }
        first = false;
        framed.row(line.number, &row.0, false);
    }
    framed
}
