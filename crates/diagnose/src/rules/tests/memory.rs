//! Rows of the memory rules.

use model::event::earlyoom::KillSignal;
use model::event::kernel::{OomScope, StuckIn};
use model::event::nvrm::{CallSite, Status, StatusClass};
use model::event::{Earlyoom, Kernel, Lifecycle, Nvrm, Userspace};
use model::{MemoryModel, Metric};

use super::{Row, row};
use crate::testing::{END, Made};
use crate::weights::*;

pub(crate) fn refused(site: CallSite) -> Nvrm {
    Nvrm::Check {
        assertion: false,
        function: "nvCheckOkFailedNoLog".to_owned(),
        status: Some(Status {
            code: 0x51,
            name: Some("NV_ERR_NO_MEMORY".to_owned()),
            class: StatusClass::Memory,
        }),
        expression: None,
        place: None,
        site,
    }
}

fn kill(scope: OomScope) -> Kernel {
    Kernel::OomKill { scope, pid: 7, name: "python3".to_owned(), anon_kib: None }
}

fn reaped(success: bool) -> Kernel {
    Kernel::OomReaped { pid: 7, success }
}

fn hung(stuck_in: StuckIn) -> Kernel {
    Kernel::HungTask { task: "kworker".to_owned(), secs: 122, stuck_in }
}

fn failed() -> Earlyoom {
    Earlyoom::KillFailed { reason: "Timer expired".to_owned() }
}

fn killed() -> Earlyoom {
    Earlyoom::Kill { signal: KillSignal::Term, pid: Some(7), name: "python3".to_owned(), rss_mib: None }
}

/// earlyoom's reports each minute of the last hour to `until`.
fn reports(until: i64) -> Made {
    Made::new().reports((END - 3600..=until).step_by(60).map(|at| (at, 9_000.0)).collect::<Vec<_>>())
}

fn burst(count: i64, last: i64) -> Made {
    Made::new().run(count, last, refused(CallSite::HostMemory))
}

pub(super) fn rows() -> Vec<Row> {
    let discrete = |made: Made| made.model(MemoryModel::Discrete);
    let fall =
        [(END - 40, 30_000.0), (END - 30, 14_000.0), (END - 20, 4_000.0), (END - 10, 500.0), (END, 40.0)];
    [driver_rows(discrete), fragmented_rows(discrete), sample_rows(&fall), kernel_rows(), user_rows()]
        .into_iter()
        .flatten()
        .collect()
}

fn driver_rows(discrete: fn(Made) -> Made) -> Vec<Row> {
    let rule = "memory.driver";
    let companion = Nvrm::AllocationFailed { site: CallSite::HostMemory, bytes: Some(1) };
    vec![
        row(rule, "a dense burst at the end", burst(40, END), Some((DRIVER_BURST.db, true))),
        row(
            rule,
            "a burst, and then a container starts",
            burst(40, END - 20).at(END - 5, Userspace::ContainerStarted { container: "e0d1".to_owned() }),
            Some((DRIVER_EARLIER.db, false)),
        ),
        row(rule, "some", burst(8, END), Some((DRIVER_SOME.db, false))),
        row(rule, "one", burst(1, END), Some((DRIVER_FEW.db, false))),
        row(rule, "a burst ten minutes before", burst(40, END - 600), Some((DRIVER_EARLIER.db, false))),
        row(rule, "a burst two hours before", burst(40, 60), Some((DRIVER_OLD.db, false))),
        row(rule, "a discrete GPU's burst", discrete(burst(40, END)), None),
        row(rule, "address space", Made::new().run(40, END, refused(CallSite::AddressSpace)), None),
        row(rule, "initialisation", Made::new().run(40, END, refused(CallSite::Initialisation)), None),
        row(
            "memory.driver_companion",
            "at the end",
            Made::new().at(END, companion.clone()),
            Some((DRIVER_COMPANION.db, false)),
        ),
        row("memory.driver_companion", "an hour before", Made::new().at(END - 3600, companion.clone()), None),
        row("memory.driver_companion", "discrete", discrete(Made::new().at(END, companion)), None),
        row(
            "memory.nvmap",
            "at the end",
            Made::new().at(END, Kernel::NvMapAllocationFailed),
            Some((NVMAP.db, false)),
        ),
        row(
            "memory.nvmap",
            "an hour before",
            Made::new().at(END - 3600, Kernel::NvMapAllocationFailed),
            None,
        ),
    ]
}

