//! The tables of all parser crates, what they ask of a journal's index, and records read through them.

use std::collections::HashSet;

use aho_corasick::AhoCorasick;
use journal::Selection;
use model::{Event, Id128, Listen, Record, Signal};

/// Entries kept of each boot's start whatever they say: the banner, the machine, the file systems.
const HEAD_ENTRIES: usize = 60;
/// Entries kept of each boot's end whatever they say.
const TAIL_ENTRIES: usize = 400;

/// The tables, in the order in which they are tried.
#[must_use]
pub fn tables() -> [&'static [Signal]; 5] {
    [earlyoom::SIGNALS, nvrm::SIGNALS, kernel::SIGNALS, lifecycle::SIGNALS, userspace::SIGNALS]
}

fn signals() -> impl Iterator<Item = &'static Signal> {
    tables().into_iter().flatten()
}

/// What to read of a journal: the entries that its index can select and that a signal may understand, and
/// each boot's head and tail.
///
/// # Panics
/// Never: the needles are constants and few.
#[must_use]
pub fn selection() -> Selection {
    let mut filtered = vec![("_TRANSPORT", "kernel".to_owned())];
    let mut programs = HashSet::new();
    let mut needles = HashSet::new();
    for signal in signals() {
        let names: &[&str] = match &signal.listen {
            Listen::Program(name) => &[name],
            Listen::Programs(names) => names,
            // Userland texts and PID 1's are read in the tail only; PID 1's ids are in INDEXED_IDS.
            Listen::Userland | Listen::Pid1 | Listen::Kernel | Listen::Journald => &[],
        };
        programs.extend(names.iter().filter(|name| !CHATTY.contains(name)).copied());
        if !matches!(signal.listen, Listen::Userland) {
            needles.extend(signal.needles.iter().copied());
        }
    }
    let mut programs: Vec<_> = programs.into_iter().collect();
    programs.sort_unstable();
    for name in programs {
        filtered.push(("SYSLOG_IDENTIFIER", name.to_owned()));
    }
    let automaton = AhoCorasick::new(needles).expect("a few hundred short literals fit an automaton");
    Selection {
        filtered,
        wanted: Box::new(move |message| automaton.is_match(message)),
        always: lifecycle::INDEXED_IDS.to_vec(),
        stream_always: lifecycle::BULK_IDS.to_vec(),
        head_entries: HEAD_ENTRIES,
        tail_entries: TAIL_ENTRIES,
    }
}

/// Programs that log by the hundred thousand; their few telling lines are read in the tail, or by their ids.
const CHATTY: [&str; 4] = ["dockerd", "containerd", "sshd", "kubelet"];

/// Reads records with the tables. One event a record: the first row that understands it.
#[must_use]
pub fn read_events(records: &[Record]) -> Vec<Event> {
    let mut events = Vec::new();
    for record in records {
        let read = tables().into_iter().find_map(|table| model::signal::read_with(table, record));
        if let Some((signal, kind)) = read {
            events.push(Event {
                at: record.at,
                monotonic: record.monotonic,
                boot: record.boot,
                signal: signal.name,
                kind,
                message: record.message.as_str().into(),
                speaker: record.identifier.clone().unwrap_or_default(),
                origin: record.origin.clone(),
            });
        }
    }
    kernel::fold_frames(&mut events);
    events
}

/// The ids that mark a unit's end; a journal is asked for them unit by unit, not over all boots.
pub(crate) fn is_unit_start(id: Id128) -> bool {
    id == Id128::of(0x39f5_3479_d3a0_45ac_8e11_7862_4823_1fbf)
}
