//! Blocks of the element space: which of them have room, and which are empty.
//!
//! Block 0, the *base*, is [0, m). Block b is [m · 2^(b−1), m · 2^b), as long as all before it. The last is the *top*. Each
//! has a stack of vacant cells, its free list: the block knows the head, and each vacant cell the next. What always holds:
//!
//! 1. opened cells are a prefix of the element space;
//! 2. bit b of `roomy` is set if and only if block b has fewer live cells than cells;
//! 3. bit b of `occupied` is set if and only if block b has a live cell;
//! 4. a free list contains every vacant cell of its own block once, and no other;
//! 5. `live` is the sum over all blocks.
//!
//! Every method takes a constant number of steps, but for those that say otherwise.

use std::iter::successors;

use crate::cell::Cell;
use crate::layout::BlockLayout;

/// What is known of one block.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    live: usize,
    head: Option<usize>,
}

/// All of them.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    base: usize,
    blocks: Vec<Block>,
    live: usize,
    roomy: u64,
    occupied: u64,
}

impl Blocks {
    /// Blocks of untouched cells, up to the first that ends at `capacity` or beyond. O(blocks).
    pub fn new(base: usize, capacity: usize) -> Self {
        let mut blocks = Self { base, blocks: Vec::new(), live: 0, roomy: 0, occupied: 0 };
        blocks.grow();
        while blocks.space() < capacity {
            blocks.grow();
        }
        blocks
    }

    /// The length of the element space.
    pub fn space(&self) -> usize {
        self.start(self.blocks.len())
    }

    /// The number of live cells.
    pub fn live(&self) -> usize {
        self.live
    }

    /// Whether no block has room.
    pub fn are_full(&self) -> bool {
        self.roomy == 0
    }

    /// Where the next element goes: to the head of the lowest block with room, or else to the next untouched cell (R2). All
    /// blocks before one with an untouched cell are opened, so that this cell is the one after the opened cells.
    pub fn vacancy(&self, opened: usize) -> usize {
        self.blocks.get(self.lowest_with_room()).and_then(|block| block.head).unwrap_or(opened)
    }

    /// Counts the element that goes to the vacancy, of which `next` is the one after it.
    pub fn occupy(&mut self, next: Option<usize>) {
        let which = self.lowest_with_room();
        let size = self.size(which);
        let block = &mut self.blocks[which];
        block.head = next;
        block.live += 1;
        self.live += 1;
        self.occupied |= 1 << which;
        self.roomy ^= u64::from(block.live == size) << which;
    }

    /// Makes a live position the head of its block's free list, and returns the one after it (R4).
    pub fn vacate(&mut self, position: usize) -> Option<usize> {
        let which = self.of(position);
        let block = &mut self.blocks[which];
        block.live -= 1;
        self.live -= 1;
        self.roomy |= 1 << which;
        self.occupied ^= u64::from(block.live == 0) << which;
        block.head.replace(position)
    }

    /// Whether the top block is empty, and has this position.
    pub fn top_is_empty_at(&self, position: usize) -> bool {
        let top = self.blocks.len() - 1;
        self.occupied >> top == 0 && position >= self.start(top)
    }

    /// Adds a block of untouched cells (R3).
    pub fn grow(&mut self) {
        self.roomy |= 1 << self.blocks.len();
        self.blocks.push(Block::default());
    }

    /// Drops the empty blocks at the top, but not the base; no free list is visited (R5).
    pub fn drop_empty(&mut self) {
        let stay = (u64::BITS - self.occupied.leading_zeros()).max(1);
        self.roomy &= (1 << stay) - 1;
        self.blocks.truncate(stay as usize);
    }

    /// Makes every cell untouched (R7). O(blocks).
    pub fn clear(&mut self) {
        *self = Self::new(self.base, self.space());
    }

    /// `clear`, and keeps only the base.
    pub fn clear_to_base(&mut self) {
        *self = Self::new(self.base, self.base);
    }

    /// What each block is like. O(opened).
    pub fn layout<T>(&self, cells: &[Cell<T>]) -> Vec<BlockLayout> {
        let shown = |(which, block): (usize, &Block)| {
            let (start, size) = (self.start(which), self.size(which));
            BlockLayout {
                start,
                size,
                live: block.live,
                opened: cells.len().saturating_sub(start).min(size),
                free: successors(block.head, |&position| cells[position].next()).collect(),
            }
        };
        self.blocks.iter().enumerate().map(shown).collect()
    }

    /// The lowest block with room; beyond any block if all are full.
    fn lowest_with_room(&self) -> usize {
        self.roomy.trailing_zeros() as usize
    }

    /// The block that a position is in: how often the base is to be doubled, until the position is before its end.
    ///
    /// The doubled base that has as many bits as the position is at most once too short.
    fn of(&self, position: usize) -> usize {
        let doublings = self.base.leading_zeros().saturating_sub(position.leading_zeros());
        doublings as usize + usize::from(position >= self.base << doublings)
    }

    /// The first position of a block.
    fn start(&self, which: usize) -> usize {
        match which {
            0 => 0,
            _ => self.base << (which - 1),
        }
    }

    /// The number of cells of a block.
    fn size(&self, which: usize) -> usize {
        self.base << which.saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_in_the_block_that_begins_before_it() {
        for base in (4..=64).step_by(4) {
            let blocks = Blocks::new(base, 4096);
            for position in 0..blocks.space() {
                let which = blocks.of(position);
                let start = blocks.start(which);
                assert!((start..start + blocks.size(which)).contains(&position), "{position} with base {base}");
            }
        }
    }

    #[test]
    fn a_capacity_reaches_the_end_of_a_block() {
        let space = |base, capacity| Blocks::new(base, capacity).space();
        assert_eq!([space(4, 0), space(4, 4), space(4, 5), space(12, 25), space(4, 1000)], [4, 4, 8, 48, 1024]);
    }
}
