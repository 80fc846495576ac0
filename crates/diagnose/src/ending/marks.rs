//! The marks of an orderly end.

use model::event::lifecycle::{Requester, Verb};
use model::event::{Kernel, Lifecycle, Userspace};
use model::evidence::{Cite, CleanEnd, Ending, UnexpectedEnd};
use model::{Event, EventKind, Lines, Span, Text};
use timeline::BootTimeline;

use crate::Case;

/// An end mark counts only this near the boot's last entry: nothing but the noise of stopping follows it.
const MARK_WITHIN: Span = Span::minutes(5);
/// A shutdown gives up on hanging jobs after 30 minutes (`JobTimeoutSec` of the final targets), and the
/// reboot watchdog needs 10 more.
const INTENT_WITHIN: Span = Span::minutes(45);
/// So many units stopped at once are a shutdown, if units are among them that never stop in operation.
const BURST: usize = 6;
/// A thermal trip whose shutdown left no line ends the boot within this time.
const TRIP_WITHIN: Span = Span::minutes(5);
/// A host that was powered off by a trip is on again within so much more.
const NARROW: Span = Span::minutes(10);
/// Where the kernel protects the hardware by itself no program has to obey, and the host may cool down first.
const NARROW_BY_ITSELF: Span = Span::minutes(60);
/// And the shutdown that it causes begins within this time.
const CAUSED_WITHIN: Span = Span::minutes(2);
/// A reboot that came through is back within this time of its last entry; longer, and it hung.
const REBOOT_WITHIN: Span = Span::minutes(3);
/// A forced end that was asked for comes within this time.
const FORCED_WITHIN: Span = Span::secs(30);
/// journald's last word is a mark of its own only as the boot's very last entry.
const LAST: Span = Span::secs(2);

pub(super) type Found = (Ending, Text, Vec<Cite>);

/// The marks of an orderly end, all after the last start of systemd in this boot.
pub(super) struct Marks<'b> {
    pub(super) intent: Option<&'b Event>,
    verb: Option<Verb>,
    targets: Vec<&'b Event>,
    finished: Option<&'b Event>,
    relinquished: Option<&'b Event>,
    syslog_stopped: Option<&'b Event>,
    pub(super) stops: Vec<&'b Event>,
    asked: Option<Verb>,
    forced: Option<&'b Event>,
    pub(super) by_pid1: bool,
    stop_timed_out: bool,
    journal_stopped: Option<&'b Event>,
    daemon_trip: Option<&'b Event>,
}

impl<'b> Marks<'b> {
    pub(super) fn of(boot: &'b BootTimeline) -> Self {
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
            syslog_stopped: None,
            stops: Vec::new(),
            asked: None,
            forced: None,
            by_pid1: false,
            stop_timed_out: false,
            journal_stopped: None,
            daemon_trip: None,
        };
        for event in events {
            match &event.kind {
                EventKind::Lifecycle(kind) => marks.add(boot, event, kind),
                EventKind::Userspace(Userspace::ThermalDaemon { critical: true }) => {
                    marks.daemon_trip = Some(event);
                }
                _ => {}
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
            // Where something else tells of the shutdown it tells more.
            Lifecycle::ShutdownRecorded if age <= MARK_WITHIN && !boot.shows(Lines::shows_programs) => {
                self.finished = Some(event);
            }
            Lifecycle::JournalStopped if age <= MARK_WITHIN && self.begun() => self.finished = Some(event),
            Lifecycle::JournalStopped if age <= LAST => self.journal_stopped = Some(event),
            Lifecycle::JournalStarted => {
                self.finished = None;
                self.journal_stopped = None;
            }
            Lifecycle::Asked { verb, forced, .. } if age <= MARK_WITHIN && *verb != Verb::Unknown => {
                self.asked = Some(*verb);
                if *forced && age <= FORCED_WITHIN {
                    self.forced = Some(event);
                }
            }
            Lifecycle::StopTimedOut { .. } if age <= INTENT_WITHIN => self.stop_timed_out = true,
            // Nobody asked: a unit failed, or PID 1 did. What systemd-shutdown logs afterwards looks orderly.
            Lifecycle::ForcedReboot { .. } if age <= MARK_WITHIN && self.intent.is_none() => {
                self.by_pid1 = true;
            }
            Lifecycle::JournalRelinquished if age <= Span::secs(30) => self.relinquished = Some(event),
            // A journal goes on behind it, and would show the rest.
            Lifecycle::SyslogStopped if age <= LAST && boot.boot.last_seq.is_none() => {
                self.syslog_stopped = Some(event);
            }
            Lifecycle::UnitStopping { .. } if age <= MARK_WITHIN => self.stops.push(event),
            // Text logs do not tell the stop of a restart from another one; the start behind it does.
            Lifecycle::UnitStarted { unit: started, .. } => self.stops.retain(|stop| {
                !matches!(&stop.kind, EventKind::Lifecycle(Lifecycle::UnitStopping { unit }) if unit == started)
            }),
            _ => {}
        }
    }

