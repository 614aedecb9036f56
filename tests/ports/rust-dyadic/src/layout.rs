//! What can be shown of a list beside its elements: where they are, and what operations have cost.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A snapshot of the element space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The length of the element space.
    pub space: usize,
    /// All blocks, from the base on.
    pub blocks: Vec<BlockLayout>,
    /// The id that the next element will get (R8).
    pub next_id: u64,
}

/// A snapshot of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockLayout {
    /// Its first position.
    pub start: usize,
    /// The number of its cells.
    pub size: usize,
    /// How many of them hold an element.
    pub live: usize,
    /// How many of them were used.
    pub opened: usize,
    /// The positions in its free list, from the head on.
    pub free: Vec<usize>,
}

/// What the operations so far have cost, in cells. Truncation visits none, so that there is no counter for that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Cells moved by reallocation (R3, R6).
    pub moved: u64,
    /// Cells that were opened and no longer are (R6, R7).
    pub dropped: u64,
    /// Cells visited by iteration over the whole list (R12).
    pub cells: u64,
}

/// A number that rises, also when the list is only read.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub fn add(&self, number: usize) {
        self.0.fetch_add(number as u64, Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

impl Clone for Counter {
    fn clone(&self) -> Self {
        Self(self.get().into())
    }
}
