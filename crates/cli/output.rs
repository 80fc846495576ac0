//! The terminal: notes, colours, width, files.

use std::fs::OpenOptions;
use std::io::{self, IsTerminal, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result};
use model::Input;
use report::{Options, Report, Zone};

use crate::args::{Common, UsageError, When};

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
    let _ = writeln!(io::stderr().lock(), "{line}");
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

/// What went wrong inside the inputs, the first few of each.
pub(crate) fn problems(common: &Common, inputs: &[Input]) {
    for input in inputs {
        for problem in input.problems.iter().take(SHOWN) {
            match problem.line {
                Some(line) => note(common, &format!("{}:{line}: {}", input.path, problem.what)),
                // A problem of one file of several names it.
                None if input.path.split(", ").any(|path| problem.what.starts_with(path)) => {
                    note(common, &problem.what);
                }
                None => note(common, &format!("{}: {}", input.path, problem.what)),
            }
        }
        let more = input.problems.len().saturating_sub(SHOWN);
        if more > 0 {
            note(common, &format!("{}: {more} more notes, all of them in the report", input.path));
        }
        if input.rejected > 0 {
            note(common, &format!("{}: {} read, {} rejected", input.path, input.records, input.rejected));
        }
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
        redact: common.redact,
    }
}

/// Writes to standard output.
pub(crate) fn write(report: &Report, format: report::Format, common: &Common) -> Result<()> {
    let mut bytes = Vec::new();
    report::render(report, format, &options(common), &mut bytes)?;
    io::stdout().lock().write_all(&bytes)?;
    Ok(())
}

/// Writes plain text to standard output.
pub(crate) fn print(text: &str) -> Result<()> {
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// The format that a file's extension asks for.
pub(crate) fn format_of(path: &Path) -> Result<report::Format, UsageError> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    match extension.as_str() {
        "md" | "markdown" => Ok(report::Format::Markdown),
        "html" | "htm" => Ok(report::Format::Html),
        "json" => Ok(report::Format::Json),
        "txt" | "text" => Ok(report::Format::Text),
        _ => {
            let text =
                format!("--report {}: the extension must be .html, .md, .json or .txt", path.display());
            Err(UsageError(text))
        }
    }
}

/// Writes a report to a file that only its owner may read, redacted unless told otherwise.
pub(crate) fn save(report: &Report, path: &Path, common: &Common) -> Result<()> {
    let format = format_of(path)?;
    let options = Options { color: false, redact: !common.no_redact, width: WIDTH, ..options(common) };
    let mut bytes = Vec::new();
    report::render(report, format, &options, &mut bytes)?;
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)
        .with_context(|| format!("cannot write the report to {}", path.display()))?;
    file.write_all(&bytes).with_context(|| format!("cannot write the report to {}", path.display()))?;
    let how = if options.redact { "redacted" } else { "not redacted" };
    note(common, &format!("report written to {} ({how})", path.display()));
    Ok(())
}

/// Whether somebody closed the other end of standard output.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}
