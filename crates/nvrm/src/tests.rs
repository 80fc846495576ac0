use super::*;
use model::Transport;
use model::event::nvrm::{CallSite, StatusClass, XidClass};
use model::signal::{check_table, read_with};
use proptest::prelude::*;

fn record(message: &str) -> Record {
    Record {
        message: message.to_owned(),
        transport: Transport::Kernel,
        identifier: Some("kernel".into()),
        ..Record::default()
    }
}

fn read(message: &str) -> Option<(&'static str, Nvrm)> {
    let (signal, event) = read_with(SIGNALS, &record(message))?;
    match event {
        EventKind::Nvrm(event) => Some((signal.name, event)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_example_parses() {
    check_table(SIGNALS).unwrap();
}

#[test]
fn the_source_line_tells_nothing() {
    for line in [1141, 1148, 1201, 1326, 1338, 1347, 1353, 1359, 1393, 1336, 1] {
        for prefix in ["NVRM: ", "NVRM: GPU0 ", "NVRM: GPU15 "] {
            let message = format!(
                "{prefix}nvCheckOkFailedNoLog: Check failed: Out of memory [NV_ERR_NO_MEMORY] (0x00000051) \
                 returned from _memdescAllocInternal(pMemDesc) @ mem_desc.c:{line}"
            );
            let (name, event) = read(&message).unwrap();
            assert_eq!(name, "nvrm.no_memory", "{message}");
            assert!(
                matches!(&event, Nvrm::Check { place: Some((file, at)), .. } if file == "mem_desc.c" && *at == line),
                "{event:?}"
            );
        }
    }
}

#[test]
fn only_memory_has_a_call_site() {
    let (_, event) = read(
        "NVRM: nvCheckOkFailedNoLog: Check failed: Call timed out [NV_ERR_TIMEOUT] (0x00000065) returned from \
         kgspWaitForRmInitDone(pGpu, pKernelGsp) @ kernel_gsp.c:2447",
    )
    .unwrap();
    let Nvrm::Check { status: Some(status), site, .. } = event else { panic!("{event:?}") };
    assert_eq!((status.class, site), (StatusClass::Timeout, CallSite::Other));
}

#[test]
fn traps() {
    for (message, name) in [
        // Looks like memory and is none.
        (
            "NVRM: Xid (PCI:0000:01:00): 31, pid=1, name=x, Ch 00000008, intr 00000000. MMU Fault: Out of memory",
            Some("nvrm.xid"),
        ),
        ("NVRM: dmaAllocMapping_GM107: can't alloc VA space for mapping.", Some("nvrm.address_space")),
        ("NVRM: something ran Out of memory", Some("nvrm.other")),
        ("Purging GPU memory, 12 pages freed, 0 pages still pinned, 34 pages left available.", None),
        ("Out of memory: Killed process 1 (x) total-vm:1kB", None),
        ("INFO: task nvidia-smi:51220 blocked for more than 245 seconds.", None),
        (" os_acquire_rwlock_write+0x3c/0x60 [nvidia]", None),
        ("nvidia: loading out-of-tree module taints kernel.", None),
        ("nvidia-modeset: Loading NVIDIA UNIX Open Kernel Mode Setting Driver for x86_64  595.71.05", None),
        ("nvidia-uvm: Loaded the UVM driver, major device number 508.", None),
        ("nvidia-nvswitch0: SXid (PCI:0000:85:00.0): 12028, Non-fatal, Link 44", None),
        ("usb: fallen off the bus", None),
        // Nothing to read, still the driver's.
        ("NVRM:", Some("nvrm.other")),
        ("NVRM: Xid (", Some("nvrm.other")),
        ("NVRM: Xid (PCI:0000:01:00): many, x", Some("nvrm.other")),
        ("NVRM: f: Check failed: ", Some("nvrm.other")),
        ("NVRM: loading NVIDIA UNIX Open Kernel Module for ", Some("nvrm.other")),
        ("NVRM: _iovaspaceCreateMappingDataFromMemDesc: failed to allocate some bytes", Some("nvrm.other")),
    ] {
        assert_eq!(read(message).map(|(name, _)| name), name, "{message}");
    }
}

#[test]
fn only_the_kernel_is_heard() {
    for signal in SIGNALS {
        for example in signal.examples {
            let quoted = Record {
                transport: Transport::Stdout,
                identifier: Some("kernel".into()),
                comm: Some("agent".into()),
                ..record(example.message)
            };
            let through_kmsg = Record { identifier: Some("agent".into()), ..record(example.message) };
            for other in [quoted, through_kmsg] {
                assert!(read_with(SIGNALS, &other).is_none(), "{other:?}");
            }
        }
    }
}

#[test]
fn an_xid_wrapped_in_a_report() {
    let (_, event) = read(
        "NVRM: Xid (PCI:000f:01:00): 119, pid=3849, name=KMS thread, Timeout after 45s\n   of waiting for RPC \
         response from GPU0 GSP!",
    )
    .unwrap();
    let Nvrm::Xid { name, text, class, .. } = event else { panic!("{event:?}") };
    assert_eq!(name.as_deref(), Some("KMS thread"));
    assert_eq!(text, "Timeout after 45s of waiting for RPC response from GPU0 GSP!");
    assert_eq!(class, XidClass::Driver);
}

proptest! {
    #[test]
    fn any_text_is_survived(message in "\\PC*") {
        for prefix in ["", "NVRM: ", "NVRM: Xid (", "NVRM: f: Check failed: "] {
            let record = record(&format!("{prefix}{message}"));
            for signal in SIGNALS {
                let _ = (signal.parse)(&record);
            }
        }
    }

    #[test]
    fn any_cut_of_an_example_is_survived(which in 0usize..1000, cut in 0usize..400, tail in ".{0,8}") {
        let examples: Vec<_> = SIGNALS.iter().flat_map(|signal| signal.examples).collect();
        let message = examples[which % examples.len()].message;
        let head: String = message.chars().take(cut).collect();
        let record = record(&format!("{head}{tail}"));
        for signal in SIGNALS {
            let _ = (signal.parse)(&record);
        }
    }
}
