//! Rows of a sheet that have a value: columns that lack it in the same rows have their instants in common.

use std::collections::HashMap;

use model::{Micros, Shared};
use polars::prelude::*;

use crate::MonitorError;
use crate::cells::Samples;
use crate::place::NOWHERE;

/// Lines and places of a sheet's rows.
pub(crate) struct Place {
    pub(crate) lines: Shared<u64>,
    /// [`NOWHERE`] where a row has none.
    pub(crate) at: Shared<Micros>,
}

/// A choice of rows of one sheet, a bit each.
struct Selection {
    sheet: usize,
    rows: Vec<u64>,
    count: usize,
}

/// Instants and lines of the samples of a series, and in which order its values stand, where that is another one.
#[derive(Clone)]
pub(crate) struct Instants {
    pub(crate) at: Shared<Micros>,
    pub(crate) lines: Shared<u64>,
    order: Option<Shared<usize>>,
}

impl Instants {
    /// The values in this order.
    pub(crate) fn sort(&self, values: Vec<f64>) -> Vec<f64> {
        match &self.order {
            Some(order) => order.iter().filter_map(|&from| values.get(from).copied()).collect(),
            None => values,
        }
    }
}

/// The choices of rows so far and the instants that were made of them.
#[derive(Default)]
pub(crate) struct Selections {
    known: Vec<Selection>,
    instants: HashMap<Vec<usize>, Instants>,
}

impl Selections {
    /// The values that count, of rows with a value, a place and whatever else is wanted, and the number of this
    /// choice of rows; none where there is none. What stays of `values` is of no use.
    pub(crate) fn choose(
        &mut self,
        sheet: usize,
        place: &Place,
        values: &mut Samples,
        wanted: impl Fn(usize) -> bool,
        is_last: bool,
    ) -> Option<(usize, Vec<f64>)> {
        let all = values.len().min(place.at.len());
        let mut rows = vec![0_u64; all.div_ceil(64)];
        let mut count = 0;
        for (row, (value, at)) in values.0.iter().zip(&place.at).enumerate() {
            if !value.is_nan() && at.0 != NOWHERE && wanted(row) {
                rows[row / 64] |= 1 << (row % 64);
                count += 1;
            }
        }
        if count == 0 {
            return None;
        }
        let chosen = if count == all && is_last {
            std::mem::take(&mut values.0)
        } else {
            let mut chosen = Vec::with_capacity(count);
            chosen.extend(bits(&rows).map(|row| values.0[row]));
            chosen
        };
        let same = |known: &Selection| known.sheet == sheet && known.rows == rows;
        let at = self.known.iter().position(same).unwrap_or_else(|| {
            self.known.push(Selection { sheet, rows, count });
            self.known.len() - 1
        });
        Some((at, chosen))
    }

    /// The instants of the samples of these choices, one behind the other, sorted; those of one instant by line.
    pub(crate) fn instants(&mut self, choices: &[usize], places: &[Place]) -> Result<Instants, MonitorError> {
        if let Some(known) = self.instants.get(choices) {
            return Ok(known.clone());
        }
        let (at, lines) = self.joined(choices, places);
        let made = if at.is_sorted() {
            Instants { at, lines, order: None }
        } else {
            let order = sorted(&at, &lines)?;
            Instants {
                at: order.iter().map(|&from| at[from]).collect(),
                lines: order.iter().map(|&from| lines[from]).collect(),
                order: Some(order.into()),
            }
        };
        self.instants.insert(choices.to_vec(), made.clone());
        Ok(made)
    }

    fn joined(&self, choices: &[usize], places: &[Place]) -> (Shared<Micros>, Shared<u64>) {
        if let [only] = choices
            && self.known[*only].count == places[self.known[*only].sheet].at.len()
        {
            let place = &places[self.known[*only].sheet];
            return (place.at.clone(), place.lines.clone());
        }
        let count = choices.iter().map(|&choice| self.known[choice].count).sum();
        let (mut at, mut lines) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for &choice in choices {
            let selection = &self.known[choice];
            let place = &places[selection.sheet];
            at.extend(bits(&selection.rows).map(|row| place.at[row]));
            lines.extend(bits(&selection.rows).map(|row| place.lines[row]));
        }
        (at.into(), lines.into())
    }
}

/// The rows whose bits are set.
fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words
        .iter()
        .enumerate()
        .flat_map(|(at, &word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit))
}

/// The order of samples by instant and line.
fn sorted(at: &[Micros], lines: &[u64]) -> Result<Vec<usize>, MonitorError> {
    let rows = u32::try_from(at.len()).unwrap_or(u32::MAX);
    let columns = vec![
        polars::prelude::Column::new("at".into(), at.iter().map(|at| at.0).collect::<Vec<i64>>()),
        polars::prelude::Column::new("line".into(), lines),
        polars::prelude::Column::new("row".into(), (0..rows).collect::<Vec<u32>>()),
    ];
    let options = SortMultipleOptions::default().with_maintain_order(true);
    let frame = DataFrame::new_infer_height(columns)?.sort(["at", "line"], options)?;
    Ok(frame.column("row")?.u32()?.iter().flatten().map(|row| row as usize).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_with_the_same_gaps_share_their_instants() {
        let at = [10, 20, NOWHERE, 15, 40].map(Micros).to_vec();
        let places = [Place { lines: (2..7).collect(), at: at.into() }];
        let mut selections = Selections::default();
        let mut choose = |values: [f64; 5]| {
            let mut values = Samples(values.to_vec());
            let (choice, values) = selections.choose(0, &places[0], &mut values, |_| true, true).unwrap();
            let instants = selections.instants(&[choice], &places).unwrap();
            (instants.sort(values), instants.at, instants.lines)
        };
        let (a, b) = (choose([1.0, 2.0, 3.0, 4.0, 5.0]), choose([6.0, 7.0, f64::NAN, 8.0, 9.0]));
        assert_eq!(a.0, [1.0, 4.0, 2.0, 5.0]);
        assert_eq!(b.0, [6.0, 8.0, 7.0, 9.0]);
        assert!(a.1.is_same(&b.1) && a.2.is_same(&b.2));
        assert_eq!(a.2, vec![2, 5, 3, 6]);
        assert!(!choose([1.0, f64::NAN, 3.0, 4.0, 5.0]).1.is_same(&a.1));
    }
}
