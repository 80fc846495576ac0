//! Kinds of files that have traps of their own.

use model::Metric::*;

use super::*;

fn with(text: &str, tz: &str) -> Reading {
    read(text.as_bytes(), InputId(0), &options(Some(tz), None, None)).unwrap()
}

#[test]
fn sadf_of_a_german_host() {
    let reading = of("# hostname;interval;timestamp;kbmemfree;kbavail;%memused;kbswpused\n\
         h;60;2026-07-18 05:10:01 UTC;18224088;58787381;10,40;0\n\
         h;60;2026-07-18 05:11:01 UTC;1822408;217088;98,75;16281600\n\
         # hostname;interval;timestamp;CPU;%user;%idle\n\
         h;60;2026-07-18 05:10:01 UTC;-1;80,53;16,25\n\
         h;60;2026-07-18 05:10:01 UTC;0;70,53;26,25\n\
         h;60;2026-07-18 05:11:01 UTC;-1;80,53;15,00\n");
    assert_eq!((reading.format, reading.rows, reading.rejected), ("sadf -d", 4, 0));
    assert_eq!(values(&reading, MemAvailable, None)[1], 212.0);
    assert_eq!(values(&reading, CpuUtil, None), [83.75, 85.0]);
}

#[test]
fn collectl_between_blanks_and_commas() {
    let text = "waiting for 1 second sample...\n\
         #Date Time [CPU]User% [CPU]Nice% [CPU]Sys% [CPU]Wait% [CPU]Totl% [MEM]Tot [MEM]Used [MEM]Free [MEM]Shared \
         [MEM]Buf [MEM]Cached [MEM]SwapTot [MEM]SwapUsed [MEM]SwapFree\n\
         20260718 14:13:55 61 0 22 0 83 127531008 127400756 130252 0 1180 86835 16777216 16281600 495616\n\
         20260718 14:13:58 61 0 22 0 83 127531008 127400756 130253 0 1180 86835 16777216 16281600 495616\n";
    let comma = text.replace(' ', ",").replace("waiting,for,1,second,sample", "waiting for 1 second sample");
    for text in [text, &comma] {
        let reading = with(text, "Asia/Tokyo");
        assert_eq!((reading.format, reading.rows, reading.rejected), ("collectl", 2, 0));
        assert_eq!(instants(&reading)[0], "2026-07-18 05:13:55");
        assert_eq!(values(&reading, MemAvailable, None)[0].floor(), 213.0);
        assert!(series(&reading, MemAvailable, None).derived);
        assert_eq!(values(&reading, SwapUsed, None)[0], 15_900.0);
        assert_eq!(values(&reading, CpuUtil, None), [83.0, 83.0]);
    }
}

#[test]
fn nv_monitor_with_and_without_a_gpu() {
    let head = "timestamp,cpu_avg_pct,cpu0_pct,cpu_temp_c,cpu_freq_mhz,mem_used_kb,mem_total_kb,mem_bufcache_kb,\
         swap_used_kb,swap_total_kb,net_rx_Bps,net_tx_Bps";
    let gpu = "gpu0_util_pct,gpu0_temp_c,gpu0_power_mw,gpu0_clock_mhz";
    let peaks = "peak_30m_cpu_temp_c,peak_30m_gpu0_power_w";
    let row = |second: u32, gpu: &str| {
        format!(
            "2026-07-21T18:42:{second}.144,61.0,60,97,3900,126000000,127531008,900000,0,16777216,12,9,{gpu},99,140\n"
        )
    };
    let text = format!(
        "{head},{gpu},{peaks}\n{}{}{}",
        row(37, "96,88,100100,1470"),
        row(38, "0,0,0,0"),
        row(39, ",,,")
    );
    let reading = with(&text, "Asia/Tokyo");
    assert_eq!((reading.format, reading.rows, reading.rejected), ("nv-monitor", 3, 0));
    assert_eq!(values(&reading, GpuTemp, Some("0")), [88.0]);
    assert_eq!(
        values(&reading, Power, Some("0")).iter().map(|watts| watts.round()).collect::<Vec<_>>(),
        [100.0]
    );
    assert_eq!(values(&reading, MemAvailable, None)[0], f64::from(127_531_008 - 126_000_000) / 1024.0);
    assert_eq!(values(&reading, SocTemp, Some("cpu_temp")), [97.0; 3]);
    let text = format!("{head},{peaks}\n{}{}", row(37, ",,,"), row(38, ",,,"));
    let reading = with(&text, "Asia/Tokyo");
    assert_eq!((reading.rows, reading.rejected), (2, 0));
    assert_eq!(names(&reading).iter().filter(|(metric, _)| *metric == SocTemp).count(), 1);
}

