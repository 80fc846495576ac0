//! The contract `spark-autopsy-monitors/1`: keys are only added; every key is always present.

use model::{Micros, Series, ZoneBasis};
use monitor::Reading;
use serde::Serialize;

use super::Outcome;

/// The name of the contract.
const SCHEMA: &str = "spark-autopsy-monitors/1";

#[derive(Serialize)]
struct Output<'a> {
    schema: &'static str,
    files: Vec<File<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    /// Null where the file could not be read; `rejects` then says why.
    format: Option<&'static str>,
    rows: u64,
    rejected: u64,
    rejects: Vec<Reject<'a>>,
    first: Option<String>,
    last: Option<String>,
    zone: Option<&'a str>,
    zone_basis: Option<&'static str>,
    cadence_s: Option<f64>,
    series: Vec<OneSeries<'a>>,
}

#[derive(Serialize)]
struct Reject<'a> {
    /// In the decompressed file; in a rotated set lines are counted on. Null for the file as a whole.
    line: Option<u64>,
    reason: &'a str,
}

#[derive(Serialize)]
struct OneSeries<'a> {
    metric: &'static str,
    device: Option<&'a str>,
    unit: &'static str,
    derived: bool,
    count: usize,
    min: Option<f64>,
    max: Option<f64>,
    last: Option<f64>,
}

/// Renders the files.
pub(super) fn render(files: &[Outcome]) -> serde_json::Result<String> {
    let output = Output { schema: SCHEMA, files: files.iter().map(file).collect() };
    Ok(serde_json::to_string_pretty(&output)? + "\n")
}

fn file(file: &Outcome) -> File<'_> {
    let path = file.input.path.as_str();
    let reading = match &file.reading {
        Ok(reading) => reading,
        Err(why) => {
            let rejects = vec![Reject { line: None, reason: why }];
            return File {
                path,
                format: None,
                rows: 0,
                rejected: 0,
                rejects,
                first: None,
                last: None,
                zone: None,
                zone_basis: None,
                cadence_s: None,
                series: Vec::new(),
            };
        }
    };
    let (zone, basis) = super::zone(file, reading);
    let span = reading.span();
    File {
        path,
        format: Some(reading.format),
        rows: reading.rows,
        rejected: reading.rejected,
        rejects: reading
            .rejects
            .iter()
            .map(|reject| Reject { line: Some(reject.line), reason: &reject.reason })
            .collect(),
        first: span.map(|(first, _)| instant(first)),
        last: span.map(|(_, last)| instant(last)),
        zone,
        zone_basis: basis.map(ZoneBasis::name),
        cadence_s: reading.rhythm().cadence.map(|cadence| cadence.as_secs_f64()),
        series: series(reading),
    }
}

fn series<'a>(reading: &'a Reading) -> Vec<OneSeries<'a>> {
    let one = |series: &'a Series| OneSeries {
        metric: series.metric.name(),
        device: series.device.as_deref(),
        unit: series.metric.unit(),
        derived: series.derived,
        count: series.len(),
        min: series.values.iter().copied().min_by(f64::total_cmp),
        max: series.values.iter().copied().max_by(f64::total_cmp),
        last: series.values.last().copied(),
    };
    reading.series.iter().map(one).collect()
}

fn instant(at: Micros) -> String {
    chrono::DateTime::from_timestamp_micros(at.0)
        .map_or_else(String::new, |at| at.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string())
}
