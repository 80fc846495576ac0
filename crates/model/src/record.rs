//! A record: one journal entry, framed but not yet understood.

use crate::{BootId, Id128, InputId, MachineId, Micros};

/// How an entry reached journald (`_TRANSPORT`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Transport {
    /// Read from the kernel's buffer; also PID 1's and journald's own early lines.
    Kernel,
    /// The native journal protocol.
    Journal,
    /// A service's standard output or error.
    Stdout,
    /// The syslog socket.
    Syslog,
    /// journald itself.
    Driver,
    /// The audit subsystem.
    Audit,
    /// Not recorded.
    #[default]
    Unknown,
}

impl Transport {
    /// Reads the value of `_TRANSPORT`.
    #[must_use]
    pub fn parse(value: &str) -> Self {
        match value {
            "kernel" => Self::Kernel,
            "journal" => Self::Journal,
            "stdout" => Self::Stdout,
            "syslog" => Self::Syslog,
            "driver" => Self::Driver,
            "audit" => Self::Audit,
            _ => Self::Unknown,
        }
    }
}

/// Who is speaking, reduced to what the signal tables ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Identity {
    /// The kernel: transport kernel and identifier `kernel` (or none).
    Kernel,
    /// PID 1: a trusted `_PID=1`, or identifier `systemd` through the kernel's buffer.
    Pid1,
    /// journald: transport driver, or identifier `systemd-journald` (once `systemd-journal`) through the
    /// kernel's buffer.
    Journald,
    /// Any other program.
    Program,
}

/// A place in one sequence of journal entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seq {
    /// The source that counts (`seqnum_id`).
    pub source: Id128,
    /// The number.
    pub number: u64,
}

/// Where a record came from, so that it can be cited.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Origin {
    /// Which input.
    pub input: InputId,
    /// journald's cursor, if the input has cursors.
    pub cursor: Option<Box<str>>,
    /// Line in the decompressed stream, counted from 1 (an export entry's first line, a CSV row).
    pub line: Option<u64>,
}

/// One journal entry.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// Wall-clock time at which journald received it.
    pub at: Micros,
    /// Monotonic time since the boot's start in microseconds.
    pub monotonic: Option<i64>,
    /// The kernel's own time of a line of its buffer since the boot's start in microseconds
    /// (`_SOURCE_MONOTONIC_TIMESTAMP`, the stamp of dmesg): every source has the same.
    pub kernel_time: Option<i64>,
    /// Sequence number.
    pub seq: Option<Seq>,
    /// Its boot.
    pub boot: BootId,
    /// Its machine.
    pub machine: Option<MachineId>,
    /// How it reached journald.
    pub transport: Transport,
    /// `SYSLOG_IDENTIFIER`.
    pub identifier: Option<Box<str>>,
    /// The trusted `_PID`.
    pub pid: Option<u32>,
    /// The trusted `_COMM`.
    pub comm: Option<Box<str>>,
    /// The trusted `_SYSTEMD_UNIT`.
    pub unit: Option<Box<str>>,
    /// `MESSAGE_ID`.
    pub message_id: Option<Id128>,
    /// The other fields that were kept, in the entry's order: `UNIT`, `SHUTDOWN`, `SLEEP`, `ACTION`, ...
    pub fields: Vec<(Box<str>, Box<str>)>,
    /// `MESSAGE`, with bytes that are no UTF-8 replaced.
    pub message: String,
    /// Where it came from.
    pub origin: Origin,
    /// Taken out of a damaged journal file object by object: fields of it may be lost.
    pub salvaged: bool,
}

