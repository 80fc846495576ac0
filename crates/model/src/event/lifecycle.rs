//! How a boot starts and ends, and who asked.

/// What a shutdown is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// Reboot.
    Reboot,
    /// Power off.
    Poweroff,
    /// Halt.
    Halt,
    /// Start another kernel.
    Kexec,
    /// Restart userspace only: the boot goes on.
    SoftReboot,
    /// Not told.
    Unknown,
}

/// Who asked for an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Requester {
    /// A user's command.
    User {
        /// The user, if known.
        name: Option<String>,
    },
    /// The power key, or a hypervisor's button.
    PowerKey,
    /// Ctrl-Alt-Del.
    CtrlAltDel,
    /// unattended-upgrades.
    UnattendedUpgrades,
    /// A UPS daemon.
    Ups,
    /// A guest agent of the hypervisor.
    Hypervisor,
    /// Any other program that reboots hosts.
    Program {
        /// Its name.
        name: String,
    },
}

/// A mark of a boot's start or end.
#[derive(Clone, Debug, PartialEq)]
pub enum Lifecycle {
    /// journald started (also after a restart of journald).
    JournalStarted,
    /// journald stopped; the end only if it is the last entry.
    JournalStopped,
    /// journald was told to stop by PID 1 or systemd-shutdown.
    JournaldTerminated,
    /// journald found a file that had not been closed.
    JournalUnclean {
        /// The file.
        path: String,
        /// Whether the persistent system journal, in contrast to a user's or /run's.
        system: bool,
    },
    /// The journal's clock went back and the file was rotated: not a crash.
    JournalClockRotated,
    /// The journal's size line: tells persistent from volatile.
    JournalUsage {
        /// Whether under /var.
        persistent: bool,
    },
    /// journald could not write: recording stopped.
    JournalWriteFailed {
        /// The reason.
        reason: String,
    },
    /// Kernel messages were lost to journald.
    MissedKernelMessages {
        /// How many.
        count: u64,
    },
    /// A unit's messages were suppressed by the rate limit.
    Suppressed,
    /// PID 1 or the initrd's systemd started.
    SystemdStarted,
    /// Start-up finished.
    StartupFinished,
    /// A shutdown was asked for (logind).
    ShutdownRequested {
        /// What it is to do.
        verb: Verb,
        /// The operator, where it is known.
        operator: Option<String>,
    },
    /// A shutdown was scheduled for later.
    ShutdownScheduled {
        /// What it is to do.
        verb: Verb,
        /// The operator, where it is known.
        operator: Option<String>,
    },
    /// The scheduled shutdown was cancelled.
    ShutdownCancelled,
    /// Somebody or something that asks for an end.
    Asked {
        /// Who.
        by: Requester,
        /// What for, if it says so.
        verb: Verb,
        /// Whether without an orderly shutdown (`reboot -f`): then hardly anything of it is logged.
        forced: bool,
    },
    /// PID 1 acts at once without an orderly shutdown.
    ForcedReboot {
        /// The text.
        text: String,
    },
    /// A target of the shutdown was reached.
    ShutdownTarget {
        /// `umount`, `shutdown`, `final`, `reboot`, `poweroff`, `halt`, `kexec`, `soft-reboot`.
        target: String,
    },
    /// PID 1 hands over to systemd-shutdown (`Shutting down.`).
    ShuttingDown,
    /// A line of systemd-shutdown.
    SystemdShutdown,
    /// A unit is being stopped or was stopped.
    UnitStopping {
        /// The unit.
        unit: String,
    },
    /// A unit was started.
    UnitStarted {
        /// The unit.
        unit: String,
        /// Its description, if the line has one.
        description: Option<String>,
    },
    /// A unit ended by itself or was stopped for good.
    UnitEnded {
        /// The unit.
        unit: String,
    },
    /// A unit failed.
    UnitFailed {
        /// The unit.
        unit: String,
        /// The result, such as `oom-kill` or `watchdog`.
        result: Option<String>,
    },
    /// A process of a unit was killed by the OOM killer.
    UnitOom {
        /// The unit.
        unit: String,
    },
    /// systemd-oomd killed in a unit.
    UnitOomdKill {
        /// The unit.
        unit: String,
    },
    /// A service missed its watchdog.
    WatchdogTimeout {
        /// The unit.
        unit: String,
    },
    /// A service could not be stopped in time.
    StopTimedOut {
        /// The unit.
        unit: String,
        /// Whether processes were left even after SIGKILL.
        survived_kill: bool,
    },
    /// PID 1 crashed and froze.
    InitFrozen,
    /// Sleep begins.
    SleepStarted,
    /// Sleep ended or failed.
    SleepStopped,
    /// Userspace was restarted in mid-boot.
    SoftRebooted,
    /// wtmp's record of a start; `crash` if `last` says so of the boot that it begins.
    BootRecorded {
        /// No shutdown was recorded behind it, and a later boot was.
        crash: bool,
    },
    /// wtmp's record of an orderly shutdown, written late in it.
    ShutdownRecorded,
    /// The clock was behind and was set to a built-in time.
    ClockBumped,
    /// The clock was set.
    ClockChanged,
    /// A crash record was found at start and filed.
    PstoreFiled {
        /// The record's name.
        name: String,
        /// The dump's own time in seconds since 1970, where the name tells it.
        epoch_s: Option<i64>,
    },
    /// A crash dump was saved by kdump.
    KdumpSaved,
    /// A file-system check found it clean.
    FsckClean {
        /// The device or label.
        device: String,
    },
    /// A file-system check replayed or repaired.
    FsckRecovered {
        /// The device or label.
        device: String,
        /// Whether it proves an unclean end: a journal's replay does, a FAT's dirty bit may be old.
        strong: bool,
    },
    /// A separate /var was mounted.
    VarMounted,
    /// /var is being unmounted, or the journal moves to /run: the record ends here even in a clean end.
    JournalRelinquished,
    /// A syslog daemon was stopped: what follows is in no file of its own.
    SyslogStopped,
}
