//! What programs say.

/// What a UPS daemon says of the mains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpsState {
    /// They failed: it runs on its battery, or the battery is low.
    OnBattery,
    /// They came back.
    OnMains,
    /// It shuts the host down.
    ShuttingDown,
}

/// A line of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Userspace {
    /// systemd-oomd killed a control group.
    OomdKill {
        /// The group.
        cgroup: String,
        /// Whether for a shortage of memory and swap, in contrast to pressure of one group.
        for_swap: bool,
    },
    /// Another userspace killer (nohang, a home-made guard) acted.
    KillerActed {
        /// Its name.
        killer: String,
    },
    /// A service flushed its caches under memory pressure.
    MemoryPressure,
    /// A process could not fork or allocate (ENOMEM).
    CannotAllocate,
    /// An application ran out of GPU memory in an orderly way (CUDA, PyTorch, llama.cpp).
    CudaOutOfMemory {
        /// What was asked for, MiB.
        tried_mib: Option<f64>,
        /// In use by the allocator's tensors, MiB.
        allocated_mib: Option<f64>,
        /// Reserved but unallocated, MiB: large means fragmentation.
        unallocated_mib: Option<f64>,
        /// Free on the device, MiB.
        free_mib: Option<f64>,
    },
    /// A library of a Jetson inside a process could not get memory (`NvMapMemAlloc... error 12`).
    NvMapAllocationFailed,
    /// A server refused to start for want of memory: the host is healthy.
    StartRefused,
    /// The container runtime tells of an OOM kill.
    ContainerOom,
    /// A container started.
    ContainerStarted {
        /// Its id or name; empty where the line has none.
        container: String,
    },
    /// A container ended.
    ContainerExited {
        /// Its id or name; empty where the line has none.
        container: String,
    },
    /// An ssh login timed out or a daemon missed a deadline: a weak sign of starvation.
    TimedOut,
    /// A health daemon of the CPU's heat (thermald) reports.
    ThermalDaemon {
        /// Whether it says that a critical temperature was reached.
        critical: bool,
    },
    /// A drive's count of unsafe shutdowns.
    UnsafeShutdowns {
        /// The count.
        count: u64,
        /// The count before, where the line tells of a change.
        before: Option<u64>,
    },
    /// A drive reports failing health.
    DriveFailing,
    /// A hardware error reported by rasdaemon or mcelog.
    HardwareError,
    /// A UPS daemon reports.
    Ups {
        /// What it says of the mains.
        state: UpsState,
    },
    /// A disk is full: what was to be written from here on is not in the record.
    DiskFull,
    /// A service recovered after an unclean end (a database's replay).
    ServiceRecovery,
}
