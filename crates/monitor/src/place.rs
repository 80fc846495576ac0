//! Stamps to instants: date order, missing dates, zones, and clocks that were wrong.

use chrono::{Datelike, Days, NaiveDate, TimeDelta};

use crate::log::Log;
use crate::rows::{Rows, days};
use crate::stamp::{DAY, Date, Stamp};
use crate::{Clock, MonitorError, Options, Zone, steps, switch, year};

/// 2015-01-01 and 2100-01-01: a sample outside was taken with an unset clock.
pub(crate) const PLAUSIBLE: std::ops::Range<i64> = 1_420_070_400_000_000..4_102_444_800_000_000;

/// The place of a row that has none.
pub(crate) const NOWHERE: i64 = i64::MIN;

/// Where the rows lie.
pub(crate) struct Placed {
    /// Microseconds of each row, [`NOWHERE`] where it has no place.
    pub(crate) at: Vec<i64>,
    /// Rows that were understood, also those whose clock was wrong.
    pub(crate) rows: u64,
    /// What the instants mean.
    pub(crate) clock: Clock,
    /// Rows whose cells have a local time without a zone.
    pub(crate) local: u64,
    /// Whether the file has its newest row first.
    pub(crate) newest_first: bool,
}

/// A time before its zone is applied.
#[derive(Clone, Copy)]
pub(crate) enum Time {
    Absolute(i64),
    Local(i64),
}

impl Time {
    const fn micros(self) -> i64 {
        match self {
            Self::Absolute(at) | Self::Local(at) => at,
        }
    }
}

/// The rows' times before the zone is applied.
#[derive(Default)]
pub(crate) struct Times {
    micros: Vec<i64>,
    local: Vec<bool>,
    known: u64,
    locals: u64,
}

impl Times {
    pub(crate) fn get(&self, row: usize) -> Option<Time> {
        match (self.micros[row], self.local[row]) {
            (NOWHERE, _) => None,
            (at, true) => Some(Time::Local(at)),
            (at, false) => Some(Time::Absolute(at)),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.micros.len()
    }

    /// Rows that have a time.
    pub(crate) const fn known(&self) -> u64 {
        self.known
    }

    /// Those of them with a local one.
    pub(crate) const fn locals(&self) -> u64 {
        self.locals
    }

    fn push(&mut self, time: Option<Time>) {
        let local = matches!(time, Some(Time::Local(_)));
        self.known += u64::from(time.is_some());
        self.locals += u64::from(local);
        self.micros.push(time.map_or(NOWHERE, Time::micros));
        self.local.push(local);
    }
}

impl FromIterator<Option<Time>> for Times {
    fn from_iter<I: IntoIterator<Item = Option<Time>>>(times: I) -> Self {
        let mut found = Self::default();
        times.into_iter().for_each(|time| found.push(time));
        found
    }
}

/// The rows as they were written: from the first or from the last line.
#[derive(Clone, Copy)]
pub(crate) struct Order {
    pub(crate) len: usize,
    pub(crate) reversed: bool,
}

impl Order {
    pub(crate) fn rows(self) -> impl Iterator<Item = usize> {
        (0..self.len).map(move |at| if self.reversed { self.len - 1 - at } else { at })
    }
}

/// Places the rows, given in file order.
///
/// # Errors
/// A date, a year or the order of day and month is missing.
pub(crate) fn place(rows: &Rows, options: &Options, log: &mut Log) -> Result<Placed, MonitorError> {
    let times = times(rows, options, log)?;
    let micros = times.micros.iter().copied().filter(|at| *at != NOWHERE);
    let newest_first = steps::is_newest_first(micros);
    if newest_first {
        log.note(rows.lines.first().copied().unwrap_or(0), || "the newest row comes first".to_owned());
    }
    let order = Order { len: rows.len(), reversed: newest_first };
    let local = times.locals;
    let (mut at, clock) = zoned(&rows.lines, times, order, options, log);
    let understood = at.iter().filter(|at| **at != NOWHERE).count() as u64;
    steps::unplace(&rows.lines, &mut at, order, log);
    Ok(Placed { at, rows: understood, clock, local, newest_first })
}

/// The stamps with date, unit and year, without zone.
fn times(rows: &Rows, options: &Options, log: &mut Log) -> Result<Times, MonitorError> {
    if let Some(times) = whole(rows) {
        return Ok(times);
    }
    let unit = EpochUnit::of(rows);
    let order = DateOrder::of(rows, options.date)?;
    let mut base = Base::new(rows, options, log)?;
    let time = |stamp: Stamp| match stamp {
        Stamp::Epoch(whole, nanos) => unit.micros(whole, nanos).map(Time::Absolute),
        Stamp::Civil { date, time, offset } => {
            let day = match date {
                Date::Full(day) => day,
                Date::Two(first, second, year) => order.day(first, second, year)?,
                Date::NoYear(month, day) => base.with_year(month, day)?,
                Date::Missing => base.of_time(time?)?,
            };
            let local = days(day) * DAY + time?;
            Some(match offset {
                Some(offset) => Time::Absolute(local - i64::from(offset) * 1_000_000),
                None => Time::Local(local),
            })
        }
    };
    Ok(rows.stamps().map(time).collect())
}

/// The times of rows of which each says its date.
fn whole(rows: &Rows) -> Option<Times> {
    let mut times = Times { micros: Vec::with_capacity(rows.len()), ..Times::default() };
    for row in 0..rows.len() {
        let (at, local) = rows.whole(row)?;
        times.push(Some(if local { Time::Local(at) } else { Time::Absolute(at) }));
    }
    Some(times)
}

/// The unit of an epoch column, one for all rows: in a line where two rows run together a joined
/// number could pass for another unit.
#[derive(Clone, Copy)]
struct EpochUnit {
    per_second: i64,
}

impl EpochUnit {
    fn of(rows: &Rows) -> Self {
        let whole = |stamp| match stamp {
            Stamp::Epoch(whole, _) => Some(whole),
            Stamp::Civil { .. } => None,
        };
        let mut values: Vec<i64> = rows.stamps().filter_map(whole).collect();
        let middle = values.len() / 2;
        let median = if values.is_empty() { 0 } else { *values.select_nth_unstable(middle).1 };
        const LIMITS: [(i64, i64); 3] =
            [(100_000_000_000, 1), (100_000_000_000_000, 1_000), (100_000_000_000_000_000, 1_000_000)];
        let unit = LIMITS.iter().find(|(limit, _)| median < *limit);
        let per_second = unit.map_or(1_000_000_000, |(_, per_second)| *per_second);
        Self { per_second }
    }

