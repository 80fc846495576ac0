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

    /// One pool on NVIDIA's own arm64 systems (GB10, Jetson: told by the product or the kernel's flavour);
    /// memory of its own where an x86 host loads the driver.
    fn derive_model(&self) -> MemoryModel {
        let product = self.product.as_deref().unwrap_or("").to_ascii_lowercase();
        let kernel = self.kernel.as_deref().unwrap_or("").to_ascii_lowercase();
        let unified =
            ["dgx_spark", "dgx spark", "gb10", "jetson", "tegra", "orin", "thor", "p4242", "ascent gx10"]
                .iter()
                .any(|word| product.contains(word))
                || kernel.contains("tegra");
        if unified {
            return MemoryModel::Unified;
        }
        match self.arch.as_deref() {
            Some("x86_64" | "x86-64" | "amd64" | "i686") => MemoryModel::Discrete,
            // An arm64 host with NVIDIA's own kernel flavour and no other product is a GB10 board of
            // another maker.
            Some("aarch64") if kernel.ends_with("-nvidia") && self.driver.is_some() => MemoryModel::Unified,
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
        self.memory_mib = self.memory_mib.or(other.memory_mib);
        self.swap_mib = self.swap_mib.or(other.swap_mib);
        if self.memory_model == MemoryModel::Unknown {
            self.memory_model = other.memory_model;
        }
    }
}
