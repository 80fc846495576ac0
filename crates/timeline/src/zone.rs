//! The zone of a monitor's local times (design, section 3): the first basis that settles it.

use model::{Micros, Series, Span, ZoneBasis};

use crate::blind::WRITE_BACK_LOSS;

/// Offsets from UTC that are in use somewhere, in minutes (IANA time-zone database, standard and summer
/// times of today).
const OFFSETS_MIN: [i64; 38] = [
    -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -150, -120, -60, 0, 60, 120, 180,
    210, 240, 270, 300, 330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765, 780,
];

/// An uptime column is often cut to minutes, and a boot's start is known to some seconds.
const UPTIME_TOLERANCE: Span = Span::secs(120);
/// A sampler that starts with the host is up within this time of the boot's start.
const RESTART_WITHIN: Span = Span::secs(300);
/// Rows closer than this are one round of the sampler, which writes a row for each device.
const SAME_ROUND: Span = Span::secs(1);
/// No host is down, boots and samples again in less.
const SHORTEST_REBOOT: Span = Span::secs(12);
/// Above this cadence a file ends near some boot's end by chance.
const SLOWEST_TO_MEET_AN_END: Span = Span::minutes(10);
/// Samples and reports that are compared lie at most this far apart.
const PAIR_WITHIN: Span = Span::secs(60);

/// A boot as far as the zone needs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BootSpan {
    /// Its start (first entry minus its monotonic time).
    pub(crate) start: Micros,
    /// Its last entry.
    pub(crate) last: Micros,
    /// The next boot's start.
    pub(crate) next: Option<Micros>,
    /// How long after its last entry it may have lived.
    pub(crate) unseen: Span,
    /// Whether journald stopped recording before the end.
    pub(crate) recording_stopped: bool,
}

/// A zone and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) offset: Span,
    pub(crate) basis: ZoneBasis,
}

/// Finds the offset of local times from UTC. `rows` are the file's instants read as if they were UTC, in
/// file order; `earlyoom` its reports of available memory in true time.
pub(crate) fn find(
    rows: &[Micros],
    series: &[Series],
    boots: &[BootSpan],
    earlyoom: Option<&Series>,
) -> Found {
    let uptime = series.iter().find(|series| series.metric == model::Metric::Uptime);
    if let Some(offset) = uptime.and_then(|uptime| by_uptime(uptime, boots)) {
        return Found { offset, basis: ZoneBasis::Uptime };
    }
    let fitting: Vec<Span> = offsets().filter(|&offset| fits(rows, offset, boots)).collect();
    if let Some(offset) = by_restart(rows, &fitting, boots) {
        return Found { offset, basis: ZoneBasis::Restart };
    }
    let available = series.iter().find(|s| s.metric == model::Metric::MemAvailable);
    if let Some(offset) = available.zip(earlyoom).and_then(|(a, b)| by_agreement(a, b, &fitting)) {
        return Found { offset, basis: ZoneBasis::Agreement };
    }
    match fitting[..] {
        [only] => return Found { offset: only, basis: ZoneBasis::OnlyFit },
        _ if mostly_recorded(rows, Span(0), boots) => {}
        // In UTC the file would lie outside the record, where nothing can contradict it. One that lies inside
        // it as a whole at one offset only was taken in it.
        _ => {
            let inside = fitting.iter().copied().filter(|&offset| all_recorded(rows, offset, boots));
            if let Some(offset) = only(inside) {
                return Found { offset, basis: ZoneBasis::OnlyFit };
            }
        }
    }
    Found { offset: Span(0), basis: ZoneBasis::Assumed }
}

/// The offset to ask the user about where nothing settles the zone: the one at which the file ends where a boot
/// ends. That is how a sampler looks that dies with its host and is not started again, and by chance also one
/// that was stopped by hand, so it is never applied unasked.
pub(crate) fn hint(rows: &[Micros], boots: &[BootSpan]) -> Option<Span> {
    let fitting: Vec<Span> = offsets().filter(|&offset| fits(rows, offset, boots)).collect();
    by_end(rows, &fitting, boots).filter(|&offset| offset != Span(0))
}

