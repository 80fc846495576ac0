//! What else the kernel says.

/// Whose limit an OOM kill enforced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OomScope {
    /// The whole host.
    Host,
    /// A memory cgroup's limit.
    Cgroup,
    /// Not told by the lines that survived.
    Unknown,
}

/// What a stuck task was doing, told by its frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StuckIn {
    /// Memory reclaim or allocation.
    Reclaim,
    /// The NVIDIA driver.
    GpuDriver,
    /// Storage.
    Storage,
    /// Not told.
    Unknown,
}

/// How far a failing unit of hardware reported the error as harmful.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Corrected by hardware.
    Corrected,
    /// Uncorrected but survivable.
    Uncorrected,
    /// Fatal.
    Fatal,
    /// Not told.
    Unknown,
}

/// What a use of the magic key does to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SysrqEffect {
    /// It crashes the host on purpose.
    Crash,
    /// It resets or switches off, or is a step of the usual way there (sync, remount read-only).
    End,
    /// The host goes on.
    None,
}

/// A line of the kernel.
#[derive(Clone, Debug, PartialEq)]
pub enum Kernel {
    /// `Linux version ...`.
    Banner {
        /// The release, such as `6.17.0-1014-nvidia`.
        release: String,
        /// The architecture told by the compiler's name or the release's ending, such as `aarch64`, if either
        /// is there.
        arch: Option<String>,
    },
    /// `Kernel command line: ...`.
    CommandLine {
        /// Whether it belongs to a crash kernel (`elfcorehdr=`).
        crash_kernel: bool,
    },
    /// `DMI: ...` or the device-tree model: what machine this is.
    Product {
        /// Vendor and product.
        product: String,
        /// Firmware version, where the line has one.
        firmware: Option<String>,
    },
    /// `Memory: ...K/...K available`.
    MemorySize {
        /// All memory that the kernel manages, KiB.
        total_kib: u64,
    },
    /// A swap area was added.
    SwapAdded {
        /// Its size, KiB.
        kib: u64,
        /// Whether it is compressed memory (zram) and no disk.
        zram: bool,
    },
    /// `invoked oom-killer`.
    OomInvoked {
        /// The process whose allocation failed; not the victim.
        allocator: String,
        /// Allocation order.
        order: i32,
        /// Whether memory is asked for by the NVIDIA driver (told by the frames that follow).
        gpu_driver: bool,
    },
    /// The one-line summary `oom-kill:constraint=...`.
    OomSummary {
        /// Whose limit.
        scope: OomScope,
        /// The cgroup whose limit it was.
        cgroup: Option<String>,
        /// The victim; empty where the line names only its cgroup.
        task: String,
    },
    /// A process was killed.
    OomKill {
        /// Whose limit.
        scope: OomScope,
        /// The victim's process id.
        pid: u32,
        /// The victim's name.
        name: String,
        /// Its anonymous resident memory, KiB.
        anon_kib: Option<u64>,
    },
    /// The victim's memory was taken back, or could not be.
    OomReaped {
        /// The victim's process id.
        pid: u32,
        /// Whether it could be.
        success: bool,
    },
    /// Nothing could be killed.
    OomNoVictim,
    /// An operator or earlyoom asked for an OOM kill: not exhaustion by itself.
    OomRequested,
    /// `Free swap  = ...kB` of an OOM report.
    OomSwap {
        /// Free swap, KiB; none on the line of the total.
        free_kib: Option<u64>,
        /// Total swap, KiB; none on the line of the free part.
        total_kib: Option<u64>,
    },
    /// The processes that an OOM report lists, as far as its rows were read.
    OomTasks {
        /// The largest by resident memory: name and KiB, the largest first, at most five.
        largest: Vec<(String, u64)>,
        /// Resident memory of all of them, KiB. Memory that they share counts for each.
        total_kib: u64,
        /// How many they are.
        count: u32,
    },
    /// The free memory of one zone by size of its blocks.
    FreeBlocks {
        /// All of it, KiB.
        free_kib: u64,
        /// What lies in blocks of 2 MiB and more, KiB.
        large_kib: u64,
        /// The smallest block: the page size, KiB.
        page_kib: u32,
    },
    /// `page allocation failure`.
    PageAllocationFailure {
        /// The process.
        comm: String,
        /// Allocation order: 0 is true shortage, above it is fragmentation.
        order: u32,
        /// Whether it could not wait (atomic).
        atomic: bool,
    },
    /// The device tree allocator of a Jetson failed (`NvMapMemAlloc... error 12`).
    NvMapAllocationFailed,
    /// The swap device refused a write.
    SwapWriteError {
        /// Whether the line itself is zram's; else the device may be a failing disk.
        zram: bool,
    },
    /// A task hung.
    HungTask {
        /// Its name.
        task: String,
        /// For how long, in seconds.
        secs: u32,
        /// What it was doing.
        stuck_in: StuckIn,
    },
    /// A line of a call trace that tells what a task was doing. It is folded into the event before it.
    Frame {
        /// What the frame belongs to.
        stuck_in: StuckIn,
    },
    /// A CPU is stuck in the kernel.
    SoftLockup {
        /// For how long, in seconds.
        secs: u32,
    },
    /// A CPU no longer takes interrupts.
    HardLockup,
    /// RCU stalls.
    RcuStall,
    /// A workqueue is stuck.
    WorkqueueLockup,
    /// A zone reached its critical trip and the kernel shuts down.
    ThermalCritical {
        /// The zone, such as `thermal_zone3` or `gpu-thermal`.
        zone: String,
        /// The temperature in degrees Celsius, where the era prints it.
        celsius: Option<i32>,
    },
    /// `HARDWARE PROTECTION ...`.
    HardwareProtection {
        /// The reason in brackets.
        reason: String,
        /// Whether the reason is heat.
        thermal: bool,
    },
    /// The orderly power-off of hardware protection failed and power is cut.
    HardwareProtectionForced,
    /// A CPU lowers its clock for heat: not a shutdown.
    ThermalThrottle,
    /// A kernel panic.
    Panic {
        /// The reason.
        reason: String,
        /// Whether the reason is exhausted memory (panic_on_oom, deadlocked on memory).
        memory: bool,
    },
    /// An oops or a BUG.
    Oops {
        /// The text.
        text: String,
    },
    /// Corrupted structures: a defect of RAM or a bug, never a shortage.
    Corruption {
        /// The text.
        text: String,
    },
    /// A storage device stopped answering or was lost.
    StorageLost {
        /// The text.
        text: String,
    },
    /// A read or write failed, or a file system was made read-only.
    StorageError {
        /// The text.
        text: String,
        /// Whether it is a disk that a host runs from, by its name, or a file system that was given up; not a
        /// stick or an external drive.
        system: bool,
    },
    /// A file system was replayed at mount: it had not been unmounted.
    FsRecovery {
        /// The device.
        device: String,
        /// How much the line proves: replay of a journal is strong, orphan clean-up or a dirty bit weak.
        strong: bool,
    },
    /// A file system was mounted.
    FsMounted {
        /// The device.
        device: String,
    },
    /// A machine check.
    MachineCheck {
        /// How bad.
        severity: Severity,
    },
    /// A memory controller's error.
    MemoryError {
        /// Corrected or not.
        severity: Severity,
    },
    /// PCI Express advanced error reporting.
    PcieError {
        /// How bad.
        severity: Severity,
        /// The port as printed.
        device: String,
    },
    /// The firmware kept an error record of the boot before (BERT).
    FirmwareRecord {
        /// How bad, where the line says so.
        severity: Severity,
    },
    /// The reason of the last reset as the hardware keeps it (AMD).
    ResetReason {
        /// The register.
        bits: u32,
        /// The text.
        text: String,
    },
    /// A hardware watchdog says that it reset the host.
    WatchdogReset,
    /// `watchdog did not stop!`: normal in a shutdown.
    WatchdogNotStopped,
    /// A hardware watchdog is armed.
    WatchdogArmed,
    /// Suspend begins.
    SuspendEntry,
    /// Suspend ended.
    SuspendExit,
    /// Somebody used the magic key.
    Sysrq {
        /// What it does.
        action: String,
        /// What that does to the host.
        effect: SysrqEffect,
    },
    /// The kernel set the clock from the hardware clock.
    ClockFromRtc {
        /// The epoch that it read, in seconds.
        epoch_s: i64,
    },
    /// Messages were lost before they reached the journal.
    MessagesLost {
        /// How many, where it says so.
        count: Option<u64>,
    },
}

impl Kernel {
    /// Whether the line only describes the host, or a detail of another line: it is in every healthy boot too.
    #[must_use]
    pub const fn is_description(&self) -> bool {
        matches!(
            self,
            Self::Banner { .. }
                | Self::CommandLine { .. }
                | Self::Product { .. }
                | Self::MemorySize { .. }
                | Self::SwapAdded { .. }
                | Self::FsMounted { .. }
                | Self::ClockFromRtc { .. }
                | Self::OomSwap { .. }
                | Self::OomTasks { .. }
                | Self::FreeBlocks { .. }
        )
    }
}