fn fragmented_rows(discrete: fn(Made) -> Made) -> Vec<Row> {
    let rule = "memory.fragmented";
    let table = |made: Made, at, free_mib: u64, large_mib: u64| {
        let blocks =
            Kernel::FreeBlocks { free_kib: free_mib * 1024, large_kib: large_mib * 1024, page_kib: 4 };
        made.at(at, Kernel::FreeBlocks { free_kib: 15_000, large_kib: 12_000, page_kib: 4 }).at(at, blocks)
    };
    vec![
        row(
            rule,
            "small blocks only, and the driver asked in vain",
            table(burst(8, END - 60), END - 30, 8_900, 0),
            Some((FRAGMENTED.db, true)),
        ),
        row(rule, "nobody asked", table(Made::new(), END - 30, 8_900, 0), Some((FRAGMENTED.db, false))),
        row(
            rule,
            "discrete",
            discrete(table(burst(8, END - 60), END - 30, 8_900, 0)),
            Some((FRAGMENTED.db / 2, false)),
        ),
        row(rule, "large blocks are there", table(burst(8, END - 60), END - 30, 8_900, 6_000), None),
        row(rule, "a plain shortage", table(burst(8, END - 60), END - 30, 400, 0), None),
        row(rule, "an hour before", table(burst(8, END - 60), END - 3600, 8_900, 0), None),
        row(
            "memory.ample",
            "plenty, in small blocks",
            table(Made::new().steady(Metric::MemAvailable, 60_000.0, &[(END, 60_000.0)]), END - 30, 8_900, 0),
            None,
        ),
    ]
}

fn sample_rows(fall: &[(i64, f64)]) -> Vec<Row> {
    let available = Metric::MemAvailable;
    let flat = |value: f64, cadence: usize, last: i64| {
        Made::new().samples(
            available,
            (END - 3600..=last).step_by(cadence).map(|at| (at, value)).collect::<Vec<_>>(),
        )
    };
    let fell = || Made::new().steady(available, 30_000.0, fall);
    let late = [(END - 120, 30_000.0), (END - 85, 30_000.0), (END - 30, 30_000.0)];
    vec![
        row("memory.zero", "a fall to the end", fell(), Some((ZERO_AT_END.db, true))),
        row(
            "memory.zero",
            "nothing for 50 minutes",
            flat(40.0, 10, END),
            Some((ZERO_SURVIVED_LONG.db, true)),
        ),
        row("memory.zero", "low but not exhausted", flat(3005.0, 10, END), None),
        row(
            "memory.zero",
            "nothing, and then plenty again",
            Made::new().steady(available, 30_000.0, &[(END - 300, 40.0), (END, 60_000.0)]),
            None,
        ),
        row(
            "memory.zero",
            "one reading of nothing right after plenty",
            Made::new().steady(available, 90_000.0, &[(END - 1, 90_000.0), (END, 0.0)]),
            None,
        ),
        row("memory.fall", "to the end", fell(), Some((FALL.db, false))),
        row("memory.fall", "flat", flat(30_000.0, 10, END), None),
        row(
            "memory.fall",
            "almost nothing left, and falling",
            Made::new().steady(available, 30_000.0, &[(END - 8, 6_300.0), (END - 3, 2_400.0)]),
            Some((ALMOST_ZERO.db, true)),
        ),
        row(
            "memory.fall",
            "little left, and falling",
            Made::new().steady(available, 30_000.0, &[(END - 8, 12_000.0), (END - 3, 7_000.0)]),
            Some((PROJECTED_ZERO.db, false)),
        ),
        row(
            "memory.fall",
            "low and restless",
            Made::new().steady(
                available,
                2_900.0,
                &[(END - 8, 2_850.0), (END - 5, 2_900.0), (END - 3, 2_400.0)],
            ),
            None,
        ),
        row(
            "memory.fall",
            "almost nothing left, falling too slowly to end with the boot",
            Made::new().steady(available, 30_000.0, &[(END - 8, 2_420.0), (END - 3, 2_400.0)]),
            None,
        ),
        row("memory.ample", "a quick sampler to the end", flat(90_000.0, 1, END), Some((AMPLE.db, false))),
        row("memory.ample", "a slow sampler", flat(90_000.0, 300, END - 200), None),
        row("memory.ample", "little", flat(9_000.0, 1, END), None),
        row("memory.low_flat", "for an hour", flat(3005.0, 10, END), Some((LOW_BUT_FLAT.db, false))),
        row("memory.low_flat", "a fall", fell(), None),
        row(
            "memory.late_reports",
            "growing gaps",
            Made::new().steady(available, 30_000.0, &late),
            Some((LATE_REPORTS.db, false)),
        ),
        row("memory.late_reports", "steady", flat(30_000.0, 10, END), None),
        row(
            "memory.late_reports",
            "an hourly sampler that became quick",
            Made::new().samples(
                available,
                [(60, 9e4), (3660, 9e4)]
                    .into_iter()
                    .chain((END - 300..=END).step_by(10).map(|at| (at, 9e4)))
                    .collect::<Vec<_>>(),
            ),
            None,
        ),
        row(
            "memory.swap",
            "used up",
            Made::new().steady(Metric::SwapFree, 9_000.0, &[(END, 0.0)]),
            Some((SWAP_FULL.db, false)),
        ),
        row("memory.swap", "half", Made::new().steady(Metric::SwapFree, 9_000.0, &[]), None),
        row(
            "memory.pressure",
            "stalled",
            Made::new().steady(Metric::PsiFull, 2.0, &[(END, 70.0)]),
            Some((PRESSURE.db, false)),
        ),
        row("memory.pressure", "two flushes", Made::new().run(2, END, Userspace::MemoryPressure), None),
        row(
            "memory.pressure",
            "five flushes",
            Made::new().run(5, END, Userspace::MemoryPressure),
            Some((PRESSURE.db, false)),
        ),
    ]
}

