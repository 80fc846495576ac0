//! `-o html`: one page for a browser that needs nothing but itself.
//!
//! Log text can't act there: it is escaped, the page's own script and style are the only ones that its policy lets
//! run, and nothing may be loaded from anywhere. Without scripts everything is there too; the script adds zoom and a
//! read-out to the charts.

mod boot;
mod chart;
mod escape;
mod evidence;
mod labels;
#[cfg(test)]
mod tests;
mod view;

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Value};
use sha2::{Digest, Sha256};

use crate::Options;
use crate::schema::Report;

const PAGE: &str = include_str!("html/page.html.jinja");
const BOOT: &str = include_str!("html/boot.html.jinja");
const STYLE: &str = include_str!("html/style.css");
const SCRIPT: &str = include_str!("html/script.js");

/// Writes the report as HTML.
///
/// # Errors
/// Those of the writer.
pub fn render(report: &Report, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(fill(report, options).map_err(io::Error::other)?.as_bytes())
}

fn fill(report: &Report, options: &Options) -> Result<String, Error> {
    let mut environment = Environment::new();
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(escape::formatter);
    let lang = options.lang;
    environment.add_function("label", move |id: &str| {
        let unknown = || Error::new(ErrorKind::UndefinedError, format!("there is no message {id}"));
        if lang.has(id) { Ok(lang.word(id)) } else { Err(unknown()) }
    });
    environment.add_filter("dates", escape::dates);
    environment.add_global("style", Value::from_safe_string(STYLE.to_owned()));
    environment.add_global("script", Value::from_safe_string(SCRIPT.to_owned()));
    environment.add_global("policy", policy());
    environment.add_template("boot", BOOT)?;
    environment.add_template("page", PAGE)?;
    let mut page = environment.get_template("page")?.render(Serde(view::View::new(report, options)))?;
    page.push('\n');
    Ok(page)
}

/// The page's own style and script may act, by their hashes, and nothing else may be run or loaded.
fn policy() -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}
