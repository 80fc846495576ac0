//! What the boots of a report have in common: how many ended alike, when and how long after their start, and what
//! those that ended unexpectedly share that the healthy ones lack.

use std::collections::{BTreeMap, BTreeSet};

use catalogue::Lang;
use diagnose::Diagnosis;
use model::evidence::Ending;
use model::{EventKind, MachineId, Span, Text};
use timeline::{BootTimeline, Timeline, is_of_interest};

use super::said::Said;
use super::signal_words;
use crate::schema::{BootReport, CauseName, EndingName, Pattern};

/// So many ends make a pattern in time; two may fall together by chance.
const IN_TIME: usize = 3;
/// Times into the boot that lie within this ratio are alike.
const ALIKE_RATIO: f64 = 1.25;
/// Ends within this part of the day are alike.
const OF_DAY: Span = Span::minutes(90);
const DAY: i64 = 24 * 3_600 * 1_000_000;
/// So many boots on each side make a comparison.
const COMPARED: usize = 2;

/// A boot of the report: where it stands in the time line, and what is said of it.
#[derive(Clone, Copy)]
struct One<'r> {
    boot: &'r BootTimeline,
    report: &'r BootReport,
    ending: Ending,
}

/// Patterns over boots, the most general first; machine by machine.
pub(super) fn patterns(
    timeline: &Timeline,
    diagnoses: &[Diagnosis],
    selected: &[usize],
    reports: &[BootReport],
    said: &Said,
) -> Vec<Pattern> {
    let mut machines: BTreeMap<MachineId, Vec<One<'_>>> = BTreeMap::new();
    for (&index, report) in selected.iter().filter(|&&index| index < diagnoses.len()).zip(reports) {
        let boot = &timeline.boots[index];
        let one = One { boot, report, ending: diagnoses[index].end.ending };
        machines.entry(boot.machine()).or_default().push(one);
    }
    let several = machines.len() > 1;
    machines
        .into_values()
        .flat_map(|boots| {
            let host = boots.iter().rev().find_map(|one| one.boot.hostname.clone());
            let host = host.filter(|_| several);
            of_machine(&boots).into_iter().map(move |(text, boots)| {
                let text = match &host {
                    Some(host) => {
                        Text::new("pattern-of-host").with("host", host.as_str()).with("pattern", text)
                    }
                    None => text,
                };
                Pattern { text: said.say(&text), boots }
            })
        })
        .collect()
}

/// A pattern and the ids of its boots.
type Found = (Text, Vec<String>);

