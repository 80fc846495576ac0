//! What the hardware and its firmware report: machine checks, memory controllers, PCI Express, records of the
//! boot before, reset reasons and watchdogs.

use std::sync::LazyLock;

use model::event::kernel::{Kernel, Severity};
use model::{EventKind, Record, Signal};
use regex::Regex;

use crate::{example, group, regex, row};

/// A machine check, or the firmware's word for one on hosts that have no such thing (GHES).
pub(crate) const MACHINE_CHECK: Signal = row(
    "kernel.machine_check",
    &[
        "Machine check events logged",
        "Machine Check: ",
        "Machine Check Exception: ",
        "Hardware error from APEI Generic Hardware Error Source",
        "}[Hardware Error]: event severity: ",
        "[Hardware Error]: Corrected error, ",
        "[Hardware Error]: Deferred error, ",
        "[Hardware Error]: Uncorrected, ",
        "[Hardware Error]: System Fatal error",
    ],
    machine_check,
    &[
        example(
            "mce: [Hardware Error]: Machine check events logged",
            "Kernel(MachineCheck { severity: Unknown })",
        ),
        // 57 is the bit of a corrupt processor context, 61 that of an uncorrected error.
        example(
            "mce: [Hardware Error]: CPU 5: Machine Check: 0 Bank 5: bea0000000000108",
            "Kernel(MachineCheck { severity: Fatal })",
        ),
        example(
            "mce: [Hardware Error]: CPU 0: Machine Check Exception: 5 Bank 7: bc00000000010090",
            "Kernel(MachineCheck { severity: Uncorrected })",
        ),
        example(
            "mce: [Hardware Error]: CPU 0: Machine Check: 0 Bank 9: 8c000040000800c1",
            "Kernel(MachineCheck { severity: Corrected })",
        ),
        example(
            "{1}[Hardware Error]: Hardware error from APEI Generic Hardware Error Source: 4",
            "Kernel(MachineCheck { severity: Unknown })",
        ),
        example("{1}[Hardware Error]: event severity: fatal", "Kernel(MachineCheck { severity: Fatal })"),
        example(
            "{3}[Hardware Error]: event severity: recoverable",
            "Kernel(MachineCheck { severity: Uncorrected })",
        ),
        example(
            "[Hardware Error]: Corrected error, no action required.",
            "Kernel(MachineCheck { severity: Corrected })",
        ),
        example("[Hardware Error]: System Fatal error.", "Kernel(MachineCheck { severity: Fatal })"),
        example(
            "[Hardware Error]: Uncorrected, software restartable error.",
            "Kernel(MachineCheck { severity: Uncorrected })",
        ),
    ],
);

/// A memory controller's error (EDAC), or a page that was taken out of use for one.
pub(crate) const MEMORY_ERROR: Signal = row(
    "kernel.memory_error",
    &["EDAC ", "Memory failure: 0x", "Uncorrected hardware memory error"],
    memory_error,
    &[
        example(
            "EDAC MC0: 1 UE memory read error on CPU_SrcID#0_Ha#0_Chan#1_DIMM#0",
            "Kernel(MemoryError { severity: Uncorrected })",
        ),
        example(
            "EDAC MC1: 32 CE memory scrubbing error on CPU_SrcID#1_MC#0_Chan#0_DIMM#1",
            "Kernel(MemoryError { severity: Corrected })",
        ),
        example(
            "Memory failure: 0x3f5a21: recovery action for dirty LRU page: Recovered",
            "Kernel(MemoryError { severity: Uncorrected })",
        ),
        example(
            "mce: Uncorrected hardware memory error in user-access at 3f5a21000",
            "Kernel(MemoryError { severity: Uncorrected })",
        ),
    ],
);

/// Uncorrected PCI Express errors (AER) and ports that shut themselves off (DPC).
pub(crate) const PCIE: Signal = row(
    "kernel.pcie_error",
    &["AER: Uncorrect", "AER: Multiple Uncorrect", "severity=Uncorrect", "DPC: "],
    pcie,
    &[
        example(
            "pcieport 0000:00:01.0: AER: Uncorrectable (Fatal) error message received from 0000:01:00.0",
            r#"Kernel(PcieError { severity: Fatal, device: "0000:00:01.0" })"#,
        ),
        example(
            "pcieport 0002:00:00.0: AER: Uncorrected (Non-Fatal) error received: 0002:01:00.0",
            r#"Kernel(PcieError { severity: Uncorrected, device: "0002:00:00.0" })"#,
        ),
        example(
            "mlx5_core 0000:01:00.0: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Transaction Layer, (Requester ID)",
            r#"Kernel(PcieError { severity: Fatal, device: "0000:01:00.0" })"#,
        ),
        example(
            "pcieport 0000:00:01.0: DPC: containment event, status:0x1f01 source:0x0000",
            r#"Kernel(PcieError { severity: Uncorrected, device: "0000:00:01.0" })"#,
        ),
        example(
            "pcieport 0000:00:01.0: DPC: ERR_FATAL detected",
            r#"Kernel(PcieError { severity: Fatal, device: "0000:00:01.0" })"#,
        ),
    ],
);

