//! How far the host's own habit takes the weight out of a piece of evidence.
//!
//! A line that healthy boots log as well says less, and how much less can be counted: if such lines lie as near
//! to any moment of the healthy boots with probability `p`, a line that near to this end is at most `0.7 / p`
//! times likelier with the cause than without it. So one line at each engine start takes next to nothing from a
//! burst in the last seconds, and a line every ten minutes means nothing anywhere.

use std::collections::HashMap;

use model::event::{Kernel, Lifecycle, Nvrm};
use model::evidence::{Cite, Ending, Evidence};
use model::{Event, EventKind, Lines, Micros, Span, Text};
use timeline::BootTimeline;

use crate::Case;
use crate::ending::first_events;

/// How often a cause is taken to leave such a line before it ends the host.
const GIVEN_THE_CAUSE: f64 = 0.7;
/// Lines this near to the end are all the same: journald may lose the last half minute.
const AT_LEAST: Span = Span::minutes(1);
/// A next boot's sign that this share of the starts after a clean end show as well is a habit of the starts.
const HABIT_OF_STARTS: f64 = 0.3;
/// Of its weight so much must be left for a piece to be a witness by itself.
const WITNESS_PERCENT: i32 = 60;

/// Takes from each piece that speaks for something what the host's healthy boots show as well.
pub(crate) fn damp(case: &Case<'_>, evidence: &mut [Evidence]) {
    let healthy = Healthy::of(case);
    if healthy.boots.is_empty() {
        return;
    }
    let mut here: HashMap<(Micros, Option<u64>, &str), &Event> = HashMap::new();
    for event in case.boot.events.iter().chain(case.next.into_iter().flat_map(|next| &next.events)) {
        here.insert((event.at, event.origin.line, &event.message), event);
    }
    for piece in evidence.iter_mut().filter(|piece| piece.weight_db > 0) {
        let cited: Option<Vec<&Event>> = piece
            .cites
            .iter()
            .map(|cite| match cite {
                Cite::Event { at, origin, raw } => here.get(&(*at, origin.line, raw)).copied(),
                _ => None,
            })
            .collect();
        let Some(newest) = cited.unwrap_or_default().into_iter().max_by_key(|event| event.at) else {
            continue;
        };
        if !can_be_habit(&newest.kind) {
            continue;
        }
        let habit = if newest.boot == case.boot.boot.id {
            healthy.of_boots(case, newest)
        } else {
            healthy.of_starts(case, newest)
        };
        if let Some(habit) = habit {
            apply(piece, &habit);
        }
    }
}

/// What was counted: the probability, and the clause that says it.
struct Habit {
    probability: f64,
    clause: Text,
}

fn apply(piece: &mut Evidence, habit: &Habit) {
    let most = (10.0 * (GIVEN_THE_CAUSE / habit.probability).log10()).max(0.0).round() as i32;
    piece.text = piece.text.clone().and(habit.clause.clone());
    if most < piece.weight_db {
        piece.direct &= most * 100 >= piece.weight_db * WITNESS_PERCENT;
        piece.weight_db = most;
    }
}

/// The boots of this machine that show what is harmless: they ended in order, or run on with it.
struct Healthy<'t> {
    boots: Vec<(&'t BootTimeline, Ending)>,
}

impl<'t> Healthy<'t> {
    fn of(case: &Case<'t>) -> Self {
        let boots = case
            .others()
            .filter(|(boot, ending)| {
                matches!(ending, Ending::Clean(_) | Ending::Running)
                    && !boot.boot.header_only
                    && boot.shows(Lines::shows_kernel)
            })
            .collect();
        Self { boots }
    }

    /// How likely a moment of the healthy boots has as many such lines as near before it.
    fn of_boots(&self, case: &Case<'_>, newest: &Event) -> Option<Habit> {
        let near =
            |event: &&Event| newest.at.since(event.at) <= AT_LEAST && is_like(&event.kind, &newest.kind);
        let count = (case.boot.events.iter().filter(near).count() / 2).max(1);
        let window = case.boot.age_at_end(newest).max(AT_LEAST);
        let (mut covered, mut up, mut with, mut all) = (Span(0), Span(0), 0, 0_usize);
        for &(boot, ending) in &self.boots {
            let hit = covered_by(boot, &newest.kind, count, window);
            // In a boot that is running it may still come.
            if ending == Ending::Running && hit == Span(0) {
                continue;
            }
            all += 1;
            covered.0 += hit.0;
            up.0 += uptime(boot).0;
            with += usize::from(hit > Span(0));
        }
        let probability = (covered.0 as f64 / up.0.max(1) as f64).min(1.0);
        let id = if count > 1 { "habit-boots-dense" } else { "habit-boots" };
        (with > 0).then(|| Habit { probability, clause: Text::new(id).with("with", with).with("all", all) })
    }

