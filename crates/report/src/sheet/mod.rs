//! Tables with typed columns, for spreadsheets, data frames and databases: one description, several file formats.

mod csv;
mod jsonl;
mod parquet;

use std::io::{self, Write};

use crate::Stamp;

/// The file formats of a [`Sheet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetFormat {
    /// RFC 4180 with a header, lines ended by `\n`; no cell is a formula.
    Csv,
    /// An object a row.
    JsonLines,
    /// Typed, compressed with zstd.
    Parquet,
}

/// A table: columns of the same length.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The name and version of its contract, such as `spark-autopsy-timeline/1`: columns are only added.
    pub name: &'static str,
    /// The columns.
    pub columns: Vec<Column>,
}

/// A column of a [`Sheet`].
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name, which carries the unit.
    pub name: &'static str,
    /// Its values.
    pub values: Values,
}

/// The values of a column, by type.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Text, raw.
    Text(Vec<Option<String>>),
    /// Whole numbers.
    Whole(Vec<Option<i64>>),
    /// Numbers; finite.
    Number(Vec<Option<f64>>),
    /// Instants.
    Instant(Vec<Option<Stamp>>),
}

/// One value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'s> {
    /// Not known, or there is none.
    Empty,
    /// Text, raw.
    Text(&'s str),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// An instant.
    Instant(Stamp),
}

impl Values {
    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Text(values) => values.len(),
            Self::Whole(values) => values.len(),
            Self::Number(values) => values.len(),
            Self::Instant(values) => values.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a row.
    #[must_use]
    pub fn cell(&self, row: usize) -> Cell<'_> {
        let cell = match self {
            Self::Text(values) => values.get(row).and_then(Option::as_deref).map(Cell::Text),
            Self::Whole(values) => values.get(row).copied().flatten().map(Cell::Whole),
            Self::Number(values) => values.get(row).copied().flatten().map(Cell::Number),
            Self::Instant(values) => values.get(row).copied().flatten().map(Cell::Instant),
        };
        cell.unwrap_or(Cell::Empty)
    }

    /// The type in words, as in `schema/columns.md`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Whole(_) => "int64",
            Self::Number(_) => "float64",
            Self::Instant(_) => "timestamp (us, UTC)",
        }
    }
}

impl Sheet {
    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// Writes it.
    ///
    /// # Errors
    /// Those of the writer; with Parquet also those of polars.
    pub fn write(&self, format: SheetFormat, out: &mut dyn Write) -> io::Result<()> {
        match format {
            SheetFormat::Csv => csv::write(self, out),
            SheetFormat::JsonLines => jsonl::write(self, out),
            SheetFormat::Parquet => parquet::write(self, out),
        }
    }
}

#[cfg(test)]
pub(crate) fn example() -> Sheet {
    let stamps = [Some(Stamp::new(1_778_736_114_431_416)), None, Some(Stamp::new(0))];
    Sheet {
        name: "example/1",
        columns: vec![
            Column { name: "at", values: Values::Instant(stamps.to_vec()) },
            Column {
                name: "text",
                values: Values::Text(vec![
                    Some("=1+1, \"x\"".to_owned()),
                    None,
                    Some("a\u{1b}[2Jb".to_owned()),
                ]),
            },
            Column { name: "count", values: Values::Whole(vec![Some(-2), Some(0), None]) },
            Column { name: "value", values: Values::Number(vec![Some(0.5), None, Some(5440.0)]) },
        ],
    }
}
