//! Signals in words, for the table of base rates and for patterns.

use catalogue::Lang;
use model::Text;

/// What a signal of the parser crates is called in a report; a name that the catalogue does not have stays as it is.
pub(super) fn words(signal: &str) -> Option<Text> {
    let id = format!("signal-{}", signal.replace(['.', '_'], "-"));
    Lang::En.has(&id).then(|| Text { id: id.into(), args: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_of_a_signal_is_a_signal_s() {
        let tables = timeline::tables();
        let named = tables.iter().flat_map(|table| table.iter()).filter(|one| words(one.name).is_some());
        let messages = include_str!("../../../catalogue/messages/en.ftl");
        assert_eq!(named.count(), messages.lines().filter(|line| line.starts_with("signal-")).count());
    }
}