    /// How many of the starts after a clean end say the same.
    fn of_starts(&self, case: &Case<'_>, sign: &Event) -> Option<Habit> {
        let boots = &case.timeline.boots;
        let starts: Vec<&BootTimeline> = case
            .around()
            .skip(1)
            .filter(|&i| {
                boots[i].machine() == case.boot.machine()
                    && boots[i - 1].machine() == case.boot.machine()
                    && matches!(case.ends[i - 1].ending, Ending::Clean(_))
            })
            .map(|i| &boots[i])
            .collect();
        let says = |boot: &&&BootTimeline| first_events(boot).any(|event| is_like(&event.kind, &sign.kind));
        let with = starts.iter().filter(says).count();
        let probability = with as f64 / starts.len().max(1) as f64;
        (probability > HABIT_OF_STARTS).then(|| Habit {
            probability,
            clause: Text::new("habit-starts").with("with", with).with("all", starts.len()),
        })
    }
}

fn uptime(boot: &BootTimeline) -> Span {
    let whole = boot.boot.last_monotonic.zip(boot.boot.first_monotonic).map(|(last, first)| last - first);
    Span(whole.unwrap_or_else(|| boot.boot.last.since(boot.boot.first).0).max(0))
}

/// How much of a boot lies within `window` after `count` such lines in a minute.
fn covered_by(boot: &BootTimeline, kind: &EventKind, count: usize, window: Span) -> Span {
    let at: Vec<Micros> =
        boot.events.iter().filter(|event| is_like(&event.kind, kind)).map(|event| event.at).collect();
    let (mut covered, mut until) = (Span(0), Micros(i64::MIN));
    for dense in at.windows(count) {
        let (first, last) = (dense[0], dense[count - 1]);
        if last.since(first) > AT_LEAST {
            continue;
        }
        let from = last.max(until);
        until = (last + window).min(boot.boot.last.max(last + AT_LEAST));
        covered.0 += until.since(from).0.max(0);
    }
    covered
}

/// Lines that a healthy host may log; not the lines by which something ends a host.
fn can_be_habit(kind: &EventKind) -> bool {
    match kind {
        EventKind::Nvrm(kind) => !matches!(kind, Nvrm::Loaded { .. } | Nvrm::Other),
        EventKind::Kernel(kind) => {
            !kind.is_description()
                && !matches!(
                    kind,
                    Kernel::Panic { .. }
                        | Kernel::ThermalCritical { .. }
                        | Kernel::HardwareProtection { .. }
                        | Kernel::HardwareProtectionForced
                        // Its bits are compared with the boot before's already.
                        | Kernel::ResetReason { .. }
                        | Kernel::Sysrq { .. }
                        | Kernel::SuspendEntry
                        | Kernel::SuspendExit
                )
        }
        EventKind::Lifecycle(kind) => matches!(kind, Lifecycle::WatchdogTimeout { .. }),
        EventKind::Earlyoom(_) => true,
        // Programs' texts are read at the ends of boots only, so they can't be counted over whole boots.
        EventKind::Userspace(_) => false,
    }
}

/// Whether two lines say the same, up to names, numbers and places.
fn is_like(a: &EventKind, b: &EventKind) -> bool {
    if std::mem::discriminant(a) != std::mem::discriminant(b) {
        return false;
    }
    match (a, b) {
        (EventKind::Nvrm(a), EventKind::Nvrm(b)) => match (a, b) {
            (Nvrm::Xid { number: a, .. }, Nvrm::Xid { number: b, .. }) => a == b,
            (Nvrm::Check { site: a, status: sa, .. }, Nvrm::Check { site: b, status: sb, .. }) => {
                a == b && sa.as_ref().map(|s| s.class) == sb.as_ref().map(|s| s.class)
            }
            _ => std::mem::discriminant(a) == std::mem::discriminant(b),
        },
        (EventKind::Kernel(a), EventKind::Kernel(b)) => is_like_kernel(a, b),
        (EventKind::Lifecycle(a), EventKind::Lifecycle(b)) => {
            std::mem::discriminant(a) == std::mem::discriminant(b)
        }
        (EventKind::Earlyoom(a), EventKind::Earlyoom(b)) => {
            std::mem::discriminant(a) == std::mem::discriminant(b)
        }
        (a, b) => a == b,
    }
}

