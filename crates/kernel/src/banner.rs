//! The start-up banner: which kernel, which machine, how much memory.

use std::sync::LazyLock;

use model::event::Kernel;
use model::words::LINUX_VERSION;
use model::{EventKind, Record, Signal};
use regex::Regex;

use crate::{example, first_line, group, regex, row};

/// `Linux version ...`: the first line of most boots.
pub(crate) const VERSION: Signal = row(
    "kernel.version",
    &[LINUX_VERSION],
    version,
    &[
        example(
            "Linux version 6.17.0-1014-nvidia (buildd@bos03-arm64-043) (aarch64-linux-gnu-gcc-13 (Ubuntu \
             13.3.0-6ubuntu2~24.04) 13.3.0, GNU ld (GNU Binutils for Ubuntu) 2.42) #14-Ubuntu SMP",
            r#"Kernel(Banner { release: "6.17.0-1014-nvidia", arch: Some("aarch64") })"#,
        ),
        example(
            "Linux version 5.15.148-tegra (buildbrain@host) (aarch64-buildroot-linux-gnu-gcc.br_real \
             (Buildroot 2022.08) 11.3.0, GNU ld (GNU Binutils) 2.38) #1 SMP PREEMPT",
            r#"Kernel(Banner { release: "5.15.148-tegra", arch: Some("aarch64") })"#,
        ),
        example(
            "Linux version 6.15.10-200.fc42.x86_64 (mockbuild@host) (gcc (GCC) 15.1.1 20250521, GNU ld \
             version 2.44-3.fc42) #1 SMP PREEMPT_DYNAMIC",
            r#"Kernel(Banner { release: "6.15.10-200.fc42.x86_64", arch: Some("x86_64") })"#,
        ),
        example(
            "Linux version 5.9.8 (nixbld@localhost) (gcc (GCC) 9.3.0, GNU ld (GNU Binutils) 2.31.1) #1-NixOS",
            r#"Kernel(Banner { release: "5.9.8", arch: None })"#,
        ),
    ],
);

/// The processor that an arm64 host starts with, by its identification register.
pub(crate) const BOOT_CPU: Signal = row(
    "kernel.boot_cpu",
    &["Booting Linux on physical CPU 0x"],
    boot_cpu,
    &[
        example(
            "Booting Linux on physical CPU 0x0000000000 [0x410fd871]",
            "Kernel(BootCpu { implementer: 65, part: 3463 })",
        ),
        example(
            "Booting Linux on physical CPU 0x0000000000 [0x411fd421]",
            "Kernel(BootCpu { implementer: 65, part: 3394 })",
        ),
    ],
);

static CPU_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^Booting Linux on physical CPU 0x[0-9a-f]+ \[0x(?<midr>[0-9a-f]{8})\]"));

fn boot_cpu(record: &Record) -> Option<EventKind> {
    let line = CPU_LINE.captures(&record.message)?;
    let midr = u32::from_str_radix(group(&line, "midr")?, 16).ok()?;
    Some(EventKind::Kernel(Kernel::BootCpu { implementer: midr >> 24, part: midr >> 4 & 0xfff }))
}

/// `Kernel command line: ...`; x86 prints it a second time, earlier, without the first word.
pub(crate) const COMMAND_LINE: Signal = row(
    "kernel.command_line",
    &["ommand line: "],
    command_line,
    &[
        example(
            "Kernel command line: BOOT_IMAGE=/boot/vmlinuz ro quiet",
            "Kernel(CommandLine { crash_kernel: false })",
        ),
        example("Command line: BOOT_IMAGE=/vmlinuz ro", "Kernel(CommandLine { crash_kernel: false })"),
        example(
            "Kernel command line: root=/dev/sda1 irqpoll nr_cpus=1 reset_devices elfcorehdr=0x73000000",
            "Kernel(CommandLine { crash_kernel: true })",
        ),
    ],
);

/// What machine this is: DMI, the device tree's model, or the line that heads each call trace (the only one
/// that a boot whose head was rotated away still has).
pub(crate) const PRODUCT: Signal = row(
    "kernel.product",
    &["DMI: ", "Machine model: ", "Hardware name: "],
    product,
    &[
        example(
            "DMI: NVIDIA NVIDIA_DGX_Spark/P4242, BIOS 5.36_0ACUM018 06/08/2025",
            r#"Kernel(Product { product: "NVIDIA NVIDIA_DGX_Spark/P4242", firmware: Some("5.36_0ACUM018") })"#,
        ),
        example(
            "DMI: QEMU Standard PC (i440FX + PIIX, 1996), BIOS 1.16.2-debian-1.16.2-1 04/01/2014",
            r#"Kernel(Product { product: "QEMU Standard PC (i440FX + PIIX, 1996)", firmware: Some("1.16.2-debian-1.16.2-1") })"#,
        ),
        example(
            "DMI: Dell Inc. XPS 13 9365/08K0X7, BIOS 2.19.0 06/23/2021",
            r#"Kernel(Product { product: "Dell Inc. XPS 13 9365/08K0X7", firmware: Some("2.19.0") })"#,
        ),
        example(
            "Machine model: NVIDIA Jetson AGX Orin Developer Kit",
            r#"Kernel(Product { product: "NVIDIA Jetson AGX Orin Developer Kit", firmware: None })"#,
        ),
        example(
            "OF: fdt: Machine model: Purism Librem 5r4",
            r#"Kernel(Product { product: "Purism Librem 5r4", firmware: None })"#,
        ),
        example(
            "Hardware name: NVIDIA NVIDIA Jetson Orin Nano Developer Kit/Jetson, BIOS 36.3.0-gcid-36106755 \
             04/25/2024",
            r#"Kernel(Product { product: "NVIDIA NVIDIA Jetson Orin Nano Developer Kit/Jetson", firmware: Some("36.3.0-gcid-36106755") })"#,
        ),
        example(
            "Hardware name: Raspberry Pi 4 Model B Rev 1.4 (DT)",
            r#"Kernel(Product { product: "Raspberry Pi 4 Model B Rev 1.4", firmware: None })"#,
        ),
    ],
);

