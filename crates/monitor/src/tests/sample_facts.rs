//! What the samples hold beside the numbers that all kinds have: flags, clocks, restarts, rhythms.

use model::Metric::*;
use model::Micros;

use super::samples::{all, bytes, max, min, show};
use super::*;
use crate::read_set;

fn count(values: &[f64], wanted: impl Fn(f64) -> bool) -> usize {
    values.iter().filter(|value| wanted(**value)).count()
}

fn bits(reading: &Reading, mask: u64) -> usize {
    count(&all(reading, Throttle), |value| value as u64 & mask != 0)
}

#[test]
fn two_runs_of_nvidia_smi() {
    let reading = samples::reading("02-nvidia-smi-units-restart.csv", Some("Asia/Tokyo")).unwrap();
    assert_eq!((bits(&reading, 0x20), bits(&reading, 0x40)), (18, 4));
    assert_eq!(all(&reading, Clock)[..30].iter().copied().reduce(f64::min), Some(1470.0));
    let silences = reading.rhythm().silences;
    assert_eq!(silences.len(), 1);
    assert_eq!(silences[0].1.since(silences[0].0).as_secs_f64().round(), 513.0);
    assert_eq!(all(&reading, GpuMemUsed), []);
}

#[test]
fn a_gpu_that_needs_a_reset() {
    let reading = samples::reading("03-nvidia-smi-nounits-2gpu.csv", Some("UTC")).unwrap();
    let temps = |gpu| values(&reading, GpuTemp, Some(gpu));
    assert_eq!((temps("0").len(), temps("1").len()), (14, 9));
    assert_eq!(temps("0").into_iter().reduce(f64::max), Some(71.0));
    assert_eq!(values(&reading, GpuMemUsed, Some("1")).into_iter().reduce(f64::max), Some(42_110.0));
    assert_eq!(count(&values(&reading, GpuMemUsed, Some("1")), |value| value == 0.0), 0);
    assert_eq!(reading.gpu_silent.len(), 3);
}

#[test]
fn dmon_flags_and_clocks() {
    let reading = samples::reading("05-dmon-o-DT.txt", Some("Asia/Tokyo")).unwrap();
    assert_eq!(bits(&reading, 0x60), 11);
    assert_eq!((min(&reading, Clock), max(&reading, Clock)), (Some(1355.0), Some(2405.0)));
    assert_eq!(all(&reading, GpuUtil), vec![96.0; 36]);
}

#[test]
fn a_record_every_ten_minutes() {
    let reading = samples::reading("06-sadf-d-10min-restart.csv", None).unwrap();
    assert_eq!(
        reading.restarts.iter().map(|(at, _)| show(*at)).collect::<Vec<_>>(),
        ["2026-07-18T05:21:44.000Z"]
    );
    let memory = series(&reading, MemAvailable, None);
    let last = memory.last_before(reading.restarts[0].0).unwrap();
    assert_eq!(
        (last, show(memory.at[last]), memory.values[last].floor()),
        (19, "2026-07-18T05:10:01.000Z".into(), 61_109.0)
    );
    assert_eq!(reading.rhythm().cadence, Some(model::Span::minutes(10)));
}

#[test]
fn free_memory_is_kept_apart_from_available() {
    for (file, free) in [("10-vmstat-tn.txt", 127.0), ("13-atop-P.txt", 148.0)] {
        let reading = samples::reading(file, None).unwrap();
        assert_eq!(min(&reading, MemFree).map(f64::floor), Some(free), "{file}");
    }
}

#[test]
fn atop_since_the_start_of_the_host() {
    let reading = samples::reading("13-atop-P.txt", None).unwrap();
    let uptime = series(&reading, Uptime, None);
    assert_eq!(show(Micros(uptime.at[0].0 - (uptime.values[0] * 1e6) as i64)), "2026-07-18T00:10:54.000Z");
    assert_eq!((max(&reading, PsiSome), max(&reading, PsiFull)), (Some(89.5), Some(85.5)));
}

#[test]
fn tegrastats_sensors() {
    let reading = samples::reading("14-tegrastats.log", Some("Europe/Berlin")).unwrap();
    assert!(
        names(&reading).contains(&(SocTemp, Some("tj")))
            && !names(&reading).contains(&(SocTemp, Some("cv0")))
    );
    assert_eq!(max(&reading, SwapTotal), Some(3810.0));
    assert_eq!(all(&reading, LargestFreeBlock), vec![1.0; 30]);
}

#[test]
fn zones_and_masks_by_time_of_day() {
    let reading = samples::reading("18-timeofday-only-zones.csv", Some("UTC")).unwrap();
    assert_eq!(count(&all(&reading, Throttle), |value| value == 36.0), 15);
    assert_eq!(values(&reading, SocTemp, Some("TGPU")).into_iter().reduce(f64::max), Some(91.0));
    let asked = read(&bytes("18-timeofday-only-zones.csv"), InputId(0), &Options::default());
    assert!(matches!(asked, Err(MonitorError::NeedsDate)));
}

#[test]
fn wrong_clocks_and_inversions() {
    let reading = samples::reading("25-clock-step-ntp.csv", None).unwrap();
    assert_eq!(reading.row_times.len(), 25);
    let reading = samples::reading("20-multiboot-bom-crlf-uptime.csv", None).unwrap();
    assert!(reading.notes.iter().any(|note| note.reason.starts_with("1 row is out of order")));
    let uptime = series(&reading, Uptime, None);
    let starts: Vec<String> = [0, uptime.len() - 1]
        .map(|row| show(Micros(uptime.at[row].0 - (uptime.values[row] * 1e6) as i64))[..17].to_owned())
        .to_vec();
    assert_eq!(starts, ["2026-07-17T17:00:", "2026-07-18T05:21:"]);
}

#[test]
fn targets_that_are_gone() {
    let reading = samples::reading("21-grafana-joined.csv", None).unwrap();
    assert_eq!(series(&reading, MemAvailable, None).len(), 18);
    assert_eq!(reading.row_times.len(), 20);
    let reading = samples::reading("23-netdata-newest-first.csv", Some("Asia/Tokyo")).unwrap();
    assert_eq!((reading.row_times.len(), series(&reading, MemAvailable, None).len()), (30, 29));
}

#[test]
fn a_writer_that_starves() {
    let reading = samples::reading("27-starved-writer.csv", None).unwrap();
    let rhythm = reading.rhythm();
    assert_eq!(rhythm.cadence, Some(model::Span::secs(5)));
    assert_eq!(rhythm.stretches[0].intervals, [6, 9, 14, 23, 41].map(model::Span::secs));
    assert_eq!((min(&reading, SwapFree), max(&reading, PsiFull)), (Some(0.0), Some(80.1)));
}

#[test]
fn a_rotated_set_is_read_with_the_oldest_header() {
    let files = ["28-mem.csv", "28-mem.csv.1", "28-mem.csv.2"].map(bytes);
    let members: Vec<(InputId, &[u8])> =
        files.iter().zip(0..).map(|(file, id)| (InputId(id), file.as_slice())).collect();
    let rows: Vec<u64> = read_set(&members, &Options::default())
        .into_iter()
        .map(|reading| reading.map(|reading| reading.rows).unwrap_or_default())
        .collect();
    assert_eq!(rows, [28, 20, 20]);
    let alone = read_set(&members[..2], &Options::default());
    assert!(alone.iter().all(|reading| matches!(reading, Err(MonitorError::NoHeader { .. }))));
}
