//! Where a boot ends and the next one begins, by what the lines say.

use std::collections::VecDeque;

use model::{BootId, Identity};

use crate::Begun;
use crate::civil::SECOND;
use crate::draft::Draft;
use crate::kernel_text::{self, Mark};

/// A line of journalctl's own between the entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Header<'a> {
    /// `-- Boot <id> --`.
    Boot(BootId),
    /// `-- Reboot --`.
    Reboot,
    /// `-- Journal begins at ..., ends at ... --`: the end.
    Begins(&'a str),
    /// Anything else that is no entry.
    Other,
}

/// Reads a line of journalctl's own, or one that a shell or a ticket put around the log.
pub(crate) fn header(text: &str) -> Option<Header<'_>> {
    // A fence of a ticket; the explanations of `journalctl -x`.
    if text.starts_with("```") || text.starts_with("░░") || text == "--" {
        return Some(Header::Other);
    }
    let inner = text.strip_prefix("-- ")?;
    if let Some(id) = inner.strip_prefix("Boot ").and_then(|rest| rest.strip_suffix(" --")) {
        return Some(model::Id128::parse(id).map_or(Header::Other, Header::Boot));
    }
    if inner == "Reboot --" {
        return Some(Header::Reboot);
    }
    for start in ["Journal begins at ", "Logs begin at "] {
        if let Some(rest) = inner.strip_prefix(start) {
            let end = rest.split_once(", ends at ").or_else(|| rest.split_once(", end at "));
            let end = end.map_or("", |(_, end)| end.trim_end_matches(" --").trim_end_matches('.'));
            return Some(Header::Begins(end));
        }
    }
    Some(Header::Other)
}

/// What was seen of the boot that is being read.
#[derive(Default)]
pub(crate) struct Marks {
    entries: u64,
    kernel: u64,
    /// Kernel lines up to its banner; none without a banner.
    banner: Option<(Mark, u64)>,
    is_marked: bool,
    last_printk: Option<(Option<u16>, i64)>,
    /// The last time since the boot's start: of the kernel's lines, and of the programs'. A busy journald reads the
    /// kernel's lines late and shows them at the time at which they were written, so that one says nothing of the other.
    last_monotonic: [Option<i64>; 2],
    last_rough: Option<i64>,
    has_pid1: bool,
    /// PID 1 said that it executes itself again, or goes from the initrd to the root file system.
    goes_on: bool,
    syslog_ended: bool,
}

/// Kernel lines between the processor's line and the version.
const NEAR: u64 = 8;
/// Lines between journalctl's mark and PID 1's first line.
const BEHIND_MARKER: u64 = 200;
/// By how much the kernel's own time must go back.
const BACK: i64 = 5 * SECOND;

impl Marks {
    /// A boot that begins with the next line.
    pub(crate) fn of_new_boot(begun: Begun) -> Self {
        Self { is_marked: begun == Begun::Marker, ..Self::default() }
    }

    /// Whether a boot begins with this record, and by what.
    pub(crate) fn begins(&mut self, draft: &Draft) -> Option<Begun> {
        let record = &draft.record;
        let identity = record.identity();
        let begun = match identity {
            Identity::Kernel => self.kernel_begins(draft),
            Identity::Pid1 => self.pid1_begins(&record.message),
            _ => self.syslog_begins(draft),
        };
        let last = usize::from(identity != Identity::Kernel);
        let is_back = match (self.last_monotonic.get(last).copied().flatten(), draft.monotonic()) {
            (Some(last), Some(now)) => now.saturating_add(BACK) < last && !is_of_buffer(record),
            _ => false,
        };
        let begun = begun.or(is_back.then_some(Begun::Restarted));
        if begun.is_some() {
            *self = Self::default();
        }
        self.follow(draft, identity);
        begun
    }

