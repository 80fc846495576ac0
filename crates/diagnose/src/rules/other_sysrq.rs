//! `other.sysrq`
//!
//! Sees somebody reset, crash or switch off the host with the magic SysRq key in the last minutes. The
//! kernel logs what was done through it. An emergency sync or remount right before the end is the start of
//! the well-known sequence that ends in a reset.

use model::event::Kernel;
use model::event::kernel::SysrqEffect;
use model::evidence::{Evidence, Finding, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::SYSRQ;

pub(super) const NAME: &str = "other.sysrq";
pub(super) const MANUAL: &str = include_str!("other_sysrq.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let used: Vec<(&Event, &str, SysrqEffect)> = case
        .boot
        .last_events(Span::minutes(1))
        .filter_map(|event| match &event.kind {
            EventKind::Kernel(Kernel::Sysrq { action, effect }) if *effect != SysrqEffect::None => {
                Some((event, action.as_str(), *effect))
            }
            _ => None,
        })
        .collect();
    let Some(&(newest, action, _)) = used.last() else { return Vec::new() };
    let crashed = used.iter().any(|(.., effect)| *effect == SysrqEffect::Crash);
    let text = Text::new("other-sysrq").with("action", action).with("ago", ago(case.boot.age_at_end(newest)));
    vec![
        piece(NAME, Hypothesis::Other, SYSRQ, text)
            .finding(if crashed { Finding::KernelPanic } else { Finding::NoTrace })
            .direct()
            .at(newest.at)
            .cites(Case::cite_all(&used.iter().map(|(event, ..)| *event).collect::<Vec<_>>())),
    ]
}
