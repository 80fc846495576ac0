//! The text of `nvidia-bug-report.sh`: sections between lines of underscores, each headed by a file or a command.
//!
//! Source: the script in driver packages from 195 to 5xx. Of earlier boots it holds lines with `NVRM` or `nvidia-`
//! only (newer ones also `nvrm-nvlog`, `nvidia-powerd`), so that no OOM kill and no thermal trip can be in them;
//! all of the kernel's lines it has of the current boot alone (`dmesg:`).

use std::io::{self, BufRead, Read};

use model::Lines;

use crate::host::{Host, pretty_name};
use crate::{Part, Role};

const SEPARATOR: &[u8] = b"____________________________________________";
const START: &[u8] = b"Start of NVIDIA bug report log file";
/// Lines of the opening in which the report says what it is.
const OPENING: usize = 12;
/// Longest heading.
const HEADING: usize = 200;
/// Longest line that is looked at; what is behind it in the line does not head anything.
const LINE: usize = 4096;

/// Whether a text begins as the report does.
pub(crate) fn is_report(head: &[u8]) -> bool {
    let lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    // An archive may hold such a text as its first member.
    let is_text = !head.iter().take(512).any(|&byte| byte == 0);
    is_text
        && lines
            .take(OPENING)
            .any(|line| line.starts_with(START) || line.starts_with(b"nvidia-bug-report.sh Version:"))
}

/// A section that is evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) title: String,
    pub(crate) part: Part,
    pub(crate) role: Role,
}

/// What a report holds.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    pub(crate) found: Vec<Section>,
    /// Sections that are no evidence.
    pub(crate) other: u64,
    pub(crate) error: Option<io::Error>,
}

/// Which section the lines belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum In {
    /// Behind a separator: the next line that is not empty is the heading.
    Heading,
    Prologue,
    /// The lines found in kernel logs: more headings, indented, follow.
    Scan,
    Dmesg,
    Release,
    Other,
}

/// Finds the sections, and what the prologue tells of the host.
pub(crate) fn sections(mut report: impl BufRead, host: &mut Host) -> Sections {
    let mut out = Sections::default();
    let mut state = In::Other;
    let mut open: Option<Section> = None;
    let (mut number, mut offset) = (0_u64, 0_u64);
    let mut line = Vec::new();
    loop {
        let from = offset;
        match next_line(&mut report, &mut line) {
            Ok(0) => break,
            Ok(read) => offset = offset.saturating_add(read),
            Err(error) => {
                out.error = Some(error);
                break;
            }
        }
        number = number.saturating_add(1);
        let text = line.trim_ascii_end();
        if text == SEPARATOR {
            close(&mut out, open.take(), from);
            state = In::Heading;
            continue;
        }
        let behind = Part { first_line: number.saturating_add(1), from: offset, to: offset };
        if let Some((title, lines, current)) = log_command(text) {
            close(&mut out, open.take(), from);
            open = Some(section(&title, behind, lines, current));
            state = if state == In::Scan { In::Scan } else { In::Dmesg };
            continue;
        }
        match state {
            In::Heading if text.is_empty() => {}
            In::Heading => {
                state = heading(text);
                match state {
                    In::Dmesg => open = Some(section("dmesg", behind, Lines::Kernel, true)),
                    In::Release | In::Other => out.other = out.other.saturating_add(1),
                    In::Heading | In::Prologue | In::Scan => {}
                }
            }
            In::Prologue => prologue(text, host),
            In::Release => {
                if host.os.is_none() {
                    host.os = pretty_name(&String::from_utf8_lossy(text));
                }
            }
            In::Scan => {
                if let Some(title) = scanned(text) {
                    close(&mut out, open.take(), from);
                    let current = matches!(title.as_str(), "journalctl -b -0" | "/var/log/dmesg");
                    open = Some(section(&title, behind, Lines::Driver, current));
                } else if ends_scan(text) {
                    close(&mut out, open.take(), from);
                }
            }
            In::Dmesg | In::Other => {}
        }
    }
    close(&mut out, open, offset);
    out
}

fn section(title: &str, part: Part, lines: Lines, current_boot_only: bool) -> Section {
    Section { title: title.to_owned(), part, role: Role::Text { lines: Some(lines), current_boot_only } }
}

/// Ends a section where the next begins; one without a line is none.
fn close(out: &mut Sections, section: Option<Section>, to: u64) {
    if let Some(mut section) = section
        && to > section.part.from
    {
        section.part.to = to;
        out.found.push(section);
    }
}

fn heading(text: &[u8]) -> In {
    if text.starts_with(START) {
        In::Prologue
    } else if text.starts_with(b"Scanning kernel log files for N") {
        In::Scan
    } else if text == b"dmesg:" {
        In::Dmesg
    } else if [b"*** /etc/os-release".as_slice(), b"/etc/os-release"].contains(&text) {
        In::Release
    } else {
        In::Other
    }
}

/// A log's command as a heading of its own, as other versions and wrappers of the script write it:
/// `/usr/bin/journalctl -b -1 | grep NVRM`, `*** /bin/dmesg`.
fn log_command(text: &[u8]) -> Option<(String, Lines, bool)> {
    let text = std::str::from_utf8(text).ok().filter(|text| text.len() <= HEADING)?;
    let title = text.trim_start_matches(['*', '$', '#', ' ']).trim_end_matches([':', ' ']);
    let mut words = title.split_whitespace();
    match words.next()?.rsplit('/').next()? {
        // The lines of single programs, which end no host.
        "journalctl" if title.contains("_COMM=") => None,
        "journalctl" => {
            let boot =
                words.find_map(|word| word.strip_prefix("-b").or_else(|| word.strip_prefix("--boot")))?;
            let which = if boot.is_empty() { words.next().unwrap_or("0") } else { boot };
            let which = which.trim_start_matches('=');
            Some((title.to_owned(), Lines::Driver, !which.starts_with('-') || which == "-0"))
        }
        "dmesg" if words.next().is_none_or(|word| word.starts_with(['-', '|'])) => {
            Some((title.to_owned(), Lines::Kernel, true))
        }
        _ => None,
    }
}

