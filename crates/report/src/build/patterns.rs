//! What the boots of a report have in common.

use std::collections::BTreeMap;

use crate::schema::{BootReport, EndingName, Pattern};

/// Patterns over boots, the most general first.
pub(super) fn patterns(boots: &[BootReport]) -> Vec<Pattern> {
    if boots.len() < 2 {
        return Vec::new();
    }
    let unexpected: Vec<&BootReport> =
        boots.iter().filter(|boot| boot.ending == EndingName::Unexpected).collect();
    let ended = boots
        .iter()
        .filter(|boot| !matches!(boot.ending, EndingName::Running | EndingName::Undetermined))
        .count();
    if unexpected.is_empty() {
        return Vec::new();
    }
    let ids = |boots: &[&BootReport]| boots.iter().map(|boot| boot.boot_id.clone()).collect();
    let mut causes: BTreeMap<String, Vec<&BootReport>> = BTreeMap::new();
    for &boot in &unexpected {
        causes.entry(cause(boot)).or_default().push(boot);
    }
    let mut causes: Vec<_> = causes.into_iter().collect();
    causes.sort_by_key(|(_, boots)| std::cmp::Reverse(boots.len()));
    let many = format!("{} of {ended} boots that ended did so unexpectedly", unexpected.len());
    if let [(cause, _)] = causes.as_slice() {
        let all = if unexpected.len() == 1 { "" } else { "all " };
        return vec![Pattern { text: format!("{many}, {all}{cause}"), boots: ids(&unexpected) }];
    }
    let mut patterns = vec![Pattern { text: many, boots: ids(&unexpected) }];
    patterns.extend(
        causes
            .iter()
            .map(|(cause, boots)| Pattern { text: format!("{} {cause}", boots.len()), boots: ids(boots) }),
    );
    patterns
}

fn cause(boot: &BootReport) -> String {
    use crate::schema::CauseName;
    match (boot.cause, &boot.finding) {
        (Some(CauseName::MemoryExhaustion), _) => "by memory exhaustion".to_owned(),
        (Some(CauseName::Thermal), _) => "by heat".to_owned(),
        (_, Some(finding)) if finding != "no_trace" => {
            format!("of unknown cause ({})", crate::words::finding(finding))
        }
        _ => "of unknown cause (no trace)".to_owned(),
    }
}