#[test]
fn a_log_with_a_cell_too_many() {
    let header = "epoch,mem_avail_gib,mem_free_gib,cached_gib,anon_gib,swap_used_gib,psi_some_avg10,psi_full_avg10,\
         gpu_top_mib,restarts,utc\n";
    let row = |second: i64, top: &str| {
        format!("{},10.24,4.10,5.20,90.1,0.50,12.5,3.25,{top},0,05:11:{second}\n", 1_784_351_460 + second)
    };
    let long: String = (31..41).map(|second| row(second, "48213,9000")).collect();
    let text = format!("{header}{}{long}{}", row(29, "NA"), row(41, "NA"));
    let reading = of(&text);
    assert_eq!((reading.rows, reading.rejected), (12, 0));
    assert_eq!(values(&reading, MemAvailable, None), vec![10.24 * 1024.0; 12]);
    assert_eq!(values(&reading, PsiFull, None), vec![3.25; 12]);
    assert_eq!(values(&reading, SwapUsed, None), vec![512.0; 12]);
    assert!(has_note(&reading, 3, "where the surplus stands is not sure, so `gpu_top_mib`, `restarts`"));
    // Damage looks the same in a line or two, and is none of it.
    let text = format!("{header}{}{}", row(29, "NA"), row(31, "48213,9000"));
    let reading = of(&text);
    assert_eq!((reading.rows, reading.rejected), (1, 1));
}

#[test]
fn grafana_as_it_is_shown() {
    let reading = with(
        "sep=,\n\"Time\",\"{__name__=\"\"node_memory_MemAvailable_bytes\"\", instance=\"\"h:9100\"\"}\",\"GPU temp\",\"GPU power\"\n\
         \"2026-07-18 14:09:00\",\"61.2 GiB\",\"66 °C\",\"70.5 W\"\n\
         \"2026-07-18 14:13:45\",\"212 MiB\",\"68 °C\",\"1.02 kW\"\n\
         \"2026-07-18 14:14:00\",\"\",\"undefined\",\"NaN\"\n",
        "Asia/Tokyo",
    );
    assert_eq!((reading.format, reading.rows, reading.rejected), ("Grafana CSV", 3, 0));
    assert_eq!(values(&reading, MemAvailable, None), [61.2 * 1024.0, 212.0]);
    assert_eq!(values(&reading, GpuTemp, None), [66.0, 68.0]);
    assert_eq!(values(&reading, Power, None), [70.5, 1020.0]);
    assert_eq!(instants(&reading)[0], "2026-07-18 05:09:00");
}

#[test]
fn summer_time_ends_and_the_zone_changes() {
    let reading = with(
        "timestamp,temp_c,resident\n\
         2026-11-01 00:55:00,70,a\n2026-11-01 01:25:00,71,a\n2026-11-01 01:55:00,72,a\n\
         2026-11-01 01:25:00,73,a\n2026-11-01 01:55:00,74,a\n2026-11-01 02:25:00,75,a\n\
         timestamp,temp_c,resident,load1\n\
         2026-11-01 07:55:00,76,a,1.0\n2026-11-01 08:25:00,77,a,1.0\n\
         2026-11-01T08:55:00Z,78,a,1.0\n2026-11-01T09:25:00Z,79,a,1.0\n",
        "America/New_York",
    );
    assert_eq!((reading.rows, reading.rejected), (10, 0));
    let cadence = reading.rhythm().cadence;
    assert_eq!(cadence, Some(model::Span::minutes(30)));
    assert_eq!(reading.rhythm().silences, []);
    assert_eq!(instants(&reading)[0], "2026-11-01 04:55:00");
    assert_eq!(instants(&reading)[9], "2026-11-01 09:25:00");
    assert!(has_note(&reading, 9, "are UTC"));
}

#[test]
fn values_that_cannot_be() {
    let reading = of(
        "epoch,mem_available_kb,swap_used_kb,gpu_temp,cpu_temp_c,power_w,gpu_util,psi_full_avg10,clock_mhz\n\
         1784351491,61240000,0,66,70,70.1,96,0.0,2400\n\
         1784351492,18446744073709551615,-1,655350,127.9,6553500,255,1e308,4294967295\n\
         1784351493,-5,18446744073709551615,-273,-256,-1,-1,-1,65535\n\
         1784351494,0,0,67,-1,70.2,100,100,0\n\
         9999999999,1,1,1,1,1,1,1,1\n",
    );
    assert_eq!((reading.rows, reading.rejected), (4, 1));
    assert_eq!(values(&reading, MemAvailable, None), [61_240_000.0 / 1024.0, 0.0]);
    assert_eq!(values(&reading, SwapUsed, None), [0.0, 0.0]);
    assert_eq!(values(&reading, GpuTemp, None), [66.0, 67.0]);
    assert_eq!(values(&reading, SocTemp, Some("cpu_temp")), [70.0]);
    assert_eq!(values(&reading, Power, None), [70.1, 70.2]);
    assert_eq!(values(&reading, GpuUtil, None), [96.0, 100.0]);
    assert_eq!(values(&reading, PsiFull, None), [0.0, 100.0]);
    assert_eq!(values(&reading, Clock, None), [2400.0, 0.0]);
}

