//! StableList: an object pool that keeps its keys good and gives its length back.
//!
//! `add` returns a [`StableKey`] that stays good until its element is removed, however many others come and go. Once an
//! element is removed its key is *retired* and finds nothing, even when the cell is used again. Elements gather at the
//! front, so that the list can halve its element space when the back half runs empty, and iteration stays short.
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
//! Limits: ids and indices have 32 bits unless told otherwise, and a retired key can find a later element only a whole
//! multiple of 2^32 insertions after its own. A key of another list is not detected: it hits if index and id both agree
//! (R10).
//!
//! `R1` to `R15` are the project's rulings (`docs/rulings.md`), `§` is a section of the thesis that they interpret.
//! Read the modules in this order: `options`, `partition`, `stable_list`, `view`, `layout`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod layout;
mod options;
mod partition;
mod stable_list;
mod view;

pub use layout::{Cost, Layout, PartitionLayout};
pub use options::{StableListBuild, Truncate};
pub use stable_list::{CapacityError, StableKey, StableList};
pub use view::{StableAccess, StableInspection, StableView, StableViewMut};
