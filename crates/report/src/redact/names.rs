//! Names of hosts and users: found where a log's form tells them, replaced everywhere.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use super::{Given, Kind};

/// Accounts that every host has, or that vendors set up: they tell nothing and are common words.
const SYSTEM_USERS: &[&str] = &[
    "root",
    "nobody",
    "daemon",
    "messagebus",
    "gdm",
    "sshd",
    "www-data",
    "docker",
    "earlyoom",
    "polkitd",
    "ubuntu",
    "nvidia",
    "dgx",
    "jetson",
    "pi",
    "debian",
    "admin",
    "user",
    "users",
    "postgres",
    "mysql",
    "redis",
    "unknown",
    "system",
    "shared",
    "syslog",
    "man",
    "mail",
    "bin",
    "sys",
    "lp",
    "news",
    "proxy",
    "backup",
    "list",
    "games",
    "sync",
    "kernel",
    "colord",
    "avahi",
    "rtkit",
    "tss",
    "uuidd",
    "dnsmasq",
    "chrony",
    "ollama",
    "nvpd",
    "nvidia-persistenced",
    "unattended-upgrades",
    "logind",
    "the",
    "a",
    "from",
    "on",
    "at",
    "by",
];

/// Host names that tell nothing.
const COMMON_HOSTS: &[&str] =
    &["localhost", "localhost.localdomain", "linux", "ubuntu", "debian", "kernel", "(none)"];

/// Names of one label that often end a host's name.
const LOCAL_DOMAINS: &[&str] = &["local", "lan", "home", "internal", "localdomain", "corp", "intra"];

/// The names found so far, in the order in which they were found.
#[derive(Default)]
pub(super) struct Names {
    hosts: Vec<String>,
    users: Vec<String>,
}

/// Where a user's name stands.
static USERS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"(?:/home|/Users)/([A-Za-z0-9._-]+)",
        r"\bsession (?:opened|closed) for user ([\w.-]+)",
        r"\bby ([A-Za-z_][\w.-]*)\(uid=",
        r"\b(?:Accepted|Failed) \S+ for (?:invalid user )?([\w.-]+) from",
        r"\b(?:[Ii]nvalid|authenticating|[Dd]isconnected from) user ([\w.-]+)",
        r"\b[Oo]f [Uu]ser ([A-Za-z_][\w.-]*)",
        r"(?:^\s*|sudo(?:\[\d+\])?: +)([A-Za-z_][\w.-]*) : .*\b(?:TTY|PWD|USER)=",
        r#"\b(?:USER|LOGNAME|SUDO_USER|[lr]?user|username|acct|logname)=["']?([A-Za-z_][\w.-]*)"#,
        r"\buid=\d+\(([\w.-]+)\)",
        r"\(to [\w.-]+\) ([\w.-]+) on ",
        r"^\(([\w.-]+)\) (?:CMD|RELOAD|LIST|REPLACE|BEGIN EDIT|END EDIT)",
        r"\b(?:[Ii]nitiated|[Rr]equested|[Ii]nvoked|operator) (?:by )?(?:user )?'?([A-Za-z_][\w.-]*)'? ?\(",
        r"\bby user ([A-Za-z_][\w.-]*)",
        r"\bfor ([A-Za-z_][\w.-]*) by [A-Za-z_][\w.-]*\(uid",
    ]
    .iter()
    .map(|text| Regex::new(text).expect("a valid pattern"))
    .collect()
});

/// Where a host's name stands.
static HOSTS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"^(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S*) ([A-Za-z0-9][\w.-]*) [\w./()-]+(?:\[\d+\])?: ",
        r"\b[Hh]ostname (?:set )?(?:to |is )<?([A-Za-z0-9][\w.-]*)>?",
        r"\b(?:HOST|HOSTNAME|hostname|host)=([A-Za-z][\w.-]*)",
    ]
    .iter()
    .map(|text| Regex::new(text).expect("a valid pattern"))
    .collect()
});

impl Names {
    /// A host's name that is known.
    pub(super) fn host(&mut self, name: &str) {
        let name = name.trim_end_matches('.');
        if name.len() >= 2 && !COMMON_HOSTS.contains(&name.to_lowercase().as_str()) {
            self.hosts.push(name.to_owned());
        }
    }

