//! Daemons that watch over heat, drives and memory, and services that notice at their start how they ended.

use std::sync::LazyLock;

use model::event::Userspace;
use model::{EventKind, Listen, Record, Signal};
use regex::Regex;

use crate::{example, group, regex, row, said, when};

/// thermald saw a zone at its trip. At the critical one it powers the host off.
pub(crate) const THERMALD: Signal = row(
    "userspace.thermald",
    Listen::Program("thermald"),
    &["ritical temp", "hot temp reached"],
    thermald,
    &[
        example("critical temp reached", "Userspace(ThermalDaemon { critical: true })"),
        example("[WARN]critical temp reached ", "Userspace(ThermalDaemon { critical: true })"),
        example("Critical temperature reached", "Userspace(ThermalDaemon { critical: true })"),
        example("hot temp reached", "Userspace(ThermalDaemon { critical: false })"),
    ],
);

/// A drive's count of power cuts, told by smartd when it changes.
pub(crate) const UNSAFE_SHUTDOWNS: Signal = row(
    "userspace.smartd",
    Listen::Programs(SMARTD),
    &["Unsafe Shutdowns", "Unsafe_Shutdown_Count", "unsafe_shutdowns"],
    unsafe_shutdowns,
    &[
        example(
            "Device: /dev/nvme0, Unsafe Shutdowns changed from 211 to 212",
            "Userspace(UnsafeShutdowns { count: 212, before: Some(211) })",
        ),
        example(
            "Device: /dev/nvme0, Unsafe Shutdowns: 12",
            "Userspace(UnsafeShutdowns { count: 12, before: None })",
        ),
        said(
            "Device: /dev/nvme0, Unsafe Shutdowns changed from 211 to 212",
            &[("_COMM", "smartd"), ("_SYSTEMD_UNIT", "smartmontools.service")],
            "Userspace(UnsafeShutdowns { count: 212, before: Some(211) })",
        ),
    ],
);

/// The same count in the report of smartctl or nvme-cli, which any script may have logged.
pub(crate) const UNSAFE_SHUTDOWNS_TEXT: Signal = row(
    "userspace.unsafe_shutdowns",
    Listen::Userland,
    &["Unsafe Shutdowns: ", "unsafe_shutdowns"],
    unsafe_shutdowns_text,
    &[
        example(
            "Unsafe Shutdowns:                   1,234",
            "Userspace(UnsafeShutdowns { count: 1234, before: None })",
        ),
        example("Unsafe Shutdowns: 12", "Userspace(UnsafeShutdowns { count: 12, before: None })"),
        example(
            "unsafe_shutdowns                    : 57",
            "Userspace(UnsafeShutdowns { count: 57, before: None })",
        ),
    ],
);

/// A drive says that it fails. The warning bit of heat alone is not meant.
pub(crate) const DRIVE_FAILING: Signal = row(
    "userspace.smartd_failing",
    Listen::Programs(SMARTD),
    &["FAILED SMART self-check", "Critical Warning (0x", "SMART Failure", "Failed SMART usage Attribute"],
    drive_failing,
    &[
        example(
            "Device: /dev/sda [SAT], FAILED SMART self-check. BACK UP DATA NOW!",
            "Userspace(DriveFailing)",
        ),
        example("Device: /dev/nvme0, Critical Warning (0x04): Reliability", "Userspace(DriveFailing)"),
        example(
            "Device: /dev/sda [SAT], Failed SMART usage Attribute: 5 Reallocated_Sector_Ct.",
            "Userspace(DriveFailing)",
        ),
    ],
);

const SMARTD: &[&str] = &["smartd", "smartmontools"];

/// A hardware error that rasdaemon or mcelog decoded. The line does not always tell whether it was corrected.
pub(crate) const HARDWARE_ERROR: Signal = row(
    "userspace.hardware_error",
    Listen::Programs(&["rasdaemon", "mcelog"]),
    &["_event: ", "mce_record: ", "Hardware event. This is not a software error"],
    hardware_error,
    &[
        example(
            "<...>-123 [000] 0.000123: mc_event: 2026-05-13 00:31:09 +0000 1 Corrected error: memory read error on \
             DIMM_A1",
            "Userspace(HardwareError)",
        ),
        example(
            "<idle>-0 [005] 0.000042: mce_record: 2026-05-13 00:31:09 +0000 bank=5, status=bea0000000000108",
            "Userspace(HardwareError)",
        ),
        said(
            "Hardware event. This is not a software error.",
            &[("SYSLOG_IDENTIFIER", "mcelog")],
            "Userspace(HardwareError)",
        ),
    ],
);

