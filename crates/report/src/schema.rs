//! The report: all that a rendering shows, and at once the JSON contract `spark-autopsy/1`.
//!
//! Keys are only added, never changed. Every key is always written: `null` where something is unknown, `[]`
//! where there is nothing. Instants are RFC 3339 in UTC with microseconds, ids are 32 lower-case hexadecimal
//! digits. A report that was read back is equal to the one that was written.

mod boot;
mod closed;
mod line;
mod message;
mod publish;
mod words;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Stamp;

pub use boot::{
    Advice, BaseRateInfo, BlindWindowInfo, BootReport, Citation, ClockStepInfo, ContextInfo, Control,
    Coverage, EventInfo, EvidenceInfo, LastMinutes, LastMinutesColumn, LastMinutesRow, Protection, RunnerUp,
    Running, Sampled, SeriesInfo, Totals, Unsampled,
};
pub use line::{BOOT, BootLine, lines};
pub use message::{Message, MessageArg};
pub use publish::json_schema;
pub use words::{CauseName, CiteKind, ConfidenceName, EndingName, HypothesisName};

/// The name and version of the JSON contract.
pub const SCHEMA: &str = "spark-autopsy/1";

/// What an analysis found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Name and version of the contract.
    #[schemars(extend("const" = SCHEMA))]
    pub schema: String,
    /// The program that made it.
    pub tool: Tool,
    /// What was read.
    pub inputs: Vec<InputInfo>,
    /// The machines that the inputs speak of.
    pub machines: Vec<MachineInfo>,
    /// What several boots have in common.
    pub patterns: Vec<Pattern>,
    /// The boots that were asked for, in the order in which they are to be shown.
    pub boots: Vec<BootReport>,
    /// What was replaced by placeholders, by kind, if the report was redacted.
    #[serde(default)]
    pub redaction: Option<BTreeMap<String, u64>>,
    /// The report's sentences apart from their language, by their English text, so that it can be shown in another.
    #[serde(default)]
    pub messages: BTreeMap<String, Message>,
}

/// The program that made a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// One input and what came of reading it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InputInfo {
    /// Its number, to which citations refer.
    pub id: u32,
    /// The path as it was given; `-` for standard input.
    pub path: String,
    /// `live_journal`, `journal`, `journal_export`, `journal_text` (JSON or verbose), `text_log`, `sessions` (wtmp, `last`, a
    /// list of boots), `crash_record`, `monitor`.
    pub kind: String,
    /// The machine it speaks of.
    #[schemars(schema_with = "closed::machine_id")]
    pub machine_id: Option<String>,
    /// Entries or rows that were understood.
    pub records: u64,
    /// Entries or rows that were not.
    pub rejected: u64,
    /// First instant in it.
    pub first: Option<Stamp>,
    /// Last instant in it.
    pub last: Option<Stamp>,
    /// The zone that its local times were read in, such as `+09:00`.
    pub zone: Option<String>,
    /// How that zone was decided.
    pub zone_basis: Option<String>,
    /// What could not be used.
    pub problems: Vec<ProblemInfo>,
}

/// Something in an input that could not be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProblemInfo {
    /// Line in the decompressed stream, counted from 1.
    pub line: Option<u64>,
    /// What was tried and what was found.
    pub what: String,
}

/// A machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MachineInfo {
    /// Its id.
    #[schemars(schema_with = "closed::machine_id")]
    pub machine_id: Option<String>,
    /// Its host name.
    pub hostname: Option<String>,
    /// The distribution.
    pub os: Option<String>,
    /// The kernel's release.
    pub kernel: Option<String>,
    /// The NVIDIA driver's version.
    pub driver: Option<String>,
    /// The product's name.
    pub product: Option<String>,
    /// The firmware's version.
    pub firmware: Option<String>,
    /// All memory in MiB.
    pub memory_mib: Option<u64>,
    /// All swap in MiB.
    pub swap_mib: Option<u64>,
    /// `unified`, `discrete` or `unknown`.
    #[schemars(schema_with = "closed::memory_models")]
    pub memory_model: String,
}

/// What several boots have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pattern {
    /// In one sentence.
    pub text: String,
    /// The ids of the boots.
    pub boots: Vec<String>,
}

impl Report {
    /// The path of an input, empty if there is no such input.
    #[must_use]
    pub fn path(&self, input: u32) -> &str {
        self.inputs.iter().find(|known| known.id == input).map_or("", |known| known.path.as_str())
    }

    /// The machine that a boot ran on: the one it names, else the only one there is.
    #[must_use]
    pub fn machine(&self, boot: &BootReport) -> Option<&MachineInfo> {
        let named = boot.machine_id.as_ref();
        match self.machines.iter().find(|machine| named.is_some() && machine.machine_id.as_ref() == named) {
            Some(machine) => Some(machine),
            None if self.machines.len() == 1 => self.machines.first(),
            None => None,
        }
    }
}
