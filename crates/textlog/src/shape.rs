//! How the lines of a log lie: whether a terminal cut them, and whether the newest stands first. Both make a log
//! say the opposite of what happened: the cause stands behind the cut, and the end stands where the start is looked for.

use crate::kernel_text;
use crate::parse::Parsed;

/// Widths at which terminals and `cut` end lines; what a syslog daemon cuts is longer.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=512;
/// What is looked at of a message's beginning and of a line's end.
const HEAD: usize = 24;
const TAIL: usize = 8;
/// Different ends and beginnings that are kept.
const KEPT: usize = 16;

/// What was seen of the lines so far.
#[derive(Default)]
pub(crate) struct Shape {
    width: Width,
    order: Order,
}

impl Shape {
    /// Takes note of a line, as it stands there, and of its place in rough time.
    pub(crate) fn look(&mut self, text: &str, parsed: &Parsed, rough: i64) {
        self.width.look(text, parsed);
        self.order.look(rough);
    }

    /// Why the log can't be used.
    pub(crate) fn refusal(&self) -> Option<String> {
        if let Some(columns) = self.width.cut() {
            return Some(format!(
                "lines are cut at {columns} columns, what stood behind is lost: write them to a file: journalctl \
                 --no-pager -o short-iso > file"
            ));
        }
        self.order.is_reversed().then(|| {
            "the newest line stands first, so that no boot has its end where it belongs: write it without -r \
             (journalctl --no-pager -o short-iso > file), or turn it with tac"
                .to_owned()
        })
    }

    /// Steps backward and forward in time.
    pub(crate) fn steps(&self) -> (u64, u64) {
        (self.order.backward, self.order.forward)
    }
}

/// The longest lines.
#[derive(Default)]
struct Width {
    lines: u64,
    /// Characters of the longest line.
    longest: usize,
    /// Lines of just that length.
    count: u64,
    /// Those of them that end in the `>` by which `less -S` tells that more follows.
    marked: u64,
    /// How they end and how their messages begin. Bursts of one message differ in numbers only.
    tails: Vec<String>,
    heads: Vec<String>,
    /// The width at which many lines were cut before longer ones came: two outputs in one file.
    cut_before: Option<usize>,
}

impl Width {
    fn look(&mut self, text: &str, parsed: &Parsed) {
        self.lines += 1;
        // No text has more characters than bytes.
        if text.len() < self.longest {
            return;
        }
        let length = text.chars().count();
        if length < self.longest {
            return;
        }
        if length > self.longest {
            let is_cut = self.count >= 20 && self.lines >= 200 && self.is_cut();
            let cut_before = self.cut_before.or(is_cut.then_some(self.longest));
            *self = Self { lines: self.lines, longest: length, cut_before, ..Self::default() };
        }
        self.count += 1;
        let count = |of: u8| text.bytes().filter(|byte| *byte == of).count();
        self.marked += u64::from(text.ends_with('>') && count(b'>') > count(b'<'));
        if self.tails.len() < KEPT {
            let tail: String = text.chars().rev().take(TAIL).map(without_number).collect();
            keep(&mut self.tails, tail);
        }
        if self.heads.len() < KEPT {
            let name = parsed.speaker.name.unwrap_or_default();
            let (_, message) = kernel_text::printk(parsed.message);
            let head = name.chars().chain(message.chars().take(HEAD)).map(without_number).collect();
            keep(&mut self.heads, head);
        }
    }

    /// At how many columns the lines are cut.
    fn cut(&self) -> Option<usize> {
        self.cut_before.or_else(|| self.is_cut().then_some(self.longest))
    }

    /// Uncut logs have one to three lines of the greatest length, of one message.
    fn is_cut(&self) -> bool {
        let share = |percent: u64| self.count.saturating_mul(100) >= self.lines.saturating_mul(percent);
        let (tails, heads) = (self.tails.len(), self.heads.len());
        let is_wall = self.count >= 6 && tails >= 4 && heads >= 3 && share(8);
        let is_far = self.count >= 10 && tails >= 5 && heads >= 4 && share(2);
        let is_marked = self.count >= 3 && tails >= 3 && self.marked == self.count;
        WIDTHS.contains(&self.longest) && (is_wall || is_far || is_marked)
    }
}

fn keep(kept: &mut Vec<String>, new: String) {
    if !kept.contains(&new) {
        kept.push(new);
    }
}

/// Decimal and hexadecimal digits alike: two numbers are no two messages.
fn without_number(c: char) -> char {
    if c.is_ascii_hexdigit() { '0' } else { c }
}

/// How time runs from line to line.
#[derive(Default)]
struct Order {
    backward: u64,
    forward: u64,
    last: Option<i64>,
}

impl Order {
    fn look(&mut self, rough: i64) {
        if let Some(last) = self.last {
            self.forward += u64::from(rough > last);
            self.backward += u64::from(rough < last);
        }
        self.last = Some(rough);
    }

    /// A few steps ahead are those from one boot to another, late lines, and turns of the year.
    fn is_reversed(&self) -> bool {
        self.backward >= 8 && self.forward == 0
            || self.backward >= 12 && self.forward.saturating_mul(5) <= self.backward
    }
}
