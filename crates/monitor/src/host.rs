//! The host that a file's rows or its banner name.

use crate::sheet::Sheet;
use crate::text::Line;

/// The host in the banner of sysstat's text reports: `Linux 6.17.0 (host) 07/18/2026`.
pub(crate) fn in_banner(lines: &[Line<'_>]) -> Option<String> {
    let banner = lines.iter().take(20).find_map(|line| line.text.strip_prefix("Linux "))?;
    let (release, rest) = banner.split_once(" (")?;
    let name = rest.split_once(')')?.0;
    let is_name = !name.is_empty() && !name.contains(' ') && !release.contains(' ');
    is_name.then(|| name.to_owned())
}

/// What the column of host names says in the sheet with the most rows.
pub(crate) fn named(sheets: &[Sheet]) -> Option<String> {
    sheets.iter().filter(|sheet| sheet.count > 0).max_by_key(|sheet| sheet.count)?.host()
}
