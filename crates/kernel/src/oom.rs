//! The kernel's OOM killer and other signs that an allocation failed.
//!
//! Formats: `mm/oom_kill.c`, `mm/show_mem.c` and `mm/page_alloc.c`, kernels 3.x to 6.17.

use std::sync::LazyLock;

use model::event::kernel::{Kernel, OomScope};
use model::{EventKind, Record, Signal};
use regex::Regex;

use crate::{example, group, regex, row};

/// `invoked oom-killer`: who asked for the memory that was not there. That is not the victim.
pub(crate) const INVOKED: Signal = row(
    "kernel.oom_invoked",
    &[" invoked oom-killer: "],
    invoked,
    &[
        example(
            "VLLM::EngineCor invoked oom-killer: gfp_mask=0x140dca(GFP_HIGHUSER_MOVABLE|__GFP_ZERO|__GFP_COMP), \
             order=0, oom_score_adj=0",
            r#"Kernel(OomInvoked { allocator: "VLLM::EngineCor", order: 0, gpu_driver: false })"#,
        ),
        // 4.x has a node mask, 3.x no names; -1 is a kill asked for with the magic key.
        example(
            "Web Content invoked oom-killer: gfp_mask=0x14200ca(GFP_HIGHUSER_MOVABLE), nodemask=(null),  order=0, \
             oom_score_adj=0",
            r#"Kernel(OomInvoked { allocator: "Web Content", order: 0, gpu_driver: false })"#,
        ),
        example(
            "kworker/0:1 invoked oom-killer: gfp_mask=0xd0, order=-1, oom_score_adj=0",
            r#"Kernel(OomInvoked { allocator: "kworker/0:1", order: -1, gpu_driver: false })"#,
        ),
    ],
);

/// Whose limit it was, in the summary (5.0 and later) or in the first of the two lines of older kernels.
pub(crate) const SUMMARY: Signal = row(
    "kernel.oom_summary",
    &[
        "oom-kill:constraint=",
        ",task_memcg=",
        "Kill process ",
        " killed as a result of limit of ",
        "Memory cgroup stats for ",
    ],
    summary,
    &[
        example(
            "oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0,global_oom,\
             task_memcg=/system.slice/jtop.service,task=jtop,pid=1711,uid=0",
            r#"Kernel(OomSummary { scope: Host, cgroup: None, task: "jtop" })"#,
        ),
        example(
            "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=cri-containerd-98ba.scope,mems_allowed=0,\
             oom_memcg=/kubepods.slice/a.slice,task_memcg=/kubepods.slice/a.slice/cri-containerd-98ba.scope,task=dd,\
             pid=38287,uid=0",
            r#"Kernel(OomSummary { scope: Cgroup, cgroup: Some("/kubepods.slice/a.slice"), task: "dd" })"#,
        ),
        // 5.0 to 5.2 print CONSTRAINT_NONE for a cgroup's limit, too.
        example(
            "oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0,oom_memcg=/test1,\
             task_memcg=/test1,task=a.out,pid=9188,uid=0",
            r#"Kernel(OomSummary { scope: Cgroup, cgroup: Some("/test1"), task: "a.out" })"#,
        ),
        // The parts that decide are lost: the constraint alone proves nothing.
        example(
            "oom-kill:constraint=CONSTRAINT_NONE,...,task_memcg=/system.slice/docker-9751.scope,task=lmcache,\
             pid=3742074,uid=0",
            r#"Kernel(OomSummary { scope: Unknown, cgroup: None, task: "lmcache" })"#,
        ),
        // The summary is printed in pieces and may be split between them.
        example(
            ",global_oom,task_memcg=/,task=a,b (c),pid=7,uid=0",
            r#"Kernel(OomSummary { scope: Host, cgroup: None, task: "a,b (c)" })"#,
        ),
        example(
            "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=/,mems_allowed=0,oom_memcg=/,task_memcg=/a,\
             task=x,pid=1,uid=0",
            r#"Kernel(OomSummary { scope: Host, cgroup: Some("/"), task: "x" })"#,
        ),
        example(
            "Out of memory: Kill process 1234 (java) score 912 or sacrifice child",
            r#"Kernel(OomSummary { scope: Host, cgroup: None, task: "java" })"#,
        ),
        example(
            "Memory cgroup out of memory: Kill process 88 ((journald)) score 1 or sacrifice child",
            r#"Kernel(OomSummary { scope: Cgroup, cgroup: None, task: "(journald)" })"#,
        ),
        example(
            "Task in /docker/aa killed as a result of limit of /docker/aa",
            r#"Kernel(OomSummary { scope: Cgroup, cgroup: Some("/docker/aa"), task: "" })"#,
        ),
        // The report of a cgroup's limit that found nothing to kill ends here.
        example(
            "Memory cgroup stats for /kubepods.slice/a.slice:",
            r#"Kernel(OomSummary { scope: Cgroup, cgroup: Some("/kubepods.slice/a.slice"), task: "" })"#,
        ),
        example(
            "Memory cgroup stats for /docker/aa: cache:844KB rss:1KB",
            r#"Kernel(OomSummary { scope: Cgroup, cgroup: Some("/docker/aa"), task: "" })"#,
        ),
        example(
            "Task in /a killed as a result of limit of /",
            r#"Kernel(OomSummary { scope: Host, cgroup: Some("/"), task: "" })"#,
        ),
    ],
);

