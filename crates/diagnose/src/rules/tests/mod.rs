//! Tables of the rules: small time lines, and what a rule must find in them or must not.

pub(crate) mod memory;
mod other;
mod thermal;

use std::collections::BTreeSet;

use super::{RULES, Rule, find_with};
use crate::testing::{Made, ends, found, timeline};
use crate::{Case, decide};

/// One row: the rule, what the time line shows, the boots (the last one is the next boot), and the weight of
/// the strongest piece with whether it is direct; none where the rule must be silent.
pub(super) struct Row {
    pub(super) rule: &'static str,
    pub(super) shows: &'static str,
    pub(super) boots: Vec<Made>,
    pub(super) expected: Option<(i32, bool)>,
}

/// A row with a boot and an unclean next one.
pub(super) fn row(rule: &'static str, shows: &'static str, boot: Made, expected: Option<(i32, bool)>) -> Row {
    Row { rule, shows, boots: vec![boot, Made::new().unclean()], expected }
}

/// A row with all its boots.
pub(super) fn rows_of(
    rule: &'static str,
    shows: &'static str,
    boots: Vec<Made>,
    expected: Option<(i32, bool)>,
) -> Row {
    Row { rule, shows, boots, expected }
}

fn all() -> Vec<Row> {
    [memory::rows(), thermal::rows(), other::rows()].into_iter().flatten().collect()
}

#[test]
fn rules_find_what_they_must_and_nothing_else() {
    let wrong: Vec<String> = all()
        .iter()
        .filter_map(|row| {
            let pieces = found(row.rule, &row.boots);
            let strongest = pieces.iter().max_by_key(|piece| piece.weight_db.abs());
            let got = strongest.map(|piece| (piece.weight_db, piece.direct));
            let uncited = pieces.iter().any(|piece| piece.cites.is_empty());
            (got != row.expected || uncited).then(|| {
                format!(
                    "{} ({}): expected {:?}, got {got:?}, uncited {uncited}",
                    row.rule, row.shows, row.expected
                )
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_has_a_row_in_which_it_speaks_and_one_in_which_it_is_silent() {
    let rows = all();
    let rules = |speaks: bool| -> BTreeSet<&str> {
        rows.iter().filter(|row| row.expected.is_some() == speaks).map(|row| row.rule).collect()
    };
    let (speaking, silent) = (rules(true), rules(false));
    let missing: Vec<&str> = RULES
        .iter()
        .map(|rule| rule.name)
        .filter(|name| !speaking.contains(name) || !silent.contains(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn names_are_unique_and_manuals_written() {
    let mut names: Vec<_> = RULES.iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), RULES.len());
    for rule in RULES {
        assert!(rule.page().len() > 80, "{}: no manual page", rule.name);
    }
}

/// Every order of the table finds the same evidence under the same ids, and so the same verdict.
#[test]
fn the_order_of_the_rules_means_nothing() {
    for row in all() {
        let timeline = timeline(&row.boots);
        let ends = ends(&timeline);
        let index = timeline.boots.len() - 2;
        let windows = timeline::blind_windows(&timeline.boots[index], &|_| "monitor.csv".to_owned());
        let case = Case { windows: &windows, ..Case::new(&timeline, index, &ends) };
        let straight = find_with(RULES, &case);
        let verdict = decide(&straight, ends[index].ending);
        // Steps that have no divisor in common with any length below: each visits every rule once.
        for (step, from) in [(1, 17), (101, 0), (103, 5), (107, 11)] {
            let count = RULES.len();
            let order: Vec<&Rule> = (0..count).map(|i| &RULES[(from + i * step) % count]).collect();
            let backwards: Vec<&Rule> = order.iter().rev().copied().collect();
            for rules in [order, backwards] {
                let shuffled = find_with(rules, &case);
                assert_eq!(format!("{shuffled:?}"), format!("{straight:?}"), "{} {}", row.rule, row.shows);
                assert_eq!(decide(&shuffled, ends[index].ending), verdict, "{} {}", row.rule, row.shows);
            }
        }
    }
}
