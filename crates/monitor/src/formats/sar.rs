//! `sar` of sysstat as text: a banner with the only date, then tables, each with its names repeated;
//! local time of 12 or 24 hours, `LINUX RESTART` rows, averages at the end (sysstat 12.6).

use std::collections::HashMap;

use chrono::NaiveDate;

use super::sysstat::{self, Day};
use super::{Format, Pairs, Read};
use crate::frame::whole;
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::text::Line;
use crate::{MonitorError, Options};

pub(super) const FORMAT: Format = Format {
    name: "sar text",
    sniff: |head| {
        let named = head
            .lines
            .iter()
            .map(|line| words(&line.text))
            .find(|(time, cells)| !time.is_empty() && is_names(cells));
        let own = |cells: &[&str]| cells.iter().any(|cell| OWN.contains(cell));
        let with_banner = || head.lines.iter().any(|line| sysstat::banner(&line.text).is_some());
        named.is_some_and(|(_, cells)| own(&cells) || with_banner())
    },
    read: Read::Whole(|lines, _, options, log| read(lines, options, log)),
    sample: (
        "Linux 6.17.0-1008-nvidia (host) \t07/18/2026 \t_aarch64_\t(20 CPU)\n\
         \n\
         11:58:01 AM kbmemfree   kbavail kbmemused  %memused kbbuffers  kbcached\n\
         11:59:01 AM  81787200  84787200  42743808     33.52     41220   4305512\n\
         12:00:01 PM  80865600  83865600  43665408     34.24     41220   4305512\n\
         Average:     80000000  81000000  46000000     36.50     41220   4305512\n",
        2,
    ),
};

/// Names by which a table is known where the banner was cut off.
const OWN: [&str; 5] = ["kbmemfree", "kbswpfree", "ldavg-1", "%idle", "%smem-10"];

/// Tables with several rows a time, one for each device.
const DEVICES: [&str; 12] =
    ["DEV", "IFACE", "TTY", "INTR", "FAN", "TEMP", "IN", "BUS", "FILESYSTEM", "MOUNTPOINT", "FCHOST", "CPU"];

/// The time of a line (`11:50:01 AM`, `11時07分39秒`), empty where it begins otherwise, and its cells.
fn words(text: &str) -> (String, Vec<&str>) {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let Some(time) = words.first().and_then(|word| sysstat::time(word)) else {
        return (String::new(), words);
    };
    words.remove(0);
    match words.first() {
        Some(&half @ ("AM" | "PM")) => {
            words.remove(0);
            (format!("{time} {half}"), words)
        }
        _ => (time, words),
    }
}

fn is_names(words: &[&str]) -> bool {
    !words.is_empty()
        && words.iter().all(|word| crate::cell::number(word, false).is_none() && !word.contains('('))
        && words
            .iter()
            .any(|word| word.starts_with("kb") || word.starts_with('%') || word.contains(['-', '/']))
}

/// One table: its columns, and the day that its rows have reached.
struct Table {
    names: Vec<String>,
    day: Day,
}

fn read(lines: &[Line<'_>], options: &Options, log: &mut Log) -> Result<Framed, MonitorError> {
    let order = sysstat::DateOrder::of(lines, options)?;
    let mut framed = Framed::default();
    let mut start: Option<NaiveDate> = options.date;
    let mut tables: HashMap<String, Table> = HashMap::new();
    let mut current = String::new();
    for line in whole(lines, log) {
        if let Some(date) = sysstat::banner(&line.text) {
            start = order.day(date);
            tables.clear();
            continue;
        }
        let (time, cells) = words(&line.text);
        if time.is_empty() {
            if !cells.first().is_some_and(|word| word.ends_with(':')) {
                log.reject(line.number, || format!("no time in `{}`", quote(&line.text)));
            }
            continue;
        }
        if is_restart(&cells) {
            let table = tables.get_mut(&current);
            let day = table.map_or_else(|| Day::new(start).of(&time), |table| table.day.of(&time));
            let at = format!("{day} {time}");
            if !framed.restarts.iter().any(|(_, known)| *known == at) {
                log.note(line.number, || format!("the host started: {}", quote(&line.text)));
                framed.restarts.push((line.number, at));
            }
        } else if is_names(&cells) {
            current = cells.join(" ");
            tables.entry(current.clone()).or_insert_with(|| Table {
                names: cells.iter().map(|&cell| cell.to_owned()).collect(),
                day: Day::new(start),
            });
        } else {
            row(line, &time, &cells, tables.get_mut(&current), &mut framed, log);
        }
    }
    Ok(framed)
}

fn is_restart(cells: &[&str]) -> bool {
    matches!(cells, ["LINUX", "RESTART", ..]) || cells.first().is_some_and(|word| *word == "LINUX-RESTART")
}

fn row(
    line: &Line<'_>,
    time: &str,
    cells: &[&str],
    table: Option<&mut Table>,
    framed: &mut Framed,
    log: &mut Log,
) {
    let wanted = table.as_ref().map_or(0, |table| table.names.len());
    let Some(table) = table.filter(|_| cells.len() == wanted) else {
        log.reject(line.number, || {
            format!("{} fields, the header has {wanted}: `{}`", cells.len(), quote(&line.text))
        });
        return;
    };
    let mut first = 0;
    if table.names.first().is_some_and(|name| DEVICES.contains(&name.as_str())) {
        // `all` is the sum of the cores; single devices are not the host.
        if cells[0] != "all" {
            return;
        }
        first = 1;
    }
    let mut pairs = Pairs::default();
    pairs.add("timestamp", format!("{} {time}", table.day.of(time)).trim_start());
    for (name, cell) in table.names.iter().zip(cells).skip(first) {
        pairs.add(name, *cell);
    }
    framed.row(line.number, &pairs.0, true);
}