/// Corrected ones. They come in storms of many thousands on healthy hosts and are evidence of nothing, so they are
/// no row of whole boots (`ROUTINE`).
pub(crate) const PCIE_CORRECTED: Signal = row(
    "kernel.pcie_corrected",
    &["AER: Correct", "AER: Multiple Correct", "severity=Correct"],
    pcie,
    &[
        example(
            "pcieport 0000:00:1c.5: AER: Multiple Corrected error received: id=00e5",
            r#"Kernel(PcieError { severity: Corrected, device: "0000:00:1c.5" })"#,
        ),
        example(
            "pcieport 0000:00:01.0: AER: Correctable error message received from 0000:01:00.0",
            r#"Kernel(PcieError { severity: Corrected, device: "0000:00:01.0" })"#,
        ),
        example(
            "nvme 0000:01:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)",
            r#"Kernel(PcieError { severity: Corrected, device: "0000:01:00.0" })"#,
        ),
    ],
);

/// The firmware kept an error record of the boot before (BERT). On a DGX Spark the severity is no guide: it was
/// `corrected` after a real reset.
pub(crate) const FIRMWARE_RECORD: Signal = row(
    "kernel.firmware_record",
    &[
        "BERT: Error records from previous boot",
        "BERT: Total records found: ",
        "[Hardware Error]: event severity: ",
    ],
    firmware_record,
    &[
        example("BERT: Error records from previous boot:", "Kernel(FirmwareRecord { severity: Unknown })"),
        example("BERT: Total records found: 1", "Kernel(FirmwareRecord { severity: Unknown })"),
        example("[Hardware Error]: event severity: fatal", "Kernel(FirmwareRecord { severity: Fatal })"),
        example(
            "[Hardware Error]: event severity: recoverable",
            "Kernel(FirmwareRecord { severity: Uncorrected })",
        ),
        example(
            "[Hardware Error]: event severity: corrected",
            "Kernel(FirmwareRecord { severity: Corrected })",
        ),
        example("[Hardware Error]: event severity: info", "Kernel(FirmwareRecord { severity: Corrected })"),
    ],
);

/// AMD's register of reset reasons (6.16 and later). Before 6.18 Linux never cleared it, so bits may be stale.
pub(crate) const RESET_REASON: Signal = row(
    "kernel.reset_reason",
    &["Previous system reset reason ["],
    reset_reason,
    &[example(
        "x86/amd: Previous system reset reason [0x08000800]: an uncorrected error caused a data fabric sync flood event",
        r#"Kernel(ResetReason { bits: 134219776, text: "an uncorrected error caused a data fabric sync flood event" })"#,
    )],
);

/// The SBSA watchdog says that it reset the host. It says nothing where it did not, and nothing where it did on
/// GB10.
pub(crate) const WATCHDOG_RESET: Signal = row(
    "kernel.watchdog_reset",
    &["System reset by WDT"],
    |record| record.message.contains("sbsa-gwdt").then_some(EventKind::Kernel(Kernel::WatchdogReset)),
    &[example("sbsa-gwdt sbsa-gwdt.0: System reset by WDT.", "Kernel(WatchdogReset)")],
);

/// A watchdog was closed without being disarmed: normal in a shutdown.
pub(crate) const WATCHDOG_NOT_STOPPED: Signal = row(
    "kernel.watchdog_not_stopped",
    &["watchdog did not stop!"],
    |_| Some(EventKind::Kernel(Kernel::WatchdogNotStopped)),
    &[
        example("watchdog: watchdog0: watchdog did not stop!", "Kernel(WatchdogNotStopped)"),
        example("watchdog watchdog0: watchdog did not stop!", "Kernel(WatchdogNotStopped)"),
    ],
);

/// The SBSA watchdog was running already when its driver started. Drivers that only initialise arm nothing.
pub(crate) const WATCHDOG_ARMED: Signal = row(
    "kernel.watchdog_armed",
    &["sbsa-gwdt"],
    |record| {
        let message = record.message.trim_end();
        (message.contains(": Initialized with ") && message.ends_with("[enabled]"))
            .then_some(EventKind::Kernel(Kernel::WatchdogArmed))
    },
    &[example(
        "sbsa-gwdt sbsa-gwdt.0: Initialized with 10s timeout @ 1000000000 Hz, action=0. [enabled]",
        "Kernel(WatchdogArmed)",
    )],
);

