//! Damaged journal files, read by a walk over their objects.
//!
//! libsystemd refuses a file that is cut short, and of a file with a broken list of entries it gives what comes
//! before the break and no word. Here neither lists nor hash tables nor the header's counters are needed: every
//! object tells its own type and size, an entry is made of values that stand before it, and behind damage the
//! next object is searched for. What lay in the damaged bytes is lost and nothing else.
//!
//! The file is read in pieces and never mapped. In memory are two bits for every 8 bytes of it, a mark of the
//! few values that mean something, and the places of those entries that are wanted; these are read afterwards.

mod bits;
mod criteria;
mod ends;
mod entry;
mod hash;
mod mend;
mod object;
mod payload;
mod survey;
#[cfg(test)]
mod tests;
mod walk;
mod window;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use model::{BootId, Id128, InputId, MachineId, Record};

use crate::Selection;
use crate::drafts::Draft;
use crate::fields;
#[cfg(all(feature = "sd-journal", target_os = "linux"))]
use crate::files::Found;
use crate::header::{Header, MIN_SIZE};
use criteria::Criteria;
use entry::{Cache, Entries};
use hash::{Checks, Hash};
use object::{EntryHead, Layout};
use survey::{BootSeen, Survey};
use walk::Damage;
use window::Window;

/// Bytes read at a time on the walk.
const WALK_CHUNK: usize = 256 << 10;
/// Bytes read at a time where single entries are read.
const ENTRY_CHUNK: usize = 32 << 10;
/// Least bytes that an entry takes: the smallest entry and its place in a list.
const ENTRY_MIN: u64 = 72;

/// What a walk over a file's objects gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Salvage {
    /// Entries that were found.
    pub found: u64,
    /// Entries that the file's header counts, if it can be believed.
    pub promised: Option<u64>,
    /// Found entries of which some fields are lost.
    pub partial: u64,
    /// Found entries whose boot, number or time was damaged and is taken from the entries beside them.
    pub mended: u64,
    /// Values with a flipped bit that their hash tells.
    pub mended_values: u64,
    /// Values left out because they are not what their hash says.
    pub damaged_values: u64,
    /// Entries left out because their boot or time can't be told.
    pub strays: u64,
    /// Damaged stretches with objects behind them.
    pub gaps: u64,
    /// Bytes in these stretches.
    pub gap_bytes: u64,
    /// Bytes that the disk could not read.
    pub unreadable: u64,
}

impl Salvage {
    /// Entries that the header counts and that were not found.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.promised.unwrap_or(0).saturating_sub(self.found)
    }
}

impl fmt::Display for Salvage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} entries salvaged", self.found)?;
        match self.promised {
            Some(promised) => write!(f, " of {promised} promised")?,
            None => f.write_str("; its header does not say of how many")?,
        }
        for (count, what) in [
            (self.partial, "with lost fields"),
            (self.mended, "with boot, number or time taken from the entries beside them"),
            (self.mended_values, "values with a flipped bit put right by their hash"),
            (self.damaged_values, "values left out that their hash says are damaged"),
            (self.strays, "more left out, since their boot or time can't be told"),
        ] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        if self.gaps > 0 {
            write!(f, "; {} bytes in {} damaged stretches passed over", self.gap_bytes, self.gaps)?;
        }
        if self.unreadable > 0 {
            write!(f, "; the disk could not read {} bytes", self.unreadable)?;
        }
        Ok(())
    }
}

/// A file that was walked over, for further questions.
#[derive(Debug)]
pub(crate) struct Walked {
    path: PathBuf,
    input: InputId,
    form: Form,
    mended: BTreeMap<u64, EntryHead>,
    /// Offsets of the newest entry about each unit.
    units: BTreeMap<BootId, Vec<u64>>,
}

/// What a file must be known by before it is walked over.
#[derive(Clone, Copy, Debug)]
struct Form {
    layout: Layout,
    header_size: Option<u64>,
    seq_source: Id128,
    /// Whether the count's id is lost and `seq_source` made up.
    is_count_lost: bool,
    machine: Option<MachineId>,
    promised: Option<u64>,
    hash: Option<Hash>,
}

/// What a file gave.
pub(crate) struct Salvaged {
    pub(crate) drafts: Vec<Draft>,
    pub(crate) salvage: Salvage,
    /// Highest sequence number found.
    pub(crate) last_seq: u64,
    pub(crate) walked: Walked,
}

/// Reads a file by a walk over its objects. `number` tells the files of one run apart.
///
/// # Errors
/// What opening it returns; anything that happens later costs only the part of the file it happens in.
pub(crate) fn read(
    path: &Path,
    number: usize,
    input: InputId,
    selection: &Selection,
) -> io::Result<Salvaged> {
    let mut window = Window::open(path, WALK_CHUNK)?;
    let form = form(&mut window, number);
    let criteria = Criteria::of(selection);
    let mut survey = Survey::of(&mut window, &form, &criteria);
    let boots = std::mem::take(&mut survey.boots);
    let mut units: BTreeMap<BootId, Vec<u64>> = BTreeMap::new();
    for ((boot, _), at) in std::mem::take(&mut survey.units) {
        units.entry(boot).or_default().push(at);
    }
    let Damage { gaps, bytes } = survey.damage;
    let mut salvage = Salvage {
        found: survey.found,
        promised: form.promised,
        partial: survey.partial,
        mended: survey.mended.len() as u64,
        mended_values: survey.checks.mended,
        damaged_values: survey.checks.damaged,
        strays: survey.strays,
        gaps,
        gap_bytes: bytes,
        unreadable: window.unreadable(),
    };
    let last_seq = survey.last_seq;
    let walked =
        Walked { path: path.to_owned(), input, form, mended: std::mem::take(&mut survey.mended), units };
    // The map of the file is not needed any more, and what comes now takes memory of its own.
    drop(survey);
    let mut boots: Vec<(BootId, BootSeen)> = boots.into_iter().collect();
    boots.sort_unstable_by_key(|(id, _)| *id);
    let mut entries = walked.entries()?;
    let drafts = boots.into_iter().enumerate();
    let drafts =
        drafts.map(|(n, (_, boot))| draft(boot, (input.0, n as u64), &form, selection, &mut entries));
    let drafts = drafts.collect();
    salvage.unreadable = salvage.unreadable.max(entries.window.unreadable());
    Ok(Salvaged { drafts, salvage, last_seq, walked })
}

