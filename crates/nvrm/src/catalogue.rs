//! The catalogue of Xids.
//!
//! Source: NVIDIA's Xid catalogue (docs.nvidia.com/deploy/xid-errors). No Xid means that the host ran out of
//! memory and none means a thermal shutdown: 52, 53 and 55 are marked as unused. Numbers are reused between
//! branches (139 is a fast path in 535 and an engine from 560 on; 144 a key rotation in 550 and NVLink from
//! 560 on): the titles are those from 570 on, which every GB10 driver has.

use model::event::nvrm::XidClass;
use model::event::nvrm::XidClass::{Application, Driver, GpuMemory, Informational, Link, OffBus, Unlisted};

/// The title of an Xid in the catalogue.
#[must_use]
pub fn xid_title(number: u32) -> Option<&'static str> {
    row(number).map(|&(_, title, _)| title)
}

/// The class of an Xid. `Unlisted` too where the catalogue states nothing that fits a class.
///
/// 45 is the clean-up of channels after something else failed, so it counts as informational, as does 154,
/// which announces how to recover from another Xid; 93 is wear of a configuration memory. Where the
/// catalogue gives no class the title decides: time-outs and halts of the GPU are the driver's, DRAM and
/// SRAM its memory's, PCIe and C2C a link's.
#[must_use]
pub(crate) fn xid_class(number: u32) -> XidClass {
    row(number).map_or(Unlisted, |&(_, _, class)| class)
}

fn row(number: u32) -> Option<&'static (u32, &'static str, XidClass)> {
    CATALOGUE.iter().find(|(known, _, _)| *known == number)
}

/// Number, title, class.
const CATALOGUE: &[(u32, &str, XidClass)] = &[
    (8, "GPU stopped processing", Driver),
    (13, "Graphics engine exception", Application),
    (31, "GPU memory page fault (MMU)", Application),
    (32, "Bad push buffer", Application),
    (38, "Driver firmware error", Driver),
    (43, "GPU stopped processing (channel reset verification)", Application),
    (44, "Fault in context switch", Driver),
    (45, "Pre-emptive cleanup", Informational),
    (46, "GPU timeout", Driver),
    (48, "Double-bit ECC", GpuMemory),
    (52, "Unused", Unlisted),
    (53, "Unused", Unlisted),
    (54, "Aux power not connected", Unlisted),
    (55, "Unused", Unlisted),
    (61, "PMU breakpoint", Driver),
    (62, "PMU halt", Driver),
    (63, "Row-remap event", GpuMemory),
    (64, "Row-remap failure", GpuMemory),
    (69, "Class error", Application),
    (74, "NVLink", Link),
    (79, "Fallen off the bus", OffBus),
    (92, "High SBE rate", GpuMemory),
    (93, "InfoROM wear", Informational),
    (94, "Contained error", GpuMemory),
    (95, "Uncontained error", GpuMemory),
    (109, "Context-switch timeout", Driver),
    (119, "GSP RPC timeout", Driver),
    (120, "GSP error", Driver),
    (121, "C2C error", Link),
    (137, "NVLink privilege", Link),
    (139, "OFA engine", Unlisted),
    (140, "Unrecovered ECC", GpuMemory),
    (143, "GPU init error", Driver),
    (144, "NVLink5", Link),
    (145, "NVLink5", Link),
    (146, "NVLink5", Link),
    (147, "NVLink5", Link),
    (148, "NVLink5", Link),
    (149, "NVLink5", Link),
    (150, "NVLink5", Link),
    (154, "GPU recovery action changed", Informational),
    (156, "Retirement event", Unlisted),
    (157, "Retirement failure", Unlisted),
    (158, "GPU fatal timeout", Driver),
    (160, "Channel retirement", Unlisted),
    (161, "Channel retirement", Unlisted),
    (162, "Power smoothing", Unlisted),
    (163, "Power smoothing", Unlisted),
    (164, "Power smoothing", Unlisted),
    (165, "Power smoothing", Unlisted),
    (167, "PCIe fatal timeout", Link),
    (168, "Reduced capacity", Unlisted),
    (169, "SEC2 halt", Driver),
    (171, "Uncorrectable DRAM error", GpuMemory),
    (172, "Uncorrectable SRAM error", GpuMemory),
    (173, "C2C_FATAL_LINK_FAILURE", Link),
    (175, "MEMORY_SUBSYSTEM_ERROR", GpuMemory),
    (176, "PCIE_CORRECTABLE", Link),
    (185, "SPARING_EVENT", Unlisted),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes() {
        for (number, class) in [
            (13, Application),
            (31, Application),
            (43, Application),
            (45, Informational),
            (48, GpuMemory),
            (62, Driver),
            (74, Link),
            (79, OffBus),
            (94, GpuMemory),
            (119, Driver),
            (120, Driver),
            (154, Informational),
            (167, Link),
            (173, Link),
            (54, Unlisted),
            (139, Unlisted),
            (1, Unlisted),
            (u32::MAX, Unlisted),
        ] {
            assert_eq!(xid_class(number), class, "{number}");
        }
    }

    #[test]
    fn the_catalogue_ascends() {
        assert!(CATALOGUE.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(xid_title(79), Some("Fallen off the bus"));
        assert_eq!(xid_title(1), None);
    }
}
