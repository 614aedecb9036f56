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
use crate::view::{entries, entries_mut, found, found_mut, StableAccess, StableInspection, StableView, StableViewMut};

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

/// There are not as many indices as were asked for (R9). It hands back what found no room.
pub struct CapacityError<T> {
    /// What was to be inserted, as it was given: an element, several of them, or what makes one.
    pub refused: T,
    /// How many elements the list holds.
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

/// An object pool whose keys stay good, and whose element space shrinks again (§4, §5).
///
/// Its methods `at`, `contains`, `len`, `is_empty` and `each` come from [`StableView`], and `at_mut`, `each_mut` and
/// `replace` from [`StableViewMut`]. A clone gives out the same keys and positions afterwards as the original would.
#[derive(Debug)]
pub struct StableList<T> {
    cells: Vec<Cell<T>>,
    partitions: Partitions,
    least_space: usize,
    truncate: Truncate,
    next_id: u64,
    greatest_id: u64,
    greatest_index: u64,
    index_bits: Option<u32>,
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
            index_bits: (build.id_bits > 0 && build.index_bits > 0).then_some(build.index_bits),
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
        let key = self.next_key();
        if key.index as u64 > self.greatest_index {
            return Err(CapacityError { refused: element, live: self.len() });
        }
        self.occupy(key, element);
        Ok(key)
    }

    /// Inserts what `f` makes of the key that the element will have. O(1) as `add`, and what `f` costs.
    ///
    /// If `f` panics nothing has changed, and no id is used up.
    ///
    /// # Errors
    /// [`CapacityError`] if every index is in use; then `f` is handed back uncalled, and nothing has changed (R9).
    pub fn insert_with<F>(&mut self, f: F) -> Result<StableKey, CapacityError<F>>
    where
        F: FnOnce(StableKey) -> T,
    {
        let key = self.next_key();
        if key.index as u64 > self.greatest_index {
            return Err(CapacityError { refused: f, live: self.len() });
        }
        let element = f(key);
        self.occupy(key, element);
        Ok(key)
    }

    /// Inserts all elements or none, and returns their keys in the same order; otherwise as `add` for each of them.
    ///
    /// # Errors
    /// [`CapacityError`] if there is no index for every one of them; then nothing has changed (R9).
    pub fn extend(&mut self, elements: impl IntoIterator<Item = T>) -> Result<Vec<StableKey>, CapacityError<Vec<T>>> {
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
        self.close();
        self.cells.clear();
        if self.truncate == Truncate::Memory {
            self.shrink_memory();
        }
    }

    /// `clear`, and hands out what there was, in ascending position, at the price of `iter` (R7, R12). O(opened).
    pub fn drain(&mut self) -> Vec<(StableKey, T)> {
        *self.iterated.get_mut() += self.cells.len() as u64;
        self.close();
        let drained = live(self.cells.drain(..)).collect();
        if self.truncate == Truncate::Memory {
            self.shrink_memory();
        }
        drained
    }

    /// Removes what `keep` refuses, and hands it out. It is asked for every element in ascending position, at the price
    /// of `iter` (R12), and only then are the refused ones removed, in this order and each as by `remove` (R4). O(opened),
    /// and what the removals cost. If `keep` panics nothing has changed.
    pub fn retain(&mut self, mut keep: impl FnMut(StableKey, &T) -> bool) -> Vec<(StableKey, T)> {
        let refused: Vec<_> = self.iter().filter(|&(key, element)| !keep(key, element)).map(|(key, _)| key).collect();
        refused.into_iter().filter_map(|key| Some((key, self.remove(key)?))).collect()
    }

    /// Makes room for `additional` more elements: that many `add`s will move no cell. O(opened) if memory must grow.
    ///
    /// The element space stays as it is. In mode `Memory` the next truncation or `clear` gives the room back (R6).
    ///
    /// # Errors
    /// [`CapacityError`] if the index range cannot name so many positions; then nothing has changed (R9).
    ///
    /// # Panics
    /// If no memory can hold that many cells, as `Vec::reserve` does.
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

