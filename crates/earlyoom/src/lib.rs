//! Parsers for the lines that earlyoom writes, in every wording from its first releases to 1.9 and the
//! `--kernel-oom` of its master branch (source: the earlyoom source at each tag, and logs of users).
//!
//! earlyoom writes everything to standard output or error with one priority, so only its words tell what a
//! line is. Its command lines of victims can hold secrets and are never kept.

mod aftermath;
mod kill;
mod low_memory;
mod notice;
mod number;
mod report;
mod start;

use model::event::Earlyoom;
use model::signal::{Example, Listen};
use model::{EventKind, Record, Signal};

/// All kinds of lines, in the order in which they are tried.
pub static SIGNALS: &[Signal] = &[
    report::REPORT,
    low_memory::LOW_MEMORY,
    kill::KILL,
    aftermath::ESCALATING,
    aftermath::EXITED,
    aftermath::DID_NOT_EXIT,
    aftermath::KILL_FAILED,
    aftermath::NO_VICTIM,
    aftermath::RECOVERED,
    aftermath::DRY_RUN,
    start::STARTED,
    start::TOTALS,
    start::LIMITS,
    notice::FATAL,
    notice::NOTICE,
];

/// The kernel's own lines can begin with `earlyoom:` too (`earlyoom invoked oom-killer`): those are not its.
const EARLYOOM: Listen = Listen::Program("earlyoom");

/// Reads a record with a parser of the bare text.
fn said(record: &Record, parser: fn(&str) -> Option<Earlyoom>) -> Option<EventKind> {
    parser(plain(&record.message)).map(EventKind::Earlyoom)
}

/// The text without surrounding blanks and colour codes. On a terminal (`docker run -t`, `script`) earlyoom
/// colours its warnings, and the reset comes after the line end, so that it begins the next line.
fn plain(message: &str) -> &str {
    let mut text = message.trim();
    loop {
        let shorter = without_colour_before(text).unwrap_or(text);
        let shorter = without_colour_after(shorter).unwrap_or(shorter).trim();
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

/// rsyslog writes the escape character as `#033`.
const ESCAPES: [&str; 2] = ["\u{1b}[", "#033["];

fn without_colour_before(text: &str) -> Option<&str> {
    let code = ESCAPES.iter().find_map(|escape| text.strip_prefix(escape))?;
    code.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').strip_prefix('m')
}

fn without_colour_after(text: &str) -> Option<&str> {
    let code = text.strip_suffix('m')?.trim_end_matches(|c: char| c.is_ascii_digit() || c == ';');
    ESCAPES.iter().find_map(|escape| code.strip_suffix(escape))
}

/// An example without further fields.
const fn example(message: &'static str, event: &'static str) -> Example {
    Example { message, fields: &[], event }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Transport;
    use model::signal::{check_table, read_with};
    use proptest::prelude::*;

    fn record(message: &str) -> Record {
        Record {
            message: message.to_owned(),
            transport: Transport::Stdout,
            identifier: Some("earlyoom".into()),
            comm: Some("earlyoom".into()),
            unit: Some("earlyoom.service".into()),
            pid: Some(1460),
            ..Record::default()
        }
    }

    fn read(message: &str) -> Option<(&'static str, EventKind)> {
        read_with(SIGNALS, &record(message)).map(|(signal, event)| (signal.name, event))
    }

    #[test]
    fn every_example_parses() {
        check_table(SIGNALS).unwrap();
    }

    #[test]
    fn colours_and_collapsed_blanks_change_nothing() {
        for signal in SIGNALS {
            for example in signal.examples {
                let expected = Some(example.event.to_owned());
                let collapsed = example.message.split_whitespace().collect::<Vec<_>>().join(" ");
                for message in [
                    format!("\u{1b}[33m{}\u{1b}[0m", example.message),
                    format!("\u{1b}[0m\u{1b}[0;31m{}", example.message),
                    format!("#033[33m{}", example.message),
                    format!("{}\n", example.message),
                    collapsed,
                ] {
                    let found = read(&message).map(|(_, event)| format!("{event:?}"));
                    assert_eq!(found, expected, "{message:?}");
                }
            }
        }
    }

    #[test]
    fn lines_that_only_look_alike() {
        for message in [
            "",
            "earlyoom",
            "earlyoom: ",
            "earlyoom invoked oom-killer: gfp_mask=0x100cca(GFP_HIGHUSER_MOVABLE), order=0, oom_score_adj=-1000",
            "mem avail: lots",
            "the last report was: mem avail:     0 of 122803 MiB ( 0.00%), swap free: 28640 of 32767 MiB (87.40%)",
            "mem avail: 99999999999999999999999 of 1 MiB (1.00%)",
            "process exited",
            "sending SIGTERM to nobody",
            "low memory!",
        ] {
            assert_eq!(read(message), None, "{message:?}");
        }
    }

    #[test]
    fn only_earlyoom_is_heard() {
        let line = "mem avail:     0 of 122803 MiB ( 0.00%), swap free: 28640 of 32767 MiB (87.40%)";
        let mut kernel = record(line);
        (kernel.transport, kernel.identifier, kernel.comm) = (Transport::Kernel, Some("kernel".into()), None);
        let mut container = record(line);
        container.identifier = Some("earlyoom".into());
        container.comm = Some("python3".into());
        container.unit = Some("docker.service".into());
        for other in [kernel, container] {
            assert!(read_with(SIGNALS, &other).is_none(), "{other:?}");
        }
        let text = Record { message: line.into(), identifier: Some("earlyoom".into()), ..Record::default() };
        assert!(read_with(SIGNALS, &text).is_some(), "a text log has no trusted fields");
    }

    proptest! {
        #[test]
        fn any_text_is_survived(message in "\\PC*") {
            let _ = read(&message);
        }

        #[test]
        fn any_cut_of_an_example_is_survived(which in 0usize..1000, cut in 0usize..300, tail in ".{0,8}") {
            let examples: Vec<_> = SIGNALS.iter().flat_map(|signal| signal.examples).collect();
            let message = examples[which % examples.len()].message;
            let head: String = message.chars().take(cut).collect();
            let _ = read(&format!("{head}{tail}"));
            for signal in SIGNALS {
                let _ = (signal.parse)(&record(&format!("{head}{tail}")));
            }
        }
    }
}
