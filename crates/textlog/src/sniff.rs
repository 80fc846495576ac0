//! Which form a text has, by its first lines.

use std::borrow::Cow;

use model::words::is_unit;

use crate::Form;
use crate::clock::Clock;
use crate::dress::Dress;
use crate::lines::strip_escapes;
use crate::shape::Shape;
use crate::stamp::{self, Stamp};
use crate::{boot_list, front, kernel_text, last, marks, parse, wrapped, wtmp};

/// Lines that are looked at.
const LINES: usize = 400;

/// The form of a log, by the first 64 KiB or so of it. None for what [`refusal`](crate::refusal) has a reason against.
#[must_use]
pub fn sniff(head: &[u8]) -> Option<Form> {
    if wtmp::is_wtmp(head) {
        return Some(Form::Wtmp);
    }
    let lines = text_lines(head)?;
    if boot_list::is_boot_list(&lines) {
        return Some(Form::BootList);
    }
    if last::is_last(&lines) {
        return Some(Form::Last);
    }
    let seen = look(&lines);
    seen.form().filter(|_| seen.shape.refusal().is_none())
}

/// How the lines lie.
pub(crate) fn shape(lines: &[String]) -> Shape {
    look(lines).shape
}

fn look(lines: &[String]) -> Seen {
    let is_stamped = front::is_stamped(lines.iter().map(String::as_str));
    let dress = Dress::of(lines.iter().map(String::as_str));
    let bare = lines.iter().map(|line| {
        let inner = if is_stamped { front::unstamped(line) } else { None };
        dress.off(inner.unwrap_or(line)).into_owned()
    });
    let mut seen = Seen::default();
    wrapped::joined(bare.collect()).iter().for_each(|line| seen.look(line));
    seen
}

/// The whole lines of the start that say something; none of a binary file.
pub(crate) fn text_lines(head: &[u8]) -> Option<Vec<String>> {
    let nuls = memchr::memchr_iter(0, head).count();
    let others =
        head.iter().filter(|byte| **byte < 0x20 && !b"\n\r\t\x1b\0\x07\x08\x0c".contains(byte)).count();
    // NULs come in runs, where a block was lost; spread over everything they are those of a binary.
    let runs = head.split(|byte| *byte == 0).filter(|piece| !piece.is_empty()).count();
    if others * 50 > head.len() || nuls > 0 && runs > 8 {
        return None;
    }
    let text = String::from_utf8_lossy(head);
    let mut lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    // The last line is cut off where the look ended.
    if lines.len() > 1 && !head.ends_with(b"\n") && head.len() >= 4096 {
        lines.pop();
    }
    let said = lines.into_iter().map(|line| {
        let line = line.trim_matches('\0');
        if line.contains('\u{1b}') { Cow::Owned(strip_escapes(line)) } else { Cow::Borrowed(line) }
    });
    Some(said.filter(|line| !line.trim().is_empty()).take(LINES).map(Cow::into_owned).collect())
}

/// What the lines look like.
struct Seen {
    lines: usize,
    fit: usize,
    forms: Vec<(Form, usize)>,
    /// Lines of journalctl's own.
    headers: usize,
    /// Speakers with a process number, and the kernel.
    speakers: usize,
    /// The kernel's own time in lines with another stamp, rsyslog's own words, `Nov  6`: a syslog daemon wrote it.
    syslog: usize,
    /// Units stand in the speaker's place.
    units: usize,
    brackets: Brackets,
    clock: Clock,
    shape: Shape,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            lines: 0,
            fit: 0,
            forms: Vec::new(),
            headers: 0,
            speakers: 0,
            syslog: 0,
            units: 0,
            brackets: Brackets::default(),
            clock: Clock::new(2000, None),
            shape: Shape::default(),
        }
    }
}

