//! `sadf -p` of sysstat: a line a value, between tabs: host, interval, time, device, metric, value.

use super::{Format, Pairs, Read};
use crate::frame::whole;
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::text::Line;

pub(super) const FORMAT: Format = Format {
    name: "sadf -p",
    sniff: |head| head.lines.iter().any(|line| value(&line.text).is_some()),
    read: Read::Whole(|lines, _, _, log| Ok(read(lines, log))),
    sample: (
        "host\t600\t2026-07-18 05:00:01 UTC\t-\tkbmemfree\t1823408\n\
         host\t600\t2026-07-18 05:00:01 UTC\t-\tkbavail\t62587381\n\
         host\t600\t2026-07-18 05:00:01 UTC\tall\t%idle\t17.20\n\
         host\t600\t2026-07-18 05:10:01 UTC\t-\tkbmemfree\t1820000\n\
         host\t600\t2026-07-18 05:10:01 UTC\t-\tkbavail\t62575616\n\
         host\t600\t2026-07-18 05:10:01 UTC\tall\t%idle\t16.00\n",
        2,
    ),
};

/// Time, device, metric and value of a line.
fn value(text: &str) -> Option<[&str; 4]> {
    let cells: Vec<&str> = text.split('\t').map(str::trim).collect();
    let &[_, interval, time, device, metric, value] = cells.as_slice() else { return None };
    let sampled = interval.parse::<i64>().is_ok_and(|interval| interval >= 0);
    let stamped = crate::stamp::Stamp::parse(time).is_some();
    (sampled && stamped && !metric.is_empty()).then_some([time, device, metric, value])
}

fn read(lines: &[Line<'_>], log: &mut Log) -> Framed {
    let mut framed = Framed::default();
    let mut row = Pairs::default();
    let (mut at, mut first) = (String::new(), 0);
    for line in whole(lines, log) {
        if let Some([time, device, metric, value]) = value(&line.text) {
            if time != at {
                end(&mut framed, &mut row, first);
                (at, first) = (time.to_owned(), line.number);
                row.add("timestamp", time);
            }
            // One core, disk or interface is not the host.
            if matches!(device, "-" | "all" | "-1") && !row.has(metric) {
                row.add(metric, value);
            }
            continue;
        }
        let cells: Vec<&str> = line.text.split('\t').map(str::trim).collect();
        match cells.as_slice() {
            [_, "-1", time, text, ..] if text.starts_with("LINUX-RESTART") => {
                log.note(line.number, || format!("the host started: {}", quote(&line.text)));
                framed.restarts.push((line.number, (*time).to_owned()));
            }
            [_, "-1", _, text, ..] if text.starts_with("COM") => {}
            _ => log.reject(line.number, || format!("no value of sadf -p: `{}`", quote(&line.text))),
        }
    }
    end(&mut framed, &mut row, first);
    framed
}

fn end(framed: &mut Framed, row: &mut Pairs, line: u64) {
    let row = std::mem::take(row);
    if row.0.len() > 1 {
        framed.row(line, &row.0, true);
    }
}
