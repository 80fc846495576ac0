//! 128-bit ids as journald writes them: boots, machines, sequence-number sources, message ids.

use std::fmt;

/// A 128-bit id, shown as 32 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Id128(pub [u8; 16]);

/// The id of one boot (`_BOOT_ID`).
pub type BootId = Id128;
/// The id of one installation (`_MACHINE_ID`).
pub type MachineId = Id128;

impl Id128 {
    /// The all-zero id, which journald never assigns.
    pub const ZERO: Self = Self([0; 16]);

    /// Makes an id of a literal such as `0x98268866d1d54a499c4e98921d93bc40`.
    #[must_use]
    pub const fn of(value: u128) -> Self {
        Self(value.to_be_bytes())
    }

    /// Reads 32 hexadecimal digits, in upper or lower case, with or without dashes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0_u8; 16];
        let mut digits = 0_usize;
        for c in text.bytes() {
            if c == b'-' {
                continue;
            }
            let value = char::from(c).to_digit(16)? as u8;
            if digits == 32 {
                return None;
            }
            bytes[digits / 2] = bytes[digits / 2] << 4 | value;
            digits += 1;
        }
        (digits == 32).then_some(Self(bytes))
    }

    /// The first eight digits, enough to tell a host's boots apart.
    #[must_use]
    pub fn short(&self) -> String {
        self.to_string()[..8].to_owned()
    }
}

impl fmt::Display for Id128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Id128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_shows_digits() {
        for (text, shown) in [
            ("98268866d1d54a499c4e98921d93bc40", Some("98268866d1d54a499c4e98921d93bc40")),
            ("98268866-D1D5-4A49-9C4E-98921D93BC40", Some("98268866d1d54a499c4e98921d93bc40")),
            ("98268866d1d54a499c4e98921d93bc4", None),
            ("98268866d1d54a499c4e98921d93bc400", None),
            ("zz268866d1d54a499c4e98921d93bc40", None),
            ("", None),
        ] {
            assert_eq!(Id128::parse(text).map(|id| id.to_string()).as_deref(), shown, "{text}");
        }
        assert_eq!(Id128::of(1).to_string(), format!("{:032x}", 1));
    }
}
