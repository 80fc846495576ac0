//! The zone of local times by crash records: systemd-pstore files them under the time of the panic, which is UTC. A
//! panic lies between the last line of the boot that it ended and the first line of the next one.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use model::{Record, words};

use crate::boots::Building;
use crate::civil::SECOND;
use crate::draft::Moment;

/// All zones are whole quarters of an hour.
const QUARTER: i64 = 900 * SECOND;
/// From UTC-12:00 to UTC+14:00, in quarters.
const ZONES: RangeInclusive<i64> = -48..=56;
/// A record is filed by one of so many boots behind the panic: where the storage's driver is loaded late, the next one
/// finds nothing.
const FILERS: usize = 8;
/// Records that are kept of a boot; a dump is filed in a line for each of its parts.
const FILED_MAX: usize = 64;

/// What a boot says of panics: of those before it, and of its own by what its last line is not.
#[derive(Default)]
pub(crate) struct Crashes {
    /// Lines that file a record, and when the dump was made.
    filed: Vec<(u64, i64)>,
    /// The last line is one of an orderly end.
    is_closed: bool,
}

impl Crashes {
    /// Takes note of a line.
    pub(crate) fn hear(&mut self, record: &Record, line: u64) {
        self.is_closed = is_last_word(record);
        if let Some(at) = filed(record)
            && self.filed.len() < FILED_MAX
            && self.filed.last().is_none_or(|&(_, last)| last != at)
        {
            self.filed.push((line, at));
        }
    }
}

/// The time of the dump that a line files, in microseconds since 1970.
fn filed(record: &Record) -> Option<i64> {
    let name = record.message.strip_prefix("PStore ")?.split(' ').next()?;
    let seconds = words::dumped_at(name).filter(|_| record.is_program("systemd-pstore"))?;
    Some(seconds.saturating_mul(SECOND))
}

fn is_last_word(record: &Record) -> bool {
    let message = record.message.as_str();
    matches!(message, "Journal stopped" | "Shutting down.")
        || message.contains("exiting on signal")
        || record.identifier.as_deref() == Some("systemd-shutdown")
}

/// What lies between two boots, in local times.
#[derive(Clone, Copy, Debug)]
struct Gap {
    from: i64,
    to: i64,
    /// The boot before it ended in order.
    is_closed: bool,
}

impl Gap {
    /// The offsets, in quarters, with which an instant lies in it. It is told in whole seconds.
    fn offsets(&self, at: i64) -> RangeInclusive<i64> {
        let quarters = |by: i64| by.div_euclid(QUARTER);
        let lowest =
            quarters(self.from.saturating_sub(at).saturating_sub(SECOND).saturating_add(QUARTER - 1));
        let highest = quarters(self.to.saturating_sub(at));
        lowest.max(*ZONES.start())..=highest.min(*ZONES.end())
    }
}

/// Seconds east of Greenwich, and the first line that tells it: the only zone in which the records' times lie between
/// boots, if it is the same for all records that leave one zone only. `naive` gives a line's local time.
pub(crate) fn offset(boots: &[Building], naive: impl Fn(&Moment) -> Option<i64>) -> Option<(u64, i64)> {
    let gaps: Vec<Option<Gap>> = boots
        .windows(2)
        .map(|pair| {
            let [before, after] = pair else { return None };
            let (from, to) = (naive(before.last.as_ref()?)?, naive(after.first.as_ref()?)?);
            Some(Gap { from, to, is_closed: before.crashes.is_closed })
        })
        .collect();
    let mut agreed: Option<(u64, i64)> = None;
    for (index, boot) in boots.iter().enumerate() {
        let before: Vec<Gap> =
            gaps.get(index.saturating_sub(FILERS)..index)?.iter().copied().flatten().collect();
        for &(line, at) in &boot.crashes.filed {
            let Some(offset) = only_offset(&before, at) else { continue };
            if agreed.is_some_and(|(_, known)| known != offset) {
                return None;
            }
            agreed.get_or_insert((line, offset));
        }
    }
    agreed
}