/// `  /var/log/kern.log:` or `  journalctl -b -1:` without its ends.
fn scanned(text: &[u8]) -> Option<String> {
    let title = text.strip_prefix(b"  ")?.strip_suffix(b":")?;
    let is_title = title.starts_with(b"/") && !title.contains(&b' ') || title.starts_with(b"journalctl -b ");
    is_title.then(|| String::from_utf8_lossy(title).into_owned())
}

/// The script's own remarks between the found lines.
fn ends_scan(text: &[u8]) -> bool {
    text.ends_with(b" is not readable") && text.starts_with(b"/")
        || text.starts_with(b"No NVIDIA kernel messages found")
        || text == b"No suitable log found."
}

fn prologue(text: &[u8], host: &mut Host) {
    let text = String::from_utf8_lossy(text);
    if let Some(date) = text.strip_prefix("Date: ") {
        host.date(date);
    } else if let Some(uname) = text.strip_prefix("uname: ") {
        host.uname(uname);
    }
}

/// Reads a line of any length, keeps its first [`LINE`] bytes and gives how many it had.
fn next_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
    line.clear();
    let mut length = reader.by_ref().take(LINE as u64).read_until(b'\n', line)? as u64;
    while length > 0 && line.last() != Some(&b'\n') {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            break;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end.saturating_add(1));
        reader.consume(used);
        length = length.saturating_add(used as u64);
        if end.is_some() {
            break;
        }
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = include_str!("../fixtures/nvidia-bug-report.log");

    fn read(text: &str) -> (Sections, Host) {
        let mut host = Host::default();
        let sections = sections(text.as_bytes(), &mut host);
        (sections, host)
    }

    #[test]
    fn sections_are_found_with_their_places() {
        assert!(is_report(REPORT.as_bytes()));
        let (sections, host) = read(REPORT);
        let found: Vec<_> = sections
            .found
            .iter()
            .map(|section| {
                let Part { first_line, from, to } = section.part;
                let text = REPORT.get(from as usize..to as usize).unwrap();
                assert_eq!(
                    REPORT.lines().nth(first_line as usize - 1),
                    Some(text.lines().next().unwrap()),
                    "{}",
                    section.title
                );
                (section.title.as_str(), section.role, text.trim().lines().count())
            })
            .collect();
        let text = |lines, current_boot_only| Role::Text { lines: Some(lines), current_boot_only };
        assert_eq!(
            found,
            [
                ("/var/log/kern.log", text(Lines::Driver, false), 2),
                ("journalctl -b -0", text(Lines::Driver, true), 1),
                ("journalctl -b -1", text(Lines::Driver, false), 2),
                ("dmesg", text(Lines::Kernel, true), 3),
            ]
        );
        assert_eq!(host.name.as_deref(), Some("gb10-a"));
        assert_eq!(host.os.as_deref(), Some("Ubuntu 24.04.3 LTS"));
        assert_eq!(host.zone().as_deref(), Some("+09:00"));
        assert_eq!(host.collected.map(|at| at.0), Some(1_795_654_800_000_000));
        assert_eq!(sections.other, 5);
    }

    #[test]
    fn old_reports_have_no_blank_lines_between_logs() {
        let text = "\
____________________________________________\n\nStart of NVIDIA bug report log file.  Please\n\nDate: x\n\
____________________________________________\n\nScanning kernel log files for NVRM messages:\n\n  /var/log/messages:\n\
Sep  7 16:35:28 h kernel: [  442.742657] NVRM: loading\n/var/log/kernel.log is not readable\n\n\
____________________________________________\n\ndmesg:\n\n[    0.000000] Linux version 2.6.32\n";
        let titles: Vec<String> = read(text).0.found.into_iter().map(|section| section.title).collect();
        assert_eq!(titles, ["/var/log/messages", "dmesg"]);
    }

    #[test]
    fn a_log_s_command_heads_a_section_however_it_is_written() {
        for (line, title, current) in [
            ("  journalctl -b -0:", "journalctl -b -0", true),
            ("  journalctl -b -1:", "journalctl -b -1", false),
            (
                "/usr/bin/journalctl -b -2 -o short | grep NVRM",
                "/usr/bin/journalctl -b -2 -o short | grep NVRM",
                false,
            ),
            ("*** journalctl --boot=-1", "journalctl --boot=-1", false),
            ("$ journalctl -b", "journalctl -b", true),
            ("*** /bin/dmesg", "/bin/dmesg", true),
            ("dmesg:", "dmesg", true),
        ] {
            let found = log_command(line.as_bytes());
            assert_eq!(
                found.map(|(title, _, current)| (title, current)),
                Some((title.to_owned(), current)),
                "{line}"
            );
        }
        for line in [
            "dmesg is not readable",
            "Nov 26 h sudo: COMMAND=/usr/bin/journalctl -b -1",
            "journalctl: no entries",
            "",
        ] {
            assert_eq!(log_command(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn lines_of_any_length_are_counted() {
        let long = "x".repeat(3 * LINE);
        let text = format!("{long}\n{}\n\ndmesg:\n\n[1.0] a\n", "_".repeat(44));
        let (sections, _) = read(&text);
        let part = sections.found.first().unwrap().part;
        assert_eq!((part.first_line, part.to), (5, text.len() as u64));
    }
}
