//! The terminal: notes, colours, width, files.

use std::collections::HashSet;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use model::{Input, Problem};
use report::{Lang, Options, Report, Sheet, SheetFormat, Zone};

use crate::args::{Common, Format, Language, Select, UsageError, When};
use crate::samples::Settings;
use crate::{inputs, pager, private, written};

/// Problems of one input that are shown; the report has them all.
const SHOWN: usize = 5;
/// The width where there is no terminal.
const WIDTH: usize = 100;

/// A note on standard error.
pub(crate) fn note(common: &Common, text: &str) {
    if !common.quiet {
        say(&format!("note: {text}"));
    }
}

/// A line on standard error. Where it can't be written there is nobody to be told of that.
fn say(line: &str) {
    private::yield_to_signal();
    let lines: String = line.lines().map(|line| report::inert(line) + "\n").collect();
    let _ = io::stderr().lock().write_all(lines.as_bytes());
}

/// An error and what led to it, on standard error.
pub(crate) fn error(error: &anyhow::Error) {
    // The text of each of our errors holds its cause already.
    say(&format!("spark-autopsy: {error}"));
    let mut shown = error.to_string();
    for cause in error.chain().skip(1) {
        let cause = cause.to_string();
        if !shown.contains(&cause) {
            say(&format!("  because: {cause}"));
            shown = cause;
        }
    }
}

/// What went wrong inside the inputs, the first few of each. What is the same with several inputs is said once.
pub(crate) fn problems(common: &Common, inputs: &[Input]) {
    let mut said: HashSet<&str> = HashSet::new();
    for input in inputs {
        let fresh = |problem: &&Problem| problem.line.is_some() || !said.contains(problem.what.as_str());
        let problems: Vec<&Problem> = input.problems.iter().filter(fresh).collect();
        for problem in problems.iter().take(SHOWN) {
            let alike = inputs.iter().filter(|other| other.problems.contains(problem)).count();
            let others = if alike > 1 && problem.line.is_none() {
                format!(" (and of {} others)", alike - 1)
            } else {
                String::new()
            };
            match problem.line {
                Some(line) => note(common, &format!("{}:{line}: {}", input.path, problem.what)),
                // A problem of one file of several names it.
                None if input.path.split(", ").any(|path| problem.what.starts_with(path)) => {
                    note(common, &problem.what);
                }
                None => note(common, &format!("{}{others}: {}", input.path, problem.what)),
            }
        }
        let more = problems.len().saturating_sub(SHOWN);
        if more > 0 {
            note(common, &format!("{}: {more} more notes, all of them in the report", input.path));
        }
        if input.rejected > 0 {
            note(common, &format!("{}: {} read, {} rejected", input.path, input.records, input.rejected));
        }
        said.extend(input.problems.iter().map(|problem| problem.what.as_str()));
    }
}

/// How standard output is to be written.
pub(crate) fn options(common: &Common) -> Options {
    let terminal = io::stdout().is_terminal();
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    Options {
        width: columns.or(width.filter(|_| terminal)).unwrap_or(WIDTH).clamp(40, 240),
        color: match common.color {
            When::Always => true,
            When::Never => false,
            When::Auto => terminal && !no_color,
        },
        ascii: common.ascii,
        zone: if common.utc { Zone::Utc } else { Zone::Local },
        verbose: common.verbose,
        lang: lang(common),
        redact: common.redact,
    }
}

/// The language asked for, else that of the environment.
fn lang(common: &Common) -> Lang {
    match common.lang {
        Some(Language::En) => Lang::En,
        Some(Language::Ja) => Lang::Ja,
        None => {
            let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
            let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
            Lang::of_locale(&locale.unwrap_or_default())
        }
    }
}

/// Writes to standard output.
pub(crate) fn write(report: &Report, format: report::Format, common: &Common) -> Result<()> {
    let mut bytes = Vec::new();
    report::render(report, format, &options(common), &mut bytes)?;
    pager::show(&bytes, common)?;
    Ok(())
}

/// Shows text on standard output, through a pager where there is one.
pub(crate) fn show(text: &str, common: &Common) -> Result<()> {
    // A file's name may hold anything.
    let text: String = text.lines().map(|line| report::inert(line) + "\n").collect();
    pager::show(text.as_bytes(), common)?;
    Ok(())
}

