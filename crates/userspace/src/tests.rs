//! Tests of the whole table: its own examples, lines that look alike and are not meant, and any bytes.

use model::signal::{check_table, read_with};
use model::{Record, Transport};
use proptest::prelude::*;

use super::SIGNALS;

fn said_by(transport: Transport, identifier: &str, message: &str) -> Record {
    Record {
        transport,
        identifier: Some(identifier.into()),
        message: message.to_owned(),
        ..Record::default()
    }
}

fn read(identifier: &str, message: &str) -> Option<String> {
    read_with(SIGNALS, &said_by(Transport::Stdout, identifier, message))
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

#[test]
fn look_alikes_are_no_events() {
    for (speaker, line) in [
        ("systemd-oomd", "Considered 12 cgroups for killing, top candidates were:"),
        ("systemd-oomd", "\tPath: /user.slice/user-1000.slice/a.scope"),
        ("systemd-oomd", "Failed to kill any cgroups under /user.slice based on pressure: No such process"),
        ("systemd-oomd", "Memory Pressure Limit: 0.00%"),
        ("nohang", "Starting nohang with the config: /etc/nohang/nohang.conf"),
        ("nohang", "SIGTERM will be sent when MemAvailable is below 5.0 %"),
        ("nohang", "Found 312 tasks with oom_score_adj"),
        ("dgx-anti-oom", "watching containers, dry-run: SIGKILL to vllm"),
        ("python3", "SIGKILL to container vllm"),
        // somebody quotes the line
        ("agent", "journal says: Under memory pressure, flushing caches."),
        // pinned memory has limits of its own
        ("python3", "ibv_reg_mr_iova2 failed with error Cannot allocate memory"),
        ("redis", "io_uring_queue_init: Cannot allocate memory, check RLIMIT_MEMLOCK"),
        ("python3", "RuntimeError: CUDA error: unspecified launch failure"),
        ("python3", "UserWarning: PYTORCH_CUDA_ALLOC_CONF is deprecated, use PYTORCH_ALLOC_CONF instead"),
        ("python3", "Engine core initialization failed. See root cause above."),
        ("python3", "NvMapMemHandleAlloc: error 0"),
        ("python3", "Container e0e82f4c5ab5 started"),
        (
            "dockerd",
            "time=\"2026-05-13T00:31:09Z\" level=info msg=\"Container failed to exit within 10s of signal 15 - \
                     using the force\" container=61613c404d51",
        ),
        ("dockerd", "time=\"2026-05-13T00:31:09Z\" level=info msg=\"Processing signal 'terminated'\""),
        ("dockerd", "time=\"2026-05-13T00:31:09Z\" level=info msg=\"Daemon has completed initialization\""),
        (
            "containerd",
            "time=\"2026-05-13T00:31:09Z\" level=info msg=\"containerd successfully booted in 0.03s\"",
        ),
        ("sshd", "Connection closed by 192.0.2.20 port 46369 [preauth]"),
        ("python3", "fatal: Timeout before authentication for 192.0.2.7 port 50122"),
        ("thermald", "Unsupported cpu model, use thermal-conf.xml file"),
        ("thermald", "sensor id 3: critical temp 105000"),
        ("python3", "critical temp reached"),
        ("smartd", "Device: /dev/nvme0, Temperature changed +1 Celsius to 47 Celsius (Min/Max 31/61)"),
        ("smartd", "Device: /dev/nvme0, Critical Warning (0x02): Temperature"),
        ("rasdaemon", "ras:mc_event event enabled"),
        ("rasdaemon", "Enabled event ras:mce_record"),
        ("mcelog", "Starting daemon"),
        ("nut-monitor", "doshutdown: call parent pipe for shutdown (async)"),
        ("upsmon", "Startup successful"),
        ("apcupsd", "apcupsd 3.14.14 (31 May 2016) debian startup succeeded"),
        ("python3", "UPS ups@localhost: On battery"),
        ("app", "Starting crash recovery of the index"),
        ("app", ""),
    ] {
        assert_eq!(read(speaker, line), None, "{speaker}: {line}");
    }
}

#[test]
fn the_kernel_is_not_heard() {
    for line in
        ["CUDA out of memory", "fork: Cannot allocate memory", "Under memory pressure, flushing caches."]
    {
        assert!(read("app", line).is_some(), "{line}");
        assert!(read_with(SIGNALS, &said_by(Transport::Kernel, "kernel", line)).is_none(), "{line}");
    }
}

#[test]
fn sizes_that_are_no_numbers_are_left_out() {
    for size in ["1.2.3 MiB", ". GiB", "2.00 TiB", &format!("{} GiB", "9".repeat(400))] {
        let line = format!("CUDA out of memory. Tried to allocate {size}.");
        assert!(read("app", &line).is_some_and(|event| event.contains("tried_mib: None")), "{line}");
    }
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
        let record = said_by(Transport::Stdout, "nohang", &text);
        for signal in SIGNALS {
            let _ = signal.read(&record);
            let _ = (signal.parse)(&record);
        }
    }
}
