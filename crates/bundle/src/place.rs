//! What a member's path says of it: the layouts of sosreports, roots and log folders in one place.

use model::Lines;

use crate::host::Fact;
use crate::{Role, sniff, sosreport, varlog};

/// What is to be done with a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// It is evidence of this kind. `tail`: its beginning was cut away.
    Evidence { role: Role, tail: bool },
    /// A crash record, or a part of one.
    Crash,
    /// A small file about the host.
    Fact(Fact),
    /// Not read, and why.
    Unread(&'static str),
    /// Its content decides.
    Look,
}

impl Place {
    pub(crate) const fn evidence(role: Role) -> Self {
        Self::Evidence { role, tail: false }
    }

    /// A text log of such lines.
    pub(crate) const fn text(lines: Lines, current_boot_only: bool) -> Self {
        Self::evidence(Role::Text { lines: Some(lines), current_boot_only })
    }
}

/// More folders than this above a file are no layout that is known.
const DEEPEST: usize = 64;

/// Trees of a root that hold no evidence, by their first part.
const NO_EVIDENCE: [&str; 14] = [
    "bin",
    "boot",
    "etc",
    "lib64",
    "proc",
    "sbin",
    "sos_logs",
    "sos_reports",
    "sys",
    "usr",
    "lost+found",
    "installed-debs",
    "installed-rpms",
    "version.txt",
];

/// Decides by the path. The layouts are recognised below any folder: a root may be packed as `./var/log`,
/// a sosreport in a folder of its name.
pub(crate) fn place(parts: &[&str]) -> Place {
    let Some(file) = parts.last() else { return Place::Unread("files without a name") };
    if parts.len() > DEEPEST {
        return Place::Unread("files in too many folders");
    }
    for start in 0..parts.len() {
        let rest = parts.get(start..).unwrap_or_default();
        let placed = match rest {
            ["sos_commands", plugin, .., name] => Some(sosreport::command(plugin, name)),
            ["sos_strings", _, .., name] => Some(sosreport::string(name)),
            ["var", "log", below @ ..] => varlog::place(below),
            ["var", "crash", .., _]
            | ["var", "lib", "systemd", "pstore", .., _]
            | ["sys", "fs", "pstore", _] => Some(if is_crash_record(parts) {
                Place::Crash
            } else {
                Place::Unread("crash dumps and reports")
            }),
            ["run", "log", "journal", .., name] | ["journal", _, name] if is_journal(name) => {
                Some(Place::evidence(Role::Journal))
            }
            // The two below stand at the top or under one folder; deeper they are somebody's copies.
            ["etc", below @ ..] if start <= 1 => Fact::of_etc(below).map(Place::Fact),
            ["proc", "sys", "kernel", "random", "boot_id"] if start <= 1 => Some(Place::Fact(Fact::BootId)),
            _ => None,
        };
        if let Some(placed) = placed {
            return placed;
        }
    }
    if is_crash_record(parts) {
        return Place::Crash;
    }
    let top = parts.iter().take(2).take(parts.len().saturating_sub(1).max(1));
    if top.clone().any(|part| NO_EVIDENCE.contains(part)) {
        return Place::Unread("files that are no logs");
    }
    if sniff::is_field_summary(file)
        || matches!(*file, "fieldiag.log" | "fieldiag.json" | "testspec.json")
        || parts.windows(2).any(|pair| matches!(pair, ["dgx", run] if run.starts_with("logs-")))
    {
        return Place::Unread("results of the field diagnostic");
    }
    if file.starts_with("vmcore") || file.starts_with("dump.") {
        return Place::Unread("crash dumps and reports");
    }
    Place::Look
}

/// Whether a name is one of the journal's.
pub(crate) fn is_journal(name: &str) -> bool {
    name.ends_with(".journal") || name.ends_with(".journal~")
}

