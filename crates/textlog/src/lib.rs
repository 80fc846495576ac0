//! Text logs to boots and records: journalctl's text forms, syslog files, `dmesg`, `last`, wtmp.
//!
//! [`sniff`] tells a form by content, [`read`] reads a stream line by line into boots with their records. Nothing
//! here knows the time, the zone or the locale of the machine it runs on: what a log does not tell by itself comes
//! in through [`Options`], and whatever had to be assumed goes out as a [`model::Problem`].

mod boot_list;
mod boots;
mod civil;
mod clock;
mod crashes;
mod draft;
mod dress;
mod fit;
mod front;
mod joined;
mod kernel_text;
mod last;
mod lines;
mod marks;
mod message;
mod months;
mod notes;
mod parse;
mod pid1;
mod reader;
mod refusal;
mod sessions;
mod shape;
mod sniff;
mod speaker;
mod stamp;
mod starts;
mod unit;
mod wrapped;
mod wtmp;
mod zone;

#[cfg(test)]
mod tests;

use std::io::BufRead;

use model::{BootId, InputId, Lines, Micros, Problem, Record, ZoneBasis};

pub use refusal::refusal;
pub use sniff::sniff;

/// Reads a stream to its end. What can't be read is counted and told, never lost silently. A log that was cut at a
/// terminal's width, or that runs backward, gives no boots: all its lines are rejected, and one problem tells why.
pub fn read(stream: &mut dyn BufRead, options: &Options) -> Reading {
    let options = &options.sane();
    match options.form {
        Some(Form::Wtmp) => wtmp::read(stream, options),
        Some(Form::Last) => last::read(stream, options),
        Some(Form::BootList) => boot_list::read(stream, options),
        Some(form) => reader::read(stream, form, options),
        None => {
            let head = lines::head(stream);
            let mut whole = std::io::Read::chain(head.as_slice(), stream);
            match sniff(&head) {
                Some(form) => read(&mut whole, &Options { form: Some(form), ..*options }),
                None => {
                    let why = refusal(&head);
                    let rejected = if why.is_some() { lines::count(&mut whole) } else { 0 };
                    Reading { rejected, ..Reading::refused(options, why) }
                }
            }
        }
    }
}

/// The name under which the records of wtmp and `last` speak.
pub const SESSIONS: &str = "wtmp";

/// How what is said begins where wall times had to be guessed.
pub const TIMES_GUESSED: &str = "only times since the boot's start are told";

/// How what is said begins where the year had to be assumed.
pub const YEAR_ASSUMED: &str = "the lines have no year; the last one is put into";

/// What is said where the zone of local times had to be assumed.
pub const ZONE_ASSUMED: &str = "no line tells the zone of its local times: UTC is assumed; --tz names it";

/// The form of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `journalctl`, its default: `Nov 26 10:00:00 host name[1]: text`.
    Short,
    /// `journalctl -o short-full`: `Thu 2026-11-26 10:00:00 UTC host name[1]: text`.
    ShortFull,
    /// `journalctl -o short-iso`.
    ShortIso,
    /// `journalctl -o short-iso-precise`.
    ShortIsoPrecise,
    /// `journalctl -o short-precise`.
    ShortPrecise,
    /// `journalctl -o short-monotonic` and `short-delta`: `[   12.345678] host name[1]: text`.
    ShortMonotonic,
    /// `journalctl -o short-unix`.
    ShortUnix,
    /// `journalctl -o with-unit`: the unit stands where the speaker does.
    WithUnit,
    /// Files of a syslog daemon, with traditional, RFC 3339 or RFC 5424 stamps.
    Syslog,
    /// `dmesg` with the time since the boot's start, also `-x`, `-r`, `-d`.
    Dmesg,
    /// `dmesg` with wall times: `-T`, `-e`, `-H`, `--time-format iso`.
    DmesgWall,
    /// `last -x` in any of its formats.
    Last,
    /// The file `/var/log/wtmp` itself.
    Wtmp,
    /// `journalctl --list-boots`.
    BootList,
}

impl Form {
    /// What it is called to the user.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Short => "journalctl -o short",
            Self::ShortFull => "journalctl -o short-full",
            Self::ShortIso => "journalctl -o short-iso",
            Self::ShortIsoPrecise => "journalctl -o short-iso-precise",
            Self::ShortPrecise => "journalctl -o short-precise",
            Self::ShortMonotonic => "journalctl -o short-monotonic",
            Self::ShortUnix => "journalctl -o short-unix",
            Self::WithUnit => "journalctl -o with-unit",
            Self::Syslog => "syslog",
            Self::Dmesg => "dmesg",
            Self::DmesgWall => "dmesg -T",
            Self::Last => "last -x",
            Self::Wtmp => "wtmp",
            Self::BootList => "journalctl --list-boots",
        }
    }
}

