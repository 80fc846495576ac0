//! Dates without a library: days since 1970 of a date in the Gregorian calendar.

/// Microseconds of a day.
pub(crate) const DAY: i64 = 86_400_000_000;
/// Microseconds of a second.
pub(crate) const SECOND: i64 = 1_000_000;

/// Days from 1970-01-01 to a date; a day past the month's end counts on into the next month.
pub(crate) fn days(year: i32, month: u8, day: u8) -> i64 {
    // Years begin in March, so that the leap day is the last one.
    let year = i64::from(year) - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let month = (i64::from(month) + 9) % 12;
    let of_year = (153 * month + 2) / 5 + i64::from(day) - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The year of an instant in microseconds since 1970.
pub(crate) fn year(at: i64) -> i32 {
    let days = at.div_euclid(DAY);
    let mut year = i32::try_from(1970 + days.div_euclid(if days < 0 { 365 } else { 366 })).unwrap_or(1970);
    while days >= self::days(year.saturating_add(1), 1, 1) && year < 400_000 {
        year += 1;
    }
    year
}

/// Whether a year has a 29th of February.
pub(crate) fn is_leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Days of a month, in a leap year.
pub(crate) fn days_of_month(month: u8) -> u8 {
    match month {
        2 => 29,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// A weekday from its English name (0 is Monday).
pub(crate) fn weekday(name: &str) -> Option<u8> {
    const NAMES: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    NAMES.iter().position(|known| known.eq_ignore_ascii_case(name)).and_then(|index| u8::try_from(index).ok())
}

/// The weekday (0 is Monday) of a day since 1970.
pub(crate) fn weekday_of(days: i64) -> u8 {
    u8::try_from((days + 3).rem_euclid(7)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{Datelike, NaiveDate};

    #[test]
    fn agrees_with_the_calendar() {
        let epoch = NaiveDate::from_ymd_opt(1970, 1, 1).expect("a date");
        for offset in (-40_000..80_000).step_by(17) {
            let date = epoch + chrono::Duration::days(offset);
            let (month, day) = (date.month() as u8, date.day() as u8);
            assert_eq!(days(date.year(), month, day), offset, "{date}");
            assert_eq!(u32::from(weekday_of(offset)), date.weekday().num_days_from_monday(), "{date}");
            assert_eq!(year(offset * DAY), date.year(), "{date}");
            assert_eq!(is_leap(date.year()), date.leap_year());
        }
    }
}
