//! One pass over a file: which boots and entries it holds, and which of them are wanted.
//!
//! Values come before the entries that are made of them, so one pass is enough: of every value two bits are
//! kept (see [`Classes`]), of the few that mean something a [`Mark`], of entries only the offsets of those that
//! are read afterwards.

use std::collections::{BTreeMap, HashMap};

use model::{BootId, Id128, Micros, Seq};

use super::bits::{Class, Classes};
use super::criteria::{Criteria, Marks};
use super::ends::Ends;
use super::hash::Checks;
use super::mend;
use super::object::{EntryHead, Layout, items};
use super::walk::{Met, Walk};
use super::window::Window;
use super::{Damage, Form};
use crate::CHATTY_MAX;
use crate::drafts::{Draft, Edge};
use crate::header::signed;

/// Boots of one file; more is no journal that anybody wrote.
const BOOTS_MAX: usize = 50_000;
/// Pairs of boot and unit that are kept.
const UNITS_MAX: usize = 500_000;

/// An entry as the walk met it.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) offset: u64,
    pub(super) head: EntryHead,
    /// What `_BOOT_ID=` says.
    pub(super) item_boot: Option<BootId>,
    is_partial: bool,
    is_wanted: bool,
    is_term: bool,
    is_always: bool,
    is_system: bool,
    chatty: Option<usize>,
    unit: Option<u64>,
}

/// What was found of a boot.
#[derive(Default)]
pub(super) struct BootSeen {
    pub(super) draft: Draft,
    pub(super) ends: Ends,
    /// Offsets of the entries that the terms and ids select.
    pub(super) selected: Vec<u64>,
}

/// Entries of a term that may be too many.
#[derive(Default)]
struct Chatty {
    seen: u64,
    selected: Vec<(BootId, u64)>,
}

/// What a pass over a file found.
pub(super) struct Survey<'a> {
    criteria: &'a Criteria<'a>,
    layout: Layout,
    seq_source: Id128,
    classes: Classes,
    marks: Marks,
    chatty: Vec<Chatty>,
    /// The entry before the pending one, as it was settled.
    before: Option<EntryHead>,
    pending: Option<Seen>,
    pub(super) boots: HashMap<BootId, BootSeen>,
    /// Newest entry of a boot about a unit.
    pub(super) units: HashMap<(BootId, u64), u64>,
    /// Heads that were put right, by the entry's offset.
    pub(super) mended: BTreeMap<u64, EntryHead>,
    /// Entries.
    pub(super) found: u64,
    /// Entries some of whose values are lost.
    pub(super) partial: u64,
    /// Entries whose boot or time can't be told.
    pub(super) strays: u64,
    pub(super) last_seq: u64,
    pub(super) damage: Damage,
    pub(super) checks: Checks,
}

impl<'a> Survey<'a> {
    /// Walks over the file.
    pub(super) fn of(window: &mut Window, form: &Form, criteria: &'a Criteria<'a>) -> Self {
        let Form { header_size, layout, seq_source, hash, .. } = *form;
        let mut survey = Self {
            criteria,
            layout,
            seq_source,
            classes: Classes::default(),
            marks: Marks::default(),
            chatty: criteria.chatty.iter().map(|_| Chatty::default()).collect(),
            before: None,
            pending: None,
            boots: HashMap::new(),
            units: HashMap::new(),
            mended: BTreeMap::new(),
            found: 0,
            partial: 0,
            strays: 0,
            last_seq: 0,
            damage: Damage::default(),
            checks: Checks::by(hash),
        };
        let mut walk = Walk::new(window, header_size, layout);
        while let Some(met) = walk.step() {
            match met {
                Met::Data { at, flags, hash, payload } => {
                    let class = survey.marks.see((at, flags, hash), payload, criteria, &mut survey.checks);
                    survey.classes.set(at, class);
                }
                Met::Entry { at, bytes } => {
                    if let Some(seen) = survey.look(at, bytes) {
                        survey.take(seen);
                    }
                }
            }
        }
        survey.damage = walk.damage();
        survey.finish();
        survey
    }

