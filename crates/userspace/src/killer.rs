//! Programs that kill before the kernel has to. earlyoom has a crate of its own.

use std::sync::LazyLock;

use model::event::Userspace;
use model::{EventKind, Listen, Record, Signal};
use regex::Regex;

use crate::{example, group, regex, row, said};

/// systemd-oomd killed a control group. A kill for pressure is about one group while the host may have memory
/// to spare; a kill for swap means that memory and swap of the host were nearly full.
///
/// Formats: systemd 247 to 258.
pub(crate) const OOMD: Signal = row(
    "userspace.oomd_kill",
    Listen::Program("systemd-oomd"),
    &["Killed ", "Marked ", "Memory pressure for "],
    oomd,
    &[
        example(
            "Killed /user.slice/user-1000.slice/a.scope due to memory pressure for /user.slice being 84.10% > 50.00% \
             for > 20s with reclaim activity",
            r#"Userspace(OomdKill { cgroup: "/user.slice/user-1000.slice/a.scope", for_swap: false })"#,
        ),
        example(
            "Killed /system.slice/b.service due to memory used (33012121600) / total (33537331200) and swap used \
             (8208711680) / total (8589930496) being more than 90.00%",
            r#"Userspace(OomdKill { cgroup: "/system.slice/b.service", for_swap: true })"#,
        ),
        example(
            "Marked /user.slice/a b.scope for killing due to memory pressure for /user.slice being 91.00% > 50.00% \
             for > 30s with reclaim activity",
            r#"Userspace(OomdKill { cgroup: "/user.slice/a b.scope", for_swap: false })"#,
        ),
        // 247 and early 248.
        example(
            "Memory pressure for /system.slice/c.service is greater than 10 for more than 10 seconds and there was \
             reclaim activity",
            r#"Userspace(OomdKill { cgroup: "/system.slice/c.service", for_swap: false })"#,
        ),
    ],
);

/// Guards whose names are known from reports. Only nohang's texts are known word for word; of the others a
/// sentence that says that something was killed counts.
const GUARDS: &[&str] = &[
    "nohang",
    "nohang-desktop",
    "dgx-anti-oom",
    "oom_guard",
    "oom-guard",
    "oom_protection",
    "oom_protection.sh",
    "anti-oom",
    "bustd",
    "oomd",
];

/// Another guard killed something.
pub(crate) const OTHERS: Signal = row(
    "userspace.killer",
    Listen::Programs(GUARDS),
    &["requires corrective actions", "require corrective actions", "SIGTERM", "SIGKILL", "illed", "illing"],
    others,
    &[
        example(
            "Memory status that requires corrective actions:",
            r#"Userspace(KillerActed { killer: "nohang" })"#,
        ),
        example(
            "2023-08-10 16:53:26,460: Memory status that requires corrective actions:",
            r#"Userspace(KillerActed { killer: "nohang" })"#,
        ),
        said(
            "Send SIGTERM to the victim; total response time: 13246 ms",
            &[("SYSLOG_IDENTIFIER", "nohang-desktop")],
            r#"Userspace(KillerActed { killer: "nohang-desktop" })"#,
        ),
        example(
            "  Preventing OOM: trying to send the SIGTERM signal to stress,",
            r#"Userspace(KillerActed { killer: "nohang" })"#,
        ),
        said(
            "MemAvailable 2.1 GiB < 3 GiB: SIGKILL to container vllm",
            &[
                ("SYSLOG_IDENTIFIER", "python3"),
                ("_COMM", "python3"),
                ("_SYSTEMD_UNIT", "dgx-anti-oom.service"),
            ],
            r#"Userspace(KillerActed { killer: "dgx-anti-oom" })"#,
        ),
        said(
            "killed process 4242 (python3), 1.2 GiB available",
            &[("SYSLOG_IDENTIFIER", "oom_guard")],
            r#"Userspace(KillerActed { killer: "oom_guard" })"#,
        ),
    ],
);

static OOMD_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:Killed (?<killed>\S.*?) due to|Marked (?<marked>\S.*?) for killing due to) (?:memory pressure for |(?<swap>memory used \())|^Memory pressure for (?<old>\S.*?) is greater than .*there was reclaim activity",
    )
});

fn oomd(record: &Record) -> Option<EventKind> {
    let line = OOMD_LINE.captures(&record.message)?;
    let cgroup = ["killed", "marked", "old"].into_iter().find_map(|name| group(&line, name))?;
    let for_swap = group(&line, "swap").is_some();
    Some(EventKind::Userspace(Userspace::OomdKill { cgroup: cgroup.to_owned(), for_swap }))
}

static ACTED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"requires? corrective actions|(?i:\b(?:send(?:ing)?|sent)\b.*\bSIG(?:TERM|KILL)\b|\bSIG(?:TERM|KILL) to\b|\bkill(?:ed|ing)\b)",
    )
});
// Settings that are echoed at the start, and dry runs.
static NOT_ACTED: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?i)\b(?:will|would|dry[- ]?run|no victim|not kill\w*|threshold\w*:|nothing)\b|_threshold_\w+ *=")
});

fn others(record: &Record) -> Option<EventKind> {
    let acted = ACTED.is_match(&record.message) && !NOT_ACTED.is_match(&record.message);
    let killer = GUARDS
        .iter()
        .find(|&&name| record.identifier.as_deref() == Some(name))
        .or_else(|| GUARDS.iter().find(|name| record.is_program(name)))?;
    acted.then(|| EventKind::Userspace(Userspace::KillerActed { killer: (*killer).to_owned() }))
}
