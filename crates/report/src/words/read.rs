//! What was read: an input each, and what is alike in several of them once.

use std::collections::HashMap;
use std::hash::Hash;

use catalogue::Lang;
use model::Text;
use serde::Serialize;

use super::covers::first_names;
use super::parts::file_name;
use crate::Options;
use crate::schema::{InputInfo, ProblemInfo, Report};

/// An input, or several of which the same is to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Read {
    /// What was read.
    pub(crate) line: String,
    /// What of it could not be used or had to be assumed.
    pub(crate) notes: Vec<String>,
}

/// The inputs, with at most so many notes of each, then what several have in common.
pub(crate) fn read(report: &Report, most: usize, options: &Options) -> Vec<Read> {
    let inputs = || report.inputs.iter();
    let zones = alike(inputs().filter_map(|input| Some((zone_of(input)?, input))));
    let notes = alike(inputs().flat_map(|input| {
        input.problems.iter().filter_map(move |problem| Some((note(input, problem)?, input)))
    }));
    let mut read = Vec::new();
    let mut groups: Vec<Group<'_>> = Vec::new();
    for input in inputs() {
        let of_zone = zone_of(input).and_then(|zone| zones.get(&zone)).filter(|alike| alike.len() > 1);
        if let Some(alike) = of_zone {
            Group::of(&mut groups, alike).zone = zone_read(input);
        }
        let mut own = Vec::new();
        for problem in &input.problems {
            let shared = note(input, problem).and_then(|note| Some((note, notes.get(note)?)));
            match shared.filter(|(_, alike)| alike.len() > 1) {
                Some((note, alike)) => Group::of(&mut groups, alike).tell(note),
                None => own.push(said(problem, options)),
            }
        }
        let more = own.len().saturating_sub(most);
        if more > 0 {
            own.truncate(most);
            own.push(options.say(&Text::new("more-problems").with("count", more)));
        }
        read.push(Read { line: input_line(input, of_zone.is_none(), options), notes: own });
    }
    read.extend(groups.into_iter().map(|group| group.said(report, options)));
    read
}

/// Inputs that have something in common.
struct Group<'r> {
    inputs: &'r [&'r InputInfo],
    zone: Option<Text>,
    notes: Vec<&'r str>,
}

impl<'r> Group<'r> {
    /// The group of these inputs, made where there is none.
    fn of<'g>(groups: &'g mut Vec<Self>, inputs: &'r [&'r InputInfo]) -> &'g mut Self {
        let is_same = |group: &Self| {
            let mut pairs = group.inputs.iter().zip(inputs);
            group.inputs.len() == inputs.len() && pairs.all(|(one, other)| std::ptr::eq(*one, *other))
        };
        let place = groups.iter().position(is_same).unwrap_or_else(|| {
            groups.push(Self { inputs, zone: None, notes: Vec::new() });
            groups.len() - 1
        });
        &mut groups[place]
    }

    fn tell(&mut self, note: &'r str) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn said(self, report: &Report, options: &Options) -> Read {
        let names: Vec<&str> = self.inputs.iter().map(|input| file_name(report, &input.path)).collect();
        let zone = self.zone.map(|zone| Text::new("of-several-zone").with("read", zone));
        let text = Text::new("of-several").with("count", names.len());
        let text = text.with("names", first_names(&names, options)).with("zone", zone);
        Read { line: options.say(&text), notes: self.notes.into_iter().map(str::to_owned).collect() }
    }
}

/// The inputs of which the same is to be told, by that.
fn alike<'r, K: Eq + Hash>(told: impl Iterator<Item = (K, &'r InputInfo)>) -> HashMap<K, Vec<&'r InputInfo>> {
    let mut alike: HashMap<K, Vec<&InputInfo>> = HashMap::new();
    for (what, input) in told {
        let inputs = alike.entry(what).or_default();
        if inputs.last().is_none_or(|last| !std::ptr::eq(*last, input)) {
            inputs.push(input);
        }
    }
    alike
}

