//! A walk over a file's objects, one behind the other, that finds its way again behind damage.

use super::hash::Hash;
use super::object::{DATA, ENTRY, HASH_AT, Head, Layout, u64_at};
use super::payload::{self, COMPRESSED_MAX};
use super::window::Window;
use crate::fields::VALUE_MAX;

/// Where objects start if the header does not say: behind the header of systemd 246 to 252, or inside a longer
/// one, in which nothing looks like an object.
const HEADER_SIZE: u64 = 264;
/// Bytes of zeros that are looked at together.
const STRIDE: usize = 4096;
/// Size of a file that is walked over; journald's own bound for compact files is 4 GiB.
const FILE_MAX: u64 = 64 << 30;
/// Bytes of objects that nothing leads on from which are looked at, beside the file's own size: such objects may
/// overlap, and made-up ones could else keep the walk busy for hours.
const DOUBTFUL_MAX: u64 = 64 << 20;
/// Data objects by which the layout is told.
const SAMPLE: usize = 512;
/// Data objects, and the bytes of each at most, by which the hash is told.
const HASHED: usize = 64;

/// An object that the walk met.
pub(super) enum Met<'a> {
    /// A value with the first part of its payload.
    Data {
        /// Where it is.
        at: u64,
        /// How the payload is compressed.
        flags: u8,
        /// The hash of what was put into it.
        hash: u64,
        /// The payload, as far as it is of use.
        payload: &'a [u8],
    },
    /// An entry.
    Entry {
        /// Where it is.
        at: u64,
        /// All of it.
        bytes: &'a [u8],
    },
}

/// Damage that the walk went around.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Damage {
    /// Stretches that held no object, with objects behind them.
    pub(super) gaps: u64,
    /// Bytes in these stretches.
    pub(super) bytes: u64,
}

/// A walk over a file's objects.
pub(super) struct Walk<'w> {
    window: &'w mut Window,
    layout: Layout,
    end: u64,
    at: u64,
    /// Where the stretch without an object began that the walk is in.
    lost_since: Option<u64>,
    /// Where the last object ends whose size nothing confirms.
    doubtful_end: u64,
    /// Whether an object must be where the walk is.
    is_placed: bool,
    /// Bytes of doubtful objects that are still looked at.
    doubtful: u64,
    damage: Damage,
}

impl<'w> Walk<'w> {
    /// Starts behind the header; `header_size` is what it says of itself.
    pub(super) fn new(window: &'w mut Window, header_size: Option<u64>, layout: Layout) -> Self {
        let end = window.size().min(FILE_MAX);
        let at = header_size.map_or(HEADER_SIZE, |size| size.saturating_add(7) & !7);
        let is_placed = header_size.is_some();
        let (doubtful, damage) = (DOUBTFUL_MAX.saturating_add(end), Damage::default());
        Self { window, layout, end, at, lost_since: None, doubtful_end: 0, is_placed, doubtful, damage }
    }

    /// What was gone around so far.
    pub(super) const fn damage(&self) -> Damage {
        self.damage
    }

