//! The host that a bundle speaks of, from small files and commands' outputs.

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime};
use model::{BootId, Id128, MachineId, Micros};

/// What a small file tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    Hostname,
    MachineId,
    OsRelease,
    /// `/etc/timezone`: a name.
    Timezone,
    /// `/etc/localtime`: as a link, its target is the name; its content ends with a rule that is not read.
    Localtime,
    Timedatectl,
    Hostnamectl,
    Date,
    DateUtc,
    BootId,
}

impl Fact {
    pub(crate) fn of_etc(below: &[&str]) -> Option<Self> {
        match below {
            ["hostname"] => Some(Self::Hostname),
            ["machine-id"] => Some(Self::MachineId),
            ["os-release"] => Some(Self::OsRelease),
            ["timezone"] => Some(Self::Timezone),
            ["localtime"] => Some(Self::Localtime),
            _ => None,
        }
    }
}

/// What is known of the host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Host {
    pub(crate) name: Option<String>,
    pub(crate) machine_id: Option<MachineId>,
    /// Another machine's id was found too: the bundle holds several hosts.
    pub(crate) other: Option<MachineId>,
    zone: Option<String>,
    offset: Option<String>,
    pub(crate) os: Option<String>,
    pub(crate) boot: Option<BootId>,
    pub(crate) collected: Option<Micros>,
}

impl Host {
    /// Takes what a file tells. What was told first stays, except that the zone's name beats its offset.
    pub(crate) fn learn(&mut self, fact: Fact, text: &str) {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        match fact {
            Fact::Hostname => set(&mut self.name, host_name(first)),
            Fact::MachineId => self.machine(first),
            Fact::OsRelease => set(&mut self.os, text.lines().find_map(pretty_name)),
            Fact::Timezone => set(&mut self.zone, zone_name(first)),
            Fact::Localtime => {}
            Fact::Timedatectl => self.timedatectl(text),
            Fact::Hostnamectl => self.hostnamectl(text),
            Fact::Date | Fact::DateUtc => self.date(first),
            Fact::BootId => set(&mut self.boot, Id128::parse(first)),
        }
    }

    /// Takes the target of the link `/etc/localtime`.
    pub(crate) fn localtime(&mut self, target: &str) {
        set(&mut self.zone, target.split_once("zoneinfo/").and_then(|(_, name)| zone_name(name)));
    }

    /// Takes a line of `date`: when the bundle was made, and in which offset.
    pub(crate) fn date(&mut self, line: &str) {
        let Some((at, zone)) = read_date(line) else { return };
        set(&mut self.collected, Some(Micros::from_secs(at.timestamp())));
        // UTC may be the command's, not the host's.
        if at.offset().local_minus_utc() != 0 {
            set(&mut self.offset, Some(zone));
        }
    }

    /// The zone: a name, else an offset.
    pub(crate) fn zone(&self) -> Option<String> {
        self.zone.clone().or_else(|| self.offset.clone())
    }

    /// `Time zone: Asia/Tokyo (JST, +0900)`; old versions say `Timezone`.
    fn timedatectl(&mut self, text: &str) {
        for line in text.lines() {
            if let Some((label, value)) = line.split_once(':')
                && matches!(label.trim(), "Time zone" | "Timezone")
            {
                set(&mut self.zone, value.split_whitespace().next().and_then(zone_name));
            }
        }
    }

    /// `Static hostname: ...`, `Machine ID: ...`, `Boot ID: ...`, `Operating System: ...`.
    fn hostnamectl(&mut self, text: &str) {
        for line in text.lines() {
            let Some((label, value)) = line.split_once(':') else { continue };
            match label.trim() {
                "Static hostname" => set(&mut self.name, host_name(value.trim())),
                "Machine ID" => self.machine(value.trim()),
                "Boot ID" => set(&mut self.boot, Id128::parse(value.trim())),
                "Operating System" => {
                    set(&mut self.os, os_name(value));
                }
                _ => {}
            }
        }
    }

    fn machine(&mut self, id: &str) {
        match Id128::parse(id).filter(|id| *id != Id128::ZERO) {
            Some(id) if self.machine_id.is_some_and(|known| known != id) => self.other = Some(id),
            id => set(&mut self.machine_id, id),
        }
    }

    /// The second word of `uname -a`.
    pub(crate) fn uname(&mut self, line: &str) {
        set(&mut self.name, line.split_whitespace().nth(1).and_then(host_name));
    }
}

fn set<T>(place: &mut Option<T>, value: Option<T>) {
    if place.is_none() {
        *place = value;
    }
}

fn host_name(text: &str) -> Option<String> {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    (!text.is_empty() && text.len() <= 253 && text.chars().all(fits)).then(|| text.to_owned())
}

fn zone_name(text: &str) -> Option<String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_' | '+');
    let is_name = !text.is_empty() && text.len() <= 64 && text.chars().all(fits) && text != "n/a";
    is_name.then(|| text.trim_start_matches("posix/").to_owned())
}

/// The value of a line `PRETTY_NAME="..."`.
pub(crate) fn pretty_name(line: &str) -> Option<String> {
    os_name(line.trim().strip_prefix("PRETTY_NAME=")?)
}

fn os_name(value: &str) -> Option<String> {
    let value = value.trim().trim_matches(['"', '\'']);
    (!value.is_empty()).then(|| value.chars().filter(|c| !c.is_control()).take(120).collect())
}