    /// Many units stopped within ten seconds, some of them units of the host itself. A stack of containers or
    /// a user's session that is stopped is no shutdown.
    fn burst(&self) -> bool {
        let of_host = |event: &&Event| match &event.kind {
            EventKind::Lifecycle(Lifecycle::UnitStopping { unit }) => is_of_host(unit),
            _ => false,
        };
        self.stops
            .windows(BURST)
            .any(|w| w[BURST - 1].at.since(w[0].at) <= Span::secs(10) && w.iter().any(of_host))
    }

    pub(super) fn begun(&self) -> bool {
        self.intent.is_some() || !self.targets.is_empty() || self.burst()
    }

    pub(super) fn clean(
        &self,
        boot: &BootTimeline,
        next: Option<&BootTimeline>,
        unclean: bool,
    ) -> Option<Found> {
        if self.by_pid1 {
            return None;
        }
        let (last, what) = self.end_mark(boot, next, unclean)?;
        // Where nothing names the verb, the gap only chooses between two words for the same clean end.
        let by_gap = || {
            let long = boot.next_start.is_some_and(|next| next.since(boot.boot.last) > Span::minutes(15));
            if long { Verb::Poweroff } else { Verb::Reboot }
        };
        let (end, verb) = match self.verb.or(self.asked).unwrap_or_else(by_gap) {
            Verb::Poweroff => (CleanEnd::Poweroff, "end-poweroff"),
            Verb::Halt => (CleanEnd::Halt, "end-halt"),
            Verb::Kexec => (CleanEnd::Kexec, "end-kexec"),
            Verb::Reboot | Verb::SoftReboot | Verb::Unknown => (CleanEnd::Reboot, "end-reboot"),
        };
        let cites = self.intent.into_iter().chain([last]).map(Case::cite).collect();
        let how = if self.verb.or(self.asked).is_none() {
            "end-orderly-by-gap"
        } else if self.finished.is_none() && self.forced.is_some() {
            "end-forced"
        } else {
            "end-orderly"
        };
        let text = Text::new(how).with("verb", Text::new(verb)).with("what", Text::new(what));
        let unseen = match end {
            CleanEnd::Poweroff if !boot.shows(Lines::shows_kernel) => Some("end-no-kernel-lines"),
            CleanEnd::Poweroff if boot.unread.inside => Some("end-lines-lost"),
            _ => None,
        };
        let text = unseen.into_iter().fold(text, |text, unseen| text.and(Text::new(unseen)));
        Some((Ending::Clean(end), text, cites))
    }

    /// The mark that shows a clean end, and the message of what it shows.
    fn end_mark(
        &self,
        boot: &BootTimeline,
        next: Option<&BootTimeline>,
        unclean: bool,
    ) -> Option<(&'b Event, &'static str)> {
        if let Some(finished) = self.finished {
            return Some((finished, "end-mark-finished"));
        }
        if let Some(forced) = self.forced {
            return Some((forced, "end-mark-forced"));
        }
        if unclean {
            return None;
        }
        let umount = self.targets.iter().find(|event| {
            matches!(&event.kind, EventKind::Lifecycle(Lifecycle::ShutdownTarget { target }) if target == "umount")
        });
        if let Some(last) = self.relinquished.or(umount.copied()).filter(|_| self.begun()) {
            // With a /var of its own the journal's tail moves to /run and is lost; the record ends there even
            // in a clean end.
            return Some((last, "end-mark-var"));
        }
        let next = next.filter(|next| next.boot.has_head)?;
        if let Some(stopped) = self.syslog_stopped.filter(|_| self.begun() && !self.stop_timed_out) {
            return Some((stopped, "end-mark-syslog"));
        }
        if let Some(stopped) = self.journal_stopped {
            return Some((stopped, "end-mark-closed"));
        }
        self.probably_finished(boot, next).map(|last| (last, "end-mark-soon-back"))
    }

