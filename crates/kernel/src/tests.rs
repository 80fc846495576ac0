//! Tests of the whole table: its own examples, lines that look alike and are not meant, and any bytes.

use model::signal::{check_table, read_with};
use model::{Record, Transport};
use proptest::prelude::*;

use super::SIGNALS;

fn said(transport: Transport, identifier: &str, message: &str) -> Record {
    Record {
        transport,
        identifier: Some(identifier.into()),
        message: message.to_owned(),
        ..Record::default()
    }
}

fn read(message: &str) -> Option<String> {
    read_with(SIGNALS, &said(Transport::Kernel, "kernel", message))
        .map(|(signal, event)| format!("{} {event:?}", signal.name))
}

#[test]
fn every_example_parses() {
    check_table(SIGNALS).unwrap();
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = SIGNALS.iter().map(|signal| signal.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), SIGNALS.len());
}

/// Lines of healthy hosts, configuration, follow-ups and words that mean something else.
#[test]
fn look_alikes_are_no_events() {
    for line in [
        // suspend and hibernation switch the killer off and on
        "OOM killer disabled.",
        "OOM killer enabled.",
        "rcu: \tUnless rcu_preempt kthread gets sufficient CPU time, OOM is now expected behavior.",
        "NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) returned from \
         _memdescAllocInternal(pMemDesc) @ mem_desc.c:1359",
        "Purging GPU memory, 12 pages freed, 3 pages still pinned.",
        "memory: usage 1048576kB, limit 1048576kB, failcnt 141",
        "Tasks in /a are going to be killed due to memory.oom.group set",
        "Mem-Info:",
        "active_anon:3523215 inactive_anon:12079595 isolated_anon:0\n active_file:6710 free:39006 free_pcp:120",
        "[  pid  ]   uid  tgid total_vm      rss rss_anon rss_file rss_shmem pgtables_bytes swapents oom_score_adj name",
        "[   14.02]     0  1402     3904     1302",
        "[10de:2b85] type 00 class 0x030000",
        "oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0",
        "Huh VM_FAULT_OOM leaked out to the #PF handler. Retrying PF",
        "Unknown kernel command line parameters \"scn=idle\", will be passed to user space.",
        "DMI: Memory slots populated: 4/4",
        "DMI not present or invalid.",
        "Memory: 1234 pages",
        "INFO: task a:1 is blocked on a mutex likely owned by task b:2.",
        "task:python3         state:D stack:0     pid:51877 tgid:51877 ppid:51802 flags:0x00004006",
        "\"echo 0 > /proc/sys/kernel/hung_task_timeout_secs\" disables this message.",
        "Future hung task reports are suppressed, see sysctl kernel.hung_task_warnings",
        "hrtimer: interrupt took 12345 ns",
        "workqueue: drm_fb_helper_damage_work hogged CPU for >10000us 8 times, consider switching to WQ_UNBOUND",
        " __schedule+0x2ac/0x930",
        " rwsem_down_write_slowpath+0x2f4/0x6c8",
        "[drm] [nvidia-drm] [GPU ID 0x00000100] Loading driver",
        "[drm:nv_drm_gem_alloc_nvkms_memory_ioctl [nvidia_drm]] *ERROR* Failed to allocate NVKMS memory for GEM object",
        // heat: readings, configuration, recovery; OC is a supply that is too weak
        "thermal thermal_zone0: failed to read out thermal zone (-61)",
        "mce: CPU1: Core temperature/speed normal",
        "soctherm: OC ALARM 0x00000001",
        "tegra_soctherm 700e2000.thermal-sensor: thermtrip: will shut down when cpu reaches 101000 mC",
        "tegra_soctherm 700e2000.thermal-sensor: throttrip: will throttle when cpu reaches 98500 mC",
        "thermal_sys: Registered thermal governor 'step_wise'",
        "iwlwifi 0000:00:14.3: card critical temperature reached",
        // faults of processes and of drivers, warnings, and a check that is switched on
        "traps: python3[4242] general protection fault ip:7f2c sp:7ffd error:0 in libc.so.6[7f2c+1000]",
        "traps: a[1] trap invalid opcode ip:55 sp:7f error:0 in a[55+1000]",
        "python3[4242]: segfault at 8 ip 00007f sp 00007f error 4 in libc.so.6",
        "mlx5_core 0000:01:00.0: poll_health:825: Internal error: sync_rst",
        "WARNING: CPU: 3 PID: 812 at kernel/workqueue.c:1450 __queue_work+0x2f4/0x3e0",
        "check: Scanning for low memory corruption every 60 seconds",
        "---[ end trace 0000000000000000 ]---",
        "Mem abort info:",
        "nvme nvme0: I/O 12 QID 3 timeout, completion polled",
        "nvme nvme0: 16/0/0 default/read/poll queues",
        "loop3: detected capacity change from 0 to 131072",
        "loop3: detected capacity change from 131072 to 0",
        "zram0: detected capacity change from 8388608 to 0",
        "I/O error, dev fd0, sector 0 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2",
        "I/O error, dev sr0, sector 0 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2",
        "Buffer I/O error on dev sr0, logical block 0, async page read",
        "EXT4-fs (sda2): warning: mounting fs with errors, running e2fsck is recommended",
        "EXT4-fs (sda2): write access will be enabled during recovery",
        "EXT4-fs (sda2): re-mounted 3f1c0a52-7d11-4a0e-9b7e-5d1f2c3a4b5e r/w.",
        "MCE: In-kernel MCE decoding enabled.",
        "mce: CPU0: Thermal monitoring enabled (TM1)",
        "mce: [Hardware Error]: PROCESSOR 2:a20f12 TIME 1778632262 SOCKET 0 APIC a microcode a201210",
        "EDAC MC: Ver: 3.0.0",
        "EDAC MC0: Giving out device to module igen6_edac controller Intel_client_SoC MC#0: DEV 0000:00:00.0 (INTERRUPT)",
        "pcieport 0000:00:01.0: AER: enabled with IRQ 122",
        "pcieport 0000:00:01.0: DPC: error containment capabilities: Int Msg #0, RPExt+ PoisonedTLP+ SwTrigger+",
        "acpi PNP0A08:00: _OSC: OS now controls [PME AER PCIeCapability LTR DPC]",
        "ACPI: BERT 0x00000000FFF00000 000030 (v01 MTKID  MTKTABLE 00000001 MTK  00000001)",
        "ACPI: Reserving BERT table memory at [mem 0xfff00000-0xfff0002f]",
        "BERT: Total records found: 0",
        "BERT: Skipped 2 error records",
        "sbsa-gwdt sbsa-gwdt.0: Initialized with 10s timeout @ 1000000000 Hz, action=0.",
        "iTCO_wdt iTCO_wdt: initialized. heartbeat=30 sec (nowayout=0)",
        "NMI watchdog: Perf NMI watchdog permanently disabled",
        "PM: hibernation: Registered nosave memory: [mem 0x00000000-0x00000fff]",
        "ACPI: PM: (supports S0 S3 S4 S5)",
        "PM: Image not found (code -22)",
        "sysrq: HELP : loglevel(0-9) reboot(b) crash(c) terminate-all-tasks(e)",
        "sysrq: This sysrq operation is disabled.",
        "hctosys: unable to open rtc device (rtc0)",
        "audit: 12 callbacks suppressed",
        "NvMapMemHandleAlloc: error 0",
        "",
    ] {
        assert_eq!(read(line), None, "{line}");
    }
}

