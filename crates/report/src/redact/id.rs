//! E-mail addresses, serial numbers, identities of devices and containers, command lines.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::address::replace;
use super::{Given, Kind, is_placeholder};

/// Command lines longer than this lose their arguments.
const LONG: usize = 60;

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a valid pattern")
}

/// Long command lines: the program stays, its arguments go.
pub(super) fn commands(text: &str, given: &mut Given) -> String {
    static COMMAND: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r#"(\bCOMMAND=|\bcmdline "|\bCMD \(|^(?:Started|Starting|Stopped|Stopping) (?:\S+\.(?:service|scope) - )?)(/?[\w./+-]+)( [^\n]*)"#,
        )
    });
    static TITLE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(proctitle=)([0-9A-F]{16,})"));
    let text = COMMAND.replace_all(text, |found: &Captures<'_>| {
        let (open, program, arguments) = (&found[1], &found[2], &found[3]);
        let is_sentence = open.starts_with("St") && !program.starts_with('/');
        if program.len() + arguments.len() <= LONG || is_sentence {
            return found[0].to_owned();
        }
        let close = match open {
            _ if open.ends_with('"') => "\"",
            _ if open.ends_with('(') => ")",
            _ => "",
        };
        let arguments = arguments.trim().trim_end_matches(['"', ')']);
        if is_placeholder(arguments) {
            return found[0].to_owned();
        }
        format!("{open}{program} {}{close}", given.placeholder(Kind::Command, arguments))
    });
    TITLE
        .replace_all(&text, |found: &Captures<'_>| {
            format!("{}{}", &found[1], given.placeholder(Kind::Command, &found[2]))
        })
        .into_owned()
}

/// E-mail addresses; a unit such as `user@1000.service` is none.
pub(super) fn emails(text: &str, given: &mut Given) -> String {
    static EMAIL: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.([\p{L}]{2,})\b"));
    const UNITS: [&str; 11] = [
        "service",
        "scope",
        "slice",
        "socket",
        "timer",
        "mount",
        "target",
        "device",
        "path",
        "swap",
        "automount",
    ];
    EMAIL
        .replace_all(text, |found: &Captures<'_>| {
            if UNITS.contains(&&found[1]) || found[0].starts_with("secret-") {
                found[0].to_owned()
            } else {
                given.placeholder(Kind::Email, &found[0])
            }
        })
        .into_owned()
}

/// Serial numbers and the like, by what stands before them.
pub(super) fn serials(text: &str, given: &mut Given) -> String {
    static SERIAL: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r#"(?i)((?:i|_|\b)serial(?:[ _-]?(?:number|num|no\.?|short|#))?["']?\s*(?:[:=]|[ \t])\s*["']?(?:\d{1,2} )?|\bS/N[:= ]\s*|\bsn[:=]\s*|\b(?:wwn|wwid|wwpn|wwnn|nguid|node_guid|port_guid|sys_image_guid|duid|client[-_ ]id)[:= ]\s*["']?(?:0x)?|\bwwn-0x|\bnaa\.|\beui\.|\bt10\.|\b(?:asset|chassis|service) tag\s*[:=]\s*["']?)([A-Za-z0-9][A-Za-z0-9:._/-]{3,})"#,
        )
    });
    // Disks are linked by model and serial number.
    static BY_ID: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(\b(?:nvme|ata|scsi|usb|mmc|virtio|google)-[A-Za-z0-9][\w.-]*_)([A-Za-z0-9]{6,})((?:[-:_][\w:-]*)?)",
        )
    });
    static EUI: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b(0x)?(5000[0-9a-f]{12}|6[0-9a-f]{31})\b"));
    let has_digit = |value: &str| value.contains(|c: char| c.is_ascii_digit());
    let text = SERIAL.replace_all(text, |found: &Captures<'_>| {
        let (before, value) = (&found[1], found[2].trim_end_matches(['.', ':']));
        let rest = &found[2][value.len()..];
        let is_named = before.trim_end().trim_end_matches(['"', '\'']).trim_end().ends_with([':', '=']);
        let capitals = value.chars().all(|c| c.is_ascii_uppercase());
        // Ports of serial lines are called so too.
        let is_port = ["tty", "port", "8250", "console"].iter().any(|word| value.starts_with(word));
        let is_long = value.len() >= 6;
        if is_placeholder(value)
            || is_port
            || !(has_digit(value) && (is_named || is_long) || is_named && capitals)
        {
            found[0].to_owned()
        } else {
            format!("{before}{}{rest}", given.learn(Kind::Serial, value))
        }
    });
    let text = BY_ID.replace_all(&text, |found: &Captures<'_>| {
        if !has_digit(&found[2]) || is_placeholder(&found[2]) {
            return found[0].to_owned();
        }
        format!("{}{}{}", &found[1], given.learn(Kind::Serial, &found[2]), &found[3])
    });
    EUI.replace_all(&text, |found: &Captures<'_>| {
        // A machine's or a boot's id may begin like the name of a disk.
        let id = found[2].to_lowercase();
        if given.machines.contains(&id) || given.boots.contains(&id) {
            found[0].to_owned()
        } else {
            given.learn(Kind::Serial, &found[2])
        }
    })
    .into_owned()
}

