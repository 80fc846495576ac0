//! Lines to sheets: rows under the header they belong to, framed and cleaned so that nothing can
//! shift a value into another column.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

use crate::alias::{Role, role};
use crate::cell::{Cell, decimal_sign, read};
use crate::log::{Log, quote};
use crate::name::Name;
use crate::split::cells;
use crate::stamp::Stamp;
use crate::text::{Line, Torn};

/// Stands between the cells of a cleaned row; no cell holds it.
pub(crate) const SEPARATOR: u8 = 0x1F;
/// More different headers than this are no header changes.
const SHEETS: usize = 200;

/// So many notes of one kind.
const REMARKS: u32 = 20;

/// The separators that are tried, in this order.
pub(crate) const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// How a format's table differs from a plain one.
#[derive(Clone, Copy)]
pub(crate) struct Dialect {
    /// What stands between cells.
    pub(crate) separator: char,
    /// Rows that are no samples.
    pub(crate) special: fn(&[Cow<'_, str>]) -> Option<Special>,
}

/// A row that is no sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    /// The sampler says that the host started; the cell with the time.
    Restart(usize),
    /// Nothing of use.
    Skip,
}

/// The rows of one header, wherever in the file they stand.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// The columns.
    pub(crate) names: Vec<Name>,
    /// Line of the header's first appearance.
    pub(crate) line: u64,
    /// Line number and cells of each row, between separators, with newlines.
    pub(crate) clean: String,
    /// Number of rows.
    pub(crate) rows: usize,
    /// Whether numbers have a decimal comma.
    pub(crate) decimal_comma: bool,
    signs: [u64; 2],
}