/// A process was killed.
pub(crate) const KILL: Signal = row(
    "kernel.oom_kill",
    &["Killed process "],
    kill,
    &[
        example(
            "Out of memory: Killed process 3742074 (lmcache) total-vm:81306880kB, anon-rss:1058560kB, \
             file-rss:21412kB, shmem-rss:428kB, UID:0 pgtables:28484kB oom_score_adj:0",
            r#"Kernel(OomKill { scope: Host, pid: 3742074, name: "lmcache", anon_kib: Some(1058560) })"#,
        ),
        example(
            "out of memory: Killed process 5 (a) total-vm:8kB, anon-rss:4kB, file-rss:0kB, shmem-rss:0kB",
            r#"Kernel(OomKill { scope: Host, pid: 5, name: "a", anon_kib: Some(4) })"#,
        ),
        example(
            "Out of memory (oom_kill_allocating_task): Killed process 9 (x (y) z) total-vm:8kB, anon-rss:4kB",
            r#"Kernel(OomKill { scope: Host, pid: 9, name: "x (y) z", anon_kib: Some(4) })"#,
        ),
        example(
            "Memory cgroup out of memory: Killed process 73112 (dp_service) total-vm:68212332kB, \
             anon-rss:1012048kB, file-rss:20112kB, shmem-rss:0kB, UID:0 pgtables:3120kB oom_score_adj:992",
            r#"Kernel(OomKill { scope: Cgroup, pid: 73112, name: "dp_service", anon_kib: Some(1012048) })"#,
        ),
        // Up to 5.0 the scope is in the line before; RHEL puts the user before or behind the name.
        example(
            "Killed process 16432 ((journald)) total-vm:1kB, anon-rss:0kB, file-rss:0kB",
            r#"Kernel(OomKill { scope: Unknown, pid: 16432, name: "(journald)", anon_kib: Some(0) })"#,
        ),
        example(
            "Killed process 12345 (Web Content), UID 26, total-vm:1200kB, anon-rss:900kB, file-rss:0kB",
            r#"Kernel(OomKill { scope: Unknown, pid: 12345, name: "Web Content", anon_kib: Some(900) })"#,
        ),
        example(
            "Killed process 2592, UID 500, (java) total-vm:1200kB, anon-rss:900kB, file-rss:0kB",
            r#"Kernel(OomKill { scope: Unknown, pid: 2592, name: "java", anon_kib: Some(900) })"#,
        ),
    ],
);

/// Whether the victim's memory came back. `unable to reap` is a bad sign.
pub(crate) const REAPED: Signal = row(
    "kernel.oom_reaped",
    &["oom_reaper: "],
    reaped,
    &[
        example(
            "oom_reaper: reaped process 88121 (java), now anon-rss:0kB, file-rss:0kB, shmem-rss:0kB",
            "Kernel(OomReaped { pid: 88121, success: true })",
        ),
        example(
            "oom_reaper: unable to reap pid:4611 (python3)",
            "Kernel(OomReaped { pid: 4611, success: false })",
        ),
    ],
);

/// Nothing could be killed. It is said for a cgroup's limit, too.
pub(crate) const NO_VICTIM: Signal = row(
    "kernel.oom_no_victim",
    &["ut of memory and no killable processes"],
    |_| Some(EventKind::Kernel(Kernel::OomNoVictim)),
    &[example("Out of memory and no killable processes...", "Kernel(OomNoVictim)")],
);

