//! One line of a log, by its form.

use crate::Form;
use crate::civil::SECOND;
use crate::kernel_text;
use crate::speaker::{self, Speaker};
use crate::stamp::{self, Local, Stamp};

/// A line taken apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Parsed<'a> {
    pub(crate) stamp: Stamp,
    pub(crate) speaker: Speaker<'a>,
    /// The syslog facility, where the line has a priority: 0 is the kernel's own.
    pub(crate) facility: Option<i64>,
    /// The name of the zone that the line bears.
    pub(crate) zone: Option<&'a str>,
    pub(crate) message: &'a str,
}

/// Reads a line of the form. None if it is no such line.
pub(crate) fn parse(form: Form, text: &str) -> Option<Parsed<'_>> {
    match form {
        Form::Short | Form::ShortPrecise | Form::ShortIso | Form::ShortIsoPrecise | Form::Syslog => {
            syslog(text)
        }
        Form::ShortFull | Form::WithUnit => {
            let (stamp, zone, rest) = stamp::full(text)?;
            let (speaker, message) = speaker::split(rest)?;
            Some(Parsed { stamp, speaker, facility: None, zone, message })
        }
        Form::ShortUnix => {
            let (stamp, rest) = stamp::unix(text)?;
            spoken(stamp, rest)
        }
        Form::ShortMonotonic => {
            let (at, rest) = stamp::bracketed(text)?;
            spoken(Stamp::Monotonic(at), rest)
        }
        Form::Dmesg | Form::DmesgWall => dmesg(text),
        Form::Last | Form::Wtmp | Form::BootList => None,
    }
}

fn spoken(stamp: Stamp, rest: &str) -> Option<Parsed<'_>> {
    let (speaker, message) = speaker::split(rest)?;
    Some(Parsed { stamp, speaker, facility: speaker.facility, zone: None, message })
}

/// Traditional and RFC 3339 stamps, and RFC 5424 as a whole, with or without the priority in front.
fn syslog(text: &str) -> Option<Parsed<'_>> {
    let (priority, rest) = priority(text);
    if priority.is_some()
        && let Some(rest) = rest.strip_prefix("1 ")
    {
        return rfc5424(priority, rest);
    }
    let (stamp, rest) = stamp::civil_stamp(rest)?;
    let parsed = spoken(stamp, rest)?;
    let facility = priority.map(|priority| priority / 8).or(parsed.facility);
    Some(Parsed { facility, ..parsed })
}

/// `2026-11-26T10:00:00Z host name 1 - - text` (RFC 5424, behind priority and version).
fn rfc5424(priority: Option<i64>, text: &str) -> Option<Parsed<'_>> {
    let (stamp, rest) = stamp::iso(text)?;
    let mut parts = rest.strip_prefix(' ')?.splitn(5, ' ');
    let (host, name, pid, _id) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let message = structured_data(parts.next().unwrap_or_default());
    let told = |part: &'_ str| part != "-" && !part.is_empty();
    let speaker = Speaker {
        host: Some(host).filter(|host| told(host)),
        name: Some(name).filter(|name| told(name)),
        pid: pid.parse().ok(),
        facility: None,
    };
    let facility = priority.map(|priority| priority / 8);
    Some(Parsed { stamp, speaker, facility, zone: None, message: message.trim_start_matches('\u{feff}') })
}

/// Passes over `-` or `[id key="value"]...`.
fn structured_data(text: &str) -> &str {
    if let Some(rest) = text.strip_prefix('-') {
        return rest.strip_prefix(' ').unwrap_or(rest);
    }
    let (mut quoted, mut escaped, mut depth) = (false, false, 0_u32);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' if !quoted => depth += 1,
            b']' if !quoted => depth = depth.saturating_sub(1),
            b' ' if depth == 0 => return text.get(index + 1..).unwrap_or_default(),
            _ if depth == 0 => return text,
            _ => {}
        }
    }
    if depth == 0 { "" } else { text }
}

/// `<30>` in front of a line.
fn priority(text: &str) -> (Option<i64>, &str) {
    let read = text.strip_prefix('<').and_then(|rest| {
        let (priority, rest) = stamp::number(rest, 3)?;
        Some((priority, rest.strip_prefix('>')?))
    });
    read.map_or((None, text), |(priority, rest)| (Some(priority), rest))
}

/// A line of `dmesg`, whatever options it was called with.
fn dmesg(text: &str) -> Option<Parsed<'_>> {
    let (priority, rest) = priority(text);
    let (facility, rest) = match priority {
        Some(priority) => (Some(priority / 8), rest),
        None => decoded(text),
    };
    let (stamp, message) = dmesg_stamp(rest)?;
    let speaker = Speaker { name: Some("kernel"), ..Speaker::default() };
    Some(Parsed { stamp, speaker, facility, zone: None, message: kernel_text::caller(message) })
}

