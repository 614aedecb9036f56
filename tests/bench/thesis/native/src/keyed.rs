//! The containers that iterate over keys and mutable elements.

pub use generational_arena::Arena;
pub use rust_dyadic::DyadicList;
pub use rust_stablelist::StableList;
pub use slab::Slab;
pub use stable_vec::StableVec;

use generational_arena::Index;
use rust_dyadic::Options;
use rust_stablelist::{StableIndex, StableListBuild, StableView, StableViewMut};
use slotmap::DefaultKey;

use crate::pool::{pairs_of, pairs_of_keys, Crossed, Pool};

/// A slot map with keys of the default type.
pub type SlotMap<T> = slotmap::SlotMap<DefaultKey, T>;
/// A hopping slot map with keys of the default type.
pub type HopSlotMap<T> = slotmap::HopSlotMap<DefaultKey, T>;
/// A dense slot map with keys of the default type.
pub type DenseSlotMap<T> = slotmap::DenseSlotMap<DefaultKey, T>;

macro_rules! pool {
    ($pool:ident, $name:literal, $key:ty, $with_room:expr, $insert:expr, $remove:expr, $at:expr) => {
        impl<T> Pool<T> for $pool<T> {
            const NAME: &'static str = $name;
            type Key = $key;

            fn with_room(count: usize) -> Self {
                $with_room(count)
            }

            fn insert(&mut self, element: T) -> $key {
                $insert(self, element)
            }

            fn remove(&mut self, key: $key) -> T {
                $remove(self, key).expect("the key is live")
            }

            fn look_up<R>(&self, key: $key, f: impl FnOnce(&T) -> R) -> R {
                f($at(self, key).expect("the key is live"))
            }

            fn each(&self, mut f: impl FnMut(&T)) {
                self.iter().for_each(|(_, element)| f(element));
            }

            fn expire(&mut self, keys: &mut Vec<$key>, mut f: impl FnMut(&mut T) -> bool) {
                self.iter_mut().for_each(|(key, element)| {
                    if f(element) {
                        keys.push(key);
                    }
                });
                keys.drain(..).for_each(|key| drop(Pool::remove(self, key)));
            }

            fn pairs_of_references(&mut self, f: impl FnMut(&mut T, &mut T)) {
                pairs_of(&mut self.iter_mut().map(|(_, element)| element).collect::<Vec<_>>(), f);
            }
        }
    };
}

/// Cross-iteration by collected keys, two of which are looked up at once.
macro_rules! crossed {
    ($pool:ident, |$self:ident, $one:ident, $other:ident| $both:expr) => {
        impl<T> Crossed<T> for $pool<T> {
            fn pairs(&mut self, mut f: impl FnMut(&mut T, &mut T)) {
                let $self = self;
                let keys: Vec<_> = $self.iter().map(|(key, _)| key).collect();
                pairs_of_keys(&keys, |$one, $other| {
                    let (one, other) = $both;
                    f(one, other);
                });
            }
        }
    };
}

fn stable_list<T>(capacity: usize) -> StableList<T> {
    StableList::with(StableListBuild { capacity, ..Default::default() })
}

fn dyadic_list<T>(capacity: usize) -> DyadicList<T> {
    DyadicList::with(Options { capacity, ..Default::default() })
}

pool!(
    StableList,
    "StableList",
    StableIndex<T>,
    stable_list,
    |list: &mut Self, element| list.add(element).expect("there are enough indices"),
    Self::remove,
    Self::at
);
pool!(
    DyadicList,
    "dyadic list",
    rust_dyadic::Key,
    dyadic_list,
    |list: &mut Self, element| list.add(element).expect("there are enough indices"),
    Self::remove,
    Self::at
);
pool!(Slab, "Slab", usize, Self::with_capacity, Self::insert, Self::try_remove, Self::get);
pool!(Arena, "Arena", Index, Self::with_capacity, Self::insert, Self::remove, Self::get);
pool!(SlotMap, "SlotMap", DefaultKey, Self::with_capacity, Self::insert, Self::remove, Self::get);
pool!(HopSlotMap, "HopSlotMap", DefaultKey, Self::with_capacity, Self::insert, Self::remove, Self::get);
pool!(DenseSlotMap, "DenseSlotMap", DefaultKey, Self::with_capacity, Self::insert, Self::remove, Self::get);
pool!(StableVec, "StableVec", usize, Self::with_capacity, Self::push, Self::remove, Self::get);

impl<T> Crossed<T> for StableList<T> {
    fn pairs(&mut self, mut f: impl FnMut(&mut T, &mut T)) {
        self.traverse(|_, pivot, others| others.each_mut(|_, other| f(pivot, other)));
    }
}

impl<T> Crossed<T> for DyadicList<T> {
    fn pairs(&mut self, mut f: impl FnMut(&mut T, &mut T)) {
        self.traverse(|_, pivot, others| others.iter_mut().for_each(|(_, other)| f(pivot, other)));
    }
}

crossed!(Slab, |slab, one, other| slab.get2_mut(one, other).expect("both keys are live"));
crossed!(Arena, |arena, one, other| match arena.get2_mut(one, other) {
    (Some(one), Some(other)) => (one, other),
    _ => unreachable!("both keys are live"),
});
crossed!(SlotMap, |map, one, other| map.get_disjoint_mut([one, other]).expect("both keys are live").into());
crossed!(HopSlotMap, |map, one, other| map.get_disjoint_mut([one, other]).expect("both keys are live").into());
crossed!(DenseSlotMap, |map, one, other| map.get_disjoint_mut([one, other]).expect("both keys are live").into());
