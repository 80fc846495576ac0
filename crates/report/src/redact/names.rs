//! Names of hosts and users: found where a log's form tells them, replaced everywhere.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};

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
        r#"(?:/home|/Users|\\Users|/homes?/users|/var/mail|/var/spool/(?:mail|cron/crontabs|cron)|/media|/sudoers\.d)[/\\]+([^/\\\s:"',;()\[\]<>|]+)"#,
        r"\bsession (?:opened|closed) for user (?:\w+\\)?([\w.-]+)",
        r"\b(?:by|from) ([A-Za-z_][\w.-]*)\(uid=",
        r"\b(?:Accepted|Failed|Postponed) \S+ for (?:invalid user |illegal user )?(?:\w+\\)?([\w.-]+) from",
        r"\b(?:[Ii]nvalid|[Ii]llegal|authenticating|[Dd]isconnected from|[Dd]isconnecting|[Cc]losed by|[Rr]eset by) (?:invalid |authenticating )?user (?:\w+\\)?([\w.-]+)",
        r"\b[Oo]f [Uu]ser ([A-Za-z_][\w.-]*)",
        r"\b[Uu]ser '([A-Za-z_][\w.-]*)'",
        r"\bUser ([A-Za-z_][\w.-]*) (?:from|not allowed|logged|has|is )",
        r"(?:^\s*|sudo(?:\[\d+\])?: +)([A-Za-z_][\w.-]*) : .*\b(?:TTY|PWD|USER)=",
        r#"(?i)(?:\b|_)(?:user|logname|sudo_user|[lr]user|user_?name|acct|owner|login|account)\\?["']?(?:=|:\s?)\\?["']?(?:\w+\\)?([A-Za-z_][\w.-]*)"#,
        r"\b(?:name|new user: name)=([A-Za-z_][\w.-]*), (?:UID|uid)=",
        r"\b(?:uid|gid|auid|euid|groups|ids?)=\d+\(([\w.-]+)\)",
        r#"\b(?:AUID|UID|OUID|SUID)="([\w.-]+)""#,
        r"\(to [\w.-]+\) ([\w.-]+) on ",
        r"\bsu for [\w.-]+ by ([\w.-]+)",
        r"^\(([\w.-]+)\) (?:CMD|CMDOUT|CMDEND|RELOAD|LIST|REPLACE|BEGIN EDIT|END EDIT|MAIL|INFO|ORPHAN)",
        r"\b(?:[Ii]nitiated|[Rr]equested|[Ii]nvoked|operator) (?:by )?(?:user )?'?([A-Za-z_][\w.-]*)'? ?\(",
        r"\bby user ([A-Za-z_][\w.-]*)",
        r"\bfor ([A-Za-z_][\w.-]*) by [A-Za-z_][\w.-]*\(uid",
        r"\b(?:unix-user|password changed for|authentication failure for|keyring for):? ?'?([A-Za-z_][\w.-]*)",
        r"\b(?:--?user(?:name)?=|ssh |scp |rsync |sftp )(?:-\S+ (?:\d+ )?)*([A-Za-z_][\w.-]*)@[\w.-]+",
    ]
    .iter()
    .map(|text| Regex::new(text).expect("a valid pattern"))
    .collect()
});

/// Where a host's name stands.
static HOSTS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"(?m)^(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S*) ([A-Za-z0-9][\w.-]*) [\w./()-]+(?:\[\d+\])?: ",
        r#"(?i)\bhostname["']? (?:changed from \S+ |set )?(?:to |is |became )["'<]?([A-Za-z0-9][\w.-]*)[>"']?"#,
        r#"(?i)(?:\b|_)(?:host|hostname|host_name|nodename|node_name|nodeName|fqdn|rhost|server|computer)\\?["']?[=:] ?\\?["']?([A-Za-z][\w-]+(?:\.[\w-]+)*)"#,
        r"\b(?:ssh|scp|rsync|sftp) [^|;]*?[\w.-]+@([A-Za-z][\w.-]*)",
        r"\bnfs: server ([A-Za-z0-9][\w.-]*)",
        r"\b[Cc]onnect(?:ing)? to host ([A-Za-z][\w.-]*)",
        r"\b[Rr]eceived disconnect from ([A-Za-z][\w.-]*)",
        r"(?:^|\s)//([A-Za-z0-9][\w.-]*)/",
    ]
    .iter()
    .map(|text| Regex::new(text).expect("a valid pattern"))
    .collect()
});

