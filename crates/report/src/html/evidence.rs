//! The evidence with its raw lines, and what it leaves open.

use model::Text;
use serde::Serialize;

use super::labels;
use crate::schema::{BootReport, CiteKind, EndingName, EvidenceInfo, HypothesisName, Report};
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

/// What an unexpected end could still be due to, as far as the record says.
pub(super) fn open(boot: &BootReport, options: &Options) -> Vec<String> {
    if boot.ending != EndingName::Unexpected {
        return Vec::new();
    }
    let mut lines: Vec<String> = words::stands_on(boot, options).into_iter().collect();
    // What is on record instead of a cause stands in the verdict already.
    let found = boot.finding.as_deref().is_some_and(|finding| !matches!(finding, "mixed" | "no_trace"));
    let told = |hypothesis: &HypothesisName| {
        hypothesis.is(boot.cause) || (found && *hypothesis == HypothesisName::Other)
    };
    for hypothesis in boot.hypotheses().into_iter().filter(|hypothesis| !told(hypothesis)) {
        let speaks_for = boot.evidence_on(hypothesis, false);
        if !speaks_for.is_empty() {
            let ids: Vec<&str> = speaks_for.iter().map(|piece| piece.id.as_str()).collect();
            let text = Text::new("html-something-for").with("what", words::hypothesis(hypothesis));
            lines.push(options.say(&text.with("ids", ids.join(", "))));
        } else if hypothesis != HypothesisName::Other && boot.evidence_on(hypothesis, true).is_empty() {
            let text = Text::new("html-nothing-against").with("what", words::hypothesis(hypothesis));
            lines.push(options.say(&text));
        }
    }
    lines.extend(blind(boot, options));
    lines
}

/// Samplers that could not have seen; sensors of one kind are one line.
fn blind(boot: &BootReport, options: &Options) -> Vec<String> {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for window in
        boot.blind_windows.iter().filter(|window| !window.could_have_seen && window.unit != "entries")
    {
        let (metric, rest) = window.series.split_once(' ').unwrap_or((&window.series, ""));
        let sampler = rest.rsplit("of ").next().unwrap_or_default();
        let name = words::series_of(metric, sampler, options);
        match kinds.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => kinds.push((name, 1)),
        }
    }
    kinds
        .into_iter()
        .map(|(name, count)| {
            let series = labels::sensors(name, count, options);
            options.say(&Text::new("html-could-not-see").with("series", series))
        })
        .collect()
}
