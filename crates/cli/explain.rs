//! `explain`: the manual pages of the rules, and the table of weights.

use std::fmt::Write;

use anyhow::{Result, bail};

use crate::args::Common;
use crate::output;

pub(crate) fn run(rule: Option<&str>, common: &Common) -> Result<()> {
    match rule {
        Some(name) => page(name, common),
        None => table(common),
    }
}

fn page(name: &str, common: &Common) -> Result<()> {
    let Some(rule) = diagnose::RULES.iter().find(|rule| rule.name == name) else {
        bail!("no rule {name}; `spark-autopsy explain` lists them");
    };
    output::show(&format!("{}\n\n{}\n", rule.name, rule.page()), common)
}

fn table(common: &Common) -> Result<()> {
    let mut text = String::from("Rules (spark-autopsy explain RULE shows a rule's page):\n");
    let mut names: Vec<&str> = diagnose::RULES.iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    for name in names {
        writeln!(text, "  {name}")?;
    }
    text.push_str("\nWeights, priors and thresholds in decibans (10 = ten to one):\n");
    for (name, weight) in diagnose::weights::ALL {
        writeln!(text, "  {name:<24} {:>4}  {}  [{}]", weight.db, weight.reason, weight.source)?;
    }
    output::show(&text, common)
}
