//! What was running when a boot ended: units started and never ended, containers known by their id.

use std::collections::{BTreeMap, HashSet};

use model::event::{Lifecycle, Userspace};
use model::{BootId, Event, EventKind, Micros, Record};

use crate::{Timeline, signals};

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

/// Adds the starts and ends of containers to a boot whose runtime logs too much to be read in every boot.
/// `of_terms` asks the journal for a boot's entries by index terms and a test of the message.
pub fn add_containers(timeline: &mut Timeline, index: usize, of_terms: &mut OfTerms<'_>) {
    let Some(boot) = timeline.boots.get_mut(index) else { return };
    let records = of_terms(boot.boot.id, &signals::container_terms(), &signals::tells_of_container);
    let place = |event: &Event| (event.monotonic, event.origin.cursor.clone());
    let known: HashSet<_> = boot.events.iter().map(place).collect();
    let mut containers = signals::read_events(records);
    containers.retain(|event| {
        let kind = &event.kind;
        let of_container = matches!(
            kind,
            EventKind::Userspace(Userspace::ContainerStarted { .. } | Userspace::ContainerExited { .. })
        );
        of_container && !known.contains(&place(event))
    });
    if containers.is_empty() {
        return;
    }
    boot.events.extend(containers);
    // Stable: events at one instant keep their order.
    boot.events.sort_by_key(|event| event.monotonic);
    let units = boot.running.drain(..).filter(|unit| unit.kind == "unit");
    let containers = running(&boot.events).into_iter().filter(|unit| unit.kind == "container");
    let mut running: Vec<RunningUnit> = units.chain(containers).collect();
    running.sort_by_key(|unit| unit.since);
    boot.running = running;
}

/// Asks the journal for a boot's entries by index terms and a test of the message.
pub type OfTerms<'a> =
    dyn FnMut(BootId, &[(&'static str, String)], &dyn Fn(&[u8]) -> bool) -> Vec<Record> + 'a;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BootTimeline;
    use model::{Id128, Transport};

    fn said(seconds: i64, message: &str) -> Record {
        Record {
            at: Micros::from_secs(seconds),
            monotonic: Some(seconds * 1_000_000),
            boot: Id128::of(1),
            transport: Transport::Journal,
            identifier: Some("dockerd".into()),
            comm: Some("dockerd".into()),
            pid: Some(900),
            message: message.to_owned(),
            ..Record::default()
        }
    }

    #[test]
    fn containers_of_a_chatty_runtime_are_added_once() {
        let lines = [
            said(1, "level=info msg=\"Container 0e82f4c5ab5b started\""),
            said(2, "level=info msg=\"Container 1e82f4c5ab5b started\""),
            said(3, "level=info msg=\"Container 1e82f4c5ab5b exited\""),
            said(4, "level=info msg=\"nothing about them\""),
        ];
        let known = signals::read_events(lines[2..3].to_vec());
        let mut boot = BootTimeline { events: known, ..BootTimeline::default() };
        boot.boot.id = Id128::of(1);
        let mut timeline = Timeline { boots: vec![boot], ..Timeline::default() };
        let mut of_terms = |_: BootId, terms: &[(&'static str, String)], wanted: &dyn Fn(&[u8]) -> bool| {
            assert!(terms.contains(&("SYSLOG_IDENTIFIER", "dockerd".to_owned())));
            lines.iter().filter(|line| wanted(line.message.as_bytes())).cloned().collect()
        };
        for _ in 0..2 {
            add_containers(&mut timeline, 0, &mut of_terms);
            let running: Vec<_> = timeline.boots[0].running.iter().map(|unit| unit.what.as_str()).collect();
            assert_eq!(running, ["0e82f4c5ab5b"]);
            assert_eq!(timeline.boots[0].events.len(), 3);
        }
    }
}
