//! What the sources cover: a line a source, and one for the text logs of a bundle that say the same of one stretch.

use model::{Span, Text};

use super::series;
use crate::schema::{BootReport, Coverage, Report};
use crate::{Options, Stamp};

/// Sources of a line that are named; the others are counted.
const NAMED: usize = 3;
/// A log that is silent for so long is still written to: what two sources leave between them is no gap.
const QUIET: Span = Span::minutes(60);

/// What the sources cover of a boot.
pub(crate) fn coverage(report: &Report, boot: &BootReport, options: &Options) -> Vec<String> {
    rows(report, &boot.coverage).iter().map(|row| row.line(boot, options)).collect()
}

fn rows<'r>(report: &'r Report, covers: &'r [Coverage]) -> Vec<Row<'r>> {
    let mut rows: Vec<Row<'r>> = covers.iter().map(|cover| Row::new(report, cover)).collect();
    let mut place = 0;
    while place < rows.len() {
        match (place + 1..rows.len()).find(|&other| rows[place].is_continued_by(&rows[other])) {
            Some(other) => {
                let other = rows.remove(other);
                rows[place].take(other);
            }
            None => place += 1,
        }
    }
    rows
}

struct Row<'r> {
    names: Vec<&'r str>,
    from: Option<Stamp>,
    to: Option<Stamp>,
    shows: Vec<&'r str>,
    /// The bundle and the kind of lines, if it is a log that may share a row.
    kind: Option<(&'r str, &'r str)>,
}

impl<'r> Row<'r> {
    fn new(report: &'r Report, cover: &'r Coverage) -> Self {
        let input = report.inputs.iter().find(|input| Some(input.id) == cover.input);
        let log = input.filter(|input| input.kind != "monitor");
        let bundle = log.map(|log| log.path.split_once(':').map_or("", |(bundle, _)| bundle));
        Self {
            names: vec![&cover.source],
            from: cover.from,
            to: cover.to,
            shows: cover.shows.iter().map(String::as_str).collect(),
            // Behind the kind of lines may stand notes on the boot.
            kind: bundle.zip(cover.shows.first().map(String::as_str)),
        }
    }

    fn is_continued_by(&self, other: &Self) -> bool {
        self.kind.is_some() && self.kind == other.kind && (self.touches(other) || self.is_beside(other))
    }

    fn touches(&self, other: &Self) -> bool {
        let (Some(from), Some(to), Some(other_from), Some(other_to)) =
            (self.from, self.to, other.from, other.to)
        else {
            return false;
        };
        other_from.since(to) <= QUIET && from.since(other_to) <= QUIET
    }

    /// Whether a log of the one was rotated into one of the other: nothing is missing between these.
    fn is_beside(&self, other: &Self) -> bool {
        self.names.iter().any(|own| {
            let (stem, age) = rotated(own);
            other.names.iter().any(|name| {
                let (other_stem, other_age) = rotated(name);
                stem == other_stem && age.abs_diff(other_age) == 1
            })
        })
    }

    fn take(&mut self, other: Self) {
        self.from = self.from.min(other.from);
        self.to = self.to.max(other.to);
        for name in other.names {
            if !self.names.contains(&name) {
                self.names.push(name);
            }
        }
        for shown in other.shows {
            if !self.shows.contains(&shown) {
                self.shows.push(shown);
            }
        }
    }

    fn line(&self, boot: &BootReport, options: &Options) -> String {
        let near = |at| options.near(at, boot.end());
        let span = match (self.from, self.to) {
            (Some(from), Some(to)) => {
                Some(Text::new("covers-between").with("from", near(from)).with("to", near(to)))
            }
            (Some(from), None) => Some(Text::new("covers-from").with("from", near(from))),
            (None, Some(to)) => Some(Text::new("covers-until").with("to", near(to))),
            (None, None) => None,
        };
        // Sentences hold commas of their own.
        let separator = if self.shows.iter().any(|shown| shown.contains(", ")) { "; " } else { ", " };
        let shows = if self.shows.is_empty() {
            options.word("covers-nothing")
        } else {
            self.shows.iter().map(|shown| series(shown, options)).collect::<Vec<_>>().join(separator)
        };
        let source = first_names(&self.names, options);
        options.say(&Text::new("covers").with("source", source).with("span", span).with("shows", shows))
    }
}

/// A log's name without the number that it was given when it was rotated, and that number.
fn rotated(name: &str) -> (&str, u32) {
    let packed = [".gz", ".xz", ".zst", ".bz2"].into_iter().find_map(|end| name.strip_suffix(end));
    let bare = packed.unwrap_or(name);
    match bare.rsplit_once('.') {
        Some((stem, age)) if age.len() <= 3 && age.bytes().all(|byte| byte.is_ascii_digit()) => {
            age.parse().map_or((bare, 0), |age| (stem, age))
        }
        _ => (bare, 0),
    }
}

