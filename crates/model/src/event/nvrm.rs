//! What the NVIDIA driver says through the kernel.

/// The class of an NV_ERR code (facts: nvrm, section 10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatusClass {
    /// A shortage of memory (only NV_ERR_NO_MEMORY).
    Memory,
    /// Some other resource ran out.
    Resource,
    /// Memory is faulty, not short.
    MemoryFault,
    /// The GPU left the bus or is being reset.
    Bus,
    /// Power.
    Power,
    /// A time-out.
    Timeout,
    /// Firmware.
    Firmware,
    /// Follow-up noise.
    Generic,
}

/// What a failed allocation was for, told by its call site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallSite {
    /// Memory of the host (`mem_desc.c`, `io_vaspace.c`, sysmem).
    HostMemory,
    /// GPU or BAR1 virtual address space: not RAM.
    AddressSpace,
    /// While the GPU was being initialised.
    Initialisation,
    /// Anything else.
    Other,
}

/// The status of a failed check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The number.
    pub code: u32,
    /// The name in brackets, such as `NV_ERR_NO_MEMORY`; none for a code that the driver does not list.
    pub name: Option<String>,
    /// Its class.
    pub class: StatusClass,
}

/// The class of an Xid (facts: xid.tsv).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum XidClass {
    /// An application's fault: never the host's end.
    Application,
    /// Driver or firmware.
    Driver,
    /// The GPU's own memory.
    GpuMemory,
    /// The GPU left the bus.
    OffBus,
    /// NVLink, C2C, PCIe.
    Link,
    /// Says something of another Xid or nothing of a fault.
    Informational,
    /// Not in the catalogue.
    Unlisted,
}

/// A line of the NVIDIA driver.
#[derive(Clone, Debug, PartialEq)]
pub enum Nvrm {
    /// The module was loaded.
    Loaded {
        /// The driver's version, such as `580.142`.
        version: String,
        /// Whether the open kernel module.
        open: bool,
    },
    /// A check or an assertion failed.
    Check {
        /// Whether an assertion.
        assertion: bool,
        /// The function that prints it.
        function: String,
        /// The status, none for a plain expression.
        status: Option<Status>,
        /// What failed, raw C text; none in builds without strings.
        expression: Option<String>,
        /// Source file (base name) and line.
        place: Option<(String, u32)>,
        /// What it was for.
        site: CallSite,
    },
    /// A companion that tells of a failed allocation in its own words.
    AllocationFailed {
        /// What it was for.
        site: CallSite,
        /// How much was asked for, in bytes, where it says so.
        bytes: Option<u64>,
    },
    /// An Xid.
    Xid {
        /// The GPU's PCI address as printed.
        pci: String,
        /// The number.
        number: u32,
        /// The process id, none if not known.
        pid: Option<u32>,
        /// The process name, none if not known.
        name: Option<String>,
        /// The rest.
        text: String,
        /// Its class.
        class: XidClass,
        /// The Xid that this one follows (`caused by previous Xid`).
        caused_by: Option<u32>,
    },
    /// The GPU left the bus (without an Xid, or beside one).
    OffBus,
    /// The GPU could not be initialised.
    InitFailed {
        /// The middle number of `(stage:status:line)`.
        status: Option<u32>,
    },
    /// The GPU's firmware no longer answers.
    FirmwareStopped,
    /// The driver's own watchdog: the GPU is probably locked.
    GpuLocked,
    /// Any other line of the driver, kept for the time line.
    Other,
}
