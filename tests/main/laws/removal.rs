//! Law: a cause is named for its evidence. Without it, that cause is not named, nor the other one.

use std::collections::BTreeSet;

use serde_json::Value;

use super::csv::only_rows;
use super::incident::{BootId, Incident, Report, Variant, check, id_of};
use super::stream::{Entry, Stream};
use crate::support::{list, text};

/// Each round takes away what the last report cited; what is left may then be cited in its place.
const ROUNDS: usize = 10;

#[test]
fn without_its_evidence_a_cause_is_not_named() {
    check(|incident| {
        let verdicts = incident.report.verdicts();
        let named = verdicts.iter().filter(|(_, verdict)| verdict.names_a_cause());
        named
            .filter_map(|(id, was)| {
                let cause = was.cause.as_deref().unwrap_or_default();
                let left = remove_all(incident, id, cause);
                left.map(|left| format!("boot {}: {cause} {left}", was.offset))
            })
            .collect()
    });
}

/// Takes away the evidence for a cause round by round. How the cause, or another, is named nevertheless.
fn remove_all(incident: &Incident, id: &BootId, cause: &str) -> Option<String> {
    let mut stream = incident.stream.clone();
    let mut table = incident.monitor.clone();
    let mut cites = cites_for(&incident.report, id, cause);
    for round in 1..=ROUNDS {
        (stream, table) = remove(&stream, table.as_deref(), id, &cites);
        let report = Variant::of(&stream, table.as_deref()).run();
        // Nothing at all is left of the boot: nothing is said of it.
        let verdict = report.verdicts().remove(id)?;
        if verdict.names_a_cause() && verdict.cause.as_deref() != Some(cause) {
            return Some(format!("became {} in round {round}", verdict.words()));
        }
        cites = cites_for(&report, id, cause);
        if !verdict.names_a_cause() && cites.is_empty() {
            return None;
        }
        if verdict.names_a_cause() && (cites.is_empty() || round == ROUNDS) {
            let rules = cites.iter().filter_map(|cite| text(cite, "raw")).collect::<Vec<_>>();
            return Some(format!("still named after {round} rounds, for {rules:?}"));
        }
    }
    None
}

/// What the evidence for a cause cites.
fn cites_for(report: &Report, id: &BootId, cause: &str) -> Vec<Value> {
    let boot = report.boots().find(|boot| id_of(boot) == *id);
    let evidence = boot.map(|boot| list(boot, "evidence")).unwrap_or_default();
    evidence
        .iter()
        .filter(|piece| text(piece, "for") == Some(cause) && piece["weight_db"].as_i64() > Some(0))
        .flat_map(|piece| list(piece, "cites").to_owned())
        .collect()
}

/// The journal and the table without what is cited: of events all of the boot that say the same but for
/// numbers, since a burst is cited by its first and last; of samples their rows.
fn remove(stream: &Stream, table: Option<&str>, id: &BootId, cites: &[Value]) -> (Stream, Option<String>) {
    let lines = stream.lines();
    let place_of = |cite: &Value| {
        let cursor = text(cite, "cursor");
        let by_cursor =
            || stream.entries.iter().position(|entry| Some(entry.text("__CURSOR")) == cursor.map(Into::into));
        let by_line = || lines.iter().position(|&line| Some(line) == cite["line"].as_u64());
        if cursor.is_some() { by_cursor() } else { by_line() }
    };
    let mut shapes = BTreeSet::new();
    let mut stretches = Vec::new();
    let mut rows = Vec::new();
    for cite in cites {
        let (from, to) = (cite["line"].as_u64().unwrap_or(0), cite["line_last"].as_u64());
        match text(cite, "kind") {
            // Input 0 is the stream, 1 the table: so `Variant::of` names them.
            Some("samples") if cite["input"] == 1 => rows.push(from..=to.unwrap_or(from)),
            Some("samples") => {
                let place =
                    place_of(cite).unwrap_or_else(|| panic!("cited, and not in the journal: {cite:#}"));
                let identifier = stream.entries[place].text("SYSLOG_IDENTIFIER");
                stretches.push((identifier, from..=to.unwrap_or(from)));
            }
            Some("event") => {
                let place =
                    place_of(cite).unwrap_or_else(|| panic!("cited, and not in the journal: {cite:#}"));
                shapes.insert(shape(&stream.entries[place]));
            }
            _ => {}
        }
    }
    let is_cited = |place: usize, entry: &Entry| {
        let in_stretch = stretches.iter().any(|(identifier, stretch)| {
            stretch.contains(&lines[place]) && entry.text("SYSLOG_IDENTIFIER") == *identifier
        });
        in_stretch || (entry.boot() == *id && shapes.contains(&shape(entry)))
    };
    let kept = stream.only(|place, entry| !is_cited(place, entry));
    let table = table.map(|table| only_rows(table, |line, _| !rows.iter().any(|row| row.contains(&line))));
    (kept, table)
}

/// Who says it, and the words without their numbers.
fn shape(entry: &Entry) -> (String, String) {
    let words = entry.message().chars().filter(|c| !c.is_ascii_digit()).collect();
    (entry.text("SYSLOG_IDENTIFIER"), words)
}
