//! Whole files of every kind, with the numbers that a correct reader must get.

use std::path::PathBuf;

use model::Metric::*;
use model::Micros;

use super::*;
use crate::{Layout, read_as, read_set};

/// What a file of `fixtures/monitors` holds. Instants are UTC; memory and swap are floored MiB.
struct Sample {
    file: &'static str,
    format: &'static str,
    /// The zone that a user gives.
    tz: Option<&'static str>,
    rows: u64,
    rejected: u64,
    span: (&'static str, &'static str),
    /// The smallest available memory, and whether it is derived.
    mem: Option<(f64, bool)>,
    /// The largest values.
    gpu_temp: Option<f64>,
    other_temp: Option<f64>,
    swap: Option<f64>,
    power: Option<f64>,
}

const SAMPLES: &[Sample] = &[
    Sample {
        file: "01-thermal-sample.log",
        format: "nvidia-smi query",
        tz: Some("Asia/Tokyo"),
        rows: 40,
        rejected: 1,
        span: ("2026-07-21T09:23:07.141Z", "2026-07-21T09:42:37.124Z"),
        mem: None,
        gpu_temp: Some(88.0),
        other_temp: None,
        swap: None,
        power: Some(100.08),
    },
    Sample {
        file: "02-nvidia-smi-units-restart.csv",
        format: "nvidia-smi query",
        tz: Some("Asia/Tokyo"),
        rows: 40,
        rejected: 0,
        span: ("2026-07-21T09:40:12.402Z", "2026-07-21T09:51:55.096Z"),
        mem: None,
        gpu_temp: Some(88.0),
        other_temp: None,
        swap: None,
        power: Some(100.38),
    },
    Sample {
        file: "03-nvidia-smi-nounits-2gpu.csv",
        format: "nvidia-smi query",
        tz: Some("UTC"),
        rows: 26,
        rejected: 2,
        span: ("2026-07-19T02:00:00.311Z", "2026-07-19T02:02:10.311Z"),
        mem: None,
        gpu_temp: Some(73.0),
        other_temp: None,
        swap: None,
        power: Some(251.4),
    },
    Sample {
        file: "04-nvidia-smi-noheader-nounits.csv",
        format: "delimited text",
        tz: Some("UTC"),
        rows: 20,
        rejected: 0,
        span: ("2026-07-21T09:37:52.005Z", "2026-07-21T09:42:37.005Z"),
        mem: None,
        gpu_temp: Some(88.0),
        other_temp: None,
        swap: None,
        power: Some(100.35),
    },
    Sample {
        file: "05-dmon-o-DT.txt",
        format: "nvidia-smi dmon",
        tz: Some("Asia/Tokyo"),
        rows: 36,
        rejected: 0,
        span: ("2026-07-21T09:42:02.000Z", "2026-07-21T09:42:37.000Z"),
        mem: None,
        gpu_temp: Some(88.0),
        other_temp: None,
        swap: None,
        power: Some(100.0),
    },
    Sample {
        file: "06-sadf-d-10min-restart.csv",
        format: "sadf -d",
        tz: None,
        rows: 26,
        rejected: 0,
        span: ("2026-07-18T02:00:01.000Z", "2026-07-18T06:20:01.000Z"),
        mem: Some((61063.0, false)),
        gpu_temp: None,
        other_temp: None,
        swap: Some(0.0),
        power: None,
    },
    Sample {
        file: "08-sar-r-12h.txt",
        format: "sar text",
        tz: Some("America/New_York"),
        rows: 24,
        rejected: 0,
        span: ("2026-07-18T15:51:01.000Z", "2026-07-18T16:14:01.000Z"),
        mem: Some((69300.0, false)),
        gpu_temp: None,
        other_temp: None,
        swap: None,
        power: None,
    },
    Sample {
        file: "09-dool.csv",
        format: "dool CSV",
        tz: None,
        rows: 37,
        rejected: 0,
        span: ("2026-07-18T05:10:58.000Z", "2026-07-18T05:13:58.000Z"),
        mem: Some((212.0, false)),
        gpu_temp: None,
        other_temp: None,
        swap: Some(15900.0),
        power: None,
    },
    Sample {
        file: "10-vmstat-tn.txt",
        format: "vmstat",
        tz: None,
        rows: 40,
        rejected: 0,
        span: ("2026-07-18T05:12:01.000Z", "2026-07-18T05:13:58.000Z"),
        mem: Some((213.0, true)),
        gpu_temp: None,
        other_temp: None,
        swap: Some(15900.0),
        power: None,
    },
    Sample {
        file: "11-date-ja-free-m-loop.txt",
        format: "free with dates",
        tz: None,
        rows: 14,
        rejected: 0,
        span: ("2026-07-18T05:09:38.000Z", "2026-07-18T05:13:58.000Z"),
        mem: Some((212.0, false)),
        gpu_temp: None,
        other_temp: None,
        swap: Some(15900.0),
        power: None,
    },
    Sample {
        file: "13-atop-P.txt",
        format: "atop -P",
        tz: None,
        rows: 15,
        rejected: 0,
        span: ("2026-07-18T05:11:38.000Z", "2026-07-18T05:13:58.000Z"),
        mem: Some((208.0, true)),
        gpu_temp: None,
        other_temp: None,
        swap: Some(15900.0),
        power: None,
    },
    Sample {
        file: "14-tegrastats.log",
        format: "tegrastats",
        tz: Some("Europe/Berlin"),
        rows: 30,
        rejected: 0,
        span: ("2026-08-02T04:10:00.000Z", "2026-08-02T04:10:29.000Z"),
        mem: Some((124.0, true)),
        gpu_temp: Some(69.25),
        other_temp: Some(69.75),
        swap: Some(3684.0),
        power: Some(14.5),
    },
    Sample {
        file: "15-glances.csv",
        format: "glances CSV",
        tz: None,
        rows: 40,
        rejected: 0,
        span: ("2026-07-18T05:12:01.000Z", "2026-07-18T05:13:58.000Z"),
        mem: Some((212.0, false)),
        gpu_temp: Some(73.0),
        other_temp: None,
        swap: Some(15900.0),
        power: None,
    },
    Sample {
        file: "17-blackbox-epoch-drift-nul.csv",
        format: "delimited text",
        tz: None,
        rows: 50,
        rejected: 1,
        span: ("2026-07-18T05:11:31.000Z", "2026-07-18T05:13:58.000Z"),
        mem: Some((212.0, false)),
        gpu_temp: Some(70.0),
        other_temp: Some(74.0),
        swap: None,
        power: Some(76.1),
    },
    Sample {
        file: "18-timeofday-only-zones.csv",
        format: "delimited text",
        tz: Some("UTC"),
        rows: 45,
        rejected: 0,
        span: ("2026-07-22T23:59:30.000Z", "2026-07-23T00:00:58.000Z"),
        mem: Some((41779.0, false)),
        gpu_temp: Some(86.0),
        other_temp: Some(97.0),
        swap: None,
        power: Some(99.1),
    },
    Sample {
        file: "20-multiboot-bom-crlf-uptime.csv",
        format: "delimited text",
        tz: None,
        rows: 34,
        rejected: 0,
        span: ("2026-07-18T04:54:00.000Z", "2026-07-18T05:37:40.000Z"),
        mem: Some((29983.0, false)),
        gpu_temp: Some(68.0),
        other_temp: None,
        swap: Some(0.0),
        power: Some(73.2),
    },
    Sample {
        file: "21-grafana-joined.csv",
        format: "Grafana CSV",
        tz: None,
        rows: 20,
        rejected: 0,
        span: ("2026-07-18T05:09:00.000Z", "2026-07-18T05:13:45.000Z"),
        mem: Some((22228.0, false)),
        gpu_temp: Some(68.0),
        other_temp: None,
        swap: None,
        power: Some(73.0),
    },
    Sample {
        file: "23-netdata-newest-first.csv",
        format: "Netdata CSV",
        tz: Some("Asia/Tokyo"),
        rows: 30,
        rejected: 0,
        span: ("2026-07-18T05:12:02.000Z", "2026-07-18T05:13:58.000Z"),
        mem: Some((211.0, true)),
        gpu_temp: None,
        other_temp: None,
        swap: None,
        power: None,
    },
    Sample {
        file: "25-clock-step-ntp.csv",
        format: "delimited text",
        tz: None,
        rows: 30,
        rejected: 0,
        span: ("2026-07-18T05:12:08.000Z", "2026-07-18T05:24:30.000Z"),
        mem: Some((212.0, false)),
        gpu_temp: Some(70.0),
        other_temp: None,
        swap: None,
        power: None,
    },
    Sample {
        file: "27-starved-writer.csv",
        format: "delimited text",
        tz: None,
        rows: 36,
        rejected: 0,
        span: ("2026-07-18T05:07:18.000Z", "2026-07-18T05:11:21.000Z"),
        mem: Some((190.0, false)),
        gpu_temp: None,
        other_temp: None,
        swap: None,
        power: None,
    },
    Sample {
        file: "28-mem.csv.2",
        format: "delimited text",
        tz: None,
        rows: 20,
        rejected: 0,
        span: ("2026-07-18T04:40:00.000Z", "2026-07-18T04:49:30.000Z"),
        mem: Some((61082.0, false)),
        gpu_temp: None,
        other_temp: None,
        swap: Some(0.0),
        power: None,
    },
    Sample {
        file: "28-mem.csv.1",
        format: "delimited text",
        tz: None,
        rows: 20,
        rejected: 0,
        span: ("2026-07-18T04:50:00.000Z", "2026-07-18T04:59:30.000Z"),
        mem: Some((61060.0, false)),
        gpu_temp: None,
        other_temp: None,
        swap: Some(0.0),
        power: None,
    },
    Sample {
        file: "28-mem.csv",
        format: "delimited text",
        tz: None,
        rows: 28,
        rejected: 0,
        span: ("2026-07-18T05:00:00.000Z", "2026-07-18T05:13:30.000Z"),
        mem: Some((14474.0, false)),
        gpu_temp: None,
        other_temp: None,
        swap: Some(0.0),
        power: None,
    },
    Sample {
        file: "30-s-tui.csv",
        format: "s-tui CSV",
        tz: Some("Asia/Tokyo"),
        rows: 25,
        rejected: 0,
        span: ("2026-07-21T09:41:49.000Z", "2026-07-21T09:42:37.000Z"),
        mem: None,
        gpu_temp: None,
        other_temp: Some(97.8),
        swap: None,
        power: None,
    },
];

