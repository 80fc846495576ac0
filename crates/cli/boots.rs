//! Which boots are meant: offsets and ids as journalctl takes them.

use std::collections::HashMap;

use anyhow::{Result, bail};
use diagnose::Diagnosis;
use model::evidence::Ending;
use model::{InputKind, MachineId, Micros};
use timeline::Timeline;

use crate::args::UsageError;

/// One value of `--boot`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// Every boot.
    All,
    /// Counted from the newest boot, which is 0; older ones are negative.
    FromNewest(i32),
    /// Counted from the oldest boot, which is 1.
    FromOldest(i32),
    /// The beginning of a boot id.
    Id(String),
}

impl Which {
    /// Reads a value: an offset of up to five digits with or without sign, 8 to 32 digits of a boot id, or
    /// `all`.
    pub(crate) fn parse(text: &str) -> Result<Self, UsageError> {
        let digits = text.trim_start_matches(['+', '-']);
        let is_offset = !digits.is_empty()
            && digits.len() <= 5
            && digits.bytes().all(|b| b.is_ascii_digit())
            && text.len() - digits.len() <= 1;
        if text == "all" {
            return Ok(Self::All);
        }
        if is_offset {
            let number: i32 =
                digits.parse().map_err(|_| UsageError(format!("--boot {text}: not a number")))?;
            return Ok(match (text.starts_with('-'), number) {
                (_, 0) => Self::FromNewest(0),
                (true, _) => Self::FromNewest(-number),
                (false, _) => Self::FromOldest(number),
            });
        }
        let id: String = text.chars().filter(|c| *c != '-').flat_map(char::to_lowercase).collect();
        if (8..=32).contains(&id.len()) && id.chars().all(|c| c.is_ascii_hexdigit()) {
            return Ok(Self::Id(id));
        }
        Err(UsageError(format!(
            "--boot '{text}': expected an offset (0, -1, +1), 8 and more digits of a boot id, or all"
        )))
    }

    fn finds(&self, timeline: &Timeline) -> Vec<usize> {
        let mut oldest: HashMap<MachineId, i32> = HashMap::new();
        for boot in &timeline.boots {
            let oldest = oldest.entry(boot.machine()).or_default();
            *oldest = boot.offset.min(*oldest);
        }
        let boots = timeline.boots.iter().enumerate();
        boots
            .filter(|(_, boot)| match self {
                Self::All => true,
                Self::FromNewest(offset) => boot.offset == *offset,
                Self::FromOldest(place) => oldest
                    .get(&boot.machine())
                    .is_some_and(|oldest| boot.offset == oldest.saturating_add(place - 1)),
                Self::Id(digits) => boot.boot.id.to_string().starts_with(digits.as_str()),
            })
            .map(|(i, _)| i)
            .collect()
    }
}

/// The range of time in which boots are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Between {
    pub(crate) since: Option<Micros>,
    pub(crate) until: Option<Micros>,
}

/// The boots to show, by index, oldest first.
pub(crate) fn select(
    timeline: &Timeline,
    diagnoses: &[Diagnosis],
    wanted: &[Which],
    all: bool,
    between: Between,
) -> Result<Vec<usize>> {
    if timeline.boots.is_empty() {
        bail!("no boot was found in what could be read");
    }
    // A range of time alone asks for every boot in it.
    let by_time = wanted.is_empty() && (between.since.is_some() || between.until.is_some());
    let mut indices: Vec<usize> = if all || by_time || wanted.contains(&Which::All) {
        (0..timeline.boots.len()).collect()
    } else if wanted.is_empty() {
        newest_ended(timeline, diagnoses)
    } else {
        let mut indices = Vec::new();
        for which in wanted {
            let found = which.finds(timeline);
            if found.is_empty() {
                bail!("{}", no_such_boot(timeline, which));
            }
            if let Which::Id(digits) = which
                && found.len() > 1
            {
                bail!("the digits {digits} begin {} boot ids; give more of them", found.len());
            }
            indices.extend(found);
        }
        indices
    };
    indices.sort_unstable();
    indices.dedup();
    indices.retain(|&i| {
        let boot = &timeline.boots[i];
        between.since.is_none_or(|since| boot.alive_until >= since)
            && between.until.is_none_or(|until| boot.boot.first <= until)
    });
    if indices.is_empty() {
        bail!("no boot lies in that range of time; {}", times(timeline));
    }
    Ok(indices)
}

