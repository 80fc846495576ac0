//! The samples of the afternoon's last minutes.

use super::at;
use crate::schema::{LastMinutes, LastMinutesColumn, LastMinutesRow};

pub(super) fn last_minutes() -> LastMinutes {
    let column = |metric: &str, unit: &str, sampler: &str| LastMinutesColumn {
        metric: metric.to_owned(),
        device: None,
        unit: unit.to_owned(),
        sampler: sampler.to_owned(),
    };
    let row = |time: &str, values: [Option<f64>; 3]| LastMinutesRow {
        at: at(&format!("2026-05-14T05:{time}Z")),
        values: values.to_vec(),
    };
    LastMinutes {
        step_s: 60.0,
        columns: vec![
            column("mem_available_mib", "MiB", "monitor.csv"),
            column("mem_available_mib", "MiB", "earlyoom"),
            column("gpu_temp_c", "°C", "monitor.csv"),
        ],
        rows: vec![
            row("17:54", [Some(5366.0), Some(5638.0), Some(66.0)]),
            row("18:54", [None, Some(5531.0), None]),
            row("19:54", [None, Some(5440.0), None]),
            row("20:54", [None, Some(2618.0), None]),
            row("21:54", [None, Some(0.0), None]),
        ],
    }
}
