//! Records, events and series put on one time line.
//!
//! [`build`] takes what the readers found and gives every boot its events, its samples, the next boot's
//! start and what the machine was. It orders and measures; it does not judge.

mod align;
mod blind;
mod build;
mod facts;
mod foreign;
mod running;
mod signals;
mod unread;
mod zone;

pub use align::{Grid, grid};
pub use blind::{
    FASTEST_FALL_MIB_S, WRITE_BACK_LOSS, blind_windows, fastest_fall, instant, thousands, unseen,
};
pub use build::{Inputs, MonitorInput, build};
pub use facts::Facts;
pub use running::{OfTerms, RunningUnit, add_containers, is_of_interest};
pub use signals::{read_events, selection, tables};
pub use unread::Unread;

use std::collections::BTreeSet;

use model::{
    Boot, Event, Input, InputId, InputKind, JournalFile, Lines, MachineId, Micros, Origin, Series, Span,
};

/// So many entries missing before the next boot may be a boot: a short one logs some hundred, and of a tail that
/// never reached the disk fewer were seen missing (87 in the lab journals).
const A_BOOT: u64 = 500;

/// Everything that is known, machine by machine, boot by boot.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// What was read.
    pub inputs: Vec<Input>,
    /// The boots, oldest first inside each machine.
    pub boots: Vec<BootTimeline>,
}

impl Timeline {
    /// Whether an input is a journal, in whatever form; one that is not known is taken for one.
    #[must_use]
    pub fn is_journal(&self, input: InputId) -> bool {
        let kind = self.inputs.iter().find(|known| known.id == input).map(|input| input.kind);
        kind.is_none_or(|kind| {
            matches!(
                kind,
                InputKind::LiveJournal | InputKind::Journal | InputKind::Export | InputKind::JournalText
            )
        })
    }

    /// Whether a boot is known from a journal and not from texts alone.
    #[must_use]
    pub fn has_journal(&self, boot: &BootTimeline) -> bool {
        let coverage = &boot.boot.coverage;
        coverage.is_empty() || coverage.iter().any(|cover| self.is_journal(cover.input))
    }
}

/// A GPU that no longer answered its monitor.
#[derive(Clone, Debug, PartialEq)]
pub struct GpuSilence {
    /// When.
    pub at: Micros,
    /// Where it stands.
    pub origin: Origin,
    /// What the monitor printed instead of a value.
    pub text: String,
}

/// A monitor's file that begins in the next boot, so that it says nothing about this one. A sampler that is started
/// again with `>` overwrites what it had written before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateSampler {
    /// The file.
    pub input: InputId,
    /// Its first sample.
    pub first: Micros,
    /// How long after the next boot's start that is.
    pub after_start: Span,
}

/// A monitor's row that never reached the disk as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutRow {
    /// The monitor.
    pub input: model::InputId,
    /// The line.
    pub line: u64,
    /// The last whole row before it.
    pub after: Micros,
    /// Whether NUL bytes stand in its place: its page was allotted and never written.
    pub nul: bool,
}

/// One boot with everything that belongs to it.
#[derive(Clone, Debug, Default)]
pub struct BootTimeline {
    /// The boot.
    pub boot: Boot,
    /// Its place counted from the machine's newest boot, which is 0; older ones are negative.
    pub offset: i32,
    /// Its events in true order.
    pub events: Vec<Event>,
    /// The signals that occur in it.
    pub signals: BTreeSet<&'static str>,
    /// Its samples: monitors' and earlyoom's.
    pub series: Vec<Series>,
    /// Stretches at a GPU that no longer answered its monitor.
    pub gpu_silent: Vec<GpuSilence>,
    /// Monitors' files that begin in the next boot only.
    pub late: Vec<LateSampler>,
    /// Rows of monitors that were cut as this boot ended.
    pub cut: Vec<CutRow>,
    /// Headers of journal files whose last entry is of this boot.
    pub files: Vec<JournalFile>,
    /// What the machine was in this boot.
    pub facts: Facts,
    /// The next boot's start, if there is a next boot and the clocks allow to say.
    pub next_start: Option<Micros>,
    /// Whether there is a next boot of this machine.
    pub has_next: bool,
    /// From here on every entry of the boot was read, whoever said it.
    pub tail_from: Option<Micros>,
    /// Entries that were read in the tail.
    pub tail_entries: usize,
    /// Times of the last entries, whoever said them (at most 60).
    pub tail: Vec<Micros>,
    /// Entries that are known to be lost between this boot's last entry and the next boot's first.
    pub lost_entries: Option<u64>,
    /// What of its record could not be read.
    pub unread: Unread,
    /// The last sign of life: last entry, header's last time, or a later sample of a sampler whose zone is sure.
    pub alive_until: Micros,
    /// What was running at the end.
    pub running: Vec<RunningUnit>,
    /// Whether this is the boot that the host is running now.
    pub is_live: bool,
    /// Whether its newest entries came from a copy.
    pub is_newest: bool,
    /// The host's name in this boot.
    pub hostname: Option<String>,
    /// Whether journald could no longer write before the end.
    pub recording_stopped: bool,
}

