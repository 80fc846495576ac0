//! Law: what does not bear on the matter does not bear on the verdict: when it was, where the clock stood,
//! what host, boots and files are called, and into how many files a journal is cut.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;

use super::csv::{map_times, offset_of, offset_text};
use super::incident::{
    BootId, INCIDENTS, Incident, Report, Variant, Verdict, check, differences, id_of, seeds,
};
use super::rng::Rng;
use super::stream::{Entry, Stream};
use crate::support::{Journal, folders};

/// All of it the same.
fn is_equal(was: &Verdict, is: &Verdict) -> bool {
    was == is
}

fn unchanged(what: &str, incident: &Incident, variant: &Variant) -> Vec<String> {
    let found = differences(&incident.report.verdicts(), &variant.run().verdicts(), is_equal);
    found.into_iter().map(|line| format!("{what}: {line}")).collect()
}

/// Whole hours, so that a local monitor's minutes stay; some days, so that no daylight saving time comes or
/// goes; and 364 days, the same season and day of the week.
const SHIFTS_H: &[i64] = &[1, -7, 50, -24 * 9, 24 * 364, -24 * 364];

#[test]
fn another_time_changes_no_verdict() {
    check(|incident| {
        let mut rng = Rng::new(0, &[&incident.name, "shift"]);
        let shifts = (0..seeds(1).end).map(|_| *rng.pick(SHIFTS_H));
        shifts
            .flat_map(|hours| unchanged(&format!("{hours} h later"), incident, &shifted(incident, hours)))
            .collect()
    });
}

fn shifted(incident: &Incident, hours: i64) -> Variant {
    let by = TimeDelta::hours(hours);
    let stream = incident.stream.map(|entry| shift(entry, by.num_microseconds().unwrap_or_default()));
    let table = incident.monitor.as_deref().map(|table| map_times(table, |stamp| stamp.wall += by));
    Variant::of(&stream, table.as_deref())
}

/// Times that a program prints into its message for people stay as they are, but those in the names of
/// dumped files say when the kernel died.
fn shift(entry: &mut Entry, by_us: i64) {
    for name in ["__REALTIME_TIMESTAMP", "_SOURCE_REALTIME_TIMESTAMP"] {
        if let Some(time) = entry.number(name) {
            entry.set(name, (time + by_us).to_string());
        }
    }
    if entry.text("SYSLOG_IDENTIFIER") == "systemd-pstore" {
        entry.set("MESSAGE", shift_epochs(&entry.message(), by_us / 1_000_000));
    }
}

/// Shifts what begins a number of at least ten digits: seconds since 1970.
fn shift_epochs(message: &str, by_s: i64) -> String {
    let mut out = String::new();
    let mut rest = message;
    while let Some(from) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[from..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - from);
        let number = &rest[from..from + digits];
        out.push_str(&rest[..from]);
        match number.get(..10).and_then(|seconds| seconds.parse::<i64>().ok()) {
            Some(seconds) => out.push_str(&format!("{}{}", seconds + by_s, &number[10..])),
            None => out.push_str(number),
        }
        rest = &rest[from + digits..];
    }
    out + rest
}

#[test]
fn another_zone_of_the_monitor_changes_no_verdict() {
    check(|incident| {
        let (Some(table), Some(zone)) = (&incident.monitor, incident.report.monitor_zone()) else {
            return Vec::new();
        };
        // What nobody said was found out, or else assumed: said, the confidence may be another.
        let told = Variant::of(&incident.stream, Some(table)).with(["--tz", &zone]).run().verdicts();
        let was = offset_of(&zone).unwrap_or_else(|| panic!("{}: zone {zone}", incident.name));
        let mut rng = Rng::new(0, &[&incident.name, "zone"]);
        let is = TimeDelta::minutes(*rng.pick(&[-480, -210, 60, 345, 540, 780]));
        let moved = map_times(table, |stamp| {
            stamp.wall += if stamp.is_naive() { is - was } else { TimeDelta::zero() }
        });
        let stamped = map_times(table, |stamp| {
            if stamp.is_naive() {
                stamp.wall += is - was;
                stamp.suffix = offset_text(is);
            }
        });
        let moved = Variant::of(&incident.stream, Some(&moved)).with(["--tz", &offset_text(is)]);
        let stamped = Variant::of(&incident.stream, Some(&stamped));
        let variants = [("--tz", moved), ("offset in the cells", stamped)];
        variants
            .iter()
            .flat_map(|(what, variant)| {
                let found = differences(&told, &variant.run().verdicts(), is_equal);
                found.into_iter().map(move |line| format!("{what} {}: {line}", offset_text(is)))
            })
            .collect()
    });
}

