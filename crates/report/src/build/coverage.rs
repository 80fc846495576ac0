//! Which source covers what: the journal, and each sampler with what it measures.

use model::series::Sampler;
use model::{Input, Metric, Series};
use timeline::{BootTimeline, Timeline};

use super::{file_name, stamp};
use crate::schema::Coverage;

pub(super) fn coverage(timeline: &Timeline, boot: &BootTimeline) -> Vec<Coverage> {
    let mut coverage = vec![journal(boot)];
    coverage.extend(timeline.inputs.iter().filter_map(|input| monitor(input, boot)));
    coverage
}

fn journal(boot: &BootTimeline) -> Coverage {
    let mut who = vec!["the kernel"];
    for (name, prefix) in [("the NVIDIA driver", "nvrm."), ("earlyoom", "earlyoom.")] {
        if boot.events.iter().any(|event| event.signal.starts_with(prefix)) {
            who.push(name);
        }
    }
    let tail = match boot.tail_entries {
        0 => "nothing of other programs".to_owned(),
        1 => "of other programs, only what is in the last entry".to_owned(),
        count => format!("of other programs, what is in the last {count} entries"),
    };
    Coverage {
        source: "journal".to_owned(),
        from: Some(stamp(boot.boot.first)),
        to: Some(stamp(boot.boot.last)),
        shows: vec![format!("lines of {} and systemd in the whole boot", who.join(", ")), tail],
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
