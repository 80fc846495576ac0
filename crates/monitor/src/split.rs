//! One line to cells.

use std::borrow::Cow;

/// Cuts a line at the separator into trimmed cells. A quoted cell may hold the separator, `""` in it
/// is a quote; where a quote is not closed it is a character like any other. A blank as the separator
/// stands for any run of blanks, and quotes mean nothing.
pub(crate) fn cells<'a>(line: &'a str, separator: char, cells: &mut Vec<Cow<'a, str>>) {
    cells.clear();
    if separator == ' ' {
        cells.extend(line.split_whitespace().map(Cow::Borrowed));
        return;
    }
    let bytes = line.as_bytes();
    if let Ok(sign) = u8::try_from(separator)
        && sign.is_ascii()
        && memchr::memchr(b'"', bytes).is_none()
    {
        let mut start = 0;
        for end in memchr::memchr_iter(sign, bytes).chain([bytes.len()]) {
            // An ASCII separator never lies inside another character.
            cells.push(Cow::Borrowed(trim(line.get(start..end).unwrap_or_default())));
            start = end + 1;
        }
        return;
    }
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches(|c: char| c != separator && c.is_whitespace());
        let (cell, behind) = quoted(rest, separator).unwrap_or_else(|| match rest.split_once(separator) {
            Some((cell, behind)) => (Cow::Borrowed(cell.trim()), Some(behind)),
            None => (Cow::Borrowed(rest.trim()), None),
        });
        cells.push(cell);
        match behind {
            Some(behind) => rest = behind,
            None => return,
        }
    }
}

/// Without white space at both ends; nearly all cells have none but ASCII blanks there.
fn trim(cell: &str) -> &str {
    let short = cell.trim_ascii();
    match (short.as_bytes().first(), short.as_bytes().last()) {
        (Some(first), Some(last)) if first.is_ascii_graphic() && last.is_ascii_graphic() => short,
        _ => short.trim(),
    }
}

fn quoted(text: &str, separator: char) -> Option<(Cow<'_, str>, Option<&str>)> {
    let body = text.strip_prefix('"')?;
    let mut from = 0;
    let end = loop {
        let at = from + body.get(from..)?.find('"')?;
        if body[at + 1..].starts_with('"') {
            from = at + 2;
        } else {
            break at;
        }
    };
    let cell = body[..end].trim();
    let cell =
        if cell.contains("\"\"") { Cow::Owned(cell.replace("\"\"", "\"")) } else { Cow::Borrowed(cell) };
    let behind = body[end + 1..].trim_start_matches(|c: char| c != separator && c.is_whitespace());
    match behind.strip_prefix(separator) {
        Some(behind) => Some((cell, Some(behind))),
        None => behind.is_empty().then_some((cell, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_blanks() {
        for (line, separator, expected) in [
            ("a,b", ',', &["a", "b"][..]),
            ("a, b , c", ',', &["a", "b", "c"]),
            ("a,,", ',', &["a", "", ""]),
            ("", ',', &[""]),
            (r#""a,b", "c ""d""",e"#, ',', &["a,b", r#"c "d""#, "e"]),
            (r#""a,b"#, ',', &[r#""a"#, "b"]),
            (r#""a"b,c"#, ',', &[r#""a"b"#, "c"]),
            (r#"x,""#, ',', &["x", "\""]),
            ("a\t\tb\"", '\t', &["a", "", "b\""]),
            (" a  b\t\"c d ", ' ', &["a", "b", "\"c", "d"]),
            ("é;\"ü\";", ';', &["é", "ü", ""]),
        ] {
            let mut found = Vec::new();
            cells(line, separator, &mut found);
            assert_eq!(found, expected, "{line}");
        }
    }
}
