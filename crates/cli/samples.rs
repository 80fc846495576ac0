//! Monitors' files: read as the sets they belong to, with the mappings that were given.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use model::{Input, InputId, InputKind, Problem, ZoneBasis};
use monitor::{MonitorError, Reading, Source};
use timeline::MonitorInput;

use crate::args::{Common, UsageError};
use crate::map::{self, FileMap};
use crate::{rotated, times};

/// From this size on there is something to wait for.
const WORTH_WAITING: u64 = 16 << 20;

/// How monitors' files are to be read.
#[derive(Debug)]
pub(crate) struct Settings {
    options: monitor::Options,
    maps: Vec<FileMap>,
    progress: bool,
}

impl Settings {
    /// From the command line.
    pub(crate) fn new(common: &Common) -> Result<Self, UsageError> {
        let options = monitor::Options {
            tz: common.tz.as_deref().map(|zone| times::zone(zone, "--tz")).transpose()?,
            date: common.date.as_deref().map(|date| times::date(date, "--date")).transpose()?,
            year: common.year,
            boots: Vec::new(),
        };
        let maps = common.map.iter().map(|path| map::read(path)).collect::<Result<_, _>>()?;
        Ok(Self { options, maps, progress: !common.quiet && std::io::stderr().is_terminal() })
    }

    /// The boots on record, which tell the year of dates that have none.
    pub(crate) fn beside(&mut self, boots: &[journal::BootRecords]) {
        self.options.boots = boots.iter().map(|boot| (boot.boot.started(), boot.boot.last)).collect();
    }

    /// The zone given for local times, as text logs take it.
    pub(crate) fn text_zone(&self) -> Option<textlog::Zone> {
        self.options.tz.map(for_texts)
    }

    /// The year given.
    pub(crate) fn year(&self) -> Option<i32> {
        self.options.year
    }

    /// Whether a mapping may be for this file.
    pub(crate) fn has_map_for(&self, path: &Path) -> bool {
        self.maps.iter().any(|map| map.is_for(path))
    }
}

/// A zone as text logs take it.
pub(crate) fn for_texts(zone: monitor::Zone) -> textlog::Zone {
    match zone {
        monitor::Zone::Named(zone) => textlog::Zone::Named(zone),
        monitor::Zone::Fixed(zone) => textlog::Zone::Fixed(zone),
    }
}

