//! The container: look-up, iteration, cross-iteration, packed keys, and what can be shown.

use std::mem;

use crate::cell::{entries, entries_mut, Cell, Key};
use crate::layout::{Cost, Layout};
use crate::list::DyadicList;
use crate::options::Options;
use crate::others::{Others, OthersMut};

impl<T> DyadicList<T> {
    // --- Look-up and iteration ---

    /// The element of a key, if it is found (R10, R11). O(1).
    pub fn at(&self, key: Key) -> Option<&T> {
        self.cells.get(key.index)?.found(key.id)
    }

    /// `at`, to be changed or replaced; the key stays valid (R15). O(1).
    pub fn at_mut(&mut self, key: Key) -> Option<&mut T> {
        self.cells.get_mut(key.index)?.found_mut(key.id)
    }

    /// The key of the element at a position, and that element (R10). O(1).
    pub fn key_at(&self, index: usize) -> Option<(Key, &T)> {
        match self.cells.get(index)? {
            Cell::Has(element, id) => Some((Key { index, id: *id }, element)),
            Cell::Not(_) => None,
        }
    }

    /// Whether a key is found (R11). O(1).
    pub fn contains(&self, key: Key) -> bool {
        self.at(key).is_some()
    }

    /// Replaces the element of a key, and returns the old one; the key stays valid (R15). O(1).
    ///
    /// # Errors
    /// The new element, if the key is not found.
    pub fn replace(&mut self, key: Key, element: T) -> Result<T, T> {
        match self.at_mut(key) {
            Some(place) => Ok(mem::replace(place, element)),
            None => Err(element),
        }
    }

    /// The number of elements. O(1).
    pub fn len(&self) -> usize {
        self.blocks.live()
    }

    /// Whether there is no element. O(1).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Keys and elements in ascending position. Every opened cell is visited, and all are counted at once (R12). O(opened).
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Key, &T)> {
        self.iterated.add(self.cells.len());
        entries(&self.cells, 0)
    }

    /// `iter`, to be changed (R15). O(opened).
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Key, &mut T)> {
        self.iterated.add(self.cells.len());
        entries_mut(&mut self.cells, 0)
    }

    /// The keys in ascending position, at the cost of `iter` (R12). O(opened).
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = Key> + '_ {
        self.iter().map(|(key, _)| key)
    }

    // --- Cross-iteration ---

    /// Lends the element of a key, and all others, to be read (R13). `f` is not called if the key is not found. O(1).
    pub fn inspect<R>(&self, key: Key, f: impl FnOnce(&T, Others<'_, T>) -> R) -> Option<R> {
        let (pivot, others) = Others::split(&self.cells, key, self.len())?;
        Some(f(pivot, others))
    }

    /// `inspect`, to be changed (R13). O(1).
    pub fn apply<R>(&mut self, key: Key, f: impl FnOnce(&mut T, &mut OthersMut<'_, T>) -> R) -> Option<R> {
        let live = self.len();
        let (pivot, mut others) = OthersMut::split(&mut self.cells, key, live)?;
        Some(f(pivot, &mut others))
    }

    /// Does what `apply` does for every element in ascending position (R13). O(opened), and what `f` costs.
    pub fn traverse(&mut self, mut f: impl FnMut(Key, &mut T, &mut OthersMut<'_, T>)) {
        for index in 0..self.cells.len() {
            if let Some((key, _)) = self.key_at(index) {
                self.apply(key, |pivot, others| f(key, pivot, others));
            }
        }
    }

    // --- Packed keys ---

    /// A key as one integer: its id, then its index (R9). `None` if ids or indices are unbounded, or for a key that does
    /// not fit their widths. O(1).
    pub fn pack(&self, key: Key) -> Option<u128> {
        let index = key.index as u128;
        let fits = index <= self.index_mask()? && key.id <= self.last_id;
        fits.then(|| u128::from(key.id) << self.options.index_bits | index)
    }

    /// The key of such an integer; `None` if ids or indices are unbounded, or for an integer that is too wide. O(1).
    pub fn unpack(&self, packed: u128) -> Option<Key> {
        let index = usize::try_from(packed & self.index_mask()?).ok()?;
        let id = u64::try_from(packed >> self.options.index_bits).ok()?;
        Some(Key { index, id })
    }

    /// The last index; `None` if keys cannot be packed.
    fn index_mask(&self) -> Option<u128> {
        let Options { id_bits, index_bits, .. } = self.options;
        (id_bits > 0 && index_bits > 0).then(|| (1 << index_bits) - 1)
    }

    // --- What can be shown ---

    /// Where elements are: all blocks with their free lists. O(opened).
    pub fn layout(&self) -> Layout {
        Layout { space: self.blocks.space(), blocks: self.blocks.layout(&self.cells), next_id: self.next_id }
    }

    /// What the operations so far have cost. O(1).
    pub fn cost(&self) -> Cost {
        Cost { cells: self.iterated.get(), ..self.cost }
    }
}