fn kernel_rows() -> Vec<Row> {
    let host = || kill(OomScope::Host);
    let storm = || {
        (0..5).fold(Made::new(), |made, i| {
            made.at(END - 60 + i * 12, host()).at(END - 59 + i * 12, reaped(true))
        })
    };
    let unreaped = || {
        (0..3).fold(Made::new(), |made, i| {
            made.at(END - 60 + i * 12, host()).at(END - 55 + i * 12, reaped(false))
        })
    };
    let panic = |memory| Kernel::Panic { reason: "x".to_owned(), memory };
    let failure = |order, atomic| Kernel::PageAllocationFailure { comm: "x".to_owned(), order, atomic };
    let rule = "memory.oom_kill";
    vec![
        row(rule, "the last line", Made::new().at(END, host()), Some((OOM_KILL_LAST.db, true))),
        row(rule, "none could be taken back", unreaped(), Some((OOM_KILL_UNREAPED.db, true))),
        row(rule, "kill after kill to the end", storm(), Some((OOM_KILLS_TO_THE_END.db, true))),
        row(
            rule,
            "taken back",
            Made::new().at(END - 170, host()).at(END - 169, reaped(true)),
            Some((OOM_KILL_RECOVERED.db, false)),
        ),
        row(rule, "a container's limit", Made::new().at(END, kill(OomScope::Cgroup)), None),
        row(rule, "hours before", Made::new().at(600, host()), None),
        row(
            "memory.panic",
            "for want of memory",
            Made::new().at(END, panic(true)),
            Some((MEMORY_PANIC.db, true)),
        ),
        row("memory.panic", "of another kind", Made::new().at(END, panic(false)), None),
        row(
            "memory.panic",
            "nothing to kill, the last line",
            Made::new().at(END, Kernel::OomNoVictim),
            Some((OOM_KILL_LAST.db, true)),
        ),
        row(
            "memory.panic",
            "nothing to kill at a container's limit",
            Made::new().at(END - 60, kill(OomScope::Cgroup)).at(END, Kernel::OomNoVictim),
            None,
        ),
        row(
            "memory.page_allocation",
            "a single page",
            Made::new().at(END, failure(0, false)),
            Some((PAGE_ALLOCATION.db, false)),
        ),
        row("memory.page_allocation", "a large block", Made::new().at(END, failure(4, false)), None),
        row("memory.page_allocation", "atomic", Made::new().at(END, failure(0, true)), None),
        row(
            "memory.hung",
            "in reclaim",
            Made::new().at(END, hung(StuckIn::Reclaim)),
            Some((HUNG_IN_RECLAIM.db, false)),
        ),
        row(
            "memory.hung",
            "three tasks in reclaim",
            ["kswapd0", "python3", "sshd"].iter().fold(Made::new(), |made, task| {
                let stuck_in = StuckIn::Reclaim;
                made.at(END - 60, Kernel::HungTask { task: (*task).to_owned(), secs: 122, stuck_in })
            }),
            Some((MANY_HUNG_IN_RECLAIM.db, true)),
        ),
        row(
            "memory.swap",
            "zram refuses page after page",
            Made::new().at(5, Kernel::SwapAdded { kib: 8_000_000, zram: true }).run(
                20,
                END,
                Kernel::SwapWriteError { zram: false },
            ),
            Some((ZRAM_FULL.db, true)),
        ),
        row(
            "memory.swap",
            "a disk refuses pages",
            Made::new().at(5, Kernel::SwapAdded { kib: 8_000_000, zram: false }).run(
                20,
                END,
                Kernel::SwapWriteError { zram: false },
            ),
            None,
        ),
        row("memory.hung", "on storage", Made::new().at(END, hung(StuckIn::Storage)), None),
    ]
}

