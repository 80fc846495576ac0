//! The GPU or its firmware stopped answering.

use model::Signal;
use model::event::Nvrm;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::char;
use nom::combinator::map_res;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::{KERNEL, example, said};

/// The GPU left the bus: at run time beside Xid 79, or at probe as the last of three lines.
pub(crate) const OFF_BUS: Signal = Signal {
    name: "nvrm.off_bus",
    listen: KERNEL,
    message_ids: &[],
    needles: &["fallen off the bus"],
    parse: |record| {
        said(record, |body| {
            let known = body.contains("fallen off the bus") && !body.starts_with("Xid ");
            known.then_some(Nvrm::OffBus)
        })
    },
    examples: &[
        example("NVRM: GPU 0000:01:00.0: GPU has fallen off the bus.", "Nvrm(OffBus)"),
        example("NVRM: fallen off the bus and is not responding to commands.", "Nvrm(OffBus)"),
        example(
            "NVRM: The NVIDIA GPU 0000:01:00.0\nNVRM: (PCI ID: 10de:2684) installed in this system has\nNVRM: fallen off the bus and is not responding to commands.",
            "Nvrm(OffBus)",
        ),
    ],
};

/// The GPU could not be initialised.
pub(crate) const INIT_FAILED: Signal = Signal {
    name: "nvrm.init_failed",
    listen: KERNEL,
    message_ids: &[],
    needles: &["RmInitAdapter", "rm_init_adapter"],
    parse: |record| said(record, init_failed),
    examples: &[
        // Stage, status (0x51 no memory, 0x56 not supported, 0x65 time-out), source line.
        example(
            "NVRM: GPU 0000:01:00.0: RmInitAdapter failed! (0x62:0x51:1941)",
            "Nvrm(InitFailed { status: Some(81) })",
        ),
        example(
            "NVRM: GPU 0000:01:00.0: RmInitAdapter failed! (0x24:0x65:1497)",
            "Nvrm(InitFailed { status: Some(101) })",
        ),
        example(
            "NVRM: RmInitAdapter: Cannot initialize GSP firmware RM",
            "Nvrm(InitFailed { status: None })",
        ),
        example(
            "NVRM: RmInitAdapter: osInitNvMapping failed, bailing out of RmInitAdapter",
            "Nvrm(InitFailed { status: None })",
        ),
        example(
            "NVRM: GPU 0000:01:00.0: rm_init_adapter failed, device minor number 0",
            "Nvrm(InitFailed { status: None })",
        ),
    ],
};

fn init_failed(body: &str) -> Option<Nvrm> {
    let reason = body.strip_prefix("RmInitAdapter: ");
    let known = body.contains("RmInitAdapter failed")
        || body.contains("rm_init_adapter failed")
        || reason.is_some_and(|reason| reason.contains("Cannot") || reason.contains("failed"));
    let stage_and_status = body.rfind("(0x").and_then(|at| body.get(at..));
    let status = stage_and_status.and_then(|codes| middle(codes).ok()).map(|(_, status)| status);
    known.then_some(Nvrm::InitFailed { status })
}

/// The second of `(0x%x:0x%x:%d)`.
fn middle(input: &str) -> IResult<&str, u32> {
    preceded((char('('), hexadecimal, char(':')), hexadecimal).parse(input)
}

fn hexadecimal(input: &str) -> IResult<&str, u32> {
    let digits = take_while1(|c: char| c.is_ascii_hexdigit());
    preceded(tag("0x"), map_res(digits, |digits| u32::from_str_radix(digits, 16))).parse(input)
}

/// The firmware (GSP) or a controller of the GPU (PMU) no longer answers. On GB10 such ends were blamed on
/// display polling and suspend services, not on memory.
pub(crate) const FIRMWARE_STOPPED: Signal = Signal {
    name: "nvrm.firmware_stopped",
    listen: KERNEL,
    message_ids: &[],
    needles: &["eartbeat timed out", "PmuHalted", "PMU has halted", "for RPC response", "GSP Timeout"],
    parse: |record| {
        said(record, |body| {
            let signs = [
                "eartbeat timed out",
                "PmuHalted",
                "PMU has halted",
                "waiting for RPC response",
                "* GSP Timeout *",
            ];
            let known = signs.iter().any(|sign| body.contains(sign)) && !body.starts_with("Xid ");
            known.then_some(Nvrm::FirmwareStopped)
        })
    },
    examples: &[
        example("NVRM: _kgspRpcRecvPoll: GSP RM heartbeat timed out", "Nvrm(FirmwareStopped)"),
        example("NVRM: GPU0 _kgspRpcRecvPoll: LibOS heartbeat timed out", "Nvrm(FirmwareStopped)"),
        example(
            "NVRM: _kgspIsHeartbeatTimedOut: Heartbeat timed out, currentTimeMs 3175895033 heartbeat 19834604 heartbeatWithOffsetMs 3175815351 diff 79682 timeout 5200",
            "Nvrm(FirmwareStopped)",
        ),
        example(
            "NVRM: GPU0 _kgspRpcGspEventPmuHalted: Received signal from GSP that PMU has halted.",
            "Nvrm(FirmwareStopped)",
        ),
        example(
            "NVRM: _kgspRpcRecvPoll: Timeout after 45s of waiting for RPC response from GPU0 GSP! Expected function 76 (GSP_RM_CONTROL) (0x20803083 0x0).",
            "Nvrm(FirmwareStopped)",
        ),
        example(
            "NVRM: _kgspLogRpcSanityCheckFailure: GPU0 sanity check failed 0xf waiting for RPC response from GSP. Expected function 4097 (GSP_INIT_DONE) sequence 0.",
            "Nvrm(FirmwareStopped)",
        ),
        example("NVRM: _kgspLogXid119: ******* GSP Timeout *******", "Nvrm(FirmwareStopped)"),
    ],
};

/// The driver's own watchdog for channels.
pub(crate) const GPU_LOCKED: Signal = Signal {
    name: "nvrm.gpu_locked",
    listen: KERNEL,
    message_ids: &[],
    needles: &["GPU is probably locked"],
    parse: |record| said(record, |body| body.contains("GPU is probably locked").then_some(Nvrm::GpuLocked)),
    examples: &[example(
        "NVRM: krcWatchdog_IMPL: RC watchdog: GPU is probably locked!  Notify Timeout Seconds: 7",
        "Nvrm(GpuLocked)",
    )],
};
