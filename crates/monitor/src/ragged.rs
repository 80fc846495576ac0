//! Rows that all have the same number of cells too many.
//!
//! One cell holds the separator (a script's `pid,MiB`), or the script grew a column that its header
//! does not name. Which one is not known; but at many places a surplus cell would push a word, a time
//! or an impossible number under a known column. The places that are left are the possible ones, and
//! a column is read only where all of them give it the same cell.

use std::borrow::Cow;

use model::Metric;

use crate::alias::Role;
use crate::cell::{Cell, read};
use crate::name::Name;
use crate::sheet::Sheet;
use crate::stamp::Stamp;
use crate::unit::{Unit, plausible};

/// Fewer such rows are damage.
pub(crate) const ROWS: usize = 5;
/// More surplus cells than this are another table.
const SURPLUS: usize = 4;
/// So many rows are looked at.
pub(crate) const LOOK: usize = 500;

/// The places, first and last, at which surplus cells may stand in most rows of one length.
#[derive(Clone, Copy)]
pub(crate) struct Surplus {
    cells: usize,
    first: usize,
    last: usize,
}

impl Surplus {
    /// Looks at the first rows; none where there are too few, or where a place is possible in some and
    /// not in others: then it is not the same in all, and they are damaged.
    pub(crate) fn of(sheet: &Sheet, rows: &[Vec<Cow<'_, str>>]) -> Option<Self> {
        let wanted = sheet.names.len();
        let cells = rows.first()?.len().checked_sub(wanted)?;
        if rows.len() < ROWS || !(1..=SURPLUS).contains(&cells) || wanted > 200 {
            return None;
        }
        let (mut first, mut last) = (None, None);
        for place in 0..=wanted {
            let fitting = rows.iter().filter(|row| fits_at(sheet, row, place, cells)).count();
            match fitting * 10 {
                most if most >= rows.len() * 9 => {
                    first = first.or(Some(place));
                    last = Some(place);
                }
                few if few <= rows.len() => {}
                _ => return None,
            }
        }
        Some(Self { cells, first: first?, last: last? })
    }

    /// For each column the cell of this row that is surely its own; none where nothing useful is sure.
    /// What is possible in most rows and what is in this one must agree.
    pub(crate) fn sources(self, sheet: &Sheet, row: &[Cow<'_, str>]) -> Option<Vec<Option<usize>>> {
        let wanted = sheet.names.len();
        let own = |place: &usize| fits_at(sheet, row, *place, self.cells);
        let first = (0..=wanted).find(own)?.min(self.first);
        let last = (0..=wanted).rev().find(own)?.max(self.last);
        let source = |column: usize| match column {
            column if column < first => Some(column),
            column if column >= last => Some(column + self.cells),
            _ => None,
        };
        let any = |wanted: fn(Role) -> bool| {
            (0..sheet.roles.len()).any(|at| wanted(sheet.roles[at]) && source(at).is_some())
        };
        let useful = any(|role| role == Role::Time) && any(|role| matches!(role, Role::Metric(_)));
        useful.then(|| (0..wanted).map(source).collect())
    }
}

/// Whether all columns could have the cells that they get when those from `place` on are left out.
fn fits_at(sheet: &Sheet, row: &[Cow<'_, str>], place: usize, surplus: usize) -> bool {
    (0..sheet.names.len()).all(|column| {
        let source = if column < place { column } else { column + surplus };
        let cell = row.get(source).map_or("", AsRef::as_ref);
        fits(sheet.roles[column], &sheet.names[column], cell, sheet.decimal_comma == Some(true))
    })
}

/// Whether the cell could belong to the column.
fn fits(role: Role, name: &Name, cell: &str, decimal_comma: bool) -> bool {
    let metric = match role {
        Role::Time => return Stamp::parse(cell).is_some(),
        Role::Metric(metric) => metric,
        _ => return true,
    };
    match read(cell, decimal_comma) {
        Cell::Missing | Cell::Silent => true,
        Cell::Flag(_) => metric == Metric::Throttle,
        Cell::Pair(..) => false,
        Cell::Unreadable => metric == Metric::Uptime && crate::uptime::seconds(cell).is_some(),
        Cell::Number(number, unit) => match unit.or(name.unit).or(natural(metric)) {
            Some(unit) => unit.scale(metric).is_some_and(|scale| {
                let (from, to) = plausible(metric);
                // Sensors that are absent.
                number == -1.0 || (from..=to).contains(&(number * scale))
            }),
            None => true,
        },
    }
}

/// The unit of metrics that are written in one only.
fn natural(metric: Metric) -> Option<Unit> {
    (metric.unit() == "%").then_some(Unit::Percent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Framed;

    #[test]
    fn columns_that_are_sure() {
        for (names, row, expected) in [
            // A script that prints `pid,MiB` into one column.
            (
                "epoch,mem_avail_gib,psi_full_avg10,gpu_top_mib,restarts,utc",
                "1784351491,10.24,0.00,48213,9000,0,05:11:31",
                Some(vec![Some(0), Some(1), Some(2), None, None, Some(6)]),
            ),
            // R's row names.
            ("time,mem_available_kb", "1,2026-07-18 05:11:31,6100", Some(vec![Some(1), Some(2)])),
            ("epoch,mem_available_kb,note", "1784351491,6100,a,b", Some(vec![Some(0), Some(1), None])),
            // Any of the three may be the surplus one.
            ("epoch,x,mem_available_kb", "1784351491,1,2,6100", None),
            ("epoch,mem_available_kb", "1784351491,6100,5,5,5,5,5", None),
        ] {
            let mut framed = Framed::default();
            let names: Vec<String> = names.split(',').map(str::to_owned).collect();
            let sheet = framed.sheet(&names, 1).unwrap();
            let rows: Vec<Vec<Cow<'_, str>>> =
                (0..ROWS).map(|_| row.split(',').map(Cow::Borrowed).collect()).collect();
            let sheet = &framed.sheets[sheet];
            let found = Surplus::of(sheet, &rows).and_then(|surplus| surplus.sources(sheet, &rows[0]));
            assert_eq!(found, expected, "{row}");
        }
    }
}
