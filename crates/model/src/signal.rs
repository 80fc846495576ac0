//! The table row of a parser crate: one kind of line, who may say it, and how it is read.

use crate::{EventKind, Id128, Identity, Record};

/// Whom a signal listens to. An entry of anybody else is never evidence, whatever its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listen {
    /// The kernel only.
    Kernel,
    /// PID 1 only, over its socket or through the kernel's buffer.
    Pid1,
    /// journald only.
    Journald,
    /// A program, by its process name or unit.
    Program(&'static str),
    /// Any of these programs.
    Programs(&'static [&'static str]),
    /// Anyone but the kernel: texts whose speaker differs from host to host (application logs).
    Userland,
}

impl Listen {
    /// Whether the record's speaker is the one listened to.
    #[must_use]
    pub fn hears(&self, record: &Record) -> bool {
        match self {
            Self::Kernel => record.identity() == Identity::Kernel,
            Self::Pid1 => record.identity() == Identity::Pid1,
            Self::Journald => record.identity() == Identity::Journald,
            Self::Program(name) => record.is_program(name),
            Self::Programs(names) => names.iter().any(|name| record.is_program(name)),
            Self::Userland => record.identity() == Identity::Program,
        }
    }
}

/// An example line of a signal, from which the tests build a record.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The message.
    pub message: &'static str,
    /// Further fields of the entry, such as `("UNIT", "a.service")`.
    pub fields: &'static [(&'static str, &'static str)],
    /// The event that it must parse to, as `{:?}` shows it.
    pub event: &'static str,
}

/// One kind of line.
#[derive(Clone, Copy)]
pub struct Signal {
    /// A name for reports, base rates and tests, such as `nvrm.no_memory`.
    pub name: &'static str,
    /// Who may say it.
    pub listen: Listen,
    /// `MESSAGE_ID`s that mark it, if it has any. They are tried before the texts.
    pub message_ids: &'static [Id128],
    /// Literal texts one of which every such line contains. Empty if `message_ids` alone mark it.
    pub needles: &'static [&'static str],
    /// Reads the record. It is called only when `listen` and (`message_ids` or `needles`) agree.
    pub parse: fn(&Record) -> Option<EventKind>,
    /// Lines that must parse, with what they must parse to.
    pub examples: &'static [Example],
}

impl Signal {
    /// Whether the record can be one of this kind.
    #[must_use]
    pub fn matches(&self, record: &Record) -> bool {
        let marked = record.message_id.is_some_and(|id| self.message_ids.contains(&id))
            || self.needles.iter().any(|needle| record.message.contains(needle));
        marked && self.listen.hears(record)
    }

    /// Reads the record if it is of this kind.
    #[must_use]
    pub fn read(&self, record: &Record) -> Option<EventKind> {
        if self.matches(record) { (self.parse)(record) } else { None }
    }
}

impl std::fmt::Debug for Signal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Signal")
            .field("name", &self.name)
            .field("listen", &self.listen)
            .finish_non_exhaustive()
    }
}

/// Reads one record with the first row of a table that understands it.
#[must_use]
pub fn read_with<'t>(table: &'t [Signal], record: &Record) -> Option<(&'t Signal, EventKind)> {
    table.iter().find_map(|signal| signal.read(record).map(|event| (signal, event)))
}

/// Builds the record that an example describes: from the speaker that the signal listens to.
#[must_use]
pub fn example_record(signal: &Signal, example: &Example) -> Record {
    use crate::Transport;
    let mut record = Record { message: example.message.to_owned(), ..Record::default() };
    let (transport, identifier) = match signal.listen {
        Listen::Kernel => (Transport::Kernel, "kernel"),
        Listen::Pid1 => (Transport::Journal, "systemd"),
        Listen::Journald => (Transport::Driver, "systemd-journald"),
        Listen::Program(name) => (Transport::Syslog, name),
        Listen::Programs(names) => (Transport::Syslog, names[0]),
        Listen::Userland => (Transport::Stdout, "app"),
    };
    record.transport = transport;
    record.identifier = Some(identifier.into());
    record.pid = match signal.listen {
        Listen::Kernel => None,
        Listen::Pid1 => Some(1),
        _ => Some(1000),
    };
    record.message_id = signal.message_ids.first().copied();
    for &(key, value) in example.fields {
        match key {
            "SYSLOG_IDENTIFIER" => record.identifier = Some(value.into()),
            "_TRANSPORT" => record.transport = Transport::parse(value),
            "_PID" => record.pid = value.parse().ok(),
            "_COMM" => record.comm = Some(value.into()),
            "_SYSTEMD_UNIT" => record.unit = Some(value.into()),
            "MESSAGE_ID" => record.message_id = Id128::parse(value),
            _ => record.fields.push((key.into(), value.into())),
        }
    }
    record
}

/// Checks a whole table: every signal has examples, and each parses to what it states.
///
/// # Errors
/// A list of what is wrong, one line each.
pub fn check_table(table: &[Signal]) -> Result<(), String> {
    let mut wrong = Vec::new();
    for signal in table {
        if signal.examples.is_empty() {
            wrong.push(format!("{}: no example", signal.name));
        }
        if signal.needles.is_empty() && signal.message_ids.is_empty() {
            wrong.push(format!("{}: nothing selects its lines", signal.name));
        }
        for example in signal.examples {
            let record = example_record(signal, example);
            let read = signal.read(&record).map(|event| format!("{event:?}"));
            if read.as_deref() != Some(example.event) {
                wrong.push(format!(
                    "{}: {:?}\n  expected {}\n  found    {}",
                    signal.name,
                    example.message,
                    example.event,
                    read.as_deref().unwrap_or("nothing")
                ));
            } else if let Some((first, _)) = read_with(table, &record)
                && first.name != signal.name
            {
                wrong.push(format!("{}: {:?} is taken by {}", signal.name, example.message, first.name));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}
