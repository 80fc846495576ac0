//! Trouble that passed, from its right speaker: an hour before the end it explains no end. And what a
//! healthy host says in words that elsewhere mark an end.

use super::noise_lines::{Kind, Needs, Place, kind};
use super::noise_speakers::{Fields, daemon, journald, kernel, logind, pid1, user_manager};
use super::rng::Rng;

/// Every kind.
pub(super) const PASSED: &[Kind] = &[
    Kind {
        needs: Needs::NvidiaDriver,
        ..kind("driver's failed allocations", Place::Middle, driver_no_memory)
    },
    kind("host OOM that was survived", Place::Middle, host_oom),
    kind("operator's sysrq", Place::Middle, sysrq),
    kind("failed allocation of a large block", Place::Middle, page_allocation),
    kind("kernel's small talk", Place::Anywhere, small_talk),
    kind("cancelled shutdown", Place::Middle, cancelled_shutdown),
    kind("journald restarted", Place::Middle, journald_restarted),
    Kind { of_user: true, ..kind("user logs out", Place::Anywhere, user_logs_out) },
    kind("no dump to file", Place::Start, no_dump),
    kind("stick pulled without unmounting", Place::Middle, removable_disk),
    kind("mains failure that passed", Place::Middle, mains_failure),
    kind("hung task that woke", Place::Middle, hung_task),
    kind("kernel's warning", Place::Middle, kernel_warning),
    kind("core throttled for a moment", Place::Middle, throttled),
    kind("service missed its watchdog", Place::Middle, service_watchdog),
];

fn kernel_lines(lines: &[&str]) -> Vec<Fields> {
    lines.iter().map(|line| kernel(*line)).collect()
}

/// Healthy GB10 runs have them by the dozen, hours before anything happens.
fn driver_no_memory(rng: &mut Rng) -> Vec<Fields> {
    let prefix = *rng.pick(&["", "GPU0 "]);
    let line = format!(
        "NVRM: {prefix}nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) returned \
         from _memdescAllocInternal(pMemDesc) @ mem_desc.c:1359"
    );
    (0..rng.between(1, 13)).map(|_| kernel(line.as_str())).collect()
}

/// One kill for the whole host (mm/oom_kill.c since 5.4), reaped at once.
fn host_oom(rng: &mut Rng) -> Vec<Fields> {
    let pid = rng.between(2000, 90000);
    let lines = [
        "cc1plus invoked oom-killer: gfp_mask=0x140cca(GFP_HIGHUSER_MOVABLE|__GFP_COMP), order=0, oom_score_adj=0"
            .to_owned(),
        format!("CPU: 4 UID: 0 PID: {pid} Comm: cc1plus Not tainted 6.12.9-amd64 #1"),
        "Mem-Info:".to_owned(),
        format!(
            "oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,mems_allowed=0,global_oom,\
             task_memcg=/user.slice/user-1000.slice/session-4.scope,task=cc1plus,pid={pid},uid=1000"
        ),
        format!(
            "Out of memory: Killed process {pid} (cc1plus) total-vm:15248044kB, anon-rss:8321648kB, file-rss:2012kB, \
             shmem-rss:0kB, UID:1000 pgtables:17984kB oom_score_adj:0"
        ),
        format!("oom_reaper: reaped process {pid} (cc1plus), now anon-rss:0kB, file-rss:0kB, shmem-rss:0kB"),
    ];
    lines.map(kernel).into()
}

fn sysrq(rng: &mut Rng) -> Vec<Fields> {
    kernel_lines(&[*rng.pick(&[
        "sysrq: Show Memory",
        "sysrq: Emergency Sync",
        "sysrq: HELP : loglevel(0-9) reboot(b)",
    ])])
}

fn page_allocation(_: &mut Rng) -> Vec<Fields> {
    kernel_lines(&[
        "kworker/u64:2: page allocation failure: order:5, mode:0x40dc0(GFP_KERNEL|__GFP_COMP|__GFP_ZERO), \
         nodemask=(null),cpuset=/,mems_allowed=0",
        "swapper/3: page allocation failure: order:2, mode:0x820(GFP_ATOMIC), nodemask=(null),cpuset=/,mems_allowed=0",
    ])
}

fn small_talk(rng: &mut Rng) -> Vec<Fields> {
    const LINES: &[&str] = &[
        "hrtimer: interrupt took 20141 ns",
        "perf: interrupt took too long (2511 > 2500), lowering kernel.perf_event_max_sample_rate to 79000",
        "workqueue: drm_fb_helper_damage_work hogged CPU for >10000us 8 times, consider switching to WQ_UNBOUND",
        "thermal thermal_zone3: failed to read out thermal zone (-61)",
        "TCP: request_sock_TCP: Possible SYN flooding on port 8000. Sending cookies.",
        "audit: kauditd hold queue overflow",
    ];
    kernel_lines(&[*rng.pick(LINES)])
}

