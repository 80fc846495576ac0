//! Shortened monitors of every kind that is read.

use model::Metric::*;

use super::*;
use crate::Clock;

#[test]
fn local_times_with_uptime() {
    let reading = of("time,uptime,mem_avail_mib,swap_used_gb,gpu_temp_c,gpu_util_pct\n\
         2026-05-13 21:02:02,12:02,61200,0,52,11\n\
         2026-05-14 14:17:02,0:15,5366,2.5,58,96\n\
         2026-05-14 14:19:50,16:57,5440,19,58,96\n\
         2026-05-14 14:21:50,16:59,0,20,66,90\n");
    assert_eq!((reading.rows, reading.rejected, reading.clock), (4, 0, Clock::Local));
    assert_eq!(values(&reading, Uptime, None), [43_320.0, 900.0, 61_020.0, 61_140.0]);
    assert_eq!(values(&reading, MemAvailable, None), [61_200.0, 5366.0, 5440.0, 0.0]);
    assert_eq!(values(&reading, SwapUsed, None), [0.0, 2560.0, 19_456.0, 20_480.0]);
    assert_eq!(values(&reading, GpuTemp, None), [52.0, 58.0, 58.0, 66.0]);
    assert_eq!(*series(&reading, MemAvailable, None).lines, [2, 3, 4, 5]);
    assert_eq!(instants(&reading)[3], "2026-05-14 14:21:50");
}

#[test]
fn prometheus_names_in_bytes_and_epochs() {
    let reading = of("time,node_memory_MemAvailable_bytes,cpu_busy_percent,DCGM_FI_DEV_GPU_TEMP\n\
         1788000000,48900000000,31.0,66\n\
         1788000015,48897647059,31.9,66\n");
    assert_eq!((reading.rows, reading.clock), (2, Clock::Absolute));
    assert_eq!(instants(&reading)[0], "2026-08-29 10:40:00");
    assert_eq!(values(&reading, MemAvailable, None)[0].floor(), 46_634.0);
    assert_eq!(values(&reading, CpuUtil, None), [31.0, 31.9]);
    assert_eq!(values(&reading, GpuTemp, None), [66.0, 66.0]);
}

#[test]
fn gibibytes_in_the_name() {
    let reading = of(
        "timestamp,MemAvailable_GiB,MemFree_GiB\n2026-09-14 23:15:30,108.2,97.0\n2026-09-14 23:22:00,24.0,4.8\n",
    );
    assert_eq!(values(&reading, MemAvailable, None)[1], 24.0 * 1024.0);
    assert_eq!(values(&reading, MemFree, None)[1], 4.8 * 1024.0);
}

#[test]
fn sar_columns_and_shares() {
    let reading = of("timestamp,kbmemfree,kbavail,%memused,%swpused,%cpu_busy\n\
         2026-09-13 21:40:00,15200120,14800212,52.19,47.83,21.42\n\
         2026-09-13 22:20:00,1980112,310000,93.95,99.99,91.8\n");
    assert_eq!(values(&reading, MemAvailable, None)[1].floor(), 302.0);
    assert!(!series(&reading, MemAvailable, None).derived);
    assert_eq!(values(&reading, SwapUsedPct, None), [47.83, 99.99]);
    assert_eq!(values(&reading, CpuUtil, None), [21.42, 91.8]);
    assert_eq!(reading.columns[3].ignored.as_deref(), Some("a share; the amount decides"));
}

#[test]
fn used_of_total_in_one_cell() {
    let reading = of("time,RAM,SWAP,GPU,Temp tj\n\
         2025-01-06 12:40:30,2110/7620MB,0/3810MB,0,48.1\n\
         2025-01-06 12:43:30,7607/7620MB,3810/3810MB,2,50.7\n");
    assert_eq!(values(&reading, MemUsed, None), [2110.0, 7607.0]);
    assert_eq!(values(&reading, MemTotal, None), [7620.0, 7620.0]);
    assert_eq!(values(&reading, MemAvailable, None), [5510.0, 13.0]);
    assert!(series(&reading, MemAvailable, None).derived);
    assert_eq!(values(&reading, SwapUsed, None), [0.0, 3810.0]);
    assert_eq!(values(&reading, SwapTotal, None), [3810.0, 3810.0]);
    assert_eq!(values(&reading, GpuUtil, None), [0.0, 2.0]);
    assert_eq!(values(&reading, SocTemp, Some("Temp tj")), [48.1, 50.7]);
}