    /// Makes the list as short as it can be, in every mode: halves the element space for as long as h2 is empty and R1
    /// allows, by the steps of truncation (R5), and gives the memory past it back. O(allocated).
    pub fn shrink_to_fit(&mut self) {
        while self.may_halve() {
            self.halve(); // its visits are this call's own, not the price of removals
        }
        if self.allocated > self.partitions.space() {
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

    /// A key as one integer: its id above its index. `None` if ids or indices are unbounded, and for a key that is too
    /// wide for this list, which it cannot have issued. O(1).
    pub fn pack(&self, key: StableKey) -> Option<u128> {
        let fits = key.index as u64 <= self.greatest_index && key.id <= self.greatest_id;
        let index_bits = self.index_bits.filter(|_| fits)?;
        Some(u128::from(key.id) << index_bits | key.index as u128)
    }

    /// The key behind an integer; `None` if ids or indices are unbounded, and for an integer that is too wide. Any other
    /// one is some key, which is found only if it was issued (R10). O(1).
    pub fn unpack(&self, packed: u128) -> Option<StableKey> {
        let index = usize::try_from(packed & u128::from(self.greatest_index)).ok()?;
        let id = u64::try_from(packed >> self.index_bits?).ok()?;
        Some(StableKey { index, id })
    }

    /// Lends the element of a key together with a view of all others, and returns what `f` returns; `None` if the key
    /// is not found, and then `f` is not called (R13, §4.4, §5.3). O(1).
    pub fn inspect<R>(&self, key: StableKey, f: impl FnOnce(&T, &StableInspection<'_, T>) -> R) -> Option<R> {
        let (id, pivot, others) = StableInspection::split(&self.cells, key.index, self.len())?;
        (id == key.id).then(|| f(pivot, &others))
    }

    /// Like `inspect`, and the pivot and the others may be changed (R13, §4.4, §5.3). O(1).
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

    /// The key of the next element, if its index can be named (R2, R8).
    fn next_key(&self) -> StableKey {
        StableKey { index: self.partitions.vacancy(), id: self.next_id }
    }

    /// Puts an element where its key says, and advances the ids (R3, R8).
    fn occupy(&mut self, StableKey { index, id }: StableKey, element: T) {
        if index == self.partitions.space() {
            self.grow();
        }
        self.partitions.of(index).occupy(&mut self.cells, element, id);
        self.next_id = id.wrapping_add(1) & self.greatest_id;
    }

    /// Whether there are indices for so many more elements (R9): what is live can have any position below their end.
    fn can_name(&self, additional: usize) -> bool {
        let last = (self.len() as u64).saturating_add(additional as u64);
        additional == 0 || last - 1 <= self.greatest_index
    }

    /// Doubles a full element space (R3).
    fn grow(&mut self) {
        self.allocate(2 * self.partitions.space());
        self.partitions.double();
    }

    /// Reallocates if memory was never that large, which moves the opened cells (R3).
    fn allocate(&mut self, space: usize) {
        if space > self.allocated {
            self.cells.reserve_exact(space - self.cells.len());
            self.cost.moved += self.cells.len() as u64;
            self.allocated = space;
        }
    }

    /// Takes the partitions off the cells, which are still to be emptied (R7).
    fn close(&mut self) {
        let shrinks = self.truncate == Truncate::Memory;
        let space = if shrinks { self.least_space } else { self.partitions.space() };
        self.cost.dropped += self.cells.len() as u64;
        self.partitions = Partitions::untouched(space);
    }

    /// Halves the element space as often as h2 is empty and R1 allows, and counts the visits (R4, §5.2).
    fn truncate(&mut self) {
        while self.may_halve() {
            self.cost.visits += self.halve();
            if self.truncate == Truncate::Memory {
                self.shrink_memory();
            }
        }
    }

    /// One step of truncation; the number of its visits (R5).
    fn halve(&mut self) -> u64 {
        self.cost.dropped += self.partitions.h2.opened as u64;
        self.cells.truncate(self.partitions.h2.start);
        self.partitions.halve(&mut self.cells)
    }

    /// Whether h2 is empty, and half the element space a multiple of 4 and not below the minimum (R1, R4).
    fn may_halve(&self) -> bool {
        let space = self.partitions.space();
        self.partitions.h2.live == 0 && space % 8 == 0 && space / 2 >= self.least_space
    }

    /// Gives memory past the element space back, which moves the cells that stay (R6).
    fn shrink_memory(&mut self) {
        self.allocated = self.partitions.space();
        self.cells.shrink_to(self.allocated);
        self.cost.moved += self.cells.len() as u64;
    }
}

impl<T: Clone> Clone for StableList<T> {
    /// Everything is copied, down to the costs and the room for more. O(opened), and what `T::clone` costs.
    fn clone(&self) -> Self {
        let mut cells = Vec::with_capacity(self.allocated);
        cells.extend_from_slice(&self.cells);
        Self {
            cells,
            partitions: self.partitions.clone(),
            least_space: self.least_space,
            truncate: self.truncate,
            next_id: self.next_id,
            greatest_id: self.greatest_id,
            greatest_index: self.greatest_index,
            index_bits: self.index_bits,
            allocated: self.allocated,
            cost: self.cost,
            iterated: AtomicU64::new(self.iterated.load(Relaxed)),
        }
    }
}

impl<T> StableView<T> for StableList<T> {
    fn at(&self, key: StableKey) -> Option<&T> {
        found(self.cells.get(key.index), key.id)
    }

    fn each(&self, mut f: impl FnMut(StableKey, &T)) {
        self.iter().for_each(|(key, element)| f(key, element));
    }

    fn len(&self) -> usize {
        self.partitions.live()
    }
}

impl<T> StableViewMut<T> for StableList<T> {
    fn at_mut(&mut self, key: StableKey) -> Option<&mut T> {
        found_mut(self.cells.get_mut(key.index), key.id)
    }

    fn each_mut(&mut self, mut f: impl FnMut(StableKey, &mut T)) {
        self.iter_mut().for_each(|(key, element)| f(key, element));
    }
}

/// Keys and elements of opened cells, the first of which has position 0.
fn live<T>(cells: impl Iterator<Item = Cell<T>>) -> impl Iterator<Item = (StableKey, T)> {
    cells.enumerate().filter_map(|(index, cell)| match cell {
        Cell::Has(element, id) => Some((StableKey { index, id }, element)),
        Cell::Not(_) => None,
    })
}
