//! Whole files, shortened: what a reading must hold.

mod blocks;
mod damage;
mod hostile;
mod kinds;
mod laws;
mod monitors;
mod sample_facts;
mod samples;
mod times;

use model::{InputId, Metric, Series};

use crate::{MonitorError, Options, Reading, Zone, read};

fn options(tz: Option<&str>, date: Option<&str>, year: Option<i32>) -> Options {
    Options {
        tz: tz.map(|tz| Zone::Named(tz.parse().unwrap())),
        date: date.map(|date| date.parse().unwrap()),
        year,
        boots: Vec::new(),
    }
}

fn of(text: &str) -> Reading {
    read(text.as_bytes(), InputId(0), &Options::default()).unwrap()
}

fn error(text: &str) -> MonitorError {
    read(text.as_bytes(), InputId(0), &Options::default()).unwrap_err()
}

fn series<'a>(reading: &'a Reading, metric: Metric, device: Option<&str>) -> &'a Series {
    reading
        .series
        .iter()
        .find(|series| series.metric == metric && series.device.as_deref() == device)
        .unwrap_or_else(|| panic!("no {metric:?} {device:?} in {:?}", names(reading)))
}

fn names(reading: &Reading) -> Vec<(Metric, Option<&str>)> {
    reading.series.iter().map(|series| (series.metric, series.device.as_deref())).collect()
}

fn values(reading: &Reading, metric: Metric, device: Option<&str>) -> Vec<f64> {
    series(reading, metric, device).values.to_vec()
}

fn instants(reading: &Reading) -> Vec<String> {
    reading.row_times.iter().map(|(at, _)| crate::place::show(at.0)).collect()
}

fn has_note(reading: &Reading, line: u64, words: &str) -> bool {
    reading.notes.iter().any(|note| note.line == line && note.reason.contains(words))
}
