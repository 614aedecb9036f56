//! Looking at elements: in the list, and in what is left of it while one of them is lent (§4.4, §5.3).

use crate::partition::Cell;
use crate::stable_list::StableKey;

/// What can be done with the elements of a list, or of a view that hides one of them (§4.4).
pub trait StableView<T> {
    /// The element of a key, or `None` if the key is not found (R10, R11). O(1).
    fn at(&self, key: StableKey) -> Option<&T>;

    /// The element of a key, to be changed or replaced; the key stays good (R15). O(1).
    fn at_mut(&mut self, key: StableKey) -> Option<&mut T>;

    /// Calls `f` with every key and element, in ascending position (R12). O(opened).
    fn each(&self, f: impl FnMut(StableKey, &T));

    /// Like `each`, and the elements may be changed (R15). O(opened).
    fn each_mut(&mut self, f: impl FnMut(StableKey, &mut T));

    /// The number of elements (§4.2). O(1).
    fn len(&self) -> usize;

    /// Whether there is no element (§4.2). O(1).
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a key is found (R11). O(1).
    fn contains(&self, key: StableKey) -> bool {
        self.at(key).is_some()
    }
}

/// All elements of a list but the pivot, under the list's own keys (R13, §5.3).
///
/// It borrows the cells before and behind the pivot's, so that no element can be reached in two ways.
#[derive(Debug)]
pub struct StableAccess<'a, T> {
    head: &'a mut [Cell<T>],
    tail: &'a mut [Cell<T>],
    len: usize,
}

impl<'a, T> StableAccess<'a, T> {
    /// The id and the element at a position, and a view of the other `live - 1`; `None` if nothing lives there. O(1).
    pub(crate) fn split(cells: &'a mut [Cell<T>], position: usize, live: usize) -> Option<(u64, &'a mut T, Self)> {
        if position >= cells.len() {
            return None;
        }
        let (head, rest) = cells.split_at_mut(position);
        match rest.split_first_mut()? {
            (Cell::Has(pivot, id), tail) => Some((*id, pivot, Self { head, tail, len: live - 1 })),
            (Cell::Not(_), _) => None,
        }
    }

    /// The position of the first cell behind the pivot's.
    fn tail_start(&self) -> usize {
        self.head.len() + 1
    }

    /// Where a position behind the pivot's lies in `tail`. The pivot's own lies neither there nor in `head`.
    fn in_tail(&self, position: usize) -> Option<usize> {
        position.checked_sub(self.tail_start())
    }
}

impl<T> StableView<T> for StableAccess<'_, T> {
    fn at(&self, key: StableKey) -> Option<&T> {
        let cell = match self.in_tail(key.index) {
            Some(offset) => self.tail.get(offset),
            None => self.head.get(key.index),
        };
        found(cell, key.id)
    }

    fn at_mut(&mut self, key: StableKey) -> Option<&mut T> {
        let cell = match self.in_tail(key.index) {
            Some(offset) => self.tail.get_mut(offset),
            None => self.head.get_mut(key.index),
        };
        found_mut(cell, key.id)
    }

    fn each(&self, mut f: impl FnMut(StableKey, &T)) {
        entries(self.head, 0).chain(entries(self.tail, self.tail_start())).for_each(|(key, element)| f(key, element));
    }

    fn each_mut(&mut self, mut f: impl FnMut(StableKey, &mut T)) {
        let tail_start = self.tail_start();
        entries_mut(self.head, 0).chain(entries_mut(self.tail, tail_start)).for_each(|(key, element)| f(key, element));
    }

    fn len(&self) -> usize {
        self.len
    }
}

/// The element of a cell that bears the id (§5.1).
pub(crate) fn found<T>(cell: Option<&Cell<T>>, id: u64) -> Option<&T> {
    match cell {
        Some(Cell::Has(element, its)) if *its == id => Some(element),
        _ => None,
    }
}

/// `found`, to be changed.
pub(crate) fn found_mut<T>(cell: Option<&mut Cell<T>>, id: u64) -> Option<&mut T> {
    match cell {
        Some(Cell::Has(element, its)) if *its == id => Some(element),
        _ => None,
    }
}

/// Keys and elements of cells of which the first has the position `start`.
pub(crate) fn entries<T>(cells: &[Cell<T>], start: usize) -> impl DoubleEndedIterator<Item = (StableKey, &T)> {
    cells.iter().enumerate().filter_map(move |(offset, cell)| match cell {
        Cell::Has(element, id) => Some((StableKey { index: start + offset, id: *id }, element)),
        Cell::Not(_) => None,
    })
}

/// `entries`, to be changed.
pub(crate) fn entries_mut<T>(
    cells: &mut [Cell<T>],
    start: usize,
) -> impl DoubleEndedIterator<Item = (StableKey, &mut T)> {
    cells.iter_mut().enumerate().filter_map(move |(offset, cell)| match cell {
        Cell::Has(element, id) => Some((StableKey { index: start + offset, id: *id }, element)),
        Cell::Not(_) => None,
    })
}
