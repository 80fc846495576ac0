//! Who asked for an end.

use model::event::lifecycle::Requester;
use model::event::{Kernel, Lifecycle};
use model::evidence::Ending;
use model::{EventKind, Span};
use timeline::BootTimeline;

use crate::End;

/// Requests lie this near before the shutdown that they cause.
const ASKED_WITHIN: Span = Span::minutes(3);

/// Who asked for a clean end: the most telling request before the shutdown. None where the record has none.
pub(crate) fn requested_by(boot: &BootTimeline, end: &End) -> Option<String> {
    if !matches!(end.ending, Ending::Clean(_)) {
        return None;
    }
    let at = end.intent.unwrap_or(boot.boot.last);
    let mut best: Option<(u8, String)> = None;
    for event in &boot.events {
        let before = at.since(event.at);
        if let EventKind::Kernel(Kernel::HardwareProtection { reason, .. }) = &event.kind
            && before <= ASKED_WITHIN
            && before >= Span::secs(-2)
        {
            best = Some((7, format!("the kernel's hardware protection ({reason})")));
            continue;
        }
        let EventKind::Lifecycle(kind) = &event.kind else { continue };
        let found = match kind {
            Lifecycle::Asked { by, .. } if before <= ASKED_WITHIN && before >= Span::secs(-2) => {
                Some(name(by))
            }
            // An upgrade asks long before, for a set time.
            Lifecycle::Asked { by: by @ Requester::UnattendedUpgrades, .. } if before >= Span(0) => {
                Some((5, name(by).1))
            }
            Lifecycle::ShutdownRequested { operator: Some(user), .. }
            | Lifecycle::ShutdownScheduled { operator: Some(user), .. }
                if before.abs() <= ASKED_WITHIN =>
            {
                Some((2, format!("user {user}")))
            }
            _ => None,
        };
        if let Some((rank, text)) = found
            && best.as_ref().is_none_or(|(other, _)| rank >= *other)
        {
            best = Some((rank, text));
        }
    }
    best.map(|(_, text)| text)
}

/// How telling a requester is, and its name. A user's command beats the D-Bus operator; a program that asks
/// by itself beats the root user that it runs as.
fn name(by: &Requester) -> (u8, String) {
    match by {
        Requester::User { name: Some(name) } => (3, format!("user {name}")),
        Requester::User { name: None } => (1, "a user".to_owned()),
        Requester::PowerKey => (4, "the power key (or a hypervisor's button)".to_owned()),
        Requester::CtrlAltDel => (4, "Ctrl-Alt-Del".to_owned()),
        Requester::UnattendedUpgrades => (5, "unattended-upgrades".to_owned()),
        Requester::Ups => (6, "the UPS monitor".to_owned()),
        Requester::Hypervisor => (5, "the hypervisor".to_owned()),
        Requester::Program { name } => (5, name.clone()),
    }
}
