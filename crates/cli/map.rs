//! `--map`: a mapping of a monitor's columns, read from TOML.

use std::path::Path;

use chrono::{DateTime, NaiveDateTime};
use model::Metric;
use monitor::{Form, Map, MapColumn, MapTime, Position, is_unit_of, units_of};
use serde::Deserialize;
use toml::Value;

use crate::args::UsageError;
use crate::times;

/// A mapping and the files it is for.
#[derive(Clone, Debug)]
pub(crate) struct FileMap {
    /// The mapping's own path, as given.
    pub(crate) path: String,
    /// The names of the files; without it any file that has the columns.
    files: Option<glob::Pattern>,
    /// What it says.
    pub(crate) map: Map,
}

impl FileMap {
    /// Whether it is for a file of this name.
    pub(crate) fn is_for(&self, path: &Path) -> bool {
        let name = path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy());
        self.files.as_ref().is_none_or(|files| files.matches(&name) || files.matches(&path.to_string_lossy()))
    }

    /// Whether it names the files it is for: then it is read with nothing else.
    pub(crate) const fn names_files(&self) -> bool {
        self.files.is_some()
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    files: Option<String>,
    separator: Option<String>,
    header: Option<bool>,
    #[serde(default)]
    skip: u64,
    comment: Option<String>,
    decimal: Option<String>,
    #[serde(default)]
    missing: Vec<Value>,
    zone: Option<String>,
    date: Option<Value>,
    year: Option<i32>,
    gpu: Option<Value>,
    time: Time,
    #[serde(default)]
    column: Vec<Column>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Time {
    column: Option<Value>,
    form: Option<String>,
    start: Option<Value>,
    every_s: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Column {
    column: Value,
    metric: String,
    unit: Option<String>,
    scale: Option<f64>,
    #[serde(default)]
    missing: Vec<Value>,
    device: Option<Value>,
}

/// Reads a mapping.
///
/// # Errors
/// The file and the key, and what is allowed there.
pub(crate) fn read(path: &Path) -> Result<FileMap, UsageError> {
    let shown = path.display().to_string();
    let wrong = |what: String| UsageError(format!("--map {shown}: {what}"));
    let text = journal::open_file(path)
        .and_then(std::io::read_to_string)
        .map_err(|error| wrong(format!("cannot read it: {error}")))?;
    let file: File = toml::from_str(&text).map_err(|error| wrong(error.to_string().trim_end().to_owned()))?;
    parse(file, shown.clone()).map_err(wrong)
}

fn parse(file: File, path: String) -> Result<FileMap, String> {
    if file.column.is_empty() {
        return Err("no [[column]]: name at least one column with its metric".to_owned());
    }
    let files = file.files.as_deref().map(glob::Pattern::new).transpose();
    let files = files.map_err(|error| format!("files: not a pattern such as \"box*.csv\": {error}"))?;
    let columns: Vec<MapColumn> = file
        .column
        .iter()
        .enumerate()
        .map(|(index, own)| column(own, index + 1))
        .collect::<Result<_, String>>()?;
    let time = time(&file.time)?;
    let gpu = file.gpu.as_ref().map(|value| position(value, "gpu")).transpose()?;
    let of_time = match &time {
        MapTime::Columns { at, .. } => at.as_slice(),
        MapTime::Every { .. } => &[],
    };
    let named = of_time
        .iter()
        .chain(&gpu)
        .chain(columns.iter().map(|column| &column.at))
        .find(|at| matches!(at, Position::Name(_)));
    let header = file.header.unwrap_or(named.is_some());
    if let (false, Some(name)) = (header, named) {
        return Err(format!(
            "header = false, but a column is named `{name}`: give its number, counted from 1"
        ));
    }
    let map = Map {
        separator: separator(file.separator.as_deref())?,
        header,
        skip: file.skip,
        comment: file.comment,
        decimal_comma: match file.decimal.as_deref() {
            None => None,
            Some(",") => Some(true),
            Some(".") => Some(false),
            Some(other) => return Err(format!("decimal = {other:?}: allowed are \",\" and \".\"")),
        },
        missing: file.missing.iter().map(word).collect(),
        tz: file
            .zone
            .as_deref()
            .map(|zone| times::zone(zone, "zone"))
            .transpose()
            .map_err(|error| error.0)?,
        date: file
            .date
            .as_ref()
            .map(|date| times::date(&word(date), "date"))
            .transpose()
            .map_err(|error| error.0)?,
        year: file.year,
        gpu,
        time,
        columns,
    };
    Ok(FileMap { path, files, map })
}

/// A value as it stands in a cell.
fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn separator(text: Option<&str>) -> Result<char, String> {
    match text {
        None => Ok(','),
        Some("tab" | "\t") => Ok('\t'),
        Some("blank" | "blanks" | "space" | " ") => Ok(' '),
        Some(text) => {
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(one), None) if !one.is_alphanumeric() && !matches!(one, '"' | '.' | '-') => Ok(one),
                _ => Err(format!(
                    "separator = {text:?}: allowed are one character such as \",\" or \";\", and \"tab\" and \"blank\""
                )),
            }
        }
    }
}

