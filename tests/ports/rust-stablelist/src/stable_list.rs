//! The container.
//!
//! `cells` has the opened cells, a prefix of the element space. `partitions` determines which of them are live, and
//! where the next element goes; its module lists its invariants. Further invariants:
//!
//! 1. `cells.len()` is the sum of the partitions' opened cells;
//! 2. space is at least `least_space`, and `allocated` at least space;
//! 3. unless the mode is `Never`, the truncation caused by the last removal from h2 is complete (R4).
//!
//! Abstraction: the list is a map with one entry for each live cell, from `(position, id)` to the element.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::layout::{Cost, Layout, PartitionLayout};
use crate::options::{greatest, StableListBuild, Truncate};
use crate::partition::{Cell, Partition, Partitions};
use crate::stable_id::StableId;
use crate::stable_index::StableIndex;
use crate::view::{entries, entries_mut, found, found_mut, StableAccess, StableInspection, StableView, StableViewMut};

/// There are not enough indices (R9). The error returns the argument of the failed insertion.
pub struct CapacityError<T> {
    /// The argument of the insertion: an element, several elements, or the function that makes one.
    pub refused: T,
    /// The number of elements in the list.
    pub live: usize,
}

impl<T> fmt::Debug for CapacityError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CapacityError").field("live", &self.live).finish_non_exhaustive()
    }
}

impl<T> fmt::Display for CapacityError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let advice = "remove elements, or make a list with more index bits";
        write!(f, "no index is left for what is to be inserted, with {} in use: {advice}", self.live)
    }
}

impl<T> Error for CapacityError<T> {}

/// An object pool with stable keys, whose element space shrinks after removals (§4, §5).
///
/// Its methods `at`, `contains`, `len`, `is_empty` and `each` come from [`StableView`], and `at_mut`, `each_mut` and
/// `replace` from [`StableViewMut`]. A clone hands out the same keys and positions from then on as the original would.
#[derive(Debug)]
pub struct StableList<T, Id: StableId = u32> {
    cells: Vec<Cell<T, Id>>,
    partitions: Partitions,
    least_space: usize,
    truncate: Truncate,
    next_id: Id,
    greatest_index: u64,
    index_bits: Option<u32>,
    allocated: usize,
    cost: Cost,
    iterated: AtomicU64,
}

impl<T, Id: StableId> Default for StableList<T, Id> {
    /// Makes an empty list with default parameters, and any type of ids. O(1).
    fn default() -> Self {
        Self::with_first_id(StableListBuild::default(), Id::init())
    }
}

impl<T> StableList<T> {
    /// Makes an empty list with default parameters. O(1).
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes an empty list with the given parameters. O(1).
    ///
    /// # Panics
    /// Panics if so many cells do not fit into memory, as `Vec::with_capacity` does.
    pub fn with(build: StableListBuild) -> Self {
        Self::with_first_id(build, u32::init())
    }
}

impl<T, Id: StableId> StableList<T, Id> {
    /// Makes an empty list with the given parameters, whose first element gets the given id. O(1).
    ///
    /// # Panics
    /// Panics if so many cells do not fit into memory, as `Vec::with_capacity` does.
    pub fn with_first_id(build: StableListBuild, first_id: Id) -> Self {
        let space = build.initial_space();
        Self {
            cells: Vec::with_capacity(space),
            partitions: Partitions::untouched(space),
            least_space: build.least_space(),
            truncate: build.truncate,
            next_id: first_id,
            greatest_index: greatest(build.index_bits),
            index_bits: (build.index_bits > 0).then_some(build.index_bits),
            allocated: space,
            cost: Cost::default(),
            iterated: AtomicU64::new(0),
        }
    }

    /// Inserts an element and returns its key (R2, R3, R8). Amortised O(1) as long as memory is kept, because growth
    /// beyond the allocated memory moves every cell.
    ///
    /// # Errors
    /// [`CapacityError`] if every index is in use; then nothing changes (R9).
    pub fn add(&mut self, element: T) -> Result<StableIndex<T, Id>, CapacityError<T>> {
        let key = self.next_key();
        if key.index() as u64 > self.greatest_index {
            return Err(CapacityError { refused: element, live: self.len() });
        }
        self.occupy(key, element);
        Ok(key)
    }

