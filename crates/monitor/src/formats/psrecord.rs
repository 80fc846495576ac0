//! `psrecord --log`: one process, by seconds since its own start. It has no place on a time line and tells nothing about
//! the host, which is said instead of asking for a time column. `--log-format csv` writes the same.

use super::{Format, Read};
use crate::MonitorError;

pub(super) const FORMAT: Format = Format {
    name: "psrecord",
    sniff: |head| {
        head.lines.first().is_some_and(|line| {
            let words: Vec<&str> = line.text.split(|c: char| c.is_whitespace() || c == ',').collect();
            let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
            words.starts_with(&["#", "Elapsed", "time", "CPU", "(%)", "Real", "(MB)"])
                || (words.starts_with(&["elapsed_time"]) && words.ends_with(&["mem_real", "mem_virtual"]))
        })
    },
    read: Read::Whole(|_, _, _, _| Err(MonitorError::OneProcess { what: "psrecord" })),
    sample: (
        "# Elapsed time   CPU (%)     Real (MB)   Virtual (MB)\n\
         \x20      0.000        0.000     2426.141     5810.457\n\
         \x20      0.112        0.000     2426.141     5810.457\n",
        0,
    ),
};
