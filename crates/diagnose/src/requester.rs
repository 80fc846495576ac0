//! Who asked for an end.

use model::event::lifecycle::Requester;
use model::event::{Kernel, Lifecycle};
use model::evidence::Ending;
use model::{EventKind, Span, Text};
use timeline::BootTimeline;

use crate::End;

/// Requests lie this near before the shutdown that they cause.
const ASKED_WITHIN: Span = Span::minutes(3);

/// Who asked for a clean end: the most telling request before the shutdown. None where the record has none.
pub(crate) fn requested_by(boot: &BootTimeline, end: &End) -> Option<Text> {
    if !matches!(end.ending, Ending::Clean(_)) {
        return None;
    }
    let at = end.intent.unwrap_or(boot.boot.last);
    let mut best: Option<(u8, Text)> = None;
    for event in &boot.events {
        let before = at.since(event.at);
        if let EventKind::Kernel(Kernel::HardwareProtection { reason, .. }) = &event.kind
            && before <= ASKED_WITHIN
            && before >= Span::secs(-2)
        {
            best = Some((7, Text::new("asked-by-protection").with("reason", reason.as_str())));
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
                Some((2, user_text(user)))
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
fn name(by: &Requester) -> (u8, Text) {
    match by {
        Requester::User { name: Some(name) } => (3, user_text(name)),
        Requester::User { name: None } => (1, Text::new("asked-by-a-user")),
        Requester::PowerKey => (4, Text::new("asked-by-power-key")),
        Requester::CtrlAltDel => (4, Text::new("asked-by-ctrl-alt-del")),
        Requester::UnattendedUpgrades => (5, Text::new("asked-by-unattended-upgrades")),
        Requester::Ups => (6, Text::new("asked-by-ups")),
        Requester::Hypervisor => (5, Text::new("asked-by-hypervisor")),
        Requester::Program { name } => (5, Text::new("asked-by-program").with("program", name.as_str())),
    }
}

/// Redaction finds the user's name behind `user` in the English text.
fn user_text(name: &str) -> Text {
    Text::new("asked-by-user").with("user", name)
}
