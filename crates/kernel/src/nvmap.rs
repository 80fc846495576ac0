//! Allocation failures of the Tegra memory drivers (Jetson: one memory pool for CPU and GPU).

use std::sync::LazyLock;

use model::event::Kernel;
use model::{EventKind, Record, Signal};
use regex::Regex;

use crate::{example, regex, row};

/// The kernel's side of it. The `NvMapMemAlloc...` text mostly comes from the library inside a process, on
/// that process's standard error, and is then that program's line, not the kernel's.
pub(crate) const FAILED: Signal = row(
    "kernel.nvmap_allocation_failed",
    &["NvMapMem", "DMA alloc FAILED"],
    failed,
    &[
        example("NvMapMemAllocInternalTagged: 1075072515 error 12", "Kernel(NvMapAllocationFailed)"),
        example(
            "nvgpu: 17000000.gpu nvgpu_dma_alloc_flags_sys:70 [ERR] DMA alloc FAILED: [sysmem] size=1048576",
            "Kernel(NvMapAllocationFailed)",
        ),
    ],
);

// 12 is ENOMEM.
static LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"NvMapMem[A-Za-z]*Alloc[A-Za-z]*: .*\berror 12\b|\bnvgpu\b.*\bDMA alloc FAILED"));

fn failed(record: &Record) -> Option<EventKind> {
    LINE.is_match(&record.message).then_some(EventKind::Kernel(Kernel::NvMapAllocationFailed))
}
