//! The hash that journald keeps beside every value: what was damaged in a value shows by it, and one flipped bit
//! is found by trying.
//!
//! Source: systemd's "Journal File Format" document. Since systemd 246 the hash is SipHash-2-4 with the file's id
//! as key, before it was Bob Jenkins' `hashlittle2` (lookup3).

use std::borrow::Cow;

use crate::fields::VALUE_MAX;

/// Bytes that are hashed in one file to find flipped bits.
const TRIED_MAX: usize = 256 << 20;
/// Longest value in which a flipped bit is looked for.
const MENDED_MAX: usize = 2048;

/// How a file's values are hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hash {
    /// SipHash-2-4 with the file's id.
    Keyed([u8; 16]),
    /// lookup3.
    Jenkins,
}

impl Hash {
    pub(super) fn of(self, value: &[u8]) -> u64 {
        match self {
            Self::Keyed(key) => sip24(key, value),
            Self::Jenkins => lookup3(value),
        }
    }

    /// Which hash these values have, each with what the file says: that of most. The key may be damaged by one
    /// bit itself.
    pub(super) fn tell(values: &[(u64, Vec<u8>)], file_id: Option<[u8; 16]>) -> Option<Self> {
        let flipped = |key: [u8; 16]| {
            (0..128).map(move |bit| {
                let mut key = key;
                key[bit / 8] ^= 1 << (bit % 8);
                Self::Keyed(key)
            })
        };
        let keyed = file_id.into_iter().flat_map(|key| std::iter::once(Self::Keyed(key)).chain(flipped(key)));
        std::iter::once(Self::Jenkins).chain(keyed).find(|hash| {
            let right = values.iter().filter(|(said, value)| hash.of(value) == *said).count();
            right * 2 > values.len()
        })
    }
}

/// Compares values with their hashes.
#[derive(Debug, Default)]
pub(super) struct Checks {
    hash: Option<Hash>,
    tried: usize,
    /// Values with one flipped bit that was turned back.
    pub(super) mended: u64,
    /// Values that are not what was written.
    pub(super) damaged: u64,
}

impl Checks {
    /// Nothing is checked without a hash.
    pub(super) fn by(hash: Option<Hash>) -> Self {
        Self { hash, ..Self::default() }
    }

    /// The value as it was written; `None` if nobody knows any more. `said` is the hash beside it.
    pub(super) fn judge<'a>(&mut self, said: u64, value: &'a [u8]) -> Option<Cow<'a, [u8]>> {
        // The first part of a value has no hash.
        let Some(hash) = self.hash.filter(|_| value.len() < VALUE_MAX) else { return Some(value.into()) };
        let found = hash.of(value);
        if (found ^ said).count_ones() <= 1 {
            return Some(value.into());
        }
        match self.turn_back(hash, said, value) {
            Some(value) => {
                self.mended += 1;
                Some(value.into())
            }
            None => {
                self.damaged += 1;
                None
            }
        }
    }

    fn turn_back(&mut self, hash: Hash, said: u64, value: &[u8]) -> Option<Vec<u8>> {
        let cost = value.len() * value.len() * 8;
        if value.len() > MENDED_MAX || self.tried + cost > TRIED_MAX {
            return None;
        }
        self.tried += cost;
        let mut value = value.to_vec();
        for at in 0..value.len() {
            for bit in 0..8 {
                value[at] ^= 1 << bit;
                if hash.of(&value) == said {
                    return Some(value);
                }
                value[at] ^= 1 << bit;
            }
        }
        None
    }
}

fn sip24(key: [u8; 16], value: &[u8]) -> u64 {
    let [low, high] = [0, 8].map(|at| word(&key[at..at + 8]));
    let mut state = [
        low ^ 0x736f_6d65_7073_6575,
        high ^ 0x646f_7261_6e64_6f6d,
        low ^ 0x6c79_6765_6e65_7261,
        high ^ 0x7465_6462_7974_6573,
    ];
    let mut take = |word: u64| {
        state[3] ^= word;
        round(&mut state);
        round(&mut state);
        state[0] ^= word;
    };
    let words = value.chunks_exact(8);
    let rest = words.remainder();
    words.for_each(|bytes| take(word(bytes)));
    take(word(rest) | (value.len() as u64) << 56);
    state[2] ^= 0xff;
    (0..4).for_each(|_| round(&mut state));
    state[0] ^ state[1] ^ state[2] ^ state[3]
}

