//! Monitors' files to series: what a sampler wrote beside the work, as CSV or the like.
//!
//! The file passes a line scanner of our own, block by block (encodings, NUL runs, torn ends, repeated
//! and changed headers, wrong field counts); the cells of clean rows are kept as columns of numbers until
//! the whole of a column has told what they mean. polars aggregates and sorts them. Broken lines are no
//! error: a reading holds what there is and counts what was rejected.
//!
//! A new format is one file in `formats` and one row in its table.

mod alias;
mod blocks;
mod cell;
mod cells;
mod column;
mod derive;
mod failed;
mod formats;
mod frame;
mod host;
mod log;
mod map;
mod members;
mod name;
mod place;
mod ragged;
mod rhythm;
mod rows;
mod selection;
mod series;
mod set;
mod sheet;
mod split;
mod stamp;
mod steps;
mod stream;
mod switch;
mod text;
mod torn;
mod tracks;
mod unit;
mod uptime;
mod when;
mod words;
mod year;
mod zone;

#[cfg(test)]
mod tests;

use chrono::NaiveDate;
use model::{InputId, Metric, Micros, Series, Shared};

pub use blocks::Source;
pub use map::{Form, Map, MapColumn, MapTime, Position, is_unit_of, read_mapped, starting, units_of};
pub use members::Members;
pub use rhythm::{Rhythm, Stale, Stretch};
pub use set::{Layout, read_as, read_set};
pub use torn::TornRow;
pub use zone::{UnknownZone, Zone};

/// What the file itself does not say about its times.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The zone of local times (`--tz`).
    pub tz: Option<Zone>,
    /// The date of the first row, where rows have a time of day only (`--date`).
    pub date: Option<NaiveDate>,
    /// The year of the first row, where dates have none (`--year`).
    pub year: Option<i32>,
    /// Start and last entry of the boots on record: without a year the one is taken that puts the rows nearest to them.
    pub boots: Vec<(Micros, Micros)>,
}

/// What a reading's instants mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Real instants: the cells have an offset or an epoch, or a zone was given.
    Absolute,
    /// Local wall times read as if they were UTC; whoever finds the zone shifts them.
    Local,
}

/// A line, and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reject {
    /// Line in the decompressed input, counted from 1.
    pub line: u64,
    /// Why it was rejected, or what was noticed.
    pub reason: String,
}

/// What became of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in the header, without unit brackets and labels.
    pub name: String,
    /// What it measures.
    pub metric: Option<Metric>,
    /// The sensor, GPU or column name that its series carries. GPU numbers from an `index` column are
    /// not here but in the series.
    pub device: Option<String>,
    /// The unit its numbers were read in.
    pub unit: Option<String>,
    /// Why it gives no series.
    pub ignored: Option<String>,
    /// Cells that say that there is no value (`[N/A]`, empty, `NaN`).
    pub missing: u64,
}

/// A monitor's file as read.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The format's name.
    pub format: &'static str,
    /// Rows that were understood, also those whose clock was wrong and that have no place in time.
    pub rows: u64,
    /// Lines that look like data or prose and could not be used. Headers, comments, blank lines, unit
    /// rows, averages and restart rows do not count.
    pub rejected: u64,
    /// The first 20 of them.
    pub rejects: Vec<Reject>,
    /// What the instants mean.
    pub clock: Clock,
    /// The series, by metric and device, each sorted by instant; no metric and device appears twice.
    pub series: Vec<Series>,
    /// What a reader should know: tool messages, wrong clocks, rows out of order, headers in mid-file,
    /// NUL bytes, values out of range.
    pub notes: Vec<Reject>,
    /// The columns of all headers.
    pub columns: Vec<Column>,
    /// Rows in which the driver had lost a GPU (`ERR!`, `[GPU requires reset]`, `[Unknown Error]`).
    pub gpu_silent: Vec<(Micros, u64, String)>,
    /// Instant and line of each placed row, in the order of writing (the file's, or its reverse where
    /// the newest row comes first).
    pub row_times: RowTimes,
    /// Host starts that the sampler recorded itself (sysstat's `LINUX-RESTART`), in the same clock.
    pub restarts: Vec<(Micros, u64)>,
    /// Stretches in which a GPU's values stand still to the last digit; they are no fresh samples.
    pub stale: Vec<Stale>,
    /// Rows whose cells have a local time without a zone.
    pub local_rows: u64,
    /// Where data was lost on the way to the disk: rows cut in mid-line at the end of the file or before a
    /// run of NUL bytes. The first 20, by line.
    pub torn: Vec<TornRow>,
    /// The host that its rows or its banner name, where they do.
    pub host: Option<String>,
}

/// Instant and line of each row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowTimes {
    /// The instants.
    pub at: Shared<Micros>,
    /// The lines; as many.
    pub lines: Shared<u64>,
}

impl RowTimes {
    /// Both together.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Micros, u64)> {
        self.at.iter().copied().zip(self.lines.iter().copied())
    }

    /// How many rows have a place in time.
    #[must_use]
    pub fn len(&self) -> usize {
        self.at.len()
    }

    /// Whether none has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }
}