/// The zone of local times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// A zone of the time zone database.
    Named(chrono_tz::Tz),
    /// An offset.
    Fixed(chrono::FixedOffset),
}

/// How to read.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The input that records are said to come from.
    pub input: InputId,
    /// The form, if it is known; else it is told by content.
    pub form: Option<Form>,
    /// The zone of local times without offset, and how it was decided.
    pub zone: Option<(Zone, ZoneBasis)>,
    /// The year of the last line, for forms without a year.
    pub year: Option<i32>,
    /// No line is later than this: the file's mtime, or when a bundle was collected.
    pub not_after: Option<Micros>,
    /// What the file's origin restricts it to.
    pub lines: Option<Lines>,
    /// Number of the stream's first line.
    pub first_line: u64,
    /// Which records are kept. It is asked before the final wall time is known: `at` may still be off by the
    /// zone and by whole years, everything else is final.
    pub select: &'a dyn Fn(&Record) -> bool,
    /// First records of each boot that are kept whatever they say.
    pub head_entries: usize,
    /// Last records of each boot that are kept whatever they say.
    pub tail_entries: usize,
}

impl Options<'_> {
    /// Without years that no log is of: near the ends of what can be counted nothing could be computed.
    fn sane(&self) -> Self {
        /// The years 1900 and 9999.
        const TIMES: std::ops::RangeInclusive<i64> = -2_208_988_800_000_000..=253_370_764_800_000_000;
        Self {
            year: self.year.filter(|year| (1900..=9999).contains(year)),
            not_after: self.not_after.filter(|at| TIMES.contains(&at.0)),
            ..*self
        }
    }
}

/// What was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The form; none if it is no text log.
    pub form: Option<Form>,
    /// Boots, oldest first.
    pub boots: Vec<TextBoot>,
    /// Records that were read.
    pub records: u64,
    /// Lines that were not understood.
    pub rejected: u64,
    /// What had to be assumed, and what went wrong.
    pub problems: Vec<Problem>,
    /// The zone that local times were read in; none where times carry their own.
    pub zone: Option<String>,
    /// How the zone was decided.
    pub zone_basis: Option<ZoneBasis>,
    /// Whether it could not be read to its end.
    pub is_cut_off: bool,
}

impl Reading {
    fn refused(options: &Options, why: Option<String>) -> Self {
        let what = why.unwrap_or_else(|| "no log in a form that is known".to_owned());
        Self { problems: vec![Problem { line: Some(options.first_line), what }], ..Self::default() }
    }
}

/// What tells that a boot begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Begun {
    /// A mark of journalctl (`-- Boot ... --`, `-- Reboot --`), a row of a list, a record of wtmp.
    Marker,
    /// The kernel's first line.
    Banner,
    /// Time since the boot's start went back, or PID 1 or the syslog daemon started.
    Restarted,
    /// Nothing: the file begins in the middle of it.
    FileStart,
}

/// How far the wall times of a boot can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wall {
    /// Told by the log.
    Sure,
    /// Local times, read in an assumed zone.
    LocalAssumed,
    /// Guesses: only times since the boot's start are told.
    Anchored,
}

/// A boot, as far as one log shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct TextBoot {
    /// Its id, where a mark tells it.
    pub id: Option<BootId>,
    /// The host's name.
    pub hostname: Option<String>,
    /// What tells its beginning.
    pub begun: Begun,
    /// Whether the kernel's first line was seen, whatever else tells the beginning.
    pub has_banner: bool,
    /// Lines were taken out in front of it, so that whatever came before it may have ended elsewhere.
    pub is_behind_hole: bool,
    /// How far its wall times can be trusted.
    pub wall: Wall,
    /// The boot's start, where the log tells or allows to compute it.
    pub started: Option<Micros>,
    /// Wall time of the first record.
    pub first: Micros,
    /// Time of the first record since the boot's start, in microseconds.
    pub first_monotonic: Option<i64>,
    /// Wall time of the last record.
    pub last: Micros,
    /// Time of the last record since the boot's start, in microseconds.
    pub last_monotonic: Option<i64>,
    /// Records read.
    pub entries: u64,
    /// What the log can show of it.
    pub lines: Lines,
    /// The records kept, in the file's order.
    pub records: Vec<Record>,
    /// Wall time from which on every record was kept; none if no tail was asked for.
    pub tail_from: Option<Micros>,
}
