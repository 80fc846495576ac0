//! `spark-autopsy inputs`: what was recognised and read, file by file, without judging.

mod json;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use journal::{FileOutcome, Reader, Reading, Selection, Source};
use model::boot::HeaderState;
use model::{Id128, Input, InputId, InputKind, Lines, Micros, Problem};
use report::Stamp;

use crate::args::Common;
use crate::inputs::Sources;
use crate::samples::{self, Settings};
use crate::{output, rotated};

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
    /// Names of hosts in it.
    hosts: Vec<String>,
}

/// Lists the inputs, the roots of disks among them, and their files.
pub(crate) fn show(paths: &[PathBuf], roots: &[PathBuf], common: &Common) -> Result<()> {
    let as_json = common.wants_json()?;
    let settings = Settings::new(common)?;
    // Made once: a bundle may have thousands of members.
    let selection = timeline::selection();
    let mut listed = Vec::new();
    for path in paths {
        let mut sources = Sources::default();
        sources.add(path, &settings)?;
        listed.extend(look(path, &sources, &settings, &selection));
    }
    for path in roots {
        let mut sources = Sources::default();
        sources.add_root(path, &settings);
        listed.extend(look(path, &sources, &settings, &selection));
    }
    let mut output = json::Output::new(&listed);
    let hosts: Vec<String> = listed.iter().flat_map(|listed| listed.hosts.clone()).collect();
    let redactor = common.redact.then(|| output.redact(&hosts)).transpose()?;
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

/// What was recognised at a path, and read.
fn look(path: &Path, sources: &Sources, settings: &Settings, selection: &Selection) -> Vec<Listed> {
    let shown = path.display().to_string();
    let refused: Vec<String> = sources.refused.iter().map(|why| sources.name_in(why)).collect();
    let mut listed: Vec<Listed> =
        refused.into_iter().map(|why| Listed::refused(shown.clone(), why)).collect();
    for what in sources.notes.iter().chain(&sources.unread) {
        let what = what.strip_prefix(&format!("{shown}: ")).unwrap_or(what).to_owned();
        listed.push(Listed::refused(shown.clone(), what));
    }
    for named in &sources.journals {
        let path = named.name.clone().unwrap_or_else(|| shown.clone());
        listed.push(match Reader::open(std::slice::from_ref(&named.source), 0) {
            Ok(mut reader) => {
                reader.be_thorough();
                of_journal(path, &named.source, reader.read(selection), sources)
            }
            Err(error) => Listed::refused(path, sources.name_in(&error.to_string())),
        });
    }
    for set in rotated::sets(&sources.monitors) {
        let path = sources.name_in(&samples::joined(&set));
        listed.push(match samples::read(&set, InputId(0), settings) {
            Ok(monitor) => Listed {
                input: Some(named(monitor.input, sources)),
                ..Listed::refused(path, format!("a monitor's samples ({})", monitor.reading.format))
            },
            Err(why) => Listed::refused(path, sources.name_in(&why)),
        });
    }
    listed
}

fn of_journal(path: String, source: &Source, mut reading: Reading, sources: &Sources) -> Listed {
    let input = reading.inputs.pop().map(|input| named(input, sources));
    let what = match (source, input.as_ref().map(|input| input.kind)) {
        (Source::Directory(_), _) => "a folder of journal files".to_owned(),
        (Source::File(_) | Source::Live, _) => "a journal file".to_owned(),
        (Source::Export(_), Some(InputKind::JournalText)) => {
            "a journal as text with all its fields".to_owned()
        }
        (Source::Export(_), _) => "an export stream of a journal".to_owned(),
        (Source::Text(_), Some(InputKind::CrashRecord)) => {
            "the kernel's last lines before a crash".to_owned()
        }
        (Source::Text(_), Some(InputKind::Sessions)) => "a record of starts and shutdowns".to_owned(),
        (Source::Text(_), _) => format!("a text log{}", shows(&reading)),
    };
    let mut files = reading.outcomes;
    for file in &mut files {
        file.path = PathBuf::from(sources.name_in(&file.path.to_string_lossy()));
    }
    let mut hosts: Vec<String> = reading.boots.iter().filter_map(|boot| boot.hostname.clone()).collect();
    if let Source::Text(text) = source {
        hosts.extend(text.hostname.clone());
    }
    Listed { path, what, input, files, boots: reading.boots.len(), hosts }
}

fn named(mut input: Input, sources: &Sources) -> Input {
    input.path = sources.name_in(&input.path);
    input.problems.iter_mut().for_each(|problem| problem.what = sources.name_in(&problem.what));
    input
}

/// Which lines a text log can show.
fn shows(reading: &Reading) -> &'static str {
    let mut lines = reading.boots.iter().flat_map(|boot| &boot.boot.coverage).map(|cover| cover.lines);
    let Some(first) = lines.next() else { return "" };
    if lines.any(|other| other != first) {
        return "";
    }
    match first {
        Lines::All | Lines::Boots => "",
        Lines::Kernel | Lines::Crash => " of the kernel's lines",
        Lines::Programs => " of programs' lines",
        Lines::Excerpt => ", an excerpt",
        Lines::Driver => " of the NVIDIA driver's lines",
    }
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
    /// An input of which only words can be said.
    fn refused(path: String, what: String) -> Self {
        Self { path, what, input: None, files: Vec::new(), boots: 0, hosts: Vec::new() }
    }

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
