//! `nvidia-smi --query-gpu=… --format=csv`: comma and blank, units in the header's brackets or in the
//! cells, local time with slashes, `[N/A]`; also scripts that write the header themselves.

use super::{Format, Read, delimited};

/// Query names of nvidia-smi that nobody else uses.
const OWN: [&str; 4] = ["temperature.gpu", "power.draw", "utilization.gpu", "clocks."];

pub(super) const FORMAT: Format = Format {
    name: "nvidia-smi query",
    sniff: |head| head.names().iter().any(|name| OWN.iter().any(|own| name.starts_with(own))),
    read: Read::Table(delimited::dialect),
    sample: (
        "timestamp, index, name, temperature.gpu, power.draw [W], memory.used [MiB], \
         clocks_event_reasons.active, clocks_event_reasons.sw_thermal_slowdown\n\
         2026/07/21 18:40:12.402, 0, NVIDIA GB10, 86, 98.08 W, [N/A], 0x0000000000000004, Not Active\n\
         2026/07/21 18:40:17.403, 0, NVIDIA GB10, 86, 99.21 W, [N/A], 0x0000000000000024, Active\n",
        2,
    ),
};
