//! `/var/log`: families of files by their names.

use model::Lines;

use crate::Role;
use crate::place::{Place, is_journal, is_number};

/// Decides about a file below `/var/log`; none where the path says nothing.
pub(crate) fn place(below: &[&str]) -> Option<Place> {
    Some(match below {
        [] => return None,
        ["journal", .., name] if is_journal(name) => Place::evidence(Role::Journal),
        // Compressed by hand: the content decides.
        ["journal", .., name] if name.contains(".journal") => Place::Look,
        ["journal", ..] => Place::Unread("other files of the journal's folder"),
        ["sysstat" | "sa", .., _] => Place::Unread("sysstat recordings"),
        ["atop", .., _] => Place::Unread("atop recordings"),
        ["pcp", .., _] => Place::Unread("pcp recordings"),
        [name] => family(name).unwrap_or(Place::Look),
        _ => Place::Look,
    })
}

/// What a log's name says of it, with or without the marks of rotation and compression.
pub(crate) fn family(name: &str) -> Option<Place> {
    let base = unrotated(name);
    Some(match base {
        "syslog" | "messages" => Place::text(Lines::All, false),
        "kern.log" | "kernel.log" => Place::text(Lines::Kernel, false),
        // Of the boot's start, written once; `dmesg.0` is the boot before.
        "dmesg" => Place::text(Lines::Kernel, name == "dmesg"),
        "auth.log" | "secure" | "daemon.log" | "user.log" => Place::text(Lines::Programs, false),
        "wtmp" => Place::evidence(Role::Sessions),
        "btmp" | "lastlog" | "faillog" | "tallylog" => Place::Unread("records of logins"),
        _ => return None,
    })
}

/// Which lines a text holds whose name is that of a known family.
pub(crate) fn lines_of(name: &str) -> Option<Lines> {
    match unrotated(name) {
        "dmesg.txt" | "dmesg.log" => Some(Lines::Kernel),
        _ => match family(name)? {
            Place::Evidence { role: Role::Text { lines, .. }, .. } => lines,
            _ => None,
        },
    }
}

/// The name without `.1`, `.2.gz`, `-20261101`, `-20261101-1764150000.xz`.
fn unrotated(name: &str) -> &str {
    let name = [".gz", ".xz", ".zst"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    if let Some((base, number)) = name.rsplit_once('.')
        && is_number(number)
    {
        return base;
    }
    let mut base = name;
    while let Some((rest, date)) = base.rsplit_once('-')
        && is_number(date)
        && date.len() >= 8
    {
        base = rest;
    }
    base
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_rotation_are_taken_off() {
        for (name, base) in [
            ("syslog", "syslog"),
            ("syslog.1", "syslog"),
            ("kern.log.2.gz", "kern.log"),
            ("messages-20261101", "messages"),
            ("messages-20261101-1764150000.xz", "messages"),
            ("kern.log", "kern.log"),
            ("my-7", "my-7"),
            (".1", ""),
        ] {
            assert_eq!(unrotated(name), base, "{name}");
        }
        assert_eq!(lines_of("dmesg.txt"), Some(Lines::Kernel));
        assert_eq!(lines_of("kern.log.1"), Some(Lines::Kernel));
        assert_eq!(lines_of("notes.txt"), None);
    }
}
