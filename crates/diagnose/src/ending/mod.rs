//! How a boot ended: the decision table of endings, read from the top.

mod marks;
mod next;
#[cfg(test)]
mod tests;

use model::event::{Kernel, Lifecycle, Nvrm};
use model::evidence::{Blank, Cite, Ending, UnexpectedEnd};
use model::{Event, EventKind, Lines, Micros, Span, Text};
use timeline::{BootTimeline, Timeline};

use crate::{Case, Options};
pub(crate) use marks::is_trip;
use marks::{Found, Marks};
use next::unclean_signs;
pub(crate) use next::{AMD_FAULT, AMD_THERMTRIP, AMD_WATCHDOG, first_events, internal_limit, reset_reason};

/// A host that stops is back within this; longer, and it may have lived on.
const FOLLOWS: Span = Span::minutes(3);
/// Sequence numbers missing before the next boot beyond this are not the write-back's loss.
const ROTATED_FROM: u64 = 20_000;

/// Said of a boot of which there are the kernel's lines alone.
const KERNEL_ONLY: &str = "end-kernel-lines-only";

/// How a boot ended, and what shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The kind.
    pub ending: Ending,
    /// `live` or `copied` for a boot that is running.
    pub running_basis: Option<&'static str>,
    /// One sentence.
    pub text: Text,
    /// The lines that show it.
    pub cites: Vec<Cite>,
    /// When the shutdown was asked for.
    pub intent: Option<Micros>,
    /// The lines of the next boot that show an unclean end.
    pub unclean: Vec<Cite>,
}

/// Finds out how the boot at `index` ended.
///
/// # Panics
/// If `index` is not a boot of the time line.
#[must_use]
pub fn end_of(timeline: &Timeline, index: usize, options: Options) -> End {
    let boot = &timeline.boots[index];
    let next = timeline.boots.get(index + 1).filter(|next| boot.has_next && next.machine() == boot.machine());
    let later = later_boots(timeline, index);
    let marks = Marks::of(boot);
    let unclean = unclean_signs(boot, next);
    let end = |ending, text: Text, cites: Vec<Cite>| End {
        ending,
        running_basis: None,
        text,
        cites,
        intent: marks.intent.map(|event| event.at),
        unclean: unclean.clone(),
    };
    // Before anything else: the kernel's own word on which boot it is needs no entry of the system.
    if boot.is_live {
        let text = Text::new("end-live");
        return End { running_basis: Some("live"), ..end(Ending::Running, text, Vec::new()) };
    }
    // A crash record is written at the end, and is no log that may go on.
    let may_run =
        boot.is_newest && !options.ended && !boot.is_only(Lines::Crash) && own_panic(boot).is_none();
    if let Some(blank) = blank(boot).filter(|&blank| !(may_run && blank == Blank::Volatile)) {
        let text = if boot.is_only(Lines::Boots) { Text::new("end-listed-only") } else { blank_text(blank) };
        return end(Ending::Undetermined(blank), text, Vec::new());
    }
    // A panic on the way down ends what was asked for in order.
    let clean = || match own_panic(boot) {
        Some(_) => None,
        None => marks.clean(boot, next, !unclean.is_empty()),
    };
    if let Some(found) = marks.thermal_trip(boot).or_else(clean) {
        return end(found.0, found.1, found.2);
    }
    if boot.is_only(Lines::Excerpt) && boot.boot.start_unseen {
        let text = Text::new("end-excerpt-boots");
        return end(Ending::Undetermined(Blank::NoSystemEntries), text, Vec::new());
    }
    if may_run {
        let of_excerpt = boot.is_only(Lines::Excerpt);
        let text = Text::new(if of_excerpt { "end-copied-excerpt" } else { "end-copied" });
        return End { running_basis: Some("copied"), ..end(Ending::Running, text, Vec::new()) };
    }
    if boot.unread.end && unclean.is_empty() && panic_of(boot, later).is_none() {
        return end(Ending::Undetermined(Blank::Rotated), Text::new("end-unread"), Vec::new());
    }
    if boot.lost_entries.is_some_and(|lost| lost > ROTATED_FROM) && unclean.is_empty() {
        return end(Ending::Undetermined(Blank::Rotated), blank_text(Blank::Rotated), Vec::new());
    }
    if next.is_some_and(|next| next.boot.start_unseen) && panic_of(boot, later).is_none() {
        let text = Text::new("end-lines-missing");
        return end(Ending::Undetermined(Blank::Rotated), text, Vec::new());
    }
    // Where the last line of a source says nothing of the end, it is known only if the next boot follows it closely.
    let is_near = boot.next_start.is_some_and(|next| next.since(boot.alive_until) <= FOLLOWS);
    let is_near = is_near && !boot.is_only(Lines::Excerpt);
    let shown = (!unclean.is_empty() && is_near) || panic_of(boot, later).is_some();
    if let Some(text) = narrow(boot).filter(|_| !shown) {
        // That it did not end in order is known then, and when and of what is not.
        let is_unclean = !unclean.is_empty() && text == KERNEL_ONLY;
        let text = if is_unclean { "end-kernel-lines-unclean" } else { text };
        return end(Ending::Undetermined(Blank::NoSystemEntries), Text::new(text), unclean.clone());
    }
    let shown = shown || !unclean.is_empty();
    if kernel_lines_only(boot) && !shown {
        let text = Text::new(KERNEL_ONLY);
        return end(Ending::Undetermined(Blank::NoSystemEntries), text, Vec::new());
    }
    if programs_lines_only(boot) && !shown {
        let text = Text::new("end-programs-lines-only");
        return end(Ending::Undetermined(Blank::NoSystemEntries), text, Vec::new());
    }
    let (ending, text, cites) = unexpected(boot, next, later, &marks, &unclean);
    end(ending, text, cites)
}

