//! How often this boot's alarming signals occur in the host's other boots.

use std::collections::BTreeSet;

use model::event::kernel::OomScope;
use model::evidence::{BaseRate, Ending};
use model::{Event, EventKind, Span};

use crate::Case;

/// Signals that occur in every healthy boot are not worth a row.
fn is_alarming(signal: &str, kind: &EventKind) -> bool {
    use model::event::{Earlyoom, Kernel, Lifecycle, Nvrm};
    match kind {
        EventKind::Nvrm(Nvrm::Loaded { .. } | Nvrm::Other) => false,
        EventKind::Nvrm(_) => true,
        EventKind::Earlyoom(kind) => {
            matches!(kind, Earlyoom::LowMemory { .. } | Earlyoom::Kill { .. } | Earlyoom::KillFailed { .. })
        }
        // A replay speaks of the end of the boot before.
        EventKind::Kernel(Kernel::FsRecovery { .. } | Kernel::WatchdogArmed) => false,
        // A container at its own limit is no alarm of the host's.
        EventKind::Kernel(Kernel::OomKill { scope, .. } | Kernel::OomSummary { scope, .. }) => {
            *scope != OomScope::Cgroup
        }
        EventKind::Kernel(kind) => !kind.is_description(),
        EventKind::Lifecycle(kind) => {
            matches!(kind, Lifecycle::WatchdogTimeout { .. } | Lifecycle::UnitOom { .. })
        }
        // Userland texts are read in the tails only, so they can't be counted over whole boots.
        EventKind::Userspace(_) => signal == "userspace.oomd_kill",
    }
}

/// The rates of this boot's signals over the host's other boots that have ended.
#[must_use]
pub fn base_rates(case: &Case<'_>) -> Vec<BaseRate> {
    let signals: BTreeSet<&'static str> = case
        .boot
        .last_events(Span::minutes(24 * 60))
        .filter(|event| is_alarming(event.signal, &event.kind))
        .map(|event| event.signal)
        .collect();
    signals.into_iter().map(|signal| rate(case, signal)).collect()
}

fn rate(case: &Case<'_>, signal: &'static str) -> BaseRate {
    let mut rate = BaseRate { signal, clean_with: 0, clean: 0, unexpected_with: 0, unexpected: 0 };
    for (boot, ending) in case.others().filter(|(boot, _)| boot.could_show(signal)) {
        let alarms = |event: &Event| event.signal == signal && is_alarming(signal, &event.kind);
        let with = u32::from(boot.signals.contains(signal) && boot.events.iter().any(alarms));
        match ending {
            Ending::Clean(_) => {
                rate.clean += 1;
                rate.clean_with += with;
            }
            Ending::Unexpected(_) => {
                rate.unexpected += 1;
                rate.unexpected_with += with;
            }
            Ending::Running | Ending::Undetermined(_) => {}
        }
    }
    rate
}
