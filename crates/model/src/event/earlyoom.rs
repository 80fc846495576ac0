//! What earlyoom says. All memory in MiB, all shares in percent.

/// A signal that earlyoom sends or a limit that it acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KillSignal {
    /// SIGTERM.
    Term,
    /// SIGKILL.
    Kill,
    /// The kernel's own OOM killer (`--kernel-oom`).
    KernelOom,
    /// Signal 0, a self-test.
    None,
}

/// A line of earlyoom.
#[derive(Clone, Debug, PartialEq)]
pub enum Earlyoom {
    /// `earlyoom v1.7`: the daemon started.
    Started {
        /// The version as printed, none if it is unknown to itself.
        version: Option<String>,
    },
    /// The totals at start.
    Totals {
        /// MemTotal.
        mem_mib: Option<u64>,
        /// MemAvailable + AnonPages at start, from 1.8 on.
        user_mem_mib: Option<u64>,
        /// SwapTotal.
        swap_mib: Option<u64>,
        /// Limit of memory in percent, where the same line carries it (up to 1.2).
        mem_limit_pct: Option<f64>,
        /// Limit of swap in percent, where the same line carries it (up to 1.2).
        swap_limit_pct: Option<f64>,
    },
    /// A limit at start: it acts when memory and swap are both at or below.
    Limits {
        /// What it then does.
        signal: KillSignal,
        /// Limit of available memory.
        mem_pct: f64,
        /// Limit of free swap.
        swap_pct: f64,
    },
    /// The periodic report.
    Report {
        /// Available memory.
        mem_avail_mib: u64,
        /// What the percentage refers to: MemTotal up to 1.7, user memory from 1.8 on. None up to 1.1.
        mem_of_mib: Option<u64>,
        /// Share available.
        mem_pct: f64,
        /// Free swap, none where the line was cut.
        swap_free_mib: Option<u64>,
        /// Total swap, none up to 1.1.
        swap_of_mib: Option<u64>,
        /// Share of swap free.
        swap_pct: Option<f64>,
    },
    /// Memory and swap are both at or below a limit. The numbers of the line are limits, not readings.
    LowMemory {
        /// Which limit.
        signal: KillSignal,
    },
    /// A process is being signalled.
    Kill {
        /// The signal.
        signal: KillSignal,
        /// The process id, negative for a process group; none where the form has none.
        pid: Option<i64>,
        /// The process name, at most 15 bytes.
        name: String,
        /// Its resident memory.
        rss_mib: Option<u64>,
    },
    /// SIGTERM did not suffice.
    Escalating,
    /// The victim exited.
    Exited {
        /// Time since the first signal in seconds.
        after_s: f64,
    },
    /// The victim did not exit in time.
    DidNotExit,
    /// The signal failed (`Timer expired`: the victim did not die within 10 s).
    KillFailed {
        /// The reason as printed, in the host's language.
        reason: String,
    },
    /// There was nothing to kill.
    NoVictim,
    /// Memory recovered while a victim was being chosen.
    Recovered,
    /// A dry run: nothing was signalled.
    DryRun,
    /// A notice or warning without weight (options echoed at start, priorities, notifications).
    Notice,
    /// It could not start or go on.
    Fatal {
        /// The text.
        text: String,
    },
}
