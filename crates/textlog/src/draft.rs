//! A record whose wall time is not settled yet.

use model::{Micros, Record};

use crate::stamp::Stamp;

/// A line's place in time, as far as it is known while reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) stamp: Stamp,
    pub(crate) segment: u32,
    pub(crate) line: u64,
    /// A guess in microseconds, good for differences.
    pub(crate) rough: i64,
}

/// A record, and what is needed to settle it.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) record: Record,
    pub(crate) moment: Moment,
    /// The kernel's own time that stood in the message.
    pub(crate) printk: Option<i64>,
    /// Which of the log's hosts spoke.
    pub(crate) host: Option<u16>,
    /// The caller wants it.
    pub(crate) is_selected: bool,
}

impl Draft {
    /// Its time since the boot's start, if the line tells it.
    pub(crate) fn monotonic(&self) -> Option<i64> {
        match self.moment.stamp {
            Stamp::Monotonic(at) => Some(at),
            _ => None,
        }
    }

    /// The record with its wall time.
    pub(crate) fn settle(mut self, at: Micros) -> Record {
        self.record.at = at;
        self.record
    }
}
