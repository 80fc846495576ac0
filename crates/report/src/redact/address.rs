//! Network addresses, told from versions, times and PCI addresses.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{Given, Kind};

/// What stands before a number in four parts that is a version and no address.
static VERSION_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\b(?:version|ver|driver|firmware|fw|bios|vbios|release|rev|build|cuda|kernel)\.?[ :=(/]{1,4}|(?:^|[^a-z])v|\d[.-])$")
        .expect("a valid pattern")
});
/// What joins a number to a name: a package and its version, or a host and its address.
static JOINED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)[a-z][-_]?$|[0-9][-_]$").expect("a valid pattern"));

fn before<'t>(text: &'t str, found: &regex::Match<'_>) -> &'t str {
    &text[..found.start()]
}

/// Hardware addresses: six or more pairs of digits, or three groups of four. Times and PCI addresses have fewer.
pub(super) fn macs(text: &str, given: &mut Given) -> String {
    static MAC: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)[0-9a-f]{2}(?::[0-9a-f]{2}){5,}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5,}|[0-9a-f]{2}(?:_[0-9a-f]{2}){5,}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}|[0-9a-f]{4}(?::[0-9a-f]{4}){3}",
        )
        .expect("a valid pattern")
    });
    // Interfaces that are named after their address.
    static NAMED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\b(en|wl|ww)x([0-9a-f]{12})\b").expect("a valid pattern"));
    static FINGERPRINT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(MD5:)([0-9a-f]{2}(?::[0-9a-f]{2}){15})\b").expect("a valid pattern")
    });
    let text = FINGERPRINT.replace_all(text, |found: &Captures<'_>| {
        format!("{}{}", &found[1], given.placeholder(Kind::Key, &digits(&found[2])))
    });
    let text = &*text;
    let text = replace(&MAC, text, |found| {
        let address = found.as_str();
        // A colon behind it goes on with the sentence, unless more digits follow.
        let after = text[found.end()..].strip_prefix(':').unwrap_or(&text[found.end()..]);
        let stands_alone = !before(text, found).ends_with(char::is_alphanumeric)
            && !after.starts_with(char::is_alphanumeric);
        let is_hexadecimal = || address.contains(|c: char| c.is_ascii_alphabetic());
        // `1234.5678.9012` is a number; four groups are the identity of a port, or the tail of an address.
        let is_grouped = address.len() == 14 || (address.len() == 19 && address.matches(':').count() == 3);
        if !stands_alone || (is_grouped && (!is_hexadecimal() || before(text, found).ends_with([':', '.']))) {
            return None;
        }
        // Sixteen pairs are an old-style key fingerprint.
        let kind = if address.len() == 47 { Kind::Key } else { Kind::Mac };
        Some(given.placeholder(kind, &digits(address)))
    });
    NAMED
        .replace_all(&text, |found: &Captures<'_>| {
            format!("{}x{}", &found[1], given.placeholder(Kind::Mac, &digits(&found[2])))
        })
        .into_owned()
}

/// The digits alone: an address is the same however it is written.
fn digits(address: &str) -> String {
    address.replace([':', '-', '_', '.'], "")
}

/// IPv6 addresses other than the host's own loopback.
pub(super) fn ipv6(text: &str, given: &mut Given) -> String {
    static CANDIDATE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"[0-9A-Fa-f]*:[0-9A-Fa-f]*:(?:[0-9A-Fa-f]{0,4}:)*(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f:]*)",
        )
        .expect("a valid pattern")
    });
    replace(&CANDIDATE, text, |found| {
        let candidate = found.as_str();
        if before(text, found).ends_with(char::is_alphanumeric)
            || text[found.end()..].starts_with(char::is_alphanumeric)
        {
            return None;
        }
        let address = [candidate, candidate.trim_end_matches(':')]
            .into_iter()
            .find_map(|text| text.parse::<Ipv6Addr>().ok().map(|address| (text, address)));
        let (shown, address) = address?;
        let groups: Vec<&str> = shown.split(':').filter(|group| !group.is_empty()).collect();
        // `a::b` is a path in a program.
        let is_path = groups.len() < 3 && groups.iter().all(|group| group.len() < 3);
        if is_path || address.is_loopback() || address.is_unspecified() {
            return None;
        }
        Some(given.placeholder(Kind::Ip, &address.to_string()) + &candidate[shown.len()..])
    })
}

/// IPv4 addresses other than loopback and masks.
pub(super) fn ipv4(text: &str, given: &mut Given) -> String {
    // Clouds name hosts after their address.
    static DASHED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\b(ip|ec2|host)((?:-\d{1,3}){4})\b").expect("a valid pattern"));
    let text = DASHED.replace_all(text, |found: &Captures<'_>| {
        match found[2][1..].replace('-', ".").parse::<Ipv4Addr>() {
            Ok(address) => given.placeholder(Kind::Ip, &address.to_string()),
            Err(_) => found[0].to_owned(),
        }
    });
    let text = &*text;
    static CANDIDATE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\d{1,3}(?:\.\d{1,3}){3}").expect("a valid pattern"));
    replace(&CANDIDATE, text, |found| {
        let address: Ipv4Addr = found.as_str().parse().ok()?;
        if address.is_loopback() || address.is_unspecified() || found.as_str().starts_with("255.255.") {
            return None;
        }
        let mut after = text[found.end()..].chars();
        let is_longer = match (after.next(), after.next()) {
            (Some('.'), Some(next)) => next.is_ascii_digit(),
            (Some('~' | '+'), _) => true,
            (Some(next), _) => next.is_alphanumeric(),
            (None, _) => false,
        };
        let is_package = text[found.end()..].starts_with('-')
            && text[found.end() + 1..].trim_start_matches(|c: char| c.is_ascii_digit()).starts_with("ubuntu");
        // The context is short: cut it where that falls on a character.
        let before = before(text, found);
        let from = before.char_indices().rev().nth(20).map_or(0, |(place, _)| place);
        let before = &before[from..];
        let is_version = VERSION_BEFORE.is_match(before) || before.ends_with(|c: char| c.is_ascii_digit());
        // Versions begin with a small number.
        let first = address.octets()[0];
        let is_joined = JOINED.is_match(before) && !address.is_private() && first < 64;
        if is_longer || is_package || is_version || is_joined {
            return None;
        }
        Some(given.placeholder(Kind::Ip, &address.to_string()))
    })
}

/// Replaces the matches for which there is a replacement.
pub(super) fn replace(
    pattern: &Regex,
    text: &str,
    mut replacement: impl FnMut(&regex::Match<'_>) -> Option<String>,
) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut done = 0;
    for found in pattern.find_iter(text) {
        if let Some(new) = replacement(&found) {
            shown.push_str(&text[done..found.start()]);
            shown.push_str(&new);
            done = found.end();
        }
    }
    shown.push_str(&text[done..]);
    shown
}
