//! The operations of a list that the loads use. Both lists have the default parameters.

use rust_dyadic::DyadicList;
use rust_stablelist::{StableList, StableView};

/// A container that hands out keys.
pub trait Pool: Default + Clone {
    /// The key of an element.
    type Key: Copy;

    fn insert(&mut self, element: u64) -> Self::Key;
    fn take(&mut self, key: Self::Key) -> u64;
    fn find(&self, key: Self::Key) -> u64;
    /// Visits all elements, and adds them up.
    fn sum(&self) -> u64;
}

impl Pool for DyadicList<u64> {
    type Key = rust_dyadic::Key;

    fn insert(&mut self, element: u64) -> Self::Key {
        self.add(element).expect("there is room")
    }

    fn take(&mut self, key: Self::Key) -> u64 {
        self.remove(key).expect("the key is live")
    }

    fn find(&self, key: Self::Key) -> u64 {
        *self.at(key).expect("the key is live")
    }

    fn sum(&self) -> u64 {
        self.iter().map(|(_, element)| element).sum()
    }
}

impl Pool for StableList<u64> {
    type Key = rust_stablelist::StableIndex<u64>;

    fn insert(&mut self, element: u64) -> Self::Key {
        self.add(element).expect("there is room")
    }

    fn take(&mut self, key: Self::Key) -> u64 {
        self.remove(key).expect("the key is live")
    }

    fn find(&self, key: Self::Key) -> u64 {
        *self.at(key).expect("the key is live")
    }

    fn sum(&self) -> u64 {
        self.iter().map(|(_, element)| element).sum()
    }
}
