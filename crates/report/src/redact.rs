//! What is private, replaced by placeholders, for reports that are given to others.
//!
//! Host and user names, addresses, serial numbers, ids, keys and tokens go; the same thing gets the same
//! placeholder everywhere (`host-1`, `user-1`, `ip-1`), so that a log can still be followed. Boot ids, PCI
//! addresses, versions and times stay; container ids are shortened to the usual twelve digits. Of a path below
//! a home only the user's name goes. Of a long command line the program stays.
//!
//! Most things are known by their form or by the words before them. What only its words tell (a password, a serial
//! number, a network's name) is remembered and replaced where it stands alone, too.

mod address;
mod beside;
mod id;
mod names;
mod secret;
mod site;
mod texts;

use std::collections::BTreeMap;

use serde_json::Value;

pub use beside::redact_beside;
pub use texts::Redactor;

use crate::schema::Report;

/// Keys whose values are no free text, or are needed as they are.
const KEPT: &[&str] = &[
    "schema",
    "name",
    "version",
    "cursor",
    "boot_id",
    "boots",
    "id",
    "rule",
    "group",
    "kind",
    "for",
    "metric",
    "unit",
    "signal",
    "zone",
    "zone_basis",
    "ending",
    "ending_detail",
    "running_basis",
    "cause",
    "confidence",
    "finding",
    "flips_without",
    "memory_model",
    "first",
    "last",
    "next_first",
    "died_between",
    "clock_steps",
    "from",
    "to",
    "at",
    "since",
    "last_sample",
    "first_sample",
    "min_at",
    "max_at",
    "points",
];

/// Keys with names and versions of products, in which nothing but a name of a host or a user is private: who builds a
/// kernel may call it after himself.
const PRODUCTS: &[&str] = &["os", "kernel", "driver", "product", "firmware"];

/// A kind of private thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Host,
    User,
    Ip,
    Mac,
    Serial,
    Uuid,
    Machine,
    Id,
    Email,
    Key,
    Secret,
    Network,
    Command,
    Container,
}

impl Kind {
    const ALL: [Self; 14] = [
        Self::Host,
        Self::User,
        Self::Ip,
        Self::Mac,
        Self::Serial,
        Self::Uuid,
        Self::Machine,
        Self::Id,
        Self::Email,
        Self::Key,
        Self::Secret,
        Self::Network,
        Self::Command,
        Self::Container,
    ];

    /// The placeholder without its number.
    const fn placeholder(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::User => "user",
            Self::Ip => "ip",
            Self::Mac => "mac",
            Self::Serial => "serial",
            Self::Uuid => "uuid",
            Self::Machine => "machine",
            Self::Id => "id",
            Self::Email => "email",
            Self::Key => "key",
            Self::Secret => "secret",
            Self::Network => "network",
            Self::Command => "command",
            Self::Container => "container",
        }
    }

    /// The name under which it is counted.
    const fn counted_as(self) -> &'static str {
        match self {
            Self::Host => "host_names",
            Self::User => "user_names",
            Self::Ip => "ip_addresses",
            Self::Mac => "mac_addresses",
            Self::Serial => "serial_numbers",
            Self::Uuid => "uuids",
            Self::Machine => "machine_ids",
            Self::Id => "other_ids",
            Self::Email => "email_addresses",
            Self::Key => "key_fingerprints",
            Self::Secret => "secrets",
            Self::Network => "network_names",
            Self::Command => "command_lines",
            Self::Container => "container_ids_shortened",
        }
    }
}

/// The placeholders given so far.
#[derive(Default)]
struct Given {
    numbers: BTreeMap<(Kind, String), usize>,
    counts: BTreeMap<Kind, usize>,
    boots: Vec<String>,
    machines: Vec<String>,
    /// Things that only the words before them told, with their placeholders.
    learned: BTreeMap<String, String>,
}

/// Whether a text is one of our placeholders.
fn is_placeholder(text: &str) -> bool {
    text.rsplit_once('-').is_some_and(|(kind, number)| {
        !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && Kind::ALL.iter().any(|known| known.placeholder() == kind)
    })
}

impl Given {
    /// The placeholder of a thing that is to be known again where nothing tells what it is.
    fn learn(&mut self, kind: Kind, thing: &str) -> String {
        let placeholder = self.placeholder(kind, thing);
        let has_digit = thing.contains(|c: char| c.is_ascii_digit());
        let is_odd = !thing.chars().all(|c| c.is_ascii_lowercase()) || thing.len() >= 16;
        if thing.len() >= 6 && !thing.contains('\n') && (has_digit || is_odd) && !is_number(thing) {
            self.learned.entry(thing.to_owned()).or_insert_with(|| placeholder.clone());
        }
        placeholder
    }

    fn is_known(&self, kind: Kind, thing: &str) -> bool {
        self.numbers.contains_key(&(kind, thing.to_lowercase()))
    }

