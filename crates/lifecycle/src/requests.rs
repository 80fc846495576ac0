//! Who asked for an end: commands, updates, UPS daemons, hypervisors' agents, and other programs that reboot
//! hosts. None of these lines proves that the end came.

use model::event::lifecycle::{Lifecycle, Requester, Verb};
use model::{EventKind, Example, Listen, Record, Signal};

use crate::{life, verb};

fn asked(by: Requester, verb: Verb) -> Option<EventKind> {
    life(Lifecycle::Asked { by, verb, forced: false })
}

fn program(name: &str, verb: Verb) -> Option<EventKind> {
    asked(Requester::Program { name: name.to_owned() }, verb)
}

pub(crate) const SUDO: Signal = Signal {
    name: "life.asked_sudo",
    listen: Listen::Program("sudo"),
    message_ids: &[],
    needles: &["COMMAND="],
    parse: sudo,
    examples: &[
        Example {
            message: "     ops : TTY=pts/0 ; PWD=/home/ops ; USER=root ; COMMAND=/usr/sbin/reboot",
            fields: &[],
            event: "Lifecycle(Asked { by: User { name: Some(\"ops\") }, verb: Reboot, forced: false })",
        },
        Example {
            message: "     ops : TTY=pts/0 ; PWD=/root ; USER=root ; COMMAND=/usr/bin/systemctl reboot -ff",
            fields: &[],
            event: "Lifecycle(Asked { by: User { name: Some(\"ops\") }, verb: Reboot, forced: true })",
        },
        Example {
            message: "     ops : TTY=pts/0 ; PWD=/root ; USER=root ; COMMAND=/usr/sbin/shutdown -h +5 memory",
            fields: &[("_COMM", "sudo"), ("_UID", "1000")],
            event: "Lifecycle(Asked { by: User { name: Some(\"ops\") }, verb: Poweroff, forced: false })",
        },
    ],
};

fn sudo(record: &Record) -> Option<EventKind> {
    let (user, rest) = record.message.split_once(" : ")?;
    // A refusal stands before the fields: `ops : command not allowed ; TTY=...`.
    const FIELDS: [&str; 8] = ["TTY=", "PWD=", "USER=", "GROUP=", "HOST=", "TSID=", "CHROOT=", "ENV="];
    FIELDS.iter().any(|field| rest.starts_with(field)).then_some(())?;
    let command = rest.split_once("COMMAND=")?.1;
    let (verb, forced) = (of_command(command)?, is_forced(command));
    life(Lifecycle::Asked { by: Requester::User { name: Some(user.trim().to_owned()) }, verb, forced })
}

/// Whether a command line asks for an end without an orderly shutdown: `-f` and `--force` of reboot(8) and
/// systemctl(1). With shutdown(8) the letter means something else.
fn is_forced(line: &str) -> bool {
    let is_flag = |word: &str| word == "--force" || matches!(word, "-f" | "-ff");
    let of_shutdown = line.split_whitespace().next().is_some_and(|program| program.ends_with("shutdown"));
    !of_shutdown && line.split_whitespace().skip(1).any(is_flag)
}

/// What a command line asks of this host, if it asks for an end.
fn of_command(line: &str) -> Option<Verb> {
    let mut words = line.split_whitespace();
    let mut program = words.next()?.rsplit('/').next()?;
    while matches!(program, "env" | "nohup" | "setsid" | "nice" | "ionice") {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?.rsplit('/').next()?;
    }
    let args: Vec<&str> = words.collect();
    match program {
        "reboot" | "poweroff" | "halt" => of_reboot(program, &args),
        "shutdown" => of_shutdown(&args),
        "systemctl" => of_systemctl(&args),
        "init" | "telinit" => match *args.first()? {
            "0" => Some(Verb::Poweroff),
            "6" => Some(Verb::Reboot),
            _ => None,
        },
        "kexec" => args.iter().any(|arg| matches!(*arg, "-e" | "--exec")).then_some(Verb::Kexec),
        _ => None,
    }
}