    fn micros(self, whole: i64, nanos: u32) -> Option<i64> {
        let micros = if self.per_second <= 1_000_000 {
            let scale = 1_000_000 / self.per_second;
            whole.checked_mul(scale)?.checked_add(i64::from(nanos) * scale / 1_000_000_000)?
        } else {
            whole / 1_000
        };
        Some(micros)
    }
}

/// Whether the day or the month comes first in `01/02/2026`, from the whole file.
#[derive(Clone, Copy)]
struct DateOrder {
    day_first: bool,
}

impl DateOrder {
    /// From the numbers, else from the date of the first row, if that is given.
    fn of(rows: &Rows, start: Option<NaiveDate>) -> Result<Self, MonitorError> {
        let (mut day_first, mut month_first, mut open) = (0_u64, 0_u64, None);
        for (row, stamp) in rows.stamps().enumerate() {
            if let Stamp::Civil { date: Date::Two(first, second, _), .. } = stamp {
                match (first > 12, second > 12) {
                    (true, _) => day_first += 1,
                    (_, true) => month_first += 1,
                    _ if first != second => open = open.or(Some((rows.lines[row], first, second))),
                    _ => {}
                }
            }
        }
        match (day_first, month_first, open) {
            (0, 0, Some((_, first, second)))
                if start.is_some_and(|day| {
                    [(first, second), (second, first)].contains(&(day.day(), day.month()))
                }) =>
            {
                Ok(Self { day_first: start.is_some_and(|day| day.day() == first) })
            }
            (0, 0, Some((line, first, second))) => Err(MonitorError::DayOrMonth { line, first, second }),
            _ => Ok(Self { day_first: day_first > month_first }),
        }
    }

    fn day(self, first: u32, second: u32, year: i32) -> Option<NaiveDate> {
        let (month, day) = if self.day_first { (second, first) } else { (first, second) };
        NaiveDate::from_ymd_opt(year, month, day)
    }
}

/// The date of rows that have a time of day only, and the year of those that lack it.
struct Base {
    day: Option<NaiveDate>,
    years: year::Count,
    last_time: Option<i64>,
}

impl Base {
    fn new(rows: &Rows, options: &Options, log: &mut Log) -> Result<Self, MonitorError> {
        let lacking = |wanted: fn(Date) -> bool| {
            rows.stamps().filter(|stamp| matches!(stamp, Stamp::Civil { date, .. } if wanted(*date))).count()
        };
        let mut year = options.year.or(options.date.map(|date| date.year()));
        if options.date.is_none() && lacking(|date| date == Date::Missing) * 2 > rows.len() {
            return Err(MonitorError::NeedsDate);
        }
        if year.is_none() && lacking(|date| matches!(date, Date::NoYear(..))) * 2 > rows.len() {
            year = Some(year::nearest(rows, &options.boots, log).ok_or(MonitorError::NeedsYear)?);
        }
        Ok(Self { day: options.date, years: year::Count::from(year), last_time: None })
    }

