//! CSV: RFC 4180, with `\n` at the ends of lines.
//!
//! Log text is not to be trusted, and spreadsheets run a cell that begins like a formula. Text that begins so gets
//! an apostrophe in front, as the field's custom is (OWASP, "CSV injection"); numbers and instants are our own.
//! Control characters are shown as escapes, so that a line of the file is a row.

use std::borrow::Cow;
use std::io::{self, Write};

use super::{Cell, Sheet};
use crate::inert::inert;

pub(super) fn write(sheet: &Sheet, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<&str> = sheet.columns.iter().map(|column| column.name).collect();
    writeln!(out, "{}", names.join(","))?;
    for row in 0..sheet.rows() {
        for (place, column) in sheet.columns.iter().enumerate() {
            if place > 0 {
                out.write_all(b",")?;
            }
            match column.values.cell(row) {
                Cell::Empty => {}
                Cell::Text(text) => out.write_all(quoted(text).as_bytes())?,
                Cell::Whole(number) => write!(out, "{number}")?,
                Cell::Number(number) => write!(out, "{number}")?,
                Cell::Instant(at) => write!(out, "{at}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A cell of text: inert, no formula, in quotes where it needs them.
fn quoted(text: &str) -> Cow<'_, str> {
    let formula = begins_a_formula(text);
    let text = inert(text);
    let text = if formula { Cow::Owned(format!("'{text}")) } else { text };
    // An empty text is not the same as no value.
    let plain = !text.is_empty() && text.trim() == text && !text.contains([',', '"', '\n', '\r']);
    if plain { text } else { Cow::Owned(format!("\"{}\"", text.replace('"', "\"\""))) }
}

/// Whether a spreadsheet may take text for a formula: by its first sign, also in full width, or by the first one
/// after blanks, which some programs cut off.
fn begins_a_formula(text: &str) -> bool {
    const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    text.starts_with(['\t', '\r', '\n']) || text.trim_start().starts_with(SIGNS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_a_line() {
        let mut out = Vec::new();
        write(&super::super::example(), &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "at,text,count,value\n\
             2026-05-14T05:21:54.431416Z,\"'=1+1, \"\"x\"\"\",-2,0.5\n\
             ,,0,\n\
             1970-01-01T00:00:00.000000Z,a\\x1b[2Jb,,5440\n"
        );
    }

    #[test]
    fn no_cell_is_a_formula() {
        for (text, cell) in [
            ("", "\"\""),
            ("plain text", "plain text"),
            ("=cmd|'/c calc'!A0", "'=cmd|'/c calc'!A0"),
            ("+1", "'+1"),
            ("-2+3", "'-2+3"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "' =1"),
            ("\r=1", "'\\r=1"),
            ("  =1", "'  =1"),
            ("＝1", "'＝1"),
            ("a=1", "a=1"),
            (" padded ", "\" padded \""),
            ("a,b", "\"a,b\""),
            ("two\nlines", "two\\nlines"),
            ("say \"x\"", "\"say \"\"x\"\"\""),
        ] {
            assert_eq!(quoted(text), cell);
        }
    }
}
