//! How each published container is spoken to.
//!
//! An adapter translates and does nothing else: every method is one call of the container's own.

use std::cell::{BorrowMutError, RefCell};
use std::io::{self, Write};
use std::ops::Range;
use std::str::FromStr;

use generational_arena::Index;
use hecs::{Entity, World};
use slab::Slab;
#[allow(deprecated)] // HopSlotMap is, and is still published
use slotmap::{DefaultKey, DenseSlotMap, HopSlotMap, Key, KeyData, SlotMap};
use stable_vec::StableVec;

use crate::protocol::{two, Container};

/// An adapter for a container, from what the containers have in common and the calls in which they differ.
macro_rules! adapter {
    (
        $(#[$attribute:meta])*
        $adapter:ident($container:ty): $key:ty,
        insert: $insert:expr, remove: $remove:expr, contains: $contains:expr, len: $len:expr,
        keys: |$keyed:ident| $keys:expr, each_mut: |$changed:ident| $elements:expr,
        retain: |$keep:ident| $predicate:expr,
        and: { $($more:item)* }
    ) => {
        $(#[$attribute])*
        pub struct $adapter($container);

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
            fn remove(&mut self, key: $key) -> Option<u64> {
                $remove(&mut self.0, key)
            }
            fn get(&self, key: $key) -> Option<u64> {
                self.0.get(key).copied()
            }
            fn get_mut(&mut self, key: $key) -> Option<&mut u64> {
                self.0.get_mut(key)
            }
            fn contains(&self, key: $key) -> bool {
                $contains(&self.0, key)
            }
            fn len(&self) -> usize {
                $len(&self.0)
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
            fn each_mut(&mut self, f: impl FnMut(&mut u64)) {
                let $changed = &mut self.0;
                $elements.for_each(f);
            }
            fn keys(&self) -> impl Iterator<Item = $key> {
                let $keyed = &self.0;
                $keys
            }
            fn retain(&mut self, keep: impl Fn(u64) -> bool) -> Vec<u64> {
                let mut removed = Vec::new();
                let mut $keep = |element: u64| {
                    let keeps = keep(element);
                    if !keeps {
                        removed.push(element);
                    }
                    keeps
                };
                self.0.retain($predicate);
                removed
            }
            fn reloaded(&self) -> Self {
                Self(self.0.clone())
            }
            $($more)*
        }
    };
}

/// An adapter for one of slotmap's maps, which have the same methods.
macro_rules! slot_map {
    ($(#[$attribute:meta])* $adapter:ident($map:ident)) => {
        adapter! {
            $(#[$attribute])*
            $adapter($map<DefaultKey, u64>): DefaultKey,
            insert: $map::insert, remove: $map::remove, contains: $map::contains_key, len: $map::len,
            keys: |map| map.keys(), each_mut: |map| map.values_mut(), retain: |keep| |_, &mut element| keep(element),
            and: {
                fn insert_with(&mut self, factory: impl FnOnce(DefaultKey) -> u64) -> bool {
                    self.0.insert_with_key(factory);
                    true
                }
                fn drain(&mut self) -> impl Iterator<Item = u64> {
                    self.0.drain().map(element)
                }
                fn reserve(&mut self, additional: usize) -> bool {
                    self.0.reserve(additional);
                    true
                }
                fn repacked(&self, key: DefaultKey) -> Option<DefaultKey> {
                    Some(KeyData::from_ffi(key.data().as_ffi()).into())
                }
                fn forged(index: &str, id: &str) -> Option<DefaultKey> {
                    from_parts(index, id)
                }
                fn shown(key: DefaultKey) -> Option<(usize, u64)> {
                    Some(parts(key))
                }
            }
        }
    };
}

slot_map! {
    /// `slotmap::SlotMap`, the one with elements in place.
    Basic(SlotMap)
}

slot_map! {
    /// `slotmap::HopSlotMap`, which hops over blocks of vacant slots. Deprecated since 1.1.0.
    #[allow(deprecated)]
    Hop(HopSlotMap)
}

slot_map! {
    /// `slotmap::DenseSlotMap`, which keeps its elements together.
    Dense(DenseSlotMap)
}

/// What containers have in common whose keys are indices.
macro_rules! by_index {
    () => {
        fn reserve(&mut self, additional: usize) -> bool {
            self.0.reserve(additional);
            true
        }
        fn shrink_to_fit(&mut self) {
            self.0.shrink_to_fit();
        }
        fn forged(index: &str, id: &str) -> Option<usize> {
            unstamped(index, id)
        }
        fn shown(key: usize) -> Option<(usize, u64)> {
            Some((key, 0))
        }
    };
}

/// An adapter for `slab::Slab`, which has two ways to remove.
macro_rules! slab {
    ($(#[$attribute:meta])* $adapter:ident, $remove:expr) => {
        adapter! {
            $(#[$attribute])*
            $adapter(Slab<u64>): usize,
            insert: Slab::insert, remove: $remove, contains: Slab::contains, len: Slab::len,
            keys: |slab| slab.iter().map(|(key, _)| key), each_mut: |slab| slab.iter_mut().map(element),
            retain: |keep| |_, &mut element| keep(element),
            and: {
                /// The entry knows its key before it is filled.
                fn insert_with(&mut self, factory: impl FnOnce(usize) -> u64) -> bool {
                    let entry = self.0.vacant_entry();
                    let key = entry.key();
                    entry.insert(factory(key));
                    true
                }
                fn drain(&mut self) -> impl Iterator<Item = u64> {
                    self.0.drain()
                }
                by_index!();
            }
        }
    };
}

slab! {
    /// `slab::Slab`, removing by `try_remove`.
    Trying, Slab::try_remove
}

slab! {
    /// `slab::Slab`, removing by `remove`, which panics on a key that is not found, as documented.
    Panicking, |slab: &mut Slab<u64>, key| Some(slab.remove(key))
}

adapter! {
    /// `generational_arena::Arena`. Its `Extend` tells no keys, and its keys come apart into two numbers, not one.
    Generational(generational_arena::Arena<u64>): Index,
    insert: generational_arena::Arena::insert, remove: generational_arena::Arena::remove,
    contains: generational_arena::Arena::contains, len: generational_arena::Arena::len,
    keys: |arena| arena.iter().map(first), each_mut: |arena| arena.iter_mut().map(element),
    retain: |keep| |_, &mut element| keep(element),
    and: {
        fn insert_with(&mut self, factory: impl FnOnce(Index) -> u64) -> bool {
            self.0.insert_with(factory);
            true
        }
        fn pair(&mut self, one: Index, other: Index) -> (Option<u64>, Option<u64>) {
            let (one, other) = self.0.get2_mut(one, other);
            (one.copied(), other.copied())
        }
        fn drain(&mut self) -> impl Iterator<Item = u64> {
            self.0.drain().map(element)
        }
        fn reserve(&mut self, additional: usize) -> bool {
            self.0.reserve(additional);
            true
        }
        fn forged(index: &str, id: &str) -> Option<Index> {
            Some(Index::from_raw_parts(index.parse().ok()?, id.parse().ok()?))
        }
        fn shown(key: Index) -> Option<(usize, u64)> {
            Some(key.into_raw_parts())
        }
    }
}

adapter! {
    /// `thunderdome::Arena`.
    Thunderdome(thunderdome::Arena<u64>): thunderdome::Index,
    insert: thunderdome::Arena::insert, remove: thunderdome::Arena::remove,
    contains: thunderdome::Arena::contains, len: thunderdome::Arena::len,
    keys: |arena| arena.iter().map(first), each_mut: |arena| arena.iter_mut().map(element),
    retain: |keep| |_, &mut element| keep(element),
    and: {
        fn put(&mut self, index: u32, element: u64) -> (thunderdome::Index, Option<u64>) {
            self.0.insert_at_slot(index, element)
        }
        fn pair(&mut self, one: thunderdome::Index, other: thunderdome::Index) -> (Option<u64>, Option<u64>) {
            let (one, other) = self.0.get2_mut(one, other);
            (one.copied(), other.copied())
        }
        fn drain(&mut self) -> impl Iterator<Item = u64> {
            self.0.drain().map(element)
        }
        fn repacked(&self, key: thunderdome::Index) -> Option<thunderdome::Index> {
            thunderdome::Index::from_bits(key.to_bits())
        }
        fn forged(index: &str, id: &str) -> Option<thunderdome::Index> {
            thunderdome::Index::from_bits(joined(index, id)?)
        }
        fn shown(key: thunderdome::Index) -> Option<(usize, u64)> {
            Some((key.slot() as usize, key.generation().into()))
        }
    }
}

adapter! {
    /// `stable_vec::StableVec`, whose keys are indices.
    Stable(StableVec<u64>): usize,
    insert: StableVec::push, remove: StableVec::remove, contains: StableVec::has_element_at,
    len: StableVec::num_elements,
    keys: |vec| vec.indices(), each_mut: |vec| vec.values_mut(), retain: |keep| |&element| keep(element),
    and: {
        /// Every element is pushed at the next index, as documented.
        fn extend(&mut self, elements: Range<u64>) -> Option<Vec<usize>> {
            let first = self.0.next_push_index();
            self.0.extend(elements);
            Some((first..self.0.next_push_index()).collect())
        }
        fn put(&mut self, index: u32, element: u64) -> (usize, Option<u64>) {
            let displaced = self.0.insert(index as usize, element);
            (index as usize, displaced)
        }
        by_index!();
    }
}

/// `slotmap::SlotMap` in a `RefCell`, which locks it while it is iterated.
pub struct Locking(RefCell<SlotMap<DefaultKey, u64>>);

impl Container for Locking {
    type Key = DefaultKey;

    fn configured<'a>(_parameters: impl Iterator<Item = &'a str>) -> Option<Self> {
        Some(Self(RefCell::default()))
    }
    fn insert(&mut self, element: u64) -> Option<DefaultKey> {
        Some(self.0.borrow_mut().insert(element))
    }
    fn remove(&mut self, key: DefaultKey) -> Option<u64> {
        self.0.borrow_mut().remove(key)
    }
    fn get(&self, key: DefaultKey) -> Option<u64> {
        self.0.borrow().get(key).copied()
    }
    fn contains(&self, key: DefaultKey) -> bool {
        self.0.borrow().contains_key(key)
    }
    fn len(&self) -> usize {
        self.0.borrow().len()
    }
    fn clear(&mut self) {
        self.0.borrow_mut().clear();
    }
    fn each(&self, mut f: impl FnMut(DefaultKey, &u64)) {
        self.0.borrow().iter().for_each(|(key, element)| f(key, element));
    }
    fn reserve(&mut self, additional: usize) -> bool {
        self.0.borrow_mut().reserve(additional);
        true
    }
    /// Carries `lend` out.
    fn operate(
        &mut self,
        _name: &str,
        tried: &str,
        key: impl Fn(&str) -> Option<DefaultKey>,
        answer: &mut Vec<u8>,
    ) -> io::Result<()> {
        let lent = self.0.borrow();
        answer.write_all(match lent.values().next().map(|_| self.tried(tried, key)) {
            None => b"none",
            Some(Err(_)) => b"!borrow",
            Some(Ok(())) => b"ok",
        })
    }
}

impl Locking {
    /// Does what others do in `borrow_mut`, unless that is refused.
    fn tried(&self, word: &str, key: impl Fn(&str) -> Option<DefaultKey>) -> Result<(), BorrowMutError> {
        let mut map = self.0.try_borrow_mut()?;
        let (name, operand) = two(word);
        match name {
            "add" => _ = map.insert(0),
            "remove" => _ = key(operand).and_then(|key| map.remove(key)),
            "reserve" => map.reserve(operand.parse().expect("a number")),
            _ => map.clear(),
        }
        Ok(())
    }
}

/// `hecs::World` as an issuer of ids: entities without components.
pub struct Entities(World);

impl Container for Entities {
    type Key = Entity;

    const ONLY_IDS: bool = true;

    fn configured<'a>(_parameters: impl Iterator<Item = &'a str>) -> Option<Self> {
        Some(Self(World::new()))
    }
    fn insert(&mut self, _element: u64) -> Option<Entity> {
        Some(self.0.spawn(()))
    }
    fn extend(&mut self, elements: Range<u64>) -> Option<Vec<Entity>> {
        Some(self.0.spawn_batch(elements.map(|_| ())).collect())
    }
    /// In place of an element stands 0, which is not shown.
    fn remove(&mut self, key: Entity) -> Option<u64> {
        self.0.despawn(key).ok().map(|()| 0)
    }
    fn contains(&self, key: Entity) -> bool {
        self.0.contains(key)
    }
    fn len(&self) -> usize {
        self.0.len() as usize
    }
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    fn reserve(&mut self, additional: usize) -> bool {
        self.0.reserve::<()>(additional as u32);
        true
    }
}

/// Index and version of one of slotmap's keys, as they lie in its integer form.
fn parts(key: DefaultKey) -> (usize, u64) {
    let bits = key.data().as_ffi();
    ((bits & u64::from(u32::MAX)) as usize, bits >> 32)
}

/// The key with these parts, if there is one: the versions of keys are odd, and others are changed into such.
fn from_parts(index: &str, version: &str) -> Option<DefaultKey> {
    let bits = joined(index, version)?;
    Some(KeyData::from_ffi(bits)).filter(|key| key.as_ffi() == bits).map(DefaultKey::from)
}

/// Two numbers of 32 bits as one, the index in the lower half.
fn joined(index: &str, id: &str) -> Option<u64> {
    let (index, id): (u32, u32) = (index.parse().ok()?, id.parse().ok()?);
    Some(u64::from(id) << 32 | u64::from(index))
}

/// A key that is an index and has no id.
fn unstamped<K: FromStr>(index: &str, id: &str) -> Option<K> {
    index.parse().ok().filter(|_| id == "0")
}

fn element<K, E>((_, element): (K, E)) -> E {
    element
}

fn first<K, E>((key, _): (K, E)) -> K {
    key
}
