//! The zone of local times.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, FixedOffset, MappedLocalTime, NaiveDateTime, TimeZone};
use chrono_tz::Tz;

/// A zone of local times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// A place with its rules, summer time included.
    Named(Tz),
    /// An offset that never changes.
    Fixed(FixedOffset),
}

/// The text names no zone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither a zone such as Asia/Tokyo nor an offset such as +09:00")]
pub struct UnknownZone(pub String);

/// How far a row may go back in a repeated hour and still belong to the second pass.
const JITTER: i64 = 600_000_000;

impl Zone {
    /// The instant of a local wall time in microseconds, none where clocks skipped it. In a repeated
    /// hour it is the first pass unless that lies before the row in front (`before`).
    pub(crate) fn instant(self, local: i64, before: i64) -> Option<i64> {
        let wall = DateTime::from_timestamp_micros(local)?.naive_utc();
        match self {
            Self::Named(zone) => resolve(&zone, &wall, before),
            Self::Fixed(zone) => resolve(&zone, &wall, before),
        }
    }
}

impl Zone {
    /// Both instants of a wall time that clocks showed twice.
    pub(crate) fn repeated(self, local: i64) -> Option<(i64, i64)> {
        let wall = DateTime::from_timestamp_micros(local)?.naive_utc();
        let Self::Named(zone) = self else { return None };
        match zone.from_local_datetime(&wall) {
            MappedLocalTime::Ambiguous(first, second) => {
                let (first, second) = (first.timestamp_micros(), second.timestamp_micros());
                Some((first.min(second), first.max(second)))
            }
            _ => None,
        }
    }
}

fn resolve<Z: TimeZone>(zone: &Z, wall: &NaiveDateTime, before: i64) -> Option<i64> {
    match zone.from_local_datetime(wall) {
        MappedLocalTime::Single(at) => Some(at.timestamp_micros()),
        MappedLocalTime::Ambiguous(first, second) => {
            let first = first.timestamp_micros();
            let second = second.timestamp_micros();
            let (first, second) = (first.min(second), first.max(second));
            Some(if first < before.saturating_sub(JITTER) { second } else { first })
        }
        MappedLocalTime::None => None,
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(zone) => f.write_str(zone.name()),
            Self::Fixed(offset) => write!(f, "{offset}"),
        }
    }
}

impl From<Tz> for Zone {
    fn from(zone: Tz) -> Self {
        Self::Named(zone)
    }
}

impl From<FixedOffset> for Zone {
    fn from(offset: FixedOffset) -> Self {
        Self::Fixed(offset)
    }
}

impl FromStr for Zone {
    type Err = UnknownZone;

    /// `Asia/Tokyo`, `UTC`, `+09:00`.
    fn from_str(text: &str) -> Result<Self, UnknownZone> {
        let unknown = || UnknownZone(text.to_owned());
        if text.starts_with(['+', '-']) {
            return text.parse().map(Self::Fixed).map_err(|_| unknown());
        }
        text.parse().map(Self::Named).map_err(|_| unknown())
    }
}

/// The offset, in seconds east of UTC, of an abbreviation that means only one thing. CST, IST, BST, EST
/// and PST each mean several and are none.
pub(crate) fn abbreviation(word: &str) -> Option<i32> {
    const HOUR: i32 = 3600;
    Some(match word {
        "JST" | "KST" => 9 * HOUR,
        "CET" | "WEST" => HOUR,
        "CEST" | "EET" => 2 * HOUR,
        "EEST" | "MSK" => 3 * HOUR,
        "EDT" => -4 * HOUR,
        "MDT" => -6 * HOUR,
        "PDT" => -7 * HOUR,
        "AEST" => 10 * HOUR,
        "AEDT" => 11 * HOUR,
        "NZST" => 12 * HOUR,
        "NZDT" => 13 * HOUR,
        "HKT" => 8 * HOUR,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_by_name_and_offset() {
        for (text, shown) in [
            ("Asia/Tokyo", Some("Asia/Tokyo")),
            ("UTC", Some("UTC")),
            ("+09:00", Some("+09:00")),
            ("JST", None),
            ("", None),
        ] {
            assert_eq!(text.parse::<Zone>().ok().map(|zone| zone.to_string()).as_deref(), shown, "{text}");
        }
    }
}
