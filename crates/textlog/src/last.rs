//! The output of `last`, newest first: starts, and with `-x` orderly shutdowns too.

use std::io::BufRead;

use model::{Micros, ZoneBasis};

use crate::civil::{self, DAY, SECOND};
use crate::lines::{Line, LineReader, strip_escapes};
use crate::notes::Notes;
use crate::sessions::{self, Session, What};
use crate::stamp::{self, Local, Stamp};
use crate::zone;
use crate::{Form, Options, Reading, Wall, Zone};

/// A line as it stands there.
struct Row {
    what: What,
    kernel: String,
    stamp: Stamp,
    weekday: Option<u8>,
    line: u64,
    has_seconds: bool,
}

/// Whether the lines are those of `last`: a start of the system in it, or its last line.
pub(crate) fn is_last(lines: &[String]) -> bool {
    let begins = |line: &String| line.starts_with("wtmp begins ") || line.contains("wtmp.db begins ");
    lines.iter().any(begins)
        || lines.iter().any(|line| line.contains("system boot") && row(line, 0).is_some())
}

/// Reads the output of `last`.
pub(crate) fn read(stream: &mut dyn BufRead, options: &Options) -> Reading {
    let mut notes = Notes::default();
    let mut lines = LineReader::new(stream, options.first_line);
    let mut line = Line::default();
    let mut rows: Vec<Row> = Vec::new();
    let (mut has_shutdowns, mut has_boots) = (false, false);
    while lines.read(&mut line) {
        let text = strip_escapes(&String::from_utf8_lossy(&line.bytes));
        let text = text.trim();
        has_shutdowns |= text.starts_with("shutdown ") || text.starts_with("runlevel ");
        match row(text, line.number) {
            Some(row) => {
                has_boots |= row.what != What::Shutdown;
                rows.push(row);
            }
            None if is_of_system(text) => notes.reject(line.number, text, Form::Last.name()),
            None => {}
        }
    }
    if has_boots && !has_shutdowns {
        notes.tell(None, "no shutdowns are listed (last without -x): orderly ends can't be told from others");
    }
    if rows.iter().any(|row| !row.has_seconds) {
        notes.tell(None, "times of last are whole minutes; last -x -F writes seconds and years");
    }
    let wall = wall(&rows, options, &mut notes);
    let sessions = sessions(rows, options, &mut notes);
    let records = sessions.len() as u64;
    let (zone, zone_basis) = match wall {
        None => (None, None),
        Some((zone, basis)) => (Some(zone), Some(basis)),
    };
    let wall = if zone_basis == Some(ZoneBasis::Assumed) { Wall::LocalAssumed } else { Wall::Sure };
    Reading {
        form: Some(Form::Last),
        boots: sessions::boots(sessions, wall, options),
        records,
        rejected: notes.rejected,
        problems: notes.into_problems(),
        zone,
        zone_basis,
        is_cut_off: false,
    }
}

fn is_of_system(text: &str) -> bool {
    text.starts_with("reboot ") && text.contains("system boot")
        || text.starts_with("shutdown ") && text.contains("system down")
}

/// Reads `reboot   system boot  6.17.0-1008-nvid Thu Nov 26 10:00:00 2026 - crash`.
fn row(text: &str, line: u64) -> Option<Row> {
    let text = text.trim();
    if !is_of_system(text) {
        return None;
    }
    let is_boot = text.starts_with("reboot ");
    let (_, rest) = text.split_once(if is_boot { "system boot" } else { "system down" })?;
    let rest = rest.trim_start();
    // The stamp begins at the first word from which one can be read.
    let words = rest.char_indices().filter(|&(at, c)| {
        c != ' ' && rest.get(..at).is_some_and(|before| before.is_empty() || before.ends_with(' '))
    });
    let (at, (stamp, weekday, has_seconds, after)) =
        words.take(8).find_map(|(at, _)| Some((at, read_stamp(rest.get(at..)?)?)))?;
    let crashed = after.contains("- crash");
    let what = if is_boot { What::Boot { crashed } } else { What::Shutdown };
    let kernel = rest.get(..at)?.trim().to_owned();
    Some(Row { what, kernel, stamp, weekday, line, has_seconds })
}

/// A stamp in one of last's formats: the stamp, the weekday, whether it has seconds, what is behind.
fn read_stamp(text: &str) -> Option<(Stamp, Option<u8>, bool, &str)> {
    if let Some((stamp, rest)) = stamp::iso(text) {
        return Some((stamp, None, true, rest));
    }
    let (name, rest) = text.split_once(' ')?;
    let weekday = civil::weekday(name);
    if let Some((stamp, rest)) = stamp::ctime(text) {
        return Some((stamp, weekday, true, rest));
    }
    let (month, rest) = rest.trim_start().split_once(' ')?;
    let (day, rest) = rest.trim_start().split_once(' ')?;
    let clock = rest.get(..5)?;
    let (stamp, _) = stamp::month_day(&format!("{month} {day} {clock}:00"))?;
    Some((stamp, weekday, false, rest.get(5..)?))
}

