//! The evidence with its raw lines, and what it leaves open.

use model::Text;
use serde::Serialize;

use super::labels;
use crate::schema::{BootReport, CiteKind, EvidenceInfo, Report};
use crate::{Options, words};

/// Citations of each piece of evidence; the JSON has all.
const CITATIONS: usize = 20;

/// The pieces for or against one hypothesis.
#[derive(Serialize)]
pub(super) struct Side {
    heading: String,
    against: bool,
    pieces: Vec<Piece>,
}

#[derive(Serialize)]
struct Piece {
    id: String,
    weight: String,
    decibans: i32,
    /// 1 for weak to 4 for decisive.
    strength: u8,
    text: String,
    when: Option<String>,
    source: Option<String>,
    rule: String,
    raw: Vec<Raw>,
    more: Option<String>,
}

/// A line as it was logged, or what was absent.
#[derive(Serialize)]
struct Raw {
    place: String,
    text: String,
}

/// The sides in the order of the hypotheses: what speaks for them, then what speaks against.
pub(super) fn sides(report: &Report, boot: &BootReport, options: &Options) -> Vec<Side> {
    let mut sides = Vec::new();
    for against in [false, true] {
        for hypothesis in boot.hypotheses() {
            let pieces = boot.evidence_on(hypothesis, against);
            // That nothing speaks against what the verdict names is told as well.
            let missed = against && hypothesis.is(boot.cause);
            if !pieces.is_empty() || missed {
                sides.push(Side {
                    heading: words::evidence_heading(boot, hypothesis, against, options),
                    against,
                    pieces: pieces.into_iter().map(|one| piece(report, boot, one, options)).collect(),
                });
            }
        }
    }
    sides
}

fn piece(report: &Report, boot: &BootReport, piece: &EvidenceInfo, options: &Options) -> Piece {
    let groups = words::same_lines(&piece.cites);
    let shown = groups.iter().take(CITATIONS).filter_map(|group| {
        let cite = group.first()?;
        let text = if cite.kind == CiteKind::Absence {
            options.localise(&words::absence(cite, options), boot.end())
        } else {
            cite.raw.clone()
        };
        Some(Raw { place: words::place(report, group, boot, options), text })
    });
    Piece {
        id: piece.id.clone(),
        weight: labels::weight(piece.weight_db, options),
        decibans: piece.weight_db,
        strength: match piece.weight_db.unsigned_abs() {
            30.. => 4,
            20..30 => 3,
            10..20 => 2,
            _ => 1,
        },
        text: options.localise(&piece.text, boot.end()),
        when: words::when(piece, boot, options),
        source: words::sources(report, piece, options),
        rule: piece.rule.clone(),
        raw: shown.collect(),
        more: (groups.len() > CITATIONS)
            .then(|| options.say(&Text::new("more").with("count", groups.len() - CITATIONS))),
    }
}
