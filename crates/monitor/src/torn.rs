//! Rows that were lost on the way to the disk.

use model::Micros;

use crate::Reading;

/// So many of them are kept.
pub(crate) const KEPT: usize = 20;

/// A row that was being written, or was written and not yet on the disk, when the host or its sampler stopped:
/// the file ends in it without a newline, or NUL bytes stand where its rest should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TornRow {
    /// Its line in the decompressed input, counted from 1.
    pub line: u64,
    /// NUL bytes in its place; 0 where the line is merely cut.
    pub nul_bytes: u64,
    /// Whether it is the last one of the file.
    pub at_end: bool,
    /// The instant of the last good row before it, if there is one.
    pub after: Option<Micros>,
}

/// Finds them. `before` lines stand in front of these bytes.
pub(crate) fn rows(bytes: &[u8], newline: u8, before: u64) -> Vec<TornRow> {
    let mut found = Vec::new();
    // Nearly every file has neither, and counting lines costs.
    if bytes.contains(&0) {
        let mut rest = bytes;
        let mut line = before + 1;
        while let Some(start) = rest.iter().position(|&byte| byte == 0) {
            line += rest[..start].iter().filter(|&&byte| byte == newline).count() as u64;
            let run = rest[start..].iter().take_while(|&&byte| byte == 0).count();
            rest = &rest[start + run..];
            let at_end = rest.iter().all(u8::is_ascii_whitespace);
            if found.len() < KEPT {
                found.push(TornRow { line, nul_bytes: run as u64, at_end, after: None });
            }
        }
    }
    let cut = bytes.rsplit(|&byte| byte == newline).next().unwrap_or_default();
    if !cut.is_empty() && !cut.contains(&0) && !cut.iter().all(u8::is_ascii_whitespace) {
        let newlines = bytes.iter().filter(|&&byte| byte == newline).count() as u64;
        found.truncate(KEPT - 1);
        found.push(TornRow { line: before + newlines + 1, nul_bytes: 0, at_end: true, after: None });
    }
    found
}

/// The same with the instants of the rows before them.
pub(crate) fn placed(mut torn: Vec<TornRow>, reading: &Reading) -> Vec<TornRow> {
    for row in &mut torn {
        let earlier = reading.row_times.iter().filter(|(_, line)| *line < row.line);
        row.after = earlier.max_by_key(|(_, line)| *line).map(|(at, _)| at);
    }
    torn
}

#[cfg(test)]
mod tests {
    use model::InputId;

    use super::*;
    use crate::{Options, read};

    #[test]
    fn torn_rows_are_found_at_the_end_and_before_a_restart() {
        let row = |line, nul_bytes, at_end| TornRow { line, nul_bytes, at_end, after: None };
        for (bytes, expected) in [
            (&b"a,b\n1,2\n"[..], vec![]),
            (b"a,b\n1,2", vec![row(2, 0, true)]),
            (b"a,b\n1,2\n  ", vec![]),
            (b"a,b\n1,\0\0\0", vec![row(2, 3, true)]),
            (b"a,b\n1,2\n\0\0\0\0\n", vec![row(3, 4, true)]),
            (b"a,b\n1\0\0\na,b\n1,2\n3", vec![row(2, 2, false), row(5, 0, true)]),
        ] {
            let expected: Vec<TornRow> =
                expected.into_iter().map(|row| TornRow { line: row.line + 7, ..row }).collect();
            assert_eq!(rows(bytes, b'\n', 7), expected, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn the_row_before_gives_the_time() {
        let text = b"epoch,mem_available_mib\n1784351340,3000\n1784351345,2900\n178435\0\0\0\0";
        let reading = read(text, InputId(0), &Options::default()).unwrap();
        let after = Some(Micros::from_secs(1_784_351_345));
        assert_eq!(reading.torn, [TornRow { line: 4, nul_bytes: 4, at_end: true, after }]);
        assert_eq!(reading.rejected, 1);
    }
}