/// UUIDs and long hexadecimal ids. Boot ids stay, container ids are shortened.
pub(super) fn ids(text: &str, given: &mut Given) -> String {
    // systemd writes a dash in a unit's name as \x2d.
    static UUID: LazyLock<Regex> = LazyLock::new(|| {
        let dash = r"(?:-|_|\\x2d)";
        pattern(&format!(
            "[0-9A-Fa-f]{{8}}{dash}[0-9A-Fa-f]{{4}}{dash}[0-9A-Fa-f]{{4}}{dash}[0-9A-Fa-f]{{4}}{dash}[0-9A-Fa-f]{{12}}"
        ))
    });
    // File systems and partitions of the old kinds, and LVM's.
    static VOLUME: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r#"(?i)(uuid["']?[/:= ]+["']?)([0-9a-f]{4}-[0-9a-f]{4}|[0-9a-f]{8}-[0-9a-f]{2}|[0-9a-f]{16}|[0-9a-z]{6}(?:-[0-9a-z]{4}){5}-[0-9a-z]{6})\b"#,
        )
    });
    static HEX: LazyLock<Regex> = LazyLock::new(|| pattern(r"[0-9A-Fa-f]{20,}"));
    let text = replace(&UUID, text, |found| {
        let bare = found.as_str().replace("\\x2d", "").replace(['-', '_'], "").to_lowercase();
        let before = &text[..found.start()];
        let (before, after) = (before.strip_suffix("\\x2d").unwrap_or(before), &text[found.end()..]);
        if before.ends_with(char::is_alphanumeric) && !before.ends_with("x2d")
            || after.starts_with(char::is_alphanumeric)
            || given.boots.contains(&bare)
        {
            None
        } else if given.machines.contains(&bare) {
            Some(given.placeholder(Kind::Machine, &bare))
        } else {
            Some(given.placeholder(Kind::Uuid, &bare))
        }
    });
    let text = VOLUME.replace_all(&text, |found: &Captures<'_>| {
        format!("{}{}", &found[1], given.placeholder(Kind::Uuid, &found[2]))
    });
    replace(&HEX, &text, |found| {
        let id = found.as_str().to_lowercase();
        let before = &text[..found.start()];
        if before.ends_with(char::is_alphanumeric)
            || text[found.end()..].starts_with(char::is_alphanumeric)
            || given.boots.contains(&id)
            || id.chars().all(|c| c.is_ascii_digit()) && id.len() != 32 && id.len() != 64
        {
            None
        } else if id.len() == 64 {
            given.number(Kind::Container, &id);
            Some(found.as_str()[..12].to_owned())
        } else if given.machines.contains(&id) {
            Some(given.placeholder(Kind::Machine, &id))
        } else {
            Some(given.placeholder(Kind::Id, &id))
        }
    })
}
