//! How a boot ended: the decision table of endings, read from the top.

use model::event::lifecycle::{Requester, Verb};
use model::event::{Kernel, Lifecycle, Nvrm};
use model::evidence::{Blank, Cite, CleanEnd, Ending, UnexpectedEnd};
use model::{Event, EventKind, Micros, Span};
use timeline::{BootTimeline, Timeline};

use crate::{Case, Options};

/// An end mark counts only this near the boot's last entry: nothing but the noise of stopping follows it.
const MARK_WITHIN: Span = Span::minutes(5);
/// A shutdown gives up on hanging jobs after 30 minutes (`JobTimeoutSec` of the final targets), and the
/// reboot watchdog needs 10 more.
const INTENT_WITHIN: Span = Span::minutes(45);
/// So many units stopped at once are a shutdown, not housekeeping.
const BURST: usize = 6;
/// A thermal trip's orderly power-off follows within this time.
const TRIP_WITHIN: Span = Span::minutes(5);
/// What a start says of the end before it, it says in its first minutes.
const NEXT_SAYS_WITHIN: Span = Span::minutes(5);
/// Sequence numbers missing before the next boot beyond this are not the write-back's loss.
const ROTATED_FROM: u64 = 20_000;

/// How a boot ended, and what shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The kind.
    pub ending: Ending,
    /// `live` or `copied` for a boot that is running.
    pub running_basis: Option<&'static str>,
    /// One sentence.
    pub text: String,
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
    let marks = Marks::of(boot);
    let unclean = unclean_signs(boot, next);
    let end = |ending, text: &str, cites: Vec<Cite>| End {
        ending,
        running_basis: None,
        text: text.to_owned(),
        cites,
        intent: marks.intent.map(|event| event.at),
        unclean: unclean.clone(),
    };
    if let Some(blank) = blank(boot) {
        return end(Ending::Undetermined(blank), blank_text(blank), Vec::new());
    }
    if boot.is_live {
        let text = "it is the boot that this host is running now";
        return End { running_basis: Some("live"), ..end(Ending::Running, text, Vec::new()) };
    }
    if let Some(found) = marks.thermal_trip(boot).or_else(|| marks.clean(boot, !unclean.is_empty())) {
        return end(found.0, &found.1, found.2);
    }
    if boot.is_newest && !options.ended {
        let text = "the newest boot of a copied journal, without end marks: it may be running still";
        return End { running_basis: Some("copied"), ..end(Ending::Running, text, Vec::new()) };
    }
    if boot.lost_entries.is_some_and(|lost| lost > ROTATED_FROM) && unclean.is_empty() {
        return end(Ending::Undetermined(Blank::Rotated), blank_text(Blank::Rotated), Vec::new());
    }
    let (ending, text, cites) = unexpected(boot, next, &marks, &unclean);
    end(ending, &text, cites)
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

fn blank_text(blank: Blank) -> &'static str {
    match blank {
        Blank::HeaderOnly => "only the header of a journal file names it; its entries can't be read",
        Blank::NoSystemEntries => {
            "only entries of user sessions are left: how it ended would stand in the system journal"
        }
        Blank::Volatile => "its journal was volatile: the end was never written to disk",
        Blank::Rotated => {
            "entries are missing between its last entry and the next boot: the end was rotated away"
        }
    }
}

type Found = (Ending, String, Vec<Cite>);

/// The marks of an orderly end, all after the last start of systemd in this boot.
struct Marks<'b> {
    intent: Option<&'b Event>,
    verb: Option<Verb>,
    targets: Vec<&'b Event>,
    finished: Option<&'b Event>,
    relinquished: Option<&'b Event>,
    stops: Vec<&'b Event>,
}

impl<'b> Marks<'b> {
    fn of(boot: &'b BootTimeline) -> Self {
        let restarted = boot.events.iter().rposition(|event| {
            matches!(
                event.kind,
                EventKind::Lifecycle(
                    Lifecycle::SystemdStarted | Lifecycle::SoftRebooted | Lifecycle::StartupFinished
                )
            )
        });
        let events = &boot.events[restarted.map_or(0, |i| i + 1)..];
        let mut marks = Self {
            intent: None,
            verb: None,
            targets: Vec::new(),
            finished: None,
            relinquished: None,
            stops: Vec::new(),
        };
        for event in events {
            if let EventKind::Lifecycle(kind) = &event.kind {
                marks.add(boot, event, kind);
            }
        }
        marks
    }

