//! A rotated set as one file: lines are counted on from its oldest member to its newest.

use std::borrow::Cow;

use model::InputId;

use crate::formats::{FORMATS, GENERAL, Head};
use crate::frame::{Dialect, table};
use crate::log::{Log, quote};
use crate::split::cells;
use crate::text::{Line, Text};
use crate::{MonitorError, Options, Reading, note_text, series, torn};

/// Where the lines of a set stand in its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    /// How many lines stand before each member's first one.
    before: Vec<u64>,
}

impl Members {
    /// The member that a line of the reading stands in, and its number there.
    #[must_use]
    pub fn place(&self, line: u64) -> (usize, u64) {
        let member = self.before.partition_point(|&before| before < line).saturating_sub(1);
        (member, line - self.before.get(member).copied().unwrap_or(0).min(line))
    }
}

/// Reads the members of a rotated set, the oldest first, as if they were one file: one clock, one header until
/// another follows, one series a metric. A member that ends in mid-line loses that line only. Members that are
/// empty or no text are left out; the reading notes it.
///
/// # Errors
/// As [`crate::read`], of the whole; where no member can be read, the error of the first.
pub fn read_members(
    members: &[&[u8]],
    input: InputId,
    options: &Options,
) -> Result<(Reading, Members), MonitorError> {
    let mut log = Log::default();
    let mut before = Vec::with_capacity(members.len());
    let (mut texts, mut refused, mut count) = (Vec::new(), None, 0);
    for bytes in members {
        before.push(count);
        match Text::new(bytes) {
            Ok(text) => {
                note_text(&text, count, &mut log);
                let lines = text.count();
                texts.push((text, count));
                count += lines;
            }
            Err(error) => {
                log.note(count + 1, || format!("a member of the set is left out: {error}"));
                count += 1;
                refused.get_or_insert(error);
            }
        }
    }
    if texts.is_empty() {
        return Err(refused.unwrap_or(MonitorError::Empty));
    }
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut starts = Vec::new();
    for (text, before) in &texts {
        starts.push(lines.len());
        lines.extend(text.lines().into_iter().map(|line| Line { number: line.number + before, ..line }));
    }
    let (format, framed) = frame(&lines, &starts, options, &mut log)?;
    let torn_rows = texts.iter().flat_map(|(text, before)| text.torn(*before)).collect();
    let reading = series::reading(format, framed, input, options, log)?;
    let torn = torn::placed(torn_rows, &reading);
    Ok((Reading { torn, ..reading }, Members { before }))
}

/// The format is that of the first member that shows one. If that is not the oldest, its header is taken for the
/// older members' rows, too, as far as they have as many cells.
fn frame(
    lines: &[Line<'_>],
    starts: &[usize],
    options: &Options,
    log: &mut Log,
) -> Result<(&'static str, crate::sheet::Framed), MonitorError> {
    let known = |head: &Head<'_>| FORMATS.iter().find(|format| (format.sniff)(head));
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let members: Vec<&[Line<'_>]> = starts.iter().zip(ends).map(|(&start, end)| &lines[start..end]).collect();
    let heads = || members.iter().filter(|lines| !lines.is_empty()).map(|lines| Head::new(lines));
    let first = heads().next().ok_or(MonitorError::Empty)?;
    let Some((head, format)) = heads().find_map(|head| known(&head).map(|format| (head, format))) else {
        return Err(first.refusal());
    };
    if let Some(header) = &head.header
        && known(&first).is_none()
        && first.is_headless()
        && let Some(line) = lines.first()
    {
        let mut row: Vec<Cow<'_, str>> = Vec::new();
        cells(&line.text, header.separator, &mut row);
        if row.len() == header.names.len() {
            log.note(line.number, || {
                format!(
                    "the oldest member has no header; that of a newer one is taken: `{}`",
                    quote(&header.names.join(", "))
                )
            });
            let dialect = Dialect { names: Some(&header.names), ..Dialect::plain(header.separator) };
            return Ok((GENERAL, table(lines, dialect, log)));
        }
    }
    Ok((format.name, (format.read)(lines, &head, options, log)?))
}

#[cfg(test)]
mod tests {
    use model::Metric;

    use super::*;

    fn joined(members: &[&str]) -> (Reading, Members) {
        let members: Vec<&[u8]> = members.iter().map(|member| member.as_bytes()).collect();
        read_members(&members, InputId(0), &Options::default()).unwrap()
    }

    #[test]
    fn members_are_one_file() {
        let header = "epoch,mem_available_mib\n";
        let (old, new) = ("1784351340,3000\n1784351345,2900\n", "1784351350,2800\n1784351355,2700\n");
        let with_header = format!("{header}{old}");
        for (members, values, rejected) in [
            (vec![with_header.as_str(), new], vec![3000.0, 2900.0, 2800.0, 2700.0], 0),
            // A torn end of a member takes its own line only.
            (vec![with_header.trim_end(), new], vec![3000.0, 2800.0, 2700.0], 1),
            (vec![with_header.as_str(), "", new], vec![3000.0, 2900.0, 2800.0, 2700.0], 0),
            // The oldest was thrown away, a newer one has the header again.
            (vec![old, header, new], vec![3000.0, 2900.0, 2800.0, 2700.0], 0),
        ] {
            let (reading, _) = joined(&members);
            assert_eq!(reading.series.len(), 1);
            assert_eq!(reading.series[0].metric, Metric::MemAvailable);
            assert_eq!(reading.series[0].values, values, "{members:?}");
            assert_eq!(reading.rejected, rejected);
        }
    }

    #[test]
    fn lines_are_counted_on() {
        let (reading, members) =
            joined(&["epoch,mem_available_mib\n1784351340,3000\n", "1784351350,x,2\n\n1784351355,2"]);
        assert_eq!(members.place(2), (0, 2));
        assert_eq!(members.place(3), (1, 1));
        assert_eq!(reading.torn.iter().map(|row| members.place(row.line)).collect::<Vec<_>>(), [(1, 3)]);
        assert_eq!(reading.rejects[0].line, 3);
    }

    #[test]
    fn without_any_header_the_set_is_refused() {
        let members: [&[u8]; 2] = [b"1784351340,3000\n", b"1784351350,2800\n"];
        let error = read_members(&members, InputId(0), &Options::default()).unwrap_err();
        assert!(matches!(error, MonitorError::NoHeader { .. }));
    }
}
