//! A boot while its lines are read.

use std::collections::VecDeque;

use model::{BootId, Transport};

use crate::civil::{DAY, SECOND};
use crate::crashes::Crashes;
use crate::draft::{Draft, Moment};
use crate::joined;
use crate::kernel_text::{self, Epoch};
use crate::{Begun, Options};

/// Kernel times up to which the start is still being estimated: the lines of the early kernel reach a syslog daemon
/// seconds after they were written, all at once.
const EARLY: i64 = 60 * SECOND;
/// A change of the start by more is a step of the wall clock, or sleep, in which the kernel's clock stands still.
const STEP: i64 = 5 * SECOND;
/// Instants that are kept of a boot.
const EPOCHS_MAX: usize = 4096;

/// An instant told by the kernel, and the line that tells it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    pub(crate) moment: Moment,
    pub(crate) epoch: Epoch,
}

/// A boot in the making.
pub(crate) struct Building {
    pub(crate) id: Option<BootId>,
    pub(crate) begun: Begun,
    pub(crate) host: Option<u16>,
    pub(crate) first: Option<Moment>,
    pub(crate) last: Option<Moment>,
    pub(crate) last_monotonic: Option<i64>,
    pub(crate) entries: u64,
    pub(crate) kernel: u64,
    pub(crate) programs: u64,

    /// The kernel's first line was seen.
    pub(crate) has_banner: bool,
    /// Lines were taken out in front of it.
    pub(crate) is_behind_hole: bool,
    pub(crate) kept: Vec<Draft>,
    tail: VecDeque<Draft>,
    /// Instants told by the kernel.
    pub(crate) told: Vec<Told>,
    /// The hardware clock is kept in local time: what the kernel reads from it is not UTC.
    pub(crate) has_local_rtc: bool,
    pub(crate) crashes: Crashes,
    /// The boot's start in rough time, from the early lines, and a line near it.
    pub(crate) start: Option<(i64, Moment)>,
    /// The start by the newest lines, once the early ones are over.
    running: Option<i64>,
    /// The newest step of the clock back, and the start before it.
    stepped: Option<(i64, i64)>,
}

/// systemd writes to the kernel's buffer for so long after the boot's first line, until journald runs.
const EARLY_SYSTEMD: i64 = 180 * SECOND;

/// Whether a program's line came through the kernel's buffer, so that a log of the kernel holds it too; none where it
/// may have.
fn may_be_through_kernel(draft: &Draft) -> Option<bool> {
    let record = &draft.record;
    let name = record.identifier.as_deref().unwrap_or_default();
    let surely =
        draft.printk.is_some() || record.kernel_time.is_some() || record.transport == Transport::Kernel;
    let maybe = name == "systemd" && record.pid == Some(1) || name == "systemd-journald";
    if maybe && !surely { None } else { Some(surely) }
}

impl Building {
    pub(crate) fn new(begun: Begun, id: Option<BootId>) -> Self {
        Self {
            id,
            begun,
            host: None,
            first: None,
            last: None,
            last_monotonic: None,
            entries: 0,
            kernel: 0,
            programs: 0,
            has_banner: false,
            is_behind_hole: false,
            kept: Vec::new(),
            tail: VecDeque::new(),
            told: Vec::new(),
            has_local_rtc: false,
            crashes: Crashes::default(),
            start: None,
            running: None,
            stepped: None,
        }
    }

    /// Takes the next record.
    pub(crate) fn add(&mut self, mut draft: Draft, options: &Options) {
        let is_kernel = draft.record.transport == Transport::Kernel
            && draft.record.identifier.as_deref() == Some("kernel");
        if is_kernel {
            self.kernel += 1;
            self.hear_kernel(&draft);
        } else {
            // systemd's own lines reach the kernel's buffer too, so a few tell nothing of what else was kept.
            match may_be_through_kernel(&draft) {
                Some(true) => {}
                Some(false) => self.programs += 1,
                // Later on it has journald to speak to.
                None => {
                    let first = self.first.map_or(draft.moment.rough, |first| first.rough);
                    let is_early =
                        self.has_banner && draft.moment.rough.saturating_sub(first) <= EARLY_SYSTEMD;
                    self.programs += u64::from(!is_early);
                }
            }
            if draft.record.pid == Some(1) && draft.record.message.starts_with("RTC configured in localtime")
            {
                self.has_local_rtc = true;
            }
        }
        self.crashes.hear(&draft.record, draft.moment.line);
        self.step(&draft);
        self.estimate(&draft);
        let monotonic = draft.monotonic().or_else(|| Some(draft.moment.rough.saturating_sub(self.running?)));
        draft.record.monotonic = monotonic.map(|at| at.max(0));
        self.last_monotonic = draft.record.monotonic;
        self.first.get_or_insert(draft.moment);
        self.last = Some(draft.moment);
        self.host = draft.host.or(self.host);
        self.entries += 1;
        draft.is_selected |= self.entries <= options.head_entries as u64;
        self.tail.push_back(draft);
        while self.tail.len() > options.tail_entries {
            if let Some(draft) = self.tail.pop_front()
                && draft.is_selected
            {
                self.kept.push(draft);
            }
        }
    }

