//! Texts that belong to no report, such as a listing of files.

use serde_json::Value;

use super::{Given, Kind, line, names, walk};

/// Replaces what is private in texts, the same thing by the same placeholder in all of them.
pub struct Redactor {
    given: Given,
    words: names::Words,
    learned: names::Words,
}

impl Redactor {
    /// Knows the boots and machines by their ids, and what the strings of a JSON value tell.
    #[must_use]
    pub fn new(boots: &[String], machines: &[String], hosts: &[String], told: &Value) -> Self {
        let lower = |ids: &[String]| ids.iter().map(|id| id.to_lowercase()).collect();
        let mut given = Given { boots: lower(boots), machines: lower(machines), ..Given::default() };
        let mut names = names::Names::default();
        hosts.iter().for_each(|host| names.host(host));
        let mut told = told.clone();
        walk(&mut told, "", &mut |key, text| names.collect(key, text));
        let words = names.finish(&mut given);
        walk(&mut told, "", &mut |key, text| {
            line(key, text, &words, &mut given);
        });
        // Listings show the first digits of an id.
        for id in given.machines.clone() {
            let placeholder = given.placeholder(Kind::Machine, &id);
            given.learned.extend(id.get(..8).map(|short| (short.to_owned(), placeholder)));
        }
        let learned = names::Words::new(std::mem::take(&mut given.learned));
        Self { given, words, learned }
    }

    /// A text with placeholders.
    pub fn text(&mut self, text: &str) -> String {
        self.learned.replace(&line("", text, &self.words, &mut self.given))
    }
}
