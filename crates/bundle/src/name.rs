//! Names of members: taken apart for the layouts, and made fit to be shown.

/// Longest name that is shown, in characters.
const SHOWN: usize = 300;

/// A member's path taken apart.
pub(crate) struct Parts<'n> {
    /// The folders and the file, without `.` and empty ones.
    pub(crate) parts: Vec<&'n str>,
    /// Whether it climbs (`..`).
    pub(crate) climbs: bool,
}

/// Takes a path inside a bundle apart. A leading `/` means the bundle's top, as it does to tar.
pub(crate) fn parts(name: &str) -> Parts<'_> {
    let parts: Vec<&str> = name.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let climbs = parts.contains(&"..");
    Parts { parts, climbs }
}

/// The name with control characters escaped and too long ones cut in the middle.
pub(crate) fn shown(name: &str) -> String {
    let mut out = String::new();
    let count = name.chars().count();
    for (index, c) in name.chars().enumerate() {
        if count > SHOWN && index == SHOWN / 2 {
            out.push('…');
        }
        if count > SHOWN && index >= SHOWN / 2 && index < count.saturating_sub(SHOWN / 2) {
            continue;
        }
        if c.is_control() { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_fit_to_be_shown() {
        assert_eq!(shown("var/log/sys\nlog\u{1b}[31m"), "var/log/sys\\nlog\\u{1b}[31m");
        let long = shown(&"ä".repeat(10_000));
        assert_eq!((long.chars().count(), long.contains('…')), (SHOWN + 1, true));
        assert_eq!(parts("/./var//log/syslog").parts, ["var", "log", "syslog"]);
        assert!(parts("a/../b").climbs && !parts("a/..b").climbs);
    }
}
