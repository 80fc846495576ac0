//! Which source covers what: the journal, text logs by what they can show, and each sampler with what it measures.

use model::series::Sampler;
use model::{Input, Lines, Metric, Series, Text};
use timeline::{BootTimeline, Timeline};

use super::said::Said;
use super::{file_name, stamp};
use crate::schema::Coverage;

pub(super) fn coverage(timeline: &Timeline, boot: &BootTimeline, said: &Said) -> Vec<Coverage> {
    let mut coverage = Vec::new();
    if timeline.has_journal(boot) {
        coverage.push(journal(boot, said));
    }
    let texts = boot.boot.coverage.iter().filter(|cover| !timeline.is_journal(cover.input));
    coverage.extend(texts.map(|cover| text(timeline, cover, said)));
    coverage.extend(timeline.inputs.iter().filter_map(|input| monitor(input, boot)));
    let notes =
        [(boot.boot.id_made_up, "covers-made-up-id"), (boot.boot.times_assumed, "covers-assumed-times")];
    if let Some(first) = coverage.first_mut() {
        first.shows.extend(notes.iter().filter(|(is, _)| *is).map(|(_, note)| said.say(&Text::new(note))));
    }
    coverage
}

/// A text log, a crash record or a list of boots: what it can show, so that nobody takes its silence for more.
fn text(timeline: &Timeline, cover: &model::Coverage, said: &Said) -> Coverage {
    let input = timeline.inputs.iter().find(|input| input.id == cover.input);
    let shows = Text::new(match cover.lines {
        Lines::All => "covers-text-all",
        Lines::Kernel => "covers-text-kernel",
        Lines::Programs => "covers-text-programs",
        Lines::Excerpt => "covers-text-excerpt",
        Lines::Driver => "covers-text-driver",
        Lines::Crash => "covers-text-crash",
        Lines::Boots => "covers-text-boots",
    });
    Coverage {
        source: input.map_or_else(String::new, |input| file_name(input).to_owned()),
        from: Some(stamp(cover.from)),
        to: Some(stamp(cover.to)),
        shows: vec![said.say(&shows)],
        input: Some(cover.input.0),
    }
}

fn journal(boot: &BootTimeline, said: &Said) -> Coverage {
    let speaks = |prefix| boot.events.iter().any(|event| event.signal.starts_with(prefix));
    let whole = Text::new(match (speaks("nvrm."), speaks("earlyoom.")) {
        (true, true) => "covers-kernel-driver-earlyoom",
        (true, false) => "covers-kernel-driver",
        (false, true) => "covers-kernel-earlyoom",
        (false, false) => "covers-kernel",
    });
    let tail = match boot.tail_entries {
        0 => Text::new("covers-no-programs"),
        count => Text::new("covers-programs").with("count", count),
    };
    Coverage {
        source: said.say(&Text::new("the-journal")),
        from: Some(stamp(boot.boot.first)),
        to: Some(stamp(boot.boot.last)),
        shows: vec![said.say(&whole), said.say(&tail)],
        input: None,
    }
}

fn monitor(input: &Input, boot: &BootTimeline) -> Option<Coverage> {
    let sampled: Vec<&Series> = boot
        .series
        .iter()
        .filter(|series| series.sampler == Sampler::Monitor && series.input == input.id)
        .filter(|series| series.metric != Metric::Uptime)
        .collect();
    let from = sampled.iter().filter_map(|series| series.at.first()).min()?;
    let to = sampled.iter().filter_map(|series| series.at.last()).max()?;
    let mut shows: Vec<String> = Vec::new();
    for series in &sampled {
        let name = series.metric.name();
        if !shows.iter().any(|shown| shown == name) {
            shows.push(name.to_owned());
        }
    }
    Some(Coverage {
        source: file_name(input).to_owned(),
        from: Some(stamp(*from)),
        to: Some(stamp(*to)),
        shows,
        input: Some(input.id.0),
    })
}
