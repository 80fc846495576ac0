//! Logs that were joined into one file in the wrong order, or twice: `cat /var/log/syslog*` puts the newest member
//! first, a file of the kernel's lines behind one of all lines tells them a second time. Both show where time jumps back.

use std::collections::HashSet;

use crate::civil::{DAY, SECOND};
use crate::parse::Parsed;
use crate::stamp::Stamp;

const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
/// Lines that are remembered.
const LINES_MAX: usize = 4_000_000;
/// So many lines must be known from before, and lie so far apart, or nearly all of the shorter part.
const AGAIN: u64 = 10;

/// What was seen of the lines so far.
#[derive(Default)]
pub(crate) struct Joined {
    /// Runs of lines without a jump back: first and latest time.
    blocks: Vec<(i64, i64)>,
    /// Some jump back is a clock that was set, as the line says that set it.
    was_set: bool,
    /// The first jump back.
    jump: Option<(u64, i64)>,
    /// Hashes of the lines.
    lines: HashSet<u64>,
    latest: Option<i64>,
    count: u64,
    again: Again,
}

/// Lines that had been read before, to the character.
#[derive(Default)]
struct Again {
    count: u64,
    /// Number of the first one, and lines in front of it.
    from: Option<(u64, u64)>,
    span: Option<(i64, i64)>,
}

impl Joined {
    /// Takes note of a line as it stands there.
    pub(crate) fn look(&mut self, text: &str, parsed: &Parsed, number: u64) {
        let Some(at) = time(&parsed.stamp) else { return };
        self.order(parsed, at, number);
        let hash = hash(text);
        // Equal lines of one burst follow each other.
        let is_behind = self.latest.is_some_and(|latest| at < latest.saturating_sub(MINUTE));
        if is_behind && self.lines.contains(&hash) {
            self.again.count += 1;
            self.again.from.get_or_insert((number, self.count));
            let (first, last) = self.again.span.unwrap_or((at, at));
            self.again.span = Some((first.min(at), last.max(at)));
        } else if self.lines.len() < LINES_MAX {
            self.lines.insert(hash);
        }
        self.latest = self.latest.max(Some(at));
        self.count += 1;
    }

    fn order(&mut self, parsed: &Parsed, at: i64, number: u64) {
        match self.blocks.last_mut() {
            Some((_, latest)) if at < latest.saturating_sub(HOUR) => {
                let by = latest.saturating_sub(at);
                self.jump.get_or_insert((number, by));
                self.was_set |= parsed.speaker.name.is_some_and(sets_clock);
                self.blocks.push((at, at));
            }
            Some((_, latest)) => *latest = at.max(*latest),
            None => self.blocks.push((at, at)),
        }
    }

    /// Why the file can't be used.
    pub(crate) fn refusal(&self) -> Option<(u64, String)> {
        if let Some(line) = self.doubled() {
            let what = "from here on lines come again that stand further up: two logs of one time in one file, or one \
                        log twice; give each log once, as a file of its own";
            return Some((line, what.to_owned()));
        }
        let (line, by) = self.jump.filter(|_| self.is_newest_first())?;
        let hours = by / HOUR;
        let what = format!(
            "time jumps back by {hours} h here to lines that end where the file begins: logs were joined with the newest \
             first, so that boots have the wrong ends; give the members of the set one by one (spark-autopsy \
             /var/log/syslog*), or join them oldest first"
        );
        Some((line, what))
    }

    /// From where on lines come again.
    fn doubled(&self) -> Option<u64> {
        let (line, before) = self.again.from?;
        let (first, last) = self.again.span?;
        let shorter = before.min(self.count.saturating_sub(before));
        let share = |percent: u64| self.again.count.saturating_mul(100) >= shorter.saturating_mul(percent);
        // Clocks that are reset at each start give equal lines too, but only of the first minute.
        let is_long = last.saturating_sub(first) >= 10 * MINUTE && share(30);
        (self.again.count >= AGAIN && (is_long || share(90))).then_some(line)
    }

    /// Whether every block ends where another one, which stands further up, begins.
    fn is_newest_first(&self) -> bool {
        let mut sorted = self.blocks.clone();
        sorted.sort_unstable();
        let touch = |pair: &[(i64, i64)]| match pair {
            [(_, end), (start, _)] => (-MINUTE..=HOUR).contains(&start.saturating_sub(*end)),
            _ => false,
        };
        sorted.len() > 1 && !self.was_set && sorted.windows(2).all(touch)
    }
}

/// Programs that set the clock, and say so.
pub(crate) fn sets_clock(name: &str) -> bool {
    ["systemd-timesyncd", "chronyd", "ntpd", "ntpdate"].contains(&name)
}

/// Not for secrecy: that two lines of a log are taken for one by chance changes nothing.
fn hash(text: &str) -> u64 {
    const PRIME: u64 = 0x517c_c1b7_2722_0a95;
    let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(PRIME);
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let hash = words.iter().fold(text.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    rest.iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}

/// A line's place on the clock of its host; without a year, in the year.
fn time(stamp: &Stamp) -> Option<i64> {
    match stamp {
        Stamp::Utc(at) => Some(*at),
        Stamp::Local(local) if local.year.is_some() => Some(local.naive(0)),
        Stamp::Local(local) => Some(local.of_year().saturating_mul(DAY).saturating_add(local.of_day)),
        Stamp::Monotonic(_) | Stamp::Since(_) => None,
    }
}
