//! StableList: an object pool with stable keys, which becomes shorter after elements are removed.
//!
//! `add` returns a [`StableIndex`] that is valid until its element is removed, even if other elements are added and
//! removed. Once its element is removed, the key is *retired* and finds nothing, even if the cell is reused. New
//! elements go to the front, so that the list can halve its element space when the second half is empty. This makes
//! iteration fast again.
//!
//! ```
//! use rust_stablelist::{StableList, StableView, StableViewMut};
//!
//! let mut ships = StableList::new();
//! let hare = ships.add(30)?;
//! let snail = ships.add(1)?;
//! ships.apply(hare, |speed, others| others.each_mut(|_, other| *other += *speed));
//! assert_eq!(ships.at(snail), Some(&31));
//! assert_eq!(ships.remove(hare), Some(30));
//! assert_eq!(ships.at(hare), None);
//! # Ok::<(), rust_stablelist::CapacityError<i32>>(())
//! ```
//!
//! Limits: ids and indices have 32 bits by default. A retired key can find a later element only if that was inserted a
//! multiple of 2^32 insertions after its own. Other [`StableId`]s are possible. A key of a list with other elements does
//! not compile; a key of another list with such elements finds an element if index and id are both equal (R10).
//!
//! `R1` to `R15` are the project's rulings (`docs/rulings.md`), and `§` is a section of the thesis that they interpret.
//! Read the modules in this order: `options`, `stable_id`, `stable_index`, `partition`, `stable_list`, `view`, `layout`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod layout;
mod options;
mod partition;
mod stable_id;
mod stable_index;
mod stable_list;
mod view;

pub use layout::{Cost, Layout, PartitionLayout};
pub use options::{StableListBuild, Truncate};
pub use stable_id::StableId;
pub use stable_index::StableIndex;
pub use stable_list::{CapacityError, StableList};
pub use view::{StableAccess, StableInspection, StableView, StableViewMut};
