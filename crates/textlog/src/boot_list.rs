//! `journalctl --list-boots`: the id, the first and the last entry of each boot.

use std::io::BufRead;

use model::{BootId, Id128, Lines, Micros, ZoneBasis};

use crate::civil::SECOND;
use crate::lines::{Line, LineReader, strip_escapes};
use crate::notes::Notes;
use crate::stamp::{self, Stamp};
use crate::zone;
use crate::{Begun, Form, Options, Reading, TextBoot, Wall};

struct Row {
    index: i64,
    id: BootId,
    first: Stamp,
    last: Stamp,
}

/// Whether the lines are a list of boots: most of them are its rows.
pub(crate) fn is_boot_list(lines: &[String]) -> bool {
    let rows = lines.iter().filter(|line| row(line).is_some()).count();
    rows > 0 && rows * 2 >= lines.len().saturating_sub(1)
}

/// Reads ` -1 <id> Thu 2026-11-26 10:00:00 UTC—Thu 2026-11-26 11:00:00 UTC`; newer versions have blanks between.
fn row(text: &str) -> Option<Row> {
    let mut words = text.trim().splitn(3, ' ');
    let index = words.next()?.parse().ok()?;
    let id = words.next().filter(|id| id.len() == 32).and_then(Id128::parse)?;
    let (first, _, rest) = stamp::full(words.next()?.trim_start())?;
    let rest = rest.trim_start().trim_start_matches(['—', '–', '-', '.', '…']);
    let (last, _, _) = stamp::full(rest.trim_start())?;
    Some(Row { index, id, first, last })
}

/// Reads a list of boots.
pub(crate) fn read(stream: &mut dyn BufRead, options: &Options) -> Reading {
    let mut notes = Notes::default();
    let mut lines = LineReader::new(stream, options.first_line);
    let mut line = Line::default();
    let mut rows: Vec<Row> = Vec::new();
    while lines.read(&mut line) {
        let text = strip_escapes(&String::from_utf8_lossy(&line.bytes));
        let text = text.trim();
        let is_header =
            text.is_empty() || text.starts_with("IDX ") || text.starts_with("# ") || text.starts_with("```");
        match row(text.trim_start_matches("> ")) {
            Some(row) => rows.push(row),
            None if !is_header => notes.reject(line.number, text, Form::BootList.name()),
            None => {}
        }
    }
    let is_local = rows.iter().any(|row| matches!(row.first, Stamp::Local(_)));
    let zone = is_local.then(|| zone::given_zone(options, &mut notes));
    let is_assumed = zone.as_ref().is_some_and(|(_, basis)| *basis == ZoneBasis::Assumed);
    let at = |stamp: &Stamp| {
        let Stamp::Local(local) = stamp else {
            return match stamp {
                Stamp::Utc(at) => Micros(*at),
                _ => Micros(0),
            };
        };
        let naive = local.naive(1970);
        let offset = options.zone.map_or(0, |(zone, _)| zone::local_offset(zone, naive, false));
        Micros(naive.saturating_sub(offset.saturating_mul(SECOND)))
    };
    // The newest is 0; `--reverse` puts it first.
    rows.sort_by_key(|row| row.index);
    // Old versions could list one boot several times (systemd issue 2884).
    let mut listed = std::collections::BTreeSet::new();
    rows.retain(|row| listed.insert(row.id));
    let boots: Vec<TextBoot> = rows
        .iter()
        .map(|row| TextBoot {
            id: Some(row.id),
            hostname: None,
            begun: Begun::Marker,
            has_banner: false,
            is_behind_hole: false,
            wall: if is_assumed { Wall::LocalAssumed } else { Wall::Sure },
            started: None,
            first: at(&row.first),
            first_monotonic: None,
            last: at(&row.last),
            last_monotonic: None,
            entries: 0,
            lines: options.lines.unwrap_or(Lines::Boots),
            records: Vec::new(),
            tail_from: None,
        })
        .collect();
    Reading {
        form: Some(Form::BootList),
        records: boots.len() as u64,
        boots,
        rejected: notes.rejected,
        problems: notes.into_problems(),
        zone_basis: zone.as_ref().map(|(_, basis)| *basis),
        zone: zone.map(|(zone, _)| zone),
        is_cut_off: false,
    }
}
