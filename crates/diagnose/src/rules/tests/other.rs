//! Rows of the rules of other causes.

use model::event::kernel::{Severity, StuckIn, SysrqEffect};
use model::event::lifecycle::{Requester, Verb};
use model::event::nvrm::XidClass;
use model::event::userspace::UpsState;
use model::event::{Kernel, Lifecycle, Nvrm, Userspace};
use model::{MemoryModel, Metric};

use super::{Row, row, rows_of};
use crate::testing::{END, Made};
use crate::weights::*;

fn text() -> String {
    "x".to_owned()
}

fn xid(number: u32, class: XidClass) -> Nvrm {
    Nvrm::Xid { pci: text(), number, pid: None, name: None, text: text(), class, caused_by: None }
}

fn next(kind: Kernel) -> Vec<Made> {
    vec![Made::new(), Made::new().at(3, kind)]
}

fn reason(bits: u32) -> Kernel {
    Kernel::ResetReason { bits, text: text() }
}

pub(super) fn rows() -> Vec<Row> {
    [kernel_rows(), reset_rows(), power_rows(), end_rows()].into_iter().flatten().collect()
}

fn kernel_rows() -> Vec<Row> {
    let hung = |stuck_in| Kernel::HungTask { task: text(), secs: 122, stuck_in };
    let oops = Kernel::Oops { text: text() };
    let corrupt = Kernel::Corruption { text: text() };
    let lost = Kernel::StorageLost { text: text() };
    let failed_write = |system| Kernel::StorageError { text: text(), system };
    let pcie = |severity| Kernel::PcieError { severity, device: text() };
    let panic = |memory| Kernel::Panic { reason: text(), memory };
    let driver = || xid(119, XidClass::Driver);
    vec![
        row("other.oops", "at the end", Made::new().at(END, oops.clone()), Some((OOPS_AT_END.db, true))),
        row("other.oops", "an hour before", Made::new().at(END - 3600, oops), Some((OOPS_EARLIER.db, false))),
        row("other.oops", "none", Made::new(), None),
        row("other.corruption", "at the end", Made::new().at(END, corrupt), Some((CORRUPTION.db, true))),
        row("other.corruption", "none", Made::new(), None),
        row("other.storage", "at the end", Made::new().at(END, lost.clone()), Some((STORAGE_LOST.db, true))),
        row(
            "other.storage",
            "writes fail to the end",
            Made::new().run(4, END, failed_write(true)),
            Some((STORAGE_ERRORS.db, false)),
        ),
        row("other.storage", "one bad sector", Made::new().run(1, END, failed_write(true)), None),
        row("other.storage", "a stick", Made::new().run(9, END, failed_write(false)), None),
        row("other.storage", "an hour before", Made::new().at(END - 3600, lost), None),
        row("other.pcie", "fatal", Made::new().at(END, pcie(Severity::Fatal)), Some((PCIE_FATAL.db, true))),
        row("other.pcie", "corrected", Made::new().run(50, END, pcie(Severity::Corrected)), None),
        row(
            "other.lockup",
            "a CPU",
            Made::new().at(END, Kernel::SoftLockup { secs: 22 }),
            Some((LOCKUP.db, false)),
        ),
        row("other.lockup", "in reclaim", Made::new().at(END, hung(StuckIn::Reclaim)), None),
        row(
            "other.hung_driver",
            "in the driver",
            Made::new().at(END, hung(StuckIn::GpuDriver)),
            Some((HUNG_IN_DRIVER.db, false)),
        ),
        row("other.hung_driver", "on storage", Made::new().at(END, hung(StuckIn::Storage)), None),
        row("other.panic", "its line", Made::new().at(END, panic(false)), Some((PANIC.db, true))),
        row("other.panic", "for want of memory", Made::new().at(END, panic(true)), None),
        row("other.driver_fault", "at the end", Made::new().at(END, driver()), Some((DRIVER_FAULT.db, true))),
        row(
            "other.driver_fault",
            "an hour before",
            Made::new().at(END - 3600, driver()),
            Some((DRIVER_FAULT_EARLIER.db, false)),
        ),
        row(
            "other.driver_fault",
            "an application's",
            Made::new().at(END, xid(31, XidClass::Application)),
            None,
        ),
        row("other.off_bus", "at the end", Made::new().at(END, Nvrm::OffBus), Some((OFF_BUS.db, true))),
        row("other.off_bus", "an hour before", Made::new().at(END - 3600, Nvrm::OffBus), None),
        row(
            "other.sysrq",
            "a crash",
            Made::new()
                .at(END, Kernel::Sysrq { action: "Trigger a crash".to_owned(), effect: SysrqEffect::Crash }),
            Some((SYSRQ.db, true)),
        ),
        row(
            "other.sysrq",
            "help",
            Made::new().at(END, Kernel::Sysrq { action: "HELP".to_owned(), effect: SysrqEffect::None }),
            None,
        ),
    ]
}