#[test]
fn nvidia_smi_with_named_reasons() {
    let reading = of(
        "timestamp,index,temperature.gpu,power.draw,fan.speed,clocks.sm,utilization.gpu,clocks_event_reasons.sw_thermal_slowdown\n\
         2026/04/13 09:11:00.000,0,62,240,33,2450,100,Not Active\n\
         2026/04/13 09:41:00.000,0,92,552,50,2130,100,Active\n",
    );
    assert_eq!((reading.format, reading.rows, reading.clock), ("nvidia-smi query", 2, Clock::Local));
    assert_eq!(values(&reading, GpuTemp, None), [62.0, 92.0]);
    assert_eq!(values(&reading, Fan, None), [33.0, 50.0]);
    assert_eq!(values(&reading, Clock, None), [2450.0, 2130.0]);
    assert_eq!(values(&reading, Throttle, None), [0.0, 32.0]);
    assert_eq!(values(&reading, Power, None), [240.0, 552.0]);
}

#[test]
fn units_in_the_cells_and_absent_memory() {
    let reading = of(
        "timestamp, index, name, temperature.gpu, power.draw [W], clocks.current.sm [MHz], utilization.gpu [%], memory.used [MiB], memory.total [MiB], clocks_event_reasons.active, clocks_event_reasons.sw_power_cap, clocks_event_reasons.hw_thermal_slowdown\n\
         2026/07/21 18:40:12.402, 0, NVIDIA GB10, 86, 98.08 W, 2405 MHz, 96 %, [N/A], [N/A], 0x0000000000000004, Active, Not Active\n\
         2026/07/21 18:40:17.403, 0, NVIDIA GB10, 88, 99.21 W, 1470 MHz, 96 %, [N/A], [N/A], 0x0000000000000064, Active, Active\n",
    );
    assert_eq!(values(&reading, Power, None), [98.08, 99.21]);
    assert_eq!(values(&reading, Clock, None), [2405.0, 1470.0]);
    assert_eq!(values(&reading, Throttle, None), [4.0, 100.0]);
    assert!(!names(&reading).contains(&(GpuMemUsed, None)));
    let column = reading.columns.iter().find(|column| column.name == "memory.used").unwrap();
    assert_eq!((column.metric, column.missing), (Some(GpuMemUsed), 2));
    assert!(instants(&reading)[0].ends_with("18:40:12"));
}

#[test]
fn a_gpu_that_falls_off() {
    let reading =
        of("timestamp, index, uuid, temperature.gpu, power.draw [W], memory.used [MiB], fan.speed [%]\n\
         2026/07/19 02:00:00.311, 0, GPU-0, 58, 212.40, 40110, [Not Supported]\n\
         2026/07/19 02:00:00.311, 1, GPU-1, 65, 213.40, 42110, 62\n\
         2026/07/19 02:00:10.311, 0, GPU-0, 59, 212.40, 40110, [Not Supported]\n\
         2026/07/19 02:00:10.311, 1, GPU-1, [GPU requires reset], [N/A], [N/A], [N/A]\n\
         2026/07/19 02:00:20.311, 0, GPU-0, 59, 212.40, 40110, [Not Supported]\n\
         2026/07/19 02:00:20.311, 1, GPU-1, ERR!, [N/A], 0, [N/A]\n\
         Unable to determine the device handle for GPU1: 0000:41:00.0: Unknown Error\n");
    assert_eq!((reading.rows, reading.rejected), (6, 1));
    assert_eq!(values(&reading, GpuTemp, Some("0")), [58.0, 59.0, 59.0]);
    assert_eq!(values(&reading, GpuTemp, Some("1")), [65.0]);
    assert_eq!(values(&reading, GpuMemUsed, Some("1")), [42_110.0]);
    let silent: Vec<_> = reading.gpu_silent.iter().map(|(_, line, words)| (*line, words.as_str())).collect();
    assert_eq!(
        silent,
        [(5, "GPU 1, temperature.gpu: [GPU requires reset]"), (7, "GPU 1, temperature.gpu: ERR!")]
    );
    assert!(has_note(&reading, 8, "Unable to determine the device handle"));
}

