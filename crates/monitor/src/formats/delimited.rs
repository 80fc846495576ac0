//! Any table with a header line that names its columns: home-made monitors.

use super::{Format, Head};
use crate::frame::{Dialect, table};
use crate::log::Log;
use crate::sheet::Framed;
use crate::text::Line;
use crate::{MonitorError, Options};

pub(super) const FORMAT: Format = Format {
    name: super::GENERAL,
    sniff: |head| head.header.is_some(),
    read,
    sample: (
        "timestamp,mem_available_kb,swap_free_kb,cpu_pct,load1\n\
         2026-03-11 16:20:04,22433346,7235174,59.3,9.00\n\
         2026-03-11 16:20:05,22460246,7220875,58.3,9.04\n",
        2,
    ),
};

pub(super) fn read<'a>(
    lines: &'a [Line<'a>],
    head: &Head<'_>,
    _: &Options,
    log: &mut Log,
) -> Result<Framed, MonitorError> {
    let separator = head.header.as_ref().map_or(',', |header| header.separator);
    Ok(table(lines, Dialect::plain(separator), log))
}
