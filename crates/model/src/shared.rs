//! A column of numbers that has several owners.

use std::ops::{Deref, Range};
use std::sync::Arc;

/// A stretch of a column, shared and never copied: the instants of a file of millions of rows are held once for all
/// of its series, and a boot's part of them is a view. Reads as a slice; what is changed becomes a column of its own.
#[derive(Clone, Debug)]
pub struct Shared<T> {
    all: Arc<Vec<T>>,
    range: Range<usize>,
}

impl<T> Shared<T> {
    /// The part of it in this range of indices, cut off where it ends.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        let end = (self.range.start + range.end).min(self.range.end);
        let start = (self.range.start + range.start).min(end);
        Self { all: Arc::clone(&self.all), range: start..end }
    }

    /// Whether both are the same stretch of one column, without a look at the values.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.all, &other.all) && self.range == other.range
    }
}

impl<T: Clone> Shared<T> {
    /// Adds a value at the end.
    pub fn push(&mut self, value: T) {
        self.own().push(value);
        self.range.end += 1;
    }

    /// Adds values at the end.
    pub fn extend_from_slice(&mut self, values: &[T]) {
        self.own().extend_from_slice(values);
        self.range.end += values.len();
    }

    /// The whole of a column that nobody else has.
    fn own(&mut self) -> &mut Vec<T> {
        if self.range != (0..self.all.len()) {
            *self = Self::from(self.to_vec());
        }
        Arc::make_mut(&mut self.all)
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl<T> From<Vec<T>> for Shared<T> {
    fn from(all: Vec<T>) -> Self {
        let range = 0..all.len();
        Self { all: Arc::new(all), range }
    }
}

impl<T> FromIterator<T> for Shared<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self::from(values.into_iter().collect::<Vec<T>>())
    }
}

impl<T> Deref for Shared<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.all.get(self.range.clone()).unwrap_or_default()
    }
}

impl<'a, T> IntoIterator for &'a Shared<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: PartialEq> PartialEq<Vec<T>> for Shared<T> {
    fn eq(&self, other: &Vec<T>) -> bool {
        **self == **other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_views_until_they_are_changed() {
        let whole: Shared<i64> = (0..10).collect();
        let mut part = whole.part(2..5).part(1..9);
        assert_eq!(part, vec![3, 4]);
        assert!(whole.is_same(&whole.clone()) && !whole.is_same(&part));
        part.push(7);
        part.extend_from_slice(&[8, 9]);
        assert_eq!((part, whole.len()), (Shared::from(vec![3, 4, 7, 8, 9]), 10));
        assert!(whole.part(7..7).is_empty());
        assert!(whole.part(20..30).is_empty());
    }
}
