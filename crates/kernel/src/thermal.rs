//! Heat: critical trips, hardware protection, throttling.
//!
//! The GPU's own heat never shows here: the NVIDIA driver has no kernel line for it.

use std::sync::LazyLock;

use model::event::Kernel;
use model::{EventKind, Record, Signal};
use regex::Regex;

use crate::{example, group, regex, row};

/// A zone reached its critical trip. Kernels from about 5.12 on name the zone's type instead of the number
/// of degrees, from about 6.9 on the words on the shutdown are gone.
pub(crate) const CRITICAL: Signal = row(
    "kernel.thermal_critical",
    &["ritical temperature reached"],
    critical,
    &[
        example(
            "ACPI: Critical temperature reached (100 C), shutting down.",
            r#"Kernel(ThermalCritical { zone: "acpi", celsius: Some(100) })"#,
        ),
        example(
            "Critical temperature reached (0 C), shutting down",
            r#"Kernel(ThermalCritical { zone: "acpi", celsius: Some(0) })"#,
        ),
        example(
            "thermal_sys: Critical temperature reached(105 C),shutting down",
            r#"Kernel(ThermalCritical { zone: "thermal_sys", celsius: Some(105) })"#,
        ),
        example(
            "thermal thermal_zone1: critical temperature reached(99 C),shutting down",
            r#"Kernel(ThermalCritical { zone: "thermal_zone1", celsius: Some(99) })"#,
        ),
        example(
            "thermal thermal_zone4: critical temperature reached (128 C), shutting down",
            r#"Kernel(ThermalCritical { zone: "thermal_zone4", celsius: Some(128) })"#,
        ),
        example(
            "thermal thermal_zone0: gpu-thermal: critical temperature reached, shutting down",
            r#"Kernel(ThermalCritical { zone: "gpu-thermal", celsius: None })"#,
        ),
        example(
            "thermal thermal_zone2: pm8058-thermal: critical temperature reached",
            r#"Kernel(ThermalCritical { zone: "pm8058-thermal", celsius: None })"#,
        ),
    ],
);

/// The kernel shuts the host down to protect it (5.14 and later). The brackets tell from what.
pub(crate) const PROTECTION: Signal = row(
    "kernel.hardware_protection",
    &["HARDWARE PROTECTION "],
    protection,
    &[
        example(
            "reboot: HARDWARE PROTECTION shutdown (Temperature too high)",
            r#"Kernel(HardwareProtection { reason: "Temperature too high", thermal: true })"#,
        ),
        example(
            "reboot: HARDWARE PROTECTION reboot (Temperature too high)",
            r#"Kernel(HardwareProtection { reason: "Temperature too high", thermal: true })"#,
        ),
        example(
            "reboot: HARDWARE PROTECTION shutdown (Battery critical capacity)",
            r#"Kernel(HardwareProtection { reason: "Battery critical capacity", thermal: false })"#,
        ),
        example(
            "reboot: HARDWARE PROTECTION undefined (System critical regulator: voltage drop detected)",
            r#"Kernel(HardwareProtection { reason: "System critical regulator: voltage drop detected", thermal: false })"#,
        ),
    ],
);

/// The orderly power-off that hardware protection asked for did not come about.
pub(crate) const FORCED: Signal = row(
    "kernel.hardware_protection_forced",
    &[
        "Hardware protection timed-out",
        "Hardware protection shutdown failed",
        "Attempting kernel_power_off: ",
    ],
    |_| Some(EventKind::Kernel(Kernel::HardwareProtectionForced)),
    &[
        example(
            "reboot: Hardware protection timed-out. Trying forced poweroff",
            "Kernel(HardwareProtectionForced)",
        ),
        example(
            "reboot: Hardware protection shutdown failed. Trying emergency restart",
            "Kernel(HardwareProtectionForced)",
        ),
        // 4.11 to 5.13.
        example("Attempting kernel_power_off: Temperature too high", "Kernel(HardwareProtectionForced)"),
    ],
);

/// A CPU throttles: seen at the start of healthy hosts, and its counter is cumulative.
pub(crate) const THROTTLE: Signal = row(
    "kernel.thermal_throttle",
    &["emperature above threshold", "emperature is above threshold"],
    throttle,
    &[
        example(
            "mce: CPU3: Package temperature above threshold, cpu clock throttled (total events = 812)",
            "Kernel(ThermalThrottle)",
        ),
        example(
            "CPU3: Core temperature is above threshold, cpu clock is throttled (total events = 1)",
            "Kernel(ThermalThrottle)",
        ),
        example(
            "CPU0: Temperature above threshold, cpu clock throttled (total events = 1)",
            "Kernel(ThermalThrottle)",
        ),
    ],
);

static CRITICAL_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?m)^(?:(?:thermal (?<zone>[^\s:]+): (?:(?<type>[^:]+): )?|(?<sys>thermal_sys): |ACPI: ))?[Cc]ritical temperature reached(?: ?\((?<celsius>-?[0-9]+) C\))?",
    )
});

fn critical(record: &Record) -> Option<EventKind> {
    let line = CRITICAL_LINE.captures(&record.message)?;
    let zone = ["type", "zone", "sys"].into_iter().find_map(|name| group(&line, name)).unwrap_or("acpi");
    Some(EventKind::Kernel(Kernel::ThermalCritical {
        zone: zone.to_owned(),
        celsius: group(&line, "celsius").and_then(|number| number.parse().ok()),
    }))
}

static PROTECTION_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?m)\bHARDWARE PROTECTION [a-z]+ \((?<reason>.*)\)"));

fn protection(record: &Record) -> Option<EventKind> {
    let line = PROTECTION_LINE.captures(&record.message)?;
    let reason = group(&line, "reason")?;
    Some(EventKind::Kernel(Kernel::HardwareProtection {
        reason: reason.to_owned(),
        thermal: reason.eq_ignore_ascii_case("temperature too high"),
    }))
}

static THROTTLE_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"\bCPU[0-9]+: (?:(?:Core|Package) t|T)emperature (?:is )?above threshold"));

fn throttle(record: &Record) -> Option<EventKind> {
    THROTTLE_LINE.is_match(&record.message).then_some(EventKind::Kernel(Kernel::ThermalThrottle))
}
