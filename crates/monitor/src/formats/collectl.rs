//! `collectl -P`: a header behind `#` with the subsystem in brackets (`[MEM]Free`), blanks or `--sep`
//! between cells, KiB; `20261129 11:06:20` local, or one epoch column with `-oU` (collectl 4.3).

use std::borrow::Cow;

use super::{Format, Read};
use crate::frame::{Dialect, Special};

pub(super) const FORMAT: Format = Format {
    name: "collectl",
    sniff: |head| head.lines.iter().any(|line| is_header(&line.text)),
    read: Read::Table(|head| {
        let header = head.lines.iter().find(|line| is_header(&line.text));
        let separator =
            header.and_then(|line| [',', ';', '|'].into_iter().find(|&sign| line.text.contains(sign)));
        Dialect { special, rename, ..Dialect::plain(separator.unwrap_or(' ')) }
    }),
    sample: (
        "waiting for 1 second sample...\n\
         #Date Time [CPU]User% [CPU]Totl% [CPU]L-Avg1 [MEM]Tot [MEM]Used [MEM]Free [MEM]Shared [MEM]Buf [MEM]Cached \
         [MEM]SwapTot [MEM]SwapUsed [MEM]SwapFree\n\
         20260718 14:12:01 61 83 6.0 127531008 90370253 37160755 0 1180 24773836 16777216 0 16777216\n\
         20260718 14:12:02 61 83 6.1 127531008 90370253 37060755 0 1180 24773836 16777216 0 16777216\n",
        2,
    ),
};

fn is_header(text: &str) -> bool {
    text.starts_with('#') && (text.contains("[MEM]") || text.contains("[CPU]"))
}

/// What it says before its first sample.
fn special(row: &[Cow<'_, str>]) -> Option<Special> {
    row.first()?.starts_with("waiting").then_some(Special::Skip)
}

fn rename(name: &str) -> Option<&'static str> {
    Some(match name {
        "[CPU]Totl%" => "cpu_total_pct",
        "[CPU]L-Avg1" => "load1",
        "[MEM]Tot" => "mem_total_kib",
        "[MEM]Used" => "mem_used_kib",
        "[MEM]Free" => "mem_free_kib",
        "[MEM]Buf" => "buffers_kib",
        "[MEM]Cached" => "cached_kib",
        "[MEM]SwapTot" => "swap_total_kib",
        "[MEM]SwapUsed" => "swap_used_kib",
        "[MEM]SwapFree" => "swap_free_kib",
        _ => return None,
    })
}
