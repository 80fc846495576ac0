//! `free` in a loop with `date` between: blocks of a date line, the names, `Mem:` and `Swap:`. MiB with
//! `-m`, whole GiB with `-g`, sizes with units with `-h`, else KiB; the size of all memory tells which.

use super::{Format, Pairs, Read};
use crate::frame::whole;
use crate::log::{Log, quote};
use crate::sheet::Framed;
use crate::stamp::Stamp;
use crate::text::Line;

pub(super) const FORMAT: Format = Format {
    name: "free with dates",
    sniff: |head| {
        head.lines.windows(2).any(|pair| is_names(&pair[0].text) && row_of(&pair[1].text).is_some())
            || head.lines.iter().any(|line| one_line(&line.text).is_some())
    },
    read: Read::Whole(|lines, _, _, log| Ok(read(lines, log))),
    sample: (
        "2026年  7月 18日 土曜日 14:09:38 JST\n\
         \x20              total        used        free      shared  buff/cache   available\n\
         Mem:          124542       63394       36688          38       24459       61148\n\
         Swap:          16383           0       16383\n\
         \n\
         2026年  7月 18日 土曜日 14:13:58 JST\n\
         \x20              total        used        free      shared  buff/cache   available\n\
         Mem:          124542      124330         127          38          84         212\n\
         Swap:          16383       15900         483\n",
        2,
    ),
};

/// The names in the order in which `free` of procps 3.3.10 and later, and of older ones, prints them.
fn is_names(text: &str) -> bool {
    let mut words = text.split_whitespace();
    (words.next(), words.next(), words.next()) == (Some("total"), Some("used"), Some("free"))
}

/// `Sat Jul 18 14:09:38 JST 2026 Mem: 124542 …`: what `echo $(date) $(free | grep Mem)` prints.
fn one_line(text: &str) -> Option<(&str, Vec<&str>)> {
    let (time, cells) = text.split_once("Mem:")?;
    let time = time.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | '|' | '-'));
    let cells: Vec<&str> = cells.split_whitespace().collect();
    (Stamp::parse(time).is_some() && cells.len() == ONE_LINE.len()).then_some((time, cells))
}

/// What procps prints since 3.3.10.
const ONE_LINE: [&str; 6] = ["total", "used", "free", "shared", "buff/cache", "available"];

/// Whether the line is about memory (`Mem:`, German `Speicher:`) or swap, and its cells.
fn row_of(text: &str) -> Option<(bool, Vec<&str>)> {
    let (word, cells) = text.split_once(':')?;
    let swap = match word.trim() {
        "Mem" | "Speicher" | "Mem." | "メモリ" => false,
        "Swap" | "Auslagerungsspeicher" | "Échange" | "スワップ" => true,
        _ => return None,
    };
    Some((swap, cells.split_whitespace().collect()))
}

/// One call of `free`.
#[derive(Default)]
struct Block {
    time: String,
    line: u64,
    /// Pairs of name and value, without units in the names.
    cells: Vec<(&'static str, String)>,
}

fn read(lines: &[Line<'_>], log: &mut Log) -> Framed {
    let mut blocks: Vec<Block> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    let mut time = String::new();
    for line in whole(lines, log) {
        let text = line.text.as_ref();
        let bare = text.trim_matches(|c: char| matches!(c, '-' | '=' | '#' | '[' | ']') || c.is_whitespace());
        if is_names(text) {
            names = text.split_whitespace().collect();
        } else if let Some((swap, cells)) = row_of(text) {
            if (!swap && cells.len() != names.len()) || cells.len() < 3 || cells.len() > names.len() {
                log.reject(line.number, || {
                    format!("{} values under {} names: `{}`", cells.len(), names.len(), quote(text))
                });
                continue;
            }
            if !swap {
                blocks.push(Block { time: std::mem::take(&mut time), line: line.number, cells: Vec::new() });
            }
            if let Some(block) = blocks.last_mut() {
                block.cells.extend(
                    names
                        .iter()
                        .zip(cells)
                        .filter_map(|(name, cell)| Some((canonical(name, swap)?, cell.to_owned()))),
                );
            }
        } else if let Some((time, cells)) = one_line(text) {
            let named = ONE_LINE.iter().zip(cells);
            let cells = named.filter_map(|(name, cell)| Some((canonical(name, false)?, cell.to_owned())));
            blocks.push(Block { time: time.to_owned(), line: line.number, cells: cells.collect() });
        } else if Stamp::parse(bare).is_some() {
            bare.clone_into(&mut time);
        } else if !text.starts_with("Total:") && !text.starts_with("-/+") {
            log.reject(line.number, || format!("neither a date nor a line of free: `{}`", quote(text)));
        }
    }
    framed(&blocks, log)
}

fn canonical(name: &str, swap: bool) -> Option<&'static str> {
    Some(match (name, swap) {
        ("total", false) => "mem_total",
        ("used", false) => "mem_used",
        ("free", false) => "mem_free",
        ("available", false) => "mem_available",
        ("buff/cache" | "buffers" | "cached" | "cache", false) => "cached",
        ("total", true) => "swap_total",
        ("used", true) => "swap_used",
        ("free", true) => "swap_free",
        _ => return None,
    })
}

fn framed(blocks: &[Block], log: &mut Log) -> Framed {
    let totals = blocks.iter().flat_map(|block| &block.cells).filter(|(name, _)| *name == "mem_total");
    let largest = totals.filter_map(|(_, cell)| cell.parse::<u64>().ok()).max();
    // A host has at least 512 MiB, and 512 GiB are more than any with whole GiB that small.
    let unit = match largest {
        Some(0..512) => "_gib",
        Some(512..2_000_000) => "_mib",
        _ => "_kib",
    };
    let whole_gib = unit == "_gib";
    let mut framed = Framed::default();
    for block in blocks {
        let mut row = Pairs::default();
        if !block.time.is_empty() {
            row.add("timestamp", &block.time);
        }
        for (name, cell) in &block.cells {
            // Less than 1 GiB is no zero.
            row.add(&format!("{name}{unit}"), if whole_gib && cell == "0" { "" } else { cell });
        }
        framed.row(block.line, &row.0, false);
    }
    if whole_gib && !blocks.is_empty() {
        log.note(blocks[0].line, || {
            "free -g counts whole GiB: its 0 means less than one and is left out".to_owned()
        });
    }
    framed
}