fn reset_rows() -> Vec<Row> {
    let watchdog = 1 << 25;
    let flood = 1 << 27;
    let record = |severity| Kernel::FirmwareRecord { severity };
    let seen = |bits| Made::new().at(3, reason(bits));
    let discrete = |made: Vec<Made>| made.into_iter().map(|made| made.model(MemoryModel::Discrete)).collect();
    vec![
        rows_of("other.watchdog", "it says so", next(Kernel::WatchdogReset), Some((WATCHDOG.db, false))),
        rows_of("other.watchdog", "the register", next(reason(watchdog)), Some((WATCHDOG.db, false))),
        rows_of("other.watchdog", "the register said so before", vec![seen(watchdog), seen(watchdog)], None),
        row(
            "other.watchdog",
            "let go in mid-boot",
            Made::new().at(END - 30, Kernel::WatchdogNotStopped),
            Some((WATCHDOG_LEFT.db, false)),
        ),
        row("other.watchdog", "nothing", Made::new(), None),
        rows_of("other.firmware", "a sync flood", next(reason(flood)), Some((RESET_REASON.db, true))),
        rows_of("other.firmware", "a software reset", next(reason(1 << 19)), None),
        rows_of(
            "other.firmware",
            "a Spark's record",
            next(record(Severity::Corrected)),
            Some((FIRMWARE_RECORD.db, false)),
        ),
        rows_of(
            "other.firmware",
            "another's corrected record",
            discrete(next(record(Severity::Corrected))),
            None,
        ),
        rows_of(
            "other.hardware_error",
            "left over",
            next(Kernel::MachineCheck { severity: Severity::Uncorrected }),
            Some((HARDWARE_ERROR.db, true)),
        ),
        rows_of(
            "other.hardware_error",
            "corrected",
            next(Kernel::MachineCheck { severity: Severity::Corrected }),
            None,
        ),
    ]
}

fn power_rows() -> Vec<Row> {
    let count = |count| Userspace::UnsafeShutdowns { count, before: None };
    let changed = |before, count| Userspace::UnsafeShutdowns { count, before: Some(before) };
    let rtc = |epoch_s| Kernel::ClockFromRtc { epoch_s };
    let ups = |state| Userspace::Ups { state };
    let under = Kernel::HardwareProtection { reason: "Under-voltage".to_owned(), thermal: false };
    let hot = Kernel::HardwareProtection { reason: "Temperature too high".to_owned(), thermal: true };
    let rail: Vec<(i64, f64)> = vec![(END, 11.2)];
    let on_battery = || Made::new().at(END - 60, ups(UpsState::OnBattery));
    vec![
        rows_of(
            "other.power",
            "one more",
            vec![Made::new().at(60, count(7)), Made::new().at(60, count(8))],
            Some((POWER_SIGNS.db, false)),
        ),
        rows_of(
            "other.power",
            "as many",
            vec![Made::new().at(60, count(7)), Made::new().at(60, count(7))],
            None,
        ),
        rows_of(
            "other.power",
            "a change that the next boot tells of",
            vec![Made::new(), Made::new().at(60, changed(7, 8))],
            Some((POWER_SIGNS.db, false)),
        ),
        rows_of("other.power", "a count alone", vec![Made::new(), Made::new().at(60, count(8))], None),
        rows_of(
            "other.power",
            "a clock back in the year 2000",
            vec![Made::new(), Made::new().at(3, rtc(946_684_800))],
            Some((CLOCK_LOST.db, false)),
        ),
        rows_of(
            "other.power",
            "a clock that is always there",
            vec![Made::new().at(3, rtc(946_684_800)), Made::new().at(3, rtc(946_684_800))],
            None,
        ),
        rows_of(
            "other.power",
            "a clock that is right",
            vec![Made::new(), Made::new().at(3, rtc(1_780_007_000))],
            None,
        ),
        row("other.cut", "in mid-line at the end", Made::new().cut(END - 5), Some((CUT_ROW.db, false))),
        row("other.cut", "an hour before", Made::new().cut(END - 3600), None),
        row(
            "other.voltage",
            "a dip",
            Made::new().steady(Metric::Voltage, 12.0, &rail),
            Some((VOLTAGE_DIP.db, false)),
        ),
        row("other.voltage", "steady", Made::new().steady(Metric::Voltage, 12.0, &[]), None),
        row("other.ups", "on battery", on_battery(), Some((UPS_ON_BATTERY.db, true))),
        row("other.ups", "and back", on_battery().at(END - 30, ups(UpsState::OnMains)), None),
        row("other.protection", "a supply", Made::new().at(END, under), Some((PROTECTION_POWER.db, true))),
        row("other.protection", "heat", Made::new().at(END, hot), None),
    ]
}

fn end_rows() -> Vec<Row> {
    let asked = || Lifecycle::Asked {
        by: Requester::User { name: Some("ops".to_owned()) },
        verb: Verb::Reboot,
        forced: false,
    };
    let intent = || Lifecycle::ShutdownRequested { verb: Verb::Reboot, operator: None };
    vec![
        row(
            "other.forced",
            "PID 1",
            Made::new().at(END, Lifecycle::ForcedReboot { text: text() }),
            Some((FORCED.db, false)),
        ),
        row("other.forced", "a user", Made::new().at(END - 5, asked()), Some((FORCED_BY_USER.db, false))),
        row("other.forced", "a user ten minutes before", Made::new().at(END - 600, asked()), None),
        row(
            "other.shutdown",
            "begun and cut",
            Made::new().at(END - 5, intent()),
            Some((SHUTDOWN_HUNG.db, true)),
        ),
        row("other.shutdown", "nobody asked", Made::new(), None),
        row(
            "other.resume",
            "asleep",
            Made::new().at(END, Lifecycle::SleepStarted),
            Some((RESUME_FAILED.db, true)),
        ),
        row(
            "other.resume",
            "awake again",
            Made::new().at(END - 9, Lifecycle::SleepStarted).at(END, Lifecycle::SleepStopped),
            None,
        ),
    ]
}
