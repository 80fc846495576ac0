//! Which hosts speak in a log: two names are two hosts where one goes on after the other spoke and nothing started in
//! between. Where the kernel's own time goes on from one name to the other it is one host that changed its name.

use std::collections::BTreeSet;

use model::Identity;

use crate::civil::SECOND;
use crate::draft::Draft;
use crate::kernel_text;
use crate::pid1::{self, Says};

/// Lines of one host may change their places within this when it takes a new name.
const CHANGE: i64 = 5 * SECOND;
/// The start of one boot, as two lines of its kernel tell it.
const ONE_START: i64 = 3 * SECOND;
/// Kernel times up to which lines are received late.
const EARLY: i64 = 60 * SECOND;

/// What was heard of a name since the last start.
#[derive(Clone, Copy, Default)]
struct Heard {
    /// Its first and its last line in this stretch: rough time and place.
    first: Option<(i64, u64)>,
    last: Option<(i64, u64)>,
    /// The start by its kernel's last line.
    start: Option<i64>,
    /// It spoke as a kernel or as PID 1, in any stretch.
    is_system: bool,
}

/// The names heard so far, by their numbers.
#[derive(Default)]
pub(crate) struct Census {
    heard: Vec<Heard>,
    place: u64,
    last: Option<usize>,
    /// Pairs that take turns.
    turns: BTreeSet<(usize, usize)>,
    /// Pairs whose kernels tell one start, and two.
    one_start: BTreeSet<(usize, usize)>,
    two_starts: BTreeSet<(usize, usize)>,
    /// Pairs that follow each other inside one boot.
    follow: BTreeSet<(usize, usize)>,
}

/// The hosts of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// The names of each host that has a kernel or a PID 1, by their numbers.
    pub(crate) hosts: Vec<Vec<usize>>,
    /// Names that only programs speak under, beside a host's.
    pub(crate) others: Vec<usize>,
    /// The newest name of each.
    pub(crate) newest: Vec<usize>,
}

impl Census {
    /// Something starts: what was said before tells nothing of what comes.
    pub(crate) fn start(&mut self) {
        for heard in &mut self.heard {
            *heard = Heard { is_system: heard.is_system, ..Heard::default() };
        }
        self.last = None;
    }

    /// Takes note of a line.
    pub(crate) fn hear(&mut self, draft: &Draft, begins: bool) {
        let Some(host) = draft.host.map(usize::from) else { return };
        let identity = draft.record.identity();
        // A container's program may have that number too.
        let is_pid1 = || {
            identity == Identity::Pid1
                && matches!(draft.record.identifier.as_deref(), Some("systemd" | "init"))
        };
        let message = draft.record.message.as_str();
        let starts = match identity {
            Identity::Kernel => kernel_text::mark(message).is_some(),
            Identity::Pid1 => pid1::says(message) == Some(Says::Mode),
            _ => false,
        };
        if begins || starts {
            self.start();
        }
        if self.heard.len() <= host {
            self.heard.resize(host + 1, Heard::default());
        }
        self.place += 1;
        let now = draft.moment.rough;
        if self.last != Some(host) {
            self.change(host, now);
        }
        let place = self.place;
        if let Some(heard) = self.heard.get_mut(host) {
            heard.is_system |= identity == Identity::Kernel || is_pid1();
            heard.first.get_or_insert((now, place));
            heard.last = Some((now, place));
        }
        self.last = Some(host);
        if let Some(printk) = draft.printk.filter(|&at| at > EARLY) {
            self.compare(host, now.saturating_sub(printk));
        }
    }

    /// Another name than in the line before.
    fn change(&mut self, host: usize, now: i64) {
        let Some(own) = self.heard.get(host).copied() else { return };
        if let (None, Some(last)) = (own.last, self.last) {
            self.follow.insert(pair(host, last));
        }
        let Some((_, spoke)) = own.last else { return };
        for (other, heard) in self.heard.iter().enumerate() {
            let is_between = heard.last.is_some_and(|(_, place)| place > spoke);
            let is_turn = heard.first.is_some_and(|(at, _)| now.saturating_sub(at) > CHANGE);
            if other != host && is_between && is_turn {
                self.turns.insert(pair(host, other));
            }
        }
    }

    fn compare(&mut self, host: usize, start: i64) {
        for (other, heard) in self.heard.iter().enumerate() {
            if let Some(theirs) = heard.start.filter(|_| other != host) {
                let is_one = theirs.abs_diff(start) <= ONE_START as u64;
                let pairs = if is_one { &mut self.one_start } else { &mut self.two_starts };
                pairs.insert(pair(host, other));
            }
        }
        if let Some(heard) = self.heard.get_mut(host) {
            heard.start = Some(start);
        }
    }

    fn are_two(&self, pair: (usize, usize)) -> bool {
        let is_one = self.one_start.contains(&pair) && !self.two_starts.contains(&pair);
        self.turns.contains(&pair) && !is_one
    }

    /// What was found; `alike` tells two forms of one name.
    pub(crate) fn found(&self, alike: impl Fn(usize, usize) -> bool) -> Found {
        let mut found = Found { newest: (0..self.heard.len()).collect(), ..Found::default() };
        let are_two = |one: usize, other: usize| !alike(one, other) && self.are_two(pair(one, other));
        let (systems, programs): (Vec<usize>, Vec<usize>) =
            (0..self.heard.len()).partition(|&name| self.heard.get(name).is_some_and(|it| it.is_system));
        for name in systems {
            let fits = |names: &Vec<usize>| !names.iter().any(|&known| are_two(known, name));
            match found.hosts.iter_mut().find(|names| fits(names)) {
                Some(names) => names.push(name),
                None => found.hosts.push(vec![name]),
            }
        }
        // Without any kernel or PID 1 nobody is somebody else's.
        let programs = if found.hosts.is_empty() { Vec::new() } else { programs };
        for name in programs {
            let fits = |names: &Vec<usize>| !names.iter().any(|&known| are_two(known, name));
            match found.hosts.iter_mut().find(|names| fits(names)) {
                Some(names) => names.push(name),
                None => found.others.push(name),
            }
        }
        for &(one, other) in self.follow.iter().filter(|&&(one, other)| !are_two(one, other)) {
            let is_one_host = found.hosts.iter().any(|names| names.contains(&one) && names.contains(&other));
            if is_one_host {
                let newest = self.newest_of(&found, one).max(self.newest_of(&found, other));
                found.newest.iter_mut().enumerate().for_each(|(name, known)| {
                    if name == one || name == other || *known == one || *known == other {
                        *known = newest;
                    }
                });
            }
        }
        found
    }

    fn newest_of(&self, found: &Found, name: usize) -> usize {
        found.newest.get(name).copied().unwrap_or(name)
    }
}

fn pair(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}
