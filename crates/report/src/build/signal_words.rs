//! Signals in words, for the table of base rates.

/// What a signal of the parser crates is called in a report; a name that is not here stays as it is.
pub(super) fn words(signal: &str) -> Option<&'static str> {
    WORDS.iter().find(|(name, _)| *name == signal).map(|(_, words)| *words)
}

const WORDS: &[(&str, &str)] = &[
    ("earlyoom.kill", "earlyoom kills a process"),
    ("earlyoom.kill_failed", "earlyoom fails to kill"),
    ("earlyoom.low_memory", "earlyoom warns of low memory"),
    ("kernel.corruption", "the kernel finds its memory corrupted"),
    ("kernel.firmware_record", "the firmware hands over a hardware error"),
    ("kernel.hard_lockup", "a CPU is locked up (hard)"),
    ("kernel.hardware_protection", "hardware protection shuts the host down"),
    ("kernel.hardware_protection_forced", "hardware protection forces the power off"),
    ("kernel.hung_task", "a task is blocked for minutes"),
    ("kernel.machine_check", "a machine check"),
    ("kernel.memory_error", "a memory error"),
    ("kernel.messages_lost", "kernel messages are lost"),
    ("kernel.nvmap_allocation_failed", "the board's allocator gets no memory"),
    ("kernel.oom_invoked", "the OOM killer is called"),
    ("kernel.oom_kill", "the OOM killer kills"),
    ("kernel.oom_no_victim", "the OOM killer finds nothing to kill"),
    ("kernel.oom_reaped", "a killed process gives its memory back"),
    ("kernel.oom_requested", "the OOM killer is called by hand"),
    ("kernel.oom_summary", "the OOM killer's summary"),
    ("kernel.oops", "a kernel oops"),
    ("kernel.page_allocation_failure", "the kernel gets no page"),
    ("kernel.panic", "a kernel panic"),
    ("kernel.pcie_corrected", "a corrected PCI Express error"),
    ("kernel.pcie_error", "a PCI Express error"),
    ("kernel.rcu_stall", "a CPU stalls (RCU)"),
    ("kernel.reset_reason", "the reason of the last reset"),
    ("kernel.soft_lockup", "a CPU is stuck (soft lockup)"),
    ("kernel.storage_error", "a storage error"),
    ("kernel.storage_lost", "a storage device is lost"),
    ("kernel.suspend_entry", "going to sleep"),
    ("kernel.suspend_exit", "waking up"),
    ("kernel.swap_write_error", "an error writing to swap"),
    ("kernel.sysrq", "a SysRq key or command"),
    ("kernel.thermal_critical", "a critical temperature"),
    ("kernel.thermal_throttle", "the CPU is throttled by heat"),
    ("kernel.watchdog_not_stopped", "a watchdog is left running"),
    ("kernel.watchdog_reset", "a watchdog's reset"),
    ("kernel.workqueue_lockup", "kernel work is stuck"),
    ("life.unit_oom", "a unit loses a process to the OOM killer"),
    ("life.watchdog_timeout", "a service misses its watchdog"),
    ("nvrm.address_space", "the driver can't map memory"),
    ("nvrm.allocation_failed", "the driver fails to allocate a stretch of memory"),
    ("nvrm.check", "a failed check of the driver"),
    ("nvrm.firmware_stopped", "the GPU's firmware stops answering"),
    ("nvrm.gpu_locked", "the GPU is locked up"),
    ("nvrm.init_failed", "the GPU can't be initialised"),
    ("nvrm.init_no_memory", "the GPU can't be initialised for lack of memory"),
    ("nvrm.no_memory", "the driver gets no memory (NV_ERR_NO_MEMORY)"),
    ("nvrm.off_bus", "the GPU falls off the bus"),
    ("nvrm.xid", "a GPU error (Xid)"),
    ("userspace.oomd_kill", "systemd-oomd kills"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_signal_s() {
        let known: Vec<&str> =
            timeline::tables().iter().flat_map(|table| table.iter()).map(|signal| signal.name).collect();
        for (name, words) in WORDS {
            assert!(known.contains(name), "{name} is no signal");
            assert!(!words.is_empty());
        }
    }
}