fn cancelled_shutdown(_: &mut Rng) -> Vec<Fields> {
    vec![
        logind(
            &[("MESSAGE_ID", "9e7066279dc8403da79ce4b1a69064b2"), ("ACTION", "reboot"), ("OPERATOR", "root")],
            "The system will reboot at Tue 2026-03-03 04:00:00 UTC!",
        ),
        logind(&[("MESSAGE_ID", "249f6fb9e6e2428c96f3f0875681ffa3")], "System shutdown has been cancelled"),
    ]
}

/// As a package upgrade does it.
fn journald_restarted(_: &mut Rng) -> Vec<Fields> {
    let id = |id: &str| ("MESSAGE_ID", id.to_owned());
    let mut lines = vec![
        pid1(
            &[("UNIT", "systemd-journald.service")],
            "Stopping systemd-journald.service - Journal Service...",
        ),
        journald("Received SIGTERM from PID 1 (systemd)."),
        journald("Journal stopped"),
        journald("Journal started"),
    ];
    lines[2].push(id("d93fb3c9c24d451a97cea615ce59c00b"));
    lines[3].push(id("f77379a8490b408bbe5f6940505a777b"));
    lines.push(pid1(
        &[("UNIT", "systemd-journald.service")],
        "Started systemd-journald.service - Journal Service.",
    ));
    lines
}

/// A user's own service manager stops with targets of the same names as the system's.
fn user_logs_out(_: &mut Rng) -> Vec<Fields> {
    let reached = ("MESSAGE_ID", "39f53479d3a045ac8e11786248231fbf");
    vec![
        user_manager(&[("USER_UNIT", "default.target")], "Stopped target default.target - Main User Target."),
        user_manager(
            &[reached, ("USER_UNIT", "shutdown.target"), ("JOB_TYPE", "start"), ("JOB_RESULT", "done")],
            "Reached target shutdown.target - Shutdown.",
        ),
        user_manager(
            &[reached, ("USER_UNIT", "exit.target"), ("JOB_TYPE", "start"), ("JOB_RESULT", "done")],
            "Reached target exit.target - Exit the Session.",
        ),
    ]
}

fn no_dump(_: &mut Rng) -> Vec<Fields> {
    vec![pid1(
        &[("UNIT", "systemd-pstore.service")],
        "systemd-pstore.service - Platform Persistent Storage Archival was skipped because of an unmet condition \
         check (ConditionDirectoryNotEmpty=/sys/fs/pstore).",
    )]
}

fn removable_disk(_: &mut Rng) -> Vec<Fields> {
    kernel_lines(&[
        "sd 6:0:0:0: [sdc] Attached SCSI removable disk",
        "FAT-fs (sdc1): Volume was not properly unmounted. Some data may be corrupt. Please run fsck.",
        "EXT4-fs (sdc2): recovery complete",
        "EXT4-fs (sdc2): mounted filesystem 0d1c7a52-7d11-4a0e-9b7e-5d1f2c3a4b5e r/w with ordered data mode. Quota \
         mode: none.",
        "usb 2-3: USB disconnect, device number 9",
    ])
}

fn mains_failure(_: &mut Rng) -> Vec<Fields> {
    let say = |line: &str| daemon("nut-monitor", "upsmon", "nut-monitor.service", line);
    vec![say("UPS ups@localhost on battery"), say("UPS ups@localhost on line power")]
}

fn hung_task(_: &mut Rng) -> Vec<Fields> {
    kernel_lines(&[
        "INFO: task jbd2/sdb1-8:612 blocked for more than 120 seconds.",
        "      Not tainted 6.12.9-amd64 #1",
        "\"echo 0 > /proc/sys/kernel/hung_task_timeout_secs\" disables this message.",
        "task:jbd2/sdb1-8     state:D stack:0     pid:612   tgid:612   ppid:2      flags:0x00004000",
    ])
}

fn kernel_warning(_: &mut Rng) -> Vec<Fields> {
    kernel_lines(&[
        "------------[ cut here ]------------",
        "WARNING: CPU: 2 PID: 4112 at drivers/gpu/drm/drm_vblank.c:1306 drm_wait_one_vblank+0x1a4/0x1c0",
        "CPU: 2 UID: 0 PID: 4112 Comm: kworker/2:1 Not tainted 6.12.9-amd64 #1",
        "---[ end trace 0000000000000000 ]---",
    ])
}

fn throttled(_: &mut Rng) -> Vec<Fields> {
    kernel_lines(&[
        "mce: CPU3: Core temperature above threshold, cpu clock throttled (total events = 1)",
        "mce: CPU3: Core temperature/speed normal",
    ])
}

fn service_watchdog(_: &mut Rng) -> Vec<Fields> {
    let unit = ("UNIT", "systemd-udevd.service");
    vec![
        pid1(&[unit], "systemd-udevd.service: Watchdog timeout (limit 3min)!"),
        pid1(&[unit], "systemd-udevd.service: Killing process 612 (systemd-udevd) with signal SIGABRT."),
    ]
}
