//! `below dump system -O csv`: titles for people, a comma at the end of each line, local `Datetime` and
//! `Timestamp` as an epoch; sizes such as `23.4 GB` (powers of 1024), or bytes with `--raw`; `?` where
//! there is no value.

use super::{Format, Read};
use crate::frame::Dialect;

pub(super) const FORMAT: Format = Format {
    name: "below dump",
    sniff: |head| {
        head.lines.iter().any(|line| line.text.starts_with("Datetime,") && line.text.contains(",Timestamp"))
    },
    read: Read::Table(|_| Dialect { rename, ..Dialect::plain(',') }),
    sample: (
        "Datetime,Usage,Total,Free,Available,Swap Free,Timestamp,\n\
         2026-07-18 14:11:58,61.23%,121.6 GB,30.6 GB,61.1 GB,16.0 GB,1784351518,\n\
         2026-07-18 14:12:03,61.23%,121.6 GB,30.1 GB,?,16.0 GB,1784351523,\n",
        2,
    ),
};

/// Titles that stand for more than one thing are left out; what has a size is in bytes unless the cell
/// says otherwise.
fn rename(name: &str) -> Option<&'static str> {
    Some(match name {
        "Available" | "Mem Available" => "mem_available_bytes",
        "Free" => "free (of what?)",
        "Total" => "total (of what?)",
        "Mem Total" => "mem_total_bytes",
        "Mem Free" => "mem_free_bytes",
        "Swap Free" => "swap_free_bytes",
        "Swap Total" => "swap_total_bytes",
        "Usage" => "usage (of what?)",
        _ => return None,
    })
}