#[test]
fn other_names_change_no_verdict() {
    check(|incident| {
        let mut rng = Rng::new(0, &[&incident.name, "names"]);
        let ids: BTreeSet<String> = incident
            .stream
            .entries
            .iter()
            .flat_map(|entry| [entry.text("_MACHINE_ID"), entry.text("_BOOT_ID"), entry.text("__SEQNUM_ID")])
            .collect();
        let hosts: BTreeSet<String> =
            incident.stream.entries.iter().map(|entry| entry.text("_HOSTNAME")).collect();
        let mut names = BTreeMap::new();
        for id in ids {
            let other = rng.hex(32);
            // As the kernel writes it, with dashes.
            names.insert(dashed(&id), dashed(&other));
            names.insert(id, other);
        }
        for host in hosts {
            names.insert(host, format!("oom-{}", rng.hex(6)));
        }
        let renamed = incident.stream.map(|entry| rename(entry, &names));
        let table = incident.monitor.as_ref().map(|table| replace_all(table, &names));
        // An ill-named pair of files in ill-named folders, without an extension.
        let variant = Variant {
            streams: vec![("thermal/poweroff/monitor.csv.d/oom-killer".to_owned(), renamed.bytes())],
            monitors: table.into_iter().map(|table| ("journal/unknown".to_owned(), table.into())).collect(),
            options: Vec::new(),
        };
        let was = incident.report.verdicts();
        let was = was.into_iter().map(|((machine, boot), verdict)| {
            ((replace_all(&machine, &names), replace_all(&boot, &names)), verdict)
        });
        differences(&was.collect(), &variant.run().verdicts(), is_equal)
    });
}

fn dashed(id: &str) -> String {
    match (id.get(..8), id.get(8..12), id.get(12..16), id.get(16..20), id.get(20..)) {
        (Some(a), Some(b), Some(c), Some(d), Some(e)) => format!("{a}-{b}-{c}-{d}-{e}"),
        _ => id.to_owned(),
    }
}

fn replace_all(text: &str, names: &BTreeMap<String, String>) -> String {
    names.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

fn rename(entry: &mut Entry, names: &BTreeMap<String, String>) {
    for name in ["_MACHINE_ID", "_BOOT_ID", "__SEQNUM_ID", "_HOSTNAME", "MESSAGE"] {
        if entry.bytes_of(name).is_some_and(|value| std::str::from_utf8(value).is_ok()) {
            entry.set(name, replace_all(&entry.text(name), names));
        }
    }
}

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

/// Hosts in one run do not bear on each other. A monitor's table without its host's name could be of either,
/// so only incidents without one are put together, and one with one that has.
#[test]
fn another_host_in_the_run_changes_no_verdict() {
    check(|incident| {
        let others: Vec<&Incident> = INCIDENTS
            .iter()
            .filter(|other| {
                other.monitor.is_none() && machines(&other.report).is_disjoint(&machines(&incident.report))
            })
            .filter(|_| incident.monitor.as_ref().is_none_or(|table| names_its_host(incident, table)))
            .collect();
        if others.is_empty() {
            return Vec::new();
        }
        let other = *Rng::new(0, &[&incident.name, "other host"]).pick(&others);
        let mut was = incident.report.verdicts();
        was.extend(other.report.verdicts());
        let mut two = Variant::of(&incident.stream, incident.monitor.as_deref());
        let mut entries = incident.stream.entries.clone();
        entries.extend(other.stream.entries.clone());
        let one = Variant { streams: vec![("both".to_owned(), Stream { entries }.bytes())], ..two.clone() };
        two.streams.insert(0, ("other".to_owned(), other.stream.bytes()));
        let variants = [("two files", two), ("one file", one)];
        variants
            .iter()
            .flat_map(|(what, variant)| {
                let found = differences(&was, &variant.run().verdicts(), is_equal);
                found.into_iter().map(move |line| format!("with {} in {what}: {line}", other.name))
            })
            .collect()
    });
}

fn machines(report: &Report) -> BTreeSet<String> {
    report.boots().map(|boot| id_of(boot).0).collect()
}

fn names_its_host(incident: &Incident, table: &str) -> bool {
    incident.stream.entries.first().is_some_and(|entry| table.contains(&entry.text("_HOSTNAME")))
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