#[test]
fn below_with_sizes_for_people_and_in_bytes() {
    for (first, second) in [("61.1 GB", "212.0 MB"), ("65605617254", "222298112")] {
        let reading = of(&format!(
            "Datetime,Usage,Total,Free,Available,Swap Free,Total,Free,Available,Timestamp,\n\
             2026-07-18 14:11:58,61.23%,121.6 GB,30.6 GB,{first},16.0 GB,?,?,?,1784351518,\n\
             2026-07-18 14:13:58,61.23%,121.6 GB,0.1 GB,{second},?,?,?,?,1784351638,\n"
        ));
        assert_eq!((reading.format, reading.rows, reading.rejected), ("below dump", 2, 0));
        assert_eq!(values(&reading, MemAvailable, None)[1].floor(), 212.0);
        assert_eq!(values(&reading, SwapFree, None), [16_384.0]);
        assert_eq!(instants(&reading)[1], "2026-07-18 05:13:58");
    }
}

#[test]
fn thousands_in_german() {
    let reading = with(
        "Zeit;RAM_frei_MB;Swap_belegt_MB;GPU_Temp;Leistung_W\n\
         18.07.2026 14:12:02;61.240;0;66;98,5\n\
         18.07.2026 14:12:04;1.061;12.345;67;1.097,5\n\
         18.07.2026 14:12:06;212;15.900;67;97\n",
        "Europe/Berlin",
    );
    assert_eq!((reading.rows, reading.rejected), (3, 0));
    assert_eq!(values(&reading, MemAvailable, None), [61_240.0, 1061.0, 212.0]);
    assert_eq!(values(&reading, SwapUsed, None), [0.0, 12_345.0, 15_900.0]);
    assert_eq!(values(&reading, Power, None), [98.5, 1097.5, 97.0]);
    assert_eq!(instants(&reading)[0], "2026-07-18 12:12:02");
}

#[test]
fn gibibytes_are_settled_for_the_whole_column() {
    let reading = of("time,ram_avail,swap_used\n2026-07-18 14:12:02,108.2,0\n2026-07-18 14:12:04,24,0.5\n\
         2026-07-18 14:12:06,0.4,15.5\n2026-07-18 14:12:08,0,15.5\n");
    assert_eq!(values(&reading, MemAvailable, None), [108.2, 24.0, 0.4, 0.0].map(|gib| gib * 1024.0));
    assert_eq!(values(&reading, SwapUsed, None), [0.0, 512.0, 15_872.0, 15_872.0]);
}

#[test]
fn blocks_that_are_free_in_one_piece() {
    let reading = of("epoch,lfb_mib,free_blocks_ge_4mib,mem_available_kb\n\
         1784351491,64,120,61240000\n1784351492,2,0,61240000\n");
    assert_eq!(values(&reading, LargestFreeBlock, None), [64.0, 2.0]);
    assert_eq!(values(&reading, LargestFreeBlock, Some("free_blocks_ge_4mib")), [4.0, 0.0]);
}

#[test]
fn blanks_between_cells() {
    let reading = with(
        "timestamp mem_available_kb load1\n2026-07-18 14:12:01 61240000 6.0\n2026-07-18 14:12:02 61240001 6.1\n",
        "Asia/Tokyo",
    );
    assert_eq!((reading.rows, reading.rejected), (2, 0));
    assert_eq!(values(&reading, Load1, None), [6.0, 6.1]);
}

#[test]
fn free_in_one_line_and_in_whole_gibibytes() {
    let reading = of("Sat Jul 18 14:09:38 JST 2026 Mem: 124542 63394 36688 38 24459 61148\n\
         Sat Jul 18 14:09:58 JST 2026 Mem: 124542 124330 127 38 84 212\n");
    assert_eq!((reading.format, reading.rows, reading.rejected), ("free with dates", 2, 0));
    assert_eq!(values(&reading, MemAvailable, None), [61_148.0, 212.0]);
    assert_eq!(instants(&reading)[0], "2026-07-18 05:09:38");
    let block = |second: u32, available: u32| {
        format!(
            "2026-07-18T05:09:{second}Z\n total used free shared buff/cache available\n\
             Mem: 121 61 35 0 23 {available}\nSwap: 15 0 15\n"
        )
    };
    let reading = of(&format!("{}{}", block(38, 59), block(58, 0)));
    assert_eq!(values(&reading, MemAvailable, None), [59.0 * 1024.0]);
    assert!(has_note(&reading, 3, "less than one"));
    let reading = of(&block(38, 59).replace(" 121 61 35 0 23 59", " 121Gi 61Gi 8.7Mi 0B 23Gi 59Gi"));
    assert_eq!(values(&reading, MemFree, None), [8.7]);
}

