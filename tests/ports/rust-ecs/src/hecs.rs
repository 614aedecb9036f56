//! hecs.

use hecs::Entity;

use crate::of;
use crate::world::{Component, World};

#[derive(Default)]
pub struct Hecs(hecs::World);

impl World for Hecs {
    type Entity = Entity;
    const FIELDS: &'static str = "protocol=6 name=hecs version=0.11.2 system=components id_bits=31 clear=forgets";

    fn make(&mut self) -> Entity {
        self.0.spawn(())
    }
    fn remove(&mut self, entity: Entity) -> bool {
        self.0.despawn(entity).is_ok()
    }
    fn clear(&mut self) {
        self.0.clear();
    }
    fn is_alive(&mut self, entity: Entity) -> bool {
        self.0.contains(entity)
    }
    fn insert(&mut self, entity: Entity, kind: usize, value: i64) -> bool {
        of!(kind, self.0.insert_one(entity, Component::<N>(value)).is_ok())
    }
    fn take(&mut self, entity: Entity, kind: usize) -> Option<i64> {
        of!(kind, self.0.remove_one::<Component<N>>(entity).ok().map(|found| found.0))
    }
    fn get(&self, entity: Entity, kind: usize) -> Option<i64> {
        of!(kind, self.0.get::<&Component<N>>(entity).ok().map(|found| found.0))
    }
    fn entities(&mut self) -> Vec<Entity> {
        self.0.iter().map(|each| each.entity()).collect()
    }
    fn each(&mut self, kind: usize) -> Vec<(Entity, i64)> {
        of!(kind, self.0.query::<(Entity, &Component<N>)>().iter().map(|(entity, one)| (entity, one.0)).collect())
    }
    fn join(&mut self, kind: usize) -> Vec<(Entity, i64, i64)> {
        of!(kind, {
            let mut found = self.0.query::<(Entity, &Component<N>, &Component<M>)>();
            found.iter().map(|(entity, one, other)| (entity, one.0, other.0)).collect()
        })
    }
}
