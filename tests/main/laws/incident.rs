//! The incidents, their verdicts, and running the program on a variant.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::thread;

use serde_json::Value;
use tempfile::TempDir;

use super::stream::Stream;
use crate::support::{bytes, fixture, folders, list, run, text};

/// An incident as it is in the fixtures.
pub(super) struct Incident {
    pub(super) name: String,
    pub(super) stream: Stream,
    pub(super) monitor: Option<String>,
    /// What the program says of it.
    pub(super) report: Report,
}

/// All of them, or those that `LAWS_ONLY` selects.
pub(super) static INCIDENTS: LazyLock<Vec<Incident>> = LazyLock::new(|| {
    let only = std::env::var("LAWS_ONLY").unwrap_or_default();
    let names: Vec<String> = folders("incidents").into_iter().filter(|name| name.contains(&only)).collect();
    let incidents = Mutex::new(Vec::new());
    in_parallel(&names, |name| {
        let incident = load(name);
        incidents.lock().expect("no other load has failed").push(incident);
    });
    let mut incidents = incidents.into_inner().expect("no load has failed");
    incidents.sort_by(|a, b| a.name.cmp(&b.name));
    incidents
});

fn load(name: &str) -> Incident {
    let folder = fixture(&format!("incidents/{name}"));
    let packed = bytes(&folder.join("journal.export.xz"));
    let stream = Stream::parse(&packed);
    assert_eq!(stream.bytes(), packed, "{name}: taken apart and put together it is another stream");
    let monitor = fs::read_to_string(folder.join("monitor.csv")).ok();
    let report = Variant::of(&stream, monitor.as_deref()).run();
    Incident { name: name.to_owned(), stream, monitor, report }
}

/// How many random variants of each incident a law tries.
pub(super) fn seeds(usual: u64) -> std::ops::Range<u64> {
    0..std::env::var("LAWS_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(usual)
}

/// Runs a job for each item on as many threads as there are cores.
fn in_parallel<T: Sync>(items: &[T], job: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    job(item);
                }
            });
        }
    });
}

/// Checks a law on every incident. The law returns how it is broken, a line each.
pub(super) fn check(law: impl Fn(&Incident) -> Vec<String> + Sync) {
    let broken = Mutex::new(Vec::new());
    in_parallel(&INCIDENTS, |incident| {
        let found = law(incident);
        let lines = found.into_iter().map(|line| format!("{}: {line}", incident.name));
        broken.lock().expect("no other thread has failed").extend(lines);
    });
    let mut broken = broken.into_inner().expect("no thread has failed");
    broken.sort();
    assert!(broken.is_empty(), "{} times broken:\n{}", broken.len(), broken.join("\n"));
}

/// Files to be analysed together.
#[derive(Clone, Default)]
pub(super) struct Variant {
    /// Export streams: a file's name, which may have folders, and its content.
    pub(super) streams: Vec<(String, Vec<u8>)>,
    /// Monitors' tables, likewise.
    pub(super) monitors: Vec<(String, Vec<u8>)>,
    /// More options.
    pub(super) options: Vec<String>,
    /// The boots to judge, all if empty.
    pub(super) selection: Vec<String>,
}

impl Variant {
    /// The stream and the table under the names that they have in the fixtures.
    pub(super) fn of(stream: &Stream, monitor: Option<&str>) -> Self {
        Self {
            streams: vec![("journal.export".to_owned(), stream.bytes())],
            monitors: monitor.map(|table| ("monitor.csv".to_owned(), table.into())).into_iter().collect(),
            options: Vec::new(),
            selection: Vec::new(),
        }
    }

    /// The same with more options.
    pub(super) fn with<'a>(mut self, options: impl IntoIterator<Item = &'a str>) -> Self {
        self.options.extend(options.into_iter().map(str::to_owned));
        self
    }

    /// What the program says of all boots.
    pub(super) fn run(&self) -> Report {
        let folder = TempDir::new().expect("a temporary folder");
        let mut arguments: Vec<String> = ["-o", "json", "-q"].map(str::to_owned).into();
        let all = ["--all".to_owned()];
        arguments.extend_from_slice(if self.selection.is_empty() { &all } else { &self.selection });
        for (name, content) in &self.streams {
            arguments.push(write(folder.path(), name, content));
        }
        for (name, content) in &self.monitors {
            arguments.extend(["--csv".to_owned(), write(folder.path(), name, content)]);
        }
        arguments.extend(self.options.iter().cloned());
        Report(run(&arguments).json())
    }
}

