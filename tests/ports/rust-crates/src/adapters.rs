//! Maps each operation of the port protocol to a method of each published container.
//!
//! An adapter only translates. A method with a finding (docs/findings.md) has a port of its own, so that the other
//! methods are still judged.

use std::cell::{BorrowMutError, RefCell};
use std::io;
use std::mem::swap;
use std::num::Wrapping;

use generational_arena::{Arena as Generations, Index as Generation};
use hecs::{Entity, World};
use indexlist::IndexList;
use petgraph::stable_graph::{EdgeIndex, NodeIndex, StableUnGraph};
use sharded_slab::{Config, DefaultConfig};
use slab::Slab;
#[allow(deprecated)] // HopSlotMap is, and is still published
use slotmap::{DefaultKey, DenseSlotMap, HopSlotMap, Key, KeyData, SlotMap};
use stable_vec::StableVec;
use thunderdome::{Arena, Index};
use typed_generational_arena::{NanoArena, NanoIndex, NonzeroGeneration, StandardArena, StandardIndex};

use crate::graph;
use crate::starter::{way, Attempt, Parameters, Port, Refusal, Tried};
use crate::vectors;

type Serve = fn() -> io::Result<()>;

/// Returns the port that an argument selects.
pub const PORTS: &[(&str, Serve)] = &[
    ("slotmap", || slot_map().serve()),
    ("hopslotmap", || hop_slot_map().serve()),
    ("denseslotmap", || dense_slot_map().serve()),
    ("slotmap-in-refcell", || locking().serve()),
    ("slab", || slab("slab", "").remove(Slab::try_remove).serve()),
    ("slab-remove", || slab("slab-remove", " panics=remove.stale,remove.forged").remove(panicking).serve()),
    ("generational-arena", || generations("", "").serve()),
    ("generational-arena-insert-with", || generations("-insert-with", "").insert_with(insert_with).serve()),
    ("generational-arena-reserve", || generations("-reserve", "").reserve(reserve).serve()),
    ("generational-arena-clone", || generations("-clone", "").copy(Clone::clone).swap_containers(swap).serve()),
    ("generational-arena-get2-mut", || generations("-get2-mut", "").pair(both_generations).serve()),
    ("typed-generational-arena", || typed("", " without=clear,drain").serve()),
    ("typed-generational-arena-clear", || typed("-clear", " without=drain").serve()),
    ("typed-generational-arena-drain", || typed("-drain", " without=clear").serve()),
    ("typed-generational-arena-nano", || nano("-nano", " without=clear,drain").serve()),
    ("thunderdome", || {
        thunderdome("", " insert_at=keeps").put(put_at_slot).insert_at(insert_under).forge(from_bits).serve()
    }),
    ("thunderdome-get2-mut", || thunderdome("-get2-mut", "").put(put_at_slot).pair(both).serve()),
    ("thunderdome-get2-mut-beyond", || thunderdome("-get2-mut-beyond", "").pair(both).forge(from_bits).serve()),
    ("stable-vec", || stable_vec("stable-vec system=slotmap id_bits=0 clear=forgets", "").extend(push_all).serve()),
    ("stable-vec-insert", || {
        stable_vec("stable-vec-insert system=slab", "put,").extend(push_all).put(insert_at).serve()
    }),
    ("hecs", || entities().serve()),
    ("petgraph-nodes", || nodes().serve()),
    ("petgraph-edges", || edges().serve()),
    ("petgraph", || graph::serve("petgraph-stable-graph", graph::STABLE, true)),
    ("petgraph-cloned", || graph::serve("petgraph-stable-graph", graph::CLONED, true)),
    ("petgraph-try-add-edge", || graph::serve("petgraph-stable-graph-try-add-edge", graph::STABLE, false)),
    ("indexlist", || index_list("").serve()),
    ("indexlist-push-front", || index_list("-push-front ways=add:2").add(at_either_end).serve()),
    ("indexlist-index-of", || index_list("-index-of").keys(indices).serve()),
    ("sharded-slab", || sharded::<DefaultConfig>("", 13).serve()),
    ("sharded-slab-forged", || {
        sharded::<DefaultConfig>("-forged", 13).forge(|index, id| packed(index, id, 13)).serve()
    }),
    ("sharded-slab-wrapped", || sharded::<Narrow>("-wrapped", 3).serve()),
    ("vec", vectors::plain),
    ("shared-vec", || vectors::shared().serve()),
];

