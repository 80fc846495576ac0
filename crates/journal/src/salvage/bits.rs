//! Two bits for every place in a file where an object may begin.

/// What is known of a data object without reading it again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Class {
    /// No data object begins here.
    #[default]
    None,
    /// A value.
    Value,
    /// A message that is wanted.
    Wanted,
    /// A value with a mark.
    Marked,
}

/// Bytes of a page of the map; it stands for 32 times as many bytes of the file.
const PAGE: usize = 1 << 14;

/// The classes of data objects by their offsets. A gigabyte of journal takes 32 MiB.
#[derive(Default)]
pub(super) struct Classes {
    pages: Vec<Option<Box<[u8]>>>,
}

impl Classes {
    /// Sets the class of the object at an offset (a multiple of 8).
    pub(super) fn set(&mut self, at: u64, class: Class) {
        let (page, byte, shift) = place(at);
        if page >= self.pages.len() {
            self.pages.resize(page + 1, None);
        }
        let page = self.pages[page].get_or_insert_with(|| vec![0; PAGE].into_boxed_slice());
        page[byte] = page[byte] & !(3 << shift) | (class as u8) << shift;
    }

    /// The class of the object at an offset; none where no object can begin.
    pub(super) fn get(&self, at: u64) -> Class {
        let (page, byte, shift) = place(at);
        let Some(Some(page)) = self.pages.get(page) else { return Class::None };
        match page[byte] >> shift & 3 {
            _ if !at.is_multiple_of(8) => Class::None,
            1 => Class::Value,
            2 => Class::Wanted,
            3 => Class::Marked,
            _ => Class::None,
        }
    }
}

fn place(at: u64) -> (usize, usize, u8) {
    let index = usize::try_from(at / 8).unwrap_or(usize::MAX);
    (index / 4 / PAGE, index / 4 % PAGE, (index % 4) as u8 * 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_kept_by_offset() {
        let mut classes = Classes::default();
        let set = [
            (0, Class::Value),
            (8, Class::Marked),
            (1 << 20, Class::Wanted),
            (u64::from(u32::MAX) - 7, Class::Value),
        ];
        for (at, class) in set {
            classes.set(at, class);
        }
        for (at, class) in set {
            assert_eq!(classes.get(at), class, "{at}");
        }
        for at in [16, 9, (1 << 20) + 8, 1 << 40, u64::MAX] {
            assert_eq!(classes.get(at), Class::None, "{at}");
        }
        classes.set(8, Class::Value);
        assert_eq!((classes.get(8), classes.get(0)), (Class::Value, Class::Value));
    }
}