impl BootTimeline {
    /// The machine, zero where it is not told.
    #[must_use]
    pub fn machine(&self) -> MachineId {
        self.boot.machine.unwrap_or_default()
    }

    /// Whether any source of the boot could show lines of a kind, such as [`Lines::shows_kernel`]. Without
    /// knowledge of the sources everything is taken to be seen.
    #[must_use]
    pub fn shows(&self, kind: fn(Lines) -> bool) -> bool {
        self.boot.coverage.is_empty() || self.boot.coverage.iter().any(|cover| kind(cover.lines))
    }

    /// Whether any source of the boot could show a signal of the tables: whether it holds lines of its speaker.
    #[must_use]
    pub fn could_show(&self, signal: &str) -> bool {
        self.shows(signals::shown_by(signal))
    }

    /// Whether a boot that is not on record may lie between this one and the next: what the next one, or a sampler
    /// later than this one's last entry, tells would be about that boot.
    #[must_use]
    pub fn may_hide_a_boot(&self) -> bool {
        self.lost_entries.is_some_and(|lost| lost >= A_BOOT)
    }

    /// Whether all that is known of the boot comes from sources of this kind.
    #[must_use]
    pub fn is_only(&self, lines: Lines) -> bool {
        !self.boot.coverage.is_empty() && self.boot.coverage.iter().all(|cover| cover.lines == lines)
    }

    /// How long before the boot's last entry an event was logged: by the monotonic clock, which no step
    /// of the wall clock moves, else by wall time.
    #[must_use]
    pub fn age(&self, event: &Event) -> Span {
        match (self.boot.last_monotonic, event.monotonic) {
            (Some(last), Some(at)) => Span(last.saturating_sub(at)),
            _ => self.boot.last.since(event.at),
        }
    }

    /// How long before the last sign of life an event was logged.
    #[must_use]
    pub fn age_at_end(&self, event: &Event) -> Span {
        Span(self.age(event).0.saturating_add(self.alive_until.since(self.boot.last).0.max(0)))
    }

    /// The events whose age at the end is at most `span`.
    pub fn last_events(&self, span: Span) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |event| self.age_at_end(event) <= span)
    }

    /// The series of one metric, monitors' before earlyoom's.
    pub fn series_of(&self, metric: model::Metric) -> impl Iterator<Item = &Series> {
        self.series.iter().filter(move |series| series.metric == metric)
    }

    /// The boot's memory in MiB: a sampler's own total, else the kernel's. Neither can be less than what was
    /// seen available, so the largest value seen replaces a total that is too small (a banner of another
    /// layout); a wild reading far above the total is left out.
    #[must_use]
    pub fn memory_mib(&self) -> Option<f64> {
        let largest = |metric| {
            self.series_of(metric).flat_map(|series| series.values.iter().copied()).max_by(f64::total_cmp)
        };
        let told = largest(model::Metric::MemTotal).or(self.facts.memory_mib.map(|mib| mib as f64));
        match (told, largest(model::Metric::MemAvailable)) {
            (Some(told), Some(seen)) if seen > told && seen <= told * 4.0 => Some(seen),
            (Some(told), _) => Some(told),
            (None, seen) => seen,
        }
    }
}
