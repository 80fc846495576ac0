//! Law: what does not bear on the matter does not bear on the verdict: when it was, where the clock stood,
//! what host, boots and files are called.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;

use super::csv::{map_times, offset_of, offset_text};
use super::incident::{Incident, Variant, check, differences, is_equal, seeds, unchanged};
use super::rng::Rng;
use super::stream::Entry;

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
            ..Variant::default()
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
