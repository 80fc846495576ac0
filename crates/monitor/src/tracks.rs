//! A sheet's columns to tracks: one metric of one device, one value a row.

use std::collections::{BTreeMap, HashMap, HashSet};

use model::Metric;

use crate::Column;
use crate::alias::{Role, roles};
use crate::cell::Cell;
use crate::cells::{Cells, Samples};
use crate::column::Reading;
use crate::log::{Log, quote};
use crate::name::Name;
use crate::sheet::{Gpus, Sheet, Store};
use crate::unit::{Unit, guess};

/// A metric of one device over the rows of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    pub(crate) metric: Metric,
    /// Sensor, column or GPU number.
    pub(crate) device: Option<String>,
    /// The GPU number in the name.
    pub(crate) gpu: Option<String>,
    pub(crate) derived: bool,
    pub(crate) values: Samples,
}

/// What a sheet's columns hold.
#[derive(Debug, Default)]
pub(crate) struct Tracks {
    pub(crate) tracks: Vec<Track>,
    pub(crate) columns: Vec<Column>,
    /// Row, GPU number and words of cells in which the driver had lost the GPU.
    pub(crate) silent: BTreeMap<usize, (Option<String>, String)>,
    /// Which GPU each row is about, where a column says so.
    pub(crate) gpus: Option<Gpus>,
    pub(crate) reclaimable: Vec<Samples>,
    /// Idle shares of the CPU, percent.
    pub(crate) idle: Option<Samples>,
    taken: HashSet<(Metric, Option<String>)>,
    bare_units: BareUnits,
}

/// The unit of memory columns that do not name theirs, from all of them together: a host that is
/// short of memory from the first row to the last must not change it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BareUnits {
    memory: Option<Unit>,
    swap: Option<Unit>,
}

impl BareUnits {
    /// Looks at the columns of all sheets of a file.
    pub(crate) fn of(sheets: &[Sheet]) -> Self {
        let mut largest: [Option<(f64, bool)>; 2] = [None; 2];
        for sheet in sheets {
            let roles = roles(&sheet.names, &sheet.roles);
            for (index, (role, store)) in roles.into_iter().zip(&sheet.columns).enumerate() {
                if let (None, Some(swap), Store::Cells(cells)) =
                    (sheet.names[index].unit, is_memory(role), store)
                {
                    let known = &mut largest[usize::from(swap)];
                    *known = larger(*known, crate::column::largest(cells));
                }
            }
        }
        let unit = |(max, fractions)| guess(Metric::MemAvailable, max, max, fractions).ok().flatten();
        let memory = largest[0].and_then(unit);
        // Little swap in whole numbers is counted as the memory is, and fractions go with GiB.
        let whole = !largest[1].is_some_and(|(_, fractions)| fractions);
        let as_memory = memory.filter(|unit| whole || *unit == Unit::GiB);
        Self { memory, swap: largest[1].and_then(unit).or(as_memory) }
    }

    const fn get(self, role: Role) -> Option<Unit> {
        match is_memory(role) {
            Some(true) => self.swap,
            Some(false) => self.memory,
            None => None,
        }
    }
}

fn larger(a: Option<(f64, bool)>, b: Option<(f64, bool)>) -> Option<(f64, bool)> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.max(b.0), a.1 || b.1)),
        (a, b) => a.or(b),
    }
}

/// Whether the role is the host's memory, and then whether it is swap.
const fn is_memory(role: Role) -> Option<bool> {
    match role {
        Role::Reclaimable
        | Role::Metric(Metric::MemAvailable | Metric::MemFree | Metric::MemUsed | Metric::MemTotal) => {
            Some(false)
        }
        Role::Metric(Metric::SwapUsed | Metric::SwapFree | Metric::SwapTotal) => Some(true),
        _ => None,
    }
}

/// Whether a metric belongs to a GPU, so that an `index` column speaks of it.
pub(crate) fn is_of_gpu(track: &Track) -> bool {
    match track.metric {
        Metric::GpuTemp
        | Metric::GpuUtil
        | Metric::GpuMemUsed
        | Metric::Clock
        | Metric::Throttle
        | Metric::ThermalSlowdown
        | Metric::Fan => true,
        Metric::Power => track.device.is_none() || track.gpu.is_some(),
        _ => false,
    }
}

