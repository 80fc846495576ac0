//! `memory.fragmented`
//!
//! Sees memory that is free but lies in no large blocks, in the kernel's own table of free blocks in the last
//! quarter of an hour. Drivers and huge pages need blocks of 2 MiB and more; where none are left they get nothing
//! although gigabytes are free, and the kernel compacts and reclaims without end. On unified memory, beside failed
//! allocations of the driver, it is exhaustion of the kind that counts. Looks alike: a report for a small zone
//! (DMA), or a host that is busy with caches; without anybody who asked in vain it says little.

use model::event::Kernel;
use model::evidence::{Evidence, Hypothesis};
use model::{Event, EventKind, MemoryModel, Span};

use super::is_failed_allocation;
use crate::Case;
use crate::case::{PieceExt, before_end, mib, piece};
use crate::weights::FRAGMENTED;

pub(super) const NAME: &str = "memory.fragmented";
pub(super) const MANUAL: &str = include_str!("memory_fragmented.rs");

/// How near to the end a table has to be, and who asked in vain.
const NEAR: Span = Span::minutes(15);
/// Free memory below this share of all is a shortage, whatever its blocks.
const FREE_SHARE: f64 = 0.02;
/// Of the free memory less than this share in large blocks is fragmentation.
const LARGE_SHARE: f64 = 0.02;
/// The zones of one table are printed at once.
const ONE_TABLE: Span = Span::secs(2);

pub(super) fn find(case: &Case<'_>) -> Vec<Evidence> {
    let Some((free_mib, large_mib, table)) = fragmented(case) else { return Vec::new() };
    let newest = table[table.len() - 1];
    let in_vain = case.boot.last_events(NEAR).filter(|event| is_failed_allocation(&event.kind)).count();
    let unified = case.boot.facts.memory_model == MemoryModel::Unified;
    let text = format!(
        "{} MiB were free but only {} MiB of them in blocks of 2 MiB and more, {}{}",
        mib(free_mib),
        mib(large_mib),
        before_end(case.boot.age_at_end(newest)),
        if in_vain > 0 { ", and the driver asked in vain" } else { "" }
    );
    let found = piece(NAME, Hypothesis::Memory, FRAGMENTED, text)
        .group("fragmentation")
        .at(newest.at)
        .cites(Case::cite_all(&table))
        .scaled(if unified { 100 } else { 50 });
    vec![if unified && in_vain > 0 { found.direct() } else { found }]
}

/// Free memory and its large blocks in the last table near the end, if it lies in small ones only, in MiB.
pub(super) fn fragmented<'t>(case: &Case<'t>) -> Option<(f64, f64, Vec<&'t Event>)> {
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
