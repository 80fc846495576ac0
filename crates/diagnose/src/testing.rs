//! Small time lines made by hand, for the tests of rules and endings. Times are seconds since the boot's
//! start; the boot's last entry lies at [`END`] unless an event lies later.

use model::event::lifecycle::Verb;
use model::event::{Kernel, Lifecycle};
use model::evidence::Evidence;
use model::series::Sampler;
use model::{Boot, BootId, Event, EventKind, InputId, MemoryModel, Metric, Micros, Origin, Series};
use timeline::{BootTimeline, Timeline};

use crate::rules::RULES;
use crate::{Case, End, Options, end_of};

/// Seconds from a boot's start to its last entry.
pub(crate) const END: i64 = 7200;
/// Start of the first boot, in seconds since 1970.
const EPOCH: i64 = 1_780_000_000;
/// Seconds from one boot's last entry to the next boot's start.
const GAP: i64 = 120;

/// Seconds since the boot's start and values.
type Samples = Vec<(i64, f64)>;

/// A boot in the making.
#[derive(Clone, Default)]
pub(crate) struct Made {
    events: Vec<(i64, EventKind)>,
    samples: Vec<(Sampler, Metric, Samples)>,
    model: Option<MemoryModel>,
    kernel: Option<&'static str>,
    gap: Option<i64>,
    user_only: bool,
    cut: Option<i64>,
    unread: bool,
}

impl Made {
    pub(crate) fn new() -> Self {
        Self::default().at(4, Lifecycle::JournalStarted).at(5, Lifecycle::JournalUsage { persistent: true })
    }
    pub(crate) fn at(mut self, second: i64, kind: impl Into<Kind>) -> Self {
        self.events.push((second, kind.into().0));
        self
    }
    /// `count` events of one kind, a second apart, the last one at `last`.
    pub(crate) fn run(self, count: i64, last: i64, kind: impl Into<Kind>) -> Self {
        let kind = kind.into().0;
        (0..count).fold(self, |made, i| made.at(last - (count - 1 - i), Kind(kind.clone())))
    }
    pub(crate) fn samples(mut self, metric: Metric, samples: impl IntoIterator<Item = (i64, f64)>) -> Self {
        self.samples.push((Sampler::Monitor, metric, samples.into_iter().collect()));
        self
    }
    /// earlyoom's reports of available memory.
    pub(crate) fn reports(mut self, samples: impl IntoIterator<Item = (i64, f64)>) -> Self {
        self.samples.push((Sampler::Earlyoom, Metric::MemAvailable, samples.into_iter().collect()));
        self
    }
    /// Samples of one value each ten seconds of the last half hour, then `tail`.
    pub(crate) fn steady(self, metric: Metric, value: f64, tail: &[(i64, f64)]) -> Self {
        let until = tail.first().map_or(END + 1, |(at, _)| *at);
        let steady = (END - 1800..until).step_by(10).map(|at| (at, value));
        self.samples(metric, steady.chain(tail.iter().copied()).collect::<Vec<_>>())
    }
    pub(crate) fn model(mut self, model: MemoryModel) -> Self {
        self.model = Some(model);
        self
    }
    pub(crate) fn kernel(mut self, release: &'static str) -> Self {
        self.kernel = Some(release);
        self
    }
    /// Seconds to the next boot's start.
    pub(crate) fn gap(mut self, seconds: i64) -> Self {
        self.gap = Some(seconds);
        self
    }
    /// A monitor's row that is cut, after a whole one at this second.
    pub(crate) fn cut(mut self, after: i64) -> Self {
        self.cut = Some(after);
        self
    }
    /// Lines behind its last one are lost in a damaged file.
    pub(crate) fn unread(mut self) -> Self {
        self.unread = true;
        self
    }
    pub(crate) fn user_only(mut self) -> Self {
        self.user_only = true;
        self
    }
    /// An orderly end, asked for ten seconds before the last entry.
    pub(crate) fn shut_down(self) -> Self {
        self.at(END - 10, Lifecycle::ShutdownRequested { verb: Verb::Reboot, operator: None })
            .at(END - 1, Lifecycle::ShuttingDown)
            .at(END, Lifecycle::JournalStopped)
    }
    /// A next boot's replay of the file system.
    pub(crate) fn unclean(self) -> Self {
        self.at(3, Kernel::FsRecovery { device: "nvme0n1p2".to_owned(), strong: true })
    }
}

