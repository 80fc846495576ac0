//! Lines to sheets: rows under the header they belong to, framed and cleaned so that nothing can
//! shift a value into another column.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::alias::{Role, role};
use crate::cell::{Cell, read};
use crate::cells::leading_number;
use crate::log::{Log, quote};
use crate::name::Name;
use crate::ragged::{self, Surplus};
use crate::sheet::{Framed, SHEETS};
use crate::split::cells;
use crate::stamp::Stamp;
use crate::text::{Line, Torn};

/// So many notes of one kind.
const REMARKS: u32 = 20;

/// The separators that are tried, in this order; blanks only where there is no other.
pub(crate) const SEPARATORS: [char; 5] = [',', ';', '\t', '|', ' '];

/// How a format's table differs from a plain one.
#[derive(Clone, Copy)]
pub(crate) struct Dialect<'a> {
    /// What stands between cells; a blank stands for any number of blanks.
    pub(crate) separator: char,
    /// Rows that are no samples.
    pub(crate) special: fn(&[Cow<'_, str>]) -> Option<Special>,
    /// How many cells of a row count, where the ones behind are of no use and may be shifted. It may note what the
    /// header says.
    pub(crate) cut: Cut,
    /// What a column of the header is called in the words of the dictionary.
    pub(crate) rename: fn(&str) -> Option<&'static str>,
    /// A column, where there is one, that tells which rows are about the host as a whole.
    pub(crate) only: Option<Only>,
    /// The columns, where the file itself does not name them.
    pub(crate) names: Option<&'a [String]>,
}

impl Dialect<'_> {
    /// A table with this separator and nothing else to know.
    pub(crate) const fn plain(separator: char) -> Self {
        Self { separator, special: |_| None, cut: |_, _| None, rename: |_| None, only: None, names: None }
    }
}

/// The cells of a line and what was noted of the lines before, to how many of the cells count.
pub(crate) type Cut = fn(&[Cow<'_, str>], &mut Option<(usize, usize)>) -> Option<usize>;

/// A column, and whether a row with this cell in it is wanted.
pub(crate) type Only = (&'static str, fn(&str) -> bool);

/// A row that is no sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    /// The sampler says that the host started; the cell with the time.
    Restart(usize),
    /// Nothing of use.
    Skip,
}

/// What a line's cells look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Header {
    /// It is none.
    No,
    /// It names a time and at least one metric; how many columns are known.
    Strong(usize),
    /// It names a time only, or metrics only.
    Weak,
}

/// Whether the cells are a header.
pub(crate) fn header<C: AsRef<str>>(cells: &[C]) -> Header {
    if cells.len() < 2 || has_data(cells) {
        return Header::No;
    }
    let (mut time, mut known) = (false, 0);
    for cell in cells {
        match role(&Name::new(cell.as_ref())) {
            Role::Time => time = true,
            Role::Ignored(_) | Role::Unknown | Role::Gpu(_) => {}
            _ => known += 1,
        }
    }
    match (time, known) {
        (true, 1..) => Header::Strong(known),
        (true, 0) | (false, 2..) => Header::Weak,
        _ => Header::No,
    }
}

/// Whether a cell is no name. The last ones of a row are nearly always numbers.
fn has_data<C: AsRef<str>>(cells: &[C]) -> bool {
    cells.iter().rev().any(|cell| is_data(cell.as_ref()) || is_sentence(cell.as_ref()))
}

/// Names have few words; labels are no words.
fn is_sentence(cell: &str) -> bool {
    cell.split_whitespace().nth(5).is_some() && !cell.contains('{')
}

/// A number, a word for a missing one, or a time: never a column's name.
fn is_data(cell: &str) -> bool {
    match read(cell, false) {
        Cell::Number(_, None) | Cell::Pair(..) => true,
        // `1m`, `12v` and `5 min` are names.
        Cell::Number(_, Some(_)) => cell.contains(' '),
        Cell::Unreadable => cell.starts_with(|c: char| c.is_ascii_digit()) && Stamp::parse(cell).is_some(),
        Cell::Missing | Cell::Silent | Cell::Flag(_) => false,
    }
}

/// Frames a table, whose header stands in the file or is given, as its lines come.
pub(crate) struct Framing<'a> {
    framed: Framed,
    current: Option<usize>,
    dialect: Dialect<'a>,
    /// What [`Dialect::cut`] noted.
    noted: Option<(usize, usize)>,
    /// Notes on headers, restarts and prose so far.
    remarks: [u32; 3],
    /// Rows with cells too many, by sheet and number of cells.
    long: BTreeMap<(usize, usize), Long>,
}

