//! `atop -P`: no header; label, host, epoch, date, time, interval, then values by position (atop 2.8).
//! `RESET` stands before a sample that covers the time since the host's start, `SEP` after each sample.

use super::{Format, Pairs, Read};
use crate::frame::whole;
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::stamp::Stamp;
use crate::text::Line;

pub(super) const FORMAT: Format = Format {
    name: "atop -P",
    sniff: |head| head.lines.iter().any(|line| record(&line.text).is_some()),
    read: Read::Whole(|lines, _, _, log| Ok(read(lines, log))),
    sample: (
        "RESET\n\
         MEM host 1784351498 2026/07/18 14:11:38 18044 4096 31882752 10944102 4377640 295 59441 7124\n\
         SWP host 1784351498 2026/07/18 14:11:38 18044 4096 4194304 4194304 0 165541 30085510 0 0 0\n\
         PSI host 1784351498 2026/07/18 14:11:38 18044 y 12.0 10.0 8.0 7503 4.0 0.0 2.0 8812 0.0 0.0 1.8 812 \
         0.9 1.7 1.1 6251 0.0 0.1 0.2 2226\n\
         SEP\n\
         MEM host 1784351508 2026/07/18 14:11:48 10 4096 31882752 10973312 4389324 295 59441 7124\n\
         SEP\n",
        2,
    ),
};

/// The cells of a record: `LABEL host epoch date time interval …`.
fn record(text: &str) -> Option<Vec<&str>> {
    let cells: Vec<&str> = text.split_whitespace().collect();
    let label =
        cells.first().filter(|label| label.len() <= 5 && label.bytes().all(|b| b.is_ascii_alphabetic()))?;
    let is_time = |at: usize| cells.get(at).and_then(|cell| Stamp::parse(cell)).map(Stamp::worth);
    let own = label.bytes().all(|b| b.is_ascii_uppercase()) || *label == "cpu";
    let timed = is_time(2) == Some(4) && is_time(3) == Some(0) && is_time(4) == Some(1);
    (own && timed && cells.get(5)?.parse::<u64>().is_ok()).then_some(cells)
}

fn read(lines: &[Line<'_>], log: &mut Log) -> Framed {
    let mut framed = Framed::default();
    let mut sample = Pairs::default();
    let (mut at, mut first, mut reset) = (String::new(), 0, false);
    for line in whole(lines, log) {
        match line.text.as_ref() {
            "RESET" => {
                end(&mut framed, &mut sample, first);
                at.clear();
                reset = true;
                continue;
            }
            "SEP" => {
                end(&mut framed, &mut sample, first);
                at.clear();
                reset = false;
                continue;
            }
            _ => {}
        }
        let Some(cells) = record(&line.text) else {
            log.reject(line.number, || format!("no record of atop: `{}`", quote(&line.text)));
            continue;
        };
        if cells[2] != at {
            end(&mut framed, &mut sample, first);
            (at, first) = (cells[2].to_owned(), line.number);
            sample.add("epoch", cells[2]);
            if reset {
                // The interval of this sample is the time since the host's start.
                sample.add("uptime_s", cells[5]);
            }
        }
        if !values(&cells, &mut sample) {
            log.reject(line.number, || {
                format!("a record of atop without all its fields: `{}`", quote(&line.text))
            });
        }
    }
    end(&mut framed, &mut sample, first);
    framed
}

/// Adds what a record holds of use; false where it is too short or its size of a page is none. The last
/// cell is not read: it may be torn.
fn values(cells: &[&str], sample: &mut Pairs) -> bool {
    let cells = cells.get(..cells.len() - 1).unwrap_or_default();
    let kib = |at: usize| {
        let page = cells.get(6)?.parse::<u64>().ok().filter(|page| (1024..=1_048_576).contains(page))?;
        Some(cells.get(at)?.parse::<u64>().ok()?.checked_mul(page / 1024)?.to_string())
    };
    let add = |names: &[(&str, usize)], sample: &mut Pairs| {
        for (name, at) in names {
            let Some(value) = kib(*at) else { return false };
            if !sample.has(name) {
                sample.add(name, value);
            }
        }
        true
    };
    match cells.first().copied().unwrap_or_default() {
        "MEM" => {
            add(&[("mem_total_kib", 7), ("mem_free_kib", 8), ("cached_kib", 9), ("buffers_kib", 10)], sample)
        }
        "SWP" => {
            let used = |total: String, free: String| {
                Some(total.parse::<u64>().ok()?.checked_sub(free.parse().ok()?)?.to_string())
            };
            if let (Some(total), Some(free), false) = (kib(7), kib(8), sample.has("swap_used_kib")) {
                sample.add("swap_used_kib", used(total, free).unwrap_or_default());
            }
            add(&[("swap_total_kib", 7), ("swap_free_kib", 8)], sample)
        }
        "PSI" => {
            let whole = cells.len() > 15;
            if whole && cells[6] == "y" && !sample.has("psi_some_avg10") {
                sample.add("psi_some_avg10", cells[11]);
                sample.add("psi_full_avg10", cells[15]);
            }
            whole
        }
        _ => true,
    }
}

fn end(framed: &mut Framed, sample: &mut Pairs, line: u64) {
    let sample = std::mem::take(sample);
    if sample.0.len() > 1 {
        framed.row(line, &sample.0, false);
    }
}
