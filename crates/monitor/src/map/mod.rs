//! A mapping: what the user says about a file that does not say it itself.

mod form;
mod start;

use std::borrow::Cow;
use std::collections::HashMap;

use chrono::{FixedOffset, NaiveDate, NaiveDateTime};
use model::{InputId, Metric};

pub use form::Form;
pub use start::starting;

use crate::alias::Role;
use crate::cell::number;
use crate::formats::GENERAL;
use crate::frame::whole;
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::split::cells;
use crate::text::{Line, Text};
use crate::unit::Unit;
use crate::{MonitorError, Options, Reading, Zone, note_text, series, torn};

/// So many rows tell how many cells a row has where no header does.
const LOOK: usize = 200;

/// Where a column stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// Under this name in the header.
    Name(String),
    /// In this place, counted from 1.
    Number(usize),
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Number(number) => write!(f, "column {number}"),
        }
    }
}

/// When rows were taken.
#[derive(Clone, Debug, PartialEq)]
pub enum MapTime {
    /// The columns say so: one, or a date and a time of day.
    Columns {
        /// Where they stand; their cells are joined by a blank.
        at: Vec<Position>,
        /// How to read them; without it as in every other file.
        form: Option<Form>,
    },
    /// No column says so: rows come at a steady pace.
    Every {
        /// The time of the first row, local where there is no offset.
        start: NaiveDateTime,
        /// Its offset from UTC.
        offset: Option<FixedOffset>,
        /// Seconds from row to row, above 0.
        every_s: f64,
    },
}

/// What one column measures.
#[derive(Clone, Debug, PartialEq)]
pub struct MapColumn {
    /// Where it stands.
    pub at: Position,
    /// What it measures.
    pub metric: Metric,
    /// The unit of its numbers, one of [`units_of`] its metric; without it as in every other file.
    pub unit: Option<String>,
    /// What its numbers are multiplied with before the unit counts.
    pub scale: f64,
    /// Words and numbers that stand for a missing value.
    pub missing: Vec<String>,
    /// The sensor or GPU, where there are several.
    pub device: Option<String>,
}

/// A mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// What stands between cells; a blank stands for any number of blanks.
    pub separator: char,
    /// Whether the file has a header line; columns with names need one.
    pub header: bool,
    /// Lines at the beginning that are no rows.
    pub skip: u64,
    /// What lines begin with that are no rows.
    pub comment: Option<String>,
    /// The decimal sign is a comma; without it the file decides.
    pub decimal_comma: Option<bool>,
    /// Words and numbers that stand for a missing value in all columns.
    pub missing: Vec<String>,
    /// The zone of local times, where the command line has none.
    pub tz: Option<Zone>,
    /// The date of the first row, likewise.
    pub date: Option<NaiveDate>,
    /// The year of the first row, likewise.
    pub year: Option<i32>,
    /// The column that tells which GPU a row is about.
    pub gpu: Option<Position>,
    /// When rows were taken.
    pub time: MapTime,
    /// What is read; at least one.
    pub columns: Vec<MapColumn>,
}

/// The units in which a metric's numbers may be given.
#[must_use]
pub fn units_of(metric: Metric) -> Vec<&'static str> {
    Unit::ALL.into_iter().filter(|unit| unit.scale(metric).is_some()).map(Unit::name).collect()
}

/// Whether a metric's numbers may be given in this unit.
#[must_use]
pub fn is_unit_of(unit: &str, metric: Metric) -> bool {
    Unit::of_text(unit).is_some_and(|unit| unit.scale(metric).is_some())
}

