//! What every container can do in the scenarios.

use std::ops::DerefMut;

use crate::random::Random;

/// A container of elements, each of which has a key.
pub trait Pool<T> {
    /// The name in the figures.
    const NAME: &'static str;
    /// The key of an element.
    type Key: Copy;

    /// Makes an empty container with allocated room for so many elements. With 0, it is a new one with default parameters.
    fn with_room(count: usize) -> Self;

    /// Inserts an element.
    fn insert(&mut self, element: T) -> Self::Key;

    /// Removes the element of a key.
    fn remove(&mut self, key: Self::Key) -> T;

    /// Calls `f` with the element of a key.
    fn look_up<R>(&self, key: Self::Key, f: impl FnOnce(&T) -> R) -> R;

    /// Calls `f` with every element.
    fn each(&self, f: impl FnMut(&T));

    /// Calls `f` with every element, and removes those for which it returns true. `keys` is an empty buffer.
    fn expire(&mut self, keys: &mut Vec<Self::Key>, f: impl FnMut(&mut T) -> bool);

    /// Collects a mutable reference to every element, and calls `f` with every ordered pair of them.
    fn pairs_of_references(&mut self, f: impl FnMut(&mut T, &mut T));

    /// Returns the keys in the random order in which the elements are removed.
    fn in_random_order(mut keys: Vec<Self::Key>, random: &mut Random) -> Vec<Self::Key> {
        random.shuffle(&mut keys);
        keys.reverse();
        keys
    }
}

/// A container that has a method of its own for mutable access to two elements at once.
pub trait Crossed<T>: Pool<T> {
    /// Calls `f` with every ordered pair of different elements.
    fn pairs(&mut self, f: impl FnMut(&mut T, &mut T));
}

/// Calls `f` with every ordered pair of references.
pub fn pairs_of<T, R: DerefMut<Target = T>>(references: &mut [R], mut f: impl FnMut(&mut T, &mut T)) {
    for place in 0..references.len() {
        let (before, rest) = references.split_at_mut(place);
        let (pivot, after) = rest.split_first_mut().expect("the place is within the slice");
        before.iter_mut().chain(after).for_each(|other| f(pivot, other));
    }
}

/// Calls `f` with every ordered pair of different keys.
pub fn pairs_of_keys<K: Copy + PartialEq>(keys: &[K], mut f: impl FnMut(K, K)) {
    for &one in keys {
        for &other in keys {
            if one != other {
                f(one, other);
            }
        }
    }
}

/// Returns positions for `Vec::swap_remove` that remove the elements in the same order as the shuffled keys do.
pub fn positions_to_swap(count: usize, random: &mut Random) -> Vec<usize> {
    (1..count).rev().map(|last| random.below(last + 1)).chain([0]).take(count).collect()
}