/// Zones that `date` abbreviates and that mean one offset only, in minutes east of Greenwich. `IST`, `CST` and
/// `BST` have several meanings and are left out.
const ABBREVIATIONS: [(&str, i32); 16] = [
    ("UTC", 0),
    ("GMT", 0),
    ("WET", 0),
    ("WEST", 60),
    ("CET", 60),
    ("CEST", 120),
    ("EET", 120),
    ("EEST", 180),
    ("JST", 540),
    ("KST", 540),
    ("EST", -300),
    ("EDT", -240),
    ("CDT", -300),
    ("MDT", -360),
    ("PST", -480),
    ("PDT", -420),
];

/// Reads what `date` writes in the C locale or in English: `Thu Nov 26 10:00:00 UTC 2026`,
/// `Thu Nov 26 10:00:00 AM JST 2026`, `Thu 26 Nov 2026 10:00:00 AM UTC`; with the offset as text.
fn read_date(line: &str) -> Option<(DateTime<FixedOffset>, String)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (mut year, mut month, mut day, mut clock, mut offset, mut half) =
        (None, None, None, None, None, None);
    for word in words {
        let word = word.trim_end_matches(',');
        if let Some(found) = month_of(word) {
            month = Some(found);
        } else if word.contains(':') && clock.is_none() {
            clock = Some(word);
        } else if let Some(minutes) = offset_of(word) {
            offset = Some(minutes);
        } else if matches!(word, "AM" | "PM") {
            half = Some(word == "PM");
        } else if let Ok(number) = word.parse::<i32>() {
            if number > 31 { year = Some(number) } else { day = u32::try_from(number).ok() }
        }
    }
    let mut clock = clock?.split(':').map(|part| part.parse::<u32>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    let hour = match half {
        Some(after_noon) => hour % 12 + if after_noon { 12 } else { 0 },
        None => hour,
    };
    let local: NaiveDateTime =
        NaiveDate::from_ymd_opt(year?, month?, day?)?.and_hms_opt(hour, minute, second)?;
    let minutes = offset?;
    let at = local.and_local_timezone(FixedOffset::east_opt(minutes * 60)?).single()?;
    let sign = if minutes < 0 { '-' } else { '+' };
    Some((at, format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)))
}

fn month_of(word: &str) -> Option<u32> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let at = MONTHS.iter().position(|month| word == *month)?;
    u32::try_from(at).ok().map(|at| at + 1)
}

/// `+0900`, `-03` or a known abbreviation, in minutes.
fn offset_of(word: &str) -> Option<i32> {
    if let Some((_, minutes)) = ABBREVIATIONS.iter().find(|(name, _)| *name == word) {
        return Some(*minutes);
    }
    let sign = match word.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let digits: String = word.chars().skip(1).filter(|c| *c != ':').collect();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: i32 = digits.parse().ok()?;
    match digits.len() {
        2 if number <= 14 => Some(sign * number * 60),
        4 if number <= 1400 && number % 100 < 60 => Some(sign * (number / 100 * 60 + number % 100)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read() {
        for (line, at) in [
            ("Thu Nov 26 10:00:00 UTC 2026", Some(("2026-11-26T10:00:00+00:00", "+00:00"))),
            ("Thu Nov 26 10:00:00 PM JST 2026", Some(("2026-11-26T22:00:00+09:00", "+09:00"))),
            ("Thu Oct 27 12:50:11 AM -03 2022", Some(("2022-10-27T00:50:11-03:00", "-03:00"))),
            ("Thu 26 Nov 2026 10:00:00 AM UTC", Some(("2026-11-26T10:00:00+00:00", "+00:00"))),
            ("Thu Jul 14 14:11:55 IST 2011", None),
            ("mar 13 set 2011, 23.11.55, CEST", None),
            ("Thu Nov 31 10:00:00 UTC 2026", None),
            ("", None),
        ] {
            let read = read_date(line);
            let read = read.as_ref().map(|(at, zone)| (at.to_rfc3339(), zone.as_str()));
            assert_eq!(read.as_ref().map(|(at, zone)| (at.as_str(), *zone)), at, "{line}");
        }
    }

    #[test]
    fn a_zone_s_name_beats_its_offset() {
        let mut host = Host::default();
        host.learn(Fact::Date, "Thu Nov 26 10:00:00 JST 2026\n");
        assert_eq!(host.zone().as_deref(), Some("+09:00"));
        host.learn(Fact::Timedatectl, "  Local time: Thu\n       Time zone: Asia/Tokyo (JST, +0900)\n");
        assert_eq!(host.zone().as_deref(), Some("Asia/Tokyo"));
        host.localtime("/usr/share/zoneinfo/Europe/Berlin");
        assert_eq!(host.zone().as_deref(), Some("Asia/Tokyo"));
    }

    #[test]
    fn hostnamectl_names_machine_and_boot() {
        let mut host = Host::default();
        let text = "   Static hostname: gb10-a\n        Machine ID: 11112222333344445555666677778888\n\
                    \x20          Boot ID: 88887777666655554444333322221111\n  Operating System: Ubuntu 24.04.3 LTS\n";
        host.learn(Fact::Hostnamectl, text);
        let short = |id: Option<Id128>| id.map(|id| id.short());
        assert_eq!((host.name.as_deref(), host.os.as_deref()), (Some("gb10-a"), Some("Ubuntu 24.04.3 LTS")));
        assert_eq!(
            (short(host.machine_id), short(host.boot)),
            (Some("11112222".into()), Some("88887777".into()))
        );
    }

    #[test]
    fn what_is_no_fact_is_not_taken() {
        let mut host = Host::default();
        host.learn(Fact::Hostname, "a host\n");
        host.learn(Fact::MachineId, "uninitialized\n");
        host.learn(Fact::Timezone, "../../etc\u{7}\n");
        host.localtime("/etc/passwd");
        host.learn(Fact::Hostnamectl, "Failed to query: x\n Static hostname: n/a\n");
        assert_eq!(host, Host::default());
    }
}
