//! How a mapping says that times are written.

use chrono::format::{Item, Parsed, StrftimeItems, parse};
use chrono::{DateTime, FixedOffset, NaiveDateTime, TimeDelta};

/// The form of a time column's cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// A count since 1970; the bits of how many microseconds a unit has.
    Epoch { micros: u64 },
    /// strftime's letters.
    Pattern(Vec<Item<'static>>),
}

impl Form {
    /// `epoch_s`, `epoch_ms`, `epoch_us`, `epoch_ns`, or a pattern in strftime's letters (`%d.%m.%Y %H:%M:%S`).
    /// None where a letter is not known or there is none.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let epoch = |micros: f64| Some(Self(Kind::Epoch { micros: micros.to_bits() }));
        match text {
            "epoch_s" => epoch(1e6),
            "epoch_ms" => epoch(1e3),
            "epoch_us" => epoch(1.0),
            "epoch_ns" => epoch(1e-3),
            _ => {
                let items: Vec<Item<'static>> = StrftimeItems::new(text).map(Item::to_owned).collect();
                let is_field = |item: &Item<'_>| matches!(item, Item::Numeric(..) | Item::Fixed(_));
                (items.iter().any(is_field) && !items.contains(&Item::Error))
                    .then_some(Self(Kind::Pattern(items)))
            }
        }
    }

    /// The cell in a form that is read without being told: ISO 8601 as far as the cell goes.
    pub(super) fn read(&self, cell: &str) -> Option<String> {
        match &self.0 {
            Kind::Epoch { micros } => {
                let count = crate::cell::number(cell, false)?;
                let at = (count * f64::from_bits(*micros)).round();
                (at.abs() < 1e17).then(|| DateTime::from_timestamp_micros(at as i64)).flatten().map(utc)
            }
            Kind::Pattern(items) => {
                let mut parsed = Parsed::new();
                parse(&mut parsed, cell, items.iter()).ok()?;
                shown(&parsed)
            }
        }
    }
}

fn utc(at: DateTime<chrono::Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string()
}

fn shown(parsed: &Parsed) -> Option<String> {
    if let Some(epoch) = parsed.timestamp() {
        return DateTime::from_timestamp(epoch, parsed.nanosecond().unwrap_or(0)).map(utc);
    }
    let time = parsed.to_naive_time().ok().map(|time| time.format("%H:%M:%S%.6f").to_string());
    let date = match (parsed.to_naive_date(), parsed.month(), parsed.day()) {
        (Ok(date), ..) => Some(date.format("%Y-%m-%d").to_string()),
        (Err(_), Some(month), Some(day)) if parsed.year().is_none() => {
            // 2024 has a February 29.
            let date = chrono::NaiveDate::from_ymd_opt(2024, month, day)?;
            Some(date.format("%b-%d").to_string())
        }
        _ => None,
    };
    let offset =
        parsed.offset().and_then(FixedOffset::east_opt).map_or_else(String::new, |offset| offset.to_string());
    match (date, time) {
        (Some(date), Some(time)) => Some(format!("{date} {time}{offset}")),
        (None, Some(time)) => Some(format!("{time}{offset}")),
        // A day's own row stands for its midnight.
        (Some(date), None) => Some(format!("{date} 00:00:00{offset}")),
        (None, None) => None,
    }
}

/// The instant so many seconds after a start.
pub(super) fn after(start: NaiveDateTime, offset: Option<FixedOffset>, seconds: f64) -> Option<String> {
    let micros = (seconds * 1e6).round();
    let at = (micros.abs() < 1e17)
        .then(|| start.checked_add_signed(TimeDelta::microseconds(micros as i64)))
        .flatten()?;
    let offset = offset.map_or_else(String::new, |offset| offset.to_string());
    Some(format!("{}{offset}", at.format("%Y-%m-%d %H:%M:%S%.6f")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for (form, cell, expected) in [
            ("epoch_s", "1784351340.5", Some("2026-07-18T05:09:00.500000Z")),
            ("epoch_ms", "1784351340000", Some("2026-07-18T05:09:00.000000Z")),
            ("epoch_ns", "1784351340000000000", Some("2026-07-18T05:09:00.000000Z")),
            ("%d.%m.%Y %H:%M", "21.07.2026 18:42", Some("2026-07-21 18:42:00.000000")),
            ("%d/%m/%Y %H:%M:%S %z", "02/07/2026 18:42:01 +0900", Some("2026-07-02 18:42:01.000000+09:00")),
            ("%b %d %H:%M:%S", "Nov 29 18:42:01", Some("Nov-29 18:42:01.000000")),
            ("%I:%M:%S %p", "06:42:01 PM", Some("18:42:01.000000")),
            ("%s", "1784351340", Some("2026-07-18T05:09:00.000000Z")),
            ("%d.%m.%Y %H:%M", "21.07.2026", None),
            ("epoch_s", "x", None),
            ("epoch_ms", "1e300", None),
        ] {
            let form = Form::new(form).expect("a form");
            assert_eq!(form.read(cell).as_deref(), expected, "{cell}");
        }
        for wrong in ["", "yyyy-mm-dd", "%Q", "epoch"] {
            assert_eq!(Form::new(wrong), None, "{wrong}");
        }
    }
}
