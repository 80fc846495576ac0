//! The pieces that the lines share. Widths of padding differ between versions and are lost in quoted text,
//! so any run of blanks is accepted wherever one may stand.

use nom::IResult;
use nom::Parser;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{char, digit1, multispace0};
use nom::combinator::{map_res, opt, recognize};
use nom::sequence::{delimited, preceded, terminated};

/// Words in this order, whatever blanks stand between them.
pub(crate) fn words(expected: &'static str) -> impl for<'a> FnMut(&'a str) -> IResult<&'a str, ()> {
    move |input| {
        let mut rest = input;
        for word in expected.split(' ') {
            rest = preceded(multispace0, tag(word)).parse(rest)?.0;
        }
        Ok((rest, ()))
    }
}

/// Words in this order and in any case.
pub(crate) fn words_no_case(expected: &'static str) -> impl for<'a> FnMut(&'a str) -> IResult<&'a str, ()> {
    move |input| {
        let mut rest = input;
        for word in expected.split(' ') {
            rest = preceded(multispace0, tag_no_case(word)).parse(rest)?.0;
        }
        Ok((rest, ()))
    }
}

/// A count.
pub(crate) fn count(input: &str) -> IResult<&str, u64> {
    preceded(multispace0, map_res(digit1, str::parse)).parse(input)
}

/// A number that may be negative: a process id (a process group's is negative) or a score.
pub(crate) fn integer(input: &str) -> IResult<&str, i64> {
    preceded(multispace0, map_res(recognize((opt(char('-')), digit1)), str::parse)).parse(input)
}

/// A number with or without decimals. The point is always `.`: earlyoom never sets a locale.
pub(crate) fn decimal(input: &str) -> IResult<&str, f64> {
    let digits = recognize((digit1, opt((char('.'), digit1))));
    preceded(multispace0, map_res(digits, str::parse)).parse(input)
}

/// `%2d %%` up to 1.4, `%5.2lf%%` from 1.5 on.
pub(crate) fn percent(input: &str) -> IResult<&str, f64> {
    terminated(decimal, preceded(multispace0, char('%'))).parse(input)
}

/// A percentage in round brackets.
pub(crate) fn bracketed_percent(input: &str) -> IResult<&str, f64> {
    delimited(preceded(multispace0, char('(')), percent, preceded(multispace0, char(')'))).parse(input)
}

/// A size in MiB.
pub(crate) fn mib(input: &str) -> IResult<&str, u64> {
    terminated(count, words("MiB")).parse(input)
}
