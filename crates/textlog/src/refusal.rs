//! Why a text that looks like a log can't be used, in words.

use crate::marks;
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
    let nothing = nothing_found(&lines).map(str::to_owned);
    nothing.or_else(|| sniff::shape(&lines).refusal()).or_else(|| of_lines(&lines).map(str::to_owned))
}

/// Why journalctl printed no entry, where it says so and little else is there.
fn nothing_found(lines: &[String]) -> Option<&'static str> {
    /// Lines of a shell around it.
    const OTHERS: usize = 4;
    let starts =
        |starts: &[&str]| lines.iter().any(|line| starts.iter().any(|start| line.starts_with(start)));
    let others = lines.iter().filter(|line| marks::header(line).is_none()).count();
    if others > OTHERS {
        return None;
    }
    if starts(&["No journal files were opened due to insufficient permissions"]) {
        return Some(
            "journalctl had no right to read the journal: print it again as root (sudo journalctl -o export) or as a \
             member of the group systemd-journal or adm",
        );
    }
    if starts(&["No journal files were found"]) {
        return Some(
            "journalctl found no journal: none is kept on this host, or -D and --root name another folder; give the \
             files of /var/log/journal or /run/log/journal, or what a syslog daemon wrote (kern.log, syslog, messages)",
        );
    }
    starts(&NO_ENTRIES).then_some(
        "journalctl found no entry: the boot that -b names is not on record (journalctl --list-boots tells which are; \
         without /var/log/journal none is kept over a reboot), the other options select nothing, or it had no right to \
         read the system's journal (root, or the group systemd-journal or adm); print it again as root: \
         journalctl -o export",
    )
}

/// What journalctl says instead of entries.
const NO_ENTRIES: [&str; 4] = [
    "-- No entries --",
    "Data from the specified boot",
    "Specifying boot ID or boot offset has no effect",
    "No journal boot entry found",
];

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
