//! Any bytes, and files larger than a monitor's.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;

/// Words that monitors' files consist of, to get far into the reader.
const WORDS: &[&str] = &[
    "time",
    "timestamp",
    "epoch",
    "uptime",
    "mem_available_kb",
    "mem_avail",
    "gpu_temp",
    "index",
    "power.draw [W]",
    "RAM",
    "%swpused",
    "clocks_event_reasons.active",
    "clocks_event_reasons.sw_thermal_slowdown",
    "# hostname;interval;timestamp;kbavail",
    "2026-07-18 14:11:31",
    "2026/07/18 14:11:31.123",
    "1784351491",
    "1784351491000",
    "99999999999999999999",
    "01/02/2026 03:04:05",
    "14:11:31",
    "Nov-29 11:06:05",
    "-1",
    "0x24",
    "[N/A]",
    "ERR!",
    "[GPU requires reset]",
    "7607/7620MB",
    "45.2 W",
    "12:02",
    "up 2 days, 3:07",
    "Active",
    "NaN",
    "1e308",
    "61.240",
    "3,53",
    ",",
    ",",
    ",",
    ";",
    "\n",
    "\n",
    "\n",
    "\0",
    "\"",
    "\t",
    "é",
    "\u{1f}",
    " ",
    "年",
    "#",
    "\r\n",
];

fn check(bytes: &[u8]) {
    let _ = crate::sniff(bytes);
    for options in [Options::default(), options(Some("Europe/Berlin"), Some("2026-07-22"), Some(2026))] {
        let Ok(reading) = read(bytes, InputId(0), &options) else { continue };
        assert!(reading.rejects.len() <= 20 && reading.row_times.len() as u64 <= reading.rows);
        let mut seen = std::collections::HashSet::new();
        for series in &reading.series {
            assert!(seen.insert((series.metric, series.device.clone())));
            assert!(series.at.is_sorted() && !series.is_empty());
            assert!(series.values.iter().all(|value| value.is_finite()));
            assert_eq!((series.at.len(), series.values.len()), (series.lines.len(), series.lines.len()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes);
    }

    #[test]
    fn any_words(words in proptest::collection::vec(proptest::sample::select(WORDS), 0..80)) {
        check(words.concat().as_bytes());
    }

    #[test]
    fn any_cells_under_a_header(rows in proptest::collection::vec(
        (proptest::sample::select(WORDS), proptest::sample::select(WORDS), proptest::sample::select(WORDS)), 0..40)) {
        let mut text = "timestamp, index, temperature.gpu\n".to_owned();
        for (a, b, c) in rows {
            let _ = writeln!(text, "{a}, {b}, {c}");
        }
        check(text.as_bytes());
    }

    #[test]
    fn any_stamp(text in "\\PC{0,40}") {
        let _ = crate::stamp::Stamp::parse(&text);
        let _ = crate::cell::read(&text, false);
        let _ = crate::cell::read(&text, true);
        let _ = crate::uptime::seconds(&text);
        let _ = crate::name::Name::new(&text);
    }
}

#[test]
fn a_large_file_takes_time_in_proportion() {
    let mut text = "epoch,mem_available_kb,gpu_temp,note\n".to_owned();
    for row in 0..100_000 {
        // Every other hour back by a day, to make stretches.
        let back = if row % 7200 < 3600 { 0 } else { 86_400 };
        let _ = writeln!(text, "{},{},{},x", 1_784_351_491 + row - back, 61_000_000 - row, 60 + row % 20);
    }
    let reading = of(&text);
    assert_eq!(reading.rows, 100_000);
}

#[test]
fn headers_without_end_are_bounded() {
    let mut text = String::new();
    for row in 0..3000 {
        let _ = writeln!(text, "time,gpu_temp,x{row}\n{},66,1", 1_784_351_491 + row);
    }
    let reading = of(&text);
    assert!(reading.rejected > 0);
    assert_eq!(reading.rows + reading.rejected, 3000 + 2800);
}

#[test]
fn an_index_that_counts_rows_is_no_gpu() {
    let reading = of("index,time,gpu_temp\n0,1784351491,60\n1,1784351492,61\n2,1784351493,62\n");
    assert_eq!(names(&reading), [(Metric::GpuTemp, None)]);
}
