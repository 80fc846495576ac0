//! `tegrastats` of Jetson boards: key and value as text, MiB, degrees, milliwatts now and on average.
//! The date is month-day-year; older releases print no time at all. Absent sensors read -256.

use std::sync::LazyLock;

use regex::Regex;

use super::{Format, Pairs, Read};
use crate::frame::whole;
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::text::Line;

pub(super) const FORMAT: Format = Format {
    name: "tegrastats",
    sniff: |head| head.lines.iter().any(|line| RAM.is_match(&line.text)),
    read: Read::Whole(|lines, _, _, log| Ok(read(lines, log))),
    sample: (
        "08-02-2026 06:10:00 RAM 6800/7620MB (lfb 1x1MB) SWAP 900/3810MB (cached 0MB) CPU [88%@1728,off] \
         GR3D_FREQ 99% cpu@61.000C gpu@62.000C tj@62.500C cv0@-256C VDD_IN 14210mW/14200mW\n\
         08-02-2026 06:10:29 RAM 7496/7620MB (lfb 1x1MB) SWAP 3684/3810MB (cached 0MB) CPU [88%@1728,off] \
         GR3D_FREQ 99% cpu@68.250C gpu@69.250C tj@69.750C cv0@-256C VDD_IN 14500mW/14200mW\n",
        2,
    ),
};

static RAM: LazyLock<Regex> =
    LazyLock::new(|| constant(r"\bRAM (\d+/\d+[kMG]?B)(?: \(lfb \d+x(\d+)([kMG]B)\))?"));
static DATE: LazyLock<Regex> = LazyLock::new(|| constant(r"^(\d\d)-(\d\d)-(\d{4}) (\d\d:\d\d:\d\d)"));
static SWAP: LazyLock<Regex> = LazyLock::new(|| constant(r"\bSWAP (\d+/\d+[kMG]?B)"));
static CORES: LazyLock<Regex> = LazyLock::new(|| constant(r"\bCPU \[([^\]]*)\]"));
static GPU: LazyLock<Regex> = LazyLock::new(|| constant(r"\bGR3D(?:_FREQ)? (\d+)%"));
static SENSOR: LazyLock<Regex> = LazyLock::new(|| constant(r"\b([A-Za-z][\w-]*)@(-?\d+(?:\.\d+)?)C\b"));
static RAIL: LazyLock<Regex> =
    LazyLock::new(|| constant(r"\b((?:VDD|VIN|POM|CV|GPU|CPU|SOC)\w*) (\d+)(?:mW)?/\d+(?:mW)?\b"));

fn constant(pattern: &str) -> Regex {
    Regex::new(pattern).expect("constant")
}

fn read(lines: &[Line<'_>], log: &mut Log) -> Framed {
    let mut framed = Framed::default();
    for line in whole(lines, log) {
        // Two lines run together have two of everything.
        if RAM.find_iter(&line.text).count() == 1 {
            framed.row(line.number, &row(&line.text).0, false);
        } else {
            log.reject(line.number, || format!("no line of tegrastats: `{}`", quote(&line.text)));
        }
    }
    framed
}

fn row(text: &str) -> Pairs {
    let mut row = Pairs::default();
    if let Some(found) = DATE.captures(text) {
        row.add("timestamp", format!("{}-{}-{} {}", &found[3], &found[1], &found[2], &found[4]));
    }
    if let Some(found) = RAM.captures(text) {
        row.add("RAM", &found[1]);
        if let (Some(size), Some(unit)) = (found.get(2), found.get(3)) {
            row.add("lfb", format!("{}{}", size.as_str(), unit.as_str()));
        }
    }
    if let Some(found) = SWAP.captures(text) {
        row.add("SWAP", &found[1]);
    }
    if let Some(found) = CORES.captures(text) {
        let loads = found[1].split(',').filter_map(|core| core.split_once('%')?.0.trim().parse::<f64>().ok());
        let (sum, cores) = loads.fold((0.0, 0_u32), |(sum, cores), load| (sum + load, cores + 1));
        if cores > 0 {
            row.add("cpu_pct", (sum / f64::from(cores)).to_string());
        }
    }
    if let Some(found) = GPU.captures(text) {
        row.add("gr3d_freq_pct", &found[1]);
    }
    for found in SENSOR.captures_iter(text) {
        let (name, value) = (found[1].to_lowercase(), &found[2]);
        // -256 is an absent sensor; PMIC is 100 on boards that have none.
        if !row.has(&format!("{name}_c")) {
            let absent = value.starts_with("-256") || (name == "pmic" && value.parse() == Ok(100.0));
            row.add(&format!("{name}_c"), if absent { "" } else { value });
        }
    }
    for found in RAIL.captures_iter(text) {
        if !row.has(&format!("{}_mw", &found[1])) {
            row.add(&format!("{}_mw", &found[1]), &found[2]);
        }
    }
    row
}
