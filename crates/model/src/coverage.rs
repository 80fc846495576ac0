//! What a source can show of a boot at all: only where a line would have been seen does its absence mean anything.

use crate::{InputId, Micros};

/// Which kinds of lines a source holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lines {
    /// Whatever was logged.
    All,
    /// The kernel's only: `dmesg`, `kern.log`, `journalctl -k`.
    Kernel,
    /// Programs' only, none of the kernel: a copy of some units' lines.
    Programs,
    /// A selection by words, levels or units: that a line is not in it says nothing.
    Excerpt,
    /// The NVIDIA driver's and its daemons' only: what `nvidia-bug-report.log` holds of earlier boots.
    Driver,
    /// The kernel's last lines before a crash: pstore, kdump.
    Crash,
    /// Starts and orderly ends only: wtmp, `last`, a list of boots.
    Boots,
}

impl Lines {
    /// The name used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Kernel => "kernel",
            Self::Programs => "programs",
            Self::Excerpt => "excerpt",
            Self::Driver => "driver",
            Self::Crash => "crash",
            Self::Boots => "boots",
        }
    }

    /// Whether a line of the kernel (an OOM kill, a thermal trip) would be in it.
    #[must_use]
    pub const fn shows_kernel(self) -> bool {
        matches!(self, Self::All | Self::Kernel)
    }

    /// Whether a line of the NVIDIA driver would be in it.
    #[must_use]
    pub const fn shows_driver(self) -> bool {
        matches!(self, Self::All | Self::Kernel | Self::Driver)
    }

    /// Whether a line of a program, PID 1 among them, would be in it.
    #[must_use]
    pub const fn shows_programs(self) -> bool {
        matches!(self, Self::All | Self::Programs)
    }
}

/// A stretch of a boot that a source covers, and what it can show of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The source.
    pub input: InputId,
    /// What it can show.
    pub lines: Lines,
    /// Its first line of the boot.
    pub from: Micros,
    /// Its last line of the boot.
    pub to: Micros,
}