/// Reads a file by a mapping; nothing is guessed about its columns.
///
/// # Errors
/// As [`crate::read`], and `MapDoesNotFit` where no line names the mapped columns.
pub fn read_mapped(
    bytes: &[u8],
    input: InputId,
    options: &Options,
    map: &Map,
) -> Result<Reading, MonitorError> {
    let mut log = Log::default();
    let text = Text::new(bytes)?;
    note_text(&text, 0, &mut log);
    let lines = text.lines();
    let framed = frame(&lines, map, &mut log)?;
    let options = Options {
        tz: options.tz.or(map.tz),
        date: options.date.or(map.date),
        year: options.year.or(map.year),
    };
    let torn_rows = text.torn(0);
    let reading = series::reading(GENERAL, framed, input, &options, log)?;
    Ok(Reading { torn: torn::placed(torn_rows, &reading), ..reading })
}

/// Where the mapped columns stand in a row.
struct Places {
    time: Vec<usize>,
    gpu: Option<usize>,
    columns: Vec<usize>,
    /// How many cells a row has.
    width: usize,
}

impl Places {
    /// Finds them, by name in a header.
    fn find(map: &Map, header: Option<&[Cow<'_, str>]>, width: usize) -> Result<Self, Position> {
        let names: HashMap<&str, usize> = header
            .unwrap_or_default()
            .iter()
            .enumerate()
            .rev()
            .map(|(index, name)| (name.as_ref(), index))
            .collect();
        let place = |position: &Position| match position {
            Position::Name(name) => names.get(name.trim()).copied().ok_or_else(|| position.clone()),
            Position::Number(number) => {
                number.checked_sub(1).filter(|&at| at < width).ok_or_else(|| position.clone())
            }
        };
        let time = match &map.time {
            MapTime::Columns { at, .. } => at.iter().map(place).collect::<Result<_, _>>()?,
            MapTime::Every { .. } => Vec::new(),
        };
        let columns = map.columns.iter().map(|column| place(&column.at)).collect::<Result<_, _>>()?;
        Ok(Self { time, gpu: map.gpu.as_ref().map(place).transpose()?, columns, width })
    }
}

fn frame(lines: &[Line<'_>], map: &Map, log: &mut Log) -> Result<Framed, MonitorError> {
    let is_row = |line: &Line<'_>| {
        line.number > map.skip
            && !map.comment.as_deref().is_some_and(|sign| !sign.is_empty() && line.text.starts_with(sign))
    };
    let kept: Vec<&Line<'_>> = lines.iter().filter(|line| is_row(line)).collect();
    let mut row: Vec<Cow<'_, str>> = Vec::new();
    let (places, header) = places(&kept, map)?;
    let names = names(map);
    let mut framed = Framed::default();
    let sheet_line = header.map_or(1, |at| kept[at].number);
    let Some(index) = framed.sheet(&names, sheet_line) else { return Ok(framed) };
    let header_text = header.map(|at| kept[at].text.clone());
    let mut index_of_row = 0_i64;
    for line in whole(lines, log) {
        let before_header = header.is_some_and(|at| line.number <= kept[at].number);
        if before_header || !is_row(line) || header_text.as_ref() == Some(&line.text) {
            continue;
        }
        cells(&line.text, map.separator, &mut row);
        let surplus_empty = row.iter().skip(places.width).all(|cell| cell.is_empty());
        if row.len() < places.width || !surplus_empty {
            log.reject(line.number, || {
                format!("{} fields, expected {}: `{}`", row.len(), places.width, quote(&line.text))
            });
            continue;
        }
        let Some(clean) = clean(&row, &places, map, index_of_row) else {
            log.reject(line.number, || format!("no time in the mapped columns: `{}`", quote(&line.text)));
            continue;
        };
        index_of_row += 1;
        if let Some(sheet) = framed.sheets.get_mut(index) {
            sheet.push(line.number, &clean, map.separator != ',');
        }
    }
    let mut framed = framed.finish();
    if let Some(sheet) = framed.sheets.get_mut(index) {
        sheet.decimal_comma = map.decimal_comma.unwrap_or(sheet.decimal_comma);
        let first = sheet.roles.len() - map.columns.len();
        sheet.roles[0] = Role::Time;
        if first == 2 {
            sheet.roles[1] = Role::Gpu(0);
        }
        for (offset, column) in map.columns.iter().enumerate() {
            sheet.roles[first + offset] = Role::Metric(column.metric);
            let name = &mut sheet.names[first + offset];
            // What its own name would mean counts no more.
            column.metric.name().clone_into(&mut name.stem);
            name.gpu.clone_from(&column.device);
            name.unit = column.unit.as_deref().and_then(Unit::of_text);
        }
    }
    Ok(framed)
}

/// The places of the columns, and the index of the header line.
fn places(kept: &[&Line<'_>], map: &Map) -> Result<(Places, Option<usize>), MonitorError> {
    let first = || kept.first().map_or_else(String::new, |line| quote(&line.text));
    let refuse =
        |position: Position| MonitorError::MapDoesNotFit { column: position.to_string(), first: first() };
    let mut row: Vec<Cow<'_, str>> = Vec::new();
    if map.header {
        let mut missing = None;
        for (index, line) in kept.iter().take(LOOK).enumerate() {
            cells(line.text.trim_start_matches('#').trim_start(), map.separator, &mut row);
            match Places::find(map, Some(&row), row.len()) {
                Ok(places) => return Ok((places, Some(index))),
                Err(position) => missing = missing.or(Some(position)),
            }
        }
        return Err(missing.map_or(MonitorError::HeaderOnly, refuse));
    }
    let mut widths: HashMap<usize, usize> = HashMap::new();
    for line in kept.iter().take(LOOK) {
        cells(&line.text, map.separator, &mut row);
        *widths.entry(row.len()).or_default() += 1;
    }
    let width = widths.into_iter().max_by_key(|&(width, rows)| (rows, width)).map_or(0, |(width, _)| width);
    Ok((Places::find(map, None, width).map_err(refuse)?, None))
}

fn names(map: &Map) -> Vec<String> {
    let mut names = vec!["timestamp".to_owned()];
    names.extend(map.gpu.as_ref().map(|_| "index".to_owned()));
    names.extend(map.columns.iter().map(|column| column.at.to_string()));
    names
}

/// The cells that count: time, GPU, values. None where the time can't be read as its form says.
fn clean(row: &[Cow<'_, str>], places: &Places, map: &Map, index: i64) -> Option<Vec<String>> {
    let cell = |at: usize| row.get(at).map_or("", AsRef::as_ref);
    let mut clean = Vec::with_capacity(places.columns.len() + 2);
    clean.push(match &map.time {
        MapTime::Columns { form, .. } => {
            let joined = places.time.iter().map(|&at| cell(at)).collect::<Vec<_>>().join(" ");
            match form {
                Some(form) => form.read(joined.trim())?,
                None => joined,
            }
        }
        MapTime::Every { start, offset, every_s } => form::after(*start, *offset, *every_s * index as f64)?,
    });
    clean.extend(places.gpu.map(|at| cell(at).to_owned()));
    for (column, &at) in map.columns.iter().zip(&places.columns) {
        let text = cell(at);
        let comma = map.decimal_comma.unwrap_or(false);
        let is_missing = |word: &String| {
            let (word, value) = (word.trim(), number(text, comma));
            text.eq_ignore_ascii_case(word) || (value.is_some() && value == number(word, comma))
        };
        clean.push(if column.missing.iter().chain(&map.missing).any(is_missing) {
            String::new()
        } else {
            scaled(text, column.scale, comma)
        });
    }
    Some(clean)
}

/// The number in a cell times a factor, with its unit if it has one.
fn scaled(text: &str, scale: f64, comma: bool) -> String {
    if scale == 1.0 {
        return text.to_owned();
    }
    let end = text.rfind(|c: char| c.is_ascii_digit()).map_or(0, |last| last + 1);
    match number(text[..end].trim(), comma) {
        Some(value) => {
            let shown = format!("{}{}", value * scale, &text[end..]);
            if comma { shown.replace('.', ",") } else { shown }
        }
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
