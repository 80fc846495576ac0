//! A sampler whose clock was moved from local time to UTC in mid-file, before it wrote the zone.

use crate::Zone;
use crate::place::Time;

/// Rows on both sides of the switch lie at most so many usual steps apart.
const STEPS: i64 = 3;
/// Or this far, where rows come fast: a restart takes a while.
const PAUSE: i64 = 10 * 60_000_000;

/// Marks the rows without a zone that are UTC already, given in time order: read in the zone they would
/// lie behind a row that says its instant, read as UTC they follow on the rows before them without a
/// gap. Nothing is marked where both fit.
pub(crate) fn utc_rows(times: &[Option<Time>], order: &[usize], zone: Zone) -> Vec<bool> {
    let mut marked = vec![false; times.len()];
    let mut run: Vec<(usize, i64)> = Vec::new();
    let mut before = i64::MIN;
    for &row in order {
        match times[row] {
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

/// Where in a run of local rows, with an instant behind it, UTC begins.
fn switch(run: &[(usize, i64)], zone: Zone, mut before: i64, behind: i64) -> Option<usize> {
    let &(_, last) = run.last()?;
    let mut instants = Vec::with_capacity(run.len());
    for &(_, local) in run {
        before = zone.instant(local, before).unwrap_or(before);
        instants.push(before);
    }
    let step = usual_step(run);
    let near = step.saturating_mul(STEPS).max(PAUSE);
    let ends_late = *instants.last()? > behind.saturating_add(near);
    let fits_as_utc = (0..=near).contains(&behind.saturating_sub(last));
    if !ends_late || !fits_as_utc {
        return None;
    }
    (1..run.len()).rev().find(|&at| (0..=near).contains(&run[at].1.saturating_sub(instants[at - 1])))
}

fn usual_step(run: &[(usize, i64)]) -> i64 {
    let mut steps: Vec<i64> = run.windows(2).map(|pair| pair[1].1.saturating_sub(pair[0].1)).collect();
    if steps.is_empty() {
        return 0;
    }
    let middle = (steps.len() - 1) / 2;
    *steps.select_nth_unstable(middle).1
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
        let local = |at: i64| Some(Time::Local(at - 4 * HOUR));
        let instant = |at: i64| Some(Time::Absolute(at));
        for (times, expected) in [
            (
                vec![
                    local(NOON),
                    local(NOON + STEP),
                    Some(Time::Local(NOON + 2 * STEP)),
                    instant(NOON + 3 * STEP),
                ],
                vec![false, false, true, false],
            ),
            (vec![local(NOON), local(NOON + STEP), instant(NOON + 2 * STEP)], vec![false; 3]),
            (vec![local(NOON), Some(Time::Local(NOON + STEP))], vec![false; 2]),
        ] {
            let order: Vec<usize> = (0..times.len()).collect();
            assert_eq!(utc_rows(&times, &order, zone), expected);
        }
    }
}
