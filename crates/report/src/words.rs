//! The report's own words: numbers, durations, weights, and the sentence that states the verdict.

mod minutes;
mod parts;

use crate::schema::{BootReport, CauseName, EndingName};
use crate::{Options, Stamp};

pub(crate) use minutes::{minutes_heading, minutes_legend, minutes_rows};
pub(crate) use parts::{
    absence, age, blind_lines, context, control, coverage, evidence_heading, gap, input_line, key_evidence,
    last_events, machine, pattern, place, protection, rate, redaction, running, same_lines, series, signal,
    source, sources, when, why,
};

/// An integer with thousands separated: `5,440`.
pub(crate) fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A duration in the two units that matter, as the evidence writes it: `4 s`, `76 s`, `4 min 52 s`, `2 h 20 min`,
/// `26 days 10 h`.
pub(crate) fn duration(micros: i64) -> String {
    match micros.unsigned_abs() {
        0 => "0 s".to_owned(),
        1..500_000 => "under 1 s".to_owned(),
        _ => timeline::show_span(model::Span(micros.clamp(-i64::MAX / 2, i64::MAX / 2))),
    }
}

/// Where an instant lies as seen from the end: `4 s before the end`.
pub(crate) fn before_end(at: Stamp, end: Stamp) -> String {
    let span = end.since(at).0;
    match span {
        -499_999..=499_999 => "at the end".to_owned(),
        500_000.. => format!("{} before the end", duration(span)),
        _ => format!("{} after the end of the record", duration(span)),
    }
}

/// The weight of a piece of evidence in words.
pub(crate) const fn weight(decibans: i32) -> &'static str {
    match decibans.unsigned_abs() {
        30.. => "decisive",
        20..30 => "strong",
        10..20 => "moderate",
        _ => "weak",
    }
}

/// What a `finding` means.
pub(crate) fn finding(name: &str) -> &str {
    match name {
        "kernel_panic" => "the kernel panicked",
        "kernel_oops" => "the kernel hit an internal error (oops)",
        "lockup" => "a CPU or the GPU locked up",
        "storage_lost" => "a storage device was lost",
        "gpu_off_bus" => "the GPU fell off the bus",
        "gpu_driver_fault" => "the GPU's driver or firmware failed",
        "pcie_fatal" => "a fatal PCI Express error",
        "memory_error" => "an uncorrected memory error",
        "machine_check" => "a machine check",
        "memory_corruption" => "kernel memory was corrupted",
        "power_loss" => "power was lost",
        "watchdog_reset" => "a watchdog reset the host",
        "firmware_reset" => "the firmware reset the host",
        "shutdown_hung" => "a shutdown hung",
        "resume_failed" => "it slept and did not wake up",
        "mixed" => "memory exhaustion and heat are both strongly indicated",
        "no_trace" => "nothing on record names a cause",
        other => other,
    }
}

/// What an `ending_detail` means, as the end of a sentence about the boot's end.
pub(crate) fn detail(name: &str) -> &str {
    match name {
        "reboot" => "with a reboot",
        "poweroff" => "with a power-off",
        "halt" => "with a halt",
        "kexec" => "by starting another kernel (kexec)",
        "abrupt" => "The record just stops: no shutdown, no panic.",
        "shutdown_unfinished" => "A shutdown began and never finished.",
        "suspended" => "It was suspended and never resumed.",
        "panic" => "The kernel panicked.",
        "watchdog" => "A watchdog reset it.",
        "thermal_trip" => "A critical temperature was reached and the kernel shut it down.",
        "firmware_reset" => "The firmware or the hardware reset it.",
        "rotated" => "the part of the journal that holds its end was deleted (rotated or vacuumed)",
        "volatile" => "its journal was kept in memory only and was lost with it",
        "header_only" => "only the header of an unreadable journal file names it",
        "no_system_entries" => "only entries of users are left, none of the system itself",
        other => other,
    }
}

/// `Boot -2 (c6a2026b)`.
pub(crate) fn boot_name(boot: &BootReport) -> String {
    format!("Boot {} ({})", boot.offset, boot.short_id())
}

/// The sentence that answers the question why, on its own.
pub(crate) fn verdict(boot: &BootReport, options: &Options) -> String {
    let name = boot_name(boot);
    let at = boot
        .end()
        .map(|end| format!(" at {} {}", options.date_time(end), options.zone_at(end)))
        .unwrap_or_default();
    match boot.ending {
        EndingName::Unexpected => format!("{name} ended unexpectedly{at}: {}.", cause(boot)),
        EndingName::Clean => {
            let asked =
                boot.requested_by.as_ref().map(|who| format!(", asked for by {who}")).unwrap_or_default();
            format!("{name} ended cleanly {}{at}{asked}.", detail(&boot.ending_detail))
        }
        EndingName::Running => match boot.running_basis.as_deref() {
            Some("copied") => format!(
                "{name} has no end: it was still running when its journal was copied, or it died after its last \
                 entry{at}."
            ),
            _ => format!("{name} is still running."),
        },
        EndingName::Undetermined => {
            let known = if boot.summary.is_empty() { detail(&boot.ending_detail) } else { "" };
            let known = if known.is_empty() { String::new() } else { format!("; {known}") };
            format!("{name}: how it ended cannot be told{known}.")
        }
    }
}

