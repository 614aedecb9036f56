//! How a list is made: sizes, truncation mode, widths.

/// What becomes shorter when the blocks at the end are empty (R6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Truncate {
    /// Nothing: the element space only grows.
    Never,
    /// The element space, so that iteration is short. Memory is kept for the next burst.
    #[default]
    Iteration,
    /// The element space and the allocated memory, which moves the cells that stay.
    Memory,
}

/// The parameters of a new list, for [`DyadicList::with`](crate::DyadicList::with).
///
/// ```
/// use rust_dyadic::{DyadicList, Options, Truncate};
///
/// let options = Options { capacity: 1000, truncate: Truncate::Memory, ..Default::default() };
/// assert_eq!(DyadicList::<String>::with(options).layout().space, 1024);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The length of the first block, below which the space never shrinks. Rounded up to a multiple of 4, at least 4 (R1).
    pub minimum: usize,
    /// The number of elements that the first blocks have room for. Rounded up to the end of a block.
    pub capacity: usize,
    /// What becomes shorter when the blocks at the end are empty (R6).
    pub truncate: Truncate,
    /// Ids start over after 2^`id_bits` insertions (R8). 0 means unbounded; ids then have 64 bits, which outlast any list.
    pub id_bits: u32,
    /// Positions from 2^`index_bits` on are never used (R9). 0 means unbounded: every `usize` is an index.
    pub index_bits: u32,
    /// The largest number of elements (R9).
    pub maximum: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            minimum: 4,
            capacity: 0,
            truncate: Truncate::default(),
            id_bits: 32,
            index_bits: 32,
            maximum: usize::MAX,
        }
    }
}

impl Options {
    /// The length of the first block (R1).
    pub(crate) fn base(&self) -> usize {
        self.minimum.max(1).next_multiple_of(4)
    }

    /// The last id, of which all bits are set (R8).
    pub(crate) fn last_id(&self) -> u64 {
        u64::MAX.checked_shr(64 - self.id_bits).unwrap_or(u64::MAX)
    }

    /// The largest number of elements: the maximum, or the number of indices (R9). Every opened position below that is
    /// live when it is reached, so that no insertion takes a position beyond the indices.
    pub(crate) fn most(&self) -> usize {
        self.maximum.min(self.indices())
    }

    /// How many indices there are (R9).
    pub(crate) fn indices(&self) -> usize {
        match self.index_bits {
            0 => usize::MAX,
            bits => 1_usize.checked_shl(bits).unwrap_or(usize::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_is_a_multiple_of_four() {
        let base = |minimum| Options { minimum, ..Default::default() }.base();
        assert_eq!([0, 1, 4, 5, 12, 1000].map(base), [4, 4, 4, 8, 12, 1000]);
    }

    #[test]
    fn widths_at_their_ends() {
        let ids = |id_bits| Options { id_bits, ..Default::default() }.last_id();
        assert_eq!([1, 2, 32, 63].map(ids), [1, 3, 0xffff_ffff, u64::MAX / 2]);
        assert_eq!([64, 0].map(ids), [u64::MAX; 2]);
        let most = |index_bits, maximum| Options { index_bits, maximum, ..Default::default() }.most();
        assert_eq!([most(2, 9), most(3, 5), most(0, 7)], [4, 5, 7]);
        assert_eq!([most(0, usize::MAX), most(64, usize::MAX)], [usize::MAX; 2]);
    }
}