/// The zone that local times are read in; none if all carry their own.
fn wall(rows: &[Row], options: &Options, notes: &mut Notes) -> Option<(String, ZoneBasis)> {
    if !rows.iter().any(|row| matches!(row.stamp, Stamp::Local(_))) {
        return None;
    }
    Some(zone::given_zone(options, notes))
}

/// The rows in the order of time, with the years that they do not tell.
fn sessions(rows: Vec<Row>, options: &Options, notes: &mut Notes) -> Vec<Session> {
    let zone = options.zone.map(|(zone, _)| zone);
    let mut newest = Newest { bound: options.not_after.map(|at| at.0), year: options.year };
    let is_guess = rows.iter().any(|row| matches!(row.stamp, Stamp::Local(Local { year: None, .. })));
    let mut sessions: Vec<Session> = rows
        .into_iter()
        .map(|row| Session {
            at: Micros(newest.instant(&row, zone)),
            what: row.what,
            kernel: row.kernel,
            line: row.line,
        })
        .collect();
    if is_guess && options.year.is_none() {
        let basis =
            if newest.bound.is_some() { "it can't be later than the log itself" } else { "of the weekday" };
        notes.tell(None, format!("last names no years: the newest is taken because {basis}"));
    }
    let first = sessions.first().map(|session| session.at);
    if first > sessions.last().map(|session| session.at) {
        sessions.reverse();
    }
    sessions
}

/// The time that the next older row can't be behind.
struct Newest {
    bound: Option<i64>,
    year: Option<i32>,
}

impl Newest {
    fn instant(&mut self, row: &Row, zone: Option<Zone>) -> i64 {
        let naive = match row.stamp {
            Stamp::Utc(at) | Stamp::Monotonic(at) | Stamp::Since(at) => {
                self.bound = Some(at);
                return at;
            }
            Stamp::Local(local) => local.naive(self.year_of(&local, row.weekday)),
        };
        let offset = zone.map_or(0, |zone| zone::local_offset(zone, naive, false));
        self.bound = Some(naive);
        self.year = None;
        naive.saturating_sub(offset.saturating_mul(SECOND))
    }

    /// The newest year in which the row is not behind the one above it and has its weekday.
    fn year_of(&self, local: &Local, weekday: Option<u8>) -> i32 {
        if let Some(year) = local.year.or(self.year) {
            return year;
        }
        let bound = self.bound.unwrap_or_else(|| civil::days(2038, 1, 1) * DAY);
        let newest = civil::year(bound).saturating_add(1);
        let mut fitting = (0..30).map(|back| newest.saturating_sub(back)).filter(|&year| {
            let is_leap_day = (local.month, local.day) == (2, 29);
            local.naive(year) <= bound.saturating_add(DAY) && (!is_leap_day || civil::is_leap(year))
        });
        let has_weekday = |year: &i32| {
            let days = civil::days(*year, local.month, local.day);
            weekday.is_none_or(|weekday| civil::weekday_of(days) == weekday)
        };
        let any = fitting.clone().next().unwrap_or(newest);
        fitting.find(has_weekday).unwrap_or(any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_all_formats() {
        for (text, kernel, what, has_seconds) in [
            (
                "reboot   system boot  6.17.0-1008-nvid Thu Nov 26 10:00:00 2026   still running",
                "6.17.0-1008-nvid",
                What::Boot { crashed: false },
                true,
            ),
            (
                "reboot   system boot  6.17.0-1008-nvid Thu Nov 26 10:00 - crash  (1+02:00)",
                "6.17.0-1008-nvid",
                What::Boot { crashed: true },
                false,
            ),
            (
                "reboot   system boot  Thu Nov  6 10:00 - 11:00  (01:00)",
                "",
                What::Boot { crashed: false },
                false,
            ),
            (
                "shutdown system down  6.17 2026-11-26T10:00:00+01:00 - 2026-11-26T10:01:00+01:00  (00:01)",
                "6.17",
                What::Shutdown,
                true,
            ),
        ] {
            let row = row(text, 1).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(
                (row.kernel.as_str(), row.what, row.has_seconds),
                (kernel, what, has_seconds),
                "{text}"
            );
        }
        assert!(row("ops      pts/0        192.0.2.1        Thu Nov 26 10:00 - crash  (00:10)", 1).is_none());
    }
}
