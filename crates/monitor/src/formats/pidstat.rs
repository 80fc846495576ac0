//! `pidstat -h` of sysstat: one row a process and time, names behind `#`. No column of it speaks of the
//! host, so a reading has rows and no series; it is recognised so that nobody takes a process for one.

use chrono::NaiveDate;

use super::sysstat::{self, Day};
use super::{Format, Pairs, Read};
use crate::frame::whole;
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::text::Line;
use crate::{MonitorError, Options};

pub(super) const FORMAT: Format = Format {
    name: "pidstat",
    sniff: |head| head.lines.iter().any(|line| names(&line.text).is_some()),
    read: Read::Whole(|lines, _, options, log| read(lines, options, log)),
    sample: (
        "Linux 6.17.0 (host) \t2026-07-18 \t_aarch64_\t(20 CPU)\n\
         \n\
         # Time        UID       PID  minflt/s  majflt/s     VSZ     RSS   %MEM  Command\n\
         11:06:14        0      4711      1.00      0.00  902112  301228   0.24  python3\n\
         11:06:15        0      4711      1.00      0.00  902112  301230   0.24  python3\n",
        2,
    ),
};

fn names(text: &str) -> Option<Vec<&str>> {
    let names: Vec<&str> = text.strip_prefix('#')?.split_whitespace().collect();
    (names.first() == Some(&"Time") && names.contains(&"PID") && names.contains(&"Command")).then_some(names)
}

fn read(lines: &[Line<'_>], options: &Options, log: &mut Log) -> Result<Framed, MonitorError> {
    let order = sysstat::DateOrder::of(lines, options)?;
    let mut framed = Framed::default();
    let mut start: Option<NaiveDate> = options.date;
    let mut day = Day::new(start);
    let mut columns: Vec<&str> = Vec::new();
    for line in whole(lines, log) {
        if let Some(date) = sysstat::banner(&line.text) {
            start = order.day(date);
            day = Day::new(start);
        } else if let Some(names) = names(&line.text) {
            columns = names;
        } else if !line.text.starts_with('#') {
            let mut cells: Vec<&str> = line.text.split_whitespace().collect();
            let half = cells.get(1).copied().filter(|word| matches!(*word, "AM" | "PM"));
            if half.is_some() {
                cells.remove(1);
            }
            if cells.len() < columns.len() || columns.is_empty() {
                log.reject(line.number, || {
                    format!(
                        "{} fields, the header has {}: `{}`",
                        cells.len(),
                        columns.len(),
                        quote(&line.text)
                    )
                });
                continue;
            }
            let time = match (sysstat::time(cells[0]), half) {
                (Some(time), Some(half)) => format!("{} {time} {half}", day.of(&format!("{time} {half}"))),
                (Some(time), None) => format!("{} {time}", day.of(&time)),
                (None, _) => cells[0].to_owned(),
            };
            let mut row = Pairs::default();
            row.add("timestamp", time);
            for (name, cell) in columns.iter().zip(&cells).skip(1) {
                row.add(&format!("process {name}"), *cell);
            }
            framed.row(line.number, &row.0, true);
        }
    }
    Ok(framed)
}
