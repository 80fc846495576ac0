//! Whether a log is an excerpt: made with a level, words or a unit (`journalctl -p warning`, `grep`). That a line is
//! not in it says nothing.

use std::collections::HashSet;

use model::{Identity, Record};

/// PID 1 tells of so many units and more in any boot that was kept in full; a copy of one unit's lines (`journalctl -u`)
/// holds what PID 1 says of that unit only.
const ENOUGH: usize = 4;
/// How its words on a unit's routine begin.
const ROUTINE: [&str; 7] =
    ["Started ", "Starting ", "Finished ", "Stopped ", "Stopping ", "Reached target ", "Mounted "];

/// Whether the routine of PID 1 is missing, which every whole log of a host with systemd holds.
pub(crate) fn lacks_routine<'r>(records: impl Iterator<Item = &'r Record>) -> bool {
    let mut units: HashSet<&str> = HashSet::new();
    for record in records.filter(|record| record.identity() == Identity::Pid1) {
        if let Some(unit) = ROUTINE.iter().find_map(|verb| record.message.strip_prefix(verb)) {
            units.insert(unit.trim_end_matches('.'));
            if units.len() >= ENOUGH {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lacks(said: &[&str]) -> bool {
        let records: Vec<Record> = said
            .iter()
            .map(|said| Record {
                identifier: Some("systemd".into()),
                pid: Some(1),
                message: (*said).to_owned(),
                ..Record::default()
            })
            .collect();
        lacks_routine(records.iter())
    }

    #[test]
    fn one_unit_is_no_routine() {
        let of_unit = ["Starting Docker...", "Started Docker.", "Stopping Docker...", "Stopped Docker."];
        assert!(lacks(&of_unit));
        assert!(!lacks(&["Started A.", "Reached target B.", "Mounted C.", "Starting D..."]));
        assert!(lacks(&[]));
    }
}
