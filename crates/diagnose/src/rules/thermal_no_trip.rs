//! `thermal.no_trip`
//!
//! Sees that the kernel logged no thermal trip before the end. Such a line is written at EMERG, and
//! journald writes it to disk at once, so its absence means something where the kernel's lines were
//! recorded to the end, as the sources' coverage says. A syslog daemon logs it at once too, but does not wait for
//! the disk. A trip of the firmware or the hardware leaves no line, so it means little.

use model::evidence::{Cite, Evidence, Hypothesis};
use model::{EventKind, Lines, Text};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::ending::{AMD_THERMTRIP, internal_limit, is_trip, reset_reason};
use crate::weights::NO_TRIP_LINE;

pub(super) const NAME: &str = "thermal.no_trip";
pub(super) const MANUAL: &str = include_str!("thermal_no_trip.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let recorded = case.boot.events.iter().any(|event| matches!(event.kind, EventKind::Kernel(_)));
    // The trip pin cuts power without a line, so where the register names it the missing line means nothing.
    if reset_reason(case.boot, case.next, AMD_THERMTRIP).is_some()
        || internal_limit(case.boot, case.next).is_some()
    {
        return Vec::new();
    }
    if !recorded
        || !case.boot.shows(Lines::shows_kernel)
        || case.boot.recording_stopped
        || case.boot.events.iter().any(|event| is_trip(&event.kind))
    {
        return Vec::new();
    }
    let because = if case.timeline.has_journal(case.boot) {
        Text::new("thermal-no-trip-because")
    } else {
        Text::new("thermal-no-trip-because-text")
    };
    let text = Text::new("thermal-no-trip");
    vec![piece(NAME, Hypothesis::Thermal, NO_TRIP_LINE, text).group("cool").at(case.boot.boot.last).cites([
        Cite::Absence {
            what: Text::new("thermal-no-trip-what"),
            from: case.boot.boot.first,
            to: case.boot.boot.last,
            because,
        },
    ])]
}