impl FromIterator<(Micros, u64)> for RowTimes {
    fn from_iter<I: IntoIterator<Item = (Micros, u64)>>(rows: I) -> Self {
        let (at, lines): (Vec<Micros>, Vec<u64>) = rows.into_iter().unzip();
        Self { at: at.into(), lines: lines.into() }
    }
}

/// Why a file gives no reading at all.
#[derive(Debug, thiserror::Error)]
pub enum MonitorError {
    /// There is a table, but no column says when.
    #[error("no column with the time of the rows; columns found: {}", columns.join(", "))]
    NoTime {
        /// The names in the header.
        columns: Vec<String>,
    },
    /// Rows, but no line that names their columns.
    #[error(
        "no header line names the columns; the first line is `{first}`: name the whole rotated set, of which \
         the oldest member has the header, or say with --map what the columns are"
    )]
    NoHeader {
        /// The first line.
        first: String,
    },
    /// No line looks like a header or a row.
    #[error("this is no table with a header line; the first line is `{first}`")]
    NoTable {
        /// The first line.
        first: String,
    },
    /// Nothing but blank lines and NUL bytes.
    #[error("the file is empty")]
    Empty,
    /// A header and nothing else.
    #[error("there is a header and no row")]
    HeaderOnly,
    /// Nothing in it is about the host, and nothing says when.
    #[error(
        "{what} records one process, by the seconds since its own start: nothing in it is about the host or tells \
         when, so leave it out"
    )]
    OneProcess {
        /// The format.
        what: &'static str,
    },
    /// Rows have a time of day only.
    #[error("rows have a time of day but no date; give the date of the first row with --date")]
    NeedsDate,
    /// Dates have no year.
    #[error("dates have no year; give the year of the first row with --year")]
    NeedsYear,
    /// `01/02/2026` all over.
    #[error(
        "line {line}: is {first}/{second} a day and a month or a month and a day? no row settles it; give the \
         date of the first row with --date"
    )]
    DayOrMonth {
        /// The first such line.
        line: u64,
        /// Its first number.
        first: u32,
        /// Its second number.
        second: u32,
    },
    /// A mapping names a column that is not there.
    #[error("the map does not fit: no line has the column `{column}`; the first line is `{first}`")]
    MapDoesNotFit {
        /// The first missing one.
        column: String,
        /// The first line.
        first: String,
    },
    /// Not text.
    #[error("this is no text")]
    Binary,
    /// Not a byte of it can be read.
    #[error("it cannot be read: {0}")]
    Read(#[source] std::io::Error),
    /// It would have to be held in memory as a whole.
    #[error(
        "{what} is read as a whole, and the file is larger than {limit_mib} MiB: cut out the time that matters, \
         with its header"
    )]
    TooLarge {
        /// The format or the encoding.
        what: &'static str,
        /// What is read at most.
        limit_mib: usize,
    },
    /// polars refused to sort the rows.
    #[error("the rows could not be put into a table")]
    Frame(#[from] polars::error::PolarsError),
}

/// Reads a monitor's file from its decompressed bytes.
///
/// # Errors
/// Where no row can be placed in time for a reason that the user can do something about; see
/// [`MonitorError`]. Damaged lines are in [`Reading::rejects`].
pub fn read(bytes: &[u8], input: InputId, options: &Options) -> Result<Reading, MonitorError> {
    Ok(read_from(vec![Box::new(bytes)], input, options)?.0)
}

/// Reads a monitor's file, or the members of a rotated set, the oldest first, as if they were one file: one clock, one
/// header until another follows, one series a metric. They come decompressed, and what is held of a table is its
/// columns only. A member that ends in mid-line loses that line only. Members that are empty or no text are left out,
/// and what breaks off keeps its beginning; the reading notes it.
///
/// # Errors
/// As [`read`], of the whole; where no member can be read, the error of the first.
pub fn read_from(
    members: Vec<Source<'_>>,
    input: InputId,
    options: &Options,
) -> Result<(Reading, Members), MonitorError> {
    let mut log = log::Log::default();
    let found = stream::frame(members, options, &mut log)?;
    finish(found, input, options, log)
}

fn finish(
    found: stream::Found,
    input: InputId,
    options: &Options,
    log: log::Log,
) -> Result<(Reading, Members), MonitorError> {
    let stream::Found { format, framed, torn, banner, before } = found;
    let reading = series::reading(format, framed, input, options, log)?;
    let host = reading.host.clone().or(banner);
    Ok((Reading { torn: torn::placed(torn, &reading), host, ..reading }, Members { before }))
}

/// The known formats in the order in which they are tried: each one's name and a file of it, shortened.
pub fn formats() -> impl Iterator<Item = (&'static str, &'static str)> {
    formats::FORMATS.iter().map(|format| (format.name, format.sample.0))
}

/// Whether this could be the beginning of a monitor's file: a header that names a time and a metric,
/// or rows that begin with a time. A few KiB are enough; a cut last line does no harm.
#[must_use]
pub fn sniff(head: &[u8]) -> bool {
    let Ok(text) = text::Text::new(head) else { return false };
    let lines = text.lines();
    let head = formats::Head::new(&lines);
    formats::FORMATS.iter().rev().skip(1).any(|format| (format.sniff)(&head))
        || head.header.as_ref().map_or_else(|| head.is_headless(), |header| header.strong)
}
