//! Further texts, redacted together with a report, so that the same thing has the same placeholder in both.

use std::collections::BTreeMap;

use super::redact;
use crate::schema::{Pattern, Report};

/// The report with placeholders, and the texts with the same ones. A thing that stands in the texts only gets the next
/// number: the report's own placeholders are what they are without the texts.
#[must_use]
pub fn redact_beside<'t>(
    report: &Report,
    texts: impl IntoIterator<Item = &'t str>,
) -> (Report, BTreeMap<&'t str, String>) {
    let mut texts: Vec<&str> = texts.into_iter().collect();
    texts.sort_unstable();
    texts.dedup();
    // Patterns are free text, and the last there is in a report: what stands in them is numbered last.
    let mut both = report.clone();
    let own = both.patterns.len();
    both.patterns.extend(texts.iter().map(|text| Pattern { text: (*text).to_owned(), boots: Vec::new() }));
    let (mut both, _) = redact(&both);
    // Were nothing left of the report, there would be nothing of the texts.
    let redacted =
        both.patterns.split_off(own.min(both.patterns.len())).into_iter().map(|pattern| pattern.text);
    let redacted = texts.into_iter().zip(redacted).collect();
    (both, redacted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn the_same_thing_has_the_same_placeholder_in_both() {
        let report = sample::incident();
        let host = report.machines[0].hostname.clone().unwrap();
        let machine = report.machines[0].machine_id.clone().unwrap();
        let line = format!("{host} kernel: link to 10.1.2.3 of /home/zoe/run up");
        let (alone, _) = redact(&report);
        let (beside, texts) = redact_beside(&report, [line.as_str(), machine.as_str(), "plain", "plain"]);
        assert_eq!(beside.boots, alone.boots);
        assert_eq!(beside.machines, alone.machines);
        assert_eq!(beside.patterns, alone.patterns);
        assert_eq!(texts.len(), 3);
        assert_eq!(texts["plain"], "plain");
        assert_eq!(Some(&texts[machine.as_str()]), alone.machines[0].machine_id.as_ref());
        let shown = &texts[line.as_str()];
        assert!(shown.starts_with(alone.machines[0].hostname.as_deref().unwrap()), "{shown}");
        for private in [&*host, "10.1.2.3", "zoe"] {
            assert!(!shown.contains(private), "{shown}");
        }
    }
}