/// Whether the rows, read with this offset, go on at their pace through the start of a boot: they can't
/// have been taken at these times.
pub(crate) fn is_refuted(rows: &[Micros], offset: Span, boots: &[BootSpan]) -> bool {
    let gaps: Vec<(Micros, Micros)> =
        boots.iter().filter_map(|boot| boot.next.map(|next| (boot.last + boot.unseen, next))).collect();
    rows.windows(2).any(|w| {
        let (from, to) = (w[0] - offset, w[1] - offset);
        to.since(from) <= SHORTEST_REBOOT
            && gaps.iter().any(|&(last, next)| from > last && from < next && to >= next)
    })
}

fn offsets() -> impl Iterator<Item = Span> {
    OFFSETS_MIN.into_iter().map(Span::minutes)
}

/// The offset at which local time minus uptime meets the boots' starts, for every run of the sampler.
fn by_uptime(uptime: &Series, boots: &[BootSpan]) -> Option<Span> {
    let mut starts: Vec<Micros> = uptime
        .at
        .iter()
        .zip(&uptime.values)
        .map(|(&at, &seconds)| at - Span((seconds * 1e6) as i64))
        .collect();
    starts.dedup_by(|a, b| a.since(*b).abs() <= UPTIME_TOLERANCE);
    let met = |offset: Span| {
        starts
            .iter()
            .filter(|&&start| {
                boots.iter().any(|boot| (start - offset).since(boot.start).abs() <= UPTIME_TOLERANCE)
            })
            .count()
    };
    let best = offsets().map(met).max()?;
    // Runs in boots that the journal no longer has may stay without a partner, but most must have one.
    if best == 0 || best * 2 < starts.len() {
        return None;
    }
    only(offsets().filter(|&offset| met(offset) == best))
}

/// Whether no sample contradicts this offset by lying between two boots, when the host was down. Samples
/// older than the oldest boot kept, or newer than the newest entry, contradict nothing: a journal is
/// vacuumed, and a host may have gone on after its journal was copied.
fn fits(rows: &[Micros], offset: Span, boots: &[BootSpan]) -> bool {
    let down = |at: Micros| {
        boots.iter().any(|boot| {
            boot.next.is_some_and(|next| at > boot.last + boot.unseen && at < next && !boot.recording_stopped)
        })
    };
    !boots.is_empty() && !rows.iter().any(|&row| down(row - offset))
}

/// Whether an instant lies in a boot on record.
fn is_recorded(at: Micros, boots: &[BootSpan]) -> bool {
    boots.iter().any(|boot| {
        let until = match boot.next {
            Some(next) if boot.recording_stopped => next,
            _ => boot.last + boot.unseen,
        };
        at >= boot.start && at <= until
    })
}

fn all_recorded(rows: &[Micros], offset: Span, boots: &[BootSpan]) -> bool {
    rows.iter().all(|&row| is_recorded(row - offset, boots))
}

/// Nineteen of twenty rows: a row at a boot's very start, or after the copy was made, is no contradiction.
fn nearly_all_recorded(rows: &[Micros], offset: Span, boots: &[BootSpan]) -> bool {
    rows.iter().filter(|&&row| is_recorded(row - offset, boots)).count() * 20 >= rows.len() * 19
}

fn mostly_recorded(rows: &[Micros], offset: Span, boots: &[BootSpan]) -> bool {
    rows.iter().filter(|&&row| is_recorded(row - offset, boots)).count() * 2 >= rows.len()
}

/// The usual time between two rounds of the sampler.
fn cadence(rows: &[Micros]) -> Option<Span> {
    let mut steps: Vec<i64> =
        rows.windows(2).map(|w| w[1].since(w[0])).filter(|&step| step >= SAME_ROUND).map(|s| s.0).collect();
    if steps.is_empty() {
        return None;
    }
    let middle = steps.len() / 2;
    Some(Span(*steps.select_nth_unstable(middle).1))
}

/// The offset at which the newest row lies within one round of a boot's last entry. UTC has the first claim,
/// and of the others only those that many people live with: whole hours and India's. They differ by half an
/// hour at least, so a chance meeting is rare.
fn by_end(rows: &[Micros], fitting: &[Span], boots: &[BootSpan]) -> Option<Span> {
    let cadence = cadence(rows).filter(|&cadence| cadence <= SLOWEST_TO_MEET_AN_END)?;
    let newest = rows.iter().copied().max()?;
    let before = Span(cadence.0 + cadence.0 / 2 + WRITE_BACK_LOSS.0);
    let meets = |offset: Span| {
        boots.iter().any(|boot| {
            let after = (newest - offset).since(boot.last);
            after >= Span(-before.0) && after <= boot.unseen
        })
    };
    if fitting.contains(&Span(0)) && meets(Span(0)) {
        return Some(Span(0));
    }
    let common = |offset: &Span| offset.0 % Span::minutes(60).0 == 0 || *offset == Span::minutes(330);
    only(fitting.iter().copied().filter(common).filter(|&offset| meets(offset)))
}

