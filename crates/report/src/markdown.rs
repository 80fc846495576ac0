//! `-o markdown`: a report that pastes into a ticket on a forge; `-o forum`: into a board that knows no HTML.
//!
//! Log text can't act there: it is escaped, or stands in a fenced block that it can't close. It always fits: what is too
//! long is left out, raw lines first, and the report says what is missing and how to get it.

mod escape;
mod limits;
#[cfg(test)]
mod tests;
mod view;

use std::io::{self, Write};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment};

use crate::Options;
use crate::schema::Report;

const TEMPLATE: &str = include_str!("markdown/ticket.md.jinja");
/// Characters that a ticket's body holds: GitHub takes 65,536, and something is written around it.
const ROOM: usize = 60_000;

/// Where it is pasted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// A forge's ticket: raw lines are folded.
    Ticket,
    /// A board without HTML: raw lines stand at the end.
    Forum,
}

/// Writes the report as Markdown, in less than 60,000 characters.
///
/// # Errors
/// Those of the writer.
pub fn render(report: &Report, options: &Options, board: Board, out: &mut dyn Write) -> io::Result<()> {
    let mut text = String::new();
    for limits in limits::LADDER {
        text = fill(&limits.shorten(report), limits, options, board).map_err(io::Error::other)?;
        if text.chars().count() < ROOM {
            break;
        }
    }
    out.write_all(text.as_bytes())
}

fn fill(
    report: &Report,
    limits: &limits::Limits,
    options: &Options,
    board: Board,
) -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    environment.set_auto_escape_callback(|_| AutoEscape::Custom("markdown".into()));
    environment.set_formatter(move |out, _, value| escape::write(out, value, board));
    environment.add_filter("join_cells", move |cells: Vec<String>| escape::join_cells(&cells, board));
    environment.add_template("ticket", TEMPLATE)?;
    let view = view::View::new(report, limits, options, board);
    let filled = environment.get_template("ticket")?.render(Serde(view))?;
    // Blocks that were left out leave empty lines behind.
    let mut text = String::with_capacity(filled.len());
    let mut blank = true;
    for line in filled.lines() {
        if !(blank && line.trim().is_empty()) {
            text.push_str(line);
            text.push('\n');
        }
        blank = line.trim().is_empty();
    }
    Ok(text)
}
