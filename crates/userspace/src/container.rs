//! Containers: which ran, and what the runtime says of their end.

use std::sync::LazyLock;

use model::event::Userspace;
use model::{EventKind, Listen, Record, Signal};
use regex::Regex;

use crate::{example, group, regex, row, said};

/// The daemons and front ends that speak of containers; some run under a unit of another name.
const RUNTIMES: Listen = Listen::Programs(&[
    "dockerd",
    "docker",
    "containerd",
    "docker-compose",
    "podman",
    "conmon",
    "kubelet",
    "k3s",
    "rke2-server",
    "rke2-agent",
    "crio",
]);

/// The runtime tells of an OOM kill in a container, mostly for the container's own limit. The kubelet's line is
/// about the whole host.
pub(crate) const OOM: Signal = row(
    "userspace.container_oom",
    RUNTIMES,
    &["TaskOOM", "/tasks/oom", "container oom ", "System OOM encountered"],
    |_| Some(EventKind::Userspace(Userspace::ContainerOom)),
    &[
        example(
            r#"time="2026-05-13T00:31:09.33Z" level=info msg="TaskOOM event container_id:\"4e096ec84f61\"""#,
            "Userspace(ContainerOom)",
        ),
        example(
            r#"time="2026-05-13T00:31:09.33Z" level=debug msg="event forwarded" ns=k8s.io topic=/tasks/oom type=containerd.events.TaskOOM"#,
            "Userspace(ContainerOom)",
        ),
        example(
            "2026-05-13T00:31:09.33Z container oom 4e096ec84f61 (image=a, name=b)",
            "Userspace(ContainerOom)",
        ),
        said(
            "System OOM encountered, victim process: python3, pid: 4242",
            &[("SYSLOG_IDENTIFIER", "kubelet")],
            "Userspace(ContainerOom)",
        ),
    ],
);

/// A container started.
pub(crate) const STARTED: Signal = row(
    "userspace.container_started",
    RUNTIMES,
    &[" started", " Started", "StartContainer for ", "container start "],
    started,
    &[
        example(
            r#"time="2026-05-13T00:31:09.330757681Z" level=info msg="Container e0e82f4c5ab5bb6f5d0f4583e4f3dd8ab2377c1cf8c3a67e59dd4bb092a1e5ec started""#,
            r#"Userspace(ContainerStarted { container: "e0e82f4c5ab5bb6f5d0f4583e4f3dd8ab2377c1cf8c3a67e59dd4bb092a1e5ec" })"#,
        ),
        example(
            r#"time="2026-05-13T00:31:09Z" level=info msg="Container started" container=61613c404d51"#,
            r#"Userspace(ContainerStarted { container: "61613c404d51" })"#,
        ),
        example("Container started", r#"Userspace(ContainerStarted { container: "" })"#),
        example(
            " Container vllm-server  Started",
            r#"Userspace(ContainerStarted { container: "vllm-server" })"#,
        ),
        example(
            r#"time="2026-05-13T00:31:09Z" level=info msg="StartContainer for \"4e096ec84f61\" returns successfully""#,
            r#"Userspace(ContainerStarted { container: "4e096ec84f61" })"#,
        ),
        example(
            "2026-05-13 00:31:09.3 +0000 UTC m=+0.2 container start 4e096ec84f61 (image=docker.io/a:1, name=vllm)",
            r#"Userspace(ContainerStarted { container: "4e096ec84f61" })"#,
        ),
    ],
);

/// A container ended.
pub(crate) const EXITED: Signal = row(
    "userspace.container_exited",
    RUNTIMES,
    &[
        " exited",
        " Exited",
        " Stopped",
        "/tasks/delete",
        "shim disconnected",
        "container died ",
        "exit event",
    ],
    exited,
    &[
        example(
            r#"time="2026-05-13T02:42:31.3Z" level=info msg="Container bdc32517c78bf08763ed0b80123c8b7fd31b3e00e02964dc1c3d56fbebc9363b exited" exitCode=0"#,
            r#"Userspace(ContainerExited { container: "bdc32517c78bf08763ed0b80123c8b7fd31b3e00e02964dc1c3d56fbebc9363b" })"#,
        ),
        example(
            r#"time="2026-05-13T00:48:22Z" level=info msg="ignoring event" container=d2bbcf28587eb1aa9d32daa4f1f8005d75f7daf3f472c0e5f33ca73a5b1b0f0e module=libcontainerd namespace=moby topic=/tasks/delete type="*events.TaskDelete""#,
            r#"Userspace(ContainerExited { container: "d2bbcf28587eb1aa9d32daa4f1f8005d75f7daf3f472c0e5f33ca73a5b1b0f0e" })"#,
        ),
        example(
            r#"time="2026-05-13T00:48:22Z" level=info msg="shim disconnected" id=4e096ec84f61 namespace=k8s.io"#,
            r#"Userspace(ContainerExited { container: "4e096ec84f61" })"#,
        ),
        example(
            r#"time="2026-05-13T00:48:22Z" level=info msg="received exit event container_id:\"4e096ec84f61\" id:\"4e096ec84f61\" pid:7 exit_status:137""#,
            r#"Userspace(ContainerExited { container: "4e096ec84f61" })"#,
        ),
        example(
            "2026-05-13 00:31:09.3 +0000 UTC m=+0.2 container died 4e096ec84f61 (image=docker.io/a:1, name=vllm)",
            r#"Userspace(ContainerExited { container: "4e096ec84f61" })"#,
        ),
        example(
            " Container vllm-server  Stopped",
            r#"Userspace(ContainerExited { container: "vllm-server" })"#,
        ),
    ],
);

static STARTED_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"\bContainer (?:(?<id>[\w.-]+)\s+)?(?:s|S)tarted\b|\bStartContainer for \\?"(?<cri>[\w.-]+)\\?" returns successfully|\bcontainer start (?<podman>[0-9a-f]{12,64})\b"#,
    )
});
static EXITED_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"\bContainer (?:(?<id>[\w.-]+)\s+)?(?:exited|Exited|Stopped)\b|topic=/tasks/delete\b|\bshim disconnected" id=(?<cri>[\w.-]+)|\bexit event container_id:\\?"(?<event>[\w.-]+)|\bcontainer died (?<podman>[0-9a-f]{12,64})\b"#,
    )
});
static CONTAINER_FIELD: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"\bcontainer(?:ID|_id|Id)?="?(?<id>[\w.-]+)"#));

fn started(record: &Record) -> Option<EventKind> {
    let container = container(record, &STARTED_LINE)?;
    Some(EventKind::Userspace(Userspace::ContainerStarted { container }))
}

fn exited(record: &Record) -> Option<EventKind> {
    let container = container(record, &EXITED_LINE)?;
    Some(EventKind::Userspace(Userspace::ContainerExited { container }))
}

/// The container of a line of this kind: named in the text, else in a field of the structured line.
fn container(record: &Record, kind: &Regex) -> Option<String> {
    let line = kind.captures(&record.message)?;
    let named = ["id", "cri", "event", "podman"].into_iter().find_map(|name| {
        // The pattern of each kind has only some of these groups.
        kind.capture_names().flatten().any(|known| known == name).then(|| group(&line, name)).flatten()
    });
    let field = || CONTAINER_FIELD.captures(&record.message).and_then(|found| group(&found, "id"));
    Some(named.or_else(field).unwrap_or_default().to_owned())
}
