//! Framed sheets to a reading: times placed, tracks split by device, points sorted.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use model::series::Sampler;
use model::{InputId, Metric, Micros, Series};
use polars::prelude::*;

use crate::log::{Log, quote};
use crate::place::{Placed, Row, place};
use crate::sheet::Framed;
use crate::stamp::Stamp;
use crate::table::Table;
use crate::tracks::{BareUnits, Track, Tracks, is_of_gpu};
use crate::when::When;
use crate::{Clock, Column, MonitorError, Options, Reading};

/// More GPUs than this are something else.
const GPUS: usize = 64;

/// What was read of a sheet.
struct Part {
    /// The line of each row.
    lines: Vec<u64>,
    tracks: Tracks,
    /// The place of each row; set when all sheets are read.
    at: Vec<Option<i64>>,
    /// The GPU of each row, as an index into `gpus`.
    gpu: Vec<Option<usize>>,
    gpus: Vec<String>,
}

/// Turns the sheets into a reading.
pub(crate) fn reading(
    format: &'static str,
    mut framed: Framed,
    input: InputId,
    options: &Options,
    mut log: Log,
) -> Result<Reading, MonitorError> {
    if framed.sheets.iter().all(|sheet| sheet.rows == 0) && log.rejected == 0 {
        return Err(MonitorError::HeaderOnly);
    }
    let host = crate::host::named(&framed.sheets);
    let (mut parts, rows, whose) = parts(&mut framed, &mut log)?;
    let restarts: Vec<Row> = framed
        .restarts
        .iter()
        .filter_map(|(line, cell)| Some(Row { line: *line, stamp: Stamp::parse(cell)? }))
        .collect();
    let placed = place(&rows, options, &mut log)?;
    for (at, &(part, row)) in placed.at.iter().zip(&whose) {
        parts[part].at[row] = *at;
    }
    let several = parts.iter().any(|part| part.gpus.len() > 1);
    let series = collect(&mut parts, input, several)?;
    let gpu_silent = gpu_silent(&parts);
    let columns = columns(&parts);
    let row_times = row_times(&rows, &placed);
    let restarts = restart_times(&restarts, options, placed.clock);
    let stale = crate::rhythm::stale(&series);
    for still in &stale {
        log.note(still.line, || {
            format!(
                "{} samples repeat temperature and power to the last digit: they may be no fresh ones",
                still.samples
            )
        });
    }
    let (rejected, rejects, notes) = log.finish();
    Ok(Reading {
        format,
        rows: placed.rows,
        rejected,
        rejects,
        clock: placed.clock,
        series,
        notes,
        columns,
        gpu_silent,
        row_times,
        restarts,
        stale,
        local_rows: placed.local,
        torn: Vec::new(),
        host,
    })
}

/// Reads every sheet; the rows of all in file order, and for each its part and row there.
type Parts = (Vec<Part>, Vec<Row>, Vec<(usize, usize)>);

fn parts(framed: &mut Framed, log: &mut Log) -> Result<Parts, MonitorError> {
    let mut parts = Vec::new();
    let mut rows: Vec<(Row, (usize, usize))> = Vec::new();
    let mut timeless: Option<Vec<String>> = None;
    let mut sheets = Vec::new();
    for sheet in framed.sheets.iter_mut().filter(|sheet| sheet.rows > 0) {
        let table = Table::read(sheet)?;
        sheets.push((&*sheet, table));
    }
    let bare_units = BareUnits::of(&sheets)?;
    for (sheet, table) in sheets {
        let Some(when) = When::find(sheet, &table)? else {
            for &line in &table.lines {
                log.reject(line, || "no column says when".to_owned());
            }
            timeless.get_or_insert_with(|| sheet.names.iter().map(|name| name.shown.clone()).collect());
            continue;
        };
        for (row, stamp) in when.stamps(&table)?.into_iter().enumerate() {
            let line = table.lines.get(row).copied().unwrap_or_default();
            match stamp {
                Ok(stamp) => rows.push((Row { line, stamp }, (parts.len(), row))),
                Err(text) => log.reject(line, || format!("no time in `{}`", quote(&text))),
            }
        }
        let tracks = Tracks::read(sheet, &table, &when.columns, bare_units, log)?;
        let (gpu, gpus) = selected(&tracks, &table)?;
        let at = vec![None; table.lines.len()];
        // The text of the cells is not needed any more, and is most of what a large file takes.
        parts.push(Part { lines: table.lines, tracks, at, gpu, gpus });
    }
    match timeless {
        Some(columns) if parts.is_empty() => return Err(MonitorError::NoTime { columns }),
        _ => {}
    }
    rows.sort_by_key(|(row, _)| row.line);
    let (rows, whose) = rows.into_iter().unzip();
    Ok((parts, rows, whose))
}

/// The GPU of each row from the selector column. A column in which no value comes back counts rows.
fn selected(tracks: &Tracks, table: &Table) -> Result<(Vec<Option<usize>>, Vec<String>), MonitorError> {
    let rows = table.lines.len();
    let Some(selector) = tracks.selector else { return Ok((vec![None; rows], Vec::new())) };
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    let mut gpus = Vec::new();
    let mut gpu = Vec::with_capacity(rows);
    for cell in table.cells(selector)?.iter() {
        let cell = cell.unwrap_or("");
        if cell.is_empty() {
            gpu.push(None);
            continue;
        }
        let index = *known.entry(cell).or_insert_with(|| {
            gpus.push(cell.to_owned());
            gpus.len() - 1
        });
        if gpus.len() > GPUS {
            return Ok((vec![None; rows], Vec::new()));
        }
        gpu.push(Some(index));
    }
    if gpus.len() > 1 && gpus.len() * 2 > rows {
        return Ok((vec![None; rows], Vec::new()));
    }
    Ok((gpu, gpus))
}