    fn add(&mut self, boot: &BootTimeline, event: &'b Event, kind: &Lifecycle) {
        let age = boot.age(event);
        match kind {
            Lifecycle::ShutdownRequested { verb: Verb::SoftReboot, .. } => {}
            Lifecycle::ShutdownRequested { verb, .. } if age <= INTENT_WITHIN => {
                self.intent = Some(event);
                self.verb = Some(*verb);
            }
            Lifecycle::Asked { by: Requester::CtrlAltDel, .. } if age <= INTENT_WITHIN => {
                self.intent = Some(event);
                self.verb = Some(Verb::Reboot);
            }
            Lifecycle::ShutdownCancelled => {
                self.intent = None;
                self.verb = None;
            }
            Lifecycle::ShutdownTarget { target } if age <= MARK_WITHIN && target != "soft-reboot" => {
                self.targets.push(event);
                if let Some(verb) = verb_of_target(target) {
                    self.verb.get_or_insert(verb);
                    self.finished = Some(event);
                }
            }
            Lifecycle::ShuttingDown | Lifecycle::SystemdShutdown if age <= MARK_WITHIN => {
                self.finished = Some(event);
            }
            Lifecycle::JournalStopped if age <= MARK_WITHIN && self.begun() => self.finished = Some(event),
            Lifecycle::JournalStarted => self.finished = None,
            Lifecycle::JournalRelinquished if age <= Span::secs(30) => self.relinquished = Some(event),
            Lifecycle::UnitStopping { .. } if age <= MARK_WITHIN => self.stops.push(event),
            _ => {}
        }
    }

    /// Many units stopped within ten seconds.
    fn burst(&self) -> bool {
        self.stops.windows(BURST).any(|w| w[BURST - 1].at.since(w[0].at) <= Span::secs(10))
    }

    fn begun(&self) -> bool {
        self.intent.is_some() || !self.targets.is_empty() || self.burst()
    }

    fn clean(&self, boot: &BootTimeline, unclean: bool) -> Option<Found> {
        let reached = |name: &str| {
            self.targets.iter().find(|event| {
                matches!(&event.kind, EventKind::Lifecycle(Lifecycle::ShutdownTarget { target }) if target == name)
            })
        };
        let last = if let Some(finished) = self.finished {
            finished
        } else if self.begun() && !unclean {
            // With a /var of its own the journal's tail moves to /run and is lost; the record ends there
            // even in a clean end.
            self.relinquished.or_else(|| reached("umount").copied())?
        } else {
            return None;
        };
        let (end, verb) = match self.verb {
            Some(Verb::Poweroff) => (CleanEnd::Poweroff, "power-off"),
            Some(Verb::Halt) => (CleanEnd::Halt, "halt"),
            Some(Verb::Kexec) => (CleanEnd::Kexec, "kexec"),
            Some(Verb::Reboot) => (CleanEnd::Reboot, "reboot"),
            // Nothing names the verb: the gap only chooses between two words for the same clean end.
            _ if boot.next_start.is_some_and(|next| next.since(boot.boot.last) > Span::minutes(15)) => {
                (CleanEnd::Poweroff, "power-off")
            }
            _ => (CleanEnd::Reboot, "reboot"),
        };
        let text = if self.finished.is_some() {
            format!("an orderly {verb}: the shutdown sequence is recorded to its end")
        } else {
            format!(
                "an orderly {verb}: the record ends where the journal leaves its own /var, and the next boot \
                 shows nothing unclean"
            )
        };
        let cites = self.intent.into_iter().chain([last]).map(Case::cite).collect();
        Some((Ending::Clean(end), text, cites))
    }

    /// A thermal trip and then the end, orderly or not: nobody asked for it.
    fn thermal_trip(&self, boot: &BootTimeline) -> Option<Found> {
        let trip = boot.events.iter().rev().find(|event| is_trip(&event.kind))?;
        let until_end = boot.age(trip);
        // From the trip to the request that it caused; a shutdown that takes long to finish still counts.
        let until_intent =
            self.intent.filter(|intent| intent.at >= trip.at).map(|intent| intent.at.since(trip.at));
        let cancelled = boot.events.iter().any(|event| {
            matches!(event.kind, EventKind::Lifecycle(Lifecycle::ShutdownCancelled)) && event.at > trip.at
        });
        let caused = !cancelled
            && (until_end <= TRIP_WITHIN || until_intent.is_some_and(|span| span <= Span::minutes(2)));
        if !caused || (boot.is_newest && self.finished.is_none() && until_end > TRIP_WITHIN) {
            return None;
        }
        let text = if self.finished.is_some() {
            "the kernel's thermal trip switched the host off in order: nobody asked for it"
        } else {
            "the kernel's thermal trip, and the shutdown that it started was not recorded to its end"
        };
        let cites = [trip].into_iter().chain(self.intent).chain(self.finished).map(Case::cite).collect();
        Some((Ending::Unexpected(UnexpectedEnd::ThermalTrip), text.to_owned(), cites))
    }
}

/// Whether the kernel itself acted against heat.
pub(crate) fn is_trip(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Kernel(Kernel::ThermalCritical { .. } | Kernel::HardwareProtection { thermal: true, .. })
    )
}

fn verb_of_target(target: &str) -> Option<Verb> {
    match target {
        "reboot" => Some(Verb::Reboot),
        "poweroff" => Some(Verb::Poweroff),
        "halt" => Some(Verb::Halt),
        "kexec" => Some(Verb::Kexec),
        _ => None,
    }
}

