//! Parquet, through polars: instants in microseconds and UTC, compressed with zstd, which every reader in use knows.
//! Control characters of log text are escapes here too, as a query's result is looked at in a terminal.

use std::io::{self, Write};

use polars::prelude::{
    Column, DataFrame, Int64Chunked, IntoColumn, NewChunkedArray, PolarsResult, TimeUnit, TimeZone,
};
use polars_io::prelude::{KeyValueMetadata, ParquetWriter};

use super::{Sheet, Values};
use crate::inert::inert;

/// The key of the sheet's name in the file's metadata.
const NAME: &str = "schema";

pub(super) fn write(sheet: &Sheet, out: &mut dyn Write) -> io::Result<()> {
    // The writer wants to own what it writes to, and must be allowed to send it elsewhere.
    let mut bytes = Vec::new();
    encode(sheet, &mut bytes).map_err(io::Error::other)?;
    out.write_all(&bytes)
}

fn encode(sheet: &Sheet, bytes: &mut Vec<u8>) -> PolarsResult<()> {
    let columns = sheet.columns.iter().map(|column| to_polars(column.name, &column.values)).collect();
    let mut frame = DataFrame::new(sheet.rows(), columns)?;
    let about = vec![(NAME.to_owned(), sheet.name.to_owned())];
    ParquetWriter::new(bytes)
        .with_key_value_metadata(Some(KeyValueMetadata::from_static(about)))
        .finish(&mut frame)?;
    Ok(())
}

fn to_polars(name: &'static str, values: &Values) -> Column {
    match values {
        Values::Text(texts) => {
            let texts: Vec<_> = texts.iter().map(|text| text.as_deref().map(inert)).collect();
            let texts: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
            Column::new(name.into(), texts)
        }
        Values::Whole(numbers) => Column::new(name.into(), numbers),
        Values::Number(numbers) => Column::new(name.into(), numbers),
        Values::Instant(stamps) => {
            let micros = stamps.iter().map(|stamp| stamp.map(crate::Stamp::micros));
            Int64Chunked::from_iter_options(name.into(), micros)
                .into_datetime(TimeUnit::Microseconds, Some(TimeZone::UTC))
                .into_column()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use polars::prelude::DataType;
    use polars_io::prelude::{ParquetReader, SerReader};

    use super::*;

    #[test]
    fn is_typed_and_read_back() {
        for sheet in [super::super::example(), empty()] {
            let mut out = Vec::new();
            write(&sheet, &mut out).unwrap();
            assert!(out.starts_with(b"PAR1"));
            let frame = ParquetReader::new(Cursor::new(out)).finish().unwrap();
            assert_eq!(frame.height(), sheet.rows());
            let types: Vec<DataType> = frame.columns().iter().map(|column| column.dtype().clone()).collect();
            assert_eq!(
                types,
                [
                    DataType::Datetime(TimeUnit::Microseconds, Some(TimeZone::UTC)),
                    DataType::String,
                    DataType::Int64,
                    DataType::Float64,
                ]
            );
            if sheet.rows() > 0 {
                assert_eq!(frame.column("text").unwrap().str().unwrap().get(2), Some("a\\x1b[2Jb"));
                assert_eq!(frame.column("count").unwrap().i64().unwrap().get(0), Some(-2));
                assert_eq!(frame.column("value").unwrap().f64().unwrap().get(1), None);
            }
        }
    }

    fn empty() -> Sheet {
        let mut sheet = super::super::example();
        for column in &mut sheet.columns {
            column.values = match column.values {
                Values::Text(_) => Values::Text(Vec::new()),
                Values::Whole(_) => Values::Whole(Vec::new()),
                Values::Number(_) => Values::Number(Vec::new()),
                Values::Instant(_) => Values::Instant(Vec::new()),
            };
        }
        sheet
    }
}
