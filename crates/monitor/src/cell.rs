//! One cell to a value.

use crate::unit::Unit;

/// What a cell says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cell {
    /// It says that there is no value.
    Missing,
    /// The driver lost the GPU: `ERR!`, `[GPU requires reset]`, `[Unknown Error]`.
    Silent,
    /// A number, with its own unit if it has one.
    Number(f64, Option<Unit>),
    /// `7607/7620MB`: two numbers of one unit.
    Pair(f64, f64, Option<Unit>),
    /// `Active`, `Not Active`, `true`, `false`.
    Flag(bool),
    /// Something else.
    Unreadable,
}

/// Reads a trimmed cell. With `decimal_comma`, `61.240,5` is 61240.5.
pub(crate) fn read(cell: &str, decimal_comma: bool) -> Cell {
    let starts_number = |b: &u8| b.is_ascii_digit() || matches!(b, b'-' | b'+' | b'.');
    match cell.as_bytes() {
        [] => Cell::Missing,
        [first, _, ..] if starts_number(first) => numeric(cell, decimal_comma),
        [first] if first.is_ascii_digit() => Cell::Number(f64::from(first - b'0'), None),
        _ => word(cell),
    }
}

fn word(cell: &str) -> Cell {
    let inner = cell.trim_matches(|c: char| matches!(c, '[' | ']' | '<' | '>' | '(' | ')')).trim();
    match inner.to_lowercase().as_str() {
        ""
        | "-"
        | "--"
        | "?"
        | "n/a"
        | "na"
        | "nan"
        | "null"
        | "none"
        | "nil"
        | "undefined"
        | "unknown"
        | "not supported"
        | "not available"
        | "insufficient permissions"
        | "no data"
        | "nd"
        | "ns"
        | "off"
        | "inf"
        | "." => Cell::Missing,
        text if text.starts_with("requested functionality") => Cell::Missing,
        "err!" | "unknown error" | "gpu is lost" => Cell::Silent,
        text if text.contains("requires reset") => Cell::Silent,
        "active" | "true" | "yes" | "on" => Cell::Flag(true),
        "not active" | "false" | "no" => Cell::Flag(false),
        _ => Cell::Unreadable,
    }
}

fn numeric(cell: &str, decimal_comma: bool) -> Cell {
    if let Some(digits) = cell.strip_prefix("0x").or_else(|| cell.strip_prefix("0X")) {
        return u64::from_str_radix(digits, 16)
            .map_or(Cell::Unreadable, |bits| Cell::Number(bits as f64, None));
    }
    if let Some((left, right)) = cell.split_once('/') {
        return match (with_unit(left, decimal_comma), with_unit(right, decimal_comma)) {
            (Some((used, own)), Some((total, unit))) if own.is_none() || own == unit => {
                Cell::Pair(used, total, unit)
            }
            _ => Cell::Unreadable,
        };
    }
    match with_unit(cell, decimal_comma) {
        Some((value, unit)) => Cell::Number(value, unit),
        None if cell.bytes().all(|b| b == b'-') => Cell::Missing,
        // `-nan` of awk and C.
        None if cell.to_ascii_lowercase().trim_start_matches(['-', '+']) == "nan" => Cell::Missing,
        None => Cell::Unreadable,
    }
}

fn with_unit(text: &str, decimal_comma: bool) -> Option<(f64, Option<Unit>)> {
    let text = text.trim();
    if let Some(value) = number(text, decimal_comma) {
        return Some((value, None));
    }
    let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    let unit = Unit::of_text(&text[end..])?;
    Some((number(&text[..end], decimal_comma)?, Some(unit)))
}

/// A finite number: digits with sign, fraction, exponent and thousands separators.
pub(crate) fn number(text: &str, decimal_comma: bool) -> Option<f64> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'e' | b'E'));
    let grouped_by_point = decimal_comma && text.contains('.');
    let value = if plain && !grouped_by_point {
        text.parse().ok()?
    } else {
        ungrouped(text, decimal_comma)?.parse().ok()?
    };
    f64::is_finite(value).then_some(value)
}

