//! The times of rows as they were read, in twelve bytes each: what they mean only the whole file tells.

use chrono::{Datelike, NaiveDate};

use crate::stamp::{DAY, Date, Stamp};

/// Line and time of each row, in file order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    /// Their lines.
    pub(crate) lines: Vec<u64>,
    /// The numbers of a stamp, see [`pack`].
    pub(crate) first: Vec<i64>,
    pub(crate) second: Vec<u32>,
}

impl Rows {
    /// Adds a row. False where the stamp is none that a row can have.
    pub(crate) fn push(&mut self, line: u64, stamp: Stamp) -> bool {
        let Some((first, second)) = pack(stamp) else { return false };
        self.lines.push(line);
        self.first.push(first);
        self.second.push(second);
        true
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// All stamps.
    pub(crate) fn stamps(&self) -> impl Iterator<Item = Stamp> {
        self.first.iter().zip(&self.second).map(|(&first, &second)| unpack(first, second))
    }

    /// The row as one of another file's.
    pub(crate) fn push_from(&mut self, other: &Self, row: usize) {
        self.lines.push(other.lines[row]);
        self.first.push(other.first[row]);
        self.second.push(other.second[row]);
    }
}

/// The kinds of stamps, in the two highest bits of the second number.
const EPOCH: u32 = 0;
const FULL: u32 = 1;
const TIME_OF_DAY: u32 = 2;
/// Day and month in either order, or without a year.
const PARTS: u32 = 3;
/// Below them: the offset from UTC in seconds and one day, 0 where there is none.
const OFFSET_BITS: u32 = (1 << 18) - 1;
const OFFSET_ZERO: i32 = 86_400;
/// Whether parts have no year.
const NO_YEAR: u32 = 1 << 18;

fn pack(stamp: Stamp) -> Option<(i64, u32)> {
    let (date, time, offset) = match stamp {
        Stamp::Epoch(whole, nanos) => return (nanos < 1 << 30).then_some((whole, nanos)),
        Stamp::Civil { date, time, offset } => (date, time?, offset),
    };
    let code = match offset {
        Some(offset) => {
            u32::try_from(offset + OFFSET_ZERO).ok().filter(|code| (1..=OFFSET_BITS).contains(code))?
        }
        None => 0,
    };
    let parts = |first: u32, second: u32, year: i32| {
        let year = i64::from(u16::try_from(year).ok().filter(|year| *year < 1 << 14)?);
        (first < 32 && second < 32 && (0..1 << 37).contains(&time))
            .then(|| time | i64::from(first) << 37 | i64::from(second) << 42 | year << 47)
    };
    Some(match date {
        Date::Full(day) => (days(day).checked_mul(DAY)?.checked_add(time)?, FULL << 30 | code),
        Date::Missing => (time, TIME_OF_DAY << 30 | code),
        Date::Two(first, second, year) => (parts(first, second, year)?, PARTS << 30 | code),
        Date::NoYear(month, day) => (parts(month, day, 0)?, PARTS << 30 | NO_YEAR | code),
    })
}

fn unpack(first: i64, second: u32) -> Stamp {
    let code = (second & OFFSET_BITS) as i32;
    let offset = (code != 0).then_some(code - OFFSET_ZERO);
    let (date, time) = match second >> 30 {
        EPOCH => return Stamp::Epoch(first, second),
        TIME_OF_DAY => (Date::Missing, first),
        PARTS => {
            let part = |shift: u32, bits: u32| (first >> shift & ((1 << bits) - 1)) as u32;
            let date = if second & NO_YEAR != 0 {
                Date::NoYear(part(37, 5), part(42, 5))
            } else {
                Date::Two(part(37, 5), part(42, 5), part(47, 14) as i32)
            };
            (date, first & ((1 << 37) - 1))
        }
        _ => (day(first.div_euclid(DAY)), first.rem_euclid(DAY)),
    };
    Stamp::Civil { date, time: Some(time), offset }
}

/// Days since 1970.
pub(crate) fn days(day: NaiveDate) -> i64 {
    i64::from(day.num_days_from_ce()) - 719_163
}

fn day(days: i64) -> Date {
    let day = i32::try_from(days + 719_163).ok().and_then(NaiveDate::from_num_days_from_ce_opt);
    Date::Full(day.unwrap_or_default())
}

impl Rows {
    /// The local or absolute microseconds of a row whose cell says all of it, and whether they are local: most rows
    /// of most files.
    pub(crate) fn whole(&self, row: usize) -> Option<(i64, bool)> {
        let (first, second) = (self.first[row], self.second[row]);
        if second >> 30 != FULL {
            return None;
        }
        match (second & OFFSET_BITS) as i32 {
            0 => Some((first, true)),
            code => Some((first - i64::from(code - OFFSET_ZERO) * 1_000_000, false)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_come_back() {
        for cell in [
            "1784351340",
            "1784351340.123456789",
            "2026-07-18 14:09:38",
            "2026/07/18 14:09:38.402",
            "2026-07-18T14:09:38+09:00",
            "2026-07-18T14:09:38-11:30",
            "2026-07-18T14:09:38Z",
            "1969-12-31 23:59:59.999999",
            "9999-12-31 23:59:59",
            "07/18/2026 23:59:59.999999",
            "31/12/2026 00:00:00 UTC",
            "Jul-18 14:10:58",
            "23:59:59",
        ] {
            let stamp = Stamp::parse(cell).unwrap();
            let (first, second) = pack(stamp).unwrap();
            assert_eq!(unpack(first, second), stamp, "{cell}");
        }
        assert_eq!(pack(Stamp::parse("2026-07-18").unwrap()), None);
    }
}
