//! Cross-iteration: an element, and a view of all others (5.3, R13).

use crate::cell::{entries, entries_mut, Cell, Key};

/// All elements of a list but one, the *pivot*, under the list's own keys (R13).
#[derive(Clone, Copy, Debug)]
pub struct Others<'a, T> {
    before: &'a [Cell<T>],
    after: &'a [Cell<T>],
    len: usize,
}

impl<'a, T> Others<'a, T> {
    /// The pivot of a key, and all others of a list with `live` elements.
    pub(crate) fn split(cells: &'a [Cell<T>], key: Key, live: usize) -> Option<(&'a T, Self)> {
        let (before, rest) = cells.split_at_checked(key.index)?;
        let (cell, after) = rest.split_first()?;
        Some((cell.found(key.id)?, Self { before, after, len: live - 1 }))
    }

    /// The element of a key; the pivot's own is not found. O(1).
    pub fn at(&self, key: Key) -> Option<&'a T> {
        let cell = match behind(self.before.len(), key) {
            Some(offset) => self.after.get(offset),
            None => self.before.get(key.index),
        };
        cell?.found(key.id)
    }

    /// Keys and elements in ascending position. O(opened).
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Key, &'a T)> {
        entries(self.before, 0).chain(entries(self.after, self.before.len() + 1))
    }

    /// The number of elements. O(1).
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no element. O(1).
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// The same, to be changed. It borrows the cells before and after the pivot's, so that no element can be reached in two
/// ways.
#[derive(Debug)]
pub struct OthersMut<'a, T> {
    before: &'a mut [Cell<T>],
    after: &'a mut [Cell<T>],
    len: usize,
}

impl<'a, T> OthersMut<'a, T> {
    /// The pivot of a key, and all others of a list with `live` elements.
    pub(crate) fn split(cells: &'a mut [Cell<T>], key: Key, live: usize) -> Option<(&'a mut T, Self)> {
        let (before, rest) = cells.split_at_mut_checked(key.index)?;
        let (cell, after) = rest.split_first_mut()?;
        Some((cell.found_mut(key.id)?, Self { before, after, len: live - 1 }))
    }

    /// The same elements, to be read. O(1).
    pub fn as_others(&self) -> Others<'_, T> {
        Others { before: self.before, after: self.after, len: self.len }
    }

    /// The element of a key, to be changed or replaced; the pivot's own is not found (R15). O(1).
    pub fn at_mut(&mut self, key: Key) -> Option<&mut T> {
        let cell = match behind(self.before.len(), key) {
            Some(offset) => self.after.get_mut(offset),
            None => self.before.get_mut(key.index),
        };
        cell?.found_mut(key.id)
    }

    /// Keys and elements in ascending position, to be changed (R15). O(opened).
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Key, &mut T)> {
        let after = self.before.len() + 1;
        entries_mut(self.before, 0).chain(entries_mut(self.after, after))
    }
}

/// Where a key is in the cells after the pivot's. The pivot is neither there nor before.
fn behind(pivot: usize, key: Key) -> Option<usize> {
    key.index.checked_sub(pivot + 1)
}
