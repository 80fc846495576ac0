//! `memory.driver`
//!
//! Sees the driver's failed allocations of host memory (NV_ERR_NO_MEMORY at a host-memory call site)
//! near the end. On unified memory the driver's memory is the host's, and a dense burst right before
//! silence is often the only trace. Density and nearness decide (and the host's own habit, as for every line): single lines
//! occur at every engine start, bursts of up to 16 a second were harmless elsewhere, and lines that are
//! hours old mean nothing. On a discrete GPU such lines are about the card's own memory and count for
//! nothing here.

use model::event::nvrm::{CallSite, Status, StatusClass};
use model::event::{Lifecycle, Nvrm, Userspace};
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, MemoryModel, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::{DRIVER_BURST, DRIVER_EARLIER, DRIVER_FEW, DRIVER_OLD, DRIVER_SOME};

pub(super) const NAME: &str = "memory.driver";
pub(super) const MANUAL: &str = include_str!("memory_driver.rs");

/// A burst is dense from this count in a minute on.
const DENSE: usize = 20;
/// Some, from this count on.
const SOME: usize = 5;
/// How far back failures are counted.
const QUARTER: Span = Span::minutes(15);

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let model = case.boot.facts.memory_model;
    if model == MemoryModel::Discrete {
        return Vec::new();
    }
    let failed: Vec<&Event> = case.boot.events.iter().filter(|event| is_failed(&event.kind)).collect();
    let Some(newest) = failed.last() else { return Vec::new() };
    let within = |span: Span| -> Vec<&Event> {
        failed.iter().copied().filter(|event| case.boot.age_at_end(event) <= span).collect()
    };
    let (minute, quarter) = (within(Span::minutes(1)), within(QUARTER));
    let (weight, cited, direct) = match (minute.len(), quarter.len()) {
        (DENSE.., _) => (DRIVER_BURST, &minute, true),
        (SOME.., _) => (DRIVER_SOME, &minute, false),
        (_, DENSE..) => (DRIVER_EARLIER, &quarter, false),
        (1.., _) => (DRIVER_FEW, &minute, false),
        _ => return old(case, &failed, newest),
    };
    let percent = if model == MemoryModel::Unknown { 50 } else { 100 };
    let lived_on = weight == DRIVER_BURST && starts_after(case, newest);
    let (weight, direct) = if lived_on { (DRIVER_EARLIER, false) } else { (weight, direct) };
    let text = match cited.len() {
        count if count > minute.len() => {
            Text::new("memory-driver-quarter").with("count", count).with("within", QUARTER)
        }
        count => Text::new("memory-driver")
            .with("count", count)
            .with("then", lived_on.then(|| Text::new("memory-driver-lived-on"))),
    };
    let found = piece(NAME, Hypothesis::Memory, weight, text)
        .group("driver allocations")
        .at(newest.at)
        .cites(Case::cite_all(cited))
        .scaled(percent);
    vec![if direct && percent > 50 { found.direct() } else { found }]
}

/// Whether a container, a unit or a session began after the failures: who can start something has memory.
fn starts_after(case: &Case<'_>, newest: &Event) -> bool {
    case.boot.events.iter().any(|event| {
        event.at > newest.at + Span::secs(3)
            && matches!(
                event.kind,
                EventKind::Lifecycle(Lifecycle::UnitStarted { .. })
                    | EventKind::Userspace(Userspace::ContainerStarted { .. })
            )
    })
}

/// Whether host memory was refused to the driver.
pub(crate) fn is_failed(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Nvrm(Nvrm::Check {
            site: CallSite::HostMemory,
            status: Some(Status { class: StatusClass::Memory, .. }),
            ..
        })
    )
}

fn old(case: &Case<'_>, failed: &[&Event], newest: &Event) -> Vec<Evidence> {
    let age = case.boot.age_at_end(newest);
    let text = Text::new("memory-driver-old").with("count", failed.len()).with("ago", ago(age));
    vec![
        piece(NAME, Hypothesis::Memory, DRIVER_OLD, text)
            .group("driver allocations")
            .at(newest.at)
            .cites([Case::cite(newest)]),
    ]
}
