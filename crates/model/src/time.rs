//! Instants and durations in microseconds, journald's own resolution.

use std::ops::{Add, Sub};

/// An instant: microseconds since 1970-01-01 00:00:00 UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Micros(pub i64);

/// A signed duration in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span(pub i64);

impl Micros {
    /// An instant from whole seconds since 1970.
    #[must_use]
    pub const fn from_secs(secs: i64) -> Self {
        Self(secs.saturating_mul(1_000_000))
    }

    /// The time from `earlier` to this instant; negative when `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Span {
    /// A duration of whole seconds.
    #[must_use]
    pub const fn secs(secs: i64) -> Self {
        Self(secs.saturating_mul(1_000_000))
    }

    /// A duration of whole minutes.
    #[must_use]
    pub const fn minutes(minutes: i64) -> Self {
        Self::secs(minutes.saturating_mul(60))
    }

    /// The duration in seconds.
    #[must_use]
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// The duration without its sign.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }
}

impl Add<Span> for Micros {
    type Output = Self;
    fn add(self, span: Span) -> Self {
        Self(self.0.saturating_add(span.0))
    }
}

impl Sub<Span> for Micros {
    type Output = Self;
    fn sub(self, span: Span) -> Self {
        Self(self.0.saturating_sub(span.0))
    }
}
