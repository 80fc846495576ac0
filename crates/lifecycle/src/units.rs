//! What PID 1 says of units: started, ended, failed, killed, hung.
//!
//! The unit is `UNIT=` where the entry has it. Without fields it is read from the text: in the combined
//! format (Debian 12, Ubuntu 24.04 and later: `Started a.service - A.`) it is there, in the older one only
//! the description is.

use std::sync::LazyLock;

use model::event::lifecycle::Lifecycle;
use model::words::{STOP_VERBS, is_unit};
use model::{EventKind, Example, Listen, Record, Signal};
use regex::Regex;

use crate::{ids, life};

/// Splits what stands after a verb into the unit, if it is named, and the description, if there is one.
pub(crate) fn split(text: &str) -> (Option<&str>, Option<&str>) {
    let text = text.strip_suffix("...").or_else(|| text.strip_suffix('.')).unwrap_or(text).trim();
    let (first, rest) = text.split_once(" - ").map_or((text, None), |(first, rest)| (first, Some(rest)));
    if is_unit(first) { (Some(first), rest) } else { (None, (!text.is_empty()).then_some(text)) }
}

/// The unit before the colon of `a.service: Deactivated successfully.`
fn before_colon(text: &str) -> Option<&str> {
    text.split_once(": ").map(|(unit, _)| unit).filter(|unit| is_unit(unit))
}

fn named(record: &Record) -> Option<String> {
    record.field("UNIT").or_else(|| before_colon(&record.message)).map(str::to_owned)
}

fn is_process_unit(unit: &str) -> bool {
    unit.ends_with(".service") || unit.ends_with(".scope")
}

pub(crate) const OOM: Signal = Signal {
    name: "life.unit_oom",
    listen: Listen::Pid1,
    message_ids: &[ids::UNIT_OUT_OF_MEMORY],
    needles: &["has been killed by the OOM killer"],
    parse: |record| life(Lifecycle::UnitOom { unit: named(record)? }),
    examples: &[
        Example {
            message: "vllm.service: A process of this unit has been killed by the OOM killer.",
            fields: &[("UNIT", "vllm.service")],
            event: "Lifecycle(UnitOom { unit: \"vllm.service\" })",
        },
        // The kill is told of each parent slice too.
        Example {
            message: "system.slice: A process of this unit has been killed by the OOM killer.",
            fields: &[],
            event: "Lifecycle(UnitOom { unit: \"system.slice\" })",
        },
    ],
};

pub(crate) const OOMD_KILL: Signal = Signal {
    name: "life.unit_oomd_kill",
    listen: Listen::Pid1,
    message_ids: &[ids::UNIT_OOMD_KILL],
    needles: &[": systemd-oomd killed "],
    parse: |record| life(Lifecycle::UnitOomdKill { unit: named(record)? }),
    examples: &[Example {
        message: "app-trainer.scope: systemd-oomd killed 14 process(es) in this unit.",
        fields: &[],
        event: "Lifecycle(UnitOomdKill { unit: \"app-trainer.scope\" })",
    }],
};

