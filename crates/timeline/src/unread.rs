//! What of a boot's record is known to exist, or to have existed, and could not be read: a damaged file's entries, the
//! rest of a log that was cut off.

use model::{Input, JournalFile, Lines, Span};

use crate::BootTimeline;

/// A list of boots tells ends to the minute, and logs what comes after a shutdown was recorded.
const LISTED_LATER: Span = Span::minutes(2);

/// What of a boot's record could not be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    /// Lines behind its last one: how it ended may stand there.
    pub end: bool,
    /// Lines inside of it.
    pub inside: bool,
}

/// Finds it for the boots of one machine, in order.
pub(crate) fn mark(boots: &mut [BootTimeline], files: &[JournalFile], inputs: &[Input]) {
    let damaged: Vec<&JournalFile> =
        files.iter().filter(|file| file.salvaged.is_some_and(|found| found < file.entries)).collect();
    for index in 0..boots.len() {
        let (Some(boot), next) = (boots.get(index), boots.get(index + 1)) else { continue };
        let unread = Unread {
            end: damaged.iter().any(|file| holds_end(file, boot, next))
                || is_cut_off(boot, next, inputs)
                || is_listed_later(boot),
            inside: damaged.iter().any(|file| lacks_inside(file, boot)),
        };
        if let Some(boot) = boots.get_mut(index) {
            boot.unread = unread;
        }
    }
}

/// Whether numbers that a damaged file's header promises are missing behind the boot's last entry.
fn holds_end(file: &JournalFile, boot: &BootTimeline, next: Option<&BootTimeline>) -> bool {
    let Some(last) = boot.boot.last_seq.filter(|last| last.source == file.seq_source) else { return false };
    let first_of_next = next.and_then(|next| next.boot.first_seq).filter(|first| first.source == last.source);
    let behind = first_of_next.map_or(file.tail_seq, |first| first.number.saturating_sub(1));
    behind > last.number && file.tail_seq > last.number && file.head_seq <= behind
}

fn lacks_inside(file: &JournalFile, boot: &BootTimeline) -> bool {
    let (Some(first), Some(last)) = (boot.boot.first_seq, boot.boot.last_seq) else { return false };
    let room = last.number.saturating_sub(first.number).saturating_add(1);
    first.source == file.seq_source
        && last.source == file.seq_source
        && boot.boot.entries < room
        && file.head_seq <= last.number
        && file.tail_seq >= first.number
}

/// Whether its last line comes from a log that could not be read to its end, and stands at the end of what was.
fn is_cut_off(boot: &BootTimeline, next: Option<&BootTimeline>, inputs: &[Input]) -> bool {
    let cut = |input| inputs.iter().any(|known| known.id == input && known.is_cut_off);
    boot.boot.coverage.iter().any(|cover| {
        let goes_on =
            next.is_some_and(|next| next.boot.coverage.iter().any(|other| other.input == cover.input));
        cut(cover.input) && !goes_on && cover.to >= boot.boot.last
    })
}

/// Whether a list of boots knows of a later line.
fn is_listed_later(boot: &BootTimeline) -> bool {
    let covers = || boot.boot.coverage.iter();
    covers().any(|cover| cover.lines != Lines::Boots)
        && covers().any(|cover| cover.lines == Lines::Boots && cover.to > boot.boot.last + LISTED_LATER)
}

#[cfg(test)]
mod tests {
    use model::{Boot, Coverage, HeaderState, Id128, InputId, InputKind, Micros, Seq};

    use super::*;

    fn boot(first: u64, last: u64, entries: u64) -> BootTimeline {
        let seq = |number| Some(Seq { source: Id128::of(1), number });
        let boot = Boot { first_seq: seq(first), last_seq: seq(last), entries, ..Boot::default() };
        BootTimeline { boot, ..BootTimeline::default() }
    }

