//! What people and tools put in front of every line of a log: marks of quotation, list and table, line numbers, quotes;
//! and blanks that are tabs or do not break.

use std::borrow::Cow;

use crate::sniff;

/// Lines that are looked at.
const LINES: usize = 400;

/// What is to be taken off each line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dress {
    front: Front,
    /// Tabs and no-break spaces stand for blanks.
    has_odd_blanks: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Front {
    #[default]
    Nothing,
    /// `> `, `>> `, `| `, `- `, `# `.
    Marks,
    /// `    12` and a tab, as `cat -n` writes.
    Number,
    /// `"..."` of a table with commas.
    Quotes,
}

impl Dress {
    /// What makes far more of a text's first lines readable than they are as they stand.
    pub(crate) fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).take(LINES).collect();
        let readable = |dress: Self| {
            lines.iter().filter(|line| sniff::form_of(dress.off(line).trim_start()).is_some()).count()
        };
        let plain = readable(Self::default());
        if plain * 6 >= lines.len() * 5 {
            return Self::default();
        }
        let fronts = [Front::Nothing, Front::Marks, Front::Number, Front::Quotes];
        let all = [false, true]
            .into_iter()
            .flat_map(|has_odd_blanks| fronts.into_iter().map(move |front| Self { front, has_odd_blanks }));
        // Few are worth reading: most take nothing off.
        let bears =
            |dress: &Self| lines.iter().filter(|line| dress.off(line) != **line).count() * 4 >= lines.len();
        // Of those that do alike the simplest one, which stands in front.
        let (best, count) = all
            .rev()
            .filter(bears)
            .map(|dress| (dress, readable(dress)))
            .max_by_key(|(_, count)| *count)
            .unwrap_or_default();
        if count * 4 >= lines.len() && count * 5 > plain * 6 { best } else { Self::default() }
    }

    /// A line without it.
    pub(crate) fn off<'t>(self, text: &'t str) -> Cow<'t, str> {
        let text = match self.front {
            Front::Nothing => Cow::Borrowed(text),
            Front::Marks => Cow::Borrowed(without_marks(text)),
            Front::Number => Cow::Borrowed(without_number(text)),
            Front::Quotes => without_quotes(text),
        };
        if self.has_odd_blanks && text.contains(['\t', '\u{a0}']) {
            return Cow::Owned(text.replace(['\t', '\u{a0}'], " "));
        }
        text
    }
}

fn without_marks(text: &str) -> &str {
    let mut rest = text;
    loop {
        let bare = rest.trim_start_matches(['\t', '\u{a0}', ' ']);
        // Only the marks of quotation and of tables stand without a blank behind them.
        let tight = bare.strip_prefix(['>', '|']);
        let loose = ["- ", "# ", "* ", "+ "].iter().find_map(|mark| bare.strip_prefix(mark));
        match tight.map(|rest| rest.strip_prefix([' ', '\u{a0}', '\t']).unwrap_or(rest)).or(loose) {
            Some(inner) => rest = inner,
            None => break,
        }
    }
    if text.trim_start().starts_with('|') { rest.strip_suffix(" |").unwrap_or(rest) } else { rest }
}

fn without_number(text: &str) -> &str {
    let bare = text.trim_start_matches(' ');
    let behind = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.len() == bare.len() {
        return text;
    }
    behind.strip_prefix('\t').or_else(|| behind.strip_prefix("  ")).unwrap_or(text)
}

fn without_quotes(text: &str) -> Cow<'_, str> {
    let inner = text.trim().trim_end_matches(',');
    match inner.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')) {
        Some(inner) if inner.contains("\"\"") => Cow::Owned(inner.replace("\"\"", "\"")),
        Some(inner) => Cow::Borrowed(inner),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [&str; 3] = [
        "Nov 26 09:00:00 box kernel: [    1.000000] a \"b\" c",
        "Nov 26 09:00:01 box a[2]: b",
        "Nov 26 09:00:02 box a[2]: -- c",
    ];

    #[test]
    fn what_stands_in_front_is_taken_off() {
        type Put = fn(usize, &str) -> String;
        let puts: [(&str, Put); 14] = [
            ("nothing", |_, line| line.to_owned()),
            ("> ", |_, line| format!("> {line}")),
            (">", |_, line| format!(">{line}")),
            (">> ", |_, line| format!(">> {line}")),
            ("> > ", |_, line| format!("> > {line}")),
            ("- ", |_, line| format!("- {line}")),
            ("# ", |_, line| format!("# {line}")),
            ("| ", |_, line| format!("| {line}")),
            ("| |", |_, line| format!("| {line} |")),
            ("cat -n", |at, line| format!("{:6}\t{line}", at + 1)),
            ("quotes", |_, line| format!("\"{}\"", line.replace('"', "\"\""))),
            ("tabs", |_, line| line.replace(' ', "\t")),
            ("no-break spaces", |_, line| line.replace(' ', "\u{a0}")),
            ("a tab behind the stamp", |_, line| line.replacen(" box", "\tbox", 1)),
        ];
        for (name, put) in puts {
            let lines: Vec<String> = LINES.iter().enumerate().map(|(at, line)| put(at, line)).collect();
            let dress = Dress::of(lines.iter().map(String::as_str));
            let off: Vec<_> = lines.iter().map(|line| dress.off(line)).collect();
            assert_eq!(off, LINES, "{name}");
        }
    }

    #[test]
    fn marks_of_journalctl_stay() {
        let dress = Dress { front: Front::Marks, has_odd_blanks: false };
        assert_eq!(dress.off("- -- Reboot --"), "-- Reboot --");
        assert_eq!(dress.off("-- Reboot --"), "-- Reboot --");
    }
}
