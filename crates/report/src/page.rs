//! Lines for a terminal: wrapped to its width with hanging indents, harmless, in ASCII or colour as asked.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::LazyLock;

use anstyle::{AnsiColor, Style};
use catalogue::Lang;
use regex::Regex;
use textwrap::core::Word;
use textwrap::{Options as Wrap, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::Options;
use crate::inert::{ascii, ascii_signs, inert};

/// No line is wrapped to less than this, however narrow the terminal is said to be.
const NARROWEST: usize = 30;
/// Long sentences are hard to read on a very wide line.
const WIDEST: usize = 120;

pub(crate) const PLAIN: Style = Style::new();
pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const RED: Style = AnsiColor::Red.on_default();
pub(crate) const GREEN: Style = AnsiColor::Green.on_default();
pub(crate) const YELLOW: Style = AnsiColor::Yellow.on_default();

/// A page under way.
pub(crate) struct Page<'a> {
    out: &'a mut dyn Write,
    options: &'a Options,
}

impl<'a> Page<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, options: &'a Options) -> Self {
        Self { out, options }
    }

    /// Columns that running text may fill.
    pub(crate) fn width(&self) -> usize {
        self.options.width.clamp(NARROWEST, WIDEST)
    }

    pub(crate) fn blank(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// One line as it is, except for ASCII and colour.
    pub(crate) fn line(&mut self, text: &str, style: Style) -> io::Result<()> {
        let text = match (self.options.ascii, self.options.lang) {
            (true, Lang::En) => ascii(text),
            (true, _) => ascii_signs(text),
            (false, _) => text.into(),
        };
        let text = text.trim_end();
        if self.options.color && style != PLAIN && !text.is_empty() {
            writeln!(self.out, "{style}{text}{style:#}")
        } else {
            writeln!(self.out, "{text}")
        }
    }

    /// A heading with an empty line before it.
    pub(crate) fn heading(&mut self, text: &str) -> io::Result<()> {
        self.blank()?;
        self.para(text, BOLD)
    }

    /// Wrapped text; the first line begins with `first`, the others with as many blanks.
    pub(crate) fn hanging(&mut self, first: &str, text: &str, style: Style) -> io::Result<()> {
        let first = inert(first);
        let rest = " ".repeat(first.width());
        for line in wrap(&first, &rest, text, self.width()) {
            self.line(&line, style)?;
        }
        Ok(())
    }

    /// Wrapped text from the left margin.
    pub(crate) fn para(&mut self, text: &str, style: Style) -> io::Result<()> {
        self.hanging("", text, style)
    }
}

/// Harmless text wrapped to a width. Words longer than a line (cursors, paths) are broken.
pub(crate) fn wrap(first: &str, rest: &str, text: &str, width: usize) -> Vec<String> {
    let options = Wrap::new(width)
        .initial_indent(first)
        .subsequent_indent(rest)
        .word_separator(WordSeparator::Custom(words))
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .break_words(true);
    textwrap::wrap(&keep_units(&inert(text)), options).iter().map(|line| free_units(line)).collect()
}

/// What may not begin a line in Japanese: closing signs, small letters, the long sound.
const NO_START: &str =
    "、。，．・：；？！）］｝〕〉》」』】〙〗’”ゝゞ々ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…‥～%％℃";
/// What may not end one: opening signs.
const NO_END: &str = "（［｛〔〈《「『【〘〖‘“";

/// The pieces between which a line may be broken: at blanks, and between wide characters, where Japanese has none.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut starts = vec![0];
    let mut before: Option<char> = None;
    for (at, c) in line.char_indices() {
        if let Some(before) = before {
            let is_wide = |c: char| c.width().unwrap_or(0) > 1;
            let at_blank = before == ' ' && c != ' ';
            let between = (is_wide(before) || is_wide(c)) && c != ' ' && before != '\u{a0}' && c != '\u{a0}';
            if at_blank || between && !NO_START.contains(c) && !NO_END.contains(before) {
                starts.push(at);
            }
        }
        before = Some(c);
    }
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([line.len()]).collect();
    Box::new(starts.into_iter().zip(ends).map(|(from, to)| Word::from(&line[from..to])))
}

/// The text with a no-break space between a number and its unit.
pub(crate) fn keep_units(text: &str) -> Cow<'_, str> {
    static UNIT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(\d) (%|[秒分日件回]|時間|(?:s|min|h|days?|ms|MiB|GiB|°C|W|dB)(?-u:\b))")
            .expect("a valid pattern")
    });
    UNIT.replace_all(text, "$1\u{a0}$2")
}

/// The text with plain spaces again.
pub(crate) fn free_units(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

/// The text filled up with blanks to a number of columns.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(text.width())))
}

/// The text cut to a number of columns, the cut marked.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut shown = String::new();
    let mut used = 0;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used + 1 > columns {
            break;
        }
        shown.push(c);
    }
    format!("{}…", shown.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn japanese_breaks_between_characters() {
        for (text, width, lines) in [
            ("利用可能メモリは枯渇しました。", 12, &["利用可能メモ", "リは枯渇しま", "した。"][..]),
            // No full stop at the beginning of a line, no bracket at the end of one.
            ("メモリが枯渇。次の", 12, &["メモリが枯", "渇。次の"]),
            ("これは値（最小）です", 10, &["これは値", "（最小）で", "す"]),
            ("残り 5,440 MiB でした", 12, &["残り ", "5,440 MiB で", "した"]),
            ("kernel: NVRM failed", 12, &["kernel: NVRM", "failed"]),
            ("averyveryverylongword", 12, &["averyveryver", "ylongword"]),
        ] {
            let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
            assert_eq!(wrap("", "", text, width), lines, "{text}");
        }
    }
}