/// The offset at which a silence of the sampler spans the end of a boot and it is back soon after the next
/// boot's start.
fn by_restart(rows: &[Micros], fitting: &[Span], boots: &[BootSpan]) -> Option<Span> {
    let cadence = cadence(rows)?;
    let silence = Span(cadence.0.saturating_mul(2)).max(SHORTEST_REBOOT);
    let restarts = |offset: Span| {
        rows.windows(2)
            .filter(|w| w[1].since(w[0]) > silence)
            .filter(|w| {
                boots.iter().any(|boot| {
                    let back = (w[1] - offset).since(boot.start);
                    w[0] - offset < boot.start
                        && back >= Span(0)
                        && back <= Span(RESTART_WITHIN.0.saturating_add(cadence.0))
                })
            })
            .count()
    };
    let best = fitting.iter().map(|&offset| restarts(offset)).max()?;
    if best == 0 {
        return None;
    }
    let mut met: Vec<Span> = fitting.iter().copied().filter(|&offset| restarts(offset) == best).collect();
    // Two boots may lie as far apart as two zones; then the rest of the file has to lie in the record too.
    if met.len() > 1 {
        met.retain(|&offset| nearly_all_recorded(rows, offset, boots));
    }
    only(met.into_iter())
}

/// The offset at which the monitor's available memory agrees with earlyoom's, clearly better than any other.
fn by_agreement(monitor: &Series, earlyoom: &Series, fitting: &[Span]) -> Option<Span> {
    let distance = |offset: Span| {
        let mut differences = Vec::new();
        for (&at, &value) in monitor.at.iter().zip(&monitor.values) {
            let at = at - offset;
            if let Some(i) = earlyoom.last_before(at)
                && at.since(earlyoom.at[i]) <= PAIR_WITHIN
            {
                differences.push((value - earlyoom.values[i]).abs());
            }
        }
        let mean = differences.iter().sum::<f64>() / differences.len() as f64;
        (differences.len() >= 10).then_some(mean)
    };
    let mut scored: Vec<(f64, Span)> =
        fitting.iter().filter_map(|&offset| distance(offset).map(|d| (d, offset))).collect();
    scored.sort_by(|a, b| a.0.total_cmp(&b.0));
    match scored[..] {
        [(best, offset), (second, _), ..] if best * 4.0 < second => Some(offset),
        _ => None,
    }
}

fn only(mut offsets: impl Iterator<Item = Span>) -> Option<Span> {
    let first = offsets.next()?;
    offsets.next().is_none().then_some(first)
}

