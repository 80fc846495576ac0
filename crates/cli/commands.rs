//! What the program does: judge boots, or one of the subcommands.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use model::InputId;
use report::schema::{CauseName, Report, Tool};

use crate::args::{Args, Command, Common, Format, Select, UsageError};
use crate::boots::{Between, Which};
use crate::{boots, explain, inputs, listing, output, times};

/// So few boots are worth a second look into the journal for each.
const SHOWN_SINGLY: usize = 3;

/// Runs the program; the result is the exit code.
pub(crate) fn run(args: &Args) -> Result<u8> {
    match &args.command {
        None => judge(&args.select, &args.common),
        Some(Command::Explain { rule }) => explain::run(rule.as_deref()).map(|()| 0),
        Some(Command::Monitors { files, list }) => monitors(files, *list, &args.common).map(|()| 0),
        Some(Command::Inputs { files }) => listing::show(files, &args.common).map(|()| 0),
        Some(Command::Render { report }) => render(report, &args.common).map(|()| 0),
    }
}

fn judge(select: &Select, common: &Common) -> Result<u8> {
    let wanted = select.boot.iter().map(|text| Which::parse(text)).collect::<Result<Vec<_>, UsageError>>()?;
    let between = Between {
        since: select.since.as_deref().map(|text| times::parse(text, common.utc)).transpose()?,
        until: select.until.as_deref().map(|text| times::parse(text, common.utc)).transpose()?,
    };
    select.report.as_deref().map(output::format_of).transpose()?;
    let all = select.all || select.list_boots;
    let sources = inputs::recognise(select);
    let (mut timeline, mut reader) = inputs::load(&sources, common)?;
    let options = diagnose::Options { ended: select.ended };
    let mut diagnoses = diagnose::diagnose(&timeline, options);
    let selected = boots::select(&timeline, &diagnoses, &wanted, all, between)?;
    if selected.len() <= SHOWN_SINGLY {
        let mut of_terms =
            |boot, terms: &[_], wanted: &dyn Fn(&[u8]) -> bool| reader.of_terms(boot, terms, wanted);
        for &index in &selected {
            timeline::add_containers(&mut timeline, index, &mut of_terms);
        }
        diagnoses = diagnose::diagnose(&timeline, options);
    }
    let tool =
        Tool { name: env!("CARGO_PKG_NAME").to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() };
    let report = report::build(&timeline, &diagnoses, &selected, tool);
    // A report that can't be written is no reason to keep the answer from the terminal, nor a closed pipe
    // to keep it from the file.
    let saved = select.report.as_deref().map_or(Ok(()), |path| output::save(&report, path, common));
    let format = match common.output {
        Format::Json => report::Format::Json,
        Format::Markdown => report::Format::Markdown,
        Format::Text if select.list_boots => report::Format::ListBoots,
        Format::Text if all || wanted.contains(&Which::All) => report::Format::Table,
        Format::Text => report::Format::Text,
    };
    let written = output::write(&report, format, common);
    saved.and(written)?;
    Ok(if select.exit_code { exit_code(&report) } else { 0 })
}

/// The worst of the boots shown: a cause that can be acted on is worse than one that is not known.
fn exit_code(report: &Report) -> u8 {
    let rank = |cause| match cause {
        CauseName::MemoryExhaustion => (3, 10),
        CauseName::Thermal => (2, 11),
        CauseName::Unknown => (1, 12),
    };
    report.boots.iter().filter_map(|boot| boot.cause).map(rank).max().map_or(0, |(_, code)| code)
}

fn monitors(files: &[PathBuf], list: bool, common: &Common) -> Result<()> {
    let mut text = String::new();
    if list {
        for name in monitor::format_names() {
            writeln!(text, "{name}")?;
        }
        return output::print(&text);
    }
    let options = inputs::monitor_options(common)?;
    let mut failed = 0;
    for path in files {
        match inputs::read_monitor(path, InputId(0), &options) {
            Ok(monitor) => describe(&mut text, path, &monitor.reading)?,
            Err(why) => {
                failed += 1;
                output::note(common, &why);
            }
        }
    }
    output::print(&text)?;
    if failed == files.len() {
        anyhow::bail!("none of the files could be read as a monitor's");
    }
    Ok(())
}

fn describe(text: &mut String, path: &Path, reading: &monitor::Reading) -> std::fmt::Result {
    writeln!(
        text,
        "{}: {}, {} rows, {} rejected, times {}",
        path.display(),
        reading.format,
        reading.rows,
        reading.rejected,
        match reading.clock {
            monitor::Clock::Absolute => "with their zone",
            monitor::Clock::Local => "local, without a zone",
        }
    )?;
    for series in &reading.series {
        let device = series.device.as_deref().map(|device| format!(" ({device})")).unwrap_or_default();
        let low = series.values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = series.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let cadence = series.cadence().map_or("-".to_owned(), timeline::show_span);
        writeln!(
            text,
            "  {}{device}: {} values, {low:.1} to {high:.1} {}, cadence {cadence}{}",
            series.metric.name(),
            series.len(),
            series.metric.unit(),
            if series.derived { ", derived" } else { "" }
        )?;
    }
    for reject in reading.rejects.iter().take(5) {
        writeln!(text, "  line {}: rejected: {}", reject.line, reject.reason)?;
    }
    Ok(())
}

fn render(path: &Path, common: &Common) -> Result<()> {
    let shown = path.display();
    let saved = if path == Path::new("-") {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(path)
    };
    let saved = saved.with_context(|| format!("cannot read the saved report {shown}"))?;
    let report: Report = report::json::read(&saved)
        .with_context(|| format!("{shown} is not a report saved with -o json (schema spark-autopsy/1)"))?;
    let format = match common.output {
        Format::Json => report::Format::Json,
        Format::Markdown => report::Format::Markdown,
        Format::Text if report.boots.len() > 1 => report::Format::Table,
        Format::Text => report::Format::Text,
    };
    output::write(&report, format, common)
}
