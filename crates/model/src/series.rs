//! Sampled values as plain columns, each value with the line it came from.

use crate::{InputId, Micros, Shared, Span};

/// What a series measures. The unit is part of the meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// Memory that can be handed out without swapping, MiB (`MemAvailable`).
    MemAvailable,
    /// Unused memory, MiB; says less than available.
    MemFree,
    /// Memory in use, MiB.
    MemUsed,
    /// All memory, MiB.
    MemTotal,
    /// The largest block of memory that is free in one piece, MiB: how broken up free memory is. Derived
    /// where only a lower bound is known, from a count of blocks of some size.
    LargestFreeBlock,
    /// Swap in use, MiB.
    SwapUsed,
    /// Free swap, MiB.
    SwapFree,
    /// All swap, MiB.
    SwapTotal,
    /// Swap in use, percent of all swap.
    SwapUsedPct,
    /// The GPU's own sensor, degrees Celsius.
    GpuTemp,
    /// A sensor of CPU, SoC, board or chassis, degrees Celsius.
    SocTemp,
    /// Electrical power, W.
    Power,
    /// GPU load, percent.
    GpuUtil,
    /// CPU load, percent.
    CpuUtil,
    /// GPU memory in use, MiB.
    GpuMemUsed,
    /// A GPU clock, MHz.
    Clock,
    /// Reasons for a lowered GPU clock: the NVML bit set (0x20 and 0x40 are thermal).
    Throttle,
    /// Time spent in thermal slowdown since the driver was loaded, seconds.
    ThermalSlowdown,
    /// Pressure stall information, memory, some, 10 s average, percent.
    PsiSome,
    /// Pressure stall information, memory, full, 10 s average, percent.
    PsiFull,
    /// Load average over one minute.
    Load1,
    /// Time since the boot's start, seconds.
    Uptime,
    /// Fan speed, percent.
    Fan,
    /// A supply voltage, V.
    Voltage,
}

impl Metric {
    /// Every metric, in the order of declaration.
    pub const ALL: [Self; 24] = [
        Self::MemAvailable,
        Self::MemFree,
        Self::MemUsed,
        Self::MemTotal,
        Self::LargestFreeBlock,
        Self::SwapUsed,
        Self::SwapFree,
        Self::SwapTotal,
        Self::SwapUsedPct,
        Self::GpuTemp,
        Self::SocTemp,
        Self::Power,
        Self::GpuUtil,
        Self::CpuUtil,
        Self::GpuMemUsed,
        Self::Clock,
        Self::Throttle,
        Self::ThermalSlowdown,
        Self::PsiSome,
        Self::PsiFull,
        Self::Load1,
        Self::Uptime,
        Self::Fan,
        Self::Voltage,
    ];

    /// The name in JSON, which carries the unit.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MemAvailable => "mem_available_mib",
            Self::MemFree => "mem_free_mib",
            Self::MemUsed => "mem_used_mib",
            Self::MemTotal => "mem_total_mib",
            Self::LargestFreeBlock => "largest_free_block_mib",
            Self::SwapUsed => "swap_used_mib",
            Self::SwapFree => "swap_free_mib",
            Self::SwapTotal => "swap_total_mib",
            Self::SwapUsedPct => "swap_used_pct",
            Self::GpuTemp => "gpu_temp_c",
            Self::SocTemp => "soc_temp_c",
            Self::Power => "power_w",
            Self::GpuUtil => "gpu_util_pct",
            Self::CpuUtil => "cpu_util_pct",
            Self::GpuMemUsed => "gpu_mem_used_mib",
            Self::Clock => "clock_mhz",
            Self::Throttle => "throttle_bits",
            Self::ThermalSlowdown => "thermal_slowdown_s",
            Self::PsiSome => "psi_some_avg10",
            Self::PsiFull => "psi_full_avg10",
            Self::Load1 => "load1",
            Self::Uptime => "uptime_s",
            Self::Fan => "fan_pct",
            Self::Voltage => "voltage_v",
        }
    }

    /// The unit as it is shown, empty where there is none.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::MemAvailable
            | Self::MemFree
            | Self::MemUsed
            | Self::MemTotal
            | Self::LargestFreeBlock
            | Self::SwapUsed
            | Self::SwapFree
            | Self::SwapTotal
            | Self::GpuMemUsed => "MiB",
            Self::SwapUsedPct | Self::GpuUtil | Self::CpuUtil | Self::PsiSome | Self::PsiFull | Self::Fan => {
                "%"
            }
            Self::GpuTemp | Self::SocTemp => "°C",
            Self::Power => "W",
            Self::Clock => "MHz",
            Self::ThermalSlowdown | Self::Uptime => "s",
            Self::Voltage => "V",
            Self::Throttle | Self::Load1 => "",
        }
    }
}