    fn hear_kernel(&mut self, draft: &Draft) {
        self.has_banner |= kernel_text::mark(&draft.record.message).is_some();
        if let Some(epoch) = kernel_text::epoch(&draft.record.message)
            && self.told.len() < EPOCHS_MAX
        {
            // Of the audit stamps of one minute one will do.
            let is_new = self.told.last().is_none_or(|last| {
                last.epoch.of_rtc || epoch.of_rtc || epoch.at.abs_diff(last.epoch.at) > 60_000_000
            });
            if is_new {
                self.told.push(Told { moment: draft.moment, epoch });
            }
        }
    }

    /// Follows the wall clock where it was set: the boot's own time goes on, so its start seems to move with the clock.
    fn step(&mut self, draft: &Draft) {
        let (Some((start, _)), Some(last)) = (self.start, self.last) else { return };
        let by = draft.moment.rough.saturating_sub(last.rough);
        let running = self.running.unwrap_or(start);
        match self.stepped {
            _ if by < -STEP => {
                self.stepped = Some((by, running));
                self.running = Some(running.saturating_add(by));
            }
            // Back to where the clock was: the lines between were late ones.
            Some((back, before)) if by >= -back => {
                self.stepped = None;
                self.running = Some(before);
            }
            _ if draft.printk.is_none() && is_set_ahead(draft, by, last.rough.saturating_sub(running)) => {
                self.running = Some(running.saturating_add(by));
            }
            _ => {}
        }
    }

    /// Follows the boot's start: the wall time of a kernel line minus the kernel's own time.
    fn estimate(&mut self, draft: &Draft) {
        let Some(printk) = draft.printk else {
            // Without further kernel lines, the early part is over by time.
            if let (Some((start, _)), None) = (self.start, self.running)
                && draft.moment.rough.saturating_sub(start) > 4 * EARLY
            {
                self.running = Some(start);
            }
            return;
        };
        let start = draft.moment.rough.saturating_sub(printk).saturating_sub(late(draft));
        let Some((early, near)) = self.start else {
            self.start = Some((start, draft.moment));
            self.running = (printk > EARLY).then_some(start);
            return;
        };
        let Some(running) = self.running else {
            // The lines of the first burst are late by what the kernel had written before the daemon ran: the last
            // of them is the least late. A clock that was set ahead or back at that time is another thing.
            let was_set =
                draft.moment.rough < near.rough.saturating_sub(SECOND) || start > early.saturating_add(EARLY);
            if was_set {
                self.running = Some(start);
            } else if printk > EARLY {
                self.running = Some(if start.abs_diff(early) > STEP as u64 { start } else { early });
            } else if start < early {
                self.start = Some((start, draft.moment));
            }
            return;
        };
        let by = start.saturating_sub(running);
        self.running = Some(if by.abs() > STEP { start } else { running.saturating_add(by / 8) });
    }

    /// The kept records in order, and the place of the tail's first one among them.
    pub(crate) fn into_drafts(self) -> (Vec<Draft>, usize) {
        let mut kept = self.kept;
        let tail = kept.len();
        kept.extend(self.tail);
        (kept, tail)
    }
}

/// Whether a jump ahead is that of a clock that was set: who sets it says so, and soon after the start no host is silent
/// for two days.
fn is_set_ahead(draft: &Draft, by: i64, uptime: i64) -> bool {
    const HOUR: i64 = 3600 * SECOND;
    let says_so = draft.record.identifier.as_deref().is_some_and(joined::sets_clock);
    says_so && by >= HOUR || uptime < HOUR && by >= 2 * DAY
}

/// How much later than the kernel wrote it a line was received, if the line tells an instant itself. The zone and the
/// year are not known yet, but all zones are whole quarters of an hour.
fn late(draft: &Draft) -> i64 {
    const QUARTER: i64 = 900 * SECOND;
    let Some(epoch) = kernel_text::epoch(&draft.record.message) else { return 0 };
    // The hardware clock tells whole seconds.
    let exact = if epoch.of_rtc { SECOND } else { 0 };
    let late = draft.moment.rough.saturating_sub(epoch.at).rem_euclid(QUARTER).saturating_sub(exact);
    if (0..2 * EARLY).contains(&late) { late } else { 0 }
}
