//! A port of the `World` of specs, whose entities have one component, the element. The release is that of the package.

#![forbid(unsafe_code)]

#[path = "../../../stablelist_conformance/starters/rust/src/starter.rs"]
mod starter;

use specs::prelude::*;
use starter::Port;

/// The element of an entity.
struct Element(u64);

impl Component for Element {
    type Storage = VecStorage<Self>;
}

fn world() -> World {
    let mut world = World::new();
    world.register::<Element>();
    world
}

fn at(world: &World, entity: Entity) -> Option<u64> {
    world.read_storage::<Element>().get(entity).map(|element| element.0)
}

/// Changes an element in place.
fn replace(world: &mut World, entity: Entity, element: u64) -> bool {
    match world.write_storage::<Element>().get_mut(entity) {
        Some(old) => old.0 = element,
        None => return false,
    }
    true
}

fn main() -> std::io::Result<()> {
    let fields = concat!("name=specs version=", env!("CARGO_PKG_VERSION"), " system=slotmap id_bits=31");
    Port::new(fields, |_| Some(world()))
        .add(|world: &mut World, element| Ok(world.create_entity().with(Element(element)).build()))
        .remove(|world, entity| {
            let element = at(world, entity);
            world.delete_entity(entity).ok().and(element)
        })
        .at(|world, entity| at(world, entity))
        .replace(replace)
        .contains(|world, entity| world.is_alive(entity))
        .len(|world| world.read_storage::<Element>().count())
        .clear(|world| world.delete_all())
        .each(|world, show| {
            let elements = world.read_storage::<Element>();
            (&world.entities(), &elements).join().for_each(|(entity, element)| show(entity, element.0));
        })
        .serve()
}