fn blank(boot: &BootTimeline) -> Option<Blank> {
    if boot.boot.header_only {
        return Some(Blank::HeaderOnly);
    }
    if !boot.boot.has_system_entries {
        return Some(Blank::NoSystemEntries);
    }
    let usage = |wanted: bool| {
        boot.events.iter().any(|event| {
            matches!(event.kind, EventKind::Lifecycle(Lifecycle::JournalUsage { persistent }) if persistent == wanted)
        })
    };
    // The runtime journal's size line comes in every boot; the persistent one's only where there is one.
    // A boot that died before the flush looks the same, so a boot must have come up to be called volatile.
    let up = boot
        .events
        .iter()
        .any(|event| matches!(event.kind, EventKind::Lifecycle(Lifecycle::StartupFinished)));
    (boot.boot.has_head && up && usage(false) && !usage(true)).then_some(Blank::Volatile)
}

/// Why nothing can be said of a boot's end where its sources were narrow by design; none where they were not.
fn narrow(boot: &BootTimeline) -> Option<&'static str> {
    if boot.is_only(Lines::Excerpt) {
        Some("end-excerpt-only")
    } else if boot.is_only(Lines::Driver) {
        Some("end-driver-lines-only")
    } else if boot.is_only(Lines::Boots) {
        Some("end-sessions-only")
    } else if !boot.shows(Lines::shows_programs) {
        Some(KERNEL_ONLY)
    } else {
        None
    }
}

/// A boot whose start was read, and in it neither journald nor PID 1: the copy was cut down to the kernel's
/// lines (`journalctl -k`).
pub(super) fn kernel_lines_only(boot: &BootTimeline) -> bool {
    boot.boot.has_head
        && !boot.events.iter().any(|event| {
            matches!(
                event.kind,
                EventKind::Lifecycle(
                    Lifecycle::JournalStarted
                        | Lifecycle::JournalUsage { .. }
                        | Lifecycle::StartupFinished
                        | Lifecycle::UnitStarted { .. }
                        | Lifecycle::UnitEnded { .. }
                )
            )
        })
}

/// Neither the kernel nor systemd says anything in the whole boot: the copy was made of some units' lines
/// (`journalctl -u`). That a list of logins names the boot is no line of it.
fn programs_lines_only(boot: &BootTimeline) -> bool {
    let of_system = |event: &Event| match &event.kind {
        EventKind::Kernel(_) => true,
        EventKind::Lifecycle(kind) => {
            !matches!(kind, Lifecycle::BootRecorded { .. } | Lifecycle::ShutdownRecorded)
        }
        _ => false,
    };
    !boot.events.iter().any(of_system)
}

fn blank_text(blank: Blank) -> Text {
    Text::new(match blank {
        Blank::HeaderOnly => "end-header-only",
        Blank::NoSystemEntries => "end-no-system-entries",
        Blank::Volatile => "end-volatile",
        Blank::Rotated => "end-rotated",
    })
}

/// Crash records are filed by the next boot, or by one of the next if that failed to.
const FILED_WITHIN: usize = 8;

/// The machine's boots after this one, as far as they may still file its crash record.
pub(crate) fn later_boots(timeline: &Timeline, index: usize) -> &[BootTimeline] {
    let boot = &timeline.boots[index];
    let from = timeline.boots.len().min(index + 1);
    let until = timeline.boots.len().min(from + FILED_WITHIN);
    let later = &timeline.boots[from..until];
    let count = later.iter().take_while(|other| other.machine() == boot.machine()).count();
    if boot.has_next { &later[..count] } else { &[] }
}