fn of_machine(boots: &[One<'_>]) -> Vec<Found> {
    let crashed: Vec<One<'_>> =
        boots.iter().copied().filter(|one| one.report.ending == EndingName::Unexpected).collect();
    if boots.len() < 2 || crashed.is_empty() {
        return Vec::new();
    }
    let healthy: Vec<One<'_>> =
        boots.iter().copied().filter(|one| matches!(one.ending, Ending::Clean(_))).collect();
    let mut alike: BTreeMap<Text, Vec<One<'_>>> = BTreeMap::new();
    for &one in &crashed {
        alike.entry(cause(one.report)).or_default().push(one);
    }
    let mut alike: Vec<_> = alike.into_iter().collect();
    alike.sort_by_key(|(_, boots)| std::cmp::Reverse(boots.len()));
    let mut patterns = counts(&alike, &crashed, healthy.len());
    // All of them, and each kind by itself where there are several.
    let mut groups: Vec<(Option<&Text>, &[One<'_>])> = vec![(None, &crashed)];
    if alike.len() > 1 {
        groups.extend(alike.iter().map(|(cause, boots)| (Some(cause), boots.as_slice())));
    }
    for (which, group) in groups {
        let found = [into_the_boot(group), time_of_day(group), workload(group, &healthy)]
            .into_iter()
            .flatten()
            .chain(facts(group, &healthy))
            .chain(signals(group, &healthy));
        for text in found {
            // What all of them share each kind of them shares.
            if patterns.iter().any(|(known, _)| *known == text) {
                continue;
            }
            let text = match which {
                Some(cause) => Text::new("pattern-those").with("cause", cause.clone()).with("pattern", text),
                None => text,
            };
            patterns.push((text, ids(group)));
        }
    }
    patterns
}

fn counts(alike: &[(Text, Vec<One<'_>>)], crashed: &[One<'_>], healthy: usize) -> Vec<Found> {
    let ended = crashed.len() + healthy;
    let many = |id| Text::new(id).with("crashed", crashed.len()).with("ended", ended);
    if let [(cause, _)] = alike {
        return vec![(many("pattern-count-of-cause").with("cause", cause.clone()), ids(crashed))];
    }
    let mut patterns = vec![(many("pattern-count"), ids(crashed))];
    patterns.extend(alike.iter().map(|(cause, boots)| {
        let text = Text::new("pattern-by-cause").with("count", boots.len()).with("cause", cause.clone());
        (text, ids(boots))
    }));
    patterns
}

fn ids(boots: &[One<'_>]) -> Vec<String> {
    boots.iter().map(|one| one.report.boot_id.clone()).collect()
}

fn cause(boot: &BootReport) -> Text {
    match (boot.cause, &boot.finding) {
        (Some(CauseName::MemoryExhaustion), _) => Text::new("pattern-memory"),
        (Some(CauseName::Thermal), _) => Text::new("pattern-heat"),
        (_, Some(finding)) if finding != "no_trace" => {
            Text::new("pattern-finding").with("finding", crate::words::finding(finding))
        }
        _ => Text::new("pattern-no-trace"),
    }
}

/// All died about as long after their start.
fn into_the_boot(group: &[One<'_>]) -> Option<Text> {
    let mut ups: Vec<i64> = group.iter().filter_map(|one| one.boot.boot.last_monotonic).collect();
    ups.sort_unstable();
    let (shortest, longest) = (*ups.first()?, *ups.last()?);
    let alike = ups.len() == group.len()
        && ups.len() >= IN_TIME
        && shortest > 0
        && longest as f64 <= shortest as f64 * ALIKE_RATIO;
    let (shortest, longest) = (Span(shortest), Span(longest));
    alike.then(|| match Lang::En.span(shortest) == Lang::En.span(longest) {
        true => Text::new("pattern-all-into-the-boot").with("after", shortest),
        false => Text::new("pattern-into-the-boot").with("shortest", shortest).with("longest", longest),
    })
}

/// All died at one time of the day.
fn time_of_day(group: &[One<'_>]) -> Option<Text> {
    let ends: Vec<i64> = group.iter().map(|one| one.boot.alive_until.0).collect();
    if ends.len() < IN_TIME || ends.iter().any(|end| *end <= 0) {
        return None;
    }
    // Several ends within one day fall together without any habit of the day.
    let days: BTreeSet<i64> = ends.iter().map(|end| end / DAY).collect();
    if days.len() < ends.len() {
        return None;
    }
    let mut times: Vec<i64> = ends.iter().map(|end| end.rem_euclid(DAY)).collect();
    times.sort_unstable();
    // The largest stretch of the clock without an end is what they do not cover.
    let next = |i: usize| if i + 1 < times.len() { times[i + 1] } else { times[0] + DAY };
    let (from, gap) =
        (0..times.len()).map(|i| (next(i) % DAY, next(i) - times[i])).max_by_key(|(_, gap)| *gap)?;
    let width = DAY - gap;
    (width <= OF_DAY.0).then(|| {
        let clock = |at: i64| {
            let minutes = at.rem_euclid(DAY) / 60_000_000;
            format!("{:02}:{:02}", minutes / 60, minutes % 60)
        };
        let (from, to) = (clock(from), clock(from + width));
        match from == to {
            true => Text::new("pattern-at-one-time").with("at", from),
            false => Text::new("pattern-time-of-day").with("from", from).with("to", to),
        }
    })
}

/// What was running at each of these ends and was not even started in most healthy boots.
fn workload(group: &[One<'_>], healthy: &[One<'_>]) -> Option<Text> {
    if group.len() < COMPARED || healthy.len() < COMPARED {
        return None;
    }
    let running = |one: &One<'_>| -> BTreeSet<String> {
        let units = one.boot.running.iter().filter(|unit| unit.kind == "unit");
        units.map(|unit| unit.what.split(" (").next().unwrap_or(&unit.what).to_owned()).collect()
    };
    let started = |one: &One<'_>, name: &str| {
        one.boot.events.iter().any(|event| match &event.kind {
            EventKind::Lifecycle(model::event::Lifecycle::UnitStarted { unit, .. }) => unit == name,
            _ => false,
        })
    };
    let shared = group.iter().map(running).reduce(|all, one| all.intersection(&one).cloned().collect())?;
    let telling: Vec<(String, usize)> = shared
        .into_iter()
        .filter(|name| is_of_interest(name))
        .map(|name| {
            let in_healthy = healthy.iter().filter(|one| started(one, &name)).count();
            (name, in_healthy)
        })
        .filter(|(_, in_healthy)| in_healthy * 2 < healthy.len())
        .collect();
    let (_, most) = telling.iter().max_by_key(|(_, in_healthy)| *in_healthy)?;
    let names: Vec<&str> = telling.iter().take(3).map(|(name, _)| name.as_str()).collect();
    Some(
        Text::new("pattern-workload")
            .with("names", names.join(", "))
            .with("most", *most)
            .with("healthy", healthy.len()),
    )
}

/// A kernel, driver or firmware that all of these ran and none of the healthy ones.
fn facts(group: &[One<'_>], healthy: &[One<'_>]) -> Vec<Text> {
    type Part = (&'static str, fn(&BootTimeline) -> Option<&str>);
    const PARTS: [Part; 3] = [
        ("pattern-kernel", |boot| boot.facts.kernel.as_deref()),
        ("pattern-driver", |boot| boot.facts.driver.as_deref()),
        ("pattern-firmware", |boot| boot.facts.firmware.as_deref()),
    ];
    if group.len() < COMPARED || healthy.len() < COMPARED {
        return Vec::new();
    }
    let of = |boots: &[One<'_>], part: fn(&BootTimeline) -> Option<&str>| -> BTreeSet<Option<String>> {
        boots.iter().map(|one| part(one.boot).map(str::to_owned)).collect()
    };
    PARTS
        .iter()
        .filter_map(|&(id, part)| {
            let (here, there) = (of(group, part), of(healthy, part));
            let only = here.first().cloned().flatten().filter(|_| here.len() == 1)?;
            let lacks = !there.contains(&None) && !there.contains(&Some(only.clone()));
            lacks.then(|| Text::new(id).with("version", only).with("healthy", healthy.len()))
        })
        .collect()
}

/// Lines that all of these logged and none of the healthy boots.
fn signals(group: &[One<'_>], healthy: &[One<'_>]) -> Vec<Text> {
    if group.len() < COMPARED || healthy.len() < COMPARED {
        return Vec::new();
    }
    let alarming = |one: &One<'_>| -> BTreeSet<String> {
        one.report.base_rates.iter().map(|rate| rate.signal.clone()).collect()
    };
    let shared = group.iter().map(alarming).reduce(|all, one| all.intersection(&one).cloned().collect());
    shared
        .unwrap_or_default()
        .into_iter()
        .filter(|signal| !healthy.iter().any(|one| one.boot.signals.contains(signal.as_str())))
        .filter_map(|signal| signal_words::words(&signal))
        .map(|words| Text::new("pattern-signal").with("signal", words).with("healthy", healthy.len()))
        .collect()
}
