//! Where a boot ends and the next one begins, by what the lines say.

use model::{BootId, Identity};

use crate::Begun;
use crate::civil::SECOND;
use crate::draft::Draft;
use crate::kernel_text::{self, Mark};
use crate::pid1::{self, Pid1, Says};

/// A line of journalctl's own between the entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Header<'a> {
    /// `-- Boot <id> --`.
    Boot(BootId),
    /// `-- Reboot --`.
    Reboot,
    /// `-- Journal begins at ..., ends at ... --`: the end.
    Begins(&'a str),
    /// The hint that the system's lines are missing, for want of rights.
    NoRights,
    /// The warning that some files were not opened, for want of rights.
    Unopened,
    /// Where somebody took lines out.
    Hole,
    /// Anything else that is no entry.
    Other,
}

/// Reads a line of journalctl's own, or one that a shell or a ticket put around the log.
pub(crate) fn header(text: &str) -> Option<Header<'_>> {
    // A fence of a ticket; the explanations of `journalctl -x`.
    if text.starts_with("```") || text.starts_with("░░") || text == "--" {
        return Some(Header::Other);
    }
    if is_pstore_head(text) {
        return Some(Header::Other);
    }
    if let Some(whose) = text.strip_prefix("Hint: You are currently not seeing messages from ") {
        return Some(if whose.contains("the system") { Header::NoRights } else { Header::Other });
    }
    if text.starts_with("Warning: ")
        && text.contains("journal files were not opened due to insufficient perm")
    {
        return Some(Header::Unopened);
    }
    if is_rest_of_hint(text) {
        return Some(Header::Other);
    }
    if is_hole(text) {
        return Some(Header::Hole);
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

/// The lines behind journalctl's hint on rights.
fn is_rest_of_hint(text: &str) -> bool {
    let Some(text) = text.strip_prefix("      ") else { return false };
    text.starts_with("Users in ") && text.contains(" can see all messages.")
        || ["Pass -q to turn off this notice.", "turn off this notice."].contains(&text.trim_end())
}

/// What people write where they take lines out: `[snip]`, `[...]`, `...`, `<cut>`, alone on a line.
fn is_hole(text: &str) -> bool {
    const WORDS: [&str; 9] = [
        "snip",
        "snipped",
        "cut",
        "truncated",
        "omitted",
        "skipped",
        "removed",
        "output truncated",
        "lines omitted",
    ];
    let text = text.trim();
    let inner = text.trim_matches(|c: char| "[](){}<>-~=*#/ ".contains(c));
    let is_dots = |text: &str| text == "\u{2026}" || text.len() >= 3 && text.bytes().all(|byte| byte == b'.');
    let word = inner.trim_matches(|c: char| ".\u{2026} ".contains(c)).to_ascii_lowercase();
    let is_framed = inner.len() < text.len() || word.len() < inner.len();
    text.len() <= 40 && (is_dots(inner) || is_framed && WORDS.contains(&word.as_str()))
}

/// What pstore and systemd-pstore put before the parts of a crash record: `Panic#1 Part2`, `dmesg-erst-7646365594:`.
fn is_pstore_head(text: &str) -> bool {
    let is_part = || {
        let (reason, rest) = text.split_once('#')?;
        let (count, part) = rest.split_once(" Part")?;
        let is_number =
            |text: &str| !text.is_empty() && text.len() < 8 && text.bytes().all(|b| b.is_ascii_digit());
        Some(reason.bytes().all(|b| b.is_ascii_alphabetic()) && is_number(count) && is_number(part))
    };
    let is_name = || text.strip_prefix("dmesg-")?.strip_suffix(':').map(|id| !id.contains(' '));
    text.len() < 64 && (is_part() == Some(true) || is_name() == Some(true))
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
    /// When the last kernel line was written.
    last_kernel: Option<i64>,
    has_pid1: bool,
    has_programs: bool,
    pid1: Pid1,
    /// When it began, by a mark in the lines themselves.
    begun: Option<i64>,
    /// Who told was in user space, whose lines may stand before the kernel's.
    is_by_user_space: bool,
    /// The host whose PID 1 and journald said their last words.
    ended: Option<Option<u16>>,
    syslog_ended: bool,
}

/// Kernel lines between the processor's line and the version.
const NEAR: u64 = 8;
/// Lines between journalctl's mark and PID 1's first line.
const BEHIND_MARKER: u64 = 200;
/// How long after the kernel's lines PID 1 begins, unless somebody must unlock a disk first; and how long before them a
/// syslog daemon may write that it does.
const NEAR_PID1: i64 = 60 * SECOND;
/// How long a boot is taken to be starting.
const FRESH: i64 = 300 * SECOND;
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
            Identity::Pid1 => self.pid1_begins(draft),
            _ => self.syslog_begins(draft),
        };
        let is_behind_end = self.is_behind_end(draft, identity);
        let begun = begun.or(is_behind_end.then_some(Begun::Restarted));
        let last = usize::from(identity != Identity::Kernel);
        let is_back = match (self.last_monotonic.get(last).copied().flatten(), draft.monotonic()) {
            (Some(last), Some(now)) => now.saturating_add(BACK) < last && !is_of_buffer(record),
            _ => false,
        };
        let begun = begun.or(is_back.then_some(Begun::Restarted));
        if begun.is_some() {
            let is_by_user_space = identity != Identity::Kernel;
            *self = Self { begun: Some(draft.moment.rough), is_by_user_space, ..Self::default() };
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
            self.last_kernel = Some(draft.moment.rough);
            if let Some(mark) = kernel_text::mark(&draft.record.message) {
                self.banner = Some((mark, self.kernel));
                self.last_printk = None;
            }
            if let Some(at) = draft.printk {
                self.last_printk = Some((draft.host, at));
            }
        }
        if identity == Identity::Pid1 {
            self.has_pid1 = true;
            self.pid1.follow(draft);
        }
        if draft.record.identifier.as_deref() == Some("systemd-logind")
            && draft.record.message.starts_with("System userspace is rebooting")
        {
            self.pid1.soft_reboots(draft.moment.rough);
        }
        if identity == Identity::Journald
            && draft.record.message == "Journal stopped"
            && self.pid1.is_down(draft.moment.rough)
        {
            self.ended = Some(draft.host);
        }
        self.has_programs |= identity == Identity::Program;
    }

    fn kernel_begins(&self, draft: &Draft) -> Option<Begun> {
        if let Some(mark) = kernel_text::mark(&draft.record.message) {
            let is_same = match self.banner {
                Some((Mark::Cpu, at)) => mark == Mark::Version && self.kernel < at + NEAR,
                Some((Mark::Version, _)) => false,
                // journalctl marks each boot: a banner is the marked one's, wherever it stands.
                // And a syslog daemon may write the first lines of PID 1 before the kernel's.
                None => self.is_marked || self.is_by_user_space && self.is_fresh(draft, NEAR_PID1),
            };
            return (!is_same).then_some(Begun::Banner);
        }
        // Of a log of several hosts, one host's time says nothing of another's.
        let (host, last) = self.last_printk?;
        let now = draft.printk?;
        // The first lines are all written at 0, and lines of one moment by several processors may change places.
        let is_first = now == 0 && last > SECOND;
        let is_later = self.last_kernel.is_some_and(|last| !pid1::near(last, draft.moment.rough, NEAR_PID1));
        let back = if is_later { SECOND } else { BACK };
        (host == draft.host && (is_first || now.saturating_add(back) < last)).then_some(Begun::Restarted)
    }

    fn pid1_begins(&mut self, draft: &Draft) -> Option<Begun> {
        let at = draft.moment.rough;
        let begins = match pid1::says(&draft.record.message)? {
            Says::Finished => {
                // Where times since the boot's start are told, they tell.
                !self.is_marked && self.pid1.has_finished() && draft.monotonic().is_none()
            }
            Says::Mode if self.pid1.continues(at) => false,
            Says::Mode if self.is_marked => self.kernel == 0 && self.entries >= BEHIND_MARKER,
            Says::Mode => self.pid1.is_again(at) || self.pid1.is_first() && self.is_over(draft),
            Says::GoesOn | Says::SoftReboot => false,
        };
        begins.then_some(Begun::Restarted)
    }

    /// Whether the boot read so far can't be the one in which PID 1 begins here for the first time.
    fn is_over(&self, draft: &Draft) -> bool {
        if self.begun.is_some() || self.banner.is_some() {
            // It may wait for hours at the prompt for a disk's key, but not without its kernel's lines.
            return self.kernel == 0 && !self.is_fresh(draft, FRESH);
        }
        let is_behind_kernel =
            self.last_kernel.is_some_and(|last| pid1::near(last, draft.moment.rough, NEAR_PID1));
        self.entries > 0 && (self.kernel == 0 || self.has_programs && !is_behind_kernel)
    }

    /// Whether something else of the host speaks behind the last words of PID 1 and journald.
    fn is_behind_end(&self, draft: &Draft, identity: Identity) -> bool {
        let is_shutdown = draft.record.identifier.as_deref() == Some("systemd-shutdown");
        let speaks = matches!(identity, Identity::Program | Identity::Pid1) && !is_shutdown;
        self.ended == Some(draft.host) && speaks
    }

    fn is_fresh(&self, draft: &Draft, by: i64) -> bool {
        self.begun.is_some_and(|begun| pid1::near(begun, draft.moment.rough, by))
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
pub(crate) fn lead<'a>(newest_first: impl Iterator<Item = &'a Draft>, at: i64) -> usize {
    const GAP: i64 = 3 * SECOND;
    const FAR: i64 = 120 * SECOND;
    let (mut next, mut together) = (at, 0);
    for (count, draft) in newest_first.enumerate() {
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
