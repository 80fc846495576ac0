//! A boot while its entries are read one by one, in whatever order.

use std::collections::BTreeMap;

use model::{Micros, Record, Seq};

use crate::Selection;
use crate::drafts::{Draft, Edge};

/// A place in a boot: monotonic time, sequence number, order of reading.
type Place = (Option<i64>, Option<Seq>, u64);

/// A boot while its stream is read. A place without a record belongs to one that is kept anyway.
#[derive(Default)]
pub(crate) struct Growing {
    pub(crate) draft: Draft,
    head: BTreeMap<Place, Option<Record>>,
    tail: BTreeMap<Place, (Micros, Option<Record>)>,
}

impl Growing {
    /// A boot of which nothing has been read yet.
    pub(crate) fn of(draft: Draft) -> Self {
        Self { draft, ..Self::default() }
    }

    /// Takes an entry; `keep` says that its content is wanted wherever it stands.
    pub(crate) fn take(&mut self, record: Record, keep: bool, selection: &Selection) {
        let number = self.draft.entries;
        self.draft.entries += 1;
        self.draft.see(Edge::of(&record));
        self.draft.has_system_entries |= record.is_system();
        self.draft.has_kernel_entries |= record.identity() == model::Identity::Kernel;
        let at = record.at;
        let place = (record.monotonic, record.seq, number);
        let rest = if keep {
            self.draft.records.push(record);
            None
        } else {
            Some(record)
        };
        let heads = selection.head_entries.max(1);
        let is_head = self.head.len() < heads || self.head.last_key_value().is_some_and(|(k, _)| place < *k);
        let mut to_tail = Some((place, at, rest));
        if is_head {
            if let Some((place, _, rest)) = to_tail.take() {
                self.head.insert(place, rest);
            }
            if self.head.len() > heads {
                // Read out of order: what was thought to be the head is not.
                to_tail = self.head.pop_last().map(|(place, rest)| {
                    let known = rest.as_ref().map_or(at, |record| record.at);
                    (place, known, rest)
                });
            }
        }
        if let Some((place, at, rest)) = to_tail {
            self.tail.insert(place, (at, rest));
            if self.tail.len() > selection.tail_entries {
                self.tail.pop_first();
            }
        }
    }

    pub(crate) fn finish(mut self, selection: &Selection) -> Draft {
        let whole = self.draft.entries <= (self.head.len() + self.tail.len()) as u64;
        let tail_start = self.tail.first_key_value().map(|(_, (at, _))| *at);
        self.draft.tail_from = match selection.tail_entries {
            0 => None,
            _ if whole => self.draft.first.map(|first| first.at),
            _ => tail_start,
        };
        self.draft.records.extend(self.head.into_values().flatten());
        self.draft.records.extend(self.tail.into_values().filter_map(|(_, record)| record));
        self.draft
    }
}