    /// A shutdown whose last lines are missing, and nothing speaks for a hang: no stop job timed out, the next
    /// boot found its files closed, and a reboot came back soon. The end of a power-off tells nothing by its
    /// gap.
    fn probably_finished(&self, boot: &BootTimeline, next: &BootTimeline) -> Option<&'b Event> {
        let last = self.stops.last().copied().or(self.intent)?;
        let flushed = next.events.iter().any(|event| {
            matches!(event.kind, EventKind::Lifecycle(Lifecycle::JournalUsage { persistent: true }))
        });
        let soon = match self.verb {
            Some(Verb::Poweroff | Verb::Halt) => true,
            _ => boot.next_start.is_some_and(|next| next.since(boot.boot.last) <= REBOOT_WITHIN),
        };
        let fits = self.begun() && !self.stop_timed_out && boot.age(last) <= Span::secs(60);
        (fits && flushed && soon).then_some(last)
    }

    /// A thermal trip and then the end, orderly or not: nobody asked for it.
    pub(super) fn thermal_trip(&self, boot: &BootTimeline) -> Option<Found> {
        let by_kernel = boot.events.iter().rev().find(|event| is_trip(&event.kind));
        let trip = by_kernel.or_else(|| self.daemon_trip())?;
        // The kernel is silent for hours by nature: its last line is not the end, the next boot's start is near it.
        // Its hardware protection acts by itself and needs no program that might not have obeyed.
        let by_itself = matches!(
            trip.kind,
            EventKind::Kernel(Kernel::HardwareProtection { .. } | Kernel::HardwareProtectionForced)
        );
        let slack = if by_itself { NARROW_BY_ITSELF } else { NARROW };
        let is_narrow = !boot.shows(Lines::shows_programs) || super::kernel_lines_only(boot);
        let until_end = match boot.next_start.filter(|_| is_narrow) {
            Some(next) => Span(next.since(trip.at).0.saturating_sub(slack.0)),
            None => boot.age_at_end(trip),
        };
        if is_narrow && boot.next_start.is_none() && self.finished.is_none() {
            return None;
        }
        // From the trip to the shutdown that it caused; one that takes long to finish still counts, one that
        // somebody asks for later does not.
        let begun = self.intent.or_else(|| self.stops.iter().copied().find(|stop| stop.at >= trip.at));
        let until_begun = begun.map(|begun| begun.at.since(trip.at));
        let cancelled = boot.events.iter().any(|event| {
            matches!(event.kind, EventKind::Lifecycle(Lifecycle::ShutdownCancelled)) && event.at > trip.at
        });
        let caused = !cancelled
            && match until_begun {
                Some(span) => span >= Span::secs(-1) && span <= CAUSED_WITHIN,
                None => until_end <= TRIP_WITHIN,
            };
        if !caused || (boot.is_newest && self.finished.is_none() && until_end > TRIP_WITHIN) {
            return None;
        }
        let text = Text::new(match (by_kernel.is_some(), self.finished.is_some()) {
            (true, true) => "end-kernel-trip",
            (true, false) => "end-kernel-trip-unfinished",
            (false, true) => "end-daemon-trip",
            (false, false) => "end-daemon-trip-unfinished",
        });
        let cites = [trip].into_iter().chain(self.intent).chain(self.finished).map(Case::cite).collect();
        Some((Ending::Unexpected(UnexpectedEnd::ThermalTrip), text, cites))
    }

    /// A thermal daemon's word that a critical temperature was reached, if a power-off follows it at once.
    fn daemon_trip(&self) -> Option<&'b Event> {
        let (said, intent) = (self.daemon_trip?, self.intent?);
        let after = intent.at.since(said.at);
        let caused = self.verb == Some(Verb::Poweroff) && after >= Span(0) && after <= Span::secs(30);
        caused.then_some(said)
    }
}

/// Units that stop only when the host does.
fn is_of_host(unit: &str) -> bool {
    // By their ids and, for text logs, by their descriptions.
    const NAMES: [&str; 24] = [
        "multi-user.target",
        "graphical.target",
        "basic.target",
        "sysinit.target",
        "timers.target",
        "sockets.target",
        "getty.target",
        "local-fs.target",
        "network.target",
        "systemd-logind.service",
        "systemd-user-sessions.service",
        "systemd-random-seed.service",
        "systemd-update-utmp.service",
        "systemd-journal-flush.service",
        "dbus.service",
        "init.scope",
        "boot-efi.mount",
        "Multi-User System",
        "Graphical Interface",
        "Basic System",
        "System Initialization",
        "Timers",
        "Login Prompts",
        "User Login Management",
    ];
    NAMES.contains(&unit)
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
