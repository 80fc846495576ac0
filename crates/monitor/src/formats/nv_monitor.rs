//! `nv-monitor -l` (wentbackward/nv-monitor): kB, milliwatts, local ISO times; used memory is without
//! cache. The columns behind `peak_30m_` are extremes over half an hour; without a GPU rows have four
//! cells in front of them that the header does not name, so all from there on is cut off.

use std::borrow::Cow;

use super::Format;
use crate::frame::{Dialect, table};
use crate::text::Line;

/// Cells of a GPU.
const OF_A_GPU: usize = 4;

pub(super) const FORMAT: Format = Format {
    name: "nv-monitor",
    sniff: |head| {
        let names = head.names();
        names.iter().any(|name| name == "mem_bufcache_kb") && names.iter().any(|name| name == "cpu_avg_pct")
    },
    read: |lines, _, _, log| {
        let lines = without_peaks(lines);
        Ok(table(&lines, Dialect::plain(','), log))
    },
    sample: (
        "timestamp,cpu_avg_pct,cpu0_pct,cpu_temp_c,cpu_freq_mhz,mem_used_kb,mem_total_kb,mem_bufcache_kb,swap_used_kb,\
         swap_total_kb,net_rx_Bps,net_tx_Bps,peak_30m_cpu_temp_c,peak_30m_power_w\n\
         2026-07-21T18:42:37.144,61.0,60.0,71,3900,66000000,127531008,21000000,0,16777216,1200,900,,,,,88,100\n\
         2026-07-21T18:42:38.144,61.0,60.0,72,3900,66000000,127531008,21000000,0,16777216,1200,900,,,,,88,100\n",
        2,
    ),
};

fn without_peaks<'a>(lines: &'a [Line<'a>]) -> Vec<Line<'a>> {
    let mut columns: Option<(usize, usize)> = None;
    lines
        .iter()
        .map(|line| {
            let cells: Vec<&str> = line.text.split(',').collect();
            if let Some(first) = cells.iter().position(|name| name.trim().starts_with("peak_")) {
                columns = Some((first, cells.len()));
            }
            let Some((first, all)) = columns else { return line.clone() };
            let unnamed =
                |cells: &[&str]| cells[first..first + OF_A_GPU].iter().all(|cell| cell.trim().is_empty());
            if cells.len() == all || (cells.len() == all + OF_A_GPU && unnamed(&cells)) {
                let text = Cow::Owned(cells[..first].join(","));
                Line { text, ..line.clone() }
            } else {
                line.clone()
            }
        })
        .collect()
}