/// A series' device in words: a bare number is a GPU's.
#[must_use]
pub fn device_words(device: &str) -> String {
    let is_number = !device.is_empty() && device.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { format!("GPU {device}") } else { device.to_owned() }
}

/// Who sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sampler {
    /// A monitor's file.
    Monitor,
    /// earlyoom's periodic reports in the journal.
    Earlyoom,
}

/// One measured quantity over time. The three columns have the same length; instants never decrease.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The input it was read from.
    pub input: InputId,
    /// Who sampled it.
    pub sampler: Sampler,
    /// What is measured.
    pub metric: Metric,
    /// The sensor, GPU index or column it belongs to, where there are several.
    pub device: Option<String>,
    /// Whether it was computed from parts (free + cache) and so is only a bound.
    pub derived: bool,
    /// Instants of the samples.
    pub at: Shared<Micros>,
    /// The values, in the metric's unit. Never NaN.
    pub values: Shared<f64>,
    /// The line of each value in its input, counted from 1.
    pub lines: Shared<u64>,
}

impl Series {
    /// A series without samples.
    #[must_use]
    pub fn new(input: InputId, sampler: Sampler, metric: Metric, device: Option<String>) -> Self {
        Self {
            input,
            sampler,
            metric,
            device,
            derived: false,
            at: Shared::default(),
            values: Shared::default(),
            lines: Shared::default(),
        }
    }

    /// Adds a sample at the end.
    pub fn push(&mut self, at: Micros, value: f64, line: u64) {
        self.at.push(at);
        self.values.push(value);
        self.lines.push(line);
    }

    /// The device in words, none where there is only one: a bare number is a GPU's.
    #[must_use]
    pub fn device_words(&self) -> Option<String> {
        self.device.as_deref().map(device_words)
    }

    /// Number of samples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.at.len()
    }

    /// Whether it has no sample.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// The samples from `from` to `to`, both included, as a range of indices.
    #[must_use]
    pub fn range(&self, from: Micros, to: Micros) -> std::ops::Range<usize> {
        let start = self.at.partition_point(|&at| at < from);
        let end = self.at.partition_point(|&at| at <= to);
        start..end.max(start)
    }

    /// The part from `from` to `to`, both included.
    #[must_use]
    pub fn slice(&self, from: Micros, to: Micros) -> Self {
        let range = self.range(from, to);
        Self {
            at: self.at.part(range.clone()),
            values: self.values.part(range.clone()),
            lines: self.lines.part(range),
            device: self.device.clone(),
            ..*self
        }
    }

    /// The last sample at or before `at`.
    #[must_use]
    pub fn last_before(&self, at: Micros) -> Option<usize> {
        self.at.partition_point(|&t| t <= at).checked_sub(1)
    }

    /// The usual distance between samples: the median of the distances, none with fewer than two.
    #[must_use]
    pub fn cadence(&self) -> Option<Span> {
        let mut steps: Vec<i64> =
            self.at.windows(2).map(|w| w[1].since(w[0]).0).filter(|&step| step > 0).collect();
        if steps.is_empty() {
            return None;
        }
        let middle = steps.len() / 2;
        Some(Span(*steps.select_nth_unstable(middle).1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(at: &[i64]) -> Series {
        let mut series = Series::new(InputId(0), Sampler::Monitor, Metric::MemAvailable, None);
        for &secs in at {
            series.push(Micros::from_secs(secs), secs as f64, 1);
        }
        series
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = Metric::ALL.iter().map(|metric| metric.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Metric::ALL.len());
    }

    #[test]
    fn cadence_is_the_median_step() {
        for (at, cadence) in [
            (&[][..], None),
            (&[5][..], None),
            (&[0, 10, 20, 30, 300][..], Some(Span::secs(10))),
            (&[0, 0, 0, 10][..], Some(Span::secs(10))),
        ] {
            assert_eq!(series(at).cadence(), cadence, "{at:?}");
        }
    }

    #[test]
    fn ranges_include_both_ends() {
        let series = series(&[0, 10, 20, 30]);
        assert_eq!(series.range(Micros::from_secs(10), Micros::from_secs(20)), 1..3);
        assert_eq!(series.range(Micros::from_secs(11), Micros::from_secs(12)), 2..2);
        assert_eq!(series.range(Micros::from_secs(20), Micros::from_secs(10)), 2..2);
        assert_eq!(series.last_before(Micros::from_secs(25)), Some(2));
        assert_eq!(series.last_before(Micros::from_secs(-1)), None);
    }
}
