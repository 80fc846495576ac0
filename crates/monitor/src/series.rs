//! Framed sheets to a reading: times placed, tracks split by device, points sorted.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use model::series::Sampler;
use model::{InputId, Metric, Micros, Series, Shared};

use crate::log::Log;
use crate::place::{NOWHERE, Placed, place};
use crate::rows::Rows;
use crate::selection::{Place, Selections};
use crate::sheet::{Framed, Gpus};
use crate::stamp::Stamp;
use crate::tracks::{BareUnits, Track, Tracks, is_of_gpu};
use crate::{Clock, Column, MonitorError, Options, Reading, RowTimes};

/// What was read of a sheet.
struct Part {
    tracks: Tracks,
    /// Which GPU each row is about; without names where that means nothing.
    gpus: Gpus,
}

/// Turns the sheets into a reading.
pub(crate) fn reading(
    format: &'static str,
    framed: Framed,
    input: InputId,
    options: &Options,
    mut log: Log,
) -> Result<Reading, MonitorError> {
    let mut framed = framed.finish(&mut log);
    if framed.sheets.iter().all(|sheet| sheet.count == 0) && log.rejected == 0 {
        return Err(MonitorError::HeaderOnly);
    }
    let host = crate::host::named(&framed.sheets);
    let (mut parts, rows) = parts(&mut framed, &mut log)?;
    let mut restarts = Rows::default();
    for (line, cell) in &framed.restarts {
        if let Some(stamp) = Stamp::parse(cell) {
            restarts.push(*line, stamp);
        }
    }
    drop(framed);
    let merged = Merged::of(rows);
    let placed = place(&merged.rows, options, &mut log)?;
    let Placed { rows: understood, clock, local, newest_first, at } = placed;
    let (places, row_times) = merged.places(at, newest_first);
    let several = parts.iter().any(|part| part.gpus.names.len() > 1);
    let gpu_silent = gpu_silent(&parts, &places);
    let columns = columns(&parts);
    let series = collect(&mut parts, &places, input, several)?;
    let restarts = restart_times(&restarts, options, clock);
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
        rows: understood,
        rejected,
        rejects,
        clock,
        series,
        notes,
        columns,
        gpu_silent,
        row_times,
        restarts,
        stale,
        local_rows: local,
        torn: Vec::new(),
        host,
    })
}

/// Reads every sheet that says when, and takes its rows.
fn parts(framed: &mut Framed, log: &mut Log) -> Result<(Vec<Part>, Vec<Rows>), MonitorError> {
    let (mut parts, mut rows) = (Vec::new(), Vec::new());
    let mut timeless: Option<Vec<String>> = None;
    let bare_units = BareUnits::of(&framed.sheets);
    for sheet in framed.sheets.iter_mut().filter(|sheet| sheet.count > 0) {
        if sheet.when.is_none() {
            for &line in &sheet.rows.lines {
                log.reject(line, || "no column says when".to_owned());
            }
            timeless.get_or_insert_with(|| sheet.names.iter().map(|name| name.shown.clone()).collect());
            continue;
        }
        let mut tracks = Tracks::read(sheet, bare_units, log);
        let gpus = tracks.gpus.take().filter(tells_apart).unwrap_or_default();
        parts.push(Part { tracks, gpus });
        rows.push(std::mem::take(&mut sheet.rows));
    }
    match timeless {
        Some(columns) if parts.is_empty() => Err(MonitorError::NoTime { columns }),
        _ => Ok((parts, rows)),
    }
}

/// A column in which no value comes back counts rows.
fn tells_apart(gpus: &Gpus) -> bool {
    !gpus.too_many && (gpus.names.len() <= 1 || gpus.names.len() * 2 <= gpus.of_row.len())
}

/// The rows of all sheets in file order.
struct Merged {
    rows: Rows,
    /// The sheet and the row in it of each; none where there is one sheet and its rows are in order.
    whose: Option<Vec<(u32, u32)>>,
    lines: Vec<Shared<u64>>,
}

impl Merged {
    fn of(mut sheets: Vec<Rows>) -> Self {
        if let [only] = sheets.as_mut_slice()
            && only.lines.is_sorted()
        {
            return Self { rows: std::mem::take(only), whose: None, lines: Vec::new() };
        }
        let mut whose: Vec<(u32, u32)> = Vec::with_capacity(sheets.iter().map(Rows::len).sum());
        for (sheet, rows) in (0_u32..).zip(&sheets) {
            whose.extend((0_u32..).take(rows.len()).map(|row| (sheet, row)));
        }
        whose.sort_by_key(|&(sheet, row)| sheets[sheet as usize].lines[row as usize]);
        let mut rows = Rows::default();
        for &(sheet, row) in &whose {
            rows.push_from(&sheets[sheet as usize], row as usize);
        }
        let lines = sheets.into_iter().map(|rows| rows.lines.into()).collect();
        Self { rows, whose: Some(whose), lines }
    }

