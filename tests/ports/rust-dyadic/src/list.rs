//! The container: what changes it. `reading` has the rest of its methods.
//!
//! `cells` are the opened cells, a prefix of the element space. `blocks` knows which of them are vacant, and where the next
//! element goes. What always holds besides what `blocks` says:
//!
//! 1. `allocated` is at least the element space;
//! 2. after a removal from the top block, in the modes that truncate, that block has an element or is the base (R4).
//!
//! To a user, the list is a map from keys to elements: those of the live cells.

use std::mem;

use crate::blocks::Blocks;
use crate::cell::{Cell, Key};
use crate::full::Full;
use crate::layout::{Cost, Counter};
use crate::options::{Options, Truncate};

/// An object pool whose keys stay valid, and whose element space shrinks without a pause.
///
/// A clone hands out the same keys as the original would.
#[derive(Debug)]
pub struct DyadicList<T> {
    pub(crate) cells: Vec<Cell<T>>,
    pub(crate) blocks: Blocks,
    pub(crate) options: Options,
    most: usize,
    pub(crate) next_id: u64,
    pub(crate) last_id: u64,
    allocated: usize,
    pub(crate) cost: Cost,
    pub(crate) iterated: Counter,
}

impl<T> Default for DyadicList<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> DyadicList<T> {
    /// An empty list with default parameters. O(1).
    pub fn new() -> Self {
        Self::with(Options::default())
    }

    /// An empty list with the given parameters. O(1).
    ///
    /// # Panics
    /// If minimum or capacity is more than there are indices (R9), or if there is no memory for as many cells.
    pub fn with(options: Options) -> Self {
        let needed = options.base().max(options.capacity);
        assert!(needed <= options.indices(), "{needed} cells need more than {} index bits", options.index_bits);
        let blocks = Blocks::new(options.base(), options.capacity);
        let space = blocks.space();
        Self {
            cells: Vec::with_capacity(space),
            blocks,
            options,
            most: options.most(),
            next_id: 0,
            last_id: options.last_id(),
            allocated: space,
            cost: Cost::default(),
            iterated: Counter::default(),
        }
    }

    // --- Insertion ---

    /// Inserts an element and returns its key (R2, R8). O(1), except for growth beyond the memory allocated so far, which
    /// moves all cells: amortised O(1) if memory is kept.
    ///
    /// # Errors
    /// [`Full`] if there is no room; then nothing has changed (R9).
    pub fn add(&mut self, element: T) -> Result<Key, Full<T>> {
        if !self.has_room_for(1) {
            return Err(Full(element));
        }
        Ok(self.occupy(element))
    }

    /// Inserts what `f` makes of the key that its element will have. O(1) as `add`, and what `f` costs.
    ///
    /// If `f` panics, nothing has changed.
    ///
    /// # Errors
    /// [`Full`] if there is no room; then `f` was not called, and nothing has changed (R9).
    pub fn insert_with<F: FnOnce(Key) -> T>(&mut self, f: F) -> Result<Key, Full<F>> {
        if !self.has_room_for(1) {
            return Err(Full(f));
        }
        let element = f(self.next_key());
        Ok(self.occupy(element))
    }

    /// Inserts all elements or none, as `add` would one after the other, and returns their keys in the same order.
    ///
    /// # Errors
    /// [`Full`] if there is no room for one of them; then nothing has changed (R9).
    pub fn extend(&mut self, elements: impl IntoIterator<Item = T>) -> Result<Vec<Key>, Full<Vec<T>>> {
        let elements: Vec<T> = elements.into_iter().collect();
        if !self.has_room_for(elements.len()) {
            return Err(Full(elements));
        }
        Ok(elements.into_iter().map(|element| self.occupy(element)).collect())
    }

    // --- Removal ---

    /// Takes out the element of a key; does nothing if it is not found (R4, R11). O(1): truncation visits no free list. But
    /// if elements have destructors, Rust looks at each cell that is dropped; and in mode `Memory`, a removal that drops
    /// blocks moves the cells that stay.
    pub fn remove(&mut self, key: Key) -> Option<T> {
        let cell = self.cells.get_mut(key.index)?;
        cell.found(key.id)?;
        let vacant = Cell::Not(self.blocks.vacate(key.index));
        let removed = mem::replace(cell, vacant).into_element();
        if self.options.truncate != Truncate::Never && self.blocks.top_is_empty_at(key.index) {
            self.truncate();
        }
        removed
    }

    /// Removes by one key after the other, and returns what `remove` would (R11).
    pub fn remove_many(&mut self, keys: impl IntoIterator<Item = Key>) -> Vec<Option<T>> {
        keys.into_iter().map(|key| self.remove(key)).collect()
    }

    /// Removes everything (R7). O(opened), to drop the elements. Ids go on, so that no old key finds a new element.
    pub fn clear(&mut self) {
        self.close();
        self.cells.clear();
        self.free_closed();
    }