fn user_rows() -> Vec<Row> {
    let missed = |unit: &str| Lifecycle::WatchdogTimeout { unit: unit.to_owned() };
    let oomd = |for_swap| Userspace::OomdKill { cgroup: "x".to_owned(), for_swap };
    vec![
        row(
            "memory.killer",
            "its victims never exit",
            Made::new()
                .at(END - 30, Earlyoom::DidNotExit)
                .at(END - 15, Earlyoom::DidNotExit)
                .at(END, Earlyoom::DidNotExit),
            Some((KILLER_FAILED.db, true)),
        ),
        row(
            "memory.killer",
            "one attempt says it twice",
            Made::new().at(END - 1, Earlyoom::DidNotExit).at(END, failed()),
            None,
        ),
        row(
            "memory.killer",
            "its victim goes at last",
            Made::new()
                .at(END - 60, killed())
                .at(END - 50, failed())
                .at(END - 40, failed())
                .at(END - 30, Earlyoom::Exited { after_s: 9.8 }),
            Some((KILLER_AT_WORK.db * 30 / 100, false)),
        ),
        row(
            "memory.killer",
            "its reports show memory again",
            Made::new()
                .at(END - 60, killed())
                .at(END - 50, failed())
                .at(END - 40, failed())
                .reports([(END - 5, 52_000.0)]),
            Some((KILLER_AT_WORK.db * 30 / 100, false)),
        ),
        row(
            "memory.killer",
            "kill after kill to the end",
            (0..6).fold(Made::new(), |made, i| made.at(END - i * 12, killed())),
            Some((KILLS_TO_THE_END.db, true)),
        ),
        row(
            "memory.killer",
            "kill after kill, and then memory again",
            (1..6)
                .fold(Made::new(), |made, i| made.at(END - i * 12, killed()))
                .reports([(END - 2, 52_000.0)]),
            Some((KILLER_AT_WORK.db * 30 / 100, false)),
        ),
        row(
            "memory.killer",
            "a kill, outcome unknown",
            Made::new().at(END, killed()),
            Some((KILLER_AT_WORK.db, false)),
        ),
        row("memory.killer", "an hour before", Made::new().at(END - 3600, killed()), None),
        row("memory.oomd", "for swap", Made::new().at(END, oomd(true)), Some((OOMD_SWAP.db, false))),
        row("memory.oomd", "for one group's pressure", Made::new().at(END, oomd(false)), None),
        row(
            "memory.watchdogs",
            "two services",
            Made::new().at(END - 1, missed("a")).at(END, missed("b")),
            Some((SERVICE_WATCHDOGS.db, false)),
        ),
        row("memory.watchdogs", "an hour before", Made::new().at(END - 3600, missed("a")), None),
        row("memory.reports_stop", "no report at all", Made::new(), None),
        row(
            "memory.reports_stop",
            "each minute, to ten minutes before",
            reports(END - 600),
            Some((REPORTS_STOP.db, false)),
        ),
        row("memory.reports_stop", "to the end", reports(END - 20), None),
    ]
}