/// `syslog.2, syslog.1, syslog and 2 more`.
pub(super) fn first_names(names: &[&str], options: &Options) -> String {
    // One more is as short as its number.
    let named = if names.len() == NAMED + 1 { names.len() } else { NAMED };
    let first = names.iter().take(named).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(named) {
        0 => first,
        more => format!("{first}{}", options.say(&Text::new("and-more").with("count", more))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    const KERNEL: &str = "only the kernel's lines";
    const ALL: &str = "lines of all";

    /// Names in one row, in order, with their first and last minute; the path is the bundle's.
    fn grouped(logs: &[(&str, i64, i64, &str)]) -> Vec<(String, i64, i64)> {
        let mut report = sample::incident();
        let input = report.inputs[0].clone();
        report.inputs.clear();
        let minute = |minute: i64| Stamp::new(minute * 60_000_000);
        let mut covers = Vec::new();
        for (id, &(path, from, to, shows)) in (0..).zip(logs) {
            let kind = if path.ends_with(".csv") { "monitor" } else { "text_log" };
            report.inputs.push(crate::schema::InputInfo {
                id,
                path: path.to_owned(),
                kind: kind.to_owned(),
                ..input.clone()
            });
            covers.push(Coverage {
                source: path.rsplit('/').next().unwrap().to_owned(),
                from: Some(minute(from)),
                to: Some(minute(to)),
                shows: vec![shows.to_owned()],
                input: Some(id),
            });
        }
        let minute = |at: Option<Stamp>| at.unwrap().micros() / 60_000_000;
        let rows = rows(&report, &covers);
        rows.iter().map(|row| (row.names.join(" "), minute(row.from), minute(row.to))).collect()
    }

    #[test]
    fn logs_of_one_bundle_that_touch_and_show_the_same_share_a_row() {
        let day = 24 * 60;
        for (logs, rows) in [
            // Kinds alternate in a bundle, and rows stay where their first log stood.
            (
                &[
                    ("a:log/syslog.1", 0, 50, ALL),
                    ("a:log/kern.log", 0, 90, KERNEL),
                    ("a:log/syslog", 60, 90, ALL),
                ][..],
                &[("syslog.1 syslog", 0, 90), ("kern.log", 0, 90)][..],
            ),
            // Half a day in no log is a gap.
            (
                &[("a:log/syslog", 0, 50, ALL), ("a:log/messages", 750, 800, ALL)],
                &[("syslog", 0, 50), ("messages", 750, 800)],
            ),
            // Between neighbours of a rotated set nothing was written.
            (
                &[
                    ("a:log/kern.log.2.gz", 0, 50, KERNEL),
                    ("a:log/kern.log.1", day, day + 5, KERNEL),
                    ("a:log/kern.log", 3 * day, 4 * day, KERNEL),
                ],
                &[("kern.log.2.gz kern.log.1 kern.log", 0, 4 * day)],
            ),
            (
                &[("a:log/kern.log.3", 0, 50, KERNEL), ("a:log/kern.log.1", day, day + 5, KERNEL)],
                &[("kern.log.3", 0, 50), ("kern.log.1", day, day + 5)],
            ),
            // A later one closes the gap.
            (
                &[("a:log/x", 0, 50, ALL), ("a:log/y", 500, 600, ALL), ("a:log/z", 40, 510, ALL)],
                &[("x z y", 0, 600)],
            ),
            // Other bundles and monitors stay by themselves.
            (
                &[("a:log/syslog", 0, 50, ALL), ("b:log/syslog", 0, 50, ALL)],
                &[("syslog", 0, 50), ("syslog", 0, 50)],
            ),
            (
                &[("a.csv", 0, 50, "mem_available_mib"), ("b.csv", 0, 50, "mem_available_mib")],
                &[("a.csv", 0, 50), ("b.csv", 0, 50)],
            ),
        ] {
            let rows: Vec<_> = rows.iter().map(|&(names, from, to)| (names.to_owned(), from, to)).collect();
            assert_eq!(grouped(logs), rows);
        }
    }

    #[test]
    fn many_names_are_counted() {
        for (names, shown) in [
            (&["a"][..], "a"),
            (&["a", "b", "c", "d"], "a, b, c, d"),
            (&["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
        ] {
            assert_eq!(first_names(names, &Options::default()), shown);
        }
    }
}
