//! A column's cells, read one by one as they come and kept in eight or nine bytes each. What their numbers mean (the
//! unit, a failed read) is decided when all are there.

use std::collections::HashMap;

use crate::cell::{self, Cell};
use crate::unit::Unit;
use crate::uptime;

/// So many different words of a column are kept; of more the words are forgotten, not what they mean.
const WORDS: usize = 180;

/// What a cell is beside its number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A number with its own unit or without one.
    Number(Option<Unit>),
    /// The first of two numbers, the second of which stands in `seconds`.
    Pair(Option<Unit>),
    /// No number, but this text.
    Word(Cell, String),
}

/// A column of cells.
#[derive(Debug)]
pub(crate) struct Cells {
    /// Decimal commas instead of points.
    comma: bool,
    /// Whether hours and minutes and the like are numbers, too.
    uptimes: bool,
    /// One a row; NaN where there is none.
    pub(crate) numbers: Vec<f64>,
    /// The second numbers of pairs; as many as needed.
    pub(crate) seconds: Vec<f64>,
    /// The kind of each cell as an index; empty as long as all are bare numbers.
    tags: Vec<u8>,
    pub(crate) kinds: Vec<Kind>,
    /// What was behind a number, and the kind of such cells.
    suffixes: Vec<(String, u8)>,
    words: HashMap<String, u8>,
    last_word: Option<(String, u8)>,
}

impl Cells {
    pub(crate) fn new(comma: bool, uptimes: bool) -> Self {
        Self {
            comma,
            uptimes,
            numbers: Vec::new(),
            seconds: Vec::new(),
            tags: Vec::new(),
            kinds: vec![Kind::Number(None)],
            suffixes: Vec::new(),
            words: HashMap::new(),
            last_word: None,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The index of a row's kind in `kinds`; 0 is a bare number.
    pub(crate) fn tag(&self, row: usize) -> usize {
        self.tags.get(row).map_or(0, |&tag| usize::from(tag))
    }

    /// Whether all cells are bare numbers.
    pub(crate) fn all_bare(&self) -> bool {
        self.tags.is_empty()
    }

    /// What the cell of a row says.
    pub(crate) fn get(&self, row: usize) -> Cell {
        let number = self.numbers[row];
        match &self.kinds[self.tag(row)] {
            Kind::Number(unit) => Cell::Number(number, *unit),
            Kind::Pair(unit) => Cell::Pair(number, self.seconds.get(row).copied().unwrap_or(f64::NAN), *unit),
            Kind::Word(cell, _) => *cell,
        }
    }

    /// The cell of a row, written anew where it was a number.
    pub(crate) fn text(&self, row: usize) -> String {
        let number = self.numbers[row];
        match &self.kinds[self.tag(row)] {
            Kind::Number(None) => number.to_string(),
            Kind::Number(Some(unit)) => format!("{number} {}", unit.name()),
            Kind::Pair(unit) => {
                let second = self.seconds.get(row).copied().unwrap_or(f64::NAN);
                format!("{number}/{second}{}", unit.map_or("", Unit::name))
            }
            Kind::Word(_, text) => text.clone(),
        }
    }

    /// Adds a trimmed cell.
    pub(crate) fn push(&mut self, text: &str) {
        if let Some((number, rest)) = (!self.comma).then(|| leading_number(text)).flatten() {
            if rest.is_empty() {
                self.add(number, 0);
                return;
            }
            if let Some(&(_, tag)) = self.suffixes.iter().find(|(suffix, _)| suffix == rest) {
                self.add(number, tag);
                return;
            }
        } else if let Some((word, tag)) = &self.last_word
            && word == text
        {
            let tag = *tag;
            self.add(f64::NAN, tag);
            return;
        }
        self.push_slowly(text);
    }

    fn push_slowly(&mut self, text: &str) {
        if text.bytes().any(|byte| byte.is_ascii_control()) {
            let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            return self.push_slowly(&text);
        }
        match cell::read(text, self.comma) {
            Cell::Number(number, unit) => {
                let tag = self.tag_of(Kind::Number(unit));
                self.add(number, tag);
                if let Some((_, rest)) = leading_number(text)
                    && unit.is_some()
                    && !rest.bytes().any(|byte| byte.is_ascii_digit())
                    && self.suffixes.len() < 8
                {
                    self.suffixes.push((rest.to_owned(), tag));
                }
            }
            Cell::Pair(first, second, unit) => {
                let tag = self.tag_of(Kind::Pair(unit));
                self.add(first, tag);
                self.seconds.resize(self.numbers.len() - 1, f64::NAN);
                self.seconds.push(second);
            }
            cell => {
                if self.uptimes
                    && cell == Cell::Unreadable
                    && let Some(seconds) = uptime::seconds(text)
                {
                    let tag = self.tag_of(Kind::Number(Some(Unit::Second)));
                    self.add(seconds, tag);
                    return;
                }
                let tag = match self.words.get(text) {
                    Some(&tag) => tag,
                    None => self.tag_of_word(cell, text),
                };
                self.last_word = Some((text.to_owned(), tag));
                self.add(f64::NAN, tag);
            }
        }
    }

    fn add(&mut self, number: f64, tag: u8) {
        if tag != 0 || !self.tags.is_empty() {
            self.tags.resize(self.numbers.len(), 0);
            self.tags.push(tag);
        }
        self.numbers.push(number);
    }

    fn tag_of(&mut self, kind: Kind) -> u8 {
        let at = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        });
        // Units, once as numbers and once as pairs, and the words for what is forgotten fill less than the rest.
        u8::try_from(at).unwrap_or(u8::MAX)
    }