/// Whether a path is that of a crash record: pstore's files by their names; what systemd-pstore puts together by
/// its folder, a number; kdump's by their names.
pub(crate) fn is_crash_record(parts: &[&str]) -> bool {
    let Some((file, folders)) = parts.split_last() else { return false };
    let in_numbers = folders.last().is_some_and(|folder| is_number(folder));
    let in_crash = folders.iter().any(|folder| matches!(*folder, "pstore" | "crash"));
    match *file {
        "dmesg.txt" => in_numbers || in_crash,
        "vmcore-dmesg.txt" => true,
        "console-ramoops" | "console-ramoops-0" => true,
        _ => match file.strip_prefix("dmesg") {
            // kdump-tools: `dmesg.202611261000`; rotated logs are `dmesg.0`, `dmesg.1.gz`.
            Some(rest) if rest.starts_with('.') => {
                rest.len() == 13 && is_number(rest.get(1..).unwrap_or_default())
            }
            Some(rest) => rest.starts_with('-') && record_id(file).is_some(),
            None => false,
        },
    }
}

/// Backend and id of a pstore file: `dmesg-efi-176415000001001`, `dmesg-ramoops-0.enc.z`.
pub(crate) fn record_id(file: &str) -> Option<(&str, &str)> {
    let name = file.strip_suffix(".enc.z").unwrap_or(file);
    let (backend, id) = name.strip_prefix("dmesg-")?.rsplit_once('-')?;
    (!backend.is_empty() && is_number(id)).then_some((backend, id))
}

pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str) -> Place {
        place(&path.split('/').collect::<Vec<_>>())
    }

    #[test]
    fn layouts_are_known_below_any_folder() {
        let kernel = Place::text(Lines::Kernel, false);
        let all = Place::text(Lines::All, false);
        for (path, placed) in [
            (
                "var/log/journal/0123456789abcdef0123456789abcdef/system.journal",
                Place::evidence(Role::Journal),
            ),
            (
                "x/y/var/log/journal/0123456789abcdef0123456789abcdef/system@a-b.journal~",
                Place::evidence(Role::Journal),
            ),
            (
                "run/log/journal/0123456789abcdef0123456789abcdef/system.journal",
                Place::evidence(Role::Journal),
            ),
            ("journal/0123456789abcdef0123456789abcdef/user-1000.journal", Place::evidence(Role::Journal)),
            ("host/var/log/kern.log.2.gz", kernel.clone()),
            ("var/log/kern.log-20261101", kernel),
            ("var/log/syslog", all.clone()),
            ("var/log/messages-20261101.xz", all),
            ("var/log/wtmp.1", Place::evidence(Role::Sessions)),
            ("var/log/nginx/access.log", Place::Look),
            ("sys/fs/pstore/dmesg-efi-176415000001001", Place::Crash),
            ("var/lib/systemd/pstore/1764150000/001/dmesg.txt", Place::Crash),
            ("1764150000/dmesg.txt", Place::Crash),
            ("dmesg.txt", Place::Look),
            ("var/crash/202611261000/dmesg.202611261000", Place::Crash),
            ("var/crash/202611261000/dump.202611261000", Place::Unread("crash dumps and reports")),
            ("var/crash/_usr_bin_x.1000.crash", Place::Unread("crash dumps and reports")),
            ("var/crash/127.0.0.1-2026-11-26-10:00:00/vmcore-dmesg.txt", Place::Crash),
            ("var/crash/127.0.0.1-2026-11-26-10:00:00/vmcore", Place::Unread("crash dumps and reports")),
            ("host/etc/machine-id", Place::Fact(Fact::MachineId)),
            ("host/etc/passwd", Place::Unread("files that are no logs")),
            ("usr/share/x.csv", Place::Unread("files that are no logs")),
            ("logs/thermal.csv", Place::Look),
            ("etc", Place::Unread("files that are no logs")),
            ("var/log/dmesg.0", Place::text(Lines::Kernel, false)),
        ] {
            assert_eq!(at(path), placed, "{path}");
        }
    }
}
