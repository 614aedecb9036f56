//! shipyard.

use shipyard::{EntityId as Entity, IntoIter, View};

use crate::of;
use crate::world::{Component, World};

#[derive(Default)]
pub struct Shipyard(shipyard::World);

impl<const N: usize> shipyard::Component for Component<N> {
    type Tracking = shipyard::track::Untracked;
}

impl World for Shipyard {
    type Entity = Entity;
    const FIELDS: &'static str = "protocol=6 name=shipyard version=0.11.5 system=components id_bits=16";

    fn make(&mut self) -> Entity {
        self.0.add_entity(())
    }
    fn remove(&mut self, entity: Entity) -> bool {
        self.0.delete_entity(entity)
    }
    fn clear(&mut self) {
        self.0.clear();
    }
    fn is_alive(&mut self, entity: Entity) -> bool {
        self.0.is_entity_alive(entity)
    }
    fn insert(&mut self, entity: Entity, kind: usize, value: i64) -> bool {
        let there = self.0.is_entity_alive(entity);
        if there {
            of!(kind, self.0.add_component(entity, Component::<N>(value)));
        }
        there
    }
    fn take(&mut self, entity: Entity, kind: usize) -> Option<i64> {
        of!(kind, self.0.remove::<Component<N>>(entity).map(|found| found.0))
    }
    fn get(&self, entity: Entity, kind: usize) -> Option<i64> {
        of!(kind, self.0.get::<&Component<N>>(entity).ok().map(|found| found.0))
    }
    fn entities(&mut self) -> Vec<Entity> {
        self.0.run(|entities: shipyard::EntitiesView| entities.iter().collect())
    }
    fn each(&mut self, kind: usize) -> Vec<(Entity, i64)> {
        of!(kind, self.0.run(|one: View<Component<N>>| one.iter().with_id().map(|(id, one)| (id, one.0)).collect()))
    }
    fn join(&mut self, kind: usize) -> Vec<(Entity, i64, i64)> {
        of!(kind, self.0.run(|one: View<Component<N>>, other: View<Component<M>>| {
            (&one, &other).iter().with_id().map(|(id, (one, other))| (id, one.0, other.0)).collect()
        }))
    }
}