/// What the next boot says of this one's end, and the headers of its files.
fn unclean_signs(boot: &BootTimeline, next: Option<&BootTimeline>) -> Vec<Cite> {
    let mut signs: Vec<Cite> = boot
        .files
        .iter()
        .filter(|file| file.is_system() && file.is_unclean())
        .map(|file| Cite::Event {
            at: file.tail_at,
            origin: model::Origin { input: file.input, cursor: None, line: None },
            raw: format!("{}: set aside by a later boot, header still ONLINE", file.name).into(),
        })
        .collect();
    let Some(next) = next else { return signs };
    signs.extend(first_events(next).filter(|event| is_unclean(&event.kind)).map(Case::cite));
    signs
}

fn is_unclean(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Lifecycle(
            Lifecycle::JournalUnclean { system: true, .. } | Lifecycle::FsckRecovered { strong: true, .. }
        ) | EventKind::Kernel(Kernel::FsRecovery { strong: true, .. })
    )
}

/// The events of a boot's first minutes.
pub(crate) fn first_events(boot: &BootTimeline) -> impl Iterator<Item = &Event> {
    let start = boot.boot.started();
    let first = boot.boot.first;
    boot.events.iter().filter(move |event| {
        let since_start = event.monotonic.map_or_else(|| event.at.since(start.min(first)), Span);
        since_start <= NEXT_SAYS_WITHIN
    })
}

/// The bit of a hardware watchdog in AMD's reset register.
pub(crate) const AMD_WATCHDOG: u32 = 1 << 25;
/// Bits of AMD's reset register that tell a hardware fault: sync flood, CPU shutdown, parity, software sync
/// flood.
pub(crate) const AMD_FAULT: u32 = 1 << 27 | 1 << 23 | 1 << 30 | 1 << 31;
/// The bit of the THERMTRIP pin.
pub(crate) const AMD_THERMTRIP: u32 = 1;

/// The register reads as all ones where it is not implemented.
pub(crate) fn amd_bits(kind: &EventKind) -> Option<u32> {
    match kind {
        EventKind::Kernel(Kernel::ResetReason { bits, .. }) if *bits != u32::MAX => Some(*bits),
        _ => None,
    }
}

fn unexpected(
    boot: &BootTimeline,
    next: Option<&BootTimeline>,
    marks: &Marks<'_>,
    unclean: &[Cite],
) -> Found {
    let kind = |end| Ending::Unexpected(end);
    if let Some(sleep) = open_sleep(boot) {
        let text = "it was suspended and never resumed".to_owned();
        return (kind(UnexpectedEnd::Suspended), text, vec![Case::cite(sleep)]);
    }
    if let Some(panic) = panic_of(boot, next) {
        let text = "a kernel panic: the crash record proves it".to_owned();
        return (kind(UnexpectedEnd::Panic), text, vec![Case::cite(panic)]);
    }
    let first = |wanted: &dyn Fn(&EventKind) -> bool| {
        next.and_then(|next| first_events(next).find(|event| wanted(&event.kind)))
    };
    if let Some(event) = first(&|kind| amd_bits(kind).is_some_and(|bits| bits & AMD_THERMTRIP != 0)) {
        let text = "the processor's thermal trip pin switched the host off".to_owned();
        return (kind(UnexpectedEnd::ThermalTrip), text, vec![Case::cite(event)]);
    }
    if let Some(event) = first(&|kind| {
        matches!(kind, EventKind::Kernel(Kernel::WatchdogReset))
            || amd_bits(kind).is_some_and(|bits| bits & AMD_WATCHDOG != 0)
    }) {
        let text = "a hardware watchdog reset the host".to_owned();
        return (kind(UnexpectedEnd::Watchdog), text, vec![Case::cite(event)]);
    }
    if let Some(event) = first(&|kind| amd_bits(kind).is_some_and(|bits| bits & AMD_FAULT != 0)) {
        let text = "the hardware reset the host after an uncorrected error".to_owned();
        return (kind(UnexpectedEnd::FirmwareReset), text, vec![Case::cite(event)]);
    }
    if marks.begun() {
        let cites: Vec<Cite> =
            marks.intent.into_iter().chain(marks.stops.last().copied()).map(Case::cite).collect();
        let text = "a shutdown was begun and never finished".to_owned();
        return (kind(UnexpectedEnd::ShutdownUnfinished), text, cites);
    }
    let text = if unclean.is_empty() {
        "the record just stops: no orderly end is recorded, though the next boot shows nothing unclean"
            .to_owned()
    } else {
        "the record just stops, and the next boot found the host unclean".to_owned()
    };
    (kind(UnexpectedEnd::Abrupt), text, unclean.iter().take(2).cloned().collect())
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

/// A panic: a line of this boot, or a crash record that the next boot filed and that is of its time.
pub(crate) fn panic_of<'b>(boot: &'b BootTimeline, next: Option<&'b BootTimeline>) -> Option<&'b Event> {
    let own = boot.events.iter().rev().find(|event| {
        matches!(event.kind, EventKind::Kernel(Kernel::Panic { .. })) && boot.age(event) <= Span::minutes(2)
    });
    own.or_else(|| next.and_then(|next| next.events.iter().find(|event| filed_for(event, boot, next))))
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
