//! Boots by what PID 1 says of its own start, for logs where the kernel's first lines are missing: containers, rules
//! that send the kernel's lines elsewhere.

use std::collections::VecDeque;

use model::Identity;

use crate::civil::SECOND;
use crate::draft::Draft;
use crate::marks;

/// What PID 1 says of its own start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// `systemd 255 running in system mode (...)`: it begins, in the initrd, behind it, or once more.
    Mode,
    /// `Startup finished in ...`: once a boot. A soft reboot says `Soft-reboot finished in`.
    Finished,
    /// It executes itself again, or goes from the initrd to the root file system.
    GoesOn,
    /// It goes on without the kernel: programs end and start anew.
    SoftReboot,
}

/// Reads a message of PID 1.
pub(crate) fn says(message: &str) -> Option<Says> {
    const GOES_ON: [&str; 3] = ["Reexecuting", "Switching root", "Reloading."];
    const SOFT: [&str; 2] = ["Soft-rebooting", "System userspace is rebooting"];
    if message.starts_with("Startup finished in ") {
        return Some(Says::Finished);
    }
    if message.starts_with("systemd ") && message.contains("running in system mode") {
        return Some(Says::Mode);
    }
    let is_target = message.starts_with("Reached target ") && message.contains("Reboot System Userspace");
    if is_target || SOFT.iter().any(|start| message.starts_with(start)) {
        return Some(Says::SoftReboot);
    }
    GOES_ON.iter().any(|start| message.starts_with(start)).then_some(Says::GoesOn)
}

/// What PID 1 said in the boot that is being read.
#[derive(Default)]
pub(crate) struct Pid1 {
    /// When it last began.
    mode: Option<i64>,
    has_finished: bool,
    /// When it said that it goes on.
    goes_on: Option<i64>,
    /// When it said that it shuts down, without going on behind it.
    down: Option<i64>,
}

impl Pid1 {
    /// How long it takes from saying that it goes on to going on: a soft reboot ends all programs in between.
    const GOING_ON: i64 = 300 * SECOND;
    /// From the start in the initrd to the one behind it, should the words between be missing.
    const INITRD: i64 = 60 * SECOND;

    /// It begins, and said before that it would go on.
    pub(crate) fn continues(&mut self, at: i64) -> bool {
        self.goes_on.take().is_some_and(|said| near(said, at, Self::GOING_ON))
    }

    /// It begins, and had begun or was up before in this boot.
    pub(crate) fn is_again(&self, at: i64) -> bool {
        self.has_finished || self.mode.is_some_and(|mode| !near(mode, at, Self::INITRD))
    }

    /// It never began in this boot.
    pub(crate) fn is_first(&self) -> bool {
        self.mode.is_none() && !self.has_finished
    }

    /// It says for a second time that the boot is up.
    pub(crate) fn has_finished(&self) -> bool {
        self.has_finished
    }

    /// A soft reboot begins: it goes on without the kernel.
    pub(crate) fn soft_reboots(&mut self, at: i64) {
        (self.goes_on, self.has_finished) = (Some(at), false);
    }

    /// It said just now that it shuts down for good.
    pub(crate) fn is_down(&self, at: i64) -> bool {
        let near = |said: Option<i64>| said.is_some_and(|said| near(said, at, Self::GOING_ON));
        near(self.down) && !near(self.goes_on)
    }

    /// Takes note.
    pub(crate) fn follow(&mut self, draft: &Draft) {
        let at = draft.moment.rough;
        match says(&draft.record.message) {
            Some(Says::Mode) => self.mode = Some(at),
            Some(Says::Finished) => self.has_finished = true,
            Some(Says::GoesOn) => self.goes_on = Some(at),
            Some(Says::SoftReboot) => self.soft_reboots(at),
            None if draft.record.message == "Shutting down." => self.down = Some(at),
            None => {}
        }
    }
}

/// Whether two instants are at most so far apart.
pub(crate) fn near(one: i64, other: i64, by: i64) -> bool {
    one.abs_diff(other) <= by.unsigned_abs()
}

