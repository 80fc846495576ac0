//! The samples of the last minutes as a table.

use std::io;

use crate::Options;
use crate::page::{BOLD, DIM, PLAIN, Page, pad};
use crate::schema::BootReport;
use crate::words;

use unicode_width::UnicodeWidthStr;

/// Prints the table, its columns side by side as far as they fit.
pub(super) fn table(page: &mut Page<'_>, boot: &BootReport, options: &Options) -> io::Result<()> {
    let Some(minutes) = &boot.last_minutes else { return Ok(()) };
    page.heading(&words::minutes_heading(minutes, options))?;
    let rows = words::minutes_rows(minutes, boot, options);
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let widths: Vec<usize> = (0..columns)
        .map(|i| rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.width()).max().unwrap_or(0))
        .collect();
    for (place, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(i, (cell, &width))| {
                // Numbers stand under each other, right-aligned; the time is first.
                if i == 0 {
                    pad(cell, width)
                } else {
                    format!("{}{cell}", pad("", width - cell.width().min(width)))
                }
            })
            .collect();
        page.line(&format!("  {}", cells.join("  ")), if place == 0 { BOLD } else { PLAIN })?;
    }
    page.para(&words::minutes_legend(minutes, options), DIM)
}
