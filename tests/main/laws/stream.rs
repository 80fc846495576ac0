//! A journal as an export stream, taken apart and put together again.
//!
//! The form is systemd's Journal Export Format: `NAME=text` or `NAME`, a little-endian length and bytes; an
//! empty line ends an entry.

use std::collections::BTreeMap;

use super::rng::Rng;

/// One entry: its fields in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    fields: Vec<(String, Vec<u8>)>,
}

impl Entry {
    pub(super) fn bytes_of(&self, name: &str) -> Option<&[u8]> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_slice())
    }

    /// A field's text, empty if the entry has none.
    pub(super) fn text(&self, name: &str) -> String {
        String::from_utf8_lossy(self.bytes_of(name).unwrap_or_default()).into_owned()
    }

    /// A field's whole number, as times and sequence numbers are.
    pub(super) fn number(&self, name: &str) -> Option<i64> {
        self.text(name).parse().ok()
    }

    pub(super) fn set(&mut self, name: &str, value: impl Into<Vec<u8>>) {
        let value = value.into();
        match self.fields.iter_mut().find(|(field, _)| field == name) {
            Some(field) => field.1 = value,
            None => self.fields.push((name.to_owned(), value)),
        }
    }

    /// The machine and the boot.
    pub(super) fn boot(&self) -> (String, String) {
        (self.text("_MACHINE_ID"), self.text("_BOOT_ID"))
    }

    /// Microseconds since the boot began.
    pub(super) fn monotonic(&self) -> i64 {
        self.number("__MONOTONIC_TIMESTAMP").unwrap_or_default()
    }

    /// Microseconds since 1970.
    pub(super) fn realtime(&self) -> i64 {
        self.number("__REALTIME_TIMESTAMP").unwrap_or_default()
    }

    pub(super) fn message(&self) -> String {
        self.text("MESSAGE")
    }

    /// Whether it belongs to a user's journal rather than to the system's.
    pub(super) fn is_of_user(&self) -> bool {
        self.number("_UID").is_some_and(|uid| uid >= 1000)
    }

    /// Writes the cursor anew from the fields that it repeats.
    fn refresh_cursor(&mut self) {
        let unique = self.text("__CURSOR").rsplit_once("x=").map(|(_, x)| x.to_owned()).unwrap_or_default();
        let cursor = format!(
            "s={};i={:x};b={};m={:x};t={:x};x={unique}",
            self.text("__SEQNUM_ID"),
            self.number("__SEQNUM").unwrap_or_default(),
            self.text("_BOOT_ID"),
            self.monotonic(),
            self.realtime(),
        );
        self.set("__CURSOR", cursor);
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        for (name, value) in &self.fields {
            bytes.extend_from_slice(name.as_bytes());
            if value.contains(&b'\n') {
                bytes.push(b'\n');
                bytes.extend_from_slice(&(value.len() as u64).to_le_bytes());
            } else {
                bytes.push(b'=');
            }
            bytes.extend_from_slice(value);
            bytes.push(b'\n');
        }
        bytes.push(b'\n');
    }
}

/// An entry to be put behind another one.
pub(super) struct Insertion {
    /// The place in the stream of the entry that it follows.
    pub(super) after: usize,
    /// Microseconds later than that entry.
    pub(super) later: i64,
    pub(super) fields: Vec<(&'static str, String)>,
}

/// The entries in the order of the stream.
#[derive(Clone, Debug, Default)]
pub(super) struct Stream {
    pub(super) entries: Vec<Entry>,
}

impl Stream {
    pub(super) fn parse(bytes: &[u8]) -> Self {
        let mut stream = Self::default();
        let mut entry = Entry::default();
        let mut at = 0;
        while at < bytes.len() {
            let end = bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |len| at + len);
            let line = &bytes[at..end];
            at = end + 1;
            if line.is_empty() {
                stream.entries.extend((!entry.fields.is_empty()).then(|| std::mem::take(&mut entry)));
            } else if let Some(equals) = line.iter().position(|&byte| byte == b'=') {
                let name = String::from_utf8_lossy(&line[..equals]).into_owned();
                entry.fields.push((name, line[equals + 1..].to_vec()));
            } else {
                let length: [u8; 8] = bytes[at..at + 8].try_into().expect("eight bytes of length");
                let from = at + 8;
                let to = from + usize::try_from(u64::from_le_bytes(length)).expect("a length");
                entry.fields.push((String::from_utf8_lossy(line).into_owned(), bytes[from..to].to_vec()));
                at = to + 1;
            }
        }
        stream.entries.extend((!entry.fields.is_empty()).then_some(entry));
        stream
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for entry in &self.entries {
            entry.write(&mut bytes);
        }
        bytes
    }

