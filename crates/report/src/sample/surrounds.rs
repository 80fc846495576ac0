//! What surrounds the end of the sample's boot, and what its sources cover.

use super::at;
use crate::schema::{Citation, CiteKind, ContextInfo, Coverage, Sampled, SeriesInfo};

pub(super) fn out_of_memory() -> ContextInfo {
    ContextInfo {
        kind: "gpu_out_of_memory".to_owned(),
        at: at("2026-05-14T05:20:59Z"),
        text:
            "python3 ran out of GPU memory, 55 s before the end: 2,048 MiB asked for, 2,560 MiB reserved but \
               unallocated; enough lay idle, in pieces too small: fragmentation"
                .to_owned(),
        cite: Citation {
            kind: CiteKind::Event,
            input: Some(0),
            cursor: None,
            line: Some(4210),
            line_last: None,
            from: Some(at("2026-05-14T05:20:59Z")),
            to: None,
            raw: "torch.OutOfMemoryError: CUDA out of memory.".to_owned(),
            because: None,
        },
    }
}

pub(super) fn coverage() -> Vec<Coverage> {
    vec![
        Coverage {
            source: "journal.export".to_owned(),
            from: Some(at("2026-05-13T16:59:43.312311Z")),
            to: Some(at("2026-05-14T05:21:54.431416Z")),
            shows: vec!["kernel".to_owned(), "services".to_owned(), "earlyoom each 60 s".to_owned()],
            input: None,
        },
        Coverage {
            source: "monitor.csv".to_owned(),
            from: Some(at("2026-05-13T17:02:02Z")),
            to: Some(at("2026-05-14T05:17:02Z")),
            shows: vec!["memory".to_owned(), "swap".to_owned(), "GPU temperature each 5 min".to_owned()],
            input: Some(1),
        },
    ]
}

pub(super) fn sampled(series: &[SeriesInfo]) -> Vec<Sampled> {
    series
        .iter()
        .map(|series| {
            let by_value = |a: &&(_, f64), b: &&(_, f64)| a.1.total_cmp(&b.1);
            let (min_at, min) = *series.points.iter().min_by(by_value).unwrap();
            let (max_at, max) = *series.points.iter().rev().max_by(by_value).unwrap();
            let (last, last_value) = *series.points.last().unwrap();
            Sampled {
                metric: series.metric.clone(),
                device: series.device.clone(),
                unit: series.unit.clone(),
                sampler: series.sampler.clone(),
                input: u32::from(series.sampler != "earlyoom"),
                derived: false,
                samples: series.points.len() as u64,
                first: series.points[0].0,
                last,
                last_value,
                min,
                min_at,
                max,
                max_at,
            }
        })
        .collect()
}