impl Record {
    /// The value of a kept field that has no place of its own in the struct.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(key, _)| &**key == name).map(|(_, value)| &**value)
    }

    /// Who is speaking. The text of an entry is never consulted.
    #[must_use]
    pub fn identity(&self) -> Identity {
        let name = self.identifier.as_deref();
        match self.transport {
            Transport::Kernel => match name {
                None | Some("kernel") => Identity::Kernel,
                Some("systemd") => Identity::Pid1,
                Some("systemd-journald" | "systemd-journal") => Identity::Journald,
                Some(_) => Identity::Program,
            },
            Transport::Driver => Identity::Journald,
            _ if self.pid == Some(1) => Identity::Pid1,
            _ => Identity::Program,
        }
    }

    /// Whether a program of this name speaks on the host itself.
    ///
    /// The trusted process name or unit decides. The identifier that a program gave itself counts only where
    /// they cannot tell: there are none (a text log, the kernel's buffer), the process was gone before
    /// journald looked, it is an interpreter or `logger`, or it is a child that writes to a service's output;
    /// and then only if a system service or root vouches for it. What a container says is never a host's program, whatever it calls itself.
    #[must_use]
    pub fn is_program(&self, name: &str) -> bool {
        if self.identity() != Identity::Program || self.is_contained() {
            return false;
        }
        let comm = self.comm.as_deref();
        if comm.is_some_and(|comm| is_comm_of(comm, name)) || self.is_of_service(name) {
            return true;
        }
        // A service's output bears the identifier that PID 1 gave it, also where a child of it writes.
        let is_mute = comm.is_none_or(speaks_for_others) || self.transport == Transport::Stdout;
        let is_untraced = comm.is_none() && self.unit.is_none() && self.field("_UID").is_none();
        self.identifier.as_deref() == Some(name) && is_mute && (is_untraced || self.is_vouched_for())
    }

    /// Whether its trusted unit is the service of that name, or an instance of it.
    fn is_of_service(&self, name: &str) -> bool {
        let stem = self.unit.as_deref().and_then(|unit| unit.strip_suffix(".service"));
        stem.is_some_and(|stem| stem.split('@').next() == Some(name))
    }

    /// Whether it comes out of a container: by the fields that the runtimes' log drivers add, or by the
    /// scope in which the runtime put it.
    fn is_contained(&self) -> bool {
        const SCOPES: [&str; 7] =
            ["docker-", "libpod-", "cri-containerd-", "crio-", "nerdctl-", "machine-", "lxc"];
        const SERVICES: [&str; 4] = ["systemd-nspawn@", "lxc@", "lxc-", "pve-container@"];
        let in_scope = self.unit.as_deref().is_some_and(|unit| {
            SERVICES.iter().any(|service| unit.starts_with(service))
                || unit.ends_with(".scope") && SCOPES.iter().any(|scope| unit.starts_with(scope))
        });
        in_scope || self.field("CONTAINER_ID").is_some() || self.field("CONTAINER_NAME").is_some()
    }

    /// Whether root or a system service stands behind it. A container engine runs anybody's programs and vouches
    /// for none of them.
    fn is_vouched_for(&self) -> bool {
        const ENGINES: [&str; 6] = [
            "docker.service",
            "containerd.service",
            "podman.service",
            "crio.service",
            "kubelet.service",
            "lxd.service",
        ];
        let unit = self.unit.as_deref();
        if unit.is_some_and(|unit| ENGINES.contains(&unit)) {
            return false;
        }
        let is_root = self.field("_UID") == Some("0");
        is_root || unit.is_some_and(|unit| unit.ends_with(".service") && !unit.starts_with("user@"))
    }

    /// Whether an entry of the system itself (kernel, PID 1, journald or a system service), in contrast to
    /// a user session's.
    #[must_use]
    pub fn is_system(&self) -> bool {
        match self.identity() {
            Identity::Kernel | Identity::Pid1 | Identity::Journald => true,
            Identity::Program => self
                .field("_UID")
                .and_then(|uid| uid.parse::<u32>().ok())
                .is_none_or(|uid| uid < 1000 || DYNAMIC_UIDS.contains(&uid)),
        }
    }
}

/// The users that `DynamicUser=` makes up for a service (systemd.exec(5)), such as earlyoom's.
const DYNAMIC_UIDS: std::ops::RangeInclusive<u32> = 61184..=65519;

/// Whether a process name is that of a program: the kernel cuts it at 15 bytes, and a script bears its file's
/// name.
fn is_comm_of(comm: &str, name: &str) -> bool {
    let cut = name.as_bytes().get(..15).unwrap_or(name.as_bytes());
    comm.as_bytes() == cut
        || [".sh", ".py", ".pl"].iter().any(|end| comm.strip_suffix(end).is_some_and(|stem| stem == name))
}

