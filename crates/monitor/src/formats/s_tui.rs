//! `s-tui -c`: `2026-07-21_18:41:49`, sensors as `Temp:Acpitz,0` in quotes.

use super::{Format, Read, delimited};

pub(super) const FORMAT: Format = Format {
    name: "s-tui CSV",
    sniff: |head| {
        let names = head.names();
        names.first().is_some_and(|name| name == "Time")
            && names.iter().any(|name| name.starts_with("Frequency:") || name.starts_with("Util:"))
    },
    read: Read::Table(delimited::dialect),
    sample: (
        "Time,Frequency:Avg,\"Temp:Acpitz,0\",\"Temp:Nvme,0\",Util:Avg\n\
         2026-07-21_18:41:49,3900.0,82.0,51.9,61.0\n\
         2026-07-21_18:41:51,3900.0,82.5,51.9,61.0\n",
        2,
    ),
};
