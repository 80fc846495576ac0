//! Lines that a mail program or an editor broke at a width: the rest of a line stands on the next one, indented or not.

use crate::{marks, sniff};

/// Widths at which programs wrap.
const WIDTHS: std::ops::RangeInclusive<usize> = 60..=132;

/// How a text is wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrapped {
    width: usize,
    /// Words are broken too.
    is_hard: bool,
}

impl Wrapped {
    /// Whether lines that begin no entry stand where their first word had not fit on the line before.
    pub(crate) fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Self> {
        let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
        let mut widths: Vec<usize> = lines.iter().map(|line| line.trim_end().chars().count()).collect();
        widths.sort_unstable();
        // A few words are longer than the width.
        let width = *widths.get(widths.len().saturating_sub(1).saturating_mul(98) / 100)?;
        let (mut rests, mut fit, mut full) = (0_usize, 0_usize, 0_usize);
        let wrapped = Self { width, is_hard: false };
        for pair in lines.windows(2) {
            let [before, line] = pair else { continue };
            if sniff::form_of(line.trim_start()).is_some() || marks::header(line).is_some() {
                continue;
            }
            rests += 1;
            fit += usize::from(wrapped.goes_on(before.trim_end().chars().count(), line));
            full += usize::from(before.chars().count() == width);
        }
        let is_wrapped = rests >= 8 && rests * 20 >= lines.len() && fit * 10 >= rests * 9;
        (is_wrapped && WIDTHS.contains(&width)).then_some(Self { width, is_hard: full * 10 >= rests * 9 })
    }

    /// Whether a line that begins no entry is the rest of the one before, which has so many characters.
    pub(crate) fn goes_on(self, before: usize, line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or_default();
        before + 1 + word.chars().count() > self.width
    }

    /// Adds the rest of a line.
    pub(crate) fn join(self, text: &mut String, rest: &str) {
        if !self.is_hard {
            text.push(' ');
        }
        text.push_str(if self.is_hard { rest } else { rest.trim() });
    }
}

/// The lines as they were.
pub(crate) fn joined(lines: Vec<String>) -> Vec<String> {
    let Some(wrapped) = Wrapped::of(lines.iter().map(String::as_str)) else { return lines };
    let mut whole: Vec<String> = Vec::with_capacity(lines.len());
    let mut before = 0;
    for line in lines {
        let is_rest = sniff::form_of(line.trim_start()).is_none() && wrapped.goes_on(before, &line);
        before = line.trim_end().chars().count();
        match whole.last_mut().filter(|_| is_rest) {
            Some(last) => wrapped.join(last, &line),
            None => whole.push(line),
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log() -> Vec<String> {
        let words =
            ["memory", "pressure", "is", "high,", "reclaiming", "journal", "vacuumed", "thermal", "zone"];
        let line = |at: usize| {
            let said: Vec<_> =
                (0..4 + at * 7 % 23).filter_map(|word| words.get((word * 5 + at) % 9).copied()).collect();
            format!("Nov 26 09:00:{at:02} box app[7]: {at} {}", said.join(" "))
        };
        (0..40).map(line).collect()
    }

    fn soft(line: &str, indent: &str) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in line.split(' ') {
            let last = lines.last_mut().expect("a line");
            if !last.is_empty() && last.len() + 1 + word.len() > 72 {
                lines.push(format!("{indent}{word}"));
            } else {
                *last = if last.is_empty() { word.to_owned() } else { format!("{last} {word}") };
            }
        }
        lines
    }

    #[test]
    fn wrapped_lines_are_joined_and_others_are_not() {
        let whole = log();
        assert_eq!(joined(whole.clone()), whole);
        for indent in ["", "    "] {
            let lines: Vec<String> = whole.iter().flat_map(|line| soft(line, indent)).collect();
            assert!(lines.len() > 60);
            assert_eq!(joined(lines), whole, "{indent:?}");
        }
        let hard: Vec<String> = whole
            .iter()
            .flat_map(|line| {
                line.as_bytes()
                    .chunks(80)
                    .map(|part| String::from_utf8_lossy(part).into_owned())
                    .collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(joined(hard), whole);
        // Messages of several lines.
        let several: Vec<String> =
            whole.iter().flat_map(|line| [line.clone(), "    at a.b.c".to_owned()]).collect();
        assert_eq!(joined(several.clone()), several);
    }
}
