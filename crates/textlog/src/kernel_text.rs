//! What the kernel's own lines tell of boots and clocks.

use model::words::LINUX_VERSION;

use crate::civil::SECOND;
use crate::stamp::{self, Stamp};

/// Takes the printk stamp off a kernel message that a syslog daemon relayed: `[   12.345678] [T123] text`.
pub(crate) fn printk(message: &str) -> (Option<i64>, &str) {
    match stamp::bracketed(message) {
        Some((at, rest)) => (Some(at), caller(rest)),
        None => (None, message),
    }
}

/// Takes off the caller that `CONFIG_PRINTK_CALLER` adds: a task (`[T123]`) or a processor (`[C2]`).
pub(crate) fn caller(text: &str) -> &str {
    let text = text.strip_prefix(' ').unwrap_or(text);
    let stripped = text.strip_prefix('[').and_then(|rest| {
        let (inner, rest) = rest.split_once(']')?;
        let digits = inner.trim_start_matches(' ').strip_prefix(['T', 'C'])?;
        let is_caller = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_caller.then(|| rest.strip_prefix(' ').unwrap_or(rest))
    });
    stripped.unwrap_or(text)
}

/// A program that wrote into the kernel's buffer under its own name: systemd's programs, before journald runs and
/// after it ended. The kernel itself names processes in the same way (`python3[7]: segfault at`), so no other name
/// is believed.
pub(crate) fn borrowed(message: &str) -> Option<(&str, u32, &str)> {
    if !message.starts_with("systemd") {
        return None;
    }
    let (name, pid, text) = crate::speaker::named(message)?;
    let is_known = name == "systemd" && pid == Some(1)
        || name.starts_with("systemd-") && !name.contains(char::is_whitespace);
    let is_fault = ["segfault at", "general protection", "trap ", "bad frame"];
    let is_kernel = is_fault.iter().any(|start| text.starts_with(start));
    (is_known && !is_kernel).then_some((name, pid?, text))
}

/// The kernel's first lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// arm64 names the processor before the version.
    Cpu,
    /// `Linux version ...`.
    Version,
}

/// Whether a kernel line is one of the first of a boot.
pub(crate) fn mark(message: &str) -> Option<Mark> {
    if message.starts_with(LINUX_VERSION) {
        return Some(Mark::Version);
    }
    message.starts_with("Booting Linux on physical CPU").then_some(Mark::Cpu)
}

/// An instant that a kernel line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Epoch {
    /// Microseconds since 1970.
    pub(crate) at: i64,
    /// From the hardware clock, whole seconds, which some hosts keep in local time; else from an audit stamp.
    pub(crate) of_rtc: bool,
}

/// `setting system clock to 2026-11-26T10:00:00 UTC (1795687200)`, or `audit(1795687200.123:45)`.
pub(crate) fn epoch(message: &str) -> Option<Epoch> {
    const RTC: &str = "setting system clock to ";
    if let Some(at) = memchr::memmem::find(message.as_bytes(), RTC.as_bytes()) {
        let (_, inner) = message.get(at + RTC.len()..)?.split_once('(')?;
        let (secs, _) = stamp::number(inner, 11)?;
        return (secs > YEAR_2000).then_some(Epoch { at: secs * SECOND, of_rtc: true });
    }
    // Both `audit: type=1400 audit(...)` and the older `type=1400 audit(...)` begin the line.
    let is_audit = message.starts_with("audit: type=") || message.starts_with("type=");
    let (_, inner) = message.split_once("audit(").filter(|_| is_audit)?;
    match stamp::unix(inner)? {
        (Stamp::Utc(at), rest) if rest.starts_with(':') => Some(Epoch { at, of_rtc: false }),
        _ => None,
    }
    .filter(|epoch| epoch.at > YEAR_2000 * SECOND)
}

/// Before it no clock was set.
const YEAR_2000: i64 = 946_684_800;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_and_callers() {
        for (message, at, text) in [
            ("[   12.345678] a", Some(12_345_678), "a"),
            ("[   12.345678] [T123] a", Some(12_345_678), "a"),
            ("[   12.345678][    C2] a", Some(12_345_678), "a"),
            ("[drm] a", None, "[drm] a"),
            ("[   12.345678] [drm] a", Some(12_345_678), "[drm] a"),
        ] {
            assert_eq!(printk(message), (at, text), "{message}");
        }
    }

    #[test]
    fn names_in_the_kernel_s_buffer() {
        assert_eq!(borrowed("systemd[1]: Shutting down."), Some(("systemd", 1, "Shutting down.")));
        assert_eq!(borrowed("systemd-journald[9]: a"), Some(("systemd-journald", 9, "a")));
        assert_eq!(borrowed("systemd[900]: a"), None);
        assert_eq!(borrowed("systemd-udevd[9]: segfault at 0 ip 0"), None);
        assert_eq!(borrowed("python3[9]: segfault at 0 ip 0"), None);
    }

    #[test]
    fn epochs() {
        let rtc = "rtc-efi rtc-efi.0: setting system clock to 2026-11-26T10:00:00 UTC (1795687200)";
        assert_eq!(epoch(rtc), Some(Epoch { at: 1_795_687_200_000_000, of_rtc: true }));
        let audit = "audit: type=1400 audit(1795687200.123:45): apparmor=\"STATUS\"";
        assert_eq!(epoch(audit), Some(Epoch { at: 1_795_687_200_123_000, of_rtc: false }));
        assert_eq!(epoch("audit: type=1404 audit(0.500:1): x"), None);
        assert_eq!(epoch("something audit(1795687200.123:45)"), None);
    }
}
