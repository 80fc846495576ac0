//! What the machine was in a boot: kernel, driver, product, memory, memory model.

use model::event::{Earlyoom, Kernel, Nvrm};
use model::{Event, EventKind, MemoryModel};

/// Facts about the machine in one boot. What a boot's own record does not tell is taken from the
/// neighbouring boots of the same machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// The kernel's release.
    pub kernel: Option<String>,
    /// The processor architecture.
    pub arch: Option<String>,
    /// The processor that it started with, of arm64: implementer and part number.
    pub cpu: Option<(u32, u32)>,
    /// The NVIDIA driver's version.
    pub driver: Option<String>,
    /// Vendor and product.
    pub product: Option<String>,
    /// Firmware version.
    pub firmware: Option<String>,
    /// Memory that the kernel manages, MiB.
    pub memory_mib: Option<u64>,
    /// Swap, MiB.
    pub swap_mib: Option<u64>,
    /// How memory is laid out.
    pub memory_model: MemoryModel,
}

impl Facts {
    /// Whether each part is told, one test a part that [`Self::fill_from`] fills.
    pub(crate) const PARTS: [fn(&Self) -> bool; 8] = [
        |facts| facts.kernel.is_some(),
        |facts| facts.arch.is_some(),
        |facts| facts.driver.is_some(),
        |facts| facts.product.is_some(),
        |facts| facts.firmware.is_some(),
        |facts| facts.memory_mib.is_some(),
        |facts| facts.swap_mib.is_some(),
        |facts| facts.memory_model != MemoryModel::Unknown,
    ];

    /// Reads the facts from one boot's events.
    #[must_use]
    pub fn of(events: &[Event]) -> Self {
        let mut facts = Self::default();
        for event in events {
            facts.add(&event.kind);
        }
        facts.memory_model = facts.derive_model();
        facts
    }

    fn add(&mut self, kind: &EventKind) {
        match kind {
            EventKind::Kernel(Kernel::Banner { release, arch }) => {
                self.kernel = Some(release.clone());
                self.arch.clone_from(arch);
            }
            EventKind::Kernel(Kernel::BootCpu { implementer, part }) => {
                self.cpu.get_or_insert((*implementer, *part));
            }
            EventKind::Kernel(Kernel::Product { product, firmware }) => {
                self.product = Some(product.clone());
                self.firmware.clone_from(firmware);
            }
            EventKind::Kernel(Kernel::MemorySize { total_kib }) => self.memory_mib = Some(total_kib / 1024),
            EventKind::Kernel(Kernel::SwapAdded { kib, .. }) => {
                self.swap_mib = Some(self.swap_mib.unwrap_or(0).saturating_add(kib / 1024));
            }
            EventKind::Kernel(Kernel::OomSwap { total_kib: Some(kib), .. }) => {
                self.swap_mib.get_or_insert(kib / 1024);
            }
            EventKind::Earlyoom(Earlyoom::Totals { mem_mib, swap_mib, .. }) => {
                // MemTotal of userspace is what every other number is compared with; it beats the banner.
                if let Some(mib) = mem_mib {
                    self.memory_mib = Some(*mib);
                }
                if let Some(mib) = swap_mib {
                    self.swap_mib = Some(*mib);
                }
            }
            EventKind::Earlyoom(Earlyoom::Report { swap_of_mib: Some(mib), .. }) => {
                self.swap_mib.get_or_insert(*mib);
            }
            EventKind::Nvrm(Nvrm::Loaded { version, .. }) => self.driver = Some(version.clone()),
            EventKind::Kernel(Kernel::NvMapAllocationFailed) => {
                self.product.get_or_insert_with(|| "NVIDIA Jetson (told by its allocator)".to_owned());
            }
            _ => {}
        }
    }

