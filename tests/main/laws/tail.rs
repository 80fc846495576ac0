//! Law: what journald may lose at a power cut never turns one named cause into the other, never makes an
//! unexpected end clean, and never gives a boot a cause that it did not have.

use std::collections::BTreeMap;

use chrono::TimeDelta;

use super::csv::{offset_of, only_rows};
use super::incident::{BootId, Incident, Variant, Verdict, check, differences, seeds};
use super::rng::Rng;
use super::stream::Stream;

/// Seconds. Kernel write-back, about 30 s, bounds the loss in practice.
const CUTS_S: &[i64] = &[1, 5, 10, 20, 35];

#[test]
fn a_lost_tail_never_swaps_causes() {
    check(|incident| {
        let mut broken = Vec::new();
        for &cut_s in CUTS_S {
            let (stream, table) = cut(incident, |_, (_, end)| end - cut_s * 1_000_000);
            let mut variants = vec![("journal", Variant::of(&stream, incident.monitor.as_deref()))];
            if let Some(table) = table {
                variants.push(("journal and monitor", Variant::of(&stream, Some(&table))));
            }
            for (what, variant) in variants {
                let after = variant.run().verdicts();
                let found = differences(&incident.report.verdicts(), &after, is_allowed);
                broken.extend(found.into_iter().map(|line| format!("{cut_s} s cut from the {what}: {line}")));
            }
        }
        broken
    });
}

/// A power cut in the midst of a boot's life: if memory or heat ends up named, then what ended it in the end.
#[test]
fn a_boot_cut_short_never_swaps_causes() {
    check(|incident| {
        let cut_by = |seed: u64| {
            let (stream, table) = cut(incident, |(_, boot), (first, last)| {
                let mut rng = Rng::new(seed, &[&incident.name, boot, "cut"]);
                first + (last - first) / 100 * rng.between(20, 100)
            });
            let after = Variant::of(&stream, table.as_deref()).run().verdicts();
            // A boot that ended clean may have been short of memory for a while; cut just there, it died of it.
            let mut was = incident.report.verdicts();
            was.retain(|_, verdict| verdict.ending == "unexpected");
            differences(&was, &after, is_allowed).into_iter().map(move |line| format!("cut {seed}: {line}"))
        };
        seeds(1).flat_map(cut_by).collect()
    });
}

/// Of a boot that ended clean the end marks may be cut, so its end may be another, but it has no cause.
fn is_allowed(was: &Verdict, is: &Verdict) -> bool {
    let keeps_cause = !is.names_a_cause() || is.cause == was.cause;
    let keeps_ending = was.ending != "unexpected" || is.ending == "unexpected";
    keeps_cause && keeps_ending
}

/// When a boot's journal ended and when the next one's began, in seconds since 1970.
type Gap = (i64, i64);

/// The journal and the table as if every boot that ended had ended earlier. `end` gets a boot's first and last
/// monotonic time in microseconds and says how much of it is kept.
pub(super) fn cut(incident: &Incident, end: impl Fn(&BootId, (i64, i64)) -> i64) -> (Stream, Option<String>) {
    let stream = &incident.stream;
    let was = incident.report.verdicts();
    let mut ends: BTreeMap<BootId, i64> = BTreeMap::new();
    let mut gaps: Vec<Gap> = Vec::new();
    let boots = stream.boots();
    for (n, (boot, places)) in boots.iter().enumerate() {
        let times = || places.iter().map(|&place| stream.entries[place].monotonic());
        let (Some(first), Some(last)) = (times().min(), times().max()) else { continue };
        if was.get(boot).is_none_or(|verdict| verdict.ending == "running") {
            continue;
        }
        let end = end(boot, (first, last));
        ends.insert(boot.clone(), end);
        let real = places.iter().map(|&place| stream.entries[place].realtime()).max().unwrap_or_default();
        let next = boots.get(n + 1).map_or(i64::MAX, |(_, places)| stream.entries[places[0]].realtime());
        gaps.push(((real - (last - end)) / 1_000_000, next / 1_000_000));
    }
    let kept = stream.only(|_, entry| ends.get(&entry.boot()).is_none_or(|&end| entry.monotonic() <= end));
    (kept, cut_table(incident, &gaps))
}

/// The monitor's table without what it wrote in these gaps, none if there is no table.
fn cut_table(incident: &Incident, gaps: &[Gap]) -> Option<String> {
    let table = incident.monitor.as_deref()?;
    let zone = incident.report.monitor_zone().unwrap_or_default();
    let local = offset_of(&zone).unwrap_or(TimeDelta::zero());
    Some(only_rows(table, |_, stamp| {
        let time = stamp.utc(local);
        !gaps.iter().any(|&(from, to)| time > from && time < to)
    }))
}
