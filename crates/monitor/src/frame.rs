//! Lines to sheets: rows under the header they belong to, framed and cleaned so that nothing can
//! shift a value into another column.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::alias::{Role, role};
use crate::cell::{Cell, read};
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
        Self { separator, special: |_| None, rename: |_| None, only: None, names: None }
    }
}

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

/// Frames a table whose header stands in the file or is given.
pub(crate) fn table<'a>(lines: &'a [Line<'a>], dialect: Dialect<'a>, log: &mut Log) -> Framed {
    let mut framing =
        Framing { framed: Framed::default(), current: None, dialect, remarks: [0; 3], long: BTreeMap::new() };
    if let Some(names) = dialect.names {
        framing.current = framing.framed.sheet(names, lines.first().map_or(1, |line| line.number));
    }
    let mut row = Vec::new();
    for line in lines {
        framing.take(line, &mut row, log);
    }
    framing.fit_long(log);
    if let Some(current) = framing.current {
        framing.framed.keep_layout(current, dialect.separator);
    }
    framing.framed.finish()
}

struct Framing<'a> {
    framed: Framed,
    current: Option<usize>,
    dialect: Dialect<'a>,
    /// Notes on headers, restarts and prose so far.
    remarks: [u32; 3],
    /// Rows with cells too many, by sheet and number of cells.
    long: BTreeMap<(usize, usize), Vec<&'a Line<'a>>>,
}

impl<'a> Framing<'a> {
    /// Notes the first few of a kind, so that they leave room for others.
    fn remark(&mut self, kind: usize, line: u64, log: &mut Log, note: impl FnOnce() -> String) {
        self.remarks[kind] += 1;
        if self.remarks[kind] <= REMARKS {
            log.note(line, note);
        }
    }

    fn take(&mut self, line: &'a Line<'a>, row: &mut Vec<Cow<'a, str>>, log: &mut Log) {
        let text: &'a str = line.text.as_ref();
        let hash = text.starts_with('#');
        cells(text.trim_start_matches('#').trim_start(), self.dialect.separator, row);
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
        if has_data(row) {
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

    fn push(&mut self, sheet: usize, line: &'a Line<'a>, row: &mut Vec<Cow<'a, str>>, log: &mut Log) {
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
            log.reject(line.number, || wrong_count(line, row.len(), wanted));
            if is_prose(row) {
                self.remark(2, line.number, log, || quote(&line.text));
            }
        } else {
            self.long.entry((sheet, row.len())).or_default().push(line);
        }
    }

    /// Reads of the rows with cells too many what is sure.
    fn fit_long(&mut self, log: &mut Log) {
        for ((sheet, length), lines) in std::mem::take(&mut self.long) {
            let Some(sheet) = self.framed.sheets.get_mut(sheet) else { continue };
            let wanted = sheet.names.len();
            let cut = |line: &Line<'a>| {
                let mut row = Vec::new();
                cells(&line.text, self.dialect.separator, &mut row);
                row.into_iter().map(|cell| Cow::Owned(cell.into_owned())).collect::<Vec<Cow<'static, str>>>()
            };
            let some: Vec<_> = lines.iter().take(ragged::LOOK).map(|line| cut(line)).collect();
            let surplus = Surplus::of(sheet, &some);
            let mut lost: BTreeMap<usize, &str> = BTreeMap::new();
            let mut kept: Vec<(u64, Vec<String>)> = Vec::new();
            for line in lines {
                let row = cut(line);
                let Some(sources) = surplus.and_then(|surplus| surplus.sources(sheet, &row)) else {
                    log.reject(line.number, || wrong_count(line, length, wanted));
                    continue;
                };
                let own =
                    |source: &Option<usize>| source.and_then(|at| row.get(at)).map_or("", AsRef::as_ref);
                kept.push((line.number, sources.iter().map(|source| own(source).to_owned()).collect()));
                let unsure = (0..wanted).filter(|&at| sources[at].is_none());
                lost.extend(unsure.map(|at| (at, sheet.names[at].shown.as_str())));
            }
            if let Some((first, _)) = kept.first() {
                let lost = quote(&lost.into_values().collect::<Vec<_>>().join("`, `"));
                log.note(*first, || {
                    format!(
                        "{} rows have {length} cells, the header has {wanted}: where the surplus stands is not \
                         sure, so `{lost}` is not read in them",
                        kept.len()
                    )
                });
            }
            for (number, row) in kept {
                sheet.push(number, &row, self.dialect.separator != ',');
            }
        }
    }
}

fn wrong_count(line: &Line<'_>, found: usize, wanted: usize) -> String {
    format!("{found} fields, the header has {wanted}: `{}`", quote(&line.text))
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

fn torn_reason(torn: Torn, text: &str) -> String {
    match torn {
        Torn::End => format!("the file ends in it, without a newline: `{}`", quote(text)),
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
