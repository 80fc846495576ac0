//! Why a text that looks like a log can't be used, in words.

use crate::sniff::{self, text_lines};

/// Why a text that looks like a log can't be used, and what to do instead; by the first 64 KiB or so of it.
#[must_use]
pub fn refusal(head: &[u8]) -> Option<String> {
    if is_utf16(head) {
        return Some(
            "UTF-16 text, as PowerShell's > writes it: turn it into UTF-8 (iconv -f UTF-16 -t UTF-8 file > file.txt)"
                .to_owned(),
        );
    }
    if sniff::sniff(head).is_some() {
        return None;
    }
    let lines = text_lines(head)?;
    sniff::shape(&lines).refusal().or_else(|| of_lines(&lines).map(str::to_owned))
}

fn of_lines(lines: &[String]) -> Option<&'static str> {
    let count = |is: &dyn Fn(&str) -> bool| lines.iter().filter(|line| is(line)).count();
    let found = count(&is_of_grep);
    if found * 2 > lines.len() {
        return Some(
            "what grep found, with the file's name or the line's number in front (-H, -n): give the whole log, as \
             what was not looked for says how a boot ended; else grep -h without -n",
        );
    }
    let bare = count(&|line| BARE.iter().any(|start| line.starts_with(start)));
    if bare >= 3 && bare * 10 >= lines.len() {
        return Some(
            "messages without times and speakers (journalctl -o cat): who said what, and when, can't be told; \
             use journalctl -o export",
        );
    }
    let leveled = count(&|line| {
        let front: String = line.chars().take(80).collect();
        LEVELS.iter().any(|level| front.to_ascii_uppercase().contains(&level.to_ascii_uppercase()))
            && front.contains(|c: char| c.is_ascii_digit())
    });
    if leveled >= 2 && leveled * 2 >= lines.len() {
        return Some(
            "the log of an application, not of the host: it says nothing of how a boot ended; give the journal, \
             a syslog file or dmesg",
        );
    }
    None
}

const BARE: [&str; 16] = [
    "Linux version ",
    "Command line: ",
    "BIOS-e820: ",
    "Started ",
    "Starting ",
    "Stopped ",
    "Stopping ",
    "Finished ",
    "Reached target ",
    "NVRM: ",
    "audit: type=",
    "pci 0000:",
    "usb ",
    "mem avail: ",
    "systemd 2",
    "Booting Linux on physical CPU",
];
const LEVELS: [&str; 9] =
    ["INFO", "WARN", "ERROR", "DEBUG", "CRITICAL", "FATAL", "TRACE", "level=", "\"level\""];

/// `12:Nov 26 ...`, `file:Nov 26 ...`, `file:12:Nov 26 ...`; lines of the context have `-` instead.
fn is_of_grep(line: &str) -> bool {
    let ends = line.char_indices().take(300).filter(|(_, c)| matches!(c, ':' | '-'));
    // Behind the name and the number; the stamp itself has colons, and names may have dashes.
    ends.take(12).any(|(at, _)| {
        let rest = line.get(at + 1..).unwrap_or_default();
        at > 0
            && rest.starts_with(|c: char| c.is_alphanumeric() || c == '[')
            && sniff::form_of(rest).is_some()
    })
}

/// A mark of the byte order, or NUL in every other byte.
fn is_utf16(head: &[u8]) -> bool {
    if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
        return true;
    }
    let head = head.get(..1024.min(head.len() / 2 * 2)).unwrap_or_default();
    let nuls = |place: usize| head.iter().skip(place).step_by(2).filter(|byte| **byte == 0).count();
    let (low, high) = (nuls(0), nuls(1));
    let most = head.len() / 2;
    most >= 8 && (high * 10 >= most * 8 && low == 0 || low * 10 >= most * 8 && high == 0)
}
