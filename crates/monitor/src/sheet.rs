//! Rows under the header they belong to, cleaned so that nothing can shift a value into another column.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::Layout;
use crate::alias::{Role, role};
use crate::cell::decimal_sign;
use crate::name::Name;

/// Stands between the cells of a cleaned row; no cell holds it.
pub(crate) const SEPARATOR: u8 = 0x1F;
/// More different headers than this are no header changes.
pub(crate) const SHEETS: usize = 200;

/// The rows of one header, wherever in the file they stand.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// The columns.
    pub(crate) names: Vec<Name>,
    /// What each column is about, by its own name alone.
    pub(crate) roles: Vec<Role>,
    /// Line of the header's first appearance.
    pub(crate) line: u64,
    /// Line number and cells of each row, between separators, with newlines.
    pub(crate) clean: String,
    /// Number of rows.
    pub(crate) rows: usize,
    /// Whether numbers have a decimal comma.
    pub(crate) decimal_comma: bool,
    /// Cells that can only be read with a decimal comma, and with a point.
    signs: [u64; 2],
    /// How many columns a row must have: those behind have no name.
    pub(crate) named: usize,
}

impl Sheet {
    fn new(names: &[String], line: u64) -> Self {
        let names: Vec<Name> = names.iter().map(|name| Name::new(name)).collect();
        let roles = names.iter().map(role).collect();
        let named = names.iter().rposition(|name| !name.shown.is_empty()).map_or(0, |last| last + 1);
        Self { names, roles, line, clean: String::new(), rows: 0, decimal_comma: false, signs: [0; 2], named }
    }

    /// Adds a row: as many cells as there are names, missing ones empty, surplus ones left out. With
    /// `signs` its cells help to tell the decimal sign.
    pub(crate) fn push<C: AsRef<str>>(&mut self, line: u64, cells: &[C], signs: bool) {
        let _ = write!(self.clean, "{line}");
        for index in 0..self.names.len() {
            let cell = cells.get(index).map_or("", AsRef::as_ref);
            self.clean.push(char::from(SEPARATOR));
            if cell.bytes().any(|byte| byte.is_ascii_control()) {
                self.clean.extend(cell.chars().map(|c| if c.is_control() { ' ' } else { c }));
            } else {
                self.clean.push_str(cell);
            }
            if signs && cell.contains([',', '.']) {
                match decimal_sign(cell) {
                    Some(true) => self.signs[0] += 1,
                    Some(false) => self.signs[1] += 1,
                    None => {}
                }
            }
        }
        self.clean.push('\n');
        self.rows += 1;
    }
}

/// A framed file.
#[derive(Debug, Default)]
pub(crate) struct Framed {
    /// The sheets, in order of first appearance.
    pub(crate) sheets: Vec<Sheet>,
    /// Line and time cell of the restarts that the sampler records.
    pub(crate) restarts: Vec<(u64, String)>,
    /// The columns that were in force at the end of a plain table.
    pub(crate) layout: Option<Layout>,
    known: HashMap<Vec<String>, usize>,
}

impl Framed {
    /// The sheet of these columns, none where there are too many different ones.
    pub(crate) fn sheet(&mut self, names: &[String], line: u64) -> Option<usize> {
        if let Some(&known) = self.known.get(names) {
            return Some(known);
        }
        if self.sheets.len() == SHEETS {
            return None;
        }
        self.sheets.push(Sheet::new(names, line));
        let sheet = self.sheets.len() - 1;
        self.known.insert(names.to_vec(), sheet);
        Some(sheet)
    }

    /// Notes the columns of a sheet as those in force at the end.
    pub(crate) fn keep_layout(&mut self, sheet: usize, separator: char) {
        let names = self.known.iter().find(|(_, own)| **own == sheet).map(|(names, _)| names.clone());
        self.layout = names.map(|names| Layout { separator, names });
    }

    /// Whether these columns stood in the file before.
    pub(crate) fn known(&self, names: &[String]) -> Option<usize> {
        self.known.get(names).copied()
    }

    /// Adds a row of a format that names the columns itself. False where there are too many different
    /// sets of columns.
    pub(crate) fn row(&mut self, line: u64, cells: &[(String, String)], signs: bool) -> bool {
        let names: Vec<String> = cells.iter().map(|(name, _)| name.clone()).collect();
        let Some(sheet) = self.sheet(&names, line) else { return false };
        let values: Vec<&str> = cells.iter().map(|(_, value)| value.as_str()).collect();
        if let Some(sheet) = self.sheets.get_mut(sheet) {
            sheet.push(line, &values, signs);
        }
        true
    }

    /// Settles what the whole file decides.
    pub(crate) fn finish(mut self) -> Self {
        for sheet in &mut self.sheets {
            sheet.decimal_comma = sheet.signs[0] > 0 && sheet.signs[1] == 0;
        }
        self
    }
}
