//! Lines without weight, and those with which earlyoom gives up.

use model::Signal;
use model::event::Earlyoom;

use crate::{EARLYOOM, example, said};

/// How the lines without weight begin. What `perror` appends is in the host's language.
const OPENINGS: &[&str] = &[
    // The options echoed at start: up to 1.5, from 1.6 on.
    "Notifying using '",
    "Notifying through D-Bus",
    "Option -k is ignored since earlyoom",
    "Option -i is ignored since earlyoom",
    // `Prefering` with one r up to 1.3.1.
    "Prefering to kill process names that match",
    "Preferring to kill process names that match",
    "Avoiding to kill process names that match",
    "Will avoid killing process names that match",
    "Will ignore process names that match",
    "Processes owned by root will not be killed",
    "Find process with the largest rss",
    "Priority was raised successfully",
    "dryrun mode enabled",
    "Using kernel OOM killer",
    "Using kernel oom killer",
    // Warnings at start.
    "Could not lock memory - continuing anyway",
    "Could not set priority: ",
    "Could not set oom_score_adj: ",
    "warning: ",
    // Beside a kill. EINVAL from `process_mrelease` after SIGTERM is routine.
    "kill_release: pid=",
    "kill_wait pid ",
    "killing whole process group ",
    "sleeping 1 second",
    "Sleeping 10 seconds",
    "notify_dbus: ",
    "notify_ext: ",
    // Debug mode.
    "adaptive sleep time: ",
    "selecting victim took ",
];

/// Options, warnings at start, notifications.
pub(crate) const NOTICE: Signal = Signal {
    name: "earlyoom.notice",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &[
        "Notifying ",
        "is ignored since earlyoom",
        "rocess names that match",
        "Processes owned by root",
        "Find process with the largest rss",
        "Priority was raised",
        "dryrun mode enabled",
        "Using kernel ",
        "Could not ",
        "warning: ",
        "kill_release: ",
        "kill_wait pid ",
        "killing whole process group ",
        "leeping 1",
        "notify_",
        "adaptive sleep time",
        "selecting victim took",
        ": selected myself (pid ",
        " cmdline \"",
    ],
    parse: |record| said(record, notice),
    examples: &[
        example("Notifying using 'notify-send'", "Earlyoom(Notice)"),
        example("Notifying through D-Bus", "Earlyoom(Notice)"),
        example("Option -k is ignored since earlyoom v1.2", "Earlyoom(Notice)"),
        example("Option -i is ignored since earlyoom v1.7", "Earlyoom(Notice)"),
        example("Prefering to kill process names that match regex '^java$'", "Earlyoom(Notice)"),
        example("Preferring to kill process names that match regex '^java$'", "Earlyoom(Notice)"),
        example("Avoiding to kill process names that match regex '^sshd$'", "Earlyoom(Notice)"),
        example("Will avoid killing process names that match regex '^sshd$'", "Earlyoom(Notice)"),
        example("Will ignore process names that match regex '^sshd$'", "Earlyoom(Notice)"),
        example("Processes owned by root will not be killed", "Earlyoom(Notice)"),
        example("Find process with the largest rss", "Earlyoom(Notice)"),
        example("Priority was raised successfully", "Earlyoom(Notice)"),
        example("dryrun mode enabled, will not kill anything", "Earlyoom(Notice)"),
        example("Using kernel OOM killer (requires Linux v5.17+)", "Earlyoom(Notice)"),
        example("Using kernel oom killer", "Earlyoom(Notice)"),
        example("Could not lock memory - continuing anyway: Cannot allocate memory", "Earlyoom(Notice)"),
        example("Could not lock memory - continuing anyway: Operation non permise", "Earlyoom(Notice)"),
        example("Could not set priority: Permission denied. Continuing anyway", "Earlyoom(Notice)"),
        example("Could not set oom_score_adj: Permission denied. Continuing anyway", "Earlyoom(Notice)"),
        example("warning: -S: total swap is zero, using default percentages", "Earlyoom(Notice)"),
        example("kill_release: pid=906175: process_mrelease pidfd=4 success", "Earlyoom(Notice)"),
        example(
            "kill_release: pid=906175: process_mrelease pidfd=4 failed: Invalid argument",
            "Earlyoom(Notice)",
        ),
        example("kill_wait pid 906175: error opening pidfd: No such process", "Earlyoom(Notice)"),
        example(
            "kill_wait pid 906175: system does not support process_mrelease, skipping",
            "Earlyoom(Notice)",
        ),
        example("killing whole process group 906175 (-g flag is active)", "Earlyoom(Notice)"),
        example(
            "find_largest_process: selected myself (pid 1460). Do you use hidpid? See https://example.org/",
            "Earlyoom(Notice)",
        ),
        example("sleeping 1 second", "Earlyoom(Notice)"),
        example("Sleeping 10 seconds", "Earlyoom(Notice)"),
        example("notify_dbus: exec failed: No such file or directory", "Earlyoom(Notice)"),
        example("notify_ext: exec /usr/bin/x failed: No such file or directory", "Earlyoom(Notice)"),
        // Builds between 1.7 and 1.8 print the command line by itself.
        example(r#"process 906175 cmdline "java -jar x.jar""#, "Earlyoom(Notice)"),
        example("adaptive sleep time: 1000 ms", "Earlyoom(Notice)"),
        example("selecting victim took 0.012 ms", "Earlyoom(Notice)"),
    ],
};

fn notice(text: &str) -> Option<Earlyoom> {
    let opening = OPENINGS.iter().any(|opening| text.starts_with(opening));
    let myself = text.contains(": selected myself (pid ");
    let command_line = text.starts_with("process ") && text.contains(" cmdline \"");
    (opening || myself || command_line).then_some(Earlyoom::Notice)
}

/// 1.2 and later. Its own memory limit or a wrong option can end it; the host is then unguarded.
pub(crate) const FATAL: Signal = Signal {
    name: "earlyoom.fatal",
    listen: EARLYOOM,
    message_ids: &[],
    needles: &["fatal: "],
    parse: |record| said(record, fatal),
    examples: &[
        example(
            "fatal: -m: value 99.990000 exceeds limit 99",
            r#"Earlyoom(Fatal { text: "-m: value 99.990000 exceeds limit 99" })"#,
        ),
        example(
            "fatal: could not open /proc/meminfo: Too many open files",
            r#"Earlyoom(Fatal { text: "could not open /proc/meminfo: Too many open files" })"#,
        ),
    ],
};

fn fatal(text: &str) -> Option<Earlyoom> {
    let text = text.strip_prefix("fatal: ")?.trim();
    Some(Earlyoom::Fatal { text: text.to_owned() })
}
