//! The answer in one sentence, through the library crates: journal and monitor -> time line -> verdict -> report.
//!
//! ```text
//! cargo run --locked --example first_sentence
//! cargo run --locked --example first_sentence journal.export.xz monitor.csv
//! ```

use std::io::Read;
use std::path::PathBuf;

use anyhow::{Context, Result};
use journal::{Reader, Source};
use model::{Input, InputId, InputKind};
use report::schema::Tool;
use timeline::{Inputs, MonitorInput};

const INCIDENT: &str = "fixtures/incidents/00-article-day";

fn main() -> Result<()> {
    let mut paths = std::env::args_os().skip(1).map(PathBuf::from);
    let incident = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(INCIDENT);
    let (export, csv) = match paths.next() {
        Some(export) => (export, paths.next()),
        None => (incident.join("journal.export.xz"), Some(incident.join("monitor.csv"))),
    };

    // Bytes to records: of the whole journal only what the parsers listen to, and each boot's last entries.
    let mut reader = Reader::open(&[Source::Export(export)], 0)?;
    let journal = reader.read(&timeline::selection());
    let monitors = csv.map(read_monitor).transpose()?.into_iter().collect();

    // Records and samples to boots in their true order, each with its events and series.
    let inputs = Inputs { journal, monitors, host_zone: None };
    let timeline = timeline::build(inputs, &mut |boot, units| reader.last_of_units(boot, units));

    // Evidence and a verdict for every boot.
    let diagnoses = diagnose::diagnose(&timeline, diagnose::Options::default());

    let every_boot: Vec<usize> = (0..timeline.boots.len()).collect();
    let tool = Tool { name: "first_sentence".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() };
    let report = report::build(&timeline, &diagnoses, &every_boot, tool);
    print(&report);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "an example prints")]
fn print(report: &report::Report) {
    let options = report::Options::default();
    for boot in &report.boots {
        println!("{}", report::verdict(boot, &options));
    }
}

fn read_monitor(path: PathBuf) -> Result<MonitorInput> {
    let mut bytes = Vec::new();
    journal::open_stream(&path).with_context(|| path.display().to_string())?.read_to_end(&mut bytes)?;
    let id = InputId(1);
    let reading = monitor::read(&bytes, id, &monitor::Options::default())?;
    let mut input = Input::new(id, path.display().to_string(), InputKind::Monitor);
    input.records = reading.rows;
    Ok(MonitorInput { input, reading })
}
