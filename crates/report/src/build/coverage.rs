//! Which source covers what: the journal, and each sampler with what it measures.

use model::series::Sampler;
use model::{Input, Metric, Series, Text};
use timeline::{BootTimeline, Timeline};

use super::said::Said;
use super::{file_name, stamp};
use crate::schema::Coverage;

pub(super) fn coverage(timeline: &Timeline, boot: &BootTimeline, said: &Said) -> Vec<Coverage> {
    let mut coverage = vec![journal(boot, said)];
    coverage.extend(timeline.inputs.iter().filter_map(|input| monitor(input, boot)));
    coverage
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
    })
}
