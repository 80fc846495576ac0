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
    let mut patterns = vec![Pattern {
        text: format!("{} of {ended} boots that ended did so unexpectedly", unexpected.len()),
        boots: ids(&unexpected),
    }];
    let mut causes: BTreeMap<String, Vec<&BootReport>> = BTreeMap::new();
    for &boot in &unexpected {
        causes.entry(cause(boot)).or_default().push(boot);
    }
    let mut causes: Vec<_> = causes.into_iter().collect();
    causes.sort_by_key(|(_, boots)| std::cmp::Reverse(boots.len()));
    for (cause, boots) in causes {
        let times = match (boots.len(), boots.len() == unexpected.len()) {
            (1, true) => "its cause".to_owned(),
            (n, true) => format!("all {n}"),
            (n, false) => n.to_string(),
        };
        patterns.push(Pattern { text: format!("{times}: {cause}"), boots: ids(&boots) });
    }
    patterns
}

fn cause(boot: &BootReport) -> String {
    use crate::schema::CauseName;
    match (boot.cause, &boot.finding) {
        (Some(CauseName::MemoryExhaustion), _) => "memory exhaustion".to_owned(),
        (Some(CauseName::Thermal), _) => "thermal".to_owned(),
        (_, Some(finding)) => format!("cause unknown ({})", finding.replace('_', " ")),
        _ => "cause unknown".to_owned(),
    }
}