fn position(value: &Value, key: &str) -> Result<Position, String> {
    match value {
        Value::String(name) if !name.trim().is_empty() => Ok(Position::Name(name.trim().to_owned())),
        Value::Integer(number @ 1..=100_000) => Ok(Position::Number(usize::try_from(*number).unwrap_or(1))),
        other => Err(format!("{key} = {other}: allowed are a column's name and its number, counted from 1")),
    }
}

fn time(time: &Time) -> Result<MapTime, String> {
    let form = |text: &String| {
        Form::new(text).ok_or_else(|| {
            format!(
                "time.form = {text:?}: allowed are epoch_s, epoch_ms, epoch_us, epoch_ns and a pattern such as \
                 \"%d.%m.%Y %H:%M:%S\" (the letters of strftime)"
            )
        })
    };
    match (&time.column, &time.start, time.every_s) {
        (Some(value), None, None) => {
            let at = match value {
                Value::Array(several) if (1..=2).contains(&several.len()) => {
                    several.iter().map(|one| position(one, "time.column")).collect::<Result<_, _>>()?
                }
                one => vec![position(one, "time.column")?],
            };
            Ok(MapTime::Columns { at, form: time.form.as_ref().map(form).transpose()? })
        }
        (None, Some(start), Some(every_s)) => {
            if !(every_s > 0.0 && every_s.is_finite()) {
                return Err(format!("time.every_s = {every_s}: allowed are seconds above 0"));
            }
            let text = word(start);
            let (start, offset) = instant(&text).ok_or_else(|| {
                format!("time.start = {text:?}: allowed is a time such as \"2026-07-21T18:00:00\", with or without an offset")
            })?;
            Ok(MapTime::Every { start, offset, every_s })
        }
        _ => Err(
            "time: give either column (a name, a number, or date and time as two in brackets) or, where no \
                  column says when, both start and every_s"
                .to_owned(),
        ),
    }
}

fn instant(text: &str) -> Option<(NaiveDateTime, Option<chrono::FixedOffset>)> {
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return Some((at.naive_local(), Some(*at.offset())));
    }
    ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f"]
        .iter()
        .find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())
        .map(|at| (at, None))
}

fn column(own: &Column, number: usize) -> Result<MapColumn, String> {
    let at = position(&own.column, &format!("column {number}: column"))?;
    let Some(metric) = Metric::ALL.into_iter().find(|metric| metric.name() == own.metric) else {
        let all: Vec<&str> = Metric::ALL.iter().map(|metric| metric.name()).collect();
        return Err(format!(
            "column {number} ({at}): metric = {:?}: allowed are {}",
            own.metric,
            all.join(", ")
        ));
    };
    if let Some(unit) = own.unit.as_deref().filter(|unit| !is_unit_of(unit, metric)) {
        let allowed = units_of(metric);
        let allowed = if allowed.is_empty() { "none: leave it out".to_owned() } else { allowed.join(", ") };
        return Err(format!(
            "column {number} ({at}): unit = {unit:?} does not fit {}: allowed are {allowed}",
            metric.name()
        ));
    }
    let scale = own.scale.unwrap_or(1.0);
    if !(scale.is_finite() && scale != 0.0) {
        return Err(format!("column {number} ({at}): scale = {scale}: allowed is a number other than 0"));
    }
    Ok(MapColumn {
        at,
        metric,
        unit: own.unit.clone(),
        scale,
        missing: own.missing.iter().map(word).collect(),
        device: own.device.as_ref().map(word),
    })
}
