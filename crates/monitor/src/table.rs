//! A sheet as a polars frame of text columns.

use std::io::Cursor;
use std::sync::Arc;

use polars::prelude::*;

use crate::MonitorError;
use crate::sheet::{SEPARATOR, Sheet};

/// A sheet's rows as columns of text, with the line of each row.
pub(crate) struct Table {
    frame: DataFrame,
    /// Line numbers.
    pub(crate) lines: Vec<u64>,
}

impl Table {
    /// Lets polars read the cleaned rows. Everything is read as text: only whole columns can tell what
    /// their cells mean.
    ///
    /// # Errors
    /// `Frame`, where polars refuses; the rows are clean, so none is known.
    pub(crate) fn read(sheet: &mut Sheet) -> Result<Self, MonitorError> {
        let text = std::mem::take(&mut sheet.clean);
        let mut schema = Schema::with_capacity(sheet.names.len() + 1);
        schema.with_column("line".into(), DataType::Int64);
        for index in 0..sheet.names.len() {
            schema.with_column(column(index), DataType::String);
        }
        let parse = CsvParseOptions::default()
            .with_separator(SEPARATOR)
            .with_quote_char(None)
            .with_eol_char(b'\n')
            .with_missing_is_null(true);
        let frame = CsvReadOptions::default()
            .with_has_header(false)
            .with_raise_if_empty(false)
            .with_schema(Some(Arc::new(schema)))
            .with_parse_options(parse)
            .into_reader_with_file_handle(Cursor::new(text.into_bytes()))
            .finish()?;
        let lines =
            frame.column("line")?.i64()?.iter().map(|line| line.map_or(0, i64::unsigned_abs)).collect();
        Ok(Self { frame, lines })
    }

    /// The cells of a column.
    pub(crate) fn cells(&self, index: usize) -> Result<&StringChunked, MonitorError> {
        Ok(self.frame.column(&column(index))?.str()?)
    }
}

fn column(index: usize) -> PlSmallStr {
    format!("c{index}").into()
}
