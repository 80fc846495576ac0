//! What one input's files gave, whichever reader read them.

use std::collections::BTreeMap;

use model::{BootId, MachineId, Micros};

use crate::counts::Stretch;
use crate::drafts::{BootKey, Draft};
use crate::files::Found;
use crate::salvage::{Salvage, Salvaged, Walked};

/// What was read of one file.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileRead {
    pub(crate) entries: u64,
    pub(crate) boots: Vec<BootId>,
    pub(crate) first: Option<Micros>,
    pub(crate) last: Option<Micros>,
    pub(crate) salvage: Option<Salvage>,
    pub(crate) stretches: Vec<Stretch>,
}

impl FileRead {
    /// Takes note of what the file holds of a boot.
    pub(crate) fn add(&mut self, part: &Draft) {
        self.entries += part.entries;
        self.boots.push(part.id);
        self.stretches.extend(Stretch::of(part));
        let (first, last) = (part.first.map(|edge| edge.at), part.last.map(|edge| edge.at));
        self.first = [self.first, first, last].into_iter().flatten().min();
        self.last = [self.last, first, last].into_iter().flatten().max();
    }

    /// The machine that wrote it: as its header says if any entry agrees, else as its last entries do. A file
    /// that `systemd-journal-remote` wrote has the header of the host that it wrote on.
    pub(crate) fn machine(&self, header: MachineId) -> MachineId {
        let told = self.stretches.iter().filter(|stretch| stretch.machine.is_some());
        if told.clone().any(|stretch| stretch.machine == Some(header)) {
            return header;
        }
        told.max_by_key(|stretch| stretch.last_number()).and_then(|stretch| stretch.machine).unwrap_or(header)
    }
}

/// What one input's files hold.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) drafts: Vec<Draft>,
    /// Files (by place in the reader's list) that hold entries of a boot.
    pub(crate) boot_files: BTreeMap<BootId, Vec<usize>>,
    /// Last sequence number that could be read of each file.
    pub(crate) last_read: BTreeMap<usize, u64>,
    /// Entries that are counted but could not be read.
    pub(crate) rejected: u64,
    pub(crate) problems: Vec<String>,
    pub(crate) files: BTreeMap<usize, FileRead>,
    pub(crate) walked: BTreeMap<usize, Walked>,
}

impl Outcome {
    /// Takes what a walk over a file gave; `why` the walk was made.
    pub(crate) fn take_salvaged(&mut self, index: usize, file: &Found, why: &str, salvaged: Salvaged) {
        let path = file.path.display();
        let Salvaged { drafts, salvage, last_seq, walked } = salvaged;
        self.rejected += salvage.lost();
        if salvage.found == 0 {
            self.problems.push(format!("{path}: not read, {why}; no entry was found in it"));
            return;
        }
        self.problems.push(format!("{path}: {why}; {salvage}"));
        let mut read = FileRead { salvage: Some(salvage), ..FileRead::default() };
        for draft in &drafts {
            read.add(draft);
            self.boot_files.entry(draft.id).or_default().push(index);
        }
        self.files.insert(index, read);
        self.last_read.insert(index, last_seq);
        self.walked.insert(index, walked);
        self.drafts.extend(drafts);
    }

    /// The boots, with the parts that several files hold of one put together.
    pub(crate) fn boots(&mut self) -> Vec<Draft> {
        let mut boots: BTreeMap<BootKey, Draft> = BTreeMap::new();
        for draft in self.drafts.drain(..) {
            match boots.entry((draft.machine, draft.id)) {
                std::collections::btree_map::Entry::Occupied(mut known) => known.get_mut().add_part(draft),
                std::collections::btree_map::Entry::Vacant(place) => {
                    place.insert(draft);
                }
            }
        }
        boots.into_values().collect()
    }
}
