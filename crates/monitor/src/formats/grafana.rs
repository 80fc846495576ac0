//! Grafana's "Series joined by time": a column `Time` and one for each series, named with its labels;
//! times as epoch milliseconds or local text, lost targets as empty cells, `NaN` or `undefined`.

use super::{Format, Read, delimited};

pub(super) const FORMAT: Format = Format {
    name: "Grafana CSV",
    sniff: |head| head.names().iter().any(|name| name.contains("{__name__=") || name.contains("instance=\"")),
    read: Read::Table(delimited::dialect),
    sample: (
        "\"Time\",\"{__name__=\"\"node_memory_MemAvailable_bytes\"\", instance=\"\"host:9100\"\"}\"\n\
         1784351340000,64087916544\n\
         1784351355000,\n",
        2,
    ),
};
