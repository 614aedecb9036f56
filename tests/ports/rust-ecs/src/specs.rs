//! Releases of specs.

macro_rules! release {
    ($module:ident, $specs:ident, $version:literal) => {
        pub mod $module {
            use $specs::prelude::{Builder, Entity, Join, VecStorage, WorldExt};

            use crate::of;
            use crate::world::{Component, World};

            pub struct Specs($specs::World);

            impl<const N: usize> $specs::Component for Component<N> {
                type Storage = VecStorage<Self>;
            }

            impl Default for Specs {
                fn default() -> Self {
                    let mut world = <$specs::World as WorldExt>::new();
                    world.register::<Component<0>>();
                    world.register::<Component<1>>();
                    world.register::<Component<2>>();
                    Specs(world)
                }
            }

            impl World for Specs {
                type Entity = Entity;
                const FIELDS: &'static str =
                    concat!("protocol=6 name=specs version=", $version, " system=components id_bits=31");

                fn make(&mut self) -> Entity {
                    self.0.create_entity().build()
                }
                fn remove(&mut self, entity: Entity) -> bool {
                    self.0.delete_entity(entity).is_ok()
                }
                fn clear(&mut self) {
                    self.0.delete_all();
                }
                fn is_alive(&mut self, entity: Entity) -> bool {
                    self.0.is_alive(entity)
                }
                fn insert(&mut self, entity: Entity, kind: usize, value: i64) -> bool {
                    of!(kind, self.0.write_storage().insert(entity, Component::<N>(value)).is_ok())
                }
                fn take(&mut self, entity: Entity, kind: usize) -> Option<i64> {
                    of!(kind, self.0.write_storage::<Component<N>>().remove(entity).map(|found| found.0))
                }
                fn get(&self, entity: Entity, kind: usize) -> Option<i64> {
                    of!(kind, self.0.read_storage::<Component<N>>().get(entity).map(|found| found.0))
                }
                fn entities(&mut self) -> Vec<Entity> {
                    self.0.entities().join().collect()
                }
                fn each(&mut self, kind: usize) -> Vec<(Entity, i64)> {
                    of!(kind, {
                        let one = self.0.read_storage::<Component<N>>();
                        (&self.0.entities(), &one).join().map(|(entity, one)| (entity, one.0)).collect()
                    })
                }
                fn join(&mut self, kind: usize) -> Vec<(Entity, i64, i64)> {
                    of!(kind, {
                        let one = self.0.read_storage::<Component<N>>();
                        let other = self.0.read_storage::<Component<M>>();
                        let entities = self.0.entities();
                        (&entities, &one, &other).join().map(|(entity, one, other)| (entity, one.0, other.0)).collect()
                    })
                }
            }
        }
    };
}

release!(eighteen, specs_0_18, "0.18.0");
release!(nineteen, specs_0_19, "0.19.0");
