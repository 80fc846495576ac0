//! Call traces: which frames tell what a task was doing, and the folding of them into the event that they
//! belong to.

use std::collections::HashMap;
use std::sync::LazyLock;

use model::event::kernel::{Kernel, OomScope, StuckIn};
use model::{BootId, Event, EventKind, Record, Signal};
use regex::Regex;

use crate::{example, group, regex, row};

/// A frame that tells something. Most frames (`__schedule`, `do_syscall_64`) tell nothing and are not read.
pub(crate) const FRAME: Signal = row(
    "kernel.frame",
    &[
        " [nvidia",
        "try_to_free_pages+0x",
        "shrink_",
        "__alloc_pages",
        "__alloc_frozen_pages",
        "io_schedule+0x",
        "jbd2_",
        "folio_wait_",
        "wait_on_page_bit",
        "submit_bio_wait",
        "blk_mq_get_tag+0x",
        "xlog_",
        " [nvme",
    ],
    frame,
    &[
        example(" try_to_free_pages+0xd8/0x210", "Kernel(Frame { stuck_in: Reclaim })"),
        example(" ? __alloc_pages_slowpath.constprop.0+0x2b7/0xb40", "Kernel(Frame { stuck_in: Reclaim })"),
        example(" __alloc_frozen_pages_noprof+0x2b7/0xb40", "Kernel(Frame { stuck_in: Reclaim })"),
        example(" [<ffffffff811a2b3c>] shrink_lruvec+0x1d2/0x2c0", "Kernel(Frame { stuck_in: Reclaim })"),
        example(" os_acquire_rwlock_write+0x3c/0x60 [nvidia]", "Kernel(Frame { stuck_in: GpuDriver })"),
        example(" uvm_va_space_destroy+0x1a4/0x7a0 [nvidia_uvm]", "Kernel(Frame { stuck_in: GpuDriver })"),
        example("RIP: 0010:_nv012345rm+0x1a/0x70 [nvidia]", "Kernel(Frame { stuck_in: GpuDriver })"),
        example(" io_schedule+0x46/0x80", "Kernel(Frame { stuck_in: Storage })"),
        example(
            " jbd2_journal_commit_transaction+0x3b0/0x1a90 [jbd2 9d1c]",
            "Kernel(Frame { stuck_in: Storage })",
        ),
    ],
);

static LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^\s*(?:RIP: [0-9a-f]+:|pc : |lr : )?(?:\[<[0-9a-f]+>\] )?(?:\? )?(?<function>[\w.]+)\+0x[0-9a-f]+/0x[0-9a-f]+(?: \[(?<module>\w+)[^\]]*\])?\s*$",
    )
});

fn frame(record: &Record) -> Option<EventKind> {
    let line = LINE.captures(&record.message)?;
    let function = group(&line, "function")?;
    let module = group(&line, "module").unwrap_or_default();
    let starts = |names: &[&str]| names.iter().any(|name| function.starts_with(name));
    let stuck_in = if module.starts_with("nvidia") {
        StuckIn::GpuDriver
    } else if starts(&["try_to_free_pages", "shrink_", "__alloc_pages", "__alloc_frozen_pages"]) {
        StuckIn::Reclaim
    } else if module.starts_with("nvme")
        || starts(&[
            "io_schedule",
            "jbd2_",
            "folio_wait_",
            "wait_on_page_bit",
            "submit_bio_wait",
            "blk_mq_get_tag",
            "xlog_",
        ])
    {
        StuckIn::Storage
    } else {
        return None;
    };
    Some(EventKind::Kernel(Kernel::Frame { stuck_in }))
}

/// Longest time between an event and the frames of its trace, in microseconds. The kernel prints a trace at
/// once; journald on a starved host may take it in seconds later.
const TRACE_MICROS: i64 = 3_000_000;