    fn file(head_seq: u64, tail_seq: u64, found: Option<u64>) -> JournalFile {
        JournalFile {
            input: InputId(0),
            name: "system.journal".to_owned(),
            set_aside: false,
            readable: true,
            state: HeaderState::Offline,
            machine: Id128::ZERO,
            tail_boot: Id128::ZERO,
            seq_source: Id128::of(1),
            head_seq,
            tail_seq,
            entries: tail_seq + 1 - head_seq,
            head_at: Micros(0),
            tail_at: Micros(0),
            tail_monotonic: 0,
            lost_bytes: 0,
            salvaged: found,
        }
    }

    fn marked(mut boots: Vec<BootTimeline>, files: &[JournalFile]) -> Vec<(bool, bool)> {
        mark(&mut boots, files, &[]);
        boots.iter().map(|boot| (boot.unread.end, boot.unread.inside)).collect()
    }

    #[test]
    fn what_a_damaged_file_held() {
        let two = || vec![boot(1, 60, 60), boot(101, 200, 100)];
        let none = (false, false);
        // The numbers between the two are of no damaged file: the tail that a sudden end costs.
        assert_eq!(marked(two(), &[file(1, 60, None), file(101, 200, None)]), [none, none]);
        // A file of both, with a hole behind the first.
        assert_eq!(marked(two(), &[file(1, 200, Some(160))]), [(true, false), none]);
        // The first one's own file was cut.
        assert_eq!(marked(two(), &[file(1, 100, Some(60)), file(101, 200, None)]), [(true, false), none]);
        // The next one's was, and its first lines are lost.
        assert_eq!(marked(two(), &[file(1, 60, None), file(71, 200, Some(100))]), [(true, false), none]);
        // Damaged, and all of it was found.
        assert_eq!(marked(two(), &[file(1, 60, Some(60)), file(101, 200, None)]), [none, none]);
        // A hole inside.
        let holed = vec![boot(1, 100, 90), boot(101, 200, 100)];
        assert_eq!(marked(holed, &[file(1, 100, Some(90)), file(101, 200, None)]), [(false, true), none]);
        // Of another count.
        let mut other = file(1, 200, Some(100));
        other.seq_source = Id128::of(2);
        assert_eq!(marked(two(), &[other]), [none, none]);
    }

    #[test]
    fn what_a_log_that_was_cut_off_held() {
        let at = Micros::from_secs;
        let told =
            |input, lines, from, to| Coverage { input: InputId(input), lines, from: at(from), to: at(to) };
        let boot = |coverage: Vec<Coverage>, last| {
            let boot = Boot { coverage, last: at(last), ..Boot::default() };
            BootTimeline { boot, ..BootTimeline::default() }
        };
        let mut cut = Input::new(InputId(0), "syslog", InputKind::TextLog);
        cut.is_cut_off = true;
        let end = |mut boots: Vec<BootTimeline>| {
            mark(&mut boots, &[], std::slice::from_ref(&cut));
            boots.iter().map(|boot| boot.unread.end).collect::<Vec<bool>>()
        };
        let of_cut = |from, to| told(0, Lines::All, from, to);
        let two = vec![boot(vec![of_cut(0, 50)], 50), boot(vec![of_cut(100, 150)], 150)];
        assert_eq!(end(two), [false, true]);
        // Another source goes on.
        assert_eq!(end(vec![boot(vec![of_cut(0, 50), told(1, Lines::All, 0, 80)], 80)]), [false]);
        // A list knows of a later line; of a shutdown a minute later everybody does.
        let listed = |to| boot(vec![told(1, Lines::All, 0, 50), told(2, Lines::Boots, 0, to)], 50);
        assert_eq!(end(vec![listed(300)]), [true]);
        assert_eq!(end(vec![listed(100)]), [false]);
        assert_eq!(end(vec![boot(vec![told(2, Lines::Boots, 0, 300)], 0)]), [false]);
    }
}
