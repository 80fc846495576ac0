//! Harmless lines with alarming words, each from who really says it.

use super::noise_speakers::{
    Fields, container_stdout, daemon, docker_driver, journald, kernel, nested, pid1, service, sleep, user,
};
use super::rng::Rng;

/// Where in a boot a kind of noise is harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Among the kernel's first lines.
    Start,
    /// Well after the start and well before the end.
    Middle,
    /// In the middle and in the last minute.
    Anywhere,
    /// Between the wish to stop and the end of a clean boot.
    Stopping,
}

/// What a host must have for a line to be possible on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    Nothing,
    NvidiaDriver,
}

/// One kind of noise: its lines come together.
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) place: Place,
    pub(super) needs: Needs,
    /// Whether it is in a user's journal: a boot of which only that is left has no other entries.
    pub(super) of_user: bool,
    pub(super) lines: fn(&mut Rng) -> Vec<Fields>,
}

/// A kind that every host can have, of the system.
pub(super) const fn kind(name: &'static str, place: Place, lines: fn(&mut Rng) -> Vec<Fields>) -> Kind {
    Kind { name, place, needs: Needs::Nothing, of_user: false, lines }
}

/// Every kind.
pub(super) const KINDS: &[Kind] = &[
    kind("container quotes the kernel", Place::Anywhere, container_quotes),
    kind("container tagged kernel", Place::Anywhere, container_tagged_kernel),
    kind("container's process quotes", Place::Anywhere, container_process_quotes),
    kind("container quotes many times", Place::Anywhere, container_floods),
    kind("container's own shutdown", Place::Anywhere, container_shuts_down),
    Kind { of_user: true, ..kind("user greps the journal", Place::Anywhere, user_greps) },
    Kind { of_user: true, ..kind("user's logger as kernel", Place::Anywhere, user_logs_as_kernel) },
    kind("memory cgroup OOM", Place::Middle, cgroup_oom),
    kind("CUDA OOM of a process", Place::Anywhere, cuda_oom),
    kind("exporter quotes earlyoom", Place::Anywhere, quotes_earlyoom),
    kind("boot banners", Place::Start, boot_banners),
    kind("Tegra's thermal configuration", Place::Start, soctherm_configuration),
    kind("RCU stall with the word OOM", Place::Middle, rcu_stall),
    kind("suspend and resume", Place::Middle, suspend_and_resume),
    kind("journald's caches", Place::Middle, journald_flushes),
    kind("smartd's temperatures", Place::Anywhere, smartd),
    kind("watchdog did not stop", Place::Stopping, watchdog_did_not_stop),
    kind("corrected PCIe error", Place::Middle, corrected_pcie),
    kind("corrected memory error", Place::Middle, corrected_memory),
    kind("user's journal unclean", Place::Middle, user_journal_unclean),
    Kind { needs: Needs::NvidiaDriver, ..kind("application's Xid", Place::Anywhere, application_xid) },
    kind("ssh and cron", Place::Anywhere, ssh_and_cron),
];

/// What others quote: each of these would matter if its right speaker said it.
const QUOTED: &[&str] = &[
    "NVRM: nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) returned from \
     _memdescAllocInternal(pMemDesc) @ mem_desc.c:1359",
    "NVRM: GPU0 nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) returned from \
     rmapiAllocWithSecInfo @ alloc_free.c:1234",
    "Out of memory: Killed process 21034 (python3) total-vm:81306880kB, anon-rss:61058560kB, file-rss:21412kB, \
     shmem-rss:428kB, UID:0 pgtables:128484kB oom_score_adj:0",
    "oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0,global_oom,\
     task_memcg=/system.slice/vllm.service,task=python3,pid=21034,uid=0",
    "thermal thermal_zone0: critical temperature reached (105 C), shutting down",
    "thermal thermal_zone2: cpu-thermal: critical temperature reached, shutting down",
    "reboot: HARDWARE PROTECTION shutdown (Temperature too high)",
    "NVRM: Xid (PCI:0000:01:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.",
    "Kernel panic - not syncing: System is deadlocked on memory",
    "watchdog: BUG: soft lockup - CPU#3 stuck for 26s! [python3:21034]",
    "mem avail:     0 of 122803 MiB ( 0.00%), swap free:    0 of 16383 MiB ( 0.00%)",
    "low memory! at or below SIGTERM limits: mem 10.00%, swap 10.00%",
    "System is powering down.",
    "Journal stopped",
    "PM: suspend entry (deep)",
];