/// Either that a unit failed while it ran (its result, such as `oom-kill` since v243, `signal`, `watchdog`)
/// or that its start did.
pub(crate) const FAILED: Signal = Signal {
    name: "life.unit_failed",
    listen: Listen::Pid1,
    message_ids: &[ids::UNIT_FAILURE_RESULT, ids::UNIT_FAILED],
    needles: &["Failed with result '", "entered failed state", "Failed to start ", "Dependency failed for "],
    parse: failed,
    examples: &[
        Example {
            message: "vllm.service: Failed with result 'oom-kill'.",
            fields: &[("UNIT", "vllm.service"), ("UNIT_RESULT", "oom-kill")],
            event: "Lifecycle(UnitFailed { unit: \"vllm.service\", result: Some(\"oom-kill\") })",
        },
        Example {
            message: "systemd-udevd.service: Failed with result 'watchdog'.",
            fields: &[("_TRANSPORT", "kernel"), ("MESSAGE_ID", "")],
            event: "Lifecycle(UnitFailed { unit: \"systemd-udevd.service\", result: Some(\"watchdog\") })",
        },
        Example {
            message: "Failed to start vllm.service - vLLM inference server.",
            fields: &[
                ("MESSAGE_ID", "be02cf6855d2428ba40df7e9d022f03d"),
                ("UNIT", "vllm.service"),
                ("JOB_RESULT", "failed"),
            ],
            event: "Lifecycle(UnitFailed { unit: \"vllm.service\", result: None })",
        },
        Example {
            message: "Dependency failed for vllm.service - vLLM inference server.",
            fields: &[
                ("MESSAGE_ID", "be02cf6855d2428ba40df7e9d022f03d"),
                ("UNIT", "vllm.service"),
                ("JOB_RESULT", "dependency"),
            ],
            event: "Lifecycle(UnitFailed { unit: \"vllm.service\", result: Some(\"dependency\") })",
        },
        // Before v236.
        Example {
            message: "Unit docker.service entered failed state.",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(UnitFailed { unit: \"docker.service\", result: None })",
        },
    ],
};

fn failed(record: &Record) -> Option<EventKind> {
    let text = record.message.as_str();
    let old =
        || text.strip_prefix("Unit ")?.split_once(" entered failed state").map(|(unit, _)| unit.to_owned());
    let unit = named(record).or_else(old)?;
    let quoted = text.split_once("Failed with result '").and_then(|(_, rest)| rest.split_once('\''));
    let result = record
        .field("UNIT_RESULT")
        .or(quoted.map(|(result, _)| result))
        .or_else(|| record.field("JOB_RESULT").filter(|result| *result != "failed"))
        .map(str::to_owned);
    life(Lifecycle::UnitFailed { unit, result })
}

/// `a.service: Watchdog timeout (limit 3min)!`; before v230 `a.service watchdog timeout (limit 30s)!`, at
/// first without the limit.
pub(crate) const WATCHDOG_TIMEOUT: Signal = Signal {
    name: "life.watchdog_timeout",
    listen: Listen::Pid1,
    message_ids: &[],
    needles: &["atchdog timeout"],
    parse: watchdog_timeout,
    examples: &[
        Example {
            message: "systemd-journald.service: Watchdog timeout (limit 3min)!",
            fields: &[("UNIT", "systemd-journald.service")],
            event: "Lifecycle(WatchdogTimeout { unit: \"systemd-journald.service\" })",
        },
        Example {
            message: "systemd-logind.service watchdog timeout (limit 1min)!",
            fields: &[],
            event: "Lifecycle(WatchdogTimeout { unit: \"systemd-logind.service\" })",
        },
        Example {
            message: "systemd-logind.service watchdog timeout!",
            fields: &[],
            event: "Lifecycle(WatchdogTimeout { unit: \"systemd-logind.service\" })",
        },
    ],
};

fn watchdog_timeout(record: &Record) -> Option<EventKind> {
    static LINE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(\S+?):? [Ww]atchdog timeout(?: \(limit [^)]*\))?!").expect("a constant pattern")
    });
    let line = LINE.captures(&record.message)?;
    let unit = record.field("UNIT").unwrap_or(line.get(1)?.as_str()).to_owned();
    life(Lifecycle::WatchdogTimeout { unit })
}

/// A stop job ran out of time, or even SIGKILL did not end it: a process waits in the kernel.
pub(crate) const STOP_TIMED_OUT: Signal = Signal {
    name: "life.stop_timed_out",
    listen: Listen::Pid1,
    message_ids: &[],
    needles: &[
        "' timed out. ",
        "topping timed out",
        "Unmounting timed out",
        "sigterm timed out",
        "sigkill timed out",
        "still around after",
    ],
    parse: stop_timed_out,
    examples: &[
        Example {
            message: "docker.service: State 'stop-sigterm' timed out. Killing.",
            fields: &[("UNIT", "docker.service")],
            event: "Lifecycle(StopTimedOut { unit: \"docker.service\", survived_kill: false })",
        },
        Example {
            message: "docker.service: State 'final-sigterm' timed out. Killing.",
            fields: &[],
            event: "Lifecycle(StopTimedOut { unit: \"docker.service\", survived_kill: false })",
        },
        Example {
            message: "session-4.scope: Stopping timed out. Killing.",
            fields: &[],
            event: "Lifecycle(StopTimedOut { unit: \"session-4.scope\", survived_kill: false })",
        },
        Example {
            message: "docker.service stop-sigterm timed out. Killing.",
            fields: &[],
            event: "Lifecycle(StopTimedOut { unit: \"docker.service\", survived_kill: false })",
        },
        Example {
            message: "docker.service: Processes still around after SIGKILL. Ignoring.",
            fields: &[],
            event: "Lifecycle(StopTimedOut { unit: \"docker.service\", survived_kill: true })",
        },
        Example {
            message: "docker.service: Processes still around after final SIGKILL. Entering failed mode.",
            fields: &[],
            event: "Lifecycle(StopTimedOut { unit: \"docker.service\", survived_kill: true })",
        },
    ],
};

