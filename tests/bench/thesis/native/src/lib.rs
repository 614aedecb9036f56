//! The benchmarks of the thesis' chapter 6: the containers behind one interface, and the scenarios that use it.
//!
//! Read the modules in this order: `pool`, `keyed`, `others`, `elements`, `scenarios`. `benches/chapter6.rs` measures them,
//! and `tests/agree.rs` shows that all containers give the same answers.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod elements;
mod keyed;
mod others;
pub mod pool;
pub mod random;
pub mod scenarios;

pub use keyed::{Arena, DenseSlotMap, DyadicList, HopSlotMap, Slab, SlotMap, StableList, StableVec};
pub use others::{Graph, RefCells};

/// An array of a generic function for every container that has a method for two elements at once.
#[macro_export]
macro_rules! crossed {
    ($function:ident, $element:ty $(, $more:expr)?) => {
        [
            $function::<$crate::StableList<$element>>,
            $function::<$crate::DyadicList<$element>>,
            $function::<$crate::RefCells<$element>>,
            $function::<$crate::Slab<$element>>,
            $function::<$crate::Graph<$element>>,
            $function::<$crate::SlotMap<$element>>,
            $function::<$crate::HopSlotMap<$element>>,
            $function::<$crate::DenseSlotMap<$element>>,
            $function::<$crate::Arena<$element>>,
            $function::<Vec<$element>>,
            $($more)?
        ]
    };
}

/// An array of a generic function for every container.
#[macro_export]
macro_rules! every {
    ($function:ident, $element:ty) => {
        $crate::crossed!($function, $element, $function::<$crate::StableVec<$element>>)
    };
}