    fn user(&mut self, name: &str) {
        let name = name.trim_end_matches(['.', '-']);
        let lower = name.to_lowercase();
        let known = SYSTEM_USERS.contains(&lower.as_str()) || lower.starts_with("systemd-");
        if name.len() >= 2 && !known && !name.chars().all(|c| c.is_ascii_digit()) {
            self.users.push(name.to_owned());
        }
    }

    /// Notes the names that a string tells.
    pub(super) fn collect(&mut self, key: &str, text: &str) {
        for found in USERS.iter().flat_map(|pattern| pattern.captures_iter(text)) {
            self.user(&found[1]);
        }
        for found in HOSTS.iter().flat_map(|pattern| pattern.captures_iter(text)) {
            self.host(&found[1]);
        }
        // Here "user" is always followed by a name.
        if let Some(rest) = text.strip_prefix("user ").filter(|_| key == "requested_by") {
            self.user(rest.split(|c: char| !(c.is_alphanumeric() || "._-".contains(c))).next().unwrap_or(""));
        }
    }

    /// The names with their placeholders. A host's full and short name are the same thing.
    pub(super) fn finish(self, given: &mut Given) -> Words {
        let mut words = BTreeMap::new();
        for host in self.hosts {
            let short = host.split('.').next().unwrap_or(&host).to_owned();
            let placeholder = given.placeholder(Kind::Host, &short);
            words.insert(host, placeholder.clone());
            if !short.chars().all(|c| c.is_ascii_digit()) {
                words.insert(short, placeholder);
            }
        }
        for user in self.users {
            let placeholder = given.placeholder(Kind::User, &user);
            words.entry(user).or_insert(placeholder);
        }
        Words::new(words)
    }
}

/// Names to replace.
pub(super) struct Words {
    pattern: Option<Regex>,
    placeholders: BTreeMap<String, String>,
}

impl Words {
    fn new(placeholders: BTreeMap<String, String>) -> Self {
        let mut names: Vec<&String> = placeholders.keys().collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let parts: Vec<String> = names
            .iter()
            .map(|name| {
                let escaped = regex::escape(name);
                if is_distinctive(name) { format!("(?i:{escaped})") } else { escaped }
            })
            .collect();
        let pattern = (!parts.is_empty()).then(|| Regex::new(&parts.join("|")).ok()).flatten();
        Self { pattern, placeholders }
    }

    /// The text with every name replaced.
    pub(super) fn replace(&self, text: &str) -> String {
        let Some(pattern) = &self.pattern else { return text.to_owned() };
        let mut shown = String::with_capacity(text.len());
        let mut done = 0;
        while let Some(found) = pattern.find_at(text, done) {
            shown.push_str(&text[done..found.start()]);
            done = found.end();
            let placeholder = self.placeholder(found.as_str()).unwrap_or(found.as_str());
            let before = text[..found.start()].chars().next_back();
            let after = text[found.end()..].chars().next();
            if is_inside(before) || is_inside(after) {
                shown.push_str(found.as_str());
                continue;
            }
            shown.push_str(placeholder);
            if placeholder.starts_with("host-") {
                done += domain(&text[done..]);
            }
        }
        shown.push_str(&text[done..]);
        shown
    }

    fn placeholder(&self, name: &str) -> Option<&str> {
        let known = self.placeholders.get(name);
        let same = || self.placeholders.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.or_else(|| same().map(|(_, placeholder)| placeholder)).map(String::as_str)
    }
}

fn is_inside(neighbour: Option<char>) -> bool {
    neighbour.is_some_and(char::is_alphanumeric)
}

/// Whether a name is no common word, so that it may be replaced whatever its case.
fn is_distinctive(name: &str) -> bool {
    name.contains(|c: char| c.is_ascii_digit() || c == '-' || c == '.')
}

/// Length of the domain that follows a host's name: two labels and more, or a usual local one.
fn domain(rest: &str) -> usize {
    static DOMAIN: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^(?:\.[A-Za-z0-9][A-Za-z0-9-]*)+").expect("a valid pattern"));
    let Some(found) = DOMAIN.find(rest) else { return 0 };
    let labels: Vec<&str> = found.as_str()[1..].split('.').collect();
    let is_name = labels.iter().all(|label| label.contains(|c: char| c.is_ascii_alphabetic()));
    let is_file = labels.last().is_some_and(|last| ["gz", "xz", "zst", "bz2", "journal"].contains(last));
    let is_local = labels.len() == 1 && LOCAL_DOMAINS.contains(&labels[0]);
    if is_name && !is_file && (labels.len() > 1 || is_local) { found.end() } else { 0 }
}