#[test]
fn millidegrees_and_slowdown_counters() {
    let reading = of("time,tz0,tz1,sm_clock,sw_thermal_us,hw_thermal_us\n\
         2026-08-16 12:00:00,83000,82000,2610,1400000000,110000000\n\
         2026-08-16 19:25:00,89000,88000,2457,2914000000,228000000\n");
    assert_eq!(values(&reading, SocTemp, Some("tz0")), [83.0, 89.0]);
    assert_eq!(values(&reading, ThermalSlowdown, Some("sw_thermal")), [1400.0, 2914.0]);
    assert_eq!(values(&reading, ThermalSlowdown, Some("hw_thermal")), [110.0, 228.0]);
    assert_eq!(values(&reading, Clock, None), [2610.0, 2457.0]);
}

#[test]
fn telemetry_that_turns_absent() {
    let reading = of("timestamp,temperature.gpu,fan.speed,power.draw,utilization.gpu\n\
         2026-05-21 03:14:00,56,96,288,99\n2026-05-21 03:15:00,57,96,N/A,N/A\n2026-05-21 03:16:00,57,96,N/A,N/A\n");
    assert_eq!(values(&reading, GpuTemp, None), [56.0, 57.0, 57.0]);
    assert_eq!(values(&reading, Power, None), [288.0]);
    assert!(reading.gpu_silent.is_empty());
}

#[test]
fn two_gpus_in_columns_and_voltages() {
    let reading = of("ts,gpu0_w,gpu1_w,cpu_tctl_c,v12,in5_mv\n\
         2026-04-17 21:33:11,114.9,122.7,70,12.102,3025\n\
         2026-04-17 21:35:10,118.2,131.0,69,11.31,2874\n");
    assert_eq!(values(&reading, Power, Some("0")), [114.9, 118.2]);
    assert_eq!(values(&reading, Power, Some("1")), [122.7, 131.0]);
    assert_eq!(values(&reading, SocTemp, Some("cpu_tctl")), [70.0, 69.0]);
    assert_eq!(values(&reading, Voltage, Some("v12")), [12.102, 11.31]);
    assert_eq!(values(&reading, Voltage, Some("in5")), [3.025, 2.874]);
}

#[test]
fn zones_by_acpi_name_and_a_short_mask() {
    let reading = of("timestamp,TSOC,TS0E,gpu_temp,power_w,gpu_util,clock_events,mem_avail_gib\n\
         2026-07-21T21:20:00+09:00,92.6,90.4,84.0,98.94,96,0x24,10.24\n\
         2026-07-21T21:36:00+09:00,104.7,102.5,91.5,97.10,96,0x60,0.00\n");
    assert_eq!(reading.clock, crate::Clock::Absolute);
    assert_eq!(instants(&reading), ["2026-07-21 12:20:00", "2026-07-21 12:36:00"]);
    assert_eq!(values(&reading, SocTemp, Some("TSOC")), [92.6, 104.7]);
    assert_eq!(values(&reading, Throttle, None), [36.0, 96.0]);
    assert_eq!(values(&reading, MemAvailable, None), [10.24 * 1024.0, 0.0]);
}

#[test]
fn tgpu_is_a_zone_beside_the_gpus_sensor() {
    let reading = of("time,TGPU,TUNC,gpu_temp\n2026-07-21 21:20:00,91,-1,86\n");
    assert_eq!(names(&reading), [(GpuTemp, None), (SocTemp, Some("TGPU"))]);
    assert_eq!(values(&reading, GpuTemp, None), [86.0]);
    let reading = of("time,TGPU\n2026-07-21 21:20:00,91\n");
    assert_eq!(names(&reading), [(GpuTemp, None)]);
}

