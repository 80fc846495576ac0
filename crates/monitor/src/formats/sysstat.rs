//! What the text reports of sysstat share: the banner with the date, times of day, midnight.

use std::fmt;

use chrono::{Days, NaiveDate};

use crate::stamp::{Date, Stamp};
use crate::text::Line;
use crate::{MonitorError, Options};

/// The date of `Linux 6.17.0 (host) 07/18/2026 _aarch64_ (20 CPU)`, as far as it alone tells.
pub(super) fn banner(text: &str) -> Option<Date> {
    let rest = text.strip_prefix("Linux ")?;
    let (_, rest) = rest.split_once(')')?;
    let word = rest.split_whitespace().next()?;
    let long = match word.rsplit_once('/') {
        // %x of the C locale: two digits of the year.
        Some((date, year)) if year.len() == 2 => format!("{date}/20{year}"),
        _ if word.contains('年') => word.replace(['年', '月'], "-").replace('日', ""),
        _ => word.to_owned(),
    };
    match Stamp::parse(&long)? {
        Stamp::Civil { date: date @ (Date::Full(_) | Date::Two(..)), time: None, .. } => Some(date),
        _ => None,
    }
}

/// A time of day in the form of the C locale.
pub(super) fn time(word: &str) -> Option<String> {
    let word = word.replace(['時', '分'], ":").replace('秒', "");
    match Stamp::parse(&word)? {
        Stamp::Civil { date: Date::Missing, time: Some(_), .. } => Some(word),
        _ => None,
    }
}

/// Whether the day or the month stands first in `07/08/2026`.
pub(super) struct DateOrder {
    day_first: bool,
}

impl DateOrder {
    /// From all banners of the file, a 12-hour clock (English of America) and `--date`.
    pub(super) fn of(lines: &[Line<'_>], options: &Options) -> Result<Self, MonitorError> {
        let twelve = || {
            lines.iter().take(1000).any(|line| {
                line.text.split_whitespace().nth(1).is_some_and(|word| matches!(word, "AM" | "PM"))
            })
        };
        let mut open = None;
        for line in lines.iter().filter(|line| line.text.starts_with("Linux ")) {
            let Some(Date::Two(first, second, year)) = banner(&line.text) else { continue };
            let given = |month, day| {
                options.date.is_some_and(|date| NaiveDate::from_ymd_opt(year, month, day) == Some(date))
            };
            if first > 12 || given(second, first) {
                return Ok(Self { day_first: true });
            }
            if second > 12 || first == second || given(first, second) {
                return Ok(Self { day_first: false });
            }
            open = open.or(Some((line.number, first, second)));
        }
        match open {
            Some((line, first, second)) if !twelve() => Err(MonitorError::DayOrMonth { line, first, second }),
            _ => Ok(Self { day_first: false }),
        }
    }

    pub(super) fn day(&self, date: Date) -> Option<NaiveDate> {
        match date {
            Date::Full(day) => Some(day),
            Date::Two(first, second, year) if self.day_first => NaiveDate::from_ymd_opt(year, second, first),
            Date::Two(first, second, year) => NaiveDate::from_ymd_opt(year, first, second),
            Date::Missing | Date::NoYear(..) => None,
        }
    }
}

/// The day of rows with a time of day: one that falls by more than half a day is the next day's.
pub(super) struct Day {
    date: Option<NaiveDate>,
    last: i64,
}

/// A day or nothing, as text.
pub(super) struct Shown(Option<NaiveDate>);

impl Day {
    pub(super) const fn new(start: Option<NaiveDate>) -> Self {
        Self { date: start, last: i64::MIN }
    }

    /// The day of the next time.
    pub(super) fn of(&mut self, time: &str) -> Shown {
        if let Some(Stamp::Civil { time: Some(now), .. }) = Stamp::parse(time) {
            if now < self.last.saturating_sub(crate::stamp::DAY / 2) {
                self.date = self.date.and_then(|date| date.checked_add_days(Days::new(1)));
            }
            self.last = now;
        }
        Shown(self.date)
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |date| write!(f, "{date}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn banners() {
        for (text, expected) in [
            ("Linux 6.1 (h) \t11/29/26 \t_aarch64_\t(20 CPU)", Some(Date::Two(11, 29, 2026))),
            ("Linux 6.1 (h) 11/29/2026 _x86_64_", Some(Date::Two(11, 29, 2026))),
            ("Linux 6.1 (h) 29.11.2026 _x86_64_", NaiveDate::from_ymd_opt(2026, 11, 29).map(Date::Full)),
            ("Linux 6.1 (h) 2026-11-29 _x86_64_", NaiveDate::from_ymd_opt(2026, 11, 29).map(Date::Full)),
            ("Linux 6.1 (h) 2026年11月29日 _x86_64_", NaiveDate::from_ymd_opt(2026, 11, 29).map(Date::Full)),
            ("Linux is a kernel (or not)", None),
            ("11:50:01 AM kbmemfree", None),
        ] {
            assert_eq!(banner(text), expected, "{text}");
        }
    }

    #[test]
    fn days_turn_at_midnight() {
        let mut day = Day::new(NaiveDate::from_ymd_opt(2026, 7, 18));
        for (time, shown) in
            [("11:59:01 PM", "2026-07-18"), ("12:00:01 AM", "2026-07-19"), ("00:00:00", "2026-07-19")]
        {
            assert_eq!(day.of(time).to_string(), shown, "{time}");
        }
    }
}
