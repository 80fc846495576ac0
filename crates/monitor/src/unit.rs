//! Units in names and cells, and the scale of a column that has none.

use model::Metric;

/// A unit as written. Sizes are powers of 1024 whatever they are called: `/proc` says kB and means
/// KiB, and the 5 % between MB and MiB decide nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Bytes,
    KiB,
    MiB,
    GiB,
    TiB,
    MicroWatt,
    MilliWatt,
    Watt,
    KiloWatt,
    Percent,
    MilliCelsius,
    Celsius,
    Hertz,
    KiloHertz,
    MegaHertz,
    GigaHertz,
    NanoSecond,
    MicroSecond,
    MilliSecond,
    Second,
    Minute,
    Hour,
    MilliVolt,
    Volt,
    Rpm,
}

use Unit::*;

impl Unit {
    /// Every unit.
    pub(crate) const ALL: [Self; 25] = [
        Bytes,
        KiB,
        MiB,
        GiB,
        TiB,
        MicroWatt,
        MilliWatt,
        Watt,
        KiloWatt,
        Percent,
        MilliCelsius,
        Celsius,
        Hertz,
        KiloHertz,
        MegaHertz,
        GigaHertz,
        NanoSecond,
        MicroSecond,
        MilliSecond,
        Second,
        Minute,
        Hour,
        MilliVolt,
        Volt,
        Rpm,
    ];

    /// The unit behind a number or in brackets; letters in any case except where it matters (`mW`).
    pub(crate) fn of_text(text: &str) -> Option<Self> {
        Some(match text.trim() {
            "b" | "B" => Bytes,
            "MW" => return None,
            text => return Self::of_token(&text.to_lowercase()),
        })
    }

    /// The unit at the end of a normalised name, or a unit in lower case.
    pub(crate) fn of_token(token: &str) -> Option<Self> {
        Some(match token {
            "bytes" | "byte" | "b" => Bytes,
            "kb" | "kib" | "ki" | "kbytes" => KiB,
            "mb" | "mib" | "mi" | "mbytes" | "megabytes" => MiB,
            "gb" | "gib" | "gi" | "gbytes" => GiB,
            "tb" | "tib" | "ti" => TiB,
            "uw" | "µw" | "microwatts" => MicroWatt,
            "mw" | "milliwatts" => MilliWatt,
            "w" | "watt" | "watts" => Watt,
            "kw" | "kilowatts" => KiloWatt,
            "%" | "pct" | "percent" | "perc" => Percent,
            "mc" | "millic" | "mdegc" | "millidegc" | "millicelsius" | "m°c" => MilliCelsius,
            "c" | "°c" | "°" | "degc" | "celsius" | "℃" | "deg" => Celsius,
            "hz" => Hertz,
            "khz" => KiloHertz,
            "mhz" => MegaHertz,
            "ghz" => GigaHertz,
            "ns" => NanoSecond,
            "us" | "µs" | "usec" => MicroSecond,
            "ms" | "msec" => MilliSecond,
            "s" | "sec" | "secs" | "seconds" => Second,
            "min" | "mins" | "minutes" => Minute,
            "h" | "hours" => Hour,
            "mv" => MilliVolt,
            "v" | "volt" | "volts" => Volt,
            "rpm" => Rpm,
            _ => return None,
        })
    }

    /// How it is shown.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Bytes => "B",
            KiB => "KiB",
            MiB => "MiB",
            GiB => "GiB",
            TiB => "TiB",
            MicroWatt => "µW",
            MilliWatt => "mW",
            Watt => "W",
            KiloWatt => "kW",
            Percent => "%",
            MilliCelsius => "m°C",
            Celsius => "°C",
            Hertz => "Hz",
            KiloHertz => "kHz",
            MegaHertz => "MHz",
            GigaHertz => "GHz",
            NanoSecond => "ns",
            MicroSecond => "µs",
            MilliSecond => "ms",
            Second => "s",
            Minute => "min",
            Hour => "h",
            MilliVolt => "mV",
            Volt => "V",
            Rpm => "rpm",
        }
    }

    /// What a number in this unit is multiplied with to get the metric's own; none where the two do
    /// not measure the same thing.
    pub(crate) fn scale(self, metric: Metric) -> Option<f64> {
        let (own, scale) = match self {
            Bytes => ("MiB", 1.0 / 1_048_576.0),
            KiB => ("MiB", 1.0 / 1024.0),
            MiB => ("MiB", 1.0),
            GiB => ("MiB", 1024.0),
            TiB => ("MiB", 1_048_576.0),
            MicroWatt => ("W", 1e-6),
            MilliWatt => ("W", 1e-3),
            Watt => ("W", 1.0),
            KiloWatt => ("W", 1e3),
            Percent => ("%", 1.0),
            MilliCelsius => ("°C", 1e-3),
            Celsius => ("°C", 1.0),
            Hertz => ("MHz", 1e-6),
            KiloHertz => ("MHz", 1e-3),
            MegaHertz => ("MHz", 1.0),
            GigaHertz => ("MHz", 1e3),
            NanoSecond => ("s", 1e-9),
            MicroSecond => ("s", 1e-6),
            MilliSecond => ("s", 1e-3),
            Second => ("s", 1.0),
            Minute => ("s", 60.0),
            Hour => ("s", 3600.0),
            MilliVolt => ("V", 1e-3),
            Volt => ("V", 1.0),
            Rpm => ("rpm", 1.0),
        };
        (own == metric.unit()).then_some(scale)
    }
}

