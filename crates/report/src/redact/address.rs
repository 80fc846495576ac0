//! Network addresses, told from versions, times and PCI addresses.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{Given, Kind};

/// What stands before a number in four parts that is a version and no address.
static VERSION_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\b(?:version|ver|driver|firmware|fw|bios|vbios|release|rev|build|cuda|kernel)\.?[ :=(/]{1,4}|[a-z0-9_][-_]?v?|\d\.)$")
        .expect("a valid pattern")
});

fn before<'t>(text: &'t str, found: &regex::Match<'_>) -> &'t str {
    &text[..found.start()]
}

fn joins(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Hardware addresses: six or more pairs of digits. Times and PCI addresses have fewer.
pub(super) fn macs(text: &str, given: &mut Given) -> String {
    static MAC: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5,}|[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5,7})\b")
            .expect("a valid pattern")
    });
    MAC.replace_all(text, |found: &Captures<'_>| {
        // Sixteen pairs are an old-style key fingerprint.
        let kind = if found[0].len() == 47 { Kind::Key } else { Kind::Mac };
        given.placeholder(kind, &found[0].replace('-', ":"))
    })
    .into_owned()
}

/// IPv6 addresses other than the host's own loopback.
pub(super) fn ipv6(text: &str, given: &mut Given) -> String {
    static CANDIDATE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:]*(?:\d{1,3}(?:\.\d{1,3}){3})?")
            .expect("a valid pattern")
    });
    replace(&CANDIDATE, text, |found| {
        let candidate = found.as_str();
        if before(text, found).ends_with(joins) || text[found.end()..].starts_with(joins) {
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
            (Some(next), _) => joins(next),
            (None, _) => false,
        };
        let is_package = text[found.end()..].starts_with('-')
            && text[found.end() + 1..].trim_start_matches(|c: char| c.is_ascii_digit()).starts_with("ubuntu");
        // The context is short: cut it where that falls on a character.
        let before = before(text, found);
        let from = before.char_indices().rev().nth(20).map_or(0, |(place, _)| place);
        if is_longer || is_package || VERSION_BEFORE.is_match(&before[from..]) {
            return None;
        }
        Some(given.placeholder(Kind::Ip, &address.to_string()))
    })
}

/// Replaces the matches for which there is a replacement.
fn replace(
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
