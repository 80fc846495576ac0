//! Which columns of a sheet say when, and the stamps in them.

use crate::MonitorError;
use crate::alias::Role;
use crate::sheet::Sheet;
use crate::stamp::Stamp;
use crate::table::Table;

/// So many cells decide what a column holds.
const LOOK: usize = 50;

/// The time columns of a sheet: one, or a date and a time of day.
pub(crate) struct When {
    /// Their indices; the second is the time of day that belongs to a date.
    pub(crate) columns: Vec<usize>,
    utc: bool,
}

impl When {
    /// Finds them: by name, else by what the cells hold. Of several, an epoch is preferred to a time
    /// with an offset, and that to a local time.
    pub(crate) fn find(sheet: &Sheet, table: &Table) -> Result<Option<Self>, MonitorError> {
        let named: Vec<usize> =
            (0..sheet.names.len()).filter(|&index| sheet.roles[index] == Role::Time).collect();
        let mut found = Vec::new();
        for &index in &named {
            if let Some(worth) = worth(table, index, 2)? {
                found.push((worth, index));
            }
        }
        if found.is_empty() {
            for index in (0..sheet.names.len()).filter(|index| !named.contains(index)) {
                // A number is no time just because it is long.
                if let Some(worth @ 2..=3) = worth(table, index, 1)? {
                    found.push((worth, index));
                }
            }
        }
        let best = found
            .iter()
            .copied()
            .max_by_key(|&(worth, index)| (worth, std::cmp::Reverse(sheet.names[index].shown.as_str())));
        let of = |worth| found.iter().find(|(own, _)| *own == worth).map(|&(_, index)| index);
        let columns = match (best, of(0), of(1)) {
            (Some((2.., index)), ..) => vec![index],
            (_, Some(date), Some(time)) => vec![date, time],
            (_, _, Some(time)) => vec![time],
            _ => return Ok(None),
        };
        let utc = columns.iter().any(|&index| sheet.names[index].norm.split('_').any(|word| word == "utc"));
        Ok(Some(Self { columns, utc }))
    }

    /// The stamps of all rows, and the text of those that are none.
    pub(crate) fn stamps(&self, table: &Table) -> Result<Vec<Result<Stamp, String>>, MonitorError> {
        let first = table.cells(self.columns[0])?;
        let second = self.columns.get(1).map(|&index| table.cells(index)).transpose()?;
        let mut times = second.map(|cells| cells.iter());
        let stamps = first.iter().map(|cell| {
            let cell = cell.unwrap_or("");
            let stamp = Stamp::parse(cell);
            let stamp = match &mut times {
                Some(times) => {
                    let time = times.next().flatten().and_then(Stamp::parse);
                    stamp.and_then(|date| date.join(time?))
                }
                None => stamp.filter(|stamp| stamp.worth() > 0),
            };
            stamp.map(|stamp| self.with_zone(stamp, cell)).ok_or_else(|| cell.to_owned())
        });
        Ok(stamps.collect())
    }

    /// A column that is called UTC says so for its cells; an abbreviation that means one zone only does,
    /// too, in a cell (`Sat Jul 18 14:09:38 JST 2026`).
    fn with_zone(&self, stamp: Stamp, cell: &str) -> Stamp {
        match stamp {
            Stamp::Civil { date, time, offset: None } => {
                let words =
                    || cell.rsplit(' ').filter(|word| word.ends_with(|c: char| c.is_ascii_uppercase()));
                let offset = if self.utc { Some(0) } else { words().find_map(crate::zone::abbreviation) };
                Stamp::Civil { date, time, offset }
            }
            stamp => stamp,
        }
    }
}

/// What most of the first cells are worth as times, where at least one in `share` is a time.
fn worth(table: &Table, index: usize, share: usize) -> Result<Option<u8>, MonitorError> {
    let cells = table.cells(index)?.iter().flatten().filter(|cell| !cell.is_empty()).take(LOOK);
    let found: Vec<Option<u8>> = cells.map(|cell| Stamp::parse(cell).map(Stamp::worth)).collect();
    let times = found.iter().flatten().count();
    Ok(if times > 0 && times * share >= found.len() { found.into_iter().flatten().max() } else { None })
}
