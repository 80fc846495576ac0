//! The warning that a limit was reached.

use model::Signal;
use model::event::Earlyoom;
use model::event::earlyoom::KillSignal;
use nom::branch::alt;
use nom::combinator::value;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::number::{count, mib, words, words_no_case};
use crate::{EARLYOOM, example, said};

/// The numbers in this line are the limits, not what was measured: the report beside it has that.
pub(crate) const LOW_MEMORY: Signal = Signal {
    name: "earlyoom.low_memory",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &["ow memory! ", "ow Memory! ", "Out of memory! "],
    parse: |record| said(record, read),
    examples: &[
        // Up to 1.0, then 1.1: both send SIGKILL at once.
        example("Out of memory! avail: 0 MiB < min: 587 MiB", "Earlyoom(LowMemory { signal: Kill })"),
        example("Out of memory! mem min: 783 MiB, swap min: 0 MiB", "Earlyoom(LowMemory { signal: Kill })"),
        // Between 1.1 and 1.2, with one limit.
        example(
            "Low memory! mem avail: 177 of 5875 MiB (3) % <= min 10 %, swap free: 0 of 0 MiB (0 %) <= min 10 %",
            "Earlyoom(LowMemory { signal: Kill })",
        ),
        // 1.2: the capital M differs.
        example(
            "Low memory! At or below sigkill limits (mem: 5 %, swap: 5 %)",
            "Earlyoom(LowMemory { signal: Kill })",
        ),
        example(
            "Low Memory! At or below sigterm limits (mem: 10 %, swap: 10 %)",
            "Earlyoom(LowMemory { signal: Term })",
        ),
        // Builds after 1.2.
        example(
            "Low memory! At or below SIGKILL limits (mem: 5 %, swap: 5 %)",
            "Earlyoom(LowMemory { signal: Kill })",
        ),
        example(
            "Low Memory! At or below SIGTERM limits (mem: 10 %, swap: 10 %)",
            "Earlyoom(LowMemory { signal: Term })",
        ),
        // 1.3 and 1.4
        example(
            "low memory! at or below SIGTERM limits: mem 10 %, swap 10 %",
            "Earlyoom(LowMemory { signal: Term })",
        ),
        example(
            "low memory! at or below SIGKILL limits: mem 5 %, swap 5 %",
            "Earlyoom(LowMemory { signal: Kill })",
        ),
        // 1.5 and later
        example(
            "low memory! at or below SIGTERM limits: mem  1.66%, swap 10.00%",
            "Earlyoom(LowMemory { signal: Term })",
        ),
        example(
            "low memory! at or below SIGKILL limits: mem  5.00%, swap  5.00%",
            "Earlyoom(LowMemory { signal: Kill })",
        ),
    ],
};

fn read(text: &str) -> Option<Earlyoom> {
    let (_, signal) = alt((at_or_below, single_limit)).parse(text).ok()?;
    Some(Earlyoom::LowMemory { signal })
}

fn at_or_below(input: &str) -> IResult<&str, KillSignal> {
    let signal = alt((
        value(KillSignal::Term, words_no_case("sigterm limits")),
        value(KillSignal::Kill, words_no_case("sigkill limits")),
    ));
    preceded(words_no_case("low memory! at or below"), signal).parse(input)
}

/// Versions before 1.2 know one limit and one signal, SIGKILL.
fn single_limit(input: &str) -> IResult<&str, KillSignal> {
    let reached = alt((
        preceded(words("Out of memory! avail:"), mib),
        preceded(words("Out of memory! mem min:"), mib),
        preceded(words("Low memory! mem avail:"), count),
    ));
    value(KillSignal::Kill, reached).parse(input)
}
