//! Netdata's `system.ram` as CSV: MiB, the newest row first, `null` where nothing was collected.

use super::{Format, Read};
use crate::frame::Dialect;

pub(super) const FORMAT: Format = Format {
    name: "Netdata CSV",
    sniff: |head| {
        let names = head.names();
        names.first().is_some_and(|name| name == "time")
            && ["free", "used", "cached", "buffers"].iter().all(|own| names.iter().any(|name| name == own))
    },
    read: Read::Table(|_| Dialect { rename, ..Dialect::plain(',') }),
    sample: (
        "time,free,used,cached,buffers\n\
         2026-07-18 14:13:58,127.2,124330,82.68,1.15\n\
         2026-07-18 14:13:54,null,null,null,null\n\
         2026-07-18 14:13:50,2481,120407,1612.65,1.15\n",
        3,
    ),
};

fn rename(name: &str) -> Option<&'static str> {
    Some(match name {
        "free" => "free_mib",
        "used" => "used_mib",
        "cached" => "cached_mib",
        "buffers" => "buffers_mib",
        _ => return None,
    })
}
