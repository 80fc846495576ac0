//! Rows under the header they belong to, kept column by column so that nothing can shift a value into another one.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::Layout;
use crate::alias::{Role, role, roles};
use crate::cell::decimal_sign;
use crate::cells::Cells;
use crate::log::{Log, quote};
use crate::name::Name;
use crate::rows::Rows;
use crate::when::When;

/// Stands between the cells of a row that waits for others; no cell holds it.
const SEPARATOR: char = '\u{1F}';
/// More different headers than this are no header changes.
pub(crate) const SHEETS: usize = 200;
/// So many rows show which columns say when.
const HEAD: usize = 256;
/// More GPUs than this are something else.
const GPUS: usize = 64;

/// What is kept of a column.
#[derive(Debug)]
pub(crate) enum Store {
    /// Nothing.
    Off,
    /// Its cells.
    Cells(Cells),
    /// Which GPU rows are about.
    Gpus(Gpus),
    /// The cells in which the driver had lost the GPU, with their rows: they show in columns of no other use, too.
    Silence(Vec<(usize, String)>),
}

/// The cells of a column that tells GPUs apart.
#[derive(Debug, Default)]
pub(crate) struct Gpus {
    /// An index into `names` a row and 1; 0 where the cell is empty.
    pub(crate) of_row: Vec<u8>,
    /// The different cells.
    pub(crate) names: Vec<String>,
    /// Whether there are too many of them.
    pub(crate) too_many: bool,
}

impl Gpus {
    fn push(&mut self, cell: &str) {
        let known = self.names.iter().position(|name| name == cell);
        let at = match known {
            _ if cell.is_empty() => 0,
            Some(at) => at + 1,
            None if self.names.len() == GPUS => {
                self.too_many = true;
                0
            }
            None => {
                self.names.push(cell.to_owned());
                self.names.len()
            }
        };
        self.of_row.push(u8::try_from(at).unwrap_or(0));
    }
}

impl Store {
    fn push(&mut self, row: usize, cell: &str) {
        match self {
            Self::Off => {}
            Self::Cells(cells) => cells.push(cell),
            Self::Gpus(gpus) => gpus.push(cell),
            Self::Silence(silent) => {
                if cell.starts_with(['[', 'E', 'U', 'G'])
                    && crate::cell::read(cell, false) == crate::cell::Cell::Silent
                {
                    silent.push((row, cell.to_owned()));
                }
            }
        }
    }
}

/// The rows of one header, wherever in the file they stand.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// The columns.
    pub(crate) names: Vec<Name>,
    /// What each column is about, by its own name alone.
    pub(crate) roles: Vec<Role>,
    /// Line of the header's first appearance.
    pub(crate) line: u64,
    /// Number of rows.
    pub(crate) count: usize,
    /// How many columns a row must have: those behind have no name.
    pub(crate) named: usize,
    /// Whether numbers have a decimal comma; where it is not given, the whole file decides.
    pub(crate) decimal_comma: Option<bool>,
    /// Cells that can only be read with a decimal comma, and with a point.
    signs: [u64; 2],
    /// The first rows, until it is known which columns say when: lines and cells between separators.
    head: Option<String>,
    /// The columns that say when.
    pub(crate) when: Option<When>,
    /// The times of the rows that have one. Without `when` only their lines.
    pub(crate) rows: Rows,
    /// The columns' cells in these rows.
    pub(crate) columns: Vec<Store>,
    /// The same read with a decimal comma, as long as that is open.
    with_comma: Option<Vec<Store>>,
    /// What the first and the last row say of the host.
    hosts: Option<(usize, String, String)>,
    log: Log,
}

impl Sheet {
    fn new(names: &[String], line: u64) -> Self {
        let names: Vec<Name> = names.iter().map(|name| Name::new(name)).collect();
        let roles = names.iter().map(role).collect();
        let named = names.iter().rposition(|name| !name.shown.is_empty()).map_or(0, |last| last + 1);
        let host = names.iter().position(|name| matches!(name.norm.as_str(), "hostname" | "host"));
        Self {
            names,
            roles,
            line,
            count: 0,
            named,
            decimal_comma: None,
            signs: [0; 2],
            head: Some(String::new()),
            when: None,
            rows: Rows::default(),
            columns: Vec::new(),
            with_comma: None,
            hosts: host.map(|at| (at, String::new(), String::new())),
            log: Log::default(),
        }
    }

    /// Adds a row: as many cells as there are names, missing ones empty, surplus ones left out. With
    /// `signs` its cells help to tell the decimal sign.
    pub(crate) fn push<C: AsRef<str>>(&mut self, line: u64, cells: &[C], signs: bool) {
        self.count += 1;
        if signs && self.decimal_comma.is_none() {
            self.note_signs(cells);
        }
        let Some(head) = &mut self.head else { return self.keep(line, cells) };
        let _ = write!(head, "{line}");
        for index in 0..self.names.len() {
            let cell = cells.get(index).map_or("", AsRef::as_ref);
            head.push(SEPARATOR);
            if cell.bytes().any(|byte| byte.is_ascii_control()) {
                head.extend(cell.chars().map(|c| if c.is_control() { ' ' } else { c }));
            } else {
                head.push_str(cell);
            }
        }
        head.push('\n');
        if self.count == HEAD {
            self.settle(signs);
        }
    }