/// A framed file.
#[derive(Debug, Default)]
pub(crate) struct Framed {
    /// The sheets, in order of first appearance.
    pub(crate) sheets: Vec<Sheet>,
    /// Line and time cell of the restarts that the sampler records.
    pub(crate) restarts: Vec<(u64, String)>,
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
pub(crate) fn header(cells: &[Cow<'_, str>]) -> Header {
    if cells.len() < 2 || cells.iter().rev().any(|cell| is_data(cell) || is_sentence(cell)) {
        return Header::No;
    }
    let roles: Vec<Role> = cells.iter().map(|cell| role(&Name::new(cell))).collect();
    let time = roles.contains(&Role::Time);
    let known = roles
        .iter()
        .filter(|role| !matches!(role, Role::Time | Role::Ignored(_) | Role::Unknown | Role::Gpu(_)))
        .count();
    match (time, known) {
        (true, 1..) => Header::Strong(known),
        (true, 0) | (false, 2..) => Header::Weak,
        _ => Header::No,
    }
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

/// Frames a table whose header stands in the file.
pub(crate) fn table(lines: &[Line<'_>], dialect: Dialect, log: &mut Log) -> Framed {
    let mut framing =
        Framing { framed: Framed::default(), known: HashMap::new(), current: None, dialect, remarks: [0; 3] };
    let mut row = Vec::new();
    for line in lines {
        framing.take(line, &mut row, log);
    }
    for sheet in &mut framing.framed.sheets {
        sheet.decimal_comma = sheet.signs[0] > 0 && sheet.signs[1] == 0;
    }
    framing.framed
}

struct Framing {
    framed: Framed,
    known: HashMap<Vec<String>, usize>,
    current: Option<usize>,
    dialect: Dialect,
    /// Notes on headers, restarts and prose so far.
    remarks: [u32; 3],
}

impl Framing {
    /// Notes the first few of a kind, so that they leave room for others.
    fn remark(&mut self, kind: usize, line: u64, log: &mut Log, note: impl FnOnce() -> String) {
        self.remarks[kind] += 1;
        if self.remarks[kind] <= REMARKS {
            log.note(line, note);
        }
    }

    fn take<'a>(&mut self, line: &'a Line<'_>, row: &mut Vec<Cow<'a, str>>, log: &mut Log) {
        let text: &str = line.text.as_ref();
        let hash = text.starts_with('#');
        cells(text.trim_start_matches('#').trim_start(), self.dialect.separator, row);
        let header = self.header(row);
        if let Some(torn) = line.torn {
            if header && self.current.is_none() {
                self.start(line, row, log);
            } else {
                log.reject(line.number, || torn_reason(torn, text));
            }
        } else if header {
            self.start(line, row, log);
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

    /// Whether the cells are the first header, the current one again, or another one.
    fn header(&self, row: &[Cow<'_, str>]) -> bool {
        // Nearly every line of a file is a row; a row has a number or a time in it.
        match (header(row), self.current) {
            (Header::Strong(_), _) => true,
            (Header::Weak, None) => true,
            (Header::Weak, Some(current)) => self.framed.sheets.get(current).is_some_and(|sheet| {
                sheet.names.len() == row.len()
                    && sheet.names.iter().zip(row).all(|(name, cell)| *name == Name::new(cell))
            }),
            (Header::No, _) => false,
        }
    }

    fn start(&mut self, line: &Line<'_>, row: &[Cow<'_, str>], log: &mut Log) {
        let key: Vec<String> = row.iter().map(|cell| cell.clone().into_owned()).collect();
        let known = self.known.get(&key).copied();
        if let Some(current) = self.current {
            let same = known == Some(current);
            self.remark(0, line.number, log, || {
                if same { "the header again: the sampler was restarted" } else { "the header changes" }
                    .to_owned()
            });
        }
        if known.is_none() && self.framed.sheets.len() == SHEETS {
            log.reject(line.number, || format!("there are more than {SHEETS} different headers"));
            return;
        }
        let sheet = known.unwrap_or_else(|| {
            self.framed.sheets.push(Sheet {
                names: row.iter().map(|cell| Name::new(cell)).collect(),
                line: line.number,
                clean: String::new(),
                rows: 0,
                decimal_comma: false,
                signs: [0; 2],
            });
            let sheet = self.framed.sheets.len() - 1;
            self.known.insert(key, sheet);
            sheet
        });
        self.current = Some(sheet);
    }

    fn push(&mut self, sheet: usize, line: &Line<'_>, row: &[Cow<'_, str>], log: &mut Log) {
        let separator = self.dialect.separator;
        let Some(sheet) = self.framed.sheets.get_mut(sheet) else { return };
        let wanted = sheet.names.len();
        let named = sheet.names.iter().rposition(|name| !name.shown.is_empty()).map_or(0, |last| last + 1);
        let surplus_empty = row.iter().skip(wanted).all(|cell| cell.is_empty());
        if row.len() < named || !surplus_empty {
            log.reject(line.number, || {
                format!("{} fields, the header has {wanted}: `{}`", row.len(), quote(&line.text))
            });
            if is_prose(row) {
                self.remark(2, line.number, log, || quote(&line.text));
            }
            return;
        }
        let _ = write!(sheet.clean, "{}", line.number);
        for index in 0..wanted {
            let cell = row.get(index).map_or("", |cell| cell.as_ref());
            sheet.clean.push(char::from(SEPARATOR));
            if cell.contains(char::is_control) {
                sheet.clean.extend(cell.chars().map(|c| if c.is_control() { ' ' } else { c }));
            } else {
                sheet.clean.push_str(cell);
            }
            if separator != ',' && cell.contains([',', '.']) {
                match decimal_sign(cell) {
                    Some(true) => sheet.signs[0] += 1,
                    Some(false) => sheet.signs[1] += 1,
                    None => {}
                }
            }
        }
        sheet.clean.push('\n');
        sheet.rows += 1;
    }
}

fn torn_reason(torn: Torn, text: &str) -> String {
    match torn {
        Torn::End => format!("the file ends in it, without a newline: `{}`", quote(text)),
        Torn::Nul(count) => format!("cut off by {count} NUL bytes: `{}`", quote(text)),
    }
}

/// Averages, unit rows and spreadsheet hints.
fn is_decoration(text: &str, row: &[Cow<'_, str>]) -> bool {
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
