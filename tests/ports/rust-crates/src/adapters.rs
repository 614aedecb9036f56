//! How each published container is spoken to.
//!
//! An adapter translates and does nothing else: every method is one call of the container's own.

use generational_arena::{Arena, Index};
use slab::Slab;
#[allow(deprecated)] // HopSlotMap is, and is still published
use slotmap::{DefaultKey, DenseSlotMap, HopSlotMap, Key, KeyData, SlotMap};

use crate::protocol::Container;

/// A container, and what the handshake says of it (section 2).
pub trait Adapter: Container {
    const IDENTITY: &'static str;
}

/// An adapter for a container, from what the containers have in common and the calls in which they differ.
macro_rules! adapter {
    (
        $(#[$attribute:meta])*
        $adapter:ident($container:ty): $key:ty, $identity:literal,
        insert: $insert:expr, insert_with: $insert_with:expr, remove: $remove:expr, contains: $contains:expr,
        keys: |$keyed:ident| $keys:expr, drained: $drained:expr
        $(, and: { $($more:item)* })?
    ) => {
        $(#[$attribute])*
        #[derive(Clone)]
        pub struct $adapter($container);

        $(#[$attribute])*
        impl Adapter for $adapter {
            const IDENTITY: &'static str = $identity;
        }

        $(#[$attribute])*
        impl Container for $adapter {
            type Key = $key;

            /// The capacity is the only parameter that these containers know.
            fn configured<'a>(mut parameters: impl Iterator<Item = &'a str>) -> Option<Self> {
                Some(Self(<$container>::with_capacity(parameters.nth(1)?.parse().ok()?)))
            }
            fn insert(&mut self, element: u64) -> Option<$key> {
                Some($insert(&mut self.0, element))
            }
            fn insert_with(&mut self, factory: impl FnOnce($key) -> u64) -> bool {
                $insert_with(&mut self.0, factory);
                true
            }
            fn remove(&mut self, key: $key) -> Option<u64> {
                $remove(&mut self.0, key)
            }
            fn get(&self, key: $key) -> Option<&u64> {
                self.0.get(key)
            }
            fn get_mut(&mut self, key: $key) -> Option<&mut u64> {
                self.0.get_mut(key)
            }
            fn contains(&self, key: $key) -> bool {
                $contains(&self.0, key)
            }
            fn len(&self) -> usize {
                self.0.len()
            }
            fn is_empty(&self) -> bool {
                self.0.is_empty()
            }
            fn clear(&mut self) {
                self.0.clear();
            }
            fn each(&self, mut f: impl FnMut($key, &u64)) {
                self.0.iter().for_each(|(key, element)| f(key, element));
            }
            fn each_mut(&mut self, mut f: impl FnMut(&mut u64)) {
                self.0.iter_mut().for_each(|(_, element)| f(element));
            }
            fn keys(&self) -> impl Iterator<Item = $key> {
                let $keyed = &self.0;
                $keys
            }
            fn drain(&mut self) -> impl Iterator<Item = u64> {
                self.0.drain().map($drained)
            }
            fn retain(&mut self, keep: impl Fn(u64) -> bool) -> Vec<u64> {
                let mut removed = Vec::new();
                self.0.retain(|_, element| {
                    let keeps = keep(*element);
                    if !keeps {
                        removed.push(*element);
                    }
                    keeps
                });
                removed
            }
            fn reserve(&mut self, additional: usize) -> bool {
                self.0.reserve(additional);
                true
            }
            $($($more)*)?
        }
    };
}

adapter! {
    /// `slotmap::SlotMap`, the one with elements in place.
    Basic(SlotMap<DefaultKey, u64>): DefaultKey,
    "version=1.1.1 profile=slotmap id_bits=32 parity=yes wrap=wrap",
    insert: SlotMap::insert, insert_with: SlotMap::insert_with_key, remove: SlotMap::remove,
    contains: SlotMap::contains_key, keys: |map| map.keys(), drained: element,
    and: {
        fn repacked(&self, key: DefaultKey) -> Option<DefaultKey> {
            Some(through_ffi(key))
        }
    }
}

adapter! {
    /// `slotmap::HopSlotMap`, which hops over blocks of vacant slots. Deprecated since 1.1.0.
    #[allow(deprecated)]
    Hop(HopSlotMap<DefaultKey, u64>): DefaultKey,
    "version=1.1.1 profile=slotmap id_bits=32 parity=yes wrap=wrap",
    insert: HopSlotMap::insert, insert_with: HopSlotMap::insert_with_key, remove: HopSlotMap::remove,
    contains: HopSlotMap::contains_key, keys: |map| map.keys(), drained: element,
    and: {
        fn repacked(&self, key: DefaultKey) -> Option<DefaultKey> {
            Some(through_ffi(key))
        }
    }
}

adapter! {
    /// `slotmap::DenseSlotMap`, which keeps its elements together.
    Dense(DenseSlotMap<DefaultKey, u64>): DefaultKey,
    "version=1.1.1 profile=slotmap id_bits=32 parity=yes wrap=wrap",
    insert: DenseSlotMap::insert, insert_with: DenseSlotMap::insert_with_key, remove: DenseSlotMap::remove,
    contains: DenseSlotMap::contains_key, keys: |map| map.keys(), drained: element,
    and: {
        fn repacked(&self, key: DefaultKey) -> Option<DefaultKey> {
            Some(through_ffi(key))
        }
    }
}

adapter! {
    /// `slab::Slab`. Its `remove` panics on a key that is not found, as documented; `try_remove` answers.
    Unguarded(Slab<u64>): usize,
    "version=0.4.12 profile=slab",
    insert: Slab::insert, insert_with: at_vacant_entry, remove: Slab::try_remove, contains: Slab::contains,
    keys: |slab| slab.iter().map(|(key, _)| key), drained: identity,
    and: {
        fn shrink_to_fit(&mut self) {
            self.0.shrink_to_fit();
        }
    }
}

adapter! {
    /// `generational_arena::Arena`. Its `Extend` tells no keys, and its keys come apart into two numbers, not one.
    Generational(Arena<u64>): Index,
    "version=0.2.9 profile=arena id_bits=64",
    insert: Arena::insert, insert_with: Arena::insert_with, remove: Arena::remove, contains: Arena::contains,
    keys: |arena| arena.iter().map(|(key, _)| key), drained: element
}

/// A slab's factory: the entry knows its key before it is filled.
fn at_vacant_entry(slab: &mut Slab<u64>, factory: impl FnOnce(usize) -> u64) -> usize {
    let entry = slab.vacant_entry();
    let key = entry.key();
    entry.insert(factory(key));
    key
}

/// The form in which slotmap's keys go to other languages.
fn through_ffi(key: DefaultKey) -> DefaultKey {
    KeyData::from_ffi(key.data().as_ffi()).into()
}

fn element<K>((_, element): (K, u64)) -> u64 {
    element
}

fn identity(element: u64) -> u64 {
    element
}
