//! One entry by its offset, as a record.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use model::{InputId, Micros, Origin, Record, Seq, Transport};

use super::hash::Checks;
use super::object::{DATA, ENTRY, ENTRY_HEAD, EntryHead, HASH_AT, Head, Layout, items, u64_at};
use super::payload::{self, COMPRESSED_MAX};
use super::window::Window;
use crate::fields::{self, VALUE_MAX};
use crate::header::signed;

/// Bytes of values that are held, since most entries share most of theirs.
const CACHE_MAX: usize = 16 << 20;
/// What a held value takes beside its bytes.
const CACHE_ENTRY: usize = 64;
/// Bytes of a value's object that are read at once; few are longer.
const USUAL: usize = 512;
/// Bytes before an entry that are read with it: what is its own stands there.
const BEFORE: u64 = 16 << 10;

/// Reads entries of one file.
pub(super) struct Entries<'a> {
    pub(super) window: Window,
    pub(super) layout: Layout,
    pub(super) input: InputId,
    /// The count that the numbers belong to, and its name in cursors.
    pub(super) seq_source: model::Id128,
    pub(super) mended: &'a BTreeMap<u64, EntryHead>,
    pub(super) cache: Cache,
    pub(super) checks: Checks,
    pub(super) room: Vec<u8>,
}

/// Values that were read, by offset.
#[derive(Default)]
pub(super) struct Cache {
    values: HashMap<u64, Option<Rc<[u8]>>>,
    bytes: usize,
}

impl Entries<'_> {
    /// The entry at an offset, and the host's name in it; `None` where the file has shrunk.
    pub(super) fn read(&mut self, at: u64) -> Option<(Record, Option<String>)> {
        let before = at.min(BEFORE);
        let end = self.window.size();
        let bytes = self.window.peek(at - before, before as usize + ENTRY_HEAD).get(before as usize..)?;
        let head = Head::parse(bytes, at, end, self.layout).filter(|head| head.kind == ENTRY)?;
        let size = usize::try_from(head.size).ok()?;
        let bytes = self.window.peek(at, size).to_vec();
        let head = self.mended.get(&at).copied().unwrap_or_else(|| EntryHead::parse(&bytes));
        let mut record = self.framed(&head);
        let (mut hostname, mut is_whole) = (None, true);
        for item in items(&bytes, self.layout) {
            let value = self.value(item);
            let Some((name, value)) = value.as_deref().and_then(payload::name_and_value) else {
                is_whole = false;
                continue;
            };
            if name == b"_HOSTNAME" {
                hostname = Some(String::from_utf8_lossy(value).into_owned());
            }
            fields::put(&mut record, name, value);
        }
        if !is_whole && is_untraced(&record) {
            // Its sender may have been among what was lost: nobody vouches for the name it gave itself.
            record.identifier = None;
        }
        Some((record, hostname))
    }

    fn framed(&self, head: &EntryHead) -> Record {
        let cursor = format!(
            "s={};i={:x};b={};m={:x};t={:x};x={:x}",
            self.seq_source, head.seq, head.boot, head.monotonic, head.at, head.xor
        );
        let origin = Origin { input: self.input, cursor: Some(cursor.into()), line: None };
        let at = Micros(signed(head.at));
        let mut record = fields::framed(at, Some(signed(head.monotonic)), head.boot, origin);
        record.seq = Some(Seq { source: self.seq_source, number: head.seq });
        record.salvaged = true;
        record
    }

    fn value(&mut self, at: u64) -> Option<Rc<[u8]>> {
        if let Some(known) = self.cache.values.get(&at) {
            return known.clone();
        }
        let value: Option<Rc<[u8]>> = self.undo(at).map(Into::into);
        if self.cache.bytes > CACHE_MAX {
            self.cache = Cache::default();
        }
        self.cache.bytes += CACHE_ENTRY + value.as_ref().map_or(0, |value| value.len());
        self.cache.values.insert(at, value.clone());
        value
    }

    fn undo(&mut self, at: u64) -> Option<Vec<u8>> {
        if at == 0 || !at.is_multiple_of(8) {
            return None;
        }
        let (end, layout) = (self.window.size(), self.layout);
        let mut bytes = vec![0; USUAL];
        let len = self.window.copy(at, &mut bytes);
        bytes.truncate(len);
        let head = Head::parse(&bytes, at, end, layout).filter(|head| head.kind == DATA)?;
        let most = if head.flags == 0 { VALUE_MAX } else { COMPRESSED_MAX };
        let size = usize::try_from(head.size).unwrap_or(usize::MAX).min(most + layout.payload_at());
        if size > USUAL {
            bytes.resize(size, 0);
            let len = self.window.copy(at, &mut bytes);
            bytes.truncate(len);
        }
        let payload = bytes.get(layout.payload_at()..size.min(bytes.len()))?;
        let value = payload::undo(head.flags, payload, &mut self.room)?;
        self.checks.judge(u64_at(&bytes, HASH_AT), value).map(Cow::into_owned)
    }
}

/// Whether nothing trusted says who sent it.
fn is_untraced(record: &Record) -> bool {
    record.transport != Transport::Kernel
        && record.comm.is_none()
        && record.unit.is_none()
        && record.field("_UID").is_none()
}