/// The newest boot that has ended, of each machine; where none has, the newest.
fn newest_ended(timeline: &Timeline, diagnoses: &[Diagnosis]) -> Vec<usize> {
    let newest: Vec<usize> = (0..timeline.boots.len()).filter(|&i| timeline.boots[i].is_newest).collect();
    newest
        .into_iter()
        .map(|newest| {
            let machine = timeline.boots[newest].machine();
            (0..=newest)
                .rev()
                .filter(|&i| timeline.boots[i].machine() == machine)
                .find(|&i| diagnoses[i].end.ending != Ending::Running)
                .unwrap_or(newest)
        })
        .collect()
}

fn no_such_boot(timeline: &Timeline, which: &Which) -> String {
    let asked = match which {
        Which::FromNewest(offset) => format!("no boot {offset}"),
        Which::FromOldest(place) => format!("no boot +{place}"),
        Which::Id(digits) => format!("no boot whose id begins with {digits}"),
        Which::All => "no boot".to_owned(),
    };
    let hint =
        if is_of_one_boot(timeline) && matches!(which, Which::FromNewest(..0)) { ONE_BOOT } else { "" };
    format!("{asked}; {}{hint}", range(timeline))
}

/// What `journalctl -b -1 > FILE` leaves to ask for.
const ONE_BOOT: &str = ". If this is what journalctl -b -1 > FILE wrote, it holds that boot only, which is the newest \
                        in it: give --boot 0 --ended";

/// Whether all that was given is what was printed of one boot; journal files hold what there is.
fn is_of_one_boot(timeline: &Timeline) -> bool {
    let is_printed = |kind| {
        matches!(kind, InputKind::TextLog | InputKind::Export | InputKind::JournalText | InputKind::Monitor)
    };
    timeline.boots.len() == 1 && timeline.inputs.iter().all(|input| is_printed(input.kind))
}

fn times(timeline: &Timeline) -> String {
    let show = |at: Micros| {
        chrono::DateTime::from_timestamp_micros(at.0)
            .map_or_else(String::new, |at| at.format("%Y-%m-%d %H:%M UTC").to_string())
    };
    let first = timeline.boots.iter().map(|boot| boot.boot.first).min().unwrap_or_default();
    let last = timeline.boots.iter().map(|boot| boot.alive_until).max().unwrap_or_default();
    format!("what was read goes from {} to {}", show(first), show(last))
}

fn range(timeline: &Timeline) -> String {
    let oldest = timeline.boots.iter().map(|boot| boot.offset).min().unwrap_or(0);
    match timeline.boots.len() {
        1 => "there is one boot, 0 (see --list-boots)".to_owned(),
        count => format!("there are {count} boots, {oldest} to 0 (see --list-boots)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_journalctl_reads() {
        for (text, which) in [
            ("all", Some(Which::All)),
            ("0", Some(Which::FromNewest(0))),
            ("-0", Some(Which::FromNewest(0))),
            ("-1", Some(Which::FromNewest(-1))),
            ("+1", Some(Which::FromOldest(1))),
            ("2", Some(Which::FromOldest(2))),
            ("12345", Some(Which::FromOldest(12345))),
            ("12345678", Some(Which::Id("12345678".to_owned()))),
            (
                "C6A2026B516845E7A5B6F2FA823F08E5",
                Some(Which::Id("c6a2026b516845e7a5b6f2fa823f08e5".to_owned())),
            ),
            ("123456", None),
            ("--1", None),
            ("", None),
            ("+", None),
            ("yesterday", None),
        ] {
            assert_eq!(Which::parse(text).ok(), which, "{text}");
        }
    }
}