    /// Each boot of each machine with the places of its entries, in the order of the stream.
    pub(super) fn boots(&self) -> Vec<((String, String), Vec<usize>)> {
        let mut boots: Vec<((String, String), Vec<usize>)> = Vec::new();
        for (place, entry) in self.entries.iter().enumerate() {
            let boot = entry.boot();
            match boots.iter_mut().rev().find(|(known, _)| *known == boot) {
                Some((_, places)) => places.push(place),
                None => boots.push((boot, vec![place])),
            }
        }
        boots
    }

    /// The entries that the test wants.
    pub(super) fn only(&self, wanted: impl Fn(usize, &Entry) -> bool) -> Self {
        let entries = self.entries.iter().enumerate().filter(|(place, entry)| wanted(*place, entry));
        Self { entries: entries.map(|(_, entry)| entry.clone()).collect() }
    }

    /// The line, from 1, on which each entry begins.
    pub(super) fn lines(&self) -> Vec<u64> {
        let mut line = 1;
        let mut lines = Vec::new();
        for entry in &self.entries {
            lines.push(line);
            let mut bytes = Vec::new();
            entry.write(&mut bytes);
            line += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        }
        lines
    }

    /// Changes every entry.
    pub(super) fn map(&self, change: impl Fn(&mut Entry)) -> Self {
        let mut stream = self.clone();
        for entry in &mut stream.entries {
            change(entry);
            entry.refresh_cursor();
        }
        stream
    }

    /// The stream with more entries, numbered as if journald had written them in their places: gaps in the
    /// numbers stay as wide as they were.
    pub(super) fn with(&self, mut insertions: Vec<Insertion>, rng: &mut Rng) -> Self {
        insertions.sort_by_key(|insertion| (insertion.after, insertion.later));
        let mut taken: BTreeMap<String, Vec<i64>> = BTreeMap::new();
        for insertion in &insertions {
            let before = &self.entries[insertion.after];
            let numbers = taken.entry(before.text("__SEQNUM_ID")).or_default();
            numbers.push(before.number("__SEQNUM").unwrap_or_default());
        }
        let inserted_before = |count: &str, number: i64| {
            taken.get(count).map_or(0, |numbers| numbers.iter().filter(|&&n| n < number).count() as i64)
        };
        let mut stream = Self::default();
        let mut insertions = insertions.into_iter().peekable();
        for (place, entry) in self.entries.iter().enumerate() {
            let count = entry.text("__SEQNUM_ID");
            let old = entry.number("__SEQNUM").unwrap_or_default();
            let mut number = old + inserted_before(&count, old);
            let mut renumbered = entry.clone();
            renumbered.set("__SEQNUM", number.to_string());
            renumbered.refresh_cursor();
            stream.entries.push(renumbered);
            while let Some(insertion) = insertions.next_if(|insertion| insertion.after == place) {
                number += 1;
                stream.entries.push(inserted(entry, &insertion, number, rng));
            }
        }
        stream
    }
}

/// A new entry of the same journal, behind `before`.
fn inserted(before: &Entry, insertion: &Insertion, number: i64, rng: &mut Rng) -> Entry {
    let (real, monotonic) = (before.realtime() + insertion.later, before.monotonic() + insertion.later);
    let mut entry = Entry::default();
    entry.set("__CURSOR", format!("x={:016x}", rng.next()));
    entry.set("__REALTIME_TIMESTAMP", real.to_string());
    entry.set("__MONOTONIC_TIMESTAMP", monotonic.to_string());
    entry.set("__SEQNUM", number.to_string());
    for name in ["__SEQNUM_ID", "_BOOT_ID", "_MACHINE_ID", "_HOSTNAME"] {
        entry.set(name, before.text(name));
    }
    entry.set("_RUNTIME_SCOPE", "system");
    for (name, value) in &insertion.fields {
        entry.set(name, value.as_str());
    }
    if entry.text("_TRANSPORT") == "kernel" {
        entry.set("_SOURCE_MONOTONIC_TIMESTAMP", monotonic.to_string());
    } else {
        entry.set("_SOURCE_REALTIME_TIMESTAMP", real.to_string());
    }
    entry.refresh_cursor();
    entry
}
