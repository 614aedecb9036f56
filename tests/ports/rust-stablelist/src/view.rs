//! Access to elements: in the list, and in the views of all others while one of them is lent (§4.4, §5.3).

use std::mem;

use crate::partition::Cell;
use crate::stable_id::StableId;
use crate::stable_index::StableIndex;

/// Read access to the elements of a list, or of a view without one of them (§4.4).
pub trait StableView<T, Id: StableId = u32> {
    /// Returns the element of a key, or `None` if the key is not found (R10, R11). O(1).
    fn at(&self, key: StableIndex<T, Id>) -> Option<&T>;

    /// Calls `f` with every key and element, in ascending position (R12). O(opened).
    fn each(&self, f: impl FnMut(StableIndex<T, Id>, &T));

    /// Returns the number of elements (§4.2). O(1).
    fn len(&self) -> usize;

    /// Returns whether there is no element (§4.2). O(1).
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether a key is found (R11). O(1).
    fn contains(&self, key: StableIndex<T, Id>) -> bool {
        self.at(key).is_some()
    }
}

/// Write access to the elements, without changes of the structure (§4.4, R15).
pub trait StableViewMut<T, Id: StableId = u32>: StableView<T, Id> {
    /// Returns a mutable reference to the element of a key; the key stays valid (R15). O(1).
    fn at_mut(&mut self, key: StableIndex<T, Id>) -> Option<&mut T>;

    /// Like `each`, but the elements can be changed (R15). O(opened).
    fn each_mut(&mut self, f: impl FnMut(StableIndex<T, Id>, &mut T));

    /// Replaces the element of a key, and returns the old one; the key stays valid (R15). O(1).
    ///
    /// # Errors
    /// The given element, if the key is not found.
    fn replace(&mut self, key: StableIndex<T, Id>, element: T) -> Result<T, T> {
        match self.at_mut(key) {
            Some(place) => Ok(mem::replace(place, element)),
            None => Err(element),
        }
    }
}

/// A read-only view of all elements of a list except the pivot, with the keys of the list (R13, §5.3).
#[derive(Debug)]
pub struct StableInspection<'a, T, Id: StableId = u32> {
    head: &'a [Cell<T, Id>],
    tail: &'a [Cell<T, Id>],
    len: usize,
}

impl<'a, T, Id: StableId> StableInspection<'a, T, Id> {
    /// Returns the id and the element at a position, and a view of the other `live - 1`; `None` if the cell is vacant.
    /// O(1).
    pub(crate) fn split(cells: &'a [Cell<T, Id>], position: usize, live: usize) -> Option<(Id, &'a T, Self)> {
        let (head, rest) = cells.split_at_checked(position)?;
        match rest.split_first()? {
            (Cell::Has(pivot, id), tail) => Some((*id, pivot, Self { head, tail, len: live - 1 })),
            (Cell::Not(_), _) => None,
        }
    }

    /// Does what `at` does, with the lifetime of the borrowed list.
    fn find(&self, key: StableIndex<T, Id>) -> Option<&'a T> {
        let cell = match behind(self.head.len(), key.index()) {
            Some(offset) => self.tail.get(offset),
            None => self.head.get(key.index()),
        };
        found(cell, key.id)
    }
}

impl<T, Id: StableId> StableView<T, Id> for StableInspection<'_, T, Id> {
    fn at(&self, key: StableIndex<T, Id>) -> Option<&T> {
        self.find(key)
    }

    fn each(&self, mut f: impl FnMut(StableIndex<T, Id>, &T)) {
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
pub struct StableAccess<'a, T, Id: StableId = u32> {
    head: &'a mut [Cell<T, Id>],
    tail: &'a mut [Cell<T, Id>],
    len: usize,
}

impl<'a, T, Id: StableId> StableAccess<'a, T, Id> {
    /// Does what it does in [`StableInspection`], with mutable access. O(1).
    pub(crate) fn split(cells: &'a mut [Cell<T, Id>], position: usize, live: usize) -> Option<(Id, &'a mut T, Self)> {
        let (head, rest) = cells.split_at_mut_checked(position)?;
        match rest.split_first_mut()? {
            (Cell::Has(pivot, id), tail) => Some((*id, pivot, Self { head, tail, len: live - 1 })),
            (Cell::Not(_), _) => None,
        }
    }

    /// Returns the same view, read-only.
    fn inspection(&self) -> StableInspection<'_, T, Id> {
        StableInspection { head: self.head, tail: self.tail, len: self.len }
    }
}

impl<T, Id: StableId> StableView<T, Id> for StableAccess<'_, T, Id> {
    fn at(&self, key: StableIndex<T, Id>) -> Option<&T> {
        self.inspection().find(key)
    }

    fn each(&self, f: impl FnMut(StableIndex<T, Id>, &T)) {
        self.inspection().each(f);
    }

    fn len(&self) -> usize {
        self.len
    }
}

impl<T, Id: StableId> StableViewMut<T, Id> for StableAccess<'_, T, Id> {
    fn at_mut(&mut self, key: StableIndex<T, Id>) -> Option<&mut T> {
        let cell = match behind(self.head.len(), key.index()) {
            Some(offset) => self.tail.get_mut(offset),
            None => self.head.get_mut(key.index()),
        };
        found_mut(cell, key.id)
    }

    fn each_mut(&mut self, mut f: impl FnMut(StableIndex<T, Id>, &mut T)) {
        let tail_start = self.head.len() + 1;
        entries_mut(self.head, 0).chain(entries_mut(self.tail, tail_start)).for_each(|(key, element)| f(key, element));
    }
}

/// Returns the index of a position in the cells after the pivot. The position of the pivot is in neither part.
fn behind(pivot: usize, position: usize) -> Option<usize> {
    position.checked_sub(pivot + 1)
}

/// Returns the element of a cell if it has the id (§5.1).
pub(crate) fn found<T, Id: StableId>(cell: Option<&Cell<T, Id>>, id: Id) -> Option<&T> {
    match cell {
        Some(Cell::Has(element, its)) if *its == id => Some(element),
        _ => None,
    }
}

/// Does what `found` does, with mutable access.
pub(crate) fn found_mut<T, Id: StableId>(cell: Option<&mut Cell<T, Id>>, id: Id) -> Option<&mut T> {
    match cell {
        Some(Cell::Has(element, its)) if *its == id => Some(element),
        _ => None,
    }
}

/// Iterates over the keys and elements of cells, the first of which has the position `start`.
pub(crate) fn entries<T, Id: StableId>(
    cells: &[Cell<T, Id>],
    start: usize,
) -> impl DoubleEndedIterator<Item = (StableIndex<T, Id>, &T)> {
    cells.iter().enumerate().filter_map(move |(offset, cell)| match cell {
        Cell::Has(element, id) => Some((StableIndex::new(start + offset, *id), element)),
        Cell::Not(_) => None,
    })
}

/// Does what `entries` does, with mutable access.
pub(crate) fn entries_mut<T, Id: StableId>(
    cells: &mut [Cell<T, Id>],
    start: usize,
) -> impl DoubleEndedIterator<Item = (StableIndex<T, Id>, &mut T)> {
    cells.iter_mut().enumerate().filter_map(move |(offset, cell)| match cell {
        Cell::Has(element, id) => Some((StableIndex::new(start + offset, *id), element)),
        Cell::Not(_) => None,
    })
}
