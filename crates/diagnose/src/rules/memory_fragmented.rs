//! `memory.fragmented`
//!
//! Sees memory that is free but lies in no large blocks, in the kernel's own table of free blocks or in a
//! monitor's column, in the last quarter of an hour. Drivers and huge pages need blocks of 2 MiB and more;
//! where none are left they get nothing although gigabytes are free, and the kernel compacts and reclaims
//! without end. On unified memory, beside failed allocations of the driver, it is exhaustion of the kind
//! that counts. Looks alike: a report for a small zone (DMA), or a host that is busy with caches; without
//! anybody who asked in vain it says little.

use model::event::Kernel;
use model::evidence::{Cite, Evidence, Hypothesis};
use model::{Event, EventKind, MemoryModel, Metric, Micros, Span, Text};

use super::is_failed_allocation;
use crate::Case;
use crate::case::{PieceExt, ago, mib, piece};
use crate::weights::FRAGMENTED;

pub(super) const NAME: &str = "memory.fragmented";
pub(super) const MANUAL: &str = include_str!("memory_fragmented.rs");

/// How near to the end a table has to be, and who asked in vain.
const NEAR: Span = Span::minutes(15);
/// Free memory below this share of all is a shortage, whatever its blocks.
const FREE_SHARE: f64 = 0.02;
/// Of the free memory less than this share in large blocks is fragmentation.
const LARGE_SHARE: f64 = 0.02;
/// Blocks below this are small, MiB: huge pages and the driver's chunks are larger.
const SMALL_MIB: f64 = 2.0;
/// The zones of one table are printed at once.
const ONE_TABLE: Span = Span::secs(2);

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let in_vain = case.boot.last_events(NEAR).filter(|event| is_failed_allocation(&event.kind)).count();
    let found = fragmented(case).map(|(free_mib, large_mib, table)| {
        let text = Text::new("memory-fragmented")
            .with("free", mib(free_mib))
            .with("large", mib(large_mib))
            .with("ago", ago(case.boot.age_at_end(table[table.len() - 1])));
        (text, table[table.len() - 1].at, Case::cite_all(&table))
    });
    // A monitor's word alone is a circumstance of many busy hosts.
    let Some((text, at, cites)) = found.or_else(|| sampled(case).filter(|_| in_vain > 0)) else {
        return Vec::new();
    };
    let unified = case.boot.facts.memory_model == MemoryModel::Unified;
    let text = text.with("driver", (in_vain > 0).then(|| Text::new("memory-fragmented-in-vain")));
    let found = piece(NAME, Hypothesis::Memory, FRAGMENTED, text)
        .group("fragmentation")
        .at(at)
        .cites(cites)
        .scaled(if unified { 100 } else { 50 });
    vec![if unified && in_vain > 0 { found.direct() } else { found }]
}

/// Whether the free memory is known to lie in small blocks.
pub(super) fn is_fragmented(case: &Case<'_>) -> bool {
    fragmented(case).is_some() || sampled(case).is_some()
}

/// A monitor that samples the largest free block, with memory left.
fn sampled(case: &Case<'_>) -> Option<(Text, Micros, Vec<Cite>)> {
    let memory = case.boot.memory_mib()?;
    let (series, last) = case.last_samples(Metric::LargestFreeBlock).find(|(series, last)| {
        series.values[*last] < SMALL_MIB && case.before_end(series.at[*last]) <= NEAR
    })?;
    let at = series.at[last];
    let available = case.last_samples(Metric::MemAvailable).find(|(other, i)| {
        other.input == series.input && other.at[*i] == at && other.values[*i] >= memory * FREE_SHARE
    })?;
    let text = Text::new("memory-fragmented-sampled")
        .with("available", mib(available.0.values[available.1]))
        .with("ago", ago(case.before_end(at)));
    Some((text, at, vec![Case::cite_samples(series, last.saturating_sub(3)..last + 1)]))
}

/// Free memory and its large blocks in the last table near the end, if it lies in small ones only, in MiB.
fn fragmented<'t>(case: &Case<'t>) -> Option<(f64, f64, Vec<&'t Event>)> {
    let tables: Vec<(&Event, u64, u64)> = case
        .boot
        .last_events(NEAR)
        .filter_map(|event| match event.kind {
            EventKind::Kernel(Kernel::FreeBlocks { free_kib, large_kib, .. }) => {
                Some((event, free_kib, large_kib))
            }
            _ => None,
        })
        .collect();
    let last_at = tables.last()?.0.at;
    let table: Vec<_> = tables.into_iter().filter(|(event, ..)| event.at + ONE_TABLE >= last_at).collect();
    let sum = |of: fn(&(&Event, u64, u64)) -> u64| table.iter().map(of).sum::<u64>() as f64 / 1024.0;
    let (free, large) = (sum(|zone| zone.1), sum(|zone| zone.2));
    let memory = case.boot.memory_mib()?;
    (free >= memory * FREE_SHARE && large < free * LARGE_SHARE)
        .then(|| (free, large, table.into_iter().map(|(event, ..)| event).collect()))
}