/// Rows of one sheet that have the same number of cells too many.
#[derive(Default)]
struct Long {
    /// The first ones, until there are enough to tell where the surplus stands.
    waiting: Vec<(u64, String)>,
    /// Where it stands, if that is told and settled.
    settled: Option<Option<Surplus>>,
    /// Rows that were read, and the first of them.
    kept: u64,
    first: u64,
    /// Columns that were not sure in one of them.
    lost: BTreeMap<usize, String>,
}

impl<'a> Framing<'a> {
    /// Begins; `line` is the number of the first line.
    pub(crate) fn new(dialect: Dialect<'a>, line: u64) -> Self {
        let (framed, long) = (Framed::default(), BTreeMap::new());
        let mut framing = Self { framed, current: None, dialect, noted: None, remarks: [0; 3], long };
        if let Some(names) = dialect.names {
            framing.current = framing.framed.sheet(names, line);
        }
        framing
    }

    /// All lines were taken.
    pub(crate) fn finish(mut self, log: &mut Log) -> Framed {
        self.fit_long(log);
        if let Some(current) = self.current {
            self.framed.keep_layout(current, self.dialect.separator);
        }
        self.framed
    }

    /// Notes the first few of a kind, so that they leave room for others.
    fn remark(&mut self, kind: usize, line: u64, log: &mut Log, note: impl FnOnce() -> String) {
        self.remarks[kind] += 1;
        if self.remarks[kind] <= REMARKS {
            log.note(line, note);
        }
    }

