//! Law: what journald may lose at a power cut never turns one named cause into the other, never makes an
//! unexpected end clean, and never gives a boot a cause that it did not have.

use std::collections::BTreeMap;

use chrono::TimeDelta;

use super::csv::{offset_of, only_rows};
use super::incident::{BootId, Incident, Variant, Verdict, check, differences};
use super::stream::Stream;

/// Seconds. Kernel write-back, about 30 s, bounds the loss in practice.
const CUTS_S: &[i64] = &[1, 5, 10, 20, 35];

#[test]
fn a_lost_tail_never_swaps_causes() {
    check(|incident| {
        let mut broken = Vec::new();
        for &cut_s in CUTS_S {
            let (stream, ends) = cut(incident, cut_s);
            let mut variants = vec![("journal", Variant::of(&stream, incident.monitor.as_deref()))];
            if let Some(table) = cut_table(incident, &ends) {
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

/// Of a boot that ended clean the end marks may be cut, so its end may be another, but it has no cause.
fn is_allowed(was: &Verdict, is: &Verdict) -> bool {
    let keeps_cause = !is.names_a_cause() || is.cause == was.cause;
    let keeps_ending = was.ending != "unexpected" || is.ending == "unexpected";
    keeps_cause && keeps_ending
}

/// When a boot's journal ended and when the next one's began, in seconds since 1970.
type Gap = (i64, i64);

/// Cuts the end of every boot but the newest of each machine. Also: the gaps that this leaves.
fn cut(incident: &Incident, cut_s: i64) -> (Stream, Vec<Gap>) {
    let stream = &incident.stream;
    let was: BTreeMap<BootId, Verdict> = incident.report.verdicts();
    let boots = stream.boots();
    let end_of = |places: &[usize]| places.iter().map(|&place| stream.entries[place].monotonic()).max();
    let ends: BTreeMap<BootId, i64> = boots
        .iter()
        .filter(|(boot, _)| was.get(boot).is_some_and(|verdict| verdict.ending != "running"))
        .filter_map(|(boot, places)| Some((boot.clone(), end_of(places)? - cut_s * 1_000_000)))
        .collect();
    let kept = stream.only(|_, entry| ends.get(&entry.boot()).is_none_or(|&end| entry.monotonic() <= end));
    let gaps =
        boots.iter().enumerate().filter(|(_, (boot, _))| ends.contains_key(boot)).map(|(n, (_, places))| {
            let last = places.iter().map(|&place| stream.entries[place].realtime()).max().unwrap_or_default();
            let next = boots.get(n + 1).map_or(i64::MAX, |(_, places)| stream.entries[places[0]].realtime());
            (last / 1_000_000 - cut_s, next / 1_000_000)
        });
    (kept, gaps.collect())
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
