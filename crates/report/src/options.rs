//! How a report is to be shown.

use std::sync::LazyLock;

use catalogue::Lang;
use chrono::{DateTime, FixedOffset, Local, Timelike};
use model::{Span, Text};
use regex::{Captures, Regex};

use crate::Stamp;

/// The zone in which times are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Zone {
    /// UTC.
    #[default]
    Utc,
    /// The zone of the host that shows the report.
    Local,
    /// One offset from UTC.
    Fixed(FixedOffset),
}

/// How a report is to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Columns of the terminal.
    pub width: usize,
    /// Whether colour and bold type may be used.
    pub color: bool,
    /// Whether only ASCII may be used.
    pub ascii: bool,
    /// The zone of the times shown.
    pub zone: Zone,
    /// 0 for words, 1 and more for decibans, totals and cursors as well.
    pub verbose: u8,
    /// The language of the words.
    pub lang: Lang,
    /// Whether [`crate::render`] replaces what is private by placeholders first.
    pub redact: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            width: 80,
            color: false,
            ascii: false,
            zone: Zone::Utc,
            verbose: 0,
            lang: Lang::En,
            redact: false,
        }
    }
}

impl Options {
    /// The text in the report's language.
    pub(crate) fn say(&self, text: &Text) -> String {
        self.lang.say(text)
    }

    /// A message into which nothing goes.
    pub(crate) fn word(&self, id: &str) -> String {
        self.lang.word(id)
    }

    /// A duration: `4 min 52 s`.
    pub(crate) fn span(&self, span: Span) -> String {
        self.lang.span(span)
    }

    fn at(&self, at: Stamp) -> DateTime<FixedOffset> {
        let utc = at.to_utc();
        match self.zone {
            Zone::Utc => utc.fixed_offset(),
            Zone::Local => utc.with_timezone(&Local).fixed_offset(),
            Zone::Fixed(offset) => utc.with_timezone(&offset),
        }
    }

    /// `2026-05-14 14:21:54`.
    pub(crate) fn date_time(&self, at: Stamp) -> String {
        self.at(at).format("%Y-%m-%d %H:%M:%S").to_string()
    }

    /// `2026-05-14 14:21`.
    pub(crate) fn date_minute(&self, at: Stamp) -> String {
        self.at(at).format("%Y-%m-%d %H:%M").to_string()
    }

    /// `2026-05-14`.
    pub(crate) fn date(&self, at: Stamp) -> String {
        self.at(at).format("%Y-%m-%d").to_string()
    }

    /// `14:21:54`.
    pub(crate) fn clock(&self, at: Stamp) -> String {
        self.at(at).format("%H:%M:%S").to_string()
    }

    /// Seconds since midnight.
    pub(crate) fn seconds_of_day(&self, at: Stamp) -> f64 {
        f64::from(self.at(at).num_seconds_from_midnight())
    }

    /// `14:21`.
    pub(crate) fn minute(&self, at: Stamp) -> String {
        self.at(at).format("%H:%M").to_string()
    }

    /// The clock time, with the date where it is another than that of `day`.
    pub(crate) fn near(&self, at: Stamp, day: Option<Stamp>) -> String {
        if day.is_some_and(|day| self.at(day).date_naive() == self.at(at).date_naive()) {
            self.clock(at)
        } else {
            self.date_time(at)
        }
    }

    /// `UTC`, or the offset at that instant such as `+09:00`.
    pub(crate) fn zone_at(&self, at: Stamp) -> String {
        match self.zone {
            Zone::Utc => "UTC".to_owned(),
            Zone::Local | Zone::Fixed(_) if self.at(at).offset().local_minus_utc() == 0 => "UTC".to_owned(),
            Zone::Local | Zone::Fixed(_) => self.at(at).format("%:z").to_string(),
        }
    }

    /// Our own sentence with the instants in it (RFC 3339, UTC) as times of the zone shown.
    pub(crate) fn localise(&self, text: &str, day: Option<Stamp>) -> String {
        static INSTANT: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?-u:\b)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z").expect("a valid pattern")
        });
        INSTANT
            .replace_all(text, |found: &Captures<'_>| {
                DateTime::parse_from_rfc3339(&found[0]).map_or_else(
                    |_| found[0].to_owned(),
                    |time| self.near(Stamp::new(time.timestamp_micros()), day),
                )
            })
            .into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_times_in_the_zone() {
        let end = Stamp::new(1_778_736_114_431_416);
        let utc = Options::default();
        let tokyo =
            Options { zone: Zone::Fixed(FixedOffset::east_opt(9 * 3600).unwrap()), ..Options::default() };
        assert_eq!(utc.date_time(end), "2026-05-14 05:21:54");
        assert_eq!(utc.zone_at(end), "UTC");
        assert_eq!(tokyo.date_time(end), "2026-05-14 14:21:54");
        assert_eq!(tokyo.zone_at(end), "+09:00");
        let text =
            "5,440 MiB at 2026-05-14T05:19:50.097000Z, 61,200 at 2026-05-12T00:00:00Z, 2026-99-99T00:00:00Z";
        assert_eq!(
            tokyo.localise(text, Some(end)),
            "5,440 MiB at 14:19:50, 61,200 at 2026-05-12 09:00:00, 2026-99-99T00:00:00Z"
        );
    }

    #[test]
    fn any_instant_can_be_shown() {
        let offset = FixedOffset::east_opt(86_399).unwrap();
        for zone in [Zone::Utc, Zone::Local, Zone::Fixed(offset)] {
            let options = Options { zone, ..Options::default() };
            for micros in [i64::MIN, 0, i64::MAX] {
                assert!(!options.date_time(Stamp::new(micros)).is_empty());
            }
        }
    }
}