    /// Takes the next line; `row` is room for its cells.
    pub(crate) fn take<'l>(&mut self, line: &'l Line<'_>, row: &mut Vec<Cow<'l, str>>, log: &mut Log) {
        let text: &'l str = line.text.as_ref();
        let hash = text.starts_with('#');
        cells(text.trim_start_matches('#').trim_start(), self.dialect.separator, row);
        if let Some(count) = (self.dialect.cut)(row, &mut self.noted) {
            row.truncate(count);
        }
        let names = self.header(row);
        if let Some(torn) = line.torn {
            match names {
                Some(names) if self.current.is_none() => self.start(line, &names, log),
                _ => log.reject(line.number, || torn_reason(torn, text)),
            }
        } else if let Some(names) = names {
            self.start(line, &names, log);
        } else if let Some(special) = (self.dialect.special)(row) {
            if let Special::Restart(cell) = special {
                let time = row.get(cell).map_or_else(String::new, |cell| cell.clone().into_owned());
                self.remark(1, line.number, log, || format!("the host started: {}", quote(text)));
                self.framed.restarts.push((line.number, time));
            }
        } else if !hash && !is_decoration(text, row) {
            match self.current {
                Some(sheet) => self.push(sheet, line, row, log),
                None => log.reject(line.number, || format!("it stands before any header: `{}`", quote(text))),
            }
        }
    }

    /// The columns, if the cells are the first header, the current one again, or another one.
    fn header(&self, row: &[Cow<'_, str>]) -> Option<Vec<String>> {
        // Nearly every line is a row, and its last cell a number.
        if row.last().is_some_and(|cell| is_number(cell)) || has_data(row) {
            return None;
        }
        let name = |cell: &Cow<'_, str>| {
            (self.dialect.rename)(cell).map_or_else(|| cell.clone().into_owned(), str::to_owned)
        };
        let names: Vec<String> = row.iter().map(name).collect();
        if self.framed.known(&names).is_some() {
            return Some(names);
        }
        let is_header = match (header(&names), self.current) {
            (Header::Strong(_), _) | (Header::Weak, None) => true,
            (Header::Weak, Some(current)) => self.framed.sheets.get(current).is_some_and(|sheet| {
                sheet.names.len() == names.len()
                    && sheet.names.iter().zip(&names).all(|(name, cell)| *name == Name::new(cell))
            }),
            (Header::No, _) => false,
        };
        is_header.then_some(names)
    }

    fn start(&mut self, line: &Line<'_>, names: &[String], log: &mut Log) {
        if let Some(current) = self.current {
            let same = self.framed.known(names) == Some(current);
            self.remark(0, line.number, log, || {
                if same { "the header again: the sampler was restarted" } else { "the header changes" }
                    .to_owned()
            });
        }
        match self.framed.sheet(names, line.number) {
            Some(sheet) => self.current = Some(sheet),
            None => log.reject(line.number, || format!("there are more than {SHEETS} different headers")),
        }
    }

    fn push(&mut self, sheet: usize, line: &Line<'_>, row: &mut Vec<Cow<'_, str>>, log: &mut Log) {
        let Some(found) = self.framed.sheets.get_mut(sheet) else { return };
        if self.dialect.separator == ' ' && row.len() == found.names.len() + 1 {
            join_date(row);
        }
        let wanted = found.names.len();
        let surplus_empty = row.iter().skip(wanted).all(|cell| cell.is_empty());
        if row.len() >= found.named && surplus_empty {
            if let Some((name, wanted)) = self.dialect.only
                && let Some(at) = found.names.iter().position(|column| column.shown == name)
                && !row.get(at).is_some_and(|cell| wanted(cell))
            {
                return;
            }
            found.push(line.number, row, self.dialect.separator != ',');
        } else if surplus_empty || is_prose(row) {
            log.reject(line.number, || wrong_count(&line.text, row.len(), wanted));
            if is_prose(row) {
                self.remark(2, line.number, log, || quote(&line.text));
            }
        } else {
            self.push_long(sheet, line, row, log);
        }
    }

    /// Reads of a row with cells too many what is sure; the first ones wait until that can be told.
    fn push_long(&mut self, sheet: usize, line: &Line<'_>, row: &[Cow<'_, str>], log: &mut Log) {
        let key = (sheet, row.len());
        let long = self.long.entry(key).or_default();
        if long.settled.is_some() {
            self.read_long(key, line.number, &line.text, log);
            return;
        }
        long.waiting.push((line.number, line.text.as_ref().to_owned()));
        if long.waiting.len() == ragged::LOOK {
            self.settle_long(key, log);
        }
    }

    fn settle_long(&mut self, key: (usize, usize), log: &mut Log) {
        let (Some(sheet), Some(long)) = (self.framed.sheets.get(key.0), self.long.get_mut(&key)) else {
            return;
        };
        let waiting = std::mem::take(&mut long.waiting);
        let mut rows = Vec::with_capacity(waiting.len());
        for (_, text) in &waiting {
            let mut row = Vec::new();
            cells(text, self.dialect.separator, &mut row);
            rows.push(row);
        }
        long.settled = Some(Surplus::of(sheet, &rows));
        for (number, text) in &waiting {
            self.read_long(key, *number, text, log);
        }
    }

    fn read_long(&mut self, key: (usize, usize), number: u64, text: &str, log: &mut Log) {
        let (Some(sheet), Some(long)) = (self.framed.sheets.get_mut(key.0), self.long.get_mut(&key)) else {
            return;
        };
        let mut row = Vec::new();
        cells(text, self.dialect.separator, &mut row);
        let surplus = long.settled.flatten();
        let Some(sources) = surplus.and_then(|surplus| surplus.sources(sheet, &row)) else {
            log.reject(number, || wrong_count(text, key.1, sheet.names.len()));
            return;
        };
        for (at, _) in sources.iter().enumerate().filter(|(_, source)| source.is_none()) {
            long.lost.entry(at).or_insert_with(|| sheet.names[at].shown.clone());
        }
        if long.kept == 0 {
            long.first = number;
        }
        long.kept += 1;
        let own = |source: &Option<usize>| source.and_then(|at| row.get(at)).map_or("", AsRef::as_ref);
        let own: Vec<&str> = sources.iter().map(own).collect();
        sheet.push(number, &own, self.dialect.separator != ',');
    }

    /// Reads the rows with cells too many that still wait, and notes what became of all of them.
    fn fit_long(&mut self, log: &mut Log) {
        let keys: Vec<(usize, usize)> = self.long.keys().copied().collect();
        for key in keys {
            self.settle_long(key, log);
        }
        for ((sheet, length), long) in std::mem::take(&mut self.long) {
            let wanted = self.framed.sheets.get(sheet).map_or(0, |sheet| sheet.names.len());
            if long.kept > 0 {
                let lost = quote(&long.lost.into_values().collect::<Vec<_>>().join("`, `"));
                log.note(long.first, || {
                    format!(
                        "{} rows have {length} cells, the header has {wanted}: where the surplus stands is not \
                         sure, so `{lost}` is not read in them",
                        long.kept
                    )
                });
            }
        }
    }
}