    /// `clear`, and returns what there was in ascending position, at the cost of `iter` (R7, R12). O(opened).
    pub fn drain(&mut self) -> Vec<(Key, T)> {
        self.iterated.add(self.cells.len());
        self.close();
        let live = |(index, cell)| match cell {
            Cell::Has(element, id) => Some((Key { index, id }, element)),
            Cell::Not(_) => None,
        };
        let drained = self.cells.drain(..).enumerate().filter_map(live).collect();
        self.free_closed();
        drained
    }

    /// Removes the elements that `keep` rejects, and returns them. It is asked about every element in ascending position,
    /// at the cost of `iter` (R12); then they are removed in this order (R7). If `keep` panics, nothing has changed.
    pub fn retain(&mut self, mut keep: impl FnMut(Key, &T) -> bool) -> Vec<(Key, T)> {
        let rejected: Vec<_> = self.iter().filter(|&(key, element)| !keep(key, element)).map(|(key, _)| key).collect();
        rejected.into_iter().filter_map(|key| Some((key, self.remove(key)?))).collect()
    }

    // --- Memory ---

    /// Makes room for `additional` more elements, so that inserting them moves no cell (R6). O(opened) if memory must grow.
    /// The element space stays as it is.
    ///
    /// # Errors
    /// [`Full`] if the list could not hold them; then nothing has changed (R9).
    ///
    /// # Panics
    /// If there is no memory for that many cells.
    pub fn reserve(&mut self, additional: usize) -> Result<(), Full<()>> {
        if !self.has_room_for(additional) {
            return Err(Full(()));
        }
        let needed = self.len() + additional;
        let mut space = self.blocks.space();
        while space < needed {
            space *= 2;
        }
        self.allocate(space);
        Ok(())
    }

    /// Drops the empty blocks at the top, in every mode, and frees the memory beyond the element space (R6). O(allocated).
    pub fn shrink_to_fit(&mut self) {
        self.drop_empty_blocks();
        if self.allocated > self.blocks.space() {
            self.free_memory();
        }
    }

    // --- Steps ---

    /// Whether the list may hold so many elements more (R9).
    fn has_room_for(&self, additional: usize) -> bool {
        additional <= self.most - self.len()
    }

    /// The key of the next element (R2, R8).
    fn next_key(&self) -> Key {
        Key { index: self.blocks.vacancy(self.cells.len()), id: self.next_id }
    }

    /// Inserts an element, for which there is room (R2, R8).
    fn occupy(&mut self, element: T) -> Key {
        if self.blocks.are_full() {
            self.grow();
        }
        let key = self.next_key();
        let cell = Cell::Has(element, key.id);
        let next = match self.cells.get_mut(key.index) {
            Some(vacant) => mem::replace(vacant, cell).next(),
            None => {
                self.cells.push(cell);
                None
            }
        };
        self.blocks.occupy(next);
        self.next_id = key.id.wrapping_add(1) & self.last_id;
        key
    }

    /// Doubles a full element space (R3).
    fn grow(&mut self) {
        self.blocks.grow();
        self.allocate(self.blocks.space());
    }

    /// Reallocates if memory was never that large, which moves the opened cells (R3).
    fn allocate(&mut self, space: usize) {
        if space > self.allocated {
            self.cells.reserve_exact(space - self.cells.len());
            self.cost.moved += self.cells.len() as u64;
            self.allocated = space;
        }
    }

    /// Drops the empty blocks after the removal that emptied the top (R4, R6).
    #[cold]
    fn truncate(&mut self) {
        let before = self.blocks.space();
        self.drop_empty_blocks();
        if self.options.truncate == Truncate::Memory && self.blocks.space() < before {
            self.free_memory();
        }
    }

    /// Drops the empty blocks at the top with their cells, which are vacant.
    fn drop_empty_blocks(&mut self) {
        self.blocks.drop_empty();
        let space = self.blocks.space();
        self.cost.dropped += self.cells.len().saturating_sub(space) as u64;
        self.cells.truncate(space);
    }

    /// Frees the memory beyond the element space, which moves the cells that stay (R6).
    fn free_memory(&mut self) {
        self.allocated = self.blocks.space();
        self.cells.shrink_to(self.allocated);
        self.cost.moved += self.cells.len() as u64;
    }

    /// Forgets all cells, which are still to be emptied (R7).
    fn close(&mut self) {
        self.cost.dropped += self.cells.len() as u64;
        match self.options.truncate {
            Truncate::Memory => self.blocks.clear_to_base(),
            _ => self.blocks.clear(),
        }
    }

    /// Frees the memory of cells that were emptied (R7).
    fn free_closed(&mut self) {
        if self.options.truncate == Truncate::Memory {
            self.free_memory();
        }
    }
}

impl<T: Clone> Clone for DyadicList<T> {
    /// Everything is copied, even the costs and the room for more. O(opened), and what `T::clone` costs.
    fn clone(&self) -> Self {
        let mut cells = Vec::with_capacity(self.allocated);
        cells.extend_from_slice(&self.cells);
        Self { cells, blocks: self.blocks.clone(), iterated: self.iterated.clone(), ..*self }
    }
}
