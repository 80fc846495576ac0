//! Times and zones on the command line.

use chrono::{DateTime, Duration, FixedOffset, Local, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc};
use model::Micros;

use crate::args::UsageError;

/// Reads a time as journalctl takes it: `2026-05-14 14:21:54`, a date, a time of day, RFC 3339, `today`,
/// `yesterday`, `now`, `-2h`, `-3d`. Times without an offset are local, or UTC with `--utc`.
pub(crate) fn parse(text: &str, utc: bool) -> Result<Micros, UsageError> {
    let now = Utc::now();
    let today = if utc { now.date_naive() } else { now.with_timezone(&Local).date_naive() };
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return Ok(Micros(at.timestamp_micros()));
    }
    if let Some(back) = text.strip_prefix('-').and_then(span) {
        return Ok(Micros((now - back).timestamp_micros()));
    }
    let midnight = |date: NaiveDate| date.and_time(NaiveTime::MIN);
    let naive = match text {
        "now" => return Ok(Micros(now.timestamp_micros())),
        "today" => Some(midnight(today)),
        "yesterday" => today.pred_opt().map(midnight),
        _ => ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"]
            .iter()
            .find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())
            .or_else(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().map(midnight))
            .or_else(|| NaiveTime::parse_from_str(text, "%H:%M").ok().map(|time| today.and_time(time)))
            .or_else(|| NaiveTime::parse_from_str(text, "%H:%M:%S").ok().map(|time| today.and_time(time))),
    };
    let instant = naive.and_then(|naive| {
        if utc {
            Some(naive.and_utc().timestamp_micros())
        } else {
            Local.from_local_datetime(&naive).earliest().map(|at| at.timestamp_micros())
        }
    });
    instant.map(Micros).ok_or_else(|| {
        UsageError(format!(
            "{text}: not a time; expected 2026-05-14, 2026-05-14 14:21, 14:21, yesterday, today, now, -2h or -3d"
        ))
    })
}

/// `2h`, `3d`, `30min`, `90s`.
fn span(text: &str) -> Option<Duration> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let count: i64 = text[..digits].parse().ok()?;
    match text[digits..].trim() {
        "s" | "sec" => Duration::try_seconds(count),
        "m" | "min" => Duration::try_minutes(count),
        "h" | "hours" => Duration::try_hours(count),
        "d" | "days" => Duration::try_days(count),
        "w" | "weeks" => Duration::try_weeks(count),
        _ => None,
    }
}

/// Reads `--tz`: a name of the time-zone database or an offset.
pub(crate) fn zone(text: &str) -> Result<monitor::Zone, UsageError> {
    if let Ok(tz) = text.parse::<chrono_tz::Tz>() {
        return Ok(tz.into());
    }
    if text == "Z" || text.eq_ignore_ascii_case("utc") {
        return Ok(chrono_tz::UTC.into());
    }
    text.parse::<FixedOffset>().map(Into::into).map_err(|_| {
        UsageError(format!(
            "--tz {text}: not a zone; expected a name such as Asia/Tokyo or an offset such as +09:00"
        ))
    })
}

/// Reads `--date`.
pub(crate) fn date(text: &str) -> Result<NaiveDate, UsageError> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d")
        .map_err(|_| UsageError(format!("--date {text}: not a date; expected YYYY-MM-DD")))
}

/// This host's own zone, by its name.
pub(crate) fn of_this_host() -> Option<chrono_tz::Tz> {
    iana_time_zone::get_timezone().ok()?.parse().ok()
}
