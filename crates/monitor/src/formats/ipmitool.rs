//! `ipmitool sensor` and `sdr`, with `-c` between commas, else between bars, in a loop: `date` before each round, or a
//! time before each line. A line is name, value, unit and state; `ns`, `na` and `disabled` are no reading.

use std::collections::BTreeSet;

use super::{Format, Pairs, Read};
use crate::frame::whole;
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::stamp::Stamp;
use crate::text::Line;

pub(super) const FORMAT: Format = Format {
    name: "ipmitool",
    sniff: |head| {
        let sensors = head.lines.iter().filter_map(|line| sensor(&line.text));
        let (all, known) = sensors
            .fold((0, 0), |(all, known), sensor| (all + 1, known + usize::from(sensor.unit.is_some())));
        known > 0 && all * 2 >= head.lines.len()
    },
    read: Read::Whole(|lines, _, _, log| Ok(read(lines, log))),
    sample: (
        "2026-07-18T05:09:38Z\n\
         CPU Temp,45,degrees C,ok\n\
         PSU1 Power,310,Watts,ok\n\
         FAN1,,RPM,ns\n\
         2026-07-18T05:10:38Z\n\
         CPU Temp,47,degrees C,ok\n\
         PSU1 Power,320,Watts,ok\n\
         FAN1,5200,RPM,ok\n",
        2,
    ),
};

/// One line.
#[derive(Debug, PartialEq)]
struct Sensor<'a> {
    time: Option<&'a str>,
    name: &'a str,
    /// Empty where there is no reading.
    value: &'a str,
    /// In the words of the dictionary; none where it is of no use.
    unit: Option<&'static str>,
}

fn sensor(text: &str) -> Option<Sensor<'_>> {
    let separator = if text.contains('|') { '|' } else { ',' };
    let mut cells: Vec<&str> = text.split(separator).map(str::trim).collect();
    let mut time = None;
    if cells.len() > 3 && Stamp::parse(cells[0]).is_some() {
        time = Some(cells.remove(0));
    }
    let (&name, rest) = cells.split_first()?;
    let (value, unit) = match *rest {
        [value, unit, state, ..] if is_state(state) && is_unit(unit) => (value, unit),
        [_, state, _, reading] if is_state(state) => split(reading),
        [reading, state] if is_state(state) => split(reading),
        _ => return None,
    };
    let is_number = value.starts_with(|c: char| c.is_ascii_digit() || c == '-') && !value.starts_with("0x");
    Some(Sensor { time, name, value: if is_number { value } else { "" }, unit: known(unit) })
        .filter(|sensor| sensor.name.contains(char::is_alphabetic))
}

/// `45 degrees C`
fn split(reading: &str) -> (&str, &str) {
    reading.split_once(' ').map_or((reading, ""), |(value, unit)| (value, unit.trim()))
}

/// The states of `ipmitool`: no reading, or below and above which threshold; discrete sensors have bits.
fn is_state(text: &str) -> bool {
    const STATES: [&str; 13] =
        ["ok", "ns", "na", "nc", "cr", "nr", "us", "lnc", "lcr", "lnr", "unc", "ucr", "unr"];
    STATES.contains(&text) || text.starts_with("0x")
}

fn is_unit(text: &str) -> bool {
    known(text).is_some()
        || text.is_empty()
        || matches!(text, "discrete" | "Amps" | "degrees F" | "unspecified")
}

fn known(unit: &str) -> Option<&'static str> {
    Some(match unit {
        "degrees C" => "C",
        "Watts" => "W",
        "Volts" => "V",
        "RPM" => "rpm",
        "percent" => "%",
        _ => return None,
    })
}

/// What was read since a date.
struct Round<'a> {
    line: u64,
    row: Pairs,
    /// The sensors so far, also those without a reading: some boards call two the same.
    names: Vec<&'a str>,
}

impl<'a> Round<'a> {
    fn new(line: u64, time: &str) -> Self {
        let mut row = Pairs::default();
        row.add("timestamp", time);
        Self { line, row, names: Vec::new() }
    }

    fn add(&mut self, sensor: &Sensor<'a>) {
        let before = self.names.iter().filter(|name| **name == sensor.name).count();
        self.names.push(sensor.name);
        let Some(unit) = sensor.unit else { return };
        let name = match before {
            0 => format!("{} [{unit}]", sensor.name),
            _ => format!("{} {} [{unit}]", sensor.name, before + 1),
        };
        self.row.add(&name, sensor.value);
    }

    fn close(self, framed: &mut Framed, log: &mut Log) {
        if self.row.0.len() > 1 && !framed.row(self.line, &self.row.0, false) {
            log.reject(self.line, || "there are too many different sets of sensors".to_owned());
        }
    }
}