/// Somebody asked for a kill with the magic key (earlyoom does, from its 2026 master on).
pub(crate) const REQUESTED: Signal = row(
    "kernel.oom_requested",
    &["Manual OOM execution", "OOM request ignored"],
    |_| Some(EventKind::Kernel(Kernel::OomRequested)),
    &[
        example("sysrq: Manual OOM execution", "Kernel(OomRequested)"),
        example("sysrq: SysRq : Manual OOM execution", "Kernel(OomRequested)"),
        example("SysRq : Manual OOM execution", "Kernel(OomRequested)"),
        example("OOM request ignored. No task eligible", "Kernel(OomRequested)"),
    ],
);

/// The swap part of a memory report.
pub(crate) const SWAP: Signal = row(
    "kernel.oom_swap",
    &["Free swap  = ", "Total swap = "],
    swap,
    &[
        example("Free swap  = 0kB", "Kernel(OomSwap { free_kib: Some(0), total_kib: None })"),
        example("Total swap = 8388604kB", "Kernel(OomSwap { free_kib: None, total_kib: Some(8388604) })"),
        example(
            "Free swap  = 12kB\nTotal swap = 8388604kB",
            "Kernel(OomSwap { free_kib: Some(12), total_kib: Some(8388604) })",
        ),
    ],
);

/// An allocation failed although nothing was killed.
pub(crate) const PAGE_ALLOCATION: Signal = row(
    "kernel.page_allocation_failure",
    &[": page allocation failure"],
    page_allocation,
    &[
        example(
            "kswapd0: page allocation failure: order:0, mode:0x40cc0(GFP_KERNEL|__GFP_COMP), nodemask=(null),\
             cpuset=/,mems_allowed=0",
            r#"Kernel(PageAllocationFailure { comm: "kswapd0", order: 0, atomic: false })"#,
        ),
        example(
            "Chrome_IO: x: page allocation failure: order:4, mode:0x40820(GFP_ATOMIC|__GFP_COMP), nodemask=(null)",
            r#"Kernel(PageAllocationFailure { comm: "Chrome_IO: x", order: 4, atomic: true })"#,
        ),
        example(
            "swapper/0: page allocation failure: order:0, mode:0x20",
            r#"Kernel(PageAllocationFailure { comm: "swapper/0", order: 0, atomic: true })"#,
        ),
        example(
            "java: page allocation failure. order:2, mode:0xd0",
            r#"Kernel(PageAllocationFailure { comm: "java", order: 2, atomic: false })"#,
        ),
    ],
);

/// The swap device refused a write: for zram that is full memory.
pub(crate) const SWAP_WRITE: Signal = row(
    "kernel.swap_write_error",
    &["Write-error on swap-device", "zram: Error allocating memory for compressed page"],
    |record| {
        let zram = record.message.contains("zram:");
        Some(EventKind::Kernel(Kernel::SwapWriteError { zram }))
    },
    &[
        example("Write-error on swap-device (253:0:1048576)", "Kernel(SwapWriteError { zram: false })"),
        example(
            "zram: Error allocating memory for compressed page: 113, size=2048",
            "Kernel(SwapWriteError { zram: true })",
        ),
    ],
);

static INVOKED_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?m)^(?<comm>.*) invoked oom-killer: .*?\border=(?<order>-?[0-9]+)"));

fn invoked(record: &Record) -> Option<EventKind> {
    let line = INVOKED_LINE.captures(&record.message)?;
    Some(EventKind::Kernel(Kernel::OomInvoked {
        allocator: group(&line, "comm")?.trim().to_owned(),
        order: group(&line, "order")?.parse().ok()?,
        gpu_driver: false,
    }))
}

static SUMMARY_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:oom-kill:constraint=(?<constraint>[A-Z_]+).*?)?(?:,(?<global>global_oom)|,oom_memcg=(?<memcg>.*?))?,task_memcg=.*?,task=(?<task>.*),pid=[0-9]+,uid=[0-9]+",
    )
});
static OLD_SUMMARY: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?i)(?<cgroup>memory cgroup )?out of memory[^:]*: Kill process [0-9]+ \((?<task>.*)\) score ")
});
static OLD_LIMIT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?m)^(?:Task in .* killed as a result of limit of (?<limit>\S.*?)\s*$|Memory cgroup stats for (?<stats>\S*[^\s:]):)",
    )
});

