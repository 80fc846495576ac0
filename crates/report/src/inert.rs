//! Log text made harmless: what would steer a terminal, hide or reorder text is shown as an escape.

use std::borrow::Cow;

/// Whether a character would act on a terminal, be invisible or change the order in which text is shown.
pub(crate) fn is_active(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}'                                // soft hyphen
            | '\u{61c}' | '\u{180e}'                // Arabic letter mark, Mongolian vowel separator
            | '\u{200b}'..='\u{200f}'               // zero width, left-to-right and right-to-left marks
            | '\u{2028}'..='\u{202e}'               // line and paragraph separators, embeddings, overrides
            | '\u{2060}'..='\u{206f}'               // word joiner, isolates
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}'  // byte order mark, interlinear annotation
            | '\u{e0000}'..='\u{e007f}') // tags
}

/// One line of text without active characters.
pub(crate) fn inert(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_active) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\t' => shown.push(' '),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\u{1b}' => shown.push_str("\\x1b"),
            c if is_active(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// The text in ASCII: signs of our own by their usual stand-ins, anything else as an escape.
pub(crate) fn ascii(text: &str) -> Cow<'_, str> {
    stand_ins(text, |_| false)
}

/// The same for a language that is not written in ASCII: its letters stay.
pub(crate) fn ascii_signs(text: &str) -> Cow<'_, str> {
    stand_ins(text, |c| unicode_width::UnicodeWidthChar::width(c) == Some(2))
}

fn stand_ins(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '°' => {}
            '→' => shown.push_str("->"),
            '≥' => shown.push_str(">="),
            '≤' => shown.push_str("<="),
            '…' => shown.push_str("..."),
            '–' | '—' | '−' | '─' => shown.push('-'),
            '‘' | '’' => shown.push('\''),
            '“' | '”' => shown.push('"'),
            '×' => shown.push('x'),
            '·' | '•' => shown.push('*'),
            '\u{a0}' | '\u{202f}' => shown.push(' '),
            c if c.is_ascii() || stays(c) => shown.push(c),
            c => shown.extend(c.escape_unicode()),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_active_is_left() {
        for (text, shown) in [
            ("plain, Grüße, 日本語, 🔥", "plain, Grüße, 日本語, 🔥"),
            ("a\tb\nc\r\u{1b}[2J\u{7}", "a b\\nc\\r\\x1b[2J\\u{7}"),
            ("\u{9b}31m\u{202e}cod\u{200b}e\u{2028}", "\\u{9b}31m\\u{202e}cod\\u{200b}e\\u{2028}"),
            ("", ""),
        ] {
            assert_eq!(inert(text), shown);
            assert!(!inert(text).chars().any(is_active));
        }
    }

    #[test]
    fn ascii_is_ascii() {
        for (text, shown) in
            [("58–66 °C → ≥ 80", "58-66 C -> >= 80"), ("日", "\\u{65e5}"), ("plain", "plain")]
        {
            assert_eq!(ascii(text), shown);
        }
        assert_eq!(ascii_signs("枯渇 → 66 °C, é"), "枯渇 -> 66 C, \\u{e9}");
    }
}