fn round([a, b, c, d]: &mut [u64; 4]) {
    *a = a.wrapping_add(*b);
    *b = b.rotate_left(13) ^ *a;
    *a = a.rotate_left(32);
    *c = c.wrapping_add(*d);
    *d = d.rotate_left(16) ^ *c;
    *a = a.wrapping_add(*d);
    *d = d.rotate_left(21) ^ *a;
    *c = c.wrapping_add(*b);
    *b = b.rotate_left(17) ^ *c;
    *c = c.rotate_left(32);
}

/// Up to eight bytes, the first the lowest.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

fn lookup3(value: &[u8]) -> u64 {
    let start = 0xdead_beef_u32.wrapping_add(value.len() as u32);
    let [mut a, mut b, mut c] = [start; 3];
    let mut rest = value;
    let add = |a: &mut u32, bytes: &[u8]| *a = a.wrapping_add(word(bytes) as u32);
    while rest.len() > 12 {
        add(&mut a, &rest[..4]);
        add(&mut b, &rest[4..8]);
        add(&mut c, &rest[8..12]);
        mix(&mut a, &mut b, &mut c);
        rest = &rest[12..];
    }
    if !rest.is_empty() {
        let mut parts = rest.chunks(4);
        for sum in [&mut a, &mut b, &mut c] {
            add(sum, parts.next().unwrap_or_default());
        }
        last_mix(&mut a, &mut b, &mut c);
    }
    u64::from(c) << 32 | u64::from(b)
}

fn mix(a: &mut u32, b: &mut u32, c: &mut u32) {
    for turns in [[4, 6, 8], [16, 19, 4]] {
        *a = a.wrapping_sub(*c) ^ c.rotate_left(turns[0]);
        *c = c.wrapping_add(*b);
        *b = b.wrapping_sub(*a) ^ a.rotate_left(turns[1]);
        *a = a.wrapping_add(*c);
        *c = c.wrapping_sub(*b) ^ b.rotate_left(turns[2]);
        *b = b.wrapping_add(*a);
    }
}

fn last_mix(a: &mut u32, b: &mut u32, c: &mut u32) {
    let step = |to: &mut u32, from: u32, turn| *to = (*to ^ from).wrapping_sub(from.rotate_left(turn));
    step(c, *b, 14);
    step(a, *c, 11);
    step(b, *a, 25);
    step(c, *b, 16);
    step(a, *c, 4);
    step(b, *a, 14);
    step(c, *b, 24);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_their_authors() {
        let key: [u8; 16] = std::array::from_fn(|n| n as u8);
        let value: Vec<u8> = (0..15).collect();
        assert_eq!(Hash::Keyed(key).of(&value), 0xa129_ca61_49be_45e5);
        assert_eq!(Hash::Keyed(key).of(b""), 0x726f_db47_dd0e_0e31);
        assert_eq!(Hash::Jenkins.of(b""), 0xdead_beef_dead_beef);
        assert_eq!(Hash::Jenkins.of(b"Four score and seven years ago"), 0x1777_0551_ce72_26e6);
    }

    #[test]
    fn one_flipped_bit_is_turned_back_and_more_are_told() {
        for hash in [Hash::Jenkins, Hash::Keyed([3; 16])] {
            let good = b"MESSAGE=System is rebooting.";
            let said = hash.of(good);
            let mut checks = Checks::by(Some(hash));
            for at in 0..good.len() {
                let mut value = good.to_vec();
                value[at] ^= 1 << (at % 8);
                assert_eq!(checks.judge(said, &value).as_deref(), Some(&good[..]));
                value[(at + 7) % good.len()] ^= 16;
                assert_eq!(checks.judge(said, &value), None);
            }
            let count = good.len() as u64;
            assert_eq!((checks.mended, checks.damaged), (count, count));
            // The hash itself is damaged.
            assert_eq!(checks.judge(said ^ 1 << 40, good).as_deref(), Some(&good[..]));
        }
        assert_eq!(Checks::default().judge(1, b"anything").as_deref(), Some(&b"anything"[..]));
    }

    #[test]
    fn the_hash_is_told_by_the_values() {
        let key = [5; 16];
        for hash in [Hash::Jenkins, Hash::Keyed(key)] {
            let value = |n: u32| format!("_PID={n}").into_bytes();
            let mut values: Vec<_> = (0..20).map(|n| (hash.of(&value(n)), value(n))).collect();
            values[3].0 ^= 77;
            assert_eq!(Hash::tell(&values, Some(key)), Some(hash));
            let mut damaged = key;
            damaged[9] ^= 4;
            assert_eq!(Hash::tell(&values, Some(damaged)), Some(hash));
        }
        assert_eq!(Hash::tell(&[], Some(key)), None);
        assert_eq!(Hash::tell(&[(1, b"A=b".to_vec())], None), None);
    }
}
