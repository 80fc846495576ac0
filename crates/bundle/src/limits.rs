//! How much of a bundle is looked at and unpacked, and the count of what was.

use std::cell::Cell;
use std::fmt;
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;

use crate::BundleError;

const GIB: u64 = 1 << 30;

/// Bounds for a bundle, so that a hostile one costs seconds and no disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Members of all kinds, of nested archives too.
    pub members: u64,
    /// Bytes written to the private folder. Eight times as many may pass through to reach what is wanted.
    pub unpacked: u64,
    /// Bytes of one member that is written.
    pub one: u64,
    /// Bytes out of one byte in, once more than `ratio_from` bytes came out. Text logs reach about 30.
    pub ratio: u64,
    /// Bytes below which the ratio does not matter: a nearly empty journal file of 8 MiB packs into a few KiB.
    pub ratio_from: u64,
    /// Archives inside archives that are opened.
    pub nested: u32,
    /// Folders inside folders that are entered.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            members: 100_000,
            unpacked: 16 * GIB,
            one: 8 * GIB,
            ratio: 200,
            ratio_from: GIB / 2,
            nested: 1,
            depth: 16,
        }
    }
}

/// Which bound was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exceeded {
    Members(u64),
    Unpacked(u64),
    Ratio(u64),
}

impl Exceeded {
    pub(crate) fn error(self, path: &Path) -> BundleError {
        let path = path.to_owned();
        match self {
            Self::Members(limit) => BundleError::TooManyMembers { path, limit },
            Self::Unpacked(limit) => BundleError::TooLarge { path, limit },
            Self::Ratio(ratio) => BundleError::Bomb { path, ratio },
        }
    }

    /// The bound that an error of a [`Bounded`] reader stands for.
    pub(crate) fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref::<Self>().copied()
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a limit was reached")
    }
}

impl std::error::Error for Exceeded {}

/// What a bundle has cost so far; shared by everything that reads of it.
#[derive(Debug)]
pub(crate) struct Budget {
    pub(crate) limits: Limits,
    members: Cell<u64>,
    written: Cell<u64>,
    through: Cell<u64>,
    packed: Cell<u64>,
}

impl Budget {
    pub(crate) fn new(limits: &Limits) -> Rc<Self> {
        let zero = || Cell::new(0);
        Rc::new(Self {
            limits: limits.clone(),
            members: zero(),
            written: zero(),
            through: zero(),
            packed: zero(),
        })
    }

    /// Counts a member of any kind.
    pub(crate) fn member(&self) -> Result<(), Exceeded> {
        let members = add(&self.members, 1);
        if members > self.limits.members { Err(Exceeded::Members(self.limits.members)) } else { Ok(()) }
    }

    /// Counts bytes that are written to the private folder.
    pub(crate) fn write(&self, bytes: u64) -> Result<(), Exceeded> {
        let written = add(&self.written, bytes);
        if written > self.limits.unpacked {
            return Err(Exceeded::Unpacked(self.limits.unpacked));
        }
        self.check_ratio(written)
    }

    /// Counts bytes that came out of an archive, wanted or not.
    fn pass(&self, bytes: u64) -> Result<(), Exceeded> {
        let through = add(&self.through, bytes);
        if through > self.limits.unpacked.saturating_mul(8) {
            return Err(Exceeded::Unpacked(self.limits.unpacked));
        }
        self.check_ratio(through)
    }

    fn check_ratio(&self, out: u64) -> Result<(), Exceeded> {
        let Limits { ratio, ratio_from, .. } = self.limits;
        if out > ratio_from && out > self.packed.get().saturating_mul(ratio) {
            return Err(Exceeded::Ratio(ratio));
        }
        Ok(())
    }
}

fn add(count: &Cell<u64>, more: u64) -> u64 {
    count.set(count.get().saturating_add(more));
    count.get()
}

/// Counts the bytes that go into a decompressor.
pub(crate) struct Counted<R> {
    pub(crate) inner: R,
    pub(crate) budget: Rc<Budget>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        add(&self.budget.packed, read as u64);
        Ok(read)
    }
}

/// Counts the bytes that come out, and fails where a bound is reached.
pub(crate) struct Bounded<R> {
    pub(crate) inner: R,
    pub(crate) budget: Rc<Budget>,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.budget.pass(read as u64).map_err(io::Error::other)?;
        Ok(read)
    }
}
