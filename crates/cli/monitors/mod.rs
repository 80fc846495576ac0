//! `monitors`: what was recognised in monitors' files, without a journal beside them.

mod json;
mod text;

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use model::{Input, InputId, InputKind, Problem, ZoneBasis};
use monitor::{Clock, Reading};

use crate::args::{Common, Format};
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
    let shown = match common.output {
        Format::Json => json::render(&files)?,
        Format::Text | Format::Markdown | Format::Html => text::render(&files, &output::options(common)),
    };
    output::print(&shown)?;
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
    output::print(&text::formats(&output::options(common)))
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
