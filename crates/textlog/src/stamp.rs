//! The time at the front of a line.

use crate::civil::{self, DAY, SECOND};
use crate::months;

/// A line's time as it stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stamp {
    /// Microseconds since 1970.
    Utc(i64),
    /// A date and time of day whose zone is not told.
    Local(Local),
    /// Microseconds since the boot's start.
    Monotonic(i64),
    /// Microseconds since the line before.
    Since(i64),
}

/// A local time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Local {
    /// The year, if it is told.
    pub(crate) year: Option<i32>,
    /// 1 to 12.
    pub(crate) month: u8,
    /// 1 to 31.
    pub(crate) day: u8,
    /// Microseconds since midnight.
    pub(crate) of_day: i64,
}

impl Local {
    /// Microseconds since 1970 as if it were UTC, in its own year or the given one.
    pub(crate) fn naive(&self, year: i32) -> i64 {
        let days = civil::days(self.year.unwrap_or(year), self.month, self.day);
        days.saturating_mul(DAY).saturating_add(self.of_day)
    }

    /// Its day, counted in a leap year.
    pub(crate) fn of_year(&self) -> i64 {
        civil::days(2000, self.month, self.day) - civil::days(2000, 1, 1)
    }
}

/// A stamp and what stands behind it.
pub(crate) type Stamped<'a> = (Stamp, &'a str);

/// The stamp of syslog files and of journalctl's short forms: RFC 3339, or month, day and time.
pub(crate) fn civil_stamp(text: &str) -> Option<Stamped<'_>> {
    if text.as_bytes().get(10) == Some(&b'T') { iso(text) } else { month_day(text) }
}

/// `2026-11-26T10:00:00.123456+01:00`, with or without fraction, offset and its colon.
pub(crate) fn iso(text: &str) -> Option<Stamped<'_>> {
    let (date, rest) = date(text)?;
    let rest = rest.strip_prefix('T').or_else(|| rest.strip_prefix('t'))?;
    let (of_day, rest) = time(rest)?;
    let local = Local { of_day, ..date };
    Some(match offset(rest) {
        Some((offset, rest)) => (Stamp::Utc(local.naive(1970).saturating_sub(offset * SECOND)), rest),
        None => (Stamp::Local(local), rest),
    })
}

/// `Nov 26 10:00:00`, `Nov  6 10:00:00.123456`, `11月 26 10:00:00`; some devices put the year behind the day.
pub(crate) fn month_day(text: &str) -> Option<Stamped<'_>> {
    let (name, rest) = text.split_once(' ')?;
    let month = named_month(name)?;
    let (day, rest) = number(rest.trim_start_matches(' '), 2)?;
    let day = valid_day(month, day)?;
    let rest = rest.strip_prefix(' ')?;
    let (year, rest) = match number(rest, 4) {
        Some((year @ 1970..=9999, after)) if after.starts_with(' ') => {
            (i32::try_from(year).ok(), after.get(1..)?)
        }
        _ => (None, rest),
    };
    let (of_day, rest) = time(rest)?;
    Some((Stamp::Local(Local { year, month, day, of_day }), rest))
}

/// `Thu 2026-11-26 10:00:00 UTC`, as systemd writes instants. Also tells the zone's name, where it decides nothing.
pub(crate) fn full(text: &str) -> Option<(Stamp, Option<&str>, &str)> {
    let (weekday, rest) = text.split_once(' ')?;
    if weekday.chars().count() > 6 || weekday.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (date, rest) = date(rest)?;
    let (of_day, rest) = time(rest.strip_prefix(' ')?)?;
    let local = Local { of_day, ..date };
    let Some(after) = rest.strip_prefix(' ') else {
        return Some((Stamp::Local(local), None, rest));
    };
    let end = after.find(|c: char| !(c.is_ascii_alphanumeric() || "+-:".contains(c))).unwrap_or(after.len());
    let (zone, rest) = after.split_at(end);
    let known = zone_offset(zone);
    let is_zone = known.is_some()
        || (2..=5).contains(&zone.len()) && zone.bytes().all(|byte| byte.is_ascii_uppercase());
    Some(match (known, is_zone) {
        (Some(offset), _) => {
            (Stamp::Utc(local.naive(1970).saturating_sub(offset * SECOND)), Some(zone), rest)
        }
        (None, true) => (Stamp::Local(local), Some(zone), rest),
        (None, false) => (Stamp::Local(local), None, after),
    })
}

/// `Thu Nov 26 10:00:00 2026`, as `dmesg -T` and `last -F` write; the weekday in any language.
pub(crate) fn ctime(text: &str) -> Option<Stamped<'_>> {
    let (_, rest) = text.split_once(' ')?;
    let (stamp, rest) = month_day(rest.trim_start_matches(' '))?;
    let Stamp::Local(local) = stamp else { return None };
    let (year, rest) = number(rest.strip_prefix(' ')?, 4).filter(|&(year, _)| year >= 1970)?;
    Some((Stamp::Local(Local { year: i32::try_from(year).ok(), ..local }), rest))
}

