//! `monitors`: what was recognised in monitors' files, without a journal beside them.

mod json;
mod text;

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use model::{Input, InputId, InputKind, Problem, ZoneBasis};
use monitor::{Clock, Reading};

use crate::args::Common;
use crate::samples::{self, Settings};
use crate::{inputs, output, rotated};

/// So much of a file is enough for a mapping to begin with.
const HEAD: u64 = 1 << 20;

/// One file, or one rotated set.
pub(super) struct Outcome {
    /// Path, zone and problems.
    pub(super) input: Input,
    /// What was read, or why nothing was.
    pub(super) reading: Result<Reading, String>,
}

/// Shows what was recognised; the result is the exit code.
pub(crate) fn show(paths: &[PathBuf], common: &Common) -> Result<u8> {
    let as_json = common.wants_json()?;
    let settings = Settings::new(common)?;
    let mut files = Vec::new();
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let inside = inputs::monitors_in(path);
        if inside.is_empty() {
            files
                .push(Outcome::failed(path, format!("{}: no monitor's file in this folder", path.display())));
        }
        found.extend(inside);
    }
    for set in rotated::sets(&found) {
        files.push(match samples::read(&set, InputId(0), &settings) {
            Ok(monitor) => Outcome { input: monitor.input, reading: Ok(monitor.reading) },
            Err(why) => Outcome::failed(Path::new(&samples::joined(&set)), why),
        });
    }
    if common.redact {
        redact(&mut files);
    }
    let shown = if as_json { json::render(&files)? } else { text::render(&files, &output::options(common)) };
    output::show(&shown, common)?;
    let failed: Vec<&Outcome> = files.iter().filter(|file| file.reading.is_err()).collect();
    for file in &failed {
        if let Err(why) = &file.reading {
            output::note(common, why);
        }
    }
    if failed.len() == files.len() {
        bail!("none of the files could be read as a monitor's");
    }
    Ok(0)
}

/// Replaces what is private, before anything is shown in any form.
fn redact(files: &mut [Outcome]) {
    let mut told = Vec::new();
    let hosts: Vec<String> = files
        .iter()
        .filter_map(|file| file.reading.as_ref().ok().and_then(|reading| reading.host.clone()))
        .collect();
    each_text(files, &mut |text| told.push(serde_json::Value::String(text.clone())));
    let mut redactor = report::Redactor::new(&[], &[], &hosts, &serde_json::Value::Array(told));
    each_text(files, &mut |text| *text = redactor.text(text));
}

/// Calls `each` with every text that comes from a file or its path.
fn each_text(files: &mut [Outcome], each: &mut dyn FnMut(&mut String)) {
    for file in files {
        each(&mut file.input.path);
        file.input.problems.iter_mut().for_each(|problem| each(&mut problem.what));
        match &mut file.reading {
            Err(why) => each(why),
            Ok(reading) => {
                reading
                    .rejects
                    .iter_mut()
                    .chain(&mut reading.notes)
                    .for_each(|reject| each(&mut reject.reason));
                for column in &mut reading.columns {
                    std::iter::once(&mut column.name)
                        .chain(&mut column.ignored)
                        .chain(&mut column.device)
                        .for_each(&mut *each);
                }
                reading.series.iter_mut().filter_map(|series| series.device.as_mut()).for_each(&mut *each);
            }
        }
    }
}

impl Outcome {
    fn failed(path: &Path, why: String) -> Self {
        let mut input = Input::new(InputId(0), path.display().to_string(), InputKind::Monitor);
        input.problems.push(Problem { line: None, what: why.clone() });
        Self { input, reading: Err(why) }
    }
}

/// The zone that local times were read in and how it was decided; without a journal nothing can find it.
fn zone<'a>(file: &'a Outcome, reading: &Reading) -> (Option<&'a str>, Option<ZoneBasis>) {
    match (file.input.zone_basis, reading.clock) {
        (Some(basis), _) => (file.input.zone.as_deref(), Some(basis)),
        (None, Clock::Absolute) => (None, Some(ZoneBasis::Cells)),
        (None, Clock::Local) => (Some("+00:00"), Some(ZoneBasis::Assumed)),
    }
}

/// Lists the known formats.
pub(crate) fn list(common: &Common) -> Result<()> {
    output::show(&text::formats(&output::options(common)), common)
}

/// Prints a mapping to begin with for each file.
pub(crate) fn print_maps(paths: &[PathBuf]) -> Result<()> {
    for path in paths {
        let shown = path.display();
        let mut head = Vec::new();
        journal::open_stream(path)
            .with_context(|| format!("cannot open {shown}"))?
            .take(HEAD)
            .read_to_end(&mut head)
            .with_context(|| format!("cannot read {shown}"))?;
        let map = monitor::starting(&head).map_err(|error| anyhow::anyhow!("{shown}: {error}"))?;
        output::print(&map)?;
    }
    Ok(())
}