/// An event's kind, from any of its parts.
pub(crate) struct Kind(pub(crate) EventKind);

macro_rules! kinds {
    ($($part:ident),*) => { $(impl From<model::event::$part> for Kind {
        fn from(part: model::event::$part) -> Self { Self(EventKind::$part(part)) }
    })* };
}
kinds!(Kernel, Lifecycle, Nvrm, Earlyoom, Userspace);

/// A time line of these boots; the last one is the newest and runs on.
pub(crate) fn timeline(made: &[Made]) -> Timeline {
    let mut start = EPOCH;
    let mut boots: Vec<BootTimeline> = Vec::new();
    for (i, one) in made.iter().enumerate() {
        let boot = boot(one, i, start, i + 1 == made.len());
        start = boot.boot.last.0 / 1_000_000 + one.gap.unwrap_or(GAP);
        boots.push(boot);
    }
    for i in 1..boots.len() {
        boots[i - 1].next_start = Some(boots[i].boot.started());
    }
    Timeline { inputs: Vec::new(), boots }
}

fn boot(made: &Made, index: usize, start: i64, is_newest: bool) -> BootTimeline {
    let id = BootId::of(index as u128 + 1);
    let at = |second: i64| Micros::from_secs(start + second);
    let mut events: Vec<Event> = made
        .events
        .iter()
        .map(|(second, kind)| Event {
            at: at(*second),
            monotonic: Some(second * 1_000_000),
            boot: id,
            signal: "test",
            kind: kind.clone(),
            message: format!("{kind:?}").into(),
            speaker: "test".into(),
            origin: Origin { input: InputId(0), cursor: None, line: Some(1) },
        })
        .collect();
    events.sort_by_key(|event| event.at);
    let series: Vec<Series> = made
        .samples
        .iter()
        .map(|(sampler, metric, samples)| {
            let mut series = Series::new(InputId(1), *sampler, *metric, None);
            for (line, (second, value)) in samples.iter().enumerate() {
                series.push(at(*second), *value, line as u64 + 2);
            }
            series
        })
        .collect();
    let last = events.last().map_or(END, |event| event.monotonic.unwrap_or(0) / 1_000_000).max(END);
    let alive = series.iter().filter_map(|series| series.at.last().copied()).max();
    let mut timeline = BootTimeline {
        boot: Boot {
            id,
            first: at(3),
            last: at(last),
            first_monotonic: Some(3_000_000),
            last_monotonic: Some(last * 1_000_000),
            entries: 1000,
            has_system_entries: !made.user_only,
            has_head: !made.user_only,
            ..Boot::default()
        },
        tail: events.iter().rev().take(60).map(|event| event.at).rev().collect(),
        alive_until: at(last).max(alive.unwrap_or(Micros(0))),
        events,
        series,
        has_next: !is_newest,
        is_newest,
        ..BootTimeline::default()
    };
    let cut_row =
        |second: i64| timeline::CutRow { input: InputId(1), line: 9, after: at(second), nul: false };
    timeline.cut = made.cut.map(cut_row).into_iter().collect();
    timeline.unread.end = made.unread;
    timeline.facts.memory_mib = Some(120_000);
    timeline.facts.swap_mib = Some(16_000);
    timeline.facts.memory_model = made.model.unwrap_or(MemoryModel::Unified);
    timeline.facts.kernel = made.kernel.map(str::to_owned);
    timeline
}

/// The ends of all boots.
pub(crate) fn ends(timeline: &Timeline) -> Vec<End> {
    (0..timeline.boots.len()).map(|i| end_of(timeline, i, Options::default())).collect()
}

/// What one rule finds in the last boot but one: its weights and whether they are direct.
pub(crate) fn found(rule: &str, made: &[Made]) -> Vec<Evidence> {
    let timeline = timeline(made);
    let ends = ends(&timeline);
    let index = timeline.boots.len() - 2;
    let windows = timeline::blind_windows(&timeline.boots[index], &|_| "monitor.csv".to_owned());
    let case = Case { windows: &windows, ..Case::new(&timeline, index, &ends) };
    let rule = RULES.iter().find(|one| one.name == rule).expect("a rule of that name");
    (rule.find)(&case)
}
