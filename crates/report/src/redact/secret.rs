//! Tokens, passwords, key fingerprints, e-mail addresses, serial numbers and ids.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{Given, Kind};

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a valid pattern")
}

/// Tokens and passwords, by their well-known forms or by what stands before them.
pub(super) fn secrets(text: &str, given: &mut Given) -> String {
    static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"\b(?:sk-[A-Za-z0-9_-]{8,}|hf_[A-Za-z0-9]{8,}|gh[pousr]_[A-Za-z0-9]{8,}|github_pat_[A-Za-z0-9_]{8,}|glpat-[A-Za-z0-9_-]{8,}|nvapi-[A-Za-z0-9_-]{8,}|xox[abprs]-[A-Za-z0-9-]{8,}|A[KS]IA[A-Z0-9]{12,}|AIza[A-Za-z0-9_-]{20,}|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)?)",
        )
    });
    static NAMED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r#"(?i)((?:^|[^A-Za-z0-9])(?:[A-Z0-9]+_)*(?:password|passwd|token|secret|api[-_]?key|access[-_]?key|credential)["']?(?:=|: ?| )["']?)([^\s"',;&]{6,})"#,
        )
    });
    static BEARER: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i)(\bbearer[ :=]+)([A-Za-z0-9._~+/=-]{6,})"));
    static LOGIN: LazyLock<Regex> = LazyLock::new(|| pattern(r"(://)([^/\s:@]+:[^/\s@]+)@"));
    static FINGERPRINT: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(SHA256:)([A-Za-z0-9+/]{40,44}=?)"));
    let text = FINGERPRINT.replace_all(text, |found: &Captures<'_>| {
        format!("{}{}", &found[1], given.placeholder(Kind::Key, &found[2]))
    });
    let text = TOKEN.replace_all(&text, |found: &Captures<'_>| given.placeholder(Kind::Secret, &found[0]));
    let text = LOGIN.replace_all(&text, |found: &Captures<'_>| {
        format!("{}{}@", &found[1], given.placeholder(Kind::Secret, &found[2]))
    });
    let mut after = |found: &Captures<'_>| {
        if found[2].starts_with("secret-") || !told_apart(&found[1], &found[2]) {
            found[0].to_owned()
        } else {
            format!("{}{}", &found[1], given.placeholder(Kind::Secret, &found[2]))
        }
    };
    let text = BEARER.replace_all(&text, &mut after);
    NAMED.replace_all(&text, &mut after).into_owned()
}

/// After a mere blank only what looks random is a secret: `token expired` is a sentence.
fn told_apart(before: &str, value: &str) -> bool {
    let option = before.trim_start().starts_with('-');
    !before.ends_with(' ')
        || option
        || before.to_lowercase().contains("bearer")
        || (value.len() >= 12 && value.contains(|c: char| c.is_ascii_digit()))
}

/// E-mail addresses; a unit such as `user@1000.service` is none.
pub(super) fn emails(text: &str, given: &mut Given) -> String {
    static EMAIL: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"\b[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.([A-Za-z]{2,})\b"));
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

/// Serial numbers, by what stands before them.
pub(super) fn serials(text: &str, given: &mut Given) -> String {
    static SERIAL: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r#"(?i)(\bserial(?: ?(?:number|num|no\.?))?\s*[:=]\s*["']?|\bS/N[:= ]\s*|\bwwn[:= ]\s*|\beui\.|\basset tag\s*[:=]\s*)([A-Za-z0-9][A-Za-z0-9._/-]{3,})"#,
        )
    });
    SERIAL
        .replace_all(text, |found: &Captures<'_>| {
            if found[2].contains(|c: char| c.is_ascii_digit()) {
                format!("{}{}", &found[1], given.placeholder(Kind::Serial, &found[2]))
            } else {
                found[0].to_owned()
            }
        })
        .into_owned()
}

/// UUIDs and long hexadecimal ids. Boot ids stay, container ids are shortened.
pub(super) fn ids(text: &str, given: &mut Given) -> String {
    static UUID: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(?:\b|_)[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\b")
    });
    static HEX: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:[0-9A-Fa-f]{64}|[0-9A-Fa-f]{32})\b"));
    let text = UUID.replace_all(text, |found: &Captures<'_>| {
        let bare = found[0].replace(['-', '_'], "").to_lowercase();
        if given.boots.contains(&bare) {
            found[0].to_owned()
        } else if given.machines.contains(&bare) {
            given.placeholder(Kind::Machine, &bare)
        } else {
            given.placeholder(Kind::Uuid, &bare)
        }
    });
    HEX.replace_all(&text, |found: &Captures<'_>| {
        let id = found[0].to_lowercase();
        if id.len() == 64 {
            given.number(Kind::Container, &id);
            id[..12].to_owned()
        } else if given.boots.contains(&id) {
            found[0].to_owned()
        } else if given.machines.contains(&id) {
            given.placeholder(Kind::Machine, &id)
        } else {
            given.placeholder(Kind::Id, &id)
        }
    })
    .into_owned()
}
