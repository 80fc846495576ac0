//! Which columns of a sheet say when, and the stamps in them.

use crate::alias::Role;
use crate::name::Name;
use crate::stamp::Stamp;

/// So many cells decide what a column holds.
const LOOK: usize = 50;

/// The time columns of a sheet: one, or a date and a time of day.
#[derive(Clone, Debug)]
pub(crate) struct When {
    /// Their indices; the second is the time of day that belongs to a date.
    pub(crate) columns: Vec<usize>,
    utc: bool,
}

impl When {
    /// Finds them in the first rows (line and cells): by name, else by what the cells hold. Of several, an epoch is
    /// preferred to a time with an offset, and that to a local time.
    pub(crate) fn find(names: &[Name], roles: &[Role], rows: &[Vec<&str>]) -> Option<Self> {
        let named: Vec<usize> = (0..names.len()).filter(|&index| roles[index] == Role::Time).collect();
        let of = |index: &usize, share| worth(rows, *index, share).map(|worth| (worth, *index));
        let mut found: Vec<(u8, usize)> = named.iter().filter_map(|index| of(index, 2)).collect();
        if found.is_empty() {
            // A number is no time just because it is long.
            let others = (0..names.len()).filter(|index| !named.contains(index));
            found = others
                .filter_map(|index| of(&index, 1))
                .filter(|(worth, _)| (2..=3).contains(worth))
                .collect();
        }
        let best = found
            .iter()
            .copied()
            .max_by_key(|&(worth, index)| (worth, std::cmp::Reverse(names[index].shown.as_str())));
        let of = |worth| found.iter().find(|(own, _)| *own == worth).map(|&(_, index)| index);
        let columns = match (best, of(0), of(1)) {
            (Some((2.., index)), ..) => vec![index],
            (_, Some(date), Some(time)) => vec![date, time],
            (_, _, Some(time)) => vec![time],
            _ => return None,
        };
        let utc = columns.iter().any(|&index| names[index].norm.split('_').any(|word| word == "utc"));
        Some(Self { columns, utc })
    }

    /// The stamp of a row, if it has one.
    pub(crate) fn stamp<'a>(&self, cell: impl Fn(usize) -> &'a str) -> Option<Stamp> {
        let text = cell(*self.columns.first()?);
        let stamp = match self.columns.get(1) {
            Some(&time) => Stamp::parse(text)?.join(Stamp::parse(cell(time))?)?,
            None => Stamp::parse(text).filter(|stamp| stamp.worth() > 0)?,
        };
        Some(self.with_zone(stamp, text))
    }

    /// A column that is called UTC says so for its cells; an abbreviation that means one zone only does,
    /// too, in a cell (`Sat Jul 18 14:09:38 JST 2026`).
    fn with_zone(&self, stamp: Stamp, cell: &str) -> Stamp {
        match stamp {
            Stamp::Civil { date, time, offset: None } => {
                let words =
                    || cell.rsplit(' ').filter(|word| word.ends_with(|c: char| c.is_ascii_uppercase()));
                let offset = if self.utc {
                    Some(0)
                } else if cell.bytes().any(|byte| byte.is_ascii_uppercase()) {
                    words().find_map(crate::zone::abbreviation)
                } else {
                    None
                };
                Stamp::Civil { date, time, offset }
            }
            stamp => stamp,
        }
    }
}

/// What most of the first cells are worth as times, where at least one in `share` is a time.
fn worth(rows: &[Vec<&str>], index: usize, share: usize) -> Option<u8> {
    let cells = rows.iter().filter_map(|row| row.get(index + 1)).filter(|cell| !cell.is_empty()).take(LOOK);
    let found: Vec<Option<u8>> = cells.map(|cell| Stamp::parse(cell).map(Stamp::worth)).collect();
    let times = found.iter().flatten().count();
    if times > 0 && times * share >= found.len() { found.into_iter().flatten().max() } else { None }
}