/// Whether a walk finds at least as many entries as the file's header counts. What can't be opened is no
/// different from what it was.
#[cfg(all(feature = "sd-journal", target_os = "linux"))]
pub(crate) fn holds_its_entries(file: &Found) -> bool {
    let Some(header) = &file.header else { return true };
    let Ok(mut window) = Window::open(&file.path, WALK_CHUNK) else { return true };
    let layout = Layout { compact: header.is_compact() };
    walk::count_entries(&mut window, Some(header.header_size), layout) >= header.entries
}

/// A boot with its records.
fn draft(
    boot: BootSeen,
    appearance: (u32, u64),
    form: &Form,
    selection: &Selection,
    entries: &mut Entries,
) -> Draft {
    let mut draft = Draft { appearance, ..boot.draft };
    let mut offsets: Vec<u64> = boot.ends.offsets().chain(boot.selected).collect();
    offsets.sort_unstable();
    offsets.dedup();
    for at in offsets {
        let Some((record, hostname)) = entries.read(at) else { continue };
        if Some(at) == boot.ends.first() {
            draft.machine = fields::machine(&record);
        }
        if Some(at) == boot.ends.last() {
            draft.hostname = hostname;
        }
        if Some(at) == boot.ends.tail_start() {
            draft.tail_from = Some(record.at);
        }
        draft.records.push(record);
    }
    draft.machine = draft.machine.or(form.machine);
    if selection.tail_entries > 0 && boot.ends.meet(draft.entries, selection.tail_entries) {
        draft.tail_from = draft.first.map(|first| first.at);
    }
    draft
}

impl Walked {
    /// The id that stands for the count of its numbers where the header does not name it.
    pub(crate) fn made_up_count(&self) -> Option<Id128> {
        self.form.is_count_lost.then_some(self.form.seq_source)
    }

    /// Names the count.
    pub(crate) fn name_count(&mut self, source: Id128) {
        self.form.seq_source = source;
        self.form.is_count_lost = false;
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn entries(&self) -> io::Result<Entries<'_>> {
        Ok(Entries {
            window: Window::open(&self.path, ENTRY_CHUNK)?,
            layout: self.form.layout,
            input: self.input,
            seq_source: self.form.seq_source,
            mended: &self.mended,
            cache: Cache::default(),
            checks: Checks::by(self.form.hash),
            room: Vec::new(),
        })
    }

    /// The newest entry of a boot about each unit (`UNIT=`).
    pub(crate) fn last_of_units(&self, boot: BootId, units: &[String]) -> io::Result<Vec<Record>> {
        let mut entries = self.entries()?;
        let offsets = self.units.get(&boot).into_iter().flatten();
        let records = offsets.filter_map(|at| entries.read(*at)).map(|(record, _)| record);
        Ok(records
            .filter(|record| record.field("UNIT").is_some_and(|unit| units.iter().any(|known| known == unit)))
            .collect())
    }

    /// The entries of a boot that one of the terms selects and whose message is wanted.
    pub(crate) fn of_terms(
        &self,
        boot: BootId,
        terms: &[(&'static str, String)],
        wanted: &dyn Fn(&[u8]) -> bool,
    ) -> io::Result<Vec<Record>> {
        let mut window = Window::open(&self.path, WALK_CHUNK)?;
        let criteria = Criteria::of_terms(terms, wanted);
        let survey = Survey::of(&mut window, &self.form, &criteria);
        let mut entries = self.entries()?;
        let offsets = survey.boots.get(&boot).map_or(&[][..], |seen| &seen.selected);
        Ok(offsets.iter().filter_map(|at| entries.read(*at)).map(|(record, _)| record).collect())
    }
}

/// What the header says, as far as it can be believed, and what the objects say themselves.
fn form(window: &mut Window, number: usize) -> Form {
    let start = window.peek(0, MIN_SIZE);
    let header = Header::parse(start).ok().or_else(|| Header::parse_damaged(start));
    let sized = |header: &Header| {
        header.header_size.is_multiple_of(8) && (MIN_SIZE as u64..=1024).contains(&header.header_size)
    };
    let header_size = header.as_ref().filter(|header| sized(header)).map(|header| header.header_size);
    let compact = header.as_ref().is_none_or(Header::is_compact);
    let layout = walk::tell_layout(window, header_size).unwrap_or(Layout { compact });
    let room = window.size().max(header.as_ref().map_or(0, Header::claimed_size)) / ENTRY_MIN;
    let count = header.as_ref().map(|header| header.seq_source).filter(|source| *source != Id128::ZERO);
    let file_id = header.as_ref().map(|header| header.file_id.0);
    Form {
        layout,
        header_size,
        // Without the count's id the file's numbers are a count of their own.
        seq_source: count.unwrap_or_else(|| Id128::of(number as u128 + 1)),
        is_count_lost: count.is_none(),
        machine: header.as_ref().map(|header| header.machine).filter(|machine| *machine != Id128::ZERO),
        promised: header.map(|header| header.entries).filter(|entries| *entries <= room),
        hash: walk::tell_hash(window, header_size, layout, file_id),
    }
}
