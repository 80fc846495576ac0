//! A monitor's table, of which only the times are understood.

use chrono::{NaiveDateTime, TimeDelta};

/// A date and time in a cell, with what stands around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    /// As the clock on the wall showed it, or UTC for seconds since 1970.
    pub(super) wall: NaiveDateTime,
    /// What follows the time: nothing, ` UTC`, `Z` or an offset such as `+09:00`.
    pub(super) suffix: String,
    fraction: String,
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Epoch,
    Date { separator: char, between: char },
}

impl Stamp {
    fn parse(cell: &str) -> Option<Self> {
        if cell.len() == 10 && cell.bytes().all(|byte| byte.is_ascii_digit()) {
            let wall = chrono::DateTime::from_timestamp(cell.parse().ok()?, 0)?.naive_utc();
            return Some(Self { wall, suffix: String::new(), fraction: String::new(), form: Form::Epoch });
        }
        let head = cell.get(..19)?;
        let (separator, between) = (head.chars().nth(4)?, head.chars().nth(10)?);
        let format = format!("%Y{separator}%m{separator}%d{between}%H:%M:%S");
        let wall = NaiveDateTime::parse_from_str(head, &format).ok()?;
        let rest = &cell[19..];
        let digits = match rest.strip_prefix('.') {
            Some(more) => 1 + more.bytes().take_while(u8::is_ascii_digit).count(),
            None => 0,
        };
        let (fraction, suffix) = (rest[..digits].to_owned(), rest[digits..].to_owned());
        Some(Self { wall, suffix, fraction, form: Form::Date { separator, between } })
    }

    fn cell(&self) -> String {
        match self.form {
            Form::Epoch => self.wall.and_utc().timestamp().to_string(),
            Form::Date { separator, between } => {
                let format = format!("%Y{separator}%m{separator}%d{between}%H:%M:%S");
                format!("{}{}{}", self.wall.format(&format), self.fraction, self.suffix)
            }
        }
    }

    /// Whether it is a local time without its zone.
    pub(super) fn is_naive(&self) -> bool {
        self.form != Form::Epoch && self.suffix.is_empty()
    }

    /// Seconds since 1970; `local` is the offset of times without one.
    pub(super) fn utc(&self, local: TimeDelta) -> i64 {
        let offset = if self.is_naive() { local } else { offset_of(&self.suffix).unwrap_or_default() };
        (self.wall - offset).and_utc().timestamp()
    }
}

/// What an offset such as `+09:00` or a name of UTC stands for.
pub(super) fn offset_of(zone: &str) -> Option<TimeDelta> {
    let zone = zone.trim();
    if matches!(zone, "" | "Z" | "UTC") {
        return Some(TimeDelta::zero());
    }
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    let minutes = hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?;
    Some(TimeDelta::minutes(if zone.starts_with('-') { -minutes } else { minutes }))
}

/// An offset as a cell or `--tz` has it.
pub(super) fn offset_text(offset: TimeDelta) -> String {
    let minutes = offset.num_minutes();
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}

/// Cuts a line at its first time: before it, the time, behind it.
fn split(line: &str) -> Option<(&str, Stamp, &str)> {
    let delimiter = if line.contains(';') { ';' } else { ',' };
    let mut from = 0;
    for cell in line.split(delimiter) {
        if let Some(stamp) = Stamp::parse(cell) {
            return Some((&line[..from], stamp, &line[from + cell.len()..]));
        }
        from += cell.len() + 1;
    }
    None
}

/// The table with each row's time changed.
pub(super) fn map_times(table: &str, change: impl Fn(&mut Stamp)) -> String {
    let mut out = String::with_capacity(table.len());
    for line in table.lines() {
        match split(line) {
            Some((before, mut stamp, behind)) => {
                change(&mut stamp);
                out.push_str(&format!("{before}{}{behind}\n", stamp.cell()));
            }
            None => out.push_str(&format!("{line}\n")),
        }
    }
    out
}

/// The table without the rows, named by their line from 1 and their time, that the test does not want. A line
/// without a time is kept.
pub(super) fn only_rows(table: &str, wanted: impl Fn(u64, &Stamp) -> bool) -> String {
    let lines = table.lines().zip(1..).filter(|(line, number)| match split(line) {
        Some((_, stamp, _)) => wanted(*number, &stamp),
        None => true,
    });
    lines.map(|(line, _)| format!("{line}\n")).collect()
}
