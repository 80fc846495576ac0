//! Who says a line: the journal fields of each kind of speaker, as journald records them.

use super::rng::Rng;

/// An entry's own fields; the rest comes from its place.
pub(super) type Fields = Vec<(&'static str, String)>;

fn of(fields: &[(&'static str, &str)], message: impl Into<String>) -> Fields {
    let fields = fields.iter().map(|&(name, value)| (name, value.to_owned()));
    fields.chain([("MESSAGE", message.into())]).collect()
}

/// The kernel itself.
pub(super) fn kernel(message: impl Into<String>) -> Fields {
    let fields = [
        ("PRIORITY", "6"),
        ("_TRANSPORT", "kernel"),
        ("SYSLOG_IDENTIFIER", "kernel"),
        ("SYSLOG_FACILITY", "0"),
    ];
    of(&fields, message)
}

/// A container's output through docker's journald driver. `tag` is what its operator chose; a container can
/// so call itself `kernel`.
pub(super) fn docker_driver(rng: &mut Rng, tag: &str, message: impl Into<String>) -> Fields {
    let id = rng.hex(64);
    let fields = [
        ("PRIORITY", *rng.pick(&["3", "6"])),
        ("_TRANSPORT", "journal"),
        ("SYSLOG_IDENTIFIER", if tag.is_empty() { &id[..12] } else { tag }),
        ("CONTAINER_ID", &id[..12]),
        ("CONTAINER_ID_FULL", &id),
        ("CONTAINER_NAME", "inference"),
        ("CONTAINER_TAG", if tag.is_empty() { &id[..12] } else { tag }),
        ("_PID", "1570"),
        ("_UID", "0"),
        ("_GID", "0"),
        ("_COMM", "dockerd"),
        ("_SYSTEMD_UNIT", "docker.service"),
    ];
    of(&fields, message)
}

/// A process inside a container's scope whose output goes to the journal.
pub(super) fn container_stdout(rng: &mut Rng, identifier: &str, message: impl Into<String>) -> Fields {
    let unit = format!("docker-{}.scope", rng.hex(64));
    let fields = [
        ("PRIORITY", "6"),
        ("_TRANSPORT", "stdout"),
        ("SYSLOG_IDENTIFIER", identifier),
        ("SYSLOG_FACILITY", "3"),
        ("_PID", "48121"),
        ("_UID", "0"),
        ("_GID", "0"),
        ("_COMM", "python3"),
        ("_SYSTEMD_UNIT", &unit),
    ];
    of(&fields, message)
}

/// A service that prints to its standard output.
pub(super) fn service(identifier: &str, unit: &str, message: impl Into<String>) -> Fields {
    let fields = [
        ("PRIORITY", "6"),
        ("_TRANSPORT", "stdout"),
        ("SYSLOG_IDENTIFIER", identifier),
        ("SYSLOG_FACILITY", "3"),
        ("_PID", "2210"),
        ("_UID", "0"),
        ("_GID", "0"),
        ("_COMM", identifier),
        ("_SYSTEMD_UNIT", unit),
    ];
    of(&fields, message)
}

/// A daemon that uses syslog(3).
pub(super) fn daemon(identifier: &str, comm: &str, unit: &str, message: impl Into<String>) -> Fields {
    let fields = [
        ("PRIORITY", *["2", "6"].get(usize::from(identifier != "smartd")).unwrap_or(&"6")),
        ("_TRANSPORT", "syslog"),
        ("SYSLOG_IDENTIFIER", identifier),
        ("SYSLOG_FACILITY", "3"),
        ("_PID", "1193"),
        ("SYSLOG_PID", "1193"),
        ("_UID", "0"),
        ("_GID", "0"),
        ("_COMM", comm),
        ("_SYSTEMD_UNIT", unit),
    ];
    of(&fields, message)
}

/// A program in a user's session. `identifier` is free: `logger -t kernel` is allowed to everybody.
pub(super) fn user(identifier: &str, comm: &str, transport: &str, message: impl Into<String>) -> Fields {
    let fields = [
        ("PRIORITY", "6"),
        ("_TRANSPORT", transport),
        ("SYSLOG_IDENTIFIER", identifier),
        ("SYSLOG_FACILITY", "1"),
        ("_PID", "90211"),
        ("_UID", "1000"),
        ("_GID", "1000"),
        ("_COMM", comm),
        ("_SYSTEMD_UNIT", "user@1000.service"),
        ("_SYSTEMD_OWNER_UID", "1000"),
    ];
    of(&fields, message)
}

/// The system's service manager, with fields of its own.
pub(super) fn pid1(more: &[(&'static str, &str)], message: impl Into<String>) -> Fields {
    let mut fields = vec![
        ("PRIORITY", "6"),
        ("_TRANSPORT", "journal"),
        ("SYSLOG_IDENTIFIER", "systemd"),
        ("SYSLOG_FACILITY", "3"),
        ("_PID", "1"),
        ("_UID", "0"),
        ("_GID", "0"),
        ("_COMM", "systemd"),
        ("_SYSTEMD_UNIT", "init.scope"),
    ];
    fields.extend_from_slice(more);
    of(&fields, message)
}

/// The login manager, with fields of its own.
pub(super) fn logind(more: &[(&'static str, &str)], message: impl Into<String>) -> Fields {
    let mut fields = vec![
        ("PRIORITY", "6"),
        ("_TRANSPORT", "journal"),
        ("SYSLOG_IDENTIFIER", "systemd-logind"),
        ("SYSLOG_FACILITY", "4"),
        ("_PID", "1889"),
        ("_UID", "0"),
        ("_GID", "0"),
        ("_COMM", "systemd-logind"),
        ("_SYSTEMD_UNIT", "systemd-logind.service"),
    ];
    fields.extend_from_slice(more);
    of(&fields, message)
}

/// A user's own service manager, with fields of its own: it calls itself as the system's does.
pub(super) fn user_manager(more: &[(&'static str, &str)], message: impl Into<String>) -> Fields {
    let mut fields = vec![
        ("PRIORITY", "6"),
        ("_TRANSPORT", "journal"),
        ("SYSLOG_IDENTIFIER", "systemd"),
        ("SYSLOG_FACILITY", "3"),
        ("_PID", "3011"),
        ("_UID", "1000"),
        ("_GID", "1000"),
        ("_COMM", "systemd"),
        ("_SYSTEMD_UNIT", "user@1000.service"),
        ("_SYSTEMD_USER_UNIT", "init.scope"),
        ("_SYSTEMD_OWNER_UID", "1000"),
    ];
    fields.extend_from_slice(more);
    of(&fields, message)
}

/// systemd-sleep, which runs in the unit that suspends.
pub(super) fn sleep(message_id: &str, message: &str) -> Fields {
    let fields = [
        ("PRIORITY", "6"),
        ("_TRANSPORT", "journal"),
        ("SYSLOG_IDENTIFIER", "systemd-sleep"),
        ("SYSLOG_FACILITY", "3"),
        ("_PID", "70111"),
        ("_UID", "0"),
        ("_GID", "0"),
        ("_COMM", "systemd-sleep"),
        ("_SYSTEMD_UNIT", "systemd-suspend.service"),
        ("MESSAGE_ID", message_id),
        ("SLEEP", "suspend"),
    ];
    of(&fields, message)
}

/// journald itself, which writes some of its lines to the kernel's log.
pub(super) fn journald(message: impl Into<String>) -> Fields {
    let fields = [
        ("PRIORITY", "4"),
        ("_TRANSPORT", "driver"),
        ("SYSLOG_IDENTIFIER", "systemd-journald"),
        ("SYSLOG_FACILITY", "3"),
        ("_PID", "411"),
        ("_UID", "0"),
        ("_GID", "0"),
        ("_COMM", "systemd-journal"),
        ("_SYSTEMD_UNIT", "systemd-journald.service"),
    ];
    of(&fields, message)
}

/// An entry of a container that has a service manager and a journal of its own, as `journalctl --merge` or
/// a linked journal (`--link-journal`) brings it: another machine, another boot.
pub(super) fn nested(machine: &str, boot: &str, more: &[(&'static str, &str)], message: &str) -> Fields {
    let mut fields = pid1(more, message);
    fields.extend([
        ("_MACHINE_ID", machine.to_owned()),
        ("_BOOT_ID", boot.to_owned()),
        ("_HOSTNAME", "web".to_owned()),
        ("__SEQNUM_ID", machine.to_owned()),
    ]);
    fields
}
