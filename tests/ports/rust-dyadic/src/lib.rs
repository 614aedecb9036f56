//! A dyadic list: an object pool whose keys stay valid, which becomes short again, and never pauses for it.
//!
//! `add` returns a [`Key`] that is valid until its element is removed, however many others come and go. After that, the
//! key finds nothing, even if its cell is used again. Elements gather at the front, in blocks that double in size; blocks
//! at the end that are empty are dropped, so that iteration is short after a burst. No operation searches a free list.
//!
//! ```
//! use rust_dyadic::DyadicList;
//!
//! let mut ships = DyadicList::new();
//! let hare = ships.add(30)?;
//! let snail = ships.add(1)?;
//! ships.apply(hare, |speed, others| others.iter_mut().for_each(|(_, other)| *other += *speed));
//! assert_eq!(ships.at(snail), Some(&31));
//! assert_eq!(ships.remove(hare), Some(30));
//! assert_eq!(ships.at(hare), None);
//! # Ok::<(), rust_dyadic::Full<i32>>(())
//! ```
//!
//! Limits: ids and indices have 32 bits unless told otherwise. A key whose element was removed can find a later element
//! only if that was inserted a whole multiple of 2^32 insertions after its own. A key of another list is not detected: it
//! finds an element if index and id both agree (R10).
//!
//! `R1` to `R15` are the project's rulings (`docs/rulings.md`); `docs/systems/dyadic.md` says where a dyadic list
//! differs. Read the modules in this order: `options`, `cell`, `blocks`, `list`, `others`, `reading`, `full`, `layout`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod blocks;
mod cell;
mod full;
mod layout;
mod list;
mod options;
mod others;
mod reading;

pub use cell::Key;
pub use full::Full;
pub use layout::{BlockLayout, Cost, Layout};
pub use list::DyadicList;
pub use options::{Options, Truncate};
pub use others::{Others, OthersMut};
