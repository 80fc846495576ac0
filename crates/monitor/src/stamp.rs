//! A cell to a point in time, as far as the cell alone says.

use chrono::NaiveDate;

/// Microseconds in a day.
pub(crate) const DAY: i64 = 86_400_000_000;

/// The date in a stamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Date {
    /// None: a time of day.
    Missing,
    /// A whole one.
    Full(NaiveDate),
    /// Two numbers and a year, in the order day, month or month, day.
    Two(u32, u32, i32),
    /// Month and day.
    NoYear(u32, u32),
}

/// What a cell says about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stamp {
    /// A count since 1970 in a unit that the column decides: whole units and billionths of one.
    Epoch(i64, u32),
    /// Calendar and clock.
    Civil {
        /// The date.
        date: Date,
        /// Microseconds since midnight; none where the cell is a date only.
        time: Option<i64>,
        /// Seconds east of UTC, where the cell says so. Zone abbreviations other than UTC and GMT are
        /// ambiguous (CST, IST, BST) and count as none.
        offset: Option<i32>,
    },
}

impl Stamp {
    /// Reads a trimmed cell.
    pub(crate) fn parse(cell: &str) -> Option<Self> {
        // The longest form is a French `date`; anything much longer is two rows run together.
        if cell.len() < 4 || cell.len() > 64 {
            return None;
        }
        if let Some(usual) = usual(cell.as_bytes()) {
            return Some(usual);
        }
        if let Some(epoch) = epoch(cell) {
            return Some(epoch);
        }
        let mut scan = Scan(cell.as_bytes());
        if cell.as_bytes()[0].is_ascii_digit()
            && let Some(stamp) = numeric(&mut scan)
            && scan.0.is_empty()
        {
            return Some(stamp);
        }
        crate::words::parse(cell)
    }

    /// The stamp of a date cell and a time cell.
    pub(crate) fn join(self, time: Self) -> Option<Self> {
        match (self, time) {
            (
                Self::Civil { date, time: None, .. },
                Self::Civil { date: Date::Missing, time: Some(time), offset },
            ) => Some(Self::Civil { date, time: Some(time), offset }),
            _ => None,
        }
    }

    /// How much it tells, for the choice between several time columns: 4 epoch, 3 with an offset,
    /// 2 date and time, 1 time of day, 0 a date only.
    pub(crate) const fn worth(self) -> u8 {
        match self {
            Self::Epoch(..) => 4,
            Self::Civil { time: None, .. } => 0,
            Self::Civil { date: Date::Missing, .. } => 1,
            Self::Civil { offset: Some(_), .. } => 3,
            Self::Civil { .. } => 2,
        }
    }
}

/// `2026/07/18 14:09:38.402`, `2026-07-18T14:09:38` and the like, the form of nearly all rows, by position.
fn usual(cell: &[u8]) -> Option<Stamp> {
    let &[
        y0,
        y1,
        y2,
        y3,
        sign @ (b'/' | b'-'),
        m0,
        m1,
        second_sign,
        d0,
        d1,
        b' ' | b'T',
        h0,
        h1,
        b':',
        n0,
        n1,
        b':',
        s0,
        s1,
        ref rest @ ..,
    ] = cell
    else {
        return None;
    };
    let all = [y0, y1, y2, y3, m0, m1, d0, d1, h0, h1, n0, n1, s0, s1];
    if sign != second_sign || !all.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let two = |a: u8, b: u8| u32::from(a - b'0') * 10 + u32::from(b - b'0');
    let (hour, minute, second) = (two(h0, h1), two(n0, n1), two(s0, s1));
    let micros = match rest {
        [] => 0,
        [b'.', digits @ ..] if (1..=6).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) => {
            let value = digits.iter().fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
            (digits.len()..6).fold(value, |value, _| value * 10)
        }
        _ => return None,
    };
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let year = two(y0, y1) * 100 + two(y2, y3);
    let day = NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, two(m0, m1), two(d0, d1))?;
    let time = i64::from(hour * 3600 + minute * 60 + second) * 1_000_000 + micros;
    Some(Stamp::Civil { date: Date::Full(day), time: Some(time), offset: None })
}

