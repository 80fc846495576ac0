//! The table of rules. A rule sees one thing; its file's first comment is its manual page: what it sees,
//! why that means something, and what looks alike.

mod memory_ample;
mod memory_driver;
mod memory_driver_companion;
mod memory_fall;
mod memory_fragmented;
mod memory_hung;
mod memory_killer;
mod memory_late_reports;
mod memory_low_flat;
mod memory_nvmap;
mod memory_oom_kill;
mod memory_oomd;
mod memory_page_allocation;
mod memory_panic;
mod memory_pressure;
mod memory_reports_stop;
mod memory_swap;
mod memory_watchdogs;
mod memory_zero;
mod other_corruption;
mod other_cut;
mod other_driver_fault;
mod other_firmware;
mod other_forced;
mod other_hardware_error;
mod other_hung_driver;
mod other_lockup;
mod other_off_bus;
mod other_oops;
mod other_panic;
mod other_pcie;
mod other_power;
mod other_protection;
mod other_resume;
mod other_shutdown;
mod other_storage;
mod other_sysrq;
mod other_ups;
mod other_voltage;
mod other_watchdog;
#[cfg(test)]
pub(crate) mod tests;
mod thermal_climb;
mod thermal_cool;
mod thermal_daemon;
mod thermal_gpu_hot;
mod thermal_no_trip;
mod thermal_slowdown;
mod thermal_trip;
mod thermal_trip_pin;
mod thermal_zone;

pub(crate) use memory_driver::is_failed as is_failed_allocation;
use model::evidence::{Evidence, Hypothesis};

use crate::Case;

/// A rule: a name, and what it finds in a case.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The name, such as `memory.zero`.
    pub name: &'static str,
    /// The pieces of evidence that it finds, none if it has nothing to say.
    pub find: fn(&Case<'_>) -> Vec<Evidence>,
    /// Its source, which begins with its manual page.
    manual: &'static str,
}

impl Rule {
    /// Its manual page: the first comment of its file.
    #[must_use]
    pub fn page(&self) -> String {
        let lines = self.manual.lines().skip(1).map_while(|line| line.strip_prefix("//!"));
        lines.map(str::trim).collect::<Vec<_>>().join("\n").trim().to_owned()
    }
}

macro_rules! rules {
    ($($module:ident),* $(,)?) => {
        /// Every rule. The order means nothing.
        pub static RULES: &[Rule] = &[$(Rule {
            name: $module::NAME,
            find: $module::find,
            manual: $module::MANUAL,
        }),*];
    };
}

rules![
    memory_ample,
    memory_driver,
    memory_driver_companion,
    memory_fall,
    memory_fragmented,
    memory_hung,
    memory_killer,
    memory_late_reports,
    memory_low_flat,
    memory_nvmap,
    memory_oom_kill,
    memory_oomd,
    memory_page_allocation,
    memory_panic,
    memory_pressure,
    memory_reports_stop,
    memory_swap,
    memory_watchdogs,
    memory_zero,
    other_corruption,
    other_cut,
    other_driver_fault,
    other_firmware,
    other_forced,
    other_hardware_error,
    other_hung_driver,
    other_lockup,
    other_off_bus,
    other_oops,
    other_panic,
    other_pcie,
    other_power,
    other_protection,
    other_resume,
    other_shutdown,
    other_storage,
    other_sysrq,
    other_ups,
    other_voltage,
    other_watchdog,
    thermal_climb,
    thermal_cool,
    thermal_daemon,
    thermal_gpu_hot,
    thermal_no_trip,
    thermal_slowdown,
    thermal_trip,
    thermal_trip_pin,
    thermal_zone,
];

/// Runs every rule and puts the evidence in order: by hypothesis, then the weightiest first. The ids follow
/// that order, so they do not depend on the table's.
#[must_use]
pub(crate) fn find(case: &Case<'_>) -> Vec<Evidence> {
    find_with(RULES, case)
}

/// Runs these rules.
fn find_with<'a>(rules: impl IntoIterator<Item = &'a Rule>, case: &Case<'_>) -> Vec<Evidence> {
    let mut evidence: Vec<Evidence> = rules.into_iter().flat_map(|rule| (rule.find)(case)).collect();
    crate::habit::damp(case, &mut evidence);
    evidence.sort_by(|a, b| {
        // Of two that weigh the same the later one says more of the end.
        let key = |piece: &Evidence| {
            (piece.hypothesis, -piece.weight_db.abs(), piece.rule, std::cmp::Reverse(piece.at))
        };
        key(a).cmp(&key(b)).then_with(|| a.text.cmp(&b.text))
    });
    for (i, piece) in evidence.iter_mut().enumerate() {
        let letter = match piece.hypothesis {
            Hypothesis::Memory => 'm',
            Hypothesis::Thermal => 't',
            Hypothesis::Other => 'o',
        };
        piece.id = format!("{letter}{}", i + 1);
    }
    evidence
}