/// Whether a process name says nothing of who speaks: an interpreter, or a tool that logs for a script.
fn speaks_for_others(comm: &str) -> bool {
    let stem = comm.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    matches!(
        stem,
        "python"
            | "pypy"
            | "perl"
            | "ruby"
            | "node"
            | "java"
            | "lua"
            | "sh"
            | "bash"
            | "dash"
            | "zsh"
            | "busybox"
            | "logger"
            | "systemd-cat"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    type Row<'a> = (&'a str, &'a str, Option<&'a str>, Option<&'a str>, Option<&'a str>, bool);

    fn record(transport: &str, identifier: &str, trusted: [Option<&str>; 3]) -> Record {
        let [comm, unit, uid] = trusted;
        Record {
            transport: Transport::parse(transport),
            identifier: Some(identifier.into()),
            comm: comm.map(Into::into),
            unit: unit.map(Into::into),
            fields: uid.map(|uid| ("_UID".into(), uid.into())).into_iter().collect(),
            ..Record::default()
        }
    }

    #[test]
    fn who_speaks() {
        for (transport, identifier, pid, who) in [
            ("kernel", "kernel", None, Identity::Kernel),
            ("kernel", "systemd", None, Identity::Pid1),
            ("kernel", "systemd-journald", None, Identity::Journald),
            ("kernel", "systemd-journal", None, Identity::Journald),
            ("kernel", "systemd-shutdown", None, Identity::Program),
            ("driver", "systemd-journald", Some(516), Identity::Journald),
            ("journal", "systemd", Some(1), Identity::Pid1),
            // A user's own manager.
            ("journal", "systemd", Some(2817), Identity::Program),
            ("syslog", "kernel", Some(2817), Identity::Program),
        ] {
            let speaker = Record { pid, ..record(transport, identifier, [None; 3]) };
            assert_eq!(speaker.identity(), who, "{transport} {identifier}");
        }
    }

    // Columns: program asked for, identifier, _COMM, _SYSTEMD_UNIT, _UID, whether it is heard.
    const PROGRAMS: &[Row<'static>] = &[
        // The process name, cut at 15 bytes, whatever the identifier says.
        (
            "systemd-logind",
            "systemd-logind",
            Some("systemd-logind"),
            Some("systemd-logind.service"),
            Some("0"),
            true,
        ),
        (
            "unattended-upgrade",
            "unattended-upgrade",
            Some("unattended-upgr"),
            Some("apt-daily-upgrade.service"),
            Some("0"),
            true,
        ),
        ("sudo", "sudo", Some("sudo"), Some("session-15.scope"), Some("1000"), true),
        ("sudo", "sudo", Some("sudo"), None, Some("0"), true),
        ("kdump", "kdump", Some("kdump.sh"), Some("kdump-capture.service"), Some("0"), true),
        // The service, also as an instance.
        ("nut-monitor", "upsmon", Some("upsmon"), Some("nut-monitor.service"), Some("117"), true),
        ("systemd-fsck", "systemd-fsck", None, Some("systemd-fsck@dev-sda1.service"), Some("0"), true),
        // Gone before journald looked.
        ("systemd-fsck", "systemd-fsck", None, Some("systemd-fsck-root.service"), Some("0"), true),
        ("systemd-sleep", "systemd-sleep", None, None, Some("0"), true),
        ("sudo", "sudo", None, None, Some("1000"), false),
        // Nothing trusted at all: a text log.
        ("earlyoom", "earlyoom", None, None, None, true),
        ("earlyoom", "oomd", None, None, None, false),
        // An interpreter or logger, if root or a system service vouches.
        (
            "unattended-upgrade",
            "unattended-upgrade",
            Some("python3"),
            Some("apt-daily-upgrade.service"),
            None,
            true,
        ),
        ("unattended-upgrade", "unattended-upgrade", Some("python3.12"), None, Some("0"), true),
        ("kdump-tools", "kdump-tools", Some("logger"), Some("kdump-boot.service"), Some("0"), true),
        (
            "unattended-upgrade",
            "unattended-upgrade",
            Some("python3"),
            Some("user@1000.service"),
            Some("1000"),
            false,
        ),
        ("unattended-upgrade", "unattended-upgrade", Some("python3"), None, Some("1000"), false),
        ("unattended-upgrade", "app", Some("python3"), Some("apt-daily-upgrade.service"), Some("0"), false),
        // A borrowed name.
        ("sudo", "sudo", Some("dockerd"), Some("docker.service"), Some("0"), false),
        ("sudo", "sudo", Some("app"), Some("app.service"), Some("0"), false),
        // In a container.
        (
            "systemd-logind",
            "systemd-logind",
            Some("systemd-logind"),
            Some("docker-0a1b.scope"),
            Some("0"),
            false,
        ),
        ("earlyoom", "earlyoom", Some("earlyoom"), Some("libpod-0a1b.scope"), Some("0"), false),
        ("sudo", "sudo", None, Some("systemd-nspawn@box.service"), Some("0"), false),
    ];

    #[test]
    fn whose_line_it_is() {
        for &(name, identifier, comm, unit, uid, heard) in PROGRAMS {
            let record = record("syslog", identifier, [comm, unit, uid]);
            assert_eq!(record.is_program(name), heard, "{name}: {identifier} {comm:?} {unit:?} {uid:?}");
        }
    }

    #[test]
    fn a_service_s_output_bears_its_name() {
        for (transport, unit, heard) in [
            ("stdout", "systemd-fsck-root.service", true),
            ("stdout", "user@1000.service", false),
            ("stdout", "docker-0a1b.scope", false),
            ("stdout", "lxc@101.service", false),
            ("syslog", "systemd-fsck-root.service", false),
        ] {
            let record = record(transport, "systemd-fsck", [Some("fsck.ext4"), Some(unit), None]);
            assert_eq!(record.is_program("systemd-fsck"), heard, "{transport} {unit}");
        }
    }

    #[test]
    fn the_kernel_s_buffer_has_no_trusted_fields() {
        let record = record("kernel", "systemd-shutdown", [None; 3]);
        assert!(record.is_program("systemd-shutdown"));
        assert!(!record.is_program("systemd"));
    }

    #[test]
    fn what_docker_relays_is_not_docker_s_own() {
        let mut record = record("journal", "earlyoom", [Some("dockerd"), Some("docker.service"), Some("0")]);
        assert!(record.is_program("dockerd"));
        record.fields.push(("CONTAINER_ID".into(), "0a1b2c3d4e5f".into()));
        assert!(!record.is_program("dockerd") && !record.is_program("earlyoom"));
    }

    #[test]
    fn system_and_session() {
        for (uid, system) in [("0", true), ("117", true), ("1000", false), ("61500", true), ("65534", false)]
        {
            assert_eq!(record("syslog", "a", [None, None, Some(uid)]).is_system(), system, "{uid}");
        }
    }
}
