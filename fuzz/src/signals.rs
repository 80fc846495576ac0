//! Lines of whomever, through the tables of all parser crates.

use std::sync::LazyLock;

use model::{Event, EventKind, Id128, Micros, Origin, Record, Signal, Transport};

/// The start of time.
const START: i64 = 1_700_000_000_000_000;

fn tables() -> impl Iterator<Item = &'static Signal> {
    let tables = [earlyoom::SIGNALS, nvrm::SIGNALS, kernel::SIGNALS, lifecycle::SIGNALS, userspace::SIGNALS];
    tables.into_iter().flatten()
}

/// The ids that mark entries.
static IDS: LazyLock<Vec<Id128>> =
    LazyLock::new(|| tables().flat_map(|signal| signal.message_ids).copied().collect());

/// Reads lines `SPEAKER: message`. The speaker is `kernel`, `pid1`, `journald` or a program's name. Before it may
/// stand `+` for a second of silence, `!` for another boot, and `#` with a byte that chooses the entry's mark.
pub fn signals(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut at = START;
    let mut events = Vec::new();
    for line in text.split('\n') {
        let record = record(line, &mut at);
        let Some((signal, kind)) =
            tables().find_map(|signal| signal.read(&record).map(|kind| (signal, kind)))
        else {
            continue;
        };
        let has_needle = signal.needles.iter().any(|needle| record.message.contains(needle));
        let has_id = record.message_id.is_some_and(|id| signal.message_ids.contains(&id));
        assert!(has_needle || has_id, "{} reads what a search for its words does not find", signal.name);
        events.push(event(signal, kind, record));
    }
    let count = events.len();
    kernel::fold_frames(&mut events);
    assert!(events.len() <= count, "events out of nothing");
    assert!(events.windows(2).all(|pair| pair[0].at <= pair[1].at), "the order is lost");
    let folded = events.clone();
    kernel::fold_frames(&mut events);
    assert!(events == folded, "folding twice is not the same as once");
}

fn record(line: &str, at: &mut i64) -> Record {
    let mut record = Record { boot: Id128::of(1), ..Record::default() };
    let mut rest = line.chars();
    let line = loop {
        let before = rest.as_str();
        match rest.next() {
            Some('+') => *at += 1_000_000,
            Some('!') => record.boot = Id128::of(2),
            Some('#') => {
                let mark = rest.next().map_or(0, |mark| mark as usize);
                record.message_id = IDS.get(mark % IDS.len().max(1)).copied();
            }
            _ => break before,
        }
    };
    let (speaker, message) = line.split_once(": ").unwrap_or(("app", line));
    let (transport, identifier, pid) = match speaker {
        "kernel" => (Transport::Kernel, "kernel", None),
        "pid1" => (Transport::Journal, "systemd", Some(1)),
        "journald" => (Transport::Driver, "systemd-journald", Some(300)),
        program => (Transport::Syslog, program, Some(1000)),
    };
    *at += 1000;
    record.at = Micros(*at);
    record.monotonic = Some(*at - START);
    (record.transport, record.identifier, record.pid) = (transport, Some(identifier.into()), pid);
    let word = |word: Option<&str>| word.unwrap_or_default().into();
    record.fields = vec![
        ("UNIT".into(), word(message.split(' ').next())),
        ("JOB_RESULT".into(), word(message.split(' ').next_back())),
        ("JOB_TYPE".into(), word(message.split(' ').nth(1))),
        ("SHUTDOWN".into(), word(message.split(' ').nth(2))),
    ];
    message.clone_into(&mut record.message);
    record
}

fn event(signal: &'static Signal, kind: EventKind, record: Record) -> Event {
    Event {
        at: record.at,
        monotonic: record.monotonic,
        boot: record.boot,
        signal: signal.name,
        kind,
        message: record.message.into_boxed_str(),
        speaker: record.identifier.unwrap_or_default(),
        origin: Origin::default(),
    }
}
