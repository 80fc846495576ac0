//! When boots started whose lines tell only the time since then.

use model::Micros;

use crate::boots::Building;
use crate::civil::{DAY, SECOND};
use crate::notes::Notes;
use crate::stamp::Stamp;
use crate::{Options, TIMES_GUESSED};

/// When a boot started, for lines that have only the time since then.
pub(crate) struct Start {
    /// From which line on, which instant.
    pub(crate) anchors: Vec<(u64, i64)>,
    /// Nothing tells it.
    pub(crate) is_guess: bool,
}

impl Start {
    /// The start as a line sees it.
    pub(crate) fn of(&self, line: u64) -> i64 {
        let behind = self.anchors.partition_point(|(from, _)| *from <= line);
        let anchor = self.anchors.get(behind.saturating_sub(1));
        anchor.map_or(0, |(_, start)| *start)
    }
}

/// The starts of the boots, from the newest to the oldest: told by the kernel, else before the one behind.
pub(crate) fn starts(boots: &[Building], options: &Options, notes: &mut Notes) -> Vec<Start> {
    let length = |boot: &Building| match boot.last.map(|last| last.stamp) {
        Some(Stamp::Monotonic(at) | Stamp::Since(at)) => at,
        _ => 0,
    };
    let total = boots.iter().fold(0_i64, |total, boot| total.saturating_add(length(boot)));
    let mut bound = options.not_after.map_or(total, |at| at.0);
    let mut starts: Vec<Start> = Vec::with_capacity(boots.len());
    for boot in boots.iter().rev() {
        let anchors = anchors(boot, options.not_after);
        let is_monotonic =
            matches!(boot.last.map(|last| last.stamp), Some(Stamp::Monotonic(_) | Stamp::Since(_)));
        let is_guess = anchors.is_empty() && is_monotonic;
        let start = match anchors.first() {
            Some(&(_, start)) => start,
            None => bound.saturating_sub(length(boot)),
        };
        if is_monotonic {
            bound = start;
        }
        let anchors = if is_guess { vec![(0, start)] } else { anchors };
        starts.push(Start { anchors, is_guess });
    }
    starts.reverse();
    let guesses = starts.iter().filter(|start| start.is_guess).count();
    if guesses > 0 {
        let basis = match options.not_after {
            Some(_) => "the end of the last one is put at the time of the log itself",
            None => "nothing tells when",
        };
        notes.tell(
            None,
            format!(
                "{TIMES_GUESSED}, in {guesses} boot(s) without any wall time: wall \
                 times are guesses, {basis}"
            ),
        );
    }
    starts
}

/// What the kernel tells of the start. Audit stamps are exact; the hardware clock has whole seconds.
fn anchors(boot: &Building, not_after: Option<Micros>) -> Vec<(u64, i64)> {
    let told = boot.told.iter().filter_map(|told| {
        let Stamp::Monotonic(at) = told.moment.stamp else { return None };
        // A clock ahead of the log's own time was not set yet.
        not_after.is_none_or(|last| told.epoch.at <= last.0.saturating_add(DAY)).then_some(())?;
        Some((told.moment.line, told.epoch.at.saturating_sub(at), told.epoch.of_rtc && !boot.has_local_rtc))
    });
    let mut anchors: Vec<(u64, i64)> = Vec::new();
    let mut is_coarse = false;
    for (line, start, of_rtc) in told {
        match anchors.last_mut() {
            Some(last) if start.abs_diff(last.1) <= 2 * SECOND as u64 => {
                if std::mem::take(&mut is_coarse) && !of_rtc {
                    last.1 = start;
                }
            }
            _ => {
                anchors.push((line, start));
                is_coarse = of_rtc;
            }
        }
    }
    anchors
}
