//! What stands behind `NVRM:`.

use std::borrow::Cow;

use nom::bytes::complete::tag;
use nom::character::complete::{char, digit1};
use nom::sequence::delimited;
use nom::{IResult, Parser};

/// What the parser makes of the first `NVRM:` line in a message that it understands.
///
/// One message can hold several: the driver prints some texts with line ends in them, and as it prints
/// without a level its line can be glued to that of another driver.
pub(crate) fn first<T>(message: &str, parser: impl Fn(&str) -> Option<T>) -> Option<T> {
    message.split("NVRM:").skip(1).find_map(|body| parser(without_instance(&unwrapped(body))))
}

/// Reports and mails wrap long lines.
fn unwrapped(body: &str) -> Cow<'_, str> {
    let body = body.trim();
    if body.contains(['\n', '\r']) {
        let lines: Vec<_> = body.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        Cow::Owned(lines.join(" "))
    } else {
        Cow::Borrowed(body)
    }
}

/// From 590 on `GPU0 ` stands in front, where the driver knows which GPU it serves.
fn without_instance(body: &str) -> &str {
    instance(body).map_or(body, |(rest, _)| rest)
}

fn instance(input: &str) -> IResult<&str, &str> {
    delimited(tag("GPU"), digit1, char(' ')).parse(input)
}
