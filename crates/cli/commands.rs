//! What the program does: judge boots, or one of the subcommands.

use std::path::Path;

use anyhow::{Context, Result};
use report::schema::{CauseName, Report, Tool};

use crate::args::{Args, Command, Common, Format, Select, UsageError};
use crate::boots::{Between, Which};
use crate::samples::Settings;
use crate::{boots, explain, host, inputs, listing, monitors, output, times};

/// So few boots are worth a second look into the journal for each.
const SHOWN_SINGLY: usize = 3;

/// Runs the program; the result is the exit code.
pub(crate) fn run(args: &Args) -> Result<u8> {
    match &args.command {
        None => judge(&args.select, &args.common),
        Some(Command::Explain { rule }) => explain::run(rule.as_deref(), &args.common).map(|()| 0),
        Some(Command::Monitors { list: true, .. }) => monitors::list(&args.common).map(|()| 0),
        Some(Command::Monitors { files, print_map: true, .. }) => monitors::print_maps(files).map(|()| 0),
        Some(Command::Monitors { files, .. }) => monitors::show(files, &args.common),
        Some(Command::Inputs { files, root }) => listing::show(files, root, &args.common).map(|()| 0),
        Some(Command::Render { report }) => render(report, &args.common).map(|()| 0),
    }
}

fn judge(select: &Select, common: &Common) -> Result<u8> {
    let wanted = select.boot.iter().map(|text| Which::parse(text)).collect::<Result<Vec<_>, UsageError>>()?;
    let between = Between {
        since: select.since.as_deref().map(|text| times::parse(text, common.utc)).transpose()?,
        until: select.until.as_deref().map(|text| times::parse(text, common.utc)).transpose()?,
    };
    output::check(common)?;
    output::check_targets(select, common)?;
    select.report.iter().try_for_each(|path| output::format_of(path).map(drop))?;
    select.timeline.iter().try_for_each(|path| output::sheet_format_of(path).map(drop))?;
    let all = select.all || select.list_boots;
    let settings = Settings::new(common)?;
    let sources = inputs::recognise(select, &settings)?;
    let (mut timeline, mut reader) = inputs::load(&sources, settings, common)?;
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
    let mut report = report::build(&timeline, &diagnoses, &selected, tool);
    host::complete(&mut report);
    // A report that can't be written is no reason to keep the answer from the terminal, nor a closed pipe
    // to keep it from the file.
    let mut saved: Vec<Result<()>> =
        select.report.iter().map(|path| output::save(&report, path, common)).collect();
    if !select.timeline.is_empty() {
        let redact_like = (!common.no_redact).then_some(&report);
        let sheet = report::aligned(&timeline, &selected, redact_like);
        saved.extend(select.timeline.iter().map(|path| output::save_timeline(&sheet, path, common)));
    }
    let text = if select.list_boots {
        report::Format::ListBoots
    } else if all || wanted.contains(&Which::All) {
        report::Format::Table
    } else {
        report::Format::Text
    };
    let format = rendering(common.output, text);
    let written = output::write(&report, format, common);
    told_singly(saved).and(written)?;
    Ok(if select.exit_code { exit_code(&report) } else { 0 })
}

/// The last of the failures, for the program to end with; the others are told here.
fn told_singly(saved: Vec<Result<()>>) -> Result<()> {
    let mut failed: Vec<_> = saved.into_iter().filter_map(Result::err).collect();
    let last = failed.pop();
    failed.iter().for_each(output::error);
    last.map_or(Ok(()), Err)
}

/// The rendering that a format on the command line stands for; the one as text depends on what is shown.
const fn rendering(format: Format, text: report::Format) -> report::Format {
    match format {
        Format::Text => text,
        Format::Json => report::Format::Json,
        Format::Markdown => report::Format::Markdown,
        Format::Forum => report::Format::Forum,
        Format::Html => report::Format::Html,
        Format::JsonLines => report::Format::JsonLines,
        Format::Csv => report::Format::Csv,
        Format::Parquet => report::Format::Parquet,
    }
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

fn render(path: &Path, common: &Common) -> Result<()> {
    output::check(common)?;
    let shown = path.display();
    let saved = if path == Path::new("-") {
        std::io::read_to_string(std::io::stdin())
    } else {
        journal::open_file(path).and_then(std::io::read_to_string)
    };
    let saved = saved.with_context(|| format!("cannot read the saved report {shown}"))?;
    let report: Report = report::json::read(&saved)
        .with_context(|| format!("{shown} is not a report saved with -o json (schema spark-autopsy/1)"))?;
    anyhow::ensure!(
        report.schema == report::schema::SCHEMA,
        "{shown} has the schema {}; this version reads {}",
        report.schema.escape_debug(),
        report::schema::SCHEMA
    );
    let text = if report.boots.len() > 1 { report::Format::Table } else { report::Format::Text };
    output::write(&report, rendering(common.output, text), common)
}
