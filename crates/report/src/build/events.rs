//! The events that the time line and the charts show: what alarms or explains in the last minutes, with
//! bursts folded.

use std::collections::HashSet;

use model::event::{Earlyoom, Kernel, Lifecycle, Nvrm, Userspace};
use model::evidence::{Cite, Evidence};
use model::{Event, EventKind, Span};
use timeline::BootTimeline;

use super::stamp;
use crate::schema::EventInfo;

/// How far back events are shown.
const SHOWN: Span = Span::minutes(60);
/// How many events are shown at most, the newest.
const MOST: usize = 200;

/// The events of the last hour, and those that evidence cites.
pub(super) fn events(boot: &BootTimeline, evidence: &[Evidence]) -> Vec<EventInfo> {
    let cited: HashSet<(i64, &str)> = evidence
        .iter()
        .flat_map(|piece| &piece.cites)
        .filter_map(|cite| match cite {
            Cite::Event { at, raw, .. } => Some((at.0, &**raw)),
            _ => None,
        })
        .collect();
    let shown: Vec<(&Event, bool)> = boot
        .events
        .iter()
        .map(|event| (event, cited.contains(&(event.at.0, &*event.message))))
        .filter(|(event, cited)| *cited || (boot.age_at_end(event) <= SHOWN && is_telling(&event.kind)))
        .collect();
    let mut infos = fold(&shown);
    let surplus = infos.len().saturating_sub(MOST);
    infos.drain(..surplus);
    infos
}

/// Runs of one signal become one row with a count.
fn fold(shown: &[(&Event, bool)]) -> Vec<EventInfo> {
    let mut infos = Vec::new();
    let mut i = 0;
    while i < shown.len() {
        let (first, cited) = shown[i];
        let run = shown[i..].iter().take_while(|(event, _)| event.signal == first.signal).count();
        let last = shown[i + run - 1].0;
        let count = if run > 1 {
            let lasted = last.at.since(first.at);
            format!("{run} times in {}: ", timeline::show_span(Span(lasted.0.max(1_000_000))))
        } else {
            String::new()
        };
        infos.push(EventInfo {
            at: stamp(first.at),
            kind: first.signal.to_owned(),
            text: format!("{count}{}{}", speaker(first), first.message),
            input: Some(first.origin.input.0),
            line: first.origin.line,
            key: cited || shown[i..i + run].iter().any(|(event, cited)| *cited || is_key(&event.kind)),
        });
        i += run;
    }
    infos
}

fn speaker(event: &Event) -> String {
    if event.speaker.is_empty() { String::new() } else { format!("{}: ", event.speaker) }
}

/// What a reader of the last minutes wants to see.
fn is_telling(kind: &EventKind) -> bool {
    match kind {
        EventKind::Earlyoom(kind) => !matches!(kind, Earlyoom::Report { .. } | Earlyoom::Notice),
        EventKind::Nvrm(kind) => !matches!(kind, Nvrm::Loaded { .. } | Nvrm::Other),
        EventKind::Kernel(kind) => !matches!(
            kind,
            Kernel::Banner { .. }
                | Kernel::CommandLine { .. }
                | Kernel::Product { .. }
                | Kernel::MemorySize { .. }
                | Kernel::SwapAdded { .. }
                | Kernel::FsMounted { .. }
                | Kernel::ClockFromRtc { .. }
                | Kernel::OomSwap { .. }
        ),
        EventKind::Lifecycle(kind) => {
            !matches!(
                kind,
                Lifecycle::UnitStopping { .. }
                    | Lifecycle::UnitEnded { .. }
                    | Lifecycle::JournalUsage { .. }
                    | Lifecycle::FsckClean { .. }
                    | Lifecycle::VarMounted
                    | Lifecycle::Suppressed
            ) && !is_housekeeping(kind)
        }
        EventKind::Userspace(kind) => !matches!(kind, Userspace::ContainerExited { .. }),
    }
}

/// Units that start and stop all day long.
fn is_housekeeping(kind: &Lifecycle) -> bool {
    match kind {
        Lifecycle::UnitStarted { unit, .. } => !timeline::is_of_interest(unit),
        _ => false,
    }
}

fn is_key(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Kernel(
            Kernel::OomKill { .. }
                | Kernel::ThermalCritical { .. }
                | Kernel::HardwareProtection { .. }
                | Kernel::Panic { .. }
                | Kernel::Oops { .. }
                | Kernel::SuspendEntry
        ) | EventKind::Lifecycle(
            Lifecycle::ShutdownRequested { .. } | Lifecycle::ShuttingDown | Lifecycle::JournalStopped
        )
    )
}
