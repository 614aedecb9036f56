//! Passes as long as this release has the defect.

#![cfg(test)]

use serde_derive::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Element(u64);

calx_ecs::Ecs! {
    elements: Element,
}

#[test]
fn f71_a_component_of_a_removed_entity_hides_that_of_another() {
    let mut ecs = Ecs::new();
    let first = ecs.make();
    ecs.remove(first);
    let second = ecs.make();
    ecs.elements.insert(second, Element(1));
    ecs.elements.insert(first, Element(2));
    assert!(ecs.contains(second) && !ecs.contains(first));
    assert_eq!(ecs.elements.get(first), Some(&Element(2))); // and not None
    assert_eq!(ecs.elements.get(second), None); // and not Some(&Element(1))
}