/// `1795687200.123456`.
pub(crate) fn unix(text: &str) -> Option<Stamped<'_>> {
    let (secs, rest) =
        number(text, 11).filter(|&(secs, rest)| secs >= 100_000_000 && rest.starts_with('.'))?;
    let (micros, rest) = fraction(rest.get(1..)?)?;
    Some((Stamp::Utc(secs * SECOND + micros), rest))
}

/// What stands between brackets in front of kernel lines, `[   12.345678]`: microseconds, and what is behind. A
/// difference to the line before (`<    0.000012>`) is passed over.
pub(crate) fn bracketed(text: &str) -> Option<(i64, &str)> {
    let inner = text.strip_prefix('[')?.trim_start_matches(' ');
    let (secs, rest) = number(inner, 9)?;
    let digits = rest.strip_prefix('.')?;
    let (micros, rest) = fraction(digits)?;
    // printk prints six digits; fewer are a number of somebody else's.
    if digits.len() - rest.len() < 6 {
        return None;
    }
    let close = rest.find(']')?;
    let between = rest.get(..close)?.trim();
    let is_difference = between.is_empty() || between.starts_with('<') && between.ends_with('>');
    is_difference.then_some((secs * SECOND + micros, rest.get(close + 1..)?))
}

/// `2026-11-26`.
fn date(text: &str) -> Option<(Local, &str)> {
    let (year, rest) = number(text, 4).filter(|_| text.as_bytes().get(4) == Some(&b'-'))?;
    let (month, rest) = number(rest.strip_prefix('-')?, 2)?;
    let month = u8::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
    let (day, rest) = number(rest.strip_prefix('-')?, 2)?;
    let day = valid_day(month, day)?;
    let year = i32::try_from(year).ok().filter(|year| *year >= 1900)?;
    (day < 29 || month != 2 || civil::is_leap(year)).then_some(())?;
    Some((Local { year: Some(year), month, day, of_day: 0 }, rest))
}

fn valid_day(month: u8, day: i64) -> Option<u8> {
    u8::try_from(day).ok().filter(|day| (1..=civil::days_of_month(month)).contains(day))
}

/// A month by its name in some language, or by its number before `月` and `월`.
fn named_month(name: &str) -> Option<u8> {
    let Some(digits) = name.strip_suffix('月').or_else(|| name.strip_suffix('월')) else {
        return months::month(name);
    };
    digits.trim().parse().ok().filter(|month| (1..=12).contains(month))
}

/// `10:00:00`, with or without a fraction: microseconds since midnight.
pub(crate) fn time(text: &str) -> Option<(i64, &str)> {
    let bytes = text.as_bytes();
    let two = |at: usize| match (bytes.get(at)?, bytes.get(at + 1)?) {
        (high @ b'0'..=b'9', low @ b'0'..=b'9') => Some(i64::from(high - b'0') * 10 + i64::from(low - b'0')),
        _ => None,
    };
    let is_time = bytes.get(2) == Some(&b':') && bytes.get(5) == Some(&b':');
    let (hour, minute, second) = (two(0)?, two(3)?, two(6)?);
    if !is_time || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let whole = (hour * 3600 + minute * 60 + second) * SECOND;
    let rest = text.get(8..)?;
    let digits = rest.strip_prefix('.').or_else(|| rest.strip_prefix(','));
    match digits.and_then(fraction) {
        Some((micros, rest)) => Some((whole + micros, rest)),
        None => Some((whole, rest)),
    }
}

/// Digits after the point: microseconds.
fn fraction(text: &str) -> Option<(i64, &str)> {
    let len = text.bytes().take_while(u8::is_ascii_digit).count();
    let digits = text.get(..len).filter(|digits| (1..=9).contains(&digits.len()))?;
    let micros = digits.bytes().chain(std::iter::repeat(b'0')).take(6);
    Some((micros.fold(0, |value, digit| value * 10 + i64::from(digit - b'0')), text.get(len..)?))
}

/// A whole number of at most so many digits.
pub(crate) fn number(text: &str, most: usize) -> Option<(i64, &str)> {
    let len = text.bytes().take_while(u8::is_ascii_digit).count();
    let digits = text.get(..len).filter(|digits| (1..=most.min(18)).contains(&digits.len()))?;
    Some((digits.parse().ok()?, text.get(len..)?))
}