/// Writes text to standard output as it is.
pub(crate) fn print(text: &str) -> Result<()> {
    private::yield_to_signal();
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// Refuses what would only make a mess of a terminal.
pub(crate) fn check(common: &Common) -> Result<(), UsageError> {
    if common.output == Format::Parquet && io::stdout().is_terminal() {
        let text = "-o parquet is not for a terminal; use --report FILE.parquet, or send it to a file with >";
        return Err(UsageError(text.to_owned()));
    }
    Ok(())
}

/// A file's extension in lower case, empty if it has none.
fn extension(path: &Path) -> String {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_ascii_lowercase()
}

/// The format that a file's extension asks for.
pub(crate) fn format_of(path: &Path) -> Result<report::Format, UsageError> {
    let stem = path.file_stem().map(Path::new).map(extension);
    match extension(path).as_str() {
        "md" | "markdown" if stem.as_deref() == Some("forum") => Ok(report::Format::Forum),
        "md" | "markdown" => Ok(report::Format::Markdown),
        "html" | "htm" => Ok(report::Format::Html),
        "json" => Ok(report::Format::Json),
        "jsonl" | "ndjson" => Ok(report::Format::JsonLines),
        "csv" => Ok(report::Format::Csv),
        "parquet" => Ok(report::Format::Parquet),
        "txt" | "text" => Ok(report::Format::Text),
        _ => {
            let known = ".html, .md, .forum.md, .json, .jsonl, .csv, .parquet or .txt";
            Err(UsageError(format!("--report {}: the extension must be {known}", path.display())))
        }
    }
}

/// Writes a report to a file that only its owner may read, redacted unless told otherwise.
pub(crate) fn save(report: &Report, path: &Path, common: &Common) -> Result<()> {
    let format = format_of(path)?;
    let options = Options { color: false, redact: !common.no_redact, width: WIDTH, ..options(common) };
    written::replace(path, "the report", |out| report::render(report, format, &options, out))?;
    let how = if options.redact { "redacted" } else { "not redacted" };
    note(common, &format!("report written to {} ({how})", path.display()));
    Ok(())
}

/// Refuses to write over what is read, and two things to one place.
pub(crate) fn check_targets(select: &Select, common: &Common) -> Result<(), UsageError> {
    let targets: Vec<&PathBuf> = select.report.iter().chain(&select.timeline).collect();
    let named = select.inputs.iter().chain(&select.file).chain(&select.csv).chain(&common.map);
    let settings = Settings::new(common)?;
    let named: Vec<PathBuf> =
        named.chain(&select.directory).chain(&select.root).map(|path| place(path)).collect();
    for target in &targets {
        let there = place(target);
        // Of a folder only what would be read of it counts: a report may be written anew beside the journal.
        let is_read = |input: &PathBuf| {
            *input == there
                || (there.starts_with(input) && there.is_file() && inputs::is_input(&there, &settings))
        };
        if named.iter().any(is_read) {
            let text = format!(
                "{} is read as an input and is not written over; name another file",
                target.display()
            );
            return Err(UsageError(text));
        }
    }
    let mut taken = HashSet::new();
    match targets.into_iter().find(|target| !taken.insert(place(target))) {
        Some(twice) => {
            Err(UsageError(format!("{} is to be written twice; name another file", twice.display())))
        }
        None => Ok(()),
    }
}

/// A path without links, as far as it is there.
fn place(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        match (folder.canonicalize(), path.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => path.to_owned(),
        }
    })
}

/// The format of a table that a file's extension asks for.
pub(crate) fn sheet_format_of(path: &Path) -> Result<SheetFormat, UsageError> {
    match extension(path).as_str() {
        "parquet" => Ok(SheetFormat::Parquet),
        "csv" => Ok(SheetFormat::Csv),
        "jsonl" | "ndjson" => Ok(SheetFormat::JsonLines),
        _ => {
            let known = ".parquet, .csv or .jsonl";
            Err(UsageError(format!("--timeline {}: the extension must be {known}", path.display())))
        }
    }
}

/// Writes the time line, which was redacted unless told otherwise, to a file that only its owner may read.
pub(crate) fn save_timeline(sheet: &Sheet, path: &Path, common: &Common) -> Result<()> {
    let format = sheet_format_of(path)?;
    written::replace(path, "the time line", |out| sheet.write(format, out))?;
    let how = if common.no_redact { "not redacted" } else { "redacted" };
    note(common, &format!("time line of {} rows written to {} ({how})", sheet.rows(), path.display()));
    Ok(())
}

/// Whether somebody closed the other end of standard output.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}