fn several(rng: &mut Rng, line: impl Fn(&mut Rng, &'static str) -> Fields) -> Vec<Fields> {
    let count = rng.between(1, 5);
    (0..count)
        .map(|_| {
            let quoted = *rng.pick(QUOTED);
            line(rng, quoted)
        })
        .collect()
}

fn container_quotes(rng: &mut Rng) -> Vec<Fields> {
    several(rng, |rng, quoted| docker_driver(rng, "", quoted))
}

fn container_tagged_kernel(rng: &mut Rng) -> Vec<Fields> {
    several(rng, |rng, quoted| {
        let tag = *rng.pick(&["kernel", "earlyoom", "systemd", "systemd-shutdown", "systemd-journald"]);
        docker_driver(rng, tag, quoted)
    })
}

fn container_process_quotes(rng: &mut Rng) -> Vec<Fields> {
    several(rng, |rng, quoted| {
        let identifier = *rng.pick(&["promtail", "python3", "kernel", "earlyoom", "systemd"]);
        container_stdout(rng, identifier, quoted)
    })
}

fn container_floods(rng: &mut Rng) -> Vec<Fields> {
    let quoted = *rng.pick(QUOTED);
    (0..60).map(|_| docker_driver(rng, "", quoted)).collect()
}

/// A container with a service manager stops: on its console, and in a journal of its own.
fn container_shuts_down(rng: &mut Rng) -> Vec<Fields> {
    const POWERING_DOWN: [(&str, &str); 2] =
        [("MESSAGE_ID", "98268866d1d54a499c4e98921d93bc40"), ("SHUTDOWN", "poweroff")];
    let (machine, boot) = (rng.hex(32), rng.hex(32));
    let console = ["[  OK  ] Reached target poweroff.target - System Power Off.", "System is powering down."];
    let mut lines: Vec<Fields> =
        console.iter().map(|line| service("systemd-nspawn", "systemd-nspawn@web.service", *line)).collect();
    lines.push(nested(&machine, &boot, &[], "Started dbus.service - D-Bus System Message Bus."));
    lines.push(nested(&machine, &boot, &POWERING_DOWN, "System is powering down."));
    lines.push(nested(&machine, &boot, &[], "Reached target poweroff.target - System Power Off."));
    lines.push(container_stdout(rng, "systemd", "System is rebooting."));
    lines
}

fn user_greps(rng: &mut Rng) -> Vec<Fields> {
    several(rng, |rng, quoted| {
        let comm = *rng.pick(&["grep", "less", "node"]);
        user(comm, comm, "stdout", format!("Nov 02 04:11:09 host kernel: {quoted}"))
    })
}

fn user_logs_as_kernel(rng: &mut Rng) -> Vec<Fields> {
    several(rng, |rng, quoted| {
        let identifier = *rng.pick(&["kernel", "earlyoom", "systemd"]);
        user(identifier, "logger", "syslog", quoted)
    })
}

/// The whole sequence of one kill (mm/oom_kill.c since 5.4), and what systemd adds.
fn cgroup_oom(rng: &mut Rng) -> Vec<Fields> {
    let scope = format!("docker-{}.scope", rng.hex(64));
    let cgroup = format!("/system.slice/{scope}");
    let pid = rng.between(2000, 90000);
    let killed = ("MESSAGE_ID", "fe6faa94e7774663a0da52717891d8ef");
    let trace = [
        "Call trace:",
        " dump_stack_lvl+0x60/0x80",
        " dump_header+0x4c/0x1f0",
        " oom_kill_process+0x110/0x160",
        " mem_cgroup_out_of_memory+0x130/0x150",
        " try_charge_memcg+0x470/0x5a0",
    ];
    let mut lines =
        vec![kernel("python3 invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=0")];
    lines.push(kernel(format!(
        "CPU: 4 UID: 0 PID: {pid} Comm: python3 Not tainted 6.17.0-1014-nvidia #14-Ubuntu"
    )));
    lines.extend(trace.map(kernel));
    let stats = [
        "memory: usage 8388608kB, limit 8388608kB, failcnt 5120".to_owned(),
        "swap: usage 0kB, limit 0kB, failcnt 0".to_owned(),
        format!("Memory cgroup stats for {cgroup}:"),
        "anon 8535658496".to_owned(),
        "file 1228800".to_owned(),
        "Tasks state (memory values in pages):".to_owned(),
        "[  pid  ]   uid  tgid total_vm      rss pgtables_bytes swapents oom_score_adj name".to_owned(),
        format!("[{pid:7}]     0 {pid:5}  3812011  2080412 18415616        0             0 python3"),
        // Before 5.3 the constraint of a cgroup's kill read NONE: only oom_memcg= tells.
        format!(
            "oom-kill:constraint={},nodemask=(null),cpuset={scope},mems_allowed=0,oom_memcg={cgroup},\
             task_memcg={cgroup},task=python3,pid={pid},uid=0",
            rng.pick(&["CONSTRAINT_MEMCG", "CONSTRAINT_NONE"])
        ),
        format!(
            "Memory cgroup out of memory: Killed process {pid} (python3) total-vm:15248044kB, anon-rss:8321648kB, \
             file-rss:20112kB, shmem-rss:0kB, UID:0 pgtables:17984kB oom_score_adj:0"
        ),
        format!("oom_reaper: reaped process {pid} (python3), now anon-rss:0kB, file-rss:0kB, shmem-rss:0kB"),
    ];
    lines.extend(stats.map(kernel));
    lines.push(pid1(
        &[killed, ("UNIT", &scope)],
        format!("{scope}: A process of this unit has been killed by the OOM killer."),
    ));
    lines.push(pid1(
        &[killed, ("UNIT", "system.slice")],
        "system.slice: A process of this unit has been killed by the OOM killer.",
    ));
    lines
}

fn cuda_oom(rng: &mut Rng) -> Vec<Fields> {
    const TEXTS: &[&str] = &[
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 22.78 GiB. GPU 0 has a total capacity of \
         31.47 GiB of which 12.73 GiB is free. Including non-PyTorch memory, this process has 18.73 GiB memory in \
         use. Of the allocated memory 9.08 GiB is allocated by PyTorch, and 9.35 GiB is reserved by PyTorch but \
         unallocated.",
        "RuntimeError: CUDA error: out of memory",
        "ValueError: Free memory on device (2.6/121.63 GiB) on startup is less than desired GPU memory utilization \
         (0.08, 9.73 GiB). Decrease GPU memory utilization or reduce GPU memory used by other processes.",
        "ggml_backend_cuda_buffer_type_alloc_buffer: allocating 35533.34 MiB on device 0: cudaMalloc failed: out of \
         memory",
        "llama_model_load: error loading model: unable to allocate CUDA0 buffer",
        "(EngineCore pid=311) ERROR 08-14 16:06:55 [core.py:1349] torch.OutOfMemoryError: CUDA out of memory. Tried \
         to allocate 2.00 GiB.",
    ];
    let text = *rng.pick(TEXTS);
    let line = match rng.between(0, 4) {
        0 => docker_driver(rng, "", text),
        1 => container_stdout(rng, "vllm", text),
        2 => service("llama-server", "llama.service", text),
        _ => service("python3", "train.service", text),
    };
    vec![line]
}

fn quotes_earlyoom(rng: &mut Rng) -> Vec<Fields> {
    const LINES: &[&str] = &[
        "sending SIGTERM when mem <= 10.00% and swap <= 10.00%,",
        "        SIGKILL when mem <=  5.00% and swap <=  5.00%",
        "mem avail:    56 of 15881 MiB ( 0.35%), swap free:    0 of    0 MiB ( 0.00%)",
        "sending SIGKILL to process 906175 uid 1000 \"java\": badness 1170, VmRSS 43912 MiB",
        "kill failed: Timer expired",
    ];
    LINES
        .iter()
        .map(|line| match rng.between(0, 2) {
            0 => service("log-exporter", "log-exporter.service", format!("earlyoom[812]: {line}")),
            _ => container_stdout(rng, "earlyoom", *line),
        })
        .collect()
}

fn boot_banners(rng: &mut Rng) -> Vec<Fields> {
    const LINES: &[&str] = &[
        "ACPI: BERT 0x000000007B5F1000 000030 (v01 MTKID  MTKTABLE 00000001 MTK  00000001)",
        "thermal_sys: Registered thermal governor 'fair_share'",
        "thermal_sys: Registered thermal governor 'bang_bang'",
        "thermal_sys: Registered thermal governor 'step_wise'",
        "thermal_sys: Registered thermal governor 'power_allocator'",
        "ACPI: thermal: Thermal Zone [TZ00] (28 C)",
        "ERST: Error Record Serialization Table (ERST) support is initialized.",
        "pstore: Using crash dump compression: deflate",
        "pstore: Registered erst as persistent store backend",
        "pstore: Registered efi_pstore as persistent store backend",
        "HEST: Table parsing has been initialized.",
        "GHES: APEI firmware first mode is enabled by APEI bit and WHEA _OSC.",
        "mce: CPU0: Thermal monitoring enabled (TM1)",
        "NMI watchdog: Enabled. Permanently consumes one hw-PMU counter.",
        "EDAC MC: Ver: 3.0.0",
        "crash hp: kexec_trylock() failed, kdump image may be inaccurate",
        "Freeing initrd memory: 61440K",
        "iTCO_wdt iTCO_wdt: initialized. heartbeat=30 sec (nowayout=0)",
    ];
    LINES.iter().filter(|_| !rng.one_in(4)).map(|line| kernel(*line)).collect()
}

fn soctherm_configuration(_: &mut Rng) -> Vec<Fields> {
    const LINES: &[&str] = &[
        "tegra_soctherm 700e2000.thermal-sensor: thermtrip: will shut down when cpu reaches 101000 mC",
        "tegra_soctherm 700e2000.thermal-sensor: thermtrip: will shut down when gpu reaches 101500 mC",
        "tegra_soctherm 700e2000.thermal-sensor: throttrip: will throttle when cpu reaches 98000 mC",
        "tegra_soctherm 700e2000.thermal-sensor: throttrip: pll: missing hot temperature",
    ];
    LINES.iter().map(|line| kernel(*line)).collect()
}

fn rcu_stall(_: &mut Rng) -> Vec<Fields> {
    const LINES: &[&str] = &[
        "rcu: INFO: rcu_preempt self-detected stall on CPU",
        "rcu: \t0-....: (8382 ticks this GP) idle=3a04/1/0x4000000000000000 softirq=118/122 fqs=1344",
        "rcu: rcu_preempt kthread starved for 2634 jiffies! g1209 f0x0 RCU_GP_WAIT_FQS(5) ->state=0x0 ->cpu=2",
        "rcu: \tUnless rcu_preempt kthread gets sufficient CPU time, OOM is now expected behavior.",
        "rcu: RCU grace-period kthread stack dump:",
    ];
    LINES.iter().map(|line| kernel(*line)).collect()
}

/// A suspend that something wakes at once: the clocks stay together, as everywhere else in the fixture.
fn suspend_and_resume(_: &mut Rng) -> Vec<Fields> {
    let asleep = [
        "PM: suspend entry (deep)",
        "Filesystems sync: 0.012 seconds",
        "Freezing user space processes completed (elapsed 0.002 seconds)",
        "OOM killer disabled.",
        "Freezing remaining freezable tasks completed (elapsed 0.001 seconds)",
        "printk: Suspending console(s) (use no_console_suspend to debug)",
        "OOM killer enabled.",
        "Restarting tasks: Done",
        "PM: suspend exit",
    ];
    let mut lines = vec![
        pid1(&[("UNIT", "sleep.target")], "Reached target sleep.target - Sleep."),
        sleep("6bbd95ee977941e497c48be27c254128", "Performing sleep operation 'suspend'..."),
    ];
    lines.extend(asleep.map(kernel));
    lines.push(sleep("8811e6df2a8e40f58a94cea26f8ebf14", "System returned from sleep operation 'suspend'."));
    lines.push(pid1(&[("UNIT", "sleep.target")], "Stopped target sleep.target - Sleep."));
    lines
}

fn journald_flushes(_: &mut Rng) -> Vec<Fields> {
    vec![journald("Under memory pressure, flushing caches.")]
}

fn smartd(rng: &mut Rng) -> Vec<Fields> {
    const LINES: &[&str] = &[
        "Device: /dev/nvme0, Temperature 71 Celsius reached critical limit of 70 Celsius (Min/Max 31/71)",
        "Device: /dev/nvme0, Critical Warning (0x02): temperature",
        "Device: /dev/sda [SAT], SMART Usage Attribute: 194 Temperature_Celsius changed from 34 to 33",
        "Device: /dev/sda [SAT], SMART Prefailure Attribute: 1 Raw_Read_Error_Rate changed from 80 to 79",
    ];
    vec![daemon("smartd", "smartd", "smartmontools.service", *rng.pick(LINES))]
}

fn watchdog_did_not_stop(_: &mut Rng) -> Vec<Fields> {
    vec![kernel("watchdog: watchdog0: watchdog did not stop!")]
}

fn corrected_pcie(_: &mut Rng) -> Vec<Fields> {
    const LINES: &[&str] = &[
        "pcieport 0000:00:1c.0: AER: Correctable error message received from 0000:01:00.0",
        "nvme 0000:01:00.0: PCIe Bus Error: severity=Correctable, type=Physical Layer, (Receiver ID)",
        "nvme 0000:01:00.0:   device [144d:a80a] error status/mask=00000001/0000e000",
        "nvme 0000:01:00.0:    [ 0] RxErr                  (First)",
    ];
    LINES.iter().map(|line| kernel(*line)).collect()
}

fn corrected_memory(_: &mut Rng) -> Vec<Fields> {
    const LINES: &[&str] = &[
        "mce: [Hardware Error]: Machine check events logged",
        "EDAC MC0: 1 CE memory read error on CPU_SrcID#0_MC#0_Chan#1_DIMM#0 (channel:1 slot:0 page:0x9f12a0 \
         offset:0x0 grain:32 syndrome:0x0 -  OVERFLOW err_code:0x0101:0x0090 socket:0 ha:0 channel_mask:2 rank:1)",
        "{1}[Hardware Error]: Hardware error from APEI Generic Hardware Error Source: 2",
        "{1}[Hardware Error]: It has been corrected by h/w and requires no further action",
        "{1}[Hardware Error]: event severity: corrected",
        "{1}[Hardware Error]:  Error 0, type: corrected",
        "{1}[Hardware Error]:   section_type: memory error",
    ];
    LINES.iter().map(|line| kernel(*line)).collect()
}

/// The file of a user who was logged in when the host was last switched off; opened at the next login.
fn user_journal_unclean(rng: &mut Rng) -> Vec<Fields> {
    vec![journald(format!(
        "File /var/log/journal/{}/user-1000.journal corrupted or uncleanly shut down, renaming and replacing.",
        rng.hex(32)
    ))]
}

fn application_xid(rng: &mut Rng) -> Vec<Fields> {
    const TEXTS: &[&str] = &[
        "13, pid=48121, name=python3, Graphics SM Warp Exception on (GPC 0, TPC 0, SM 0): Out Of Range Address",
        "31, pid=48121, name=python3, channel 0x00000002, intr 00000000. MMU Fault: ENGINE GRAPHICS GPC0 \
         GPCCLIENT_T1_0 faulted @ 0x7f12_00000000. Fault is of type FAULT_PDE ACCESS_TYPE_VIRT_READ",
        "43, pid=48121, name=python3, channel 0x00000010",
        "45, pid=48121, name=python3, channel 0x00000012",
    ];
    vec![kernel(format!("NVRM: Xid (PCI:000f:01:00): {}", rng.pick(TEXTS)))]
}

fn ssh_and_cron(rng: &mut Rng) -> Vec<Fields> {
    let ssh = [
        "fatal: Timeout before authentication for 192.0.2.44 port 51022",
        "error: kex_exchange_identification: Connection closed by remote host",
        "Failed password for invalid user oom from 192.0.2.44 port 51024 ssh2",
    ];
    vec![
        daemon("sshd", "sshd", "ssh.service", *rng.pick(&ssh)),
        daemon(
            "CRON",
            "cron",
            "cron.service",
            "(root) CMD (/usr/local/sbin/check-oom-and-temperature --critical)",
        ),
    ]
}
