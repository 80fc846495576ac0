//! Any table with a header line that names its columns: home-made monitors.

use super::{Format, Head, Read};
use crate::frame::Dialect;

pub(super) const FORMAT: Format = Format {
    name: super::GENERAL,
    sniff: |head| head.header.is_some(),
    read: Read::Table(dialect),
    sample: (
        "timestamp,mem_available_kb,swap_free_kb,cpu_pct,load1\n\
         2026-03-11 16:20:04,22433346,7235174,59.3,9.00\n\
         2026-03-11 16:20:05,22460246,7220875,58.3,9.04\n",
        2,
    ),
};

pub(super) fn dialect(head: &Head<'_>) -> Dialect<'static> {
    Dialect::plain(head.header.as_ref().map_or(',', |header| header.separator))
}
