//! The table of the last minutes in words, the same in every rendering.

use model::{Span, Text};

use super::{count, parts};
use crate::Options;
use crate::schema::{BootReport, LastMinutes, LastMinutesColumn};

/// The heading over the table.
pub(crate) fn minutes_heading(minutes: &LastMinutes, options: &Options) -> String {
    let step = Span((minutes.step_s * 1e6) as i64);
    let id = if step == Span::minutes(1) { "minutes-each-minute" } else { "minutes-each" };
    options.say(&Text::new(id).with("step", step))
}

/// A header and the rows: the time, then a value a column, empty where the step has no sample.
pub(crate) fn minutes_rows(minutes: &LastMinutes, boot: &BootReport, options: &Options) -> Vec<Vec<String>> {
    let header = std::iter::once(options.word("minutes-to"))
        .chain((0..minutes.columns.len()).map(|i| letter(i, &minutes.columns[i])));
    let mut rows = vec![header.collect::<Vec<_>>()];
    for row in &minutes.rows {
        let values = row.values.iter().map(|value| value.map_or_else(|| "-".to_owned(), number));
        rows.push(std::iter::once(options.near(row.at, boot.end())).chain(values).collect());
    }
    rows
}

/// What the columns hold: `a: available memory, MiB (earlyoom)`.
pub(crate) fn minutes_legend(minutes: &LastMinutes, options: &Options) -> String {
    let columns: Vec<String> = minutes
        .columns
        .iter()
        .enumerate()
        .map(|(i, column)| {
            let device = column.device.as_ref().map(|device| format!(" {device}")).unwrap_or_default();
            let unit = if column.unit.is_empty() { String::new() } else { format!(", {}", column.unit) };
            format!(
                "{}: {}{device}{unit} ({})",
                name(i),
                parts::series(&column.metric, options),
                column.sampler
            )
        })
        .collect();
    options.say(&Text::new("minutes-legend").with("columns", columns.join("; ")))
}

/// A short name of a column: its letter and unit.
fn letter(place: usize, column: &LastMinutesColumn) -> String {
    if column.unit.is_empty() { name(place) } else { format!("{} {}", name(place), column.unit) }
}

fn name(place: usize) -> String {
    u8::try_from(place)
        .ok()
        .filter(|&place| place < 26)
        .map_or_else(|| place.to_string(), |place| char::from(b'a' + place).to_string())
}

/// A value without more decimals than it has.
fn number(value: f64) -> String {
    if value.fract().abs() < 0.05 && value.abs() < 1e15 {
        let sign = if value < 0.0 { "-" } else { "" };
        format!("{sign}{}", count(value.abs().round() as u64))
    } else {
        format!("{value:.1}")
    }
}