/// reboot(8), poweroff(8) and halt(8) share their options.
fn of_reboot(program: &str, args: &[&str]) -> Option<Verb> {
    let mut verb = verb::from_word(program)?;
    for arg in args {
        match *arg {
            "--help" | "-w" | "--wtmp-only" => return None,
            "-p" | "--poweroff" => verb = Verb::Poweroff,
            "--reboot" => verb = Verb::Reboot,
            "--halt" => verb = Verb::Halt,
            _ => {}
        }
    }
    Some(verb)
}

/// shutdown(8): without an option it powers off.
fn of_shutdown(args: &[&str]) -> Option<Verb> {
    let mut verb = Verb::Poweroff;
    for arg in args.iter().take_while(|arg| arg.starts_with('-')) {
        match *arg {
            "--reboot" => verb = Verb::Reboot,
            "--halt" => verb = Verb::Halt,
            "--poweroff" => verb = Verb::Poweroff,
            "--help" | "--show" => return None,
            long if long.starts_with("--") => {}
            short => {
                for letter in short.chars() {
                    match letter {
                        'r' => verb = Verb::Reboot,
                        'h' | 'P' => verb = Verb::Poweroff,
                        'H' => verb = Verb::Halt,
                        'c' | 'k' => return None,
                        _ => {}
                    }
                }
            }
        }
    }
    Some(verb)
}

/// systemctl(1): a verb, or a start of its target. With `-H`, `-M` another host is meant.
fn of_systemctl(args: &[&str]) -> Option<Verb> {
    let elsewhere = |arg: &&str| {
        arg.starts_with("-H")
            || arg.starts_with("-M")
            || arg.starts_with("--host")
            || arg.starts_with("--machine")
    };
    if args.iter().any(elsewhere) || args.contains(&"--when=cancel") || args.contains(&"--user") {
        return None;
    }
    let mut words = args.iter().filter(|arg| !arg.starts_with('-'));
    let word = *words.next()?;
    match word {
        "start" | "isolate" => verb::from_word(words.next()?.strip_suffix(".target")?),
        _ => verb::from_word(word),
    }
}

/// A desktop's or a plain `systemctl reboot` for which polkit asked the user's password.
pub(crate) const POLKIT: Signal = Signal {
    name: "life.asked_polkit",
    listen: Listen::Programs(&["polkitd", "polkitd(authority=local)", "polkit"]),
    message_ids: &[],
    needles: &["org.freedesktop.login1."],
    parse: polkit,
    examples: &[Example {
        message: "Operator of unix-process:2817:99120 successfully authenticated as unix-user:ops to gain ONE-SHOT authorization for action org.freedesktop.login1.reboot-multiple-sessions for system-bus-name::1.93 [systemctl reboot] (owned by unix-user:ops)",
        fields: &[],
        event: "Lifecycle(Asked { by: User { name: Some(\"ops\") }, verb: Reboot, forced: false })",
    }],
};

fn polkit(record: &Record) -> Option<EventKind> {
    let text = record.message.as_str();
    text.contains(" successfully authenticated ").then_some(())?;
    let verb = verb::from_polkit_action(text.split_once("for action ")?.1.split(' ').next()?)?;
    let name = text
        .rsplit_once("owned by unix-user:")
        .map(|(_, name)| name.trim_end_matches(')').to_owned())
        .filter(|name| !name.is_empty());
    asked(Requester::User { name }, verb)
}