fn stop_timed_out(record: &Record) -> Option<EventKind> {
    static LINE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^(\S+?):? (?:(?:State ')?(?:stop|final)-?[a-z-]*'? timed out|(?:Stopping|stopping|Unmounting) timed out|(Processes? still around after))",
        )
        .expect("a constant pattern")
    });
    let line = LINE.captures(&record.message)?;
    let unit = record.field("UNIT").unwrap_or(line.get(1)?.as_str()).to_owned();
    life(Lifecycle::StopTimedOut { unit, survived_kill: line.get(2).is_some() })
}

/// Services and scopes only. The id marks any start job that ended well, also of a unit that was skipped.
pub(crate) const STARTED: Signal = Signal {
    name: "life.unit_started",
    listen: Listen::Pid1,
    message_ids: &[ids::UNIT_STARTED],
    needles: &["Started ", "Finished "],
    parse: started,
    examples: &[
        Example {
            message: "Started vllm@1.service - vLLM inference server 1.",
            fields: &[("UNIT", "vllm@1.service"), ("JOB_TYPE", "start"), ("JOB_RESULT", "done")],
            event: "Lifecycle(UnitStarted { unit: \"vllm@1.service\", description: Some(\"vLLM inference server 1\") })",
        },
        Example {
            message: "Started Docker Application Container Engine.",
            fields: &[("UNIT", "docker.service")],
            event: "Lifecycle(UnitStarted { unit: \"docker.service\", description: Some(\"Docker Application Container Engine\") })",
        },
        Example {
            message: "Started session-15.scope - Session 15 of User ops.",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(UnitStarted { unit: \"session-15.scope\", description: Some(\"Session 15 of User ops\") })",
        },
        Example {
            message: "Finished logrotate.service.",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(UnitStarted { unit: \"logrotate.service\", description: None })",
        },
    ],
};

fn started(record: &Record) -> Option<EventKind> {
    let text = record.message.as_str();
    let rest = text.strip_prefix("Started ").or_else(|| text.strip_prefix("Finished "))?;
    let (unit, description) = split(rest);
    let unit = record.field("UNIT").or(unit).filter(|unit| is_process_unit(unit))?.to_owned();
    life(Lifecycle::UnitStarted { unit, description: description.map(str::to_owned) })
}

/// Services and scopes only. `Consumed ... CPU time` has an id of its own and is no end.
pub(crate) const ENDED: Signal = Signal {
    name: "life.unit_ended",
    listen: Listen::Pid1,
    message_ids: &[ids::UNIT_SUCCESS],
    needles: &[": Deactivated successfully", ": Succeeded."],
    parse: |record| life(Lifecycle::UnitEnded { unit: named(record).filter(|unit| is_process_unit(unit))? }),
    examples: &[
        Example {
            message: "lora-train.service: Deactivated successfully.",
            fields: &[("UNIT", "lora-train.service")],
            event: "Lifecycle(UnitEnded { unit: \"lora-train.service\" })",
        },
        Example {
            message: "session-4.scope: Succeeded.",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(UnitEnded { unit: \"session-4.scope\" })",
        },
    ],
};

/// Units of any kind, so that a burst can be counted: a job that stops a unit has begun, or ended. Jobs that
/// restart a unit say the same with another `JOB_TYPE` and are no part of a burst. In a text without unit the
/// description stands for it.
pub(crate) const STOPPING: Signal = Signal {
    name: "life.unit_stopping",
    listen: Listen::Pid1,
    message_ids: &[ids::UNIT_STOPPING, ids::UNIT_STOPPED],
    needles: &STOP_VERBS,
    parse: stopping,
    examples: &[
        Example {
            message: "Stopping docker.service - Docker Application Container Engine...",
            fields: &[("UNIT", "docker.service"), ("JOB_TYPE", "stop")],
            event: "Lifecycle(UnitStopping { unit: \"docker.service\" })",
        },
        Example {
            message: "Stopped target multi-user.target - Multi-User System.",
            fields: &[
                ("UNIT", "multi-user.target"),
                ("JOB_TYPE", "stop"),
                ("MESSAGE_ID", "9d1aaa27d60140bd96365438aad20286"),
            ],
            event: "Lifecycle(UnitStopping { unit: \"multi-user.target\" })",
        },
        Example {
            message: "Stopped target swap.target - Swaps.",
            fields: &[("_TRANSPORT", "kernel"), ("MESSAGE_ID", "")],
            event: "Lifecycle(UnitStopping { unit: \"swap.target\" })",
        },
        Example {
            message: "Stopping User Login Management...",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(UnitStopping { unit: \"User Login Management\" })",
        },
        Example {
            message: "Closed ssh.socket - OpenBSD Secure Shell server socket.",
            fields: &[("MESSAGE_ID", "")],
            event: "Lifecycle(UnitStopping { unit: \"ssh.socket\" })",
        },
    ],
};

fn stopping(record: &Record) -> Option<EventKind> {
    matches!(record.field("JOB_TYPE"), None | Some("stop")).then_some(())?;
    let unit = match record.field("UNIT") {
        Some(unit) => unit,
        None => {
            let text = record.message.as_str();
            let rest = STOP_VERBS.iter().find_map(|verb| text.strip_prefix(verb))?;
            let (unit, description) = split(rest);
            unit.or(description)?
        }
    };
    life(Lifecycle::UnitStopping { unit: unit.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::read;

    #[test]
    fn splits() {
        for (text, parts) in [
            ("a.service - A thing.", (Some("a.service"), Some("A thing"))),
            ("a.service.", (Some("a.service"), None)),
            ("A thing - and more...", (None, Some("A thing - and more"))),
            ("/var...", (None, Some("/var"))),
            (".service", (None, Some(".service"))),
            ("", (None, None)),
            ("...", (None, None)),
        ] {
            assert_eq!(split(text), parts, "{text}");
        }
    }

    #[test]
    fn what_is_no_event_of_a_unit() {
        let started = ("MESSAGE_ID", "39f53479d3a045ac8e11786248231fbf");
        for (message, fields) in [
            (
                "systemd-pstore.service - Platform Persistent Storage Archival was skipped because of an unmet condition check (ConditionDirectoryNotEmpty=/sys/fs/pstore).",
                &[started, ("UNIT", "systemd-pstore.service"), ("JOB_RESULT", "done")][..],
            ),
            (
                "Condition check resulted in Rebuild Hardware Database being skipped.",
                &[started, ("UNIT", "systemd-hwdb-update.service")],
            ),
            (
                "Created slice system-getty.slice - Slice /system/getty.",
                &[started, ("UNIT", "system-getty.slice")],
            ),
            ("Mounted boot-efi.mount - /boot/efi.", &[started, ("UNIT", "boot-efi.mount")]),
            (
                "Started Daily Cleanup of Temporary Directories.",
                &[started, ("UNIT", "systemd-tmpfiles-clean.timer")],
            ),
            ("Started Journal Service.", &[]),
            (
                "dbus.service: Consumed 4.4s CPU time, 4M memory peak.",
                &[("MESSAGE_ID", "ae8f7b866b0347b9af31fe1c80b127c0"), ("UNIT", "dbus.service")],
            ),
            (
                "a.mount: Deactivated successfully.",
                &[("MESSAGE_ID", "7ad2d189f7e94e70a38c781354912448"), ("UNIT", "a.mount")],
            ),
            (
                "Stopped a.service - A.",
                &[
                    ("MESSAGE_ID", "9d1aaa27d60140bd96365438aad20286"),
                    ("UNIT", "a.service"),
                    ("JOB_TYPE", "restart"),
                ],
            ),
            ("a.service: start operation timed out. Terminating.", &[]),
            ("a.service: State 'start-pre' timed out. Killing.", &[]),
            ("dev-x.device: Job dev-x.device/start timed out.", &[]),
            ("docker.service: Killing process 4242 (python3) with signal SIGKILL.", &[]),
        ] {
            assert_eq!(read("systemd", "pid1", message, fields), None, "{message}");
        }
    }

    #[test]
    fn only_pid_1_speaks_of_units() {
        for message in [
            "vllm.service: Watchdog timeout (limit 3min)!",
            "Stopping Docker Application Container Engine...",
        ] {
            assert_eq!(read("app", "stdout", message, &[]), None, "{message}");
        }
    }
}
