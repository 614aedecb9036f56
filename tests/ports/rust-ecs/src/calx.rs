//! calx-ecs, whose storages are fields of the world. It has no `clear`, and no iteration over two types: see its examples.

use calx_ecs::{AnyComponent, ComponentData, Entity};
use serde_derive::{Deserialize, Serialize};

use crate::of;
use crate::world::{Component as Value, World};

calx_ecs::Ecs! {
    first: Value<0>,
    second: Value<1>,
    third: Value<2>,
}

/// The storage of a type.
trait Storage<const N: usize> {
    fn storage(&mut self) -> &mut ComponentData<Value<N>>;
    fn shared(&self) -> &ComponentData<Value<N>>;
}

macro_rules! storage {
    ($n:literal, $field:ident) => {
        impl Storage<$n> for Ecs {
            fn storage(&mut self) -> &mut ComponentData<Value<$n>> {
                &mut self.$field
            }
            fn shared(&self) -> &ComponentData<Value<$n>> {
                &self.$field
            }
        }
    };
}

storage!(0, first);
storage!(1, second);
storage!(2, third);

pub struct Calx(Ecs);

impl Default for Calx {
    fn default() -> Self {
        Calx(Ecs::new())
    }
}

impl World for Calx {
    type Entity = Entity;
    const FIELDS: &'static str = "protocol=6 name=calx-ecs version=0.6.1 system=components id_bits=32";

    fn make(&mut self) -> Entity {
        self.0.make()
    }
    fn remove(&mut self, entity: Entity) -> bool {
        let there = self.0.contains(entity);
        self.0.remove(entity);
        there
    }
    fn clear(&mut self) {
        self.entities().into_iter().for_each(|entity| self.0.remove(entity));
    }
    fn is_alive(&mut self, entity: Entity) -> bool {
        self.0.contains(entity)
    }
    fn insert(&mut self, entity: Entity, kind: usize, value: i64) -> bool {
        of!(kind, Storage::<N>::storage(&mut self.0).insert(entity, Value(value)));
        self.0.contains(entity)
    }
    fn take(&mut self, entity: Entity, kind: usize) -> Option<i64> {
        let found = self.get(entity, kind);
        of!(kind, Storage::<N>::storage(&mut self.0).remove(entity));
        found
    }
    fn get(&self, entity: Entity, kind: usize) -> Option<i64> {
        of!(kind, Storage::<N>::shared(&self.0).get(entity).map(|found| found.0))
    }
    fn entities(&mut self) -> Vec<Entity> {
        self.0.iter().copied().collect()
    }
    fn each(&mut self, kind: usize) -> Vec<(Entity, i64)> {
        of!(kind, {
            let storage = Storage::<N>::shared(&self.0);
            storage.ent_iter().copied().zip(storage.iter().map(|found| found.0)).collect()
        })
    }
    fn join(&mut self, kind: usize) -> Vec<(Entity, i64, i64)> {
        let one = self.each(kind);
        let both = |(entity, one)| self.get(entity, (kind + 1) % 3).map(|other| (entity, one, other));
        one.into_iter().filter_map(both).collect()
    }
}