/// `kern  :info  : ` of `dmesg -x`.
fn decoded(text: &str) -> (Option<i64>, &str) {
    let read = text.split_once(':').and_then(|(facility, rest)| {
        let facility = facility.trim_end_matches(' ');
        let number = speaker::FACILITIES.iter().position(|known| *known == facility)?;
        let (level, rest) = rest.split_once(':')?;
        let is_level = level.len() <= 8 && level.trim_end().bytes().all(|byte| byte.is_ascii_lowercase());
        is_level.then_some((i64::try_from(number).ok()?, rest.trim_start_matches(' ')))
    });
    read.map_or((None, text), |(facility, rest)| (Some(facility), rest))
}

fn dmesg_stamp(text: &str) -> Option<(Stamp, &str)> {
    if let Some((at, rest)) = stamp::bracketed(text) {
        return Some((Stamp::Monotonic(at), rest));
    }
    let Some(inner) = text.strip_prefix('[') else {
        // --time-format iso
        let (stamp, rest) = stamp::iso(text)?;
        return Some((stamp, rest.strip_prefix(' ')?));
    };
    let (inside, rest) = inner.split_once(']')?;
    let inside = inside.trim();
    if let Some(difference) = inside.strip_prefix('+') {
        let (secs, micros) = difference.split_once('.')?;
        let micros = format!("{micros:0<6}").get(..6)?.parse::<i64>().ok()?;
        return Some((Stamp::Since(secs.parse::<u32>().map(i64::from).ok()? * SECOND + micros), rest));
    }
    if let Some((stamp, after)) = stamp::ctime(inside) {
        let after = after.trim();
        return (after.is_empty() || after.starts_with('<')).then_some((stamp, rest));
    }
    // -H, -e: `[Nov26 10:00]`, then differences.
    let (date, clock) = inside.split_once(' ')?;
    let digits = date.find(|c: char| c.is_ascii_digit()).filter(|&at| at > 0)?;
    let (name, day) = date.split_at(digits);
    let clock = clock.trim();
    let seconds = if clock.len() == 5 { ":00" } else { "" };
    let (stamp, _) = stamp::month_day(&format!("{name} {day} {clock}{seconds}"))?;
    matches!(stamp, Stamp::Local(Local { .. })).then_some((stamp, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Shown<'a> = (Option<&'a str>, Option<u32>, Option<i64>, &'a str);

    fn shown(form: Form, text: &str) -> Option<Shown<'_>> {
        parse(form, text).map(|line| (line.speaker.name, line.speaker.pid, line.facility, line.message))
    }

    #[test]
    fn rfc5424_lines() {
        for (text, read) in [
            (
                "<30>1 2026-11-26T10:00:00.1Z box systemd 1 - - Started a.",
                Some((Some("systemd"), Some(1), Some(3), "Started a.")),
            ),
            (
                "<6>1 2026-11-26T10:00:00.1Z box kernel - - - [    1.5] x",
                Some((Some("kernel"), None, Some(0), "[    1.5] x")),
            ),
            (
                "<30>1 2026-11-26T10:00:00.1Z box a 7 ID [x@1 k=\"a \\\" ]\"][y@1] text [z]",
                Some((Some("a"), Some(7), Some(3), "text [z]")),
            ),
            ("<30>1 - box a 7 - - text", None),
        ] {
            assert_eq!(shown(Form::Syslog, text), read, "{text}");
        }
    }

    #[test]
    fn dmesg_lines() {
        for (text, stamp, message) in [
            ("[    0.000000] Linux version 6", Some(Stamp::Monotonic(0)), "Linux version 6"),
            ("<6>[   12.345678] [T1] a", Some(Stamp::Monotonic(12_345_678)), "a"),
            ("kern  :info  : [   12.345678] a", Some(Stamp::Monotonic(12_345_678)), "a"),
            ("[   12.345678 <    0.000012>] a", Some(Stamp::Monotonic(12_345_678)), "a"),
            ("[  +0.000012] a", Some(Stamp::Since(12)), "a"),
            ("2026-11-26T10:00:00,123456+00:00 a", Some(Stamp::Utc(1_795_687_200_123_456)), "a"),
            ("text", None, ""),
            ("[drm] text", None, ""),
        ] {
            let read = parse(Form::Dmesg, text);
            assert_eq!(read.map(|line| line.stamp), stamp, "{text}");
            assert_eq!(read.map_or("", |line| line.message), message, "{text}");
        }
        for text in ["[Thu Nov 26 10:00:00 2026] a", "[木 11月 26 10:00:00 2026] a", "[Nov26 10:00] a"] {
            let Some(Parsed { stamp: Stamp::Local(local), message: "a", .. }) = parse(Form::DmesgWall, text)
            else {
                panic!("{text}");
            };
            assert_eq!((local.month, local.day, local.of_day), (11, 26, 36_000 * SECOND), "{text}");
        }
    }
}
