//! The cells of a metric's column to values in the metric's unit.

use model::Metric;
use polars::prelude::*;

use crate::cell::{self, Cell};
use crate::log::{Log, quote};
use crate::unit::{Unit, guess, plausible};
use crate::uptime;

/// A column's values, one a row.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// In the metric's unit; none where there is no usable value.
    pub(crate) values: Vec<Option<f64>>,
    /// The second number of cells like `7607/7620MB`.
    pub(crate) totals: Vec<Option<f64>>,
    /// Rows in which the driver had lost the GPU, with the cell.
    pub(crate) silent: Vec<(usize, String)>,
    /// The unit that the numbers were read in.
    pub(crate) unit: Option<Unit>,
    /// Cells that say that there is no value.
    pub(crate) missing: u64,
}

/// What a column's cells are taken for.
pub(crate) struct Reading<'a> {
    /// The metric.
    pub(crate) metric: Metric,
    /// The unit in the name.
    pub(crate) unit: Option<Unit>,
    /// Whether cells must be `used/total`.
    pub(crate) pairs: bool,
    /// Whether numbers have a decimal comma.
    pub(crate) decimal_comma: bool,
    /// The column's name, for notes.
    pub(crate) name: &'a str,
    /// The line of each row.
    pub(crate) lines: &'a [u64],
}

/// Cells of one kind that were left out: how many, where the first is, what it says.
#[derive(Default)]
struct LeftOut {
    count: u64,
    first: Option<(usize, String)>,
}

impl LeftOut {
    fn add(&mut self, row: usize, text: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.is_none() {
            self.first = Some((row, text()));
        }
    }
}

impl Reading<'_> {
    /// Reads the column. A unit in a cell decides for that cell, then the unit in the name, then all
    /// numbers of the column together.
    ///
    /// # Errors
    /// Why the column cannot be used.
    pub(crate) fn read(&self, cells: &StringChunked, log: &mut Log) -> Result<Values, &'static str> {
        let rows = cells.len();
        let mut found =
            Values { totals: if self.pairs { vec![None; rows] } else { Vec::new() }, ..Values::default() };
        let mut numbers: Vec<Option<f64>> = vec![None; rows];
        let mut scaled: Vec<bool> = vec![false; rows];
        let mut unreadable = LeftOut::default();
        for (row, text) in cells.iter().enumerate() {
            let text = text.unwrap_or("");
            let (number, unit) = match self.cell(text) {
                Cell::Missing => {
                    found.missing += 1;
                    continue;
                }
                Cell::Silent => {
                    found.silent.push((row, text.to_owned()));
                    continue;
                }
                // What an absent sensor reads as.
                Cell::Number(-1.0, _) if matches!(self.metric, Metric::GpuTemp | Metric::SocTemp) => {
                    found.missing += 1;
                    continue;
                }
                Cell::Number(number, unit) if !self.pairs => (number, unit),
                Cell::Pair(used, total, unit) if self.pairs => {
                    let scale = unit.or(self.unit).unwrap_or(Unit::MiB).scale(self.metric);
                    found.totals[row] = scale.map(|scale| total * scale);
                    (used, unit.or(Some(Unit::MiB)))
                }
                // tegrastats: now and average.
                Cell::Pair(now, _, unit) if self.metric == Metric::Power => (now, unit),
                Cell::Flag(false) => (0.0, None),
                _ => {
                    unreadable.add(row, || quote(text));
                    continue;
                }
            };
            match unit.map(|unit| unit.scale(self.metric)) {
                None => numbers[row] = Some(number),
                Some(Some(scale)) => {
                    numbers[row] = Some(number * scale);
                    scaled[row] = true;
                    found.unit = found.unit.or(unit);
                }
                Some(None) => unreadable.add(row, || quote(text)),
            }
        }
        if self.pairs && numbers.iter().all(Option::is_none) && unreadable.count > 0 {
            return Err("used or available? the name does not say");
        }
        self.note(&unreadable, log, |text| format!("cells are no values, the first is `{text}`"));
        self.scale(&mut numbers, &scaled, &mut found)?;
        found.values = numbers;
        self.drop_implausible(&mut found, log);
        Ok(found)
    }

    fn cell(&self, text: &str) -> Cell {
        let cell = cell::read(text, self.decimal_comma);
        match cell {
            Cell::Unreadable if self.metric == Metric::Uptime => {
                uptime::seconds(text).map_or(cell, |seconds| Cell::Number(seconds, Some(Unit::Second)))
            }
            _ => cell,
        }
    }

    /// Brings bare numbers to the metric's unit.
    fn scale(
        &self,
        numbers: &mut [Option<f64>],
        scaled: &[bool],
        found: &mut Values,
    ) -> Result<(), &'static str> {
        let bare = || numbers.iter().zip(scaled).map(|(number, scaled)| number.filter(|_| !scaled));
        let column = Float64Chunked::from_iter_options("bare".into(), bare());
        let (Some(median), Some(max)) = (column.median(), column.max()) else { return Ok(()) };
        let unit = match self.unit {
            Some(unit) => Some(unit),
            None => {
                let fractions = bare().flatten().any(|number| number.fract() != 0.0);
                guess(self.metric, median, max, fractions)?
            }
        };
        found.unit = unit.or(found.unit);
        let scale = unit.and_then(|unit| unit.scale(self.metric)).unwrap_or(1.0);
        for (number, scaled) in numbers.iter_mut().zip(scaled) {
            if !scaled {
                *number = number.map(|number| number * scale);
            }
        }
        Ok(())
    }

    fn drop_implausible(&self, found: &mut Values, log: &mut Log) {
        let (from, to) = plausible(self.metric);
        let mut outside = LeftOut::default();
        for (row, value) in found.values.iter_mut().enumerate() {
            if let Some(number) = *value
                && !(from..=to).contains(&number)
            {
                // 1e308 has 309 digits.
                outside.add(row, || {
                    if number.abs() < 1e15 { format!("{number}") } else { format!("{number:e}") }
                });
                *value = None;
            }
        }
        let unit = self.metric.unit();
        self.note(&outside, log, |first| {
            format!("values lie outside {from} to {to} {unit} and are left out, the first is {first}")
        });
    }

    fn note(&self, left_out: &LeftOut, log: &mut Log, text: impl FnOnce(&str) -> String) {
        if let Some((row, first)) = &left_out.first {
            let line = self.lines.get(*row).copied().unwrap_or_default();
            log.note(line, || format!("column `{}`: {} {}", self.name, left_out.count, text(first)));
        }
    }
}

/// The largest number without a unit in a column, and whether any has a fraction.
pub(crate) fn largest(cells: &StringChunked, decimal_comma: bool) -> Option<(f64, bool)> {
    let numbers = cells.iter().flatten().filter_map(|text| match cell::read(text, decimal_comma) {
        // Beyond every memory: a counter of 64 bits that ran over.
        Cell::Number(number, None) if (0.0..1e15).contains(&number) => Some(number),
        _ => None,
    });
    numbers.fold(None, |found, number| {
        let (max, fractions) = found.unwrap_or((number, false));
        Some((max.max(number), fractions || number.fract() != 0.0))
    })
}
