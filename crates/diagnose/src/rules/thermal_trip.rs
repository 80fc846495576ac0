//! `thermal.trip`
//!
//! Sees the kernel's own thermal trip: a zone at its critical temperature, or hardware protection for
//! heat. Near the end it is decisive, because the kernel acted and says why; an orderly power-off may
//! follow it. A trip hours before the end that was averted (a glitch of a sensor, a cancelled shutdown)
//! did not end the boot.

use model::event::{Kernel, Lifecycle};
use model::evidence::{Ending, Evidence, Hypothesis, UnexpectedEnd};
use model::{Event, EventKind, Span};

use crate::Case;
use crate::case::{PieceExt, before_end, piece};
use crate::ending::is_trip;
use crate::weights::{TRIP, TRIP_AVERTED, TRIP_WITHOUT_SHUTDOWN};

pub(super) const NAME: &str = "thermal.trip";
pub(super) const MANUAL: &str = include_str!("thermal_trip.rs");

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
    let (weight, what) = if ended_by_it && (shut_down || age <= Span::minutes(1)) {
        (TRIP, "and shut the host down for it")
    } else if ended_by_it {
        (TRIP_WITHOUT_SHUTDOWN, "and the record stops without the shutdown that it calls for")
    } else if cancelled {
        (TRIP_AVERTED, "but the shutdown was cancelled: it did not end this boot")
    } else {
        (TRIP_AVERTED, "but the host worked on: it did not end this boot")
    };
    let zone = trips.iter().find_map(|event| match &event.kind {
        EventKind::Kernel(Kernel::ThermalCritical { zone, celsius }) => Some(match celsius {
            Some(celsius) => format!("{zone} at its critical {celsius} °C"),
            None => format!("{zone} at its critical temperature"),
        }),
        _ => None,
    });
    let zone = zone.unwrap_or_else(|| "heat (hardware protection)".to_owned());
    let text = format!("the kernel saw {zone} {} {what}", before_end(age));
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
