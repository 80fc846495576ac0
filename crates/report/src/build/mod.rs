//! Builds the report from a time line and its diagnoses.

mod aligned;
mod boot;
mod coverage;
mod events;
mod last_minutes;
mod patterns;
mod said;
mod signal_words;
mod summary;

#[cfg(test)]
pub(crate) use aligned::described;
pub use aligned::{TIMELINE, aligned};

use diagnose::Diagnosis;
use model::series::Sampler;
use model::{Id128, Input, Series};
use timeline::Timeline;

use said::Said;

use crate::Stamp;
use crate::schema::{InputInfo, MachineInfo, ProblemInfo, Report, SCHEMA, Tool};

/// Builds the report of the boots that `selected` names by their index in the time line, in that order.
/// Patterns are drawn from the selected boots.
#[must_use]
pub fn build(timeline: &Timeline, diagnoses: &[Diagnosis], selected: &[usize], tool: Tool) -> Report {
    let said = Said::default();
    let boots = selected
        .iter()
        .filter_map(|&index| {
            diagnoses.get(index).map(|diagnosis| boot::boot(timeline, index, diagnosis, &said))
        })
        .collect::<Vec<_>>();
    Report {
        schema: SCHEMA.to_owned(),
        tool,
        inputs: timeline.inputs.iter().map(input).collect(),
        machines: machines(timeline),
        patterns: patterns::patterns(timeline, diagnoses, selected, &boots, &said),
        boots,
        redaction: None,
        messages: said.into_messages(),
    }
}

fn input(input: &Input) -> InputInfo {
    InputInfo {
        id: input.id.0,
        path: input.path.clone(),
        kind: input.kind.name().to_owned(),
        machine_id: input.machine_id.and_then(id),
        records: input.records,
        rejected: input.rejected,
        first: input.first.map(stamp),
        last: input.last.map(stamp),
        zone: input.zone.clone(),
        zone_basis: input.zone_basis.map(|basis| basis.name().to_owned()),
        problems: input
            .problems
            .iter()
            .map(|problem| ProblemInfo { line: problem.line, what: problem.what.clone() })
            .collect(),
    }
}

/// One row a machine, from its newest boot.
fn machines(timeline: &Timeline) -> Vec<MachineInfo> {
    timeline
        .boots
        .iter()
        .filter(|boot| boot.is_newest)
        .map(|newest| {
            let hostname = timeline
                .boots
                .iter()
                .rev()
                .filter(|boot| boot.machine() == newest.machine())
                .find_map(|boot| boot.hostname.clone());
            let facts = &newest.facts;
            MachineInfo {
                machine_id: newest.boot.machine.and_then(id),
                hostname,
                os: None,
                kernel: facts.kernel.clone(),
                driver: facts.driver.clone(),
                product: facts.product.clone(),
                firmware: facts.firmware.clone(),
                memory_mib: facts.memory_mib,
                swap_mib: facts.swap_mib,
                memory_model: facts.memory_model.name().to_owned(),
            }
        })
        .collect()
}

fn stamp(at: model::Micros) -> Stamp {
    Stamp::new(at.0)
}

/// An id as text; the zero id stands for none.
fn id(id: Id128) -> Option<String> {
    (id != Id128::ZERO).then(|| id.to_string())
}

/// The name of an input's file, without its folder.
fn file_name(input: &Input) -> &str {
    input.path.rsplit('/').next().unwrap_or(&input.path)
}

/// Who sampled a series: `earlyoom`, or the monitor's file.
fn sampler(timeline: &Timeline, series: &Series) -> String {
    match series.sampler {
        Sampler::Earlyoom => "earlyoom".to_owned(),
        Sampler::Monitor => {
            let input = timeline.inputs.iter().find(|input| input.id == series.input);
            input.map(file_name).unwrap_or_default().to_owned()
        }
    }
}