#[test]
fn sar_tables_of_a_day() {
    let text = "Linux 6.17.0 (h) \t2026-07-18 \t_aarch64_\t(20 CPU)\n\n\
         23:40:01        CPU     %user     %nice   %system   %iowait    %steal     %idle\n\
         23:50:01        all     61.00      0.00     22.00      0.00      0.00     17.00\n\
         23:50:01          0     61.00      0.00     22.00      0.00      0.00     17.00\n\
         00:00:01        all     61.00      0.00     22.00      0.00      0.00     16.00\n\
         00:05:12     LINUX RESTART\t(20 CPU)\n\
         Average:        all     61.00      0.00     22.00      0.00      0.00     16.00\n\n\
         23:40:01    kbswpfree kbswpused  %swpused  kbswpcad   %swpcad\n\
         23:50:01     16777216         0      0.00         0      0.00\n\
         00:00:01       495616  16281600     97.05         0      0.00\n\
         00:05:12     LINUX RESTART\t(20 CPU)\n";
    let reading = with(text, "UTC");
    assert_eq!((reading.format, reading.rows, reading.rejected), ("sar text", 4, 0));
    assert_eq!(values(&reading, CpuUtil, None), [83.0, 84.0]);
    assert_eq!(values(&reading, SwapUsed, None), [0.0, 15_900.0]);
    assert_eq!(reading.restarts.len(), 1);
    assert_eq!(crate::place::show(reading.restarts[0].0.0), "2026-07-19 00:05:12");
    assert_eq!(instants(&reading)[3], "2026-07-19 00:00:01");
    let (_, tables) = text.split_once("\n\n").unwrap();
    let asked = read(tables.as_bytes(), InputId(0), &Options::default());
    assert!(matches!(asked, Err(MonitorError::NeedsDate)));
    let dated = read(tables.as_bytes(), InputId(0), &options(None, Some("2026-07-18"), None)).unwrap();
    assert_eq!(instants(&dated), instants(&reading));
    let slashes = text.replace("2026-07-18", "07/08/2026");
    let asked = read(slashes.as_bytes(), InputId(0), &Options::default());
    assert!(matches!(asked, Err(MonitorError::DayOrMonth { .. })));
}

#[test]
fn dstat_and_dool_without_an_epoch() {
    for time in ["Jul-18 14:10:58", "18-07 14:10:58"] {
        let reading = of(&format!(
            "\"Dstat 0.7.4 CSV output\"\n\"Host:\",\"h\",,,,\"User:\",\"u\"\n\
             \"Cmdline:\",\"dstat -tms\",,,,\"Date:\",\"18 Jul 2026 14:10:58 JST\"\n\n\
             \"system\",\"memory usage\",,,,\"swap\",\n\"time\",\"used\",\"buff\",\"cach\",\"free\",\"used\",\"free\"\n\
             {time},66392686592,1048576,1048576,2097152,0,17179869184\n"
        ));
        assert_eq!((reading.format, reading.rows, reading.rejected), ("dool CSV", 1, 0));
        assert_eq!(instants(&reading), ["2026-07-18 05:10:58"]);
        assert_eq!(values(&reading, MemAvailable, None), [4.0]);
        assert_eq!(values(&reading, SwapFree, None), [16_384.0]);
    }
}

#[test]
fn an_hour_that_came_twice_is_said() {
    let text = "time,gpu_temp\n2026-11-01 01:25:00,70\n2026-11-01 01:30:00,71\n";
    assert!(has_note(&with(text, "America/New_York"), 2, "came twice"));
    let text = "time,gpu_temp\n2026-11-01 00:55:00,70\n2026-11-01 01:30:00,71\n";
    assert!(!with(text, "America/New_York").notes.iter().any(|note| note.reason.contains("came twice")));
}

#[test]
fn the_date_of_the_first_row_settles_day_and_month() {
    let text = "time,gpu_temp\n07/08/2026 01:25:00,70\n";
    let reading = read(text.as_bytes(), InputId(0), &options(None, Some("2026-08-07"), None)).unwrap();
    assert_eq!(instants(&reading), ["2026-08-07 01:25:00"]);
}

#[test]
fn a_sampler_that_repeats_itself_is_named() {
    let rows: String = (0..20).map(|second| format!("{},70,98.25,2400\n", 1_784_351_491 + second)).collect();
    let reading = of(&format!("epoch,gpu_temp,power_w,gpu_clock_mhz\n{rows}"));
    assert_eq!(reading.stale.len(), 1);
    assert!(has_note(&reading, 2, "20 samples repeat"));
}
