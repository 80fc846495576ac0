//! Every weight, prior and threshold in one table, in decibans: 10 means ten to one, 20 a hundred to one.
//!
//! None of them is published anywhere. Each was set from the reports named beside it and checked against
//! the incidents in the project's fixtures; the reason says what it must outweigh.

/// A weight with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Decibans; negative speaks against.
    pub db: i32,
    /// Why this much.
    pub reason: &'static str,
    /// What it rests on.
    pub source: &'static str,
}

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $db:literal, $reason:literal, $source:literal;)*) => {
        $($(#[$doc])* pub const $name: Weight = Weight { db: $db, reason: $reason, source: $source };)*
        /// The whole table, by name.
        pub const ALL: &[(&str, Weight)] = &[$((stringify!($name), $name)),*];
    };
}

weights! {
    /// What memory exhaustion starts with.
    PRIOR_MEMORY = 0, "no cause is favoured before the record is read", "design";
    /// What heat starts with.
    PRIOR_THERMAL = 0, "no cause is favoured before the record is read", "design";
    /// A cause is named from this total on.
    THRESHOLD = 20, "a hundred to one: a wrong cause costs a week, an unknown nothing", "design";
    /// Medium confidence from this total and this margin on.
    MEDIUM = 28, "six hundred to one", "design";
    /// A cause leads whatever else speaks for the end by at least this.
    LEAD = 5, "a named fault beside it is not memory's or heat's doing", "Xid catalogue; kernel documentation, RAS";
    /// High confidence from this total and this margin on.
    HIGH = 40, "ten thousand to one", "design";

    /// Available memory is exhausted in the last sample before the end.
    ZERO_AT_END = 32, "nothing left and nothing came back before the record ends", "vllm issue 54200; AEON-7 issue 9";
    /// It was exhausted some minutes before the end, and no later sample shows a recovery.
    ZERO_BEFORE_END = 24, "hosts have survived zero for a while (earlyoom issue 269)", "open-gpu-kernel-modules issue 1358";
    /// It had been that low for half an hour or more.
    ZERO_SURVIVED_LONG = 8, "a level that was survived that long did not by itself end the host", "the founding article";
    /// The fall's own shape: minutes from plenty to nothing.
    FALL = 8, "a collapse in progress, seen by the same sampler", "the founding article";
    /// At its last pace, available memory would have reached zero before the end.
    PROJECTED_ZERO = 10, "an extrapolation, not a reading", "project's own arithmetic";
    /// The last sample had almost nothing left, and the fall went on at a pace that ends with the boot.
    ALMOST_ZERO = 18, "two to three percent were survived where memory lay flat, not where it fell", "open-gpu-kernel-modules issue 1358; vllm issue 54200";
    /// zram can't take another page.
    ZRAM_FULL = 24, "compressed swap lives in memory: when it refuses, both are full", "facts of the kernel: swap and zram";
    /// Swap is used up as well.
    SWAP_FULL = 8, "nothing is left to give way", "ublue-os aurora issue 2866";
    /// A dense burst of failed driver allocations in the last minute, on unified memory.
    DRIVER_BURST = 26, "on unified memory the driver's memory is the host's; silence follows", "open-gpu-kernel-modules issue 1358; dgx-spark-playbooks issue 97";
    /// Some failed driver allocations in the last minute.
    DRIVER_SOME = 12, "up to 16 in a second were harmless elsewhere", "vllm issue 56824";
    /// Single ones in the last minute.
    DRIVER_FEW = 4, "healthy engine starts log one to three", "vllm issue 56824";
    /// Many in the last quarter of an hour, then none.
    DRIVER_EARLIER = 10, "the host went on for minutes", "open-gpu-kernel-modules issue 1358";
    /// The last one is hours old.
    DRIVER_OLD = -3, "a public report that blamed such lines was taken back", "dgx-spark-playbooks issue 116";
    /// A companion line that names the failed allocation.
    DRIVER_COMPANION = 8, "a second path of the driver failed as well", "dgx-spark-playbooks issue 116";
    /// Jetson's allocator failed at the end.
    NVMAP = 12, "the board's own memory could not be handed out", "NanoLLM issue 62";
    /// The host's own OOM killer acted, and its line is (nearly) the last.
    OOM_KILL_LAST = 30, "the kernel itself found no memory and the record ends there", "vllm issue 54237";
    /// Several kills, the last not reaped.
    OOM_KILL_UNREAPED = 36, "killing no longer brings memory back", "GLM-5.3 issue 193";
    /// Kill after kill to the end, each taken back.
    OOM_KILLS_TO_THE_END = 28, "the kernel kills faster than anything recovers", "facts of the kernel's OOM killer";
    /// A kill near the end after which work went on.
    OOM_KILL_RECOVERED = 4, "the killer did its job", "facts of the kernel's OOM killer";
    /// earlyoom tried to the end and its victim did not die.
    KILLER_FAILED = 28, "the rescue was at work and lost", "earlyoom issue 354";
    /// A userspace killer killed again and again to the end.
    KILLS_TO_THE_END = 22, "memory is gone again within seconds of each kill", "facts of earlyoom: kills that save and kills that do not";
    /// earlyoom acted near the end, outcome unknown.
    KILLER_AT_WORK = 12, "a killer at work usually saves the host", "earlyoom issue 205";
    /// systemd-oomd killed for want of memory and swap.
    OOMD_SWAP = 12, "it acts only when both are over 90 % used", "systemd-oomd 255 source";
    /// A panic whose reason is memory.
    MEMORY_PANIC = 50, "the kernel says so", "kernel source";
    /// Samples and reports arrive late.
    LATE_REPORTS = 10, "a daemon that is not scheduled", "the founding article";
    /// The reports stop although the boot lives on.
    REPORTS_STOP = 8, "its next report was due and never came", "the founding article";
    /// Services miss their watchdogs.
    SERVICE_WATCHDOGS = 10, "three minutes without a turn on the CPU", "open-gpu-kernel-modules issue 1358";
    /// Several tasks hang in reclaim.
    MANY_HUNG_IN_RECLAIM = 20, "the host as a whole waits for memory", "MiaAI v4.1 issue 23; facts of boot ends, decision table";
    /// A task hangs in reclaim.
    HUNG_IN_RECLAIM = 14, "they wait for memory", "MiaAI v4.1 issue 23";
    /// Memory pressure reported by services or the kernel.
    PRESSURE = 8, "they flush caches every few seconds under thrashing, and now and then in health", "systemd 254 source";
    /// An order-0 allocation failed.
    PAGE_ALLOCATION = 14, "not one page was left for it", "systemd issue 36434";
    /// Memory is free, but in small blocks only.
    FRAGMENTED = 12, "the driver needs large blocks, and compaction goes on without end", "MiaAI v4.1 issue 23; sparkring issue 173";
    /// The last samples show plenty of memory, and the sampler could have seen a collapse.
    AMPLE = -34, "it had to outweigh a zero that was followed by recovery", "constructed from earlyoom issue 269";
    /// Memory was low but flat.
    LOW_BUT_FLAT = -8, "3,005 MiB were survived for 2 h 20 min", "the founding article";

    /// The kernel's own thermal trip near the end.
    TRIP = 50, "the kernel acted and says why", "kernel source";
    /// The kernel's own thermal trip minutes before an end that no shutdown led up to.
    TRIP_WITHOUT_SHUTDOWN = 34, "the kernel acted, but the host went on logging and no shutdown is recorded", "facts of boot ends, public cases";
    /// A thermal daemon that powered off at its critical limit.
    THERMAL_DAEMON = 40, "it says that the limit was reached, and the power-off follows at once", "thermald source";
    /// A trip hours ago that was averted.
    TRIP_AVERTED = -4, "the host worked on for long after it", "facts of boot ends, public cases";
    /// The processor's own register names its thermal limit, and nothing else.
    INTERNAL_LIMIT = 22, "the bit stands alone; beside others it means nothing", "kernel documentation, amd-debugging";
    /// A zone at or above its trip point in the last samples.
    ZONE_AT_TRIP = 28, "firmware cuts off without a line", "field note on a GB10's hard power-off";
    /// A zone that had been at its trip point for long.
    ZONE_AT_TRIP_LONG = 10, "the host worked on at that reading: a wrong sensor or a wrong trip point", "project's own judgement";
    /// A zone within five degrees of its trip.
    ZONE_NEAR_TRIP = 14, "a power-off was reported at 97.8 C with a trip of 104.8 C", "field note on a GB10's hard power-off";
    /// Thermal slowdown to the last sample.
    SLOWDOWN = 8, "throttling is a sign of heat and the cure for it", "open-gpu-kernel-modules issue 1358";
    /// The temperature climbs while the power is flat.
    CLIMB = 6, "cooling is losing", "DGX Spark skills, G4";
    /// The GPU's own sensor at 90 C or more.
    GPU_HOT = 8, "91-92 C on the one of three units that failed", "open-gpu-kernel-modules issue 1358";
    /// Cool to the end.
    COOL = -26, "no chip reaches its trip from there within the blind window", "the founding article";
    /// Cool in the last sample, which is old.
    COOL_OLD = -8, "heat can come in that time", "project's own judgement";
    /// No line of the kernel's thermal trip.
    NO_TRIP_LINE = -8, "it is logged at EMERG, which journald writes to disk at once; firmware trips leave none", "journald.conf(5)";

    /// A panic.
    PANIC = 50, "the crash record proves it", "systemd-pstore";
    /// An oops in the last minutes.
    OOPS_AT_END = 32, "the kernel was broken when the record ends", "kernel source";
    /// An oops earlier in the boot.
    OOPS_EARLIER = 12, "the host lived on with it", "kernel source";
    /// Corrupted structures.
    CORRUPTION = 34, "single flipped bits were a defective module", "public case: defective DIMM";
    /// A lockup in the last minutes.
    LOCKUP = 20, "often the last line of a hang, whatever its cause", "facts of boot ends";
    /// Tasks hung in the driver.
    HUNG_IN_DRIVER = 12, "the driver no longer answers", "open-gpu-kernel-modules issue 1200";
    /// The GPU left the bus near the end.
    OFF_BUS = 24, "the host often follows within minutes", "Xid catalogue, 79";
    /// The driver or firmware failed near the end.
    DRIVER_FAULT = 20, "needs a reset of the GPU or the node", "Xid catalogue, 119, 120, 154";
    /// It failed hours before.
    DRIVER_FAULT_EARLIER = 12, "the host lived on with it", "open-gpu-kernel-modules issue 1200";
    /// A fatal PCI Express error.
    PCIE_FATAL = 24, "the link is dead", "MiaAI DS4 issue 146";
    /// An uncorrected memory error or a machine check.
    HARDWARE_ERROR = 26, "the hardware says so", "kernel documentation, RAS";
    /// Storage lost.
    STORAGE_LOST = 24, "the log itself goes with it", "facts of boot ends";
    /// Reads and writes that fail up to the end.
    STORAGE_ERRORS = 20, "the log that would say more is on that disk", "facts of boot ends";
    /// A watchdog reset, told by the next boot.
    WATCHDOG = 30, "says that it hung, not why", "kernel drivers";
    /// A watchdog whose daemon went away without stopping it.
    WATCHDOG_LEFT = 20, "it fires when its time is up", "public case: a container that armed the host's watchdog";
    /// An armed watchdog and an end without trace.
    WATCHDOG_ARMED = 4, "a short gap would fit", "facts of boot ends";
    /// The firmware kept an error record.
    FIRMWARE_RECORD = 16, "on a Spark even a 'corrected' one followed a reset", "public note on MTKTABLE records";
    /// A reset reason of the hardware.
    RESET_REASON = 24, "the hardware's own register; sticky before Linux 6.18", "kernel documentation, amd-debugging";
    /// Signs of a power loss.
    POWER_SIGNS = 22, "the drive lost power without notice", "public case: PSU collapse";
    /// A monitor's row was cut as the boot ended.
    CUT_ROW = 3, "files were not closed: how it stopped, not why", "dgx-spark-playbooks issue 116; facts of monitors";
    /// The hardware clock lost its time between the boots.
    CLOCK_LOST = 8, "power was away at the wall, before the end or after it", "facts of boot ends: hardware clocks";
    /// The kernel's protection against a failing supply or battery.
    PROTECTION_POWER = 30, "the kernel acted and says why", "kernel source";
    /// The UPS was on battery.
    UPS_ON_BATTERY = 18, "mains were gone, and the record stops", "Network UPS Tools";
    /// A dip of a supply voltage in the last sample.
    VOLTAGE_DIP = 14, "seen by the monitor as the end comes", "public case: PSU collapse";
    /// A shutdown that never finished.
    SHUTDOWN_HUNG = 30, "the end was asked for; what hung is another question", "facts of boot ends";
    /// A suspend without resume.
    RESUME_FAILED = 30, "the last thing recorded is the suspend", "facts of boot ends";
    /// Somebody asked for a reset without a shutdown.
    FORCED_BY_USER = 20, "a forced reboot leaves no shutdown in the record", "systemctl(1)";
    /// Somebody reset or crashed the host with the magic key.
    SYSRQ = 26, "the kernel logs who acts through it", "kernel documentation, sysrq";
    /// PID 1 rebooted the host at once.
    FORCED = 30, "PID 1 says so", "systemd source";
}

/// Pieces of one group after the strongest count by this divisor.
pub const GROUP_DIVISOR: i32 = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_has_a_reason_and_a_source() {
        for (name, weight) in ALL {
            assert!(!weight.reason.is_empty() && !weight.source.is_empty(), "{name}");
        }
    }

    #[test]
    fn no_circumstance_names_a_cause_alone() {
        for weight in
            [FALL, PROJECTED_ZERO, ALMOST_ZERO, DRIVER_SOME, LATE_REPORTS, SLOWDOWN, GPU_HOT, ZONE_NEAR_TRIP]
        {
            assert!(weight.db < THRESHOLD.db);
        }
    }
}
