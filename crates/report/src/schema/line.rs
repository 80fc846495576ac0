//! A line of `-o jsonl`: one boot with all that is needed to understand it, `spark-autopsy-boot/1`.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::{BootReport, Citation, InputInfo, MachineInfo, Report, Tool};

/// The name and version of the contract of a line.
pub const BOOT: &str = "spark-autopsy-boot/1";

/// One boot, its machine and the inputs that it cites.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BootLine<'r> {
    /// Name and version of the contract.
    #[schemars(extend("const" = BOOT))]
    pub schema: &'static str,
    /// The program that made it.
    pub tool: &'r Tool,
    /// The machine, where it is known.
    pub machine: Option<&'r MachineInfo>,
    /// The inputs that the boot's evidence, events and samples refer to.
    pub inputs: Vec<&'r InputInfo>,
    /// What was replaced by placeholders, by kind, in the whole report, if it was redacted.
    pub redaction: Option<&'r BTreeMap<String, u64>>,
    /// What the report says of the boot.
    #[serde(flatten)]
    pub boot: &'r BootReport,
}

/// The lines of a report, one a boot.
pub fn lines(report: &Report) -> impl Iterator<Item = BootLine<'_>> {
    report.boots.iter().map(|boot| {
        let cited = inputs_of(boot);
        BootLine {
            schema: BOOT,
            tool: &report.tool,
            machine: report.machine(boot),
            inputs: report.inputs.iter().filter(|input| cited.contains(&input.id)).collect(),
            redaction: report.redaction.as_ref(),
            boot,
        }
    })
}

fn inputs_of(boot: &BootReport) -> BTreeSet<u32> {
    let cites = boot.evidence.iter().flat_map(|piece| &piece.cites);
    let context = boot.context.iter().map(|context| &context.cite);
    let cited = cites.chain(context).filter_map(|cite: &Citation| cite.input);
    let events = boot.events.iter().filter_map(|event| event.input);
    cited.chain(events).chain(boot.sampled.iter().map(|series| series.input)).collect()
}
