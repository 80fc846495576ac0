//! Offsets of zones.

use chrono::{DateTime, Offset, TimeZone};
use model::ZoneBasis;

use crate::civil::DAY;
use crate::notes::Notes;
use crate::{Options, Zone};

/// The zone of local times where nothing but the caller can tell it.
pub(crate) fn given_zone(options: &Options, notes: &mut Notes) -> (String, ZoneBasis) {
    if let Some((zone, basis)) = options.zone {
        return (name(zone), basis);
    }
    notes.tell(None, crate::ZONE_ASSUMED);
    (shown(0), ZoneBasis::Assumed)
}

/// Seconds east of Greenwich at a local time.
pub(crate) fn local_offset(zone: Zone, naive: i64, is_later: bool) -> i64 {
    let Zone::Named(tz) = zone else { return offset_at(zone, naive) };
    let Some(local) = DateTime::from_timestamp_micros(naive).map(|at| at.naive_utc()) else { return 0 };
    match tz.offset_from_local_datetime(&local) {
        chrono::LocalResult::Single(offset) => i64::from(offset.fix().local_minus_utc()),
        chrono::LocalResult::Ambiguous(first, second) => {
            let offset = if is_later { second } else { first };
            i64::from(offset.fix().local_minus_utc())
        }
        // A time that the clocks passed over: as if they had not.
        chrono::LocalResult::None => offset_at(zone, naive.saturating_sub(DAY)),
    }
}

/// Seconds east of Greenwich at about an instant.
pub(crate) fn offset_at(zone: Zone, at: i64) -> i64 {
    match zone {
        Zone::Fixed(offset) => i64::from(offset.local_minus_utc()),
        Zone::Named(tz) => DateTime::from_timestamp_micros(at)
            .map_or(0, |at| i64::from(tz.offset_from_utc_datetime(&at.naive_utc()).fix().local_minus_utc())),
    }
}

pub(crate) fn name(zone: Zone) -> String {
    match zone {
        Zone::Named(tz) => tz.name().to_owned(),
        Zone::Fixed(offset) => shown(i64::from(offset.local_minus_utc())),
    }
}

/// An offset as `+09:00`.
pub(crate) fn shown(offset: i64) -> String {
    let sign = if offset < 0 { '-' } else { '+' };
    let minutes = offset.abs() / 60;
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}
