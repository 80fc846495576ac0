//! `nv-monitor -l` (wentbackward/nv-monitor): kB, milliwatts, local ISO times; used memory is without
//! cache. The columns behind `peak_30m_` are extremes over half an hour; without a GPU rows have four
//! cells in front of them that the header does not name, so all from there on is cut off.

use std::borrow::Cow;

use super::{Format, Read};
use crate::frame::Dialect;

/// Cells of a GPU.
const OF_A_GPU: usize = 4;

pub(super) const FORMAT: Format = Format {
    name: "nv-monitor",
    sniff: |head| {
        let names = head.names();
        names.iter().any(|name| name == "mem_bufcache_kb") && names.iter().any(|name| name == "cpu_avg_pct")
    },
    read: Read::Table(|_| Dialect { cut: without_peaks, ..Dialect::plain(',') }),
    sample: (
        "timestamp,cpu_avg_pct,cpu0_pct,cpu_temp_c,cpu_freq_mhz,mem_used_kb,mem_total_kb,mem_bufcache_kb,swap_used_kb,\
         swap_total_kb,net_rx_Bps,net_tx_Bps,peak_30m_cpu_temp_c,peak_30m_power_w\n\
         2026-07-21T18:42:37.144,61.0,60.0,71,3900,66000000,127531008,21000000,0,16777216,1200,900,,,,,88,100\n\
         2026-07-21T18:42:38.144,61.0,60.0,72,3900,66000000,127531008,21000000,0,16777216,1200,900,,,,,88,100\n",
        2,
    ),
};

/// The extremes at the end and what is behind them: in rows of a GPU without a name four cells too many push them.
fn without_peaks(cells: &[Cow<'_, str>], columns: &mut Option<(usize, usize)>) -> Option<usize> {
    if let Some(first) = cells.iter().position(|name| name.starts_with("peak_")) {
        *columns = Some((first, cells.len()));
    }
    let (first, all) = (*columns)?;
    let unnamed = || cells.iter().skip(first).take(OF_A_GPU).all(|cell| cell.is_empty());
    (cells.len() == all || (cells.len() == all + OF_A_GPU && unnamed())).then_some(first)
}