impl Tracks {
    /// Reads all columns but those of time; the sheet loses each column's cells when they are read.
    pub(crate) fn read(sheet: &mut Sheet, bare_units: BareUnits, log: &mut Log) -> Self {
        let mut tracks = Self { bare_units, ..Self::default() };
        let roles = roles(&sheet.names, &sheet.roles);
        let selector = selector(&sheet.names, &roles);
        let time = sheet.when.as_ref().map_or_else(Vec::new, |when| when.columns.clone());
        let mut stores = std::mem::take(&mut sheet.columns);
        let sheet = &*sheet;
        let mut first: HashMap<&str, usize> = HashMap::new();
        for (index, name) in sheet.names.iter().enumerate() {
            first.entry(name.shown.as_str()).or_insert(index);
        }
        // By name, so that the order of the columns means nothing.
        let mut order: Vec<usize> = (0..roles.len()).collect();
        order.sort_by_key(|&index| (&sheet.names[index].norm, &sheet.names[index].shown, index));
        let mut columns: Vec<(usize, Column)> = Vec::with_capacity(order.len());
        for index in order {
            let role = roles[index];
            let mut column = Column {
                name: sheet.names[index].shown.clone(),
                metric: None,
                device: None,
                unit: None,
                ignored: None,
                missing: 0,
            };
            if time.contains(&index) {
                column.ignored = Some("the time of the row".to_owned());
            } else if selector == Some(index) {
                if let Some(Store::Gpus(gpus)) = stores.get_mut(index) {
                    tracks.gpus = Some(std::mem::take(gpus));
                }
                column.ignored = Some("says which GPU the row is about".to_owned());
            } else if !column.name.is_empty()
                && first.get(column.name.as_str()).is_some_and(|&first| first < index)
                && sheet.names[index].gpu.is_none()
            {
                column.ignored = Some("another column has the same name".to_owned());
            } else {
                let store =
                    stores.get_mut(index).map_or(Store::Off, |store| std::mem::replace(store, Store::Off));
                tracks.column(index, role, sheet, store, &mut column, log);
            }
            columns.push((index, column));
        }
        columns.sort_by_key(|(index, _)| *index);
        tracks.columns = columns.into_iter().map(|(_, column)| column).collect();
        tracks.take_idle();
        let lines = &sheet.rows.lines;
        tracks.drop_empty_reads(lines, log);
        tracks.drop_rows_without_total(lines, log);
        tracks.drop_failed_reads();
        tracks.derive_available();
        tracks.check_total(lines, log);
        tracks
    }

    fn column(
        &mut self,
        index: usize,
        role: Role,
        sheet: &Sheet,
        store: Store,
        column: &mut Column,
        log: &mut Log,
    ) {
        let name = &sheet.names[index];
        let cells = match store {
            Store::Cells(cells) => cells,
            Store::Silence(silent) => {
                for (row, text) in silent {
                    self.silence(row, name, &text);
                }
                Cells::new(false, false)
            }
            Store::Off | Store::Gpus(_) => Cells::new(false, false),
        };
        let (metric, pairs) = match role {
            Role::Metric(metric) => (metric, false),
            Role::Memory => (Metric::MemUsed, true),
            Role::Swap => (Metric::SwapUsed, true),
            Role::Reclaimable => (Metric::MemFree, false),
            Role::Idle => (Metric::CpuUtil, false),
            Role::Blocks(kib) => {
                self.blocks(kib, &cells, column);
                return;
            }
            Role::Reason(bit) => {
                self.reason(bit, name, &cells, column);
                return;
            }
            Role::Ignored(why) => {
                column.ignored = Some(why.to_owned());
                return;
            }
            Role::Time | Role::Gpu(_) => {
                column.ignored = Some("another column says it better".to_owned());
                return;
            }
            Role::Unknown => {
                column.ignored = Some("the name is not known".to_owned());
                return;
            }
        };
        let reading = Reading {
            metric,
            unit: name.unit.filter(|unit| unit.scale(metric).is_some()).or_else(|| self.bare_units.get(role)),
            pairs,
            name: &name.shown,
            lines: &sheet.rows.lines,
        };
        let found = match reading.read(cells, log) {
            Ok(found) => found,
            Err(why) => {
                log.note(sheet.line, || format!("column `{}` is not used: {why}", quote(&name.shown)));
                column.ignored = Some(why.to_owned());
                return;
            }
        };
        for (row, text) in found.silent {
            self.silence(row, name, &text);
        }
        column.missing = found.missing;
        column.unit = found.unit.map(|unit| unit.name().to_owned());
        if role == Role::Reclaimable {
            column.ignored = Some("a part of available memory".to_owned());
            self.reclaimable.push(found.values);
            return;
        }
        if role == Role::Idle {
            column.ignored = Some("load is what is left of 100 %".to_owned());
            self.idle = self.idle.take().or(Some(found.values));
            return;
        }
        let device = self.device(metric, name);
        column.metric = Some(metric);
        column.device.clone_from(&device);
        if pairs {
            let total = if metric == Metric::MemUsed { Metric::MemTotal } else { Metric::SwapTotal };
            self.push(total, device.clone(), None, found.totals);
        }
        self.push(metric, device, name.gpu.clone(), found.values);
    }

