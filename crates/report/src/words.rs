//! The report's own words: numbers, durations, weights, and the sentence that states the verdict.

mod parts;

use crate::schema::{BootReport, CauseName, EndingName};
use crate::{Options, Stamp};

pub(crate) use parts::{
    absence, blind, control, coverage, evidence_heading, gap, input_line, key_evidence, last_events, machine,
    pattern, place, protection, rate, redaction, running, same_lines, signal, sources, when,
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

/// A duration in the two units that matter: `4 s`, `2 min 0 s`, `2 h 20 min`, `26 days 10 h`.
pub(crate) fn duration(micros: i64) -> String {
    let total = micros.unsigned_abs().saturating_add(500_000) / 1_000_000;
    let (days, hours, minutes, seconds) = (total / 86_400, total / 3600 % 24, total / 60 % 60, total % 60);
    match total {
        0 if micros == 0 => "0 s".to_owned(),
        0 => "under 1 s".to_owned(),
        1..60 => format!("{seconds} s"),
        60..3600 => format!("{minutes} min {seconds} s"),
        3600..86_400 => format!("{hours} h {minutes} min"),
        _ => format!("{days} {} {hours} h", if days == 1 { "day" } else { "days" }),
    }
}

/// Where an instant lies as seen from the end: `4 s before the end`.
pub(crate) fn before_end(at: Stamp, end: Stamp) -> String {
    let span = end.since(at).0;
    match span {
        0 => "at the end".to_owned(),
        1.. => format!("{} before the end", duration(span)),
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
        "abrupt" => "The record just stops: no shutdown, no panic, no error that names itself as the cause.",
        "shutdown_unfinished" => "A shutdown began and never finished.",
        "suspended" => "It was suspended and never resumed.",
        "panic" => "The kernel panicked.",
        "watchdog" => "A watchdog reset it.",
        "thermal_trip" => "A critical temperature was reached and the kernel shut it down.",
        "firmware_reset" => "The firmware or the hardware reset it.",
        "rotated" => "the part of the journal that holds its end was deleted (rotated or vacuumed)",
        "volatile" => "its journal was kept in memory only and was lost with it",
        "header_only" => "only the header of an unreadable journal file names it",
        "no_system_entries" => "no entry of the system itself is left, only entries of users",
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
            format!("{name}: how it ended cannot be told, because {}.", detail(&boot.ending_detail))
        }
    }
}

/// `memory exhaustion, high confidence`, or what is known instead of a cause.
fn cause(boot: &BootReport) -> String {
    let confidence =
        boot.confidence.map(|level| format!(", {} confidence", level.name())).unwrap_or_default();
    match (boot.cause, boot.finding.as_deref()) {
        (None, _) => "the cause was not judged".to_owned(),
        (Some(CauseName::Unknown), None | Some("no_trace")) => {
            "cause unknown; nothing on record names one".to_owned()
        }
        (Some(CauseName::Unknown), Some("mixed")) => format!("cause unknown; {}", finding("mixed")),
        (Some(CauseName::Unknown), Some(name)) => {
            format!("cause unknown; on record: {}{confidence}", finding(name))
        }
        (Some(cause), _) => format!("{}{confidence}", cause.words()),
    }
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
        seen.push(format!("last sample {}", options.clock(end)));
    }
    let next = boot.next_first.or(boot.died_between.map(|(_, to)| to));
    let then = next.map_or_else(
        || "no later boot is on record".to_owned(),
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
            (59.6, "1 min 0 s"),
            (120.0, "2 min 0 s"),
            (8400.0, "2 h 20 min"),
            (86_400.0, "1 day 0 h"),
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