#[test]
fn the_right_row_takes_lines_that_two_could_read() {
    for (line, name) in [
        ("Kernel panic - not syncing: Out of memory and no killable processes...", "kernel.panic"),
        ("sysrq: Manual OOM execution", "kernel.oom_requested"),
        ("BUG: soft lockup - CPU#3 stuck for 22s! [a:1]", "kernel.soft_lockup"),
        ("BUG: Bad page state in process a  pfn:1", "kernel.corruption"),
        ("{1}[Hardware Error]: event severity: corrected", "kernel.machine_check"),
        ("XFS (dm-0): Ending clean mount", "kernel.fs_mounted"),
    ] {
        assert!(read(line).is_some_and(|found| found.starts_with(name)), "{line}: {:?}", read(line));
    }
}

#[test]
fn only_the_kernel_is_heard() {
    let line = "Out of memory: Killed process 88121 (java) total-vm:4kB, anon-rss:4kB";
    assert!(read(line).is_some());
    for (transport, identifier) in [
        (Transport::Stdout, "kernel"),
        (Transport::Syslog, "kernel"),
        (Transport::Journal, "app"),
        (Transport::Kernel, "systemd-journald"),
        (Transport::Kernel, "systemd"),
    ] {
        assert!(read_with(SIGNALS, &said(transport, identifier, line)).is_none(), "{identifier}");
    }
    let line = "Using hardware watchdog 'SBSA Generic Watchdog', version 0, device /dev/watchdog0";
    assert!(read_with(SIGNALS, &said(Transport::Kernel, "systemd", line)).is_none());
}

/// Any text that passes the prefilter: pieces of the table's own lines in any order, with noise between.
fn pieces() -> impl Strategy<Value = String> {
    let known: Vec<&'static str> = SIGNALS
        .iter()
        .flat_map(|signal| {
            signal.needles.iter().copied().chain(signal.examples.iter().map(|example| example.message))
        })
        .collect();
    let piece = prop_oneof![
        proptest::sample::select(known).prop_map(str::to_owned),
        "\\PC{0,12}",
        "[0-9]{1,40}",
        Just("\n".to_owned()),
        Just("\u{0}".to_owned()),
    ];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_text_panics(text in prop_oneof![any::<String>(), pieces()]) {
        let record = said(Transport::Kernel, "kernel", &text);
        for signal in SIGNALS {
            let _ = signal.read(&record);
            let _ = (signal.parse)(&record);
        }
    }
}
