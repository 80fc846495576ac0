//! The cells of a metric's column to values in the metric's unit.

use model::Metric;
use polars::prelude::*;

use crate::cell::Cell;
use crate::cells::{Cells, Kind, Samples};
use crate::log::{Log, quote};
use crate::unit::{Unit, guess, plausible};

/// A column's values, one a row.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// In the metric's unit; none where there is no usable value.
    pub(crate) values: Samples,
    /// The second number of cells like `7607/7620MB`.
    pub(crate) totals: Samples,
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
    /// Reads the column, of which only the numbers are kept on, where they stand. A unit in a cell decides for that
    /// cell, then the unit in the name, then all numbers of the column together.
    ///
    /// # Errors
    /// Why the column cannot be used.
    pub(crate) fn read(&self, mut cells: Cells, log: &mut Log) -> Result<Values, &'static str> {
        let rows = cells.len();
        let mut found = Values::default();
        if self.pairs {
            found.totals = Samples::none(rows);
        }
        let mut unreadable = LeftOut::default();
        let absent = matches!(self.metric, Metric::GpuTemp | Metric::SocTemp);
        let simple = cells.all_bare() && !self.pairs;
        for row in 0..rows {
            let number = cells.numbers[row];
            // What an absent sensor reads as.
            let is_absent = absent && number == -1.0;
            if is_absent {
                found.missing += 1;
                cells.numbers[row] = f64::NAN;
            }
            if simple || is_absent {
                continue;
            }
            let value = match self.value(&cells, row, &mut found) {
                Ok(value) => value,
                Err(()) => {
                    unreadable.add(row, || quote(&cells.text(row)));
                    None
                }
            };
            cells.numbers[row] = value.unwrap_or(f64::NAN);
        }
        if self.pairs && unreadable.count > 0 && cells.numbers.iter().all(|number| number.is_nan()) {
            return Err("used or available? the name does not say");
        }
        self.note(&unreadable, log, |text| format!("cells are no values, the first is `{text}`"));
        self.scale(&mut cells, &mut found)?;
        found.values = Samples(cells.numbers);
        self.drop_implausible(&mut found, log);
        Ok(found)
    }

    /// The number in a cell, in the metric's unit where the cell has one of its own. None where it says that there is
    /// no value, an error where it says something else.
    fn value(&self, cells: &Cells, row: usize, found: &mut Values) -> Result<Option<f64>, ()> {
        let (number, unit) = match (cells.get(row), &cells.kinds[cells.tag(row)]) {
            (Cell::Missing, _) => {
                found.missing += 1;
                return Ok(None);
            }
            (Cell::Silent, Kind::Word(_, text)) => {
                found.silent.push((row, text.clone()));
                return Ok(None);
            }
            (Cell::Number(number, unit), _) if !self.pairs => (number, unit),
            (Cell::Pair(used, total, unit), _) if self.pairs => {
                let scale = unit.or(self.unit).unwrap_or(Unit::MiB).scale(self.metric);
                found.totals.0[row] = scale.map_or(f64::NAN, |scale| total * scale);
                (used, unit.or(Some(Unit::MiB)))
            }
            // tegrastats: now and average.
            (Cell::Pair(now, _, unit), _) if self.metric == Metric::Power => (now, unit),
            (Cell::Flag(false), _) => (0.0, None),
            _ => return Err(()),
        };
        let Some(own) = unit else { return Ok(Some(number)) };
        let scale = own.scale(self.metric).ok_or(())?;
        found.unit = found.unit.or(unit);
        Ok(Some(number * scale))
    }

    /// Whether the number of a row has no unit of its own.
    fn is_bare(&self, cells: &Cells, row: usize) -> bool {
        match &cells.kinds[cells.tag(row)] {
            Kind::Number(unit) => unit.is_none(),
            Kind::Pair(unit) => unit.is_none() && !self.pairs,
            Kind::Word(..) => true,
        }
    }

    /// Brings bare numbers to the metric's unit.
    fn scale(&self, cells: &mut Cells, found: &mut Values) -> Result<(), &'static str> {
        let bare = |cells: &Cells, row: usize| {
            let number = cells.numbers[row];
            (!number.is_nan() && (cells.all_bare() || self.is_bare(cells, row))).then_some(number)
        };
        let rows = 0..cells.len();
        if !rows.clone().any(|row| bare(cells, row).is_some()) {
            return Ok(());
        }
        let unit = match self.unit {
            Some(unit) => Some(unit),
            None => {
                let numbers: Vec<f64> = rows.clone().filter_map(|row| bare(cells, row)).collect();
                let fractions = numbers.iter().any(|number| number.fract() != 0.0);
                let column = Float64Chunked::from_vec("bare".into(), numbers);
                let (Some(median), Some(max)) = (column.median(), column.max()) else { return Ok(()) };
                guess(self.metric, median, max, fractions)?
            }
        };
        found.unit = unit.or(found.unit);
        let scale = unit.and_then(|unit| unit.scale(self.metric)).unwrap_or(1.0);
        if scale != 1.0 {
            for row in rows {
                if let Some(number) = bare(cells, row) {
                    cells.numbers[row] = number * scale;
                }
            }
        }
        Ok(())
    }

    fn drop_implausible(&self, found: &mut Values, log: &mut Log) {
        let (from, to) = plausible(self.metric);
        let mut outside = LeftOut::default();
        for (row, value) in found.values.0.iter_mut().enumerate() {
            let number = *value;
            if !number.is_nan() && !(from..=to).contains(&number) {
                // 1e308 has 309 digits.
                outside.add(row, || {
                    if number.abs() < 1e15 { format!("{number}") } else { format!("{number:e}") }
                });
                *value = f64::NAN;
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
pub(crate) fn largest(cells: &Cells) -> Option<(f64, bool)> {
    let numbers = (0..cells.len()).filter_map(|row| match cells.get(row) {
        // Beyond every memory: a counter of 64 bits that ran over.
        Cell::Number(number, None) if (0.0..1e15).contains(&number) => Some(number),
        _ => None,
    });
    numbers.fold(None, |found, number| {
        let (max, fractions) = found.unwrap_or((number, false));
        Some((max.max(number), fractions || number.fract() != 0.0))
    })
}