/// Shows an offset as `+09:00`.
pub(crate) fn show(offset: Span) -> String {
    let minutes = offset.0 / 60_000_000;
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{InputId, Metric, series::Sampler};

    const HOUR: i64 = 3600;

    fn boots() -> Vec<BootSpan> {
        // 00:00-10:00, then 10:40-20:16, newest.
        let span = |start: i64, last: i64, next: Option<i64>| BootSpan {
            start: Micros::from_secs(start),
            last: Micros::from_secs(last),
            next: next.map(Micros::from_secs),
            unseen: WRITE_BACK_LOSS,
            recording_stopped: false,
        };
        vec![span(0, 10 * HOUR, Some(10 * HOUR + 2400)), span(10 * HOUR + 2400, 20 * HOUR + 1000, None)]
    }

    fn rows(from: i64, to: i64, step: i64, offset_min: i64) -> Vec<Micros> {
        (from..to).step_by(step as usize).map(|s| Micros::from_secs(s + offset_min * 60)).collect()
    }

    #[test]
    fn restart_settles_the_zone() {
        for offset in [540, 330, -240, 0] {
            let mut times = rows(9 * HOUR, 10 * HOUR, 20, offset);
            times.extend(rows(10 * HOUR + 2420, 11 * HOUR, 20, offset));
            let found = find(&times, &[], &boots(), None);
            assert_eq!(found, Found { offset: Span::minutes(offset), basis: ZoneBasis::Restart });
        }
    }

    #[test]
    fn a_sampler_that_dies_with_its_host_gives_a_hint() {
        // The host goes down at 10:00 and the sampler is not started again.
        for (offset, step) in [(540, 30), (330, 5), (-240, 60)] {
            let times = rows(9 * HOUR, 10 * HOUR, step, offset);
            assert_eq!(find(&times, &[], &boots(), None).basis, ZoneBasis::Assumed);
            assert_eq!(hint(&times, &boots()), Some(Span::minutes(offset)), "{offset}");
        }
        // In UTC it fits as it is; far from every end it fits nothing.
        for times in [rows(9 * HOUR, 10 * HOUR, 30, 0), rows(9 * HOUR, 10 * HOUR - 1300, 30, 540)] {
            assert_eq!(hint(&times, &boots()), None);
        }
    }

    #[test]
    fn a_row_for_each_device_is_one_round() {
        // Two devices, ten milliseconds apart, and no silence anywhere.
        let times: Vec<Micros> =
            rows(9 * HOUR, 10 * HOUR, 5, -300).into_iter().flat_map(|at| [at, at + Span(10_000)]).collect();
        assert_eq!(hint(&times, &boots()), Some(Span::minutes(-300)));
    }

    #[test]
    fn a_file_that_lies_in_the_record_at_one_offset_only_was_taken_there() {
        // Boots of 2 h, 2 h 40 min and the newest half hour; the rows fill the second. In UTC they would lie
        // after the newest entry.
        let span = |start: i64, last: i64, next: Option<i64>| BootSpan {
            start: Micros::from_secs(start * 60),
            last: Micros::from_secs(last * 60),
            next: next.map(|next| Micros::from_secs(next * 60)),
            unseen: WRITE_BACK_LOSS,
            recording_stopped: false,
        };
        let short = [span(0, 120, Some(140)), span(140, 300, Some(320)), span(320, 350, None)];
        let found = find(&rows(141 * 60, 300 * 60, 30, 540), &[], &short, None);
        assert_eq!(found, Found { offset: Span::minutes(540), basis: ZoneBasis::OnlyFit });
        // Where UTC puts them into the record, it is not given up for a better fit.
        let times = rows(10 * HOUR + 3600, 20 * HOUR + 3000, 30, 0);
        assert_eq!(find(&times, &[], &boots(), None).basis, ZoneBasis::Assumed);
        // A short file fits in too many places.
        let times = rows(21 * HOUR, 22 * HOUR, 30, 0);
        assert_eq!(find(&times, &[], &boots(), None).basis, ZoneBasis::Assumed);
    }

    #[test]
    fn rows_through_a_start_refute_the_offset() {
        let times = rows(9 * HOUR, 12 * HOUR, 5, 0);
        assert!(is_refuted(&times, Span(0), &boots()));
        assert!(!is_refuted(&times, Span::minutes(-180), &boots()));
        let mut times = rows(9 * HOUR, 10 * HOUR + 300, 5, 0);
        times.extend(rows(10 * HOUR + 2430, 11 * HOUR, 5, 0));
        assert!(!is_refuted(&times, Span(0), &boots()), "a sampler outlived the journal");
    }

    #[test]
    fn a_stretch_inside_one_boot_settles_nothing() {
        // Its last row is far from the end of any boot with every offset.
        let found = find(&rows(2 * HOUR, 3 * HOUR - 500, 60, 540), &[], &boots(), None);
        assert_eq!(found, Found { offset: Span(0), basis: ZoneBasis::Assumed });
    }

    #[test]
    fn uptime_settles_the_zone() {
        let mut uptime = Series::new(InputId(0), Sampler::Monitor, Metric::Uptime, None);
        for s in (HOUR..10 * HOUR).step_by(300) {
            uptime.push(Micros::from_secs(s + 9 * HOUR), (s / 60 * 60) as f64, 1);
        }
        let times = uptime.at.clone();
        let found = find(&times, &[uptime], &boots(), None);
        assert_eq!(found, Found { offset: Span::minutes(540), basis: ZoneBasis::Uptime });
    }

    #[test]
    fn shows_offsets() {
        for (minutes, shown) in [(540, "+09:00"), (-210, "-03:30"), (0, "+00:00"), (345, "+05:45")] {
            assert_eq!(show(Span::minutes(minutes)), shown);
        }
    }
}