/// `Memory: aK/bK available`: b is what the kernel manages, a what was free when it said so.
pub(crate) const MEMORY: Signal = row(
    "kernel.memory_size",
    &["Memory: "],
    memory,
    &[
        example(
            "Memory: 124183252K/128450560K available (23808K kernel code, 5916K rwdata, 19364K rodata, 13440K \
             init, 1105K bss, 4187212K reserved, 32768K cma-reserved)",
            "Kernel(MemorySize { total_kib: 128450560 })",
        ),
        example("Memory: 65612404K/67012404K available", "Kernel(MemorySize { total_kib: 67012404 })"),
    ],
);

/// A swap area was added.
pub(crate) const SWAP: Signal = row(
    "kernel.swap_added",
    &["k swap on "],
    swap,
    &[
        example(
            "Adding 16777212k swap on /swap.img.  Priority:-2 extents:12 across:17825788k SS",
            "Kernel(SwapAdded { kib: 16777212, zram: false })",
        ),
        example(
            "Adding 8388604k swap on /dev/zram0.  Priority:100 extents:1 across:8388604k SSDsc",
            "Kernel(SwapAdded { kib: 8388604, zram: true })",
        ),
    ],
);

static VERSION_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(&format!(r"^{LINUX_VERSION}(?<release>[^\s(]+)(?<rest>.*)")));
static COMPILER: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"\((?<arch>aarch64|x86_64|arm|i[3-6]86|riscv64|powerpc64le|s390x)-[\w.-]*(?:gcc|clang)")
});
static RELEASE_ARCH: LazyLock<Regex> = LazyLock::new(|| regex(r"[.-](?<arch>x86_64|aarch64|amd64|arm64)$"));

fn version(record: &Record) -> Option<EventKind> {
    let line = VERSION_LINE.captures(&record.message)?;
    let release = group(&line, "release")?;
    let arch = COMPILER
        .captures(group(&line, "rest")?)
        .or_else(|| RELEASE_ARCH.captures(release))
        .and_then(|found| group(&found, "arch"))
        .map(|arch| match arch {
            "amd64" => "x86_64",
            "arm64" => "aarch64",
            other => other,
        });
    Some(EventKind::Kernel(Kernel::Banner { release: release.to_owned(), arch: arch.map(str::to_owned) }))
}

fn command_line(record: &Record) -> Option<EventKind> {
    let message = record.message.trim_start();
    let arguments =
        message.strip_prefix("Kernel command line: ").or_else(|| message.strip_prefix("Command line: "))?;
    let crash_kernel = arguments.split_whitespace().any(|word| word.starts_with("elfcorehdr="));
    Some(EventKind::Kernel(Kernel::CommandLine { crash_kernel }))
}

fn product(record: &Record) -> Option<EventKind> {
    let line = first_line(record);
    let (product, firmware) = if let Some(model) =
        line.strip_prefix("OF: fdt: Machine model: ").or_else(|| line.strip_prefix("Machine model: "))
    {
        (model, None)
    } else if let Some(name) = line.strip_prefix("Hardware name: ") {
        match name.rsplit_once(", BIOS ") {
            Some((product, bios)) => (product, Some(bios)),
            None => (name.strip_suffix(" (DT)").unwrap_or(name), None),
        }
    } else {
        // Without a BIOS part it is another line of the DMI code, such as `DMI: Memory slots populated: 4/4`.
        let (product, bios) = line.strip_prefix("DMI: ")?.rsplit_once(", BIOS ")?;
        (product, Some(bios))
    };
    let product = product.trim();
    (!product.is_empty()).then(|| {
        EventKind::Kernel(Kernel::Product {
            product: product.to_owned(),
            firmware: firmware.map(without_date).filter(|version| !version.is_empty()).map(str::to_owned),
        })
    })
}

/// The firmware's version without the date that ends the line.
fn without_date(bios: &str) -> &str {
    let bios = bios.trim();
    match bios.rsplit_once(' ') {
        Some((version, date)) if date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/') => {
            version.trim()
        }
        _ => bios,
    }
}

static MEMORY_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^Memory: [0-9]+[kK]/(?<total>[0-9]+)[kK] available"));

fn memory(record: &Record) -> Option<EventKind> {
    let total_kib = group(&MEMORY_LINE.captures(&record.message)?, "total")?.parse().ok()?;
    Some(EventKind::Kernel(Kernel::MemorySize { total_kib }))
}

static SWAP_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^Adding (?<kib>[0-9]+)k swap on (?<zram>/dev/zram)?"));

fn swap(record: &Record) -> Option<EventKind> {
    let line = SWAP_LINE.captures(&record.message)?;
    let kib = group(&line, "kib")?.parse().ok()?;
    Some(EventKind::Kernel(Kernel::SwapAdded { kib, zram: group(&line, "zram").is_some() }))
}
