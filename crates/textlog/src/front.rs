//! What the first lines tell of all of them, for the reader: stamps that somebody else put in front of each line, and
//! whether the kernel's lines bear the kernel's own time.

use crate::parse::Parsed;
use crate::stamp::{self, Stamp};
use crate::{kernel_text, sniff};

/// Takes the stamp of a container runtime or a terminal off a line: `2026-11-26T10:00:00.1Z `, and the stream that a
/// container runtime names behind it (`stdout F `).
pub(crate) fn unstamped(text: &str) -> Option<&str> {
    let (Stamp::Utc(_), rest) = stamp::iso(text)? else { return None };
    let rest = rest.strip_prefix([' ', '\t'])?;
    let stream = ["stdout F ", "stderr F "].iter().find_map(|stream| rest.strip_prefix(stream));
    Some(stream.unwrap_or(rest))
}

/// Whether most lines are whole lines of a log behind such a stamp.
pub(crate) fn is_stamped<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let (mut all, mut stamped) = (0_usize, 0_usize);
    for line in lines {
        all += 1;
        stamped += usize::from(unstamped(line).is_some_and(|rest| sniff::form_of(rest).is_some()));
    }
    stamped * 2 > all
}

/// Kernel lines of a host with and without the kernel's own time (printk's stamp) in a syslog file.
#[derive(Clone, Copy, Default)]
pub(crate) struct Stamped {
    with: u64,
    without: u64,
}

impl Stamped {
    /// Takes note of a line.
    pub(crate) fn look(&mut self, parsed: &Parsed) {
        if parsed.speaker.name == Some("kernel")
            && parsed.speaker.pid.is_none()
            && !is_continuation(parsed.message)
        {
            match kernel_text::printk(parsed.message) {
                (Some(_), _) => self.with += 1,
                (None, _) => self.without += 1,
            }
        }
    }

    /// Whether a line without the stamp is none of the kernel's, as `logger -t kernel` writes.
    pub(crate) fn all(self) -> bool {
        self.with >= 3 && self.with > self.without
    }
}

/// Old kernels wrote the rest of a line by itself, without a stamp.
pub(crate) fn is_continuation(message: &str) -> bool {
    message.starts_with([' ', '\t'])
}
