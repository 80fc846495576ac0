//! The contract `spark-autopsy-inputs/1`: keys are only added; every key is always present.

use journal::FileOutcome;
use model::Problem;
use report::{Redactor, Stamp};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Listed, known, reader_of, state_of};

/// The name of the contract.
pub(super) const SCHEMA: &str = "spark-autopsy-inputs/1";

/// What was recognised in inputs, without judging.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// Name and version of the contract.
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// The inputs, in the order in which they were named.
    inputs: Vec<OneInput>,
}

/// One input.
#[derive(Serialize, JsonSchema)]
struct OneInput {
    /// The path as it was given.
    path: String,
    /// What it was recognised as, in words; of an input that could not be read, why.
    what: String,
    /// `journal`, `journal_export`, `journal_text`, `text_log`, `sessions`, `crash_record` or `monitor`; null where
    /// nothing could be read.
    kind: Option<&'static str>,
    /// The machine it speaks of.
    machine_id: Option<String>,
    /// Entries or rows that were understood.
    records: Option<u64>,
    /// Entries or rows that were not.
    rejected: Option<u64>,
    /// First instant in it.
    first: Option<Stamp>,
    /// Last instant in it.
    last: Option<Stamp>,
    /// Boots in it.
    boots: usize,
    /// The files of a journal.
    files: Vec<OneFile>,
    /// What could not be used, of the input as a whole.
    problems: Vec<OneProblem>,
}

/// One file of a journal.
#[derive(Serialize, JsonSchema)]
struct OneFile {
    /// Where it is.
    path: String,
    /// Its size in bytes.
    size: u64,
    /// The machine in its header.
    machine_id: Option<String>,
    /// `offline`, `online` (never closed), `archived`, `unknown`, or `unknown (N)`.
    state: String,
    /// The boot that its header names as the last.
    tail_boot: Option<String>,
    /// Which reader it went to: `libsystemd`, `salvage` or `none`.
    reader: &'static str,
    /// Entries that its header counts; null without a valid header.
    promised: Option<u64>,
    /// Entries that were read.
    read: u64,
    /// Entries that were salvaged, of those.
    salvaged: u64,
    /// What salvage found; null where it was not needed.
    salvage: Option<OneSalvage>,
    /// First instant in it.
    first: Option<Stamp>,
    /// Last instant in it.
    last: Option<Stamp>,
    /// The boots of which it holds entries.
    boots: Vec<String>,
    /// What could not be used.
    problems: Vec<OneProblem>,
}

/// What salvage found in a file.
#[derive(Serialize, JsonSchema)]
struct OneSalvage {
    /// Entries that were found.
    found: u64,
    /// Entries that the header counts and that were not found.
    lost: u64,
    /// Found entries of which some fields are lost.
    partial: u64,
    /// Found entries whose boot, number or time was damaged and is taken from the entries beside them.
    mended: u64,
    /// Entries left out because their boot or time can't be told.
    left_out: u64,
    /// Damaged stretches with objects behind them.
    damaged_stretches: u64,
    /// Bytes in these stretches.
    damaged_bytes: u64,
    /// Bytes that the disk could not read.
    unreadable_bytes: u64,
}

/// Something that could not be used.
#[derive(Serialize, JsonSchema)]
struct OneProblem {
    /// Line in the decompressed stream, counted from 1.
    line: Option<u64>,
    /// What was tried and what was found.
    what: String,
}

impl Output {
    /// Replaces what is private, and gives what replaces it in further texts.
    pub(super) fn redact(&mut self, hosts: &[String]) -> serde_json::Result<Redactor> {
        let files = || self.inputs.iter().flat_map(|input| &input.files);
        let boots =
            files().flat_map(|file| file.boots.iter().chain(&file.tail_boot)).cloned().collect::<Vec<_>>();
        let ids = self.inputs.iter().filter_map(|input| input.machine_id.as_ref());
        let machines: Vec<String> =
            ids.chain(files().filter_map(|file| file.machine_id.as_ref())).cloned().collect();
        let mut redactor = Redactor::new(&boots, &machines, hosts, &serde_json::to_value(&*self)?);
        let mut each = |text: &mut String| *text = redactor.text(text);
        for input in &mut self.inputs {
            [&mut input.path, &mut input.what].into_iter().chain(&mut input.machine_id).for_each(&mut each);
            input.problems.iter_mut().for_each(|problem| each(&mut problem.what));
            for file in &mut input.files {
                std::iter::once(&mut file.path).chain(&mut file.machine_id).for_each(&mut each);
                file.problems.iter_mut().for_each(|problem| each(&mut problem.what));
            }
        }
        Ok(redactor)
    }

    pub(super) fn new(listed: &[Listed]) -> Self {
        Self { schema: SCHEMA, inputs: listed.iter().map(input).collect() }
    }
}

fn input(listed: &Listed) -> OneInput {
    let input = listed.input.as_ref();
    OneInput {
        path: listed.path.clone(),
        what: listed.what.clone(),
        kind: input.map(|input| input.kind.name()),
        machine_id: input.and_then(|input| input.machine_id).and_then(known),
        records: input.map(|input| input.records),
        rejected: input.map(|input| input.rejected),
        first: input.and_then(|input| input.first).map(Stamp::from),
        last: input.and_then(|input| input.last).map(Stamp::from),
        boots: listed.boots,
        files: listed.files.iter().map(|file| self::file(file, listed)).collect(),
        problems: listed.problems_of(None).map(problem).collect(),
    }
}

fn file(file: &FileOutcome, listed: &Listed) -> OneFile {
    OneFile {
        path: file.path.to_string_lossy().into_owned(),
        size: file.size,
        machine_id: file.machine.and_then(known),
        state: state_of(file),
        tail_boot: file.tail_boot.and_then(known),
        reader: reader_of(file),
        promised: file.promised,
        read: file.read,
        salvaged: file.salvage.map_or(0, |salvage| salvage.found),
        salvage: file.salvage.map(|salvage| OneSalvage {
            found: salvage.found,
            lost: salvage.lost(),
            partial: salvage.partial,
            mended: salvage.mended,
            left_out: salvage.strays,
            damaged_stretches: salvage.gaps,
            damaged_bytes: salvage.gap_bytes,
            unreadable_bytes: salvage.unreadable,
        }),
        first: file.first.map(Stamp::from),
        last: file.last.map(Stamp::from),
        boots: file.boots.iter().map(ToString::to_string).collect(),
        problems: listed.problems_of(Some(file)).map(problem).collect(),
    }
}

fn problem(problem: &Problem) -> OneProblem {
    OneProblem { line: problem.line, what: problem.what.clone() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_schema_is_what_the_types_give() {
        crate::published::assert_published::<super::Output>(super::SCHEMA);
    }
}
