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
    "#Date Time gpu pwr gtemp fb tviol\n",
    "# gpu pid type sm fb command\n",
    "#YYYYMMDD HH:MM:SS Idx W C MB bool\n",
    "20260721 18:42:02 0 99 87 - 1\n",
    "Linux 6.17 (h) 07/18/2026 _aarch64_\n",
    "Linux 6.17 (h) 07/08/2026 _aarch64_\n",
    "11:50:01 AM kbmemfree kbavail %memused\n",
    "11:51:01 PM 89160000 92160000 27.74\n",
    "11:51:01 LINUX RESTART (20 CPU)\n",
    "Average: 1 2 3\n",
    "# Time UID PID RSS %MEM Command\n",
    "h\t600\t2026-07-18 05:00:01 UTC\t-\tkbavail\t62587381\n",
    " r b swpd free buff cache JST\n",
    "6 0 0 37160755 1180 24773836 2026-07-18 14:12:01\n",
    "total used free shared buff/cache available\n",
    "Mem: 124542 63394 36688 38 24459 61148\n",
    "Swap: 16383 0 16383\n",
    "Sat Jul 18 14:09:38 JST 2026\n",
    "\"dool 1.3.8 CSV output\"\n",
    "\"system\",\"memory usage\",,\"swap\"\n",
    "\"time\",\"used\",\"free\",\"used\"\n",
    "\"Cmdline:\",\"Date:\",\"18 Jul 2026 14:10:58 JST\"\n",
    "08-02-2026 06:10:00 RAM 6800/7620MB (lfb 1x1MB) SWAP 900/3810MB CPU [88%@1728,off] tj@62.5C VDD_IN 1mW/2mW\n",
    "RESET\n",
    "SEP\n",
    "MEM h 1784351498 2026/07/18 14:11:38 18044 4096 31882752 10944102 4377640 295\n",
    "PSI h 1784351498 2026/07/18 14:11:38 10 y 1 2 3 4 5 6 7 8 9 10\n",
    "#Date Time [CPU]Totl% [MEM]Free [MEM]Cached\n",
    "Time_Of_Day_Seconds\tCore\tBusy%\tPkgTmp\tPkgWatt\n",
    "1784351518.1\t-\t61\t71\t98\n",
    "Datetime,Available,Timestamp,\n",
    "timestamp,cpu_avg_pct,mem_bufcache_kb,mem_total_kb,peak_30m_x\n",
    "time,free,used,cached,buffers\n",
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