    /// The next value or entry.
    pub(super) fn step(&mut self) -> Option<Met<'_>> {
        loop {
            let at = self.at;
            let Some(head) = self.head(at) else {
                self.lost_since.get_or_insert(at);
                self.search()?;
                continue;
            };
            if let Some(since) = self.lost_since.take().filter(|_| self.is_placed) {
                // Nothing was found inside the object before it: its size was right.
                let since = if at >= self.doubtful_end { since.max(self.doubtful_end) } else { since };
                self.damage.gaps += u64::from(at > since);
                self.damage.bytes += at - since;
            }
            self.is_placed = true;
            let next = head.next(at);
            // A size that leads nowhere is not believed, nor one that leads to free space, since a flipped bit may
            // make an object end there that covers half the file: what it covers is searched.
            let confirmed = self.leads_on(next);
            let is_doubtful = confirmed != Some(true);
            self.at = if is_doubtful { at + 16 } else { next };
            if confirmed.is_none() {
                self.doubtful_end = next;
            }
            let Some((from, len)) = self.part(&head) else { continue };
            if is_doubtful {
                let cost = if head.flags == 0 { len } else { COMPRESSED_MAX };
                let Some(left) = self.doubtful.checked_sub(cost as u64) else { continue };
                self.doubtful = left;
            }
            let bytes = self.window.peek(at + from as u64, len);
            return Some(match head.kind {
                ENTRY => Met::Entry { at, bytes },
                _ => {
                    let payload = bytes.get(self.layout.payload_at() - HASH_AT..).unwrap_or_default();
                    Met::Data { at, flags: head.flags, hash: u64_at(bytes, 0), payload }
                }
            });
        }
    }

    /// Where in an object begins what is looked at, and its length; `None` of other kinds.
    fn part(&self, head: &Head) -> Option<(usize, usize)> {
        let size = usize::try_from(head.size).unwrap_or(usize::MAX);
        let most = self.layout.payload_at() + if head.flags == 0 { VALUE_MAX } else { COMPRESSED_MAX };
        match head.kind {
            DATA => Some((HASH_AT, size.min(most) - HASH_AT)),
            ENTRY => Some((0, size)),
            _ => None,
        }
    }

    fn head(&mut self, at: u64) -> Option<Head> {
        let (end, layout) = (self.end, self.layout);
        Head::parse(self.window.peek(at, 16), at, end, layout)
    }

    /// Whether an object or the file's end is there; nobody knows where there is free space.
    fn leads_on(&self, at: u64) -> Option<bool> {
        if at.saturating_add(16) > self.end {
            return Some(true);
        }
        let bytes = self.window.glance(at);
        let is_object = Head::parse(&bytes, at, self.end, self.layout).is_some();
        if bytes == [0; 16] { None } else { Some(is_object) }
    }

    /// Goes on to the next place where an object may be; `None` at the file's end.
    fn search(&mut self) -> Option<()> {
        self.at += 8;
        loop {
            let bytes = self.window.peek(self.at, STRIDE);
            if bytes.len() < 16 {
                return None;
            }
            let zeros = bytes.chunks_exact(8).take_while(|word| **word == [0; 8]).count();
            if zeros * 8 + 8 <= bytes.len() {
                self.at += zeros as u64 * 8;
                return Some(());
            }
            self.at += zeros as u64 * 8;
        }
    }
}

/// Entries that a walk meets, without a look at what they are made of.
#[cfg(all(feature = "sd-journal", target_os = "linux"))]
pub(super) fn count_entries(window: &mut Window, header_size: Option<u64>, layout: Layout) -> u64 {
    let mut walk = Walk::new(window, header_size, layout);
    let mut entries = 0;
    while let Some(met) = walk.step() {
        entries += u64::from(matches!(met, Met::Entry { .. }));
    }
    entries
}

/// Tells how values are hashed by the first short ones.
pub(super) fn tell_hash(
    window: &mut Window,
    header_size: Option<u64>,
    layout: Layout,
    file_id: Option<[u8; 16]>,
) -> Option<Hash> {
    let mut values = Vec::new();
    let mut walk = Walk::new(window, header_size, layout);
    while let Some(met) = walk.step() {
        if let Met::Data { flags: 0, hash, payload, .. } = met
            && payload.len() <= HASHED
            && payload::name_and_value(payload).is_some()
        {
            values.push((hash, payload.to_vec()));
        }
        if values.len() >= HASHED {
            break;
        }
    }
    Hash::tell(&values, file_id)
}

/// Tells the layout by where the payloads of the first values begin; `None` where nothing can be told.
pub(super) fn tell_layout(window: &mut Window, header_size: Option<u64>) -> Option<Layout> {
    const WIDE: Layout = Layout { compact: true };
    let skip = WIDE.payload_at() - Layout { compact: false }.payload_at();
    let (mut old, mut compact) = (0, 0);
    // Every entry and value of the old layout passes for one of the compact layout, too.
    let mut places = Vec::new();
    let mut walk = Walk::new(window, header_size, WIDE);
    while let Some(met) = walk.step() {
        if let Met::Data { at, flags: 0, .. } = met {
            places.push(at);
        }
        if places.len() >= SAMPLE {
            break;
        }
    }
    for at in places {
        let bytes = window.peek(at + 64, 128);
        if payload::name_and_value(bytes).is_some() {
            old += 1;
        } else if bytes.get(skip..).and_then(payload::name_and_value).is_some() {
            compact += 1;
        }
    }
    (old != compact).then_some(Layout { compact: compact > old })
}
