//! The contract `spark-autopsy-monitors/1`: keys are only added; every key is always present.

use model::{Series, ZoneBasis};
use monitor::Reading;
use report::Stamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::Outcome;

/// The name of the contract.
const SCHEMA: &str = "spark-autopsy-monitors/1";

/// What was recognised in monitors' files.
#[derive(Serialize, JsonSchema)]
struct Output<'a> {
    /// Name and version of the contract.
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// The files; the members of a rotated set are one.
    files: Vec<File<'a>>,
}

/// One file, or one rotated set.
#[derive(Serialize, JsonSchema)]
struct File<'a> {
    /// Its path, or those of the set.
    path: &'a str,
    /// The format it was recognised as. Null where the file could not be read; `rejects` then says why.
    format: Option<&'static str>,
    /// Rows that were understood.
    rows: u64,
    /// Rows that were not.
    rejected: u64,
    /// Why not.
    rejects: Vec<Reject<'a>>,
    /// The first sample.
    first: Option<Stamp>,
    /// The last sample.
    last: Option<Stamp>,
    /// The zone that local times were read in.
    zone: Option<&'a str>,
    /// How that was decided.
    zone_basis: Option<&'static str>,
    /// Usual distance between rows in seconds.
    cadence_s: Option<f64>,
    /// What was measured.
    series: Vec<OneSeries<'a>>,
}

/// A row that was not understood.
#[derive(Serialize, JsonSchema)]
struct Reject<'a> {
    /// In the decompressed file; in a rotated set lines are counted on. Null for the file as a whole.
    line: Option<u64>,
    /// Why.
    reason: &'a str,
}

/// One measured quantity.
#[derive(Serialize, JsonSchema)]
struct OneSeries<'a> {
    /// What is measured, such as `mem_available_mib`.
    metric: &'static str,
    /// The sensor, where there are several.
    device: Option<&'a str>,
    /// The unit.
    unit: &'static str,
    /// Whether it was computed from parts and so is only a bound.
    derived: bool,
    /// How many samples there are.
    count: usize,
    /// The least value.
    min: Option<f64>,
    /// The greatest value.
    max: Option<f64>,
    /// The last value.
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
        first: span.map(|(first, _)| Stamp::from(first)),
        last: span.map(|(_, last)| Stamp::from(last)),
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

#[cfg(test)]
mod tests {
    #[test]
    fn the_schema_is_what_the_types_give() {
        crate::published::assert_published::<super::Output<'static>>(super::SCHEMA);
    }
}