    /// Notes that the driver had lost the GPU in a row.
    fn silence(&mut self, row: usize, name: &Name, text: &str) {
        self.silent.entry(row).or_insert_with(|| (name.gpu.clone(), format!("{}: {text}", name.shown)));
    }

    fn push(&mut self, metric: Metric, device: Option<String>, gpu: Option<String>, values: Samples) {
        self.taken.insert((metric, device.clone()));
        self.tracks.push(Track { metric, device, gpu, derived: false, values });
    }

    /// A count of free blocks of at least some size: the largest has that size, or less than it.
    fn blocks(&mut self, kib: u32, cells: &Cells, column: &mut Column) {
        let bound = f64::from(kib) / 1024.0;
        let values = (0..cells.len()).map(|row| match cells.get(row) {
            Cell::Number(count, None) if count >= 0.0 => Some(if count > 0.0 { bound } else { 0.0 }),
            _ => None,
        });
        let values: Samples = values.collect();
        column.metric = Some(Metric::LargestFreeBlock);
        column.missing = values.iter().filter(|value| value.is_none()).count() as u64;
        column.device = Some(column.name.clone());
        self.tracks.push(Track {
            metric: Metric::LargestFreeBlock,
            device: column.device.clone(),
            gpu: None,
            derived: true,
            values,
        });
    }

    /// The device of a column: the GPU's number, the sensor's name, nothing where there is only one;
    /// for a second column of one metric its name.
    fn device(&self, metric: Metric, name: &Name) -> Option<String> {
        let sensor = || Some(name.sensor());
        let device = match metric {
            _ if name.gpu.is_some() && metric != Metric::ThermalSlowdown => name.gpu.clone(),
            Metric::SocTemp | Metric::Voltage | Metric::ThermalSlowdown => sensor(),
            Metric::Power if !is_gpu_power(&name.stem) => sensor(),
            _ => None,
        };
        let taken = |device: &Option<String>| self.taken.contains(&(metric, device.clone()));
        let (mut device, mut number) = (device, 2);
        while taken(&device) {
            device = Some(if number == 2 { name.shown.clone() } else { format!("{} {number}", name.shown) });
            number += 1;
        }
        device
    }

    /// One throttle reason into the bit set of its GPU.
    fn reason(&mut self, bit: u16, name: &Name, cells: &Cells, column: &mut Column) {
        let gpu = name.gpu.clone();
        column.metric = Some(Metric::Throttle);
        column.device.clone_from(&gpu);
        let same = |track: &Track| track.metric == Metric::Throttle && track.gpu == gpu;
        let at = self.tracks.iter().position(same).unwrap_or_else(|| {
            self.push(Metric::Throttle, gpu.clone(), gpu.clone(), Samples::none(cells.len()));
            self.tracks.len() - 1
        });
        for row in 0..cells.len() {
            let set = match cells.get(row) {
                Cell::Flag(set) => set,
                Cell::Number(number, None) if number == 0.0 || number == 1.0 => number == 1.0,
                Cell::Silent => {
                    self.silence(row, name, &cells.text(row));
                    continue;
                }
                _ => {
                    column.missing += 1;
                    continue;
                }
            };
            let values = &mut self.tracks[at].values;
            let bits = values.get(row).unwrap_or(0.0) as u64 | if set { u64::from(bit) } else { 0 };
            values.0[row] = bits as f64;
        }
    }
}

/// The column that says which GPU a row is about.
pub(crate) fn selector(names: &[Name], roles: &[Role]) -> Option<usize> {
    let ranked = roles.iter().zip(names).enumerate().filter_map(|(index, (role, name))| match role {
        Role::Gpu(rank) => Some((*rank, &name.shown, index)),
        _ => None,
    });
    ranked.min().map(|(_, _, index)| index)
}

/// `power` alone is the GPU's: these monitors watch GPUs.
fn is_gpu_power(stem: &str) -> bool {
    ["power_draw", "gpu", "pwr", "power", "nv_gpu", "dcgm", "watt", "leistung"]
        .iter()
        .any(|own| stem.starts_with(own))
        && !["pwr_main", "pwr_cpu", "power_cpu", "power_main", "power_total"].contains(&stem)
}