    fn follow(&mut self, draft: &Draft, identity: Identity) {
        self.entries += 1;
        self.last_rough = Some(draft.moment.rough);
        let last = self.last_monotonic.get_mut(usize::from(identity != Identity::Kernel));
        if let (Some(last), Some(now)) = (last, draft.monotonic())
            && !is_of_buffer(&draft.record)
        {
            *last = Some(now);
        }
        if identity == Identity::Kernel {
            self.kernel += 1;
            if let Some(mark) = kernel_text::mark(&draft.record.message) {
                self.banner = Some((mark, self.kernel));
                self.last_printk = None;
            }
            if let Some(at) = draft.printk {
                self.last_printk = Some((draft.host, at));
            }
        }
        self.has_pid1 |= identity == Identity::Pid1;
    }

    fn kernel_begins(&self, draft: &Draft) -> Option<Begun> {
        if let Some(mark) = kernel_text::mark(&draft.record.message) {
            let is_same = match self.banner {
                Some((Mark::Cpu, at)) => mark == Mark::Version && self.kernel < at + NEAR,
                Some((Mark::Version, _)) => false,
                // journalctl marks each boot: a banner is the marked one's, wherever it stands.
                None => self.is_marked,
            };
            return (!is_same).then_some(Begun::Banner);
        }
        // Of a log of several hosts, one host's time says nothing of another's.
        let (host, last) = self.last_printk?;
        let is_back = host == draft.host && draft.printk?.saturating_add(BACK) < last;
        is_back.then_some(Begun::Restarted)
    }

    fn pid1_begins(&mut self, message: &str) -> Option<Begun> {
        const GOES_ON: [&str; 4] = ["Reexecuting", "Switching root", "Soft-rebooting", "Reloading."];
        if GOES_ON.iter().any(|start| message.starts_with(start)) {
            self.goes_on = true;
        }
        if !(message.starts_with("systemd ") && message.contains("running in system mode")) {
            return None;
        }
        let goes_on = std::mem::take(&mut self.goes_on);
        let is_marked = self.is_marked && self.entries < BEHIND_MARKER;
        (!goes_on && !is_marked && self.kernel == 0 && self.entries > 0).then_some(Begun::Restarted)
    }

    /// The weakest sign: a syslog daemon that ended and started again, with a gap between as only a reboot has.
    fn syslog_begins(&mut self, draft: &Draft) -> Option<Begun> {
        const GAP: i64 = 8 * SECOND;
        let name = draft.record.identifier.as_deref().unwrap_or_default();
        if name != "syslogd" && name != "rsyslogd" {
            return None;
        }
        let message = draft.record.message.as_str();
        if message.contains("exiting on signal") {
            self.syslog_ended = true;
            return None;
        }
        let is_start =
            message.ends_with("] start") || message.ends_with(": restart.") || message == "restart";
        let gap = draft.moment.rough.saturating_sub(self.last_rough?);
        let ended = std::mem::take(&mut self.syslog_ended);
        let alone = self.kernel == 0 && !self.has_pid1;
        (is_start && ended && alone && gap >= GAP).then_some(Begun::Restarted)
    }
}

/// Whether a program may have written it into the kernel's buffer.
fn is_of_buffer(record: &model::Record) -> bool {
    let name = record.identifier.as_deref().unwrap_or_default();
    name != "kernel" && record.transport == model::Transport::Kernel || name == "systemd-journald"
}

/// How many of the newest records are of the boot that begins behind them: early user space whose lines a syslog
/// daemon wrote before the kernel's. They stand behind the last gap in time or behind the old boot's last words; where
/// there is neither, only what was received together with the kernel's first line is the new boot's.
pub(crate) fn lead(queue: &VecDeque<Draft>, at: i64) -> usize {
    const GAP: i64 = 3 * SECOND;
    const FAR: i64 = 120 * SECOND;
    let (mut next, mut together) = (at, 0);
    for (count, draft) in queue.iter().rev().enumerate() {
        let rough = draft.moment.rough;
        let record = &draft.record;
        let is_last_word = record.identity() == Identity::Kernel
            || record.identifier.as_deref() == Some("systemd-shutdown")
            || record.message.contains("exiting on signal");
        if is_last_word || next.saturating_sub(rough) >= GAP || rough > next.saturating_add(SECOND) {
            return count;
        }
        if at.saturating_sub(rough) > FAR {
            break;
        }
        if at.saturating_sub(rough) <= SECOND {
            together = count + 1;
        }
        next = rough;
    }
    together
}
