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
use crate::blocks::{BLOCK, Source};
use crate::cell::number;
use crate::formats::GENERAL;
use crate::frame::torn_reason;
use crate::log::{Log, quote};
use crate::sheet::{Framed, Sheet};
use crate::split::cells;
use crate::stream::Members;
use crate::text::Line;
use crate::unit::Unit;
use crate::{MonitorError, Options, Reading, Zone};

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
    members: Vec<Source<'_>>,
    input: InputId,
    options: &Options,
    map: &Map,
) -> Result<Reading, MonitorError> {
    let mut log = Log::default();
    // The lines that are passed over are looked at together with the first row.
    let skipped = usize::try_from(map.skip).unwrap_or(usize::MAX).saturating_mul(256);
    let mut members = Members::open(members, BLOCK.max(skipped.min(64 * BLOCK)))?;
    let mut refused = None;
    let begun = members.find(|head| match Framing::begin(head.all, map) {
        Ok(begun) => Some(begun),
        Err(error) => {
            refused.get_or_insert(error);
            None
        }
    });
    let Some(mut framing) = begun else { return Err(refused.unwrap_or(MonitorError::Empty)) };
    members.each(&mut log, |lines, log| {
        let mut row = Vec::new();
        for line in lines {
            framing.take(line, &mut row, log);
        }
    });
    let found = members.found(GENERAL, framing.framed, None);
    let options = Options {
        tz: options.tz.or(map.tz),
        date: options.date.or(map.date),
        year: options.year.or(map.year),
        boots: options.boots.clone(),
    };
    Ok(crate::finish(found, input, &options, log)?.0)
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

/// Frames a file by a mapping.
struct Framing<'m> {
    map: &'m Map,
    framed: Framed,
    sheet: usize,
    places: Places,
    /// Number and text of the header line.
    header: Option<(u64, String)>,
    /// Rows so far.
    rows: i64,
}

impl<'m> Framing<'m> {
    /// Finds the mapped columns in the first lines.
    fn begin(lines: &[Line<'_>], map: &'m Map) -> Result<Self, MonitorError> {
        let kept: Vec<&Line<'_>> = lines.iter().filter(|line| is_row(line, map)).collect();
        let (places, header) = places(&kept, map)?;
        let header = header.map(|at| (kept[at].number, kept[at].text.as_ref().to_owned()));
        let mut framed = Framed::default();
        let line = header.as_ref().map_or(1, |(number, _)| *number);
        let sheet = framed.sheet(&names(map), line).unwrap_or_default();
        if let Some(sheet) = framed.sheets.get_mut(sheet) {
            set_roles(sheet, map);
        }
        Ok(Self { map, framed, sheet, places, header, rows: 0 })
    }

    fn take<'l>(&mut self, line: &'l Line<'_>, row: &mut Vec<Cow<'l, str>>, log: &mut Log) {
        if let Some(torn) = line.torn {
            log.reject(line.number, || torn_reason(torn, &line.text));
            return;
        }
        let is_header =
            self.header.as_ref().is_some_and(|(number, text)| line.number <= *number || *text == line.text);
        if is_header || !is_row(line, self.map) {
            return;
        }
        cells(&line.text, self.map.separator, row);
        let width = self.places.width;
        let surplus_empty = row.iter().skip(width).all(|cell| cell.is_empty());
        if row.len() < width || !surplus_empty {
            log.reject(line.number, || {
                format!("{} fields, expected {width}: `{}`", row.len(), quote(&line.text))
            });
            return;
        }
        let Some(clean) = clean(row, &self.places, self.map, self.rows) else {
            log.reject(line.number, || format!("no time in the mapped columns: `{}`", quote(&line.text)));
            return;
        };
        self.rows += 1;
        if let Some(sheet) = self.framed.sheets.get_mut(self.sheet) {
            sheet.push(line.number, &clean, self.map.separator != ',');
        }
    }
}

/// Whether the line is none of those that the mapping passes over.
fn is_row(line: &Line<'_>, map: &Map) -> bool {
    line.number > map.skip
        && !map.comment.as_deref().is_some_and(|sign| !sign.is_empty() && line.text.starts_with(sign))
}

/// What the mapping says of the columns; what their own names would mean counts no more.
fn set_roles(sheet: &mut Sheet, map: &Map) {
    sheet.decimal_comma = map.decimal_comma;
    let first = sheet.roles.len() - map.columns.len();
    sheet.roles[0] = Role::Time;
    if first == 2 {
        sheet.roles[1] = Role::Gpu(0);
    }
    for (offset, column) in map.columns.iter().enumerate() {
        sheet.roles[first + offset] = Role::Metric(column.metric);
        let name = &mut sheet.names[first + offset];
        column.metric.name().clone_into(&mut name.stem);
        name.gpu.clone_from(&column.device);
        name.unit = column.unit.as_deref().and_then(Unit::of_text);
    }
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
