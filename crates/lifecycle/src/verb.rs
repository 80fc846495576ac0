//! What a shutdown is to do, as logind's fields and texts and the commands name it.

use model::event::lifecycle::Verb;

/// Reads a word of `SHUTDOWN=` or `ACTION=`, or a command's name. A sleep verb is none.
///
/// A factory reset ends in a reboot.
pub(crate) fn from_word(word: &str) -> Option<Verb> {
    Some(match word {
        "reboot" | "factory-reset" => Verb::Reboot,
        "poweroff" | "power-off" => Verb::Poweroff,
        "halt" => Verb::Halt,
        "kexec" | "kexec-reboot" => Verb::Kexec,
        "soft-reboot" => Verb::SoftReboot,
        _ => return None,
    })
}

/// Reads logind's statement of what it does: `System is rebooting.`, with a wall message in parentheses
/// `System is rebooting (kernel upgrade).` or, in v225 to v228, `System is rebooting. (kernel upgrade)`.
pub(crate) fn from_statement(text: &str) -> Option<Verb> {
    const STATEMENTS: [(&str, Verb); 8] = [
        ("System userspace is rebooting", Verb::SoftReboot),
        ("System is rebooting with kexec", Verb::Kexec),
        ("System is rebooting", Verb::Reboot),
        ("System is powering down", Verb::Poweroff),
        ("System is powering off", Verb::Poweroff),
        ("System is halting", Verb::Halt),
        ("System is halted", Verb::Halt),
        ("System is performing factory reset", Verb::Reboot),
    ];
    STATEMENTS.iter().find(|(start, _)| ends_a_word(text, start)).map(|(_, verb)| *verb)
}

/// When an announced end is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// At once.
    Now,
    /// At a time that the text gives.
    Later,
}

/// Reads logind's announcement: `The system will reboot now!`, after a wall message's lines if it has one.
/// Gives no verb for a text without one that ends the boot, such as `The system will suspend now!`.
pub(crate) fn from_announcement(text: &str) -> Option<(Option<Verb>, When)> {
    const VERBS: [(&str, Verb); 8] = [
        ("reboot with kexec", Verb::Kexec),
        ("soft-reboot", Verb::SoftReboot),
        ("soft reboot", Verb::SoftReboot),
        ("reboot", Verb::Reboot),
        ("power off", Verb::Poweroff),
        ("halt", Verb::Halt),
        ("kexec", Verb::Kexec),
        ("perform a factory reset", Verb::Reboot),
    ];
    // The wall message comes first and may say anything; the announcement is the last of its kind.
    let (_, said) = text.rsplit_once("The system will ")?;
    let when = if said.trim_end().ends_with("now!") { When::Now } else { When::Later };
    Some((VERBS.iter().find(|(start, _)| ends_a_word(said, start)).map(|(_, verb)| *verb), when))
}

/// Reads the action of polkit that a request needs: `org.freedesktop.login1.reboot-multiple-sessions`.
pub(crate) fn from_polkit_action(action: &str) -> Option<Verb> {
    let action = action.strip_prefix("org.freedesktop.login1.")?;
    let action = action.strip_suffix("-multiple-sessions").unwrap_or(action);
    let action = action.strip_suffix("-ignore-inhibit").unwrap_or(action);
    from_word(action)
}

fn ends_a_word(text: &str, start: &str) -> bool {
    text.strip_prefix(start)
        .is_some_and(|rest| rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements() {
        for (text, verb) in [
            ("System is rebooting.", Some(Verb::Reboot)),
            ("System is rebooting (kernel upgrade).", Some(Verb::Reboot)),
            ("System is rebooting. (kernel upgrade)", Some(Verb::Reboot)),
            ("System is powering down (hypervisor initiated shutdown).", Some(Verb::Poweroff)),
            ("System is powering down.", Some(Verb::Poweroff)),
            ("System is halting.", Some(Verb::Halt)),
            ("System is rebooting with kexec.", Some(Verb::Kexec)),
            ("System is performing factory reset.", Some(Verb::Reboot)),
            ("System userspace is rebooting.", Some(Verb::SoftReboot)),
            ("System is tainted: unmerged-bin", None),
            ("System is going down.", None),
            ("the System is rebooting.", None),
        ] {
            assert_eq!(from_statement(text), verb, "{text}");
        }
    }

    #[test]
    fn announcements() {
        for (text, announced) in [
            ("The system will reboot now!", Some((Some(Verb::Reboot), When::Now))),
            ("The system will power off now!", Some((Some(Verb::Poweroff), When::Now))),
            (
                "The system will power off at Sun 2026-08-02 06:30:00 UTC!",
                Some((Some(Verb::Poweroff), When::Later)),
            ),
            ("kernel upgrade\nThe system will halt now!", Some((Some(Verb::Halt), When::Now))),
            ("The system will suspend now!", Some((None, When::Now))),
            ("The system will enter hybrid sleep now!", Some((None, When::Now))),
            ("The system will soft-reboot now!", Some((Some(Verb::SoftReboot), When::Now))),
            ("The system will rebootstrap now!", Some((None, When::Now))),
            ("The system is well", None),
        ] {
            assert_eq!(from_announcement(text), announced, "{text}");
        }
    }

    #[test]
    fn polkit_actions() {
        for (action, verb) in [
            ("org.freedesktop.login1.reboot", Some(Verb::Reboot)),
            ("org.freedesktop.login1.power-off-multiple-sessions", Some(Verb::Poweroff)),
            ("org.freedesktop.login1.halt-ignore-inhibit", Some(Verb::Halt)),
            ("org.freedesktop.login1.set-reboot-to-firmware-setup", None),
            ("org.freedesktop.login1.suspend", None),
            ("org.freedesktop.systemd1.manage-units", None),
        ] {
            assert_eq!(from_polkit_action(action), verb, "{action}");
        }
    }
}
