//! The tables of a memory report: the processes with what they hold, and the free blocks by size.
//!
//! Formats: `dump_tasks` in `mm/oom_kill.c` (columns differ between 4.x, 5.0 and 6.8), `show_free_areas` in
//! `mm/show_mem.c`.

use std::collections::HashMap;
use std::sync::LazyLock;

use model::event::kernel::Kernel;
use model::{BootId, Event, EventKind, Record, Signal};
use regex::Regex;

use crate::{example, group, regex, row};

/// A row of the table of processes. Pages count as 4 KiB here; [`fold_tables`] knows better where the same report
/// tells the size of a page.
pub(crate) const TASK: Signal = row(
    "kernel.oom_task",
    &["[ ", "[1", "[2", "[3", "[4", "[5", "[6", "[7", "[8", "[9"],
    task,
    &[
        // 6.8 and later, 5.0 to 6.7, 4.x.
        example(
            "[   8122]  1000  8122 21012237 11201123 11190001    11122         0 91225088        0             0 VLLM::EngineCor",
            r#"Kernel(OomTasks { largest: [("VLLM::EngineCor", 44804492)], total_kib: 44804492, count: 1 })"#,
        ),
        example(
            "[    871]     0   871    12345      512    94208        0         -1000 systemd-udevd",
            r#"Kernel(OomTasks { largest: [("systemd-udevd", 2048)], total_kib: 2048, count: 1 })"#,
        ),
        example(
            "[ 2045]  1000  2045   713244   250000     812        4     3000             0 Web Content",
            r#"Kernel(OomTasks { largest: [("Web Content", 1000000)], total_kib: 1000000, count: 1 })"#,
        ),
        example(
            "[3742074]     0 3742074 20326720   270120   264640     5353       107 29171712        0             0 lmcache",
            r#"Kernel(OomTasks { largest: [("lmcache", 1080480)], total_kib: 1080480, count: 1 })"#,
        ),
    ],
);

/// `Node 0 Normal: 4637*4kB (UME) 12*8kB ... = 26964kB`.
pub(crate) const FREE_BLOCKS: Signal = row(
    "kernel.free_blocks",
    &["*4kB ", "*16kB ", "*64kB "],
    free_blocks,
    &[
        example(
            "Node 0 Normal: 512*4kB (UME) 256*8kB (UE) 1*16kB (U) 0*32kB 0*64kB 0*128kB 0*256kB 0*512kB 0*1024kB \
             1*2048kB (M) 2*4096kB (M) = 14352kB",
            "Kernel(FreeBlocks { free_kib: 14352, large_kib: 10240, page_kib: 4 })",
        ),
        example(
            "Normal: 3*64kB (ME) 0*128kB 1*4096kB (M) 0*8192kB = 4288kB",
            "Kernel(FreeBlocks { free_kib: 4288, large_kib: 4096, page_kib: 64 })",
        ),
    ],
);

static TASK_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^\s*\[\s*[0-9]{1,7}\]\s+[0-9]+\s+[0-9]+\s+[0-9]+\s+(?<rss>[0-9]+)(?:\s+[0-9]+){2,6}\s+-?[0-9]{1,4}\s(?<name>\S.*?)\s*$",
    )
});

/// Pages of 4 KiB, as everywhere but on some arm64 kernels.
const PAGE_KIB: u64 = 4;
/// So many of the largest processes are kept.
const LARGEST: usize = 5;

fn task(record: &Record) -> Option<EventKind> {
    let line = TASK_LINE.captures(&record.message)?;
    let kib = group(&line, "rss")?.parse::<u64>().ok()?.saturating_mul(PAGE_KIB);
    let name = group(&line, "name")?.to_owned();
    Some(EventKind::Kernel(Kernel::OomTasks { largest: vec![(name, kib)], total_kib: kib, count: 1 }))
}

static BLOCKS: LazyLock<Regex> = LazyLock::new(|| regex(r"\b(?<count>[0-9]+)\*(?<kib>[0-9]+)kB\b"));
static BLOCKS_LINE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^\s*(?:Node [0-9]+ )?\w+: (?<blocks>[0-9]+\*[0-9]+kB .*) = [0-9]+kB\s*$"));

/// Blocks from this size on are what drivers and huge pages ask for, KiB.
const LARGE_KIB: u64 = 2048;

fn free_blocks(record: &Record) -> Option<EventKind> {
    let line = BLOCKS_LINE.captures(&record.message)?;
    let (mut free_kib, mut large_kib, mut page_kib) = (0_u64, 0_u64, None);
    for block in BLOCKS.captures_iter(group(&line, "blocks")?) {
        let count: u64 = group(&block, "count")?.parse().ok()?;
        let kib: u64 = group(&block, "kib")?.parse().ok()?;
        page_kib.get_or_insert(kib);
        let all = count.saturating_mul(kib);
        free_kib = free_kib.saturating_add(all);
        if kib >= LARGE_KIB {
            large_kib = large_kib.saturating_add(all);
        }
    }
    let page_kib = u32::try_from(page_kib?).ok()?;
    Some(EventKind::Kernel(Kernel::FreeBlocks { free_kib, large_kib, page_kib }))
}

