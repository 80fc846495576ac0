//! Text that stays text in Markdown, whatever it holds.

use std::sync::LazyLock;

use minijinja::value::ValueKind;
use minijinja::{Error, Output, Value};
use regex::Regex;

use super::Board;

use crate::inert::inert;

/// What boards turn into links or notify people of: mentions, issue numbers, addresses.
static LINKED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)@|#\d|\bGH-\d|\b(?:https?|ftp|mailto|xmpp):|\bwww\.").expect("a valid pattern")
});
/// The same with the rest of the word.
static WORD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:[\w.+-]*@|#\d|\bGH-\d|\b(?:https?|ftp|mailto|xmpp):|\bwww\.)[\w.:/?=%+#@-]*")
        .expect("a valid pattern")
});

/// One line of text for the middle of a line, a list item or a table cell.
pub(super) fn text(text: &str, board: Board) -> String {
    let text = inert(text);
    match board {
        // An empty comment after the first sign keeps a forge from seeing a link and is not shown.
        Board::Ticket => LINKED
            .replace_all(&escaped(&text), |found: &regex::Captures<'_>| {
                let found = &found[0];
                let split = if found.starts_with(['@', '#']) { 1 } else { found.len() - 1 };
                format!("{}<!-- -->{}", &found[..split], &found[split..])
            })
            .into_owned(),
        // Where there are no comments, code is what nothing is seen in.
        Board::Forum => {
            let mut shown = String::with_capacity(text.len() + 16);
            let mut done = 0;
            for found in WORD.find_iter(&text) {
                shown.push_str(&escaped(&text[done..found.start()]));
                shown.push('`');
                shown.push_str(found.as_str());
                shown.push('`');
                done = found.end();
            }
            shown.push_str(&escaped(&text[done..]));
            shown
        }
    }
}

/// Signs that mean something in Markdown, or in a template that a site makes of it.
fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '$' | '{' | '}') {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}

/// What would begin a heading, list or quote at the start of a line is escaped.
fn block_start(text: &str) -> String {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    match text[digits..].chars().next() {
        Some('.' | ')') if digits > 0 => format!("{}\\{}", &text[..digits], &text[digits..]),
        Some('-' | '+' | '#' | '=') if digits == 0 => format!("\\{text}"),
        _ => text.to_owned(),
    }
}

/// A fenced block that its content can't close.
pub(super) fn fenced(language: &str, lines: &[String], indent: &str) -> String {
    let longest = lines.iter().flat_map(|line| line.split(|c| c != '`')).map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let mut block = format!("{indent}{fence}{language}\n");
    for line in lines {
        block.push_str(format!("{indent}{}", inert(line)).trim_end());
        block.push('\n');
    }
    block.push_str(indent);
    block.push_str(&fence);
    block
}

/// The template engine's writer: everything that is not marked safe is escaped.
pub(super) fn write(out: &mut Output<'_>, value: &Value, board: Board) -> Result<(), Error> {
    let failed = |_| Error::new(minijinja::ErrorKind::WriteFailure, "the template's output can't be written");
    if value.is_undefined() || value.is_none() {
        return Ok(());
    }
    if value.is_safe() || value.kind() == ValueKind::Number {
        return write!(out, "{value}").map_err(failed);
    }
    out.write_str(&block_start(&text(&value.to_string(), board))).map_err(failed)
}

/// A row's cells, escaped.
pub(super) fn join_cells(cells: &[String], board: Board) -> Value {
    Value::from_safe_string(cells.iter().map(|cell| text(cell, board)).collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        for (given, shown) in [
            ("plain 5,440 MiB (4.4 %)", "plain 5,440 MiB (4.4 %)"),
            ("a|b `c` **d** <img src=x>", "a\\|b \\`c\\` \\*\\*d\\*\\* \\<img src=x\\>"),
            ("ping @octocat about #12", "ping @<!-- -->octocat about #<!-- -->12"),
            ("see https://x.org and www.x.org", "see https<!-- -->://x.org and www<!-- -->.x.org"),
            ("![x](javascript:1)", "!\\[x\\](javascript:1)"),
            ("# heading", "\\# heading"),
            ("- item", "\\- item"),
            ("1. item", "1\\. item"),
            ("two\nlines\u{202e}", "two\\\\nlines\\\\u\\{202e\\}"),
            ("", ""),
        ] {
            assert_eq!(block_start(&text(given, Board::Ticket)), shown);
        }
    }

    #[test]
    fn text_stays_text_without_html() {
        for (given, shown) in [
            ("ping @octocat about #12", "ping `@octocat` about `#12`"),
            ("see https://x.org/a|b", "see `https://x.org/a`\\|b"),
            ("j_d@x.org `@x`", "`j_d@x.org` \\``@x`\\`"),
            ("{{ x }} <b>", "\\{\\{ x \\}\\} \\<b\\>"),
        ] {
            assert_eq!(text(given, Board::Forum), shown);
        }
    }

    #[test]
    fn fences_can_not_be_closed() {
        let block = fenced("text", &["````".to_owned(), "</details>\u{1b}".to_owned()], "");
        assert_eq!(block, "`````text\n````\n</details>\\x1b\n`````");
    }
}
