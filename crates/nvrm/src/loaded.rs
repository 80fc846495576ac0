//! The module was loaded.

use model::Signal;
use model::event::Nvrm;
use nom::bytes::complete::{tag, take_until, take_while1};
use nom::character::complete::multispace1;
use nom::combinator::{opt, verify};
use nom::{IResult, Parser};

use crate::{KERNEL, example, said};

/// Tells the driver's version, which the host's own record of a boot often lacks.
pub(crate) const LOADED: Signal = Signal {
    name: "nvrm.loaded",
    listen: KERNEL,
    message_ids: &[],
    needles: &["NVRM: loading NVIDIA UNIX"],
    parse: |record| said(record, |body| loaded(body).ok().map(|(_, event)| event)),
    examples: &[
        example(
            "NVRM: loading NVIDIA UNIX Open Kernel Module for aarch64  580.142  Release Build  (builder@host)",
            r#"Nvrm(Loaded { version: "580.142", open: true })"#,
        ),
        example(
            "NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  595.71.05  Release Build  (builder@host)",
            r#"Nvrm(Loaded { version: "595.71.05", open: true })"#,
        ),
        example(
            "NVRM: loading NVIDIA UNIX x86_64 Kernel Module  550.54.14  Thu Feb 22 01:44:30 UTC 2024",
            r#"Nvrm(Loaded { version: "550.54.14", open: false })"#,
        ),
        example(
            "NVRM: loading NVIDIA UNIX aarch64 Kernel Module  535.161.08",
            r#"Nvrm(Loaded { version: "535.161.08", open: false })"#,
        ),
    ],
};

/// The architecture stands before `Kernel Module` in the proprietary module, behind it in the open one.
fn loaded(input: &str) -> IResult<&str, Nvrm> {
    let (rest, flavour) = (tag("loading NVIDIA UNIX"), take_until("Kernel Module")).parse(input)?;
    let (rest, _) = (tag("Kernel Module"), opt((tag(" for "), word))).parse(rest)?;
    let version = verify(word, |version: &str| version.starts_with(|c: char| c.is_ascii_digit()));
    let (rest, (_, version)) = (multispace1, version).parse(rest)?;
    let open = flavour.1.split_whitespace().any(|word| word == "Open");
    Ok((rest, Nvrm::Loaded { version: version.to_owned(), open }))
}

fn word(input: &str) -> IResult<&str, &str> {
    take_while1(|c: char| !c.is_whitespace()).parse(input)
}
