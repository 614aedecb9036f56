//! calx-ecs, whose storages are fields of the world. It has no `clear`, and no iteration over two types: see its examples.

use calx_ecs::{AnyComponent, Entity};
use serde_derive::{Deserialize, Serialize};

use crate::world::{Component as Value, World};

calx_ecs::Ecs! {
    first: Value<0>,
    second: Value<1>,
    third: Value<2>,
}

/// A method of the storage of a type, which is a field of the world.
macro_rules! of {
    ($kind:expr, $world:ident.$($method:tt)+) => {
        match $kind {
            0 => $world.first.$($method)+,
            1 => $world.second.$($method)+,
            _ => $world.third.$($method)+,
        }
    };
}

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
        let world = &mut self.0;
        of!(kind, world.insert(entity, Value(value)));
        world.contains(entity)
    }
    fn take(&mut self, entity: Entity, kind: usize) -> Option<i64> {
        let (found, world) = (self.get(entity, kind), &mut self.0);
        of!(kind, world.remove(entity));
        found
    }
    fn get(&self, entity: Entity, kind: usize) -> Option<i64> {
        let world = &self.0;
        of!(kind, world.get(entity).map(|found| found.0))
    }
    fn entities(&mut self) -> Vec<Entity> {
        self.0.iter().copied().collect()
    }
    fn each(&mut self, kind: usize) -> Vec<(Entity, i64)> {
        let world = &self.0;
        let values: Vec<i64> = of!(kind, world.iter().map(|found| found.0).collect());
        of!(kind, world.ent_iter()).copied().zip(values).collect()
    }
    fn join(&mut self, kind: usize) -> Vec<(Entity, i64, i64)> {
        let one = self.each(kind);
        let both = |(entity, one)| self.get(entity, (kind + 1) % 3).map(|other| (entity, one, other));
        one.into_iter().filter_map(both).collect()
    }
}