/// Folds the lines of call traces, and the first of an old kernel's two lines on a kill, into their events.
///
/// A frame belongs to the event of its boot before it, no more than 3 s earlier (monotonic time, or wall time
/// where that is unknown). A hung task is stuck in reclaim if any of its frames says so, else in the NVIDIA
/// driver, else in storage. An OOM report with a frame of the NVIDIA driver was caused by it. A kill that does
/// not tell its scope takes it from the summary before it. A hung task that is reported again, with a trace that
/// tells nothing or was lost, is stuck where it was. The rows of an OOM report's table become one event. All
/// `Frame` events are gone afterwards.
///
/// The events of a boot must be in order; boots may be interleaved.
pub fn fold_frames(events: &mut Vec<Event>) {
    let mut traced: HashMap<BootId, usize> = HashMap::new();
    let mut summaries: HashMap<BootId, usize> = HashMap::new();
    for at in 0..events.len() {
        let (before, rest) = events.split_at_mut(at);
        let Some(event) = rest.first_mut() else { break };
        let recent = |index: Option<&usize>| index.copied().filter(|&index| is_recent(&before[index], event));
        match &event.kind {
            EventKind::Kernel(Kernel::Frame { stuck_in }) => {
                let (stuck_in, owner) = (*stuck_in, recent(traced.get(&event.boot)));
                if let Some(owner) = owner {
                    fold(&mut before[owner].kind, stuck_in);
                }
            }
            EventKind::Kernel(Kernel::OomKill { scope: OomScope::Unknown, name, .. }) => {
                let told =
                    recent(summaries.get(&event.boot)).and_then(|index| scope_for(&before[index], name));
                if let (Some(told), EventKind::Kernel(Kernel::OomKill { scope, .. })) =
                    (told, &mut event.kind)
                {
                    *scope = told;
                }
            }
            EventKind::Kernel(Kernel::OomSummary { .. }) => {
                summaries.insert(event.boot, at);
            }
            EventKind::Kernel(kernel) if has_trace(kernel) => {
                traced.insert(event.boot, at);
            }
            _ => {}
        }
    }
    events.retain(|event| !matches!(event.kind, EventKind::Kernel(Kernel::Frame { .. })));
    crate::tables::fold_tables(events);
    continue_hangs(events);
}

/// A first report of a hang: when, after how many seconds, and where the task was stuck.
type Hang = (i64, u32, StuckIn);

/// Carries what the first report of a hang told into the later ones of the same hang: the kernel reports a task
/// again after each interval, and the seconds grow with the clock.
fn continue_hangs(events: &mut [Event]) {
    let mut told: HashMap<(BootId, String), Hang> = HashMap::new();
    for event in events {
        let now = event.monotonic.unwrap_or(event.at.0);
        let EventKind::Kernel(Kernel::HungTask { task, secs, stuck_in }) = &mut event.kind else { continue };
        let key = (event.boot, task.clone());
        if *stuck_in != StuckIn::Unknown {
            told.insert(key, (now, *secs, *stuck_in));
        } else if let Some(&(then, before, known)) = told.get(&key) {
            let grown = i64::from(*secs) - i64::from(before);
            let passed = now.saturating_sub(then) / 1_000_000;
            if grown > 0 && grown.abs_diff(passed) <= HANG_SLACK_SECS {
                *stuck_in = known;
            }
        }
    }
}

/// How far the seconds that a hang grew by may differ from the time that passed: khungtaskd runs late on a
/// starved host.
const HANG_SLACK_SECS: u64 = 10;

/// Whether the kernel prints a call trace after this line, so that frames that follow belong to it and no
/// longer to an earlier event.
fn has_trace(kernel: &Kernel) -> bool {
    matches!(
        kernel,
        Kernel::HungTask { .. }
            | Kernel::OomInvoked { .. }
            | Kernel::PageAllocationFailure { .. }
            | Kernel::SoftLockup { .. }
            | Kernel::HardLockup
            | Kernel::RcuStall
            | Kernel::WorkqueueLockup
            | Kernel::Panic { .. }
            | Kernel::Oops { .. }
            | Kernel::Corruption { .. }
    )
}

fn is_recent(owner: &Event, event: &Event) -> bool {
    let passed = match (owner.monotonic, event.monotonic) {
        (Some(from), Some(to)) => to.saturating_sub(from),
        _ => event.at.0.saturating_sub(owner.at.0),
    };
    (0..=TRACE_MICROS).contains(&passed)
}

fn fold(owner: &mut EventKind, found: StuckIn) {
    let rank = |stuck_in: StuckIn| match stuck_in {
        StuckIn::Reclaim => 3,
        StuckIn::GpuDriver => 2,
        StuckIn::Storage => 1,
        StuckIn::Unknown => 0,
    };
    match owner {
        EventKind::Kernel(Kernel::HungTask { stuck_in, .. }) if rank(found) > rank(*stuck_in) => {
            *stuck_in = found;
        }
        EventKind::Kernel(Kernel::OomInvoked { gpu_driver, .. }) if found == StuckIn::GpuDriver => {
            *gpu_driver = true;
        }
        _ => {}
    }
}