/// `Z`, `+01:00`, `+0100`, `+01`: seconds east of Greenwich.
pub(crate) fn offset(text: &str) -> Option<(i64, &str)> {
    if let Some(rest) = text.strip_prefix('Z') {
        return Some((0, rest));
    }
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let digits = text.get(1..)?;
    let len = digits.bytes().take_while(u8::is_ascii_digit).count();
    let (hours, minutes, rest) = match len {
        4 => (digits.get(..2)?, digits.get(2..4)?, digits.get(4..)?),
        2 => {
            let rest = digits.get(2..)?;
            let minutes = rest.strip_prefix(':').and_then(|after| after.get(..2));
            match minutes.filter(|minutes| minutes.bytes().all(|byte| byte.is_ascii_digit())) {
                Some(minutes) => (digits.get(..2)?, minutes, rest.get(3..)?),
                None => (digits.get(..2)?, "0", rest),
            }
        }
        _ => return None,
    };
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours <= 15 && minutes < 60).then_some((sign * (hours * 3600 + minutes * 60), rest))
}

/// Seconds east of Greenwich of a zone's abbreviation, where the time zone database knows no other zone by it. `CST`,
/// `IST`, `BST` and `PST` are several zones' and decide nothing.
pub(crate) fn zone_offset(name: &str) -> Option<i64> {
    const HOURS: [(&str, i64); 26] = [
        ("UTC", 0),
        ("GMT", 0),
        ("Z", 0),
        ("WET", 0),
        ("WEST", 1),
        ("CET", 1),
        ("CEST", 2),
        ("EET", 2),
        ("EEST", 3),
        ("MSK", 3),
        ("PKT", 5),
        ("WIB", 7),
        ("HKT", 8),
        ("AWST", 8),
        ("JST", 9),
        ("KST", 9),
        ("AEST", 10),
        ("AEDT", 11),
        ("NZST", 12),
        ("NZDT", 13),
        ("EST", -5),
        ("EDT", -4),
        ("MST", -7),
        ("MDT", -6),
        ("PDT", -7),
        ("HST", -10),
    ];
    if let Some((_, hours)) = HOURS.iter().find(|(known, _)| *known == name) {
        return Some(hours * 3600);
    }
    offset(name).filter(|(_, rest)| rest.is_empty() && name != "Z").map(|(offset, _)| offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local(year: Option<i32>, month: u8, day: u8, secs: i64) -> Stamp {
        Stamp::Local(Local { year, month, day, of_day: secs * SECOND })
    }

    #[test]
    fn civil_stamps() {
        for (text, stamp) in [
            ("Nov 26 10:00:00 h", Some(local(None, 11, 26, 36_000))),
            ("Nov  6 10:00:00 h", Some(local(None, 11, 6, 36_000))),
            ("11月 26 10:00:00 h", Some(local(None, 11, 26, 36_000))),
            ("Feb 29 23:59:60 h", Some(local(None, 2, 29, 86_400))),
            ("Nov 26 2026 10:00:00 h", Some(local(Some(2026), 11, 26, 36_000))),
            ("2026-11-26T10:00:00Z h", Some(Stamp::Utc(1_795_687_200_000_000))),
            ("2026-11-26T19:00:00.5+09:00 h", Some(Stamp::Utc(1_795_687_200_500_000))),
            ("2026-11-26T19:00:00.500000+0900 h", Some(Stamp::Utc(1_795_687_200_500_000))),
            ("2026-11-26T10:00:00 h", Some(local(Some(2026), 11, 26, 36_000))),
            ("2026-02-29T10:00:00 h", None),
            ("Nov 31 10:00:00 h", None),
            ("Foo 26 10:00:00 h", None),
            ("Nov 26 24:00:00 h", None),
        ] {
            let read = civil_stamp(text);
            assert_eq!(read.map(|(stamp, _)| stamp), stamp, "{text}");
            assert!(read.is_none_or(|(_, rest)| rest == " h"), "{text}: {read:?}");
        }
    }

    #[test]
    fn instants_of_systemd() {
        let read = full("Thu 2026-11-26 10:00:00 UTC h");
        assert_eq!(read, Some((Stamp::Utc(1_795_687_200_000_000), Some("UTC"), " h")));
        let read = full("Thu 2026-11-26 10:00:00 CST h");
        assert_eq!(read, Some((local(Some(2026), 11, 26, 36_000), Some("CST"), " h")));
        let read = full("Thu 2026-11-26 07:00:00 -03 h");
        assert_eq!(read, Some((Stamp::Utc(1_795_687_200_000_000), Some("-03"), " h")));
    }

    #[test]
    fn brackets() {
        for (text, stamp) in [
            ("[   12.345678] a", Some((12_345_678, " a"))),
            ("[    0.000000                ] a", Some((0, " a"))),
            ("[12345.678901 <    0.000012>] a", Some((12_345_678_901, " a"))),
            ("[12.3] a", None),
            ("[origin software] a", None),
            ("[   12.345678", None),
        ] {
            assert_eq!(bracketed(text), stamp, "{text}");
        }
    }
}
