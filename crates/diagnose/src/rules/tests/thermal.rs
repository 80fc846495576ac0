//! Rows of the thermal rules.

use model::Metric;
use model::event::lifecycle::Verb;
use model::event::{Kernel, Lifecycle, Userspace};

use super::{Row, row, rows_of};
use crate::testing::{END, Made};
use crate::weights::*;

fn trip() -> Kernel {
    Kernel::ThermalCritical { zone: "thermal_zone0".to_owned(), celsius: None }
}

fn pin(bits: u32) -> Made {
    Made::new().at(3, Kernel::ResetReason { bits, text: String::new() })
}

fn ramp(metric: Metric, from: f64, to: f64) -> Made {
    let climb = (0..=60).map(|i| (END - 600 + i * 10, from + (to - from) * i as f64 / 60.0));
    Made::new().samples(metric, climb.collect::<Vec<_>>())
}

pub(super) fn rows() -> Vec<Row> {
    let critical = || Userspace::ThermalDaemon { critical: true };
    let power_off = Lifecycle::ShutdownRequested { verb: Verb::Poweroff, operator: None };
    let soc = Metric::SocTemp;
    let averted = Made::new().at(600, trip()).at(610, Lifecycle::ShutdownCancelled);
    vec![
        row("thermal.trip", "the last line", Made::new().at(END, trip()), Some((TRIP.db, true))),
        row(
            "thermal.trip",
            "three minutes before an end without a shutdown",
            Made::new().at(END - 180, trip()),
            Some((TRIP_WITHOUT_SHUTDOWN.db, true)),
        ),
        row("thermal.trip", "averted", averted, Some((TRIP_AVERTED.db, false))),
        row(
            "thermal.trip",
            "protection of another kind",
            Made::new()
                .at(END, Kernel::HardwareProtection { reason: "Under-voltage".to_owned(), thermal: false }),
            None,
        ),
        rows_of(
            "thermal.trip_pin",
            "the register names it",
            vec![Made::new(), pin(0x801)],
            Some((RESET_REASON.db, true)),
        ),
        rows_of("thermal.trip_pin", "it named it before", vec![pin(0x801), pin(0x801)], None),
        rows_of(
            "thermal.trip_pin",
            "a kernel that clears it",
            vec![pin(0x801), pin(0x801).kernel("6.18.2-arch1-1")],
            Some((RESET_REASON.db, true)),
        ),
        rows_of("thermal.trip_pin", "all ones", vec![Made::new(), pin(u32::MAX)], None),
        row(
            "thermal.daemon",
            "a power-off right behind it",
            Made::new().at(END - 9, critical()).at(END - 8, power_off),
            Some((THERMAL_DAEMON.db, true)),
        ),
        row("thermal.daemon", "without a power-off", Made::new().at(END - 9, critical()), None),
        row(
            "thermal.no_trip",
            "no trip",
            Made::new().at(60, Kernel::WatchdogArmed),
            Some((NO_TRIP_LINE.db, false)),
        ),
        row("thermal.no_trip", "a trip", Made::new().at(END, trip()), None),
        rows_of(
            "thermal.no_trip",
            "the pin needs no line",
            vec![Made::new().at(60, Kernel::WatchdogArmed), pin(0x801)],
            None,
        ),
        row("thermal.zone", "through its trip", ramp(soc, 91.0, 106.0), Some((ZONE_AT_TRIP.db, true))),
        row("thermal.zone", "near its trip", ramp(soc, 91.0, 99.0), Some((ZONE_NEAR_TRIP.db, false))),
        row(
            "thermal.zone",
            "at its trip for half an hour",
            Made::new().steady(soc, 105.0, &[]),
            Some((ZONE_AT_TRIP_LONG.db, false)),
        ),
        row("thermal.zone", "a glitch", Made::new().steady(soc, 60.0, &[(END, 128.0)]), None),
        row("thermal.zone", "warm", ramp(soc, 80.0, 95.0), None),
        row("thermal.climb", "to 95", ramp(soc, 80.0, 95.0), Some((CLIMB.db, false))),
        row("thermal.climb", "to 70", ramp(soc, 50.0, 70.0), None),
        row("thermal.cool", "to the end", Made::new().steady(soc, 60.0, &[]), Some((COOL.db, false))),
        row("thermal.cool", "hot", Made::new().steady(soc, 90.0, &[]), None),
        row(
            "thermal.gpu_hot",
            "at 92",
            Made::new().steady(Metric::GpuTemp, 92.0, &[]),
            Some((GPU_HOT.db, false)),
        ),
        row("thermal.gpu_hot", "at 85", Made::new().steady(Metric::GpuTemp, 85.0, &[]), None),
        row(
            "thermal.slowdown",
            "bits of heat",
            Made::new().steady(Metric::Throttle, 96.0, &[]),
            Some((SLOWDOWN.db, false)),
        ),
        row("thermal.slowdown", "the power cap", Made::new().steady(Metric::Throttle, 4.0, &[]), None),
    ]
}
