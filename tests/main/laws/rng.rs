//! A small generator of reproducible choices (splitmix64): a violated law can be looked at again.

/// The state.
#[derive(Clone, Debug)]
pub(super) struct Rng(u64);

impl Rng {
    /// A generator of its own for each seed and each name.
    pub(super) fn new(seed: u64, names: &[&str]) -> Self {
        // FNV-1a: the standard library's hash may change with the compiler.
        let mut state = 0xcbf2_9ce4_8422_2325 ^ seed;
        for byte in names.iter().flat_map(|name| name.bytes().chain([0])) {
            state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Self(state)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `from` up to, without, `to`; `from` where the range is empty.
    pub(super) fn between(&mut self, from: i64, to: i64) -> i64 {
        let width = u64::try_from(to.saturating_sub(from)).unwrap_or_default().max(1);
        from + i64::try_from(self.next() % width).unwrap_or_default()
    }

    pub(super) fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.between(0, choices.len() as i64) as usize]
    }

    /// True once in `n` times.
    pub(super) fn one_in(&mut self, n: u64) -> bool {
        self.next().is_multiple_of(n)
    }

    /// `digits` hexadecimal digits.
    pub(super) fn hex(&mut self, digits: usize) -> String {
        let mut hex = String::new();
        while hex.len() < digits {
            hex.push_str(&format!("{:016x}", self.next()));
        }
        hex.truncate(digits);
        hex
    }
}
