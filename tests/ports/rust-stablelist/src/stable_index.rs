//! The access key (§5.1).

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use crate::stable_id::StableId;

/// The access key of an element: its position, and an id that distinguishes it from other elements there (§5.1).
///
/// A key of a list with elements of another type does not compile:
///
/// ```compile_fail,E0308
/// use rust_stablelist::{StableList, StableView};
///
/// let key = StableList::<u8>::new().add(1).unwrap();
/// StableList::<String>::new().at(key);
/// ```
///
/// A key is a plain value. A key that was never issued is not found, unless it equals the key of an element (R10).
pub struct StableIndex<T, Id: StableId = u32> {
    index: usize,
    /// The id of the element.
    pub id: Id,
    marker: PhantomData<fn() -> T>,
}

impl<T, Id: StableId> StableIndex<T, Id> {
    /// Makes the key of a position and an id, such as those of a key that was stored elsewhere.
    pub fn new(index: usize, id: Id) -> Self {
        Self { index, id, marker: PhantomData }
    }

    /// Returns the position in the element space.
    pub fn index(self) -> usize {
        self.index
    }
}

// Derived, these would demand of T what they demand of the key, which contains none (§5.1).

impl<T, Id: StableId> Clone for StableIndex<T, Id> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, Id: StableId> Copy for StableIndex<T, Id> {}

impl<T, Id: StableId> PartialEq for StableIndex<T, Id> {
    fn eq(&self, other: &Self) -> bool {
        (self.index, self.id) == (other.index, other.id)
    }
}

impl<T, Id: StableId> Eq for StableIndex<T, Id> {}

impl<T, Id: StableId + Ord> PartialOrd for StableIndex<T, Id> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T, Id: StableId + Ord> Ord for StableIndex<T, Id> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.index, self.id).cmp(&(other.index, other.id))
    }
}

impl<T, Id: StableId + Hash> Hash for StableIndex<T, Id> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.index, self.id).hash(state);
    }
}

impl<T, Id: StableId> fmt::Debug for StableIndex<T, Id> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StableIndex({self})")
    }
}

/// The position and the id, as `3.7`.
impl<T, Id: StableId> fmt::Display for StableIndex<T, Id> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.index, self.id)
    }
}