fn write(folder: &Path, name: &str, content: &[u8]) -> String {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
    fs::write(&path, content).expect("room for the variant");
    path.into_os_string().into_string().expect("the path is UTF-8")
}

/// The program's JSON.
pub(super) struct Report(pub(super) Value);

/// Machine and boot.
pub(super) type BootId = (String, String);

impl Report {
    /// The verdict of each boot. Only what a reader takes away: no times, no ids, no weights.
    pub(super) fn verdicts(&self) -> BTreeMap<BootId, Verdict> {
        self.boots().map(|boot| (id_of(boot), Verdict::of(boot))).collect()
    }

    pub(super) fn boots(&self) -> impl Iterator<Item = &Value> {
        list(&self.0, "boots").iter()
    }

    /// The zone by which the monitor's times were read, as an offset.
    pub(super) fn monitor_zone(&self) -> Option<String> {
        let monitor = list(&self.0, "inputs").iter().find(|input| text(input, "kind") == Some("monitor"))?;
        text(monitor, "zone").map(str::to_owned)
    }
}

/// The machine and the boot of a row.
pub(super) fn id_of(boot: &Value) -> BootId {
    (
        text(boot, "machine_id").unwrap_or_default().to_owned(),
        text(boot, "boot_id").expect("an id").to_owned(),
    )
}

/// What is said of one boot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) offset: i64,
    pub(super) ending: String,
    pub(super) detail: String,
    pub(super) cause: Option<String>,
    pub(super) finding: Option<String>,
    /// 0 to 2: low, medium, high.
    pub(super) confidence: Option<usize>,
}

impl Verdict {
    pub(super) fn of(boot: &Value) -> Self {
        let confidence = text(boot, "confidence");
        Self {
            offset: boot["offset"].as_i64().expect("an offset"),
            ending: text(boot, "ending").expect("an ending").to_owned(),
            detail: text(boot, "ending_detail").unwrap_or_default().to_owned(),
            cause: text(boot, "cause").map(str::to_owned),
            finding: text(boot, "finding").map(str::to_owned),
            confidence: confidence.and_then(|word| ["low", "medium", "high"].iter().position(|&w| w == word)),
        }
    }

    /// Whether memory or heat is named.
    pub(super) fn names_a_cause(&self) -> bool {
        matches!(self.cause.as_deref(), Some("memory_exhaustion" | "thermal"))
    }

    /// In a few words.
    pub(super) fn words(&self) -> String {
        let Self { ending, detail, cause, finding, confidence, .. } = self;
        let mut words = format!("{ending}/{detail}");
        for part in [cause, finding].into_iter().flatten() {
            write!(words, " {part}").expect("a string takes text");
        }
        if let Some(confidence) = confidence {
            write!(words, " {}", ["low", "medium", "high"][*confidence]).expect("a string takes text");
        }
        words
    }
}

/// Where verdicts that should be the same differ, a line each; boots that only `after` has do not matter.
/// `alike` may allow some differences.
pub(super) fn differences(
    before: &BTreeMap<BootId, Verdict>,
    after: &BTreeMap<BootId, Verdict>,
    alike: impl Fn(&Verdict, &Verdict) -> bool,
) -> Vec<String> {
    let differs = |(id, was): (&BootId, &Verdict)| match after.get(id) {
        Some(is) if alike(was, is) => None,
        Some(is) => Some(format!("boot {}: {} became {}", was.offset, was.words(), is.words())),
        None => Some(format!("boot {}: {} is missing", was.offset, was.words())),
    };
    before.iter().filter_map(differs).collect()
}

/// All of it the same.
pub(super) fn is_equal(was: &Verdict, is: &Verdict) -> bool {
    was == is
}

/// Where a variant's verdicts are not those of the incident.
pub(super) fn unchanged(what: &str, incident: &Incident, variant: &Variant) -> Vec<String> {
    let found = differences(&incident.report.verdicts(), &variant.run().verdicts(), is_equal);
    found.into_iter().map(|line| format!("{what}: {line}")).collect()
}