/// The paths of a set as one.
pub(crate) fn joined(set: &[PathBuf]) -> String {
    set.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// Reads one set of files, the oldest first, undoing compression.
///
/// # Errors
/// What was tried, on which file, and what to do.
pub(crate) fn read(set: &[PathBuf], id: InputId, settings: &Settings) -> Result<MonitorInput, String> {
    let waiting = settings.waiting(set);
    let read = parse(set, id, settings, waiting.as_ref());
    if let Some(waiting) = waiting {
        waiting.finish_and_clear();
    }
    let Parsed { reading, tz, place, mut problems } = read.map_err(|failure| match failure {
        Failure::Open(why) => why,
        Failure::Refused(error) => refusal(set, &error),
    })?;
    let mut input = Input::new(id, joined(set), InputKind::Monitor);
    input.records = reading.rows;
    input.rejected = reading.rejected;
    let problem = |reject: &monitor::Reject| match &place {
        None => Problem { line: Some(reject.line), what: reject.reason.clone() },
        Some(joined) => {
            let (member, line) = joined.place(reject.line);
            let path = set.get(member).map_or_else(String::new, |path| path.display().to_string());
            Problem { line: None, what: format!("{path}:{line}: {}", reject.reason) }
        }
    };
    problems.extend(reading.rejects.iter().chain(&reading.notes).map(problem));
    input.problems = problems;
    input.first = reading.span().map(|(first, _)| first);
    input.last = reading.span().map(|(_, last)| last);
    if let Some(zone) = tz
        && matches!(reading.clock, monitor::Clock::Absolute)
        && reading.local_rows > 0
    {
        input.zone = Some(zone.to_string());
        input.zone_basis = Some(ZoneBasis::Given);
    }
    Ok(MonitorInput { input, reading })
}

struct Parsed {
    reading: Reading,
    /// The zone that applied to local times.
    tz: Option<monitor::Zone>,
    /// Where lines stand, if there are several members.
    place: Option<monitor::Members>,
    problems: Vec<Problem>,
}

/// Why a set gives no reading.
enum Failure {
    /// A file cannot be opened.
    Open(String),
    /// What is in it can't be read.
    Refused(MonitorError),
}

impl From<MonitorError> for Failure {
    fn from(error: MonitorError) -> Self {
        Self::Refused(error)
    }
}

fn parse(
    set: &[PathBuf],
    id: InputId,
    settings: &Settings,
    bar: Option<&ProgressBar>,
) -> Result<Parsed, Failure> {
    let options = &settings.options;
    let mut unfit = None;
    let mut problems = Vec::new();
    for map in settings.maps.iter().filter(|map| set.iter().any(|path| map.is_for(path))) {
        match monitor::read_mapped(open(set, bar)?, id, options, &map.map) {
            Ok(reading) => {
                return Ok(Parsed {
                    reading,
                    tz: options.tz.or(map.map.tz),
                    place: None,
                    problems: Vec::new(),
                });
            }
            // A mapping that says nothing of files may be for another one.
            Err(error @ MonitorError::MapDoesNotFit { .. }) if !map.names_files() => {
                problems.push(Problem { line: None, what: format!("read without {}: {error}", map.path) });
                unfit.get_or_insert(error);
            }
            Err(error) => return Err(error.into()),
        }
    }
    let read = monitor::read_from(open(set, bar)?, id, options);
    let (reading, place) = read.map_err(|error| unfit.unwrap_or(error))?;
    Ok(Parsed { reading, tz: options.tz, place: (set.len() > 1).then_some(place), problems })
}

/// The files of a set, decompressed as they are read.
fn open(set: &[PathBuf], bar: Option<&ProgressBar>) -> Result<Vec<Source<'static>>, Failure> {
    let mut members: Vec<Source<'static>> = Vec::with_capacity(set.len());
    for path in set {
        let stream = journal::open_stream(path)
            .map_err(|error| Failure::Open(format!("cannot open {}: {error}", path.display())))?;
        members.push(match bar {
            Some(bar) => Box::new(bar.wrap_read(stream)),
            None => Box::new(stream),
        });
    }
    if let Some(bar) = bar {
        bar.reset();
    }
    Ok(members)
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}

impl Settings {
    /// What is shown while a large set is read.
    fn waiting(&self, set: &[PathBuf]) -> Option<ProgressBar> {
        let size: u64 =
            set.iter().filter_map(|path| std::fs::metadata(path).ok()).map(|meta| meta.len()).sum();
        (self.progress && size > WORTH_WAITING).then(|| {
            let bar = ProgressBar::new_spinner().with_message(format!("reading {}", joined(set)));
            bar.set_style(style("{spinner} {msg}: {bytes}, {bytes_per_sec}, {elapsed}"));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        })
    }
}

/// Why a set can't be read and what to do.
fn refusal(set: &[PathBuf], error: &MonitorError) -> String {
    let shown = joined(set);
    let first = set.first().map_or_else(String::new, |path| path.display().to_string());
    let map = format!("`spark-autopsy monitors --print-map {first}` prints a map to fill in");
    let advice = match error {
        MonitorError::NoHeader { .. } => {
            let beside = if set.len() == 1 { rotated::siblings(Path::new(&first)) } else { Vec::new() };
            if beside.is_empty() { map } else { format!("beside it lie {}; or {map}", joined(&beside)) }
        }
        MonitorError::NoTable { .. } | MonitorError::NoTime { .. } => {
            format!(
                "if it is a monitor's, {map} and to give with --map; `spark-autopsy monitors --list` lists the known formats"
            )
        }
        _ => return format!("{shown}: {error}"),
    };
    format!("{shown}: {error}; {advice}")
}
