//! The periodic report, also written just before a kill.

use model::Signal;
use model::event::Earlyoom;
use nom::combinator::opt;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::number::{bracketed_percent, count, words};
use crate::{EARLYOOM, example, said};

/// Low is not exhausted: earlyoom acts only when memory and free swap are both at or below their limits, so
/// a report of 0 % with swap left is neither a kill nor a death.
pub(crate) const REPORT: Signal = Signal {
    name: "earlyoom.report",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &["mem avail:"],
    parse: |record| said(record, read),
    examples: &[
        // Up to 1.1: no totals.
        example(
            "mem avail: 4912 MiB (83 %), swap free: 0 MiB (0 %)",
            "Earlyoom(Report { mem_avail_mib: 4912, mem_of_mib: None, mem_pct: 83.0, swap_free_mib: Some(0), swap_of_mib: None, swap_pct: Some(0.0) })",
        ),
        // 1.2
        example(
            "mem avail: 3697 of 5875 MiB (62 %), swap free:    0 of    0 MiB ( 0 %)",
            "Earlyoom(Report { mem_avail_mib: 3697, mem_of_mib: Some(5875), mem_pct: 62.0, swap_free_mib: Some(0), swap_of_mib: Some(0), swap_pct: Some(0.0) })",
        ),
        // 1.3 and 1.4
        example(
            "mem avail: 1875053 of 2064060 MiB (90 %), swap free:    0 of    0 MiB ( 0 %)",
            "Earlyoom(Report { mem_avail_mib: 1875053, mem_of_mib: Some(2064060), mem_pct: 90.0, swap_free_mib: Some(0), swap_of_mib: Some(0), swap_pct: Some(0.0) })",
        ),
        // 1.5 and later; from 1.8 on the second number is not MemTotal.
        example(
            "mem avail:    56 of 15881 MiB ( 0.35%), swap free: 2555 of 4095 MiB (62.38%)",
            "Earlyoom(Report { mem_avail_mib: 56, mem_of_mib: Some(15881), mem_pct: 0.35, swap_free_mib: Some(2555), swap_of_mib: Some(4095), swap_pct: Some(62.38) })",
        ),
        example(
            "mem avail: 22830 of 24105 MiB (94.71%), swap free:    0 of    0 MiB ( 0.00%)",
            "Earlyoom(Report { mem_avail_mib: 22830, mem_of_mib: Some(24105), mem_pct: 94.71, swap_free_mib: Some(0), swap_of_mib: Some(0), swap_pct: Some(0.0) })",
        ),
        example(
            "mem avail:   888 of 55597 MiB ( 1.60%), swap free:    0 of 8191 MiB ( 0.00%)",
            "Earlyoom(Report { mem_avail_mib: 888, mem_of_mib: Some(55597), mem_pct: 1.6, swap_free_mib: Some(0), swap_of_mib: Some(8191), swap_pct: Some(0.0) })",
        ),
        example(
            "mem avail: 15342 of 15881 MiB (96.61%), swap free: 4095 of 4095 MiB (100.00%)",
            "Earlyoom(Report { mem_avail_mib: 15342, mem_of_mib: Some(15881), mem_pct: 96.61, swap_free_mib: Some(4095), swap_of_mib: Some(4095), swap_pct: Some(100.0) })",
        ),
        // Cut by a torn write or by hand.
        example(
            "mem avail:     0 of 122803 MiB ( 0.00%)",
            "Earlyoom(Report { mem_avail_mib: 0, mem_of_mib: Some(122803), mem_pct: 0.0, swap_free_mib: None, swap_of_mib: None, swap_pct: None })",
        ),
        example(
            "mem avail:     0 of 122803 MiB ( 0.00%), swap free: 286",
            "Earlyoom(Report { mem_avail_mib: 0, mem_of_mib: Some(122803), mem_pct: 0.0, swap_free_mib: None, swap_of_mib: None, swap_pct: None })",
        ),
        example(
            "mem avail:     0 of 122803 MiB ( 0.00%), swap free: 28640 of 32767 MiB (87.",
            "Earlyoom(Report { mem_avail_mib: 0, mem_of_mib: Some(122803), mem_pct: 0.0, swap_free_mib: Some(28640), swap_of_mib: Some(32767), swap_pct: None })",
        ),
    ],
};

fn read(text: &str) -> Option<Earlyoom> {
    report(text).ok().map(|(_, event)| event)
}

fn report(input: &str) -> IResult<&str, Earlyoom> {
    let (rest, (mem_avail_mib, mem_of_mib)) = preceded(words("mem avail:"), amount).parse(input)?;
    let (rest, mem_pct) = bracketed_percent(rest)?;
    let (rest, swap) = opt(preceded(words(", swap free:"), (amount, opt(bracketed_percent)))).parse(rest)?;
    let (swap_free_mib, swap_of_mib, swap_pct) = match swap {
        Some(((free, of), pct)) => (Some(free), of, pct),
        None => (None, None, None),
    };
    let event = Earlyoom::Report { mem_avail_mib, mem_of_mib, mem_pct, swap_free_mib, swap_of_mib, swap_pct };
    Ok((rest, event))
}

/// `%d MiB` up to 1.1, else `%d of %d MiB`.
fn amount(input: &str) -> IResult<&str, (u64, Option<u64>)> {
    let (rest, part) = count(input)?;
    let (rest, whole) = opt(preceded(words("of"), count)).parse(rest)?;
    let (rest, ()) = words("MiB")(rest)?;
    Ok((rest, (part, whole)))
}
