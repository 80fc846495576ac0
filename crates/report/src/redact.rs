//! What is private, replaced by placeholders, for reports that are given to others.
//!
//! Host and user names, addresses, serial numbers, ids, keys and tokens go; the same thing gets the same
//! placeholder everywhere (`host-1`, `user-1`, `ip-1`), so that a log can still be followed. Boot ids, PCI
//! addresses, versions and times stay; container ids are shortened to the usual twelve digits. Of a path below
//! a home only the user's name goes.

mod address;
mod beside;
mod names;
mod secret;

use std::collections::BTreeMap;

use serde_json::Value;

pub use beside::redact_beside;

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
    "os",
    "kernel",
    "driver",
    "product",
    "firmware",
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
    Container,
}

impl Kind {
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
}

impl Given {
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
    walk(&mut value, "", &mut |_, text| *text = line(text, &words, &mut given));
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
fn line(text: &str, words: &names::Words, given: &mut Given) -> String {
    let text = secret::secrets(text, given);
    let text = secret::emails(&text, given);
    let text = secret::serials(&text, given);
    let text = secret::ids(&text, given);
    let text = address::macs(&text, given);
    let text = address::ipv6(&text, given);
    let text = address::ipv4(&text, given);
    words.replace(&text)
}

#[cfg(test)]
mod tests;