    /// Inserts the element that `f` returns for its key. Costs as `add`, plus the cost of `f`.
    ///
    /// If `f` panics, nothing changes, and no id is used up.
    ///
    /// # Errors
    /// [`CapacityError`] if every index is in use; then `f` is returned uncalled, and nothing changes (R9).
    pub fn insert_with<F>(&mut self, f: F) -> Result<StableIndex<T, Id>, CapacityError<F>>
    where
        F: FnOnce(StableIndex<T, Id>) -> T,
    {
        let key = self.next_key();
        if key.index() as u64 > self.greatest_index {
            return Err(CapacityError { refused: f, live: self.len() });
        }
        let element = f(key);
        self.occupy(key, element);
        Ok(key)
    }

    /// Inserts all elements or none, in order, as `add` would, and returns their keys in this order.
    ///
    /// # Errors
    /// [`CapacityError`] if there are not enough indices for all of them; then nothing changes (R9).
    pub fn extend(
        &mut self,
        elements: impl IntoIterator<Item = T>,
    ) -> Result<Vec<StableIndex<T, Id>>, CapacityError<Vec<T>>> {
        let elements: Vec<T> = elements.into_iter().collect();
        if !self.can_name(elements.len()) {
            return Err(CapacityError { refused: elements, live: self.len() });
        }
        let insert = |element| {
            let key = self.next_key();
            self.occupy(key, element);
            key
        };
        Ok(elements.into_iter().map(insert).collect())
    }

    /// Removes the element of a key and returns it, or does nothing (R4, R11). Amortised O(1): truncation visits
    /// free-list entries made by earlier removals, at most `space / 2` of them. In mode `Memory`, each step also moves
    /// cells.
    pub fn remove(&mut self, key: StableIndex<T, Id>) -> Option<T> {
        self.at(key)?;
        let cell = self.partitions.of(key.index()).vacate(&mut self.cells, key.index());
        let from_h2 = key.index() >= self.partitions.h2.start;
        if from_h2 && self.truncate != Truncate::Never {
            self.truncate();
        }
        match cell {
            Cell::Has(element, _) => Some(element),
            Cell::Not(_) => unreachable!("a key that resolves names a live cell"),
        }
    }

    /// Removes all elements and retires every key (R7). O(opened). `next_id` continues; otherwise retired keys would
    /// resolve.
    pub fn clear(&mut self) {
        self.close();
        self.cells.clear();
        if self.truncate == Truncate::Memory {
            self.shrink_memory();
        }
    }

    /// Clears the list, and returns its elements in ascending position, at the cost of `iter` (R7, R12). O(opened).
    pub fn drain(&mut self) -> Vec<(StableIndex<T, Id>, T)> {
        *self.iterated.get_mut() += self.cells.len() as u64;
        self.close();
        let drained = live(self.cells.drain(..)).collect();
        if self.truncate == Truncate::Memory {
            self.shrink_memory();
        }
        drained
    }

    /// Removes the elements for which `keep` returns false, and returns them. `keep` is first called for every element
    /// in ascending position, at the cost of `iter` (R12). Then the rejected elements are removed in the same order,
    /// each as by `remove` (R4). O(opened), plus the cost of the removals. If `keep` panics, nothing changes.
    pub fn retain(&mut self, mut keep: impl FnMut(StableIndex<T, Id>, &T) -> bool) -> Vec<(StableIndex<T, Id>, T)> {
        let refused: Vec<_> = self.iter().filter(|&(key, element)| !keep(key, element)).map(|(key, _)| key).collect();
        refused.into_iter().filter_map(|key| Some((key, self.remove(key)?))).collect()
    }

    /// Makes room for `additional` more elements, so that adding them moves no cell. O(opened) if memory has to grow.
    ///
    /// The element space does not change. In mode `Memory`, the next truncation or `clear` releases the room again
    /// (R6).
    ///
    /// # Errors
    /// [`CapacityError`] if there are not so many indices; then nothing changes (R9).
    ///
    /// # Panics
    /// Panics if so many cells do not fit into memory, as `Vec::reserve` does.
    pub fn reserve(&mut self, additional: usize) -> Result<(), CapacityError<()>> {
        if !self.can_name(additional) {
            return Err(CapacityError { refused: (), live: self.len() });
        }
        let needed = self.len().saturating_add(additional);
        let mut space = self.partitions.space();
        while space < needed {
            space = space.saturating_mul(2);
        }
        self.allocate(space);
        Ok(())
    }