/// `memory exhaustion, high confidence`, or what is known instead of a cause.
fn cause(boot: &BootReport) -> String {
    let confidence =
        boot.confidence.map(|level| format!(", {} confidence", level.name())).unwrap_or_default();
    match (boot.cause, boot.finding.as_deref()) {
        (None, _) => "the cause was not judged".to_owned(),
        // What ended it may be on record (a crash of PID 1, the magic key) without being one of the findings.
        (Some(CauseName::Unknown), None | Some("no_trace")) if boot.totals_db.other >= Some(10) => {
            "cause unknown".to_owned()
        }
        (Some(CauseName::Unknown), None | Some("no_trace")) => {
            "cause unknown; nothing on record names one".to_owned()
        }
        (Some(CauseName::Unknown), Some("mixed")) => format!("cause unknown; {}", finding("mixed")),
        (Some(CauseName::Unknown), Some(name)) => {
            let confidence =
                confidence.replacen(", ", " (", 1) + if confidence.is_empty() { "" } else { ")" };
            format!("cause unknown; on record: {}{confidence}", finding(name))
        }
        (Some(cause), _) => format!("{}{confidence}", cause.words()),
    }
}

/// How it ended, unless the verdict or the summary has just said so.
pub(crate) fn how(boot: &BootReport) -> &str {
    let said = match boot.ending_detail.as_str() {
        "abrupt" => boot.finding.as_deref() == Some("no_trace"),
        "panic" => boot.finding.as_deref() == Some("kernel_panic"),
        "shutdown_unfinished" => boot.finding.as_deref() == Some("shutdown_hung"),
        "suspended" => boot.finding.as_deref() == Some("resume_failed"),
        "watchdog" => boot.finding.as_deref() == Some("watchdog_reset"),
        "firmware_reset" => boot.finding.as_deref() == Some("firmware_reset"),
        "thermal_trip" => boot.cause == Some(CauseName::Thermal),
        _ => false,
    };
    if said { "" } else { detail(&boot.ending_detail) }
}

/// What the verdict stands on, and what came second.
pub(crate) fn stands_on(boot: &BootReport) -> Option<String> {
    let flips = boot.flips_without.as_ref().map(|id| format!("Without {id} the verdict would be another."));
    let second = boot.runner_up.as_ref().map(|second| format!("Next in line: {}.", second.cause.words()));
    let parts: Vec<String> = [flips, second].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// When it ended, as closely as the record says.
pub(crate) fn end_bounds(boot: &BootReport, options: &Options) -> Option<String> {
    let end = boot.end()?;
    let mut seen = boot
        .last
        .map(|last| format!("Last entry {}", options.near(last, Some(end))))
        .into_iter()
        .collect::<Vec<_>>();
    if boot.last != Some(end) {
        let silent = boot.last.map_or(0, |last| end.since(last).0);
        let after =
            if silent > 120_000_000 { format!(", {} later", duration(silent)) } else { String::new() };
        seen.push(format!("last sample {}{after}", options.clock(end)));
    }
    let next = boot.next_first.or(boot.died_between.map(|(_, to)| to));
    let then = next.map_or_else(
        || {
            if boot.offset < 0 {
                "when the next boot started is not told by its clock".to_owned()
            } else {
                "no later boot is on record".to_owned()
            }
        },
        |next| {
            let later = duration(next.since(end).0);
            format!("the next boot started at {}, {later} later", options.near(next, Some(end)))
        },
    );
    Some(format!("{}; {then}.", seen.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_durations() {
        for (value, shown) in [(0, "0"), (999, "999"), (5440, "5,440"), (1_234_567, "1,234,567")] {
            assert_eq!(count(value), shown);
        }
        for (secs, shown) in [
            (0.0, "0 s"),
            (0.2, "under 1 s"),
            (-4.0, "4 s"),
            (59.6, "1 min"),
            (76.0, "76 s"),
            (120.0, "2 min"),
            (8400.0, "2 h 20 min"),
            (86_400.0, "1 day"),
            (2_282_400.0, "26 days 10 h"),
        ] {
            assert_eq!(duration((secs * 1e6) as i64), shown);
        }
        assert!(!duration(i64::MIN).is_empty());
    }

    #[test]
    fn weights_in_words() {
        for (decibans, word) in
            [(35, "decisive"), (30, "decisive"), (-20, "strong"), (10, "moderate"), (9, "weak"), (0, "weak")]
        {
            assert_eq!(weight(decibans), word);
        }
    }
}
