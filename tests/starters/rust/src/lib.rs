//! A port of the slot map in this folder: an example of an adapter with all blanks filled in.

pub mod slot_map;
#[path = "../../../stablelist_conformance/starters/rust/src/starter.rs"]
pub mod starter;

use slot_map::{Key, SlotMap};
use starter::{Port, Refusal};

pub const FIELDS: &str = "name=slot-map version=1.0.0 system=slotmap id_bits=0 capacity=fixed";

pub fn port() -> Port<SlotMap, Key> {
    Port::new(FIELDS, |parameters| Some(SlotMap::with_capacity(parameters.number("capacity", 0))))
        .add(|map, element| map.insert(element).ok_or(Refusal::Full))
        .remove(|map, key| map.remove(key))
        .at(|map, key| map.get(key).copied())
        .contains(|map, key| map.get(key).is_some())
        .replace(|map, key, element| map.get_mut(key).map(|place| *place = element).is_some())
        .len(|map| map.len())
        .is_empty(|map| map.is_empty())
        .each(|map, visit| map.iter().for_each(|(key, &element)| visit(key, element)))
        .forge(|index, generation| Some(Key { index: index.try_into().ok()?, generation }))
        .parts(|key| (key.index as u64, key.generation))
}