/// The one offset, in seconds, with which an instant lies in any of the gaps; none where it ended a boot that had
/// ended in order.
fn only_offset(gaps: &[Gap], at: i64) -> Option<i64> {
    let mut possible: BTreeMap<i64, bool> = BTreeMap::new();
    for gap in gaps {
        for quarter in gap.offsets(at) {
            *possible.entry(quarter).or_default() |= !gap.is_closed;
        }
    }
    let (&quarter, &is_open) = possible.first_key_value().filter(|_| possible.len() == 1)?;
    is_open.then_some(quarter * 900)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3600 * SECOND;
    const MINUTE: i64 = 60 * SECOND;

    fn open(from: i64, to: i64) -> Gap {
        Gap { from, to, is_closed: false }
    }

    #[test]
    fn one_offset_or_none() {
        // The panic is at 0 UTC.
        let closed = |from, to| Gap { is_closed: true, ..open(from, to) };
        for (why, gaps, seconds) in [
            ("east", vec![open(9 * HOUR - 40 * SECOND, 9 * HOUR + MINUTE)], Some(9 * 3600)),
            ("west", vec![open(-HOUR * 7 / 2 - MINUTE, -HOUR * 7 / 2 + MINUTE)], Some(-7 * 1800)),
            ("quarters", vec![open(HOUR * 23 / 4, HOUR * 23 / 4 + MINUTE)], Some(23 * 900)),
            (
                "the last line in the second of the panic",
                vec![open(HOUR + SECOND - 1, HOUR + MINUTE)],
                Some(3600),
            ),
            ("a line after the panic", vec![open(HOUR + SECOND + 1, HOUR + MINUTE)], None),
            ("the first line at the panic", vec![open(HOUR - MINUTE, HOUR)], Some(3600)),
            ("no quarter in it", vec![open(HOUR + MINUTE, HOUR + 14 * MINUTE)], None),
            ("a long gap", vec![open(HOUR - MINUTE, HOUR + 15 * MINUTE)], None),
            ("two gaps, one fits", vec![open(-30 * HOUR, -29 * HOUR), open(-MINUTE, MINUTE)], Some(0)),
            ("two gaps fit", vec![open(-2 * HOUR, -2 * HOUR + MINUTE), open(-MINUTE, MINUTE)], None),
            ("a clock that ran back", vec![open(HOUR, -HOUR)], None),
            ("no such zone", vec![open(15 * HOUR - MINUTE, 15 * HOUR + MINUTE)], None),
            ("the last zones", vec![open(14 * HOUR - MINUTE, 14 * HOUR + 20 * MINUTE)], Some(14 * 3600)),
            ("an orderly end", vec![closed(HOUR - MINUTE, HOUR + MINUTE)], None),
            (
                "an orderly end of an earlier boot",
                vec![closed(-9 * MINUTE, -MINUTE), open(HOUR, HOUR + 1)],
                Some(3600),
            ),
            ("the start of the log", vec![], None),
            ("no times", vec![open(i64::MIN, i64::MAX)], None),
        ] {
            assert_eq!(only_offset(&gaps, 0), seconds, "{why}");
        }
    }

    /// Boots of 2026-02-13 in Japan, each told by its banner; the last one's first line is at 18:23:04.
    fn zone(ends: &[&str], filed: &[&str]) -> (Option<String>, Option<model::ZoneBasis>) {
        let mut text =
            String::from("Feb 13 16:00:03 box kernel: Linux version 6.14.0\nFeb 13 16:00:04 box a[2]: x\n");
        for end in ends {
            text.push_str(&format!("Feb 13 {end}\n"));
        }
        text.push_str("Feb 13 18:23:04 box kernel: Linux version 6.14.0\n");
        for record in filed {
            text.push_str(&format!("Feb 13 18:23:09 box {record}\n"));
        }
        let reading = crate::tests::of(crate::Form::Short, &text);
        (reading.zone, reading.zone_basis)
    }

    #[test]
    fn records_tell_the_zone() {
        const PANIC: &str = "systemd-pstore[9]: PStore dmesg-efi-177097447501001 moved to /x";
        const SAME: &str = "systemd-pstore[9]: PStore dmesg-efi-177097447512001 moved to /x";
        const OTHER: &str = "systemd-pstore[9]: PStore dmesg-efi-177097807501001 moved to /x";
        const BOOT_BEFORE: [&str; 2] = ["17:55:49 box a[2]: x", "17:57:06 box kernel: Linux version 6.14.0"];
        let last = "18:21:14 box a[2]: x";
        for (why, ends, filed, zone_) in [
            ("between the boots", &[last][..], &[PANIC, SAME][..], Some("+09:00")),
            ("a boot before", &[BOOT_BEFORE[0], BOOT_BEFORE[1], last], &[PANIC], Some("+09:00")),
            ("they differ", &[last], &[PANIC, OTHER], None),
            (
                "a program of another name",
                &[last],
                &["a[9]: PStore dmesg-efi-177097447501001 moved to /x"],
                None,
            ),
            (
                "no record of a dump",
                &[last],
                &["systemd-pstore[9]: PStore console-efi-177097447501001"],
                None,
            ),
            (
                "no time in the name",
                &[last],
                &["systemd-pstore[9]: PStore dmesg-ramoops-0 moved to /x"],
                None,
            ),
            ("an orderly end", &["18:21:14 box systemd-journald[1]: Journal stopped"], &[PANIC], None),
            ("lines are missing", &[], &[PANIC], None),
            (
                "the kernel tells its own time",
                &["18:21:14 box kernel: audit: type=1400 audit(1770970874.100:45): x"],
                &[PANIC],
                Some("+10:00"),
            ),
        ] {
            let basis =
                if zone_.is_some() { model::ZoneBasis::KernelClock } else { model::ZoneBasis::Assumed };
            let expected = (Some(zone_.unwrap_or("+00:00").to_owned()), Some(basis));
            assert_eq!(zone(ends, filed), expected, "{why}");
        }
    }
}