/// A plain number, as most cells are.
fn is_number(cell: &str) -> bool {
    leading_number(cell).is_some_and(|(_, rest)| rest.is_empty())
}

fn wrong_count(text: &str, found: usize, wanted: usize) -> String {
    format!("{found} fields, the header has {wanted}: `{}`", quote(text))
}

/// Between blanks a date and a time of day may be one cell.
fn join_date(row: &mut Vec<Cow<'_, str>>) {
    let time_of = |cell: &str| Stamp::parse(cell).map(Stamp::worth);
    let at = (1..row.len()).find(|&at| time_of(&row[at - 1]) == Some(0) && time_of(&row[at]) == Some(1));
    if let Some(at) = at {
        let time = row.remove(at);
        row[at - 1] = Cow::Owned(format!("{} {time}", row[at - 1]));
    }
}

/// The lines that have their end; the others are rejected.
pub(crate) fn whole<'a>(lines: &'a [Line<'a>], log: &mut Log) -> Vec<&'a Line<'a>> {
    let mut kept = Vec::with_capacity(lines.len());
    for line in lines {
        match line.torn {
            Some(torn) => log.reject(line.number, || torn_reason(torn, &line.text)),
            None => kept.push(line),
        }
    }
    kept
}

pub(crate) fn torn_reason(torn: Torn, text: &str) -> String {
    match torn {
        Torn::End => format!("the file ends in it, without a newline: `{}`", quote(text)),
        Torn::Long => format!("it has no end within 64 MiB: `{}`", quote(text)),
        Torn::Nul(count) => format!("cut off by {count} NUL bytes: `{}`", quote(text)),
    }
}

/// Averages, unit rows and spreadsheet hints.
fn is_decoration(text: &str, row: &[Cow<'_, str>]) -> bool {
    // Nearly every row begins with a figure.
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    text.starts_with("sep=")
        || row
            .first()
            .is_some_and(|cell| matches!(cell.trim_end_matches(':'), "Average" | "平均値" | "Durchschn."))
        || (row.len() > 1
            && row.iter().all(|cell| {
                let unit = cell.trim_matches(['[', ']', '(', ')']);
                unit.is_empty() || crate::unit::Unit::of_text(unit).is_some()
            })
            && row.iter().any(|cell| !cell.is_empty()))
}

/// A message of a tool rather than a damaged row.
fn is_prose(row: &[Cow<'_, str>]) -> bool {
    row.first()
        .is_some_and(|cell| cell.split_whitespace().count() >= 3 && cell.starts_with(char::is_alphabetic))
}