static BANK: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"Machine Check(?: Exception)?: [0-9a-fx]+ Bank [0-9]+: (?<status>[0-9a-f]{1,16})\b")
});
static EVENT_SEVERITY: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?<ghes>\{[0-9]+\})?\[Hardware Error\]: event severity: (?<severity>[a-z]+)"));

fn machine_check(record: &Record) -> Option<EventKind> {
    let message = &record.message;
    let severity = if let Some(line) = EVENT_SEVERITY.captures(message) {
        group(&line, "ghes")?;
        apei_severity(group(&line, "severity")?)
    } else if let Some(line) = BANK.captures(message) {
        let status = u64::from_str_radix(group(&line, "status")?, 16).ok()?;
        match (status >> 57 & 1, status >> 61 & 1) {
            (1, _) => Severity::Fatal,
            (_, 1) => Severity::Uncorrected,
            _ => Severity::Corrected,
        }
    } else if message.contains("[Hardware Error]: System Fatal error") {
        Severity::Fatal
    } else if message.contains("[Hardware Error]: Uncorrected, ") {
        Severity::Uncorrected
    } else if message.contains("[Hardware Error]: Corrected error, ")
        || message.contains("[Hardware Error]: Deferred error, ")
    {
        Severity::Corrected
    } else if message.contains("Machine check events logged") || message.contains("Hardware error from APEI")
    {
        Severity::Unknown
    } else {
        return None;
    };
    Some(EventKind::Kernel(Kernel::MachineCheck { severity }))
}

fn apei_severity(word: &str) -> Severity {
    match word {
        "fatal" => Severity::Fatal,
        "recoverable" => Severity::Uncorrected,
        "corrected" | "info" => Severity::Corrected,
        _ => Severity::Unknown,
    }
}

static EDAC_LINE: LazyLock<Regex> = LazyLock::new(|| regex(r"\bEDAC [^:]*: [0-9]+ (?<kind>UE|CE)\b"));
static POISONED: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"^Memory failure: 0x[0-9a-f]+: recovery action for |Uncorrected hardware memory error")
});

fn memory_error(record: &Record) -> Option<EventKind> {
    let severity = match EDAC_LINE.captures(&record.message) {
        Some(line) if group(&line, "kind") == Some("CE") => Severity::Corrected,
        Some(_) => Severity::Uncorrected,
        None => POISONED.is_match(&record.message).then_some(Severity::Uncorrected)?,
    };
    Some(EventKind::Kernel(Kernel::MemoryError { severity }))
}

static PCIE_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:AER: (?:Multiple )?|PCIe Bus Error: severity=)(?<kind>Correct(?:able|ed)|Uncorrect(?:able|ed))(?: \((?<fatal>Fatal|Non-Fatal)\))?(?: error|,)|DPC: (?:(?<dpcfatal>ERR_FATAL detected)|containment event|ERR_NONFATAL detected|unmasked uncorrectable error detected)",
    )
});
static PCI_ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| regex(r"\b[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]\b"));

fn pcie(record: &Record) -> Option<EventKind> {
    let line = PCIE_LINE.captures(&record.message)?;
    let severity = match (group(&line, "kind"), group(&line, "fatal"), group(&line, "dpcfatal")) {
        (_, Some("Fatal"), _) | (_, _, Some(_)) => Severity::Fatal,
        (Some(kind), ..) if kind.starts_with("Correct") => Severity::Corrected,
        _ => Severity::Uncorrected,
    };
    let device = PCI_ADDRESS.find(&record.message).map_or("", |address| address.as_str()).to_owned();
    Some(EventKind::Kernel(Kernel::PcieError { severity, device }))
}

fn firmware_record(record: &Record) -> Option<EventKind> {
    let message = &record.message;
    let severity = if let Some(line) = EVENT_SEVERITY.captures(message) {
        if group(&line, "ghes").is_some() {
            return None;
        }
        apei_severity(group(&line, "severity")?)
    } else if let Some((_, count)) = message.split_once("BERT: Total records found: ") {
        (count.trim() != "0").then_some(Severity::Unknown)?
    } else {
        message.starts_with("BERT: Error records from previous boot").then_some(Severity::Unknown)?
    };
    Some(EventKind::Kernel(Kernel::FirmwareRecord { severity }))
}

static RESET_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"Previous system reset reason \[0x(?<bits>[0-9a-fA-F]{1,8})\]: (?<text>.*\S)"));

fn reset_reason(record: &Record) -> Option<EventKind> {
    let line = RESET_LINE.captures(&record.message)?;
    Some(EventKind::Kernel(Kernel::ResetReason {
        bits: u32::from_str_radix(group(&line, "bits")?, 16).ok()?,
        text: group(&line, "text")?.to_owned(),
    }))
}
