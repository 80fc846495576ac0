//! Whatever else the driver says.

use model::event::Nvrm;
use model::{EventKind, Signal};

use crate::{KERNEL, example};

/// Kept for the time line only. Errors of the display and the memory-sharing module are among them; silence
/// of the latter (`nvidia-uvm`) tells nothing, as its messages are off in release builds.
pub(crate) const OTHER: Signal = Signal {
    name: "nvrm.other",
    listen: KERNEL,
    message_ids: &[],
    needles: &["NVRM:", "nvidia-modeset: ", "nvidia-uvm: ", "NvKmsKapiMemory"],
    parse: |record| {
        let message = record.message.as_str();
        let known = message.contains("NVRM:")
            || message.contains("nvidia-modeset: ERROR: ")
            || message.contains("nvidia-modeset: WARNING: ")
            || (message.contains("nvidia-uvm: ") && message.contains("Assert failed"))
            || (message.contains("nvidia") && message.contains("Failed to map NvKmsKapiMemory"));
        known.then_some(EventKind::Nvrm(Nvrm::Other))
    },
    examples: &[
        example("NVRM: GPU at PCI:000f:01:00: GPU-00000000-1111-2222-3333-444455556666", "Nvrm(Other)"),
        example("NVRM: GPU Board Serial Number: 0", "Nvrm(Other)"),
        example(
            "NVRM: krcRcAndNotifyAllChannels_IMPL: RC all channels for critical error 79.",
            "Nvrm(Other)",
        ),
        // The first two of the three lines at probe; the third tells.
        example("NVRM: The NVIDIA GPU 0000:01:00.0", "Nvrm(Other)"),
        example("NVRM: (PCI ID: 10de:2684) installed in this system has", "Nvrm(Other)"),
        example(
            "nvidia-modeset: ERROR: GPU:0: Error while waiting for GPU progress: 0x0000c77d:0 2:0:4048:4040",
            "Nvrm(Other)",
        ),
        example("nvidia-modeset: WARNING: GPU:0: Failed detecting connected display devices", "Nvrm(Other)"),
        example(
            "nvidia-uvm: uvm_va_space.c:12 f[pid:7] Assert failed, condition x not true: y.",
            "Nvrm(Other)",
        ),
        example(
            "[drm:nv_drm_gem_map [nvidia_drm]] *ERROR* [nvidia-drm] [GPU ID 0x00000100] Failed to map NvKmsKapiMemory 0x0000000012345678",
            "Nvrm(Other)",
        ),
    ],
};