/// The capacity is the only parameter that most of these containers have.
fn capacity(parameters: &Parameters) -> usize {
    parameters.number("capacity", 0)
}

/// A clone; the second way is to clone into a container that was in use.
fn cloned<C: Clone>(original: &C, mut used: C) -> C {
    if way() == 1 {
        return original.clone();
    }
    used.clone_from(original);
    used
}

// --- slotmap, three maps with the same methods

macro_rules! slot_map {
    ($(#[$attribute:meta])* $function:ident, $map:ident, $name:literal) => {
        $(#[$attribute])*
        fn $function() -> Port<$map<DefaultKey, u64>, DefaultKey> {
            Port::new(
                concat!("name=", $name, " version=1.1.1 system=slotmap id_bits=32 parity=yes ways=copy:2"),
                |parameters| Some($map::with_capacity(capacity(parameters))),
            )
            .add(|map: &mut $map<DefaultKey, u64>, element| Ok(map.insert(element)))
            .insert_with(|map, factory| Ok(_ = map.insert_with_key(factory)))
            .remove(|map, key| map.remove(key))
            .at(|map, key| map.get(key).copied())
            .contains(|map, key| map.contains_key(key))
            .replace(|map, key, element| map.get_mut(key).map(|place| *place = element).is_some())
            .at_mut(|map, key| map.get_mut(key))
            .each_mut(|map, change| map.values_mut().for_each(change))
            .len(|map| map.len())
            .is_empty(|map| map.is_empty())
            .clear(|map| map.clear())
            .each(|map, visit| map.iter().for_each(|(key, &element)| visit(key, element)))
            .keys(|map| map.keys().collect())
            .drain(|map| map.drain().map(|(_, element)| element).collect())
            .retain(|map, keep| removed(keep, |kept| map.retain(|_, &mut element| kept(element))))
            .reserve(|map, additional| Ok(map.reserve(additional)))
            .repack(|_, key| Some(KeyData::from_ffi(key.data().as_ffi()).into()))
            .reload(Clone::clone)
            .copy(|map| {
                let mut used = $map::new();
                let retired = used.insert(0);
                used.insert(1);
                used.remove(retired);
                cloned(map, used)
            })
            .swap_containers(swap)
            .forge(from_ffi)
            .parts(|key| (key.data().as_ffi() & u64::from(u32::MAX), key.data().as_ffi() >> 32))
        }
    };
}

slot_map!(slot_map, SlotMap, "slotmap");
slot_map!(
    #[allow(deprecated)]
    hop_slot_map,
    HopSlotMap,
    "slotmap-hop"
);
slot_map!(dense_slot_map, DenseSlotMap, "slotmap-dense");

/// Returns the key with these parts, if there is one: versions of keys are odd, and the crate makes even ones odd.
fn from_ffi(index: u64, version: u64) -> Option<DefaultKey> {
    let bits = joined(index, version)?;
    Some(KeyData::from_ffi(bits)).filter(|key| key.as_ffi() == bits).map(DefaultKey::from)
}

/// Combines two numbers of 32 bits, with the index in the lower half.
fn joined(index: u64, id: u64) -> Option<u64> {
    let (index, id) = (u32::try_from(index).ok()?, u32::try_from(id).ok()?);
    Some(u64::from(id) << 32 | u64::from(index))
}

/// Calls `retain` with a predicate, and returns the elements for which it was false.
fn removed(keep: &dyn Fn(u64) -> bool, retain: impl FnOnce(&mut dyn FnMut(u64) -> bool)) -> Vec<u64> {
    let mut removed = Vec::new();
    retain(&mut |element| {
        let keeps = keep(element);
        if !keeps {
            removed.push(element);
        }
        keeps
    });
    removed
}

// --- slotmap in a RefCell, which locks it during an iteration

type Locked = RefCell<SlotMap<DefaultKey, u64>>;

fn locking() -> Port<Locked, DefaultKey> {
    Port::new("name=slotmap-in-refcell version=1.1.1 system=slotmap id_bits=32 parity=yes", |_| Some(Locked::default()))
        .add(|cell: &mut Locked, element| Ok(cell.borrow_mut().insert(element)))
        .remove(|cell, key| cell.borrow_mut().remove(key))
        .at(|cell, key| cell.borrow().get(key).copied())
        .contains(|cell, key| cell.borrow().contains_key(key))
        .len(|cell| cell.borrow().len())
        .clear(|cell| cell.borrow_mut().clear())
        .each(|cell, visit| cell.borrow().iter().for_each(|(key, &element)| visit(key, element)))
        .reserve(|cell, additional| Ok(cell.borrow_mut().reserve(additional)))
        .lend(|cell, attempt| match cell.borrow().values().next() {
            None => Tried::Nothing,
            Some(_) => Tried::Attempted(tried(cell, attempt).map_err(|_| Refusal::Borrowed)),
        })
}

/// Attempts an operation through `borrow_mut`, unless the borrow is refused.
fn tried(cell: &Locked, attempt: &Attempt<DefaultKey>) -> Result<(), BorrowMutError> {
    let mut map = cell.try_borrow_mut()?;
    match attempt.name {
        "add" => _ = map.insert(0),
        "remove" => _ = attempt.key.and_then(|key| map.remove(key)),
        "reserve" => map.reserve(attempt.numbers[0] as usize),
        _ => map.clear(),
    }
    Ok(())
}

// --- slab, which has two ways to remove

fn slab(name: &str, more: &str) -> Port<Slab<u64>, usize> {
    Port::new(&format!("name={name} version=0.4.12 system=slab ways=copy:2{more}"), |parameters| {
        Some(Slab::with_capacity(capacity(parameters)))
    })
    .add(|slab: &mut Slab<u64>, element| Ok(slab.insert(element)))
    .insert_with(|slab, factory| {
        let entry = slab.vacant_entry();
        let key = entry.key();
        entry.insert(factory(key));
        Ok(())
    })
    .at(|slab, key| slab.get(key).copied())
    .contains(|slab, key| slab.contains(key))
    .replace(|slab, key, element| slab.get_mut(key).map(|place| *place = element).is_some())
    .at_mut(|slab, key| slab.get_mut(key))
    .each_mut(|slab, change| slab.iter_mut().for_each(|(_, element)| change(element)))
    .len(|slab| slab.len())
    .is_empty(|slab| slab.is_empty())
    .clear(|slab| slab.clear())
    .each(|slab, visit| slab.iter().for_each(|(key, &element)| visit(key, element)))
    .keys(|slab| slab.iter().map(|(key, _)| key).collect())
    .drain(|slab| slab.drain().collect())
    .retain(|slab, keep| removed(keep, |kept| slab.retain(|_, &mut element| kept(element))))
    .reserve(|slab, additional| Ok(slab.reserve(additional)))
    .shrink_to_fit(|slab| slab.shrink_to_fit())
    .reload(Clone::clone)
    .copy(|slab| {
        let mut used = Slab::from_iter([(0, 0), (1, 1)]);
        used.remove(0);
        cloned(slab, used)
    })
    .swap_containers(swap)
    .forge(unstamped)
    .parts(|key| (key as u64, 0))
}

/// `Slab::remove` panics on a key that is not found, as documented.
fn panicking(slab: &mut Slab<u64>, key: usize) -> Option<u64> {
    Some(slab.remove(key))
}

/// A key that is an index and has no id.
fn unstamped(index: u64, id: u64) -> Option<usize> {
    index.try_into().ok().filter(|_| id == 0)
}

// --- Arenas with the same methods: generational-arena, its fork, and thunderdome

macro_rules! arena {
    ($function:ident, $arena:ty, $key:ty, $fields:literal, $(.$more:ident($value:expr))*) => {
        /// Its `Extend` returns no keys.
        fn $function(method: &str, declared: &str) -> Port<$arena, $key> {
            Port::new(&format!($fields, method, declared), |parameters| Some(<$arena>::with_capacity(capacity(parameters))))
                .add(|arena: &mut $arena, element| Ok(arena.insert(element)))
                .remove(|arena, key| arena.remove(key))
                .at(|arena, key| arena.get(key).copied())
                .contains(|arena, key| arena.contains(key))
                .replace(|arena, key, element| arena.get_mut(key).map(|place| *place = element).is_some())
                .at_mut(|arena, key| arena.get_mut(key))
                .each_mut(|arena, change| arena.iter_mut().for_each(|(_, element)| change(element)))
                .len(|arena| arena.len())
                .is_empty(|arena| arena.is_empty())
                .clear(|arena| arena.clear())
                .each(|arena, visit| arena.iter().for_each(|(key, &element)| visit(key, element)))
                .keys(|arena| arena.iter().map(|(key, _)| key).collect())
                .drain(|arena| arena.drain().map(|(_, element)| element).collect())
                .retain(|arena, keep| removed(keep, |kept| arena.retain(|_, element| kept(*element))))
                $(.$more($value))*
        }
    };
}

arena!(
    generations,
    Generations<u64>,
    Generation,
    "name=generational-arena{} version=0.2.9 system=arena id_bits=64 panics=pair.same{}",
    .forge(|index, id| Some(Generation::from_raw_parts(index.try_into().ok()?, id)))
    .parts(|key| (key.into_raw_parts().0 as u64, key.into_raw_parts().1))
);

fn insert_with(arena: &mut Generations<u64>, factory: &mut dyn FnMut(Generation) -> u64) -> Result<(), Refusal> {
    arena.insert_with(factory);
    Ok(())
}

fn reserve(arena: &mut Generations<u64>, additional: usize) -> Result<(), Refusal> {
    arena.reserve(additional);
    Ok(())
}

fn both_generations(arena: &mut Generations<u64>, one: Generation, other: Generation) -> (Option<u64>, Option<u64>) {
    let (one, other) = arena.get2_mut(one, other);
    (one.copied(), other.copied())
}

// --- typed-generational-arena, a fork of it whose keys have narrower ids

arena!(
    typed,
    StandardArena<u64>,
    StandardIndex<u64>,
    "name=typed-generational-arena{} version=0.2.9 system=arena id_bits=64{}",
    .forge(|index, id| Some(StandardIndex::new(index.try_into().ok()?, NonzeroGeneration::from_idx(id as usize)?)))
    .reload(Clone::clone)
    .copy(Clone::clone)
    .swap_containers(swap)
    .parts(|key| (key.to_idx() as u64, key.gen().to_idx() as u64))
);

arena!(
    nano,
    NanoArena<u64>,
    NanoIndex<u64>,
    "name=typed-generational-arena{} version=0.2.9 system=arena id_bits=8 capacity=256{}",
    .add(|arena: &mut NanoArena<u64>, element| if arena.len() < 256 { Ok(arena.insert(element)) } else { Err(Refusal::Full) })
    .forge(|index, id| Some(NanoIndex::new(index.try_into().ok()?, Wrapping(id.try_into().ok()?))))
    .reload(Clone::clone)
    .copy(Clone::clone)
    .swap_containers(swap)
    .parts(|key| (key.to_idx() as u64, key.gen().0.into()))
);

// --- thunderdome

arena!(
    thunderdome,
    Arena<u64>,
    Index,
    "name=thunderdome{} version=0.6.1 system=slotmap id_bits=31 panics=pair.same{}",
    .repack(|_, key| Index::from_bits(key.to_bits()))
    .reload(Clone::clone)
    .copy(Clone::clone)
    .swap_containers(swap)
    .parts(|key| (key.slot().into(), key.generation().into()))
);

fn put_at_slot(arena: &mut Arena<u64>, index: usize, element: u64) -> Result<(Index, Option<u64>), Refusal> {
    Ok(arena.insert_at_slot(index as u32, element))
}

fn insert_under(arena: &mut Arena<u64>, index: Index, element: u64) -> Result<(Index, Option<u64>), Refusal> {
    Ok((index, arena.insert_at(index, element)))
}

fn both(arena: &mut Arena<u64>, one: Index, other: Index) -> (Option<u64>, Option<u64>) {
    let (one, other) = arena.get2_mut(one, other);
    (one.copied(), other.copied())
}

fn from_bits(index: u64, generation: u64) -> Option<Index> {
    Index::from_bits(joined(index, generation)?)
}

// --- stable-vec, whose keys are indices

fn stable_vec(name: &str, panics: &str) -> Port<StableVec<u64>, usize> {
    let fields = format!("name={name} version=0.4.3 panics={panics}remove.stale,remove.forged");
    Port::new(&fields, |parameters| Some(StableVec::with_capacity(capacity(parameters))))
        .add(|vec: &mut StableVec<u64>, element| Ok(vec.push(element)))
        .remove(|vec, key| vec.remove(key))
        .at(|vec, key| vec.get(key).copied())
        .contains(|vec, key| vec.has_element_at(key))
        .replace(|vec, key, element| vec.get_mut(key).map(|place| *place = element).is_some())
        .at_mut(|vec, key| vec.get_mut(key))
        .each_mut(|vec, change| vec.values_mut().for_each(change))
        .len(|vec| vec.num_elements())
        .is_empty(|vec| vec.is_empty())
        .clear(|vec| vec.clear())
        .each(|vec, visit| vec.iter().for_each(|(key, &element)| visit(key, element)))
        .keys(|vec| vec.indices().collect())
        .retain(|vec, keep| removed(keep, |kept| vec.retain(|&element| kept(element))))
        .reserve(|vec, additional| Ok(vec.reserve(additional)))
        .shrink_to_fit(|vec| vec.shrink_to_fit())
        .reload(Clone::clone)
        .copy(Clone::clone)
        .swap_containers(swap)
        .forge(unstamped)
        .parts(|key| (key as u64, 0))
}

/// Every element is pushed at the next index, as documented.
fn push_all(vec: &mut StableVec<u64>, elements: Vec<u64>) -> Result<Vec<usize>, Refusal> {
    let first = vec.next_push_index();
    vec.extend(elements);
    Ok((first..vec.next_push_index()).collect())
}

fn insert_at(vec: &mut StableVec<u64>, index: usize, element: u64) -> Result<(usize, Option<u64>), Refusal> {
    let displaced = vec.insert(index, element);
    Ok((index, displaced))
}

// --- hecs, an issuer of ids: entities without components

fn entities() -> Port<World, Entity> {
    Port::new("name=hecs version=0.11.2 system=slotmap id_bits=31 ids=only", |_| Some(World::new()))
        .add(|world: &mut World, _| Ok(world.spawn(())))
        .extend(|world, elements| Ok(world.spawn_batch(elements.into_iter().map(|_| ())).collect()))
        .remove(|world, key| world.despawn(key).ok().map(|()| 0)) // which means yes
        .contains(|world, key| world.contains(key))
        .len(|world| world.len() as usize)
        .is_empty(|world| world.is_empty())
        .reserve(|world, additional| Ok(world.reserve::<()>(additional as u32)))
}

// --- petgraph's stable graph, whose nodes and edges have keys without ids

type Graph = StableUnGraph<u64, u64>;

fn nodes() -> Port<Graph, NodeIndex> {
    Port::new("name=petgraph-stable-graph-nodes version=0.8.3 system=slab ways=copy:2", |parameters| {
        Some(Graph::with_capacity(capacity(parameters), 0))
    })
    .add(|graph: &mut Graph, element| Ok(graph.add_node(element)))
    .remove(|graph, key| graph.remove_node(key))
    .at(|graph, key| graph.node_weight(key).copied())
    .contains(|graph, key| graph.contains_node(key))
    .replace(|graph, key, element| graph.node_weight_mut(key).map(|place| *place = element).is_some())
    .at_mut(|graph, key| graph.node_weight_mut(key))
    .each_mut(|graph, change| graph.node_weights_mut().for_each(change))
    .len(|graph| graph.node_count())
    .clear(|graph| graph.clear())
    .each(|graph, visit| graph.node_indices().for_each(|key| visit(key, graph[key])))
    .keys(|graph| graph.node_indices().collect())
    .retain(|graph, keep| removed(keep, |kept| graph.retain_nodes(|frozen, key| kept(frozen[key]))))
    .reserve(|graph, additional| Ok(graph.reserve_nodes(additional)))
    .shrink_to_fit(|graph| graph.shrink_to_fit_nodes())
    .reload(Clone::clone)
    .copy(|graph| cloned(graph, in_use()))
    .swap_containers(swap)
    .forge(|index, id| small(index, id).map(NodeIndex::new))
    .parts(|key| (key.index() as u64, 0))
}

/// All edges are loops at the one node.
fn edges() -> Port<Graph, EdgeIndex> {
    Port::new("name=petgraph-stable-graph-edges version=0.8.3 system=slab ways=copy:2", |parameters| {
        let mut graph = Graph::with_capacity(1, capacity(parameters));
        graph.add_node(0);
        Some(graph)
    })
    .add(|graph: &mut Graph, element| Ok(graph.add_edge(NodeIndex::new(0), NodeIndex::new(0), element)))
    .remove(|graph, key| graph.remove_edge(key))
    .at(|graph, key| graph.edge_weight(key).copied())
    .replace(|graph, key, element| graph.edge_weight_mut(key).map(|place| *place = element).is_some())
    .at_mut(|graph, key| graph.edge_weight_mut(key))
    .each_mut(|graph, change| graph.edge_weights_mut().for_each(change))
    .len(|graph| graph.edge_count())
    .clear(|graph| graph.clear_edges())
    .each(|graph, visit| graph.edge_indices().for_each(|key| visit(key, graph[key])))
    .keys(|graph| graph.edge_indices().collect())
    .retain(|graph, keep| removed(keep, |kept| graph.retain_edges(|frozen, key| kept(frozen[key]))))
    .reserve(|graph, additional| Ok(graph.reserve_edges(additional)))
    .shrink_to_fit(|graph| graph.shrink_to_fit_edges())
    .reload(Clone::clone)
    .copy(|graph| cloned(graph, in_use()))
    .swap_containers(swap)
    .forge(|index, id| small(index, id).map(EdgeIndex::new))
    .parts(|key| (key.index() as u64, 0))
}

/// A graph with nodes and edges, of which one each was removed.
fn in_use() -> Graph {
    let mut graph = Graph::from_edges([(0, 1), (1, 2), (0, 2)]);
    graph.remove_node(NodeIndex::new(0));
    graph
}

/// An index of 32 bits, and no id.
fn small(index: u64, id: u64) -> Option<usize> {
    unstamped(index, id).filter(|&index| u32::try_from(index).is_ok())
}

// --- sharded-slab, whose keys are numbers with a generation in the bits above the address

/// Ten bits are reserved, so that generations wrap around soon.
struct Narrow;

impl Config for Narrow {
    const RESERVED_BITS: usize = 10;
}

/// Address and thread take the lower 51 bits.
const GENERATION: u32 = 51;

fn sharded<C: Config + 'static>(name: &str, id_bits: u32) -> Port<sharded_slab::Slab<u64, C>, usize> {
    let fields = format!("name=sharded-slab{name} version=0.1.7 system=slotmap id_bits={id_bits}");
    Port::new(&fields, |_| Some(sharded_slab::Slab::new_with_config::<C>()))
        .add(|slab: &mut sharded_slab::Slab<u64, C>, element| slab.insert(element).ok_or(Refusal::Full))
        .insert_with(|slab, factory| {
            let entry = slab.vacant_entry().ok_or(Refusal::Full)?;
            let key = entry.key();
            Ok(entry.insert(factory(key)))
        })
        .remove(|slab, key| slab.take(key))
        .at(|slab, key| slab.get(key).map(|entry| *entry))
        .contains(|slab, key| slab.contains(key))
        .parts(|key| (key as u64 & ((1 << GENERATION) - 1), key as u64 >> GENERATION))
}

/// Returns the key with these parts, if they fit into their bits.
fn packed(index: u64, id: u64, id_bits: u32) -> Option<usize> {
    let fits = index >> GENERATION == 0 && id >> id_bits == 0;
    fits.then_some((id << GENERATION | index) as usize)
}

// --- indexlist, whose iterator tells no keys

type Indices = IndexList<u64>;

/// The list may be a circle after `push_front` (finding F37), so counting stops.
const MOST: usize = 1 << 20;

fn index_list(method: &str) -> Port<Indices, indexlist::Index> {
    let fields = format!("name=indexlist{method} version=0.1.0 system=arena id_bits=64");
    Port::new(&fields, |_| Some(IndexList::new()))
        .add(|list: &mut Indices, element| Ok(list.push_back(element)))
        .remove(|list, key| list.remove(key))
        .at(|list, key| list.get(key).copied())
        .len(|list| list.iter().take(MOST).count())
}

fn at_either_end(list: &mut Indices, element: u64) -> Result<indexlist::Index, Refusal> {
    Ok(if way() == 1 { list.push_back(element) } else { list.push_front(element) })
}

/// The key of each element, as `index_of` finds it.
fn indices(list: &Indices) -> Vec<indexlist::Index> {
    list.iter().filter_map(|element| list.index_of(element)).collect()
}
