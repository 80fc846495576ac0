//! What polars alone makes of a clean nvidia-smi log: types, dates and the extremes of every column. The measure
//! for `benches/monitor.py`; one torn line, one repeated header or one `[N/A]` and it fails or turns to text.
//!
//! ```text
//! cargo run --release --locked --example polars_alone -- nvidia-smi.csv
//! ```

use std::path::PathBuf;

use anyhow::{Context, Result};
use polars::prelude::*;

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() -> Result<()> {
    let path = PathBuf::from(std::env::args_os().nth(1).context("give a CSV file")?);
    let frame = CsvReadOptions::default()
        .with_has_header(true)
        .try_into_reader_with_file_path(Some(path))?
        .finish()?;
    println!("{} rows", frame.height());
    for column in frame.columns() {
        // polars keeps the blank behind the comma, so every column is text.
        let text = column.cast(&DataType::String)?;
        let trimmed: StringChunked = text.str()?.iter().map(|cell| cell.map(str::trim)).collect();
        let name = column.name().trim();
        if name == "timestamp" {
            let at = trimmed.as_datetime(
                Some("%Y/%m/%d %H:%M:%S%.3f"),
                TimeUnit::Microseconds,
                true,
                false,
                None,
                &StringChunked::from_iter([Some("raise")]),
            )?;
            println!("{name}: {:?} to {:?}", at.phys.min(), at.phys.max());
        } else {
            let numbers = trimmed.into_series().strict_cast(&DataType::Float64)?;
            let numbers = numbers.f64()?;
            println!("{name}: {} values, {:?} to {:?}", numbers.len(), numbers.min(), numbers.max());
        }
    }
    Ok(())
}