#[test]
fn sysstat_with_a_restart() {
    let header = "# hostname;interval;timestamp;kbmemfree;kbavail;kbmemused;%memused;kbbuffers;kbcached;kbswpfree;kbswpused\n";
    let text = |zone: &str| {
        format!(
            "{header}h;600;2026-04-22 19:40:01{zone};18224088;58787381;6825023;10.40;41297;35272428;8387584;0\n\
             h;600;2026-04-22 19:50:01{zone};2388342;7889234;57723170;88.0;1297;5272428;1863680;6523904\n\
             h;-1;2026-04-22 20:07:52{zone};LINUX-RESTART\t(20 CPU)\n\
             {header}h;600;2026-04-22 20:10:01{zone};19007466;61314407;4297997;6.55;41556;36788644;8387584;0\n"
        )
    };
    for (zone, clock) in [(" UTC", Clock::Absolute), ("", Clock::Local)] {
        let reading = of(&text(zone));
        assert_eq!((reading.format, reading.rows, reading.rejected), ("sadf -d", 3, 0));
        assert_eq!(reading.clock, clock);
        assert_eq!(values(&reading, MemAvailable, None)[1].floor(), 7704.0);
        assert_eq!(values(&reading, SwapUsed, None)[1], 6371.0);
        let restarts: Vec<_> =
            reading.restarts.iter().map(|(at, line)| (crate::place::show(at.0), *line)).collect();
        assert_eq!(restarts, [("2026-04-22 20:07:52".to_owned(), 4)]);
        assert!(has_note(&reading, 5, "the header again"));
    }
}

#[test]
fn pressure_and_load() {
    let reading = of("time,mem_available_kb,swap_free_kb,psi_some_avg10,psi_full_avg10,load1\n\
         2026-05-19T09:29:20-04:00,23352002,4089446,0.10,0.30,3.00\n\
         2026-05-19T11:47:02-04:00,72225,0,76.06,70.37,182.63\n");
    assert_eq!(instants(&reading), ["2026-05-19 13:29:20", "2026-05-19 15:47:02"]);
    assert_eq!(values(&reading, PsiSome, None), [0.1, 76.06]);
    assert_eq!(values(&reading, PsiFull, None), [0.3, 70.37]);
    assert_eq!(values(&reading, Load1, None), [3.0, 182.63]);
    assert_eq!(values(&reading, SwapFree, None)[1], 0.0);
    assert_eq!(values(&reading, MemAvailable, None)[1].floor(), 70.0);
}

#[test]
fn a_glitch_is_left_out_and_named() {
    let reading = of("ts,cpu_temp_c,inlet_temp_c,mem_available_mib,load1\n\
         2026-08-02 11:50:00,43.9,36.0,41978,1.46\n2026-08-02 11:50:20,128.0,36.0,42225,1.51\n");
    assert_eq!(values(&reading, SocTemp, Some("cpu_temp")), [43.9]);
    assert_eq!(values(&reading, SocTemp, Some("inlet_temp")), [36.0, 36.0]);
    assert!(has_note(&reading, 3, "the first is 128"));
}

#[test]
fn thermal_zones_and_a_long_mask() {
    let reading = of(
        "timestamp,gpu_temp_c,gpu_power_w,gpu_util_pct,gpu_clock_mhz,thermal_zone0_c,thermal_zone1_c,clocks_event_reasons_active,mem_available_kb\n\
         2026-07-31 14:44:00,84,99.0,95,2400,91.6,90.1,0x0000000000000004,60301011\n\
         2026-07-31 15:00:40,90,97.1,0,1710,106.5,105.1,0x0000000000000060,58600000\n",
    );
    assert_eq!(values(&reading, SocTemp, Some("thermal_zone0")), [91.6, 106.5]);
    assert_eq!(values(&reading, Throttle, None), [4.0, 96.0]);
    assert_eq!(values(&reading, Clock, None), [2400.0, 1710.0]);
}

