//! A sampler whose clock was moved from local time to UTC in mid-file, before it wrote the zone.

use crate::Zone;
use crate::place::{Order, Time, Times};

/// Marks the rows without a zone that are UTC already, given in time order: read in the zone they would
/// lie behind a row that says its instant, read as UTC they follow on the rows before them without a
/// gap. Nothing is marked where both fit.
pub(crate) fn utc_rows(times: &Times, order: Order, zone: Zone) -> Vec<bool> {
    // Without both kinds of times there is nothing to compare.
    if times.locals() == 0 || times.locals() == times.known() {
        return Vec::new();
    }
    let mut marked = vec![false; times.len()];
    let mut run: Vec<(usize, i64)> = Vec::new();
    let mut before = i64::MIN;
    for row in order.rows() {
        match times.get(row) {
            Some(Time::Local(local)) => run.push((row, local)),
            Some(Time::Absolute(behind)) => {
                if let Some(from) = switch(&run, zone, before, behind) {
                    run[from..].iter().for_each(|&(row, _)| marked[row] = true);
                }
                run.clear();
                before = behind;
            }
            None => {}
        }
    }
    marked
}

/// Where in a run of local rows, with an instant behind it, UTC begins. What follows without a gap lies
/// nearer than half the zone's offset, and all other readings are off by a whole one.
fn switch(run: &[(usize, i64)], zone: Zone, mut before: i64, behind: i64) -> Option<usize> {
    let &(_, last) = run.last()?;
    let mut instants = Vec::with_capacity(run.len());
    for &(_, local) in run {
        before = zone.instant(local, before).unwrap_or(before);
        instants.push(before);
    }
    let &end = instants.last()?;
    let near = 0..=last.saturating_sub(end).saturating_abs() / 2;
    let fits = |from: i64, to: i64| near.contains(&to.saturating_sub(from));
    if fits(end, behind) || !fits(last, behind) {
        return None;
    }
    (1..run.len()).rev().find(|&at| fits(instants[at - 1], run[at].1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utc_between_local_time_and_instants() {
        let zone = Zone::Named(chrono_tz::America::New_York);
        const HOUR: i64 = 3_600_000_000;
        const STEP: i64 = 300_000_000;
        // 2026-07-18 12:00:00 UTC.
        const NOON: i64 = 1_784_376_000_000_000;
        let tokyo = Zone::Named(chrono_tz::Asia::Tokyo);
        let utc = |at: i64| Some(Time::Local(at));
        let instant = |at: i64| Some(Time::Absolute(at));
        for (zone, offset) in [(zone, -4 * HOUR), (tokyo, 9 * HOUR)] {
            let local = |at: i64| Some(Time::Local(at + offset));
            for (times, expected) in [
                (
                    vec![
                        local(NOON),
                        local(NOON + STEP),
                        utc(NOON + HOUR),
                        utc(NOON + HOUR + STEP),
                        instant(NOON + 2 * HOUR),
                    ],
                    vec![false, false, true, true, false],
                ),
                (vec![local(NOON), local(NOON + STEP), instant(NOON + 2 * STEP)], vec![false; 3]),
                (vec![local(NOON), utc(NOON + STEP)], vec![false; 2]),
                (vec![utc(NOON), utc(NOON + STEP), instant(NOON + 2 * STEP)], vec![false; 3]),
            ] {
                let order = Order { len: times.len(), reversed: false };
                let marked = utc_rows(&times.into_iter().collect(), order, zone);
                assert!(marked == expected || (marked.is_empty() && !expected.contains(&true)));
            }
        }
    }
}