    /// Looks at an entry's items. An entry of which no value is there is none.
    fn look(&self, offset: u64, bytes: &[u8]) -> Option<Seen> {
        let mut seen = Seen {
            offset,
            head: EntryHead::parse(bytes),
            item_boot: None,
            is_partial: false,
            is_wanted: false,
            is_term: false,
            is_always: false,
            is_system: false,
            chatty: None,
            unit: None,
        };
        let mut values = 0;
        for item in items(bytes, self.layout) {
            match self.classes.get(item) {
                Class::None => seen.is_partial = true,
                Class::Value => values += 1,
                Class::Wanted => {
                    values += 1;
                    seen.is_wanted = true;
                }
                Class::Marked => {
                    values += 1;
                    let mark = self.marks.get(item);
                    seen.is_term |= mark.is_term;
                    seen.is_always |= mark.is_always;
                    seen.is_system |= mark.is_system;
                    seen.chatty = seen.chatty.or(mark.chatty);
                    seen.item_boot = seen.item_boot.or(mark.boot);
                    seen.unit = seen.unit.or(mark.is_unit.then_some(item));
                }
            }
        }
        (values > 0).then_some(seen)
    }

    /// Takes an entry: the one before it can be judged now.
    fn take(&mut self, seen: Seen) {
        if let Some(pending) = self.pending.replace(seen) {
            let next = self.pending.as_ref().map(|next| next.head);
            self.settle(pending, next);
        }
    }

    fn settle(&mut self, mut seen: Seen, next: Option<EntryHead>) {
        let known = seen.item_boot;
        let head = mend::mend(seen.head, known, self.before, next);
        if head != seen.head && self.mended.len() < UNITS_MAX {
            self.mended.insert(seen.offset, head);
        }
        seen.head = head;
        let is_new = !self.boots.contains_key(&head.boot);
        if !head.is_plausible() || is_new && self.boots.len() >= BOOTS_MAX {
            self.strays += 1;
            return;
        }
        self.before = Some(head);
        self.found += 1;
        self.partial += u64::from(seen.is_partial);
        self.last_seq = self.last_seq.max(head.seq);
        self.choose(&seen);
        let (criteria, found) = (self.criteria, self.found);
        let seq = Some(Seq { source: self.seq_source, number: head.seq });
        let edge = Edge { at: Micros(signed(head.at)), monotonic: Some(signed(head.monotonic)), seq };
        let boot = self.boots.entry(head.boot).or_default();
        boot.draft.id = head.boot;
        boot.draft.entries += 1;
        boot.draft.has_system_entries |= seen.is_system;
        boot.draft.see(edge);
        boot.ends.take((head.monotonic, head.seq, found), seen.offset, criteria.heads, criteria.tails);
    }

    /// Remembers an entry that is to be read.
    fn choose(&mut self, seen: &Seen) {
        let boot = seen.head.boot;
        if seen.is_always || seen.is_wanted && seen.is_term {
            self.boots.entry(boot).or_default().selected.push(seen.offset);
        }
        if let Some(chatty) = seen.chatty.and_then(|term| self.chatty.get_mut(term)) {
            chatty.seen += 1;
            if seen.is_wanted && chatty.seen <= CHATTY_MAX {
                chatty.selected.push((boot, seen.offset));
            }
        }
        if let Some(unit) = seen.unit
            && (self.units.len() < UNITS_MAX || self.units.contains_key(&(boot, unit)))
        {
            self.units.insert((boot, unit), seen.offset);
        }
    }

    fn finish(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.settle(pending, None);
        }
        for chatty in self.chatty.drain(..).filter(|chatty| chatty.seen <= CHATTY_MAX) {
            for (boot, offset) in chatty.selected {
                self.boots.entry(boot).or_default().selected.push(offset);
            }
        }
        // A boot that no value names and one entry alone belongs to is a damaged id.
        let named: std::collections::HashSet<BootId> = self.marks.boots().collect();
        let bogus = |id: &BootId, seen: &BootSeen| seen.draft.entries == 1 && !named.contains(id);
        let strays = self.boots.iter().filter(|(id, seen)| bogus(id, seen)).count() as u64;
        self.boots.retain(|id, seen| !bogus(id, seen));
        self.strays += strays;
        self.found -= strays;
    }
}
