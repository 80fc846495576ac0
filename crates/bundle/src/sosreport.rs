//! What `sos report` collects, by the names that it gives to commands' outputs: `sos_commands/PLUGIN/` and the
//! command with `_` for spaces. Source: sos' plugins logs, systemd, login, kernel, date and host of 3.x and 4.x.

use model::Lines;

use crate::host::Fact;
use crate::place::Place;
use crate::{Role, varlog};

const OTHER: &str = "other commands' outputs";

/// Decides about the output of a command.
pub(crate) fn command(plugin: &str, file: &str) -> Place {
    let words: Vec<&str> = file.split('_').collect();
    match words.split_first() {
        Some((&"journalctl", flags)) => journalctl(flags),
        Some((&"last", _)) => Place::evidence(Role::Sessions),
        Some((&"dmesg", _)) => Place::text(Lines::Kernel, true),
        Some((&"timedatectl", _)) => Place::Fact(Fact::Timedatectl),
        Some((&"hostnamectl", _)) => Place::Fact(Fact::Hostnamectl),
        Some((&"date", [])) => Place::Fact(Fact::Date),
        Some((&"date", ["--utc", ..])) => Place::Fact(Fact::DateUtc),
        Some((&"hostname", [])) if matches!(plugin, "host" | "general") => Place::Fact(Fact::Hostname),
        _ => Place::Unread(OTHER),
    }
}

/// A file of which only the last part was kept: `sos_strings/PLUGIN/var.log.messages.tailed`, a command's output
/// likewise. A link stands where it belongs.
pub(crate) fn string(file: &str) -> Place {
    let Some(name) = file.strip_suffix(".tailed") else { return Place::Unread(OTHER) };
    let placed = match name.strip_prefix("var.log.") {
        // The end of a binary file can't be read.
        Some(log) if log.contains(".journal") || log.starts_with("wtmp") => None,
        Some(log) => varlog::family(log),
        None => Some(command("", name.strip_prefix("sos_commands.logs.").unwrap_or(name))),
    };
    match placed {
        Some(Place::Evidence { role: role @ (Role::Text { .. } | Role::Stream), .. }) => {
            Place::Evidence { role, tail: true }
        }
        _ => Place::Unread("last parts of other files"),
    }
}

/// `journalctl --no-pager --boot -1` and its relatives, by their flags.
fn journalctl(flags: &[&str]) -> Place {
    let has = |names: &[&str]| flags.iter().any(|flag| names.contains(flag));
    let begins =
        |starts: &[&str]| flags.iter().any(|flag| starts.iter().any(|start| flag.starts_with(start)));
    if has(&["--list-boots"]) {
        return Place::evidence(Role::Sessions);
    }
    if has(&["--disk-usage", "--verify", "--header", "--fields", "--list-catalog", "--version"])
        // Some lines of any kind: what is missing from them means nothing.
        || has(&["-p", "-g"])
        || begins(&["--priority", "--grep"])
    {
        return Place::Unread(OTHER);
    }
    let output = |flag: &&str| flag.strip_prefix("--output=").unwrap_or(flag).to_owned();
    let is_lossless =
        |name: String| matches!(name.as_str(), "export" | "json" | "json-pretty" | "json-seq" | "verbose");
    let tail = has(&["-n"]) || begins(&["--lines"]);
    if flags.iter().map(output).any(is_lossless) {
        return Place::Evidence { role: Role::Stream, tail };
    }
    let lines = if has(&["-k", "--dmesg"]) {
        Lines::Kernel
    } else if has(&["-u", "-t"]) || begins(&["--unit", "--user-unit", "--identifier", "_COMM", "_SYSTEMD"])
        // `_COMM=X` is split at its own underscore.
        || begins(&["COMM=", "SYSTEMD", "UNIT="])
    {
        Lines::Programs
    } else {
        Lines::All
    };
    let of_boot = flags.iter().position(|flag| matches!(*flag, "--boot" | "-b" | "--this-boot"));
    let current_boot_only = match of_boot.and_then(|at| flags.get(at.saturating_add(1))) {
        Some(which) => {
            matches!(*which, "0" | "-0") || !which.trim_start_matches('-').starts_with(char::is_numeric)
        }
        None => of_boot.is_some() || has(&["--boot=0", "-b0"]),
    };
    Place::Evidence { role: Role::Text { lines: Some(lines), current_boot_only }, tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_known_by_their_commands() {
        let text = |lines, current| Place::text(lines, current);
        for (plugin, file, placed) in [
            ("logs", "journalctl_--no-pager", text(Lines::All, false)),
            ("logs", "journalctl_--no-pager_--boot", text(Lines::All, true)),
            ("logs", "journalctl_--no-pager_--catalog_--boot", text(Lines::All, true)),
            ("logs", "journalctl_--no-pager_--boot_-1", text(Lines::All, false)),
            ("logs", "journalctl_--no-pager_--catalog_--boot_-1", text(Lines::All, false)),
            ("logs", "journalctl_--all_--this-boot_--no-pager", text(Lines::All, true)),
            ("logs", "journalctl_--no-pager_--since_-3days", text(Lines::All, false)),
            ("logs", "journalctl_-o_export", Place::evidence(Role::Stream)),
            ("logs", "journalctl_--disk-usage", Place::Unread(OTHER)),
            ("systemd", "journalctl_--list-boots", Place::evidence(Role::Sessions)),
            (
                "nvidia",
                "journalctl_--no-pager_--boot_-0_--identifier_nvidia-persistenced",
                text(Lines::Programs, true),
            ),
            ("docker", "journalctl_--no-pager_--unit_docker", text(Lines::Programs, false)),
            ("kernel", "dmesg", text(Lines::Kernel, true)),
            ("kernel", "dmesg_-T", text(Lines::Kernel, true)),
            ("login", "last_-F", Place::evidence(Role::Sessions)),
            ("login", "last_-F_shutdown", Place::evidence(Role::Sessions)),
            ("login", "lastlog", Place::Unread(OTHER)),
            ("date", "date_--utc", Place::Fact(Fact::DateUtc)),
            ("date", "hwclock", Place::Unread(OTHER)),
            ("host", "hostname", Place::Fact(Fact::Hostname)),
            ("nvidia", "nvidia-smi_-q", Place::Unread(OTHER)),
        ] {
            assert_eq!(command(plugin, file), placed, "{file}");
        }
    }

    #[test]
    fn what_was_cut_is_known_as_such() {
        let tail = |lines, current_boot_only| Place::Evidence {
            role: Role::Text { lines: Some(lines), current_boot_only },
            tail: true,
        };
        for (file, placed) in [
            ("var.log.messages.tailed", tail(Lines::All, false)),
            ("var.log.kern.log.1.tailed", tail(Lines::Kernel, false)),
            ("var.log.messages-20261101.tailed", tail(Lines::All, false)),
            ("journalctl_--no-pager.tailed", tail(Lines::All, false)),
            ("sos_commands.logs.journalctl_--no-pager_--boot.tailed", tail(Lines::All, true)),
            ("var.log.journal.x.system.journal.tailed", Place::Unread("last parts of other files")),
            ("var.log.nginx.access.log.tailed", Place::Unread("last parts of other files")),
        ] {
            assert_eq!(string(file), placed, "{file}");
        }
    }
}
