//! The container.
//!
//! `cells` holds the opened cells, a prefix of the element space; `partitions` knows which of them are live, and where
//! the next element goes (its own clauses stand there). What always holds besides:
//!
//! 1. `cells.len()` is the sum of the partitions' opened cells;
//! 2. space is at least `least_space`, and `allocated` at least space;
//! 3. unless the mode is `Never`, truncation has left nothing to do that the last removal from h2 asked for (R4).
//!
//! To a user the list is the map from `(position, id)` to element that the live cells spell out.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::layout::{Cost, Layout, PartitionLayout};
use crate::options::{greatest, StableListBuild, Truncate};
use crate::partition::{Cell, Partition, Partitions};
use crate::view::{entries, entries_mut, found, found_mut, StableAccess, StableView};

/// The access key of an element: its position, and the id that tells it from others that lived there (§5.1).
///
/// It is a plain value; one that was never issued is not found, whatever is in it (R10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StableKey {
    /// The position in the element space.
    pub index: usize,
    /// The stamp of the element.
    pub id: u64,
}

/// `add` found every index in use (R9). It hands the element back.
pub struct CapacityError<T> {
    /// The element that found no room.
    pub element: T,
    /// How many elements the list holds, which is all that its indices can name.
    pub live: usize,
}

impl<T> fmt::Debug for CapacityError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CapacityError").field("live", &self.live).finish_non_exhaustive()
    }
}

impl<T> fmt::Display for CapacityError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "all {} indices are in use: remove an element, or make a list with more index bits", self.live)
    }
}

impl<T> Error for CapacityError<T> {}

/// An object pool whose keys stay good, and whose element space shrinks again (§4, §5).
///
/// Its methods `at`, `at_mut`, `contains`, `len`, `is_empty`, `each` and `each_mut` come from [`StableView`].
#[derive(Debug)]
pub struct StableList<T> {
    cells: Vec<Cell<T>>,
    partitions: Partitions,
    least_space: usize,
    truncate: Truncate,
    next_id: u64,
    greatest_id: u64,
    greatest_index: u64,
    allocated: usize,
    cost: Cost,
    iterated: AtomicU64,
}

impl<T> Default for StableList<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> StableList<T> {
    /// An empty list with default parameters. O(1).
    pub fn new() -> Self {
        Self::with(StableListBuild::default())
    }

    /// An empty list with the given parameters. O(1).
    ///
    /// # Panics
    /// If no memory can hold that many cells, as `Vec::with_capacity` does.
    pub fn with(build: StableListBuild) -> Self {
        let space = build.initial_space();
        Self {
            cells: Vec::with_capacity(space),
            partitions: Partitions::untouched(space),
            least_space: build.least_space(),
            truncate: build.truncate,
            next_id: 0,
            greatest_id: greatest(build.id_bits),
            greatest_index: greatest(build.index_bits),
            allocated: space,
            cost: Cost::default(),
            iterated: AtomicU64::new(0),
        }
    }

    /// Inserts an element and returns its key (R2, R3, R8). O(1), except that growth beyond the memory allocated so far
    /// moves every cell: amortised O(1) as long as memory is kept.
    ///
    /// # Errors
    /// [`CapacityError`] if every index is in use; then nothing has changed (R9).
    pub fn add(&mut self, element: T) -> Result<StableKey, CapacityError<T>> {
        let index = self.partitions.vacancy();
        if index as u64 > self.greatest_index {
            return Err(CapacityError { element, live: self.len() });
        }
        if index == self.partitions.space() {
            self.grow();
        }
        let id = self.next_id;
        self.partitions.of(index).occupy(&mut self.cells, element, id);
        self.next_id = id.wrapping_add(1) & self.greatest_id;
        Ok(StableKey { index, id })
    }

    /// Takes the element of a key out, or does nothing (R4, R11). Amortised O(1): truncation visits free-list entries that
    /// earlier removals made; the worst case is `space / 2` visits, and in mode `Memory` as many moves at each step.
    pub fn remove(&mut self, key: StableKey) -> Option<T> {
        self.at(key)?;
        let cell = self.partitions.of(key.index).vacate(&mut self.cells, key.index);
        let from_h2 = key.index >= self.partitions.h2.start;
        if from_h2 && self.truncate != Truncate::Never {
            self.truncate();
        }
        match cell {
            Cell::Has(element, _) => Some(element),
            Cell::Not(_) => unreachable!("a key that resolves names a live cell"),
        }
    }

    /// Retires every key (R7). O(opened), to drop the elements. `next_id` goes on, or retired keys would resolve again.
    pub fn clear(&mut self) {
        let shrinks = self.truncate == Truncate::Memory;
        let space = if shrinks { self.least_space } else { self.partitions.space() };
        self.cost.dropped += self.cells.len() as u64;
        self.partitions = Partitions::untouched(space);
        self.cells.clear();
        if shrinks {
            self.shrink_memory();
        }
    }

