//! Who speaks in a line: what stands between the stamp and the message.

use model::Transport;

/// The speaker, as a text log names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Speaker<'a> {
    pub(crate) host: Option<&'a str>,
    pub(crate) name: Option<&'a str>,
    pub(crate) pid: Option<u32>,
    /// The syslog facility, where it stands in front of the name (`kern.info kernel: `): 0 is the kernel's own.
    pub(crate) facility: Option<i64>,
}

/// Longest name of a speaker; a colon further on belongs to the message.
const NAME_MAX: usize = 200;

/// Reads `host name[1]: text`, also without the host (`--no-hostname`), and `host kern.info name[1]: text` as busybox
/// writes.
pub(crate) fn split(text: &str) -> Option<(Speaker<'_>, &str)> {
    let text = text.strip_prefix(' ')?.trim_start_matches(' ');
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    if first.is_empty() {
        return None;
    }
    if first.len() > 1 && first.ends_with(':') {
        let (name, pid, message) = named(text)?;
        return Some((Speaker { host: None, name: Some(name), pid, facility: None }, message));
    }
    let (host, rest, facility) = match (facility(first), rest.split_once(' ')) {
        (Some(facility), _) => (None, rest, Some(facility)),
        (None, Some((word, behind))) if facility(word).is_some() => (Some(first), behind, facility(word)),
        _ => (Some(first), rest, None),
    };
    Some(match named(rest) {
        Some((name, pid, message)) => (Speaker { host, name: Some(name), pid, facility }, message),
        // A message without a tag: rsyslog's own marks, and devices that send none.
        None => (Speaker { host, name: None, pid: None, facility }, rest),
    })
}

/// The number of a facility, as `kern` in `kern.info`.
fn facility(word: &str) -> Option<i64> {
    const LEVELS: [&str; 11] =
        ["emerg", "panic", "alert", "crit", "err", "error", "warning", "warn", "notice", "info", "debug"];
    let (facility, level) = word.split_once('.')?;
    if !LEVELS.contains(&level) {
        return None;
    }
    match facility.strip_prefix("local").and_then(|digit| digit.parse::<u8>().ok()) {
        Some(local) => (local < 8).then_some(16 + i64::from(local)),
        None => FACILITIES.iter().position(|known| *known == facility).and_then(|at| i64::try_from(at).ok()),
    }
}

/// Names of the syslog facilities in the order of their numbers (RFC 5424, table 1).
pub(crate) const FACILITIES: [&str; 12] =
    ["kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron", "authpriv", "ftp"];

/// Reads `name[1]: text` or `name: text`.
pub(crate) fn named(text: &str) -> Option<(&str, Option<u32>, &str)> {
    let bytes = text.as_bytes();
    let window = bytes.get(..NAME_MAX).unwrap_or(bytes);
    let mut from = 0;
    loop {
        let colon = from + memchr::memchr(b':', window.get(from..)?)?;
        let is_end = matches!(bytes.get(colon + 1), None | Some(b' '));
        let label = text.get(..colon)?;
        let (name, pid) = with_pid(label);
        // `name[1]:text` is written by programs that put no blank behind the colon.
        // And so does syslogd when it writes the kernel's words to terminals.
        let is_kernel = name == "kernel" && bytes.get(colon + 1) == Some(&b'[');
        if is_end || pid.is_some() || is_kernel {
            let is_name = !name.is_empty() && (pid.is_some() || !name.contains(char::is_whitespace));
            let message = text.get(colon + 1..)?;
            return is_name.then_some((name, pid, message.strip_prefix(' ').unwrap_or(message)));
        }
        from = colon + 1;
    }
}

fn with_pid(label: &str) -> (&str, Option<u32>) {
    let pid = label.strip_suffix(']').and_then(|label| label.rsplit_once('['));
    match pid.and_then(|(name, pid)| Some((name, pid.parse().ok()?))) {
        Some((name, pid)) => (name, Some(pid)),
        None => (label, None),
    }
}

/// How the entry reached the journal, as far as its speaker tells: it decides who is heard later.
pub(crate) fn transport(name: &str, pid: Option<u32>) -> (Transport, Option<u32>) {
    match (name, pid) {
        ("kernel", None) => (Transport::Kernel, None),
        ("systemd-journald" | "systemd-journal", Some(_)) => (Transport::Driver, pid),
        // It has replaced PID 1 and writes to the kernel's buffer.
        ("systemd-shutdown", Some(1)) => (Transport::Kernel, None),
        _ => (Transport::Unknown, pid),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speakers() {
        for (text, host, name, pid, message) in [
            (" h kernel: a: b", Some("h"), Some("kernel"), None, "a: b"),
            (" h systemd[1]: Started a.", Some("h"), Some("systemd"), Some(1), "Started a."),
            (" kernel: a", None, Some("kernel"), None, "a"),
            (" systemd[1]: a", None, Some("systemd"), Some(1), "a"),
            (" h postfix/smtpd[12]: x", Some("h"), Some("postfix/smtpd"), Some(12), "x"),
            (" h My App[12]: x", Some("h"), Some("My App"), Some(12), "x"),
            (" h a::b[12]: x", Some("h"), Some("a::b"), Some(12), "x"),
            (" h (udev-worker)[300]: x", Some("h"), Some("(udev-worker)"), Some(300), "x"),
            (" h last message: repeated", Some("h"), None, None, "last message: repeated"),
            (" h -- MARK --", Some("h"), None, None, "-- MARK --"),
            (" h kernel:[    1.000000] x", Some("h"), Some("kernel"), None, "[    1.000000] x"),
            (" h sshd[7]:", Some("h"), Some("sshd"), Some(7), ""),
            (" h nvidia-persistenced: x", Some("h"), Some("nvidia-persistenced"), None, "x"),
        ] {
            assert_eq!(split(text), Some((Speaker { host, name, pid, facility: None }, message)), "{text}");
        }
        assert_eq!(split(" "), None);
        assert_eq!(split("x"), None);
    }
}
