//! `memory.oomd`
//!
//! Sees systemd-oomd kill a control group for want of memory and swap in the last quarter of an hour:
//! it does so only when both are over 90 % used for the whole host. Its kills for pressure concern one
//! group and may happen with memory free; they are not counted.

use model::event::Userspace;
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::{KILLS_TO_THE_END, OOMD_SWAP};

pub(super) const NAME: &str = "memory.oomd";
pub(super) const MANUAL: &str = include_str!("memory_oomd.rs");

/// So many kills in a row are no rescue.
const STORM: usize = 4;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let kills: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(15))
        .filter(|event| {
            matches!(event.kind, EventKind::Userspace(Userspace::OomdKill { for_swap: true, .. }))
        })
        .collect();
    let Some(newest) = kills.last() else { return Vec::new() };
    let age = case.boot.age_at_end(newest);
    let recent = &kills[kills.len().saturating_sub(STORM)..];
    if recent.len() == STORM && newest.at.since(recent[0].at) <= Span::minutes(5) && age <= Span::minutes(1) {
        let text = Text::new("memory-oomd-to-the-end").with("count", kills.len());
        return vec![
            piece(NAME, Hypothesis::Memory, KILLS_TO_THE_END, text)
                .group("userspace killer")
                .direct()
                .at(newest.at)
                .cites(Case::cite_all(&kills)),
        ];
    }
    let text = Text::new("memory-oomd").with("ago", ago(age));
    vec![
        piece(NAME, Hypothesis::Memory, OOMD_SWAP, text)
            .group("userspace killer")
            .at(newest.at)
            .cites(Case::cite_all(&kills)),
    ]
}
