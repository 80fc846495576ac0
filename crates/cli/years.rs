//! The year of text logs that have none, where a monitor's dates tell it better than the file's own time: a log that
//! was copied bears the time of the copy.

use chrono::{DateTime, Datelike, Utc};
use journal::Source;
use model::{Input, Micros, Problem};
use timeline::MonitorInput;

use crate::inputs::NamedSource;

/// Logs older than this are not looked for.
const YEARS: i32 = 20;
/// A log and a monitor beside it may be read in zones that differ.
const DAY: i64 = 86_400_000_000;

/// Sets the year of the logs whose lines lie beside no sample, if they do in another year. True if one was set.
pub(crate) fn settle(sources: &mut [NamedSource], inputs: &[Input], monitors: &[MonitorInput]) -> bool {
    let mut settled = false;
    for (named, input) in sources.iter_mut().zip(inputs) {
        let Source::Text(text) = &mut named.source else { continue };
        if text.year.is_none() && is_assumed(input) {
            text.year = better(input, monitors);
            settled |= text.year.is_some();
        }
    }
    settled
}

/// Says of the logs whose year was set why it was.
pub(crate) fn tell(sources: &[NamedSource], inputs: &mut [Input], given: Option<i32>) {
    for (named, input) in sources.iter().zip(inputs) {
        if let Source::Text(text) = &named.source
            && let Some(year) = text.year.filter(|_| given.is_none())
        {
            let what = format!("{} {year}, in which the samples beside it were taken", textlog::YEAR_ASSUMED);
            input.problems.push(Problem { line: None, what });
        }
    }
}

fn is_assumed(input: &Input) -> bool {
    input.problems.iter().any(|problem| problem.what.starts_with(textlog::YEAR_ASSUMED))
}

/// The year of the last line, if the log then lies beside samples and does not now.
fn better(input: &Input, monitors: &[MonitorInput]) -> Option<i32> {
    let (first, last) = (input.first?, input.last?);
    let spans: Vec<(Micros, Micros)> = monitors.iter().filter_map(|monitor| monitor.reading.span()).collect();
    let lies_beside = |first: Micros, last: Micros| {
        spans
            .iter()
            .any(|(from, to)| first.0 <= to.0.saturating_add(DAY) && last.0 >= from.0.saturating_sub(DAY))
    };
    if lies_beside(first, last) {
        return None;
    }
    (1..=YEARS).find_map(|back| {
        let (first, last) = (earlier(first, back)?, earlier(last, back)?);
        lies_beside(first, last)
            .then(|| DateTime::<Utc>::from_timestamp_micros(last.0).map(|at| at.year()))?
    })
}

/// The same day and time of an earlier year; the day before where it had none.
fn earlier(at: Micros, years: i32) -> Option<Micros> {
    let at = DateTime::<Utc>::from_timestamp_micros(at.0)?;
    let year = at.year() - years;
    let then = at.with_year(year).or_else(|| (at - chrono::Duration::days(1)).with_year(year))?;
    Some(Micros(then.timestamp_micros()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_day_of_another_year() {
        for (at, years, then) in [
            ("2026-01-06T12:00:00Z", 1, "2025-01-06T12:00:00Z"),
            ("2024-02-29T12:00:00Z", 1, "2023-02-28T12:00:00Z"),
            ("2024-02-29T12:00:00Z", 4, "2020-02-29T12:00:00Z"),
        ] {
            let micros =
                |text: &str| Micros(text.parse::<DateTime<Utc>>().expect("a time").timestamp_micros());
            assert_eq!(earlier(micros(at), years), Some(micros(then)), "{at}");
        }
    }
}
