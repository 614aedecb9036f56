//! Access to elements: in the list, and in the views of all others while one of them is lent (§4.4, §5.3).

use std::mem;

use crate::partition::Cell;
use crate::stable_list::StableKey;

/// Read access to the elements of a list, or of a view without one of them (§4.4).
pub trait StableView<T> {
    /// Returns the element of a key, or `None` if the key is not found (R10, R11). O(1).
    fn at(&self, key: StableKey) -> Option<&T>;

    /// Calls `f` with every key and element, in ascending position (R12). O(opened).
    fn each(&self, f: impl FnMut(StableKey, &T));

    /// Returns the number of elements (§4.2). O(1).
    fn len(&self) -> usize;

    /// Returns whether there is no element (§4.2). O(1).
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether a key is found (R11). O(1).
    fn contains(&self, key: StableKey) -> bool {
        self.at(key).is_some()
    }
}

/// Write access to the elements, without changes of the structure (§4.4, R15).
pub trait StableViewMut<T>: StableView<T> {
    /// Returns a mutable reference to the element of a key; the key stays valid (R15). O(1).
    fn at_mut(&mut self, key: StableKey) -> Option<&mut T>;

    /// Like `each`, but the elements can be changed (R15). O(opened).
    fn each_mut(&mut self, f: impl FnMut(StableKey, &mut T));

    /// Replaces the element of a key, and returns the old one; the key stays valid (R15). O(1).
    ///
    /// # Errors
    /// The given element, if the key is not found.
    fn replace(&mut self, key: StableKey, element: T) -> Result<T, T> {
        match self.at_mut(key) {
            Some(place) => Ok(mem::replace(place, element)),
            None => Err(element),
        }
    }
}

/// A read-only view of all elements of a list except the pivot, with the keys of the list (R13, §5.3).
#[derive(Debug)]
pub struct StableInspection<'a, T> {
    head: &'a [Cell<T>],
    tail: &'a [Cell<T>],
    len: usize,
}

impl<'a, T> StableInspection<'a, T> {
    /// Returns the id and the element at a position, and a view of the other `live - 1`; `None` if the cell is vacant.
    /// O(1).
    pub(crate) fn split(cells: &'a [Cell<T>], position: usize, live: usize) -> Option<(u64, &'a T, Self)> {
        let (head, rest) = cells.split_at_checked(position)?;
        match rest.split_first()? {
            (Cell::Has(pivot, id), tail) => Some((*id, pivot, Self { head, tail, len: live - 1 })),
            (Cell::Not(_), _) => None,
        }
    }

    /// Does what `at` does, with the lifetime of the borrowed list.
    fn find(&self, key: StableKey) -> Option<&'a T> {
        let cell = match behind(self.head.len(), key.index) {
            Some(offset) => self.tail.get(offset),
            None => self.head.get(key.index),
        };
        found(cell, key.id)
    }
}

impl<T> StableView<T> for StableInspection<'_, T> {
    fn at(&self, key: StableKey) -> Option<&T> {
        self.find(key)
    }

    fn each(&self, mut f: impl FnMut(StableKey, &T)) {
        let tail_start = self.head.len() + 1;
        entries(self.head, 0).chain(entries(self.tail, tail_start)).for_each(|(key, element)| f(key, element));
    }

    fn len(&self) -> usize {
        self.len
    }
}

/// A mutable view of all elements of a list except the pivot, with the keys of the list (R13, §5.3).
///
/// It borrows the cells before and after the pivot, so that there is only one reference to each element.
#[derive(Debug)]
pub struct StableAccess<'a, T> {
    head: &'a mut [Cell<T>],
    tail: &'a mut [Cell<T>],
    len: usize,
}

impl<'a, T> StableAccess<'a, T> {
    /// Does what it does in [`StableInspection`], with mutable access. O(1).
    pub(crate) fn split(cells: &'a mut [Cell<T>], position: usize, live: usize) -> Option<(u64, &'a mut T, Self)> {
        let (head, rest) = cells.split_at_mut_checked(position)?;
        match rest.split_first_mut()? {
            (Cell::Has(pivot, id), tail) => Some((*id, pivot, Self { head, tail, len: live - 1 })),
            (Cell::Not(_), _) => None,
        }
    }

    /// Returns the same view, read-only.
    fn inspection(&self) -> StableInspection<'_, T> {
        StableInspection { head: self.head, tail: self.tail, len: self.len }
    }
}

impl<T> StableView<T> for StableAccess<'_, T> {
    fn at(&self, key: StableKey) -> Option<&T> {
        self.inspection().find(key)
    }

    fn each(&self, f: impl FnMut(StableKey, &T)) {
        self.inspection().each(f);
    }

    fn len(&self) -> usize {
        self.len
    }
}

impl<T> StableViewMut<T> for StableAccess<'_, T> {
    fn at_mut(&mut self, key: StableKey) -> Option<&mut T> {
        let cell = match behind(self.head.len(), key.index) {
            Some(offset) => self.tail.get_mut(offset),
            None => self.head.get_mut(key.index),
        };
        found_mut(cell, key.id)
    }

    fn each_mut(&mut self, mut f: impl FnMut(StableKey, &mut T)) {
        let tail_start = self.head.len() + 1;
        entries_mut(self.head, 0).chain(entries_mut(self.tail, tail_start)).for_each(|(key, element)| f(key, element));
    }
}

/// Returns the index of a position in the cells after the pivot. The position of the pivot is in neither part.
fn behind(pivot: usize, position: usize) -> Option<usize> {
    position.checked_sub(pivot + 1)
}

/// Returns the element of a cell if it has the id (§5.1).
pub(crate) fn found<T>(cell: Option<&Cell<T>>, id: u64) -> Option<&T> {
    match cell {
        Some(Cell::Has(element, its)) if *its == id => Some(element),
        _ => None,
    }
}

/// Does what `found` does, with mutable access.
pub(crate) fn found_mut<T>(cell: Option<&mut Cell<T>>, id: u64) -> Option<&mut T> {
    match cell {
        Some(Cell::Has(element, its)) if *its == id => Some(element),
        _ => None,
    }
}

/// Iterates over the keys and elements of cells, the first of which has the position `start`.
pub(crate) fn entries<T>(cells: &[Cell<T>], start: usize) -> impl DoubleEndedIterator<Item = (StableKey, &T)> {
    cells.iter().enumerate().filter_map(move |(offset, cell)| match cell {
        Cell::Has(element, id) => Some((StableKey { index: start + offset, id: *id }, element)),
        Cell::Not(_) => None,
    })
}

/// Does what `entries` does, with mutable access.
pub(crate) fn entries_mut<T>(
    cells: &mut [Cell<T>],
    start: usize,
) -> impl DoubleEndedIterator<Item = (StableKey, &mut T)> {
    cells.iter_mut().enumerate().filter_map(move |(offset, cell)| match cell {
        Cell::Has(element, id) => Some((StableKey { index: start + offset, id: *id }, element)),
        Cell::Not(_) => None,
    })
}
