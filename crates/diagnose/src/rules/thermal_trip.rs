//! `thermal.trip`
//!
//! Sees the kernel's own thermal trip: a zone at its critical temperature, or hardware protection for
//! heat. Near the end it is decisive, because the kernel acted and says why; an orderly power-off may
//! follow it. A trip hours before the end that was averted (a glitch of a sensor, a cancelled shutdown)
//! did not end the boot.

use model::event::{Kernel, Lifecycle};
use model::evidence::{Ending, Evidence, Hypothesis, UnexpectedEnd};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::ending::is_trip;
use crate::weights::{TRIP, TRIP_AVERTED, TRIP_WITHOUT_SHUTDOWN};

pub(super) const NAME: &str = "thermal.trip";
pub(super) const MANUAL: &str = include_str!("thermal_trip.rs");

/// The kernel's shutdown begins within milliseconds, and its first lines may be all that reached the disk.
const AT_ONCE: Span = Span::secs(5);
/// No chip's critical temperature lies below this, in degrees Celsius; wrong sensors reported 58 and 0
/// (nixos-hardware issue 208, linux-surface issue 480).
const IMPLAUSIBLE_C: i32 = 70;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let trips: Vec<&Event> = case.boot.events.iter().filter(|event| is_trip(&event.kind)).collect();
    let Some(newest) = trips.last() else { return Vec::new() };
    let age = case.boot.age_at_end(newest);
    let cancelled = was_cancelled(case, newest);
    let ended_by_it = case.ends[case.index].ending == Ending::Unexpected(UnexpectedEnd::ThermalTrip)
        || (age <= Span::minutes(2) && !cancelled);
    let shut_down = case.ends[case.index].intent.is_some()
        || case.boot.last_events(age).any(|event| {
            matches!(
                event.kind,
                EventKind::Lifecycle(Lifecycle::UnitStopping { .. } | Lifecycle::ShutdownTarget { .. })
                    | EventKind::Kernel(Kernel::HardwareProtectionForced)
            )
        });
    let (weight, text) = if ended_by_it && (shut_down || age <= AT_ONCE) {
        (TRIP, "thermal-trip-shut-down")
    } else if ended_by_it {
        (TRIP_WITHOUT_SHUTDOWN, "thermal-trip-unfinished")
    } else if cancelled {
        (TRIP_AVERTED, "thermal-trip-cancelled")
    } else {
        (TRIP_AVERTED, "thermal-trip-averted")
    };
    let zone = trips.iter().find_map(|event| match &event.kind {
        EventKind::Kernel(Kernel::ThermalCritical { zone, celsius }) => Some(match celsius {
            Some(celsius) => {
                let id =
                    if *celsius < IMPLAUSIBLE_C { "thermal-trip-implausible" } else { "thermal-trip-zone" };
                Text::new(id).with("zone", zone.as_str()).with("celsius", celsius.to_string())
            }
            None => Text::new("thermal-trip-zone-only").with("zone", zone.as_str()),
        }),
        _ => None,
    });
    let heat = zone.unwrap_or_else(|| Text::new("thermal-trip-protection"));
    let text = Text::new(text).with("heat", heat).with("ago", ago(age));
    let found = piece(NAME, Hypothesis::Thermal, weight, text)
        .group("trip")
        .at(newest.at)
        .cites(Case::cite_all(&trips));
    vec![if ended_by_it { found.direct() } else { found }]
}

fn was_cancelled(case: &Case<'_>, trip: &Event) -> bool {
    case.boot.events.iter().any(|event| {
        matches!(event.kind, EventKind::Lifecycle(Lifecycle::ShutdownCancelled))
            && event.at >= trip.at
            && event.at.since(trip.at) <= Span::minutes(2)
    })
}