/// unattended-upgrades 2.x: `Found /var/run/reboot-required, rebooting`. It also says that it does not.
pub(crate) const UNATTENDED_UPGRADES: Signal = Signal {
    name: "life.asked_unattended_upgrades",
    listen: Listen::Programs(&["unattended-upgrade", "unattended-upgrades"]),
    message_ids: &[],
    needles: &["rebooting", "Shutdown msg: ", "Reboot scheduled for "],
    parse: unattended_upgrades,
    examples: &[
        Example {
            message: "Found /var/run/reboot-required, rebooting",
            fields: &[("_COMM", "unattended-upgr"), ("_SYSTEMD_UNIT", "apt-daily-upgrade.service")],
            event: "Lifecycle(Asked { by: UnattendedUpgrades, verb: Reboot, forced: false })",
        },
        Example {
            message: "Reboot scheduled for Thu 2026-04-02 04:00:00 UTC, use 'shutdown -c' to cancel.",
            fields: &[("_COMM", "python3"), ("_SYSTEMD_UNIT", "apt-daily-upgrade.service"), ("_UID", "0")],
            event: "Lifecycle(Asked { by: UnattendedUpgrades, verb: Reboot, forced: false })",
        },
    ],
};

fn unattended_upgrades(record: &Record) -> Option<EventKind> {
    let text = record.message.trim_end().trim_end_matches('.');
    let says = text.starts_with("Found ") && text.ends_with(", rebooting")
        || text.starts_with("Reboot scheduled for ")
        || text.starts_with("Shutdown msg: ") && text.contains("scheduled for ");
    says.then_some(())?;
    asked(Requester::UnattendedUpgrades, Verb::Reboot)
}

const NUT_SAYS: [&str; 4] = [
    "Executing automatic power-fail shutdown",
    "Auto logout and shutdown proceeding",
    "forced shutdown in progress",
    "initiating forced shutdown",
];

/// Network UPS Tools (`upsmon.c`). Its lines on the supply itself (`On battery`) ask for nothing yet.
pub(crate) const NUT: Signal = Signal {
    name: "life.asked_nut",
    listen: Listen::Programs(&["upsmon", "nut-monitor"]),
    message_ids: &[],
    needles: &NUT_SAYS,
    parse: |_| asked(Requester::Ups, Verb::Poweroff),
    examples: &[
        Example {
            message: "Executing automatic power-fail shutdown",
            fields: &[
                ("SYSLOG_IDENTIFIER", "nut-monitor"),
                ("_COMM", "upsmon"),
                ("_SYSTEMD_UNIT", "nut-monitor.service"),
            ],
            event: "Lifecycle(Asked { by: Ups, verb: Poweroff, forced: false })",
        },
        Example {
            message: "Auto logout and shutdown proceeding",
            fields: &[],
            event: "Lifecycle(Asked { by: Ups, verb: Poweroff, forced: false })",
        },
        Example {
            message: "UPS ups@localhost: forced shutdown in progress",
            fields: &[],
            event: "Lifecycle(Asked { by: Ups, verb: Poweroff, forced: false })",
        },
        Example {
            message: "Too few UPS(es) are healthy (0<1), initiating forced shutdown",
            fields: &[],
            event: "Lifecycle(Asked { by: Ups, verb: Poweroff, forced: false })",
        },
    ],
};

/// apcupsd (`apcaction.c`): the shutdown itself and the limits that bring it. `Power failure.` does not.
pub(crate) const APCUPSD: Signal = Signal {
    name: "life.asked_apcupsd",
    listen: Listen::Program("apcupsd"),
    message_ids: &[],
    needles: &[
        "Initiating system shutdown!",
        "Battery power exhausted",
        "limit on batteries",
        "Battery charge below low limit",
        "Remote shutdown requested",
    ],
    parse: |_| asked(Requester::Ups, Verb::Poweroff),
    examples: &[
        Example {
            message: "Initiating system shutdown!",
            fields: &[],
            event: "Lifecycle(Asked { by: Ups, verb: Poweroff, forced: false })",
        },
        Example {
            message: "Reached run time limit on batteries.",
            fields: &[],
            event: "Lifecycle(Asked { by: Ups, verb: Poweroff, forced: false })",
        },
    ],
};