    /// The placeholder of a thing, the same each time.
    fn placeholder(&mut self, kind: Kind, thing: &str) -> String {
        format!("{}-{}", kind.placeholder(), self.number(kind, thing))
    }

    fn number(&mut self, kind: Kind, thing: &str) -> usize {
        let counts = &mut self.counts;
        *self.numbers.entry((kind, thing.to_lowercase())).or_insert_with(|| {
            let count = counts.entry(kind).or_default();
            *count += 1;
            *count
        })
    }
}

/// A short number may stand anywhere.
fn is_number(thing: &str) -> bool {
    thing.len() < 9 && thing.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// The report with placeholders, and how many different things of each kind were replaced.
#[must_use]
pub fn redact(report: &Report) -> (Report, BTreeMap<String, u64>) {
    let Ok(mut value) = serde_json::to_value(report) else {
        // A report is plain data and can always be a JSON value; nothing private may leave if that ever changes.
        return (nothing_of(report), BTreeMap::new());
    };
    let mut given = Given::default();
    let mut names = names::Names::default();
    known_ids(report, &mut given, &mut names);
    walk(&mut value, "", &mut |key, text| names.collect(key, text));
    let words = names.finish(&mut given);
    walk(&mut value, "", &mut |key, text| {
        line(key, text, &words, &mut given);
    });
    let learned = names::Words::new(std::mem::take(&mut given.learned));
    walk(&mut value, "", &mut |key, text| *text = learned.replace(&line(key, text, &words, &mut given)));
    let counts: BTreeMap<String, u64> =
        given.counts.iter().map(|(kind, &count)| (kind.counted_as().to_owned(), count as u64)).collect();
    let mut redacted: Report = serde_json::from_value(value).unwrap_or_else(|_| nothing_of(report));
    redacted.redaction = Some(counts.clone());
    (redacted, counts)
}

/// A report in which nothing is left that could be private.
fn nothing_of(report: &Report) -> Report {
    Report {
        schema: report.schema.clone(),
        tool: report.tool.clone(),
        inputs: Vec::new(),
        machines: Vec::new(),
        patterns: Vec::new(),
        boots: Vec::new(),
        redaction: Some(BTreeMap::new()),
        messages: BTreeMap::new(),
    }
}

fn known_ids(report: &Report, given: &mut Given, names: &mut names::Names) {
    given.boots = report.boots.iter().map(|boot| boot.boot_id.to_lowercase()).collect();
    given.boots.extend(report.patterns.iter().flat_map(|pattern| &pattern.boots).map(|id| id.to_lowercase()));
    let controls = report.boots.iter().flat_map(|boot| &boot.controls);
    given.boots.extend(controls.map(|control| control.boot_id.to_lowercase()));
    let machines = report.machines.iter().filter_map(|machine| machine.machine_id.as_ref());
    let inputs = report.inputs.iter().filter_map(|input| input.machine_id.as_ref());
    let boots = report.boots.iter().filter_map(|boot| boot.machine_id.as_ref());
    for id in machines.chain(inputs).chain(boots) {
        given.machines.push(id.to_lowercase());
    }
    for host in report.machines.iter().filter_map(|machine| machine.hostname.as_ref()) {
        names.host(host);
    }
}

/// Calls `each` with every string that may hold something private.
fn walk(value: &mut Value, key: &str, each: &mut dyn FnMut(&str, &mut String)) {
    match value {
        Value::String(text) if !KEPT.contains(&key) => each(key, text),
        Value::Array(values) => values.iter_mut().for_each(|value| walk(value, key, each)),
        Value::Object(members) if key == "messages" => {
            *members = std::mem::take(members)
                .into_iter()
                .map(|(mut sentence, mut message)| {
                    each("text", &mut sentence);
                    parts(&mut message, "", each);
                    (sentence, message)
                })
                .collect();
        }
        Value::Object(members) => {
            members.iter_mut().for_each(|(key, value)| walk(value, key, each));
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What goes into a message may be private whatever its name there is.
fn parts(value: &mut Value, key: &str, each: &mut dyn FnMut(&str, &mut String)) {
    match value {
        Value::String(text) if key != "message" => each("text", text),
        Value::Array(values) => values.iter_mut().for_each(|value| parts(value, key, each)),
        Value::Object(members) => members.iter_mut().for_each(|(key, value)| parts(value, key, each)),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// One string with placeholders.
fn line(key: &str, text: &str, words: &names::Words, given: &mut Given) -> String {
    if PRODUCTS.contains(&key) {
        return words.replace(text);
    }
    let text = id::commands(text, given);
    let text = secret::secrets(&text, given);
    let text = id::emails(&text, given);
    let text = id::serials(&text, given);
    let text = id::ids(&text, given);
    let text = address::macs(&text, given);
    let text = address::ipv6(&text, given);
    let text = address::ipv4(&text, given);
    let text = site::sites(&text, given);
    let text = secret::random(&text, given);
    words.replace(&text)
}

#[cfg(test)]
mod planted;
#[cfg(test)]
mod tests;
