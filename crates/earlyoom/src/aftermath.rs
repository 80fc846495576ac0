//! What became of a kill.

use model::Signal;
use model::event::Earlyoom;
use nom::Parser;
use nom::combinator::opt;

use crate::number::{decimal, integer, words};
use crate::{EARLYOOM, example, said};

/// SIGTERM did not suffice.
pub(crate) const ESCALATING: Signal = Signal {
    name: "earlyoom.escalating",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &["escalating to SIGKILL"],
    parse: |record| {
        said(record, |text| text.starts_with("escalating to SIGKILL").then_some(Earlyoom::Escalating))
    },
    examples: &[
        // 1.3 to 1.7, then 1.8 and later
        example("escalating to SIGKILL after 3.1 seconds", "Earlyoom(Escalating)"),
        example("escalating to SIGKILL after 6.002 seconds", "Earlyoom(Escalating)"),
    ],
};

/// The victim exited.
pub(crate) const EXITED: Signal = Signal {
    name: "earlyoom.exited",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &[" exited after "],
    parse: |record| said(record, exited),
    examples: &[
        // 1.3 to 1.7 without the process id, release candidates of 1.3 and 1.8 and later with it
        example("process exited after 0.7 seconds", "Earlyoom(Exited { after_s: 0.7 })"),
        example("process 4711 exited after 0.2 seconds", "Earlyoom(Exited { after_s: 0.2 })"),
        example("process 322603 exited after 2.805 seconds", "Earlyoom(Exited { after_s: 2.805 })"),
        example("process -322603 exited after 0.100 seconds", "Earlyoom(Exited { after_s: 0.1 })"),
    ],
};

fn exited(text: &str) -> Option<Earlyoom> {
    let (_, (_, _, _, after_s, ())) =
        (words("process"), opt(integer), words("exited after"), decimal, words("seconds"))
            .parse(text)
            .ok()?;
    Some(Earlyoom::Exited { after_s })
}

/// The victim did not exit in time. Repeated until the end of the boot it is earlyoom's clearest sign of a
/// fatal end (earlyoom issue 354 ended with the power button).
pub(crate) const DID_NOT_EXIT: Signal = Signal {
    name: "earlyoom.did_not_exit",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &[" did not exit"],
    parse: |record| {
        said(record, |text| {
            let line = (words("process"), opt(integer), words("did not exit")).parse(text);
            line.ok().map(|_| Earlyoom::DidNotExit)
        })
    },
    examples: &[
        example("process 906175 did not exit", "Earlyoom(DidNotExit)"),
        example("process -906175 did not exit", "Earlyoom(DidNotExit)"),
    ],
};

/// The signal failed. The reason is `strerror` text, so in the host's language.
pub(crate) const KILL_FAILED: Signal = Signal {
    name: "earlyoom.kill_failed",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &["kill failed: ", "kill() failed: ", "Could not kill process: "],
    parse: |record| said(record, kill_failed),
    examples: &[
        // Up to 1.1, 1.2, release candidates of 1.3, 1.3 and later
        example(
            "Could not kill process: Operation not permitted",
            r#"Earlyoom(KillFailed { reason: "Operation not permitted" })"#,
        ),
        example(
            "kill() failed: Operation not permitted. Sleeping 1 second",
            r#"Earlyoom(KillFailed { reason: "Operation not permitted" })"#,
        ),
        example("kill failed: Success", r#"Earlyoom(KillFailed { reason: "Success" })"#),
        example("kill failed: Timer expired", r#"Earlyoom(KillFailed { reason: "Timer expired" })"#),
        example(
            "kill failed: Operation not permitted",
            r#"Earlyoom(KillFailed { reason: "Operation not permitted" })"#,
        ),
    ],
};

fn kill_failed(text: &str) -> Option<Earlyoom> {
    let reason = ["kill failed: ", "kill() failed: ", "Could not kill process: "]
        .iter()
        .find_map(|opening| text.strip_prefix(opening))?;
    let reason = reason.split_once(". Sleeping ").map_or(reason, |(reason, _)| reason);
    Some(Earlyoom::KillFailed { reason: reason.trim().to_owned() })
}

/// There was nothing to kill: everything is avoided, ignored, hidden (`hidepid`) or gone.
pub(crate) const NO_VICTIM: Signal = Signal {
    name: "earlyoom.no_victim",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &["Could not find a process to kill"],
    parse: |record| said(record, no_victim),
    examples: &[
        // 0.7, up to 1.0, 1.1, 1.2 and later
        example("Error: Could not find a process to kill", "Earlyoom(NoVictim)"),
        example("Error: Could not find a process to kill. Sleeping 10 seconds.", "Earlyoom(NoVictim)"),
        example("Error: Could not find a process to kill. Sleeping 1 second.", "Earlyoom(NoVictim)"),
        example("Could not find a process to kill. Sleeping 1 second.", "Earlyoom(NoVictim)"),
    ],
};

fn no_victim(text: &str) -> Option<Earlyoom> {
    let text = text.strip_prefix("Error: ").unwrap_or(text);
    text.starts_with("Could not find a process to kill").then_some(Earlyoom::NoVictim)
}

/// 1.6.2 and later.
pub(crate) const RECOVERED: Signal = Signal {
    name: "earlyoom.recovered",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &["memory situation has recovered"],
    parse: |record| {
        said(record, |text| text.starts_with("memory situation has recovered").then_some(Earlyoom::Recovered))
    },
    examples: &[example("memory situation has recovered while selecting victim", "Earlyoom(Recovered)")],
};

/// 1.5 and later; repeats every 100 ms. Nothing was killed, whatever the line before says.
pub(crate) const DRY_RUN: Signal = Signal {
    name: "earlyoom.dry_run",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &["dryrun, not actually sending"],
    parse: |record| {
        said(record, |text| text.starts_with("dryrun, not actually sending").then_some(Earlyoom::DryRun))
    },
    examples: &[example("dryrun, not actually sending any signal", "Earlyoom(DryRun)")],
};
