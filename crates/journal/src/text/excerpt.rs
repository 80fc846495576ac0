//! Whether a log is an excerpt: made with a level, words or a unit (`journalctl -p warning`, `grep`). That a line is
//! not in it says nothing.

use std::collections::HashSet;

use model::{Identity, Record};

/// PID 1 says so much of units in any boot that was kept in full.
const ENOUGH: usize = 3;
/// How its words on a unit's routine begin.
const ROUTINE: [&str; 7] =
    ["Started ", "Starting ", "Finished ", "Stopped ", "Stopping ", "Reached target ", "Mounted "];

/// Whether the routine of PID 1 is missing, which every whole log of a host with systemd holds.
pub(crate) fn lacks_routine<'r>(records: impl Iterator<Item = &'r Record>) -> bool {
    let mut said: HashSet<&str> = HashSet::new();
    for record in records {
        let message = record.message.as_str();
        if record.identity() == Identity::Pid1 && ROUTINE.iter().any(|verb| message.starts_with(verb)) {
            said.insert(message);
            if said.len() >= ENOUGH {
                return false;
            }
        }
    }
    true
}