    /// Keys and elements in ascending position. It costs one visit for each opened cell, counted at once (R12).
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (StableKey, &T)> {
        self.iterated.fetch_add(self.cells.len() as u64, Relaxed);
        entries(&self.cells, 0)
    }

    /// Like `iter`, and the elements may be changed. Their keys stay (R15).
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (StableKey, &mut T)> {
        self.iterated.fetch_add(self.cells.len() as u64, Relaxed);
        entries_mut(&mut self.cells, 0)
    }

    /// The keys in ascending position, at the price of `iter` (R12).
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = StableKey> + '_ {
        self.iter().map(|(key, _)| key)
    }

    /// Lends the element of a key together with a view of all others, and returns what `f` returns; `None` if the key
    /// is not found, and then `f` is not called (R13, §4.4, §5.3). O(1).
    ///
    /// There is no read-only twin: shared borrows go together, so that `at` and `each` do what it would.
    pub fn apply<R>(&mut self, key: StableKey, f: impl FnOnce(&mut T, &mut StableAccess<'_, T>) -> R) -> Option<R> {
        let len = self.len();
        let (id, pivot, mut others) = StableAccess::split(&mut self.cells, key.index, len)?;
        (id == key.id).then(|| f(pivot, &mut others))
    }

    /// Does what `apply` does for every element, in ascending position (R13, §4.4). O(opened), and what `f` costs.
    pub fn traverse(&mut self, mut f: impl FnMut(StableKey, &mut T, &mut StableAccess<'_, T>)) {
        let len = self.len();
        for index in 0..self.cells.len() {
            if let Some((id, pivot, mut others)) = StableAccess::split(&mut self.cells, index, len) {
                f(StableKey { index, id }, pivot, &mut others);
            }
        }
    }

    /// Where elements live: the partitions with their free lists (§5.2). O(opened).
    pub fn layout(&self) -> Layout {
        let Partitions { q1, q2, h2 } = &self.partitions;
        Layout {
            space: self.partitions.space(),
            partitions: [q1, q2, h2].map(|partition| self.partition_layout(partition)),
            next_id: self.next_id,
        }
    }

    fn partition_layout(&self, partition: &Partition) -> PartitionLayout {
        PartitionLayout {
            start: partition.start,
            size: partition.size,
            live: partition.live,
            opened: partition.opened,
            free: partition.free(&self.cells).collect(),
        }
    }

    /// What the operations so far have cost. O(1).
    pub fn cost(&self) -> Cost {
        Cost { cells: self.iterated.load(Relaxed), ..self.cost }
    }

    /// Doubles a full element space; reallocates only if memory was never that large (R3).
    fn grow(&mut self) {
        let space = 2 * self.partitions.space();
        if space > self.allocated {
            self.cells.reserve_exact(space - self.cells.len());
            self.cost.moved += self.cells.len() as u64;
            self.allocated = space;
        }
        self.partitions.double();
    }

    /// Halves the element space as often as h2 is empty and R1 allows (R4, §5.2).
    fn truncate(&mut self) {
        while self.partitions.h2.live == 0 && self.may_halve() {
            self.cost.dropped += self.partitions.h2.opened as u64;
            self.cells.truncate(self.partitions.h2.start);
            self.cost.visits += self.partitions.halve(&mut self.cells);
            if self.truncate == Truncate::Memory {
                self.shrink_memory();
                self.cost.moved += self.cells.len() as u64;
            }
        }
    }

    /// Whether half the element space is a multiple of 4 and not below the minimum (R1).
    fn may_halve(&self) -> bool {
        let space = self.partitions.space();
        space % 8 == 0 && space / 2 >= self.least_space
    }

    /// Gives memory past the element space back (R6).
    fn shrink_memory(&mut self) {
        self.allocated = self.partitions.space();
        self.cells.shrink_to(self.allocated);
    }
}

impl<T> StableView<T> for StableList<T> {
    fn at(&self, key: StableKey) -> Option<&T> {
        found(self.cells.get(key.index), key.id)
    }

    fn at_mut(&mut self, key: StableKey) -> Option<&mut T> {
        found_mut(self.cells.get_mut(key.index), key.id)
    }

    fn each(&self, mut f: impl FnMut(StableKey, &T)) {
        self.iter().for_each(|(key, element)| f(key, element));
    }

    fn each_mut(&mut self, mut f: impl FnMut(StableKey, &mut T)) {
        self.iter_mut().for_each(|(key, element)| f(key, element));
    }

    fn len(&self) -> usize {
        self.partitions.live()
    }
}
