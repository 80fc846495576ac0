//! `nvidia-smi dmon` and `pmon`: aligned columns, or commas with `--format csv`; a row of names and a row
//! of units, both behind `#` and repeated; `-` where there is no value. A time only with `-o DT`.
//!
//! pmon lists processes: of them only the memory is used, summed for each GPU.

use super::{Format, Pairs, Read};
use crate::frame::whole;
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::text::Line;
use crate::unit::Unit;

pub(super) const DMON: Format = Format {
    name: "nvidia-smi dmon",
    sniff: |head| head.lines.iter().any(|line| names(&line.text).is_some_and(|names| !is_pmon(&names))),
    read: Read::Whole(|lines, _, _, log| Ok(read(lines, log))),
    sample: (
        "#Date       Time        gpu    pwr  gtemp  mtemp     sm    mem   mclk   pclk  pviol  tviol\n\
         #YYYYMMDD   HH:MM:SS    Idx      W      C      C      %      %    MHz    MHz      %   bool\n\
         \x2020260721   18:42:02      0     99     87      -     96      0      -   2405      0      0\n\
         \x2020260721   18:42:03      0     97     87      -     96      0      -   2375      0      1\n",
        2,
    ),
};

pub(super) const PMON: Format = Format {
    name: "nvidia-smi pmon",
    sniff: |head| head.lines.iter().any(|line| names(&line.text).is_some_and(|names| is_pmon(&names))),
    read: Read::Whole(|lines, _, _, log| Ok(read(lines, log))),
    sample: (
        "#Date       Time        gpu         pid   type     sm    mem    enc    dec     fb   command\n\
         #YYYYMMDD   HH:MM:SS    Idx           #    C/G      %      %      %      %     MB   name\n\
         \x2020260721   18:42:02      0       4711     C     96      0      -      -  40110   python3 train.py\n\
         \x2020260721   18:42:02      0       4712     C      0      0      -      -   1200   python3\n\
         \x2020260721   18:42:03      0       4711     C     96      0      -      -  40110   python3\n",
        2,
    ),
};

/// Words of the name row; no other tool has two of them beside `gpu`.
const OWN: [&str; 17] = [
    "pwr", "gtemp", "mtemp", "sm", "enc", "dec", "jpg", "mclk", "pclk", "pviol", "fb", "bar1", "sbecc",
    "dbecc", "rxpci", "txpci", "pid",
];

fn cells(text: &str) -> Vec<&str> {
    if text.contains(',') {
        text.split(',').map(str::trim).collect()
    } else {
        text.split_whitespace().collect()
    }
}

/// The columns' names, if the line is a row of names.
fn names(text: &str) -> Option<Vec<&str>> {
    let names = cells(text.strip_prefix('#')?.trim());
    let own = names.iter().filter(|name| OWN.contains(name)).count();
    (names.contains(&"gpu") && own > 1).then_some(names)
}

fn is_pmon(names: &[&str]) -> bool {
    names.contains(&"pid")
}

/// The names in the words of the dictionary, with the units below them.
fn known(names: &[&str], units: &[&str]) -> Vec<String> {
    let known = |name: &str| match name {
        "gpu" => "gpu_index".to_owned(),
        // Of drivers before there was an mtemp.
        "temp" => "gtemp".to_owned(),
        // Load of the memory controller.
        "mem" => "utilization_memory".to_owned(),
        name => name.to_owned(),
    };
    let unit = |at: usize| units.get(at).filter(|unit| Unit::of_text(unit).is_some());
    let name = |(at, name): (usize, &&str)| match unit(at) {
        Some(unit) => format!("{} [{unit}]", known(name)),
        None => known(name),
    };
    names.iter().enumerate().map(name).collect()
}

fn read(lines: &[Line<'_>], log: &mut Log) -> Framed {
    let mut framed = Framed::default();
    let (mut columns, mut units): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut processes = Processes::default();
    for line in whole(lines, log) {
        if let Some(names) = names(&line.text) {
            (columns, units) = (names, Vec::new());
            continue;
        }
        if let Some(text) = line.text.strip_prefix('#') {
            units = cells(text);
            continue;
        }
        let mut row = cells(&line.text);
        let process = is_pmon(&columns);
        // A command may have blanks.
        if process && row.len() > columns.len() {
            row.truncate(columns.len());
        }
        if row.len() != columns.len() || row.is_empty() {
            log.reject(line.number, || {
                format!("{} fields, the header has {}: `{}`", row.len(), columns.len(), quote(&line.text))
            });
        } else if process {
            processes.take(line.number, &columns, &row, &mut framed);
        } else if let Some(at) = framed.sheet(&known(&columns, &units), line.number)
            && let Some(sheet) = framed.sheets.get_mut(at)
        {
            sheet.push(line.number, &row, false);
        }
    }
    processes.end(&mut framed);
    framed
}

/// The processes of one GPU at one time.
#[derive(Default)]
struct Processes {
    key: Vec<String>,
    line: u64,
    fb_mb: Option<f64>,
}

impl Processes {
    fn take(&mut self, line: u64, columns: &[&str], row: &[&str], framed: &mut Framed) {
        let cell = |wanted: &str| {
            columns.iter().position(|name| name.eq_ignore_ascii_case(wanted)).and_then(|at| row.get(at))
        };
        let key: Vec<String> = ["Date", "Time", "gpu"]
            .iter()
            .filter_map(|name| cell(name))
            .map(|&cell| cell.to_owned())
            .collect();
        if key != self.key {
            self.end(framed);
            *self = Self { key, line, fb_mb: None };
        }
        if let Some(own) = cell("fb").and_then(|cell| cell.parse::<f64>().ok()) {
            self.fb_mb = Some(self.fb_mb.unwrap_or(0.0) + own);
        }
    }

    fn end(&mut self, framed: &mut Framed) {
        let names: &[&str] = match self.key.len() {
            0 => return,
            3 => &["Date", "Time", "gpu_index"],
            2 => &["Time", "gpu_index"],
            _ => &["gpu_index"],
        };
        let mut row = Pairs::default();
        for (name, cell) in names.iter().zip(&self.key) {
            row.add(name, cell);
        }
        row.add("fb_mb", self.fb_mb.map_or_else(String::new, |sum| sum.to_string()));
        framed.row(self.line, &row.0, false);
        self.key.clear();
    }
}
