//! The options of a list: sizes, truncation mode, width of indices.

/// What truncation shrinks (R6, §5.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Truncate {
    /// Nothing: the element space only grows.
    Never,
    /// The element space, so that iteration is fast; allocated memory is kept for the next burst.
    #[default]
    Iteration,
    /// The element space and the allocated memory, at the cost of moving cells.
    Memory,
}

/// The parameters of a new list, for [`StableList::with`](crate::StableList::with) (§4.2).
///
/// ```
/// use rust_stablelist::{StableList, StableListBuild, Truncate};
///
/// let build = StableListBuild { capacity: 1000, truncate: Truncate::Memory, ..Default::default() };
/// let list = StableList::<String>::with(build);
/// assert_eq!(list.layout().space, 1000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StableListBuild {
    /// The smallest element space. Rounded up to a multiple of 4, and at least 4 (R1).
    pub minimum: usize,
    /// The number of elements that a new list has room for. Rounded like `minimum`, and at least `minimum` (R1).
    pub capacity: usize,
    /// What truncation shrinks (R6).
    pub truncate: Truncate,
    /// Positions from 2^`index_bits` on are never used (R9). With 0, for unbounded, every position of a `usize` may be
    /// used.
    pub index_bits: u32,
}

impl Default for StableListBuild {
    fn default() -> Self {
        Self { minimum: 4, capacity: 4, truncate: Truncate::default(), index_bits: 32 }
    }
}

impl StableListBuild {
    /// Returns the smallest element space: `minimum`, rounded (R1).
    pub(crate) fn least_space(&self) -> usize {
        rounded(self.minimum)
    }

    /// Returns the element space of a new list: the larger of `minimum` and `capacity`, rounded (R1).
    pub(crate) fn initial_space(&self) -> usize {
        rounded(self.minimum.max(self.capacity))
    }
}

/// Rounds up to a multiple of 4, and to at least 4: only such a space can be divided into quarters (R1).
fn rounded(size: usize) -> usize {
    size.max(1).next_multiple_of(4)
}

/// Returns the greatest number of `bits` bits. 0 means unbounded, for which 64 bits are used.
pub(crate) fn greatest(bits: u32) -> u64 {
    match bits {
        1..=63 => (1 << bits) - 1,
        _ => u64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_multiples_of_four_and_four_at_least() {
        let space = |minimum, capacity| {
            let build = StableListBuild { minimum, capacity, ..Default::default() };
            (build.least_space(), build.initial_space())
        };
        assert_eq!(space(0, 0), (4, 4));
        assert_eq!(space(4, 5), (4, 8));
        assert_eq!(space(9, 5), (12, 12));
        assert_eq!(space(2046, 1000), (2048, 2048));
    }

    #[test]
    fn widths_at_their_ends() {
        assert_eq!([1, 2, 32].map(greatest), [1, 3, 0xffff_ffff]);
        assert_eq!(greatest(63), u64::MAX / 2);
        assert_eq!([64, 0].map(greatest), [u64::MAX; 2]);
    }
}