pub(crate) const GUEST_AGENT: Signal = Signal {
    name: "life.asked_guest_agent",
    listen: Listen::Programs(&["qemu-ga", "qemu-guest-agent"]),
    message_ids: &[],
    needles: &["guest-shutdown called"],
    parse: guest_agent,
    examples: &[
        Example {
            message: "info: guest-shutdown called, mode: powerdown",
            fields: &[],
            event: "Lifecycle(Asked { by: Hypervisor, verb: Poweroff, forced: false })",
        },
        Example {
            message: "info: guest-shutdown called, mode: reboot",
            fields: &[],
            event: "Lifecycle(Asked { by: Hypervisor, verb: Reboot, forced: false })",
        },
    ],
};

fn guest_agent(record: &Record) -> Option<EventKind> {
    let mode = record.message.split_once("mode: ").map_or("", |(_, mode)| mode.trim());
    let verb = match mode {
        "reboot" => Verb::Reboot,
        "halt" => Verb::Halt,
        // Without a mode it powers down.
        "powerdown" | "(null)" => Verb::Poweroff,
        _ => Verb::Unknown,
    };
    asked(Requester::Hypervisor, verb)
}

/// watchdog(8) (`shutdown.c`): load, memory, network or temperature out of its bounds. It kills and unmounts
/// by itself, so marks of an orderly end are partly missing. It powers off only if the host is too hot.
pub(crate) const WATCHDOG_DAEMON: Signal = Signal {
    name: "life.asked_watchdog_daemon",
    listen: Listen::Program("watchdog"),
    message_ids: &[],
    needles: &["shutting down the system because of error"],
    parse: |record| {
        let is_hot = record.message.contains("too hot");
        program("watchdog", if is_hot { Verb::Poweroff } else { Verb::Reboot })
    },
    examples: &[Example {
        message: "shutting down the system because of error 12 = 'Cannot allocate memory'",
        fields: &[],
        event: "Lifecycle(Asked { by: Program { name: \"watchdog\" }, verb: Reboot, forced: false })",
    }],
};

/// kured on the host itself. Run in a container its log is that container's, and logind names the operator.
pub(crate) const KURED: Signal = Signal {
    name: "life.asked_kured",
    listen: Listen::Program("kured"),
    message_ids: &[],
    needles: &["Commanding reboot", "Rebooting node"],
    parse: |_| program("kured", Verb::Reboot),
    examples: &[Example {
        message: "time=\"2026-04-02T04:00:00Z\" level=info msg=\"Commanding reboot for node: spark-1\"",
        fields: &[],
        event: "Lifecycle(Asked { by: Program { name: \"kured\" }, verb: Reboot, forced: false })",
    }],
};

