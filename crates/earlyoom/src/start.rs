//! The lines at start. The whole dump is healthy, although it names memory, limits and signals.

use model::Signal;
use model::event::Earlyoom;
use model::event::earlyoom::KillSignal;
use nom::branch::alt;
use nom::combinator::{opt, value};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::number::{bracketed_percent, mib, percent, words};
use crate::{EARLYOOM, example, said};

/// The daemon started; in the middle of a boot it was restarted (`Restart=always`).
pub(crate) const STARTED: Signal = Signal {
    name: "earlyoom.started",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &["earlyoom "],
    parse: |record| said(record, started),
    examples: &[
        example("earlyoom v1.7", r#"Earlyoom(Started { version: Some("v1.7") })"#),
        example("earlyoom 1.7", r#"Earlyoom(Started { version: Some("1.7") })"#),
        example(
            "earlyoom v1.3-rc1-12-g8887f63",
            r#"Earlyoom(Started { version: Some("v1.3-rc1-12-g8887f63") })"#,
        ),
        example(
            "earlyoom v1.1-5-g74a364b-dirty",
            r#"Earlyoom(Started { version: Some("v1.1-5-g74a364b-dirty") })"#,
        ),
        example("earlyoom (unknown version)", "Earlyoom(Started { version: None })"),
    ],
};

fn started(text: &str) -> Option<Earlyoom> {
    let version = text.strip_prefix("earlyoom ")?.trim();
    if version == "(unknown version)" {
        return Some(Earlyoom::Started { version: None });
    }
    let word = !version.is_empty() && !version.contains(char::is_whitespace);
    let numbered = version.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit());
    (word && numbered).then(|| Earlyoom::Started { version: Some(version.to_owned()) })
}

/// The totals. 1.2 prints two limits in the line, for SIGTERM and SIGKILL: the first, higher one is kept,
/// as it is there that earlyoom begins to act.
pub(crate) const TOTALS: Signal = Signal {
    name: "earlyoom.totals",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &["mem total:", "mem  total:", "swap total:"],
    parse: |record| said(record, totals),
    examples: &[
        // Up to 1.1
        example(
            "mem total: 5875 MiB, min: 587 MiB (10 %)",
            "Earlyoom(Totals { mem_mib: Some(5875), user_mem_mib: None, swap_mib: None, mem_limit_pct: Some(10.0), swap_limit_pct: None })",
        ),
        example(
            "swap total: 0 MiB, min: 0 MiB (10 %)",
            "Earlyoom(Totals { mem_mib: None, user_mem_mib: None, swap_mib: Some(0), mem_limit_pct: None, swap_limit_pct: Some(10.0) })",
        ),
        // 1.2
        example(
            "mem  total: 5875 MiB, sending SIGTERM at 22 %, SIGKILL at 11 %",
            "Earlyoom(Totals { mem_mib: Some(5875), user_mem_mib: None, swap_mib: None, mem_limit_pct: Some(22.0), swap_limit_pct: None })",
        ),
        example(
            "swap total:    0 MiB, sending SIGTERM at 10 %, SIGKILL at  5 %",
            "Earlyoom(Totals { mem_mib: None, user_mem_mib: None, swap_mib: Some(0), mem_limit_pct: None, swap_limit_pct: Some(10.0) })",
        ),
        // 1.3 to 1.7
        example(
            "mem total: 2064060 MiB, swap total:    0 MiB",
            "Earlyoom(Totals { mem_mib: Some(2064060), user_mem_mib: None, swap_mib: Some(0), mem_limit_pct: None, swap_limit_pct: None })",
        ),
        example(
            "mem total: 122803 MiB, swap total: 32767 MiB",
            "Earlyoom(Totals { mem_mib: Some(122803), user_mem_mib: None, swap_mib: Some(32767), mem_limit_pct: None, swap_limit_pct: None })",
        ),
        // 1.8 and later
        example(
            "mem total: 23888 MiB, user mem total: 21266 MiB, swap total: 8191 MiB",
            "Earlyoom(Totals { mem_mib: Some(23888), user_mem_mib: Some(21266), swap_mib: Some(8191), mem_limit_pct: None, swap_limit_pct: None })",
        ),
    ],
};

fn totals(text: &str) -> Option<Earlyoom> {
    alt((mem_total, swap_total)).parse(text).ok().map(|(_, event)| event)
}

fn mem_total(input: &str) -> IResult<&str, Earlyoom> {
    let (rest, mem) = preceded(words("mem total:"), mib).parse(input)?;
    let (rest, mem_limit_pct) = opt(limit_behind_total).parse(rest)?;
    let (rest, user_mem_mib) = opt(preceded(words(", user mem total:"), mib)).parse(rest)?;
    let (rest, swap_mib) = opt(preceded(words(", swap total:"), mib)).parse(rest)?;
    let event =
        Earlyoom::Totals { mem_mib: Some(mem), user_mem_mib, swap_mib, mem_limit_pct, swap_limit_pct: None };
    Ok((rest, event))
}

fn swap_total(input: &str) -> IResult<&str, Earlyoom> {
    let (rest, swap) = preceded(words("swap total:"), mib).parse(input)?;
    let (rest, swap_limit_pct) = opt(limit_behind_total).parse(rest)?;
    let event = Earlyoom::Totals {
        mem_mib: None,
        user_mem_mib: None,
        swap_mib: Some(swap),
        mem_limit_pct: None,
        swap_limit_pct,
    };
    Ok((rest, event))
}

/// `, min: %lu MiB (%d %%)` up to 1.1, `, sending SIGTERM at %2d %%` in 1.2.
fn limit_behind_total(input: &str) -> IResult<&str, f64> {
    let up_to_1_1 = preceded((words(", min:"), mib), bracketed_percent);
    let in_1_2 = preceded(words(", sending SIGTERM at"), percent);
    alt((up_to_1_1, in_1_2)).parse(input)
}

/// One limit. The limits stand in two entries; the first ends with a comma.
pub(crate) const LIMITS: Signal = Signal {
    name: "earlyoom.limits",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &["when mem "],
    parse: |record| said(record, |text| limits(text).ok().map(|(_, event)| event)),
    examples: &[
        // 1.3 and 1.4
        example(
            "sending SIGTERM when mem <= 10 % and swap <= 10 %,",
            "Earlyoom(Limits { signal: Term, mem_pct: 10.0, swap_pct: 10.0 })",
        ),
        example(
            "        SIGKILL when mem <=  5 % and swap <=  5 %",
            "Earlyoom(Limits { signal: Kill, mem_pct: 5.0, swap_pct: 5.0 })",
        ),
        // 1.5 to 1.7
        example(
            "sending SIGTERM when mem <= 10.00% and swap <= 10.00%,",
            "Earlyoom(Limits { signal: Term, mem_pct: 10.0, swap_pct: 10.0 })",
        ),
        example(
            "        SIGKILL when mem <=  5.00% and swap <=  5.00%",
            "Earlyoom(Limits { signal: Kill, mem_pct: 5.0, swap_pct: 5.0 })",
        ),
        // 1.8 and later
        example(
            "sending SIGTERM when mem avail <=  3.00% and swap free <= 10.00%,",
            "Earlyoom(Limits { signal: Term, mem_pct: 3.0, swap_pct: 10.0 })",
        ),
        example(
            "        SIGKILL when mem avail <=  1.50% and swap free <=  5.00%",
            "Earlyoom(Limits { signal: Kill, mem_pct: 1.5, swap_pct: 5.0 })",
        ),
        // `--kernel-oom`, after 1.9
        example(
            "triggering kernel oom when mem avail <=  5.00% and swap free <=  5.00%,",
            "Earlyoom(Limits { signal: KernelOom, mem_pct: 5.0, swap_pct: 5.0 })",
        ),
    ],
};

fn limits(input: &str) -> IResult<&str, Earlyoom> {
    let signal = alt((
        value(KillSignal::Term, words("sending SIGTERM")),
        value(KillSignal::Kill, preceded(opt(words("sending")), words("SIGKILL"))),
        value(KillSignal::KernelOom, words("triggering kernel oom")),
    ));
    let mem = preceded((words("when mem"), opt(words("avail")), words("<=")), percent);
    let swap = preceded((words("and swap"), opt(words("free")), words("<=")), percent);
    let (rest, (signal, mem_pct, swap_pct)) = (signal, mem, swap).parse(input)?;
    Ok((rest, Earlyoom::Limits { signal, mem_pct, swap_pct }))
}
