//! The year of dates that have none: the one that puts the rows nearest to the boots on record.

use std::cmp::Reverse;

use chrono::{DateTime, Datelike, NaiveDate};
use model::Micros;

use crate::log::Log;
use crate::place::PLAUSIBLE;
use crate::rows::{Rows, days};
use crate::stamp::{DAY, Date, Stamp};

/// A file of rows from 29 February may lie this many years beside the boots.
const AROUND: i32 = 4;
/// More boots than this tell no more of the year.
const BOOTS: usize = 10_000;

/// The years of rows that follow on each other: from December to January is a new one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count {
    year: Option<i32>,
    last_month: Option<u32>,
}

impl From<Option<i32>> for Count {
    fn from(year: Option<i32>) -> Self {
        Self { year, last_month: None }
    }
}

impl Count {
    /// The year of the next row, which is of this month.
    pub(crate) fn of(&mut self, month: u32) -> Option<i32> {
        let last = self.last_month.replace(month).unwrap_or(month);
        match i64::from(month) - i64::from(last) {
            ..=-7 => self.year = self.year.map(|year| year.saturating_add(1)),
            7.. => self.year = self.year.map(|year| year.saturating_sub(1)),
            _ => {}
        }
        self.year
    }
}

/// Rows one behind the other that have the same date.
struct Dated {
    /// Years since the first row.
    after: i32,
    month: u32,
    day: u32,
    rows: u64,
}

impl Dated {
    /// Days since 1970; none where the year has no such date.
    fn day_in(&self, year: i32) -> Option<i64> {
        NaiveDate::from_ymd_opt(year.checked_add(self.after)?, self.month, self.day).map(days)
    }
}

/// How well a year fits.
struct Fit {
    year: i32,
    /// Rows whose date it does not have.
    missing: u64,
    /// Rows of days in which a boot is on record.
    inside: u64,
    /// How many days all rows are away from the nearest boot.
    distance: u64,
    /// The last day.
    last: i64,
}

/// The year of the first row. Dates are compared and not times: hours and zones tell nothing about years. That there is
/// a boot on the day decides, then how near the nearest one is; where several years are as good, the one nearest before
/// the journal's end.
pub(crate) fn nearest(rows: &Rows, boots: &[(Micros, Micros)], log: &mut Log) -> Option<i32> {
    let boots = boot_days(boots);
    let end = boots.iter().map(|(_, last)| *last).max()?;
    let dated = dated(rows);
    let all: u64 = dated.iter().map(|dated| dated.rows).sum();
    let of = |day: i64| DateTime::from_timestamp(day * (DAY / 1_000_000), 0).map(|at| at.year());
    let (from, until) = (of(boots.first()?.0)? - AROUND, of(end)? + AROUND);
    let fits: Vec<Fit> = (from..=until).map(|year| fit(year, &dated, &boots)).collect();
    let best = fits.iter().min_by_key(|fit| {
        let later = fit.last > end;
        // A date that a year does not have speaks against it, if it is not one damaged row.
        let unlike = fit.missing.saturating_mul(100) > all;
        (unlike, Reverse(fit.inside), fit.distance, later, fit.last.abs_diff(end))
    })?;
    let as_good = |other: &&Fit| {
        other.year != best.year && (other.inside, other.distance) == (best.inside, best.distance)
    };
    let also: Vec<String> = fits.iter().filter(as_good).map(|fit| fit.year.to_string()).collect();
    log.note(rows.lines.first().copied().unwrap_or(0), || {
        let how = if best.inside > 0 {
            format!("{} of {all} rows are of days with a boot on record", best.inside)
        } else {
            "no boot on record is of these days in any year, and so they lie nearest to one".to_owned()
        };
        let also = match also.is_empty() {
            true => String::new(),
            false => format!("; {} would fit as well", also.join(", ")),
        };
        format!(
            "dates have no year: {} is assumed for the first row, as {how}{also}; --year sets another",
            best.year
        )
    });
    Some(best.year)
}

/// First and last days of the boots whose clock was set, as days since 1970, the oldest first.
fn boot_days(boots: &[(Micros, Micros)]) -> Vec<(i64, i64)> {
    let set = |(first, last): &&(Micros, Micros)| PLAUSIBLE.contains(&first.0) && PLAUSIBLE.contains(&last.0);
    let day = |at: Micros| at.0.div_euclid(DAY);
    let mut found: Vec<(i64, i64)> = boots
        .iter()
        .filter(set)
        .map(|&(first, last)| (day(first).min(day(last)), day(first).max(day(last))))
        .collect();
    found.sort_unstable();
    // Those that overlap are one.
    let mut joined: Vec<(i64, i64)> = Vec::new();
    for (first, last) in found {
        match joined.last_mut() {
            Some(before) if first <= before.1 => before.1 = before.1.max(last),
            _ => joined.push((first, last)),
        }
    }
    let surplus = joined.len().saturating_sub(BOOTS);
    joined.drain(..surplus);
    joined
}