/// The scope that a summary gives a kill of this victim.
fn scope_for(summary: &Event, victim: &str) -> Option<OomScope> {
    match &summary.kind {
        EventKind::Kernel(Kernel::OomSummary { scope, task, .. }) if task.is_empty() || task == victim => {
            Some(*scope)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use model::{Id128, Micros, Origin};

    use super::*;

    fn event(seconds: f64, boot: u128, kernel: Kernel) -> Event {
        let micros = (seconds * 1e6) as i64;
        Event {
            at: Micros(micros),
            monotonic: Some(micros),
            boot: Id128::of(boot),
            signal: "kernel.test",
            kind: EventKind::Kernel(kernel),
            message: "".into(),
            speaker: "kernel".into(),
            origin: Origin::default(),
        }
    }

    fn hung(stuck_in: StuckIn) -> Kernel {
        Kernel::HungTask { task: "python3".to_owned(), secs: 122, stuck_in }
    }

    fn invoked(gpu_driver: bool) -> Kernel {
        Kernel::OomInvoked { allocator: "python3".to_owned(), order: 0, gpu_driver }
    }

    fn kill(scope: OomScope) -> Kernel {
        Kernel::OomKill { scope, pid: 1, name: "java".to_owned(), anon_kib: None }
    }

    fn folded(events: impl IntoIterator<Item = (f64, u128, Kernel)>) -> Vec<Kernel> {
        let mut events: Vec<_> =
            events.into_iter().map(|(at, boot, kernel)| event(at, boot, kernel)).collect();
        fold_frames(&mut events);
        events
            .into_iter()
            .filter_map(|event| match event.kind {
                EventKind::Kernel(kernel) => Some(kernel),
                _ => None,
            })
            .collect()
    }

    fn frame_of(stuck_in: StuckIn) -> Kernel {
        Kernel::Frame { stuck_in }
    }

    #[test]
    fn the_most_telling_frame_wins() {
        use StuckIn::{GpuDriver, Reclaim, Storage, Unknown};
        for (frames, expected) in [
            (&[][..], Unknown),
            (&[Storage][..], Storage),
            (&[Storage, GpuDriver][..], GpuDriver),
            (&[GpuDriver, Storage][..], GpuDriver),
            (&[GpuDriver, Reclaim, GpuDriver][..], Reclaim),
        ] {
            let events = std::iter::once((1.0, 1, hung(Unknown)))
                .chain(frames.iter().map(|&stuck_in| (1.2, 1, frame_of(stuck_in))));
            assert_eq!(folded(events), [hung(expected)], "{frames:?}");
        }
    }

    #[test]
    fn a_frame_belongs_to_the_event_before_it() {
        use StuckIn::{GpuDriver, Reclaim, Unknown};
        // Another boot's frame, a late one and one with no event before it are dropped.
        assert_eq!(
            folded([
                (0.5, 1, frame_of(Reclaim)),
                (1.0, 1, hung(Unknown)),
                (1.1, 2, frame_of(Reclaim)),
                (4.5, 1, frame_of(Reclaim)),
            ]),
            [hung(Unknown)]
        );
        // The next event with a trace takes over, also one that keeps nothing of it.
        assert_eq!(
            folded([
                (1.0, 1, hung(Unknown)),
                (1.1, 1, invoked(false)),
                (1.2, 1, frame_of(GpuDriver)),
                (1.3, 1, hung(Unknown)),
                (1.4, 1, Kernel::SoftLockup { secs: 22 }),
                (1.5, 1, frame_of(GpuDriver)),
            ]),
            [hung(Unknown), invoked(true), hung(Unknown), Kernel::SoftLockup { secs: 22 }]
        );
        // Every OOM report is about an allocation: only the driver's frames say more.
        assert_eq!(folded([(1.0, 1, invoked(false)), (1.0, 1, frame_of(Reclaim))]), [invoked(false)]);
    }

    #[test]
    fn a_hang_that_is_told_again_is_the_same_hang() {
        use StuckIn::{GpuDriver, Unknown};
        let hung = |task: &str, secs, stuck_in| Kernel::HungTask { task: task.to_owned(), secs, stuck_in };
        let first = [(100.0, 1, hung("a", 122, Unknown)), (100.1, 1, frame_of(GpuDriver))];
        for (later, expected) in [
            ((222.9, 1, hung("a", 245, Unknown)), GpuDriver),
            ((222.9, 2, hung("a", 245, Unknown)), Unknown),
            ((222.9, 1, hung("b", 245, Unknown)), Unknown),
            // Another task of that name, or one that ran in between.
            ((900.0, 1, hung("a", 245, Unknown)), Unknown),
            ((900.0, 1, hung("a", 122, Unknown)), Unknown),
        ] {
            let Kernel::HungTask { stuck_in, .. } =
                &folded(first.clone().into_iter().chain([later.clone()]))[1]
            else {
                panic!("a hung task is kept")
            };
            assert_eq!(*stuck_in, expected, "{later:?}");
        }
    }

    #[test]
    fn a_bare_kill_takes_the_scope_of_the_line_before() {
        let summary =
            |task: &str| Kernel::OomSummary { scope: OomScope::Cgroup, cgroup: None, task: task.to_owned() };
        for (task, expected) in [("java", OomScope::Cgroup), ("", OomScope::Cgroup), ("x", OomScope::Unknown)]
        {
            assert_eq!(
                folded([(1.0, 1, summary(task)), (1.1, 1, kill(OomScope::Unknown))]),
                [summary(task), kill(expected)]
            );
        }
        assert_eq!(
            folded([(1.0, 1, summary("java")), (1.1, 1, kill(OomScope::Host))])[1],
            kill(OomScope::Host)
        );
    }
}