/// A database found at its start that it had not been stopped: the host's end, or only its own.
pub(crate) const SERVICE_RECOVERY: Signal = row(
    "userspace.service_recovery",
    Listen::Userland,
    &[
        "database system was interrupted; last known up at ",
        "database system was not properly shut down",
        "Starting crash recovery",
        "Detected unclean shutdown",
    ],
    service_recovery,
    &[
        example(
            "2026-05-13 00:31:09.330 UTC [27] LOG:  database system was interrupted; last known up at 2026-05-12 \
             23:58:02 UTC",
            "Userspace(ServiceRecovery)",
        ),
        example(
            "LOG:  database system was not properly shut down; automatic recovery in progress",
            "Userspace(ServiceRecovery)",
        ),
        example(
            "2026-05-13T00:31:09Z 0 [Note] InnoDB: Starting crash recovery.",
            "Userspace(ServiceRecovery)",
        ),
        example(
            r#"{"c":"STORAGE","msg":"Detected unclean shutdown - Lock file is not empty"}"#,
            "Userspace(ServiceRecovery)",
        ),
    ],
);

fn thermald(record: &Record) -> Option<EventKind> {
    let message = record.message.to_ascii_lowercase();
    let critical =
        ["critical temp reached", "critical temperature reached"].iter().any(|text| message.contains(text));
    when(critical || message.contains("hot temp reached"), Userspace::ThermalDaemon { critical })
}

static CHANGED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:Unsafe[ _]Shutdown(?:s|_Count)|unsafe_shutdowns)(?: changed from (?<before>[0-9][0-9,]*) to |[: ]+)(?<count>[0-9][0-9,]*)",
    )
});
static REPORT: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?m)^\s*(?:Unsafe Shutdowns:|unsafe_shutdowns\s*:)\s*(?<count>[0-9][0-9,]*)\s*$")
});

fn unsafe_shutdowns(record: &Record) -> Option<EventKind> {
    count(record, &CHANGED)
}

fn unsafe_shutdowns_text(record: &Record) -> Option<EventKind> {
    count(record, &REPORT)
}

fn count(record: &Record, pattern: &Regex) -> Option<EventKind> {
    let found = pattern.captures(&record.message)?;
    let number = |name: &str| group(&found, name)?.replace(',', "").parse().ok();
    let (count, before) = (number("count")?, number("before"));
    Some(EventKind::Userspace(Userspace::UnsafeShutdowns { count, before }))
}

static WARNING_BITS: LazyLock<Regex> =
    LazyLock::new(|| regex(r"Critical Warning \(0x(?<bits>[0-9a-fA-F]{1,2})\)"));

fn drive_failing(record: &Record) -> Option<EventKind> {
    if let Some(found) = WARNING_BITS.captures(&record.message) {
        // Bit 1 is the drive's temperature (NVMe base specification, SMART log).
        let bits = u8::from_str_radix(group(&found, "bits")?, 16).ok()?;
        return when(bits & !0x02 != 0, Userspace::DriveFailing);
    }
    Some(EventKind::Userspace(Userspace::DriveFailing))
}

static RAS_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:mc_event|mce_record|aer_event|arm_event|extlog_mem_event|non_standard_event|memory_failure_event): |Hardware event\. This is not a software error",
    )
});

fn hardware_error(record: &Record) -> Option<EventKind> {
    when(RAS_LINE.is_match(&record.message), Userspace::HardwareError)
}

fn service_recovery(record: &Record) -> Option<EventKind> {
    // Other programs have crash recoveries, too.
    let message = &record.message;
    let named = !message.contains("Starting crash recovery") || message.contains("InnoDB");
    when(named, Userspace::ServiceRecovery)
}