fn dated(rows: &Rows) -> Vec<Dated> {
    let mut count = Count::from(Some(0));
    let mut found: Vec<Dated> = Vec::new();
    for stamp in rows.stamps() {
        let Stamp::Civil { date: Date::NoYear(month, day), .. } = stamp else { continue };
        let Some(after) = count.of(month) else { continue };
        match found.last_mut() {
            Some(last) if (last.after, last.month, last.day) == (after, month, day) => last.rows += 1,
            _ => found.push(Dated { after, month, day, rows: 1 }),
        }
    }
    found
}

fn fit(year: i32, dated: &[Dated], boots: &[(i64, i64)]) -> Fit {
    let mut fit = Fit { year, missing: 0, inside: 0, distance: 0, last: i64::MIN };
    for dated in dated {
        let Some(day) = dated.day_in(year) else {
            fit.missing += dated.rows;
            continue;
        };
        fit.last = fit.last.max(day);
        let next = boots.partition_point(|(first, _)| *first <= day);
        let before = next.checked_sub(1).map(|at| (day - boots[at].1).max(0).unsigned_abs());
        let after = boots.get(next).map(|(first, _)| first.abs_diff(day));
        let away = before.into_iter().chain(after).min().unwrap_or(u64::MAX);
        if away == 0 {
            fit.inside += dated.rows;
        }
        fit.distance = fit.distance.saturating_add(away.saturating_mul(dated.rows));
    }
    fit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(dates: &[&str]) -> Rows {
        let mut rows = Rows::default();
        for (line, date) in dates.iter().enumerate() {
            assert!(rows.push(line as u64 + 2, Stamp::parse(&format!("{date} 14:10:58")).unwrap()));
        }
        rows
    }

    fn boots(days: &[(&str, &str)]) -> Vec<(Micros, Micros)> {
        let at = |day: &str, hour: i64| {
            Micros(super::days(day.parse::<NaiveDate>().unwrap()) * DAY + hour * 3_600_000_000)
        };
        days.iter().map(|(first, last)| (at(first, 3), at(last, 20))).collect()
    }

    #[test]
    fn the_year_is_the_one_with_boots() {
        let july = [("2025-07-01", "2025-07-10"), ("2026-07-15", "2026-07-20")];
        let new_year = [("2026-12-20", "2027-01-09")];
        let thrice =
            [("2024-07-18", "2024-07-18"), ("2025-07-18", "2025-07-18"), ("2026-07-18", "2026-07-18")];
        type Case<'a> = (&'a str, &'a [&'a str], &'a [(&'a str, &'a str)], Option<i32>);
        let cases: &[Case<'_>] = &[
            ("inside one", &["Jul-18", "Jul-18"], &july, Some(2026)),
            ("inside the other", &["Jul-03", "Jul-04"], &july, Some(2025)),
            ("most inside", &["Jul-09", "Jul-15", "Jul-16"], &july, Some(2026)),
            ("near one", &["Jul-12"], &july, Some(2025)),
            ("before both", &["Jan-12"], &july, Some(2025)),
            ("on New Year's Eve", &["Dec-31"], &new_year, Some(2026)),
            ("over New Year's Eve", &["Dec-30", "Dec-31", "Jan-01", "Jan-02"], &new_year, Some(2026)),
            ("newest first", &["Jan-02", "Jan-01", "Dec-31", "Dec-30"], &new_year, Some(2027)),
            ("behind New Year's Eve", &["Jan-03", "Jan-04"], &new_year, Some(2027)),
            ("as good in three", &["Jul-18"], &thrice, Some(2026)),
            (
                "29 February beside a boot of another year",
                &["Feb-29"],
                &[("2027-03-01", "2027-03-01")],
                Some(2028),
            ),
            ("29 February before a boot", &["Feb-29", "Mar-01"], &[("2025-03-01", "2025-03-02")], Some(2024)),
            ("no boot", &["Jul-18"], &[], None),
            ("a boot with an unset clock", &["Jul-18"], &[("1970-01-01", "1970-01-02")], None),
        ];
        for (name, dates, days, expected) in cases {
            let mut log = Log::default();
            assert_eq!(nearest(&rows(dates), &boots(days), &mut log), *expected, "{name}");
            assert_eq!(log.finish().2.len(), usize::from(expected.is_some()), "{name}");
        }
    }

    #[test]
    fn one_damaged_row_does_not_make_a_leap_year() {
        let mut dates = vec!["Feb-28"; 200];
        dates.push("Feb-29");
        assert_eq!(
            nearest(&rows(&dates), &boots(&[("2026-02-27", "2026-03-01")]), &mut Log::default()),
            Some(2026)
        );
    }

    #[test]
    fn the_note_says_how() {
        let note = |dates: &[&str], days: &[(&str, &str)]| {
            let mut log = Log::default();
            nearest(&rows(dates), &boots(days), &mut log);
            log.finish().2.remove(0).reason
        };
        assert_eq!(
            note(&["Jul-17", "Jul-18"], &[("2025-07-18", "2025-07-18"), ("2026-07-18", "2026-07-18")]),
            "dates have no year: 2026 is assumed for the first row, as 1 of 2 rows are of days with a boot on record; \
             2025 would fit as well; --year sets another"
        );
        assert_eq!(
            note(&["Jul-17"], &[("2026-08-18", "2026-08-18")]),
            "dates have no year: 2026 is assumed for the first row, as no boot on record is of these days in any year, \
             and so they lie nearest to one; --year sets another"
        );
    }
}
