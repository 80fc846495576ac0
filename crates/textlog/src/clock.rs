//! Years that a log does not tell, from line to line; how they are settled in the end is `fit`'s.

use crate::Zone;
use crate::civil::{self, DAY, SECOND};
use crate::stamp::{Local, Stamp};

/// A stretch of lines of one year.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Segment {
    /// Years since the first line's.
    pub(crate) year: i32,
    /// The clock was set back from summer time in it or before it: of two instants with one local time, the later
    /// one is meant.
    pub(crate) is_after_fold: bool,
    /// It has a 29th of February.
    pub(crate) has_leap_day: bool,
    /// Days like that in the years before it, since the first line.
    leap_days: i64,
}

/// Steps back by less are no new year: somebody set the clock, lines were out of order.
const STEP_BACK: i64 = DAY + DAY / 2;
/// Turns of the year that are followed. A file with more is no log in the order of time.
const SEGMENTS_MAX: usize = 4096;

/// Follows the stamps of a log.
pub(crate) struct Clock {
    /// The first line's year, as a guess.
    pub(crate) base: i32,
    pub(crate) segments: Vec<Segment>,
    /// Day since 1970 on which the first line's year would begin if it and all others had 365 days.
    origin: Option<i64>,
    /// Place in the year of the last stamp without a year.
    last: Option<i64>,
    /// Before the last turn of the year: the place in the year, and the first segment behind.
    turned: Option<(i64, usize)>,
    /// Microseconds that guesses of local times are off, as far as the zone is known.
    rough_offset: i64,
    /// Whether any stamp had no year.
    pub(crate) is_yearless: bool,
    /// Whether any stamp had no zone.
    pub(crate) is_local: bool,
    /// Whether any stamp was a time since the boot's start.
    pub(crate) is_monotonic: bool,
}

impl Clock {
    pub(crate) fn new(base: i32, zone: Option<Zone>) -> Self {
        let noon = civil::days(base, 7, 1).saturating_mul(DAY);
        let rough_offset = zone.map_or(0, |zone| crate::zone::offset_at(zone, noon)) * SECOND;
        Self {
            base,
            segments: vec![Segment::default()],
            origin: None,
            last: None,
            turned: None,
            rough_offset,
            is_yearless: false,
            is_local: false,
            is_monotonic: false,
        }
    }

    /// Takes note of the next line's stamp; the segment that it is in.
    pub(crate) fn follow(&mut self, stamp: &Stamp) -> u32 {
        match stamp {
            Stamp::Local(local) => {
                self.is_local = true;
                if local.year.is_none() {
                    self.is_yearless = true;
                    let day = civil::days(self.base, local.month, local.day);
                    self.origin.get_or_insert(day.saturating_sub(of_common_year(local)));
                    self.turn(local);
                } else {
                    self.fold(local.naive(0).rem_euclid(366 * DAY));
                }
            }
            Stamp::Monotonic(_) => self.is_monotonic = true,
            Stamp::Utc(_) | Stamp::Since(_) => {}
        }
        u32::try_from(self.segments.len().saturating_sub(1)).unwrap_or_default()
    }

    /// An instant in microseconds, good for differences between lines near to each other. Times since the boot's
    /// start are taken as they are.
    pub(crate) fn rough(&self, stamp: &Stamp, segment: u32) -> i64 {
        match stamp {
            Stamp::Utc(at) | Stamp::Monotonic(at) | Stamp::Since(at) => *at,
            Stamp::Local(local @ Local { year: None, .. }) => self.even(local, segment),
            Stamp::Local(local) => local.naive(0).saturating_sub(self.rough_offset),
        }
    }

    /// The guess where the year is not told: whether a year has a 29th of February is not known before all is read,
    /// so a year has one from the line on that says so. A host that is up on that day logs something.
    fn even(&self, local: &Local, segment: u32) -> i64 {
        let segment = self.segment(segment);
        let is_behind = segment.has_leap_day && local.month > 2;
        let leap_days = segment.leap_days.saturating_add(i64::from(is_behind));
        let years = i64::from(segment.year).saturating_mul(365);
        let day = self.origin.unwrap_or_default().saturating_add(years).saturating_add(leap_days);
        let at = day.saturating_add(of_common_year(local)).saturating_mul(DAY);
        at.saturating_add(local.of_day).saturating_sub(self.rough_offset)
    }

    /// The year of a segment, as a guess.
    pub(crate) fn year(&self, segment: u32) -> i32 {
        self.base.saturating_add(self.segment(segment).year)
    }

    pub(crate) fn segment(&self, segment: u32) -> Segment {
        self.segments.get(segment as usize).copied().unwrap_or_default()
    }

    fn turn(&mut self, local: &Local) {
        let now = local.of_year() * DAY + local.of_day;
        if let Some(last) = self.last {
            let by = now - last;
            if by <= -STEP_BACK {
                self.turned = Some((last, self.segments.len()));
                self.push(1);
            } else if by > 2 * DAY {
                self.turn_back(now, last);
            } else {
                self.fold(now);
            }
        }
        self.last = Some(now);
        if (local.month, local.day) == (2, 29)
            && let Some(segment) = self.segments.last_mut()
        {
            segment.has_leap_day = true;
        }
    }

    /// A jump ahead to where the log was before the last turn of the year was no new year but a clock that was wrong
    /// for a while (a hardware clock that lost its time), or a late line of the old year.
    fn turn_back(&mut self, now: i64, last: i64) {
        let Some((before, first)) = self.turned else { return };
        let is_return = (before - DAY..before + 60 * DAY).contains(&now);
        if !is_return {
            return;
        }
        let is_new_year = before > 363 * DAY && last < 2 * DAY;
        self.push(-1);
        if !is_new_year {
            let end = self.segments.len().saturating_sub(1);
            for segment in self.segments.get_mut(first..end).unwrap_or_default() {
                segment.year -= 1;
            }
        }
        self.turned = None;
    }

    /// The end of summer time, or a clock set back by as much.
    fn fold(&mut self, now: i64) {
        const MINUTE: i64 = 60 * SECOND;
        if let Some(last) = self.last
            && (-61 * MINUTE..=-29 * MINUTE).contains(&(now - last))
        {
            self.push(0);
            if let Some(segment) = self.segments.last_mut() {
                segment.is_after_fold = true;
            }
        }
        self.last = Some(now);
    }

    fn push(&mut self, years: i32) {
        if self.segments.len() < SEGMENTS_MAX {
            let last = self.segments.last().copied().unwrap_or_default();
            let is_same = years == 0;
            self.segments.push(Segment {
                year: last.year.saturating_add(years),
                is_after_fold: false,
                has_leap_day: is_same && last.has_leap_day,
                leap_days: last.leap_days + i64::from(!is_same && last.has_leap_day),
            });
        }
    }
}

/// A date's day in a year of 365 days; the 29th of February is where the 1st of March is.
fn of_common_year(local: &Local) -> i64 {
    civil::days(2001, local.month, local.day) - civil::days(2001, 1, 1)
}