    /// The date of a time of day: a fall by more than half a day is midnight.
    fn of_time(&mut self, time: i64) -> Option<NaiveDate> {
        let day = self.day?;
        let step = time - self.last_time.replace(time).unwrap_or(time);
        if step < -DAY / 2 {
            self.day = day.checked_add_days(Days::new(1));
        } else if step > DAY - 600_000_000 {
            // A row from just before midnight, written a moment late.
            self.day = day.checked_sub_days(Days::new(1));
        }
        self.day
    }

    /// The whole date.
    fn with_year(&mut self, month: u32, day: u32) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(self.years.of(month)?, month, day)
    }
}

/// Applies the zone in time order and rejects what has no instant.
fn zoned(lines: &[u64], times: Times, order: Order, options: &Options, log: &mut Log) -> (Vec<i64>, Clock) {
    let local = times.locals;
    let clock = if options.tz.is_some() || local < times.known { Clock::Absolute } else { Clock::Local };
    let mut before = i64::MIN;
    let mut doubtful = false;
    let utc = options.tz.map_or_else(Vec::new, |zone| switch::utc_rows(&times, order, zone));
    if let Some(first) = order.rows().find(|&row| utc.get(row) == Some(&true)) {
        log.note(lines[first], || {
            "from here on times without a zone are UTC: only so they follow on the rows before and behind"
                .to_owned()
        });
    }
    let mut times = times;
    for row in order.rows() {
        let line = lines[row];
        let time = times.get(row);
        times.micros[row] = NOWHERE;
        let Some(time) = time else {
            log.reject(line, || "its time lacks a part or is no time in this file".to_owned());
            continue;
        };
        if !PLAUSIBLE.contains(&time.micros()) {
            log.reject(line, || format!("the clock was not set: {}", show(time.micros())));
            continue;
        }
        let instant = match (time, options.tz, clock) {
            (Time::Absolute(instant), ..) => Some(instant),
            (Time::Local(local), ..) if utc.get(row) == Some(&true) => Some(local),
            (Time::Local(local), Some(zone), _) => zone.instant(local, before),
            (Time::Local(local), None, Clock::Local) => Some(local),
            (Time::Local(_), None, Clock::Absolute) => {
                log.reject(line, || {
                    "its time has no zone, others in this file have one; --tz would place it".to_owned()
                });
                continue;
            }
        };
        match instant {
            Some(instant) => {
                if !doubtful && let (Time::Local(local), Some(zone)) = (time, options.tz) {
                    doubtful = is_open(zone, local, before);
                    if doubtful {
                        log.note(line, || {
                            format!("{} came twice in this zone, and no row before it tells which is meant: the first is taken", show(local))
                        });
                    }
                }
                before = instant;
                times.micros[row] = instant;
            }
            None => log.reject(line, || {
                format!("{} does not exist in this zone: clocks were put forward", show(time.micros()))
            }),
        }
    }
    if local > 0
        && let Some(zone) = options.tz
    {
        log.note(lines.first().copied().unwrap_or(0), || format!("local times are read in {zone}"));
    }
    (times.micros, clock)
}

/// Whether the wall time came twice and the row before lies too far back to tell which it is.
fn is_open(zone: Zone, local: i64, before: i64) -> bool {
    const HOUR: i64 = 3_600_000_000;
    zone.repeated(local).is_some_and(|(first, _)| before < first.saturating_sub(HOUR))
}

/// A wall clock time for a message.
pub(crate) fn show(micros: i64) -> String {
    NaiveDate::from_ymd_opt(1970, 1, 1)
        .and_then(|day| day.and_hms_opt(0, 0, 0))
        .and_then(|midnight| midnight.checked_add_signed(TimeDelta::microseconds(micros)))
        .map_or_else(|| format!("{micros} µs"), |at| at.format("%Y-%m-%d %H:%M:%S").to_string())
}