pub(super) fn bytes(file: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/monitors").join(file);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(super) fn reading(file: &str, tz: Option<&str>) -> Result<Reading, MonitorError> {
    let date = file.starts_with("18").then_some("2026-07-22");
    let options = options(tz, date, None);
    match file {
        "04-nvidia-smi-noheader-nounits.csv" => {
            let names = ["time", "gpu_temp_c", "power_w", "gpu_util_pct", "gpu_mem"];
            let layout = Layout { separator: ',', names: names.map(str::to_owned).to_vec() };
            read_as(&bytes(file), InputId(0), &options, &layout)
        }
        "28-mem.csv" | "28-mem.csv.1" => {
            let (own, oldest) = (bytes(file), bytes("28-mem.csv.2"));
            read_set(&[(InputId(0), &own), (InputId(1), &oldest)], &options).swap_remove(0)
        }
        file => read(&bytes(file), InputId(0), &options),
    }
}

pub(super) fn show(at: Micros) -> String {
    chrono::DateTime::from_timestamp_micros(at.0).unwrap().format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

/// All values of a metric.
pub(super) fn all(reading: &Reading, metric: Metric) -> Vec<f64> {
    let of = reading.series.iter().filter(|series| series.metric == metric);
    of.flat_map(|series| series.values.to_vec()).collect()
}

pub(super) fn max(reading: &Reading, metric: Metric) -> Option<f64> {
    all(reading, metric).into_iter().reduce(f64::max)
}

pub(super) fn min(reading: &Reading, metric: Metric) -> Option<f64> {
    all(reading, metric).into_iter().reduce(f64::min)
}

#[test]
fn samples_read_as_expected() {
    let mut wrong = Vec::new();
    for sample in SAMPLES {
        let reading = match reading(sample.file, sample.tz) {
            Ok(reading) => reading,
            Err(error) => {
                wrong.push(format!("{}: {error}", sample.file));
                continue;
            }
        };
        let (first, last) = reading.span().unwrap();
        let derived = reading.series.iter().any(|series| series.metric == MemAvailable && series.derived);
        let found = format!(
            "{:?}",
            (
                (reading.format, reading.rows, reading.rejected, show(first), show(last)),
                min(&reading, MemAvailable).map(|value| (value.floor(), derived)),
                (max(&reading, GpuTemp), max(&reading, SocTemp)),
                (max(&reading, SwapUsed).map(f64::floor), max(&reading, Power)),
            )
        );
        let expected = format!(
            "{:?}",
            (
                (sample.format, sample.rows, sample.rejected, sample.span.0, sample.span.1),
                sample.mem,
                (sample.gpu_temp, sample.other_temp),
                (sample.swap, sample.power),
            )
        );
        if found != expected {
            wrong.push(format!(
                "{}\n  expected {expected}\n  found    {found}\n  {:?}",
                sample.file, reading.rejects
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
