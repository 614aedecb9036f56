//! How each published container is spoken to.
//!
//! An adapter translates and does nothing else: every method is one call of the container's own.

use generational_arena::{Arena, Index};
use slab::Slab;
#[allow(deprecated)] // HopSlotMap is, and is still published
use slotmap::{DefaultKey, DenseSlotMap, HopSlotMap, SlotMap};

/// A container of integers as the protocol sees it (section 3).
pub trait Adapter {
    type Key: Copy;

    /// What the handshake says of the container (section 2).
    const IDENTITY: &'static str;

    fn with_capacity(capacity: usize) -> Self;
    fn insert(&mut self, element: u64) -> Self::Key;
    fn remove(&mut self, key: Self::Key) -> Option<u64>;
    fn get(&self, key: Self::Key) -> Option<&u64>;
    fn contains(&self, key: Self::Key) -> bool;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn clear(&mut self);
    fn elements(&self) -> impl Iterator<Item = &u64>;
    /// The keys, by an iterator of their own where the container has one.
    fn keys(&self) -> impl Iterator<Item = Self::Key>;
    fn drain(&mut self) -> impl Iterator<Item = u64>;
    fn retain(&mut self, keep: impl FnMut(u64) -> bool);
}

/// An adapter for a container, from what the containers have in common and the calls in which they differ.
macro_rules! adapter {
    (
        $(#[$attribute:meta])*
        $adapter:ident($container:ty): $key:ty, $identity:literal,
        insert: $insert:expr, remove: $remove:expr, contains: $contains:expr,
        keys: |$keyed:ident| $keys:expr, drained: $drained:expr
    ) => {
        $(#[$attribute])*
        pub struct $adapter($container);

        $(#[$attribute])*
        impl Adapter for $adapter {
            type Key = $key;
            const IDENTITY: &'static str = $identity;

            fn with_capacity(capacity: usize) -> Self {
                Self(<$container>::with_capacity(capacity))
            }
            fn insert(&mut self, element: u64) -> $key {
                $insert(&mut self.0, element)
            }
            fn remove(&mut self, key: $key) -> Option<u64> {
                $remove(&mut self.0, key)
            }
            fn get(&self, key: $key) -> Option<&u64> {
                self.0.get(key)
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
            fn elements(&self) -> impl Iterator<Item = &u64> {
                self.0.iter().map(|(_, element)| element)
            }
            fn keys(&self) -> impl Iterator<Item = $key> {
                let $keyed = &self.0;
                $keys
            }
            fn drain(&mut self) -> impl Iterator<Item = u64> {
                self.0.drain().map($drained)
            }
            fn retain(&mut self, mut keep: impl FnMut(u64) -> bool) {
                self.0.retain(|_, element| keep(*element));
            }
        }
    };
}

adapter! {
    /// `slotmap::SlotMap`, the one with elements in place.
    Basic(SlotMap<DefaultKey, u64>): DefaultKey,
    "name=slotmap version=1.1.1 profile=slotmap id_bits=32 parity=yes wrap=wrap",
    insert: SlotMap::insert, remove: SlotMap::remove, contains: SlotMap::contains_key,
    keys: |map| map.keys(), drained: element
}

adapter! {
    /// `slotmap::HopSlotMap`, which hops over blocks of vacant slots. Deprecated since 1.1.0.
    #[allow(deprecated)]
    Hop(HopSlotMap<DefaultKey, u64>): DefaultKey,
    "name=slotmap-hop version=1.1.1 profile=slotmap id_bits=32 parity=yes wrap=wrap",
    insert: HopSlotMap::insert, remove: HopSlotMap::remove, contains: HopSlotMap::contains_key,
    keys: |map| map.keys(), drained: element
}

adapter! {
    /// `slotmap::DenseSlotMap`, which keeps its elements together.
    Dense(DenseSlotMap<DefaultKey, u64>): DefaultKey,
    "name=slotmap-dense version=1.1.1 profile=slotmap id_bits=32 parity=yes wrap=wrap",
    insert: DenseSlotMap::insert, remove: DenseSlotMap::remove, contains: DenseSlotMap::contains_key,
    keys: |map| map.keys(), drained: element
}

adapter! {
    /// `slab::Slab`. Its `remove` panics on a key that is not found, as documented; `try_remove` answers.
    Unguarded(Slab<u64>): usize,
    "name=slab version=0.4.12 profile=slab",
    insert: Slab::insert, remove: Slab::try_remove, contains: Slab::contains,
    keys: |slab| slab.iter().map(|(key, _)| key), drained: identity
}

adapter! {
    /// `generational_arena::Arena`.
    Generational(Arena<u64>): Index,
    "name=generational-arena version=0.2.9 profile=arena id_bits=64",
    insert: Arena::insert, remove: Arena::remove, contains: Arena::contains,
    keys: |arena| arena.iter().map(|(key, _)| key), drained: element
}

adapter! {
    /// `generational_arena::Arena`, filled through its other door.
    GenerationalWith(Arena<u64>): Index,
    "name=generational-arena-insert-with version=0.2.9 profile=arena id_bits=64",
    insert: insert_with, remove: Arena::remove, contains: Arena::contains,
    keys: |arena| arena.iter().map(|(key, _)| key), drained: element
}

fn insert_with(arena: &mut Arena<u64>, element: u64) -> Index {
    arena.insert_with(|_| element)
}

fn element<K>((_, element): (K, u64)) -> u64 {
    element
}

fn identity(element: u64) -> u64 {
    element
}