    /// Makes the list as short as possible, in every mode: halves the element space as long as h2 is empty and R1
    /// allows it, by the steps of truncation (R5), and releases the memory past it. O(allocated).
    pub fn shrink_to_fit(&mut self) {
        while self.may_halve() {
            self.halve(); // its visits do not count as a cost of removals
        }
        if self.allocated > self.partitions.space() {
            self.shrink_memory();
        }
    }

    /// Iterates over keys and elements in ascending position. It counts one visit for each opened cell, at once (R12).
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (StableIndex<T, Id>, &T)> {
        self.iterated.fetch_add(self.cells.len() as u64, Relaxed);
        entries(&self.cells, 0)
    }

    /// Iterates as `iter` does, over mutable elements. Their keys do not change (R15).
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (StableIndex<T, Id>, &mut T)> {
        self.iterated.fetch_add(self.cells.len() as u64, Relaxed);
        entries_mut(&mut self.cells, 0)
    }

    /// Returns the keys in ascending position, at the cost of `iter` (R12).
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = StableIndex<T, Id>> + '_ {
        self.iter().map(|(key, _)| key)
    }

    /// Calls `f` with the element of a key and a view of all others, and returns its result; returns `None`, without
    /// calling `f`, if the key is not found (R13, §4.4, §5.3). O(1).
    pub fn inspect<R>(
        &self,
        key: StableIndex<T, Id>,
        f: impl FnOnce(&T, &StableInspection<'_, T, Id>) -> R,
    ) -> Option<R> {
        let (id, pivot, others) = StableInspection::split(&self.cells, key.index(), self.len())?;
        (id == key.id).then(|| f(pivot, &others))
    }

    /// Like `inspect`, but the pivot and the others can be changed (R13, §4.4, §5.3). O(1).
    pub fn apply<R>(
        &mut self,
        key: StableIndex<T, Id>,
        f: impl FnOnce(&mut T, &mut StableAccess<'_, T, Id>) -> R,
    ) -> Option<R> {
        let len = self.len();
        let (id, pivot, mut others) = StableAccess::split(&mut self.cells, key.index(), len)?;
        (id == key.id).then(|| f(pivot, &mut others))
    }

    /// Does what `apply` does for every element, in ascending position (R13, §4.4). O(opened), plus the cost of `f`.
    pub fn traverse(&mut self, mut f: impl FnMut(StableIndex<T, Id>, &mut T, &mut StableAccess<'_, T, Id>)) {
        let len = self.len();
        for index in 0..self.cells.len() {
            if let Some((id, pivot, mut others)) = StableAccess::split(&mut self.cells, index, len) {
                f(StableIndex::new(index, id), pivot, &mut others);
            }
        }
    }

    /// Returns the layout: the partitions with their free lists (§5.2). O(opened).
    pub fn layout(&self) -> Layout<Id> {
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

    /// Returns the cost of the operations so far. O(1).
    pub fn cost(&self) -> Cost {
        Cost { cells: self.iterated.load(Relaxed), ..self.cost }
    }

    /// Returns the key of the next element, if its index is in the range (R2, R8).
    fn next_key(&self) -> StableIndex<T, Id> {
        StableIndex::new(self.partitions.vacancy(), self.next_id)
    }

    /// Puts an element at the position of its key, and advances the ids (R3, R8).
    fn occupy(&mut self, key: StableIndex<T, Id>, element: T) {
        if key.index() == self.partitions.space() {
            self.grow();
        }
        self.partitions.of(key.index()).occupy(&mut self.cells, element, key.id);
        self.next_id.up();
    }

    /// Returns whether there are indices for so many more elements (R9).
    fn can_name(&self, additional: usize) -> bool {
        let last = (self.len() as u64).saturating_add(additional as u64);
        additional == 0 || last - 1 <= self.greatest_index
    }

    /// Doubles a full element space (R3).
    fn grow(&mut self) {
        self.allocate(2 * self.partitions.space());
        self.partitions.double();
    }

    /// Reallocates if the memory is too small, which moves the opened cells (R3).
    fn allocate(&mut self, space: usize) {
        if space > self.allocated {
            self.cells.reserve_exact(space - self.cells.len());
            self.cost.moved += self.cells.len() as u64;
            self.allocated = space;
        }
    }

    /// Resets the partitions; the caller then empties the cells (R7).
    fn close(&mut self) {
        let shrinks = self.truncate == Truncate::Memory;
        let space = if shrinks { self.least_space } else { self.partitions.space() };
        self.cost.dropped += self.cells.len() as u64;
        self.partitions = Partitions::untouched(space);
    }

    /// Halves the element space as long as h2 is empty and R1 allows it, and counts the visits (R4, §5.2).
    fn truncate(&mut self) {
        while self.may_halve() {
            self.cost.visits += self.halve();
            if self.truncate == Truncate::Memory {
                self.shrink_memory();
            }
        }
    }

    /// Does one step of truncation, and returns the number of visits (R5).
    fn halve(&mut self) -> u64 {
        self.cost.dropped += self.partitions.h2.opened as u64;
        self.cells.truncate(self.partitions.h2.start);
        self.partitions.halve(&mut self.cells)
    }

    /// Returns whether h2 is empty, and half the element space is a multiple of 4 and not below the minimum (R1, R4).
    fn may_halve(&self) -> bool {
        let space = self.partitions.space();
        self.partitions.h2.live == 0 && space % 8 == 0 && space / 2 >= self.least_space
    }

    /// Releases memory past the element space, which moves the remaining cells (R6).
    fn shrink_memory(&mut self) {
        self.allocated = self.partitions.space();
        self.cells.shrink_to(self.allocated);
        self.cost.moved += self.cells.len() as u64;
    }
}

impl<T, Id: StableId + Into<u64> + TryFrom<u64>> StableList<T, Id> {
    /// Returns a key as one integer, with the id above the index. `None` if indices are unbounded, and for a key whose
    /// index is too wide for this list, which cannot have issued it. O(1).
    pub fn pack(&self, key: StableIndex<T, Id>) -> Option<u128> {
        let index_bits = self.index_bits.filter(|_| key.index() as u64 <= self.greatest_index)?;
        Some(u128::from(key.id.into()) << index_bits | key.index() as u128)
    }

    /// Returns the key of an integer; `None` if indices are unbounded, and for an integer that is too wide. Any other
    /// integer is the form of some key, which is looked up like any key (R10). O(1).
    pub fn unpack(&self, packed: u128) -> Option<StableIndex<T, Id>> {
        let index = usize::try_from(packed & u128::from(self.greatest_index)).ok()?;
        let id = u64::try_from(packed >> self.index_bits?).ok()?;
        Some(StableIndex::new(index, Id::try_from(id).ok()?))
    }
}

impl<T: Clone, Id: StableId> Clone for StableList<T, Id> {
    /// Copies everything, including the costs and the reserved room. O(opened), plus the cost of `T::clone`.
    fn clone(&self) -> Self {
        let mut cells = Vec::with_capacity(self.allocated);
        cells.extend_from_slice(&self.cells);
        Self {
            cells,
            partitions: self.partitions.clone(),
            least_space: self.least_space,
            truncate: self.truncate,
            next_id: self.next_id,
            greatest_index: self.greatest_index,
            index_bits: self.index_bits,
            allocated: self.allocated,
            cost: self.cost,
            iterated: AtomicU64::new(self.iterated.load(Relaxed)),
        }
    }
}

impl<T, Id: StableId> StableView<T, Id> for StableList<T, Id> {
    fn at(&self, key: StableIndex<T, Id>) -> Option<&T> {
        found(self.cells.get(key.index()), key.id)
    }

    fn each(&self, mut f: impl FnMut(StableIndex<T, Id>, &T)) {
        self.iter().for_each(|(key, element)| f(key, element));
    }

    fn len(&self) -> usize {
        self.partitions.live()
    }
}

impl<T, Id: StableId> StableViewMut<T, Id> for StableList<T, Id> {
    fn at_mut(&mut self, key: StableIndex<T, Id>) -> Option<&mut T> {
        found_mut(self.cells.get_mut(key.index()), key.id)
    }

    fn each_mut(&mut self, mut f: impl FnMut(StableIndex<T, Id>, &mut T)) {
        self.iter_mut().for_each(|(key, element)| f(key, element));
    }
}

/// Iterates over the keys and elements of opened cells, the first of which has position 0.
fn live<T, Id: StableId>(cells: impl Iterator<Item = Cell<T, Id>>) -> impl Iterator<Item = (StableIndex<T, Id>, T)> {
    cells.enumerate().filter_map(|(index, cell)| match cell {
        Cell::Has(element, id) => Some((StableIndex::new(index, id), element)),
        Cell::Not(_) => None,
    })
}