fn epoch(cell: &str) -> Option<Stamp> {
    let (whole, fraction) = match cell.split_once(['.', ',']) {
        Some((whole, fraction)) => (whole, fraction),
        None => (cell, ""),
    };
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    // Nine digits: 1973 in seconds. Fourteen that begin with a century are a compact date.
    if !(9..=19).contains(&whole.len()) || !digits(whole) || !digits(fraction) || is_compact(whole) {
        return None;
    }
    let nanos = fraction.bytes().chain(std::iter::repeat(b'0')).take(9);
    let nanos = nanos.fold(0, |nanos, digit| nanos * 10 + u32::from(digit - b'0'));
    Some(Stamp::Epoch(whole.parse().ok()?, nanos))
}

fn is_compact(digits: &str) -> bool {
    digits.len() == 14 && (digits.starts_with("20") || digits.starts_with("19"))
}

/// The unread rest of a cell.
pub(crate) struct Scan<'a>(pub(crate) &'a [u8]);

impl Scan<'_> {
    /// A run of digits: value and length, at most nine.
    fn digits(&mut self) -> Option<(u32, usize)> {
        let length = self.0.iter().take_while(|b| b.is_ascii_digit()).count();
        if length == 0 || length > 9 {
            return None;
        }
        let value = self.0[..length].iter().fold(0, |value, b| value * 10 + u32::from(b - b'0'));
        self.0 = &self.0[length..];
        Some((value, length))
    }

    fn short(&mut self) -> Option<u32> {
        self.digits().and_then(|(value, length)| (length <= 2).then_some(value))
    }

    fn fixed(&mut self, length: usize) -> Option<u32> {
        let (now, rest) = self.0.split_at_checked(length)?;
        let value = now
            .iter()
            .try_fold(0, |value, b| b.is_ascii_digit().then(|| value * 10 + u32::from(b - b'0')))?;
        self.0 = rest;
        Some(value)
    }

    fn next_is(&self, wanted: impl Fn(u8) -> bool) -> bool {
        self.0.first().is_some_and(|&b| wanted(b))
    }

    fn take(&mut self, wanted: u8) -> Option<()> {
        self.next_is(|b| b == wanted).then(|| self.0 = &self.0[1..])
    }

    fn blanks(&mut self) {
        while self.next_is(|b| b == b' ' || b == b'\t') {
            self.0 = &self.0[1..];
        }
    }
}

fn numeric(scan: &mut Scan<'_>) -> Option<Stamp> {
    let digits = scan.0.iter().take_while(|b| b.is_ascii_digit()).count();
    let date = match (digits, scan.0.get(digits)) {
        (4, Some(b'-' | b'/' | b'.')) => year_first(scan)?,
        (8 | 14, _) => compact(scan)?,
        (1 | 2, Some(b'-' | b'/' | b'.')) => year_last(scan)?,
        (1 | 2, Some(b':')) => {
            let (time, offset) = clock(scan)?;
            return Some(Stamp::Civil { date: Date::Missing, time: Some(time), offset });
        }
        _ => return None,
    };
    if scan.0.is_empty() {
        return Some(Stamp::Civil { date, time: None, offset: None });
    }
    if digits != 14 {
        if !scan.next_is(|b| matches!(b, b'T' | b't' | b' ' | b'_' | b'-')) {
            return None;
        }
        scan.0 = &scan.0[1..];
        scan.blanks();
    }
    let (time, offset) = clock(scan)?;
    Some(Stamp::Civil { date, time: Some(time), offset })
}

fn year_first(scan: &mut Scan<'_>) -> Option<Date> {
    let year = scan.fixed(4)?;
    let sign = *scan.0.first()?;
    scan.take(sign)?;
    let month = scan.short()?;
    scan.take(sign)?;
    let day = scan.short()?;
    NaiveDate::from_ymd_opt(year as i32, month, day).map(Date::Full)
}