#[test]
fn a_header_that_grows() {
    let reading = of("ts,mem_avail,mem_rate,gpu_temp\n1784351491,61113,,66\n1784351494,61200,-29,66\n\
         ts,mem_avail,mem_rate,gpu_temp,soc_temp\n1784351497,212,-200,70,74\n");
    assert_eq!((reading.rows, reading.rejected), (3, 0));
    assert_eq!(values(&reading, MemAvailable, None), [61_113.0, 61_200.0, 212.0]);
    assert_eq!(*series(&reading, MemAvailable, None).lines, [2, 3, 5]);
    assert_eq!(values(&reading, SocTemp, Some("soc_temp")), [74.0]);
    assert!(has_note(&reading, 4, "the header changes"));
}

#[test]
fn grafana_series_and_lost_targets() {
    let reading = of(
        "\"Time\",\"{__name__=\"\"node_memory_MemAvailable_bytes\"\", instance=\"\"h:9100\"\"}\",\"{__name__=\"\"nv_gpu_temperature_celsius\"\", gpu=\"\"0\"\"}\"\n\
         1784351340000,64087916544,66\n1784351355000,,\n1784351370000,NaN,undefined\n",
    );
    assert_eq!((reading.format, reading.rows, reading.rejected), ("Grafana CSV", 3, 0));
    assert_eq!(values(&reading, MemAvailable, None), [61_119.0]);
    assert_eq!(values(&reading, GpuTemp, Some("0")), [66.0]);
    assert_eq!(instants(&reading)[0], "2026-07-18 05:09:00");
}

#[test]
fn parts_of_available_memory() {
    let reading = of("time,free,used,cached,buffers\n2026-07-18 14:12:02,35979.6,64576,23386.7,20.1\n\
         2026-07-18 14:13:58,127.2,124330,82.7,1.1\n");
    assert_eq!(values(&reading, MemAvailable, None)[1], 127.2 + 82.7 + 1.1);
    assert!(series(&reading, MemAvailable, None).derived);
}

#[test]
fn failed_reads_are_absent() {
    let reading = of("time,gpu_temp,gpu_power_w,gpu_clock_mhz,cpu_temp_c,mem_available_kb\n\
         2026-07-18 14:12:02,66,70,2400,65535,18446744073709551615\n\
         2026-07-18 14:12:04,0,0,0,-273,61240000\n\
         2026-07-18 14:12:06,255,6553500,4294967295,50,61240000\n");
    assert_eq!(values(&reading, GpuTemp, None), [66.0]);
    assert_eq!(values(&reading, Power, None), [70.0]);
    assert_eq!(values(&reading, Clock, None), [2400.0]);
    assert_eq!(values(&reading, SocTemp, Some("cpu_temp")), [50.0]);
    assert_eq!(*series(&reading, MemAvailable, None).lines, [3, 4]);
    assert_eq!(reading.rows, 3);
}

#[test]
fn one_name_twice_is_read_once() {
    let reading = of(
        "epoch,used,free,avai,used,free\n1784351458.1,66378006528,32108969984,64200081408,0,17179869184\n",
    );
    assert_eq!(names(&reading), [(MemAvailable, None), (MemFree, None), (MemUsed, None)]);
}

#[test]
fn ambiguous_units_are_asked_for() {
    let reading = of("time,mem_available\n2026-07-18 14:12:02,45.5\n2026-07-18 14:12:04,44.0\n");
    assert!(reading.series.is_empty());
    assert!(has_note(&reading, 1, "percent?"));
}

#[test]
fn a_german_table() {
    let reading = of("Datum;Uhrzeit;RAM_verfuegbar_MB;mem_available_kb;Leistung_W\n\
         18.07.2026;14:12:02;1;61.240;98,5\n18.07.2026;14:12:04;1;60.240;97,5\n");
    assert_eq!(values(&reading, Power, None), [98.5, 97.5]);
    assert_eq!(values(&reading, MemAvailable, None)[0], 61_240.0 / 1024.0);
    assert_eq!(instants(&reading)[1], "2026-07-18 14:12:04");
}
