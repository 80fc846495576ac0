//! Monitors' tables.

use model::InputId;
use monitor::{MonitorError, Options, Reading};

/// Bytes as a monitor's file.
pub fn monitor_scan(bytes: &[u8]) {
    let _ = monitor::sniff(bytes);
    let read = || monitor::read(bytes, InputId(0), &Options { year: Some(2026), ..Options::default() });
    let reading = match read() {
        Ok(reading) => reading,
        Err(error) => {
            assert!(!error.to_string().is_empty() && !matches!(error, MonitorError::Frame(_)), "{error}");
            return;
        }
    };
    let lines = bytes.iter().filter(|&&byte| byte == b'\n' || byte == b'\r').count() as u64 + 1;
    // Behind a header all rows may be damaged: they are counted and shown then.
    assert!(reading.rows + reading.rejected > 0, "neither a row nor one that was rejected");
    // Blocks that were lost, which read as NULs, cut a line in two pieces.
    let cuts = bytes.windows(2).filter(|pair| pair[0] == 0 && pair[1] != 0).count() as u64;
    assert!(reading.rows + reading.rejected <= lines + cuts, "more rows than lines and pieces of lines");
    assert!(reading.row_times.len() as u64 <= reading.rows, "more places than rows");
    assert!(reading.rejects.len() as u64 <= reading.rejected);
    for (_, line) in reading.row_times.iter() {
        assert!((1..=lines).contains(&line), "a line that is not there");
    }
    for series in &reading.series {
        assert!(series.values.iter().all(|value| !value.is_nan()), "{:?}", series.metric);
        assert!(series.at.windows(2).all(|pair| pair[0] <= pair[1]), "{:?}", series.metric);
    }
    let again = read().map(|again: Reading| again.row_times);
    assert!(again.is_ok_and(|again| again == reading.row_times), "the same bytes, another reading");
}
