//! Instants in a report.

use std::borrow::Cow;

use chrono::{DateTime, SecondsFormat, Utc};
use model::{Micros, Span};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// 0001-01-01 00:00:00 UTC.
const FIRST: i64 = -62_135_596_800_000_000;
/// 9999-12-31 23:59:59.999999 UTC.
const LAST: i64 = 253_402_300_799_999_999;

/// An instant in microseconds since 1970, written as RFC 3339 in UTC with microseconds:
/// `2026-05-14T05:21:54.431416Z`.
///
/// RFC 3339 has years of four digits: an instant outside 0001 to 9999 is taken for the nearest one inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Stamp(i64);

impl Stamp {
    /// The instant that lies this many microseconds after 1970-01-01 00:00:00 UTC.
    #[must_use]
    pub fn new(micros: i64) -> Self {
        Self(micros.clamp(FIRST, LAST))
    }

    /// Microseconds since 1970-01-01 00:00:00 UTC.
    #[must_use]
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// The time from `earlier` to this instant; negative when `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Span {
        Micros(self.0).since(Micros(earlier.0))
    }

    /// The same instant for calendar arithmetic.
    #[must_use]
    pub fn to_utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp_micros(self.0).unwrap_or_default()
    }

    fn parse(text: &str) -> Option<Self> {
        DateTime::parse_from_rfc3339(text).ok().map(|time| Self::new(time.timestamp_micros()))
    }
}

impl From<Micros> for Stamp {
    fn from(at: Micros) -> Self {
        Self::new(at.0)
    }
}

impl From<Stamp> for Micros {
    fn from(at: Stamp) -> Self {
        Self(at.0)
    }
}

impl std::fmt::Display for Stamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_utc().to_rfc3339_opts(SecondsFormat::Micros, true))
    }
}

impl Serialize for Stamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Stamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom(format!("{text:?} is no RFC 3339 instant")))
    }
}

impl JsonSchema for Stamp {
    fn schema_name() -> Cow<'static, str> {
        "Instant".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "format": "date-time",
            "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$",
            "description": "An instant: RFC 3339, UTC, microseconds.",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_written_and_read_as_rfc_3339() {
        for (micros, text) in [
            (0, "1970-01-01T00:00:00.000000Z"),
            (1_778_736_114_431_416, "2026-05-14T05:21:54.431416Z"),
            (-1, "1969-12-31T23:59:59.999999Z"),
            (i64::MIN, "0001-01-01T00:00:00.000000Z"),
            (i64::MAX, "9999-12-31T23:59:59.999999Z"),
        ] {
            let stamp = Stamp::new(micros);
            let json = serde_json::to_string(&stamp).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<Stamp>(&json).unwrap(), stamp);
        }
        assert_eq!(Stamp::parse("2026-05-14T14:21:54.431416+09:00"), Some(Stamp::new(1_778_736_114_431_416)));
        assert!(serde_json::from_str::<Stamp>("\"yesterday\"").is_err());
    }
}
