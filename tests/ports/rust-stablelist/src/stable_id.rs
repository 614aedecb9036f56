//! The ids that distinguish successive elements of one cell (§5.1).

use std::fmt::Display;

/// A type of ids (§5.1). A list hands out `init()`, and then, one for each insertion, what `up` makes of the last id.
///
/// A retired key stays invalid as long as ids differ: if they start over after *n* insertions, it can find a later
/// element only a multiple of *n* insertions after its own (R8).
///
/// ```
/// use rust_stablelist::{StableId, StableList, StableView};
///
/// #[derive(Clone, Copy, PartialEq, Eq)]
/// struct Odd(u16);
///
/// impl StableId for Odd {
///     fn init() -> Self {
///         Odd(1)
///     }
///     fn up(&mut self) {
///         self.0 = self.0.wrapping_add(2);
///     }
/// }
/// # impl std::fmt::Display for Odd {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { self.0.fmt(f) }
/// # }
///
/// let mut list = StableList::<&str, Odd>::default();
/// let first = list.add("first").unwrap();
/// list.remove(first);
/// assert_eq!(list.add("second").unwrap().id.0, 3);
/// assert_eq!(list.at(first), None);
/// ```
pub trait StableId: Copy + Eq + Display {
    /// Returns the id of a list's first element.
    fn init() -> Self;

    /// Advances to the next id.
    fn up(&mut self);
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        /// Begins with 0, rises by 1, and starts over after its last number.
        impl StableId for $number {
            fn init() -> Self {
                0
            }

            fn up(&mut self) {
                *self = self.wrapping_add(1);
            }
        }
    )*};
}

numbers!(u32, u64);
