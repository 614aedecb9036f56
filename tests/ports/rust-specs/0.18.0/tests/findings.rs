//! Passes as long as this release has the defect.

use specs::prelude::*;

struct Element;

impl Component for Element {
    type Storage = VecStorage<Self>;
}

#[test]
fn f54_a_refused_deletion_takes_the_components_of_another_entity() {
    let mut world = World::new();
    world.register::<Element>();
    let first = world.create_entity().with(Element).build();
    world.delete_entity(first).unwrap();
    let second = world.create_entity().with(Element).build();
    assert!(world.delete_entity(first).is_err());
    assert!(world.is_alive(second));
    assert!(world.read_storage::<Element>().get(second).is_none()); // and not Some
}