    fn tag_of_word(&mut self, cell: Cell, text: &str) -> u8 {
        if self.words.len() == WORDS {
            return self.tag_of(Kind::Word(cell, "…".to_owned()));
        }
        let tag = self.tag_of(Kind::Word(cell, text.to_owned()));
        self.words.insert(text.to_owned(), tag);
        tag
    }
}

/// A plain decimal number of up to fifteen digits at the beginning of a cell, and what is behind it. Such a number
/// is the quotient of two that floating point holds exactly, so it is rounded once, as by the long way.
pub(crate) fn leading_number(text: &str) -> Option<(f64, &str)> {
    const TENS: [f64; 16] =
        [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
    let bytes = text.as_bytes();
    let negative = bytes.first() == Some(&b'-');
    let mut at = usize::from(negative);
    let (mut digits, mut fraction, mut value) = (0, None, 0_u64);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'0'..=b'9' => {
                value = value * 10 + u64::from(byte - b'0');
                digits += 1;
                if digits > 15 {
                    return None;
                }
            }
            b'.' if fraction.is_none() && digits > 0 => fraction = Some(digits),
            _ => break,
        }
        at += 1;
    }
    let behind_point = digits - fraction.unwrap_or(digits);
    if digits == 0 || (fraction.is_some() && behind_point == 0) {
        return None;
    }
    let number = value as f64 / TENS[behind_point];
    Some((if negative { -number } else { number }, &text[at..]))
}

/// One value a row; none is NaN.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Samples(pub(crate) Vec<f64>);

impl Samples {
    /// So many rows without a value.
    pub(crate) fn none(rows: usize) -> Self {
        Self(vec![f64::NAN; rows])
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn get(&self, row: usize) -> Option<f64> {
        self.0.get(row).copied().filter(|value| !value.is_nan())
    }

    /// Takes the value of a row away.
    pub(crate) fn clear(&mut self, row: usize) {
        self.0[row] = f64::NAN;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Option<f64>> {
        self.0.iter().map(|value| (!value.is_nan()).then_some(*value))
    }
}

impl FromIterator<Option<f64>> for Samples {
    fn from_iter<I: IntoIterator<Item = Option<f64>>>(values: I) -> Self {
        Self(values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_kept_is_what_was_read(
            texts in proptest::collection::vec("(-?[0-9]{0,17}(\\.[0-9]{0,6})?( ?(W|MiB|%|x3))?)|\\[N/A\\]|ERR!|[0-9]{1,4}/[0-9]{1,4}MB|Active|0x[0-9a-f]{1,4}|[,.0-9a-e]{0,5}", 0..40),
            comma in any::<bool>(),
        ) {
            let mut cells = Cells::new(comma, false);
            texts.iter().for_each(|text| cells.push(text));
            prop_assert_eq!(cells.len(), texts.len());
            for (row, text) in texts.iter().enumerate() {
                prop_assert_eq!(cells.get(row), cell::read(text, comma), "{}", text);
            }
        }
    }

    #[test]
    fn words_without_number_do_not_fill_the_memory() {
        let mut cells = Cells::new(false, false);
        (0..10_000).for_each(|row| cells.push(&format!("word{row}")));
        cells.push("[N/A]");
        cells.push("61.5");
        assert_eq!((cells.get(9_999), cells.get(10_000)), (Cell::Unreadable, Cell::Missing));
        assert_eq!((cells.get(10_001), cells.text(7)), (Cell::Number(61.5, None), "word7".to_owned()));
        assert!(cells.kinds.len() < 256);
    }
}