/// Lines that begin with a time between brackets: `dmesg` or `journalctl -o short-monotonic`.
#[derive(Default)]
struct Brackets {
    lines: usize,
    /// The words that stand where a host would.
    hosts: Vec<(String, usize)>,
    /// Speakers without a host in front, as with `--no-hostname`.
    bare: usize,
    /// Lines that only journalctl writes: the kernel is named, or a process behind a host.
    certain: usize,
}

impl Brackets {
    fn look(&mut self, rest: &str) {
        self.lines += 1;
        let Some((speaker, _)) = crate::speaker::split(rest) else { return };
        let is_kernel = speaker.name == Some("kernel");
        self.certain += usize::from(is_kernel || speaker.host.is_some() && speaker.pid.is_some());
        let Some(host) = speaker.host else {
            self.bare += usize::from(is_kernel || speaker.pid.is_some());
            return;
        };
        match self.hosts.iter_mut().find(|(known, _)| known == host) {
            Some((_, count)) => *count += 1,
            None => self.hosts.push((host.to_owned(), 1)),
        }
    }

    /// Whether one host speaks in nearly all of them. Drivers' names stand there in the kernel's own lines.
    fn is_spoken(&self) -> bool {
        let most = self.hosts.iter().map(|(_, count)| *count).max().unwrap_or_default();
        self.certain > 0 && (most + self.bare) * 10 >= self.lines * 8
    }
}

impl Seen {
    fn look(&mut self, line: &str) {
        if let Some(header) = marks::header(line) {
            self.headers += usize::from(header != marks::Header::Other);
            return;
        }
        let bare = line.strip_prefix("> ").unwrap_or(line).trim_start();
        let form = form_of(bare);
        if form.is_none() && line.starts_with([' ', '\t']) {
            return;
        }
        self.lines += 1;
        let Some(form) = form else { return };
        let Some(parsed) = parse::parse(form, bare) else { return };
        self.fit += 1;
        let segment = self.clock.follow(&parsed.stamp);
        self.shape.look(line, &parsed, self.clock.rough(&parsed.stamp, segment));
        if form == Form::Dmesg
            && let Some((_, rest)) = stamp::bracketed(bare)
        {
            self.brackets.look(rest);
        }
        match self.forms.iter_mut().find(|(known, _)| *known == form) {
            Some((_, count)) => *count += 1,
            None => self.forms.push((form, 1)),
        }
        let name = parsed.speaker.name.unwrap_or_default();
        self.speakers += usize::from(parsed.speaker.pid.is_some() || name == "kernel");
        self.units += usize::from(name == "init.scope" || parsed.speaker.pid.is_some() && is_unit(name));
        let is_padded = bare.get(..5).is_some_and(|front| front.ends_with("  "));
        let has_printk = name == "kernel" && kernel_text::printk(parsed.message).0.is_some();
        let is_daemon = matches!(name, "rsyslogd" | "syslogd" | "syslog-ng");
        self.syslog += usize::from(is_padded || has_printk || is_daemon || parsed.facility.is_some());
    }

    fn form(&self) -> Option<Form> {
        let (form, _) = self.forms.iter().max_by_key(|(_, count)| *count).copied()?;
        if self.fit * 10 < self.lines * 6 || self.speakers == 0 {
            return None;
        }
        let is_syslog = self.headers == 0 && self.syslog > 0;
        Some(match form {
            Form::Short | Form::ShortPrecise | Form::ShortIso | Form::ShortIsoPrecise if is_syslog => {
                Form::Syslog
            }
            Form::ShortFull if self.units > 0 => Form::WithUnit,
            Form::Dmesg if self.brackets.is_spoken() => Form::ShortMonotonic,
            form => form,
        })
    }
}

