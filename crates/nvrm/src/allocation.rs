//! Companions of a failed check, which tell of a failed allocation in their own words.

use model::event::Nvrm;
use model::event::nvrm::CallSite;
use model::{EventKind, Signal};
use nom::bytes::complete::{tag, take_until, take_while_m_n};
use nom::combinator::map_res;
use nom::sequence::delimited;
use nom::{IResult, Parser};

use crate::{KERNEL, body, example};

/// Host memory, or on a discrete GPU possibly its own.
pub(crate) const ALLOCATION_FAILED: Signal = Signal {
    name: "nvrm.allocation_failed",
    listen: KERNEL,
    message_ids: &[],
    needles: &[
        "_iovaspaceCreateMapping",
        "Cannot allocate sysmem",
        "VM: nv_alloc_",
        "Failed to allocate NVKMS memory",
    ],
    parse: |record| {
        body::first(&record.message, host_memory)
            .or_else(|| nvkms_memory(&record.message))
            .map(EventKind::Nvrm)
    },
    examples: &[
        example(
            "NVRM: _iovaspaceCreateMappingDataFromMemDesc: failed to allocate 0x176028 bytes for IOVA mapping metadata",
            "Nvrm(AllocationFailed { site: HostMemory, bytes: Some(1531944) })",
        ),
        example(
            "NVRM: sysmemConstruct_IMPL: *** Cannot allocate sysmem through fb heap",
            "Nvrm(AllocationFailed { site: HostMemory, bytes: None })",
        ),
        // Off by default.
        example(
            "NVRM: VM: nv_alloc_system_pages: failed to allocate memory",
            "Nvrm(AllocationFailed { site: HostMemory, bytes: None })",
        ),
        example(
            "[drm:nv_drm_gem_alloc_nvkms_memory_ioctl [nvidia_drm]] *ERROR* [nvidia-drm] [GPU ID 0x00000100] Failed to allocate NVKMS memory for GEM object",
            "Nvrm(AllocationFailed { site: HostMemory, bytes: None })",
        ),
    ],
};

fn host_memory(body: &str) -> Option<Nvrm> {
    let bytes = iova_metadata(body).ok().map(|(_, bytes)| bytes);
    let known = bytes.is_some()
        || body.contains("Cannot allocate sysmem")
        || (body.starts_with("VM: nv_alloc_") && body.contains("failed"));
    known.then_some(Nvrm::AllocationFailed { site: CallSite::HostMemory, bytes })
}

fn iova_metadata(input: &str) -> IResult<&str, u64> {
    let digits = take_while_m_n(1, 16, |c: char| c.is_ascii_hexdigit());
    let bytes = map_res(digits, |digits| u64::from_str_radix(digits, 16));
    let (rest, _) = (tag("_iovaspaceCreateMapping"), take_until("failed to allocate 0x")).parse(input)?;
    delimited(tag("failed to allocate 0x"), bytes, tag(" bytes")).parse(rest)
}

/// The display driver's line has no `NVRM:`. Its buffers are host memory where CPU and GPU share one.
fn nvkms_memory(message: &str) -> Option<Nvrm> {
    let known = message.contains("nvidia") && message.contains("Failed to allocate NVKMS memory");
    known.then_some(Nvrm::AllocationFailed { site: CallSite::HostMemory, bytes: None })
}

/// Virtual address space of the GPU ran out, not memory.
pub(crate) fn no_address_space(body: &str) -> Option<Nvrm> {
    let known = body.contains("can't alloc VA space");
    known.then_some(Nvrm::AllocationFailed { site: CallSite::AddressSpace, bytes: None })
}
