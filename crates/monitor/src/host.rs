//! The host that a file's rows or its banner name.

use crate::sheet::{SEPARATOR, Sheet};
use crate::text::Line;

/// The host in the banner of sysstat's text reports: `Linux 6.17.0 (host) 07/18/2026`.
pub(crate) fn in_banner(lines: &[Line<'_>]) -> Option<String> {
    let banner = lines.iter().take(20).find_map(|line| line.text.strip_prefix("Linux "))?;
    let (release, rest) = banner.split_once(" (")?;
    let name = rest.split_once(')')?.0;
    let is_name = !name.is_empty() && !name.contains(' ') && !release.contains(' ');
    is_name.then(|| name.to_owned())
}

/// What the column of host names says, if all rows that were looked at agree.
pub(crate) fn named(sheets: &[Sheet]) -> Option<String> {
    let sheet = sheets.iter().filter(|sheet| sheet.rows > 0).max_by_key(|sheet| sheet.rows)?;
    let index = sheet.names.iter().position(|name| matches!(name.norm.as_str(), "hostname" | "host"))?;
    let cell = |row: &str| row.split(char::from(SEPARATOR)).nth(index + 1).unwrap_or_default().to_owned();
    let mut rows = sheet.clean.lines();
    let first = cell(rows.next()?);
    let last = rows.next_back().map_or_else(|| first.clone(), cell);
    (!first.is_empty() && first == last).then_some(first)
}