    /// The places of the rows by sheet, and of all in the order of writing.
    fn places(self, at: Vec<i64>, newest_first: bool) -> (Vec<Place>, RowTimes) {
        let all_placed = !at.contains(&NOWHERE);
        let at: Shared<Micros> = at.into_iter().map(Micros).collect();
        let lines: Shared<u64> = self.rows.lines.into();
        let places = match self.whose {
            None => vec![Place { lines: lines.clone(), at: at.clone() }],
            Some(whose) => {
                let mut own: Vec<Vec<Micros>> =
                    self.lines.iter().map(|lines| vec![Micros(NOWHERE); lines.len()]).collect();
                for (&(sheet, row), at) in whose.iter().zip(&at) {
                    own[sheet as usize][row as usize] = *at;
                }
                let places = self.lines.into_iter().zip(own);
                places.map(|(lines, at)| Place { lines, at: at.into() }).collect()
            }
        };
        if all_placed && !newest_first {
            return (places, RowTimes { at, lines });
        }
        let mut times: Vec<(Micros, u64)> =
            at.iter().copied().zip(lines.iter().copied()).filter(|(at, _)| at.0 != NOWHERE).collect();
        if newest_first {
            times.reverse();
        }
        (places, times.into_iter().collect())
    }
}

/// The values of one series, by choice of rows.
#[derive(Default)]
struct Points {
    choices: Vec<usize>,
    values: Vec<f64>,
    derived: bool,
}

/// The tracks' values as series. Each track goes when its values are taken: a file of millions of rows has them
/// only once.
fn collect(
    parts: &mut [Part],
    places: &[Place],
    input: InputId,
    several: bool,
) -> Result<Vec<Series>, MonitorError> {
    let mut all: BTreeMap<(Metric, Option<String>), Points> = BTreeMap::new();
    let mut selections = Selections::default();
    for (index, (part, place)) in parts.iter_mut().zip(places).enumerate() {
        for mut track in std::mem::take(&mut part.tracks.tracks) {
            let names = &part.gpus.names;
            if several && is_of_gpu(&track) && track.gpu.is_none() && !names.is_empty() {
                for (own, gpu) in names.iter().enumerate() {
                    let device =
                        track.device.as_ref().map_or_else(|| gpu.clone(), |own| format!("{own} {gpu}"));
                    let of =
                        |row: usize| part.gpus.of_row.get(row).is_some_and(|&of| usize::from(of) == own + 1);
                    let chosen = selections.choose(index, place, &mut track.values, of, false);
                    add(&mut all, &track, Some(device), chosen);
                }
            } else {
                let chosen = selections.choose(index, place, &mut track.values, |_| true, true);
                let device = track.device.clone();
                add(&mut all, &track, device, chosen);
            }
        }
    }
    let made = all.into_iter().filter(|(_, points)| !points.values.is_empty());
    made.map(|((metric, device), points)| {
        let instants = selections.instants(&points.choices, places)?;
        let mut series = Series::new(input, Sampler::Monitor, metric, device);
        series.derived = points.derived;
        series.values = instants.sort(points.values).into();
        (series.at, series.lines) = (instants.at, instants.lines);
        Ok(series)
    })
    .collect()
}

fn add(
    all: &mut BTreeMap<(Metric, Option<String>), Points>,
    track: &Track,
    device: Option<String>,
    chosen: Option<(usize, Vec<f64>)>,
) {
    let points = all.entry((track.metric, device)).or_default();
    points.derived |= track.derived;
    let Some((choice, values)) = chosen else { return };
    points.choices.push(choice);
    if points.values.is_empty() {
        points.values = values;
    } else {
        points.values.extend(values);
    }
}

fn gpu_silent(parts: &[Part], places: &[Place]) -> Vec<(Micros, u64, String)> {
    let mut silent = Vec::new();
    for (part, place) in parts.iter().zip(places) {
        for (&row, (named, words)) in &part.tracks.silent {
            let Some(&at) = place.at.get(row).filter(|at| at.0 != NOWHERE) else { continue };
            let of_row = || part.gpus.names.get(usize::from(*part.gpus.of_row.get(row)?).checked_sub(1)?);
            let gpu = named.as_ref().or_else(of_row);
            let words = gpu.map_or_else(|| words.clone(), |gpu| format!("GPU {gpu}, {words}"));
            silent.push((at, place.lines[row], words));
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

/// The restarts in the rows' clock; one that cannot be placed in it is left to its note.
fn restart_times(rows: &Rows, options: &Options, clock: Clock) -> Vec<(Micros, u64)> {
    let Ok(placed) = place(rows, options, &mut Log::default()) else { return Vec::new() };
    if placed.clock != clock {
        return Vec::new();
    }
    let times = placed.at.iter().zip(&rows.lines).filter(|(at, _)| **at != NOWHERE);
    let mut times: Vec<(Micros, u64)> = times.map(|(&at, &line)| (Micros(at), line)).collect();
    if placed.newest_first {
        times.reverse();
    }
    times
}
