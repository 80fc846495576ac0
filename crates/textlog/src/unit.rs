//! The unit that a line of PID 1 speaks of: the journal has it as a field, a text has it in the message at best.

use model::words::{STOP_VERBS, is_unit};

/// Verbs behind which PID 1 names a unit (systemd `job.c`, `unit.c`), beside those of the jobs that stop one.
const VERBS: [&str; 22] = [
    "Starting ",
    "Started ",
    "Finished ",
    "Reached target ",
    "Reloading ",
    "Reloaded ",
    "Mounting ",
    "Mounted ",
    "Listening on ",
    "Created slice ",
    "Activating swap ",
    "Activated swap ",
    "Deactivating swap ",
    "Activating ",
    "Set up automount ",
    "Unset automount ",
    "Found device ",
    "Failed to start ",
    "Failed to mount ",
    "Failed unmounting ",
    "Dependency failed for ",
    "Timed out starting ",
];

/// The unit that a message of PID 1 names.
pub(crate) fn of_message(message: &str) -> Option<&str> {
    let (first, _) = message.split_once(' ')?;
    if let Some(unit) = first.strip_suffix(':') {
        return is_unit(unit).then_some(unit);
    }
    // The longest verb: `Stopped target ` before `Stopped `.
    let verbs = VERBS.iter().chain(&STOP_VERBS);
    let verb = verbs.filter(|verb| message.starts_with(**verb)).max_by_key(|verb| verb.len())?;
    let rest = message.get(verb.len()..)?;
    let word = match rest.split_once(' ') {
        Some((word, after)) => after.starts_with("- ").then_some(word)?,
        None => rest.strip_suffix("...").or_else(|| rest.strip_suffix('.')).unwrap_or(rest),
    };
    is_unit(word).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_messages() {
        for (message, unit) in [
            ("Started docker.service - Docker Engine.", Some("docker.service")),
            ("Stopping docker.service - Docker Engine...", Some("docker.service")),
            ("Stopped target swap.target - Swaps.", Some("swap.target")),
            ("docker.service: Deactivated successfully.", Some("docker.service")),
            ("Finished logrotate.service.", Some("logrotate.service")),
            ("Started Docker Application Container Engine.", None),
            ("Started a.service of something else.", None),
            ("kernel: a.service", None),
            ("Startup finished in 1s.", None),
            ("", None),
        ] {
            assert_eq!(of_message(message), unit, "{message}");
        }
    }
}
