//! Times and zones on the command line.

use chrono::{DateTime, Duration, FixedOffset, Local, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc};
use model::Micros;

use crate::args::UsageError;

/// Reads a time as journalctl takes it: `2026-05-14 14:21:54`, a date, a time of day, RFC 3339, `today`,
/// `yesterday`, `tomorrow`, `now`, `-2h`, `3 days ago`, `@1778767314`, and any of them with the name of a zone
/// behind it. Times without an offset are local, or UTC with `--utc`.
pub(crate) fn parse(text: &str, utc: bool) -> Result<Micros, UsageError> {
    let now = Utc::now();
    let today = if utc { now.date_naive() } else { now.with_timezone(&Local).date_naive() };
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return Ok(Micros(at.timestamp_micros()));
    }
    let back = text.strip_prefix('-').or_else(|| text.strip_suffix("ago"));
    if let Some(then) = back.and_then(|back| span(back.trim())).and_then(|back| now.checked_sub_signed(back))
    {
        return Ok(Micros(then.timestamp_micros()));
    }
    if let Some(epoch) = text.strip_prefix('@')
        && let Some(at) = epoch.parse().ok().and_then(|epoch| DateTime::from_timestamp(epoch, 0))
    {
        return Ok(Micros(at.timestamp_micros()));
    }
    if let Some((time, zone)) = text.rsplit_once(' ')
        && let Ok(zone) = zone.parse::<chrono_tz::Tz>()
        && let Some(naive) = naive(time.trim(), now.with_timezone(&zone).date_naive())
        && let Some(at) = zone.from_local_datetime(&naive).earliest()
    {
        return Ok(Micros(at.timestamp_micros()));
    }
    if text == "now" {
        return Ok(Micros(now.timestamp_micros()));
    }
    let instant = naive(text, today).and_then(|naive| {
        if utc {
            Some(naive.and_utc().timestamp_micros())
        } else {
            Local.from_local_datetime(&naive).earliest().map(|at| at.timestamp_micros())
        }
    });
    instant.map(Micros).ok_or_else(|| {
        UsageError(format!(
            "'{text}' is no time; expected 2026-05-14, 2026-05-14 14:21, 14:21, yesterday, today, now, -2h or -3d"
        ))
    })
}

/// A time without a zone.
fn naive(text: &str, today: NaiveDate) -> Option<NaiveDateTime> {
    let midnight = |date: NaiveDate| date.and_time(NaiveTime::MIN);
    match text {
        "today" => Some(midnight(today)),
        "yesterday" => today.pred_opt().map(midnight),
        "tomorrow" => today.succ_opt().map(midnight),
        _ => ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"]
            .iter()
            .find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())
            .or_else(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().map(midnight))
            .or_else(|| NaiveTime::parse_from_str(text, "%H:%M").ok().map(|time| today.and_time(time)))
            .or_else(|| NaiveTime::parse_from_str(text, "%H:%M:%S").ok().map(|time| today.and_time(time))),
    }
}

/// `2h`, `3d`, `30min`, `90s`, `2 hours`.
fn span(text: &str) -> Option<Duration> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let count: i64 = text[..digits].parse().ok()?;
    match text[digits..].trim() {
        "s" | "sec" | "second" | "seconds" => Duration::try_seconds(count),
        "m" | "min" | "minute" | "minutes" => Duration::try_minutes(count),
        "h" | "hour" | "hours" => Duration::try_hours(count),
        "d" | "day" | "days" => Duration::try_days(count),
        "w" | "week" | "weeks" => Duration::try_weeks(count),
        _ => None,
    }
}

/// Reads `--tz` or a mapping's `zone`: a name of the time-zone database or an offset.
pub(crate) fn zone(text: &str, key: &str) -> Result<monitor::Zone, UsageError> {
    if let Ok(tz) = text.parse::<chrono_tz::Tz>() {
        return Ok(tz.into());
    }
    if text == "Z" || text.eq_ignore_ascii_case("utc") {
        return Ok(chrono_tz::UTC.into());
    }
    text.parse::<FixedOffset>().map(Into::into).map_err(|_| {
        UsageError(format!(
            "{key} {text}: not a zone; expected a name such as Asia/Tokyo or an offset such as +09:00{}",
            if text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_uppercase()) {
                " (an abbreviation may mean several zones)"
            } else {
                ""
            }
        ))
    })
}

/// Reads `--date` or a mapping's `date`.
pub(crate) fn date(text: &str, key: &str) -> Result<NaiveDate, UsageError> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d")
        .map_err(|_| UsageError(format!("{key} {text}: not a date; expected YYYY-MM-DD")))
}

/// This host's own zone, by its name.
pub(crate) fn of_this_host() -> Option<chrono_tz::Tz> {
    iana_time_zone::get_timezone().ok()?.parse().ok()
}