fn summary(record: &Record) -> Option<EventKind> {
    let message = &record.message;
    let (scope, cgroup, task) = if let Some(line) = SUMMARY_LINE.captures(message) {
        let memcg = group(&line, "memcg");
        let scope = match (group(&line, "global"), memcg) {
            (Some(_), _) => OomScope::Host,
            (None, Some(memcg)) => limit_scope(memcg),
            // No kernel says CONSTRAINT_MEMCG of a host's shortage; the other values prove nothing alone.
            (None, None) if group(&line, "constraint") == Some("CONSTRAINT_MEMCG") => OomScope::Cgroup,
            (None, None) => OomScope::Unknown,
        };
        (scope, memcg, group(&line, "task")?)
    } else if let Some(line) = OLD_SUMMARY.captures(message) {
        let scope = if group(&line, "cgroup").is_some() { OomScope::Cgroup } else { OomScope::Host };
        (scope, None, group(&line, "task")?)
    } else {
        // The path names the victim's cgroup; the victim itself follows in the kill line.
        let line = OLD_LIMIT.captures(message)?;
        let limit = group(&line, "limit").or_else(|| group(&line, "stats"))?;
        (limit_scope(limit), Some(limit), "")
    };
    Some(EventKind::Kernel(Kernel::OomSummary {
        scope,
        cgroup: cgroup.map(str::to_owned),
        task: task.to_owned(),
    }))
}

/// The root cgroup has no limit but the host's memory.
fn limit_scope(cgroup: &str) -> OomScope {
    if cgroup == "/" { OomScope::Host } else { OomScope::Cgroup }
}

static KILL_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?m)^(?<prefix>.*?)Killed process (?<pid>[0-9]+)(?:, UID [0-9]+,)? \((?<name>.*)\)(?:, UID [0-9]+,)? (?:total-vm|vsz):(?<sizes>.*)$",
    )
});
static ANON: LazyLock<Regex> = LazyLock::new(|| regex(r"\banon-rss:(?<kib>[0-9]+)kB"));

fn kill(record: &Record) -> Option<EventKind> {
    let line = KILL_LINE.captures(&record.message)?;
    let prefix = group(&line, "prefix")?.to_ascii_lowercase();
    let scope = if prefix.contains("memory cgroup out of memory") {
        OomScope::Cgroup
    } else if prefix.contains("out of memory") {
        OomScope::Host
    } else {
        OomScope::Unknown
    };
    let anon_kib = ANON.captures(group(&line, "sizes")?).and_then(|sizes| group(&sizes, "kib")?.parse().ok());
    Some(EventKind::Kernel(Kernel::OomKill {
        scope,
        pid: group(&line, "pid")?.parse().ok()?,
        name: group(&line, "name")?.to_owned(),
        anon_kib,
    }))
}

static REAPER_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"oom_reaper: (?:(?<reaped>reaped process)|unable to reap pid)[ :]{1,2}(?<pid>[0-9]+) ")
});

fn reaped(record: &Record) -> Option<EventKind> {
    let line = REAPER_LINE.captures(&record.message)?;
    Some(EventKind::Kernel(Kernel::OomReaped {
        pid: group(&line, "pid")?.parse().ok()?,
        success: group(&line, "reaped").is_some(),
    }))
}

static FREE_SWAP: LazyLock<Regex> = LazyLock::new(|| regex(r"\bFree swap  = (?<kib>[0-9]+)kB"));
static TOTAL_SWAP: LazyLock<Regex> = LazyLock::new(|| regex(r"\bTotal swap = (?<kib>[0-9]+)kB"));

fn swap(record: &Record) -> Option<EventKind> {
    let kib =
        |pattern: &Regex| -> Option<u64> { group(&pattern.captures(&record.message)?, "kib")?.parse().ok() };
    let (free_kib, total_kib) = (kib(&FREE_SWAP), kib(&TOTAL_SWAP));
    (free_kib.is_some() || total_kib.is_some())
        .then_some(EventKind::Kernel(Kernel::OomSwap { free_kib, total_kib }))
}

static PAGE_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?m)^(?<comm>.*): page allocation failure[:.] order:(?<order>[0-9]+), mode:0x(?<mode>[0-9a-f]+)(?:\((?<names>[^)]*)\))?",
    )
});

fn page_allocation(record: &Record) -> Option<EventKind> {
    let line = PAGE_LINE.captures(&record.message)?;
    let atomic = match group(&line, "names") {
        Some(names) => names.contains("GFP_ATOMIC") || names.contains("GFP_NOWAIT"),
        // Kernels that print no names (before 4.5) have __GFP_WAIT as 0x10.
        None => u64::from_str_radix(group(&line, "mode")?, 16).ok()? & 0x10 == 0,
    };
    Some(EventKind::Kernel(Kernel::PageAllocationFailure {
        comm: group(&line, "comm")?.trim().to_owned(),
        order: group(&line, "order")?.parse().ok()?,
        atomic,
    }))
}
