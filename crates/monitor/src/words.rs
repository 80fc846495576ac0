//! Stamps with words in them, as `date` prints them in several languages.

use chrono::NaiveDate;

use crate::stamp::{Date, Scan, Stamp, clock};

/// English, German and French month names by their beginnings; a name must begin with one of them.
const MONTHS: [&[&str]; 12] = [
    &["jan"],
    &["feb", "fév", "fev"],
    &["mar", "mär", "mrz"],
    &["apr", "avr"],
    &["may", "mai"],
    &["jun", "juin"],
    &["jul", "juil"],
    &["aug", "aoû", "aou"],
    &["sep"],
    &["oct", "okt"],
    &["nov"],
    &["dec", "dez", "déc"],
];

/// Reads `Sun Nov 29 20:07:56 JST 2026`, `So 29. Nov 11:07:04 UTC 2026`, `Nov-29 11:06:05`,
/// `2026年 11月 29日 日曜日 11:07:01 UTC`.
pub(crate) fn parse(cell: &str) -> Option<Stamp> {
    let mut found = Found::default();
    if cell.contains('年') {
        let mut rest = cell;
        for (sign, part) in [('年', 0), ('月', 1), ('日', 2)] {
            let (figure, behind) = rest.split_once(sign)?;
            let value = figure.trim().parse::<u32>().ok()?;
            match part {
                0 => found.year = Some(i32::try_from(value).ok()?),
                1 => found.month = Some(value),
                _ => found.day = Some(value),
            }
            rest = behind;
        }
        let start = rest.find(|c: char| c.is_ascii_digit())?;
        found.clock = rest[start..].to_owned();
        return found.stamp();
    }
    // `Nov-29`, `29-Nov-2026`: the hyphen parts words only beside letters.
    for (at, token) in cell.split_whitespace().enumerate() {
        let hyphenated = token.contains('-') && token.contains(char::is_alphabetic);
        for part in token.split(|c| hyphenated && c == '-') {
            found.take(part, at)?;
        }
    }
    found.stamp()
}

#[derive(Default)]
struct Found {
    year: Option<i32>,
    month: Option<u32>,
    day: Option<u32>,
    /// Time of day, AM or PM, zone.
    clock: String,
}

impl Found {
    /// Files a word; none when it has no place in a stamp.
    fn take(&mut self, token: &str, at: usize) -> Option<()> {
        let bare = token.trim_end_matches(['.', ',']);
        if token.contains(':') || bare.starts_with(['+', '-']) {
            self.clock.push_str(token);
        } else if let Ok(figure) = bare.parse::<u32>() {
            match bare.len() {
                4 if self.year.is_none() => self.year = i32::try_from(figure).ok(),
                1 | 2 if self.day.is_none() => self.day = Some(figure),
                _ => return None,
            }
        } else if let Some(month) = month(bare) {
            // `mar.` is Tuesday in French and March in English: the last one is the month.
            self.month = Some(month);
        } else if !self.clock.is_empty() && bare.bytes().all(|b| b.is_ascii_uppercase()) {
            // AM, PM, a zone.
            self.clock.push(' ');
            self.clock.push_str(bare);
        } else if at > 0 || bare.chars().count() > 10 || !bare.chars().all(char::is_alphabetic) {
            // The first word may be a weekday in any language.
            return None;
        }
        Some(())
    }

    fn stamp(&self) -> Option<Stamp> {
        let (month, day) = (self.month?, self.day?);
        let mut scan = Scan(self.clock.as_bytes());
        let (time, offset) = clock(&mut scan)?;
        let date = match self.year {
            Some(year) => Date::Full(NaiveDate::from_ymd_opt(year, month, day)?),
            // 2024 has a February 29.
            None => NaiveDate::from_ymd_opt(2024, month, day).map(|_| Date::NoYear(month, day))?,
        };
        scan.0.is_empty().then_some(Stamp::Civil { date, time: Some(time), offset })
    }
}

fn month(word: &str) -> Option<u32> {
    let word = word.to_lowercase();
    let all_letters = word.chars().all(char::is_alphabetic) && word.chars().count() <= 10;
    let begins = |names: &&[&str]| names.iter().any(|name| word.starts_with(name));
    let at = MONTHS.iter().position(begins).filter(|_| all_letters)?;
    Some(at as u32 + 1)
}