/// The unit of a column that does not name one, from all of its values: the whole column has one
/// unit, because a slide to zero crosses every threshold.
///
/// # Errors
/// Why it cannot be told.
pub(crate) fn guess(
    metric: Metric,
    median: f64,
    max: f64,
    fractions: bool,
) -> Result<Option<Unit>, &'static str> {
    Ok(match metric.unit() {
        "MiB" => return memory(max, fractions).map(Some),
        "°C" => Some(if median > 1000.0 { MilliCelsius } else { Celsius }),
        "W" => Some(if median > 1000.0 { MilliWatt } else { Watt }),
        "V" => Some(if median > 1000.0 { MilliVolt } else { Volt }),
        "MHz" if median > 1e8 => Some(Hertz),
        "MHz" if median > 1e5 => Some(KiloHertz),
        "MHz" => Some(MegaHertz),
        "%" => Some(Percent),
        "s" if metric == Metric::ThermalSlowdown => Some(MicroSecond),
        "s" => Some(Second),
        _ => None,
    })
}

fn memory(max: f64, fractions: bool) -> Result<Unit, &'static str> {
    if max == 0.0 {
        Ok(MiB)
    } else if max > 1e10 {
        Ok(Bytes)
    } else if max > 5e8 {
        Err("bytes or KiB? the name has no unit and the values fit both")
    } else if max >= 1e6 {
        Ok(KiB)
    } else if max >= 1e3 && !(fractions && max <= 4096.0) {
        Ok(MiB)
    } else if max > 100.0 && fractions {
        Ok(GiB)
    } else {
        Err("GiB, MiB or percent? the name has no unit and the values fit several")
    }
}

/// The values a metric can have, in its own unit, both included. A sensor that is absent or failed
/// reads as -1, -256, -273, 127.9, 255, 65535, 6553500, 2^32 - 1 or 2^64 - 1.
pub(crate) const fn plausible(metric: Metric) -> (f64, f64) {
    match metric {
        Metric::MemTotal => (512.0, 4_194_304.0),
        Metric::MemAvailable | Metric::MemFree | Metric::MemUsed | Metric::LargestFreeBlock => {
            (0.0, 4_194_304.0)
        }
        Metric::SwapUsed | Metric::SwapFree | Metric::SwapTotal => (0.0, 8_388_608.0),
        Metric::GpuTemp | Metric::SocTemp => (-20.0, 125.0),
        Metric::Power => (0.0, 2000.0),
        Metric::SwapUsedPct | Metric::GpuUtil | Metric::PsiSome | Metric::PsiFull | Metric::Fan => {
            (0.0, 100.0)
        }
        // Some tools add the cores up.
        Metric::CpuUtil => (0.0, 100_000.0),
        Metric::GpuMemUsed => (0.0, 1_048_576.0),
        Metric::Clock => (0.0, 6000.0),
        Metric::Throttle => (0.0, 511.0),
        Metric::Load1 => (0.0, 100_000.0),
        Metric::Uptime | Metric::ThermalSlowdown => (0.0, 3.2e8),
        Metric::Voltage => (0.0, 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales() {
        for (unit, metric, scale) in [
            ("kB", Metric::MemAvailable, Some(1.0 / 1024.0)),
            ("GiB", Metric::SwapUsed, Some(1024.0)),
            ("Gi", Metric::SwapUsed, Some(1024.0)),
            ("mW", Metric::Power, Some(1e-3)),
            ("MW", Metric::Power, None),
            ("W", Metric::Power, Some(1.0)),
            ("%", Metric::MemAvailable, None),
            ("us", Metric::ThermalSlowdown, Some(1e-6)),
            ("°C", Metric::GpuTemp, Some(1.0)),
            ("parsec", Metric::GpuTemp, None),
        ] {
            assert_eq!(Unit::of_text(unit).and_then(|unit| unit.scale(metric)), scale, "{unit}");
        }
    }

    #[test]
    fn columns_without_a_unit() {
        for (metric, median, max, fractions, unit) in [
            (Metric::MemAvailable, 60e9, 65e9, false, Some(Bytes)),
            (Metric::MemAvailable, 60e6, 65e6, false, Some(KiB)),
            (Metric::MemAvailable, 212.0, 61216.0, false, Some(MiB)),
            (Metric::MemAvailable, 100.0, 121.5, true, Some(GiB)),
            (Metric::MemAvailable, 60.0, 97.5, true, None),
            (Metric::MemAvailable, 2e9, 3e9, false, None),
            (Metric::SwapUsed, 0.0, 0.0, false, Some(MiB)),
            (Metric::SocTemp, 83_000.0, 89_000.0, false, Some(MilliCelsius)),
            (Metric::SocTemp, 83.0, 89.0, false, Some(Celsius)),
            (Metric::Power, 98_000.0, 99_000.0, false, Some(MilliWatt)),
            (Metric::Clock, 2610.0, 2610.0, false, Some(MegaHertz)),
        ] {
            assert_eq!(guess(metric, median, max, fractions).ok().flatten(), unit, "{metric:?} {max}");
        }
    }
}