/// How many of the newest records are of the boot whose start-up just finished, unnoticed until now: they begin where
/// journald started, else behind the largest gap, and at most as long ago as the start-up took.
pub(crate) fn lead_of_finished(queue: &VecDeque<Draft>, finished: &Draft) -> usize {
    /// Where the words do not tell how long it took.
    const START_UP: i64 = 900 * SECOND;
    /// What the clock may be set by meanwhile.
    const SLACK: i64 = 10 * SECOND;
    /// From the journald of the initrd to the one behind it.
    const INITRD: i64 = 60 * SECOND;
    let at = finished.moment.rough;
    let took = took(&finished.record.message).map_or(START_UP, |took| took.saturating_add(SLACK));
    let is_new = |draft: &&Draft| {
        near(draft.moment.rough, at, took)
            && !(draft.record.identity() == Identity::Pid1
                && says(&draft.record.message) == Some(Says::Finished))
    };
    let newest = || queue.iter().rev().take_while(is_new);
    let is_start = |draft: &Draft, words: &str| {
        draft.record.identity() == Identity::Journald && draft.record.message.starts_with(words)
    };
    let mut found: Option<(usize, i64)> = None;
    for words in ["Journal started", "Runtime Journal"] {
        for (index, draft) in newest().enumerate().filter(|(_, draft)| is_start(draft, words)) {
            let rough = draft.moment.rough;
            if found.is_none_or(|(_, start)| near(start, rough, INITRD)) {
                found = Some((index + 1, rough));
            }
        }
        if found.is_some() {
            break;
        }
    }
    if let Some((count, rough)) = found {
        let front = marks::lead(newest().skip(count), rough);
        return count.saturating_add(front);
    }
    let mut largest = (0, 0);
    let (mut next, mut count) = (at, 0);
    for draft in queue.iter().rev() {
        let gap = next.abs_diff(draft.moment.rough);
        if gap > largest.0 {
            largest = (gap, count);
        }
        if !is_new(&draft) {
            break;
        }
        (next, count) = (draft.moment.rough, count + 1);
    }
    largest.1
}

/// How long a start-up took: `1min 2.5s` in `Startup finished in 2.5s (kernel) + 1min (userspace) = 1min 2.5s.`.
fn took(message: &str) -> Option<i64> {
    const UNITS: [(&str, i64); 5] = [
        ("ms", SECOND / 1000),
        ("min", 60 * SECOND),
        ("s", SECOND),
        ("h", 3600 * SECOND),
        ("d", 86_400 * SECOND),
    ];
    let (_, told) = message.rsplit_once("= ").or_else(|| message.split_once("finished in "))?;
    let told = told.split(" (").next()?.trim_end_matches('.');
    told.split(' ').try_fold(0_i64, |sum, part| {
        let end = part.find(|c: char| c.is_ascii_alphabetic())?;
        let (number, unit) = part.split_at(end);
        let (_, unit) = UNITS.iter().find(|(known, _)| *known == unit)?;
        let (whole, thousandths) = number.split_once('.').unwrap_or((number, "0"));
        let whole = whole.parse::<u32>().ok().map(i64::from)?;
        let thousandths = format!("{thousandths:0<3}").get(..3)?.parse::<u32>().ok().map(i64::from)?;
        let micros = unit.saturating_mul(whole).saturating_add(unit / 1000 * thousandths);
        Some(sum.saturating_add(micros))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_start_ups() {
        for (message, millis) in [
            ("Startup finished in 11.637s (firmware) + 1min 9.100s (userspace) = 1min 20.7s.", Some(80_700)),
            ("Startup finished in 9.100s (userspace).", Some(9_100)),
            ("Startup finished in 250ms.", Some(250)),
            ("Startup finished in 2h 3min 1s.", Some(7_381_000)),
            ("Startup finished in no time.", None),
            ("Startup finished in ", None),
        ] {
            assert_eq!(took(message).map(|at| at / 1000), millis, "{message}");
        }
    }

    #[test]
    fn words_of_pid_1() {
        for (message, read) in [
            ("systemd 255.4-1ubuntu8 running in system mode (+PAM)", Some(Says::Mode)),
            ("systemd 246 running in system mode. (+PAM)", Some(Says::Mode)),
            ("Startup finished in 1.9s (kernel) + 9.1s (userspace) = 11s.", Some(Says::Finished)),
            ("Soft-reboot finished in 31.979s, counter is now at 1.", None),
            ("Switching root.", Some(Says::GoesOn)),
            ("Reexecuting requested from client PID 7 ('systemctl')...", Some(Says::GoesOn)),
            ("Soft-rebooting.", Some(Says::SoftReboot)),
            ("Started a.service - systemd 255 running in system mode.", None),
        ] {
            assert_eq!(says(message), read, "{message}");
        }
    }
}