fn read(lines: &[Line<'_>], log: &mut Log) -> Framed {
    let mut framed = Framed::default();
    let mut round: Option<Round<'_>> = None;
    let lines = whole(lines, log);
    let alike = alike(&lines);
    for line in &lines {
        let text = line.text.as_ref();
        if let Some(sensor) = sensor(text) {
            match (sensor.time, &mut round) {
                (Some(_), _) if alike.contains(sensor.name) => {}
                (Some(time), _) => {
                    let mut one = Round::new(line.number, time);
                    one.add(&sensor);
                    one.close(&mut framed, log);
                }
                (None, Some(round)) => round.add(&sensor),
                (None, None) => {
                    log.reject(line.number, || format!("no time stands before it: `{}`", quote(text)));
                }
            }
            continue;
        }
        // What is neither may have been the date of the next round.
        if let Some(round) = round.take() {
            round.close(&mut framed, log);
        }
        match date(text) {
            Some(time) => round = Some(Round::new(line.number, time)),
            None => log.reject(line.number, || format!("neither a time nor a sensor: `{}`", quote(text))),
        }
    }
    if let Some(round) = round {
        round.close(&mut framed, log);
    }
    if let Some(line) = lines.first().filter(|_| !alike.is_empty()) {
        let names: Vec<&str> = alike.into_iter().collect();
        log.note(line.number, || {
            format!("several sensors are called `{}` and are not read", quote(&names.join("`, `")))
        });
    }
    framed
}

/// Names that stand twice at one time, where each line has its own: which of the sensors a line is of is not sure.
fn alike<'a>(lines: &[&'a Line<'a>]) -> BTreeSet<&'a str> {
    let mut alike = BTreeSet::new();
    let (mut now, mut names) = ("", BTreeSet::new());
    for sensor in lines.iter().filter_map(|line| sensor(&line.text)) {
        let Some(time) = sensor.time else { continue };
        if time != now {
            now = time;
            names.clear();
        }
        if !names.insert(sensor.name) {
            alike.insert(sensor.name);
        }
    }
    alike
}

fn date(text: &str) -> Option<&str> {
    let bare = text.trim_matches(|c: char| matches!(c, '-' | '=' | '#' | '[' | ']') || c.is_whitespace());
    Stamp::parse(bare).is_some().then_some(bare)
}

#[cfg(test)]
mod tests {
    use model::InputId;

    use super::*;
    use crate::{Options, Reading, read};

    fn of(text: &str) -> Reading {
        read(text.as_bytes(), InputId(0), &Options::default()).unwrap()
    }

    #[test]
    fn lines_of_every_subcommand() {
        for (text, expected) in [
            ("CPU Temp,45,degrees C,ok", Some((None, "CPU Temp", "45", Some("C")))),
            ("CPU Temp,,degrees C,ns", Some((None, "CPU Temp", "", Some("C")))),
            ("1784351340,CPU Temp,45,degrees C,ok", Some((Some("1784351340"), "CPU Temp", "45", Some("C")))),
            (
                "CPU Temp         | 45.000     | degrees C  | ok    | 0.000 | 0.000 | 0.000 | 90.000 | 95.000 | 95.000",
                Some((None, "CPU Temp", "45.000", Some("C"))),
            ),
            (
                "CPU Temp  | na  | degrees C  | na | na | na | na | na | na | na",
                Some((None, "CPU Temp", "", Some("C"))),
            ),
            (
                "Chassis Intru | 0x0 | discrete | 0x0000| na | na | na | na | na | na",
                Some((None, "Chassis Intru", "", None)),
            ),
            ("CPU Temp | 45 degrees C | ok", Some((None, "CPU Temp", "45", Some("C")))),
            ("Fan4 | no reading | ns", Some((None, "Fan4", "", None))),
            ("Inlet Temp | 05h | ok  |  7.1 | 24 degrees C", Some((None, "Inlet Temp", "24", Some("C")))),
            ("time,cpu_temp,power,fan", None),
            ("2026-07-18 14:09:38,45,61,ok", None),
        ] {
            let found = sensor(text).map(|found| (found.time, found.name, found.value, found.unit));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn rounds_and_lines_with_times_read_alike() {
        let rounds = of(
            "1784351340\nCPU Temp | 45 degrees C | ok\nTemp | 30 degrees C | ok\nTemp | 31 degrees C | ok\n\
             1784351400\nCPU Temp | 47 degrees C | ok\nTemp | no reading | ns\nTemp | 33 degrees C | ok\n",
        );
        assert_eq!((rounds.format, rounds.rows, rounds.rejected), ("ipmitool", 2, 0));
        let numbered = |reading: &Reading, device: &str| {
            let own = reading.series.iter().find(|series| series.device.as_deref() == Some(device));
            own.map(|series| series.values.to_vec())
        };
        assert_eq!(numbered(&rounds, "Temp"), Some(vec![30.0]));
        assert_eq!(numbered(&rounds, "Temp 2"), Some(vec![31.0, 33.0]));
        let lines = of("1784351340,CPU Temp,45,degrees C,ok\n1784351341,PSU1 Power,300,Watts,ok\n\
             1784351400,CPU Temp,47,degrees C,ok\n1784351401,PSU1 Power,310,Watts,ok\n");
        assert_eq!((lines.format, lines.rows, lines.rejected), ("ipmitool", 4, 0));
        assert_eq!(numbered(&rounds, "CPU Temp"), Some(vec![45.0, 47.0]));
        assert_eq!(numbered(&lines, "CPU Temp"), Some(vec![45.0, 47.0]));
        let alike = of("1784351340,Temp,45,degrees C,ok\n1784351340,Temp,30,degrees C,ok\n\
             1784351340,PSU1 Power,310,Watts,ok\n");
        assert_eq!((alike.rows, alike.series.len()), (1, 1));
    }

    #[test]
    fn a_damaged_date_gives_its_round_no_other_time() {
        let reading = of("1784351340\nCPU Temp,45,degrees C,ok\n17843\u{1}514\nCPU Temp,99,degrees C,ok\n\
             1784351460\nCPU Temp,47,degrees C,ok\n");
        assert_eq!((reading.rows, reading.rejected), (2, 2));
        assert!(reading.series.iter().all(|series| !series.values.contains(&99.0)));
    }
}
