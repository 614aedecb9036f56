//! Snapshots of a list: the layout of its element space, and the cost of the operations so far.

/// A snapshot of the element space (§5.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout<Id = u32> {
    /// The length of the element space (thesis: `max`).
    pub space: usize,
    /// q1, q2 and h2.
    pub partitions: [PartitionLayout; 3],
    /// The id that the next element will get (R8).
    pub next_id: Id,
}

/// A snapshot of a partition (§5.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionLayout {
    /// Its first position (thesis: `from`).
    pub start: usize,
    /// How many cells it has (thesis: `max`).
    pub size: usize,
    /// How many of them hold an element (thesis: `len`).
    pub live: usize,
    /// How many of them have been opened (thesis: `open`).
    pub opened: usize,
    /// The positions in its free list, from the head on.
    pub free: Vec<usize>,
}

/// What the operations so far have cost, in cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Free-list entries walked by truncation (R5).
    pub visits: u64,
    /// Cells moved by reallocation (R3, R6).
    pub moved: u64,
    /// Cells that were opened and no longer are, by truncation or `clear` (R5, R7).
    pub dropped: u64,
    /// Cells visited by iteration over the whole list (R12).
    pub cells: u64,
}
