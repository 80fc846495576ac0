//! A record a line as `key=value`, which scripts and loggers of the logfmt kind write. The time is one of the values or
//! stands before the first key; a value goes up to the next key, so it may hold blanks (`ts=2026-07-18 14:09:38`).

use std::sync::LazyLock;

use regex::Regex;

use super::{Format, Pairs, Read};
use crate::alias::{Role, role};
use crate::frame::whole;
use crate::log::{Log, quote};
use crate::name::Name;
use crate::sheet::Framed;
use crate::stamp::Stamp;
use crate::text::Line;

pub(super) const FORMAT: Format = Format {
    name: "key=value lines",
    sniff: |head| {
        let rows = head.lines.iter().filter(|line| row(&line.text).is_ok_and(|row| has_metric(&row)));
        rows.count() * 2 > head.lines.len()
    },
    read: Read::Whole(|lines, _, _, log| Ok(read(lines, log))),
    sample: (
        "ts=2026-07-18T05:09:38Z mem_available_mib=61148 swap_used_mib=0 gpu_temp=71C state=\"a b=1\"\n\
         ts=2026-07-18T05:09:43Z mem_available_mib=60212 swap_used_mib=0 gpu_temp=na state=\"\"\n",
        2,
    ),
};

/// A key and what stands before it: names begin with a letter.
static KEY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:^|[\s,;|\[({])([A-Za-z_%][\w.%/-]*(?:\[\w+\])?)=").expect("constant"));

fn read(lines: &[Line<'_>], log: &mut Log) -> Framed {
    let mut framed = Framed::default();
    for line in whole(lines, log) {
        match row(&line.text) {
            Ok(row) => {
                if !framed.row(line.number, &row.0, false) {
                    log.reject(line.number, || "there are too many different sets of keys".to_owned());
                }
            }
            Err(_) if line.text.starts_with('#') => {}
            Err(why) => log.reject(line.number, || format!("{why}: `{}`", quote(&line.text))),
        }
    }
    framed
}

fn row(text: &str) -> Result<Pairs, &'static str> {
    let mut keys: Vec<(usize, usize, &str)> = Vec::new();
    let (mut quotes, mut seen) = (0, 0);
    for found in KEY.captures_iter(text) {
        let (Some(all), Some(key)) = (found.get(0), found.get(1)) else { continue };
        quotes += text[seen..all.start()].matches('"').count();
        seen = all.start();
        // Inside quotes it is text.
        if quotes % 2 == 0 {
            keys.push((all.start(), all.end(), key.as_str()));
        }
    }
    let Some(&(first, ..)) = keys.first() else { return Err("no key=value in it") };
    let mut row = Pairs::default();
    let before = time_before(&text[..first]);
    if let Some(time) = before {
        row.add("timestamp", time);
    }
    let mut timed = before.is_some();
    for (at, &(_, start, key)) in keys.iter().enumerate() {
        let end = keys.get(at + 1).map_or(text.len(), |next| next.0);
        let value = bare(&text[start..end]);
        if is_time(key) {
            if row.has(key) {
                return Err("two times in it, as if two lines had run together");
            }
            timed |= Stamp::parse(value).is_some();
        }
        row.add(key, value);
    }
    if timed { Ok(row) } else { Err("no time in it") }
}

/// The value without quotes and what separates it from the next key.
fn bare(value: &str) -> &str {
    let value =
        value.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | ']' | ')' | '}'));
    value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value).trim()
}

/// The time at the beginning of what stands before the first key, which may go on with a name.
fn time_before(text: &str) -> Option<&str> {
    let text = text.trim_start_matches('[');
    let ends = text.match_indices(char::is_whitespace).map(|(at, _)| at).take(8);
    let mut ends: Vec<usize> = ends.chain([text.len()]).collect();
    ends.reverse();
    let outer = |c: char| c.is_whitespace() || matches!(c, ']' | ':' | ',' | ';' | '|' | '-');
    ends.into_iter().map(|end| text[..end].trim_matches(outer)).find(|time| Stamp::parse(time).is_some())
}

fn is_time(key: &str) -> bool {
    role(&Name::new(key)) == Role::Time
}

fn has_metric(row: &Pairs) -> bool {
    row.0.iter().any(|(key, _)| {
        !matches!(role(&Name::new(key)), Role::Time | Role::Gpu(_) | Role::Ignored(_) | Role::Unknown)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_many_hands() {
        let pairs = |text| row(text).map(|row| row.0);
        let own = |pairs: &[(&str, &str)]| {
            Ok(pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect::<Vec<_>>())
        };
        for (text, expected) in [
            ("ts=1784351340 mem_avail=3", own(&[("ts", "1784351340"), ("mem_avail", "3")])),
            (
                "ts=2026-07-18 14:09:38, mem_avail=3 MiB,gpu_temp=71",
                own(&[("ts", "2026-07-18 14:09:38"), ("mem_avail", "3 MiB"), ("gpu_temp", "71")]),
            ),
            (
                "[2026-07-18 14:09:38] watch: mem_avail=3",
                own(&[("timestamp", "2026-07-18 14:09:38"), ("mem_avail", "3")]),
            ),
            (
                "watch ts=1784351340 note=\"x mem_avail=9\" mem_avail=",
                own(&[("ts", "1784351340"), ("note", "x mem_avail=9"), ("mem_avail", "")]),
            ),
            (
                "date=2026-07-18 time=14:09:38 load1=0.5",
                own(&[("date", "2026-07-18"), ("time", "14:09:38"), ("load1", "0.5")]),
            ),
            ("mem_avail=3", Err("no time in it")),
            ("all quiet", Err("no key=value in it")),
            (
                "ts=1784351340 mem_avts=1784351345 mem_avail=3",
                own(&[("ts", "1784351340"), ("mem_avts", "1784351345"), ("mem_avail", "3")]),
            ),
            (
                "ts=1784351340 mem_av ts=1784351345 mem_avail=3",
                Err("two times in it, as if two lines had run together"),
            ),
        ] {
            assert_eq!(pairs(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_such_file() {
        for (head, expected) in [
            ("ts=1784351340 mem_avail=3\n", true),
            ("time=2026-07-18T05:09:38Z level=info msg=\"mem_avail=3\"\n", false),
            ("BOOT_IMAGE=/vmlinuz root=UUID=1 quiet mem=4G\n", false),
            ("2026-07-18T14:09:38+0900 host prog: user=a session=1\n", false),
        ] {
            assert_eq!(crate::sniff(head.as_bytes()), expected, "{head}");
        }
    }
}
