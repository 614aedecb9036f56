//! Cells, and the three partitions of the element space (§5.2).
//!
//! The free list of a partition is a stack of its vacant cells: each cell has the position of the next one, and the
//! partition has the position of the head. Invariants:
//!
//! 1. q1 = [0, space/4), q2 = [space/4, space/2), h2 = [space/2, space), and space is a multiple of 4;
//! 2. the opened cells of a partition are its first ones; the opened cells of the list are a prefix of the element
//!    space;
//! 3. a free list contains every vacant cell of its own partition once, and no other cell;
//! 4. `opened - live` is the length of the free list.

use std::iter::successors;
use std::mem;

/// An opened cell: it has an element and its id, or it is vacant and has the position of the next vacancy (§5.2).
#[derive(Clone, Debug)]
pub(crate) enum Cell<T, Id> {
    Has(T, Id),
    Not(Option<usize>),
}

impl<T, Id> Cell<T, Id> {
    /// The next entry of the free list that contains this cell.
    fn next(&self) -> Option<usize> {
        match self {
            Cell::Not(next) => *next,
            Cell::Has(..) => unreachable!("a free list runs through vacant cells only"),
        }
    }
}

/// A range of the element space with its own counts and its own free list (§5.2).
#[derive(Clone, Debug)]
pub(crate) struct Partition {
    pub start: usize,
    pub size: usize,
    pub live: usize,
    pub opened: usize,
    head: Option<usize>,
}

impl Partition {
    /// Makes a partition whose first `opened` cells are live.
    fn new(start: usize, size: usize, opened: usize) -> Self {
        Self { start, size, live: opened, opened, head: None }
    }

    /// Returns the first position past the partition.
    pub fn end(&self) -> usize {
        self.start + self.size
    }

    fn is_full(&self) -> bool {
        self.live == self.size
    }

    /// Returns the cell for the next insertion: the head of the free list, or else the next untouched cell (R2). O(1).
    fn vacancy(&self) -> usize {
        self.head.unwrap_or(self.start + self.opened)
    }

    /// Puts an element into the cell that `vacancy` returns. O(1), plus the cost of `Vec::push`.
    pub fn occupy<T, Id>(&mut self, cells: &mut Vec<Cell<T, Id>>, element: T, id: Id) {
        let cell = Cell::Has(element, id);
        match self.head {
            Some(position) => self.head = mem::replace(&mut cells[position], cell).next(),
            None => {
                cells.push(cell);
                self.opened += 1;
            }
        }
        self.live += 1;
    }

    /// Makes a cell the head of the free list, and returns the element that it had (R4). O(1).
    pub fn vacate<T, Id>(&mut self, cells: &mut [Cell<T, Id>], position: usize) -> Cell<T, Id> {
        let cell = mem::replace(&mut cells[position], Cell::Not(self.head));
        self.head = Some(position);
        self.live -= 1;
        cell
    }

    /// Appends a vacant cell to the free list, whose last entry so far is `last`. O(1).
    fn append<T, Id>(&mut self, cells: &mut [Cell<T, Id>], last: Option<usize>, position: usize) {
        match last {
            Some(last) => cells[last] = Cell::Not(Some(position)),
            None => self.head = Some(position),
        }
        cells[position] = Cell::Not(None);
        self.live -= 1;
    }

    /// Returns the positions in the free list, from the head on.
    pub fn free<'a, T, Id>(&self, cells: &'a [Cell<T, Id>]) -> impl Iterator<Item = usize> + 'a {
        successors(self.head, |&position| cells[position].next())
    }
}

/// The whole element space: first quarter, second quarter, second half (§5.2).
#[derive(Clone, Debug)]
pub(crate) struct Partitions {
    pub q1: Partition,
    pub q2: Partition,
    pub h2: Partition,
}

impl Partitions {
    /// Returns the partitions of an element space without opened cells.
    pub fn untouched(space: usize) -> Self {
        let (quarter, half) = (space / 4, space / 2);
        Self {
            q1: Partition::new(0, quarter, 0),
            q2: Partition::new(quarter, quarter, 0),
            h2: Partition::new(half, half, 0),
        }
    }

    /// Returns the length of the element space (thesis: `max`).
    pub fn space(&self) -> usize {
        self.h2.end()
    }

    /// Returns the number of elements (thesis: `len`).
    pub fn live(&self) -> usize {
        self.q1.live + self.q2.live + self.h2.live
    }

    /// Returns the position of the next element: in the first partition with room, or past the element space (R2, R3).
    /// O(1).
    pub fn vacancy(&self) -> usize {
        [&self.q1, &self.q2, &self.h2]
            .into_iter()
            .find(|partition| !partition.is_full())
            .map_or(self.space(), Partition::vacancy)
    }

    /// Returns the partition that contains a position. O(1).
    pub fn of(&mut self, position: usize) -> &mut Partition {
        if position < self.q1.end() {
            &mut self.q1
        } else if position < self.q2.end() {
            &mut self.q2
        } else {
            &mut self.h2
        }
    }

    /// Doubles a full element space: q1 and q2 are full, h2 is untouched (R3, figure 5.2). O(1).
    pub fn double(&mut self) {
        let (half, space) = (self.h2.start, self.space());
        *self = Self {
            q1: Partition::new(0, half, half),
            q2: Partition::new(half, half, half),
            h2: Partition::new(space, space, 0),
        };
    }

    /// Halves an element space whose h2 is empty, and returns the number of visits (R5, figure 5.3). O(visits).
    ///
    /// The old q2 becomes h2 with its free list. The free list of the old q1 is walked from its head: entries below the
    /// end of the new q1 keep their order, and the others are pushed onto the new q2, which reverses their order.
    pub fn halve<T, Id>(&mut self, cells: &mut [Cell<T, Id>]) -> u64 {
        let (size, opened) = (self.q1.size / 2, self.q1.opened);
        let opened_in_q1 = opened.min(size);
        let mut q1 = Partition::new(0, size, opened_in_q1);
        let mut q2 = Partition::new(size, size, opened - opened_in_q1);
        let (mut visits, mut last, mut entry) = (0, None, self.q1.head);
        while let Some(position) = entry {
            visits += 1;
            entry = cells[position].next();
            if position < size {
                q1.append(cells, last, position);
                last = Some(position);
            } else {
                q2.vacate(cells, position);
            }
        }
        let h2 = self.q2.clone();
        *self = Self { q1, q2, h2 };
        visits
    }
}
