//! What was running when a boot ended: units started and never ended, containers known by their id.

use std::collections::BTreeMap;

use model::event::{Lifecycle, Userspace};
use model::{Event, EventKind, Micros};

/// Something that was running at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningUnit {
    /// Its name (with its description, if the log has one), or a container's id.
    pub what: String,
    /// `unit` or `container`.
    pub kind: &'static str,
    /// When it was started.
    pub since: Micros,
}

/// Units that every distribution starts by itself: of no interest after a crash.
const HOUSEKEEPING: [&str; 34] = [
    "systemd-",
    "user@",
    "user-runtime-dir@",
    "session-",
    "getty@",
    "serial-getty@",
    "dbus",
    "ssh",
    "cron",
    "rsyslog",
    "polkit",
    "udisks",
    "snapd",
    "snap.",
    "accounts-daemon",
    "NetworkManager",
    "ModemManager",
    "wpa_supplicant",
    "avahi",
    "bluetooth",
    "cups",
    "chrony",
    "ntp",
    "apt-",
    "man-db",
    "logrotate",
    "fstrim",
    "e2scrub",
    "fwupd",
    "motd-",
    "sysstat",
    "earlyoom",
    "irqbalance",
    "multipathd",
];

/// Whether a unit is a load of the owner's rather than the system's own.
#[must_use]
pub fn is_of_interest(unit: &str) -> bool {
    (unit.ends_with(".service") || unit.ends_with(".scope"))
        && !HOUSEKEEPING.iter().any(|prefix| unit.starts_with(prefix))
        && !matches!(
            unit,
            "docker.service"
                | "containerd.service"
                | "nvidia-persistenced.service"
                | "gdm.service"
                | "lightdm.service"
                | "unattended-upgrades.service"
                | "networkd-dispatcher.service"
                | "power-profiles-daemon.service"
                | "upower.service"
                | "rtkit-daemon.service"
                | "plymouth-quit-wait.service"
                | "thermald.service"
                | "smartmontools.service"
                | "kubelet.service"
        )
}

/// A container's id as `docker ps` shows it: the first twelve digits, known by id only.
fn short(container: &str) -> String {
    let is_id = container.len() == 64 && container.bytes().all(|b| b.is_ascii_hexdigit());
    if is_id { format!("{} (known by its id only)", &container[..12]) } else { container.to_owned() }
}

/// The units and containers that the events start and do not end.
#[must_use]
pub(crate) fn running(events: &[Event]) -> Vec<RunningUnit> {
    let mut open: BTreeMap<String, RunningUnit> = BTreeMap::new();
    for event in events {
        match &event.kind {
            EventKind::Lifecycle(Lifecycle::UnitStarted { unit, description }) if is_of_interest(unit) => {
                let what = match description {
                    Some(text) => format!("{unit} ({text})"),
                    None => unit.clone(),
                };
                open.insert(unit.clone(), RunningUnit { what, kind: "unit", since: event.at });
            }
            EventKind::Lifecycle(
                Lifecycle::UnitEnded { unit }
                | Lifecycle::UnitStopping { unit }
                | Lifecycle::UnitFailed { unit, .. },
            ) => {
                open.remove(unit);
            }
            EventKind::Userspace(Userspace::ContainerStarted { container }) => {
                let unit = RunningUnit { what: short(container), kind: "container", since: event.at };
                open.insert(format!("container {container}"), unit);
            }
            EventKind::Userspace(Userspace::ContainerExited { container }) => {
                open.remove(&format!("container {container}"));
            }
            _ => {}
        }
    }
    let mut running: Vec<_> = open.into_values().collect();
    running.sort_by_key(|unit| unit.since);
    running
}