fn unexpected(
    boot: &BootTimeline,
    next: Option<&BootTimeline>,
    later: &[BootTimeline],
    marks: &Marks<'_>,
    unclean: &[Cite],
) -> Found {
    let kind = |end| Ending::Unexpected(end);
    if let Some(sleep) = open_sleep(boot) {
        let text = Text::new("end-suspended");
        return (kind(UnexpectedEnd::Suspended), text, vec![Case::cite(sleep)]);
    }
    if let Some(panic) = panic_of(boot, later) {
        let text = Text::new("end-panic");
        return (kind(UnexpectedEnd::Panic), text, vec![Case::cite(panic)]);
    }
    let next = next.filter(|_| !boot.may_hide_a_boot());
    if let Some(event) = reset_reason(boot, next, AMD_THERMTRIP) {
        let text = Text::new("end-trip-pin");
        return (kind(UnexpectedEnd::ThermalTrip), text, vec![Case::cite(event)]);
    }
    let told = next.and_then(|next| {
        first_events(next).find(|event| matches!(event.kind, EventKind::Kernel(Kernel::WatchdogReset)))
    });
    if let Some(event) = told.or_else(|| reset_reason(boot, next, AMD_WATCHDOG)) {
        let text = Text::new("end-watchdog");
        return (kind(UnexpectedEnd::Watchdog), text, vec![Case::cite(event)]);
    }
    if let Some(event) = reset_reason(boot, next, AMD_FAULT) {
        let text = Text::new("end-hardware-reset");
        return (kind(UnexpectedEnd::FirmwareReset), text, vec![Case::cite(event)]);
    }
    if marks.by_pid1 {
        let text = Text::new("end-by-pid1");
        return (kind(UnexpectedEnd::Abrupt), text, unclean.iter().take(2).cloned().collect());
    }
    if marks.begun() {
        let cites: Vec<Cite> =
            marks.intent.into_iter().chain(marks.stops.last().copied()).map(Case::cite).collect();
        let text = Text::new("end-shutdown-unfinished");
        return (kind(UnexpectedEnd::ShutdownUnfinished), text, cites);
    }
    let text = if unclean.is_empty() && !boot.has_next {
        "end-abrupt-newest"
    } else if unclean.is_empty() {
        "end-abrupt"
    } else {
        "end-abrupt-unclean"
    };
    (kind(UnexpectedEnd::Abrupt), Text::new(text), unclean.iter().take(2).cloned().collect())
}

/// A sleep that was begun and not ended, with next to nothing after it.
fn open_sleep(boot: &BootTimeline) -> Option<&Event> {
    let begins = |event: &&Event| {
        matches!(
            event.kind,
            EventKind::Lifecycle(Lifecycle::SleepStarted) | EventKind::Kernel(Kernel::SuspendEntry)
        )
    };
    let ends = |event: &&Event| {
        matches!(
            event.kind,
            EventKind::Lifecycle(Lifecycle::SleepStopped) | EventKind::Kernel(Kernel::SuspendExit)
        )
    };
    let last_end = boot.events.iter().rfind(ends);
    let open = boot.events.iter().find(|event| {
        begins(event) && last_end.is_none_or(|end| (event.monotonic, event.at) > (end.monotonic, end.at))
    })?;
    // The monotonic clock stops while asleep, so little of it may pass after the start of a sleep.
    let after = boot.tail.iter().filter(|&&at| at > open.at).count();
    (boot.age(open) <= Span::minutes(2) && after <= 20).then_some(open)
}

/// A panic: a line of this boot, or a crash record that the next boot filed and that is of its time; one of a
/// later boot only if its time says so.
pub(crate) fn panic_of<'b>(boot: &'b BootTimeline, later: &'b [BootTimeline]) -> Option<&'b Event> {
    let own = own_panic(boot);
    if own.is_some() {
        return own;
    }
    let next = later.first()?;
    later.iter().enumerate().find_map(|(after, filer)| {
        let by_next = after == 0 && !boot.may_hide_a_boot();
        filer.events.iter().find(|event| filed_for(event, boot, next) && (by_next || is_timed(event, boot)))
    })
}

/// A panic's line in the boot itself, with next to nothing behind it.
fn own_panic(boot: &BootTimeline) -> Option<&Event> {
    boot.events.iter().rev().find(|event| {
        matches!(event.kind, EventKind::Kernel(Kernel::Panic { .. })) && boot.age(event) <= Span::minutes(2)
    })
}

/// Whether the record's own time lies between this boot's last entry and the next one's start, to the second: a
/// record that was filed late may be any boot's.
fn is_timed(event: &Event, boot: &BootTimeline) -> bool {
    let EventKind::Lifecycle(Lifecycle::PstoreFiled { epoch_s: Some(epoch), .. }) = &event.kind else {
        return false;
    };
    let at = Micros::from_secs(*epoch);
    boot.next_start.is_some_and(|next| at + Span::secs(1) >= boot.boot.last && at <= next)
}

fn filed_for(event: &Event, boot: &BootTimeline, next: &BootTimeline) -> bool {
    match &event.kind {
        EventKind::Lifecycle(Lifecycle::PstoreFiled { epoch_s, .. }) => match epoch_s {
            Some(epoch) if boot.next_start.is_some() => {
                let at = Micros::from_secs(*epoch);
                at + Span::minutes(1) >= boot.boot.last && at <= next.boot.first + Span::minutes(1)
            }
            // Without usable clocks the next boot in line is the best that can be said.
            _ => true,
        },
        EventKind::Lifecycle(Lifecycle::KdumpSaved) => true,
        _ => false,
    }
}

/// Whether the GPU's driver or bus is what the event tells of.
pub(crate) fn is_off_bus(kind: &EventKind) -> bool {
    use model::event::nvrm::XidClass;
    matches!(kind, EventKind::Nvrm(Nvrm::OffBus | Nvrm::Xid { class: XidClass::OffBus, .. }))
}