impl Names {
    /// A host's name that is known.
    pub(super) fn host(&mut self, name: &str) {
        let name = name.trim_end_matches('.');
        if name.len() >= 2
            && !super::is_placeholder(name)
            && !COMMON_HOSTS.contains(&name.to_lowercase().as_str())
        {
            self.hosts.push(name.to_owned());
        }
    }

    fn user(&mut self, name: &str) {
        // In a path a quoted letter may stand for itself.
        let name = name.trim_end_matches(['.', '-', '\'', '"']);
        let lower = name.to_lowercase();
        let known = SYSTEM_USERS.contains(&lower.as_str()) || lower.starts_with("systemd-");
        if name.len() >= 2
            && !known
            && !super::is_placeholder(name)
            && !name.chars().all(|c| c.is_ascii_digit())
        {
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
        let Self { mut hosts, mut users } = self;
        hosts.dedup();
        users.dedup();
        for host in hosts {
            let short = host.split('.').next().unwrap_or(&host).to_owned();
            let placeholder = given.placeholder(Kind::Host, &short);
            words.insert(host, placeholder.clone());
            if !short.chars().all(|c| c.is_ascii_digit()) {
                words.insert(short, placeholder);
            }
        }
        for user in users {
            let placeholder = given.placeholder(Kind::User, &user);
            words.entry(user).or_insert(placeholder);
        }
        Words::new(words)
    }
}

/// Names to replace.
#[derive(Default)]
pub(super) struct Words {
    patterns: Vec<Regex>,
    placeholders: BTreeMap<String, String>,
}

/// Names in one pattern: a pattern's size has a limit.
const AT_ONCE: usize = 500;

impl Words {
    pub(super) fn new(placeholders: BTreeMap<String, String>) -> Self {
        let mut names: Vec<&String> = placeholders.keys().collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let part = |name: &&String| {
            let escaped = regex::escape(name);
            let is_host = placeholders.get(*name).is_some_and(|placeholder| placeholder.starts_with("host-"));
            if is_distinctive(name, is_host) { format!("(?i:{escaped})") } else { escaped }
        };
        let pattern = |names: &[&String]| {
            let parts: Vec<String> = names.iter().map(part).collect();
            RegexBuilder::new(&parts.join("|")).size_limit(1 << 28).build().ok()
        };
        let patterns = names.chunks(AT_ONCE).filter_map(pattern).collect();
        Self { patterns, placeholders }
    }

    /// The text with every name replaced.
    pub(super) fn replace(&self, text: &str) -> String {
        self.patterns.iter().fold(text.to_owned(), |text, pattern| self.replace_those(pattern, &text))
    }

    fn replace_those(&self, pattern: &Regex, text: &str) -> String {
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

/// Hosts' names that are also words of logs, where only the very same spelling is the host.
const COMMON_WORDS: &[&str] = &[
    "spark",
    "server",
    "desktop",
    "workstation",
    "laptop",
    "station",
    "memory",
    "thermal",
    "nvidia",
    "driver",
];

/// Whether a name is no common word, so that it may be replaced whatever its case.
fn is_distinctive(name: &str, is_host: bool) -> bool {
    name.contains(|c: char| c.is_ascii_digit() || c == '-' || c == '.')
        || (is_host && name.len() >= 4 && !COMMON_WORDS.contains(&name.to_lowercase().as_str()))
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
