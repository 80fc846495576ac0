//! `-o markdown`: a report that pastes into a ticket on a forge or into a forum.
//!
//! Log text can't act there: it is escaped, or stands in a fenced block that it can't close.

mod escape;
mod view;

use std::io::{self, Write};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment};

use crate::Options;
use crate::schema::Report;

const TEMPLATE: &str = include_str!("markdown/ticket.md.jinja");

/// Writes the report as Markdown.
///
/// # Errors
/// Those of the writer.
pub fn render(report: &Report, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    let text = fill(report, options).map_err(io::Error::other)?;
    // Blocks that were left out leave empty lines behind.
    let mut blank = true;
    for line in text.lines() {
        if !(blank && line.trim().is_empty()) {
            writeln!(out, "{line}")?;
        }
        blank = line.trim().is_empty();
    }
    Ok(())
}

fn fill(report: &Report, options: &Options) -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    environment.set_auto_escape_callback(|_| AutoEscape::Custom("markdown".into()));
    environment.set_formatter(escape::formatter);
    environment.add_filter("join_cells", escape::join_cells);
    environment.add_template("ticket", TEMPLATE)?;
    environment.get_template("ticket")?.render(Serde(view::View::new(report, options)))
}