    fn note_signs<C: AsRef<str>>(&mut self, cells: &[C]) {
        let own = cells.iter().take(self.names.len()).map(AsRef::as_ref);
        for cell in own.filter(|cell| cell.contains([',', '.'])) {
            match decimal_sign(cell) {
                Some(true) => self.signs[0] += 1,
                Some(false) => self.signs[1] += 1,
                None => {}
            }
        }
        // One point is enough.
        if self.signs[1] > 0 {
            self.decimal_comma = Some(false);
            self.with_comma = None;
        }
    }

    /// Finds the columns that say when, and takes the rows that waited for it.
    fn settle(&mut self, signs: bool) {
        let Some(head) = self.head.take() else { return };
        let rows: Vec<Vec<&str>> = head.lines().map(|line| line.split(SEPARATOR).collect()).collect();
        self.when = When::find(&self.names, &self.roles, &rows);
        if self.when.is_some() {
            self.columns = self.stores(self.decimal_comma == Some(true));
            self.with_comma = (signs && self.decimal_comma.is_none()).then(|| self.stores(true));
        }
        for row in &rows {
            if let Some((line, cells)) = row.split_first() {
                self.keep(line.parse().unwrap_or_default(), cells);
            }
        }
    }

    /// What is kept of each column, by what it is about.
    fn stores(&self, comma: bool) -> Vec<Store> {
        let roles = roles(&self.names, &self.roles);
        let selector = crate::tracks::selector(&self.names, &roles);
        let time = self.when.as_ref().map_or(&[][..], |when| &when.columns);
        let store = |(index, role): (usize, &Role)| match role {
            _ if time.contains(&index) => Store::Off,
            Role::Gpu(_) if selector == Some(index) => Store::Gpus(Gpus::default()),
            Role::Time | Role::Gpu(_) => Store::Off,
            Role::Ignored(_) | Role::Unknown => Store::Silence(Vec::new()),
            Role::Reason(_) | Role::Blocks(_) => Store::Cells(Cells::new(false, false)),
            role => Store::Cells(Cells::new(comma, *role == Role::Metric(model::Metric::Uptime))),
        };
        roles.iter().enumerate().map(store).collect()
    }

    fn keep<C: AsRef<str>>(&mut self, line: u64, cells: &[C]) {
        let cell = |index: usize| cells.get(index).map_or("", AsRef::as_ref);
        let Some(when) = &self.when else {
            self.rows.lines.push(line);
            return;
        };
        let Some(stamp) = when.stamp(cell) else {
            // Control characters stand for blanks, and hardly any file has them.
            if cells.iter().any(|cell| cell.as_ref().contains(char::is_control)) {
                let plain = |cell: &C| cell.as_ref().replace(char::is_control, " ").trim().to_owned();
                let plain: Vec<String> = cells.iter().map(plain).collect();
                return self.keep(line, &plain);
            }
            let text = when.columns.first().map_or("", |&index| cell(index));
            self.log.reject(line, || format!("no time in `{}`", quote(text)));
            return;
        };
        let row = self.rows.len();
        if !self.rows.push(line, stamp) {
            self.log.reject(line, || "its time lacks a part or is no time in this file".to_owned());
            return;
        }
        for (index, store) in self.columns.iter_mut().enumerate() {
            store.push(row, cell(index));
        }
        for (index, store) in self.with_comma.iter_mut().flatten().enumerate() {
            store.push(row, cell(index));
        }
        if let Some((at, first, last)) = &mut self.hosts {
            let host = cell(*at);
            if row == 0 {
                host.clone_into(first);
            }
            if host != last {
                host.clone_into(last);
            }
        }
    }

    /// The host that the column of host names names, if the first and the last row agree.
    pub(crate) fn host(&self) -> Option<String> {
        let (_, first, last) = self.hosts.as_ref()?;
        (!first.is_empty() && first == last).then(|| first.clone())
    }

    /// Settles what the whole file decides.
    fn finish(&mut self, log: &mut Log) {
        let comma = *self.decimal_comma.get_or_insert(self.signs[0] > 0 && self.signs[1] == 0);
        self.settle(false);
        if let Some(with_comma) = self.with_comma.take()
            && comma
        {
            self.columns = with_comma;
        }
        log.merge(std::mem::take(&mut self.log));
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
    pub(crate) fn finish(mut self, log: &mut Log) -> Self {
        for sheet in &mut self.sheets {
            sheet.finish(log);
        }
        self
    }
}
