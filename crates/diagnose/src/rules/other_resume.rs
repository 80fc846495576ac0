//! `other.resume`
//!
//! Sees a suspend that was begun and never ended: the last thing recorded is the host going to sleep. A
//! failed resume and an empty battery leave the same record.

use model::event::Lifecycle;
use model::evidence::{Ending, Evidence, Finding, Hypothesis, UnexpectedEnd};
use model::{EventKind, Text};

use crate::Case;
use crate::case::{PieceExt, piece};
use crate::weights::RESUME_FAILED;

pub(super) const NAME: &str = "other.resume";
pub(super) const MANUAL: &str = include_str!("other_resume.rs");

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let end = &case.ends[case.index];
    if end.ending != Ending::Unexpected(UnexpectedEnd::Suspended) || end.cites.is_empty() {
        return Vec::new();
    }
    let resumed = case
        .boot
        .events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Lifecycle(Lifecycle::SleepStopped)))
        .count();
    let before = (resumed > 0).then(|| Text::new("other-resume-before").with("count", resumed));
    let text = Text::new("other-resume").with("before", before);
    vec![
        piece(NAME, Hypothesis::Other, RESUME_FAILED, text)
            .direct()
            .finding(Finding::ResumeFailed)
            .at(case.boot.boot.last)
            .cites(end.cites.clone()),
    ]
}