fn is_like_kernel(a: &Kernel, b: &Kernel) -> bool {
    use Kernel::{
        FirmwareRecord, HungTask, MachineCheck, MemoryError, OomKill, PageAllocationFailure, PcieError,
    };
    if std::mem::discriminant(a) != std::mem::discriminant(b) {
        return false;
    }
    match (a, b) {
        (PcieError { severity: a, .. }, PcieError { severity: b, .. })
        | (MemoryError { severity: a }, MemoryError { severity: b })
        | (MachineCheck { severity: a }, MachineCheck { severity: b })
        | (FirmwareRecord { severity: a }, FirmwareRecord { severity: b }) => a == b,
        (HungTask { stuck_in: a, .. }, HungTask { stuck_in: b, .. }) => a == b,
        (OomKill { scope: a, .. }, OomKill { scope: b, .. }) => a == b,
        (
            PageAllocationFailure { order: a, atomic: c, .. },
            PageAllocationFailure { order: b, atomic: d, .. },
        ) => (a.min(&1), c) == (b.min(&1), d),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use model::event::nvrm::CallSite;
    use model::evidence::Evidence;

    use super::*;
    use crate::rules;
    use crate::testing::{END, Made, ends, timeline};
    use crate::weights::{DRIVER_BURST, DRIVER_EARLIER, FIRMWARE_RECORD, LOCKUP};

    fn refused() -> Nvrm {
        crate::rules::tests::memory::refused(CallSite::HostMemory)
    }

    /// The evidence of a rule in the last boot but one, as it goes into the decision.
    fn judged(rule: &str, made: &[Made]) -> Evidence {
        let timeline = timeline(made);
        let ends = ends(&timeline);
        let case = Case::new(&timeline, timeline.boots.len() - 2, &ends);
        let found = rules::find(&case).into_iter().find(|piece| piece.rule == rule);
        found.unwrap_or_else(|| panic!("{rule} says nothing"))
    }

    fn with_healthy(count: usize, healthy: &Made, boot: Made) -> Vec<Made> {
        let healthy = std::iter::repeat_n(healthy.clone().shut_down(), count);
        healthy.chain([boot, Made::new().unclean()]).collect()
    }

    #[test]
    fn a_burst_at_each_start_takes_little_from_one_at_the_end() {
        let at_end = || Made::new().run(40, END, refused());
        let at_start = Made::new().run(40, 900, refused());
        let piece = judged("memory.driver", &with_healthy(4, &at_start, at_end()));
        // 80 s of the two hours of each boot are covered.
        assert_eq!((piece.weight_db, piece.direct), (18, true), "{:?}", piece.text);
        assert!(
            catalogue::Lang::En.say(&piece.text).contains("4 of this host's 4 healthy boots"),
            "{:?}",
            piece.text
        );
        let piece = judged("memory.driver", &with_healthy(4, &Made::new(), at_end()));
        assert_eq!((piece.weight_db, piece.direct), (DRIVER_BURST.db, true));
    }

    #[test]
    fn a_burst_every_ten_minutes_is_worth_next_to_nothing() {
        let often = (1..12).fold(Made::new(), |made, i| made.run(40, i * 600, refused()));
        let piece =
            judged("memory.driver", &with_healthy(3, &often, Made::new().run(40, END - 400, refused())));
        assert!(
            piece.weight_db < DRIVER_EARLIER.db / 3 && !piece.direct,
            "{} {:?}",
            piece.weight_db,
            piece.text
        );
    }

    #[test]
    fn other_lines_of_the_same_kind_do_not_count() {
        let corrected = Made::new().at(900, Kernel::SoftLockup { secs: 22 });
        let boot = Made::new().at(END, Kernel::HardLockup);
        assert_eq!(judged("other.lockup", &with_healthy(4, &corrected, boot)).weight_db, LOCKUP.db);
    }

    #[test]
    fn a_record_that_every_start_shows_says_nothing_of_the_boot_before() {
        let record = || {
            Made::new().at(3, Kernel::FirmwareRecord { severity: model::event::kernel::Severity::Corrected })
        };
        let mut boots = with_healthy(4, &record(), record());
        boots[5] = record().unclean();
        assert_eq!(judged("other.firmware", &boots).weight_db, 0);
        let mut boots = with_healthy(4, &Made::new(), Made::new());
        boots[5] = record().unclean();
        assert_eq!(judged("other.firmware", &boots).weight_db, FIRMWARE_RECORD.db);
    }
}
