//! The report model and its renderings.
//!
//! A [`schema::Report`] holds all that is shown; every rendering is made from it alone, so that a report that
//! was saved as JSON can be shown again in any other form. Nothing here reads a file or a clock or knows a rule.

mod build;
mod chart;
pub mod html;
mod inert;
pub mod json;
mod language;
pub mod markdown;
mod options;
mod page;
pub mod redact;
mod rows;
#[cfg(test)]
mod sample;
pub mod schema;
mod sheet;
mod stamp;
pub mod table;
#[cfg(test)]
mod tests;
pub mod text;
mod words;

use std::io::{self, Write};

pub use build::{TIMELINE, aligned, build};
pub use catalogue::Lang;
pub use language::in_language;
pub use options::{Options, Zone};
pub use redact::{Redactor, redact};
pub use rows::{BOOTS, boots};
pub use schema::Report;
pub use sheet::{Cell, Column, Sheet, SheetFormat, Values};
pub use stamp::Stamp;

/// The renderings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One boot after another, for a terminal.
    Text,
    /// One row a boot, for a terminal.
    Table,
    /// The boots and their ids, for a terminal.
    ListBoots,
    /// The contract `spark-autopsy/1`.
    Json,
    /// For a ticket.
    Markdown,
    /// Markdown for a board that knows no HTML.
    Forum,
    /// The contract `spark-autopsy-boot/1`: a line a boot.
    JsonLines,
    /// The table `spark-autopsy-boots/1`: a row a boot.
    Csv,
    /// The same table with typed columns. Not text.
    Parquet,
    /// One page for a browser, with charts.
    Html,
}

impl Format {
    /// Every rendering.
    pub const ALL: [Self; 10] = [
        Self::Text,
        Self::Table,
        Self::ListBoots,
        Self::Json,
        Self::Markdown,
        Self::Forum,
        Self::Html,
        Self::JsonLines,
        Self::Csv,
        Self::Parquet,
    ];

    /// Whether it is for people, in their language; data is in English, as its readers compare words.
    const fn is_prose(self) -> bool {
        !matches!(self, Self::Json | Self::JsonLines | Self::Csv | Self::Parquet)
    }

    /// Whether it is text, which a terminal can show.
    #[must_use]
    pub const fn is_text(self) -> bool {
        !matches!(self, Self::Parquet)
    }
}

/// One line of text in which nothing steers a terminal, hides or changes the order of what is shown.
#[must_use]
pub fn inert(line: &str) -> String {
    inert::inert(line).into_owned()
}

/// The sentence that says how a boot ended and why: the first of every rendering.
#[must_use]
pub fn verdict(boot: &schema::BootReport, options: &Options) -> String {
    words::verdict(boot, options)
}

/// Writes a report in one of the renderings, redacted first if the options say so.
///
/// # Errors
/// Those of the writer.
pub fn render(report: &Report, format: Format, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    let redacted = if options.redact { Some(redact(report).0) } else { None };
    let report = redacted.as_ref().unwrap_or(report);
    let said = (options.lang != Lang::En && format.is_prose()).then(|| in_language(report, options.lang));
    let report = said.as_ref().unwrap_or(report);
    match format {
        Format::Text => text::render(report, options, out),
        Format::Table => table::render(report, options, out),
        Format::ListBoots => table::list_boots(report, options, out),
        Format::Json => json::render(report, options, out),
        Format::Markdown => markdown::render(report, options, markdown::Board::Ticket, out),
        Format::Forum => markdown::render(report, options, markdown::Board::Forum, out),
        Format::JsonLines => json::lines(report, out),
        Format::Csv => boots(report).write(SheetFormat::Csv, out),
        Format::Parquet => boots(report).write(SheetFormat::Parquet, out),
        Format::Html => html::render(report, options, out),
    }
}
