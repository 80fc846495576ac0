//! The tables of all parser crates, what they ask of a journal's index, and records read through them.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use journal::Selection;
use model::{Event, EventKind, Id128, Lines, Listen, Record, Signal};

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

/// Which sources hold lines of a signal: those of its speaker. The driver's lines are the kernel's, but some sources
/// hold no others.
pub(crate) fn shown_by(name: &str) -> fn(Lines) -> bool {
    let is_it = |signal: &&Signal| signal.name == name;
    if nvrm::SIGNALS.iter().any(|signal| is_it(&signal)) {
        return Lines::shows_driver;
    }
    match signals().find(is_it).map(|signal| signal.listen) {
        Some(Listen::Kernel) => Lines::shows_kernel,
        _ => Lines::shows_programs,
    }
}

/// What to read of a journal: the entries that its index can select and that a signal may understand, and
/// each boot's head and tail.
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
        programs.extend(names.iter().copied());
        if !matches!(signal.listen, Listen::Userland) && !kernel::ROUTINE.contains(&signal.name) {
            needles.extend(signal.needles.iter().copied());
        }
    }
    let mut programs: Vec<_> = programs.into_iter().collect();
    programs.sort_unstable();
    programs.retain(|name| !CHATTY.contains(name));
    filtered.extend(programs.into_iter().map(identifier));
    let needles: Vec<_> = needles.into_iter().collect();
    let automaton = automaton(&needles);
    Selection {
        filtered,
        chatty: CHATTY.into_iter().map(identifier).collect(),
        wanted: Box::new(move |message| automaton.is_match(message)),
        always: lifecycle::INDEXED_IDS.to_vec(),
        stream_always: lifecycle::BULK_IDS.to_vec(),
        head_entries: HEAD_ENTRIES,
        tail_entries: TAIL_ENTRIES,
    }
}

fn identifier(program: &str) -> (&'static str, String) {
    ("SYSLOG_IDENTIFIER", program.to_owned())
}

/// Programs that may log by the hundred thousand. Where a journal holds that much of them, their few telling
/// lines are read in the tail, and those about containers in the boots that are shown singly.
const CHATTY: [&str; 4] = ["dockerd", "containerd", "sshd", "kubelet"];

/// The programs that tell of containers and may log too much to be read as a whole, as index terms.
pub(crate) fn container_terms() -> Vec<(&'static str, String)> {
    ["dockerd", "containerd", "kubelet"].into_iter().map(identifier).collect()
}

/// Whether a message can be about the start or the end of a container.
pub(crate) fn tells_of_container(message: &[u8]) -> bool {
    static NEEDLES: LazyLock<AhoCorasick> = LazyLock::new(|| {
        let containers = signals().filter(|signal| signal.name.starts_with("userspace.container_"));
        automaton(&containers.flat_map(|signal| signal.needles).copied().collect::<Vec<_>>())
    });
    NEEDLES.is_match(message)
}

/// Which rows of the tables a record can belong to: one pass over its message finds the needles of them all.
struct Lookup {
    signals: Vec<&'static Signal>,
    automaton: AhoCorasick,
    /// The rows of each needle, by the automaton's number.
    by_needle: Vec<Vec<usize>>,
    by_id: HashMap<Id128, Vec<usize>>,
}

static LOOKUP: LazyLock<Lookup> = LazyLock::new(|| {
    let signals: Vec<_> = signals().collect();
    let mut needles: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut by_id: HashMap<Id128, Vec<usize>> = HashMap::new();
    for (row, signal) in signals.iter().enumerate() {
        signal.needles.iter().for_each(|needle| needles.entry(needle).or_default().push(row));
        signal.message_ids.iter().for_each(|id| by_id.entry(*id).or_default().push(row));
    }
    let (needles, by_needle): (Vec<_>, Vec<_>) = needles.into_iter().unzip();
    Lookup { signals, automaton: automaton(&needles), by_needle, by_id }
});

impl Lookup {
    /// The first row that understands the record, as if they were tried one after the other.
    fn read(&self, record: &Record) -> Option<(&'static Signal, EventKind)> {
        let marked = record.message_id.and_then(|id| self.by_id.get(&id)).into_iter().flatten();
        let told = self.automaton.find_overlapping_iter(&record.message);
        let rows = told.flat_map(|found| &self.by_needle[found.pattern().as_usize()]).chain(marked);
        let mut rows: Vec<usize> = rows.copied().collect();
        rows.sort_unstable();
        rows.dedup();
        let mut rows = rows.into_iter().map(|row| self.signals[row]);
        rows.find_map(|signal| signal.read(record).map(|kind| (signal, kind)))
    }
}

/// Finds literals. They are a few hundred and short: the fast kind of automaton for them takes a few
/// hundred KiB.
fn automaton(needles: &[&str]) -> AhoCorasick {
    AhoCorasick::builder()
        .kind(Some(AhoCorasickKind::DFA))
        .build(needles)
        .expect("a few hundred short literals fit an automaton")
}

/// Reads records with the tables. One event a record: the first row that understands it.
#[must_use]
pub fn read_events(records: Vec<Record>) -> Vec<Event> {
    let mut events = Vec::new();
    for record in records {
        if let Some((signal, kind)) = LOOKUP.read(&record) {
            events.push(Event {
                at: record.at,
                monotonic: record.monotonic,
                boot: record.boot,
                signal: signal.name,
                kind,
                message: record.message.into_boxed_str(),
                speaker: record.identifier.unwrap_or_default(),
                origin: record.origin,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The prefilter of all tables finds what trying row after row finds.
    #[test]
    fn the_lookup_agrees_with_the_tables() {
        for signal in signals() {
            for example in signal.examples {
                let record = model::signal::example_record(signal, example);
                let one_by_one =
                    tables().into_iter().find_map(|table| model::signal::read_with(table, &record));
                let found = LOOKUP.read(&record);
                assert_eq!(
                    found.map(|(signal, kind)| (signal.name, kind)),
                    one_by_one.map(|(signal, kind)| (signal.name, kind)),
                    "{}",
                    example.message
                );
            }
        }
    }

    #[test]
    fn a_signal_is_shown_by_the_sources_of_its_speaker() {
        for (name, lines) in [
            ("nvrm.no_memory", [true, true, false]),
            ("kernel.oom_kill", [false, true, false]),
            ("life.unit_oom", [false, false, true]),
            ("earlyoom.low_memory", [false, false, true]),
        ] {
            assert!(signals().any(|signal| signal.name == name), "{name}");
            assert_eq!([Lines::Driver, Lines::Kernel, Lines::Programs].map(shown_by(name)), lines, "{name}");
        }
    }

    /// What a table's row listens to is asked of a journal's index, or is known to be read in another way.
    #[test]
    fn every_program_is_selected() {
        let selection = selection();
        let programs = signals().flat_map(|signal| match signal.listen {
            Listen::Program(name) => vec![name],
            Listen::Programs(names) => names.to_vec(),
            _ => Vec::new(),
        });
        for program in programs {
            let term = identifier(program);
            assert!(selection.filtered.contains(&term) || selection.chatty.contains(&term), "{program}");
        }
    }
}
