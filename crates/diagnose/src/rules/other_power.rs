//! `other.power`
//!
//! Sees signs that power went: a drive that counts one more unsafe shutdown after this boot than before
//! it, or a hardware clock that the next start finds far in the past. The drive's count rises only when it
//! loses power, not on a reset by a panic or a watchdog, so it tells the two apart. Neither tells a failing
//! supply from a pulled plug or a long press of the power key: whoever finds a hung host may pull the plug,
//! and a clock with an empty cell forgets the time with it. A count without one before it says nothing.

use model::event::{Kernel, Userspace};
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Micros, Span, Text};
use timeline::BootTimeline;

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::ending::first_events;
use crate::weights::{CLOCK_LOST, POWER_SIGNS};

pub(super) const NAME: &str = "other.power";
pub(super) const MANUAL: &str = include_str!("other_power.rs");

/// A hardware clock this far behind the boot's own time has lost it, not drifted.
const LOST_BEHIND: Span = Span::minutes(30 * 24 * 60);

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let Some(next) = case.next else { return Vec::new() };
    [unsafe_shutdown(case, next), clock_lost(case, next)].into_iter().flatten().collect()
}

fn unsafe_shutdown(case: &Case<'_>, next: &BootTimeline) -> Option<Evidence> {
    let count = |event: &Event| match event.kind {
        EventKind::Userspace(Userspace::UnsafeShutdowns { count, before }) => Some((count, before)),
        _ => None,
    };
    let (event, (after, before)) = first_events(next).find_map(|event| Some((event, count(event)?)))?;
    let before = before.or_else(|| case.boot.events.iter().rev().find_map(count).map(|(count, _)| count))?;
    if before >= after {
        return None;
    }
    let text = Text::new("other-power-unsafe").with("after", after).with("before", before);
    Some(
        piece(NAME, Hypothesis::Other, POWER_SIGNS, text)
            .group("power")
            .finding(Finding::PowerLoss)
            .at(event.at)
            .cites([Case::cite(event)]),
    )
}

/// The next start reads a hardware clock from long before this boot's own time. If this boot began like that as
/// well, the clock's cell is empty, and it only means that the plug was pulled at some time.
fn clock_lost(case: &Case<'_>, next: &BootTimeline) -> Option<Evidence> {
    let lost = |boot: &'_ BootTimeline, known: Micros| -> Option<Event> {
        let set = |event: &&Event| match event.kind {
            EventKind::Kernel(Kernel::ClockFromRtc { epoch_s }) => {
                Micros::from_secs(epoch_s) + LOST_BEHIND < known
            }
            _ => false,
        };
        first_events(boot).find(set).cloned()
    };
    let event = lost(next, case.boot.boot.last)?;
    if lost(case.boot, case.boot.boot.last).is_some() {
        return None;
    }
    let text = Text::new("other-power-clock");
    Some(
        piece(NAME, Hypothesis::Other, CLOCK_LOST, text)
            .group("power")
            .at(event.at)
            .cites([Case::cite(&event)]),
    )
}