/// The number without thousands separators and with a point: `1,234.5`, `61.240`, `1'234`, `3,53`.
fn ungrouped(text: &str, decimal_comma: bool) -> Option<String> {
    let text: String =
        text.chars().filter(|c| !matches!(c, '\'' | '\u{2019}' | '\u{a0}' | '\u{202f}' | ' ')).collect();
    if !text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b',' | b'-' | b'+')) {
        return None;
    }
    if decimal_comma {
        return Some(text.replace('.', "").replace(',', "."));
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut groups = whole.trim_start_matches(['-', '+']).split(',');
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    if !rest.is_empty() && (1..=3).contains(&first.len()) && rest.iter().all(|group| group.len() == 3) {
        return Some(format!("{}.{fraction}0", whole.replace(',', "")));
    }
    if rest.is_empty() {
        return Some(text);
    }
    // One comma and no group of three: a decimal comma inside quotes.
    (rest.len() == 1 && fraction.is_empty()).then(|| whole.replace(',', "."))
}

/// Whether the cell can only be read with a decimal comma (`Some(true)`) or a decimal point.
pub(crate) fn decimal_sign(cell: &str) -> Option<bool> {
    let digits_behind = |sign| {
        let (whole, behind) = cell.rsplit_once(sign)?;
        let numeric = !whole.contains(sign)
            && whole.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b',' | b'-'))
            && whole.bytes().any(|b| b.is_ascii_digit())
            && !behind.is_empty()
            && behind.bytes().all(|b| b.is_ascii_digit());
        numeric.then_some(behind.len())
    };
    // Two points part thousands.
    let grouped = cell.split('.').skip(1).all(|group| group.len() == 3) && cell.matches('.').count() > 1;
    if grouped && cell.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return Some(true);
    }
    match (digits_behind(','), digits_behind('.')) {
        (Some(_), None) => Some(true),
        (None, Some(length)) if length != 3 => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells() {
        for (cell, expected) in [
            ("45.20 W", Cell::Number(45.2, Some(Unit::Watt))),
            ("96 %", Cell::Number(96.0, Some(Unit::Percent))),
            ("2405 MHz", Cell::Number(2405.0, Some(Unit::MegaHertz))),
            ("61.2 GiB", Cell::Number(61.2, Some(Unit::GiB))),
            ("51.781C", Cell::Number(51.781, Some(Unit::Celsius))),
            ("0x24", Cell::Number(36.0, None)),
            ("0x0000000000000024", Cell::Number(36.0, None)),
            ("7607/7620MB", Cell::Pair(7607.0, 7620.0, Some(Unit::MiB))),
            ("5832mW/5852mW", Cell::Pair(5832.0, 5852.0, Some(Unit::MilliWatt))),
            ("-1", Cell::Number(-1.0, None)),
            ("7", Cell::Number(7.0, None)),
            ("1,234", Cell::Number(1234.0, None)),
            ("1,234.5", Cell::Number(1234.5, None)),
            ("3,53", Cell::Number(3.53, None)),
            ("1'234'567", Cell::Number(1_234_567.0, None)),
            ("1.5e3", Cell::Number(1500.0, None)),
            ("18446744073709551615", Cell::Number(18_446_744_073_709_551_615.0, None)),
            ("Active", Cell::Flag(true)),
            ("Not Active", Cell::Flag(false)),
            ("[N/A]", Cell::Missing),
            ("N/A", Cell::Missing),
            ("[Not Supported]", Cell::Missing),
            ("[Requested functionality has been deprecated]", Cell::Missing),
            ("NaN", Cell::Missing),
            ("-nan", Cell::Missing),
            ("-", Cell::Missing),
            ("--", Cell::Missing),
            ("", Cell::Missing),
            ("ERR!", Cell::Silent),
            ("[GPU requires reset]", Cell::Silent),
            ("[Unknown Error]", Cell::Silent),
            ("1e999", Cell::Unreadable),
            ("+", Cell::Unreadable),
            ("49.2026-01-01", Cell::Unreadable),
            ("P0", Cell::Unreadable),
            ("12°", Cell::Number(12.0, Some(Unit::Celsius))),
        ] {
            assert_eq!(read(cell, false), expected, "{cell}");
        }
        assert_eq!(read("61.240", true), Cell::Number(61240.0, None));
        assert_eq!(read("61.240,5 W", true), Cell::Number(61240.5, Some(Unit::Watt)));
    }

    #[test]
    fn signs() {
        for (cell, sign) in [
            ("3,53", Some(true)),
            ("61.240", None),
            ("61.24", Some(false)),
            ("1,234.5", Some(false)),
            ("a,b", None),
            ("1.061.240", Some(true)),
            ("10.0.0.1", None),
        ] {
            assert_eq!(decimal_sign(cell), sign, "{cell}");
        }
    }
}
