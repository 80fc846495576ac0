//! Lines of others in every place of a report where such can stand.

use std::collections::BTreeMap;

use crate::schema::{Message, MessageArg, Pattern, ProblemInfo, Report};

/// The sample with the lines in paths, problems, events, citations, what was running, sensors, sentences and their parts.
pub(crate) fn telling(lines: &[&str]) -> Report {
    let mut report = super::incident();
    for (place, &line) in lines.iter().enumerate() {
        let mut input = report.inputs[0].clone();
        input.id = 100 + u32::try_from(place).unwrap();
        input.path = format!("/srv/{}.csv", line.replace('\n', " "));
        input.problems = vec![ProblemInfo { line: Some(1), what: format!("row {line}") }];
        report.inputs.push(input);
        let boot = &mut report.boots[0];
        let mut event = boot.events[0].clone();
        event.text = line.to_owned();
        boot.events.push(event);
        let mut cite = boot.evidence[0].cites[0].clone();
        cite.raw = line.to_owned();
        boot.evidence[0].cites.push(cite);
        let mut running = boot.running[0].clone();
        running.what = line.to_owned();
        boot.running.push(running);
        let mut series = boot.series[0].clone();
        series.device = Some(line.to_owned());
        series.sampler = line.to_owned();
        boot.series.push(series);
        let sentence = format!("told, {line}");
        let words = |words: &str| MessageArg::Words(words.to_owned());
        let message = Message {
            message: "listed".to_owned(),
            args: BTreeMap::from([("$first".to_owned(), words("told")), ("$second".to_owned(), words(line))]),
        };
        boot.evidence[0].text.clone_from(&sentence);
        boot.summary.clone_from(&sentence);
        boot.coverage[0].shows.push(sentence.clone());
        report.messages.insert(sentence.clone(), message);
        report.patterns.push(Pattern { text: sentence, boots: Vec::new() });
    }
    report
}
