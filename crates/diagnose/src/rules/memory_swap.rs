//! `memory.swap`
//!
//! Sees swap used up near the end: in the kernel's own OOM report, in earlyoom's reports or in a
//! monitor; or compressed swap (zram) that takes no more pages. With memory low it means that nothing
//! was left to give way. Swap that is merely in use says nothing, and a host without swap has none to
//! use up. A disk that refuses pages of swap is failing; that is no shortage.

use model::event::Kernel;
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, Metric, Micros, Series, Span, Text};

use crate::Case;
use crate::case::{PieceExt, ago, mib, piece};
use crate::weights::{SWAP_FULL, ZRAM_FULL};

pub(super) const NAME: &str = "memory.swap";
pub(super) const MANUAL: &str = include_str!("memory_swap.rs");

/// So many refused pages are no burst.
const REFUSED: usize = 3;
/// Used up: at most this share is free.
const FREE_SHARE: f64 = 0.01;

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let mut found = used(case);
    found.extend(zram_full(case));
    found
}

/// Compressed swap that takes no more pages. On a disk the same line would be the disk's failure.
fn zram_full(case: &Case<'_>) -> Option<Evidence> {
    let swap_is_zram = case
        .boot
        .events
        .iter()
        .any(|event| matches!(event.kind, EventKind::Kernel(Kernel::SwapAdded { zram: true, .. })));
    let refused: Vec<&Event> = case
        .boot
        .last_events(Span::minutes(5))
        .filter(|event| {
            matches!(event.kind, EventKind::Kernel(Kernel::SwapWriteError { zram }) if zram || swap_is_zram)
        })
        .collect();
    let newest = refused.last()?;
    let text = Text::new("memory-swap-zram")
        .with("count", refused.len())
        .with("ago", ago(case.boot.age_at_end(newest)));
    let found = piece(NAME, Hypothesis::Memory, ZRAM_FULL, text)
        .group("swap")
        .at(newest.at)
        .cites(Case::cite_all(&refused));
    // One or two may be a burst that passed.
    Some(if refused.len() >= REFUSED { found.direct() } else { found.scaled(50) })
}

fn used(case: &Case<'_>) -> Vec<Evidence> {
    let near = |at: Micros| case.before_end(at) <= Span::minutes(15);
    let report = case.boot.events.iter().rev().find(|event| {
        matches!(event.kind, EventKind::Kernel(Kernel::OomSwap { free_kib: Some(..=1024), .. }))
            && near(event.at)
    });
    let total = case.boot.facts.swap_mib.filter(|&mib| mib > 0);
    if let (Some(event), Some(total)) = (report, total) {
        let text = Text::new("memory-swap-none-left").with("total", mib(total as f64));
        return vec![
            piece(NAME, Hypothesis::Memory, SWAP_FULL, text)
                .group("swap")
                .at(event.at)
                .cites([Case::cite(event)]),
        ];
    }
    let full = case
        .last_samples(Metric::SwapFree)
        .find(|(series, last)| {
            let total = total.map_or_else(|| series.values.iter().copied().fold(0.0, f64::max), |t| t as f64);
            total > 0.0 && series.values[*last] <= total * FREE_SHARE && near(series.at[*last])
        })
        .or_else(|| {
            case.last_samples(Metric::SwapUsedPct)
                .find(|(series, last)| series.values[*last] >= 99.0 && near(series.at[*last]))
        })
        .or_else(|| used_up(case, total).filter(|(series, last)| near(series.at[*last])));
    let Some((series, last)) = full else { return Vec::new() };
    let text = Text::new("memory-swap-used-up").with("ago", ago(case.before_end(series.at[last])));
    vec![
        piece(NAME, Hypothesis::Memory, SWAP_FULL, text)
            .group("swap")
            .at(series.at[last])
            .cites([Case::cite_samples(series, last.saturating_sub(1)..last + 1)]),
    ]
}

/// A series of used swap that has reached the total.
fn used_up<'t>(case: &Case<'t>, total: Option<u64>) -> Option<(&'t Series, usize)> {
    let total = case
        .last_samples(Metric::SwapTotal)
        .map(|(series, last)| series.values[last])
        .next()
        .or(total.map(|mib| mib as f64))?;
    case.last_samples(Metric::SwapUsed)
        .find(|(series, last)| total > 0.0 && series.values[*last] >= total * (1.0 - FREE_SHARE))
}
