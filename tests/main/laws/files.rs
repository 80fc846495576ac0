//! Law: into what files the record is cut, what else lies beside it and what the user asks for does not bear
//! on the verdict.

use std::collections::{BTreeMap, BTreeSet};

use super::csv;
use super::incident::{
    BootId, INCIDENTS, Incident, Report, Variant, Verdict, check, differences, id_of, is_equal, seeds,
    unchanged,
};
use super::rng::Rng;
use super::stream::Stream;
use crate::support::{Journal, folders};

#[test]
fn a_journal_in_several_files_changes_no_verdict() {
    check(|incident| {
        let mut broken = Vec::new();
        for (what, mut parts) in split_ways(incident) {
            for order in ["in order", "backwards"] {
                let streams = parts.iter().enumerate().map(|(n, part)| (format!("part{n}"), part.bytes()));
                let variant = Variant {
                    streams: streams.collect(),
                    ..Variant::of(&parts[0], incident.monitor.as_deref())
                };
                broken.extend(unchanged(&format!("{what}, {order}"), incident, &variant));
                parts.reverse();
            }
        }
        broken
    });
}

/// By boot; in the middle of each boot; and as journald does, a user's entries apart.
fn split_ways(incident: &Incident) -> Vec<(&'static str, Vec<Stream>)> {
    let stream = &incident.stream;
    let boots = stream.boots();
    let by_boot = boots.iter().map(|(_, places)| stream.only(|place, _| places.contains(&place))).collect();
    let middles: Vec<usize> = boots.iter().map(|(_, places)| places[places.len() / 2]).collect();
    // What stands before the middle of an odd number of boots is in the first file.
    let is_first = |place: usize| middles.iter().filter(|&&middle| middle <= place).count() % 2 == 0;
    let in_middle = vec![stream.only(|place, _| is_first(place)), stream.only(|place, _| !is_first(place))];
    let by_owner =
        vec![stream.only(|_, entry| !entry.is_of_user()), stream.only(|_, entry| entry.is_of_user())];
    let ways: [(_, Vec<Stream>); 3] =
        [("by boot", by_boot), ("in mid-boot", in_middle), ("users apart", by_owner)];
    let is_split = |parts: &[Stream]| parts.iter().all(|part| !part.entries.is_empty()) && parts.len() > 1;
    ways.into_iter().filter(|(_, parts)| is_split(parts)).collect()
}

/// Hosts in one run do not bear on each other. One of the two has no monitor: of two tables without their
/// hosts' names each could be of either.
#[test]
fn another_host_in_the_run_changes_no_verdict() {
    check(|incident| {
        let others: Vec<&Incident> = INCIDENTS
            .iter()
            .filter(|other| {
                other.monitor.is_none() && machines(&other.report).is_disjoint(&machines(&incident.report))
            })
            .collect();
        let pick = |seed: u64| *Rng::new(seed, &[&incident.name, "other host"]).pick(&others);
        if others.is_empty() {
            Vec::new()
        } else {
            seeds(1).flat_map(|seed| beside(incident, pick(seed))).collect()
        }
    });
}

fn beside(incident: &Incident, other: &Incident) -> Vec<String> {
    let mut was = incident.report.verdicts();
    was.extend(other.report.verdicts());
    let mut two = Variant::of(&incident.stream, incident.monitor.as_deref());
    let mut entries = incident.stream.entries.clone();
    entries.extend(other.stream.entries.clone());
    let one = Variant { streams: vec![("both".to_owned(), Stream { entries }.bytes())], ..two.clone() };
    two.streams.insert(0, ("other".to_owned(), other.stream.bytes()));
    let mut broken = Vec::new();
    for (what, variant) in [("two files", two), ("one file", one)] {
        let found = differences(&was, &variant.run().verdicts(), is_equal);
        broken.extend(found.into_iter().map(|line| format!("with {} in {what}: {line}", other.name)));
    }
    broken
}

fn machines(report: &Report) -> BTreeSet<String> {
    report.boots().map(|boot| id_of(boot).0).collect()
}

/// The same incident as journal files, where the fixtures have both.
#[test]
fn journal_files_and_streams_have_the_same_verdicts() {
    let journals = folders("journals");
    check(|incident| {
        if !journals.contains(&incident.name) {
            return Vec::new();
        }
        let journal = Journal::unpack(&incident.name);
        let root = journal.root().to_str().expect("the path is UTF-8");
        let variant =
            Variant { streams: Vec::new(), ..Variant::of(&Stream::default(), incident.monitor.as_deref()) };
        let files: BTreeMap<BootId, Verdict> = variant.with(["-D", root]).run().verdicts();
        differences(&incident.report.verdicts(), &files, is_equal)
    });
}

/// A file and its copy, or two copies of which one was made later.
#[test]
fn a_journal_given_twice_changes_no_verdict() {
    check(|incident| {
        let stream = &incident.stream;
        let earlier = stream.only(|place, _| place <= stream.entries.len() * 2 / 3);
        let mut broken = Vec::new();
        for (what, copy) in [("copy", stream.bytes()), ("earlier copy", earlier.bytes())] {
            let mut variant = Variant::of(stream, incident.monitor.as_deref());
            variant.streams.insert(0, ("copy".to_owned(), copy));
            broken.extend(unchanged(what, incident, &variant));
        }
        broken
    });
}

/// A monitor that begins a new file now and then.
#[test]
fn a_table_in_two_files_changes_no_verdict() {
    check(|incident| {
        let Some(table) = &incident.monitor else { return Vec::new() };
        let rows = table.lines().count() as u64;
        let half = |first: bool| csv::only_rows(table, |line, _| (line <= rows / 2) == first);
        let mut variant = Variant::of(&incident.stream, None);
        variant.monitors = [("new.csv", half(false)), ("old.csv", half(true))]
            .map(|(name, part)| (name.to_owned(), part.into()))
            .into();
        unchanged("table in two files", incident, &variant)
    });
}

#[test]
fn a_boot_asked_for_alone_has_the_same_verdict() {
    check(|incident| {
        let was = incident.report.verdicts();
        let targets = was.into_iter().filter(|(_, verdict)| verdict.ending == "unexpected");
        targets
            .flat_map(|(id, verdict)| {
                let mut variant = Variant::of(&incident.stream, incident.monitor.as_deref());
                variant.selection = ["--boot".to_owned(), id.1.clone()].into();
                differences(&BTreeMap::from([(id, verdict)]), &variant.run().verdicts(), is_equal)
            })
            .collect()
    });
}
