//! Tasks and CPUs that make no progress.

use std::sync::LazyLock;

use model::event::kernel::{Kernel, StuckIn};
use model::{EventKind, Record, Signal};
use regex::Regex;

use crate::{example, group, regex, row};

/// A task hung. At most ten are reported a boot (`kernel.hung_task_warnings`).
pub(crate) const HUNG_TASK: Signal = row(
    "kernel.hung_task",
    &["INFO: task "],
    hung_task,
    &[
        example(
            "INFO: task python3:51877 blocked for more than 122 seconds.",
            r#"Kernel(HungTask { task: "python3", secs: 122, stuck_in: Unknown })"#,
        ),
        example(
            "INFO: task kworker/u40:2:77 blocked for more than 491 seconds.",
            r#"Kernel(HungTask { task: "kworker/u40:2", secs: 491, stuck_in: Unknown })"#,
        ),
        // After 6.17. Waiting for swap to be read counts as I/O, too: frames of reclaim overrule this.
        example(
            "INFO: task jbd2/nvme0n1p2-8:456 blocked in I/O wait for more than 122 seconds.",
            r#"Kernel(HungTask { task: "jbd2/nvme0n1p2-8", secs: 122, stuck_in: Storage })"#,
        ),
    ],
);

/// A CPU does not leave the kernel.
pub(crate) const SOFT_LOCKUP: Signal = row(
    "kernel.soft_lockup",
    &["BUG: soft lockup - CPU#"],
    soft_lockup,
    &[
        example(
            "watchdog: BUG: soft lockup - CPU#3 stuck for 22s! [python3:4242]",
            "Kernel(SoftLockup { secs: 22 })",
        ),
        example(
            "NMI watchdog: BUG: soft lockup - CPU#11 stuck for 45s! [a b:1]",
            "Kernel(SoftLockup { secs: 45 })",
        ),
    ],
);

/// A CPU takes no interrupts any more.
pub(crate) const HARD_LOCKUP: Signal = row(
    "kernel.hard_lockup",
    &["Watchdog detected hard LOCKUP on cpu "],
    |_| Some(EventKind::Kernel(Kernel::HardLockup)),
    &[
        example("NMI watchdog: Watchdog detected hard LOCKUP on cpu 5", "Kernel(HardLockup)"),
        example("watchdog: Watchdog detected hard LOCKUP on cpu 5", "Kernel(HardLockup)"),
    ],
);

/// RCU stalls. The line that says `OOM is now expected behavior` belongs to it and is about CPU time.
pub(crate) const RCU: Signal = row(
    "kernel.rcu_stall",
    &[
        "self-detected stall on CPU",
        "detected stalls on CPUs/tasks",
        "detected expedited stalls",
        " kthread starved for ",
    ],
    |_| Some(EventKind::Kernel(Kernel::RcuStall)),
    &[
        example("rcu: INFO: rcu_preempt self-detected stall on CPU", "Kernel(RcuStall)"),
        example("rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:", "Kernel(RcuStall)"),
        example("INFO: rcu_sched self-detected stall on CPU", "Kernel(RcuStall)"),
        example(
            "rcu: INFO: rcu_preempt detected expedited stalls on CPUs/tasks: { 3-.... } 21",
            "Kernel(RcuStall)",
        ),
        example(
            "rcu: rcu_preempt kthread starved for 15001 jiffies! g1 f0x0 RCU_GP_WAIT_FQS(5)",
            "Kernel(RcuStall)",
        ),
    ],
);

/// A workqueue is stuck. `hogged CPU` lines are noise on healthy hosts and are not meant.
pub(crate) const WORKQUEUE: Signal = row(
    "kernel.workqueue_lockup",
    &["BUG: workqueue lockup - pool"],
    |_| Some(EventKind::Kernel(Kernel::WorkqueueLockup)),
    &[example(
        "BUG: workqueue lockup - pool cpus=3 node=0 flags=0x0 nice=0 stuck for 34s!",
        "Kernel(WorkqueueLockup)",
    )],
);

static HUNG_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"INFO: task (?<task>.*):[0-9]+ (?:is )?blocked (?<io>in I/O wait )?for more than (?<secs>[0-9]+) seconds",
    )
});

fn hung_task(record: &Record) -> Option<EventKind> {
    let line = HUNG_LINE.captures(&record.message)?;
    Some(EventKind::Kernel(Kernel::HungTask {
        task: group(&line, "task")?.to_owned(),
        secs: group(&line, "secs")?.parse().ok()?,
        stuck_in: if group(&line, "io").is_some() { StuckIn::Storage } else { StuckIn::Unknown },
    }))
}

static SOFT_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"BUG: soft lockup - CPU#[0-9]+ stuck for (?<secs>[0-9]+)s!"));

fn soft_lockup(record: &Record) -> Option<EventKind> {
    let secs = group(&SOFT_LINE.captures(&record.message)?, "secs")?.parse().ok()?;
    Some(EventKind::Kernel(Kernel::SoftLockup { secs }))
}