fn compact(scan: &mut Scan<'_>) -> Option<Date> {
    let (year, month, day) = (scan.fixed(4)?, scan.fixed(2)?, scan.fixed(2)?);
    NaiveDate::from_ymd_opt(year as i32, month, day).map(Date::Full)
}

fn year_last(scan: &mut Scan<'_>) -> Option<Date> {
    let first = scan.short()?;
    let sign = *scan.0.first()?;
    scan.take(sign)?;
    let second = scan.short()?;
    scan.take(sign)?;
    let year = scan.fixed(4)? as i32;
    if sign == b'.' {
        return NaiveDate::from_ymd_opt(year, second, first).map(Date::Full);
    }
    let fits = |month, day| NaiveDate::from_ymd_opt(year, month, day).is_some();
    (fits(first, second) || fits(second, first)).then_some(Date::Two(first, second, year))
}

/// A time of day with fraction, AM or PM and zone, to the end of the cell.
pub(crate) fn clock(scan: &mut Scan<'_>) -> Option<(i64, Option<i32>)> {
    let mut fraction = 0;
    let colons = scan.0.get(1) == Some(&b':') || scan.0.get(2) == Some(&b':');
    let (hour, minute, second) = if colons {
        let hour = scan.short()?;
        scan.take(b':')?;
        let minute = scan.fixed(2)?;
        let mut second = 0;
        if scan.take(b':').is_some() {
            second = scan.fixed(2)?;
            fraction = micros(scan)?;
        }
        (hour, minute, second)
    } else {
        (scan.fixed(2)?, scan.fixed(2)?, scan.fixed(2)?)
    };
    scan.blanks();
    let hour = twelve_hours(scan, hour)?;
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    scan.blanks();
    let offset = zone(scan)?;
    let seconds = i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second);
    Some((seconds * 1_000_000 + fraction, offset))
}

/// `.124`, `,124` or `:124000000`, as microseconds; zero where there is none.
fn micros(scan: &mut Scan<'_>) -> Option<i64> {
    if !scan.next_is(|b| matches!(b, b'.' | b',' | b':')) {
        return Some(0);
    }
    scan.0 = &scan.0[1..];
    let (value, length) = scan.digits()?;
    let scaled = (0..9 - length).fold(u64::from(value), |value, _| value * 10);
    Some((scaled / 1000) as i64)
}

fn twelve_hours(scan: &mut Scan<'_>, hour: u32) -> Option<u32> {
    let mark = scan.0.get(..2).map(<[u8]>::to_ascii_uppercase);
    let pm = match mark.as_deref() {
        Some(b"AM") => false,
        Some(b"PM") => true,
        _ => return Some(hour),
    };
    scan.0 = &scan.0[2..];
    (1..=12).contains(&hour).then(|| hour % 12 + if pm { 12 } else { 0 })
}

