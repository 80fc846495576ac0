//! Evidence for and against, what could not be seen, how usual a signal is, and where each line came from.

use std::io;

use model::Text;

use crate::page::{DIM, PLAIN, Page, pad};
use crate::schema::{BootReport, CiteKind, EvidenceInfo, Report};
use crate::{Options, words};

/// Citations shown of each piece of evidence, unless all are asked for.
const CITATIONS: usize = 3;

/// The pieces, by hypothesis: those for it, then those against it.
pub(super) fn pieces(
    page: &mut Page<'_>,
    report: &Report,
    boot: &BootReport,
    options: &Options,
) -> io::Result<()> {
    for against in [false, true] {
        for hypothesis in boot.hypotheses() {
            let pieces = boot.evidence_on(hypothesis, against);
            let missed = against && hypothesis.is(boot.cause);
            if pieces.is_empty() && !missed {
                continue;
            }
            page.heading(&words::evidence_heading(boot, hypothesis, against, options))?;
            if pieces.is_empty() {
                page.line(&format!("  {}", options.word("none-found-here")), PLAIN)?;
            }
            for piece in pieces {
                one(page, report, boot, piece, options)?;
            }
        }
    }
    Ok(())
}

fn one(
    page: &mut Page<'_>,
    report: &Report,
    boot: &BootReport,
    piece: &EvidenceInfo,
    options: &Options,
) -> io::Result<()> {
    let mut text = options.localise(&piece.text, boot.end());
    if options.verbose > 0 {
        text.push_str(&format!(" ({:+} dB)", piece.weight_db));
    }
    let label = format!("  {} ", pad(&words::weight(piece.weight_db, options), 9));
    page.hanging(&label, &format!("{text} [{}]", piece.id), PLAIN)?;
    let when = words::when(piece, boot, options);
    let sources = words::sources(report, piece, options);
    let rule = Some(piece.rule.clone());
    let line: Vec<String> = [when, sources, rule].into_iter().flatten().collect();
    page.hanging("            ", &line.join("; "), DIM)
}

/// What the data could not have shown.
pub(super) fn unseen(page: &mut Page<'_>, boot: &BootReport, options: &Options) -> io::Result<()> {
    if boot.blind_windows.is_empty() && boot.unsampled.is_empty() {
        return Ok(());
    }
    page.heading(&options.word("heading-unseen"))?;
    for line in words::blind_lines(boot, options) {
        page.hanging("  ", &line, PLAIN)?;
    }
    Ok(())
}

/// How usual its signals are on this host.
pub(super) fn base_rates(page: &mut Page<'_>, boot: &BootReport, options: &Options) -> io::Result<()> {
    let rates: Vec<_> =
        boot.base_rates.iter().filter(|rate| !words::rate(rate, options).is_empty()).collect();
    if rates.is_empty() {
        return Ok(());
    }
    page.heading(&options.word("heading-rates"))?;
    for rate in rates {
        let text = format!("{}: {}", words::signal(rate), words::rate(rate, options));
        page.hanging("  ", &text, PLAIN)?;
    }
    Ok(())
}

/// Where each line came from.
pub(super) fn citations(
    page: &mut Page<'_>,
    report: &Report,
    boot: &BootReport,
    options: &Options,
) -> io::Result<()> {
    if boot.evidence.iter().all(|piece| piece.cites.is_empty()) {
        return Ok(());
    }
    page.heading(&options.word("heading-citations"))?;
    let column = boot.evidence.iter().map(|piece| piece.id.len()).max().unwrap_or(0);
    for piece in &boot.evidence {
        let shown = if options.verbose > 0 { usize::MAX } else { CITATIONS };
        let groups = words::same_lines(&piece.cites);
        let (first, rest) = (format!("  {:<column$}  ", piece.id), " ".repeat(column + 4));
        for (place, group) in groups.iter().take(shown).enumerate() {
            let label = if place == 0 { &first } else { &rest };
            let mut head = words::place(report, group, boot, options);
            let Some(cite) = group.first() else { continue };
            if cite.kind == CiteKind::Absence {
                let text = format!("{head}, {}", words::absence(cite, options));
                page.hanging(label, &options.localise(&text, boot.end()), PLAIN)?;
                continue;
            }
            if let (1.., Some(_), Some(cursor)) = (options.verbose, cite.line, &cite.cursor) {
                head.push_str(&format!(", cursor {cursor}"));
            }
            page.hanging(label, &head, PLAIN)?;
            page.hanging(&rest, &cite.raw, DIM)?;
        }
        let more = groups.len().saturating_sub(shown);
        if more > 0 {
            page.hanging(&rest, &options.say(&Text::new("more-with-v").with("count", more)), DIM)?;
        }
    }
    Ok(())
}