/// What a problem says apart from the input's name; nothing of one that stands in a certain line.
fn note<'p>(input: &InputInfo, problem: &'p ProblemInfo) -> Option<&'p str> {
    let what = problem.what.as_str();
    let bare = what.strip_prefix(input.path.as_str()).and_then(|rest| rest.strip_prefix(": "));
    problem.line.is_none().then_some(bare.unwrap_or(what))
}

fn zone_of(input: &InputInfo) -> Option<(&str, Option<&str>)> {
    Some((input.zone.as_deref()?, input.zone_basis.as_deref()))
}

/// What was read of an input, and in which zone, unless that is told of several at once.
fn input_line(input: &InputInfo, with_zone: bool, options: &Options) -> String {
    let id = if input.kind == "monitor" { "input-rows" } else { "input-entries" };
    let rejected = (input.rejected > 0).then(|| Text::new("input-rejected").with("count", input.rejected));
    let zone = zone_read(input).filter(|_| with_zone).map(|zone| Text::new("input-zone").with("read", zone));
    let text = Text::new(id)
        .with("path", input.path.as_str())
        .with("count", input.records)
        .with("rejected", rejected)
        .with("zone", zone);
    options.say(&text)
}

/// In which zone the local times of an input were read, and why.
fn zone_read(input: &InputInfo) -> Option<Text> {
    let zone = input.zone.as_ref()?;
    let basis = input.zone_basis.as_deref().map(|basis| format!("zone-{}", basis.replace('_', "-")));
    let basis = basis.filter(|id| Lang::En.has(id)).map(|id| Text { id: id.into(), args: Vec::new() });
    Some(Text::new("zone-read").with("zone", zone.as_str()).with("basis", basis))
}

/// What of an input could not be used, and where it stands.
fn said(problem: &ProblemInfo, options: &Options) -> String {
    match problem.line {
        Some(line) => {
            let text = Text::new("problem-in-line").with("line", line).with("what", problem.what.as_str());
            options.say(&text)
        }
        None => problem.what.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn what_is_alike_is_told_once() {
        const MORE: &str = "and 1 more problem (all are in -o json)";
        let problem = |line, what: &str| ProblemInfo { line, what: what.to_owned() };
        let mut report = sample::incident();
        let one = report.inputs[0].clone();
        report.inputs = (0..)
            .zip(["a.tar:log/syslog", "a.tar:log/kern.log", "b.log"])
            .map(|(id, path)| InputInfo {
                id,
                path: path.to_owned(),
                records: 7,
                rejected: 0,
                zone: Some("+00:00".to_owned()),
                zone_basis: Some(if id < 2 { "assumed" } else { "given" }.to_owned()),
                problems: vec![
                    problem(None, &format!("{path}: cut short")),
                    problem(None, "no year"),
                    problem(None, &format!("own of {id}")),
                    problem(Some(4), "no time"),
                    problem(None, "no year"),
                ],
                ..one.clone()
            })
            .collect();
        report.inputs[2].problems.remove(0);
        let item = |line: &str, notes: &[&str]| Read {
            line: line.to_owned(),
            notes: notes.iter().map(|&note| note.to_owned()).collect(),
        };
        assert_eq!(
            read(&report, 1, &Options::default()),
            [
                item("a.tar:log/syslog: 7 entries", &["own of 0", MORE]),
                item("a.tar:log/kern.log: 7 entries", &["own of 1", MORE]),
                item("b.log: 7 entries; its times were read as +00:00, as you said", &["own of 2", MORE]),
                item(
                    "each of 2 inputs (syslog, kern.log): its times were read as +00:00, which is an assumption (give \
                     --tz to settle it)",
                    &["cut short"],
                ),
                item("each of 3 inputs (syslog, kern.log, b.log):", &["no year"]),
            ]
        );
    }
}