/// NVIDIA NVSentinel leaves its mark in the host's log from a privileged container with logger(1), so
/// the identifier is all there is to go by.
pub(crate) const NVSENTINEL: Signal = Signal {
    name: "life.asked_nvsentinel",
    listen: Listen::Userland,
    message_ids: &[],
    needles: &["eboot"],
    parse: |record| {
        let is_marked = record.identifier.as_deref() == Some("nvsentinel-reboot");
        let is_relayed = record.field("CONTAINER_ID").is_some() || record.comm.as_deref() == Some("dockerd");
        (is_marked && !is_relayed).then_some(())?;
        program("nvsentinel-reboot", Verb::Reboot)
    },
    examples: &[Example {
        message: "reboot requested by NVSentinel",
        fields: &[("SYSLOG_IDENTIFIER", "nvsentinel-reboot"), ("_COMM", "logger"), ("_UID", "0")],
        event: "Lifecycle(Asked { by: Program { name: \"nvsentinel-reboot\" }, verb: Reboot, forced: false })",
    }],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::read;

    #[test]
    fn commands() {
        for (line, verb) in [
            ("/usr/sbin/reboot", Some(Verb::Reboot)),
            ("/run/current-system/sw/bin/reboot", Some(Verb::Reboot)),
            ("/sbin/reboot -f", Some(Verb::Reboot)),
            ("/sbin/reboot -p", Some(Verb::Poweroff)),
            ("/sbin/reboot --help", None),
            ("/sbin/poweroff", Some(Verb::Poweroff)),
            ("/sbin/halt", Some(Verb::Halt)),
            ("/sbin/shutdown -r now", Some(Verb::Reboot)),
            ("/sbin/shutdown -rf now", Some(Verb::Reboot)),
            ("/sbin/shutdown --reboot +5", Some(Verb::Reboot)),
            ("/sbin/shutdown now", Some(Verb::Poweroff)),
            ("/sbin/shutdown now we -c", Some(Verb::Poweroff)),
            ("/sbin/shutdown", Some(Verb::Poweroff)),
            ("/sbin/shutdown -H now", Some(Verb::Halt)),
            ("/sbin/shutdown -c", None),
            ("/usr/bin/systemctl reboot", Some(Verb::Reboot)),
            ("/usr/bin/systemctl --force --force poweroff", Some(Verb::Poweroff)),
            ("/usr/bin/systemctl soft-reboot", Some(Verb::SoftReboot)),
            ("/usr/bin/systemctl kexec", Some(Verb::Kexec)),
            ("/usr/bin/systemctl start reboot.target", Some(Verb::Reboot)),
            ("/usr/bin/systemctl -H other reboot", None),
            ("/usr/bin/systemctl suspend", None),
            ("/usr/bin/systemctl restart docker", None),
            ("/usr/bin/systemctl status reboot.target", None),
            ("/sbin/init 6", Some(Verb::Reboot)),
            ("/sbin/init", None),
            ("/sbin/kexec -e", Some(Verb::Kexec)),
            ("/sbin/kexec -l /boot/vmlinuz", None),
            ("/usr/bin/env LANG=C reboot", Some(Verb::Reboot)),
            ("/usr/bin/grep reboot /var/log/syslog", None),
            ("/usr/bin/vim /etc/shutdown", None),
            ("/usr/bin/env", None),
            ("", None),
        ] {
            assert_eq!(of_command(line), verb, "{line}");
        }
    }

    #[test]
    fn what_is_no_request() {
        let root = ("_UID", "0");
        for (who, message, fields) in [
            (
                "sudo",
                "     ops : command not allowed ; TTY=pts/0 ; PWD=/home/ops ; USER=root ; COMMAND=/usr/sbin/reboot",
                &[][..],
            ),
            (
                "sudo",
                "     ops : 3 incorrect password attempts ; TTY=pts/0 ; PWD=/home/ops ; USER=root ; COMMAND=/usr/sbin/reboot",
                &[],
            ),
            ("sudo", "pam_unix(sudo:session): session closed for user root", &[]),
            ("sudo", "     ops : TTY=tty2 ; PWD=/home/ops ; USER=root ; COMMAND=/usr/bin/kill -9 2817", &[]),
            ("sudo", "ops : TTY=pts/0 ; USER=root ; COMMAND=/usr/sbin/reboot", &[("_COMM", "dockerd"), root]),
            (
                "polkitd",
                "Operator of unix-session:2 FAILED to authenticate to gain authorization for action org.freedesktop.login1.reboot for system-bus-name::1.9 [systemctl reboot] (owned by unix-user:ops)",
                &[],
            ),
            (
                "unattended-upgrade",
                "Found /var/run/reboot-required, but not rebooting because ops is logged in",
                &[],
            ),
            ("unattended-upgrade", "Packages that will be upgraded: linux-image-generic", &[]),
            (
                "unattended-upgrade",
                "Found /var/run/reboot-required, rebooting",
                &[("_COMM", "python3"), ("_SYSTEMD_UNIT", "user@1000.service"), ("_UID", "1000")],
            ),
            ("upsmon", "UPS ups@localhost: On battery", &[]),
            ("upsmon", "doshutdown: call parent pipe for shutdown (async)", &[]),
            ("apcupsd", "Power failure.", &[]),
            ("nvsentinel-reboot", "reboot", &[("_COMM", "dockerd"), ("CONTAINER_ID", "0a1b2c")]),
            ("app", "INFO: guest-shutdown called, mode: powerdown", &[]),
        ] {
            assert_eq!(read(who, "syslog", message, fields), None, "{who}: {message}");
        }
    }
}
