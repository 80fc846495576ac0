//! What the fuzz targets do, over their corpora: no input that was ever found to do harm does it again.

use std::fs;
use std::panic::catch_unwind;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[allow(unreachable_pub)]
#[path = "../../fuzz/src/lib.rs"]
mod bodies;
#[allow(unreachable_pub)]
#[path = "../../fuzz/src/monitor_scan.rs"]
mod monitor_scan;

/// Far above what an input of a few KiB takes in an unoptimised build on a busy machine.
const TIME_MAX: Duration = Duration::from_secs(10);

/// The inputs of a target: its seeds, and what was found with it.
fn inputs(target: &str) -> Vec<PathBuf> {
    let fuzz = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let folders = ["corpus", "findings"].map(|folder| fuzz.join(folder).join(target));
    let mut paths: Vec<PathBuf> = folders
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .map(|entry| entry.expect("a folder that can be listed").path())
        .collect();
    paths.sort();
    paths
}

#[track_caller]
fn replay(target: &str, body: fn(&[u8])) {
    let paths = inputs(target);
    assert!(paths.len() >= 10, "{} seeds of {target}", paths.len());
    let mut harmful = Vec::new();
    for path in paths {
        let bytes = fs::read(&path).expect("a seed");
        let start = Instant::now();
        let went_well = catch_unwind(|| body(&bytes)).is_ok();
        if !went_well || start.elapsed() > TIME_MAX {
            harmful.push(format!("{} ({:?})", path.display(), start.elapsed()));
        }
    }
    assert!(harmful.is_empty(), "{}", harmful.join("\n"));
}

#[test]
fn journal_walk() {
    replay("journal_walk", bodies::journal_walk);
}

#[test]
fn export_stream() {
    replay("export_stream", bodies::export_stream);
}

#[test]
fn json_stream() {
    replay("json_stream", bodies::json_stream);
}

#[test]
fn verbose_stream() {
    replay("verbose_stream", bodies::verbose_stream);
}

#[test]
fn signals() {
    replay("signals", bodies::signals);
}

#[test]
fn archive() {
    replay("archive", bodies::archive);
}

#[test]
fn text_log() {
    replay("text_log", bodies::text_log);
}

#[test]
fn monitor_scan() {
    replay("monitor_scan", monitor_scan::monitor_scan);
}
