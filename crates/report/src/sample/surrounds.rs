//! What surrounds the end of the sample's boot, and what its sources cover.

use super::at;
use crate::schema::{Citation, CiteKind, ContextInfo, Coverage};

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
        },
        Coverage {
            source: "monitor.csv".to_owned(),
            from: Some(at("2026-05-13T17:02:02Z")),
            to: Some(at("2026-05-14T05:17:02Z")),
            shows: vec!["memory".to_owned(), "swap".to_owned(), "GPU temperature each 5 min".to_owned()],
        },
    ]
}
