//! `other.cut`
//!
//! Sees a monitor's row that was cut as the boot ended: the file ends in mid-line, or NUL bytes stand where the
//! row should be. The host stopped between two writes, without closing its files. A power cut looks like that,
//! and so do a reset and a hang that somebody ended at the switch, so it says how the host stopped and not why.
//! A sampler that was killed alone leaves such a row as well.

use model::evidence::{Cite, Evidence, Hypothesis};
use model::{Origin, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, piece};
use crate::weights::CUT_ROW;

pub(super) const NAME: &str = "other.cut";
pub(super) const MANUAL: &str = include_str!("other_cut.rs");

/// The row that is cut was due this soon after the last whole one.
const NEAR: Span = Span::minutes(10);

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let near = |cut: &&timeline::CutRow| case.before_end(cut.after) <= NEAR;
    let Some(cut) = case.boot.cut.iter().filter(near).max_by_key(|cut| cut.after) else { return Vec::new() };
    let (how, id) = if cut.nul {
        ("filled with NUL bytes", "other-cut-nul")
    } else {
        ("cut in mid-line", "other-cut-mid-line")
    };
    let text = Text::new(id).with("ago", ago(case.before_end(cut.after)));
    vec![piece(NAME, Hypothesis::Other, CUT_ROW, text).group("power").at(cut.after).cites([Cite::Samples {
        origin: Origin { input: cut.input, cursor: None, line: Some(cut.line) },
        line_last: None,
        from: cut.after,
        to: cut.after,
        raw: how.into(),
    }])]
}