/// The form of one line, strictly.
pub(crate) fn form_of(line: &str) -> Option<Form> {
    match line.as_bytes().first()? {
        b'[' => parse::parse(Form::Dmesg, line).map(|parsed| match parsed.stamp {
            Stamp::Monotonic(_) => Form::Dmesg,
            _ => Form::DmesgWall,
        }),
        b'<' => {
            let parsed = parse::parse(Form::Dmesg, line);
            let of = parsed.map(|parsed| match parsed.stamp {
                Stamp::Monotonic(_) => Form::Dmesg,
                _ => Form::DmesgWall,
            });
            // `<6>2026-11-26T10:00:00Z host ...` is a syslog line with its priority.
            parse::parse(Form::Syslog, line).filter(is_log).map(|_| Form::Syslog).or(of)
        }
        b'0'..=b'9' => digits_form(line),
        _ => {
            if let Some((_, _, rest)) = stamp::full(line) {
                return is_spoken(rest).then_some(Form::ShortFull);
            }
            if let Some((_, rest)) = stamp::month_day(line) {
                let front = line.get(..rest.len().abs_diff(line.len())).unwrap_or_default();
                // Some languages abbreviate months with a point.
                let is_precise = front.rsplit(':').next().is_some_and(|seconds| seconds.contains('.'));
                let is_host = rest.starts_with(' ');
                return is_host.then_some(if is_precise { Form::ShortPrecise } else { Form::Short });
            }
            let is_decoded = line.get(..14).is_some_and(|front| front.matches(':').count() == 2);
            parse::parse(Form::Dmesg, line).filter(|_| is_decoded).map(|parsed| match parsed.stamp {
                Stamp::Monotonic(_) => Form::Dmesg,
                _ => Form::DmesgWall,
            })
        }
    }
}

fn digits_form(line: &str) -> Option<Form> {
    if let Some((_, rest)) = stamp::iso(line) {
        let is_dmesg = || !crate::speaker::split(rest).is_some_and(|(speaker, _)| is_of_host(&speaker));
        if line.as_bytes().get(19) == Some(&b',') && is_dmesg() {
            // dmesg --time-format iso; a table of a monitor has a number there, and further commas.
            let is_message =
                rest.strip_prefix(' ').is_some_and(|rest| !rest.starts_with(',') && !rest.is_empty());
            return is_message.then_some(Form::DmesgWall);
        }
        let is_precise = line.as_bytes().get(19).is_some_and(|byte| b".,".contains(byte));
        return is_spoken(rest).then_some(if is_precise { Form::ShortIsoPrecise } else { Form::ShortIso });
    }
    if let Some((_, rest)) = stamp::unix(line) {
        return is_spoken(rest).then_some(Form::ShortUnix);
    }
    // `11月 26 10:00:00 host ...`
    let (_, rest) = stamp::month_day(line)?;
    is_spoken(rest).then_some(Form::Short)
}

/// Whether a host and a speaker follow, as in no application's log.
fn is_spoken(rest: &str) -> bool {
    const LEVELS: [&str; 12] = [
        "INFO", "WARN", "WARNING", "ERROR", "ERR", "DEBUG", "TRACE", "FATAL", "CRITICAL", "NOTICE", "stdout",
        "stderr",
    ];
    crate::speaker::split(rest).is_some_and(|(speaker, _)| {
        let host = speaker.host.unwrap_or("-");
        let is_host = !host.contains([',', ';', '|', '[', ']', '=', '"', '(', '{'])
            && !LEVELS.iter().any(|level| level.eq_ignore_ascii_case(host));
        let is_named = speaker.host.is_some() || speaker.pid.is_some() || speaker.name == Some("kernel");
        is_host && is_named && speaker.name.is_some_and(|name| name.parse::<f64>().is_err())
    })
}

/// Whether a host and its kernel or a process speak, as the kernel's own lines never begin.
fn is_of_host(speaker: &crate::speaker::Speaker) -> bool {
    speaker.host.is_some() && (speaker.name == Some("kernel") || speaker.pid.is_some())
}

fn is_log(parsed: &parse::Parsed) -> bool {
    parsed.speaker.name.is_some()
}
