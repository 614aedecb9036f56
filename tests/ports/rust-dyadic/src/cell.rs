//! Cells, and the keys that find them.

/// The key of an element: its position, and the id that distinguishes it from others that were there (5.1, R8).
///
/// It is a plain value. One that was never issued is not found, whatever it contains (R10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The position in the element space.
    pub index: usize,
    /// The number of the insertion, within the width of ids.
    pub id: u64,
}

/// An opened position: it holds an element with its id, or it is vacant and names the next vacancy of its block.
#[derive(Clone, Debug)]
pub(crate) enum Cell<T> {
    Has(T, u64),
    Not(Option<usize>),
}

impl<T> Cell<T> {
    /// The element, if it has this id (5.1).
    pub fn found(&self, id: u64) -> Option<&T> {
        match self {
            Cell::Has(element, its) if *its == id => Some(element),
            _ => None,
        }
    }

    /// `found`, to be changed.
    pub fn found_mut(&mut self, id: u64) -> Option<&mut T> {
        match self {
            Cell::Has(element, its) if *its == id => Some(element),
            _ => None,
        }
    }

    /// The vacancy after this one.
    pub fn next(&self) -> Option<usize> {
        match self {
            Cell::Not(next) => *next,
            Cell::Has(..) => unreachable!("free lists consist of vacant cells"),
        }
    }

    /// Takes the element out of its cell.
    pub fn into_element(self) -> Option<T> {
        match self {
            Cell::Has(element, _) => Some(element),
            Cell::Not(_) => None,
        }
    }
}

/// Keys and elements of cells, the first of which has the position `start`.
pub(crate) fn entries<T>(cells: &[Cell<T>], start: usize) -> impl DoubleEndedIterator<Item = (Key, &T)> {
    cells.iter().enumerate().filter_map(move |(offset, cell)| match cell {
        Cell::Has(element, id) => Some((Key { index: start + offset, id: *id }, element)),
        Cell::Not(_) => None,
    })
}

/// `entries`, to be changed.
pub(crate) fn entries_mut<T>(cells: &mut [Cell<T>], start: usize) -> impl DoubleEndedIterator<Item = (Key, &mut T)> {
    cells.iter_mut().enumerate().filter_map(move |(offset, cell)| match cell {
        Cell::Has(element, id) => Some((Key { index: start + offset, id: *id }, element)),
        Cell::Not(_) => None,
    })
}