/// `Z`, `UTC`, `+09:00`, `-0400`, `+09`; an abbreviation is read over.
fn zone(scan: &mut Scan<'_>) -> Option<Option<i32>> {
    if scan.0.is_empty() {
        return Some(None);
    }
    if scan.next_is(|b| b.is_ascii_alphabetic()) {
        let length = scan.0.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let word = scan.0[..length].to_ascii_uppercase();
        let known = matches!(word.as_slice(), b"Z" | b"UTC" | b"GMT");
        if !known && (length > 5 || scan.0[..length].iter().any(u8::is_ascii_lowercase)) {
            return None;
        }
        scan.0 = &scan.0[length..];
        if scan.0.is_empty() {
            return Some(known.then_some(0));
        }
    }
    let sign = match scan.0.first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    scan.0 = &scan.0[1..];
    let hours = scan.fixed(2)?;
    let _ = scan.take(b':');
    let minutes = if scan.0.is_empty() { 0 } else { scan.fixed(2)? };
    // The widest zones are UTC-12 and UTC+14.
    (hours <= 14 && minutes < 60 && scan.0.is_empty())
        .then(|| Some(sign * (hours * 3600 + minutes * 60) as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn show(cell: &str) -> String {
        match Stamp::parse(cell) {
            None => "none".to_owned(),
            Some(Stamp::Epoch(whole, nanos)) => format!("epoch {whole} {nanos}"),
            Some(Stamp::Civil { date, time, offset }) => {
                let date = match date {
                    Date::Missing => "-".to_owned(),
                    Date::Full(date) => date.to_string(),
                    Date::Two(a, b, year) => format!("{a}?{b}?{year}"),
                    Date::NoYear(month, day) => format!("{month}-{day}"),
                };
                let time = time.map_or("-".to_owned(), |time| format!("{}", time / 1000));
                format!("{date} {time} {}", offset.map_or("-".to_owned(), |offset| offset.to_string()))
            }
        }
    }

    #[test]
    fn forms() {
        for (cell, expected) in [
            ("2026/07/21 18:42:37.124", "2026-07-21 67357124 -"),
            ("2026-07-21 18:42:37", "2026-07-21 67357000 -"),
            ("2026-07-21  8:42", "2026-07-21 31320000 -"),
            ("2026-07-21 18:42:37,124", "2026-07-21 67357124 -"),
            ("2026-07-21T21:20:00+09:00", "2026-07-21 76800000 32400"),
            ("2026-07-21T21:20:00-0400", "2026-07-21 76800000 -14400"),
            ("2026-07-21T21:20:00.5Z", "2026-07-21 76800500 0"),
            ("2026-04-22 14:00:01 UTC", "2026-04-22 50401000 0"),
            ("2026-04-22 14:00:01 JST", "2026-04-22 50401000 -"),
            ("2026-04-22 14:00:01 +05:30", "2026-04-22 50401000 19800"),
            ("2026-07-21_18:41:49", "2026-07-21 67309000 -"),
            ("20260721 18:42:37", "2026-07-21 67357000 -"),
            ("20260721-184237", "2026-07-21 67357000 -"),
            ("20260721184237", "2026-07-21 67357000 -"),
            ("20260721", "2026-07-21 - -"),
            ("2026-07-21", "2026-07-21 - -"),
            ("08-23-2026 13:57:46", "8?23?2026 50266000 -"),
            ("01/02/2026 00:00:01", "1?2?2026 1000 -"),
            ("21.07.2026 18:42:37", "2026-07-21 67357000 -"),
            ("23:59:30", "- 86370000 -"),
            ("11:07:39 AM", "- 40059000 -"),
            ("12:00:01 AM", "- 1000 -"),
            ("12:00:01 PM", "- 43201000 -"),
            ("18:42:37:124000000", "- 67357124 -"),
            ("1784351491", "epoch 1784351491 0"),
            ("1784351238.125", "epoch 1784351238 125000000"),
            ("1784351340000", "epoch 1784351340000 0"),
            ("1784351238.123456789012", "epoch 1784351238 123456789"),
            ("Nov-29 11:06:05", "11-29 39965000 -"),
            ("Sun Nov 29 20:07:56 JST 2026", "2026-11-29 72476000 -"),
            ("Sun Nov 29 11:07:08 AM UTC 2026", "2026-11-29 40028000 0"),
            ("2026年 11月 29日 日曜日 11:07:01 UTC", "2026-11-29 40021000 0"),
            ("So 29. Nov 11:07:04 UTC 2026", "2026-11-29 40024000 0"),
            ("dim. 29 nov. 2026 11:07:06 UTC", "2026-11-29 40026000 0"),
            ("2026/07/21 18:43:02026/07/21 18:51:10.087", "none"),
            ("2026/07/21 18:43:0", "none"),
            ("2026/07/21 18:43", "2026-07-21 67380000 -"),
            ("2026-02-30 00:00:00", "none"),
            ("2026-07-21 24:00:00", "none"),
            ("13:00:00 PM", "none"),
            ("17843516", "none"),
            ("31/31/2026 00:00:00", "none"),
            ("12.5", "none"),
            ("0.00", "none"),
            ("Average:", "none"),
            ("Unable to determine the device handle for GPU1: 0000:41:00.0", "none"),
        ] {
            assert_eq!(show(cell), expected, "{cell}");
        }
    }
}