#[derive(Default)]
struct Points {
    at: Vec<i64>,
    values: Vec<f64>,
    lines: Vec<u64>,
    derived: bool,
}

/// The tracks' values as series. Each track goes when its values are taken: a file of millions of rows has them
/// only once.
fn collect(parts: &mut [Part], input: InputId, several: bool) -> Result<Vec<Series>, MonitorError> {
    let mut all: BTreeMap<(Metric, Option<String>), Points> = BTreeMap::new();
    for part in parts {
        for track in std::mem::take(&mut part.tracks.tracks) {
            if several && is_of_gpu(&track) && track.gpu.is_none() && !part.gpus.is_empty() {
                for (index, gpu) in part.gpus.iter().enumerate() {
                    let device =
                        track.device.as_ref().map_or_else(|| gpu.clone(), |own| format!("{own} {gpu}"));
                    add(&mut all, part, &track, Some(device), |row| part.gpu[row] == Some(index));
                }
            } else {
                let device = track.device.clone();
                add(&mut all, part, &track, device, |_| true);
            }
        }
    }
    all.into_iter()
        .filter(|(_, points)| !points.at.is_empty())
        .map(|((metric, device), points)| sorted(input, metric, device, points))
        .collect()
}

fn add(
    all: &mut BTreeMap<(Metric, Option<String>), Points>,
    part: &Part,
    track: &Track,
    device: Option<String>,
    wanted: impl Fn(usize) -> bool,
) {
    let points = all.entry((track.metric, device)).or_default();
    points.derived |= track.derived;
    let own = |row: usize| track.values[row].is_some() && part.at[row].is_some() && wanted(row);
    let more = (0..track.values.len().min(part.at.len())).filter(|&row| own(row)).count();
    points.at.reserve_exact(more);
    points.values.reserve_exact(more);
    points.lines.reserve_exact(more);
    for (row, (value, at)) in track.values.iter().zip(&part.at).enumerate() {
        if let (Some(value), Some(at)) = (*value, *at)
            && wanted(row)
        {
            points.at.push(at);
            points.values.push(value);
            points.lines.push(part.lines[row]);
        }
    }
}

/// The points by instant, those of one instant by line.
fn sorted(
    input: InputId,
    metric: Metric,
    device: Option<String>,
    points: Points,
) -> Result<Series, MonitorError> {
    let Points { mut at, mut values, mut lines, derived } = points;
    if !at.is_sorted() {
        let columns = vec![
            polars::prelude::Column::new("at".into(), at),
            polars::prelude::Column::new("line".into(), lines),
            polars::prelude::Column::new("value".into(), values),
        ];
        let frame = DataFrame::new_infer_height(columns)?;
        let order = SortMultipleOptions::default().with_maintain_order(true);
        let frame = frame.sort(["at", "line"], order)?;
        at = frame.column("at")?.i64()?.iter().flatten().collect();
        lines = frame.column("line")?.u64()?.iter().flatten().collect();
        values = frame.column("value")?.f64()?.iter().flatten().collect();
    }
    let mut series = Series::new(input, Sampler::Monitor, metric, device);
    series.derived = derived;
    series.at = at.into_iter().map(Micros).collect();
    series.values = values;
    series.lines = lines;
    Ok(series)
}

fn gpu_silent(parts: &[Part]) -> Vec<(Micros, u64, String)> {
    let mut silent = Vec::new();
    for part in parts {
        for (&row, (named, words)) in &part.tracks.silent {
            let Some(at) = part.at[row] else { continue };
            let gpu = named.as_ref().or_else(|| part.gpus.get(part.gpu[row]?));
            let words = gpu.map_or_else(|| words.clone(), |gpu| format!("GPU {gpu}, {words}"));
            silent.push((Micros(at), part.lines[row], words));
        }
    }
    silent.sort_by_key(|(at, line, _)| (*at, *line));
    silent
}

/// The columns of all sheets, one a name and meaning.
fn columns(parts: &[Part]) -> Vec<Column> {
    let mut all: Vec<Column> = Vec::new();
    let mut known: HashMap<(&str, Option<Metric>, Option<&str>), usize> = HashMap::new();
    for column in parts.iter().flat_map(|part| &part.tracks.columns) {
        match known.entry((&column.name, column.metric, column.device.as_deref())) {
            Entry::Occupied(at) => all[*at.get()].missing += column.missing,
            Entry::Vacant(free) => {
                free.insert(all.len());
                all.push(column.clone());
            }
        }
    }
    all
}

fn row_times(rows: &[Row], placed: &Placed) -> Vec<(Micros, u64)> {
    let mut times: Vec<(Micros, u64)> =
        rows.iter().zip(&placed.at).filter_map(|(row, at)| Some((Micros((*at)?), row.line))).collect();
    if placed.newest_first {
        times.reverse();
    }
    times
}

/// The restarts in the rows' clock; one that cannot be placed in it is left to its note.
fn restart_times(rows: &[Row], options: &Options, clock: Clock) -> Vec<(Micros, u64)> {
    let Ok(placed) = place(rows, options, &mut Log::default()) else { return Vec::new() };
    if placed.clock != clock {
        return Vec::new();
    }
    row_times(rows, &placed)
}