/// Longest time between two rows of one table, in microseconds (monotonic or wall): a starved journald takes the
/// rows in late.
const TABLE_MICROS: i64 = 10_000_000;

/// Makes one event of the rows of each table of processes, in the place of its first row, with the page size
/// that the report's own table of free blocks tells. The events of a boot must be in order.
pub(crate) fn fold_tables(events: &mut Vec<Event>) {
    let mut tables: HashMap<BootId, usize> = HashMap::new();
    let mut pages: HashMap<BootId, u32> = HashMap::new();
    let mut folded = vec![false; events.len()];
    for (at, is_folded) in folded.iter_mut().enumerate() {
        let (before, rest) = events.split_at_mut(at);
        let Some(event) = rest.first_mut() else { break };
        let (boot, now) = (event.boot, event.monotonic.unwrap_or(event.at.0));
        match &mut event.kind {
            EventKind::Kernel(Kernel::FreeBlocks { page_kib, .. }) => {
                pages.insert(boot, *page_kib);
            }
            EventKind::Kernel(Kernel::OomInvoked { .. } | Kernel::OomSummary { .. }) => {
                tables.remove(&boot);
            }
            EventKind::Kernel(Kernel::OomTasks { largest, total_kib, .. }) => {
                let scale = u64::from(pages.get(&boot).copied().unwrap_or(PAGE_KIB as u32)) / PAGE_KIB;
                *total_kib = total_kib.saturating_mul(scale.max(1));
                largest.iter_mut().for_each(|(_, kib)| *kib = kib.saturating_mul(scale.max(1)));
                let open = tables.get(&boot).copied().filter(|&first| {
                    let first = &before[first];
                    now.saturating_sub(first.monotonic.unwrap_or(first.at.0)) <= TABLE_MICROS
                });
                if let Some(first) = open {
                    add(&mut before[first].kind, largest, *total_kib);
                    *is_folded = true;
                } else {
                    tables.insert(boot, at);
                }
            }
            _ => {}
        }
    }
    let mut folded = folded.into_iter();
    events.retain(|_| !folded.next().unwrap_or(false));
}

fn add(table: &mut EventKind, rows: &mut Vec<(String, u64)>, kib: u64) {
    let EventKind::Kernel(Kernel::OomTasks { largest, total_kib, count }) = table else { return };
    *total_kib = total_kib.saturating_add(kib);
    *count += 1;
    largest.append(rows);
    largest.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    largest.truncate(LARGEST);
}

#[cfg(test)]
mod tests {
    use model::{Id128, Micros, Origin};

    use super::*;

    fn event(seconds: i64, kind: Kernel) -> Event {
        Event {
            at: Micros::from_secs(seconds),
            monotonic: Some(seconds * 1_000_000),
            boot: Id128::of(1),
            signal: "kernel.test",
            kind: EventKind::Kernel(kind),
            message: "".into(),
            speaker: "kernel".into(),
            origin: Origin::default(),
        }
    }

    fn task(name: &str, kib: u64) -> Kernel {
        Kernel::OomTasks { largest: vec![(name.to_owned(), kib)], total_kib: kib, count: 1 }
    }

    type Found = (Vec<(String, u64)>, u64, u32);

    fn tables(events: Vec<Event>) -> Vec<Found> {
        let mut events = events;
        fold_tables(&mut events);
        let table = |event: Event| match event.kind {
            EventKind::Kernel(Kernel::OomTasks { largest, total_kib, count }) => {
                Some((largest, total_kib, count))
            }
            _ => None,
        };
        events.into_iter().filter_map(table).collect()
    }

    #[test]
    fn rows_of_one_report_become_one_table() {
        let rows = (0..40).map(|i| event(1, task(&format!("p{i}"), i * 100)));
        let found = tables(rows.collect());
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].0[0].clone(), found[0].0.len()), (("p39".to_owned(), 3900), LARGEST));
        assert_eq!((found[0].1, found[0].2), (78_000, 40));
    }

    #[test]
    fn another_report_is_another_table() {
        let invoked = Kernel::OomInvoked { allocator: "a".to_owned(), order: 0, gpu_driver: false };
        let found = tables(vec![
            event(1, task("a", 4)),
            event(1, task("b", 8)),
            event(2, invoked),
            event(2, task("a", 4)),
            event(60, task("a", 4)),
        ]);
        assert_eq!(found.iter().map(|table| table.2).collect::<Vec<_>>(), [2, 1, 1]);
    }

    #[test]
    fn the_report_tells_the_size_of_a_page() {
        let blocks = Kernel::FreeBlocks { free_kib: 0, large_kib: 0, page_kib: 64 };
        let found = tables(vec![event(1, blocks), event(1, task("a", 4)), event(1, task("b", 8))]);
        assert_eq!((found[0].0[0].1, found[0].1), (128, 192));
    }
}
