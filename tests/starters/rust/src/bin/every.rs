//! Ports with every operation, and with what else a container may do: the first argument says which.

use std::{env, io};

use starter_example::slot_map::{Key, SlotMap};
use starter_example::starter::{way, Lent, Port, Refusal, Tried};
use starter_example::{port, FIELDS};

type SlotMaps = Port<SlotMap, Key>;

fn keys(map: &SlotMap) -> Vec<Key> {
    map.iter().map(|(key, _)| key).collect()
}

fn lent(map: &mut SlotMap, key: Key) -> Option<Lent> {
    map.get(key).map(|&pivot| Lent { pivot, length: 2, others: vec![5, 3] })
}

fn put(map: &mut SlotMap, key: Key, element: u64) -> Result<(Key, Option<u64>), Refusal> {
    let place = map.get_mut(key).ok_or(Refusal::Full)?;
    Ok((key, Some(std::mem::replace(place, element))))
}

fn whole() -> SlotMaps {
    port()
        .insert_with(|map, factory| {
            let key = map.insert(0).ok_or(Refusal::Full)?;
            *map.get_mut(key).unwrap() = factory(key);
            Ok(())
        })
        .extend(|map, elements| {
            if elements.len() > 1000 {
                return Err(Refusal::Full);
            }
            elements.into_iter().map(|element| map.insert(element).ok_or(Refusal::Full)).collect()
        })
        .put(|map, index, element| put(map, Key { index, generation: 0 }, element))
        .insert_at(put)
        .pair(|map, one, other| (map.get(one).copied(), map.get(other).copied()))
        .remove_many(|map, one, other| (map.remove(one), map.remove(other)))
        .key_at(|map, key| map.get(key).map(|&element| (key, element)))
        .at_mut(|map, key| map.get_mut(key))
        .each_mut(|map, change| keys(map).into_iter().for_each(|key| change(map.get_mut(key).unwrap())))
        .clear(|map| keys(map).into_iter().for_each(|key| _ = map.remove(key)))
        .keys(keys)
        .apply(lent)
        .inspect(lent)
        .exchange(|map, one, other| Some((*map.get(one)?, map.get(other).copied())))
        .traverse(|_| vec![(4, 1, 2), (2, 1, 4)])
        .drain(|map| keys(map).into_iter().filter_map(|key| map.remove(key)).collect())
        .retain(|map, keep| {
            keys(map).into_iter().filter_map(|key| if keep(*map.get(key)?) { None } else { map.remove(key) }).collect()
        })
        .each_removing(|map, keep| {
            let visited = keys(map).into_iter();
            visited.filter_map(|key| if keep(*map.get(key)?) { map.get(key).copied() } else { map.remove(key) }).collect()
        })
        .each_first(|map, most| {
            keys(map).iter().take(most).for_each(|&key| assert!(map.get(key).is_some()));
            keys(map).into_iter().filter_map(|key| map.get(key).copied()).collect()
        })
        .sort(|map, rank| {
            for key in keys(map) {
                let place = map.get_mut(key).unwrap();
                *place = rank(*place); // to show the ranks
            }
        })
        .reserve(|_, additional| if additional < 1000 { Ok(()) } else { Err(Refusal::Full) })
        .shrink_to_fit(|_| ())
        .repack(|_, key| Some(key))
        .reload(SlotMap::clone)
        .copy(SlotMap::clone)
        .swap_containers(std::mem::swap)
        .equal(|map, other| map.iter().eq(other.iter()))
        .layout(|map| format!("{}|0", map.len()))
        .cost(|_| format!("0/{}", way() - 1))
}

/// A port with few operations, and other fields.
fn few(fields: &str) -> SlotMaps {
    Port::new(fields, |_| Some(SlotMap::default()))
        .add(|map: &mut SlotMap, element| map.insert(element).ok_or(Refusal::Full))
        .remove(|map, key| map.remove(key))
}

fn by_index() -> SlotMaps {
    whole()
        .key_at(|map, key| map.iter().find(|(live, _)| live.index == key.index).map(|(live, &element)| (live, element)))
        .forge(|index, id| (id == 0).then_some(Key { index: index as usize, generation: 0 }))
}

fn endless() -> SlotMaps {
    port().each(|map, visit| loop {
        keys(map).into_iter().for_each(|key| visit(key, *map.get(key).unwrap()))
    })
}

fn backwards() -> SlotMaps {
    port().each(|map, visit| keys(map).into_iter().rev().for_each(|key| visit(key, *map.get(key).unwrap())))
}

fn main() -> io::Result<()> {
    let port = match env::args().nth(1).as_deref().unwrap() {
        "whole" => whole(),
        "blind" => few("name=x version=1 system=slab level=layout without=negative").keys(keys),
        "by-index" => by_index(),
        "failing" => port().at(|_, _| panic!("oops")).clear(|_| panic!("oops")),
        "refusing" => Port::new(FIELDS, |_| None),
        "silent" => few(&format!("{FIELDS} remove=silent")),
        "only" => few(&format!("{FIELDS} ids=only")),
        "borrowed" => {
            port().lend(|map, _| if map.is_empty() { Tried::Nothing } else { Tried::Attempted(Err(Refusal::Borrowed)) })
        }
        "endless" => endless(),
        "backwards" => backwards(),
        other => panic!("there is no port {other}"),
    };
    port.serve()
}