    /// One pool on a GB10 and on Jetsons: told by the product, the kernel's flavour or the processor. Memory of its
    /// own where an x86 host or an arm64 server loads the driver: those have cards, or GPUs with memory of their own.
    fn derive_model(&self) -> MemoryModel {
        let product = self.product.as_deref().unwrap_or("").to_ascii_lowercase();
        let kernel = self.kernel.as_deref().unwrap_or("").to_ascii_lowercase();
        let named = ["dgx_spark", "dgx spark", "gb10", "jetson", "tegra", "orin", "p4242", "ascent gx10"];
        if named.iter().any(|word| product.contains(word)) || kernel.contains("tegra") {
            return MemoryModel::Unified;
        }
        let servers =
            ["gh200", "gb200", "gb300", "grace", "dgx station", "quantagrid", "altra", "ampere", "g242"];
        if servers.iter().any(|word| product.contains(word)) {
            return MemoryModel::Discrete;
        }
        match (self.arch.as_deref(), self.cpu) {
            (Some("x86_64" | "x86-64" | "amd64" | "i686"), _) => MemoryModel::Discrete,
            // None of the shared pools is larger than 128 GB.
            (Some("aarch64"), Some(cpu)) => match of_cpu(cpu) {
                MemoryModel::Unified if self.memory_mib > Some(*GB10_MIB.end()) => MemoryModel::Unknown,
                model => model,
            },
            // NVIDIA's kernel flavour runs on every arm64 system of theirs, so it takes the size of a GB10 as well.
            (Some("aarch64"), None) if kernel.ends_with("-nvidia") && self.driver.is_some() => {
                match self.memory_mib {
                    Some(mib) if GB10_MIB.contains(&mib) => MemoryModel::Unified,
                    _ => MemoryModel::Unknown,
                }
            }
            _ => MemoryModel::Unknown,
        }
    }

    /// Fills what is missing from a neighbouring boot of the same machine.
    pub fn fill_from(&mut self, other: &Self) {
        let take = |mine: &mut Option<String>, theirs: &Option<String>| {
            if mine.is_none() {
                mine.clone_from(theirs);
            }
        };
        take(&mut self.kernel, &other.kernel);
        take(&mut self.arch, &other.arch);
        take(&mut self.driver, &other.driver);
        take(&mut self.product, &other.product);
        take(&mut self.firmware, &other.firmware);
        self.cpu = self.cpu.or(other.cpu);
        self.memory_mib = self.memory_mib.or(other.memory_mib);
        self.swap_mib = self.swap_mib.or(other.swap_mib);
        if self.memory_model == MemoryModel::Unknown {
            self.memory_model = other.memory_model;
        }
    }
}

/// What a GB10 of 128 GB shows as its memory, MiB: 119 to 125 thousand were seen.
const GB10_MIB: std::ops::RangeInclusive<u64> = 115_000..=131_072;

/// The memory model that an arm64 processor stands for, by Arm's part numbers (MIDR_EL1, as in the kernel's
/// `cputype.h`).
fn of_cpu((implementer, part): (u32, u32)) -> MemoryModel {
    match (implementer, part) {
        // Cortex-X925 and -A725 (GB10), -A78AE (Orin), Neoverse V3AE (Thor), NVIDIA's Carmel (Xavier).
        (0x41, 0xd85 | 0xd87 | 0xd42 | 0xd83) | (0x4e, 0x004) => MemoryModel::Unified,
        // Neoverse N1, V1, N2, V2 (Grace), V3, N3 and Ampere's own: servers.
        (0x41, 0xd0c | 0xd40 | 0xd49 | 0xd4f | 0xd84 | 0xd8e) | (0xc0, _) => MemoryModel::Discrete,
        _ => MemoryModel::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_who_shares_its_memory() {
        use MemoryModel::{Discrete, Unified, Unknown};
        let nvidia = "6.17.0-1032-nvidia";
        for (product, kernel, arch, cpu, memory, expected) in [
            ("NVIDIA NVIDIA_DGX_Spark/P4242", nvidia, "aarch64", None, 125_440, Unified),
            ("LENOVO 30KLCTO1WW/3380", nvidia, "aarch64", Some((0x41, 0xd87)), 125_440, Unified),
            ("Acme Desk Box", nvidia, "aarch64", None, 122_000, Unified),
            ("Acme Rack Server", nvidia, "aarch64", None, 490_000, Unknown),
            ("Quanta QuantaGrid S74G", nvidia, "aarch64", Some((0x41, 0xd4f)), 122_000, Discrete),
            ("GIGABYTE G242-P32", nvidia, "aarch64", Some((0x41, 0xd0c)), 122_000, Discrete),
            ("GIGABYTE R272-P30-JG", "6.8.0-60-generic", "aarch64", Some((0x41, 0xd87)), 262_144, Unknown),
            ("NVIDIA Jetson AGX Thor", "6.8.12-tegra", "aarch64", None, 125_000, Unified),
            ("Dell Inc. XPS 13", "6.8.0-124-generic", "x86_64", None, 16_000, Discrete),
            ("Purism Librem 5r4", "6.6.0", "aarch64", Some((0x41, 0xd03)), 3_000, Unknown),
        ] {
            let facts = Facts {
                product: Some(product.to_owned()),
                kernel: Some(kernel.to_owned()),
                arch: Some(arch.to_owned()),
                cpu,
                driver: Some("580.142".to_owned()),
                memory_mib: Some(memory),
                ..Facts::default()
            };
            assert_eq!(facts.derive_model(), expected, "{product}");
        }
    }
}
