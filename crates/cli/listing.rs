//! `spark-autopsy inputs`: what was recognised and read, file by file, without judging.

mod json;

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Result;
use journal::{FileOutcome, Reader, Reading, Source};
use model::boot::HeaderState;
use model::{Id128, Input, InputId, Micros, Problem};
use report::Stamp;

use crate::args::Common;
use crate::inputs::{self, Recognised};
use crate::output;
use crate::samples::{self, Settings};

/// Boots of a file that are named in text.
const BOOTS_SHOWN: usize = 8;
/// Digits of an id that are shown in text, as `--boot` takes them.
const ID_SHOWN: usize = 8;

/// An input and what came of it.
struct Listed {
    path: String,
    what: String,
    input: Option<Input>,
    files: Vec<FileOutcome>,
    boots: usize,
}

/// Lists the inputs and their files.
pub(crate) fn show(paths: &[PathBuf], common: &Common) -> Result<()> {
    let as_json = common.wants_json()?;
    let mut listed = Vec::new();
    for path in paths {
        listed.push(look(path, common)?);
    }
    let mut output = json::Output::new(&listed);
    let redactor = common.redact.then(|| output.redact()).transpose()?;
    let mut text = String::new();
    if as_json {
        text = serde_json::to_string_pretty(&output)? + "\n";
    } else {
        for input in &listed {
            input.write(&mut text)?;
        }
        if let Some(mut redactor) = redactor {
            text = text.lines().map(|line| redactor.text(line) + "\n").collect();
        }
    }
    output::show(&text, common)
}

fn look(path: &PathBuf, common: &Common) -> Result<Listed> {
    let shown = path.display().to_string();
    let refused =
        |what: String| Listed { path: shown.clone(), what, input: None, files: Vec::new(), boots: 0 };
    Ok(match inputs::recognise_one(path) {
        Ok(Recognised::Journal(source)) => {
            let what = match source {
                Source::Export(_) => "an export stream of a journal",
                Source::Directory(_) => "a folder of journal files",
                Source::File(_) | Source::Live => "a journal file",
            };
            match Reader::open(&[source], 0) {
                Ok(mut reader) => {
                    reader.be_thorough();
                    of_journal(shown, what, reader.read(&timeline::selection()))
                }
                Err(error) => refused(error.to_string()),
            }
        }
        Ok(Recognised::Monitor) => {
            match samples::read(std::slice::from_ref(path), InputId(0), &Settings::new(common)?) {
                Ok(monitor) => {
                    let what = format!("a monitor's samples ({})", monitor.reading.format);
                    let input = Some(monitor.input);
                    Listed { path: shown, what, input, files: Vec::new(), boots: 0 }
                }
                Err(why) => refused(why),
            }
        }
        Ok(Recognised::Monitors(files)) => refused(format!("a folder with {} monitors' files", files.len())),
        Err(why) => refused(why),
    })
}

fn of_journal(path: String, what: &str, mut reading: Reading) -> Listed {
    let input = reading.inputs.pop();
    Listed { path, what: what.to_owned(), input, files: reading.outcomes, boots: reading.boots.len() }
}

/// Which reader a file went to.
fn reader_of(file: &FileOutcome) -> &'static str {
    match (&file.salvage, file.read) {
        (Some(_), _) => "salvage",
        (None, 0) if file.fault.is_some() => "none",
        (None, _) => "libsystemd",
    }
}

fn state_of(file: &FileOutcome) -> String {
    match file.state {
        Some(HeaderState::Offline) => "offline".to_owned(),
        Some(HeaderState::Online) => "online".to_owned(),
        Some(HeaderState::Archived) => "archived".to_owned(),
        Some(HeaderState::Unknown(value)) => format!("unknown ({value})"),
        None => "unknown".to_owned(),
    }
}

impl Listed {
    fn problems(&self) -> &[Problem] {
        self.input.as_ref().map_or(&[], |input| &input.problems)
    }

    /// The problems that name a file, or those that name none.
    fn problems_of<'a>(&'a self, file: Option<&'a FileOutcome>) -> impl Iterator<Item = &'a Problem> {
        let names = |problem: &Problem, file: &FileOutcome| {
            problem
                .what
                .strip_prefix(&*file.path.to_string_lossy())
                .is_some_and(|rest| rest.starts_with([':', ' ']))
        };
        self.problems().iter().filter(move |problem| match file {
            Some(file) => names(problem, file),
            None => !self.files.iter().any(|file| names(problem, file)),
        })
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        write!(text, "{}: {}", self.path, self.what)?;
        if let Some(input) = &self.input {
            write!(text, ", {} read, {} rejected", input.records, input.rejected)?;
            if self.boots > 0 {
                write!(text, ", {} boots", self.boots)?;
            }
            write_span(text, input.first, input.last)?;
        }
        writeln!(text)?;
        for file in &self.files {
            write_file(text, file)?;
            for problem in self.problems_of(Some(file)) {
                writeln!(text, "    {}", problem.what)?;
            }
        }
        for problem in self.problems_of(None) {
            match problem.line {
                Some(line) => writeln!(text, "  line {line}: {}", problem.what)?,
                None => writeln!(text, "  {}", problem.what)?,
            }
        }
        Ok(())
    }
}

fn write_span(text: &mut String, first: Option<Micros>, last: Option<Micros>) -> std::fmt::Result {
    match (first, last) {
        (Some(first), Some(last)) => write!(text, ", {} to {}", Stamp::from(first), Stamp::from(last)),
        _ => Ok(()),
    }
}

fn write_file(text: &mut String, file: &FileOutcome) -> std::fmt::Result {
    write!(text, "  {}: {}", file.path.display(), state_of(file))?;
    if let Some(machine) = file.machine.and_then(known) {
        write!(text, ", machine {}", &machine[..ID_SHOWN])?;
    }
    match file.promised {
        Some(promised) => write!(text, ", {promised} entries promised")?,
        None => write!(text, ", no valid header")?,
    }
    match reader_of(file) {
        "salvage" => write!(text, ", {} salvaged", file.read)?,
        "none" => write!(text, ", none read")?,
        reader => write!(text, ", {} read by {reader}", file.read)?,
    }
    write_span(text, file.first, file.last)?;
    let mut boots: Vec<String> =
        file.boots.iter().take(BOOTS_SHOWN).map(|boot| boot.to_string()[..ID_SHOWN].to_owned()).collect();
    if file.boots.len() > BOOTS_SHOWN {
        boots.push(format!("{} more", file.boots.len() - BOOTS_SHOWN));
    }
    match (boots.is_empty(), file.tail_boot) {
        (false, _) => writeln!(text, ", boots {}", boots.join(" ")),
        (true, Some(boot)) => writeln!(text, ", its header names boot {}", &boot.to_string()[..ID_SHOWN]),
        (true, None) => writeln!(text),
    }
}

fn known(id: Id128) -> Option<String> {
    (id != Id128::ZERO).then(|| id.to_string())
}
